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
import Presentation
import Workflow

/// Records many reports without printing each.
struct IngestCommand: Subcommand {
  enum Format: String, ExpressibleByArgument, CaseIterable { case text, jsonl }

  static let configuration = CommandConfiguration(
    commandName: "ingest", abstract: "Record reports without printing each one.",
    discussion: """
      Reads the reports that you name, and all reports in the folders that you name and in their subfolders. Writes \
      them to the history, and the totals to standard error. A report counts as recorded when it is on disk; the same \
      report is recorded only once. Files that are not reports are only counted. With --format jsonl, each report is \
      printed after it is stored.

      Exit status: 0 when done; 2 if no report could be read, or if every report is older than the history keeps; 3 if \
      some inputs could not be read.

      Examples:
        diagnose ingest ~/Library/Logs/DiagnosticReports
        diagnose ingest --label branch=main reports/
      """)

  @Argument(
    help: ArgumentHelp("Read these reports and folders; - is standard input.", valueName: "path"), completion: .file())
  var inputs: [String]

  @Option(name: [.short, .long], help: "Select the format: text, or jsonl (one document per stored report).")
  var format: Format = .text

  @Flag(name: [.short, .long], help: "Print one line per report.")
  var verbose = false

  @OptionGroup(title: "Input options") var input: InputOptions
  @OptionGroup(title: "Symbol options") var symbol: SymbolOptions
  @OptionGroup(title: "History options") var history: HistoryOptions
  @Option(help: ArgumentHelp("Store a label, such as build or branch; repeatable.", valueName: "key=value"))
  var label: [LabelArgument] = []
  @OptionGroup(title: "Analysis options") var patternOptions: PatternOptions
  @OptionGroup(title: "Analysis options") var configuration: ConfigurationOptions
  @OptionGroup(title: "Analysis options") var project: ProjectOptions

  func perform(_ session: Session) throws -> ExitStatus {
    let session = try configuration.applied(to: session)
    var analysis = try patternOptions.selection.analysisOptions(session)
    let interruption = Interruption()
    let (list, symbolInputs) = try SymbolInputs.separated(inputs, recursive: input.search.recursive)
    let symbols = try symbol.store(session, for: symbolInputs)
    let index = try project.index()
    let store = try history.selection.open(session, access: .write, interruption: interruption)
    try session.prune(store)
    let recorder = Recorder(store, labels: LabelArgument.dictionary(label), session)
    analysis.symbolicator = symbols.map { Symbolicator($0) }
    analysis.withDigest = true
    let presenter = ReportPresenter(analysis, labels: LabelArgument.dictionary(label), project: index)
    var run = Run(recorder, presenter, format, isVerbose: verbose)
    run.tally.skipped = list.skipped
    let sharing = SharingLoop.start(history.selection, session, interruption)
    var fault: CommandFault?
    let progress = list.progressLine("ingest")
    defer { progress.finish() }
    let stored = run.isQuiet ? StoredReadings(store, session, analysis, LabelArgument.dictionary(label)) : nil
    let reader = InputReader(
      limit: input.maxSize.bytes, analysis: analysis, preparation: recorder.preparation,
      dropsReports: run.isQuiet, stored: stored, isCanceled: { interruption.isRequested }, progress: progress,
      commands: { Diagnose.commandWords })
    do {
      try reader.forEach(list, jobs: input.jobs) { outcome in
        try run.add(outcome)
        return !interruption.isRequested
      }
      try run.flush()
      try store.verify()
    } catch let error as HistoryError {
      // A transaction that was interrupted is not an error.
      if !interruption.isRequested || error.code == .replaced { fault = CommandFault(error) }
    }
    stored?.close()
    store.close()
    sharing?.stop()
    progress.finish()
    symbols?.reportUnsearchedPaths()
    for line in run.tally.lines { Console.write(line + "\n") }
    if run.tally.isAllTooOld { Console.writeMessage(IngestTally.tooOldWarning, hint: IngestTally.tooOldHint) }
    if input.search.listSkipped { run.tally.skipped.report(list: true) }
    if let fault { throw fault }
    if let status = interruption.status {
      Console.writeMessage("interrupted; the reports counted as recorded are on disk")
      return status
    }
    if let outputFault = run.outputFault { throw outputFault }
    return run.tally.status
  }

  /// Stores the reports of one run in batches.
  private struct Run {
    private let recorder: Recorder
    private let presenter: ReportPresenter
    private let format: Format
    private let isVerbose: Bool
    private var waiting: [(path: String, report: InputReport)] = []
    /// Inputs that could not be read, or only in part.
    private var rejected: [InputError] = []
    private var oldest = Moment.distantFuture
    private var readerClosedPipe = false
    private(set) var outputFault: OutputFault?
    var tally = IngestTally()

    /// The maximum number of reports in a transaction.
    private let batch: Int
    /// The maximum time that a report waits for its transaction, in seconds.
    private static let flushInterval = 0.2

    init(_ recorder: Recorder, _ presenter: ReportPresenter, _ format: Format, isVerbose: Bool) {
      self.recorder = recorder
      self.presenter = presenter
      self.format = format
      self.isVerbose = isVerbose
      batch = format == .text && !isVerbose ? 1000 : 100
    }

    /// True if nothing is printed for a single report.
    var isQuiet: Bool { format == .text && !isVerbose }

    mutating func add(_ outcome: InputOutcome) throws {
      tally.count(outcome)
      if isIdle { oldest = .now }
      for report in outcome.reports {
        waiting.append((outcome.path, report))
        if isFull { try flush() }
      }
      for error in outcome.errors {
        rejected.append(error)
        if isFull { try flush() }
      }
      if !isIdle, Moment.now.seconds(since: oldest) >= Self.flushInterval { try flush() }
    }

    private var isIdle: Bool { waiting.isEmpty && rejected.isEmpty }
    private var isFull: Bool { waiting.count + rejected.count >= batch }

    mutating func flush() throws {
      defer { (waiting, rejected) = ([], []) }
      try record()
      // Reports of the same input are stored first, because storing them would remove the note.
      try recorder.note(rejected)
      guard format == .jsonl else { return }
      for error in rejected { emit(EncodedDocument(event: "unreadable", errors: [error]).line()) }
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
        case .jsonl: emit(EncodedDocument(event: "report", reports: [report]).line())
        case .text: emit(line(report, isIncomplete: one.report.isIncomplete))
        }
      }
    }

    private func line(_ report: PresentedReport, isIncomplete: Bool) -> String {
      let status =
        report.history?.isTooOld == true
        ? "older than the retention period"
        : report.history?.status == .notRecorded
          ? "not a failure report, not stored"
          : report.history?.wasRecordedBefore == true ? "already recorded" : "recorded"
      let extent = isIncomplete ? " (incomplete)" : ""
      return "\(Terminal.quotedFileName(report.name)): \(status)\(extent): \(report.statement.headlineInMessage)\n"
    }

    /// Prints text. If the reader is gone, reports are still stored; a failed output is reported at the end.
    private mutating func emit(_ text: String) {
      guard !readerClosedPipe, outputFault == nil else { return }
      do { try StandardStreams.output(text) } catch {
        if case .closed = error { readerClosedPipe = true } else { outputFault = error }
      }
    }
  }
}

/// The totals that `ingest` prints at the end.
struct IngestTally {
  /// Files that are not reports.
  var skipped = SkippedFiles()
  private var files = 0
  private var recorded = 0
  private var alreadyKnown = 0
  private var withoutFailure = 0
  private var tooOld = 0
  /// The number of skipped files that are counted in `files`.
  private var skippedSources = 0
  private var unreadable = 0
  private var withReports = 0
  /// The number of reports of which only a part could be read.
  private var incomplete = 0
  /// The first problems; `warningCount` is the number of all.
  private var warnings: [(name: String, text: String)] = []
  private var warningCount = 0

  /// The maximum number of warnings shown; `diagnose history list --problems` lists all of them.
  private static let shown = 50

  mutating func count(_ outcome: InputOutcome) {
    files += outcome.files
    skipped.add(outcome.skipped)
    skippedSources += outcome.skipped.count
    alreadyKnown += outcome.known
    if outcome.found > 0 { withReports += 1 }
    unreadable += outcome.unreadable ?? (outcome.errors.isEmpty ? 0 : 1)
    for error in outcome.errors + outcome.warnings {
      warning(error.path, error.member, error.message)
    }
    incomplete += outcome.reports.count(where: \.isIncomplete)
  }

  private mutating func warning(_ path: String, _ member: String?, _ text: String) {
    warningCount += 1
    if warnings.count < Self.shown { warnings.append((InputName.text(path, member), text)) }
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

  /// Whether reports were found, and all of them are older than the history keeps.
  var isAllTooOld: Bool { tooOld > 0 && recorded + alreadyKnown == 0 }

  static let tooOldWarning = "warning: every report is older than the history keeps; nothing was recorded"
  static let tooOldHint =
    "To show the first day of which reports are stored: diagnose database info. To store older ones: diagnose database prune --keep-from DATE"

  var status: ExitStatus {
    if unreadable == 0 { return isAllTooOld ? .nothingDone : .done }
    return withReports == 0 ? .nothingDone : .partlyDone
  }

  /// The lines for standard error, escaped.
  var lines: [String] {
    var parts = ["\(TrendWording.grouped(recorded)) \(recorded == 1 ? "report" : "reports") recorded"]
    if alreadyKnown > 0 { parts.append("\(TrendWording.grouped(alreadyKnown)) already recorded") }
    if withoutFailure > 0 { parts.append("\(TrendWording.grouped(withoutFailure)) not a failure report, not stored") }
    if tooOld > 0 { parts.append("\(TrendWording.grouped(tooOld)) older than the retention period") }
    if skipped.count > 0 {
      let what = skipped.count == 1 ? "not a report" : "not reports"
      parts.append("\(TrendWording.grouped(skipped.count)) skipped, \(what) (details: --list-skipped)")
    }
    if unreadable > 0 { parts.append("\(TrendWording.grouped(unreadable)) unreadable") }
    let total = files + skipped.count - skippedSources
    var lines = [
      "diagnose: \(TrendWording.grouped(total)) \(total == 1 ? "file" : "files"): " + parts.joined(separator: ", ")
    ]
    let names = warnings.map { Terminal.quotedFileName($0.name) }
    let width = min(names.map(\.count).max() ?? 0, 40)
    for (name, warning) in zip(names, warnings) {
      let padding = String(repeating: " ", count: max(0, width - name.count))
      lines.append("  \(name)\(padding)  \(Terminal.escaped(warning.text))")
    }
    if incomplete > 0 {
      let what =
        incomplete == 1 ? "1 report is incomplete" : "\(TrendWording.grouped(incomplete)) reports are incomplete"
      lines.append("  \(what), and recorded as far as could be read: -v shows which")
    }
    if warningCount > warnings.count {
      lines.append("  and \(warningCount - warnings.count) more: diagnose history list --problems --limit 0")
    }
    return lines
  }
}
