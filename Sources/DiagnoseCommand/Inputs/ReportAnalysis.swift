import CrashReports
import Diagnosis
import Presentation
import Symbolication
import Vocabulary

/// A report that was read and judged, with its identity.
struct AnalyzedReport: Sendable {
  var assessment: Assessment
  /// Of the report's own bytes; `nil` when it was not asked for.
  var digest: SHA256Digest?
  /// Where it stands in an archive; `nil` for a file of its own.
  var member: String?
}

/// From bytes to judged reports: the pipe without the world around it.
enum ReportAnalysis {
  /// - Parameters:
  ///   - symbols: Where names of bare frames come from; `nil`: from nowhere.
  ///   - withDigests: Whether anybody asks what the bytes were: for a large report that takes as long as half the
  ///     reading.
  static func analyze(_ bytes: [UInt8], symbols: SymbolStore?, withDigests: Bool = true) -> (
    reports: [AnalyzedReport], faults: [DecodingFault]
  ) {
    var outcome = ReportReader.read(bytes)
    let symbolicator = symbols.map { Symbolicator($0) }
    let isAlone = outcome.reports.count == 1
    let reports = outcome.reports.indices.map { index in
      var decoded = outcome.take(index)
      symbolicator?.fill(in: &decoded.value)
      ReadableNames.fill(in: &decoded.value)
      let range = decoded.value.source.byteRange
      return AnalyzedReport(
        assessment: Assessor.assess(decoded, input: bytes),
        digest: withDigests ? digest(of: range, in: bytes, isAlone: isAlone) : nil)
    }
    return (reports, outcome.faults)
  }

  /// A report that fills its file is the file, white space around it included, so that its digest is the one that
  /// `shasum` prints.
  private static func digest(of range: Range<Int>?, in bytes: [UInt8], isAlone: Bool) -> SHA256Digest {
    guard let range, range.lowerBound >= 0, range.upperBound <= bytes.count else { return SHA256.digest(of: bytes) }
    let isBlank: (UInt8) -> Bool = { $0 == 0x20 || (0x09...0x0D).contains($0) }
    if isAlone, bytes[..<range.lowerBound].allSatisfy(isBlank), bytes[range.upperBound...].allSatisfy(isBlank) {
      return SHA256.digest(of: bytes)
    }
    return SHA256.digest(of: bytes[range])
  }
}

extension InputError {
  init(_ fault: DecodingFault, path: String, member: String? = nil) {
    self.init(
      path: path, member: member, code: fault.code.rawValue, message: fault.explanation, line: fault.line,
      offset: fault.offset,
      hint: fault.hint)
  }

  init(_ fault: ReadingFault, path: String) {
    self.init(path: path, code: fault.code, message: fault.message, hint: fault.hint)
  }
}
