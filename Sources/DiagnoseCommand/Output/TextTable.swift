import CrashReports
import Presentation
import Vocabulary

/// Rows in columns, one of which gives way so that a row fits the width.
struct TextTable {
  /// The column that is cut when a row is too wide.
  var wide = 0
  var rightAligned: Set<Int> = []
  private var rows: [[String]]
  private let style: PresentationStyle

  /// No column but the wide one takes more.
  private static let widest = 20

  init(_ heads: [String], _ style: PresentationStyle) {
    rows = [heads]
    self.style = style
  }

  /// Adds a row; what is in it is escaped.
  mutating func add(_ cells: [String]) { rows.append(cells.map(Terminal.escaped)) }

  var text: String {
    let count = rows[0].count
    var widths = (0..<count).map { column in rows.map { $0[column].count }.max() ?? 0 }
    for column in widths.indices where column != wide { widths[column] = min(widths[column], Self.widest) }
    let others = widths.indices.reduce(0) { $0 + ($1 == wide ? 0 : widths[$1] + 2) }
    widths[wide] = min(widths[wide], max(16, style.width - others))
    return rows.map { row in
      var line = ""
      for (column, cell) in row.enumerated() {
        if column > 0 { line += "  " }
        let shown = cell.cut(to: widths[column], style)
        let padding = String(repeating: " ", count: max(0, widths[column] - shown.count))
        line += rightAligned.contains(column) ? padding + shown : shown + padding
      }
      while line.hasSuffix(" ") { line.removeLast() }
      return line + "\n"
    }.joined()
  }
}

extension String {
  /// At most `columns` characters, the last one `…` where something is missing.
  func cut(to columns: Int, _ style: PresentationStyle) -> String {
    guard count > columns else { return self }
    let sign = style.ascii ? "..." : "…"
    return prefix(max(0, columns - sign.count)) + sign
  }
}

extension CrashReport {
  /// `MyApp 2.4 (412)`: the process with its version and build, as far as they are known.
  var appText: String {
    guard let process else { return "" }
    let version = process.version.map { " " + $0 } ?? ""
    let build = process.build.map { " (\($0))" } ?? ""
    return (process.name ?? process.bundleID ?? "") + version + build
  }
}
