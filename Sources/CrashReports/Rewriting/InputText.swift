/// A change to a text that replaces the bytes of `range` by `replacement`.
package struct TextEdit: Sendable, Equatable {
  /// The bytes to replace; empty for an insertion.
  package var range: Range<Int>
  /// The new text in UTF-8; empty for a deletion.
  package var replacement: [UInt8]

  /// Creates an edit of `InputText.text`.
  package init(_ range: Range<Int>, _ replacement: [UInt8]) {
    self.range = range
    self.replacement = replacement
  }
}

/// The normalized text of an input, which readers use, and the conversion of edits to the bytes of the input.
///
/// `text` is the form that `ReportReader` creates before reading: UTF-8 for UTF-16, line feeds for the carriage returns
/// of classic Mac OS, JSON without the quote marks of a mail. Offsets in reports refer to `text`. Bytes that no edit
/// changes are preserved.
package struct InputText: Sendable {
  private enum Form: Sendable {
    case asRead, carriageReturns
    /// Lines begin with quote marks.
    case unquoted(mark: [UInt8])
    case utf16(start: Int, isLittle: Bool)
  }

  /// The input as read from the file, in its original encoding.
  package let bytes: [UInt8]
  /// The normalized input: UTF-8 with line feeds, without quote marks.
  package let text: [UInt8]
  private let form: Form

  /// Whether the input is UTF-16.
  package var isUTF16: Bool { if case .utf16 = form { true } else { false } }

  /// Detects the encoding of `bytes` and normalizes the text. Never fails: bytes in an unknown encoding are not
  /// changed.
  package init(_ bytes: [UInt8]) {
    self.bytes = bytes
    if let form = InputEncoding.utf16(bytes), let text = InputEncoding.utf8(fromUTF16: bytes) {
      self.form = .utf16(start: form.start, isLittle: form.isLittle)
      self.text = text
    } else if let text = InputEncoding.unquoted(bytes) {
      let first = bytes.drop { $0 <= 0x20 }
      form = .unquoted(mark: Array(first.prefix { $0 == UInt8(ascii: ">") || $0 == UInt8(ascii: " ") }))
      self.text = text
    } else if let text = InputEncoding.lineFeeds(forCarriageReturns: bytes) {
      form = .carriageReturns
      self.text = text
    } else {
      form = .asRead
      text = bytes
    }
  }

  /// Returns the input with `edits`, whose ranges refer to `text`.
  ///
  /// Edits may be in any order. An edit that extends past the text or overlaps the previous one is omitted, so that a
  /// wrong range does not damage the rest.
  package func applying(_ edits: [TextEdit]) -> [UInt8] {
    let valid = Self.valid(edits, count: text.count)
    if valid.isEmpty { return bytes }
    let offsets = original(valid.flatMap { [$0.range.lowerBound, $0.range.upperBound] })
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count + valid.reduce(0) { $0 + $1.replacement.count })
    var at = 0
    for (index, edit) in valid.enumerated() {
      result += bytes[at..<max(at, offsets[2 * index])]
      result += encoded(edit.replacement)
      at = max(at, offsets[2 * index + 1])
    }
    result += bytes[at...]
    return result
  }

  private static func valid(_ edits: [TextEdit], count: Int) -> [TextEdit] {
    var valid: [TextEdit] = []
    for edit in edits.sorted(by: { $0.range.lowerBound < $1.range.lowerBound })
    where edit.range.lowerBound >= (valid.last?.range.upperBound ?? 0) && edit.range.upperBound <= count {
      valid.append(edit)
    }
    return valid
  }

  /// Returns a replacement in the encoding of the input.
  private func encoded(_ bytes: [UInt8]) -> [UInt8] {
    switch form {
    case .asRead: return bytes
    case .unquoted(let mark): return Array(bytes.map { $0 == 0x0A ? [0x0A] + mark : [$0] }.joined())
    case .carriageReturns: return bytes.map { $0 == 0x0A ? 0x0D : $0 }
    case .utf16(_, let isLittle):
      var result: [UInt8] = []
      for unit in String(decoding: bytes, as: UTF8.self).utf16 {
        let (high, low) = (UInt8(truncatingIfNeeded: unit >> 8), UInt8(truncatingIfNeeded: unit))
        result += isLittle ? [low, high] : [high, low]
      }
      return result
    }
  }

  /// Converts ascending offsets in the text to offsets in the input.
  private func original(_ offsets: [Int]) -> [Int] {
    switch form {
    case .asRead, .carriageReturns: return offsets
    case .unquoted: return inQuotedInput(offsets)
    case .utf16(let start, _): return inUTF16(offsets, start: start)
    }
  }

  /// Converts offsets by scanning the input as `InputEncoding.unquoted` does.
  private func inQuotedInput(_ offsets: [Int]) -> [Int] {
    var result: [Int] = []
    var textOffset = 0
    var isAtStart = true
    for (index, byte) in bytes.enumerated() {
      if isAtStart && (byte == UInt8(ascii: ">") || byte == UInt8(ascii: " ")) { continue }
      while result.count < offsets.count, offsets[result.count] <= textOffset { result.append(index) }
      if result.count == offsets.count { return result }
      textOffset += 1
      isAtStart = byte == UInt8(ascii: "\n")
    }
    while result.count < offsets.count { result.append(bytes.count) }
    return result
  }

  /// Converts offsets by counting code units: two for a character with four bytes in UTF-8, otherwise one. A lone
  /// surrogate became one U+FFFD.
  private func inUTF16(_ offsets: [Int], start: Int) -> [Int] {
    var result: [Int] = []
    var offset = start
    for (index, byte) in text.enumerated() {
      if byte & 0xC0 != 0x80 {
        while result.count < offsets.count, offsets[result.count] <= index { result.append(min(offset, bytes.count)) }
        if result.count == offsets.count { return result }
        offset += byte >= 0xF0 ? 4 : 2
      }
    }
    while result.count < offsets.count { result.append(min(offset, bytes.count)) }
    return result
  }
}
