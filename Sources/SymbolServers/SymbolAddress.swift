internal import Bytes

/// An address of the schemes `http` and `https`, as a user or a server states it.
package struct SymbolAddress: Hashable, Sendable {
  /// Whether the connection uses TLS.
  package let isSecure: Bool
  /// The name or IP address of the host, in lowercase; an IPv6 address in brackets.
  package let host: String
  /// The port: 80 or 443 unless stated.
  package let port: Int
  /// The path and query after the authority: empty, or `/…`.
  package let target: String

  private static let maxLength = 2_048

  /// Parses an address; `nil` for other schemes, for one with a user, and for text that cannot be one.
  package init?(_ text: String) {
    let bytes = Array(text.utf8)
    guard bytes.count <= Self.maxLength, bytes.allSatisfy({ $0 > 0x20 && $0 < 0x7F && !Self.unsafe.contains($0) }),
      let colon = bytes.firstIndex(of: UInt8(ascii: ":")), bytes[colon...].starts(with: "://".utf8)
    else { return nil }
    let scheme = bytes[..<colon].map(\.lowercased)
    guard scheme.elementsEqual("http".utf8) || scheme.elementsEqual("https".utf8) else { return nil }
    isSecure = scheme.count == 5
    let rest = bytes[(colon + 3)...]
    let authority = rest.prefix { $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: "?") }
    guard let (host, port) = Self.hostAndPort(authority) else { return nil }
    self.host = host
    self.port = port ?? (isSecure ? 443 : 80)
    let tail = rest[authority.endIndex...]
    target = (tail.first == UInt8(ascii: "?") ? "/" : "") + String(streamSafe: tail)
  }

  /// Creates the address with another path and query on the same host.
  private init(_ origin: SymbolAddress, target: String) {
    (isSecure, host, port) = (origin.isSecure, origin.host, origin.port)
    self.target = target
  }

  /// Characters that programs read in different ways: quotation marks, `\`, and the mark of a fragment.
  private static let unsafe: [UInt8] = Array("\"\\#<>^`{|}".utf8)

  private static func hostAndPort(_ authority: ArraySlice<UInt8>) -> (String, Int?)? {
    var rest = authority
    let host: ArraySlice<UInt8>
    if rest.first == UInt8(ascii: "[") {
      guard let end = rest.firstIndex(of: UInt8(ascii: "]")) else { return nil }
      host = rest[...end]
      guard host.count <= 47, host.dropFirst().dropLast().allSatisfy({ $0.isHexDigit || $0 == 0x3A || $0 == 0x2E })
      else { return nil }
    } else {
      host = rest.prefix { $0 != 0x3A }
      guard (1...253).contains(host.count), host.first != 0x2D,
        host.allSatisfy({ $0.isLetterOrDigit || $0 == 0x2D || $0 == 0x2E || $0 == 0x5F })
      else { return nil }
    }
    rest = rest[host.endIndex...]
    let name = String(streamSafe: host.map(\.lowercased))
    if rest.isEmpty { return (name, nil) }
    let digits = rest.dropFirst()
    guard rest.first == 0x3A, (1...5).contains(digits.count), digits.allSatisfy(\.isDigit),
      let port = Int(String(streamSafe: digits)), (1...65_535).contains(port)
    else { return nil }
    return (name, port)
  }

  /// The host and, unless it is the usual one, the port: the value of the field `Host`.
  package var authority: String { port == (isSecure ? 443 : 80) ? host : "\(host):\(port)" }

  /// The scheme, host and port.
  package var origin: String { (isSecure ? "https://" : "http://") + authority }

  /// The whole address.
  package var text: String { origin + target }

  /// The host as the resolver expects it.
  package var resolvedName: String {
    host.hasPrefix("[") ? String(host.dropFirst().dropLast()) : host
  }

  /// Whether the host is this machine by its name or address, without resolving it.
  package var isLoopback: Bool {
    host == "localhost" || host == "[::1]"
      || host.hasPrefix("127.") && host.utf8.allSatisfy { $0.isDigit || $0 == 0x2E }
  }

  /// Returns the address of a file below this one. Components are encoded.
  package func appending(_ components: [[UInt8]]) -> SymbolAddress {
    var path = target
    while path.hasSuffix("/") { path.removeLast() }
    for component in components { path += "/" + Self.encoded(component) }
    return SymbolAddress(self, target: path)
  }

  /// Returns where a redirect leads; `nil` if it is not an address of a known form.
  package func resolving(_ location: String) -> SymbolAddress? {
    if location.hasPrefix("/"), !location.hasPrefix("//") { return SymbolAddress(origin + location) }
    return SymbolAddress(location)
  }

  /// Percent encoding as Amazon's signatures prescribe it: everything except unreserved characters (RFC 3986, 2.3).
  static func encoded(_ bytes: some Sequence<UInt8>) -> String {
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
