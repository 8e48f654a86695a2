import Presentation
import Testing

/// Code spans of Markdown.
@Suite struct MarkdownCodeTests {
  /// A backtick at the end of the text would lengthen the fence, and end the code nowhere.
  @Test func backticksAtTheEndsAreSeparatedFromTheFence() {
    #expect(Markdown.code("a") == "`a`" && Markdown.code("`a") == "`` `a ``")
    let accent = Array("`` `\u{301}@a ``".unicodeScalars)
    #expect(Array(Markdown.code("`\u{301}@a").unicodeScalars) == accent)
    let joined = Array("`` @a\u{D4E}` ``".unicodeScalars)
    #expect(Array(Markdown.code("@a\u{D4E}`").unicodeScalars) == joined)
  }
}
