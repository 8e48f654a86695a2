import Bytes

/// The beginning of a line of a list: bullets, numbers, labels and identifiers in front of its words.
struct ListItem {
  /// Whether the line begins with a bullet, a number with a point, or an element of a list in HTML.
  private(set) var isBulleted = false
  /// Whether the item can be checked: `[ ]`, `[x]`.
  private(set) var hasCheckbox = false
  /// The number of an issue: `#123`.
  private(set) var issue: Int?
  /// The abbreviated digest of a commit.
  private(set) var commit: Slice?
  /// Whether the words are a heading of Markdown.
  private(set) var isHeading = false
  /// The words of the line.
  private(set) var words: Slice

  private let text: ByteText

  /// The maximum number of marks in front of the words.
  private static let maxMarks = 8

  /// Reads the marks of a line without indentation.
  init(_ text: ByteText, _ line: Slice) {
    self.text = text
    words = line
    for _ in 0..<Self.maxMarks {
      let before = words.start
      if !consumeBullet(), !consumeBracket(), !consumeNumber(), !consumeTag(), !consumeSymbol() { break }
      if words.start == before { break }
    }
  }

  private static let bullets: [StaticString] = [
    "- ", "* ", "+ ", "\u{2022}", "\u{2023}", "\u{B7}", "\u{2013} ", "\u{2014} ", "\u{25AA}", "\u{25CF}", "\u{25E6}",
    "\u{25A0}", "\u{30FB}", "\u{203B}",
  ]

  private mutating func move(to start: Int) { words.start = text.skipBlanks(start, words.end) }

  private mutating func consumeBullet() -> Bool {
    // The debugger marks the selected thread and frame.
    if text.hasPrefix("* thread #", words) || text.hasPrefix("* frame #", words) { return false }
    for bullet in Self.bullets where text.hasPrefix(bullet, words) {
      isBulleted = true
      move(to: words.start + bullet.utf8CodeUnitCount)
      return true
    }
    var marks = words.start
    while marks < words.end, text[marks] == UInt8(ascii: "*") || text[marks] == UInt8(ascii: "_") { marks += 1 }
    // Bold type. Three asterisks and a blank are those of an exception.
    guard marks - words.start == 2, !text[marks].isBlank else { return false }
    words.start = marks
    return true
  }

  /// The maximum length of a label in brackets, in bytes.
  private static let maxLabel = 30

  /// Consumes `[x]`, `[iOS]`, `(macOS)`, `[2.4.1]`.
  private mutating func consumeBracket() -> Bool {
    let open = text[words.start]
    guard open == UInt8(ascii: "[") || open == UInt8(ascii: "(") else { return false }
    let close = open == UInt8(ascii: "[") ? UInt8(ascii: "]") : UInt8(ascii: ")")
    let limit = Slice(words.start, min(words.end, words.start + Self.maxLabel))
    guard let end = text.first(close, limit) else { return false }
    let label = Slice(words.start + 1, end)
    // Formatters of build logs print `[x]` without a bullet in front of an error.
    if open == UInt8(ascii: "["), label.count == 1,
      text[label.start] == 0x20 || isBulleted && text[label.start] | 0x20 == UInt8(ascii: "x")
    {
      hasCheckbox = true
    } else {
      // A time and the number of a process have colons.
      let isLabel = (label.start..<label.end).allSatisfy {
        text[$0].isLetterOrDigit || text[$0] >= 0x80 || "-_/. #,&".utf8.contains(text[$0])
      }
      guard !label.isEmpty, isLabel else { return false }
    }
    move(to: end + 1)
    return true
  }

  /// Consumes `1.`, `1)`, `#123`, `GH-123:`, `1a2b3c4`.
  private mutating func consumeNumber() -> Bool {
    let token = text.token(words)
    guard !token.isEmpty else { return false }
    if text[token.start] == UInt8(ascii: "#") { return consumeIssue(token) }
    var at = token.start
    while at < token.end, text[at].isDigit { at += 1 }
    if at > token.start, at - token.start <= 3, at + 1 == token.end, ".)".utf8.contains(text[at]) {
      isBulleted = true
      move(to: token.end)
      return true
    }
    return consumeCommit(token)
  }

  private mutating func consumeIssue(_ token: Slice) -> Bool {
    var at = token.start
    while at < token.end, text[at] == UInt8(ascii: "#") { at += 1 }
    if at == token.end, at - token.start <= 6 {
      isHeading = true
      move(to: at)
      return true
    }
    let start = at
    while at < token.end, text[at].isDigit { at += 1 }
    guard issue == nil, start == token.start + 1, at > start, let number = text.integer(Slice(start, at)),
      at == token.end || at + 1 == token.end && ":.)".utf8.contains(text[at])
    else { return false }
    issue = number
    move(to: token.end)
    return true
  }

  private mutating func consumeCommit(_ token: Slice) -> Bool {
    guard commit == nil, (7...10).contains(token.count) || token.count == 40, token.end < words.end else {
      return false
    }
    var (hasDigit, hasLetter) = (false, false)
    for index in token.start..<token.end {
      guard text[index].isDigit || text[index] &- 0x61 < 6 else { return false }
      if text[index].isDigit { hasDigit = true } else { hasLetter = true }
    }
    // Addresses of frames without their prefix are longer, and numbers have no letters.
    guard hasDigit, hasLetter else { return false }
    commit = token
    move(to: token.end)
    return true
  }

  private static let tags: [StaticString] = ["<li>", "<p>", "<td>", "<tr>", "<b>", "<strong>", "<dd>", "<dt>"]

  private mutating func consumeTag() -> Bool {
    for tag in Self.tags where text.hasPrefix(tag, words) {
      if text.equals(Slice(words.start, words.start + tag.utf8CodeUnitCount), "<li>") { isBulleted = true }
      move(to: words.start + tag.utf8CodeUnitCount)
      return true
    }
    return false
  }

  /// Consumes an emoji or a dingbat, and the selector of its form.
  private mutating func consumeSymbol() -> Bool {
    var at = words.start
    if text[at] == 0xF0 {
      at += 4
    } else if text[at] == 0xE2, (0x9A...0x9E).contains(text[at + 1]) {
      at += 3
    } else {
      return false
    }
    if text[at] == 0xEF, text[at + 1] == 0xB8 { at += 3 }
    guard at < words.end else { return false }
    move(to: at)
    return true
  }
}
