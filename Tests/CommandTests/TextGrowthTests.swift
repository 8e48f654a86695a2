import Foundation
import GRDB
import TestSupport
import Testing

/// Every command and protocol that takes text, with the runs of combining marks that normalization sorts in quadratic
/// time.
@Suite struct TextGrowthTests {
  /// Runs a command with texts of two sizes, and expects time that grows no faster than the size.
  private func expectLinear(
    _ name: String, size: Int = 8_000, _ run: (_ text: String, _ scratch: Scratch) throws -> Tool.Answer
  ) throws {
    var times: [Double] = []
    for factor in [1, 8] {
      var best = Double.infinity
      for _ in 0..<3 {
        let answer = try run(MarkClass.all(size * factor / MarkClass.catalog.count), try Scratch())
        #expect(![4, 6, 9, 11].contains(answer.status), "\(name): \(answer.err.prefix(1_000))")
        #expect(MarkClass.longestRun(answer.out) <= 60, "\(name)")
        best = min(best, answer.seconds)
        // Quadratic time would be much longer; the machine may be busy for a moment.
        if best < 0.5 { break }
      }
      times.append(best)
    }
    let growth = Growth(sizes: [size, 8 * size], times: times)
    #expect(times[1] < 16 * max(times[0], 0.1), "\(name): \(growth)")
  }

  /// Returns `text` as the content of a string of JSON.
  private func json(_ text: String) throws -> String {
    String(decoding: try JSONEncoder().encode([text]), as: UTF8.self).dropFirst(2).dropLast(2).description
  }

  @Test(arguments: ["ips", "crash", "log", "md"])
  func analyze(_ kind: String) throws {
    try expectLinear("analyze .\(kind)") { text, scratch in
      let content =
        switch kind {
        case "ips": Sample.json().replacing("drawCard0", with: text)
        case "crash": Sample.text(process: "MyApp").replacing("drawCard", with: text)
        case "log":
          "2026-08-01 09:12:00.123 MyApp[501:1] *** Terminating app due to uncaught exception 'NSRangeException', reason: '"
            + text + "'\nerror: IB Designables: Failed to render instance of \(text): The agent crashed\n"
        default: "== PREVIEW UPDATE ERROR:\n\n    RemoteHumanReadableError: \(text)\n\n    |  \(text)\n"
        }
      try scratch.write(content, "a.\(kind)")
      return try Tool.run(["--no-database", "a.\(kind)"], in: scratch.folder)
    }
  }

  @Test(arguments: [
    ["history", "list"], ["history", "search", "TEXT"], ["trends"], ["database", "export"],
  ])
  func history(_ command: [String]) throws {
    try expectLinear(command.joined(separator: " ")) { text, scratch in
      try scratch.write(Sample.json().replacing("drawCard0", with: text), "a.ips")
      let ingested = try Tool.run(["ingest", "a.ips"], in: scratch.folder)
      #expect(ingested.status == 0, "\(ingested.err)")
      // Longer words are refused.
      let words = command.map { $0 == "TEXT" ? String(String.UnicodeScalarView(text.unicodeScalars.prefix(120))) : $0 }
      var answer = try Tool.run(words, in: scratch.folder)
      answer.seconds += ingested.seconds
      return answer
    }
  }

  @Test func importOfAnExport() throws {
    try expectLinear("database import") { text, scratch in
      try scratch.write(Sample.json(), "a.ips")
      _ = try Tool.run(["ingest", "a.ips"], in: scratch.folder)
      let export = try Tool.run(["database", "export"], in: scratch.folder)
      try scratch.write(export.out.replacing("drawCard0", with: try json(text)), "a.jsonl")
      var answer = try Tool.run(["database", "import", "a.jsonl", "--database", "b.sqlite"], in: scratch.folder)
      answer.seconds += try Tool.run(["history", "list", "--database", "b.sqlite"], in: scratch.folder).seconds
      return answer
    }
  }

  @Test(arguments: ["A.swift", "A.m", "A.xib", "Info.plist"])
  func check(_ name: String) throws {
    try expectLinear("check \(name)") { text, scratch in
      let folder = scratch.url("project")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      let names = text.split(separator: " ")
      let content =
        switch name {
        case "A.swift": names.map { "class \($0): UIView { @IBOutlet var \($0): UIView! }\n" }.joined()
        case "A.m": names.map { "@interface \($0) : UIView\n@end\n@implementation \($0)\n@end\n" }.joined()
        case "A.xib":
          "<document type=\"com.apple.InterfaceBuilder3.CocoaTouch.XIB\" version=\"3.0\"><objects>"
            + names.enumerated().map { "<view id=\"\($0)\" customClass=\"\($1)\"/>" }.joined() + "</objects></document>"
        default:
          "<plist version=\"1.0\"><dict>" + names.map { "<key>\($0)</key><string>\($0)</string>" }.joined()
            + "</dict></plist>"
        }
      try scratch.write(content, "project/" + name)
      try scratch.write("class Card: UIView {}\n", "project/B.swift")
      return try Tool.run(["check", "project"], in: scratch.folder)
    }
  }

  /// Arguments are compared with the names of commands, options and topics.
  @Test(arguments: [
    ["explain", "TEXT"], ["patterns", "show", "TEXT"], ["TEXT"], ["history", "show", "TEXT"], ["--TEXT"],
  ])
  func arguments(_ words: [String]) throws {
    try expectLinear(words.joined(separator: " ")) { text, scratch in
      try Tool.run(words.map { $0.replacing("TEXT", with: text) }, in: scratch.folder)
    }
  }

  @Test(arguments: ["configuration", "pattern", "baseline"])
  func userFiles(_ kind: String) throws {
    try expectLinear(kind) { text, scratch in
      try scratch.write(Sample.json(), "a.ips")
      switch kind {
      case "configuration":
        try scratch.write("\"\(text)\": 1\nscrub: { names: [\"\(text)\"] }\n", ".diagnose.yml")
        return try Tool.run(["--no-database", "--config", ".diagnose.yml", "a.ips"], in: scratch.folder)
      case "pattern":
        try scratch.write("patterns:\n  - id: \"\(text)\"\n    \"\(text)\": \"\(text)\"\n", "p.yml")
        return try Tool.run(["--no-database", "--patterns", "p.yml", "a.ips"], in: scratch.folder)
      default:
        try scratch.write("\(text)\n", "b.txt")
        return try Tool.run(["--no-database", "--baseline", "b.txt", "a.ips"], in: scratch.folder)
      }
    }
  }

  @Test func agents() throws {
    try expectLinear("mcp", size: 24_000) { text, scratch in
      let escaped = text.utf16.map { "\\u" + String(0x10000 + Int($0), radix: 16).dropFirst() }.joined()
      try scratch.write(Sample.json().replacing("drawCard0", with: text), "a.ips")
      let calls = [
        #"{"name":"explain","arguments":{"topic":"\#(text)"}}"#,
        #"{"name":"explain","arguments":{"topic":"\#(escaped)"}}"#,
        #"{"name":"analyze","arguments":{"path":"a.ips"}}"#, #"{"name":"analyze","arguments":{"text":"\#(text)"}}"#,
        #"{"name":"\#(text)","arguments":{}}"#, #"{"name":"explain","arguments":{"\#(text)":1,"\#(text)b":2}}"#,
        #"{"name":"history_search","arguments":{"words":["\#(text)"]}}"#,
        #"{"name":"history_show","arguments":{"id":"\#(text)"}}"#,
        #"{"name":"check","arguments":{"folder":"\#(text)"}}"#,
      ]
      let meta =
        #""_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}"#
      var messages = calls.enumerated().map {
        #"{"jsonrpc":"2.0","id":\#($0),"method":"tools/call","params":{\#(meta),\#($1.dropFirst().dropLast())}}"#
      }
      messages.append(#"{"jsonrpc":"2.0","id":90,"method":"\#(text)","\#(text)":1,"\#(text)c":{"\#(text)d":1}}"#)
      messages.append(
        #"{"jsonrpc":"2.0","id":91,"method":"resources/read","params":{\#(meta),"uri":"diagnose://topic/\#(text)"}}"#)
      messages.append(#"{"jsonrpc":"2.0","id":"\#(text)","method":"ping","params":{\#(meta)}}"#)
      try scratch.write(messages.joined(separator: "\n") + "\n", "messages.jsonl")
      let answer = try Tool.run(["mcp", "--no-config"], in: scratch.folder, input: scratch.url("messages.jsonl"))
      #expect(answer.out.split(separator: "\n").count == messages.count)
      return answer
    }
  }

  /// A history in which another program wrote runs of marks.
  @Test func rowsOfAHistoryHaveShortRuns() throws {
    let scratch = try Scratch()
    try scratch.write(Sample.json(), "a.ips")
    _ = try Tool.run(["ingest", "--database", "h.sqlite", "a.ips"], in: scratch.folder)
    try DatabaseQueue(path: scratch.url("h.sqlite").path).write { database in
      for column in ["name.text", "issue.summary", "facts.text"] {
        let parts = column.split(separator: ".")
        try database.execute(
          sql: "UPDATE \(parts[0]) SET \(parts[1]) = replace(\(parts[1]), 'drawCard0', ?)",
          arguments: ["drawCard0" + MarkClass.all(40_000)])
      }
      try database.execute(sql: "UPDATE build SET version = version || ?", arguments: [MarkClass.all(40_000)])
    }
    for command in [
      "history list", "history list -f json", "history search drawCard0", "trends -f json", "database export",
    ] {
      let words = command.split(separator: " ").map(String.init)
      let answer = try Tool.run(words + ["--database", "h.sqlite"], in: scratch.folder)
      #expect(answer.status == 0 && answer.out.contains("drawCard0"), "\(command): \(answer.err)")
      #expect(MarkClass.longestRun(answer.out) <= 30, "\(command)")
      #expect(answer.seconds < 5, "\(command): \(answer.seconds) s")
    }
  }

  /// A file whose name has more marks than text may have is opened by the name that the user gave.
  @Test func filesKeepTheirNames() throws {
    let scratch = try Scratch()
    let name = "a" + String(repeating: "\u{301}", count: 60) + ".ips"
    try scratch.write(Sample.json(), name)
    let answer = try Tool.run(["--no-database", "-f", "json", name], in: scratch.folder)
    #expect(answer.status == 0 && answer.out.contains("drawCard0"), "\(answer.err)")
  }
}
