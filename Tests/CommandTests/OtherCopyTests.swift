import Foundation
import Platform
import TestSupport
import Testing

/// Changes that were recorded in a shared history under another spelling of its address are not forgotten.
@Suite struct OtherCopyTests {
  private let scratch: Scratch
  /// Nothing listens on this port.
  private static let present = "clickhouse://ci@127.0.0.1:1/crashes"

  init() throws {
    scratch = try Scratch()
    for number in 1...9 { try scratch.write(Sample.json(number), "\(number).ips") }
  }

  private func run(
    _ arguments: [String], _ address: String = present, machine: String = "a", startedBy starter: [String] = []
  ) throws -> Tool.Answer {
    try Tool.run(
      arguments, in: scratch.folder,
      environment: ["DIAGNOSE_DATABASE": address, "XDG_DATA_HOME": scratch.url("machine-" + machine).path],
      startedBy: starter)
  }

  private func copies(machine: String = "a") throws -> [String] {
    let folder = scratch.url("machine-" + machine).appendingPathComponent("diagnose/shared").path
    return try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasSuffix(".sqlite") }
      .map { folder + "/" + $0 }.sorted()
  }

  /// Another spelling, and whether it is that of another copy.
  private static let spellings: [(address: String, isOther: Bool)] = [
    ("clickhouse://ci@localhost:1/crashes", true), ("clickhouse://ci@[::1]:1/crashes", true),
    ("clickhouse://ci@[0:0:0:0:0:0:0:1]:1/crashes", true), ("clickhouse://ci@127.0.0.2:1/crashes", true),
    ("clickhouse://ci@127.0.0.1:2/crashes", true), ("clickhouse://ci@127.0.0.1:2/crashes?secure=1", true),
    ("clickhouse://ci@127.0.0.1:1/renamed", true), ("clickhouse://ci@LOCALHOST.:1/crashes?insecure=1", true),
    ("clickhouse://other@127.0.0.1:1/crashes", false), ("CLICKHOUSE://ci@127.0.0.1:1/crashes?secure=1", false),
    ("clickhouse://127.0.0.1:1/crashes?scrub=1", false),
  ]

  @Test(arguments: spellings)
  func everySpellingIsNamed(_ spelling: (address: String, isOther: Bool)) throws {
    #expect(try run(["ingest", "1.ips", "2.ips"], spelling.address).status == 0)
    let files = try copies()
    #expect(files.count == 1)
    let answer = try run(["doctor", "--format", "json"])
    let text = try run(["doctor"])
    if spelling.isOther {
      #expect(answer.status == 1 && answer.out.contains("2 changes not sent"), "\(answer.out)")
      #expect(answer.out.contains("database sync --from") && answer.out.contains("\"fix\""), "\(answer.out)")
      #expect(text.out.contains("2 changes not sent"), "\(text.out)")
      // The address says where they were to be sent.
      let database = spelling.address.contains("renamed") ? "/renamed" : "/crashes"
      #expect(answer.out.contains("recorded for ") && answer.out.contains(database), "\(answer.out)")
    } else {
      #expect(!answer.out.contains("changes not sent"), "\(answer.out)")
    }
  }

  @Test func copiesOfOtherFoldersAndUsersAreNamed() throws {
    // Before the variable was set, the copy was in the folder of the home.
    let home = try Tool.run(["ingest", "1.ips"], in: scratch.folder, environment: ["DIAGNOSE_DATABASE": Self.present])
    #expect(home.status == 0, "\(home.err)")
    #expect(try run(["doctor"]).out.contains("1 change not sent"))
    #expect(try run(["ingest", "1.ips", "2.ips", "3.ips"], "clickhouse://ci@localhost:1/crashes").status == 0)
    let bound = try #require(Tool.bound)
    let file = try #require(try copies().first)
    #expect(chmod(file, 0) == 0)
    let answer = try run(["doctor", "--format", "json"], startedBy: bound)
    #expect(answer.status == 1 && answer.out.contains("permission denied"), "\(answer.out)")
    #expect(answer.out.contains(String(file.suffix(23))))
  }

  /// A copy without changes, files of summaries and other files are not mentioned.
  @Test func otherFilesAreNotNamed() throws {
    #expect(try run(["ingest", "1.ips"]).status == 0)
    let folder = try #require(try copies().first).split(separator: "/").dropLast().joined(separator: "/")
    for name in ["0123456789abcdef.summary-1.sqlite", "x.sqlite", "0123456789abcdef.txt", "0123456789ABCDEFG.sqlite"] {
      try Data("no history".utf8).write(to: URL(fileURLWithPath: "/" + folder + "/" + name))
    }
    let answer = try run(["doctor"])
    #expect(!answer.out.contains("not sent") && !answer.out.contains("summary"), "\(answer.out)")
  }

  @Test func otherFilesAreNotSent() throws {
    #expect(try run(["ingest", "1.ips"], scratch.url("h.sqlite").path).status == 0)
    for (name, reason) in [("none.sqlite", "file not found"), ("h.sqlite", "not the copy of a shared history")] {
      let answer = try run(["database", "sync", "--from", name])
      #expect(answer.status == 64 && answer.err.contains(reason), "\(answer.err)")
    }
    #expect(try run(["database", "sync", "--from", "1.ips"]).status == 74)
    #expect(try run(["database", "sync", "--from", ""]).status == 64)
  }

  // MARK: - With servers

  private static let needsServer: Comment = Comment(rawValue: TestEngines.comment)

  private func made(_ endpoint: String, _ name: String = "copies_") throws -> String {
    let database = name + UUID().uuidString.prefix(8).lowercased()
    let address = "clickhouse://default@\(endpoint)/\(database)"
    #expect(try run(["database", "init"], address).status == 0)
    return address
  }

  private func count(_ address: String, machine: String) throws -> String {
    let answer = try run(
      ["history", "list", "--reports", "--limit", "0", "--format", "json"], address, machine: machine)
    #expect(answer.status == 0, "\(answer.err)")
    let document = try JSONSerialization.jsonObject(with: Data(answer.out.utf8)) as? [String: Any]
    return "\((document?["reports"] as? [Any])?.count ?? -1)"
  }

  @Test(.enabled(if: TestEngines.exist, needsServer), arguments: TestEngines.endpoints)
  func nothingIsSentWithoutRequest(endpoint: String) throws {
    let address = try made(endpoint)
    let database = try #require(address.split(separator: "/").last)
    let closed = "clickhouse://default@127.0.0.1:1/\(database)"
    #expect(try run(["ingest", "1.ips", "2.ips"], closed).status == 0)
    for command in [["database", "sync"], ["database", "info"], ["ingest", "3.ips"], ["history"], ["doctor"]] {
      let answer = try run(command, address)
      #expect(answer.status == (command == ["doctor"] ? 1 : 0), "\(command) \(answer.err)")
    }
    #expect(try count(address, machine: "b") == "1")
    let info = try run(["database", "info", "--format", "json"], address)
    #expect(info.out.contains("\"otherCopies\"") && info.out.contains("127.0.0.1:1/"), "\(info.out)")
    #expect(info.err.contains("2 changes not sent") && info.err.contains("database sync --from"), "\(info.err)")
    let sync = try run(["database", "sync"], address)
    #expect(sync.err.contains("2 changes not sent"), "\(sync.err)")
  }

  @Test(.enabled(if: TestEngines.exist, needsServer), arguments: TestEngines.endpoints)
  func copiesAreSentOnRequest(endpoint: String) throws {
    let address = try made(endpoint)
    let database = try #require(address.split(separator: "/").last)
    let port = try #require(endpoint.split(separator: ":").last)
    let closed = "clickhouse://default@127.0.0.1:1/\(database)"
    #expect(try run(["ingest", "1.ips", "2.ips", "3.ips"], closed).status == 0)
    let former = try #require(try copies().first)
    // Reports of both copies, sent by both, in both orders and again, count once.
    #expect(try run(["ingest", "2.ips", "4.ips"], address).status == 0)
    let sent = try run(["database", "sync", "--from", former], address)
    #expect(sent.status == 0 && sent.out.contains("3 changes sent"), "\(sent.out) \(sent.err)")
    #expect(!sent.err.contains("not sent"), "\(sent.err)")
    for _ in 0..<2 { #expect(try run(["database", "sync", "--from", former], address).out.contains("0 changes sent")) }
    let localhost = "clickhouse://default@localhost:\(port)/\(database)"
    #expect(try run(["ingest", "3.ips", "5.ips"], localhost).status == 0)
    for machine in ["a", "fresh"] { #expect(try count(address, machine: machine) == "5", "\(machine)") }
    // The former copy may be used again, and what it records under its address is named as the same history.
    #expect(try run(["ingest", "6.ips"], closed).status == 0)
    let named = try run(["database", "sync"], address)
    #expect(named.err.contains("1 change not sent") && named.err.contains("the same history"), "\(named.err)")
    #expect(try run(["database", "sync", "--from", former], address).out.contains("1 change sent"))
    #expect(try count(address, machine: "later") == "6")
    // A copy of another history is not sent to this one.
    let other = try made(endpoint, "other_")
    let refused = try run(["database", "sync", "--from", former], other)
    #expect(refused.status == 64 && refused.err.contains("another shared history"), "\(refused.err)")
    #expect(try count(other, machine: "third") == "0")
    #expect(try run(["database", "check"], address).status == 0)
  }
}
