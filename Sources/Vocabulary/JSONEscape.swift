/// The JSON escape of a character that must not be written literally (RFC 8259, section 7).
package enum JSONEscape {
  /// Returns `\u` and four digits for each of its UTF-16 code units.
  package static func bytes(_ scalar: Unicode.Scalar) -> [UInt8] {
    (UTF16.encode(scalar) ?? .init()).flatMap { unit in
      let digits = String(unit, radix: 16)
      return ("\\u" + String(repeating: "0", count: 4 - digits.utf8.count) + digits).utf8
    }
  }
}
