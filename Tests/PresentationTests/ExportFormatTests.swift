import CrashReports
import Diagnosis
import Documents
import Foundation
import TestSupport
import Testing

@testable import Presentation

/// Limits and escaping of the formats for other programs.
@Suite struct ExportFormatTests {
  private func render(_ id: String, _ reports: [PresentedReport], _ errors: [InputError] = []) throws -> String {
    try #require(OutputFormat.catalog.first { $0.id == id }).render(reports, errors, .init())
  }

  @Test func sarifHasTheMembersThatAreAskedFor() throws {
    let document = try JSONValue(parsing: try render("sarif", [Made.rich, Made.hostile, Made.empty], Made.errors))
    #expect(document["version"]?.string == "2.1.0")
    let run = try #require(document["runs"]?[0])
    #expect(run["tool"]?["driver"]?["name"]?.string == "diagnose")
    guard case .array(let results) = run["results"], case .array(let rules) = run["tool"]?["driver"]?["rules"] else {
      Issue.record("no results")
      return
    }
    #expect(results.count == 3)
    for result in results {
      guard case .integer(let index) = result["ruleIndex"] else { continue }
      #expect(rules.indices.contains(index) && rules[index]["id"] == result["ruleId"])
      #expect(result["message"]?["text"]?.string?.isEmpty == false)
      let uri = try #require(
        result["locations"]?[0]?["physicalLocation"]?["artifactLocation"]?["uri"]?.string)
      #expect(!uri.hasPrefix("/") && !uri.contains(":") && uri.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }, "\(uri)")
    }
    guard case .array(let notes) = run["invocations"]?[0]?["toolExecutionNotifications"] else {
      Issue.record("unreadable inputs are missing")
      return
    }
    #expect(notes.count == Made.errors.count)
  }

  /// GitHub stores 5,000 results of a run and rejects more than 25,000.
  @Test func sarifIsCutAtTheLimit() throws {
    let text = try render("sarif", Array(repeating: Made.empty, count: 5_100))
    let document = try JSONValue(parsing: text)
    guard case .array(let results) = document["runs"]?[0]?["results"] else {
      Issue.record("no results")
      return
    }
    #expect(results.count == 5_000)
    #expect(text.contains("100 more reports are omitted"))
    #expect(text.utf8.count < 10 << 20)
  }

  @Test(arguments: [
    ("Sources/A b.m", "Sources/A%20b.m"), ("./a/../b.m", "a/b.m"), ("/Users/jane/x/c.m", "c.m"), ("~/c.m", "c.m"),
    ("javascript:alert(1)", "javascript%3Aalert%281%29"), ("a\u{202E}b", "a%E2%80%AEb"), ("%2e%2e/x", "%252e%252e/x"),
  ])
  func placesAreRelative(_ path: String, _ uri: String) { #expect(SARIFLocation.uri(path) == uri) }

  @Test func sarifMessagesHaveNoPlaceholdersNorLinks() throws {
    var presented = Made.excerpt
    presented.patterns = PatternSet([Made.pattern(headline: "{0} [a](1)")])
    let document = try JSONValue(parsing: try render("sarif", [presented]))
    #expect(document["runs"]?[0]?["results"]?[0]?["message"]?["text"]?.string == "{{0}} [a\\](1)")
  }

  @Test func junitIsWellFormedWhateverIsInIt() throws {
    let text = try render("junit", [Made.rich, Made.hostile, Made.empty], Made.errors)
    let checker = Checker()
    let parser = XMLCheck(text)
    #expect(parser.isWellFormed, "\(parser.fault ?? "")")
    #expect(text.contains("tests=\"\(3 + Made.errors.count)\""))
    #expect(text.contains("errors=\"\(Made.errors.count)\""))
    #expect(text.unicodeScalars.allSatisfy(checker.isAllowed))
  }

  @Test func htmlShowsTextAsText() throws {
    var presented = Made.rich
    presented.patterns = PatternSet([Made.pattern(headline: "<script>x</script>\" onload='y'")])
    let text = try render("html", [presented, Made.hostile], Made.errors)
    #expect(!text.contains("<script"))
    #expect(text.contains("&lt;script&gt;x&lt;/script&gt;&quot; onload=&#39;y&#39;"))
    #expect(text.contains("default-src 'none'"))
    #expect(!text.contains("http://") && !text.contains("src="))
  }

  @Test(arguments: [
    ("=1", "\"'=1\""), ("+1", "\"'+1\""), ("-1", "\"'-1\""), ("@a", "\"'@a\""), ("  =1", "\"'  =1\""),
    ("\u{FF1D}1", "\"'\u{FF1D}1\""), ("\t=1", "\\u{9}=1"), ("a,\"b\"", "\"a,\"\"b\"\"\""), ("a\r\nb", "a\\u{d}\\u{a}b"),
    ("plain", "plain"),
  ])
  func cellsAreNoFormulas(_ text: String, _ cell: String) { #expect(ExportTable.cell(text) == cell) }

  @Test func csvHasOneRowAReport() throws {
    let lines = try render("csv", [Made.rich, Made.hostile]).split(separator: "\r\n")
    #expect(lines.count == 3)
    #expect(lines[0].hasPrefix("digest,time,"))
  }

  @Test func markdownCodeHoldsNoLinks() throws {
    var presented = Made.excerpt
    presented.assessment.findings[0].blame?.function = "[l](javascript:x)"
    presented.patterns = PatternSet([
      Made.pattern(headline: "x", changes: [Change("swift", after: "<script>x</script>\n[l](javascript:x)")])
    ])
    let page = try render("markdown", [presented])
    #expect(!page.contains("<script>") && page.contains("<pre>\n&lt;script&gt;"))
    #expect(!page.contains("l](javascript:") && page.contains("<code>\\[l\\](javascript:x)</code>"))
  }

  /// GitHub makes links of bare addresses and domains (GFM 6.9).
  @Test func markdownTextHoldsNoLinks() throws {
    var presented = Made.excerpt
    presented.patterns = PatternSet([Made.pattern(headline: "see https://a.example, http://b.example or www.c.example")]
    )
    let page = try render("markdown", [presented])
    #expect(page.contains("https:<!-- -->//a.example, http:<!-- -->//b.example or www<!-- -->.c.example"))
  }

  /// XML 1.0, 2.2.
  private struct Checker {
    func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
      switch scalar.value {
      case 0x09, 0x0A, 0x0D, 0x20...0xD7FF, 0xE000...0xFFFD, 0x10000...0x10FFFF: true
      default: false
      }
    }
  }

  /// A parser for the part of XML that the output uses: nested elements, attributes in quotation marks, the five
  /// entities.
  private struct XMLCheck {
    private(set) var fault: String?
    var isWellFormed: Bool { fault == nil }

    init(_ text: String) {
      var open: [Substring] = []
      var rest = text[...]
      guard rest.hasPrefix("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n") else {
        fault = "no declaration"
        return
      }
      rest = rest.dropFirst("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n".count)
      while let mark = rest.firstIndex(of: "<") {
        if !Self.isText(rest[..<mark]) { fault = "text: \(rest[..<mark])" }
        guard let end = rest[mark...].firstIndex(of: ">") else {
          fault = "an element does not end"
          return
        }
        let tag = rest[rest.index(after: mark)..<end]
        rest = rest[rest.index(after: end)...]
        if tag.hasPrefix("/") {
          if open.popLast() != tag.dropFirst() { fault = "\(tag) closes nothing" }
        } else {
          open.append(tag.prefix { $0 != " " })
          let quotes = tag.count { $0 == "\"" }
          if quotes % 2 != 0 || tag.contains("<") || !Self.isText(tag.filter { $0 != "\"" }[...]) { fault = "\(tag)" }
        }
      }
      if !open.isEmpty { fault = "\(open) are open" }
    }

    private static func isText(_ text: Substring) -> Bool {
      text.split(separator: "&", omittingEmptySubsequences: false).dropFirst().allSatisfy { part in
        ["lt;", "gt;", "amp;", "quot;", "#39;"].contains { part.hasPrefix($0) }
      }
    }
  }
}
