import Testing

@testable import CrashReports

/// Columns that other programs write before each line are removed, whatever follows them.
@Suite struct ColumnTests {
  private func normalized(_ text: String) -> String {
    String(decoding: InputNormalizer.normalize(Array(text.utf8)).bytes, as: UTF8.self)
  }

  /// Texts without a frame: what follows a column is a message, a field, the output of a runtime, or JSON.
  private static let contents = [
    ["panic: runtime error: index out of range [7] with length 3", "", "goroutine 1 [running]:", "main.draw(0x14)"],
    [
      "Uncaught Kotlin exception: kotlin.IllegalStateException: the deck is empty", "    at 0   Cards",
      "    at 1   Cards",
    ],
    ["Fatal Python error: Segmentation fault", "", "Current thread 0x00000001f5a4e240 (most recent call first):"],
    [
      "Exception Type:  EXC_CRASH (SIGABRT)", "Exception Codes: 0x0000000000000000, 0x0000000000000000",
      "Triggered by Thread:  0",
    ],
  ]

  /// A column whose parts vary from line to line. `n` is the number of the line.
  private static let columns: [(name: String, column: @Sendable (_ n: Int) -> String)] = [
    ("jobs", { "test\tRun tests\t2026-11-02T08:15:\(10 + $0).137000Z " }),
    ("one column", { "test\t2026-11-02T08:15:\(10 + $0).1370000Z " }),
    ("time and tag", { "[08:15:\(10 + $0)] [job-3] " }),
    ("number and level", { "\($0 + 1) | E | " }),
    ("step of a build", { "#12 0.\(137 + $0) " }),
  ]

  @Test(arguments: columns.map(\.name))
  func contentRemains(_ name: String) throws {
    let column = try #require(Self.columns.first { $0.name == name }).column
    for content in Self.contents {
      let text = content.enumerated().map { column($0.offset) + $0.element }.joined(separator: "\n") + "\n"
      let words = normalized(text).split(separator: "\n").map { $0.trimmingPrefix { $0 == " " } }
      let expected = content.map { $0.trimmingPrefix { $0 == " " } }.filter { !$0.isEmpty }
      #expect(words == expected, "\(name)")
    }
  }

  @Test func oneLineOfABuildIsRead() {
    #expect(
      normalized("#12 0.137 Cards/Deck.swift:28: Precondition failed: no card\n").hasPrefix("Cards/Deck.swift:28"))
    #expect(normalized("test\tRun\t2026-11-02T08:15:10.1Z Exception Type:  EXC_CRASH\n").hasPrefix("Exception Type"))
  }

  /// What begins like a column and is a part of the text.
  @Test(arguments: [
    "#0 0x104a3ff80 in -[DeckController total] DeckController.m:41\n#1 0x18f1c2a54 in main main.m:4\n",
    "Cards/Deck.swift:12: Fatal error: no card.\nCards/Deck.swift:40: Precondition failed: no rank.\nCards/Deck.swift:41: Fatal error: no name.\n",
    "name\tcount\t2026\nname\tcount\t2027\n",
    "[Deck] Fatal error: no card\n[Card] Fatal error: no rank\n[Rank] Fatal error: no name\n",
  ])
  func partsOfTheTextRemain(_ text: String) {
    #expect(normalized(text) == text)
  }

  @Test func paragraphsOfMarkdownAreNotDoubleSpaced() {
    let text =
      "# Guide\n\n## Fatal error: no card\n\nThe deck is empty.\n\n## Fatal error: no rank\n\nThe card is new.\n"
    #expect(normalized(text) == text)
    let spaced =
      "Fatal error: no card\n\nStack:\n\n0   Cards   0x0000000104a1c2b0 draw + 4\n\n1   Cards   0x0000000104a1c2c0 main + 4\n"
    #expect(!normalized(spaced).contains("\n\n"))
  }
}
