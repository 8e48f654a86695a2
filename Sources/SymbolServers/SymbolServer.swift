package import Symbolication
package import Vocabulary

/// A server that offers symbol files by identifier.
package struct SymbolServer: Sendable {
  /// How requests are authorized. Values are never printed.
  package enum Credentials: Sendable {
    case none
    /// A token: `Authorization: Bearer …`.
    case bearer(String)
    /// A user and a password: `Authorization: Basic …`.
    case basic(user: String, password: String)
    /// Amazon's signature.
    case s3(S3Signature)
  }

  /// The address below which the layout's paths begin.
  package var address: WebAddress
  /// The paths of files.
  package var layout: SymbolLayout
  /// How requests are authorized.
  package var credentials: Credentials
  /// Whether the server is asked for images of the system, too.
  package var offersSystemImages: Bool
  /// Why the server cannot be asked, which completes "SERVER: …"; `nil` if it can.
  package var fault: String?

  /// Creates a server.
  package init(
    _ address: WebAddress, _ layout: SymbolLayout, _ credentials: Credentials = .none,
    offersSystemImages: Bool = false,
    fault: String? = nil
  ) {
    (self.address, self.layout, self.credentials) = (address, layout, credentials)
    (self.offersSystemImages, self.fault) = (offersSystemImages, fault)
  }

  /// The server as displayed to the user.
  package var description: String { address.text }
}
