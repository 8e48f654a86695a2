import Bytes
import Vocabulary

/// The blamed line in the checkout, the commits that changed it, and its owners, in a report.
struct SourceSection {
  private let origin: SourceOrigin
  /// The column at which the text of the labels begins.
  private static let column = 19

  init(_ origin: SourceOrigin) { self.origin = origin }

  func write(to renderer: inout TextRenderer) {
    let revision = origin.revision.map { " at " + String($0.prefix(bytes: 12)) } ?? ""
    renderer.line(
      StyledText("Source", .bold),
      StyledText("  " + Terminal.escaped(Wording.oneLine("\(origin.path):\(origin.line)")) + revision))
    let width = origin.lines.map { String($0.number).utf8.count }.max() ?? 0
    for line in origin.lines {
      let number = String(line.number)
      let isBlamed = line.number == origin.line
      let text = Terminal.escaped(line.text.replacing("\t", with: "    "))
      renderer.line(
        StyledText("  " + (isBlamed ? "> " : "  "), .bold),
        StyledText(String(repeating: " ", count: width - number.utf8.count) + number + "  ", .dim),
        StyledText(Wrapping.cut(text, to: max(renderer.width - width - 8, 24), ascii: false)))
    }
    for (label, words) in SourceWords.changes(origin) { labeled(label, words, &renderer) }
    if let owners = SourceWords.owners(origin) { labeled("Owners", owners, &renderer) }
    renderer.blank()
  }

  private func labeled(_ label: String, _ words: String, _ renderer: inout TextRenderer) {
    let padding = String(repeating: " ", count: max(Self.column - 2 - label.utf8.count, 1))
    renderer.paragraph(
      Wording.oneLine(words), lead: [StyledText("  "), StyledText(label, .bold), StyledText(padding)],
      indent: Self.column)
  }
}
