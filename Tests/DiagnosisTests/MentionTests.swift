import Analysis
import CrashReports
import Diagnosis
import Testing

/// A failure that prose, documentation or source code mentions is at most possible; one that a program recorded is not
/// affected.
struct MentionTests {
  private func analyzed(_ text: String) -> (
    findings: [(pattern: String, confidence: Confidence)], faults: [DecodingFault]
  ) {
    let result = Analysis.analyze(Array(text.utf8))
    return (
      result.reports.flatMap(\.assessment.findings).map { ($0.pattern, $0.confidence) }, result.faults
    )
  }

  /// Texts in which a program reports a failure, in the forms in which people paste them.
  static let records: [(String, String)] = [
    ("swift-index-out-of-range", "Swift/ContiguousArrayBuffer.swift:600: Fatal error: Index out of range"),
    (
      "swift-index-out-of-range",
      "My app stops with this:\n\n```\nFatal error: Index out of range\n```\n\nWhat can I do?"
    ),
    ("swift-index-out-of-range", "> Thread 1: Fatal error: Index out of range"),
    (
      "unrecognized-selector",
      "2026-01-05 10:00:00.123 MyApp[412:7053] -[CardView setBadge:]: unrecognized selector sent to instance 0x600000c0"
    ),
    (
      "unrecognized-selector",
      """
      ### What happened

      The app crashes when I tap the button.

      *** Terminating app due to uncaught exception 'NSInvalidArgumentException', reason: '-[CardView setBadge:]: \
      unrecognized selector sent to instance 0x600000c0'
      """
    ),
    (
      "swift-nil-unwrap",
      """
      func load() {
        let card = cards.first!
        show(card)
      }

      MyApp/CardView.swift:27: Fatal error: Unexpectedly found nil while unwrapping an Optional value
      """
    ),
  ]

  @Test(arguments: records) func recordsAreNotMentions(_ pattern: String, _ text: String) {
    let findings = analyzed(text).findings
    #expect(findings.first?.pattern == pattern)
    #expect((findings.first?.confidence ?? .possible) > .possible, "\(text)")
  }

  /// Texts that mention a failure and record none.
  static let mentions = [
    "We added a check because “Fatal error: Index out of range” is what users saw when the list of cards was empty.",
    "If the class is missing, the console shows that “Unknown class CardView in Interface Builder file.” was printed.",
    "The log then has the message `Fatal error: Index out of range`, which is not the cause of the problem.",
    """
    func testIndex() {
      let text = load()
      XCTAssertEqual(text, "Fatal error: Index out of range")
      XCTAssertTrue(text.isEmpty)
    }
    """,
    """
    import Foundation

    // Without this check: Fatal error: Index out of range
    func card(at index: Int) -> Card? {
      guard index < cards.count else { return nil }
      return cards[index]
    }
    """,
    """
    import Testing

    struct ReaderTests {
      let example = \"\"\"
        Exception Type:  EXC_BAD_ACCESS (SIGSEGV)
        Exception Codes: KERN_INVALID_ADDRESS at 0x0000000000000000
        Thread 0 Crashed:
        0   MyApp   0x0000000104406b17 -[CardView load] + 455
        \"\"\"
      @Test func reads() {
        #expect(read(example).count == 1)
      }
    }
    """,
    """
    ---
    title: Index out of range
    layout: post
    ---

    # Index out of range

    The runtime stops the process if an index is not in the bounds of an array. It is one of the errors that a
    program cannot catch. This page explains the message, and what to do about it in the code of an app.

    ## The message

    ```
    Fatal error: Index out of range
    ```

    ## The remedy

    Compare the index with the indices of the array before the access. See [the guide](guide.md) for more about it.
    """,
    """
    id,message,count
    1,"Fatal error: Index out of range",12,a,b
    2,"Fatal error: Unexpectedly found nil while unwrapping an Optional value",7,a,b
    3,"unrecognized selector sent to instance",3,a,b
    4,"Could not load NIB in bundle",1,a,b
    5,"message sent to deallocated instance",1,a,b
    """,
    """
    "alert.crash.title" = "Fatal error: Index out of range";
    "alert.crash.body" = "The app stopped because an index was out of range.";
    "alert.ok" = "OK";
    "alert.cancel" = "Cancel";
    "alert.more" = "More";
    """,
  ]

  @Test(arguments: mentions) func mentionsAreAtMostPossible(_ text: String) {
    for finding in analyzed(text).findings {
      #expect(finding.confidence == .possible, "\(finding.pattern) in \(text)")
    }
  }

  /// Codes and keywords in prose, which are no finding at all.
  static let keywords = [
    "We saw EXC_BAD_ACCESS and 0xdead10cc in the field, and 0x8badf00d once.",
    "Is the crash a deadlock, or is it caused by jetsam? The docs speak of EXC_GUARD.",
    "- [EXC_ARITHMETIC](exc_arithmetic.md)\n- [EXC_GUARD](exc_guard.md)\n- [SIGSEGV](sigsegv.md)\n",
  ]

  @Test(arguments: keywords) func keywordsAreNoFinding(_ text: String) {
    let result = analyzed(text)
    #expect(result.findings.isEmpty, "\(text)")
  }

  @Test func aMentionDoesNotOutrankARecord() {
    let findings = analyzed(
      """
      I read about 0x8badf00d and think that this is a deadlock, as in `Fatal error: Index out of range` of last week:

      ```
      *** Terminating app due to uncaught exception 'NSInvalidArgumentException', reason: '-[CardView setBadge:]: \
      unrecognized selector sent to instance 0x600000c0'
      ```
      """
    ).findings
    #expect(findings.first?.pattern == "unrecognized-selector")
    #expect(findings.first?.confidence == .certain)
    #expect(findings.dropFirst().allSatisfy { $0.confidence == .possible })
  }

  @Test func sourceCodeWithoutARecordIsNotAReport() {
    let result = analyzed(
      """
      import UIKit

      // See 0x8badf00d in the documentation.
      final class CardController: UIViewController {
        override func viewDidLoad() {
          super.viewDidLoad()
          load()
        }
      }
      """)
    #expect(result.findings.isEmpty)
    #expect(result.faults.first?.code == .notAReport)
  }

  /// Texts without a record of a failure, and what the fault calls those that mention one.
  static let withoutRecords: [(String, String?)] = [
    ("import UIKit\n\nfinal class CardController: UIViewController {\n  func load() {\n    run()\n  }\n}\n", nil),
    (
      "import UIKit\n\n// See 0x8badf00d.\nfinal class Cards: UIViewController {\n  func load() {\n    run()\n  }\n}",
      "source code"
    ),
    ("- [EXC_ARITHMETIC](exc_arithmetic.md)\n- [EXC_GUARD](exc_guard.md)\n- [SIGSEGV](sigsegv.md)\n", "documentation"),
    (
      "# Errors\n\n| Message | Meaning |\n|---|---|\n| *** Terminating app due to uncaught exception NSFoo | x |\n",
      "text"
    ),
  ]

  /// Code without a word about a failure was checked as source code; what mentions a failure was not.
  @Test(arguments: withoutRecords)
  func theFaultSaysWhetherAFailureIsMentioned(_ text: String, _ kind: String?) {
    let result = analyzed(text)
    #expect(result.findings.isEmpty && result.faults.map(\.code) == [.notAReport])
    let what =
      kind.map { $0 + " that mentions a failure but has no record of one" }
      ?? "source code, in which no known fault was found"
    #expect(result.faults.map(\.explanation) == ["not a failure report: " + what])
  }
}
