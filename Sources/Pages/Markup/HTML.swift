internal import Vocabulary

/// A builder of HTML. All text is escaped; markup consists of literals of this program only.
package struct HTML: Sendable {
  private(set) var markup = ""

  /// The maximum number of characters of a text. Text from reports can have any length.
  static let textLimit = 2_000
  /// The maximum number of characters of a text of several lines, such as a diagnosis.
  static let linesLimit = 400_000

  init() {}

  /// The page as bytes (UTF-8).
  package var bytes: [UInt8] { Array(markup.utf8) }

  /// Adds `text` on one line. Control, bidirectional and invisible characters are shown as `\u{…}`.
  mutating func text(_ text: String, limit: Int = HTML.textLimit) {
    Self.escape(text, limit: limit, keepsLines: false, into: &markup)
  }

  /// Adds `text`, keeping its line breaks and tabs.
  mutating func lines(_ text: String) {
    Self.escape(text, limit: Self.linesLimit, keepsLines: true, into: &markup)
  }

  /// Adds text of this program.
  mutating func words(_ words: StaticString) { text(words.description, limit: .max) }

  /// Adds a number with thousands separators: `1,204`.
  mutating func number(_ number: Int) { markup += Figures.grouped(number) }

  mutating func element(
    _ name: StaticString, _ attributes: [Attribute] = [], _ content: (inout HTML) -> Void = { _ in }
  ) {
    open(name, attributes)
    content(&self)
    markup += "</" + name.description + ">"
    if Self.endsLine(name) { markup += "\n" }
  }

  /// Adds a void element, which has no content and no end tag.
  mutating func void(_ name: StaticString, _ attributes: [Attribute] = []) {
    open(name, attributes)
    markup += "\n"
  }

  /// Adds a literal of this program without escaping it: the document type or the stylesheet.
  mutating func literal(_ literal: StaticString) { markup += literal.description }

  private mutating func open(_ name: StaticString, _ attributes: [Attribute]) {
    markup += "<" + name.description
    for attribute in attributes { markup += attribute.markup }
    markup += ">"
  }

  /// Returns whether a line ends after the element, so that the source of a page is readable and can be compared.
  private static func endsLine(_ name: StaticString) -> Bool { lineEnders.contains(name.description) }

  private static let lineEnders: Set<String> = [
    "html", "head", "title", "style", "body", "header", "main", "footer", "nav", "section", "article", "aside", "div",
    "h1", "h2", "h3", "p", "ul", "ol", "li", "dl", "dt", "dd", "table", "caption", "thead", "tbody", "tr", "th", "td",
    "svg", "g", "details", "summary", "pre", "figure", "figcaption", "form", "select", "option", "label", "button",
  ]

  /// Appends `text`, escaped for use in an element and in a quoted attribute.
  static func escape(_ text: String, limit: Int, keepsLines: Bool, into result: inout String) {
    if text.utf8.count <= limit, MarkupText.isPlain(text) {
      result += text
      return
    }
    var left = limit
    var rest = text.unicodeScalars[...]
    while let scalar = rest.first {
      if left == 0 {
        result += "…"
        return
      }
      rest.removeFirst()
      left -= 1
      switch scalar {
      case "\r" where keepsLines && rest.first == "\n": break
      case "\n" where keepsLines, "\t" where keepsLines: result.unicodeScalars.append(scalar)
      default: MarkupText.append(scalar, to: &result)
      }
    }
  }
}
