/// The rule by which text from a report is made safe to look at: in a terminal, a log or a page.
package enum VisibleText {
  /// True for a character that could steer a terminal, reorder a line or hide what stands there.
  ///
  /// That is: C0 and C1 controls (line breaks and tabs too), DEL, line and paragraph separators, bidirectional
  /// controls, byte order marks, tags, zero-width and all other characters that Unicode calls ignorable
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

  /// How such a character is shown: `\u{…}`. The braces keep it readable beside digits.
  package static func escape(_ scalar: Unicode.Scalar) -> String {
    "\\u{" + String(scalar.value, radix: 16) + "}"
  }
}
