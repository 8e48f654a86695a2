import Bytes

/// A report format: its description, and the functions that recognize and decode it.
///
/// Formats that are recognized but not read are values of the same type, so that the error can name the format.
package struct ReportFormat: Identifiable, Sendable {
  /// The stable identifier, in kebab-case; the value of `CrashReport.Source.format`.
  package let id: String
  /// The name of the format for users.
  package let title: String
  /// One or two sentences for the documentation.
  package let summary: String
  /// One line in this format, invented.
  package let example: String
  /// False if the format is recognized and named, but not read.
  package let isRead: Bool
  /// False if stacks are trees, lists of numbers, or objects other than those of an .ips file: names are shown in the
  /// output, but cannot be written into the report.
  package var canRewriteFrames = true
  /// Returns how likely it is that a segment has this format.
  let recognize: @Sendable (Segment) -> Likelihood
  /// Decodes a segment.
  let decode: @Sendable (Segment, DecodingLimits) -> SegmentOutcome
}

/// How likely it is that a segment has a format. The format with the highest value decodes the segment; in a tie, the
/// first in the catalog.
enum Likelihood: Int, Comparable, Sendable {
  case no, possible, likely, certain

  static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}

/// A part of an input: one JSON report, or text with any number of reports.
struct Segment: Sendable {
  enum Content: Sendable {
    /// A JSON object at `bodyStart`; its shape is `nil` if the header is enough to identify the format.
    case json(JSONShape?)
    /// Members of a crash report's JSON body without the enclosing braces.
    case jsonMembers
    /// Text up to the end of `range`.
    case text
    /// A header line without a report.
    case headerOnly
    /// A complete file that is not text.
    case binary
    /// A complete file with several documents in it, of which some may be binary.
    case container
  }

  let bytes: [UInt8]
  /// The range from the first byte of the header, object or text; the next segment begins at its end or before.
  var range: Range<Int>
  var firstLine: Int
  var header: IPSHeader?
  var bodyStart: Int
  var bodyLine: Int
  var content: Content
  /// The text above a JSON object, for formats whose failure message is printed above it.
  var textAbove: (range: Range<Int>, firstLine: Int)?
  /// The number of bytes that may be read again after damage, so that the cost of hostile input is linear in its size.
  var budget = 0

  /// The range of the text below the header; `nil` if the content is not text.
  var text: Range<Int>? {
    guard case .text = content else { return nil }
    return bodyStart..<range.upperBound
  }

  /// Returns whether one of the first `lines` lines of the text begins with `word`.
  func hasLine(startingWith word: StaticString, within lines: Int = 60) -> Bool {
    guard let text else { return false }
    var at = text.lowerBound
    for _ in 0..<lines where at < text.upperBound {
      while at < text.upperBound, bytes[at].isBlank { at += 1 }
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

/// The result of decoding a segment, and the offset at which reading continues.
struct SegmentOutcome: Sendable {
  var reports: [Decoded<CrashReport>] = []
  var faults: [DecodingFault] = []
  /// The offset after the bytes that were used.
  var end: Int
  /// The line of `end`.
  var endLine: Int
  /// The number of frames read, which counts against the limit of the input.
  var frameCount = 0
  /// The number of bytes read again.
  var work = 0
  /// True if the report is truncated or its brackets do not match.
  var isDamaged = false
}
