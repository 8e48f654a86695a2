/// Why a request with curl failed. The message begins with the host and port where a server is involved, and contains no
/// text of the server.
package struct TransferFault: Error, Equatable, Sendable {
  /// The kind of failure.
  package enum Kind: String, CaseIterable, Sendable {
    /// The address cannot be used.
    case invalidAddress
    /// The program `curl` is missing or too old.
    case curlUnusable
    /// The name cannot be resolved, or the server does not accept or loses connections.
    case unreachable
    /// The certificate of the server, or the TLS connection, was not verified.
    case notVerified
    /// The request took longer than its time limit.
    case timeout
    /// The connection ended before the answer was complete.
    case incomplete
    /// The answer is not HTTP.
    case notUnderstood
    /// The caller canceled the request.
    case canceled
    /// This machine lacks a resource: a temporary file, a process.
    case localFailure
  }

  /// The kind of failure.
  package var kind: Kind
  /// What failed, without a period.
  package var message: String

  /// Creates a fault.
  package init(_ kind: Kind, _ message: String) {
    self.kind = kind
    self.message = message
  }
}
