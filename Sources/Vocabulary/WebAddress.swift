internal import Bytes

/// The address of a service that messages are sent to: `https://host[:port][/path][?query]`, or `http://` for this
/// machine.
///
/// The path may be a secret, as that of a webhook, so messages contain only the endpoint.
package struct WebAddress: Hashable, Sendable {
  /// Why a text is not an address that can be used. Completes "the address …"; it does not repeat the text.
  package struct Invalid: Error, Equatable, Sendable {
    /// The reason.
    package let message: String
  }

  /// The complete address.
  package let url: String
  /// The host and, if the address states one, the port: for messages.
  package let endpoint: String
  /// Whether the connection uses TLS.
  package let isSecure: Bool
  /// Whether the host is this machine: `localhost`, 127.0.0.0/8 or ::1.
  package let isLoopback: Bool

  /// The maximum length of an address in bytes.
  static let limit = 2_048

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
    let end = bytes[scheme...].firstIndex { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "?") } ?? bytes.endIndex
    let authority = bytes[scheme..<end]
    guard !authority.contains(UInt8(ascii: "@")) else {
      throw Invalid(message: "contains a user or password before the host")
    }
    let host = try Self.host(of: authority)
    isLoopback = Self.isLoopback(host)
    guard isSecure || isLoopback else { throw Invalid(message: "is not encrypted: use https, or http to this machine") }
    url = text
    endpoint = String(streamSafe: authority)
  }

  /// Bytes that are not part of any address (RFC 3986, appendix A), and the mark of a fragment, which is not sent.
  private static let excluded = Set("\"<>\\^`{|}#".utf8)

  /// Returns the host of an authority in lower case, without the brackets of IPv6.
  private static func host(of authority: ArraySlice<UInt8>) throws(Invalid) -> String {
    var host = authority
    var rest = authority[authority.endIndex...]
    if authority.first == UInt8(ascii: "[") {
      guard let end = authority.firstIndex(of: UInt8(ascii: "]")) else {
        throw Invalid(message: "lacks the ] after the IPv6 address")
      }
      host = authority[(authority.startIndex + 1)..<end]
      rest = authority[(end + 1)...]
      guard host.count >= 2, host.count <= 45,
        host.allSatisfy({ $0.isHexDigit || $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: ".") })
      else { throw Invalid(message: "has no IPv6 address in its brackets") }
    } else {
      if let colon = authority.firstIndex(of: UInt8(ascii: ":")) {
        host = authority[..<colon]
        rest = authority[colon...]
      }
      guard !host.isEmpty, host.count <= 253, host.first != UInt8(ascii: "-"), host.first != UInt8(ascii: "."),
        host.allSatisfy({ $0.isLetterOrDigit || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: ".") })
      else { throw Invalid(message: "has no valid host") }
    }
    if let colon = rest.first {
      let digits = rest.dropFirst()
      guard colon == UInt8(ascii: ":"), !digits.isEmpty, digits.count <= 5, digits.allSatisfy(\.isDigit),
        let port = Int(String(streamSafe: digits)), (1...65_535).contains(port)
      else { throw Invalid(message: "has a port that is not a number from 1 to 65535") }
    }
    return String(streamSafe: host.map(\.lowercased))
  }

  private static func isLoopback(_ host: String) -> Bool {
    if host == "localhost" || host == "::1" || host == "0:0:0:0:0:0:0:1" { return true }
    let parts = host.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 4 && parts[0] == "127" && parts.allSatisfy { UInt8($0) != nil }
  }
}

extension WebAddress: CustomStringConvertible, CustomDebugStringConvertible {
  /// The host and port.
  package var description: String { endpoint }
  /// The host and port.
  package var debugDescription: String { endpoint }
}
