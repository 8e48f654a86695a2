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

  @Test func aWholeReportTakesThePlaceOfItsDamagedCopy() throws {
    let store = try world.store()
    let incident = "11111111-2222-4333-8444-555555555555"
    let half = try store.record(
      World.recording("half", function: nil, pattern: nil, incident: incident, damaged: true))
    let whole = try store.record(World.recording("whole", incident: incident))
    #expect(whole.status == .new)
    #expect(whole.issue != half.issue)
    #expect(whole.count == 1)
    #expect(try store.issues().map(\.id) == [whole.issue])
    #expect(try store.record(World.recording("half", incident: incident, damaged: true)).variantOf == whole.report)
  }

  @Test func theIssueIsTheDefaultKeyOfTheSignature() throws {
    let store = try world.store()
    let standing = try store.record(World.recording("a"))
    let signature = Signature(SignatureInput(World.recording("a").assessment.report))
    #expect(standing.issue == signature.key(.default))
    #expect(try store.record(World.recording("b", pattern: "nib-missing", build: "1")).issue == standing.issue)
    #expect(try store.record(World.recording("c", function: "other")).issue != standing.issue)
  }

  @Test func aTimeFarAheadIsNotBelieved() throws {
    let store = try world.store()
    let standing = try store.record(World.recording("a", crashed: "9999-01-01T00:00:00Z"))
    #expect(standing.lastSeen == "2026-08-03T12:00:00Z")
    #expect(try store.record(World.recording("b", crashed: nil)).lastSeen == "2026-08-03T12:00:00Z")
  }

  @Test func anOlderReportMovesOnlyTheBeginning() throws {
    let store = try world.store()
    try store.record(World.recording("a", build: "412"))
    let standing = try store.record(World.recording("b", crashed: "2026-07-01T00:00:00Z", build: "401"))
    #expect(standing.firstSeen == "2026-07-01T00:00:00Z")
    #expect(standing.lastSeen == "2026-08-01T10:00:00Z")
    #expect(standing.firstBuild == "401")
    #expect(standing.lastBuild == "412")
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
    let standings = try store.record(
      (0..<5).map { World.recording("r\($0)") }, now: HistoryStore.noon, program: "diagnose test")
    #expect(standings.map(\.count) == [1, 2, 3, 4, 5])
    #expect(standings.map(\.status) == [.new, .known, .known, .known, .known])
  }
}
