import History
import Testing
import Vocabulary

@Suite struct GroupingTests {
  private let world: World

  init() throws { world = try World() }

  /// A pasted stack without a header has less detail than its report.
  @Test(arguments: [true, false])
  func lessDetailMergesIntoMoreDetail(complete first: Bool) throws {
    let store = try world.store()
    let complete = World.recording("complete", exceptionType: "EXC_BAD_ACCESS")
    let pasted = World.recording("pasted", exceptionType: nil)
    for recording in first ? [complete, pasted] : [pasted, complete] { try store.record(recording) }
    let issues = try store.issues()
    #expect(issues.map(\.count) == [2])
    #expect(issues.map(\.kind) == ["memory"])
    #expect(try store.relations(of: issues[0]).parts.map(\.reason) == ["detail"])
    // With two candidates the merge is ambiguous.
    try store.record(World.recording("other", exceptionType: "EXC_ARITHMETIC"))
    #expect(try store.issues(sortedBy: .count).count == 3)
  }

  @Test(arguments: [true, false])
  func symbolsThatComeLaterGiveTheKey(bareFirst: Bool) throws {
    let store = try world.store()
    let bare = World.recording("crash", function: nil, pattern: nil)
    let named = World.recording("crash")
    let issueStatuses = try (bareFirst ? [bare, named] : [named, bare]).map { try store.record($0) }
    #expect(issueStatuses[1].wasRecordedBefore)
    let issues = try store.issues()
    #expect(issues.map(\.count) == [1])
    #expect(issues.map(\.pattern) == ["ib-font-cfrelease-null"])
    // Another report read without symbols is merged into the same issue.
    let other = try store.record(World.recording("second", function: nil, pattern: nil))
    #expect(other.issue == issues[0].id)
    #expect(other.count == 2)
    #expect(try store.check() == [])
  }

  @Test func anOldKeyFindsItsIssue() throws {
    let store = try world.store()
    let bare = try #require(try store.record(World.recording("crash", function: nil, pattern: nil)).issue)
    let named = try #require(try store.record(World.recording("crash")).issue)
    #expect(bare != named)
    guard case .issue(let found)? = try store.matches(bare).first else {
      Issue.record("the old key is not found")
      return
    }
    #expect(found.id == named)
  }
}
