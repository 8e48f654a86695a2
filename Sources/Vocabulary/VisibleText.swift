/// The rule that makes text from a report safe to display: in a terminal, a log or a page.
package enum VisibleText {
  /// Returns true for a character that could control a terminal, reorder a line or hide text.
  ///
  /// These are C0 and C1 controls (including line breaks and tabs), DEL, line and paragraph separators, bidirectional
  /// controls, byte order marks, tags, zero-width and all other characters that Unicode classifies as ignorable
  /// (`Default_Ignorable_Code_Point`, UAX #44), and noncharacters.
  package static func mustEscape(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.value < 0x7F { return scalar.value < 0x20 }
    if scalar.value < 0xA0 { return true }
    let properties = scalar.properties
    switch properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate: return true
    default: return properties.isDefaultIgnorableCodePoint || properties.isNoncharacterCodePoint
    }
  }

  /// Returns the escaped form of such a character: `\u{…}`. The braces keep it readable next to digits.
  package static func escape(_ scalar: Unicode.Scalar) -> String {
    "\\u{" + String(scalar.value, radix: 16) + "}"
  }
}
