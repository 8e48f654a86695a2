import Bytes

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
/// `text` is what `ReportReader` reads: UTF-8 with line feeds, without prefixes and other wrappers (`InputNormalizer`).
/// Offsets in reports that are read from `text` refer to it. Bytes that no edit changes are preserved.
package struct InputText: Sendable {
  /// The input as read from the file, in its original encoding.
  package let bytes: [UInt8]
  private let normalized: NormalizedInput

  /// The normalized input: UTF-8 with line feeds, without wrappers.
  package var text: [UInt8] { normalized.bytes }

  /// Normalizes `bytes`. Never fails: bytes in an unknown encoding are not changed.
  package init(_ bytes: [UInt8]) {
    self.bytes = bytes
    normalized = InputNormalizer.normalize(bytes, preservesSources: true)
  }

  /// Returns the text of an input with its wrappers: UTF-16 as UTF-8, line feeds for the carriage returns of classic Mac
  /// OS.
  package static func decoded(_ bytes: [UInt8]) -> [UInt8] {
    let text = InputEncoding.utf8(fromUTF16: bytes)?.text.bytes ?? bytes
    return InputEncoding.lineFeeds(forCarriageReturns: text)?.text.bytes ?? text
  }

  /// Returns UTF-8 for an input in UTF-16; other bytes are not changed.
  package static func utf8(_ bytes: [UInt8]) -> [UInt8] { InputEncoding.utf8(fromUTF16: bytes)?.text.bytes ?? bytes }

  /// Returns the input with `edits`, whose ranges refer to `text`.
  ///
  /// Edits may be in any order. An edit that extends past the text or overlaps the previous one is omitted, so that a
  /// wrong range does not damage the rest.
  package func applying(_ edits: [TextEdit]) -> [UInt8] {
    var valid = Self.valid(edits, count: text.count)
    if valid.isEmpty { return bytes }
    var target = text
    for layer in normalized.layers.reversed() {
      valid = valid.map { layer.original($0, target: target) }
      target = layer.source
    }
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count + valid.reduce(0) { $0 + $1.replacement.count })
    var at = 0
    for edit in valid where edit.range.lowerBound >= at && edit.range.upperBound <= bytes.count {
      result += bytes[at..<edit.range.lowerBound]
      result += edit.replacement
      at = edit.range.upperBound
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
}

extension NormalizedInput.Layer {
  /// Returns an edit of the text before this change for an edit of the text after it, `target`.
  fileprivate func original(_ edit: TextEdit, target: [UInt8]) -> TextEdit {
    let low = map.source(of: edit.range.lowerBound)
    let high = edit.range.isEmpty ? low : max(low, map.sourceEnd(of: edit.range.upperBound))
    return TextEdit(low..<high, written(edit, target: target))
  }

  /// Returns the replacement of an edit as it is written in the text before this change.
  private func written(_ edit: TextEdit, target: [UInt8]) -> [UInt8] {
    switch encoding {
    case .none: return edit.replacement
    case .linePrefix:
      guard edit.replacement.contains(0x0A) else { return edit.replacement }
      let mark = prefix(at: edit.range.lowerBound, target: target)
      return Array(edit.replacement.map { $0 == 0x0A ? [0x0A] + mark : [$0] }.joined())
    case .html: return Self.escaped(edit.replacement, Self.htmlEscapes)
    case .json: return Self.escaped(edit.replacement, Self.jsonEscapes)
    case .carriageReturns: return edit.replacement.map { $0 == 0x0A ? 0x0D : $0 }
    case .utf16(let isLittle):
      var result: [UInt8] = []
      for unit in String(streamSafe: edit.replacement).utf16 {
        let (high, low) = (UInt8(truncatingIfNeeded: unit >> 8), UInt8(truncatingIfNeeded: unit))
        result += isLittle ? [low, high] : [high, low]
      }
      return result
    }
  }

  private static let htmlEscapes: [UInt8: StaticString] = [
    UInt8(ascii: "<"): "&lt;", UInt8(ascii: ">"): "&gt;", UInt8(ascii: "&"): "&amp;",
  ]
  private static let jsonEscapes: [UInt8: StaticString] = [
    UInt8(ascii: "\""): "\\\"", UInt8(ascii: "\\"): "\\\\", 0x0A: "\\n", 0x0D: "\\r", 0x09: "\\t",
  ]

  private static func escaped(_ bytes: [UInt8], _ escapes: [UInt8: StaticString]) -> [UInt8] {
    var result: [UInt8] = []
    for byte in bytes {
      if let escape = escapes[byte] {
        result.append(escape)
      } else if byte < 0x20, escapes[0x0A] != nil {
        // JSON has no control characters in strings.
        result += Array("\u{FFFD}".utf8)
      } else {
        result.append(byte)
      }
    }
    return result
  }

  /// Returns what was removed from the beginning of the line that contains `offset` in `target`.
  private func prefix(at offset: Int, target: [UInt8]) -> ArraySlice<UInt8> {
    let end = map.source(of: Self.lineStart(target, offset))
    let start = Self.lineStart(source, end)
    return start <= end && end <= source.count ? source[start..<end] : []
  }

  private static func lineStart(_ bytes: [UInt8], _ offset: Int) -> Int {
    var start = min(max(offset, 0), bytes.count)
    while start > 0, bytes[start - 1] != 0x0A { start -= 1 }
    return start
  }
}
