import Platform

/// Comparison and search in borrowed bytes. Offsets outside the buffer are allowed: nothing is found there.
extension UnsafeBufferPointer where Element == UInt8 {
  /// Returns true if `word` occurs at `offset`; true for an empty word at an offset inside the buffer or at its end.
  package func hasBytes(_ word: UnsafeBufferPointer<UInt8>, at offset: Int) -> Bool {
    guard offset >= 0, word.count <= count - offset else { return false }
    guard let base = baseAddress, let pattern = word.baseAddress else { return true }
    return memcmp(base + offset, pattern, word.count) == 0
  }

  /// Returns true if `word` occurs at `offset`.
  package func hasBytes(_ word: [UInt8], at offset: Int) -> Bool {
    word.withUnsafeBufferPointer { hasBytes($0, at: offset) }
  }

  /// Returns true if `word` occurs at `offset`.
  package func hasBytes(_ word: StaticString, at offset: Int) -> Bool {
    word.withUTF8Buffer { hasBytes($0, at: offset) }
  }

  /// Returns the offset of the first `byte` in `start..<end`, found by the C library's vectorized search; `nil` if
  /// there is none.
  package func firstOffset(of byte: UInt8, from start: Int = 0, to end: Int = .max) -> Int? {
    let end = Swift.min(end, count)
    guard start >= 0, start < end, let base = baseAddress,
      let found = memchr(base + start, Int32(byte), end - start)
    else { return nil }
    return UnsafeRawPointer(found) - UnsafeRawPointer(base)
  }

  /// Returns the offset of the first occurrence of `word` within `start..<end`; `nil` if there is none or for an empty
  /// word.
  ///
  /// Only for constants. Use `BytePattern`, which is linear for any word, for words from users or reports.
  package func firstOffset(of word: StaticString, from start: Int = 0, to end: Int = .max) -> Int? {
    word.withUTF8Buffer { word in
      guard !word.isEmpty, start >= 0 else { return nil }
      let last = Swift.min(end, count) - word.count
      // In a long text, a search for a blank or a vowel would stop at every word.
      let anchor = last - start > 256 ? Self.leastCommon(word) : 0
      var at = start
      while at <= last, let found = firstOffset(of: word[anchor], from: at + anchor, to: last + anchor + 1) {
        if hasBytes(word, at: found - anchor) { return found - anchor }
        at = found - anchor + 1
      }
      return nil
    }
  }

  /// The offset of a byte of `word` that is rare in reports and logs, or less common than the others.
  private static func leastCommon(_ word: UnsafeBufferPointer<UInt8>) -> Int {
    var (best, least) = (0, Int.max)
    for index in word.indices {
      let frequency = frequency(of: word[index])
      if frequency <= 1 { return index }
      if frequency < least { (best, least) = (index, frequency) }
    }
    return best
  }

  /// An estimate: 0 for bytes that hardly occur, 4 for the most common ones.
  private static func frequency(of byte: UInt8) -> Int {
    switch byte {
    case UInt8(ascii: " "), UInt8(ascii: "0"), UInt8(ascii: "e"), UInt8(ascii: "a"), UInt8(ascii: "t"): 4
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "i"), UInt8(ascii: "o"), UInt8(ascii: "n"),
      UInt8(ascii: "r"), UInt8(ascii: "s"), UInt8(ascii: "d"), UInt8(ascii: "c"), UInt8(ascii: "l"),
      UInt8(ascii: "x"):
      3
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "."), UInt8(ascii: ","), UInt8(ascii: "\""), 0x09, 0x0A:
      2
    case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: ":"), UInt8(ascii: "-"), UInt8(ascii: "/"): 1
    default: 0
    }
  }

  /// Returns the offset of the last occurrence of `word` within `start..<end`; `nil` if there is none or for an empty
  /// word.
  package func lastOffset(of word: StaticString, from start: Int = 0, to end: Int = .max) -> Int? {
    word.withUTF8Buffer { word in
      guard !word.isEmpty, start >= 0 else { return nil }
      var at = Swift.min(end, count) - word.count
      while at >= start {
        if hasBytes(word, at: at) { return at }
        at -= 1
      }
      return nil
    }
  }

  /// Returns true if `word` occurs at `offset`, ignoring the case of ASCII letters.
  package func hasBytes(ignoringCase word: UnsafeBufferPointer<UInt8>, at offset: Int) -> Bool {
    guard offset >= 0, word.count <= count - offset else { return false }
    for index in 0..<word.count where self[offset + index].lowercased != word[index].lowercased { return false }
    return true
  }

  /// Returns the offset of the first occurrence of `word` within `start..<end`, ignoring the case of ASCII letters;
  /// `nil` if there is none or for an empty word.
  package func firstOffset(
    ignoringCase word: UnsafeBufferPointer<UInt8>, from start: Int = 0, to end: Int = .max
  ) -> Int? {
    guard let first = word.first?.lowercased, start >= 0 else { return nil }
    let last = Swift.min(end, count) - word.count
    var at = start
    while at <= last {
      if self[at].lowercased == first, hasBytes(ignoringCase: word, at: at) { return at }
      at += 1
    }
    return nil
  }
}

extension [UInt8] {
  /// Returns true if `word` occurs at `offset`, which may be outside the array.
  package func hasBytes(_ word: StaticString, at offset: Int) -> Bool {
    withUnsafeBufferPointer { $0.hasBytes(word, at: offset) }
  }

  /// Returns true if `word` occurs at `offset`, which may be outside the array.
  package func hasBytes(_ word: [UInt8], at offset: Int) -> Bool {
    withUnsafeBufferPointer { bytes in word.withUnsafeBufferPointer { bytes.hasBytes($0, at: offset) } }
  }

  /// Returns the index of the first occurrence of `word`; see `UnsafeBufferPointer.firstOffset(of:from:to:)`.
  package func firstOffset(of word: StaticString, from start: Int = 0, to end: Int = .max) -> Int? {
    withUnsafeBufferPointer { $0.firstOffset(of: word, from: start, to: end) }
  }

  /// Appends the UTF-8 of `text`.
  package mutating func append(_ text: StaticString) { text.withUTF8Buffer { append(contentsOf: $0) } }
}

extension String {
  /// The part after the last `/`, without slashes at the end; `nil` for a text that is empty or has only slashes.
  package var lastPathComponent: String? {
    var text = self
    let component = text.withUTF8 { bytes -> String?? in
      var end = bytes.count
      while end > 0, bytes[end - 1] == UInt8(ascii: "/") { end -= 1 }
      var start = end
      while start > 0, bytes[start - 1] != UInt8(ascii: "/") { start -= 1 }
      if start == 0, end == bytes.count { return nil }
      return .some(start == end ? nil : String(streamSafe: bytes[start..<end]))
    }
    return component ?? (isEmpty ? nil : self)
  }

  /// Returns true if the UTF-8 of `word` occurs, also inside of characters; false for an empty word.
  ///
  /// `String.contains` compares characters and is twenty times slower; this runs for every path of every report.
  package func containsBytes(_ word: StaticString) -> Bool {
    var text = self
    return text.withUTF8 { $0.firstOffset(of: word) != nil }
  }

  /// Returns true if the UTF-8 of `word` occurs, ignoring the case of ASCII letters; false for an empty word.
  package func containsBytes(ignoringCase word: String) -> Bool {
    var (text, word) = (self, word)
    return text.withUTF8 { text in word.withUTF8 { text.firstOffset(ignoringCase: $0) != nil } }
  }
}
