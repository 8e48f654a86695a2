import Bytes

/// The messages that a document may quote: its blocks and spans of code, what is in quotation marks, and its lines.
///
/// People write down a failure as a document with the message in it: a note, a page of a wiki, the summary of an agent.
struct QuotedMessages {
  /// A part of a document that may be a message.
  struct Message {
    /// The index of its first line.
    var line: Int
    /// The text, without the marks around it.
    var text: String
  }

  /// The parts in the order of the document, at most ``maxCount``.
  private(set) var messages: [Message] = []

  /// The maximum length of a document, in bytes. Longer ones are collections of messages.
  static let maxLength = 65_536
  /// The maximum number of parts.
  static let maxCount = 128
  /// The minimum length of a message, in bytes.
  private static let minLength = 12
  private static let maxLines = 60
  private static let marks: [(open: Character, close: Character)] = [
    ("`", "`"), ("\"", "\""), ("\u{201C}", "\u{201D}"), ("\u{AB}", "\u{BB}"), ("\u{300C}", "\u{300D}"),
    ("\u{201E}", "\u{201C}"),
  ]

  init(_ document: String) {
    let lines = document.split(omittingEmptySubsequences: false) { $0.isNewline }
    var block: (line: Int, lines: [Substring])?
    for (index, line) in lines.enumerated() {
      let text = line.drop { $0.isWhitespace || $0 == ">" }
      if text.hasPrefix("```") || text.hasPrefix("~~~") {
        if let ended = block {
          add(ended.lines.joined(separator: "\n"), ended.line)
          block = nil
        } else {
          block = (index + 1, [])
        }
      } else if block != nil {
        if block.map({ $0.lines.count < Self.maxLines }) ?? false { block?.lines.append(line) }
      } else {
        addParts(of: text, index)
      }
    }
    if let block { add(block.lines.joined(separator: "\n"), block.line) }
  }

  /// Adds what is quoted in a line, and the line without the marks of a heading or list.
  private mutating func addParts(of line: Substring, _ index: Int) {
    for mark in Self.marks {
      var rest = line
      while let open = rest.firstIndex(of: mark.open) {
        let inner = rest[rest.index(after: open)...]
        guard let close = inner.firstIndex(of: mark.close) else { break }
        add(String(inner[..<close]), index)
        rest = inner[inner.index(after: close)...]
      }
    }
    let plain = line.drop { !($0.isLetter || $0.isNumber || "[_<-/".contains($0)) || $0 == "-" }
    add(String(plain.replacing("**", with: "")), index)
  }

  private mutating func add(_ text: String, _ line: Int) {
    guard messages.count < Self.maxCount, text.utf8.count >= Self.minLength else { return }
    messages.append(Message(line: line, text: text))
  }
}
