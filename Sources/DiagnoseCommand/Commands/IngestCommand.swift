import Analysis
import ArgumentParser
import CrashReports
import Diagnosis
import Documents
import Foundation
import History
import Symbolication
import Trends
import Vocabulary
import Platform

/// Records many reports quietly.
struct IngestCommand: Subcommand {
  enum Format: String, ExpressibleByArgument, CaseIterable { case text, jsonl }

  static let configuration = CommandConfiguration(
    commandName: "ingest", abstract: "Record reports without a word for each.",
    discussion: """
      A report counts as recorded when it is on disk. The same report twice is recorded once. With --format jsonl a \
      line tells of each report once it is stored.
      """)

  @Argument(help: ArgumentHelp("Reports, folders of reports, or - for standard input.", valueName: "path"))
  var inputs: [String]

  @Option(name: [.short, .long], help: "text, or jsonl: one document for each report that is stored.")
  var format: Format = .text

  @Flag(name: [.short, .long], help: "A line for each report.")
  var verbose = false

  @OptionGroup var history: HistoryOptions
  @Option(
    help: ArgumentHelp("Stored with each report, to filter by: build, branch, job, machine, …", valueName: "key=value"))
  var label: [LabelArgument] = []
  @OptionGroup var input: InputOptions
  @OptionGroup var symbol: SymbolOptions
  @OptionGroup var own: PatternOptions
  @OptionGroup var configuration: ConfigurationOptions
  @OptionGroup var project: ProjectOptions

  func perform(_ session: Session) throws -> ExitStatus {
    let session = try configuration.applied(to: session)
    var analysis = try own.analysisOptions(session)
    let interruption = Interruption()
    let symbols = symbol.store(session)
    let index = try project.index()
    let store = try history.open(session, access: .write, interruption: interruption)
    try session.prune(store)
    let list = InputList(inputs, recursive: input.recursive)
    let recorder = Recorder(store, labels: label, session)
    analysis.symbolicator = symbols.map { Symbolicator($0) }
    analysis.withDigest = true
    let presenter = ReportPresenter(analysis, labels: label, project: index)
    var run = Run(recorder, presenter, format, isVerbose: verbose)
    run.tally.skippedCount = list.skippedCount
    var fault: CommandFault?
    let progress = list.progressLine("ingest")
    defer { progress.finish() }
    let stored = run.isQuiet ? StoredReadings(store, session, analysis, label) : nil
    let reader = InputReader(
      limit: input.maxSize.bytes, analysis: analysis, preparation: recorder.preparation,
      dropsReports: run.isQuiet, stored: stored, isCancelled: { interruption.isRequested }, progress: progress)
    do {
      try reader.forEach(list, input) { outcome in
        try run.add(outcome)
        return !interruption.isRequested
      }
      try run.flush()
    } catch let error as HistoryError {
      if !interruption.isRequested { fault = CommandFault(error) }
    }
    stored?.close()
    store.close()
    progress.finish()
    symbols?.explainGaps()
    for line in run.tally.lines { Console.write(line + "\n") }
    if let status = interruption.status {
      Console.complain("interrupted; what is counted as recorded is on disk")
      return status
    }
    if let fault { throw fault }
    if let outputFault = run.outputFault { throw outputFault }
    return run.tally.status
  }

  /// The reports of one call, stored in batches.
  private struct Run {
    private let recorder: Recorder
    private let presenter: ReportPresenter
    private let format: Format
    private let isVerbose: Bool
    private var waiting: [(path: String, report: InputReport)] = []
    /// Inputs that could not be read, or not whole.
    private var refused: [InputError] = []
    private var oldest = Date.distantFuture
    private var readerIsGone = false
    private(set) var outputFault: OutputFault?
    var tally = IngestTally()

    /// A transaction holds at most so many reports, and none waits longer for its own.
    private let batch: Int
    private static let patience = 0.2

    init(_ recorder: Recorder, _ presenter: ReportPresenter, _ format: Format, isVerbose: Bool) {
      self.recorder = recorder
      self.presenter = presenter
      self.format = format
      self.isVerbose = isVerbose
      batch = format == .text && !isVerbose ? 1000 : 100
    }

    /// Nothing is said of the single report.
    var isQuiet: Bool { format == .text && !isVerbose }

    mutating func add(_ outcome: InputOutcome) throws {
      tally.count(outcome)
      if isIdle { oldest = Date() }
      for report in outcome.reports {
        waiting.append((outcome.path, report))
        if isFull { try flush() }
      }
      for error in outcome.errors {
        refused.append(error)
        if isFull { try flush() }
      }
      if !isIdle, -oldest.timeIntervalSinceNow >= Self.patience { try flush() }
    }

    private var isIdle: Bool { waiting.isEmpty && refused.isEmpty }
    private var isFull: Bool { waiting.count + refused.count >= batch }

    mutating func flush() throws {
      defer { (waiting, refused) = ([], []) }
      try record()
      // Reports of the same input are stored by now: they would take the note away again.
      try recorder.note(refused)
      guard format == .jsonl else { return }
      for error in refused { say(EncodedDocument(event: "unreadable", errors: [error]).line()) }
    }

    private mutating func record() throws {
      guard !waiting.isEmpty else { return }
      if isQuiet {
        let records = waiting.compactMap(\.report.prepared)
        tally.count(try recorder.add(records), withoutFailure: waiting.count - records.count)
        return
      }
      for (one, issueStatus) in zip(waiting, try recorder.record(waiting.map(\.report))) {
        let report = presenter.present(one.report, path: one.path, issueStatus)
        tally.count(report)
        switch format {
        case .jsonl: say(EncodedDocument(event: "report", reports: [report]).line())
        case .text: say(line(report))
        }
      }
    }

    private func line(_ report: PresentedReport) -> String {
      let status =
        report.history?.isTooOld == true
        ? "older than the history keeps"
        : report.history?.status == .notRecorded
          ? "no failure, not kept" : report.history?.wasRecordedBefore == true ? "already known" : "recorded"
      let headline = report.statement
      return "\(Terminal.quotedFileName(report.name)): \(status): \(Terminal.escaped(headline))\n"
    }

    /// A reader that goes away does not keep reports from being stored; output that fails is told at the end.
    private mutating func say(_ text: String) {
      guard !readerIsGone, outputFault == nil else { return }
      do { try StandardStreams.output(text) } catch {
        if case .closed = error { readerIsGone = true } else { outputFault = error }
      }
    }
  }
}

/// The sums that `ingest` ends with.
struct IngestTally {
  var skippedCount = 0
  private var files = 0
  private var recorded = 0
  private var alreadyKnown = 0
  private var withoutFailure = 0
  private var tooOld = 0
  private var skipped = 0
  private var unreadable = 0
  private var withReports = 0
  /// The first remarks, and how many there are.
  private var warnings: [(name: String, text: String)] = []
  private var remarkCount = 0

  /// Remarks shown; the others are in `diagnose history list --problems`.
  private static let shown = 50

  mutating func count(_ outcome: InputOutcome) {
    files += outcome.files
    skipped += outcome.skipped
    alreadyKnown += outcome.known
    if outcome.found > 0 { withReports += 1 }
    unreadable += outcome.unreadable ?? (outcome.errors.isEmpty ? 0 : 1)
    for error in outcome.errors + outcome.warnings {
      warning(error.path, error.member, error.message)
    }
    if outcome.errors.isEmpty,
      let note = outcome.reports.lazy.flatMap(\.assessment.notes).first(where: { Recording.meansDamage($0.code) })
    {
      warning(outcome.path, outcome.member, note.text + " What could be read is recorded as damaged.")
    }
  }

  private mutating func warning(_ path: String, _ member: String?, _ text: String) {
    remarkCount += 1
    if warnings.count < Self.shown { warnings.append((Self.shortName(path, member), text)) }
  }

  mutating func count(_ report: PresentedReport) {
    switch report.history?.status {
    case .notRecorded: if report.history?.isTooOld == true { tooOld += 1 } else { withoutFailure += 1 }
    default: if report.history?.wasRecordedBefore == true { alreadyKnown += 1 } else { recorded += 1 }
    }
  }

  mutating func count(_ sums: HistoryStore.Sums, withoutFailure others: Int) {
    recorded += sums.stored
    alreadyKnown += sums.known
    tooOld += sums.tooOld
    withoutFailure += others
  }

  var status: ExitStatus {
    if unreadable == 0 { return .done }
    return withReports == 0 ? .nothingDone : .partlyDone
  }

  /// Lines for standard error, escaped.
  var lines: [String] {
    var parts = ["\(TrendWording.grouped(recorded)) \(recorded == 1 ? "report" : "reports") recorded"]
    if alreadyKnown > 0 { parts.append("\(TrendWording.grouped(alreadyKnown)) already known") }
    if withoutFailure > 0 { parts.append("\(TrendWording.grouped(withoutFailure)) without a failure, not kept") }
    if tooOld > 0 { parts.append("\(TrendWording.grouped(tooOld)) older than the history keeps") }
    if skipped + skippedCount > 0 {
      parts.append("\(TrendWording.grouped(skipped + skippedCount)) skipped (no reports)")
    }
    if unreadable > 0 { parts.append("\(TrendWording.grouped(unreadable)) unreadable") }
    let total = files + skippedCount
    var lines = [
      "diagnose: \(TrendWording.grouped(total)) \(total == 1 ? "file" : "files"): " + parts.joined(separator: ", ")
    ]
    let names = warnings.map { Terminal.quotedFileName($0.name) }
    let width = min(names.map(\.count).max() ?? 0, 40)
    for (name, warning) in zip(names, warnings) {
      let padding = String(repeating: " ", count: max(0, width - name.count))
      lines.append("  \(name)\(padding)  \(Terminal.escaped(warning.text))")
    }
    if remarkCount > warnings.count {
      lines.append("  and \(remarkCount - warnings.count) more: diagnose history list --problems --limit 0")
    }
    return lines
  }

  /// Without the folders, which are the same for most.
  private static func shortName(_ path: String, _ member: String?) -> String {
    let name = String(decoding: FilePath(path).lastComponent, as: UTF8.self)
    return InputName.text(name, member)
  }
}
