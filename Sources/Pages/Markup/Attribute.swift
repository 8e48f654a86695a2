internal import History
import Vocabulary

/// An attribute of an element. Names are literals; values are escaped, numbers, or addresses made by `PagePath`.
struct Attribute: Sendable {
  /// With the blank before it.
  let markup: String

  private init(_ name: StaticString, _ value: String) {
    markup = " " + name.description + "=\"" + value + "\""
  }

  /// For words of this program.
  static func literal(_ name: StaticString, _ value: StaticString) -> Attribute { Attribute(name, value.description) }

  static func `class`(_ names: StaticString) -> Attribute { literal("class", names) }

  /// For words that are read out or shown, from anywhere.
  static func text(_ name: TextName, _ value: String) -> Attribute {
    var escaped = ""
    HTML.escape(value, limit: HTML.textLimit, keepsLines: false, into: &escaped)
    return Attribute(name.literal, escaped)
  }

  static func number(_ name: StaticString, _ value: Int) -> Attribute { Attribute(name, String(value)) }

  static func number(_ name: StaticString, _ value: Double) -> Attribute { Attribute(name, Figures.coordinate(value)) }

  static func numbers(_ name: StaticString, _ values: [Double]) -> Attribute {
    Attribute(name, values.map(Figures.coordinate).joined(separator: " "))
  }

  /// `d` of a `path`: letters and numbers made by us; anything else is dropped.
  static func drawing(_ commands: String) -> Attribute {
    Attribute(
      "d", String(decoding: commands.utf8.filter { "MmHhVvLlZz0123456789.- ".utf8.contains($0) }, as: UTF8.self))
  }

  /// What a page that is a file may load: nothing; and be styled by: its own stylesheet.
  static var contentPolicy: Attribute { Attribute("content", ContentPolicy.file) }

  /// `datetime` of a `time`.
  static func time(_ time: Timestamp) -> Attribute { Attribute("datetime", time.machineText) }

  static func day(_ day: Timestamp) -> Attribute { Attribute("datetime", day.dayText) }

  /// The address of another page of ours.
  static func link(to path: PagePath, from page: PagePath) -> Attribute {
    Attribute("href", path.reference(from: page))
  }

  /// A place on the same page.
  static func link(toFragment name: StaticString) -> Attribute { Attribute("href", "#" + name.description) }

  /// The same page, live or still.
  static func link(toSelf page: PagePath, isLive: Bool) -> Attribute {
    Attribute("href", page.reference(from: page) + (isLive ? "" : "?live=off"))
  }

  /// Attributes whose value is nothing but words: no script, no address, no style.
  enum TextName {
    case title, label, dataLabel

    fileprivate var literal: StaticString {
      switch self {
      case .title: "title"
      case .label: "aria-label"
      case .dataLabel: "data-label"
      }
    }
  }
}
