/// A change to a text: `replacement` in the place of the bytes of `range`.
package struct TextEdit: Sendable, Equatable {
  /// Bytes of the text that are replaced; empty for an insertion.
  package var range: Range<Int>
  /// What is written instead, in UTF-8; empty for a deletion.
  package var replacement: [UInt8]

  /// Creates an edit of `InputText.text`.
  package init(_ range: Range<Int>, _ replacement: [UInt8]) {
    self.range = range
    self.replacement = replacement
  }
}

/// The text of an input as the readers see it, and the way back from a changed text to the bytes of the input.
///
/// `text` is what `ReportReader` makes of the bytes before it looks at them: UTF-8 for UTF-16, line feeds for the
/// carriage returns of the classic Mac, JSON without the quotation marks of a mail. Places in reports that were read
/// from it are places in it. What no edit touches comes back as the input's own bytes.
package struct InputText: Sendable {
  private enum Form: Sendable {
    case asRead, carriageReturns
    /// With the marks of quotation at the beginning of the lines.
    case unquoted(mark: [UInt8])
    case utf16(start: Int, isLittle: Bool)
  }

  /// The input as it was read from the file, in its own encoding.
  package let bytes: [UInt8]
  /// The input as the readers see it: UTF-8 with line feeds, without marks of quotation.
  package let text: [UInt8]
  private let form: Form

  /// True if the input is UTF-16.
  package var isUTF16: Bool { if case .utf16 = form { true } else { false } }

  /// Detects the encoding of `bytes` and makes the text that the readers see. Never fails: bytes of no known form are
  /// their own text.
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

  /// The input with `edits` made, which are places in `text`.
  ///
  /// Edits may come in any order. One that reaches beyond the text or into the one before it is left out, for a wrong
  /// place must not spoil the rest.
  package func applying(_ edits: [TextEdit]) -> [UInt8] {
    let sound = Self.sound(edits, count: text.count)
    if sound.isEmpty { return bytes }
    var places = sound.flatMap { [$0.range.lowerBound, $0.range.upperBound] }
    places = original(places)
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count + sound.reduce(0) { $0 + $1.replacement.count })
    var at = 0
    for (index, edit) in sound.enumerated() {
      result += bytes[at..<max(at, places[2 * index])]
      result += encoded(edit.replacement)
      at = max(at, places[2 * index + 1])
    }
    result += bytes[at...]
    return result
  }

  private static func sound(_ edits: [TextEdit], count: Int) -> [TextEdit] {
    var sound: [TextEdit] = []
    for edit in edits.sorted(by: { $0.range.lowerBound < $1.range.lowerBound })
    where edit.range.lowerBound >= (sound.last?.range.upperBound ?? 0) && edit.range.upperBound <= count {
      sound.append(edit)
    }
    return sound
  }

  /// A replacement as the input writes text.
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

  /// The places of the input that belong to `places` of the text, which ascend.
  private func original(_ places: [Int]) -> [Int] {
    switch form {
    case .asRead, .carriageReturns: return places
    case .unquoted: return behindQuotationMarks(places)
    case .utf16(let start, _): return inUTF16(places, start: start)
    }
  }

  /// Walks over the input as `InputEncoding.unquoted` does.
  private func behindQuotationMarks(_ places: [Int]) -> [Int] {
    var result: [Int] = []
    var kept = 0
    var isAtStart = true
    for (index, byte) in bytes.enumerated() {
      if isAtStart && (byte == UInt8(ascii: ">") || byte == UInt8(ascii: " ")) { continue }
      while result.count < places.count, places[result.count] <= kept { result.append(index) }
      if result.count == places.count { return result }
      kept += 1
      isAtStart = byte == UInt8(ascii: "\n")
    }
    while result.count < places.count { result.append(bytes.count) }
    return result
  }

  /// Counts code units: two for what UTF-8 writes in four bytes, else one. A lone surrogate became U+FFFD, one for one.
  private func inUTF16(_ places: [Int], start: Int) -> [Int] {
    var result: [Int] = []
    var offset = start
    for (index, byte) in text.enumerated() {
      if byte & 0xC0 != 0x80 {
        while result.count < places.count, places[result.count] <= index { result.append(min(offset, bytes.count)) }
        if result.count == places.count { return result }
        offset += byte >= 0xF0 ? 4 : 2
      }
    }
    while result.count < places.count { result.append(min(offset, bytes.count)) }
    return result
  }
}
