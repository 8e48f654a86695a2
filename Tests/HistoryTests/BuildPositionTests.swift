import Foundation
import GRDB
import Testing

@testable import History
import Vocabulary

/// Builds get positions in the order, in whatever order they arrive.
@Suite struct BuildPositionTests {
  private let world: World

  init() throws { world = try World() }

  private struct Position: Equatable {
    var build: String
    var position: Int?
  }

  private func add(_ builds: some Sequence<String>, to store: HistoryStore) throws {
    for build in builds { try store.record(World.recording("of build \(build)", build: build)) }
  }

  /// Returns the builds in order.
  private func positions(_ store: HistoryStore) throws -> [Position] {
    try store.read(otherwise: []) { database in
      try Row.fetchAll(
        database, sql: "SELECT build, position FROM build ORDER BY position IS NULL, position, CAST(build AS INTEGER)"
      ).map { Position(build: $0[checked: "build"], position: $0[checked: "position"]) }
    }
  }

  private static let orders: [String: [Int]] = [
    "rising": Array(1...150), "falling": Array((1...150).reversed()),
    // Each build is between the two before it, so there are soon no free positions.
    "from both ends": (0..<75).flatMap { [1 + $0, 150 - $0] },
    "below the newest": [150] + Array(1...149),
    "above the oldest": [1] + Array((2...150).reversed()),
    "by name": (1...150).map(String.init).sorted().compactMap(Int.init),
    "shuffled": {
      var dice = Dice(11)
      var left = Array(1...150)
      return (0..<150).map { _ in left.remove(at: dice.roll(left.count)) }
    }(),
  ]

  @Test(arguments: orders.keys.sorted())
  func buildsAreInOrder(_ name: String) throws {
    let store = try world.store()
    try add(try #require(Self.orders[name]).map(String.init), to: store)
    let found = try positions(store)
    #expect(found.map(\.build) == (1...150).map(String.init))
    #expect(Set(found.map(\.position)).count == 150)
    #expect(try store.issues().first?.firstBuild == "1")
    #expect(try store.issues().first?.lastBuild == "150")
  }

  @Test func equalsShareAPositionAndOthersHaveNone() throws {
    let store = try world.store(rules: HistoryRules(builds: .init(outside: ["9*"])))
    try add(["7", "8", "7.0", "900", "07", "6"], to: store)
    let found = try positions(store)
    #expect(found.map(\.build).filter { !$0.contains("7") } == ["6", "8", "900"])
    let locations = Dictionary(uniqueKeysWithValues: found.map { ($0.build, $0.position) })
    #expect(locations["7"] == locations["7.0"] && locations["7"] == locations["07"])
    #expect(locations["900"] == .some(nil))
    #expect(Set(locations.values.compactMap(\.self)).count == 3)
  }

  /// Histories of earlier versions have no free positions between builds; damaged ones may have any positions.
  @Test(arguments: ["0", "id", "9223372036854775807", "-9223372036854775808", "id - 70368744177664", "NULL"])
  func anyPreviousPositions(_ position: String) throws {
    let store = try world.store()
    try add(["10", "20", "30"], to: store)
    try store.write { try $0.execute(sql: "UPDATE build SET position = \(position)") }
    try add(["25", "5", "35"], to: store)
    guard position.hasPrefix("id") else { return }
    #expect(try positions(store).map(\.build) == ["5", "10", "20", "25", "30", "35"])
  }

  /// A fix in a build that was never seen applies to the builds after it.
  @Test(arguments: [("15", "12", false), ("15", "15.0.1", true), ("5", "10", true), ("99", "30", false)])
  func aFixInABuildThatWasNeverSeen(fix: String, build: String, isBack: Bool) throws {
    let store = try world.store()
    try add(["10", "20", "30"], to: store)
    let key = try #require(try store.issues().first).id
    let later = Timestamp(seconds: HistoryStore.noon.seconds + 60)
    _ = try store.add(IssueEvent(issue: key, at: later, what: .resolve, value: fix))
    let issueStatus = try store.record(
      World.recording("back", build: build), now: Timestamp(seconds: later.seconds + 60), program: "diagnose test")
    #expect((issueStatus.status == .regressed) == isBack)
  }

  /// On a build server every report may come from another build. The cost of each must not grow with their number.
  @Test func manyBuildsCostNoMoreThanFew() throws {
    let store = try world.store()
    let runs = (0..<6000).map { BuildRuns(app: "com.example.MyApp", build: String($0), day: 20_000, runs: 1) }
    #expect(try store.note(runs).newBuilds == 6000)
    #expect(try store.note(runs.reversed()).unchanged == 6000)
    let found = try positions(store)
    #expect(found.map(\.build) == (0..<6000).map(String.init))
  }
}
