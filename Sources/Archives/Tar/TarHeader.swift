import Bytes

/// A header block of 512 bytes in a tar archive: POSIX.1-1988 (ustar), GNU tar, or the older format of Unix V7.
struct TarHeader {
  static let size = 512

  /// The name in this header; a record before it may state a longer one.
  private(set) var name: [UInt8]
  /// The number of bytes that follow, without the padding to full blocks.
  var count: Int
  let type: UInt8

  /// Parses a header block.
  ///
  /// - Returns: `nil` if the checksum does not match, or the size is not a number.
  init?(_ block: [UInt8]) {
    guard block.count == Self.size, let stated = Self.number(block[148..<156]) else { return nil }
    var unsigned = 0
    var signed = 0
    for (offset, byte) in block.enumerated() {
      // The checksum field itself counts as spaces. Some writers sum signed bytes.
      let value = (148..<156).contains(offset) ? 0x20 : byte
      unsigned += Int(value)
      signed += Int(Int8(bitPattern: value))
    }
    guard stated == unsigned || stated == signed, let count = Self.number(block[124..<136]) else { return nil }
    self.count = count
    type = block[156]
    name = Array(block[..<100].prefix { $0 != 0 })
    let prefix = block[345..<500].prefix { $0 != 0 }
    // The magic of GNU tar ends in spaces, and its headers have times in the bytes of the prefix.
    if Self.isPOSIX(block), !prefix.isEmpty { name = prefix + [UInt8(ascii: "/")] + name }
    guard !name.isEmpty || Self.hasMagic(block) else { return nil }
  }

  /// Returns whether bytes are the beginning of a tar archive. If the first header is damaged, the magic decides.
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

  /// Parses a number: octal digits, padded with spaces and zero bytes; or base 256 if the highest bit is set.
  private static func number(_ field: ArraySlice<UInt8>) -> Int? {
    if let first = field.first, first & 0x80 != 0 {
      // A first byte of 0xFF would mean a negative number.
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

  /// Parses a pax record (type `x`), which describes the next file in lines of "length key=value".
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
        values[String(streamSafe: line[..<equals])] = Array(value)
      }
      at += length
    }
    return values
  }
}
