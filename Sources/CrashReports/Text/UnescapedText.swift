/// A copy of the text in which the escapes of a web page are undone, if there are any: `&lt;` `&gt;` `&amp;` `&quot;`
/// `&#39;`, and no-break spaces become blanks. An escaped `<…>` otherwise hides every image's UUID.
///
/// Line breaks are never touched, so line numbers stay those of the input. Byte offsets do not, hence `original`.
struct UnescapedText {
  private(set) var bytes: [UInt8]
  private(set) var slice: Slice
  /// The input, if `bytes` is a changed copy of it.
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

  /// The escape at `index`: the byte that it stands for, and how many bytes it takes.
  static func escape(_ bytes: [UInt8], _ index: Int, _ end: Int) -> (byte: UInt8, length: Int)? {
    guard bytes[index] == UInt8(ascii: "&") || bytes[index] == 0xc2 else { return nil }
    for escape in escapes where index + escape.text.count <= end {
      if bytes[index..<index + escape.text.count].elementsEqual(escape.text) { return (escape.byte, escape.text.count) }
    }
    return nil
  }

  /// Where the last answer stood: lines are asked for in ascending order, and the walk goes on from there.
  private var walked: (line: Int, offset: Int) = (0, -1)

  /// Offset in the input at which the line with `index` (from 0) begins; the end of the text for the line after the last.
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
