/// Classes of ASCII bytes. Bytes from 0x80 on are in none of them, unless noted otherwise.
extension UInt8 {
  /// `0` to `9`.
  @inlinable package var isDigit: Bool { self &- 0x30 < 10 }

  /// `a` to `z` and `A` to `Z`.
  @inlinable package var isLetter: Bool { (self | 0x20) &- 0x61 < 26 }

  /// A letter or a digit.
  @inlinable package var isLetterOrDigit: Bool { isLetter || isDigit }

  /// A hexadecimal digit of either case.
  @inlinable package var isHexDigit: Bool { isDigit || (self | 0x20) &- 0x61 < 6 }

  /// The value of a hexadecimal digit of either case, 0 to 15; `nil` for any other byte.
  @inlinable package var hexDigitValue: UInt8? {
    if self &- 0x30 < 10 { return self &- 0x30 }
    let letter = (self | 0x20) &- 0x61
    return letter < 6 ? letter &+ 10 : nil
  }

  /// A space or a tab.
  @inlinable package var isBlank: Bool { self == 0x20 || self == 0x09 }

  /// A blank or a line break: space, tab, line feed, vertical tab, form feed, carriage return.
  @inlinable package var isWhitespace: Bool { self == 0x20 || self &- 0x09 < 5 }

  /// A character of an identifier: a letter, a digit, `_`, or a byte of a character outside ASCII.
  @inlinable package var isIdentifier: Bool { isLetterOrDigit || self == 0x5F || self >= 0x80 }

  /// The lowercase letter for an uppercase letter; any other byte unchanged.
  @inlinable package var lowercased: UInt8 { self &- 0x41 < 26 ? self | 0x20 : self }
}
