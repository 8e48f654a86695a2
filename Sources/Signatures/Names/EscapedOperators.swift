/// Escapes the characters of operators, so that they are not read as brackets, arrows or spaces.
///
/// The placeholders are control characters, which cleaned names do not contain.
enum EscapedOperators {
  private static let pairs: [(character: UInt8, placeholder: UInt8)] = [
    (UInt8(ascii: "<"), 0x01), (UInt8(ascii: ">"), 0x02), (UInt8(ascii: "."), 0x03), (UInt8(ascii: "-"), 0x04),
    (UInt8(ascii: " "), 0x05), (UInt8(ascii: "("), 0x06), (UInt8(ascii: ")"), 0x07), (UInt8(ascii: "["), 0x08),
    (UInt8(ascii: "]"), 0x0e), (UInt8(ascii: "&"), 0x0f), (UInt8(ascii: "*"), 0x10),
  ]

  private static let placeholders: [UInt8] = table(pairs.map { ($0.character, $0.placeholder) })
  private static let characters: [UInt8] = table(pairs.map { ($0.placeholder, $0.character) })

  private static func table(_ pairs: [(UInt8, UInt8)]) -> [UInt8] {
    var table = (0...255).map { UInt8($0) }
    for (from, to) in pairs { table[Int(from)] = to }
    return table
  }

  /// Returns the placeholder for a character, or the character itself.
  static func placeholder(_ character: UInt8) -> UInt8 { placeholders[Int(character)] }

  /// Replaces all placeholders by their characters.
  static func restore(_ name: inout [UInt8]) {
    for index in name.indices where name[index] < 0x20 { name[index] = characters[Int(name[index])] }
  }
}
