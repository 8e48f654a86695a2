import ArgumentParser
import CrashReports
import Diagnosis
import Exports
import Foundation
import History
import HistoryPresentation
import Presentation
import Vocabulary
import Workflow

/// Adds exported lines to the history.
struct DatabaseImportCommand: Subcommand {
  static let configuration = CommandConfiguration(
    commandName: "import", abstract: "Import exported lines, or documents of --format json and jsonl.",
    discussion: """
      Reads a file and adds its reports, events and runs to the history. Importing the same file twice changes \
      nothing, and the order of files does not matter, so that one machine can merge the histories of many.

      Exit status: 0 when done; 2 if nothing could be read, or if every report is older than the history keeps; 3 if \
      some lines could not be imported.

      Examples:
        diagnose database import history.jsonl
        ssh ci diagnose database export | diagnose database import -
      """)

  @Argument(help: ArgumentHelp("Import this file; - is standard input.", valueName: "file"), completion: .file())
  var input: String

  @OptionGroup(title: "History options") var history: HistoryOptions
  @OptionGroup(title: "History options") var configuration: ConfigurationOptions

  func perform(_ session: Session) throws -> ExitStatus {
    let session = try configuration.applied(to: session)
    let interruption = Interruption()
    guard let handle = input == "-" ? FileHandle.standardInput : FileHandle(forReadingAtPath: input) else {
      throw CommandFault(.nothingDone, "\(Terminal.quotedFileName(input)): cannot open the file")
    }
    let store = try history.selection.open(session, access: .write, interruption: interruption)
    let progress = ProgressLine("import", total: 0)
    var importing = Import(store, session, progress)
    do {
      var reader = ExportReader()
      while let bytes = try BlockingCalls.during({ try handle.read(upToCount: 1 << 18) }), !bytes.isEmpty,
        !interruption.isRequested
      {
        try reader.read(Array(bytes)) { try importing.add($0, $1) }
      }
      if !interruption.isRequested { try reader.finish { try importing.add($0, $1) } }
      try importing.finish()
    } catch let error as HistoryError {
      progress.finish()
      throw CommandFault(error)
    } catch let error as CocoaError {
      progress.finish()
      throw CommandFault(
        .nothingDone, "\(Terminal.quotedFileName(input)): cannot read the file (\(error.localizedDescription))")
    }
    progress.finish()
    store.close()
    history.selection.send(session, interruption: interruption)
    for fault in importing.faults { Console.writeMessage("\(Terminal.quotedFileName(input)): " + fault) }
    let more = importing.faultCount - importing.faults.count
    if more > 0 { Console.writeMessage("and \(more) more") }
    let sums = importing.sums
    Console.write(
      "diagnose: \(countText(sums.stored, "report")) imported, \(sums.known) already recorded"
        + (sums.tooOld > 0 ? ", \(sums.tooOld) older than the retention period" : "")
        + ", \(countText(importing.eventCount, "event"))"
        + (importing.runCount > 0 ? ", \(countText(importing.runCount, "daily run count"))" : "") + "\n"
    )
    if let status = interruption.status { return status }
    if Self.isAllTooOld(sums) { Console.writeMessage(IngestTally.tooOldWarning, hint: IngestTally.tooOldHint) }
    if importing.faultCount == 0 { return Self.isAllTooOld(sums) ? .nothingDone : .done }
    return sums.stored + sums.known + importing.eventCount + importing.runCount == 0 ? .nothingDone : .partlyDone
  }

  private static func isAllTooOld(_ sums: HistoryStore.Sums) -> Bool {
    sums.tooOld > 0 && sums.stored + sums.known == 0
  }

  /// Imports records in batches, so that the size of an export is not limited by memory.
  private struct Import {
    private let store: HistoryStore
    private let session: Session
    private let progress: ProgressLine
    private var reports: [ReportRecord] = []
    private var events: [IssueEvent] = []
    private var runs: [BuildRuns] = []
    /// The first faults, at most `maxFaults`.
    private(set) var faults: [String] = []
    private(set) var faultCount = 0
    private(set) var sums = HistoryStore.Sums()
    private(set) var eventCount = 0
    private(set) var runCount = 0

    private static let batch = 500
    private static let maxFaults = 20

    init(_ store: HistoryStore, _ session: Session, _ progress: ProgressLine) {
      self.store = store
      self.session = session
      self.progress = progress
    }

    mutating func add(_ record: ExportRecord, _ line: Int) throws {
      switch record {
      case .header: break
      case .report(let report):
        guard report.assessment.report.kind != .statistics else { return }
        if report.assessment.findings.contains(where: { $0.pattern == Pattern.invalidID }) {
          note(["line \(line): the ID of a pattern is not valid, and was replaced by \(Pattern.invalidID)"], count: 1)
        }
        reports.append(report.record(now: session.now, program: session.program))
        if reports.count >= Self.batch { try flushReports() }
      case .event(let event):
        guard let event = IssueEvent(event) else {
          note(["line \(line): an event of a later version was skipped"], count: 1)
          return
        }
        events.append(event)
        if events.count >= Self.batch { try flushEvents() }
      case .runs(let runs):
        self.runs.append(runs)
        if self.runs.count >= Self.batch { try flushRuns() }
      case .fault(let fault): note(["line \(fault.line ?? line): \(fault.explanation)"], count: 1)
      }
    }

    /// Stores the remaining records. Events and runs are stored after all reports, because they refer to them.
    mutating func finish() throws {
      try flushReports()
      try flushEvents()
      try flushRuns()
      if eventCount > 0 { try store.addGatheredEvents() }
      if runCount > 0 {
        let noted = try store.noteGatheredRuns(rule: .larger)
        note(noted.faults.map(\.reason), count: noted.refused)
      }
    }

    private mutating func note(_ faults: [String], count: Int) {
      faultCount += count
      self.faults += faults.prefix(Self.maxFaults - self.faults.count)
    }

    private mutating func flushReports() throws {
      guard !reports.isEmpty else { return }
      sums += try store.add(reports)
      progress.advance(by: reports.count)
      reports = []
    }

    private mutating func flushEvents() throws {
      guard !events.isEmpty else { return }
      eventCount += events.count
      try store.collect(events)
      events = []
    }

    private mutating func flushRuns() throws {
      guard !runs.isEmpty else { return }
      runCount += runs.count
      try store.collect(runs, rule: .larger)
      runs = []
    }
  }
}
