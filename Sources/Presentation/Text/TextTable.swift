internal import Vocabulary

/// Rows in columns, the first in bold. One column is shortened in the middle so that a row fits the width.
package struct TextTable {
  /// The index of the column that is shortened if a row is too wide.
  package var wide = 0
  /// The indexes of the columns with numbers.
  package var rightAligned: Set<Int> = []
  private var rows: [[String]] = []
  private let style: PresentationStyle

  /// The maximum width of the other columns.
  package var widest = 20

  /// Creates a table with one column for each header and no rows.
  package init(_ headers: [String], _ style: PresentationStyle) {
    self.style = style
    add(headers)
  }

  /// Adds a row with one cell per header. Cells are escaped.
  package mutating func add(_ cells: [String]) { rows.append(cells.map(style.shown)) }

  /// The table with one line per row, the headers first.
  package var text: String {
    let count = rows[0].count
    var widths = (0..<count).map { column in rows.map { DisplayWidth.of($0[column]) }.max() ?? 0 }
    for column in widths.indices where column != wide { widths[column] = min(widths[column], widest) }
    let others = widths.indices.reduce(0) { $0 + ($1 == wide ? 0 : widths[$1] + 2) }
    widths[wide] = min(widths[wide], max(16, style.width - others))
    return rows.enumerated().map { index, row in
      var line = ""
      for (column, cell) in row.enumerated() {
        if column > 0 { line += "  " }
        let shown =
          column == wide
          ? cell.cutMiddle(to: widths[column], ascii: style.ascii) : cell.cut(to: widths[column], ascii: style.ascii)
        line += shown.padded(to: widths[column], onLeft: rightAligned.contains(column))
      }
      while line.hasSuffix(" ") { line.removeLast() }
      return (index == 0 ? style.colored(line, .bold) : line) + "\n"
    }.joined()
  }
}

extension PresentationStyle {
  /// Returns `text` as it is shown: escaped, and with the program's own symbols in ASCII if requested.
  package func shown(_ text: String) -> String { TextRenderer.replaced(Terminal.escaped(text), ascii) }

  /// Returns text that is already escaped in a text style, if color is on.
  func colored(_ text: String, _ style: TextStyle) -> String {
    guard color, let code = style.code, !text.isEmpty else { return text }
    return "\u{1B}[" + code + "m" + text + "\u{1B}[0m"
  }
}
