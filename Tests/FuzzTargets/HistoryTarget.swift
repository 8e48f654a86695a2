internal import CrashReports
internal import Diagnosis
internal import Documents
internal import Exports
internal import Foundation
internal import History
internal import Signatures
internal import Vocabulary

extension FuzzTarget {
  package static let history = FuzzTarget(
    "FuzzHistory",
    exercises: "a history under any sequence of recording, recording again, events of the user, pruning, reopening and "
      + "importing into another history, compared with a model; each report is stored exactly once, the counts are equal, "
      + "and the check finds no error",
    longest: 96
  ) { bytes in
    let folder = MemoryFolder()
    defer { folder.remove() }
    var run = try HistoryRun(folder)
    defer { run.close() }
    var choices = Choices(bytes)
    while let operation = choices.next(below: HistoryRun.operations) {
      try run.perform(operation, &choices)
    }
    try run.compare()
    try run.carryOver()
  }
}

/// A history, and a model of its expected contents.
private struct HistoryRun {
  static let operations = 13

  private let folder: MemoryFolder
  private var store: HistoryStore
  /// Minutes since the first operation. Each operation takes one minute.
  private var minutes = 0
  /// Numbers of the stored reports.
  private var stored: Set<Int> = []
  /// Numbers of the incidents that were ever counted.
  private var counted: Set<Int> = []
  /// The first day that was not pruned.
  private var floor: Int?

  private static let reports = 24
  /// Reports from this number on are other renderings of the incidents of the first ones.
  private static let originals = 20
  private static let days = 6
  /// The clock of the history, later than all reports.
  private static let rules = HistoryRules(clock: { Timestamp(seconds: start + 30 * 86_400) })
  private static let functions = ["loadFonts", "drawCard", "openDeck", "-[CardView layout]"]

  init(_ folder: MemoryFolder) throws {
    self.folder = folder
    store = try HistoryStore(path: folder.path("history"), rules: Self.rules)
  }

  func close() { store.close() }

  private var now: Timestamp { .init(seconds: Self.start + 30 * 86_400 + minutes * 60) }
  /// 2026-08-01T12:00:00Z.
  private static let start = 1_785_585_600

  private static func day(_ number: Int) -> Int { number % originals % days }
  private static func noon(_ day: Int) -> Timestamp { .init(seconds: start + day * 86_400) }
  private static func digest(_ number: Int) -> SHA256Digest { SHA256.digest(of: Array("report-\(number)".utf8)) }

  private static func recording(_ number: Int) -> Recording {
    let original = number % originals
    let function = functions[original % functions.count]
    let time = noon(day(number)).rfc3339
    var report = CrashReport(source: .init(format: "ips"))
    if original < reports - originals { report.incident = "A0B1C2D3-0000-4000-8000-00000000000\(original)" }
    report.process = .init()
    report.process?.name = "MyApp"
    report.process?.bundleID = "com.example.MyApp"
    report.process?.build = ["410", "411", "412"][original % 3]
    report.exception = .init()
    report.exception?.type = "EXC_BREAKPOINT"
    report.times = .init()
    report.times?.crashed = .init(asWritten: time, rfc3339: time)
    var thread = CrashReport.Thread(index: 0)
    thread.crashed = true
    var frame = CrashReport.Frame(index: 0)
    frame.image = "MyApp"
    frame.symbol = .init(name: function)
    frame.imageOffset = .init(4096)
    thread.frames = [frame]
    report.threads = [thread]
    let assessment = Assessment(
      report: report, notes: [], findings: [], summary: "EXC_BREAKPOINT in \(function)", blame: nil, blamedFrame: 0)
    return Recording(
      assessment: assessment, digest: digest(number), path: "\(number).ips", labels: ["machine": "ci-\(original % 2)"],
      evidence: StoredEvidence.encode(assessment))
  }

  private static func key(_ function: Int) -> String {
    Signature(SignatureInput(recording(function).assessment.report)).key(.default)
  }

  // MARK: Operations

  mutating func perform(_ operation: Int, _ choices: inout Choices) throws {
    minutes += 1
    let first = choices.next(below: 256) ?? 0
    switch operation {
    case 0, 1, 2: try record([first % Self.reports])
    case 3:
      let second = choices.next(below: Self.reports) ?? 0
      try record([first % Self.reports, second, first % Self.reports])
    case 4: try prune(before: first % (Self.days + 1), isDry: first >= 128, compacts: first % 2 == 0)
    case 5: try reopen()
    case 6: try compare()
    case 7: try say(.note, to: first, value: "") { $0.note == "seen" }
    case 8: try say(.resolve, to: first, value: first >= 128 ? "413" : "") { $0.state == "resolved" }
    case 9: try say(.reopen, to: first, value: "") { $0.state == "open" }
    case 10: try say(.ignore, to: first, value: "") { $0.state == "ignored" }
    case 11: try say(.merge, to: first, value: Self.key(first / 16 % Self.functions.count)) { _ in true }
    default: try say(.split, to: first, value: "") { _ in true }
    }
  }

  private mutating func record(_ numbers: [Int]) throws {
    let issueStatuses = try store.record(numbers.map(Self.recording), now: now, program: "diagnose fuzz")
    try require(issueStatuses.count == numbers.count, "\(issueStatuses.count) statuses for \(numbers.count) reports")
    for (number, issueStatus) in zip(numbers, issueStatuses) {
      let isKnown = stored.contains(number)
      let isTooOld = !isKnown && floor.map { Self.day(number) < $0 } == true
      try require(
        issueStatus.wasRecordedBefore == isKnown, "report \(number) was \(isKnown ? "" : "not ")stored before")
      try require(issueStatus.isTooOld == isTooOld, "report \(number) is \(isTooOld ? "" : "not ")too old")
      if isKnown || isTooOld { continue }
      stored.insert(number)
      counted.insert(number % Self.originals)
    }
  }

  private mutating func prune(before day: Int, isDry: Bool, compacts: Bool) throws {
    let gone = stored.filter { Self.day($0) < day }
    let sums = try store.prune(before: Self.noon(day), isDry: isDry, compacts: compacts)
    try require(sums.reports == gone.count, "\(sums.reports) reports are pruned, not \(gone.count)")
    if isDry { return }
    stored.subtract(gone)
    floor = max(floor ?? day, day)
  }

  private mutating func reopen() throws {
    store.close()
    store = try HistoryStore(path: folder.path("history"), rules: Self.rules)
    let reader = try HistoryStore(path: folder.path("history"), access: .read, rules: Self.rules)
    defer { reader.close() }
    try require(try reader.count() == stored.count, "a second connection has another count")
  }

  private func say(
    _ what: IssueEvent.What, to choice: Int, value: String, _ holds: (StoredIssue) -> Bool
  ) throws {
    let function = choice % Self.functions.count
    let isThere = counted.contains { $0 % Self.functions.count == function }
    let event = IssueEvent(
      issue: Self.key(function), at: now, what: what, value: value, by: "me", note: what == .note ? "seen" : "")
    let issue = try store.add(event)
    try require((issue != nil) == isThere, "an issue is \(isThere ? "missing" : "present")")
    if let issue {
      try require(holds(issue), "after \(what) the issue is \(issue.state), its note \(issue.note ?? "-")")
    }
  }

  // MARK: Comparing

  func compare() throws {
    let faults = try store.check()
    try require(faults.isEmpty, "the check reports: \(faults.first ?? "")")
    let count = try store.count()
    try require(count == stored.count, "\(count) reports, not \(stored.count)")
    for number in 0..<Self.reports {
      try require(
        try store.holds(Self.digest(number)) == stored.contains(number), "report \(number) is missing or stored again")
    }
    var digests: [SHA256Digest] = []
    var row: Int64? = 0
    while let after = row {
      let page = try store.records(after: after, limit: 5)
      digests += page.records.map(\.digest)
      row = page.next
    }
    try require(digests.count == stored.count, "\(digests.count) records for \(stored.count) reports")
    try require(Set(digests) == Set(stored.map(Self.digest)), "records of other reports")
    var filter = HistoryFilter()
    filter.limit = 0
    let sum = try store.issues(filter).reduce(0) { $0 + $1.count }
    try require(sum == counted.count, "issues count \(sum) reports, not \(counted.count)")
  }

  /// Exports all records and imports them into an empty history.
  func carryOver() throws {
    var writer = ExportWriter()
    var bytes = writer.header()
    for record in try store.records(limit: 1000).records { bytes += writer.line(ExportedReport(record)) }
    let other = try HistoryStore(path: folder.path("other"), rules: Self.rules)
    defer { other.close() }
    var records: [ReportRecord] = []
    var reader = ExportReader()
    func take(_ record: ExportRecord, _ line: Int) throws {
      switch record {
      case .report(let report): records.append(report.record(now: now, program: "diagnose fuzz"))
      case .fault(let fault): throw BrokenProperty(description: "a written export: \(fault.explanation)")
      case .header, .event, .runs: break
      }
    }
    try reader.read(bytes, take)
    try reader.finish(take)
    try require(try other.add(records).stored == stored.count, "not every report is imported")
    try require(try other.add(records).known == stored.count, "a report is carried over twice")
    try other.collect([])
    try store.events { try other.collect($0) }
    try other.addGatheredEvents()
    let faults = try other.check()
    try require(faults.isEmpty, "the check of the other history reports: \(faults.first ?? "")")
    try require(try other.count() == stored.count, "the other history has another count")
  }
}
