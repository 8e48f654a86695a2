import Foundation
import TestSupport
import Testing

/// A history that is shared through a server.
@Suite struct SharedHistoryTests {
  private let scratch: Scratch
  /// Nothing listens on this port.
  private static let closed = "clickhouse://ci@127.0.0.1:1/crashes"

  init() throws { scratch = try Scratch() }

  private func run(_ arguments: [String], machine: String = "a", _ address: String = closed) throws -> Tool.Answer {
    try Tool.run(
      arguments, in: scratch.folder,
      environment: ["DIAGNOSE_DATABASE": address, "XDG_DATA_HOME": scratch.url("machine-" + machine).path])
  }

  // MARK: - Without a server

  @Test func reportsAreRecordedWithoutTheServer() throws {
    try scratch.write(Sample.json(1), "a.ips")
    try scratch.write(Sample.json(2), "b.ips")
    let analysis = try run(["a.ips"])
    #expect(analysis.status == 0, "\(analysis.err)")
    #expect(!analysis.out.isEmpty)
    #expect(analysis.err.contains("1 change waits to be sent"))
    let ingest = try run(["ingest", "b.ips"])
    #expect(ingest.status == 0, "\(ingest.err)")
    #expect(ingest.err.contains("1 report recorded") && ingest.err.contains("2 changes wait to be sent"))
    let folder = scratch.url("machine-a/diagnose/shared")
    let file = try #require(
      try FileManager.default.contentsOfDirectory(atPath: folder.path).first { $0.hasSuffix(".sqlite") })
    let copy = try run(["history", "--format", "json"], folder.appendingPathComponent(file).path)
    #expect(copy.status == 0 && copy.out.contains("\"count\""))
  }

  @Test(arguments: [
    "history", "trends", "history list --reports", "history search nib", "database info", "database sync",
    "database export", "database check", "report --html pages",
  ])
  func questionsFailWithoutTheServer(command: String) throws {
    try scratch.write(Sample.json(1), "a.ips")
    _ = try run(["ingest", "a.ips"])
    let answer = try run(command.split(separator: " ").map(String.init))
    #expect(answer.status == 75, "\(answer.err)")
    #expect(answer.out.isEmpty)
    #expect(answer.err.contains("127.0.0.1:1"))
  }

  @Test(arguments: [
    "clickhouse://", "clickhouse://ci@host", "clickhouse://ci:canary-4711@host/x?secure=1",
    "clickhouse://ci@host/x?password=canary-4711", "clickhouse://ci@example.com/x",
    "clickhouse://ci@host:99999/x?secure=1",
    "CLICKHOUSE://ci@host/x?unknown=1",
  ])
  func invalidAddressesAreRejected(address: String) throws {
    try scratch.write(Sample.json(1), "a.ips")
    for command in [["history"], ["ingest", "a.ips"], ["a.ips"], ["database", "init"], ["database", "sync"]] {
      let answer = try run(command, address)
      #expect(answer.status == 78, "\(command): \(answer.err)")
      #expect(!answer.err.contains("canary") && !answer.out.contains("canary"))
    }
  }

  @Test func aRepositoryCannotNameAServer() throws {
    try scratch.write(Sample.json(1), "a.ips")
    try FileManager.default.createDirectory(at: scratch.url(".git"), withIntermediateDirectories: true)
    try scratch.write("database: { path: \"\(Self.closed)\" }\n", ".diagnose.yml")
    let home = ["HOME": scratch.folder.deletingLastPathComponent().path]
    let answer = try Tool.run(["a.ips"], in: scratch.folder, environment: home)
    #expect(answer.status == 0 && answer.err.contains("database.path has no effect"), "\(answer.err)")
    // Trust does not permit it, either.
    let trust = try Tool.run(["trust"], in: scratch.folder, environment: home)
    #expect(trust.status == 0 && trust.err.contains("must not send reports"), "\(trust.err)")
    #expect(try Tool.run(["a.ips"], in: scratch.folder, environment: home).status == 0)
  }

  @Test func passwordsMustBePrivate() throws {
    try scratch.write("canary-4711\n", "password")
    try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: scratch.url("password").path)
    let answer = try Tool.run(
      ["history"], in: scratch.folder,
      environment: [
        "DIAGNOSE_DATABASE": Self.closed, "DIAGNOSE_DATABASE_PASSWORD_FILE": scratch.url("password").path,
        "XDG_DATA_HOME": scratch.url("data").path,
      ])
    #expect(answer.status == 78, "\(answer.err)")
    #expect(!answer.err.contains("canary"))
  }

  @Test func localHistoriesAreNotExchanged() throws {
    try scratch.write(Sample.json(1), "a.ips")
    _ = try run(["ingest", "a.ips"], scratch.url("h.sqlite").path)
    let sync = try run(["database", "sync"], scratch.url("h.sqlite").path)
    #expect(sync.status == 64 && sync.err.contains("not a shared history"))
    let cluster = try run(["database", "init", "--cluster", "crashes"], scratch.url("h.sqlite").path)
    #expect(cluster.status == 64)
    let created = try run(["database", "init"], scratch.url("new.sqlite").path)
    #expect(created.status == 0 && FileManager.default.fileExists(atPath: scratch.url("new.sqlite").path))
  }

  @Test func aMachineWithoutACopyNeedsTheServer() throws {
    try scratch.write(Sample.json(1), "a.ips")
    let address = Self.closed + "?copy=0"
    for command in [["history"], ["trends"], ["history", "list", "--by", "os"]] {
      let answer = try run(command, address)
      #expect(answer.status == 75 && answer.out.isEmpty, "\(command): \(answer.err)")
    }
    // Recording works, but whether the failure is new is not known.
    let analysis = try run(["--format", "json", "a.ips"], address)
    #expect(analysis.status == 0 && analysis.out.contains("\"status\": \"unavailable\""), "\(analysis.out)")
    for command in [["history", "resolve", "abcd"], ["serve"]] {
      let answer = try run(command, address)
      #expect(answer.status == 64 && answer.err.contains("copy"), "\(command): \(answer.err)")
    }
    let local = try run(["database", "summarize"], scratch.url("h.sqlite").path)
    #expect(local.status == 64 && local.err.contains("not a shared history"))
    #expect(try run(["database", "summarize"]).status == 75)
  }

  @Test func theQuestionsOfASummaryArePrinted() throws {
    let list = try run(["database", "sql"], scratch.url("h.sqlite").path)
    #expect(list.status == 0 && list.out.contains("by-system  "))
    for line in list.out.split(separator: "\n") {
      let name = try #require(line.split(separator: " ").first)
      let answer = try run(
        ["database", "sql", String(name), "--issue", "it's", "--since", "2026-07-01"], scratch.url("h.sqlite").path)
      #expect(answer.status == 0 && answer.out.contains("SELECT"), "\(name): \(answer.err)")
      #expect(!answer.out.contains("it's") || answer.out.contains("it\\'s"))
    }
    #expect(try run(["database", "sql", "nothing"]).status == 2)
    #expect(try run(["database", "sql", "daily", "--since", "2026-08-01", "--until", "2026-07-01"]).status == 64)
    #expect(try run(["database", "sql", "daily", "--since", "soon"]).status == 64)
  }

  // MARK: - With servers

  @Test(
    .enabled(if: TestEngines.exist, Comment(rawValue: TestEngines.comment)), arguments: TestEngines.endpoints)
  func everyMachineGivesTheSameAnswers(endpoint: String) throws {
    let database = "command_" + UUID().uuidString.prefix(8).lowercased()
    let address = "clickhouse://default@\(endpoint)/\(database)"
    #expect(try run(["history"], address).status == 74, "the database does not exist")
    let created = try run(["database", "init"], address)
    #expect(created.status == 0 && created.out.contains("GRANT SELECT, INSERT ON `\(database)`.*"), "\(created.err)")
    for number in 1...6 { try scratch.write(Sample.json(number), "\(number).ips") }
    #expect(try run(["ingest", "1.ips", "2.ips", "3.ips"], machine: "a", address).status == 0)
    #expect(try run(["3.ips", "4.ips"], machine: "b", address).status == 0)
    #expect(
      try run(["ingest", "--label", "branch=main", "4.ips", "5.ips", "6.ips"], machine: "a", address).status == 0)
    let list = try run(["history", "--format", "json"], machine: "b", address)
    let key = try #require(list.out.firstMatch(of: /"id": ?"([0-9a-f]{12})"/)?.1)
    #expect(try run(["history", "resolve", String(key), "--in", "999", "--force"], machine: "b", address).status == 0)
    for command in [
      "history --format json --limit 0", "trends --format json", "history list --reports --format json",
      "history show \(key)",
    ] {
      let arguments = command.split(separator: " ").map(String.init)
      let answers = try ["a", "b", "fresh"].map { try run(arguments, machine: $0, address) }
      for answer in answers {
        #expect(answer.status == 0, "\(command): \(answer.err)")
        #expect(answer.out == answers[0].out, "\(command)")
      }
    }
    let info = try run(["database", "info", "--format", "json"], machine: "fresh", address)
    #expect(info.out.contains("\"unsent\": 0") || info.out.contains("\"unsent\":0"), "\(info.out)")
    #expect(try run(["database", "check"], machine: "a", address).status == 0)
  }

  @Test(
    .enabled(if: TestEngines.exist, Comment(rawValue: TestEngines.comment)), arguments: TestEngines.endpoints)
  func oldReportsAreRemovedFromEveryCopy(endpoint: String) throws {
    let database = "command_" + UUID().uuidString.prefix(8).lowercased()
    let address = "clickhouse://default@\(endpoint)/\(database)"
    #expect(try run(["database", "init"], address).status == 0)
    // Report N is from N days before the present.
    for number in 1...20 { try scratch.write(HistoryClockTests.report(number), "\(number).ips") }
    func files(_ numbers: ClosedRange<Int>) -> [String] { numbers.map { "\($0).ips" } }
    #expect(try run(["ingest"] + files(1...12), machine: "a", address).status == 0)
    #expect(try run(["ingest"] + files(10...18), machine: "b", address).status == 0)
    let before = try run(["history", "--format", "json"], machine: "a", address).out
    let dry = try run(["database", "prune", "--older-than", "10d", "--dry-run"], machine: "a", address)
    #expect(dry.status == 0, "\(dry.err)")
    #expect(dry.out.hasPrefix("8 reports before 2026-07-24 would be removed"), "\(dry.out)")
    let tooLate = try run(["database", "prune", "--older-than", "1h"], machine: "a", address)
    #expect(tooLate.status == 64 && tooLate.err.contains("nothing was removed"))
    let unconfirmed = try run(["database", "prune", "--older-than", "10d"], machine: "a", address)
    #expect(unconfirmed.status == 64 && unconfirmed.err.contains("8 reports before 2026-07-24 would be removed"))
    let pruned = try run(["database", "prune", "--older-than", "10d", "--yes"], machine: "a", address)
    #expect(pruned.status == 0, "\(pruned.err)")
    #expect(pruned.out.hasPrefix("8 reports before 2026-07-24 removed. Issues, counts"), "\(pruned.out)")
    for machine in ["a", "b", "fresh"] {
      let info = try run(["database", "info"], machine: machine, address).out
      #expect(info.contains("reports   10, ") && info.contains("reports before 2026-07-24"), "\(machine): \(info)")
      #expect(try run(["history", "--format", "json"], machine: machine, address).out == before, "\(machine)")
      #expect(try run(["database", "check"], machine: machine, address).status == 0)
    }
    let old = try run(["ingest"] + files(19...20), machine: "b", address)
    #expect(old.status == 2 && old.err.contains("every report is older than the history keeps"), "\(old.err)")
    #expect(try run(["database", "prune", "--older-than", "10d"], machine: "b", address).out.hasPrefix("0 reports"))
  }

  @Test(
    .enabled(if: TestEngines.exist, Comment(rawValue: TestEngines.comment)), arguments: TestEngines.endpoints)
  func aMachineWithoutACopyGivesTheAnswersOfTheSummary(endpoint: String) throws {
    let database = "command_" + UUID().uuidString.prefix(8).lowercased()
    let address = "clickhouse://default@\(endpoint)/\(database)"
    #expect(try run(["database", "init"], address).status == 0)
    let none = try run(["history"], machine: "thin", address + "?copy=0")
    #expect(none.status == 74 && none.err.contains("database summarize"), "\(none.err)")
    for number in 1...20 { try scratch.write(HistoryClockTests.report(number), "\(number).ips") }
    let files = (1...18).map { "\($0).ips" }
    #expect(try run(["ingest", "--label", "machine=ci"] + files, machine: "a", address).status == 0)
    let made = try run(["database", "summarize"], machine: "a", address)
    #expect(made.status == 0 && made.out.contains("18 reports"), "\(made.out) \(made.err)")
    let info = try run(["database", "info"], machine: "a", address)
    #expect(info.out.contains("\nsummary   made 2") && info.out.contains(" of 18 reports by "), "\(info.out)")
    let key = try #require(
      try run(["history", "--format", "json"], machine: "a", address).out.firstMatch(of: /"id": ?"([0-9a-f]{12})"/)?.1)
    for command in [
      "history", "history --format json --limit 0", "history --since 9d --format json", "history list --by day",
      "history list --by machine --format json", "trends --format json", "trends --by os", "trends --app MyApp",
      "trends --unrecognized", "history show \(key)", "history show \(key) --facets --format json",
      "history search crash", "trends \(key) --by build",
    ] {
      let arguments = command.split(separator: " ").map(String.init)
      let copy = try run(arguments, machine: "a", address)
      let thin = try run(arguments, machine: "thin", address + "?copy=0")
      #expect(copy.status == thin.status && copy.out == thin.out, "\(command): \(thin.err)")
    }
    // The files of a copy do not exist.
    let stored = try FileManager.default.contentsOfDirectory(
      atPath: scratch.url("machine-thin/diagnose/shared").path)
    #expect(stored.allSatisfy { $0.contains(".summary-") }, "\(stored)")
    for command in ["history list --reports", "history --label machine=ci", "database export", "report --html pages"] {
      let answer = try run(command.split(separator: " ").map(String.init), machine: "thin", address + "?copy=0")
      #expect(answer.status == 64 && answer.err.contains("copy=0"), "\(command): \(answer.status) \(answer.err)")
    }
    // A failure that others have recorded is not new.
    let known = try run(["--format", "json", "19.ips"], machine: "thin", address + "?copy=0")
    #expect(known.out.contains("\"status\": \"known\""), "\(known.out)")
  }

  @Test func oldReportsOfACopyAreNotPrunedAlone() throws {
    try scratch.write(Sample.json(1), "a.ips")
    _ = try run(["ingest", "a.ips"])
    let keep = try run(["database", "prune", "--keep-from", "2026-01-01"])
    #expect(keep.status == 64 && keep.err.contains("shared history"), "\(keep.err)")
    let folder = scratch.url("machine-a/diagnose/shared")
    let file = try #require(
      try FileManager.default.contentsOfDirectory(atPath: folder.path).first { $0.hasSuffix(".sqlite") })
    let copy = try run(
      ["database", "prune", "--older-than", "400d"], folder.appendingPathComponent(file).path)
    #expect(copy.status == 64 && copy.err.contains("copy of a shared history"), "\(copy.err)")
    #expect(try run(["database", "prune", "--older-than", "400d"]).status == 75)
  }
}
