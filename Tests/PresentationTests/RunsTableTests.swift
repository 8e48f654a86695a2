import CrashReports
import Exports
import History
import Testing

@Suite struct RunsTableTests {
  private func table(_ text: String, app: String? = nil) throws -> RunsTable {
    try RunsTable(Array(text.utf8), app: app)
  }

  @Test func columnsAreFoundByTheirNames() throws {
    let table = try table(
      "\u{FEFF}Country;App Version;Sessions;Date;Build-Number\r\nNL;2.4;1200;2026-08-01;412\r\n\r\nDE;2.4; 7 ;2026-08-02;413",
      app: "MyApp")
    #expect(
      table.rows.map(\.runs) == [
        BuildRuns(app: "MyApp", version: "2.4", build: "412", day: 20_666, runs: 1200),
        BuildRuns(app: "MyApp", version: "2.4", build: "413", day: 20_667, runs: 7),
      ])
    #expect(table.rows.map(\.line) == [2, 4])
    #expect(table.faultCount == 0)
  }

  @Test func quotationMarksHoldAnything() throws {
    let table = try table("app,build,day,runs\n\"My, \"\"App\"\"\n2\",\"7\",2026-08-01,5\nB,8,2026-08-01,6\n")
    #expect(table.rows.map(\.runs.app) == ["My, \"App\"\n2", "B"])
    #expect(table.rows.map(\.line) == [2, 4])
    let open = try self.table("build,day,runs\n1,2026-08-01,5\n\"2,2026-08-01,6\n")
    #expect(open.rows.count == 1)
    #expect(open.faults.map(\.explanation) == ["has no day such as 2026-08-01", "ends inside quotation marks"])
  }

  @Test(arguments: [
    ("1,2026-02-30,5", "has no day such as 2026-08-01"), ("1,2026-08-01T00:00:00Z,5", "has no day such as 2026-08-01"),
    ("1,01.08.2026,5", "has no day such as 2026-08-01"), ("1", "has no day such as 2026-08-01"),
    ("1,2026-08-01,-5", "has no whole number of runs"), ("1,2026-08-01,\"1,200\"", "has no whole number of runs"),
    ("1,2026-08-01,99999999999999", "has no whole number of runs"), ("1,2026-08-01,", "has no whole number of runs"),
    (",2026-08-01,5", "has no build"),
  ])
  func linesThatCannotBeUsedAreNamed(_ line: String, _ reason: String) throws {
    let table = try table("build,day,runs\n1,2026-08-01,5\n\(line)\n2,2026-08-01,6\n")
    #expect(table.rows.count == 2)
    #expect(table.faults.map(\.explanation) == [reason])
    #expect(table.faults.map(\.line) == [3])
  }

  @Test func aLongNameIsNoName() throws {
    let table = try table("build,day,runs\n\(String(repeating: "1", count: 256)),2026-08-01,5\n")
    #expect(table.faults.map(\.explanation) == ["has an app or build of more than 255 bytes"])
  }

  @Test(arguments: ["", "\n", "day,runs\n2026-08-01,5\n", "build,day\n1,2026-08-01\n", "1,2026-08-01,5\n"])
  func aTableWithoutItsColumnsIsRefused(_ text: String) throws {
    #expect(throws: (any Error).self) { try self.table(text) }
  }

  @Test func manyFaultsAndColumnsAreCountedAndNotKept() throws {
    let table = try table(
      "build,day,runs" + String(repeating: ",x", count: 100_000) + "\n" + String(repeating: "?\n", count: 50_000))
    #expect(table.faultCount == 50_000)
    #expect(table.faults.count == 20)
  }

  @Test func anExportCarriesRuns() {
    let runs = [
      BuildRuns(app: "com.example.MyApp", version: "2.4", build: "412", day: 20_666, runs: 1200),
      BuildRuns(app: "MyApp", build: "413", day: 0, runs: 0), BuildRuns(app: "MyApp", version: "3", day: 1, runs: 1),
    ]
    var writer = ExportWriter()
    var reader = ExportReader()
    var read: [BuildRuns] = []
    func take(_ record: ExportRecord, _ line: Int) {
      if case .runs(let one) = record { read.append(one) } else { Issue.record("\(record)") }
    }
    reader.read(writer.line(runs), take)
    reader.finish(take)
    #expect(read == runs)
  }

  @Test(arguments: [
    #"{"day":"2026-08-01","runs":1}"#, #"{"app":"A","runs":1}"#, #"{"app":"A","day":"2026-08-01"}"#,
    #"{"app":"A","day":"2026-08-01","runs":-1}"#, #"{"app":"A","day":"2026-08-01","runs":1e300}"#,
  ])
  func runsOfAnExportThatSayTooLittleAreFaults(_ text: String) {
    var reader = ExportReader()
    var faults = 0
    func take(_ record: ExportRecord, _ line: Int) { if case .fault = record { faults += 1 } }
    reader.read(Array(#"{"schema":"diagnose-export/1","runs":[\#(text)]}"#.utf8), take)
    reader.finish(take)
    #expect(faults == 1)
  }
}
