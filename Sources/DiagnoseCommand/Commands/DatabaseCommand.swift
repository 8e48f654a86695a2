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

/// Care of the history.
struct DatabaseCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "database", abstract: "Look after the history: sums, check, export, import, runs, prune, judge again.",
    subcommands: [
      DatabaseInfoCommand.self, DatabaseCheckCommand.self, DatabaseExportCommand.self, DatabaseImportCommand.self,
      DatabaseRunsCommand.self, DatabasePruneCommand.self, DatabaseRediagnoseCommand.self,
    ])
}

struct DatabaseInfoCommand: Subcommand {
  static let configuration = CommandConfiguration(commandName: "info", abstract: "What the history holds, in numbers.")

  @OptionGroup var history: HistoryOptions
  @Option(name: [.short, .long], help: "Form of the answer.")
  var format: HistoryFormat = .text
  @OptionGroup var configuration: ConfigurationOptions

  func perform(_ session: Session) throws -> ExitStatus {
    let session = try configuration.applied(to: session)
    let store = try history.open(session, access: .read)
    do {
      guard let info = try store.info() else {
        throw CommandFault(.nothingDone, "there is no history yet", hint: "diagnose ingest FOLDER begins one.")
      }
      store.close()
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
    if let pruned = info.prunedBefore { text += line("pruned", "reports from before \(pruned.date)") }
    text += line("evidence", "\(info.withEvidence) reports can be judged again; \(info.withRaw) are kept whole")
    text += line(
      "stacks", "\(info.stacks), keys of version \(info.signatureVersions.map(String.init).joined(separator: ", "))")
    if info.problems > 0 { text += line("problems", "\(info.problems): diagnose history list --problems") }
    return text
  }
}

struct DatabaseCheckCommand: Subcommand {
  static let configuration = CommandConfiguration(
    commandName: "check", abstract: "Examine the whole history; writes nothing, ends with 1 for a fault.")

  @OptionGroup var history: HistoryOptions
  @OptionGroup var configuration: ConfigurationOptions

  func perform(_ session: Session) throws -> ExitStatus {
    let session = try configuration.applied(to: session)
    do {
      let store = try HistoryStore(
        path: try history.location(session).path, access: .read, rules: session.historyRules)
      let faults = try store.check()
      store.close()
      guard !faults.isEmpty else {
        try StandardStreams.output("The history is whole.\n")
        return .done
      }
      try StandardStreams.output(faults.map { Terminal.escaped($0) + "\n" }.joined())
    } catch let error as HistoryError {
      guard error.code == .damaged else { throw CommandFault(error) }
      try StandardStreams.output(Terminal.escaped("The file \(error.message).") + "\n")
    }
    Console.complain(
      "the history has faults", hint: "Save what can be read: diagnose database export > saved.jsonl")
    return .conditionHolds
  }
}

struct DatabaseExportCommand: Subcommand {
  enum Format: String, ExpressibleByArgument, CaseIterable { case jsonl, csv }

  static let configuration = CommandConfiguration(
    commandName: "export", abstract: "Write the history as lines, to import elsewhere or to count with.",
    discussion: "Of a damaged history what can be read is written, with a note of what cannot; it ends with 3 then.")

  @Option(name: [.short, .long], help: "jsonl, which import reads, or csv: a row for each report.")
  var format: Format = .jsonl

  @Flag(help: "Names of people, homes, hosts, addresses and tokens become stand-ins, the same for the same.")
  var redact = false

  @OptionGroup var history: HistoryOptions
  @OptionGroup var configuration: ConfigurationOptions

  func perform(_ session: Session) throws -> ExitStatus {
    let session = try configuration.applied(to: session)
    let store = try history.open(session, access: .read)
    var writer = ExportWriter(
      redactor: redact ? Redactor(names: try session.privateNames(), accounts: session.accounts) : nil,
      patterns: store.rules.patterns)
    var unread = 0
    do {
      try StandardStreams.output(format == .csv ? ExportTable.header : writer.header())
      let progress = ProgressLine("export", total: (try? store.count()) ?? 0)
      defer { progress.finish() }
      var next: Int64? = 0
      while let row = next {
        let page = try store.readableRecords(after: row, limit: 200)
        unread += page.unread
        for record in page.records {
          let report = ExportedReport(record)
          try StandardStreams.output(
            format == .csv ? ExportTable.row(report, store.rules.patterns) : writer.line(report))
        }
        progress.advance(by: page.records.count)
        next = page.next
      }
      if format == .jsonl {
        // A damaged table of events or runs does not cost the reports.
        do {
          try store.events { page in
            let events = page.filter { $0.what != .regressed }.map(ExportedEvent.init)
            if !events.isEmpty { try StandardStreams.output(writer.line(events)) }
          }
          try store.runs { try StandardStreams.output(writer.line($0)) }
        } catch let error as HistoryError where error.code == .damaged { unread += 1 }
      }
    } catch let error as HistoryError { throw CommandFault(error) }
    store.close()
    guard unread > 0 else { return .done }
    Console.complain("the history is damaged: \(unread) places of it could not be read")
    return .partlyDone
  }
}

struct DatabaseImportCommand: Subcommand {
  static let configuration = CommandConfiguration(
    commandName: "import", abstract: "Add what export wrote, or documents of --format json and jsonl.",
    discussion: "The same twice changes nothing, and the order does not matter: one machine can fold what many wrote.")

  @Argument(help: ArgumentHelp("A file, or - for standard input.", valueName: "file"))
  var input: String

  @OptionGroup var history: HistoryOptions
  @OptionGroup var configuration: ConfigurationOptions

  func perform(_ session: Session) throws -> ExitStatus {
    let session = try configuration.applied(to: session)
    let interruption = Interruption()
    guard let handle = input == "-" ? FileHandle.standardInput : FileHandle(forReadingAtPath: input) else {
      throw CommandFault(.nothingDone, "\(Terminal.quotedFileName(input)): cannot be opened")
    }
    let store = try history.open(session, access: .write, interruption: interruption)
    let progress = ProgressLine("import", total: 0)
    var importing = Import(store, session, progress)
    do {
      var reader = ExportReader()
      while let bytes = try handle.read(upToCount: 1 << 18), !bytes.isEmpty, !interruption.isRequested {
        try reader.read(Array(bytes)) { try importing.take($0, $1) }
      }
      if !interruption.isRequested { try reader.finish { try importing.take($0, $1) } }
      try importing.finish()
    } catch let error as HistoryError {
      progress.finish()
      throw CommandFault(error)
    } catch let error as CocoaError {
      progress.finish()
      throw CommandFault(
        .nothingDone, "\(Terminal.quotedFileName(input)): cannot be read (\(error.localizedDescription))")
    }
    progress.finish()
    store.close()
    for fault in importing.faults { Console.complain("\(Terminal.quotedFileName(input)): " + fault) }
    let more = importing.faultCount - importing.faults.count
    if more > 0 { Console.complain("and \(more) more") }
    let sums = importing.sums
    Console.write(
      "diagnose: \(HistoryPage.counted(sums.stored, "report")) imported, \(sums.known) already known"
        + (sums.tooOld > 0 ? ", \(sums.tooOld) older than this history keeps" : "")
        + ", \(HistoryPage.counted(importing.eventCount, "event"))"
        + (importing.runCount > 0 ? ", runs of \(HistoryPage.counted(importing.runCount, "day")) of builds" : "") + "\n"
    )
    if let status = interruption.status { return status }
    if importing.faultCount == 0 { return .done }
    return sums.stored + sums.known + importing.eventCount + importing.runCount == 0 ? .nothingDone : .partlyDone
  }

  /// Records on their way in, in batches: no export is too large for memory.
  private struct Import {
    private let store: HistoryStore
    private let session: Session
    private let progress: ProgressLine
    private var reports: [ReportRecord] = []
    private var events: [IssueEvent] = []
    private var runs: [BuildRuns] = []
    /// The first of them.
    private(set) var faults: [String] = []
    private(set) var faultCount = 0
    private(set) var sums = HistoryStore.Sums()
    private(set) var eventCount = 0
    private(set) var runCount = 0

    private static let batch = 500
    private static let faultsKept = 20

    init(_ store: HistoryStore, _ session: Session, _ progress: ProgressLine) {
      self.store = store
      self.session = session
      self.progress = progress
    }

    mutating func take(_ record: ExportRecord, _ line: Int) throws {
      switch record {
      case .header: break
      case .report(let report):
        guard report.assessment.report.kind != .statistics else { return }
        reports.append(report.record(now: session.now, program: session.program))
        if reports.count >= Self.batch { try flushReports() }
      case .event(let event):
        guard let event = IssueEvent(event) else {
          note(["line \(line): an event of a later version was left out"], count: 1)
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

    /// Events and runs wait for all reports, which are what they speak of.
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
      self.faults += faults.prefix(Self.faultsKept - self.faults.count)
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
      try store.gather(events)
      events = []
    }

    private mutating func flushRuns() throws {
      guard !runs.isEmpty else { return }
      runCount += runs.count
      try store.gather(runs, rule: .larger)
      runs = []
    }
  }
}

extension ExportedEvent {
  init(_ event: IssueEvent) {
    self.init(
      issue: event.issue, at: event.at, what: event.what.rawValue, by: event.by.isEmpty ? nil : event.by,
      note: event.note.isEmpty ? nil : event.note,
      build: event.what == .merge || event.value.isEmpty ? nil : event.value,
      other: event.what == .merge ? event.value : nil)
  }
}

extension IssueEvent {
  /// `nil` for a sort of event that this version does not know.
  init?(_ event: ExportedEvent) {
    guard let what = What(rawValue: event.what) else { return nil }
    self.init(
      issue: event.issue, at: event.at, what: what, value: event.other ?? event.build ?? "", by: event.by ?? "",
      note: event.note ?? "")
  }
}

struct DatabasePruneCommand: Subcommand {
  static let configuration = CommandConfiguration(
    commandName: "prune", abstract: "Remove old reports. Issues, sums and trends stay.")

  @Option(
    help: ArgumentHelp("Reports from before then go: 400d (days back), or a day as 2026-01-01.", valueName: "time"))
  var olderThan: String

  @Flag(help: "Tell what would go, and remove nothing.")
  var dryRun = false

  @OptionGroup var history: HistoryOptions
  @OptionGroup var configuration: ConfigurationOptions

  func validate() throws {
    if FilterOptions.time(olderThan, now: Timestamp(seconds: 0)) == nil {
      throw ValidationError("--older-than takes 400d, or a day as 2026-01-01.")
    }
  }

  func perform(_ session: Session) throws -> ExitStatus {
    let session = try configuration.applied(to: session)
    guard let time = FilterOptions.time(olderThan, now: session.now) else { return .wrongUse }
    let store = try history.open(session, access: .write)
    do {
      let sums = try store.prune(before: time, isDry: dryRun)
      store.close()
      var text =
        "\(HistoryPage.counted(sums.reports, "report")) from before \(time.date) \(dryRun ? "would go" : "removed")"
      if !dryRun, sums.reports > 0 {
        text +=
          "; \(Amounts.bytes(UInt64(clamping: sums.bytesBefore))) became \(Amounts.bytes(UInt64(clamping: sums.bytesAfter)))"
      }
      try StandardStreams.output(text + "\n")
      return .done
    } catch let error as HistoryError { throw CommandFault(error) }
  }
}

struct DatabaseRediagnoseCommand: Subcommand {
  static let configuration = CommandConfiguration(
    commandName: "rediagnose", abstract: "Judge stored reports again, by today's patterns and keys.",
    discussion: """
      From the evidence that the history keeps, or from the whole report where it is kept. A finding stays where the \
      evidence does not hold what its pattern reads.
      """)

  @Flag(help: "Tell what would change, and change nothing.")
  var dryRun = false

  @OptionGroup var history: HistoryOptions
  @OptionGroup var own: PatternOptions
  @OptionGroup var configuration: ConfigurationOptions

  func perform(_ session: Session) throws -> ExitStatus {
    let session = try configuration.applied(to: session)
    let analysis = try own.analysisOptions(session)
    let interruption = Interruption()
    let store = try history.open(session, access: dryRun ? .read : .write, interruption: interruption)
    var judging = Judging(analysis)
    do {
      let moved = dryRun ? 0 : try store.renewKeys()
      let progress = ProgressLine("rediagnose", total: try store.count())
      defer { progress.finish() }
      var next: Int64? = 0
      while let row = next, !interruption.isRequested {
        let page = try store.records(after: row, limit: 200)
        let judgments = page.records.compactMap { judging.judge($0) }
        if !dryRun, !judgments.isEmpty { try store.judge(judgments) }
        progress.advance(by: page.records.count)
        next = page.next
      }
      progress.finish()
      store.close()
      try StandardStreams.output(judging.text(moved: moved, isDry: dryRun))
      return interruption.status ?? .done
    } catch let error as HistoryError { throw CommandFault(error) }
  }

  /// What today's patterns say, beside what was said before.
  private struct Judging {
    private let options: AnalysisOptions
    private var changes: [String: Int] = [:]
    private var unrecognizedBefore = 0
    private var unrecognizedNow = 0
    private var withoutEvidence = 0
    private var judged = 0

    init(_ options: AnalysisOptions) { self.options = options }

    /// `nil` where nothing changes.
    mutating func judge(_ record: ReportRecord) -> StoredJudgment? {
      let before = record.findings
      if before.isEmpty { unrecognizedBefore += 1 }
      guard let assessment = assessment(record) else {
        withoutEvidence += 1
        if before.isEmpty { unrecognizedNow += 1 }
        return nil
      }
      judged += 1
      // Evidence is less than the report: what the same revision of a pattern found in the whole report stays.
      let found = Set(assessment.findings.map(\.pattern))
      let revisions = Dictionary(
        options.patterns.patterns.map { ($0.id, $0.revision) }, uniquingKeysWith: { first, _ in first })
      let kept = before.filter { !found.contains($0.pattern) && revisions[$0.pattern] == $0.patternRevision }
      var findings = assessment.findings + kept
      findings.sort { left, right in left.confidence > right.confidence }
      if let first = before.first, kept.contains(first), findings.first?.pattern != first.pattern,
        findings.first.map({ $0.confidence <= first.confidence }) == true
      {
        findings.removeAll { $0.pattern == first.pattern }
        findings.insert(first, at: 0)
      }
      if findings.isEmpty { unrecognizedNow += 1 }
      guard Self.signs(before) != Self.signs(findings) else { return nil }
      changes[
        "\(before.first?.pattern ?? "not recognised") -> \(findings.first?.pattern ?? "not recognised")", default: 0] +=
        1
      let location = (findings.first?.blame ?? assessment.blame).flatMap(ReportRecord.location)
      return StoredJudgment(
        digest: record.digest, findings: findings, summary: assessment.summary, location: location)
    }

    /// What of findings matters: words of the same revision do not.
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
      var text = "\(HistoryPage.counted(judged, "report")) judged again; "
      text += "\(unrecognizedBefore) unrecognised \(isDry ? "would become" : "became") \(unrecognizedNow)\n"
      for (change, count) in changes.sorted(by: { ($1.value, $0.key) < ($0.value, $1.key) }) {
        text += "  \(count)  \(Terminal.escaped(change))\n"
      }
      if moved > 0 {
        text += "\(HistoryPage.counted(moved, "report")) \(moved == 1 ? "has" : "have") another key now\n"
      }
      if withoutEvidence > 0 {
        text += "\(HistoryPage.counted(withoutEvidence, "report")) without evidence: recorded before it was kept\n"
      }
      return text
    }
  }
}
