internal import Bytes

/// An address of the schemes `http` and `https`, as a user or a server states it: `https://host[:port][/path][?query]`.
///
/// The path may be a secret, as that of a webhook, so messages contain only the authority.
package struct WebAddress: Hashable, Sendable {
  /// Why a text is not an address that can be used. Completes "the address …"; it does not repeat the text.
  package struct Invalid: Error, Equatable, Sendable {
    /// The reason.
    package let message: String
  }

  /// Whether the connection uses TLS.
  package let isSecure: Bool
  /// The name or IP address of the host, in lowercase; an IPv6 address in brackets.
  package let host: String
  /// The port: 80 or 443 unless stated.
  package let port: Int
  /// The path and query after the authority: empty, or `/…`.
  package let target: String

  /// The maximum length of an address in bytes.
  private static let limit = 2_048

  /// Parses an address.
  package init(_ text: String) throws(Invalid) {
    let bytes = Array(text.utf8)
    guard bytes.count <= Self.limit else { throw Invalid(message: "is longer than \(Self.limit) bytes") }
    guard bytes.allSatisfy({ $0 > 0x20 && $0 < 0x7F && !Self.excluded.contains($0) }) else {
      throw Invalid(message: "contains a blank, a control character or one that must be percent-encoded")
    }
    let lower = bytes.prefix(8).map(\.lowercased)
    let scheme = lower.starts(with: "https://".utf8) ? 8 : lower.starts(with: "http://".utf8) ? 7 : 0
    guard scheme > 0 else { throw Invalid(message: "does not begin with https://") }
    isSecure = scheme == 8
    let rest = bytes[scheme...]
    let authority = rest.prefix { $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: "?") }
    guard !authority.contains(UInt8(ascii: "@")) else {
      throw Invalid(message: "contains a user or password before the host")
    }
    let (host, port) = try Self.hostAndPort(authority)
    self.host = host
    self.port = port ?? (isSecure ? 443 : 80)
    let tail = rest[authority.endIndex...]
    target = (tail.first == UInt8(ascii: "?") ? "/" : "") + String(streamSafe: tail)
  }

  /// Parses an address to which secrets are sent: it must be encrypted, or lead to this machine.
  package init(forSecrets text: String) throws(Invalid) {
    try self.init(text)
    guard isSecure || isLoopback else { throw Invalid(message: "is not encrypted: use https, or http to this machine") }
  }

  /// Creates the address with another path and query on the same host.
  private init(_ origin: WebAddress, target: String) {
    (isSecure, host, port) = (origin.isSecure, origin.host, origin.port)
    self.target = target
  }

  /// Bytes that are not part of any address (RFC 3986, appendix A) or that programs read in different ways, and the mark of a
  /// fragment, which is not sent.
  private static let excluded = Set("\"<>\\^`{|}#".utf8)

  /// Returns the host in lower case, and the port if it is stated.
  private static func hostAndPort(_ authority: ArraySlice<UInt8>) throws(Invalid) -> (String, Int?) {
    let host: ArraySlice<UInt8>
    if authority.first == UInt8(ascii: "[") {
      guard let end = authority.firstIndex(of: UInt8(ascii: "]")) else {
        throw Invalid(message: "lacks the ] after the IPv6 address")
      }
      host = authority[...end]
      guard (4...47).contains(host.count),
        host.dropFirst().dropLast().allSatisfy({ $0.isHexDigit || $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: ".") })
      else { throw Invalid(message: "has no IPv6 address in its brackets") }
    } else {
      host = authority.prefix { $0 != UInt8(ascii: ":") }
      guard (1...253).contains(host.count), host.first != UInt8(ascii: "-"), host.first != UInt8(ascii: "."),
        host.allSatisfy({ $0.isLetterOrDigit || "-._".utf8.contains($0) })
      else { throw Invalid(message: "has no valid host") }
    }
    let name = String(streamSafe: host.map(\.lowercased))
    let rest = authority[host.endIndex...]
    if rest.isEmpty { return (name, nil) }
    let digits = rest.dropFirst()
    guard rest.first == UInt8(ascii: ":"), (1...5).contains(digits.count), digits.allSatisfy(\.isDigit),
      let port = Int(String(streamSafe: digits)), (1...65_535).contains(port)
    else { throw Invalid(message: "has a port that is not a number from 1 to 65535") }
    return (name, port)
  }

  /// The host and, unless it is the usual one, the port: the value of the field `Host`, and what messages contain.
  package var authority: String { port == (isSecure ? 443 : 80) ? host : "\(host):\(port)" }

  /// The scheme, host and port.
  package var origin: String { (isSecure ? "https://" : "http://") + authority }

  /// The whole address.
  package var text: String { origin + target }

  /// The host as the resolver expects it.
  package var resolvedName: String {
    host.hasPrefix("[") ? String(host.dropFirst().dropLast()) : host
  }

  /// Whether the host is this machine by its name or address (`localhost`, 127.0.0.0/8 or ::1), without resolving it.
  package var isLoopback: Bool {
    if ["localhost", "[::1]", "[0:0:0:0:0:0:0:1]"].contains(host) { return true }
    let parts = host.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 4 && parts[0] == "127" && parts.allSatisfy { UInt8($0) != nil }
  }

  /// Returns the address of a file below this one. Components are encoded.
  package func appending(_ components: [[UInt8]]) -> WebAddress {
    var path = target
    while path.hasSuffix("/") { path.removeLast() }
    for component in components { path += "/" + Self.encoded(component) }
    return WebAddress(self, target: path)
  }

  /// Returns where a redirect leads; `nil` if it is not an address of a known form.
  package func resolving(_ location: String) -> WebAddress? {
    if location.hasPrefix("/"), !location.hasPrefix("//") { return try? WebAddress(origin + location) }
    return try? WebAddress(location)
  }

  /// Percent encoding as Amazon's signatures prescribe it: everything except unreserved characters (RFC 3986, 2.3).
  package static func encoded(_ bytes: some Sequence<UInt8>) -> String {
    var text: [UInt8] = []
    for byte in bytes {
      if byte.isLetterOrDigit || byte == 0x2D || byte == 0x2E || byte == 0x5F || byte == 0x7E {
        text.append(byte)
      } else {
        let digits = Array("0123456789ABCDEF".utf8)
        text += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return String(streamSafe: text)
  }
}

extension WebAddress: CustomStringConvertible, CustomDebugStringConvertible {
  /// The host and port.
  package var description: String { authority }
  /// The host and port.
  package var debugDescription: String { authority }
}
