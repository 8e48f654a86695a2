import Bytes

/// Takes a log out of the strings of JSON: `{"log": "…\n…"}`, or one object per line with one line of the log each.
///
/// The strings are those of one member, the one whose values are most like a report. A program that writes JSON lines
/// uses the same member for each message.
enum JSONStrings {
  static func removal(_ bytes: UnsafeBufferPointer<UInt8>) -> TextRemoval? {
    var start = 0
    while start < bytes.count, bytes[start] <= 0x20 { start += 1 }
    guard start < bytes.count,
      bytes[start] == UInt8(ascii: "{") || bytes[start] == UInt8(ascii: "[")
        || bytes[start] == UInt8(ascii: "\"")
    else { return nil }
    guard isJSON(bytes, from: start) else { return nil }
    var scores: [UInt64: LineEvidence] = [:]
    var scratch: [UInt8] = []
    forEachValue(bytes) { value in
      scratch.removeAll(keepingCapacity: true)
      decode(bytes, value.range) { byte, _ in scratch.append(byte) }
      let score = evidence(scratch)
      guard score.structure + score.message > 0, scores.count < 1024 || scores[value.key] != nil else { return }
      scores[value.key] = (scores[value.key] ?? LineEvidence()) + score
    }
    let best = scores.max { left, right in
      let (first, second) = (left.value.structure + left.value.message, right.value.structure + right.value.message)
      return (first, left.key) < (second, right.key)
    }
    // Other strings with words of a failure are titles, translations and test data.
    guard let best, best.value.structure >= 6 || logKeys.contains(best.key) else { return nil }
    var writer = Writer(bytes)
    forEachValue(bytes) { if $0.key == best.key { writer.write($0) } }
    return writer.removal
  }

  /// A string that is the value of a member or an element of a list.
  struct Value {
    /// The hash of the member's name; 0 without one.
    var key: UInt64
    var range: Range<Int>
  }

  private static func forEachValue(_ bytes: UnsafeBufferPointer<UInt8>, _ body: (Value) -> Void) {
    let text = ByteText(bytes, limit: 64)
    var key: UInt64 = 0
    var at = 0
    while let open = bytes.firstOffset(of: UInt8(ascii: "\""), from: at) {
      guard let close = stringEnd(bytes, open + 1) else { return }
      var next = close + 1
      while next < bytes.count, bytes[next] <= 0x20 { next += 1 }
      if text[next] == UInt8(ascii: ":") {
        key = text.hash(Slice(open + 1, close))
      } else {
        body(Value(key: key, range: open + 1..<close))
      }
      at = close + 1
    }
  }

  /// Whether the text between strings is that of JSON. In other text, quotation marks are next to other characters.
  private static func isJSON(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Bool {
    var (at, strings) = (start, 0)
    while let open = bytes.firstOffset(of: UInt8(ascii: "\""), from: at) {
      for index in at..<open where !isBetweenStrings(bytes[index]) { return false }
      guard let close = stringEnd(bytes, open + 1) else { break }
      at = close + 1
      strings += 1
      // Members without their object are a part of a report, unless the value is a text of several lines.
      if strings == 1, bytes[start] == UInt8(ascii: "\""), isFollowedByColon(bytes, at), !isFollowedByLines(bytes, at) {
        return false
      }
      if strings > 10_000 { return true }
    }
    return strings > 0
  }

  /// The minimum number of line breaks of a text that is the value of a member without its object.
  private static let minLineBreaks = 3

  /// Whether a string with line breaks follows the colon of a member.
  private static func isFollowedByLines(_ bytes: UnsafeBufferPointer<UInt8>, _ start: Int) -> Bool {
    var at = start
    while at < bytes.count, bytes[at] <= 0x20 || bytes[at] == UInt8(ascii: ":") { at += 1 }
    guard at < bytes.count, bytes[at] == UInt8(ascii: "\"") else { return false }
    let end = stringEnd(bytes, at + 1) ?? bytes.count
    var breaks = 0
    while at + 1 < end, breaks < minLineBreaks {
      if bytes[at] == UInt8(ascii: "\\") {
        if bytes[at + 1] == UInt8(ascii: "n") { breaks += 1 }
        at += 1
      }
      at += 1
    }
    return breaks >= minLineBreaks
  }

  private static func isFollowedByColon(_ bytes: UnsafeBufferPointer<UInt8>, _ start: Int) -> Bool {
    var at = start
    while at < bytes.count, bytes[at].isBlank { at += 1 }
    return at < bytes.count && bytes[at] == UInt8(ascii: ":")
  }

  /// Whether a byte occurs outside the strings of JSON: punctuation, numbers, `true`, `false` and `null`.
  private static func isBetweenStrings(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: ":"),
      UInt8(ascii: ","), UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "."), UInt8(ascii: "E"):
      true
    case UInt8(ascii: "a"), UInt8(ascii: "e"), UInt8(ascii: "f"), UInt8(ascii: "l"), UInt8(ascii: "n"),
      UInt8(ascii: "r"), UInt8(ascii: "s"), UInt8(ascii: "t"), UInt8(ascii: "u"):
      true
    default: byte.isDigit || byte <= 0x20
    }
  }

  private static func stringEnd(_ bytes: UnsafeBufferPointer<UInt8>, _ start: Int) -> Int? {
    var at = start
    while at < bytes.count {
      if bytes[at] == UInt8(ascii: "\"") { return at }
      at += bytes[at] == UInt8(ascii: "\\") ? 2 : 1
    }
    return nil
  }

  /// Calls `body` with each byte of the decoded string, and with the offset at which it is written.
  static func decode(
    _ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>, _ body: (_ byte: UInt8, _ offset: Int) -> Void
  ) {
    var at = range.lowerBound
    while at < range.upperBound {
      guard bytes[at] == UInt8(ascii: "\\"), at + 1 < range.upperBound else {
        body(bytes[at], at)
        at += 1
        continue
      }
      switch bytes[at + 1] {
      case UInt8(ascii: "n"): body(0x0A, at)
      case UInt8(ascii: "t"): body(0x09, at)
      case UInt8(ascii: "r"), UInt8(ascii: "b"), UInt8(ascii: "f"): break
      case UInt8(ascii: "u"):
        let (scalar, length) = scalar(bytes, at, range.upperBound)
        for byte in String(Character(scalar)).utf8 { body(byte, at) }
        at += length
        continue
      default: body(bytes[at + 1], at)
      }
      at += 2
    }
  }

  /// Returns the character of a `\uXXXX` escape, or of two that form a pair, and its length.
  private static func scalar(_ bytes: UnsafeBufferPointer<UInt8>, _ at: Int, _ end: Int) -> (Unicode.Scalar, Int) {
    guard let high = unit(bytes, at, end) else { return ("\u{FFFD}", 2) }
    if let scalar = Unicode.Scalar(high) { return (scalar, 6) }
    guard high < 0xDC00, let low = unit(bytes, at + 6, end), 0xDC00...0xDFFF ~= low,
      let scalar = Unicode.Scalar(0x10000 + (high - 0xD800) << 10 + (low - 0xDC00))
    else { return ("\u{FFFD}", 6) }
    return (scalar, 12)
  }

  private static func unit(_ bytes: UnsafeBufferPointer<UInt8>, _ at: Int, _ end: Int) -> UInt32? {
    guard at + 6 <= end, bytes[at] == UInt8(ascii: "\\"), bytes[at + 1] == UInt8(ascii: "u") else { return nil }
    var value: UInt32 = 0
    for index in at + 2..<at + 6 {
      guard let digit = bytes[index].hexDigitValue else { return nil }
      value = value << 4 | UInt32(digit)
    }
    return value
  }

  /// The hashes of names under which programs store lines of a log.
  private static let logKeys: Set<UInt64> = Set(
    [
      "log", "logs", "message", "msg", "text", "output", "stdout", "stderr", "console", "body", "line", "lines",
      "content", "contents", "stack", "stacktrace", "stack_trace", "backtrace", "crash", "crashlog", "crash_log",
      "report", "eventMessage", "MESSAGE", "data", "payload",
    ].map { ByteText.hash($0) }
  )

  /// The evidence of the lines of a string.
  private static func evidence(_ string: [UInt8]) -> LineEvidence {
    string.withUnsafeBufferPointer { bytes in
      let text = ByteText(bytes, limit: 64)
      var begin = 0
      var sum = LineEvidence()
      while begin < bytes.count {
        let end = bytes.firstOffset(of: 0x0A, from: begin) ?? bytes.count
        sum = sum + LineEvidence.of(text, text.trimmed(Slice(begin, end)))
        begin = end + 1
      }
      return sum
    }
  }

  /// Writes values, each on lines of its own, on the line of the input if possible.
  private struct Writer {
    let bytes: UnsafeBufferPointer<UInt8>
    var result: RewrittenText
    var (written, read, scanned, lines) = (0, 0, 0, 0)
    var keepsLines = true
    var first: Int?

    init(_ bytes: UnsafeBufferPointer<UInt8>) {
      self.bytes = bytes
      result = RewrittenText(sourceCount: bytes.count)
    }

    mutating func write(_ value: Value) {
      for at in scanned..<value.range.lowerBound where bytes[at] == 0x0A { read += 1 }
      scanned = value.range.lowerBound
      while written < read { breakLine(at: value.range.lowerBound) }
      if written > read { keepsLines = false }
      first = first ?? value.range.lowerBound
      lines += 1
      JSONStrings.decode(bytes, value.range) { byte, offset in
        if bytes[offset] == UInt8(ascii: "\\") {
          if byte == 0x0A { written += 1 }
          result.replace(at: offset, with: byte)
        } else {
          result.copy(bytes, offset..<offset + 1)
        }
      }
      if result.bytes.last != 0x0A { breakLine(at: value.range.upperBound) }
      if written > read + 1 { keepsLines = false }
    }

    private mutating func breakLine(at offset: Int) {
      result.replace(at: offset, with: 0x0A)
      written += 1
    }

    var removal: TextRemoval? {
      first.map { TextRemoval(text: result, lines: lines, first: $0, keepsLines: keepsLines, encoding: .json) }
    }
  }
}
