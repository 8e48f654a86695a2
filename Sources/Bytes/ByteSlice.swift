/// Comparison and search in a part of a text, as UTF-8. Indices are those of the array; invalid ones do not trap.
extension ArraySlice<UInt8> {
  /// Returns true if the slice begins with `word`.
  @inlinable
  package func begins(with word: StaticString) -> Bool { matches(word, at: startIndex) }

  /// Returns true if the slice ends with `word`.
  @inlinable
  package func ends(with word: StaticString) -> Bool { matches(word, at: endIndex - word.utf8CodeUnitCount) }

  /// Returns true if `word` occurs at `index` and ends at or before the end of the slice.
  @inlinable
  package func matches(_ word: StaticString, at index: Int) -> Bool {
    word.withUTF8Buffer { word in
      guard index >= startIndex, word.count <= endIndex - index else { return false }
      // Most comparisons end at the first byte, so a call of memcmp would cost more.
      for offset in 0..<word.count where self[index + offset] != word[offset] { return false }
      return true
    }
  }

  /// Returns the index of the first occurrence of `word` at or after `start`; `nil` if there is none or for an empty
  /// word.
  package func position(of word: StaticString, from start: Int? = nil) -> Int? {
    withUnsafeBufferPointer { $0.firstOffset(of: word, from: (start ?? startIndex) - startIndex) }
      .map { $0 + startIndex }
  }

  /// Returns the index of the last occurrence of `word`; `nil` if there is none or for an empty word.
  package func lastPosition(of word: StaticString) -> Int? {
    withUnsafeBufferPointer { $0.lastOffset(of: word) }.map { $0 + startIndex }
  }

  /// Returns true if `word` occurs in the slice.
  package func has(_ word: StaticString) -> Bool { position(of: word) != nil }

  /// The slice without spaces at both ends.
  package var trimmed: ArraySlice<UInt8> {
    var slice = self
    while slice.first == 0x20 { slice.removeFirst() }
    while slice.last == 0x20 { slice.removeLast() }
    return slice
  }

  /// The bytes as text; invalid UTF-8 is replaced by U+FFFD.
  package var text: String { String(streamSafe: self) }
}
