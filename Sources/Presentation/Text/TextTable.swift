internal import Vocabulary

/// Rows in columns, one of which gives way so that a row fits the width.
package struct TextTable {
  /// The column that is cut when a row is too wide.
  package var wide = 0
  /// Columns of numbers.
  package var rightAligned: Set<Int> = []
  private var rows: [[String]] = []
  private let style: PresentationStyle

  /// No column but the wide one takes more.
  private static let widest = 20

  /// Creates a table with one column for each of `heads` and no rows.
  package init(_ heads: [String], _ style: PresentationStyle) {
    self.style = style
    add(heads)
  }

  /// Adds a row of as many cells as there are heads; what is in it is escaped.
  package mutating func add(_ cells: [String]) { rows.append(cells.map(style.shown)) }

  /// A line for each row, the heads first.
  package var text: String {
    let count = rows[0].count
    var widths = (0..<count).map { column in rows.map { DisplayWidth.of($0[column]) }.max() ?? 0 }
    for column in widths.indices where column != wide { widths[column] = min(widths[column], Self.widest) }
    let others = widths.indices.reduce(0) { $0 + ($1 == wide ? 0 : widths[$1] + 2) }
    widths[wide] = min(widths[wide], max(16, style.width - others))
    return rows.map { row in
      var line = ""
      for (column, cell) in row.enumerated() {
        if column > 0 { line += "  " }
        let shown = cell.cut(to: widths[column], ascii: style.ascii)
        line += shown.padded(to: widths[column], onLeft: rightAligned.contains(column))
      }
      while line.hasSuffix(" ") { line.removeLast() }
      return line + "\n"
    }.joined()
  }
}

extension PresentationStyle {
  /// `text` as it may be shown: escaped, and our own signs in ASCII if that is wanted.
  package func shown(_ text: String) -> String { Page.replaced(Terminal.escaped(text), ascii) }
}
