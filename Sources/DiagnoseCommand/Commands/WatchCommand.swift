import Analysis
import ArgumentParser
import CrashReports
import Diagnosis
import Documents
import Foundation
import History
import Platform
import Presentation
import Symbolication
import Vocabulary
import HistoryPresentation

/// Explains and records reports as they appear.
struct WatchCommand: Subcommand {
  enum Format: String, ExpressibleByArgument, CaseIterable { case text, jsonl }

  static let configuration = CommandConfiguration(
    commandName: "watch", abstract: "Follow folders, and tell of each new report.",
    discussion: """
      Reads what is there, then what comes. A report is told of when it is on disk. SIGTERM is a clean end with \
      status 0, SIGINT one with status 130. Archives are read when they have settled; bundles are not followed.

      The program of --exec runs once for each new report, one at a time and without a shell. It finds the report's \
      document on standard input, and DIAGNOSE_STATUS (new, known, regressed), DIAGNOSE_REPORT, DIAGNOSE_ISSUE and \
      DIAGNOSE_DATABASE in its environment.
      """)

  @Argument(
    help: ArgumentHelp(
      "Folders; their Retired is followed too (default on a Mac: your DiagnosticReports).", valueName: "folder"))
  var folders: [String] = []

  @Flag(help: "Follow all folders below, and new ones.")
  var recursive = false

  @Flag(help: "Read what is there, then end.")
  var once = false

  @Option(help: ArgumentHelp("A file is read when it has not changed for so long (default: 2s).", valueName: "time"))
  var settle: DurationArgument?

  @Option(
    help: ArgumentHelp("How often to look at everything, whatever the system tells (default: 60s).", valueName: "time"))
  var rescan: DurationArgument?

  @Option(name: [.short, .long], help: "text, or jsonl: one document for each event.")
  var format: Format = .text

  @Option(
    help: ArgumentHelp("Run a program for each new report; arguments follow it after blanks.", valueName: "program"))
  var exec: String?

  @OptionGroup var history: HistoryOptions
  @Option(
    help: ArgumentHelp("Stored with each report, to filter by: build, branch, job, machine, …", valueName: "key=value"))
  var label: [LabelArgument] = []

  @Option(help: ArgumentHelp("Largest file read.", valueName: "bytes"))
  var maxSize = SizeArgument(bytes: FileReader.defaultLimit)

  @Option(help: ArgumentHelp("Files read at once (default: one for each core).", valueName: "n"))
  var jobs: Int?

  @OptionGroup var symbol: SymbolOptions
  @OptionGroup var own: PatternOptions
  @OptionGroup var configuration: ConfigurationOptions
  @OptionGroup var project: ProjectOptions
  @OptionGroup var style: StyleOptions

  func validate() throws {
    if let exec, exec.allSatisfy(\.isWhitespace) { throw ValidationError("--exec takes a program.") }
    if let rescan, rescan.seconds < 0.1 { throw ValidationError("--rescan takes at least 100ms.") }
    if let jobs, !(1...256).contains(jobs) { throw ValidationError("--jobs takes a number from 1 to 256.") }
  }

  func perform(_ session: Session) throws -> ExitStatus {
    let session = try configuration.applied(to: session)
    var analysis = try own.analysisOptions(session)
    let settle = settle ?? DurationArgument(seconds: session.settings.settle ?? 2)
    let rescan = rescan ?? DurationArgument(seconds: session.settings.rescan ?? 60)
    let locations = try locations(session)
    let index = try project.index()
    let interruption = Interruption()
    let store = try history.open(session, access: .write, interruption: interruption)
    try session.prune(store)
    let eventQueue = EventQueue()
    let program = exec.flatMap {
      ReportProgram(command: $0, environment: session.environment) { Console.complain($0) }
    }
    interruption.notify {
      eventQueue.stop()
      program?.stop()
    }
    let reporter = WatchReporter(session, format, style.style(session))
    reporter.program = program
    reporter.database = store.path
    let recorder = Recorder(store, labels: label, session)
    let symbols = symbol.store(session, isWatching: true)
    analysis.symbolicator = symbols.map { Symbolicator($0) }
    analysis.withDigest = true
    let stored = StoredReadings(store, session, analysis, label)
    let watcher = Watcher(
      .init(
        folders: locations, isRecursive: recursive, rescan: rescan.seconds, isOnce: once,
        jobs: jobs ?? max(1, ProcessInfo.processInfo.activeProcessorCount),
        look: .init(
          settle: settle.seconds, limit: maxSize.bytes, analysis: analysis,
          preparation: recorder.preparation, stored: stored)),
      recorder, ReportPresenter(analysis, labels: label, project: index), eventQueue, say: reporter.say)
    var fault: CommandFault?
    do {
      try reporter.start(locations, rescan: rescan)
      try watcher.run()
    } catch let error as HistoryError {
      if !interruption.isRequested { fault = CommandFault(error) }
    } catch let error as OutputFault {
      stored?.close()
      store.close()
      throw error
    }
    stored?.close()
    store.close()
    if let left = program?.finish(), left > 0 {
      Console.complain(
        "\(HistoryPage.counted(left, "report")) \(left == 1 ? "was" : "were") not handed to --exec; all are in the history"
      )
    }
    for path in watcher.unfinished {
      Console.complain("\(Terminal.quotedFileName(path)): was still being written and is not recorded yet")
    }
    try reporter.stop()
    if let fault { throw fault }
    return interruption.status == .interrupted ? .interrupted : .done
  }

  /// The folders to follow, all of them there.
  private func locations(_ session: Session) throws -> [FilePath] {
    let folders = folders.isEmpty ? session.settings.watchedFolders ?? [] : folders
    if folders.isEmpty {
      if let home = session.home, let reports = UserFolders.crashReports { return [FilePath(home + reports)] }
      throw CommandFault(
        .wrongUse, "no folder to watch", hint: "Name the folder in which reports appear: diagnose watch FOLDER")
    }
    return try FilePath.arguments(folders).map(\.withoutSlashes).map { path in
      if Folder.isFolder(path) { return path }
      let exists = Folder.stamp(of: path) != nil
      throw CommandFault(
        .nothingDone, "\(Terminal.quotedFileName(path.text)): \(exists ? "is not a folder" : "no such folder")",
        hint: exists ? "To explain one report: diagnose \(Terminal.quotedFileName(path.text))" : nil)
    }
  }
}

/// Words the events, and counts them.
final class WatchReporter {
  private let session: Session
  private let format: WatchCommand.Format
  private let style: PresentationStyle
  /// Given each new report.
  var program: ReportProgram?
  /// The history's file, for the program.
  var database = ""
  private var reports = 0
  private var unreadable = 0
  /// Hashes of issues: a watcher runs for months, and they are only counted.
  private var issues: Set<Int> = []
  private var counts: [IssueStatus.Status: Int] = [:]

  init(_ session: Session, _ format: WatchCommand.Format, _ style: PresentationStyle) {
    self.session = session
    self.format = format
    self.style = style
  }

  func start(_ folders: [FilePath], rescan: DurationArgument) throws {
    guard format == .text else { return try StandardStreams.output(EncodedDocument(event: "started").line()) }
    let names = folders.map { Terminal.quotedFileName(session.scrubbed($0.text)) + " and Retired/" }
    let seconds = rescan.seconds
    let span = seconds == seconds.rounded() ? "\(Int(seconds)) s" : "\(Int(seconds * 1000)) ms"
    try StandardStreams.output("Watching \(names.joined(separator: ", ")) (rescan every \(span))\n")
  }

  func say(_ event: Watcher.Event) throws {
    switch event {
    case .report(let report):
      // Known from before this run: the folder is read again after a restart.
      if report.history?.wasRecordedBefore == true { return }
      reports += 1
      if let issue = report.history?.issue { issues.insert(issue.hashValue) }
      if let status = report.history?.status { counts[status, default: 0] += 1 }
      try StandardStreams.output(
        format == .jsonl ? EncodedDocument(event: "report", reports: [report]).line() : line(report))
      hand(report)
    case .unreadable(let error):
      unreadable += 1
      if format == .jsonl { try StandardStreams.output(EncodedDocument(event: "unreadable", errors: [error]).line()) }
      Console.write("diagnose: " + error.text + "\n")
    case .gone(let path):
      Console.complain("\(Terminal.quotedFileName(path)): the folder is gone; it is followed again when it comes back")
    case .skippedCount(let path):
      let shown = Terminal.quotedFileName(path)
      Console.complain("\(shown): test results are not followed", hint: "To read them: diagnose ingest \(shown)")
    case .waiting(let path, let size):
      let name = String(decoding: FilePath(path).lastComponent, as: UTF8.self)
      let what = "still being written (\(Self.size(size)))"
      if format == .jsonl {
        Console.complain("waiting: \(Terminal.quotedFileName(path)): \(what)")
      } else {
        try StandardStreams.output(line("waiting", name, what, ""))
      }
    }
  }

  private func hand(_ report: PresentedReport) {
    guard let program else { return }
    program.add(
      .init(
        document: EncodedDocument(event: "report", reports: [report]).line(),
        environment: [
          "DIAGNOSE_STATUS": report.history?.status.rawValue ?? "", "DIAGNOSE_REPORT": report.history?.report ?? "",
          "DIAGNOSE_ISSUE": report.history?.issue ?? "", "DIAGNOSE_DATABASE": database,
        ]))
  }

  func stop() throws {
    guard format == .text else { return try StandardStreams.output(EncodedDocument(event: "stopped").line()) }
    var parts = [HistoryPage.counted(reports, "report"), HistoryPage.counted(issues.count, "issue")]
    if let new = counts[.new] { parts.append("\(new) new") }
    if let regressed = counts[.regressed] { parts.append("\(regressed) regressed") }
    if unreadable > 0 { parts.append("\(unreadable) unreadable") }
    try StandardStreams.output(parts.joined(separator: ", ") + "\n")
  }

  private func line(_ report: PresentedReport) -> String {
    let issueStatus = report.history
    let status =
      switch issueStatus?.status {
      case .new: "NEW"
      case .regressed: "REGRESSED"
      default: issueStatus?.variantOf == nil ? "known" : "variant"
      }
    let headline = report.statement
    let sign = style.ascii ? "x" : "×"
    let issue = "\(issueStatus?.shortIssue ?? "") \(sign)\(issueStatus?.count ?? 0)"
    return line(status, report.assessment.report.appText, headline, issue)
  }

  /// Time, status, who, what, and the issue at the right edge.
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
