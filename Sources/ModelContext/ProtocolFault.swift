import Bytes

/// An error of the protocol, as JSON-RPC 2.0 and the Model Context Protocol number them.
package struct ProtocolFault: Error, Equatable, Sendable {
  /// The number of the error.
  var code: Int
  /// One sentence.
  var message: String
  /// The revision that a client asked for in vain; `nil` for other errors.
  var requestedVersion: String?

  /// The message is not JSON.
  static let notJSON = ProtocolFault(code: -32700, message: "The message is not valid JSON.")

  static func invalidRequest(_ message: String) -> ProtocolFault { ProtocolFault(code: -32600, message: message) }
  static func unknownMethod(_ name: String) -> ProtocolFault {
    ProtocolFault(code: -32601, message: "Unknown method \(name.prefix(characters: 100)).")
  }
  static func invalidParameters(_ message: String) -> ProtocolFault { ProtocolFault(code: -32602, message: message) }
  static func unsupported(version: String) -> ProtocolFault {
    ProtocolFault(
      code: -32022, message: "Unsupported protocol version.", requestedVersion: String(version.prefix(characters: 100)))
  }

  /// A resource does not exist. The number changed with the stateless revision.
  static func unknownResource(_ uri: String, _ version: ProtocolVersion) -> ProtocolFault {
    ProtocolFault(
      code: version.isStateless ? -32602 : -32002, message: "Unknown resource \(uri.prefix(characters: 200)).")
  }
}
