package import Platform

/// Ranges of addresses that are not public (RFC 6890 and IANA's registries of special-purpose addresses).
package enum AddressRange {
  /// The first bytes of a range, of which `bits` count.
  private struct Block {
    var bytes: [UInt8]
    var bits: Int

    func contains(_ address: [UInt8]) -> Bool {
      for index in 0..<bits where (address[index / 8] ^ bytes[index / 8]) << (index % 8) & 0x80 != 0 { return false }
      return true
    }
  }

  private static let fourPrivate = [
    Block(bytes: [0], bits: 8), Block(bytes: [10], bits: 8), Block(bytes: [100, 64], bits: 10),
    Block(bytes: [127], bits: 8), Block(bytes: [169, 254], bits: 16), Block(bytes: [172, 16], bits: 12),
    Block(bytes: [192, 0, 0], bits: 24), Block(bytes: [192, 0, 2], bits: 24), Block(bytes: [192, 168], bits: 16),
    Block(bytes: [198, 18], bits: 15), Block(bytes: [198, 51, 100], bits: 24), Block(bytes: [203, 0, 113], bits: 24),
    Block(bytes: [224], bits: 3),
  ]
  private static let sixPublic = Block(bytes: [0x20], bits: 3)
  private static let sixPrivate = [
    Block(bytes: [0x20, 0x01, 0x00], bits: 23), Block(bytes: [0x20, 0x01, 0x0D, 0xB8], bits: 32),
    Block(bytes: [0x3F, 0xFF, 0x00], bits: 20),
  ]
  private static let mapped = Block(bytes: [UInt8](repeating: 0, count: 10) + [0xFF, 0xFF], bits: 96)
  private static let translated = Block(bytes: [0x00, 0x64, 0xFF, 0x9B] + [UInt8](repeating: 0, count: 8), bits: 96)
  private static let sixToFour = Block(bytes: [0x20, 0x02], bits: 16)

  /// Whether an address is one of the public network: not private, of this machine, of the local link, reserved, or for
  /// several receivers. An IPv6 address that contains an IPv4 address is what that is.
  package static func isPublic(_ address: HostAddress) -> Bool {
    let bytes = address.bytes
    if bytes.count == 4 { return !fourPrivate.contains { $0.contains(bytes) } }
    if mapped.contains(bytes) || translated.contains(bytes) { return isPublicFour(bytes[12..<16]) }
    if sixToFour.contains(bytes) { return isPublicFour(bytes[2..<6]) }
    return sixPublic.contains(bytes) && !sixPrivate.contains { $0.contains(bytes) }
  }

  private static func isPublicFour(_ bytes: ArraySlice<UInt8>) -> Bool {
    HostAddress(Array(bytes)).map { isPublic($0) } ?? false
  }

  /// Whether an address is one of this machine.
  package static func isLoopback(_ address: HostAddress) -> Bool {
    if address.bytes.count == 4 { return address.bytes[0] == 127 }
    if mapped.contains(address.bytes) { return address.bytes[12] == 127 }
    return address.bytes == [UInt8](repeating: 0, count: 15) + [1]
  }
}
