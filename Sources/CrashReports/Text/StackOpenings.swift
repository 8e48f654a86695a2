extension TextDialect {
  /// Lines that announce a stack.
  static let stackOpenings = TextDialect(
    name: "stack-openings",
    example: Example(
      """
      *** First throw call stack:
      (
      0   CoreFoundation   0x00000001a1b2c3d4 __exceptionPreprocess + 164
      1   MyApp            0x0000000104a1c2b0 -[CardView load] + 12
      )
      """, .excerpt),
    offer: .beginning(with: "()", orContaining: .stack)
  ) { reader, line, words in reader.consumeStackOpening(line, words) }
}

extension TextReader {
  /// Consumes a line that announces a stack: `*** First throw call stack:`, `Backtrace:`, `Stack:(`, or only `((`.
  fileprivate mutating func consumeStackOpening(_ line: Line, _ words: Wording) -> Bool {
    let content = line.content
    let isBracket = text.equals(content, "(") || text.equals(content, "((")
    if text.equals(content, ")"), draft.target != .none {
      include(line)
      draft.target = .none
      section = .unsectioned
      return true
    }
    guard isBracket || words.contains(.stack) && content.count < 100 || text.equals(content, "(null)") else {
      return false
    }
    var ahead = cursor
    var next = ahead.next()
    for _ in 0..<2 {
      guard let following = next, following.isEmpty || isStackMark(following.content) else { break }
      next = ahead.next()
    }
    guard let next,
      text.frameLine(next.content) != nil || text.hasPrefix("(0x", next.content)
        || text.frameLineWithoutAddress(next.content, strict: true) != nil
    else { return false }
    if text.equals(content, "(null)") { return true }
    includePrecedingLines()
    include(line)
    draft.expects.stack = true
    section = .unsectioned
    draft.target = .none
    return true
  }

  private func isStackMark(_ slice: Slice) -> Bool {
    text.equals(slice, "(") || text.equals(slice, "((") || text.equals(slice, "(null)")
  }
}
