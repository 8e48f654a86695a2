import Bytes

extension JSONCursor {
  /// Consumes the string at the cursor and returns its range; `nil` if it is not terminated.
  ///
  /// Raw line breaks and control characters inside it are tolerated because mail programs and terminals insert them.
  mutating func scanString() -> JSONText? { scanPlainString() ?? scanAnyString() }

  /// Consumes the string at the cursor if it has no escape and no control character, the usual case; otherwise returns
  /// `nil` and consumes nothing.
  @inline(__always)
  mutating func scanPlainString() -> JSONText? {
    let start = offset + 1
    var at = start
    var seen: UInt64 = 0
    while at <= end - ByteWord.size, !isStrict {
      let word = ByteWord.load(bytes, at)
      let marks = ByteWord.stringMarks(word)
      guard marks != 0 else {
        seen |= word
        at += ByteWord.size
        continue
      }
      let count = ByteWord.offset(ofFirst: marks)
      at += count
      guard bytes[at] == UInt8(ascii: "\"") else { return nil }
      seen |= ByteWord.prefix(word, count)
      offset = at + 1
      return JSONText(range: start..<at, isVerbatim: true, isASCII: seen & ByteWord.repeat(0x80) == 0)
    }
    return nil
  }

  @inline(never)
  private mutating func scanAnyString() -> JSONText? {
    let start = offset + 1
    var at = start
    var isVerbatim = true
    /// The bitwise OR of all bytes that are neither escaped nor special.
    var seen: UInt64 = 0
    while at < end {
      if at <= end - ByteWord.size {
        let word = ByteWord.load(bytes, at)
        let marks = ByteWord.stringMarks(word)
        guard marks != 0 else {
          seen |= word
          at += ByteWord.size
          continue
        }
        let count = ByteWord.offset(ofFirst: marks)
        seen |= ByteWord.prefix(word, count)
        at += count
      }
      let byte = bytes[at]
      if byte == UInt8(ascii: "\"") {
        offset = at + 1
        let text = JSONText(range: start..<at, isVerbatim: isVerbatim, isASCII: seen & ByteWord.repeat(0x80) == 0)
        guard isStrict else { return text }
        if !isWellFormed(text) { stop(.syntax) }
        return fault == nil ? text : nil
      }
      if byte == UInt8(ascii: "\\") {
        isVerbatim = false
        at += 1
        if at < end && bytes[at] == UInt8(ascii: "\n") { line += 1 }
      } else if byte < 0x20 {
        repair(.controlCharacter, at..<at + 1)
        if byte == UInt8(ascii: "\n") { line += 1 }
      }
      seen |= UInt64(byte)
      at += 1
    }
    offset = end
    stop(.truncated)
    return nil
  }

  /// Decodes the text. Invalid UTF-8 and lone surrogates become U+FFFD; unknown escapes lose their backslash.
  mutating func string(_ text: JSONText, limit: Int = .max) -> String {
    var range = text.range
    if range.count > limit {
      range = range.lowerBound..<scalarBoundary(range.lowerBound + limit)
      repair(.longText, range)
    }
    if text.isVerbatim {
      if text.isASCII { return ByteSearch.string(bytes, range) }
      return checked(String(decoding: bytes[range], as: UTF8.self), against: bytes[range], range)
    }
    if text.isASCII, let value = unescapeSimply(range) { return value }
    let (unescaped, isSound) = unescape(range)
    if !isSound { repair(.badEscape, range) }
    if text.isASCII { return String(streamSafe: unescaped) }
    return checked(String(decoding: unescaped, as: UTF8.self), against: unescaped[...], range)
  }

  /// Returns `value` in the Stream-Safe Text Format, and records whether it differs from the bytes it was decoded from.
  private mutating func checked(
    _ value: String, against bytes: ArraySlice<UInt8>, _ range: Range<Int>
  ) -> String {
    if !value.utf8.elementsEqual(bytes) { repair(.badEncoding, range) }
    return value.streamSafe
  }

  /// Returns the start of the UTF-8 sequence or escape that contains `offset`, or `offset` if it is in neither.
  private func scalarBoundary(_ offset: Int) -> Int {
    var at = offset
    while at > 0 && bytes[at] & 0xC0 == 0x80 && offset - at < 4 { at -= 1 }
    var back = at - 1
    while back >= 0 && at - back <= 12 {
      if bytes[back] == UInt8(ascii: "\\") {
        // Only an odd run of backslashes begins an escape; `\\` is one complete character.
        var run = back
        while run >= 0 && bytes[run] == UInt8(ascii: "\\") { run -= 1 }
        let isEscape = (back - run) % 2 == 1
        let length = back + 1 < bytes.count && bytes[back + 1] == UInt8(ascii: "u") ? 6 : 2
        return isEscape && back + length > at ? back : at
      }
      back -= 1
    }
    return at
  }

  /// Decodes text whose escapes are all among `\/`, `\\`, `\"` and `\n`, the usual case for paths; `nil` if there is
  /// another escape.
  private func unescapeSimply(_ range: Range<Int>) -> String? {
    var result = [UInt8](repeating: 0, count: range.count)
    var count = 0
    var at = range.lowerBound
    while at < range.upperBound {
      var byte = bytes[at]
      if byte == UInt8(ascii: "\\") {
        at += 1
        guard at < range.upperBound else { return nil }
        byte = bytes[at]
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): break
        case UInt8(ascii: "n"): byte = 0x0A
        default: return nil
        }
      }
      result[count] = byte
      count += 1
      at += 1
    }
    return String(streamSafe: result[..<count])
  }

  private func unescape(_ range: Range<Int>) -> (bytes: [UInt8], isSound: Bool) {
    var result: [UInt8] = []
    result.reserveCapacity(range.count)
    var isSound = true
    var at = range.lowerBound
    while at < range.upperBound {
      let byte = bytes[at]
      guard byte == UInt8(ascii: "\\"), at + 1 < range.upperBound else {
        result.append(byte)
        at += 1
        continue
      }
      let escaped = bytes[at + 1]
      at += 2
      switch escaped {
      case UInt8(ascii: "n"): result.append(0x0A)
      case UInt8(ascii: "t"): result.append(0x09)
      case UInt8(ascii: "r"): result.append(0x0D)
      case UInt8(ascii: "b"): result.append(0x08)
      case UInt8(ascii: "f"): result.append(0x0C)
      case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): result.append(escaped)
      case UInt8(ascii: "u"):
        var (scalar, next, isComplete) = unicodeEscape(at, range.upperBound)
        if !isComplete {
          isSound = false
          scalar = "\u{FFFD}"
          next = at
        }
        if scalar == "\u{FFFD}" && !isReplacementWritten(at, range.upperBound) { isSound = false }
        result.append(contentsOf: String(Character(scalar)).utf8)
        at = next
      default:
        isSound = false
        result.append(escaped)
      }
    }
    return (result, isSound)
  }

  private func isReplacementWritten(_ at: Int, _ end: Int) -> Bool { codeUnit(at, end) == 0xFFFD }

  /// Parses four hexadecimal digits, and a second escape if the first is the high half of a surrogate pair.
  private func unicodeEscape(_ at: Int, _ end: Int) -> (scalar: Unicode.Scalar, next: Int, isComplete: Bool) {
    guard let unit = codeUnit(at, end) else { return ("\u{FFFD}", at, false) }
    if let scalar = Unicode.Scalar(UInt32(unit)) { return (scalar, at + 4, true) }
    if unit < 0xDC00, at + 6 <= end, bytes[at + 4] == UInt8(ascii: "\\"), bytes[at + 5] == UInt8(ascii: "u"),
      let low = codeUnit(at + 6, end), (0xDC00...0xDFFF).contains(low),
      let scalar = Unicode.Scalar(0x10000 + (UInt32(unit) - 0xD800) << 10 + UInt32(low) - 0xDC00)
    {
      return (scalar, at + 10, true)
    }
    return ("\u{FFFD}", at + 4, true)
  }

  private func codeUnit(_ at: Int, _ end: Int) -> UInt16? {
    guard at + 4 <= end else { return nil }
    var unit: UInt16 = 0
    for byte in bytes[at..<at + 4] {
      guard let digit = byte.hexDigitValue else { return nil }
      unit = unit << 4 | UInt16(digit)
    }
    return unit
  }

  /// Checks the text against RFC 8259, section 7, for strict mode. The grammar allows lone surrogates.
  private func isWellFormed(_ text: JSONText) -> Bool {
    var at = text.range.lowerBound
    let end = text.range.upperBound
    while at < end && !text.isVerbatim {
      if bytes[at] == UInt8(ascii: "\\") {
        guard at + 1 < end else { return false }
        switch bytes[at + 1] {
        case UInt8(ascii: "u"):
          guard codeUnit(at + 2, end) != nil else { return false }
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"),
          UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
          break
        default: return false
        }
        at += 1
      }
      at += 1
    }
    return text.isASCII || String(decoding: bytes[text.range], as: UTF8.self).utf8.elementsEqual(bytes[text.range])
  }
}
