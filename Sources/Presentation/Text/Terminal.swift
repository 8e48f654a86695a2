/// The one gate through which text from a report reaches a terminal, a log or a page.
package enum Terminal {
  /// `text` with every character that could steer a terminal, reorder a line or hide what stands there as `\u{…}`.
  ///
  /// That is: C0 and C1 controls (line breaks and tabs too), DEL, line and paragraph separators, bidirectional
  /// controls, byte order marks, tags, zero-width and all other characters that Unicode calls ignorable
  /// (`Default_Ignorable_Code_Point`, UAX #44), and noncharacters. The `{` keeps an escape readable beside digits.
  package static func escaped(_ text: String) -> String {
    var text = text
    let isPlain = text.withUTF8 { bytes in bytes.allSatisfy { $0 >= 0x20 && $0 < 0x7F } }
    if isPlain { return text }
    var result = ""
    result.reserveCapacity(text.utf8.count + 16)
    for scalar in text.unicodeScalars {
      if mustEscape(scalar) {
        result += "\\u{" + String(scalar.value, radix: 16) + "}"
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  /// The lines of a file as a terminal may show them: tabs stay, all else that `escaped(_:)` changes is changed, and
  /// bytes that are no UTF-8 are replaced.
  package static func lines(_ bytes: [UInt8]) -> String {
    var result = ""
    result.reserveCapacity(bytes.count + 16)
    // A carriage return is part of a line break only before a line feed.
    var hasReturn = false
    for scalar in String(decoding: bytes, as: UTF8.self).unicodeScalars {
      if hasReturn, scalar != "\n" { result += "\\u{d}" }
      hasReturn = scalar == "\r"
      if hasReturn { continue }
      if scalar != "\n", scalar != "\t", mustEscape(scalar) {
        result += "\\u{" + String(scalar.value, radix: 16) + "}"
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
    return hasReturn ? result + "\\u{d}" : result
  }

  static func mustEscape(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.value < 0x7F { return scalar.value < 0x20 }
    if scalar.value < 0xA0 { return true }
    let properties = scalar.properties
    switch properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate: return true
    default: return properties.isDefaultIgnorableCodePoint || properties.isNoncharacterCodePoint
    }
  }

  /// A file name as it can stand in a line of text: as it is, or in quotation marks with escapes if it is empty,
  /// begins with a dash, has blanks at an end, or holds characters that `escaped(_:)` changes. A lone `-` stays.
  package static func quotedFileName(_ name: String) -> String {
    if name == "-" { return name }
    let shown = escaped(name)
    let isOdd =
      shown != name || name.isEmpty || name.hasPrefix("-") || name.hasPrefix(" ") || name.hasSuffix(" ")
      || name.contains("\"")
    guard isOdd else { return name }
    return "\"" + shown.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\\\"") + "\""
  }
}
