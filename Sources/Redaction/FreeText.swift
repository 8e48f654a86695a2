import Bytes

/// Finds text that people wrote: no form tells whether a word in it is a name.
package enum FreeText {
  /// The maximum number of lines that are returned.
  package static let maxLines = 1000

  /// Returns the numbers of the lines, from 1, with a sentence or a part of one: three words in a row, and not all of
  /// them words of reports.
  package static func lines(in bytes: [UInt8]) -> [Int] {
    var found: [Int] = []
    var number = 1
    var start = 0
    while start < bytes.count, found.count < maxLines {
      let end = bytes[start...].firstIndex(of: 0x0A) ?? bytes.count
      if isFree(bytes[start..<end]) { found.append(number) }
      start = end + 1
      number += 1
    }
    return found
  }

  private static func isFree(_ line: ArraySlice<UInt8>) -> Bool {
    if isFrame(line) { return false }
    var count = 0
    var unknown = 0
    var at = line.startIndex
    while at < line.endIndex {
      let start = at
      while at < line.endIndex, line[at].isLetter || line[at] >= 0x80 || line[at] == UInt8(ascii: "'") { at += 1 }
      let end = at
      while at < line.endIndex, [0x2C, 0x2E, 0x3A, 0x3B, 0x21, 0x3F].contains(line[at]) { at += 1 }
      // A word ends with a blank, after punctuation or without it: `com.example` is not a word.
      let isWord = end > start && (at == line.endIndex || [0x20, 0x22, 0x5C, 0x0D].contains(line[at]))
      if isWord {
        count += 1
        if !isKnown(line[start..<end]) { unknown += 1 }
        if count >= 3, unknown > 0 { return true }
      }
      if !isWord || at < line.endIndex && line[at] != 0x20 {
        count = 0
        unknown = 0
        if end == start { at = max(at, start + 1) }
      } else {
        at += 1
      }
    }
    return false
  }

  /// Returns whether a line is a frame, an image or a row of registers: it begins with a number.
  private static func isFrame(_ line: ArraySlice<UInt8>) -> Bool {
    let text = line.drop { $0 == 0x20 || $0 == 0x09 }
    guard let first = text.first, first.isDigit else { return false }
    let number = text.prefix { $0.isHexDigit || $0 == UInt8(ascii: "x") }
    return text.count > number.count && text[number.endIndex] == 0x20
      && text.contains(0x78) && (number.count < 5 || text.starts(with: [0x30, 0x78]))
  }

  private static func isKnown(_ word: ArraySlice<UInt8>) -> Bool {
    guard word.count <= 20 else { return false }
    return RedactionVocabulary.isOfReports(String(streamSafe: word).lowercased())
  }
}
