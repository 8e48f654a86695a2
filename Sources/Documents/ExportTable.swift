import Vocabulary

/// An export as a table for spreadsheets (RFC 4180) with one row per report.
package enum ExportTable {
  /// The header row.
  package static var header: [UInt8] { row(ShownField.shown(in: .csv).map(\.name)) }

  /// Returns the row of a report.
  package static func row(_ report: ShownReport) -> [UInt8] {
    row(ShownField.shown(in: .csv).map { $0.text(report) ?? "" })
  }

  /// Returns the row of a report that is not stored in a history.
  package static func row(_ presented: PresentedReport) -> [UInt8] { row(ShownReport(presented)) }

  /// Returns a row of cells.
  package static func row(_ cells: [String]) -> [UInt8] {
    Array(cells.map(cell).joined(separator: ",").utf8) + [0x0D, 0x0A]
  }

  /// Returns a cell that spreadsheets do not read as a formula and agents not as a command, quoted if it contains a separator or quotation mark.
  package static func cell(_ text: String) -> String {
    // An agent of a CI system executes commands anywhere in a line.
    var text = WorkflowCommands.withoutMarks(Terminal.escaped(text))
    // Spreadsheets ignore blanks before a formula, and accept the fullwidth signs of East Asian keyboards.
    if let first = text.unicodeScalars.first(where: { $0 != " " }), formulaSigns.contains(first) { text = "'" + text }
    guard text.unicodeScalars.contains(where: { $0 == "," || $0 == "\"" || $0 == "'" }) else { return text }
    var quoted = "\""
    for scalar in text.unicodeScalars {
      quoted.unicodeScalars.append(scalar)
      if scalar == "\"" { quoted.unicodeScalars.append(scalar) }
    }
    return quoted + "\""
  }

  private static let formulaSigns: Set<Unicode.Scalar> = [
    "=", "+", "-", "@", "\u{FF1D}", "\u{FF0B}", "\u{FF0D}", "\u{FF20}",
  ]
}
