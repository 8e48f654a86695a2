internal import Bytes
internal import Vocabulary
internal import Transfer

/// The address of a database on a ClickHouse server: `clickhouse://[user@]host[:port]/database[?option=value&…]`.
///
/// It never contains a password. Errors do not repeat any part of the text, because it may contain one by mistake.
package struct ServerAddress: Hashable, Sendable {
  /// The user's name; `default` unless the address states one.
  package private(set) var user = "default"
  /// The host's name or address; an IPv6 address without brackets.
  package private(set) var host: String
  /// The port of the HTTP interface: 8123, or 8443 with `secure=1`, unless stated.
  package private(set) var port: Int
  /// The name of the database.
  package private(set) var database: String
  /// Whether the connection uses TLS (`secure=1`).
  package private(set) var isSecure = false
  /// The path of a file with certificates of issuers (PEM), in place of the system's; `nil` for the system's.
  package private(set) var issuers: String?
  /// Whether personal data is replaced in everything that is sent (`scrub=1`).
  package private(set) var scrubs = false
  /// Whether this machine has a copy of the shared history; false with `copy=0`.
  package private(set) var hasCopy = true
  /// Whether an unencrypted connection to another machine is permitted (`insecure=1`).
  private var permitsPlainText = false

  /// The beginning of every address.
  package static let scheme = "clickhouse://"

  /// Returns whether `text` is an address and not a path; the scheme may have any case.
  package static func isAddress(_ text: String) -> Bool {
    text.utf8.prefix(scheme.utf8.count).map(\.lowercased).elementsEqual(scheme.utf8)
  }

  /// Parses an address.
  package init(_ text: String) throws(ServerError) {
    guard Self.isAddress(text) else { throw Self.invalid("the address does not begin with \(Self.scheme)") }
    guard text.utf8.count <= 2_048 else { throw Self.invalid("the address is longer than 2,048 bytes") }
    guard text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
      throw Self.invalid(
        "the address contains a blank, a control character or a letter outside ASCII (encode it as %20)")
    }
    let rest = Array(text.utf8)[Self.scheme.utf8.count...]
    try Self.checkForPassword(rest)
    let query = rest.firstIndex(of: UInt8(ascii: "?"))
    let locator = rest[..<(query ?? rest.endIndex)]
    guard !rest.contains(UInt8(ascii: "#")) else { throw Self.invalid("the address contains a # (encode it as %23)") }
    guard let slash = locator.firstIndex(of: UInt8(ascii: "/")) else { throw Self.invalid("the database is missing") }
    database = try Self.name(locator[(slash + 1)...], "database")
    var authority = locator[..<slash]
    if let at = authority.lastIndex(of: UInt8(ascii: "@")) {
      user = try Self.name(authority[..<at], "user")
      guard !user.contains(":") else { throw Self.invalid("the user's name contains a colon") }
      authority = authority[(at + 1)...]
    }
    let (host, port) = try Self.hostAndPort(authority)
    self.host = host
    self.port = port ?? 0
    if let query { try readOptions(rest[(query + 1)...]) }
    if port == nil { self.port = isSecure ? 8443 : 8123 }
    guard isSecure || isLoopback || permitsPlainText else {
      throw Self.invalid(
        "the connection would not be encrypted: add secure=1, or insecure=1 to send the password as plain text")
    }
  }

  private static func invalid(_ what: String) -> ServerError {
    ServerError(.invalidAddress, "database address: " + what)
  }

  /// A colon before an `@` in any part: a password may contain any character, so that the parts of the text are not
  /// what they seem.
  private static func checkForPassword(_ rest: ArraySlice<UInt8>) throws(ServerError) {
    let at = rest.lastIndex(of: UInt8(ascii: "@"))
    let decoded = at.flatMap { PercentEncoding.decoded(rest[..<$0]) } ?? Array(rest[..<(at ?? rest.startIndex)])
    guard !decoded.contains(UInt8(ascii: ":")) else {
      throw invalid(
        "the address contains a password, which process lists and shell histories would show: "
          + "use DIAGNOSE_DATABASE_PASSWORD (an @ elsewhere is written as %40)")
    }
  }

  /// Decodes the name of a user or a database.
  private static func name(_ bytes: ArraySlice<UInt8>, _ what: String) throws(ServerError) -> String {
    guard let decoded = PercentEncoding.decoded(bytes),
      let name = String(validating: decoded, as: UTF8.self)?.streamSafe
    else {
      throw invalid("the \(what) contains an invalid percent encoding")
    }
    guard !name.isEmpty else { throw invalid("the \(what) is missing") }
    guard decoded.count <= 200, !name.unicodeScalars.contains(where: VisibleText.mustEscape), !bytes.contains(0x2F)
    else { throw invalid("the \(what) is longer than 200 bytes or contains / or a control character") }
    return name
  }

  private static func hostAndPort(_ text: ArraySlice<UInt8>) throws(ServerError) -> (String, Int?) {
    var rest = text
    let host: ArraySlice<UInt8>
    if rest.first == UInt8(ascii: "[") {
      guard let end = rest.firstIndex(of: UInt8(ascii: "]")) else {
        throw invalid("the ] after the IPv6 address is missing")
      }
      host = rest[(rest.startIndex + 1)..<end]
      rest = rest[(end + 1)...]
      guard host.filter({ $0 == 0x3A }).count >= 2, host.count <= 45,
        host.allSatisfy({ $0.isHexDigit || $0 == 0x3A || $0 == 0x2E })
      else { throw invalid("the brackets do not contain an IPv6 address") }
    } else {
      host = rest[..<(rest.firstIndex(of: 0x3A) ?? rest.endIndex)]
      rest = rest[host.endIndex...]
      guard !host.isEmpty else { throw invalid("the host is missing") }
      guard host.count <= 253, host.first != 0x2D, host.first != 0x2E,
        host.allSatisfy({ $0.isLetterOrDigit || $0 == 0x2D || $0 == 0x2E || $0 == 0x5F })
      else { throw invalid("the host is not a host name or an IP address (IPv6 in brackets)") }
    }
    let name = String(streamSafe: host.map(\.lowercased))
    if rest.isEmpty { return (name, nil) }
    let digits = rest.dropFirst()
    guard rest.first == 0x3A, !digits.isEmpty, digits.count <= 5, digits.allSatisfy(\.isDigit),
      let port = Int(digits.text), (1...65_535).contains(port)
    else { throw invalid("the port is not a number from 1 to 65535 (an IPv6 address is written in brackets)") }
    return (name, port)
  }
}

// MARK: - Options

extension ServerAddress {
  /// An option of the address.
  private struct Option: Sendable {
    let name: String
    let apply: @Sendable (inout ServerAddress, String) throws(ServerError) -> Void

    static let catalog: [Option] = [
      Option(name: "ca") { (address, value) throws(ServerError) in
        guard value.hasPrefix("/"), value.utf8.count <= 1_024 else {
          throw invalid("ca is not the absolute path of a file with certificates (PEM)")
        }
        address.issuers = value
      },
      Option(name: "copy") { (address, value) throws(ServerError) in address.hasCopy = try flag("copy", value) },
      Option(name: "insecure") { (address, value) throws(ServerError) in
        address.permitsPlainText = try flag("insecure", value)
      },
      Option(name: "scrub") { (address, value) throws(ServerError) in
        address.scrubs = try flag("scrub", value)
      },
      Option(name: "secure") { (address, value) throws(ServerError) in
        address.isSecure = try flag("secure", value)
      },
    ]
  }

  private static func flag(_ name: String, _ value: String) throws(ServerError) -> Bool {
    guard value == "1" || value == "0" else { throw invalid("\(name) is neither 0 nor 1") }
    return value == "1"
  }

  private mutating func readOptions(_ text: ArraySlice<UInt8>) throws(ServerError) {
    var seen: Set<String> = []
    for pair in text.split(separator: UInt8(ascii: "&")) {
      let equals = pair.firstIndex(of: 0x3D) ?? pair.endIndex
      let name = String(streamSafe: pair[..<equals])
      if ["password", "pass", "key", "user"].contains(name) {
        throw Self.invalid("\(name) is not an option: the user is before the host, the password in the environment")
      }
      guard let option = Option.catalog.first(where: { $0.name == name }) else {
        let names = Option.catalog.map(\.name).joined(separator: ", ")
        throw Self.invalid("the address contains an option that is not one of \(names)")
      }
      guard seen.insert(name).inserted else { throw Self.invalid("\(name) occurs twice") }
      guard let decoded = PercentEncoding.decoded(pair[equals...].dropFirst()),
        let value = String(validating: decoded, as: UTF8.self)?.streamSafe,
        !value.unicodeScalars.contains(where: VisibleText.mustEscape)
      else { throw Self.invalid("the value of \(name) is not valid text") }
      try option.apply(&self, value)
    }
    if issuers != nil, !isSecure { throw Self.invalid("ca requires secure=1") }
    if isSecure, permitsPlainText { throw Self.invalid("secure=1 and insecure=1 exclude each other") }
  }
}

// MARK: - Forms

extension ServerAddress: CustomStringConvertible {
  /// Whether the host is this machine: `localhost`, 127.0.0.0/8 or ::1.
  package var isLoopback: Bool {
    if host == "localhost" || host == "::1" || host == "0:0:0:0:0:0:0:1" { return true }
    let parts = host.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 4 && parts[0] == "127" && parts.allSatisfy { UInt8($0) != nil }
  }

  /// The host and port for messages: `clickhouse.example:8443`, `[::1]:8123`.
  package var endpoint: String { (host.contains(":") ? "[\(host)]" : host) + ":\(port)" }

  /// The address in its normalized form, which parses to an equal value.
  package var description: String {
    var options: [String] = []
    if isSecure { options.append("secure=1") }
    if permitsPlainText { options.append("insecure=1") }
    if scrubs { options.append("scrub=1") }
    if !hasCopy { options.append("copy=0") }
    if let issuers { options.append("ca=" + Self.encoded(issuers)) }
    return Self.scheme + Self.encoded(user) + "@" + endpoint + "/" + Self.encoded(database)
      + (options.isEmpty ? "" : "?" + options.joined(separator: "&"))
  }

  private static func encoded(_ text: String) -> String {
    String(streamSafe: PercentEncoding.encoded(Array(text.utf8)))
  }

  /// The URL of the HTTP interface.
  var url: String { (isSecure ? "https://" : "http://") + endpoint + "/" }
}
