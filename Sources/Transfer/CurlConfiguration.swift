/// The configuration of one `curl` process (curl(1), `--config`): options with quoted values.
package struct CurlConfiguration: Sendable {
  /// The text of the configuration.
  package private(set) var bytes: [UInt8] = []

  /// A configuration without options.
  package init() {}

  /// Why a value cannot be written.
  package struct InvalidValue: Error, Equatable {}

  /// Adds an option without a value.
  package mutating func set(_ option: StaticString) {
    option.withUTF8Buffer { bytes += $0 }
    bytes.append(0x0A)
  }

  /// Adds an option with a value.
  package mutating func set(_ option: StaticString, _ value: some Sequence<UInt8>) throws(InvalidValue) {
    option.withUTF8Buffer { bytes += $0 }
    bytes += " = ".utf8
    bytes += try Self.quoted(value)
    bytes.append(0x0A)
  }

  /// Adds an option with a text.
  package mutating func set(_ option: StaticString, _ value: String) throws(InvalidValue) {
    try set(option, value.utf8)
  }

  /// Adds an option with a number.
  package mutating func set(_ option: StaticString, _ value: Int) throws(InvalidValue) {
    try set(option, "\(value)".utf8)
  }

  /// Returns the value in quotation marks. curl interprets `\` before `"`, `\`, t, n, r and v; all other bytes stand for
  /// themselves. A line break would begin another option, and NUL would end the value.
  package static func quoted(_ value: some Sequence<UInt8>) throws(InvalidValue) -> [UInt8] {
    var result: [UInt8] = [UInt8(ascii: "\"")]
    for byte in value {
      guard byte != 0x00, byte != 0x0A, byte != 0x0D else { throw InvalidValue() }
      if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") { result.append(UInt8(ascii: "\\")) }
      result.append(byte)
    }
    result.append(UInt8(ascii: "\""))
    return result
  }
}

extension CurlConfiguration {
  /// Adds what all requests have in common: only the scheme of the address, no redirects, limits of time, TLS 1.2 or later, no
  /// proxy to this machine, the head of the answer before its body, and its status on standard error.
  ///
  /// - Parameters:
  ///   - isSecure: Whether the scheme is https.
  ///   - isLoopback: Whether the host is this machine.
  ///   - agent: The value of `User-Agent`.
  ///   - connect: The maximum time until the connection is open, in seconds.
  ///   - total: The maximum time of the request, in seconds.
  package mutating func setCommon(
    isSecure: Bool, isLoopback: Bool, agent: String, connect: Int, total: Int
  ) throws(InvalidValue) {
    try set("user-agent", agent)
    try set("proto", isSecure ? "=https" : "=http")
    try set("max-redirs", 0)
    try set("connect-timeout", connect)
    try set("max-time", total)
    if isLoopback { try set("noproxy", "*") }
    if isSecure { set("tlsv1.2") }
    for option in ["globoff", "http1.1", "include", "suppress-connect-headers", "no-buffer", "silent"] as [StaticString]
    {
      set(option)
    }
    try set("write-out", "%{stderr}%{http_code}")
  }
}
