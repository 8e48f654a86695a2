/// Signs of operators while they are set aside, so that they are no brackets, arrows or blanks.
///
/// The stand-ins are control characters, which no cleaned name has.
enum SetAside {
  private static let pairs: [(sign: UInt8, placeholder: UInt8)] = [
    (UInt8(ascii: "<"), 0x01), (UInt8(ascii: ">"), 0x02), (UInt8(ascii: "."), 0x03), (UInt8(ascii: "-"), 0x04),
    (UInt8(ascii: " "), 0x05), (UInt8(ascii: "("), 0x06), (UInt8(ascii: ")"), 0x07), (UInt8(ascii: "["), 0x08),
    (UInt8(ascii: "]"), 0x0e), (UInt8(ascii: "&"), 0x0f), (UInt8(ascii: "*"), 0x10),
  ]

  private static let placeholders: [UInt8] = table(pairs.map { ($0.sign, $0.placeholder) })
  private static let signs: [UInt8] = table(pairs.map { ($0.placeholder, $0.sign) })

  private static func table(_ pairs: [(UInt8, UInt8)]) -> [UInt8] {
    var table = (0...255).map { UInt8($0) }
    for (from, to) in pairs { table[Int(from)] = to }
    return table
  }

  static func placeholder(_ sign: UInt8) -> UInt8 { placeholders[Int(sign)] }

  static func putBack(_ name: inout [UInt8]) {
    for index in name.indices where name[index] < 0x20 { name[index] = signs[Int(name[index])] }
  }
}
