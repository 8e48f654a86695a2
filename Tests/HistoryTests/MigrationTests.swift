import Foundation
import History
import TestSupport
import Testing
import Vocabulary

/// Histories as earlier versions wrote them, opened by this one.
@Suite struct MigrationTests {
  private func copy(_ name: String) throws -> (World, String) {
    let world = try World()
    let path = world.folder.appendingPathComponent("history.sqlite").path
    try FileManager.default.copyItem(
      at: Repository.root.appendingPathComponent("Tests/Fixtures/histories/\(name)"), to: URL(fileURLWithPath: path))
    return (world, path)
  }

  @Test(arguments: [HistoryStore.Access.write, .read])
  func theFirstSchemaIsTakenOver(access: HistoryStore.Access) throws {
    let (world, path) = try copy("history-1.sqlite")
    let store = try HistoryStore(path: path, access: access)
    let info = try #require(try store.info())
    #expect(info.reports == 28)
    #expect(try store.check() == [])
    let issues = try store.issues(.all)
    #expect(issues.reduce(0) { $0 + $1.count } == 28 - info.variants)
    #expect(
      issues.allSatisfy {
        $0.pattern?.hasPrefix("ib-") == true || $0.pattern?.hasPrefix("nib-") == true || $0.pattern == nil
      })
    let reports = try store.reports(.all)
    #expect(reports.allSatisfy { $0.labels == ["machine": "ci-1"] })
    #expect(reports.allSatisfy { $0.path.hasPrefix("~/sample-logs/designables/") })
    withExtendedLifetime(world) {}
  }

  /// The roll-ups that came with the third schema are filled from those of the second.
  @Test(arguments: [HistoryStore.Access.write, .read])
  func theSecondSchemaIsTakenOver(access: HistoryStore.Access) throws {
    let (world, path) = try copy("history-2.sqlite")
    let store = try HistoryStore(path: path, access: access)
    let info = try #require(try store.info())
    #expect(info.reports == 28)
    #expect(try store.check() == [])
    let issues = try store.issues(.all)
    #expect(issues.count > 5)
    for issue in issues {
      #expect(try store.counts(of: issue, by: .os).reduce(0) { $0 + $1.count } == issue.count)
      #expect(try store.counts(of: issue, by: .device).reduce(0) { $0 + $1.count } == issue.count)
      #expect(try store.spread(of: issue).machines == 1)
    }
    withExtendedLifetime(world) {}
  }

  /// Issue ids of the first schema, noted somewhere, still find their issues.
  @Test func oldIssueIdsAreAliases() throws {
    let (world, path) = try copy("history-1.sqlite")
    let old = try StoreDump.keysOfFirstSchema(path)
    #expect(old.count == 7)
    let store = try HistoryStore(path: path)
    for key in old {
      guard case .issue? = try store.matches(key).first else {
        Issue.record("\(key) is not found")
        continue
      }
    }
    withExtendedLifetime(world) {}
  }

  @Test func aCopyIsKeptBesideAMigratedHistory() throws {
    let (world, path) = try copy("history-1.sqlite")
    let before = try Data(contentsOf: URL(fileURLWithPath: path))
    _ = try HistoryStore(path: path)
    let kept = path + ".before-\(3)"
    #expect(try StoreDump.keysOfFirstSchema(kept).count == 7)
    #expect(before.count > 0)
    withExtendedLifetime(world) {}
  }

  @Test func recordingGoesOn() throws {
    let (world, path) = try copy("history-1.sqlite")
    let store = try HistoryStore(path: path)
    #expect(try store.record(World.recording("a")).status == .new)
    #expect(try store.check() == [])
    withExtendedLifetime(world) {}
  }
}
