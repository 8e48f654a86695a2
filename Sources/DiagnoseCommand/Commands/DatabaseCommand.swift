import Analysis
import ArgumentParser
import Archives
import CrashReports
import Diagnosis
import Documents
import Exports
import Foundation
import History
import Redaction
import Vocabulary
import HistoryPresentation
import Presentation

/// Maintains the history.
struct DatabaseCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "database",
    abstract: "Maintain the history: init, info, check, sync, export, import, runs, prune, rediagnose.",
    discussion: """
      Each subcommand reads or writes the history database. The exit status is stated in the help of each subcommand.

      Examples:
        diagnose database check
        diagnose database export > history.jsonl
      """,
    subcommands: [
      DatabaseInitCommand.self, DatabaseInfoCommand.self, DatabaseCheckCommand.self, DatabaseSyncCommand.self,
      DatabaseExportCommand.self, DatabaseImportCommand.self,
      DatabaseRunsCommand.self, DatabasePruneCommand.self, DatabaseRediagnoseCommand.self,
    ])
}

struct DatabaseInfoCommand: Subcommand {
  static let configuration = CommandConfiguration(
    commandName: "info", abstract: "Show the size and contents of the history, in numbers.",
    discussion: """
      Reads the history and writes a summary to standard output.

      Exit status: 0 when done; 2 if there is no history.

      Examples:
        diagnose database info
        diagnose database info --format json --database team.sqlite
      """)

  @Option(name: [.short, .long], help: "Select the format: text or json.")
  var format: HistoryFormat = .text
  @OptionGroup(title: "History options") var history: HistoryOptions
  @OptionGroup(title: "History options") var configuration: ConfigurationOptions

  func perform(_ session: Session) throws -> ExitStatus {
    let session = try configuration.applied(to: session)
    let store = try history.open(session, access: .read)
    do {
      guard var info = try store.info() else {
        throw CommandFault(.nothingDone, "no history yet", hint: "To create one: diagnose ingest FOLDER")
      }
      store.close()
      info.server = try SharedCopy(try history.location(session), session, nil).serverInfo()
      try StandardStreams.output(format == .json ? HistoryDocument.json(info) : Self.text(info, session))
      return .done
    } catch let error as HistoryError { throw CommandFault(error) }
  }

  private static func text(_ info: DatabaseInfo, _ session: Session) -> String {
    func line(_ name: String, _ value: String) -> String { name.padded(to: 10) + value + "\n" }
    var text = line(
      "file", Terminal.quotedFileName(info.path.hasPrefix("./") ? String(info.path.dropFirst(2)) : info.path))
    text += line("size", Amounts.bytes(UInt64(clamping: info.bytes)) + ", schema \(info.schema)")
    text += line("reports", "\(info.reports), \(info.variants) of them variants")
    text += line("issues", "\(info.issues): \(info.open) open, \(info.resolved) resolved, \(info.ignored) ignored")
    text += line("builds", "\(info.builds)")
    if let first = info.first, let last = info.last { text += line("period", "\(first.date) to \(last.date)") }
    if let pruned = info.prunedBefore { text += line("pruned", "reports before \(pruned.date)") }
    text += line(
      "evidence", "\(info.withEvidence) reports can be rediagnosed; \(info.withRaw) are stored in full")
    text += line(
      "stacks", "\(info.stacks), signature version \(info.signatureVersions.map(String.init).joined(separator: ", "))")
    if info.problems > 0 { text += line("problems", "\(info.problems): diagnose history list --problems") }
    guard let server = info.server else { return text }
    text += line("server", server.address + ", \(Amounts.bytes(UInt64(clamping: server.bytes)))")
    text += line("exchange", "received \(server.received?.rfc3339 ?? "never"), \(server.unsent) changes not sent")
    for sender in server.senders.prefix(20) {
      text += line(
        "sender",
        "\(Terminal.escaped(String(sender.id.prefix(8)))): \(countText(sender.records, "change")), last \(sender.last.rfc3339), "
          + Terminal.escaped(sender.program) + (sender.isThis ? " (this copy)" : ""))
    }
    if server.senders.count > 20 { text += line("", "and \(server.senders.count - 20) more") }
    return text
  }
}

struct DatabaseCheckCommand: Subcommand {
  static let configuration = CommandConfiguration(
    commandName: "check", abstract: "Check the integrity of the entire history.",
    discussion: """
      Reads the entire history and changes nothing. Writes the errors that it finds to standard output.

      Exit status: 0 if the history is intact; 1 if it is damaged.

      Examples:
        diagnose database check
        diagnose database check --database team.sqlite
      """)

  @OptionGroup(title: "History options") var history: HistoryOptions
  @OptionGroup(title: "History options") var configuration: ConfigurationOptions

  func perform(_ session: Session) throws -> ExitStatus {
    let session = try configuration.applied(to: session)
    do {
      let location = try history.location(session)
      let store = try HistoryStore(path: location.path, access: .read, rules: session.historyRules)
      var faults = try store.check()
      store.close()
      if location.address != nil { faults += try SharedCopy(location, session, nil).check() }
      guard !faults.isEmpty else {
        try StandardStreams.output("The history is intact.\n")
        return .done
      }
      try StandardStreams.output(faults.map { Terminal.escaped($0) + "\n" }.joined())
    } catch let error as HistoryError {
      guard error.code == .damaged else { throw CommandFault(error) }
      try StandardStreams.output(Terminal.escaped("The file \(error.message).") + "\n")
    }
    Console.writeMessage(
      "the history is damaged", hint: "To save what can be read: diagnose database export > saved.jsonl")
    return .conditionHolds
  }
}

struct DatabaseExportCommand: Subcommand {
  enum Format: String, ExpressibleByArgument, CaseIterable { case jsonl, csv }

  static let configuration = CommandConfiguration(
    commandName: "export", abstract: "Export the history as lines of JSON or CSV.",
    discussion: """
      Reads the history and writes lines to standard output. If the history is damaged, writes what can be read and \
      reports what cannot.

      Counts of pruned reports are not exported; their number is printed to standard error.

      Exit status: 0 when done; 3 if part of a damaged history could not be read.

      Examples:
        diagnose database export > history.jsonl
        diagnose database export --format csv --redact > history.csv
      """)

  @Option(name: [.short, .long], help: "Select the format: jsonl (for import) or csv (one row per report).")
  var format: Format = .jsonl

  @Flag(help: "Replace names of users, homes, hosts, addresses and tokens with consistent placeholders.")
  var redact = false

  @OptionGroup(title: "History options") var history: HistoryOptions
  @OptionGroup(title: "History options") var configuration: ConfigurationOptions

  func perform(_ session: Session) throws -> ExitStatus {
    let session = try configuration.applied(to: session)
    let store = try history.open(session, access: .read)
    var writer = ExportWriter(
      redactor: redact ? Redactor(names: try session.privateNames(), accounts: session.accounts) : nil,
      patterns: store.rules.patterns)
    var unread = 0
    do {
      if redact {
        // A name that only the last report reveals is replaced in the first one, too.
        let progress = ProgressLine("read", total: (try? store.count()) ?? 0)
        defer { progress.finish() }
        _ = try read(
          store, progress, report: { writer.learn($0) }, events: { writer.learn($0) }, runs: { writer.learn($0) })
      }
      try StandardStreams.output(format == .csv ? ExportTable.header : writer.header())
      let progress = ProgressLine("export", total: (try? store.count()) ?? 0)
      defer { progress.finish() }
      unread = try read(
        store, progress,
        report: { try write(format == .csv ? writer.row($0) : writer.line($0), &writer) },
        events: { if format == .jsonl { try write(writer.line($0), &writer) } },
        runs: { if format == .jsonl { try write(writer.line($0), &writer) } })
    } catch let error as HistoryError { throw CommandFault(error) }
    let pruned = (try? store.prunedCount()) ?? 0
    store.close()
    if pruned > 0 {
      Console.writeMessage(
        "\(countText(pruned, "counted report")) not exported: the reports were pruned, and only their counts remain")
    }
    guard unread > 0 else { return .done }
    Console.writeMessage("the history is damaged: \(unread) parts of it could not be read")
    return .partlyDone
  }

  /// Reads everything that is exported. Returns the number of parts that could not be read.
  private func read(
    _ store: HistoryStore, _ progress: ProgressLine, report: (ExportedReport) throws -> Void,
    events: ([ExportedEvent]) throws -> Void, runs: ([BuildRuns]) throws -> Void
  ) throws -> Int {
    var unread = 0
    var next: Int64? = 0
    while let row = next {
      let page = try store.readableRecords(after: row, limit: 200)
      unread += page.unread
      for record in page.records { try report(ExportedReport(record)) }
      progress.advance(by: page.records.count)
      next = page.next
    }
    // Damage in the table of events or runs does not stop the export of reports.
    do {
      try store.events { page in
        let page = page.filter { $0.what != .regressed }.map(ExportedEvent.init)
        if !page.isEmpty { try events(page) }
      }
      try store.runs { try runs($0) }
    } catch let error as HistoryError where error.code == .damaged { unread += format == .jsonl ? 1 : 0 }
    return unread
  }

  /// Writes a line after it was searched again.
  private func write(_ line: [UInt8], _ writer: inout ExportWriter) throws {
    let checked: [UInt8]
    do throws(ReportScrubber.Leak) { checked = try writer.verified(line) } catch {
      throw CommandFault(
        .nothingDone,
        "the export stopped, because a line would still contain "
          + (error.count == 1 ? "a name" : "\(error.count) names"),
        hint: "Do not use what was written. To replace a word everywhere, add it to scrub.names in the configuration.")
    }
    try StandardStreams.output(checked)
  }
}

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
    let store = try history.open(session, access: .write, interruption: interruption)
    let progress = ProgressLine("import", total: 0)
    var importing = Import(store, session, progress)
    do {
      var reader = ExportReader()
      while let bytes = try handle.read(upToCount: 1 << 18), !bytes.isEmpty, !interruption.isRequested {
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
    history.send(session, interruption: interruption)
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
    let analysis = try patternOptions.analysisOptions(session)
    let interruption = Interruption()
    let store = try history.open(session, access: dryRun ? .read : .write, interruption: interruption)
    var rediagnosis = Rediagnosis(analysis)
    do {
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
      if !dryRun { history.send(session, interruption: interruption) }
      return interruption.status ?? .done
    } catch let error as HistoryError { throw CommandFault(error) }
  }

  /// Compares the findings of the current patterns with the stored ones.
  private struct Rediagnosis {
    private let options: AnalysisOptions
    private var changes: [String: Int] = [:]
    private var unrecognizedBefore = 0
    private var unrecognizedNow = 0
    private var withoutEvidence = 0
    private var rediagnosedCount = 0

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
      guard Self.signs(before) != Self.signs(findings) else { return nil }
      changes[
        "\(before.first?.pattern ?? "not recognized") -> \(findings.first?.pattern ?? "not recognized")", default: 0] +=
        1
      let location = (findings.first?.blame ?? assessment.blame).flatMap(ReportRecord.location)
      return RediagnosedReport(
        digest: record.digest, findings: findings, summary: assessment.summary, location: location)
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
      if withoutEvidence > 0 {
        text += "\(countText(withoutEvidence, "report")) without evidence: recorded by an older version\n"
      }
      return text
    }
  }
}
