import Bytes
import Analysis
import ArgumentParser
import CrashReports
import Diagnosis
import Documents
import Foundation
import History
import Monitoring
import Platform
import Presentation
import Symbolication
import Vocabulary
import HistoryPresentation
import Workflow

/// Diagnoses and records reports as they appear.
struct WatchCommand: Subcommand {
  enum Format: String, ExpressibleByArgument, CaseIterable { case text, jsonl }

  static let configuration = CommandConfiguration(
    commandName: "watch", abstract: "Watch folders and report each new crash.",
    discussion: """
      Reads the existing reports, then new ones. Writes each new report to the history and then to standard output. \
      Archives are read when they no longer change; bundles are not watched. Stop it with Control-C.

      --exec runs a program once for each new report, one at a time and without a shell. The program gets the report's \
      document on standard input, and the variables DIAGNOSE_STATUS (new, known, regressed), DIAGNOSE_REPORT, \
      DIAGNOSE_ISSUE and DIAGNOSE_DATABASE.

      Exit status: 0 after SIGTERM, or when done with --once; 130 after Control-C; 2 if a folder was not found.

      Examples:
        diagnose watch ~/Library/Logs/DiagnosticReports
        diagnose watch --once --format jsonl reports/
        diagnose watch --install-service --print ~/crash-reports
      """)

  @Argument(
    help: ArgumentHelp(
      "Watch these folders and their subfolders (Mac default: your DiagnosticReports).", valueName: "folder"),
    completion: .directory)
  var folders: [String] = []

  @OptionGroup(title: "Input options") var search: SearchOptions

  @Flag(help: "Read the existing reports, then exit.")
  var once = false

  @Option(help: ArgumentHelp("Wait until a file is unchanged for this time (default: 2s).", valueName: "time"))
  var settle: DurationArgument?

  @Option(
    help: ArgumentHelp("Also rescan all folders at this interval (default: 60s).", valueName: "time"))
  var rescan: DurationArgument?

  @Option(name: [.short, .long], help: "Select the format: text, or jsonl (one document per event).")
  var format: Format = .text

  @Option(
    help: ArgumentHelp("Run this program for each new report; separate arguments with spaces.", valueName: "program"))
  var exec: String?

  @Flag(
    help: ArgumentHelp(
      "Write a service that runs this command (systemd user unit, launchd agent).",
      discussion: "The service has the other options of the command line, with absolute paths. Nothing is started."))
  var installService = false

  @Flag(name: .customLong("print"), help: "With --install-service: print the service, and write no file.")
  var printService = false

  @OptionGroup(title: "History options") var history: HistoryOptions
  @Option(help: ArgumentHelp("Store a label, such as build or branch; repeatable.", valueName: "key=value"))
  var label: [LabelArgument] = []

  @Option(help: ArgumentHelp("Read files up to this size.", valueName: "bytes"))
  var maxSize = SizeArgument(bytes: FileReader.defaultLimit)

  @Option(help: ArgumentHelp("Read this many files at once (default: one per core).", valueName: "n"))
  var jobs: Int?

  @OptionGroup(title: "Symbol options") var symbol: SymbolOptions
  @OptionGroup(title: "Analysis options") var patternOptions: PatternOptions
  @OptionGroup(title: "Analysis options") var configuration: ConfigurationOptions
  @OptionGroup(title: "Analysis options") var project: ProjectOptions
  @OptionGroup(title: "Output options") var style: StyleOptions

  func validate() throws {
    if let exec, exec.allSatisfy(\.isWhitespace) { throw ValidationError("--exec is empty. Name a program.") }
    if let rescan, rescan.seconds < 0.1 { throw ValidationError("--rescan is too short. Use at least 100ms.") }
    if printService, !installService { throw ValidationError("--print is used together with --install-service.") }
    if installService, once { throw ValidationError("--install-service and --once cannot be used together.") }
    if let jobs, !(1...256).contains(jobs) { throw ValidationError("--jobs \(jobs) is not a number from 1 to 256.") }
  }

  func perform(_ session: Session) throws -> ExitStatus {
    let session = try configuration.applied(to: session)
    var analysis = try patternOptions.selection.analysisOptions(session)
    let settle = settle ?? DurationArgument(seconds: session.settings.settle ?? 2)
    let rescan = rescan ?? DurationArgument(seconds: session.settings.rescan ?? 60)
    let locations = try locations(session)
    if installService { return try installer(session, locations).install(printsOnly: printService) }
    let index = try project.index()
    let interruption = Interruption()
    let store = try history.selection.open(session, access: .write, interruption: interruption)
    try session.prune(store)
    let eventQueue = EventQueue()
    let program = exec.flatMap {
      ReportProgram(command: $0, environment: session.environment) { Console.writeMessage($0) }
    }
    interruption.notify {
      eventQueue.stop()
      program?.stop()
    }
    let reporter = WatchReporter(session, format, style.style(session))
    reporter.listsSkipped = search.listSkipped
    reporter.program = program
    reporter.database =
      try history.selection.location(session).address == nil ? store.path : history.selection.location(session).name
    let recorder = Recorder(store, labels: LabelArgument.dictionary(label), session)
    let symbols = try symbol.store(session, isWatching: true)
    analysis.symbolicator = symbols.map { Symbolicator($0) }
    analysis.withDigest = true
    let stored = StoredReadings(store, session, analysis, LabelArgument.dictionary(label))
    let rules = FileExamination.Rules(
      settle: settle.seconds, limit: maxSize.bytes, analysis: analysis, preparation: recorder.preparation,
      stored: stored)
    let alerts = AlertService.start(try history.selection.location(session), session)
    let watcher = makeWatcher(
      settings(locations, rules, rescan: rescan.seconds), recorder,
      ReportPresenter(analysis, labels: LabelArgument.dictionary(label), project: index), eventQueue, reporter, alerts)
    defer { alerts?.stop(seconds: interruption.isRequested ? 0.2 : 30) }
    let sharing = SharingLoop.start(history.selection, session, interruption)
    defer { sharing?.stop() }
    var fault: CommandFault?
    do {
      try reporter.start(locations, search, rescan: rescan)
      try watcher.run()
      try store.verify()
    } catch let error as HistoryError {
      // A transaction that was interrupted is not an error.
      if !interruption.isRequested || error.code == .replaced { fault = CommandFault(error) }
    } catch let error as OutputFault {
      stored?.close()
      store.close()
      throw error
    }
    stored?.close()
    store.close()
    if let left = program?.finish(), left > 0 {
      Console.writeMessage("\(countText(left, "report")) not passed to --exec; all reports are in the history")
    }
    try reporter.stop(unfinished: watcher.unfinished)
    if let fault { throw fault }
    if reporter.isAllTooOld { Console.writeMessage(IngestTally.tooOldWarning, hint: IngestTally.tooOldHint) }
    return interruption.status == .interrupted ? .interrupted : reporter.isAllTooOld ? .nothingDone : .done
  }

  private func makeWatcher(
    _ settings: Watcher.Settings, _ recorder: Recorder, _ presenter: ReportPresenter, _ eventQueue: EventQueue,
    _ reporter: WatchReporter, _ alerts: AlertService?
  ) -> Watcher {
    Watcher(settings, recorder, presenter, eventQueue) { event in
      try reporter.emit(event)
      if case .report = event { alerts?.reportsWereRecorded() }
    }
  }

  private func installer(_ session: Session, _ locations: [FilePath]) -> WatchServiceInstaller {
    WatchServiceInstaller(
      session, history.selection, runsProgram: exec != nil, names: folders, folders: locations)
  }

  private func settings(
    _ locations: [FilePath], _ rules: FileExamination.Rules, rescan: Double
  ) -> Watcher.Settings {
    Watcher.Settings(
      folders: locations, isRecursive: search.recursive, rescan: rescan, isOnce: once,
      jobs: jobs ?? max(1, ProcessInfo.processInfo.activeProcessorCount), examination: rules)
  }

  /// Returns the folders to watch. Throws if one is not found.
  private func locations(_ session: Session) throws -> [FilePath] {
    let folders = folders.isEmpty ? session.settings.watchedFolders ?? [] : folders
    if folders.isEmpty {
      let usual = ReportDirectory.locations(session, .watch).map(\.path)
      if !usual.isEmpty { return usual }
      throw CommandFault(
        .wrongUse, "no folder to watch", hint: "Name the folder in which reports appear: diagnose watch FOLDER")
    }
    return try FilePath.arguments(folders).map(\.withoutSlashes).map { path in
      if Folder.isFolder(path) { return path }
      let exists = Folder.stamp(of: path) != nil
      throw CommandFault(
        .nothingDone, "\(Terminal.quotedFileName(path.text)): \(exists ? "is not a folder" : "folder not found")",
        hint: exists ? "To diagnose one report: diagnose \(Terminal.quotedFileName(path.text))" : nil)
    }
  }
}

/// Prints the events and counts them.
final class WatchReporter {
  private let session: Session
  private let format: WatchCommand.Format
  private let style: PresentationStyle
  /// The program that receives each new report.
  var program: ReportProgram?
  /// The path of the history, for the program.
  var database = ""
  private var reports = 0
  private var unreadable = 0
  private var skipped = 0
  private var tooOld = 0
  private var known = 0
  /// True if files that are not reports are printed.
  var listsSkipped = false
  /// Hash values of the issues seen. They are only counted, and a watcher runs for months.
  private var issues: Set<Int> = []
  private var counts: [IssueStatus.Status: Int] = [:]

  init(_ session: Session, _ format: WatchCommand.Format, _ style: PresentationStyle) {
    self.session = session
    self.format = format
    self.style = style
  }

  func start(_ folders: [FilePath], _ search: SearchOptions, rescan: DurationArgument) throws {
    guard format == .text else { return try StandardStreams.output(EncodedDocument(event: "started").line()) }
    let rest = search.recursive ? "" : " and Retired/"
    let names = folders.map { Terminal.quotedFileName(session.scrubbed($0.text)) + rest }
    let seconds = rescan.seconds
    let span = seconds == seconds.rounded() ? "\(Int(seconds)) s" : "\(Int(seconds * 1000)) ms"
    try StandardStreams.output("Watching \(names.joined(separator: ", ")) (rescan every \(span))\n")
  }

  func emit(_ event: Watcher.Event) throws {
    switch event {
    case .report(let report):
      // Recorded before this run: after a restart, the folder is read again.
      if report.history?.wasRecordedBefore == true {
        known += 1
        return
      }
      reports += 1
      if report.history?.isTooOld == true { tooOld += 1 }
      if let issue = report.history?.issue { issues.insert(issue.hashValue) }
      if let status = report.history?.status { counts[status, default: 0] += 1 }
      try StandardStreams.output(
        format == .jsonl ? EncodedDocument(event: "report", reports: [report]).line() : line(report))
      passToProgram(report)
    case .unreadable(let error):
      unreadable += 1
      if format == .jsonl { try StandardStreams.output(EncodedDocument(event: "unreadable", errors: [error]).line()) }
      Console.write("diagnose: " + error.text + "\n")
    case .folderMissing(let path):
      Console.writeMessage("\(Terminal.quotedFileName(path)): folder not found; watching resumes when it reappears")
    case .unsupportedBundle(let path):
      let shown = Terminal.quotedFileName(path)
      Console.writeMessage("\(shown): test results are not watched", hint: "To read them: diagnose ingest \(shown)")
    case .skipped(let file):
      skipped += 1
      if listsSkipped { Console.writeMessage(file.text) }
    case .waiting(let path, let size):
      let name = String(streamSafe: FilePath(path).lastComponent)
      let what = "still being written (\(Self.size(size)))"
      if format == .jsonl {
        Console.writeMessage("waiting: \(Terminal.quotedFileName(path)): \(what)")
      } else {
        try StandardStreams.output(line("waiting", name, what, ""))
      }
    }
  }

  /// Whether reports arrived, and all of them are older than the history keeps.
  var isAllTooOld: Bool { tooOld > 0 && tooOld == reports && known == 0 }

  private func passToProgram(_ report: PresentedReport) {
    guard let program else { return }
    program.add(
      .init(
        document: EncodedDocument(event: "report", reports: [report]).line(),
        environment: [
          "DIAGNOSE_STATUS": report.history?.status.rawValue ?? "", "DIAGNOSE_REPORT": report.history?.report ?? "",
          "DIAGNOSE_ISSUE": report.history?.issue ?? "", "DIAGNOSE_DATABASE": database,
        ]))
  }

  /// - Parameter unfinished: The paths of files that were still being written.
  func stop(unfinished: [String]) throws {
    for path in unfinished {
      Console.writeMessage("\(Terminal.quotedFileName(path)): still being written; not recorded")
    }
    guard format == .text else { return try StandardStreams.output(EncodedDocument(event: "stopped").line()) }
    var parts = [countText(reports, "report"), countText(issues.count, "issue")]
    if let new = counts[.new] { parts.append("\(new) new") }
    if let regressed = counts[.regressed] { parts.append("\(regressed) regressed") }
    if tooOld > 0 { parts.append("\(tooOld) too old") }
    if unreadable > 0 { parts.append("\(unreadable) unreadable") }
    if skipped > 0 { parts.append(countText(skipped, "other file")) }
    try StandardStreams.output(parts.joined(separator: ", ") + "\n")
  }

  private func line(_ report: PresentedReport) -> String {
    let issueStatus = report.history
    let status =
      switch issueStatus?.status {
      case .new: "NEW"
      case .regressed: "REGRESSED"
      case .notRecorded where issueStatus?.isTooOld == true: "too old"
      default: issueStatus?.variantOf == nil ? "known" : "variant"
      }
    let headline = report.statement
    let sign = style.ascii ? "x" : "×"
    let issue = "\(issueStatus?.shortIssue ?? "") \(sign)\(issueStatus?.count ?? 0)"
    return line(status, report.assessment.report.appText, headline, issue)
  }

  /// Returns a line with time, status, app and text, and the issue at the right edge.
  private func line(_ status: String, _ who: String, _ what: String, _ issue: String) -> String {
    let time = session.clock.timeOfDay(session.now)
    let left =
      "\(time)  \(status.padded(to: 9))  \(Terminal.escaped(who).cut(to: 20, ascii: style.ascii).padded(to: 16))  "
    let room = max(20, style.width - left.count - (issue.isEmpty ? 0 : max(issue.count, 9) + 2))
    let words = Terminal.escaped(what.split(whereSeparator: \.isNewline).joined(separator: " ")).cut(
      to: room, ascii: style.ascii)
    return left + (issue.isEmpty ? words : words.padded(to: room) + "  " + issue) + "\n"
  }

  private static func size(_ bytes: Int) -> String {
    if bytes < 1000 { return "\(bytes) bytes" }
    if bytes < 1_000_000 { return "\(bytes / 1000) kB" }
    return "\(bytes / 1_000_000).\(bytes / 100_000 % 10) MB"
  }
}
