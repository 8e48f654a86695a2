import Bytes
internal import History
import Vocabulary

/// An attribute of an element. Names are literals. Values are escaped text, numbers, or addresses from `PagePath`.
struct Attribute: Sendable {
  /// The markup, with a leading space.
  let markup: String

  private init(_ name: StaticString, _ value: String) {
    markup = " " + name.description + "=\"" + value + "\""
  }

  /// Returns an attribute with a literal of this program as its value.
  static func literal(_ name: StaticString, _ value: StaticString) -> Attribute { Attribute(name, value.description) }

  static func `class`(_ names: StaticString) -> Attribute { literal("class", names) }

  /// Returns an attribute with any text as its value, which is escaped.
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

  /// Returns the attribute `d` of a `path`. Characters that are not part of path commands are dropped.
  static func drawing(_ commands: String) -> Attribute {
    Attribute(
      "d", String(streamSafe: commands.utf8.filter { "MmHhVvLlZz0123456789.- ".utf8.contains($0) }))
  }

  /// The content security policy of a page in a file: it may load nothing and only use its own stylesheet.
  static var contentPolicy: Attribute { Attribute("content", ContentPolicy.file) }

  /// Returns the attribute `datetime` of a `time`.
  static func time(_ time: Timestamp) -> Attribute { Attribute("datetime", time.machineText) }

  static func day(_ day: Timestamp) -> Attribute { Attribute("datetime", day.dayText) }

  /// Returns a link to another page of the site.
  static func link(to path: PagePath, from page: PagePath, isLive: Bool) -> Attribute {
    // Parameters are percent-encoded; only the separator needs an entity.
    let parts = path.reference(from: page, isLive: isLive).split(separator: "&", omittingEmptySubsequences: false)
    return Attribute("href", parts.joined(separator: "&amp;"))
  }

  /// Returns the address to which the form of a page sends its values.
  static func action(_ path: PagePath, from page: PagePath) -> Attribute {
    Attribute("action", path.reference(from: page))
  }

  /// Returns a link to an element on the same page.
  static func link(toFragment name: StaticString) -> Attribute { Attribute("href", "#" + name.description) }

  /// Returns a link to the same served page, which reads it again.
  static func link(toSelf page: PagePath) -> Attribute { link(to: page, from: page, isLive: true) }

  /// Returns a link to the stylesheet of a site.
  static func styleSheet(from page: PagePath) -> Attribute { Attribute("href", page.styleSheet) }

  /// The attributes whose value is plain text, not a script, an address or a style.
  enum TextName {
    case title, label, dataLabel, value

    fileprivate var literal: StaticString {
      switch self {
      case .title: "title"
      case .label: "aria-label"
      case .dataLabel: "data-label"
      case .value: "value"
      }
    }
  }
}
