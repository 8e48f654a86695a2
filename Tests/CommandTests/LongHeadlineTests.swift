import Foundation
import TestSupport
import Testing

/// A report can have a headline of many kilobytes. Messages of one line show as much of it as a reader sees at once.
@Suite struct LongHeadlineTests {
  private let scratch: Scratch

  init() throws {
    scratch = try Scratch()
    for number in 0..<2 {
      let long = "\(number)draw" + String(repeating: "Card", count: 15_000)
      try scratch.write(
        Sample.json(number).replacingOccurrences(of: "drawCard\(number)", with: long)
          .replacingOccurrences(of: "\"procName\" : \"MyApp\"", with: "\"procName\" : \"\(long)\"")
          .replacingOccurrences(of: "\"name\":\"MyApp\"", with: "\"name\":\"\(long)\""), "\(number).ips")
    }
  }

  private func lines(_ arguments: [String]) throws -> [String] {
    let answer = try Tool.run(arguments, in: scratch.folder)
    #expect([0, 1, 2].contains(answer.status), "\(arguments): \(answer.status) \(answer.err.prefix(500))")
    let lines = (answer.out + answer.err).split(separator: "\n").map(String.init)
    #expect(!lines.isEmpty, "\(arguments)")
    for line in lines { #expect(line.utf8.count < 600, "\(arguments): \(line.utf8.count) bytes") }
    return lines
  }

  /// Every command that confirms a change, and every message that names a failure.
  @Test func everyMessageIsShort() throws {
    _ = try lines(["ingest", "--database", "h", "0.ips", "1.ips"])
    let list = try Tool.run(["history", "--database", "h", "--format", "json"], in: scratch.folder).out
    let ids = list.matches(of: #/"id": ?"([0-9a-f]{12})"/#).map { String($0.1) }
    let keys = Array(NSOrderedSet(array: ids)).compactMap { $0 as? String }
    try #require(keys.count == 2, "\(list.prefix(400))")
    for words in [
      ["resolve", keys[0]], ["resolve", keys[0], "--in", String(repeating: "9", count: 20_000), "--force"],
      ["reopen", keys[0]],
      ["ignore", keys[0]], ["note", keys[0], "seen"], ["merge", keys[0], keys[1]], ["split", keys[0]],
      ["show", ""], ["list"],
    ] {
      _ = try lines(["history"] + words + ["--database", "h"])
    }
    try scratch.write("diagnose-baseline/1 signature-version=3\n", "accepted")
    _ = try lines(["--no-database", "-o", "/dev/null", "--baseline", "accepted", "--fail-on", "new", "0.ips"])
  }
}
