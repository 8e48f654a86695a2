import Documents
import TestSupport
import Testing

@testable import Presentation

/// Outputs of a run that found no reports: valid documents in which nothing failed.
@Suite struct EmptyOutputTests {
  private static let checks: [String: @Sendable (String) throws -> Bool] = [
    "azure": { $0.isEmpty },
    "brief": { text in
      let document = try JSONValue(parsing: text)
      return document["schema"] == .string("diagnose-brief/1") && document["reports"] == .array([])
        && document["errors"] == .array([])
    },
    "csv": { text in text.split(separator: "\r\n").count == 1 && text.hasPrefix("digest,time,") },
    "github": { $0.isEmpty },
    "gitlab": { $0 == "[]\n" },
    "html": { $0.contains("<p>No reports found.</p>") && $0.hasSuffix("</main>\n</body>\n</html>\n") },
    "json": { text in
      let document = try JSONValue(parsing: text)
      return document["schema"] == .string("diagnose/1") && document["reports"] == .array([])
        && document["errors"] == .array([])
    },
    "jsonl": { $0.isEmpty },
    "junit": { text in
      text.contains("<testsuites name=\"diagnose\" tests=\"0\" failures=\"0\" errors=\"0\">")
        && !text.contains("<testcase") && text.hasSuffix("</testsuites>\n")
    },
    "markdown": { $0 == "No reports found.\n" },
    "sarif": { text in
      let run = try JSONValue(parsing: text)["runs"]?[0]
      return run?["results"] == .array([]) && run?["tool"]?["driver"]?["rules"] == .array([])
        && run?["invocations"]?[0]?["toolExecutionNotifications"] == .array([])
    },
    "teamcity": { $0.isEmpty },
    "text": { $0 == "No reports found.\n" },
    "xcode": { $0.isEmpty },
  ]

  @Test(arguments: OutputFormat.catalog.map(\.id))
  func isValid(_ id: String) throws {
    let format = try #require(OutputFormat.catalog.first { $0.id == id })
    let check = try #require(Self.checks[id], "a new format needs a check of its empty document")
    let text = format.render([], [], .init())
    #expect(try check(text), "\(text)")
  }

  @Test func quietTextIsEmpty() {
    var style = PresentationStyle()
    style.quiet = true
    #expect(OutputFormat.text.render([], [], style).isEmpty)
  }

  /// An output must not be read as a report when the next run searches its folder.
  ///
  /// A message in the form of compilers is not recognized: it is what a build log contains.
  @Test(arguments: OutputFormat.catalog.map(\.id).filter { $0 != "xcode" })
  func isRecognizedAsAnOutput(_ id: String) throws {
    let format = try #require(OutputFormat.catalog.first { $0.id == id })
    for reports in [[Made.rich], [Made.empty], [Made.excerpt, Made.rich], [Made.hostile]] {
      let text = format.render(reports, [], .init())
      #expect(OutputFormat.wrote(Array(text.utf8)), "\(text.prefix(400))")
    }
    #expect(!OutputFormat.wrote([]))
  }
}
