import Platform

/// Comparison and search in borrowed bytes. Offsets outside the buffer find nothing and never trap.
extension UnsafeBufferPointer where Element == UInt8 {
  /// True if `word` occurs at `offset`; true for an empty word at an offset inside the buffer or at its end.
  package func hasBytes(_ word: UnsafeBufferPointer<UInt8>, at offset: Int) -> Bool {
    guard offset >= 0, word.count <= count - offset else { return false }
    guard let base = baseAddress, let pattern = word.baseAddress else { return true }
    return memcmp(base + offset, pattern, word.count) == 0
  }

  /// True if `word` occurs at `offset`.
  package func hasBytes(_ word: [UInt8], at offset: Int) -> Bool {
    word.withUnsafeBufferPointer { hasBytes($0, at: offset) }
  }

  /// Offset of the first `byte` in `start..<end`, by the vectorized search of the C library.
  package func firstOffset(of byte: UInt8, from start: Int = 0, to end: Int = .max) -> Int? {
    let end = Swift.min(end, count)
    guard start >= 0, start < end, let base = baseAddress,
      let found = memchr(base + start, Int32(byte), end - start)
    else { return nil }
    return UnsafeRawPointer(found) - UnsafeRawPointer(base)
  }

  /// Offset of the first occurrence of `word` within `start..<end`; `nil` for an empty word.
  ///
  /// For words of the program itself. A word that a user or a report chose goes to `BytePattern`, which is linear
  /// whatever the word.
  package func firstOffset(of word: StaticString, from start: Int = 0, to end: Int = .max) -> Int? {
    word.withUTF8Buffer { word in
      guard let first = word.first, start >= 0 else { return nil }
      let last = Swift.min(end, count) - word.count
      var at = start
      while at <= last, let found = firstOffset(of: first, from: at, to: last + 1) {
        if hasBytes(word, at: found) { return found }
        at = found + 1
      }
      return nil
    }
  }

  /// Offset of the last occurrence of `word` within `start..<end`; `nil` for an empty word.
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

  /// True if `word` occurs at `offset`, ASCII letters compared without regard to case.
  package func hasBytes(ignoringCase word: UnsafeBufferPointer<UInt8>, at offset: Int) -> Bool {
    guard offset >= 0, word.count <= count - offset else { return false }
    for index in 0..<word.count where self[offset + index].lowercased != word[index].lowercased { return false }
    return true
  }

  /// Offset of the first occurrence of `word` within `start..<end`, ASCII letters compared without regard to case;
  /// `nil` for an empty word.
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
  /// True if `word` occurs at `offset`, which may lie outside the array.
  package func hasBytes(_ word: StaticString, at offset: Int) -> Bool {
    withUnsafeBufferPointer { bytes in word.withUTF8Buffer { bytes.hasBytes($0, at: offset) } }
  }

  /// True if `word` occurs at `offset`, which may lie outside the array.
  package func hasBytes(_ word: [UInt8], at offset: Int) -> Bool {
    withUnsafeBufferPointer { bytes in word.withUnsafeBufferPointer { bytes.hasBytes($0, at: offset) } }
  }

  /// Index of the first occurrence of `word`, as `UnsafeBufferPointer.firstOffset(of:from:to:)`.
  package func firstOffset(of word: StaticString, from start: Int = 0, to end: Int = .max) -> Int? {
    withUnsafeBufferPointer { $0.firstOffset(of: word, from: start, to: end) }
  }

  /// Appends the UTF-8 of `text`.
  package mutating func append(_ text: StaticString) { text.withUTF8Buffer { append(contentsOf: $0) } }
}

extension String {
  /// True if the UTF-8 of `word` occurs, whatever characters it is part of; false for an empty word.
  ///
  /// `String.contains` compares characters and is twenty times slower; this runs over every path of every report.
  package func containsBytes(_ word: StaticString) -> Bool {
    var text = self
    return text.withUTF8 { $0.firstOffset(of: word) != nil }
  }

  /// True if the UTF-8 of `word` occurs, ASCII letters compared without regard to case; false for an empty word.
  package func containsBytes(ignoringCase word: String) -> Bool {
    var (text, word) = (self, word)
    return text.withUTF8 { text in word.withUTF8 { text.firstOffset(ignoringCase: $0) != nil } }
  }
}
