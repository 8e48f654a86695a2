import Foundation
import TestSupport
import Testing
import Vocabulary

/// The problem matcher of docs/examples/ci, applied to what the program prints.
@Suite struct ProblemMatcherTests {
  private struct Matcher {
    var owner: String
    var expression: NSRegularExpression
    var groups: [String: Int]
  }

  private struct Match: Equatable {
    var file: String?
    var line: String?
    var severity: String
    var message: String
    var code: String
  }

  private let matchers: [Matcher]

  init() throws {
    let text = try Repository.text(of: "docs/examples/diagnose-problem-matcher.json")
    guard case .array(let found)? = try JSONValue(parsing: text)["problemMatcher"] else {
      matchers = []
      return
    }
    matchers = try found.map { matcher in
      guard case .object(let pattern)? = matcher["pattern"]?[0] else { throw CocoaError(.coderReadCorrupt) }
      var groups: [String: Int] = [:]
      for (name, value) in pattern { if case .integer(let group) = value { groups[name] = Int(group) } }
      return Matcher(
        owner: matcher["owner"]?.string ?? "",
        expression: try NSRegularExpression(pattern: pattern["regexp"]?.string ?? ""), groups: groups)
    }
  }

  private func matches(_ line: String) -> [Match] {
    matchers.compactMap { matcher in
      let range = NSRange(line.startIndex..., in: line)
      guard let result = matcher.expression.firstMatch(in: line, range: range) else { return nil }
      func part(_ name: String) -> String? {
        matcher.groups[name].flatMap { Range(result.range(at: $0), in: line) }.map { String(line[$0]) }
      }
      return Match(
        file: part("file"), line: part("line"), severity: part("severity") ?? "", message: part("message") ?? "",
        code: part("code") ?? "")
    }
  }

  /// Returns the messages of the format for Xcode, each matched once.
  private func checked(_ text: String) -> [Match] {
    text.split(separator: "\n").compactMap { line in
      let line = String(line)
      let found = matches(line)
      let isNote = line.contains(": note: ")
      #expect(found.count == (isNote ? 0 : 1), "\(line)")
      return found.first
    }
  }

  @Test func thereAreTwoMatchers() {
    #expect(matchers.map(\.owner) == ["diagnose", "diagnose-without-file"])
  }

  @Test func everyMessageIsMatchedOnce() throws {
    let scratch = try Scratch()
    var all: [Match] = []
    for folder in ["sample-logs/ips", "sample-logs/designables", "sample-logs/apple-text", "sample-logs/symbols"] {
      let answer = try Tool.run(
        ["--no-database", "--format", "xcode", Repository.url(folder).path], in: scratch.folder)
      all += checked(answer.out)
    }
    #expect(all.count > 10)
    #expect(Set(all.map(\.severity)) == ["error", "warning"])
    for match in all {
      #expect(!match.message.isEmpty && !match.code.isEmpty, "\(match)")
      if let file = match.file { #expect(!file.contains(": ") && Int(match.line ?? "") != nil, "\(match)") }
    }
  }

  @Test func faultsOfAProjectHaveTheirFile() throws {
    let scratch = try Scratch()
    let project = Repository.url("Tests/Fixtures/projects/nib-self-class-recursion/faulty")
    try FileManager.default.copyItem(at: project, to: scratch.url("My App"))
    let answer = try Tool.run(
      ["check", "--format", "xcode", "--source-root", "My App", "My App"], in: scratch.folder)
    let found = checked(answer.out)
    #expect(answer.status == 1 && !found.isEmpty, "\(answer)")
    for match in found {
      let file = try #require(match.file, "\(match)")
      #expect(FileManager.default.fileExists(atPath: file), "\(match)")
    }
  }

  /// Text of a report is not a second message, and a line of another program is not one.
  @Test func otherLinesAreNotMatched() throws {
    for line in [
      "note: Building targets", "** TEST FAILED **", "  /a/b.swift:1:1: error: x [c]", "error: x [c]",
      "/a/b.swift:1: error: x [c]", "/a/b.swift:1:1: error: x", "/a/b.swift:1:1: note: x [c]",
      "say: diagnose: error: x [c]", "http://example.com:80/1: error: x [c]",
    ] { #expect(matches(line).isEmpty, "\(line)") }
    let scratch = try Scratch()
    try scratch.write(
      Sample.json().replacingOccurrences(of: "drawCard0", with: "x: error: y [z] /b.swift:1:1: error: w [v]"), "a.ips")
    let answer = try Tool.run(["--no-database", "--format", "xcode", "a.ips"], in: scratch.folder)
    #expect(checked(answer.out).map(\.code) == ["memory-null-dereference"], "\(answer.out)")
  }
}
