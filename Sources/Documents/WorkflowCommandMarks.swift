import Bytes

/// Marks of commands that an agent finds anywhere in a line: `##vso[` of Azure Pipelines, `##teamcity[` of TeamCity, and `##[`
/// of both Azure Pipelines and the older commands of GitHub Actions.
extension WorkflowCommands {
  /// Returns `text` without such marks: in each, the second number sign is written as `\u{23}`.
  package static func withoutMarks(_ text: String) -> String { replacingMarks(text, with: "#\\u{23}") }

  /// Returns JSON without such marks, with the same meaning.
  package static func defusedJSON(_ text: String) -> String { replacingMarks(text, with: "#\\u0023") }

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
  package static func defusedMarkup(_ text: String) -> String {
    defused(replacingMarks(text, with: "#&#35;"), colon: "&#58;")
  }

  /// Returns text of JUnit XML without references that a reader of test results resolves in decoded text: `[[ATTACHMENT|FILE]]`
  /// of Jenkins and GitLab, and others of this form. In each, the second bracket is written as `\u{5b}`.
  package static func withoutReferences(_ text: String) -> String {
    replacing("[[", before: UInt8(ascii: "|"), in: text, with: "[\\u{5b}")
  }

  private static func replacingMarks(_ text: String, with replacement: String) -> String {
    replacing("##", before: UInt8(ascii: "["), in: text, with: replacement)
  }

  /// Replaces two characters that a name and `end` follow.
  private static func replacing(
    _ mark: StaticString, before end: UInt8, in text: String, with replacement: String
  ) -> String {
    var text = text
    return text.withUTF8 { bytes -> String? in
      guard bytes.firstOffset(of: mark, from: 0) != nil else { return nil }
      let character = mark.utf8Start[0]
      var result: [UInt8] = []
      result.reserveCapacity(bytes.count + 64)
      var index = 0
      while index < bytes.count {
        if bytes[index] == character, index + 1 < bytes.count, bytes[index + 1] == character,
          isName(bytes, index + 2, before: end)
        {
          result += replacement.utf8
          index += 2
        } else {
          result.append(bytes[index])
          index += 1
        }
      }
      return String(streamSafe: result)
    } ?? text
  }

  /// Returns true if a name, in any case, and `end` follow.
  private static func isName(_ bytes: UnsafeBufferPointer<UInt8>, _ start: Int, before end: UInt8) -> Bool {
    var index = start
    while index < bytes.count, index < start + 16, bytes[index].isLetter { index += 1 }
    return index < bytes.count && bytes[index] == end
  }
}
