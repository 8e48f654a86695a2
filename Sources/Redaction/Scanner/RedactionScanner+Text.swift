import Bytes

/// Reading of bytes, escape sequences and words, for all recognizers.
extension RedactionScanner {
  func has(_ prefix: StaticString, _ at: Int) -> Bool {
    guard at >= 0, at < bytes.count, bytes[at] == prefix.utf8Start.pointee else { return false }
    return bytes.hasBytes(prefix, at: at)
  }

  /// Returns whether a text in lower case is at `at`, in any letter case.
  func hasIgnoringCase(_ text: StaticString, _ at: Int) -> Bool {
    guard at >= 0, bytes.count - at >= text.utf8CodeUnitCount else { return false }
    return text.withUTF8Buffer { text in
      guard let first = text.first, bytes[at].lowercased == first else { return text.isEmpty }
      for index in text.indices where bytes[at + index].lowercased != text[index] { return false }
      return true
    }
  }

  /// Returns whether a text ends before `at`.
  func hasBefore(_ text: StaticString, _ at: Int) -> Bool { has(text, at - text.utf8CodeUnitCount) }

  func byte(_ at: Int) -> UInt8? { at >= 0 && at < bytes.count ? bytes[at] : nil }

  func isByte(_ character: Unicode.Scalar, _ at: Int) -> Bool { byte(at) == UInt8(ascii: character) }

  /// Returns the end of the run that begins at `start`.
  func end(from start: Int, atMost limit: Int = RedactionScanner.maxLength, _ ends: (UInt8) -> Bool) -> Int {
    var at = start
    let last = min(bytes.count, start + limit)
    while at < last, !ends(bytes[at]) { at += 1 }
    return min(at, bytes.count)
  }

  /// Returns the start of the run that ends before `end`.
  func start(before end: Int, atMost limit: Int, _ continues: (UInt8) -> Bool) -> Int {
    var at = end
    let first = max(0, end - limit)
    while at > first, continues(bytes[at - 1]) { at -= 1 }
    return at
  }

  func string(_ range: Range<Int>) -> String { String(streamSafe: bytes[range]) }

  /// Returns the word of letters that ends before `end`, in lower case, and its start.
  func wordBefore(_ end: Int, atMost limit: Int = 24) -> (text: String, start: Int) {
    guard end > 0 else { return ("", 0) }
    let start = start(before: end, atMost: limit) { $0.isLetter }
    return (string(start..<end).lowercased(), start)
  }

  /// Returns the number of backslashes from `at` on.
  func backslashes(_ at: Int) -> Int { end(from: at, atMost: 16) { $0 != UInt8(ascii: "\\") } - at }

  /// Returns whether a word can begin at `at`: no word continues there. The `n` of `\\n` in a JSON string is not part
  /// of a word.
  static func beginsWord(_ bytes: [UInt8], _ at: Int) -> Bool {
    at == 0 || !bytes[at - 1].isIdentifier || followsEscape(bytes, at)
  }

  static func followsEscape(_ bytes: [UInt8], _ at: Int) -> Bool {
    guard at >= 2, bytes[at - 2] == UInt8(ascii: "\\"), at < 3 || bytes[at - 3] != UInt8(ascii: "\\") else {
      return false
    }
    return [UInt8(ascii: "n"), UInt8(ascii: "t"), UInt8(ascii: "r")].contains(bytes[at - 1])
  }

  /// Returns whether a line, or a line in a JSON string, begins at `at`, after indentation and marks of quotations.
  func beginsLine(_ at: Int) -> Bool {
    // `>`, `#` and `*` begin quoted lines of a mail, or list items.
    let index = start(before: at, atMost: 32) { [0x20, 0x09, 0x3E, 0x23, 0x2A].contains($0) }
    return index == 0 || [0x0A, 0x0D].contains(bytes[index - 1]) || bytes[index - 1] == UInt8(ascii: "\"")
      || Self.followsEscape(bytes, index)
  }

  /// Returns the end of a Unicode escape at `at`: `\u00e9`, in JSON in JSON with two backslashes.
  func endOfUnicodeEscape(_ at: Int) -> Int? {
    let index = at + backslashes(at)
    guard index > at, bytes.count - index >= 5, bytes[index] == UInt8(ascii: "u"),
      bytes[index + 1..<index + 5].allSatisfy(\.isHexDigit)
    else { return nil }
    return index + 5
  }

  /// Returns the offset of the closing quotation mark of a string whose opening one has `depth` backslashes before it,
  /// or of the end of the line.
  func endOfQuoted(_ mark: UInt8, from start: Int, depth: Int) -> Int {
    var at = start
    while at < bytes.count, at - start < 1 << 20 {
      let byte = bytes[at]
      if byte < 0x20 { return at }
      if byte == UInt8(ascii: "\\") {
        let count = backslashes(at)
        let next = at + count
        if depth > 0, count <= depth, next < bytes.count, bytes[next] == mark { return at }
        // At depth 0, an odd number of backslashes escapes the next byte.
        at = next + (depth == 0 && count % 2 == 0 ? 0 : 1)
        continue
      }
      if byte == mark { return at }
      // A value in single quotation marks inside a JSON string ends with the string.
      if byte == UInt8(ascii: "\""), depth == 0 { return at }
      at += 1
    }
    return min(at, bytes.count)
  }

  // MARK: Separators of paths

  /// Returns the byte at `at`, or the one that `%55` stands for, and the offset after it. `%25` may be nested.
  func decoded(_ at: Int) -> (byte: UInt8, next: Int)? {
    guard let byte = byte(at) else { return nil }
    guard byte == UInt8(ascii: "%") else { return (byte, at + 1) }
    var digits = at + 1
    var depth = 0
    while depth < 4, has("25", digits) {
      digits += 2
      depth += 1
    }
    guard bytes.count - digits >= 2, let high = bytes[digits].hexDigitValue, let low = bytes[digits + 1].hexDigitValue
    else { return (byte, at + 1) }
    return (high << 4 | low, digits + 2)
  }

  /// Returns the offset after a path separator at `at`: a slash, which JSON may escape with one backslash and JSON in
  /// JSON with three, the backslashes of Windows, or one of them as `%2F`, `\u002f` or `&#47;`.
  func separator(_ at: Int) -> Int? {
    guard let byte = byte(at) else { return nil }
    switch byte {
    case UInt8(ascii: "/"): return at + 1
    case UInt8(ascii: "\\"):
      let count = backslashes(at)
      let index = at + count
      if isByte("/", index) { return index + 1 }
      // The last backslash of an odd number begins the escape of the name's first letter.
      if isJSON, count % 2 == 1, endOfUnicodeEscape(index - 1) != nil, !isEscapedSeparator(index - 1) {
        return count > 1 ? index - 1 : nil
      }
      if hasIgnoringCase("u002f", index) || hasIgnoringCase("u005c", index) { return index + 5 }
      return index
    case UInt8(ascii: "%"):
      guard let (byte, next) = decoded(at), byte == UInt8(ascii: "/") || byte == UInt8(ascii: "\\") else { return nil }
      return next
    case UInt8(ascii: "&"):
      if has("&#47;", at) || has("&#92;", at) { return at + 5 }
      return hasIgnoringCase("&#x2f;", at) || hasIgnoringCase("&#x5c;", at) ? at + 6 : nil
    default: return nil
    }
  }

  /// Whether the Unicode escape at `at` is a slash or a backslash.
  private func isEscapedSeparator(_ at: Int) -> Bool {
    let index = at + backslashes(at)
    return hasIgnoringCase("u002f", index) || hasIgnoringCase("u005c", index)
  }

  /// Returns the offset after one or more separators, with `.` between them: `//`, `/./`.
  func separators(_ at: Int) -> Int? {
    guard var stop = separator(at) else { return nil }
    for _ in 0..<8 {
      // The name after `/` begins with an escaped letter: `/Users/\u00e9va`.
      if isByte("/", stop - 1), isByte("\\", stop), endOfUnicodeEscape(stop) != nil, !isEscapedSeparator(stop) { break }
      if let next = separator(stop) {
        stop = next
      } else if isByte(".", stop), let next = separator(stop + 1) {
        stop = next
      } else {
        break
      }
    }
    return stop
  }

  /// Returns the end of a name in lower case at `at`, in any letter case, with or without percent escapes.
  func endOfName(_ name: StaticString, _ at: Int) -> Int? {
    name.withUTF8Buffer { name in
      var stop = at
      for letter in name {
        guard let (byte, next) = decoded(stop), byte.lowercased == letter else { return nil }
        stop = next
      }
      return stop
    }
  }

  // MARK: Forms of values

  func isHexadecimal(_ at: Int, _ count: Int) -> Bool {
    bytes.count - at >= count && bytes[at..<at + count].allSatisfy(\.isHexDigit)
  }

  func isUUID(_ at: Int) -> Bool {
    guard bytes.count - at >= 36, at + 36 == bytes.count || !bytes[at + 36].isIdentifier else { return false }
    for index in 0..<36 {
      let byte = bytes[at + index]
      guard [8, 13, 18, 23].contains(index) ? byte == UInt8(ascii: "-") : byte.isHexDigit else { return false }
    }
    return true
  }
}
