import Bytes
import Platform

/// One line with the marks of a paste taken off.
struct Line {
  /// In the whole input, from 1.
  var number: Int
  /// Offset of the line's first byte, blanks and marks included.
  var begin: Int
  /// After indentation and quotation marks, before comment marks.
  var uncommented: Int
  /// Content without indentation, quoting, comment marks and trailing blanks.
  var content: Slice
  /// Blanks before the content, after quotation marks.
  var indent: Int
  var isComment: Bool

  var isEmpty: Bool { content.isEmpty }
}

/// Lines of a text one after the other. A copy of the cursor looks ahead without moving it; no line is stored.
///
/// Taken off are a leading byte order mark, carriage returns, indentation, quotation marks of mail and Markdown (`> `),
/// and the comment marks `//`, `///`, `/*`, `*/`. lldb's `* ` stays.
struct LineCursor {
  let text: ByteText
  private var position: Int
  private let end: Int
  private(set) var number: Int

  init(_ text: ByteText, _ slice: Slice, firstLine: Int) {
    self.text = text
    self.end = min(slice.end, text.count)
    self.number = firstLine
    self.position = max(0, slice.start)
    if text[position] == 0xef, text[position + 1] == 0xbb, text[position + 2] == 0xbf { position += 3 }
  }

  /// Offset of the line `next()` will return.
  var offset: Int { position }

  mutating func next() -> Line? {
    guard position < end else { return nil }
    let begin = position
    let newline = text.first(0x0a, Slice(begin, end)) ?? end
    position = newline + 1
    defer { number += 1 }
    return line(begin: begin, end: newline)
  }

  private func line(begin: Int, end: Int) -> Line {
    var end = end
    while end > begin, text[end - 1] == 0x0d || text[end - 1].isBlank { end -= 1 }
    var start = text.skipBlanks(begin, end)
    var indent = start - begin
    while text[start] == UInt8(ascii: ">"), start < end {
      let next = text[start + 1]
      guard start + 1 == end || next.isBlank || next == UInt8(ascii: ">") else { break }
      let after = text.skipBlanks(start + 1, end)
      indent = max(0, after - start - 2)
      start = after
    }
    let uncommented = start
    var isComment = false
    if text[start] == UInt8(ascii: "/"), start < end {
      if text[start + 1] == UInt8(ascii: "/") {
        isComment = true
        while start < end, text[start] == UInt8(ascii: "/") { start += 1 }
      } else if text[start + 1] == UInt8(ascii: "*") {
        isComment = true
        start += 2
      }
      if isComment { start = text.skipBlanks(start, end) }
    }
    if end - start >= 2, text[end - 1] == UInt8(ascii: "/"), text[end - 2] == UInt8(ascii: "*") {
      isComment = true
      end -= 2
      while end > start, text[end - 1].isBlank { end -= 1 }
    }
    return Line(
      number: number, begin: begin, uncommented: uncommented, content: Slice(start, max(start, end)), indent: indent,
      isComment: isComment)
  }

  /// Place of a byte, by the C library's vectorised search.
  static func offset(of byte: UInt8, in bytes: [UInt8], _ start: Int, _ end: Int) -> Int? {
    guard start >= 0, start < end, end <= bytes.count else { return nil }
    return bytes.withUnsafeBytes { buffer in
      guard let base = buffer.baseAddress, let found = memchr(base + start, Int32(byte), end - start) else {
        return nil
      }
      return UnsafeRawPointer(found) - base
    }
  }
}
