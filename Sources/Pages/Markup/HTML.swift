internal import Vocabulary

/// HTML under construction. The only way in for text is through the escape; markup is literals of this program.
package struct HTML: Sendable {
  private(set) var markup = ""

  /// Characters of one text that are shown at most; what a report says has no bound of its own.
  static let textLimit = 2_000
  /// The same for text that is read as a whole: a diagnosis, an explanation.
  static let linesLimit = 400_000

  init() {}

  /// The page as bytes (UTF-8).
  package var bytes: [UInt8] { Array(markup.utf8) }

  /// Adds `text` on one line. What controls a terminal or reorders a line is shown as `\u{…}`.
  mutating func text(_ text: String, limit: Int = HTML.textLimit) {
    Self.escape(text, limit: limit, keepsLines: false, into: &markup)
  }

  /// Adds `text` with its line breaks and tabs.
  mutating func lines(_ text: String) {
    Self.escape(text, limit: Self.linesLimit, keepsLines: true, into: &markup)
  }

  /// Adds words of this program.
  mutating func words(_ words: StaticString) { text(words.description, limit: .max) }

  /// Adds a number with its thousands set apart: `1,204`.
  mutating func number(_ number: Int) { markup += Figures.grouped(number) }

  mutating func element(
    _ name: StaticString, _ attributes: [Attribute] = [], _ content: (inout HTML) -> Void = { _ in }
  ) {
    open(name, attributes)
    content(&self)
    markup += "</" + name.description + ">"
    if Self.endsLine(name) { markup += "\n" }
  }

  /// An element that has no content and no end tag.
  mutating func void(_ name: StaticString, _ attributes: [Attribute] = []) {
    open(name, attributes)
    markup += "\n"
  }

  /// Adds a literal of this program as it is: document type, stylesheet.
  mutating func literal(_ literal: StaticString) { markup += literal.description }

  private mutating func open(_ name: StaticString, _ attributes: [Attribute]) {
    markup += "<" + name.description
    for attribute in attributes { markup += attribute.markup }
    markup += ">"
  }

  /// Elements after which a line ends, so that a page can be read and compared.
  private static func endsLine(_ name: StaticString) -> Bool { lineEnders.contains(name.description) }

  private static let lineEnders: Set<String> = [
    "html", "head", "title", "style", "body", "header", "main", "footer", "nav", "section", "article", "aside", "div",
    "h1", "h2", "h3", "p", "ul", "ol", "li", "dl", "dt", "dd", "table", "caption", "thead", "tbody", "tr", "th", "td",
    "svg", "g", "details", "summary", "pre", "figure", "figcaption",
  ]

  /// Appends `text` so that it is text in an element and in a quoted attribute alike.
  static func escape(_ text: String, limit: Int, keepsLines: Bool, into result: inout String) {
    if text.utf8.count <= limit, MarkupText.isPlain(text) {
      result += text
      return
    }
    var left = limit
    var rest = text.unicodeScalars[...]
    while let scalar = rest.first {
      if left == 0 {
        // Bytes, because counting characters would read all of what is not shown.
        let more = text.utf8.distance(from: rest.startIndex, to: rest.endIndex)
        result += "… (" + Figures.grouped(more) + " more bytes)"
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
