import CrashReports
import Diagnosis
import History
import Signatures
import Testing
import Vocabulary

/// A pseudorandom number generator with the same numbers in every run.
struct Dice {
  private var state: UInt64

  init(_ seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 | 1 }

  mutating func roll(_ sides: Int) -> Int {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return Int(state % UInt64(sides))
  }
}

@Suite struct MergeTests {
  /// Returns a report with one of few incidents, functions, builds, times and forms, so that all kinds of collisions are
  /// frequent.
  static func record(_ dice: inout Dice) -> ReportRecord {
    let number = dice.roll(40)
    let named = dice.roll(4) > 0
    let functions = ["loadFonts", "draw", "save", "-[CardView initWithCoder:]"]
    let exception: String? = ["EXC_BREAKPOINT", "EXC_BAD_ACCESS", nil][dice.roll(3)]
    var recording = World.recording(
      "report \(number)", function: named ? functions[number % functions.count] : nil,
      pattern: dice.roll(3) == 0 ? nil : "ib-font-cfrelease-null",
      incident: number % 3 == 0 ? "11111111-2222-4333-8444-0000000000\(10 + number % 7)" : nil,
      crashed: number % 5 == 0
        ? nil : "2026-08-0\(1 + number % 3)T1\(number % 10):00:00.\(number % 10)+0\(number % 3):00",
      process: number % 4 == 0 ? "Other" : "MyApp", build: number % 6 == 0 ? nil : "4\(number % 6)",
      labels: dice.roll(2) == 0 ? ["machine": "ci-\(dice.roll(3))"] : [:], damaged: number % 9 == 0,
      os: "iOS 1\(number % 3)", device: "iPhone\(number % 2)", exceptionType: exception)
    if dice.roll(3) == 0 { recording.evidence = Array("evidence \(number)".utf8) }
    return ReportRecord(
      recording, now: Timestamp(seconds: HistoryStore.noon.seconds + dice.roll(20) * 3600),
      program: "diagnose 0.\(dice.roll(3)).0")
  }

  static func event(_ dice: inout Dice, _ keys: [String]) -> IssueEvent {
    let what = IssueEvent.What.allCases.filter { $0 != .regressed }[dice.roll(7)]
    let key = keys[dice.roll(keys.count)]
    let value =
      switch what {
      case .resolve: ["", "41", "43", "99"][dice.roll(4)]
      case .merge: keys[dice.roll(keys.count)]
      case .ignore: ["", "2026-09-01T00:00:00Z"][dice.roll(2)]
      case .undo:
        "\(["resolve", "ignore", "merge", "note", "undo", "x"][dice.roll(6)]) "
          + "\(HistoryStore.noon.seconds + dice.roll(25) * 3600)"
      default: ""
      }
    return IssueEvent(
      issue: key, at: Timestamp(seconds: HistoryStore.noon.seconds + dice.roll(25) * 3600), what: what, value: value,
      by: "user", note: what == .note ? "note \(dice.roll(3))" : "")
  }

  static func contents(_ store: HistoryStore) throws -> (records: [ReportRecord], events: [IssueEvent]) {
    var records: [ReportRecord] = []
    var next: Int64? = 0
    while let row = next {
      let page = try store.records(after: row, limit: 7)
      records += page.records
      next = page.next
    }
    return (records, try store.allEvents())
  }

  /// Adds records and events in batches of `size`.
  static func feed(_ store: HistoryStore, _ records: [ReportRecord], _ events: [IssueEvent], _ size: Int) throws {
    for start in stride(from: 0, to: records.count, by: size) {
      _ = try store.add(Array(records[start..<min(records.count, start + size)]))
    }
    try store.add(events)
  }

  @Test(arguments: 1...12)
  func mergedHistoriesAreOneFedWithBoth(seed: UInt64) throws {
    let world = try World()
    var dice = Dice(seed)
    let first = (0..<(5 + dice.roll(40))).map { _ in Self.record(&dice) }
    let second = (0..<(5 + dice.roll(40))).map { _ in Self.record(&dice) }
    let keys = Array(Set((first + second).map { Signature($0.signatureInput).key(.default) })).sorted()
    let firstEvents = (0..<dice.roll(8)).map { _ in Self.event(&dice, keys) }
    let secondEvents = (0..<dice.roll(8)).map { _ in Self.event(&dice, keys) }

    let (a, b) = (try world.store("a"), try world.store("b"))
    try Self.feed(a, first, firstEvents, 1 + dice.roll(9))
    try Self.feed(b, second, secondEvents, 1 + dice.roll(9))
    let (fromA, fromB) = (try Self.contents(a), try Self.contents(b))

    let both = try world.store("both")
    try Self.feed(both, first + second, firstEvents + secondEvents, 1 + dice.roll(9))
    let (ab, ba, aba) = (try world.store("ab"), try world.store("ba"), try world.store("aba"))
    for part in [fromA, fromB] { try Self.feed(ab, part.records, part.events, 5) }
    for part in [fromB, fromA] { try Self.feed(ba, part.records, part.events, 3) }
    for part in [fromA, fromB, fromA] { try Self.feed(aba, part.records, part.events, 4) }

    let wanted = try StoreDump.lines(both.path)
    for store in [ab, ba, aba] {
      let found = try StoreDump.lines(store.path)
      #expect(StoreDump.differences(found, wanted) == [], "seed \(seed)")
      #expect(found.count == wanted.count)
    }
    for store in [a, b, both, ab, ba, aba] { #expect(try store.check() == []) }
  }

  @Test func aRecordComesBackAsItWentIn() throws {
    let world = try World()
    let store = try world.store()
    var dice = Dice(7)
    for _ in 0..<200 {
      var record = Self.record(&dice)
      record.digest = SHA256.digest(of: Array("\(dice.roll(1_000_000_000))".utf8))
      record.incident = nil
      _ = try store.add([record])
      let page = try store.records(after: Int64(try store.count() - 1), limit: 1)
      #expect(page.records == [record])
    }
  }

  @Test func rollUpsAreARecountAfterPruning() throws {
    let world = try World()
    let store = try world.store()
    var dice = Dice(3)
    for round in 0..<12 {
      _ = try store.add((0..<15).map { _ in Self.record(&dice) })
      #expect(try store.check() == [], "round \(round)")
      if round % 4 == 3 {
        let before = try store.issues(.all).map { [$0.id: $0.count] }
        _ = try store.prune(before: Timestamp(seconds: (HistoryStore.noon.day - 3 + round / 4) * 86_400))
        #expect(try store.check() == [], "pruned in round \(round)")
        #expect(try store.issues(.all).map { [$0.id: $0.count] } == before, "sums do not change")
      }
    }
  }
}
