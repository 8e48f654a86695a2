/// A value to write as YAML.
package indirect enum YAMLValue: Sendable {
  /// A word of the language of the file, which needs no quotation marks.
  case word(String)
  /// A text, which is quoted where YAML needs it.
  case text(String)
  /// Texts of which one alone means the same as a list of one.
  case texts([String])
  /// Items in their order.
  case list([YAMLValue])
  /// Entries in their order.
  case mapping([(String, YAMLValue)])

  /// The value on one line, with all texts in quotation marks: `{ frame: ["*CardStore.open*"], position: "first 12" }`.
  package var flow: String {
    switch self {
    case .word(let word): word
    case .text(let text): Self.quoted(text)
    case .texts(let texts): "[" + texts.map(Self.quoted).joined(separator: ", ") + "]"
    case .list(let items): "[" + items.map(\.flow).joined(separator: ", ") + "]"
    case .mapping(let entries): "{ " + entries.map { "\($0.0): \($0.1.flow)" }.joined(separator: ", ") + " }"
    }
  }

  /// The lines of the value in block style, for people.
  package var block: [String] {
    switch self {
    case .word(let word): return [word]
    case .text(let text): return [Self.scalar(text)]
    case .texts(let texts) where texts.count == 1: return texts.map(Self.scalar)
    case .texts(let texts):
      let line = "[" + texts.map(Self.quoted).joined(separator: ", ") + "]"
      return line.utf8.count <= Self.width ? [line] : texts.map { "- " + Self.scalar($0) }
    case .list(let items):
      let shown = items.map(\.block)
      // A list of lists of texts.
      if case .texts = items.first { return ["[" + items.map(\.flow).joined(separator: ", ") + "]"] }
      return shown.flatMap { Self.indented($0, first: "- ") }
    case .mapping(let entries): return entries.flatMap { Self.entry($0.0, $0.1) }
    }
  }

  private static let width = 100

  private static func entry(_ name: String, _ value: YAMLValue) -> [String] {
    let key = name + ":"
    // A list in place of evidence means all of it.
    if case .mapping(let entries) = value, entries.count == 1, let all = entries.first, all.0 == "all" {
      return entry(name, all.1)
    }
    let lines = value.block
    switch value {
    case .mapping: return [key] + lines.map { "  " + $0 }
    case .list, .texts:
      return lines.count == 1 && lines.first?.hasPrefix("- ") == false
        ? [key + " " + (lines.first ?? "")] : [key] + lines.map { "  " + $0 }
    case .word, .text: return [key + " " + lines.joined(separator: " ")]
    }
  }

  private static func indented(_ lines: [String], first: String) -> [String] {
    lines.enumerated().map { ($0.offset == 0 ? first : "  ") + $0.element }
  }

  /// Returns a text as a plain scalar if YAML allows it, otherwise in quotation marks.
  package static func scalar(_ text: String) -> String { isPlain(text) ? text : quoted(text) }

  /// Returns whether a text is the same as a plain scalar: a conservative subset of what YAML allows.
  private static func isPlain(_ text: String) -> Bool {
    guard let first = text.utf8.first, let last = text.utf8.last, text != "null" else { return false }
    guard first | 0x20 >= UInt8(ascii: "a"), first | 0x20 <= UInt8(ascii: "z") || first >= 0x80, last != 0x20,
      last != UInt8(ascii: ":")
    else { return false }
    var previous: UInt8 = 0
    for byte in text.utf8 {
      if byte < 0x20 || byte == 0x7F { return false }
      if byte == 0x20, previous == UInt8(ascii: ":") || previous == 0x20 { return false }
      if byte == UInt8(ascii: "#"), previous == 0x20 { return false }
      previous = byte
    }
    return text.unicodeScalars.allSatisfy { $0.value < 0x80 || $0.properties.generalCategory != .control }
      && !text.unicodeScalars.contains { $0.value == 0x2028 || $0.value == 0x2029 || $0.value == 0xFEFF }
  }

  /// Returns a text as a double-quoted scalar.
  package static func quoted(_ text: String) -> String {
    var out = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": out += "\\\""
      case "\\": out += "\\\\"
      case "\n": out += "\\n"
      case "\t": out += "\\t"
      default:
        if scalar.value < 0x20 || scalar.properties.generalCategory == .control {
          out += "\\U" + hex(scalar.value, digits: 8)
        } else {
          out.unicodeScalars.append(scalar)
        }
      }
    }
    return out + "\""
  }

  private static func hex(_ value: UInt32, digits: Int) -> String {
    let text = String(value, radix: 16)
    return String(repeating: "0", count: max(0, digits - text.utf8.count)) + text
  }
}
