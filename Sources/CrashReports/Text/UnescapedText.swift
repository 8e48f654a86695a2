/// A text with HTML escapes decoded: `&lt;` `&gt;` `&amp;` `&quot;` `&#39;`; no-break spaces become blanks. The text is
/// copied only if it has escapes. Without decoding, an escaped `<…>` would hide the UUID of every image.
///
/// Line breaks do not change, so line numbers are those of the input. Byte offsets change, hence `original`.
struct UnescapedText {
  private(set) var bytes: [UInt8]
  private(set) var slice: Slice
  /// The input; `nil` if `bytes` is the input itself.
  private(set) var original: (bytes: [UInt8], slice: Slice)?

  init(_ bytes: [UInt8], _ slice: Slice) {
    self.bytes = bytes
    self.slice = slice
    guard Self.firstEscape(bytes, slice) != nil else { return }
    var copy: [UInt8] = []
    copy.reserveCapacity(slice.count)
    var index = slice.start
    while index < slice.end {
      if let (replacement, length) = Self.escape(bytes, index, slice.end) {
        copy.append(replacement)
        index += length
      } else {
        copy.append(bytes[index])
        index += 1
      }
    }
    self.original = (bytes, slice)
    self.slice = Slice(0, copy.count)
    self.bytes = copy
  }

  private static func firstEscape(_ bytes: [UInt8], _ slice: Slice) -> Int? {
    for mark in [UInt8(ascii: "&"), 0xc2] {
      var index = slice.start
      while let found = LineCursor.offset(of: mark, in: bytes, index, slice.end) {
        if escape(bytes, found, slice.end) != nil { return found }
        index = found + 1
      }
    }
    return nil
  }

  private static let escapes: [(text: [UInt8], byte: UInt8)] = [
    (Array("&lt;".utf8), UInt8(ascii: "<")), (Array("&gt;".utf8), UInt8(ascii: ">")),
    (Array("&amp;".utf8), UInt8(ascii: "&")), (Array("&quot;".utf8), UInt8(ascii: "\"")),
    (Array("&#39;".utf8), UInt8(ascii: "'")), (Array("&nbsp;".utf8), 0x20), ([0xc2, 0xa0], 0x20),
  ]

  /// Returns the byte that the escape at `index` represents, and the length of the escape.
  static func escape(_ bytes: [UInt8], _ index: Int, _ end: Int) -> (byte: UInt8, length: Int)? {
    guard bytes[index] == UInt8(ascii: "&") || bytes[index] == 0xc2 else { return nil }
    for escape in escapes where index + escape.text.count <= end {
      if bytes[index..<index + escape.text.count].elementsEqual(escape.text) { return (escape.byte, escape.text.count) }
    }
    return nil
  }

  /// The position of the last result. Lines are usually requested in ascending order, so the search continues there.
  private var walked: (line: Int, offset: Int) = (0, -1)

  /// Returns the offset in the input at which the line with `index` (from 0) begins; for the line after the last one,
  /// the end of the text.
  mutating func originalOffset(ofLine index: Int) -> Int? {
    guard let original else { return nil }
    if walked.offset < 0 || index < walked.line { walked = (0, original.slice.start) }
    while walked.line < index {
      guard let newline = LineCursor.offset(of: 0x0a, in: original.bytes, walked.offset, original.slice.end) else {
        return original.slice.end
      }
      walked = (walked.line + 1, newline + 1)
    }
    return walked.offset
  }
}
