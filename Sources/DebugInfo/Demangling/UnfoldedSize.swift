import Bytes

/// An upper bound for the length of a demangled Swift name, computed without demangling it.
///
/// The mangling has back-references to earlier parts (substitutions). A part may refer twice to an earlier one, which
/// refers twice to another, and so on, so that the length doubles with every few bytes. 190 bytes become 9 MB, 4 KB
/// exceed any memory, and the runtime's demangler has no limit. The bound uses a property of the grammar: parts are
/// numbered in the order in which they end. Part `n` therefore ended before the first reference to `n` or to a later
/// part, and is not longer than the expansion of all text up to there.
enum UnfoldedSize {
  /// The maximum bound in bytes. Names above it remain mangled.
  static let max = 8_000_000.0

  /// Returns the bound for a Swift name. References are `A` and letters, the last one uppercase (`AbcD`: four parts;
  /// `A3b`: part 1 three times), or `A_`, `A0_`, … from number 26 on (Swift's `Mangling.rst`, *Substitutions*).
  static func swift(_ name: String) -> Double {
    let bytes = Array(name.utf8)
    var estimate = Estimate(bytesPerCharacter: 8)
    var index = 0
    /// The end of the last operator whose end is certain. Digits there can only begin an identifier.
    var boundary = 0
    while index < bytes.count {
      let byte = bytes[index]
      if byte == UInt8(ascii: "A") {
        index = references(bytes, index + 1, &estimate)
        boundary = index
      } else if byte.isDigit, index == boundary || mayBeginIdentifier(bytes, index),
        let end = endOfIdentifier(bytes, index)
      {
        index = end
        boundary = index
      } else {
        index += 1
      }
    }
    return estimate.total(bytes.count)
  }

  private static func references(_ bytes: [UInt8], _ start: Int, _ estimate: inout Estimate) -> Int {
    var index = start
    while index < bytes.count {
      var number = 0
      var digits = 0
      while index < bytes.count, bytes[index].isDigit {
        if digits < 6 { number = number * 10 + Int(bytes[index] - 0x30) }
        digits += 1
        index += 1
      }
      guard index < bytes.count else { return index }
      let byte = bytes[index]
      switch byte {
      case UInt8(ascii: "_"):
        estimate.refer(to: digits == 0 ? 26 : number + 27, at: start)
        return index + 1
      case 0x61...0x7A, 0x41...0x5A:
        let isLast = byte < 0x61
        estimate.refer(
          to: Int(byte - (isLast ? 0x41 : 0x61)), at: start, times: digits == 0 ? 1 : Double(Swift.max(number, 1)))
        index += 1
        if isLast { return index }
      default: return index
      }
    }
    return index
  }

  /// Returns false where digits may be the operand of an operator: the pass in `Tg5` and `Tf4`, or a number that ends
  /// with `_`, as in `q0_`. If both are possible, the digits count as an operand: then nothing is skipped, and the
  /// bound only increases.
  private static func mayBeginIdentifier(_ bytes: [UInt8], _ index: Int) -> Bool {
    for distance in 1...3 where index >= distance && bytes[index - distance] == UInt8(ascii: "T") { return false }
    var end = index
    while end < bytes.count, bytes[end].isDigit { end += 1 }
    guard end < bytes.count, bytes[end] == UInt8(ascii: "_"), index > 0 else { return true }
    // None of these has a number as its operand: kinds of types, ends of lists.
    return "VCOPyGE".utf8.contains(bytes[index - 1])
  }

  /// Returns the index after the identifier at `start`; `nil` if there is none. An identifier is a length and as many
  /// characters; `00`, a length and Punycode; or `0` and letters for earlier words, mixed with lengths and characters
  /// (*Identifiers*).
  private static func endOfIdentifier(_ bytes: [UInt8], _ start: Int) -> Int? {
    var index = start
    var hasWords = false
    var isPunycode = false
    if bytes[index] == UInt8(ascii: "0") {
      index += 1
      isPunycode = index < bytes.count && bytes[index] == UInt8(ascii: "0")
      hasWords = !isPunycode
      if isPunycode { index += 1 }
    }
    repeat {
      while hasWords, index < bytes.count, isLetter(bytes[index]) {
        hasWords = bytes[index] >= 0x61
        index += 1
      }
      if index < bytes.count, bytes[index] == UInt8(ascii: "0") { return index + 1 }
      var length = 0
      while index < bytes.count, bytes[index].isDigit, length < 100_000 {
        length = length * 10 + Int(bytes[index] - 0x30)
        index += 1
      }
      guard length > 0 else { return nil }
      if isPunycode, index < bytes.count, bytes[index] == UInt8(ascii: "_") { index += 1 }
      guard length <= bytes.count - index else { return nil }
      index += length
    } while hasWords
    return index
  }

  private static func isLetter(_ byte: UInt8) -> Bool { (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte) }
}

/// The sum of a bound, computed in the order of the name.
private struct Estimate {
  private struct Entry {
    /// The referenced part.
    var part: Int
    var offset: Int
    var times: Double
  }

  private var entries: [Entry] = []
  private let bytesPerCharacter: Double

  init(bytesPerCharacter: Double) { self.bytesPerCharacter = bytesPerCharacter }

  /// Adds a reference to a part. A part has at least one byte, so a number higher than the count of preceding bytes is
  /// not a reference: it is in an identifier, or the demangler will reject it.
  mutating func refer(to part: Int, at offset: Int, times: Double = 1) {
    guard part < offset else { return }
    entries.append(Entry(part: part, offset: offset, times: times))
  }

  /// Returns the bound for a name of `length` bytes.
  func total(_ length: Int) -> Double {
    let parts = (entries.map(\.part).max() ?? -1) + 1
    var deadline = [Int](repeating: entries.count, count: parts)
    for (index, entry) in entries.enumerated() {
      if deadline[entry.part] == entries.count { deadline[entry.part] = index }
    }
    for part in stride(from: parts - 2, through: 0, by: -1) {
      deadline[part] = min(deadline[part], deadline[part + 1])
    }
    /// The size of the expansion of the text before each entry.
    var before = [Double](repeating: 0, count: entries.count)
    var references = 0.0
    for (index, entry) in entries.enumerated() {
      before[index] = bytesPerCharacter * Double(entry.offset) + references
      references += before[deadline[entry.part]] * entry.times
      if references > 1e15 { return .infinity }
    }
    return bytesPerCharacter * Double(length) + references
  }
}
