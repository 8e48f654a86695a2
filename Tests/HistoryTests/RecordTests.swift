import CrashReports
import Diagnosis
import History
import Signatures
import Testing
import Vocabulary

@Suite struct RecordTests {
  private let world: World

  init() throws { world = try World() }

  @Test func theFirstIsNewAndTheSecondIsKnown() throws {
    let store = try world.store()
    let first = try store.record(World.recording("a"))
    #expect(first.status == .new)
    #expect(first.count == 1)
    #expect(first.previouslySeen == nil)
    #expect(first.firstSeen == "2026-08-01T10:00:00Z")
    let second = try store.record(World.recording("b", crashed: "2026-08-03T01:00:00Z"))
    #expect(second.status == .known)
    #expect(second.issue == first.issue)
    #expect(second.count == 2)
    #expect(second.countToday == 1)
    #expect(second.firstSeen == "2026-08-01T10:00:00Z")
    #expect(second.lastSeen == "2026-08-03T01:00:00Z")
    #expect(second.previouslySeen == "2026-08-01T10:00:00Z")
  }

  @Test func theSameBytesCountOnce() throws {
    let first = try world.store().record(World.recording("a"))
    let store = try world.store()
    let again = try store.record(World.recording("a"))
    #expect(again.status == .known)
    #expect(again.wasRecordedBefore)
    #expect(again.count == 1)
    #expect(again.report == first.report)
    #expect(try store.reports().count == 1)
  }

  @Test func theSameReadingAgainChangesNothingButLaterLabels() throws {
    let store = try world.store()
    func add(_ labels: [String: String], _ hours: Int, _ program: String = "diagnose 0.1.0") throws {
      var recording = World.recording("a", incident: "11111111-2222-4333-8444-555555555555", labels: labels)
      recording.evidence = Array("evidence".utf8)
      let now = Timestamp(seconds: HistoryStore.noon.seconds + hours * 3600)
      #expect(try store.record(recording, now: now, program: program).count == 1)
    }
    func stored() throws -> ReportRecord { try #require(try store.records(limit: 1).records.first) }
    try add(["machine": "ci-1"], 0)
    let first = try stored()
    try add([:], 1)
    #expect(try stored() == first)
    // The label given last is stored, in whatever order the readings arrive.
    try add(["machine": "ci-2", "job": "7"], 3)
    try add(["machine": "ci-3"], 2)
    var labeled = first
    labeled.labels["machine"]?.value = "ci-2"
    labeled.labels["machine"]?.at = Timestamp(seconds: HistoryStore.noon.seconds + 3 * 3600)
    labeled.labels["job"] = .init(value: "7", at: Timestamp(seconds: HistoryStore.noon.seconds + 3 * 3600))
    #expect(try stored() == labeled)
    // An earlier arrival and a later program change the record.
    try add([:], -1)
    #expect(try stored().seenAt == Timestamp(seconds: HistoryStore.noon.seconds - 3600))
    try add([:], 4, "diagnose 0.2.0")
    #expect(try stored().program == "diagnose 0.2.0")
  }

  @Test func whatWasReadIsToldFromAnotherConnection() throws {
    let store = try world.store()
    let digest = World.recording("a").digest
    let reader = try store.reader()
    #expect(try !reader.isRead(digest, at: "a.ips", by: "diagnose test", labels: [:]))
    try store.record(World.recording("a", labels: ["machine": "ci-1"]))
    #expect(try reader.isRead(digest, at: "a.ips", by: "diagnose test", labels: [:]))
    #expect(try reader.isRead(digest, at: "a.ips", by: "diagnose test", labels: ["machine": "ci-1"]))
    #expect(try !reader.isRead(digest, at: "a.ips", by: "diagnose test", labels: ["machine": "ci-2"]))
    #expect(try !reader.isRead(digest, at: "a.ips", by: "diagnose test", labels: ["job": "ci-1"]))
    #expect(try !reader.isRead(digest, at: "a.ips", by: "diagnose 0.2.0", labels: [:]))
    #expect(try !reader.isRead(World.recording("b").digest, at: "a.ips", by: "diagnose test", labels: [:]))
    // A recorded problem of an input is removed only when the input is read again.
    try store.note([HistoryProblem(path: "a.ips", code: "unreadable", message: "no permission", at: HistoryStore.noon)])
    #expect(try !reader.isRead(digest, at: "a.ips", by: "diagnose test", labels: [:]))
    #expect(try reader.isRead(digest, at: "b.ips", by: "diagnose test", labels: [:]))
    let known = try reader.knownDigests(by: "diagnose test", count: 1)
    #expect(!known.hold(digest, at: "a.ips"))
    #expect(known.hold(digest, at: "b.ips"))
    #expect(!known.hold(World.recording("b").digest, at: "b.ips"))
    #expect(try !reader.knownDigests(by: "diagnose 0.2.0", count: 0).hold(digest, at: "b.ips"))
    reader.close()
    try store.record(World.recording("b"))
    #expect(try store.count() == 2)
  }

  @Test func aLongListComesInPages() throws {
    let store = try world.store()
    for number in 0..<7 {
      try store.record(World.recording("\(number)", function: "f\(number % 2)", labels: ["n": "\(number % 3)"]))
    }
    var filter = HistoryFilter()
    for limit in [0, 5] {
      filter.limit = limit
      var paged: [StoredReport] = []
      try store.forEachReport(filter, page: 3) { page in
        #expect(page.count <= 3)
        paged += page
        // The history is not locked while a page is used.
        try store.record(World.recording("0", function: "f0"))
      }
      let complete = try store.reports(filter)
      #expect(paged.map(\.digest) == complete.map(\.digest))
      #expect(paged.map(\.assessment.findings) == complete.map(\.assessment.findings))
      #expect(paged.map(\.signature) == complete.map(\.signature))
      #expect(paged.map(\.labels) == complete.map(\.labels))
    }
  }

  @Test func anotherRenderingOfAnIncidentIsAVariantAndCountsOnce() throws {
    let store = try world.store()
    let incident = "11111111-2222-4333-8444-555555555555"
    let first = try store.record(World.recording("json", incident: incident))
    let variant = try store.record(World.recording("text", function: "other", incident: incident))
    #expect(variant.variantOf == first.report)
    #expect(variant.issue == first.issue)
    #expect(variant.count == 1)
    #expect(try store.reports().count == 2)
    #expect(try store.issues().map(\.count) == [1])
  }

  @Test func theNullIncidentIdentifiesNothing() throws {
    let store = try world.store()
    let null = "00000000-0000-0000-0000-000000000000"
    try store.record(World.recording("a", incident: null))
    #expect(try store.record(World.recording("b", incident: null)).count == 2)
  }

  @Test func aCompleteReportReplacesItsDamagedCopy() throws {
    let store = try world.store()
    let incident = "11111111-2222-4333-8444-555555555555"
    let half = try store.record(
      World.recording("half", function: nil, pattern: nil, incident: incident, damaged: true))
    let complete = try store.record(World.recording("whole", incident: incident))
    #expect(complete.status == .new)
    #expect(complete.issue != half.issue)
    #expect(complete.count == 1)
    #expect(try store.issues().map(\.id) == [complete.issue])
    #expect(try store.record(World.recording("half", incident: incident, damaged: true)).variantOf == complete.report)
  }

  @Test func theIssueIsTheDefaultKeyOfTheSignature() throws {
    let store = try world.store()
    let issueStatus = try store.record(World.recording("a"))
    let signature = Signature(SignatureInput(World.recording("a").assessment.report))
    #expect(issueStatus.issue == signature.key(.default))
    #expect(try store.record(World.recording("b", pattern: "nib-missing", build: "1")).issue == issueStatus.issue)
    #expect(try store.record(World.recording("c", function: "other")).issue != issueStatus.issue)
  }

  @Test func aTimeFarAheadIsNotBelieved() throws {
    let store = try world.store()
    let issueStatus = try store.record(World.recording("a", crashed: "9999-01-01T00:00:00Z"))
    #expect(issueStatus.lastSeen == "2026-08-03T12:00:00Z")
    #expect(try store.record(World.recording("b", crashed: nil)).lastSeen == "2026-08-03T12:00:00Z")
  }

  @Test func anOlderReportMovesOnlyTheBeginning() throws {
    let store = try world.store()
    try store.record(World.recording("a", build: "412"))
    let issueStatus = try store.record(World.recording("b", crashed: "2026-07-01T00:00:00Z", build: "401"))
    #expect(issueStatus.firstSeen == "2026-07-01T00:00:00Z")
    #expect(issueStatus.lastSeen == "2026-08-01T10:00:00Z")
    #expect(issueStatus.firstBuild == "401")
    #expect(issueStatus.lastBuild == "412")
  }

  @Test func whatIsStoredComesBack() throws {
    let store = try world.store()
    let recording = World.recording(
      "a", incident: "11111111-2222-4333-8444-555555555555", labels: ["machine": "ci-4"])
    try store.record(recording)
    let stored = try #require(try store.reports().first)
    #expect(stored.assessment.findings == recording.assessment.findings)
    #expect(stored.assessment.report.process == recording.assessment.report.process)
    #expect(stored.assessment.report.times == recording.assessment.report.times)
    #expect(stored.assessment.report.incident == recording.assessment.report.incident)
    #expect(stored.digest == recording.digest)
    #expect(stored.labels == ["machine": "ci-4"])
  }

  @Test func severalInOneTransactionAreSeveral() throws {
    let store = try world.store()
    let issueStatuses = try store.record(
      (0..<5).map { World.recording("r\($0)") }, now: HistoryStore.noon, program: "diagnose test")
    #expect(issueStatuses.map(\.count) == [1, 2, 3, 4, 5])
    #expect(issueStatuses.map(\.status) == [.new, .known, .known, .known, .known])
  }
}
