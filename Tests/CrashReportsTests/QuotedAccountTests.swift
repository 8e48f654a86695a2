import Testing

@testable import CrashReports

/// Texts in which people write about failures: what they say decides whether the failure that they quote happened.
@Suite struct QuotedAccountTests {
  private func isChange(_ text: String) -> Bool {
    Array(text.utf8).withUnsafeBufferPointer { ChangeDescription(text: ByteText($0, limit: 4096)).isLikely([]) }
  }

  // MARK: Changes

  @Test(arguments: [
    "fix: no crash without cards\n\nFatal error: Index out of range\n", "fix(cards): no crash\n", "feat!: cards\n",
    "Have the store wait (#123)\n\nIt crashed.\n", "# Changelog\n\nIt crashed.\n", "Release notes of 2.4\n",
    "Fix the crash of cards\n\nThis PR checks the index.\n", "Handle missing cards\n\nCloses #12\n",
    "[cards] Avoid a crash\n\nSigned-off-by: A\n", "## [2.4.0] - 2026-08-01\n\n### Fixed\n\n- The crash of cards.\n",
    "\n\n  ## v2.4.1\n### Bug Fixes\nIt crashed.\n",
  ]) func changesAreRecognized(_ text: String) { #expect(isChange(text), "\(text)") }

  @Test(arguments: [
    "", "\n\n", "Fix the crash of cards\n\nIt crashes.\n", "Crash of cards\n\nThis PR is fine.\n",
    "Handle\n\nCloses #12\n", "Handle missing cards\n\nCloses #x\n",
    "fixture crashed\n\nIt crashes.\n", "The store waits (123)\n", "The store waits (#)\n", "The store waits (#12a)\n",
    "Crash\n\nfixes # of cards, closes #x\n", "## Cards\n## More\nIt crashed.\n",
    "fix: " + String(repeating: "x", count: 200) + "\nIt crashed.\n",
  ]) func otherTextsAreNoChanges(_ text: String) { #expect(!isChange(text), "\(text)") }

  /// The author reports what happened, also under the title of a change.
  @Test(arguments: ["Steps to reproduce:", "I get this error", "when I run it", "My app crashed", "Any idea?"])
  func whatHappenedToTheAuthorIsNoChange(_ words: String) {
    #expect(isChange("fix: no crash without cards\n\nFatal error\n"))
    #expect(!isChange("fix: no crash without cards\n\n\(words)\nFatal error\n"))
  }

  // MARK: Previews

  private func preview(_ text: String) -> CrashReport? {
    ReportReader.read(Array(text.utf8)).reports.map(\.value).first { $0.detail(.previewAccount) != nil }
  }

  private static let message = "cannot find 'CardView' in scope"

  @Test(arguments: [
    "The SwiftUI preview fails in Xcode with `\(message)`.\n", "Xcode 16: Vorschau funktioniert nicht\n\n\(message)\n",
    "SwiftUI 预览 无法 显示\n\n\(message)\n", "SwiftUI のプレビューが動かない\n\n“\(message)”\n",
    "Preview in Xcode\n\nerror: \(message)\n",
  ]) func whatTheAuthorSaysIsStated(_ text: String) throws {
    let report = try #require(preview(text), "\(text)")
    #expect(report.kind == .preview && !report.canvasLines.isEmpty, "\(text)")
  }

  /// No tool, no preview, no failure, no message; versions that are previews; words that only contain the word.
  @Test(arguments: [
    "The preview fails with `\(message)`.\n", "SwiftUI in Xcode fails with `\(message)`.\n",
    "I like the SwiftUI preview in Xcode.\n\n`\(message)`\n", "The SwiftUI preview fails in Xcode.\n",
    "The preview version of Xcode fails with `\(message)`.\n", "Xcode preview beta fails with `\(message)`.\n",
    "Reviewing in Xcode: unpreviewed code fails with `\(message)`.\n",
  ]) func otherTextsStateNoPreview(_ text: String) { #expect(preview(text) == nil, "\(text)") }

  /// A long text is a log, whatever one of its lines says.
  @Test func logsStateNoPreview() {
    let text = "The SwiftUI preview fails in Xcode with `\(Self.message)`.\n"
    #expect(preview(text + String(repeating: "line of text\n", count: 300)) != nil)
    #expect(preview(text + String(repeating: "line of text\n", count: 500)) == nil)
    #expect(preview(text + String(repeating: String(repeating: "w", count: 100) + "\n", count: 200)) == nil)
  }

  @Test func messagesAreQuotedOnceAndWithTheirLines() throws {
    let text = """
      The SwiftUI preview fails in Xcode
      Undefined symbols for architecture arm64:
        "_draw", referenced from: Card.o

      It says “\(Self.message)” and again `\(Self.message)`.
      It says “\(Self.message)”.
      """
    let lines = try #require(preview(text)).canvasLines
    #expect(lines.map(\.text).filter { $0 == Self.message }.count == 1, "\(lines)")
    #expect(lines.contains { $0.text.contains("_draw") } && lines.map(\.line).contains(2), "\(lines)")
  }
}
