import Presentation
import TestSupport
import Testing
import Vocabulary

/// Pages as messages of a chat.
@Suite struct ChatTextTests {
  private func sent(_ headline: String, _ lines: String) throws -> String {
    let body = String(decoding: ChatText.page(headline: headline, lines: lines), as: UTF8.self)
    return try #require(try JSONValue(parsing: body)["text"]?.string)
  }

  @Test func linesKeepTheirColumns() throws {
    let text = try sent("2 reports of 1 issue", "\nNew   1  3f2a  NULL in load()\n\n  2026-08-01  2 ██\n\n")
    #expect(text == "`2 reports of 1 issue`\n```\nNew   1  3f2a  NULL in load()\n\n  2026-08-01  2 ██\n```")
    #expect(try sent("No reports", "\n\n") == "`No reports`")
  }

  /// Text of a report ends no code, names nobody, and contains no control sequence of Slack.
  @Test(arguments: [
    "``` <!channel> @here", "`\u{301} @alice", "\u{D4E}` @alice", "\u{D4E}<!channel> x", "a & b <http://x|y>", "```",
  ])
  func hostileTextIsCode(_ hostile: String) throws {
    let text = Array(try sent(hostile, "a " + hostile + "\n" + hostile).unicodeScalars)
    #expect(text.count { $0 == "`" } == 2 + 6 && !text.contains("<") && !text.contains(">"))
    for (scalar, next) in zip(text, text.dropFirst()) where scalar == "@" { #expect(next == "\u{2060}") }
  }

  @Test func whatDoesNotFitIsLeftOutByLines() throws {
    for count in [1, 30, 31, 32, 33, 34, 60, 1_000] {
      let lines = (0..<count).map { "\($0) " + String(repeating: "x", count: 80) }.joined(separator: "\n")
      let text = try sent("headline", lines)
      let shown = text.split(separator: "\n").count { $0.hasSuffix("xx") }
      #expect(text.count <= ChatText.maxLength && text.hasSuffix("\n```"), "\(count): \(text.count)")
      #expect(text.contains("… \(count - shown) more lines\n") == (shown < count) && shown >= min(count, 30))
    }
  }
}
