import Analysis
import CrashReports
import Diagnosis
import Signatures
import TestSupport
import Testing

/// Diagnostics of Xcode's canvas, in the forms in which people paste them.
struct CanvasTests {
  /// The patterns about previews, with their examples.
  static let causes = Pattern.catalog.filter { $0.id.hasPrefix("preview-") }

  struct Form: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var change: @Sendable ([String]) -> [String]
  }

  private static let rule = "=================================="

  static let forms: [Form] = [
    Form(testDescription: "as it is") { $0 },
    Form(testDescription: "without empty lines") { $0.filter { !$0.allSatisfy { $0 == " " } } },
    Form(testDescription: "with doubled empty lines") { $0.flatMap { $0.allSatisfy { $0 == " " } ? [$0, ""] : [$0] } },
    Form(testDescription: "without the heading") { lines in
      lines.first?.hasPrefix("== ") == true ? Array(lines.dropFirst(2)) : lines
    },
    Form(testDescription: "below another heading") { lines in
      lines.first?.hasPrefix("== ") == true ? ["== PAUSED REASON:", "", "    updateFailed", ""] + lines : lines
    },
    Form(testDescription: "in a fence") { ["```"] + $0 + ["```"] },
    Form(testDescription: "quoted") { $0.map { "> " + $0 } },
    Form(testDescription: "below a sentence") { ["I get this error in Xcode 16:", ""] + $0 },
    Form(testDescription: "above a sentence") { $0 + ["", "I'm on macOS 15.2. Any idea?"] },
    Form(testDescription: "with CRLF") { $0.map { $0 + "\r" } },
    Form(testDescription: "with time stamps of a build server") { lines in
      lines.enumerated().map { "2025-03-04T05:06:07.\(1_000_000 + $0.offset)Z " + $0.element }
    },
    Form(testDescription: "with Xcode's trailer") {
      $0 + ["", "    Process: Cards[4711]", "    Date/Time: 2024-05-06 07:08:09 +0000", "    Log File: <none>"]
    },
    Form(testDescription: "with facts") {
      $0 + ["", "== VERSION INFO:", "", "    Tools: 16C5032a", "    OS:    24C101", "    PID:   4711"]
    },
  ]

  private static func excerpts(_ pattern: Pattern) -> [(text: String, cited: [Int])] {
    pattern.examples.compactMap { example in
      if case .matches = example.expectation { return example.unmarked }
      return nil
    }
  }

  @Test(arguments: forms)
  func causeIsFoundInEveryForm(form: Form) {
    for pattern in Self.causes {
      for excerpt in Self.excerpts(pattern) {
        let lines = form.change(excerpt.text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init))
        let reports = Analysis.analyze(Array(lines.joined(separator: "\n").utf8)).reports
        let first = reports.first?.assessment.findings.first?.pattern
        #expect(
          reports.count == 1 && first == pattern.id, "\(pattern.id) \(first ?? "-"):\n\(lines.joined(separator: "\n"))")
      }
    }
  }

  /// No prefix of a text traps or is taken for two failures, and the step is known as soon as an error is.
  @Test func everyPrefixIsOneFailureAtMost() {
    for pattern in Self.causes {
      for excerpt in Self.excerpts(pattern) {
        let bytes = Array(excerpt.text.utf8)
        for count in stride(from: 1, to: bytes.count, by: 3) {
          let reports = Analysis.analyze(Array(bytes[..<count])).reports
          #expect(reports.count <= 1, "\(pattern.id), \(count) bytes")
        }
      }
    }
  }

  @Test func differentFailuresHaveDifferentKeys() {
    var keys: [String: String] = [:]
    for pattern in Self.causes where pattern.id != "preview-failed-unspecified" {
      guard let excerpt = Self.excerpts(pattern).first else { continue }
      let key =
        Analysis.analyze(Array(excerpt.text.utf8), AnalysisOptions(withSignature: true)).reports.first?.signature?.key(
          .default) ?? "-"
      #expect(keys[key] == nil, "\(pattern.id) and \(keys[key] ?? "-") are one issue")
      keys[key] = pattern.id
    }
    #expect(keys.count >= 15)
  }

  /// Other runs of the same failure differ in numbers, folders, times and what is printed around the error.
  @Test func repeatedFailureHasTheSameKey() {
    func key(_ text: String) -> String? {
      Analysis.analyze(Array(text.utf8), AnalysisOptions(withSignature: true)).reports.first?.signature?.key(.default)
    }
    func text(_ user: String, _ pid: Int, _ symbol: String) -> String {
      """
      == PREVIEW UPDATE ERROR:

          LinkDylibError: Failed to build TableView.swift

          Linking failed: linker command failed with exit code 1 (use -v to see invocation)

          ld: warning: directory not found for option '-F/Users/\(user)/Products'
          Undefined symbols for architecture arm64:
            "\(symbol)", referenced from:
                _deal in libshuffle.a(deal.o)

          Process: Cards[\(pid)]
          Date/Time: 2024-05-0\(pid % 9 + 1) 07:08:09 +0000
      """
    }
    let first = key(text("dev", 4711, "_shuffle_deck"))
    #expect(first != nil && first == key(text("me", 52, "_shuffle_deck")))
    #expect(first != key(text("dev", 4711, "_deal_cards")))
  }

  @Test func treeAndFactsAreRead() throws {
    let text = """
      == DATE:

          2024-12-12T09:11:12Z

      == PREVIEW UPDATE ERROR:

          FailedToLaunchAppError: Failed to launch com.example.Cards

          ==================================

          |  [Remote] JITError
          |
          |  ==================================
          |
          |  |  [Remote] XOJITError
          |  |
          |  |  XOJITError: the deck is not mapped

      == VERSION INFO:
          Tools: 16C5032a
          OS:    24C101

      == ENVIRONMENT:
          openFiles = [
              /Users/dev/Cards/activeScheme = Wrong
          ]
          activeScheme = Cards
          runMode = JIT Executor
      """
    let report = try #require(ReportReader.read(Array(text.utf8)).reports.first?.value)
    #expect(report.kind == .preview && report.source.format == "canvas")
    #expect(report.canvasErrors.map(\.type) == ["FailedToLaunchAppError", "JITError", "XOJITError", "XOJITError"])
    #expect(report.canvasErrors.map(\.depth) == [0, 1, 2, 2])
    #expect(report.canvasMessage == "the deck is not mapped")
    #expect(report.detail(.xcodeBuild)?.value == .text("16C5032a") && report.detail(.scheme)?.value == .text("Cards"))
    #expect(report.source.firstLine == 1 && (report.source.lastLine ?? 0) >= 28)
  }

  @Test func severalFailuresAreSeveralReports() {
    let one = """
      == PREVIEW UPDATE ERROR:

          AppLaunchTimeoutError: Failed to launch app “Cards.app” in reasonable time
      """
    let other = """
      == PREVIEW UPDATE ERROR:

          CrashReportError: Cards crashed due to fatalError in DeckStore.swift at line 41.
      """
    func count(_ parts: String...) -> Int {
      Analysis.analyze(Array(parts.joined(separator: "\n\n").utf8)).reports.count
    }
    #expect(count(one, other) == 2 && count(other, one) == 2 && count(one, other, one) == 2)
    #expect(count(one, one) == 1)
    #expect(Analysis.analyze(Array(other.utf8)).reports.first?.assessment.report.kind == .crash)
    #expect(Analysis.analyze(Array(one.utf8)).reports.first?.assessment.report.kind == .preview)
  }

  /// Text about previews in which nothing failed: at most possible.
  @Test(arguments: [
    "## Troubleshooting\n\n#### Cannot preview in this file\nSelect the target that contains the view.",
    "When one of these appears:\n\n- `Cannot preview in this file`\n- `Active scheme does not build this file`\n",
    "If you see these errors:\n\n```\nNoBuildableEntriesError: active scheme does not build this file\n```\n",
    "The error `NoBuildableEntriesError` occurs when the opened file belongs to no target.",
    "如果 Xcode 报错：`The document \"(null)\" requires Xcode 8.0 or later.` 删除这一行即可。",
    "You may see messages such as:\n\nFailed to update auto layout status: The agent crashed\n",
  ])
  func mentionsAreAtMostPossible(text: String) {
    for report in Analysis.analyze(Array(text.utf8)).reports {
      for finding in report.assessment.findings { #expect(finding.confidence == .possible, "\(finding.pattern)") }
    }
  }
}
