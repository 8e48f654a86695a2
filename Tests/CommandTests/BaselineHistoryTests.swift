import Foundation
import GRDB
import TestSupport
import Testing

/// Baselines and a history in which an accepted failure has another key.
@Suite struct BaselineHistoryTests {
  private let scratch: Scratch
  private static let old = "aaaaaaaaaaaa"

  init() throws {
    scratch = try Scratch()
    for number in 0..<2 { try scratch.write(Sample.json(number), "\(number).ips") }
  }

  /// Analyzes a report, and returns the key of its issue.
  private func key(_ name: String) throws -> String {
    let answer = try Tool.run(["--database", "h.sqlite", "--brief", name], in: scratch.folder)
    return try #require(try JSONValue(parsing: answer.out)["reports"]?[0]?["issue"]?.string)
  }

  private func baseline(_ keys: [String], version: Int) throws {
    let lines = keys.map { $0 + "  A failure\n" }.joined()
    try scratch.write("diagnose-baseline/1 signature-version=\(version)\n" + lines, "b.baseline")
  }

  private func gate(_ name: String, _ options: [String] = ["--database", "h.sqlite"]) throws -> Tool.Answer {
    try Tool.run(["--baseline", "b.baseline", "--fail-on", "new", "-q", name] + options, in: scratch.folder)
  }

  private func change(_ sql: String) throws {
    let queue = try DatabaseQueue(path: scratch.url("h.sqlite").path)
    try queue.write { try $0.execute(sql: sql) }
    try queue.close()
  }

  /// An earlier version of the program computed another key, which the baseline has.
  @Test func aKeyOfAnEarlierVersionIsFoundInTheHistory() throws {
    let new = try key("0.ips")
    try change(
      """
      UPDATE stack SET default_key = '\(Self.old)', strict = '\(Self.old)', signature_version = 1,
        digest = randomblob(16);
      UPDATE issue SET key = '\(Self.old)', signature_version = 1;
      DELETE FROM meta WHERE key = 'signature-version';
      """)
    try baseline([Self.old], version: 1)
    let known = try gate("0.ips")
    #expect(known.status == 0 && known.err.contains("the baseline has signatures of version 1"), "\(known)")
    #expect(try key("0.ips") == new && new != Self.old)
    // Without the history, the failure counts as new, and a message says so.
    let unknown = try gate("0.ips", ["--no-database"])
    #expect(unknown.status == 1 && unknown.err.contains("failures whose signature changed count as new"), "\(unknown)")
    // Another failure is new with the history, too.
    #expect(try gate("1.ips").status == 1)
    // The update writes the present key, so that the history is no longer needed.
    #expect(try gate("0.ips", ["--write-baseline", "b.baseline", "--database", "h.sqlite"]).status == 0)
    #expect(try String(contentsOf: scratch.url("b.baseline"), encoding: .utf8).contains("\n\(new)  "))
    #expect(try gate("0.ips", ["--no-database"]).status == 0)
  }

  /// A user merged the issue into another one.
  @Test func aMergedIssueIsAcceptedUnderBothKeys() throws {
    let (first, second) = (try key("0.ips"), try key("1.ips"))
    #expect(first != second)
    let merged = try Tool.run(["history", "merge", second, first, "--database", "h.sqlite"], in: scratch.folder)
    #expect(merged.status == 0, "\(merged)")
    for version in [1, 2] {
      for key in [first, second] {
        try baseline([key], version: version)
        let answers = try ["0.ips", "1.ips"].map { try gate($0).status }
        // The signature of the report, or the issue that has it now.
        #expect(answers[key == first ? 0 : 1] == 0, "\(key) \(version) \(answers)")
      }
    }
    // The key of the issue that both are in now accepts both.
    let issues = try Tool.run(["history", "list", "--format", "json", "--database", "h.sqlite"], in: scratch.folder)
    let whole = try #require(try JSONValue(parsing: issues.out)["issues"]?[0]?["id"]?.string)
    try baseline([whole], version: 2)
    #expect(try gate("0.ips").status == 0 && gate("1.ips").status == 0)
  }
}
