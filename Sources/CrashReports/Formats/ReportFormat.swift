/// A form in which a crash or another diagnostic event is reported, with all that tells it from others.
///
/// Formats that are recognised but not read are values of the same type, so that a user learns what a file is.
package struct ReportFormat: Identifiable, Sendable {
  /// Stable identifier, kebab-case; `CrashReport.Source.format` names it.
  package let id: String
  /// What users call it.
  package let title: String
  /// One or two sentences for the documentation.
  package let summary: String
  /// One line of it, invented.
  package let example: String
  /// False if this version only knows its name.
  package let isRead: Bool
  /// How sure this format is that a segment is one of its own.
  let recognize: @Sendable (Segment) -> Likelihood
  let decode: @Sendable (Segment, DecodingLimits) -> SegmentOutcome
}

/// How sure a format is of a segment; the surest gets it, in a tie the one first in the catalog.
enum Likelihood: Int, Comparable, Sendable {
  case no, possible, likely, certain

  static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}

/// A stretch of an input that holds one report, or text with any number of them.
struct Segment: Sendable {
  enum Content: Sendable {
    /// A JSON object at `bodyStart`; `shape` is known unless the header says enough.
    case json(JSONShape?)
    /// Members of a crash report's JSON body without the braces around them.
    case jsonMembers
    /// Text up to the end of `range`.
    case text
    /// Nothing follows the header.
    case headerOnly
  }

  let bytes: [UInt8]
  /// From the first byte of header, object or text to where the next segment begins at the latest.
  var range: Range<Int>
  var firstLine: Int
  var header: IPSHeader?
  var bodyStart: Int
  var bodyLine: Int
  var content: Content
  /// Bytes that may be looked at again after damage, so that hostile input costs no more than a multiple of its size.
  var budget = 0

  /// The text below the header, if text is what it holds.
  var text: Range<Int>? {
    guard case .text = content else { return nil }
    return bodyStart..<range.upperBound
  }

  /// True if one of the first lines of the text begins with `word`.
  func hasLine(startingWith word: StaticString, within lines: Int = 60) -> Bool {
    guard let text else { return false }
    var at = text.lowerBound
    for _ in 0..<lines where at < text.upperBound {
      if ByteSearch.matches(bytes, at: at, end: text.upperBound, word) { return true }
      at = ByteSearch.lineEnd(bytes, from: at, end: text.upperBound) + 1
    }
    return false
  }

  var shape: JSONShape? {
    guard case .json(let shape) = content else { return nil }
    return shape
  }
}

/// What came of a segment, and where reading goes on.
struct SegmentOutcome: Sendable {
  var reports: [Decoded<CrashReport>] = []
  var faults: [DecodingFault] = []
  /// Just after what was used.
  var end: Int
  /// Line of `end`.
  var endLine: Int
  /// Frames taken from the input's budget.
  var frameCount = 0
  /// Bytes looked at again.
  var work = 0
  /// The report ends early or its brackets do not match.
  var isDamaged = false
}
