import Bytes

/// Splits lines in which a form or a chat joined the lines of a report: several fields of a header, or several frames.
enum JoinedFields {
  static func removal(_ bytes: UnsafeBufferPointer<UInt8>) -> TextRemoval? {
    let text = ByteText(bytes, limit: 4096)
    var result = RewrittenText(sourceCount: bytes.count)
    var (begin, copied, lines) = (0, 0, 0)
    var first: Int?
    while begin < bytes.count {
      let end = bytes.firstOffset(of: 0x0A, from: begin) ?? bytes.count
      defer { begin = end + 1 }
      guard end - begin >= 100, isCandidate(bytes, begin, end) else { continue }
      let breaks = breaks(text, Slice(begin, end))
      guard !breaks.isEmpty else { continue }
      for blank in breaks {
        result.copy(bytes, copied..<blank)
        result.replace(at: blank, with: 0x0A)
        copied = blank + 1
      }
      lines += 1
      first = first ?? begin
    }
    guard let first else { return nil }
    result.copy(bytes, copied..<bytes.count)
    return TextRemoval(text: result, lines: lines, first: first, keepsLines: false)
  }

  /// Whether the line has the addresses of three frames, or the colons of three fields.
  private static func isCandidate(_ bytes: UnsafeBufferPointer<UInt8>, _ begin: Int, _ end: Int) -> Bool {
    var (at, found) = (begin + 1, 0)
    // Frames of Apple's reports have one address, or two with that of their image.
    while found < 3, let next = bytes.firstOffset(of: UInt8(ascii: "x"), from: at, to: end) {
      if bytes[next - 1] == UInt8(ascii: "0") { found += 1 }
      at = next + 1
    }
    if found == 3 { return bytes[begin] != UInt8(ascii: "0") || bytes[begin + 1] != UInt8(ascii: "x") }
    guard bytes[begin].isLetter else { return false }
    (at, found) = (begin, 0)
    while found < 3, let next = bytes.firstOffset(of: UInt8(ascii: ":"), from: at, to: end) {
      (at, found) = (next + 1, found + 1)
    }
    return found == 3
  }

  /// Returns the blanks of a line before which a line ends; none unless at least three lines were joined.
  private static func breaks(_ text: ByteText, _ line: Slice) -> [Int] {
    var state = State(text: text, line: line)
    let start = text.skipBlanks(line.start, line.end)
    guard state.begins(start) else { return [] }
    var at = start
    // The scan of a line without frames and labels ends early.
    while at < line.end, state.isPromising(at) {
      if text[at].isBlank, !text[at + 1].isBlank, state.begins(at + 1) { state.breaks.append(at) }
      at += 1
    }
    return state.breaks.count >= 2 && state.certain >= 2 ? state.breaks : []
  }

  private struct State {
    let text: ByteText
    let line: Slice
    var breaks: [Int] = []
    /// The number of lines found that occur only in reports.
    var certain = 0
    private var frame: Int?
    /// The end of the last label, which may itself end with a label: `Triggered by Thread:`.
    private var labelEnd = 0

    init(text: ByteText, line: Slice) {
      self.text = text
      self.line = line
    }

    func isPromising(_ at: Int) -> Bool { !breaks.isEmpty || at - line.start < 2048 }

    /// Whether a line of a report begins at `at`.
    mutating func begins(_ at: Int) -> Bool {
      let mark = text[at]
      if mark.isDigit { return beginsFrame(at) }
      guard mark.isLetter else { return false }
      let rest = Slice(at, min(line.end, at + 64))
      if mark == UInt8(ascii: "T"), text.hasPrefix("Thread ", rest), text.threadHeader(rest) != nil {
        frame = nil
        certain += 1
        return true
      }
      // Labels are at most four words.
      guard mark &- 0x41 < 26, at >= labelEnd, let (label, value) = text.headerLabel(rest) else { return false }
      labelEnd = value.start
      if !label.isCommonWord { certain += 1 }
      return true
    }

    /// Whether the next frame of the stack begins: its number, an image and an address.
    private mutating func beginsFrame(_ at: Int) -> Bool {
      guard let (number, end) = LinePrefixes.number(text, Slice(at, min(line.end, at + 8))), text[end].isBlank,
        number == (frame.map { $0 + 1 } ?? number)
      else { return false }
      let image = text.token(Slice(end, min(line.end, end + 256)))
      guard text[image.start].isIdentifier || text[image.start] == UInt8(ascii: "?"),
        text.hasPrefix("0x", text.token(Slice(image.end, min(line.end, image.end + 64))))
      else { return false }
      frame = number
      certain += 1
      return true
    }
  }
}
