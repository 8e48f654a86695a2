import Foundation
import GRDB
import Testing
import Vocabulary

@testable import History

@Suite struct StatementsTests {
  private let world: World

  init() throws { world = try World() }

  @Test func aFailedStatementCanBeUsedAgain() throws {
    let store = try world.store()
    try store.write { database in
      let statements = Statements(database)
      func insert(_ id: Int, _ text: String) throws {
        try statements.run("INSERT INTO name (id, text) VALUES (?, ?)", [id, text])
      }
      try insert(1_000_000, "a")
      do {
        try insert(1_000_000, "b")
        Issue.record("two rows have the same id")
      } catch let error as DatabaseError {
        #expect(error.resultCode == .SQLITE_CONSTRAINT)
        #expect(error.message?.isEmpty == false)
      }
      try insert(1_000_001, "b")
      func id(_ text: String?) throws -> Int64? {
        try statements.number("SELECT id FROM name WHERE text = ?", [text])
      }
      #expect(try id("b") == 1_000_001)
      #expect(try id("c") == nil)
      #expect(try id(nil) == nil)
      #expect(try statements.number("SELECT max(id) FROM name WHERE text = ?", ["c"]) == nil)
      let row = try #require(try statements.row("SELECT id, text FROM name WHERE text = ?", ["b"]))
      #expect(row["text"] == "b")
      #expect(try statements.row("SELECT id, text FROM name WHERE text = ?", ["c"]) == nil)
    }
  }

  @Test(arguments: [
    "6BA7B810-9DAD-11D1-80B4-00C04FD430C8", "6ba7b810-9dad-11d1-80b4-00c04fd430c8", "", "A",
    "6BA7B810-9DAD-11D1-80B4-00C04FD430CG", "6BA7B8109DAD-11D1-80B4--00C04FD430C8",
    "{6BA7B810-9DAD-11D1-80B4-00C04FD430", "123456789012345", "1234567890123456", "12345678901234\u{0}", "é",
  ])
  func incidentsAreStoredWithoutLoss(_ incident: String) {
    let bytes = IncidentBytes.encoded(incident)
    #expect(IncidentBytes.decoded(bytes) == incident)
    #expect((bytes.count == 16) == (UUID(uuidString: incident)?.uuidString == incident))
  }
}
