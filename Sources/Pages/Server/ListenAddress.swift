internal import FlyingSocks
internal import Foundation
internal import Platform

/// An address on which a server listens, such as `127.0.0.1:8424` or `[::1]:0`. Names are not resolved, except
/// `localhost`: a name could mean another address tomorrow.
package struct ListenAddress: Equatable, Sendable {
  /// The IP address, in the form that the system writes.
  package let host: String
  /// The port; 0 selects a free one.
  package let port: UInt16
  /// Whether only programs of this machine can connect.
  package let isLoopback: Bool
  let isIPv6: Bool

  /// Parses an address with a port. Returns `nil` for everything else.
  package init?(_ text: String) {
    guard let colon = text.lastIndex(of: ":"), text.utf8.count <= 64 else { return nil }
    let digits = text[text.index(after: colon)...]
    guard (1...5).contains(digits.utf8.count), digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
      let port = UInt16(digits)
    else { return nil }
    let host = text[..<colon]
    if host.hasPrefix("["), host.hasSuffix("]") {
      self.init(six: String(host.dropFirst().dropLast()), port: port)
    } else {
      self.init(four: host == "localhost" ? "127.0.0.1" : String(host), port: port)
    }
  }

  private init?(four host: String, port: UInt16) {
    let parts = host.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 4 else { return nil }
    for part in parts {
      // `010` is 8 for some programs, and 10 for others.
      guard let number = UInt8(part), String(number) == part else { return nil }
    }
    (self.host, self.port, isIPv6) = (host, port, false)
    isLoopback = parts[0] == "127"
  }

  private init?(six host: String, port: UInt16) {
    guard let address = try? sockaddr_in6.inet6(ip6: host, port: port) else { return nil }
    let bytes = withUnsafeBytes(of: address.sin6_addr) { Array($0) }
    guard bytes.count == 16, !PeerNetwork.isMapped(bytes) else { return nil }
    (self.host, self.port, isIPv6) = (host, port, true)
    isLoopback = bytes == [UInt8](repeating: 0, count: 15) + [1]
  }

  private init(_ address: ListenAddress, port: UInt16) {
    (host, isLoopback, isIPv6) = (address.host, address.isLoopback, address.isIPv6)
    self.port = port
  }

  /// The same address with another port.
  func with(port: UInt16) -> ListenAddress { ListenAddress(self, port: port) }

  /// The address in the form of a URL, such as `[::1]:8424`.
  package var text: String { isIPv6 ? "[\(host)]:\(port)" : "\(host):\(port)" }
}

/// The network from which a client connects: one address of IPv4, or the 64 bits of IPv6 that a client cannot choose.
package struct PeerNetwork: Hashable, Sendable {
  private let bytes: [UInt8]
  /// Whether the client is on this machine.
  package let isLoopback: Bool

  /// The network of an address of 4 or 16 bytes; `nil` for other lengths.
  package init?(address: [UInt8]) {
    let address = Self.isMapped(address) ? Array(address.suffix(4)) : address
    switch address.count {
    case 4:
      bytes = address
      isLoopback = address[0] == 127
    case 16:
      bytes = Array(address.prefix(8))
      isLoopback = address == [UInt8](repeating: 0, count: 15) + [1]
    default: return nil
    }
  }

  /// Returns whether an IPv6 address contains one of IPv4 (RFC 4291, section 2.5.5.2).
  static func isMapped(_ address: [UInt8]) -> Bool {
    address.count == 16 && address.starts(with: [UInt8](repeating: 0, count: 10) + [0xFF, 0xFF])
  }
}
