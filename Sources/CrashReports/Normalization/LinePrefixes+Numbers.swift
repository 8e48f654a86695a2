import Bytes

/// Numbers of lines, and the names of files before them.
extension LinePrefixes {
  /// `crash.ips:12:`, `logs/crash.ips-11-`, `crash.ips:`, as grep writes them before the lines that it finds.
  static func searchResult(_ text: ByteText, _ slice: Slice) -> Slice? {
    guard let name = searchedFile(text, slice) else { return nil }
    let separator = text[name]
    guard let (_, end) = number(text, Slice(name + 1, slice.end)), text[end] == separator else {
      return separator == UInt8(ascii: ":") ? Slice(name + 1, slice.end) : nil
    }
    return Slice(end + 1, slice.end)
  }

  /// Returns the end of the name of a file with an extension, and without blanks, before `:` or `-`.
  private static func searchedFile(_ text: ByteText, _ slice: Slice) -> Int? {
    var hasExtension = false
    for index in slice.start..<min(slice.end, slice.start + 256) {
      switch text[index] {
      case UInt8(ascii: "."): hasExtension = index > slice.start && text[index + 1].isLetter
      case UInt8(ascii: "/"): hasExtension = false
      case UInt8(ascii: ":"): return hasExtension ? index : nil
      case UInt8(ascii: "-") where hasExtension && text[index + 1].isDigit: return index
      case let byte where byte <= 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "["): return nil
      default: break
      }
    }
    return nil
  }

  /// `  12  `, `12: `, `12 | `, `12:`. Whether numbers ascend is decided for the lines together.
  static func lineNumber(_ text: ByteText, _ slice: Slice) -> Slice? {
    guard let (_, end) = number(text, slice) else { return nil }
    var index = end
    while text[index] == UInt8(ascii: ":") || text[index] == UInt8(ascii: "|")
      || text[index] == UInt8(ascii: ".")
      || text[index] == UInt8(ascii: ")")
    {
      index += 1
    }
    if index == end, text[text.skipBlanks(index, slice.end)] == UInt8(ascii: "|") {
      index = text.skipBlanks(index, slice.end) + 1
    }
    // `grep -n` leaves no blank: `12:{`, `12:0   MyApp`, but not `12:30:00`.
    if index == end + 1, text[end] == UInt8(ascii: ":"), index < slice.end, !text[index].isBlank {
      guard let (_, next) = number(text, Slice(index, slice.end)) else { return Slice(index, slice.end) }
      return text[next].isBlank ? Slice(index, slice.end) : nil
    }
    guard index >= slice.end || text[index].isBlank else { return nil }
    // `cat -n` and editors leave two blanks or a tab.
    if text[index] == 0x20, text[index + 1] == 0x20 { index += 1 }
    return rest(text, index, slice.end)
  }

  /// Returns the number at the start of a line, and its end.
  static func number(_ text: ByteText, _ slice: Slice) -> (value: Int, end: Int)? {
    var index = slice.start
    var value = 0
    while index < slice.end, text[index].isDigit, index - slice.start < 8 {
      value = value * 10 + Int(text[index] &- 0x30)
      index += 1
    }
    return index > slice.start && !text[index].isDigit ? (value, index) : nil
  }
}
