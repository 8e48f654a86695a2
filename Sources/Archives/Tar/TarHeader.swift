/// A header of 512 bytes in a tar archive: POSIX.1-1988 (ustar), GNU tar, and the form of Unix V7 before them.
struct TarHeader {
  static let size = 512

  /// As stated; a record before this one may have given a longer one.
  private(set) var name: [UInt8]
  /// Of what follows, without the padding to full blocks.
  var count: Int
  let type: UInt8

  /// - Returns: `nil` if the checksum is not that of the block, or the size is no number.
  init?(_ block: [UInt8]) {
    guard block.count == Self.size, let stated = Self.number(block[148..<156]) else { return nil }
    var unsigned = 0
    var signed = 0
    for (offset, byte) in block.enumerated() {
      // The field itself counts as blanks. Some writers took bytes for signed.
      let value = (148..<156).contains(offset) ? 0x20 : byte
      unsigned += Int(value)
      signed += Int(Int8(bitPattern: value))
    }
    guard stated == unsigned || stated == signed, let count = Self.number(block[124..<136]) else { return nil }
    self.count = count
    type = block[156]
    name = Array(block[..<100].prefix { $0 != 0 })
    let prefix = block[345..<500].prefix { $0 != 0 }
    // GNU's magic ends in blanks, and it uses the place of the prefix for times.
    if Self.isPOSIX(block), !prefix.isEmpty { name = prefix + [UInt8(ascii: "/")] + name }
    guard !name.isEmpty || Self.hasMagic(block) else { return nil }
  }

  /// Whether bytes are the beginning of an archive. One whose first header is damaged is told by its magic.
  static func begins(_ head: [UInt8]) -> Bool {
    if hasMagic(head) { return true }
    guard head.count >= size, let header = TarHeader(Array(head[..<size])) else { return false }
    return [0, UInt8(ascii: "0"), UInt8(ascii: "1"), UInt8(ascii: "2"), UInt8(ascii: "5")].contains(header.type)
  }

  private static func hasMagic(_ head: [UInt8]) -> Bool {
    head.count >= 265 && head[257..<262].elementsEqual("ustar".utf8)
  }

  private static func isPOSIX(_ block: [UInt8]) -> Bool {
    hasMagic(block) && block[262] == 0
  }

  /// Octal digits between blanks and zeros; or, with the highest bit set, a number in base 256.
  private static func number(_ field: ArraySlice<UInt8>) -> Int? {
    if let first = field.first, first & 0x80 != 0 {
      // With 0xFF it would be negative.
      guard first == 0x80, field.dropFirst().dropLast(7).allSatisfy({ $0 == 0 }) else { return nil }
      return field.suffix(7).reduce(0) { $0 << 8 | Int($1) }
    }
    var value = 0
    var hasEnded = false
    for byte in field.drop(while: { $0 == 0x20 }) {
      switch byte {
      case 0x30...0x37 where !hasEnded: value = value << 3 | Int(byte - 0x30)
      case 0, 0x20: hasEnded = true
      default: return nil
      }
    }
    return value
  }

  /// What a record of type `x` says of the file behind it (pax): lines of "length key=value".
  static func pax(_ record: [UInt8]) -> [String: [UInt8]] {
    var values: [String: [UInt8]] = [:]
    var at = 0
    while at < record.count, let blank = record[at...].prefix(12).firstIndex(of: 0x20) {
      guard let length = Int(String(decoding: record[at..<blank], as: UTF8.self)), length > blank - at + 1,
        length <= record.count - at
      else { break }
      let line = record[(blank + 1)..<(at + length)]
      if let equals = line.firstIndex(of: UInt8(ascii: "=")) {
        var value = line[(equals + 1)...]
        if value.last == 0x0A { value = value.dropLast() }
        values[String(decoding: line[..<equals], as: UTF8.self)] = Array(value)
      }
      at += length
    }
    return values
  }
}
