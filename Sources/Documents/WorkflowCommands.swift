/// Workflow commands: a CI system executes printed lines that begin with `::`, after any white space, as the runner of
/// GitHub Actions does (`ActionCommand.TryParseV2`).
package enum WorkflowCommands {
  /// Returns `text` without such commands: in each, the first colon is written as `\u{3a}`.
  package static func defused(_ text: String) -> String { defused(text, colon: "\\u{3a}") }

  /// Returns `text` without such commands, with `colon` instead of the first colon of each.
  package static func defused(_ text: String, colon: String) -> String {
    guard mayHoldOne(text) else { return text }
    var out = ""
    out.reserveCapacity(text.utf8.count + 16)
    var isAtStart = true
    // Color sequences are added by this program; the text is the same with and without them.
    var isInColor = false
    var rest = Substring(text).unicodeScalars
    while let scalar = rest.popFirst() {
      if isInColor || scalar == "\u{1B}" {
        isInColor = scalar != "m"
      } else if scalar == "\n" {
        isAtStart = true
      } else if isAtStart, scalar == ":", rest.first == ":" {
        out += colon
        isAtStart = false
        continue
      } else if !scalar.properties.isWhitespace {
        isAtStart = false
      }
      out.unicodeScalars.append(scalar)
    }
    return out
  }

  /// Returns true if two colons follow a blank, a line break, a color sequence or a character outside ASCII. In C++
  /// names they follow letters.
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
