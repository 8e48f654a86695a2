import Bytes

/// Marks of commands that an agent finds anywhere in a line: `##vso[` of Azure Pipelines, `##teamcity[` of TeamCity, and `##[`
/// of both Azure Pipelines and the older commands of GitHub Actions.
extension WorkflowCommands {
  /// Returns `text` without such marks: in each, the second number sign is written as `\u{23}`.
  package static func withoutMarks(_ text: String) -> String { replacingMarks(text, with: "#\\u{23}") }

  /// Returns JSON without such marks, with the same meaning.
  static func defusedJSON(_ text: String) -> String { replacingMarks(text, with: "#\\u0023") }

  /// Returns text or JSON of a command without such marks and without workflow commands. JSON keeps its meaning.
  package static func printable(_ text: String) -> String {
    isJSON(text) ? defusedJSON(text) : defused(withoutMarks(text))
  }

  /// Whether a text is a JSON document, or lines of them: no other output of a command begins like one.
  private static func isJSON(_ text: String) -> Bool {
    var start = text.utf8.makeIterator()
    switch start.next() {
    case UInt8(ascii: "{"): return true
    case UInt8(ascii: "["):
      guard let second = start.next() else { return false }
      return second == 0x0A || second == UInt8(ascii: "{") || second == UInt8(ascii: "]")
    default: return false
    }
  }

  /// Returns HTML or XML without such marks and without workflow commands, with the same meaning.
  static func defusedMarkup(_ text: String) -> String {
    defused(replacingMarks(text, with: "#&#35;"), colon: "&#58;")
  }

  private static func replacingMarks(_ text: String, with replacement: String) -> String {
    var text = text
    return text.withUTF8 { bytes -> String? in
      guard bytes.firstOffset(of: "##", from: 0) != nil else { return nil }
      var result: [UInt8] = []
      result.reserveCapacity(bytes.count + 64)
      var index = 0
      while index < bytes.count {
        if bytes[index] == UInt8(ascii: "#"), index + 1 < bytes.count, bytes[index + 1] == UInt8(ascii: "#"),
          isMark(bytes, index + 2)
        {
          result += replacement.utf8
          index += 2
        } else {
          result.append(bytes[index])
          index += 1
        }
      }
      return String(decoding: result, as: UTF8.self)
    } ?? text
  }

  /// Returns true if a name, in any case, and an opening bracket follow.
  private static func isMark(_ bytes: UnsafeBufferPointer<UInt8>, _ start: Int) -> Bool {
    var index = start
    while index < bytes.count, index < start + 16, bytes[index].isLetter { index += 1 }
    return index < bytes.count && bytes[index] == UInt8(ascii: "[")
  }
}
