import Archives
import CrashReports
import Diagnosis
import Documents
import History
import Presentation
import Symbolication
import Vocabulary

/// A report that was read and judged, with its identity.
struct AnalyzedReport: Sendable {
  var assessment: Assessment
  /// What outputs show in its place: the same, read from a copy without personal data.
  var shown: Assessment?
  /// Of the report's own bytes; `nil` when it was not asked for.
  var digest: SHA256Digest?
  /// Where it stands in an archive; `nil` for a file of its own.
  var member: String?
  /// The report's own bytes, deflated; only where they are to be kept.
  var raw: [UInt8]?
  /// What the history stores of it; only where that was asked for, and `nil` for what is not kept.
  var prepared: PreparedRecord?
}

/// What reports are judged by, besides what comes with the program.
struct AnalysisRules: Sendable {
  var patterns = PatternSet.catalog
  var own = ImageRules.builtIn
  /// How paths of source files begin, and what stands there instead.
  var sourceMap: [(from: String, to: String)] = []
  /// Whether the report's own bytes go along, for the history.
  var keepsRaw = false

  /// Writes the paths of source files as the user's machine has them.
  func mapSources(of report: inout CrashReport) {
    guard !sourceMap.isEmpty else { return }
    if var threads = report.threads {
      report.threads = nil
      for index in threads.indices { map(&threads[index].frames) }
      report.threads = threads
    }
    if var frames = report.lastExceptionBacktrace {
      map(&frames)
      report.lastExceptionBacktrace = frames
    }
    if var stacks = report.applicationSpecificBacktraces {
      for index in stacks.indices { map(&stacks[index]) }
      report.applicationSpecificBacktraces = stacks
    }
  }

  private func map(_ frames: inout [CrashReport.Frame]) {
    for index in frames.indices {
      guard let file = frames[index].source?.file,
        let entry = sourceMap.first(where: { file.hasPrefix($0.from) })
      else { continue }
      let path = entry.to + file.dropFirst(entry.from.count)
      frames[index].source?.file = path.hasPrefix("./") ? String(path.dropFirst(2)) : path
    }
  }
}

/// From bytes to judged reports: the pipe without the world around it.
enum ReportAnalysis {
  /// - Parameters:
  ///   - symbols: Where names of bare frames come from; `nil`: from nowhere.
  ///   - rules: What reports are judged by.
  ///   - withDigests: Whether anybody asks what the bytes were: for a large report that takes as long as half the
  ///     reading.
  ///   - digest: That of all the bytes, if it is known.
  static func analyze(
    _ bytes: [UInt8], symbols: SymbolStore?, rules: AnalysisRules = AnalysisRules(), withDigests: Bool = true,
    digest: SHA256Digest? = nil
  )
    -> (reports: [AnalyzedReport], faults: [DecodingFault])
  {
    var outcome = ReportReader.read(bytes)
    let symbolicator = symbols.map { Symbolicator($0) }
    let isAlone = outcome.reports.count == 1
    let reports = outcome.reports.indices.map { index in
      var decoded = outcome.take(index)
      symbolicator?.fill(in: &decoded.value)
      ReadableNames.fill(in: &decoded.value)
      rules.mapSources(of: &decoded.value)
      let range = decoded.value.source.byteRange
      return AnalyzedReport(
        assessment: Assessor.assess(decoded, input: bytes, patterns: rules.patterns, own: rules.own),
        digest: withDigests ? Self.digest(of: range, in: bytes, isAlone: isAlone, whole: digest) : nil,
        raw: rules.keepsRaw
          ? Zlib.deflated(Array(range.map { bytes[$0.clamped(to: 0..<bytes.count)] } ?? bytes[...])) : nil)
    }
    return (reports, outcome.faults)
  }

  /// A report that fills its file is the file, white space around it included, so that its digest is the one that
  /// `shasum` prints.
  private static func digest(of range: Range<Int>?, in bytes: [UInt8], isAlone: Bool, whole: SHA256Digest?)
    -> SHA256Digest
  {
    guard let range, range.lowerBound >= 0, range.upperBound <= bytes.count else {
      return whole ?? SHA256.digest(of: bytes)
    }
    let isBlank: (UInt8) -> Bool = { $0 == 0x20 || (0x09...0x0D).contains($0) }
    if isAlone, bytes[..<range.lowerBound].allSatisfy(isBlank), bytes[range.upperBound...].allSatisfy(isBlank) {
      return whole ?? SHA256.digest(of: bytes)
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
