import Bytes

/// A reader of a mangled name from left to right. Reads past the end return nothing.
struct OldSwiftReader {
  private let bytes: [UInt8]
  private var index = 0
  /// The number of identifiers read so far.
  private(set) var identifiers = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  var peek: UInt8? { index < bytes.count ? bytes[index] : nil }
  var isAtEnd: Bool { index >= bytes.count }

  mutating func next() -> UInt8? {
    guard let byte = peek else { return nil }
    index += 1
    return byte
  }

  /// Moves past `text` if it comes next; returns whether it did.
  mutating func take(_ text: StaticString) -> Bool {
    let count = text.utf8CodeUnitCount
    guard count <= bytes.count - index else { return false }
    let isNext = text.withUTF8Buffer { buffer in
      for offset in 0..<count where buffer[offset] != bytes[index + offset] { return false }
      return true
    }
    if isNext { index += count }
    return isNext
  }

  mutating func rest() -> String {
    defer { index = bytes.count }
    return String(streamSafe: bytes[index...])
  }

  /// Reads the text before `end`, which is not consumed.
  mutating func text(upTo end: UInt8) -> String {
    let start = index
    while index < bytes.count, bytes[index] != end { index += 1 }
    return String(streamSafe: bytes[start..<index])
  }

  static func isLetter(_ byte: UInt8) -> Bool { (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte) }

  // MARK: Numbers and identifiers

  /// `natural`: decimal digits. Numbers beyond 64 bits wrap, as in Swift's own demangler.
  mutating func natural() throws(OldSwiftUnreadable) -> UInt64 {
    guard let first = next(), first.isDigit else { throw OldSwiftUnreadable() }
    var number = UInt64(first - 0x30)
    while let digit = peek, digit.isDigit {
      number = number &* 10 &+ UInt64(digit - 0x30)
      index += 1
    }
    return number
  }

  /// `index`: `_` is 0, `0_` is 1, `1_` is 2, ….
  mutating func indexNumber() throws(OldSwiftUnreadable) -> UInt64 {
    if take("_") { return 0 }
    let number = try natural()
    guard take("_") else { throw OldSwiftUnreadable() }
    return number &+ 1
  }

  struct Identifier {
    var text: String
    /// ` infix`, ` prefix` or ` postfix`; empty for a name that is not an operator.
    var fixity = ""
    var shown: String { text + fixity }
  }

  /// `identifier`: a length and as many characters. A preceding `o` marks an operator, `X` marks Punycode.
  mutating func identifier(mayBeOperator: Bool = true) throws(OldSwiftUnreadable) -> Identifier {
    let isPunycode = take("X")
    var fixity = ""
    if take("o") {
      guard mayBeOperator, let letter = next(), let found = OldSwiftCatalog.fixity[letter] else {
        throw OldSwiftUnreadable()
      }
      fixity = found
    }
    guard let length = Int(exactly: try natural()), length > 0, length <= bytes.count - index else {
      throw OldSwiftUnreadable()
    }
    let raw = bytes[index..<index + length]
    index += length
    identifiers += 1
    var text = String(streamSafe: raw)
    if isPunycode {
      guard let decoded = OldSwiftPunycode.decoded(raw) else { throw OldSwiftUnreadable() }
      text = decoded
    }
    if !fixity.isEmpty { text = try operatorText(text) }
    return Identifier(text: text, fixity: fixity)
  }

  /// Returns the operator for letters, each of which encodes a character. Non-ASCII characters are not encoded.
  private func operatorText(_ letters: String) throws(OldSwiftUnreadable) -> String {
    var text = ""
    for scalar in letters.unicodeScalars {
      guard scalar.isASCII else {
        text.unicodeScalars.append(scalar)
        continue
      }
      guard let sign = OldSwiftCatalog.operatorSigns[UInt8(scalar.value)] else { throw OldSwiftUnreadable() }
      text.unicodeScalars.append(sign)
    }
    return text
  }
}
