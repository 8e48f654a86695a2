import Bytes

/// Joins the value of a field with the next line if the value was wrapped: chats and editors break lines at any blank, and the reader
/// of a field sees one line.
enum WrappedFields {
  /// The maximum length of a text whose fields are joined, in bytes: a log is not wrapped by hand.
  private static let maxLength = 64 << 10
  /// The maximum length of the rest of a value, in bytes.
  private static let maxRest = 200
  /// The maximum number of lines that continue one value.
  private static let maxLines = 3

  static func removal(_ bytes: UnsafeBufferPointer<UInt8>) -> TextRemoval? {
    guard bytes.count <= maxLength else { return nil }
    let text = ByteText(bytes, limit: 4096)
    var result = RewrittenText(sourceCount: bytes.count)
    var (begin, copied, joined) = (0, 0, 0)
    var first: Int?
    while begin < bytes.count {
      var end = bytes.firstOffset(of: 0x0A, from: begin) ?? bytes.count
      var count = 0
      while count < maxLines, let next = continuation(text, Slice(begin, end)) {
        result.copy(bytes, copied..<end)
        result.replace(at: end, with: 0x20)
        copied = next.start
        first = first ?? begin
        joined += 1
        count += 1
        end = next.end
      }
      begin = end + 1
    }
    guard let first else { return nil }
    result.copy(bytes, copied..<bytes.count)
    return TextRemoval(text: result, lines: joined, first: first, keepsLines: false)
  }

  /// Returns the line below a field that continues its value.
  private static func continuation(_ text: ByteText, _ line: Slice) -> Slice? {
    guard line.end < text.count, let (label, value) = text.headerLabel(text.trimmed(line)) else { return nil }
    let end = text.first(0x0A, Slice(line.end + 1, text.count)) ?? text.count
    let next = Slice(line.end + 1, end)
    let content = text.trimmed(next)
    guard !content.isEmpty, content.count <= maxRest, content.start == next.start,
      text.headerLabel(content) == nil, LineEvidence.of(text, content).structure == 0
    else { return nil }
    switch label {
    case .exceptionType, .exceptionCodes, .exceptionSubtype, .exceptionMessage, .exceptionNote, .terminationReason:
      let value = text.trimmed(value)
      if value.isEmpty || isOpen(text, value) { return next }
      if text[content.start] == UInt8(ascii: "(") { return next }
      let isWord = text[content.start].isLetter && text[content.start] & 0x20 != 0
      return isWord && label == .terminationReason ? next : nil
    default: return nil
    }
  }

  /// Whether a value ends within a list, a parenthesis or a pair of words.
  private static func isOpen(_ text: ByteText, _ value: Slice) -> Bool {
    let last = text[value.end - 1]
    if last == UInt8(ascii: ",") || last == UInt8(ascii: "(") || last == UInt8(ascii: "-") { return true }
    if ["Namespace", "Code", " at"].contains(where: { (word: StaticString) in text.hasSuffix(word, value) }) {
      return true
    }
    var depth = 0
    for index in value.start..<value.end {
      if text[index] == UInt8(ascii: "(") { depth += 1 }
      if text[index] == UInt8(ascii: ")") { depth -= 1 }
    }
    return depth > 0
  }
}
