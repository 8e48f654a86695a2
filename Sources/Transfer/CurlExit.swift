/// The exit statuses of curl that have a meaning here (curl(1), "EXIT CODES").
struct CurlExit: Sendable {
  /// The status.
  let status: Int32
  /// The kind of failure.
  let kind: TransferFault.Kind
  /// The text after the host and port.
  let text: String

  static let catalog: [CurlExit] = [
    CurlExit(status: 1, kind: .notUnderstood, text: "the answer is not HTTP"),
    CurlExit(status: 2, kind: .curlUnusable, text: "curl does not know an option"),
    CurlExit(status: 3, kind: .invalidAddress, text: "curl does not accept the address"),
    CurlExit(status: 4, kind: .curlUnusable, text: "curl was built without a necessary feature"),
    CurlExit(status: 5, kind: .unreachable, text: "the name of the proxy cannot be resolved"),
    CurlExit(status: 6, kind: .unreachable, text: "the host name cannot be resolved"),
    CurlExit(status: 7, kind: .unreachable, text: "cannot connect"),
    CurlExit(status: 8, kind: .notUnderstood, text: "the answer is not HTTP, or the head of the answer is too long"),
    CurlExit(status: 18, kind: .incomplete, text: "the connection ended in the middle of the answer"),
    CurlExit(status: 26, kind: .localFailure, text: "curl cannot read the request"),
    // Also reported for a line of the head that is too long.
    CurlExit(status: 27, kind: .notUnderstood, text: "the head of the answer is too long"),
    CurlExit(status: 28, kind: .timeout, text: "no complete answer within the time limit"),
    CurlExit(status: 35, kind: .notVerified, text: "the TLS connection failed"),
    CurlExit(status: 43, kind: .curlUnusable, text: "curl has an internal error"),
    CurlExit(status: 51, kind: .notVerified, text: "the certificate is not valid for this host"),
    CurlExit(status: 52, kind: .incomplete, text: "the server closed the connection without an answer"),
    CurlExit(status: 55, kind: .incomplete, text: "the connection ended while the request was sent"),
    CurlExit(status: 56, kind: .incomplete, text: "the connection ended before the answer was complete"),
    CurlExit(status: 58, kind: .notVerified, text: "the certificate of this client cannot be used"),
    CurlExit(status: 60, kind: .notVerified, text: "the certificate of the server was not verified"),
    CurlExit(status: 61, kind: .notUnderstood, text: "the answer has an unknown encoding"),
    CurlExit(status: 77, kind: .notVerified, text: "the file with certificates of issuers cannot be read"),
    CurlExit(status: 83, kind: .notVerified, text: "the certificate of the issuer does not match"),
    CurlExit(status: 90, kind: .notVerified, text: "the public key of the server does not match"),
    CurlExit(status: 91, kind: .notVerified, text: "the status of the certificate was not verified"),
    CurlExit(status: 97, kind: .unreachable, text: "the proxy refused the connection"),
    CurlExit(status: 100, kind: .notUnderstood, text: "the head of the answer is too long"),
  ]
}
