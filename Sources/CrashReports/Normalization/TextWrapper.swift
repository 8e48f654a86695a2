/// Something that is written around the lines of a log when it is copied, logged again or quoted: a timestamp of a CI
/// system, a comment mark, an HTML tag.
///
/// All wrappers are in `TextWrapper.catalog`. Each describes itself, with an example, so that documentation and tests
/// are loops over the catalog.
package struct TextWrapper: Sendable {
  /// The identifier in notes, tests and documentation; kebab-case, permanent.
  package let id: String
  /// What is removed, as in "Removed GitHub Actions timestamps from 214 lines.": a plural, without a period.
  package let title: String
  /// The reading that notes print before the title: `Removed`, `Decoded`, `Joined`.
  package let verb: String
  /// A text with the wrapper, and the same text without it. Computed on demand: only tests and documentation use it.
  package var example: (before: String, after: String) { makeExample() }
  private let makeExample: @Sendable () -> (before: String, after: String)
  let form: Form
  /// Whether such marks also occur in source code and documentation, so that a text states what it is only with them.
  var occursInSources: Bool { Self.sourceMarks.contains(id) }

  private static let sourceMarks: Set<String> = [
    "slashes", "stars", "hashes", "double-dashes", "semicolons", "dashes", "string-elements", "symbols", "table-rows",
    "html", "json-string", "markdown-fences", "markdown-escapes", "markdown-emphasis",
  ]

  /// How a wrapper is recognized and removed.
  enum Form: Sendable {
    /// A prefix of single lines. The function returns the line without it; `nil` if the line does not begin with it.
    case prefix(LinePrefix)
    /// A change to the whole text; `nil` if the text does not have the wrapper.
    case text(@Sendable (UnsafeBufferPointer<UInt8>) -> TextRemoval?)
  }

  init(
    _ id: String, _ title: String, verb: String = "Removed",
    example: @escaping @autoclosure @Sendable () -> (before: String, after: String), _ form: Form
  ) {
    self.id = id
    self.title = title
    self.verb = verb
    makeExample = example
    self.form = form
  }
}

/// A prefix of lines, and the evidence that is required to remove it.
struct LinePrefix: Sendable {
  /// The writer of a prefix, which decides how much evidence is necessary.
  enum Writer: Sendable {
    /// Programs. A failure message behind the prefix is evidence enough.
    case program
    /// People. Prose has such marks too: a failure message is evidence only if all lines of the input have the prefix.
    case person
    /// Programs and their messages. A log's own tag is part of the message, so only lines of a report are evidence.
    case message
  }

  var writer: Writer
  /// Whether the prefix is a number that increases by one from line to line.
  var isNumber = false
  /// Returns the content of a line without the prefix; the line is `slice` without indentation and trailing blanks.
  var strip: @Sendable (ByteText, Slice) -> Slice?
}

/// The result of removing a wrapper from a text.
struct TextRemoval {
  var text: RewrittenText
  /// The number of lines that changed.
  var lines: Int
  /// The offset in the source of the first change.
  var first: Int
  /// Whether each line of the result is the line of the source with the same number.
  var keepsLines = true
  /// How a replacement is written in the source.
  var encoding = ReplacementEncoding.none
}

/// How text that replaces bytes of a normalized text is written in the text that it was created from.
enum ReplacementEncoding: Sendable, Equatable {
  case none
  /// Each further line begins with the prefix of the line that is replaced.
  case linePrefix
  /// HTML escapes.
  case html
  /// Escapes of a JSON string.
  case json
  case utf16(isLittle: Bool)
  case carriageReturns
}
