import Analysis
import CrashReports
import Testing
import Vocabulary

/// What the analysis of an input adds to its reports: paths of the user's files, and digests.
@Suite struct AnalysisTests {
  private func mapped(_ file: String, _ map: [(from: String, to: String)]) -> String? {
    var report = CrashReport(source: .init(format: "ips"))
    var thread = CrashReport.Thread(index: 0)
    var frame = CrashReport.Frame(index: 0)
    frame.source = SourceLocation(file: file, line: 3)
    thread.frames = [frame]
    report.threads = [thread]
    var options = AnalysisOptions()
    options.sourceMap = map
    return Analysis.named(report, options).threads?.first?.frames.first?.source?.file
  }

  @Test(arguments: [
    ("/build/agent/App/a.swift", "/build/agent", "/Users/zoe/src", "/Users/zoe/src/App/a.swift"),
    ("/build/agent/App/a.swift", "/build/agent/", "/Users/zoe/src/", "/Users/zoe/src/App/a.swift"),
    ("/build/agent/App/a.swift", "/build/agent/", "/Users/zoe/src", "/Users/zoe/src/App/a.swift"),
    ("/build/agent/App/a.swift", "/build/agent", "", "/App/a.swift"),
    ("/build/agent/App/a.swift", "/build/agent/", "", "App/a.swift"),
    ("/build/agent/App/a.swift", "/build/agent", ".", "App/a.swift"),
    ("/build/agent/App/a.swift", "/build/agent/", "./", "App/a.swift"),
    ("/build/a.swift", "/build/a.swift", "/src/b.swift", "/src/b.swift"),
    // A folder whose name only begins with the name of the other.
    ("/build/agent-2/App/a.swift", "/build/agent", "/src", "/build/agent-2/App/a.swift"),
    ("/build/agent/App/a.swift", "/build/agent/App/b", "/src", "/build/agent/App/a.swift"),
    ("/build/agent/App/a.swift", "", "/src", "/build/agent/App/a.swift"),
  ])
  func pathsAreThoseOfTheUser(file: String, from: String, to: String, expected: String) {
    #expect(mapped(file, [(from, to)]) == expected)
  }

  @Test func theFirstFolderThatContainsTheFileIsReplaced() {
    let map = [
      (from: "/build/agent-2", to: "/two"), (from: "/build", to: "/one"), (from: "/build/agent", to: "/three"),
    ]
    #expect(mapped("/build/agent/a.swift", map) == "/one/agent/a.swift")
    #expect(mapped("/build/agent-2/a.swift", map) == "/two/a.swift")
  }

  // MARK: Digests

  private static let report = """
    Process: MyApp [4711]
    Date/Time: 2026-04-01 12:39:56.065 +0200

    Exception Type: EXC_BREAKPOINT (SIGTRAP)

    Thread 0 Crashed:
    0   MyApp 0x0000000104a1c2b0 -[CardView draw] + 4

    """

  private func digests(_ text: String) -> [SHA256Digest?] {
    var options = AnalysisOptions()
    options.withDigest = true
    return Analysis.analyze(Array(text.utf8), options).reports.map(\.digest)
  }

  /// The digest of a report that fills its file is the one that `shasum` prints.
  @Test(arguments: ["", "\n\n", "  \t\r\n"])
  func theDigestOfAReportIsThatOfItsFile(blank: String) {
    let text = blank + Self.report + blank
    #expect(digests(text) == [SHA256.digest(of: Array(text.utf8))])
  }

  @Test func reportsInOneFileHaveTheirOwnDigests() throws {
    let reports = [Self.report, Self.report.replacing("4711", with: "4712")]
    let found = digests(reports.joined(separator: "\n"))
    #expect(found.count == 2 && Set(found).count == 2)
    #expect(!found.contains(SHA256.digest(of: Array(reports.joined(separator: "\n").utf8))))
  }
}
