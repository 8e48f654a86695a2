import Foundation
import History
import Testing
import Vocabulary

/// What the local copy of a shared history remembers about its server.
@Suite struct ExchangeStateTests {
  private let world: World

  init() throws { world = try World() }

  private func shared() throws -> HistoryStore {
    let store = try world.store()
    try store.share()
    _ = try store.record(
      (0..<5).map { World.recording("r\($0)", function: "f\($0)") }, now: HistoryStore.noon, program: "diagnose test")
    return store
  }

  @Test func aNewSenderHasConfirmedNothing() throws {
    let store = try shared()
    try store.setSender("one", location: "1", store: "s")
    let last = try #require(try store.unsent(limit: 100).last?.id)
    try store.beginSending(through: last)
    try store.confirm(through: last)
    #expect(try store.sharingState().confirmed == last)
    #expect(try store.sharingState().unsent == 0)
    try store.setSender("two", location: "2", store: "s")
    let state = try store.sharingState()
    #expect(state.sender == "two" && state.confirmed == 0 && state.sending == 0 && state.unsent == 0)
  }

  @Test func everythingIsSentAgainWithHigherNumbers() throws {
    let store = try shared()
    let first = try store.unsent(limit: 100).map(\.id)
    try store.confirm(through: try #require(first.last))
    try store.receive([], from: "other", through: 7)
    try store.noteIncomplete(HistoryStore.noon)
    #expect(try store.sharingState().incomplete == HistoryStore.noon)
    try store.sendEverythingAgain()
    let again = try store.unsent(limit: 100)
    #expect(again.count == first.count && again.allSatisfy { $0.record != nil })
    #expect(try #require(again.first?.id) > #require(first.last))
    #expect(try store.received().isEmpty)
    #expect(try store.sharingState().incomplete == nil)
  }
}
