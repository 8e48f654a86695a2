import Analysis
import ArgumentParser
import Archives
import CrashReports
import Diagnosis
import Documents
import History
import HistoryPresentation
import Vocabulary
import Workflow

/// Diagnoses stored reports again.
struct DatabaseRediagnoseCommand: Subcommand {
  static let configuration = CommandConfiguration(
    commandName: "rediagnose", abstract: "Diagnose stored reports again with the current patterns and signatures.",
    discussion: """
      Reads the evidence that the history stores, or the complete report if it is stored. A finding remains unchanged \
      if the evidence lacks the data that its pattern needs. Updates the history and writes a summary to standard \
      output.

      Exit status: 0 when done; 74 if the history could not be written.

      Examples:
        diagnose database rediagnose --dry-run
        diagnose database rediagnose --patterns crash-patterns.yml
      """)

  @Flag(help: "Show what would change, and change nothing.")
  var dryRun = false

  @OptionGroup(title: "History options") var history: HistoryOptions
  @OptionGroup(title: "Analysis options") var patternOptions: PatternOptions
  @OptionGroup(title: "Analysis options") var configuration: ConfigurationOptions

  func perform(_ session: Session) throws -> ExitStatus {
    let session = try configuration.applied(to: session)
    let analysis = try patternOptions.selection.analysisOptions(session)
    let interruption = Interruption()
    let store = try history.selection.open(session, access: dryRun ? .read : .write, interruption: interruption)
    var rediagnosis = Rediagnosis(analysis)
    let moved = dryRun ? 0 : try store.recomputeKeys()
    let progress = ProgressLine("rediagnose", total: try store.count())
    defer { progress.finish() }
    var next: Int64? = 0
    while let row = next, !interruption.isRequested {
      let page = try store.records(after: row, limit: 200)
      let judgments = page.records.compactMap { rediagnosis.judgment(for: $0) }
      if !dryRun, !judgments.isEmpty { try store.replaceFindings(with: judgments, by: session.program) }
      progress.advance(by: page.records.count)
      next = page.next
    }
    progress.finish()
    store.close()
    try StandardStreams.output(rediagnosis.text(moved: moved, isDry: dryRun))
    if !dryRun { history.selection.send(session, interruption: interruption) }
    return interruption.status ?? .done
  }

  /// Compares the findings of the current patterns with the stored ones.
  private struct Rediagnosis {
    private let options: AnalysisOptions
    private var changes: [String: Int] = [:]
    private var unrecognizedBefore = 0
    private var unrecognizedNow = 0
    private var withoutEvidence = 0
    private var rediagnosedCount = 0
    private var completed = 0

    init(_ options: AnalysisOptions) { self.options = options }

    /// Returns the new judgment; `nil` if nothing changes.
    mutating func judgment(for record: ReportRecord) -> RediagnosedReport? {
      let before = record.findings
      if before.isEmpty { unrecognizedBefore += 1 }
      guard let assessment = assessment(record) else {
        withoutEvidence += 1
        if before.isEmpty { unrecognizedNow += 1 }
        return nil
      }
      rediagnosedCount += 1
      // Evidence is less than the report: a finding that the same pattern revision made from the full report remains.
      let found = Set(assessment.findings.map(\.pattern))
      let revisions = Dictionary(
        options.patterns.patterns.map { ($0.id, $0.revision) }, uniquingKeysWith: { first, _ in first })
      let retained = before.filter { !found.contains($0.pattern) && revisions[$0.pattern] == $0.patternRevision }
      var findings = assessment.findings + retained
      findings.sort { left, right in left.confidence > right.confidence }
      if let first = before.first, retained.contains(first), findings.first?.pattern != first.pattern,
        findings.first.map({ $0.confidence <= first.confidence }) == true
      {
        findings.removeAll { $0.pattern == first.pattern }
        findings.insert(first, at: 0)
      }
      if findings.isEmpty { unrecognizedNow += 1 }
      let additions = ReportAdditions(assessment.report, missingIn: record)
      if additions != nil { completed += 1 }
      guard Self.signs(before) != Self.signs(findings) else {
        return additions.map {
          RediagnosedReport(
            digest: record.digest, findings: before, summary: record.summary, location: record.location, additions: $0)
        }
      }
      changes[
        "\(before.first?.pattern ?? "not recognized") -> \(findings.first?.pattern ?? "not recognized")", default: 0] +=
        1
      let location = (findings.first?.blame ?? assessment.blame).flatMap(ReportRecord.location)
      return RediagnosedReport(
        digest: record.digest, findings: findings, summary: assessment.summary, location: location,
        additions: additions)
    }

    /// The parts of findings that are compared; a new text of the same pattern revision is not a change.
    private static func signs(_ findings: [Finding]) -> [String] {
      findings.map { "\($0.pattern) \($0.patternRevision) \($0.confidence) \($0.certaintyOfCause)" }
    }

    private func assessment(_ record: ReportRecord) -> Assessment? {
      if let raw = record.raw, let bytes = try? Zlib.inflated(raw, limit: 64 << 20) {
        return Analysis.analyze(bytes, options).reports.first?.assessment
      }
      guard let evidence = record.evidence, let report = try? StoredEvidence.decode(evidence) else { return nil }
      return Analysis.analyze(Decoded(report), options).assessment
    }

    func text(moved: Int, isDry: Bool) -> String {
      var text =
        "\(countText(rediagnosedCount, "report")) rediagnosed\(isDry ? " (dry run, nothing was stored)" : ""); "
      text += "unrecognized: \(unrecognizedBefore) before, \(unrecognizedNow) now\n"
      for (change, count) in changes.sorted(by: { ($1.value, $0.key) < ($0.value, $1.key) }) {
        text += "  \(count)  \(Terminal.escaped(change))\n"
      }
      if moved > 0 {
        text += "\(countText(moved, "report")) \(moved == 1 ? "has" : "have") a new signature\n"
      }
      if completed > 0 {
        text +=
          "\(countText(completed, "report")) \(isDry ? "lack" : "lacked") the role or the class of the fault address\n"
      }
      if withoutEvidence > 0 {
        text += "\(countText(withoutEvidence, "report")) without evidence: recorded by an older version\n"
      }
      return text
    }
  }
}
