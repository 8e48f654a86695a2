import Bytes
import Platform

/// A line of text without the quote and comment marks of a paste.
struct Line {
  /// The line number in the input, from 1.
  var number: Int
  /// The offset of the first byte of the line, including blanks and marks.
  var begin: Int
  /// The offset after indentation and quote marks, before comment marks.
  var uncommented: Int
  /// The content without indentation, quote and comment marks, and trailing blanks.
  var content: Slice
  /// The number of blanks before the content, after quote marks.
  var indent: Int
  var isComment: Bool

  var isEmpty: Bool { content.isEmpty }
}

/// An iterator over the lines of a text. A copy of the cursor looks ahead without moving the original; lines are not
/// stored.
///
/// Lines are returned without a leading byte order mark, carriage returns, indentation, quote marks of mail and
/// Markdown (`> `), and the comment marks `//`, `///`, `/*`, `*/`. The `* ` of lldb is not removed.
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

  /// The offset of the line that `next()` returns.
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

  /// Returns the offset of a byte, found with the vectorized search of the C library.
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
