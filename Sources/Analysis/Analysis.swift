package import CrashReports
import Diagnosis
import ProjectInspection
import Signatures
import Symbolication
package import Vocabulary

/// Turns bytes into analyzed reports: reads, symbolicates, demangles, maps source paths, assigns frame roles,
/// diagnoses, and computes digest and signature, in this order. Except for symbol files, the result depends only on the
/// arguments.
package enum Analysis {
  /// Analyzes all reports of an input.
  ///
  /// - Parameters:
  ///   - bytes: The input, in any format.
  ///   - digest: The digest of all bytes, if known; used if a report fills the input.
  /// - Returns: The reports in the order of the input, and the faults of parts without a report. An input without any
  ///   report gives at least one fault.
  package static func analyze(
    _ bytes: [UInt8], _ options: AnalysisOptions = AnalysisOptions(), digest: SHA256Digest? = nil
  ) -> (reports: [AnalyzedReport], faults: [DecodingFault]) {
    var outcome = ReportReader.read(bytes)
    let isAlone = outcome.reports.count == 1
    var mentions: [Int?] = []
    var isSource = true
    let run = StatedOutcome(of: bytes)
    let reports = outcome.reports.indices.compactMap { index -> AnalyzedReport? in
      let decoded = outcome.take(index)
      let range = decoded.value.source.byteRange
      var report = analyze(decoded, input: bytes, options, run)
      if report.assessment.report.source.isMention, report.assessment.findings.isEmpty {
        mentions.append(report.assessment.report.source.firstLine)
        isSource = isSource && report.assessment.report.source.format == "source-excerpt"
        return nil
      }
      if options.withDigest { report.digest = Self.digest(of: range, in: bytes, isAlone: isAlone, inputDigest: digest) }
      return report
    }
    if reports.isEmpty, outcome.faults.isEmpty, let line = mentions.first {
      outcome.faults.append(isSource ? .sourceCode(line: line) : .mention(outcome.inputKind, line: line))
    }
    let isOnlySource = isSource && !mentions.isEmpty
    if options.withDescriptions,
      let described = (isOnlySource ? nil : quotedFailure(in: bytes, reports, outcome.faults, options))
        ?? describedFailure(in: bytes, reports, outcome.faults, options)
    {
      return ([described], [])
    }
    return (reports, outcome.faults)
  }

  /// Analyzes a report that is already decoded, such as the evidence that a history stores. The result has no digest.
  ///
  /// - Parameter input: The bytes it was read from, for quoting lines; empty if there are none.
  package static func analyze(
    _ decoded: consuming Decoded<CrashReport>, input: [UInt8] = [], _ options: AnalysisOptions = AnalysisOptions()
  ) -> AnalyzedReport {
    analyze(decoded, input: input, options, StatedOutcome(of: input))
  }

  private static func analyze(
    _ decoded: consuming Decoded<CrashReport>, input: [UInt8], _ options: AnalysisOptions, _ outcome: StatedOutcome
  ) -> AnalyzedReport {
    addNames(to: &decoded.value, options)
    var assessment = Assessor.assess(
      decoded, input: input, patterns: options.patterns, own: options.images, outcome: outcome)
    assessment.addFaultsOfSource(options.patterns)
    return AnalyzedReport(
      assessment: assessment,
      signature: options.withSignature
        ? Signature(SignatureInput(assessment.report), rules: options.images) : nil)
  }

  /// Returns the report with names and roles of its frames, without a diagnosis.
  package static func named(_ report: consuming CrashReport, _ options: AnalysisOptions = AnalysisOptions())
    -> CrashReport
  {
    addNames(to: &report, options)
    report.assignFrameRoles(options.images)
    return report
  }

  private static func addNames(to report: inout CrashReport, _ options: AnalysisOptions) {
    options.symbolicator?.fill(in: &report)
    if options.demangles { ReadableNames.fill(in: &report) }
    mapSources(of: &report, options.sourceMap)
  }

  /// Replaces the paths of source files by those on the user's machine.
  private static func mapSources(of report: inout CrashReport, _ map: [(from: String, to: String)]) {
    guard !map.isEmpty else { return }
    report.changeEachStack { frames, _ in
      for index in frames.indices {
        guard let file = frames[index].source?.file,
          let entry = map.first(where: { isPrefix($0.from, of: file) })
        else { continue }
        let rest = file.dropFirst(entry.from.count)
        let isJoined = entry.to.isEmpty || entry.to.hasSuffix("/") || rest.hasPrefix("/") || rest.isEmpty
        let path = entry.to + (isJoined ? "" : "/") + rest
        frames[index].source?.file = path.hasPrefix("./") ? String(path.dropFirst(2)) : path
      }
    }
  }

  /// Returns true if `file` is in the folder `prefix`, and not in one whose name only begins with it.
  private static func isPrefix(_ prefix: String, of file: String) -> Bool {
    guard !prefix.isEmpty, file.hasPrefix(prefix) else { return false }
    return prefix.hasSuffix("/") || file.utf8.count == prefix.utf8.count || file.dropFirst(prefix.count).first == "/"
  }

  /// Returns the digest of a report. A report that fills its file is the entire file, including surrounding white
  /// space, so that its digest is the one that `shasum` prints.
  private static func digest(of range: Range<Int>?, in bytes: [UInt8], isAlone: Bool, inputDigest: SHA256Digest?)
    -> SHA256Digest
  {
    guard let range, range.lowerBound >= 0, range.upperBound <= bytes.count else {
      return inputDigest ?? SHA256.digest(of: bytes)
    }
    let isBlank: (UInt8) -> Bool = { $0 == 0x20 || (0x09...0x0D).contains($0) }
    if isAlone, bytes[..<range.lowerBound].allSatisfy(isBlank), bytes[range.upperBound...].allSatisfy(isBlank) {
      return inputDigest ?? SHA256.digest(of: bytes)
    }
    return SHA256.digest(of: bytes[range])
  }
}
