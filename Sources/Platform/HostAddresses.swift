#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#endif

/// An IP address of a host.
package struct HostAddress: Hashable, Sendable {
  /// 4 or 16 bytes, in the order of the network.
  package let bytes: [UInt8]

  /// Creates an address; `nil` unless there are 4 or 16 bytes.
  package init?(_ bytes: [UInt8]) {
    guard bytes.count == 4 || bytes.count == 16 else { return nil }
    self.bytes = bytes
  }

  /// The address as text, an IPv6 address in brackets.
  package var text: String {
    if bytes.count == 4 { return bytes.map { String($0) }.joined(separator: ".") }
    let groups = stride(from: 0, to: 16, by: 2).map { String(Int(bytes[$0]) << 8 | Int(bytes[$0 + 1]), radix: 16) }
    return "[" + groups.joined(separator: ":") + "]"
  }

  /// Returns the addresses of a host name or the address that it is, as the system resolves it; empty if it cannot be
  /// resolved. It can take as long as the resolver waits.
  package static func all(of host: String) -> [HostAddress] {
    var found: UnsafeMutablePointer<addrinfo>?
    guard getaddrinfo(host, nil, nil, &found) == 0 else { return [] }
    defer { freeaddrinfo(found) }
    var addresses: [HostAddress] = []
    var next = found
    while let entry = next {
      next = entry.pointee.ai_next
      guard let address = entry.pointee.ai_addr else { continue }
      let bytes = self.bytes(UnsafeRawPointer(address), entry.pointee.ai_family, Int(entry.pointee.ai_addrlen))
      guard let bytes, let one = HostAddress(bytes), !addresses.contains(one) else { continue }
      addresses.append(one)
    }
    return addresses
  }

  /// The offsets of the addresses in `sockaddr_in` and `sockaddr_in6` are the same on all systems.
  private static func bytes(_ address: UnsafeRawPointer, _ family: Int32, _ length: Int) -> [UInt8]? {
    let (offset, count) = family == AF_INET ? (4, 4) : (8, 16)
    guard family == AF_INET || family == AF_INET6, length >= offset + count else { return nil }
    return Array(UnsafeRawBufferPointer(start: address + offset, count: count))
  }
}
