/// Commands that a CI takes from what is printed: a line that begins with `::`, white space of any kind aside, as the
/// runner of GitHub Actions has it (`ActionCommand.TryParseV2`).
enum WorkflowCommands {
  /// `text`, in which no line is such a command: the first colon of one is written as `\u{3a}`.
  static func defused(_ text: String) -> String {
    guard mayHoldOne(text) else { return text }
    var out = ""
    out.reserveCapacity(text.utf8.count + 16)
    var isAtStart = true
    // Colours are ours; with and without them the words are the same.
    var isInColor = false
    var rest = Substring(text).unicodeScalars
    while let scalar = rest.popFirst() {
      if isInColor || scalar == "\u{1B}" {
        isInColor = scalar != "m"
      } else if scalar == "\n" {
        isAtStart = true
      } else if isAtStart, scalar == ":", rest.first == ":" {
        out += "\\u{3a}"
        isAtStart = false
        continue
      } else if !scalar.properties.isWhitespace {
        isAtStart = false
      }
      out.unicodeScalars.append(scalar)
    }
    return out
  }

  /// True if two colons stand behind a blank, a line break, a colour or what is not ASCII: names of C++ have theirs
  /// behind letters.
  private static func mayHoldOne(_ text: String) -> Bool {
    var before: UInt8 = 0x0A
    var last: UInt8 = 0x0A
    for byte in text.utf8 {
      if byte == UInt8(ascii: ":"), last == byte, before <= 0x20 || before >= 0x80 || before == UInt8(ascii: "m") {
        return true
      }
      (before, last) = (last, byte)
    }
    return false
  }
}
