/// An answer of the endpoint. Its texts are constants of this program, or IDs that it made: nothing of a request is in one.
package struct ReceiverAnswer: Sendable {
  /// The status codes that are used (RFC 9110, section 15; RFC 6585).
  package enum Status: Int, Sendable, CaseIterable {
    case ok = 200
    case accepted = 202
    case badRequest = 400
    case unauthorized = 401
    case forbidden = 403
    case notFound = 404
    case methodNotAllowed = 405
    case requestTimeout = 408
    case lengthRequired = 411
    case contentTooLarge = 413
    case uriTooLong = 414
    case unsupportedMediaType = 415
    case expectationFailed = 417
    case tooManyRequests = 429
    case fieldsTooLarge = 431
    case notImplemented = 501
    case unavailable = 503
    case unsupportedVersion = 505
    case insufficientStorage = 507

    var phrase: StaticString {
      switch self {
      case .ok: "OK"
      case .accepted: "Accepted"
      case .badRequest: "Bad Request"
      case .unauthorized: "Unauthorized"
      case .forbidden: "Forbidden"
      case .notFound: "Not Found"
      case .methodNotAllowed: "Method Not Allowed"
      case .requestTimeout: "Request Timeout"
      case .lengthRequired: "Length Required"
      case .contentTooLarge: "Content Too Large"
      case .uriTooLong: "URI Too Long"
      case .unsupportedMediaType: "Unsupported Media Type"
      case .expectationFailed: "Expectation Failed"
      case .tooManyRequests: "Too Many Requests"
      case .fieldsTooLarge: "Request Header Fields Too Large"
      case .notImplemented: "Not Implemented"
      case .unavailable: "Service Unavailable"
      case .unsupportedVersion: "HTTP Version Not Supported"
      case .insufficientStorage: "Insufficient Storage"
      }
    }
  }

  /// The status.
  package let status: Status
  private let body: String
  private var type: StaticString = "application/json"
  /// The methods of the resource, for `methodNotAllowed`.
  private var allow: StaticString?
  private var retryAfter: Int?

  private init(_ status: Status, body: String) { (self.status, self.body) = (status, body) }

  /// The answer to a request that was rejected, with a sentence that states the reason.
  static func refusal(
    _ status: Status, _ sentence: StaticString, allow: StaticString? = nil, retryAfter: Int? = nil
  ) -> ReceiverAnswer {
    var answer = ReceiverAnswer(status, body: "{\"error\":\"\(sentence)\"}")
    (answer.allow, answer.retryAfter) = (allow, retryAfter)
    return answer
  }

  /// The answer of `GET /health`.
  static let healthy = ReceiverAnswer(.ok, body: "{\"status\":\"ok\"}")

  /// The answer to a request of OpenTelemetry in protocol buffers whose body is on disk: an empty message.
  static let acceptedMessage: ReceiverAnswer = {
    var answer = ReceiverAnswer(.ok, body: "")
    answer.type = "application/x-protobuf"
    return answer
  }()

  /// The answer to a symbol file that is on disk.
  static let stored = ReceiverAnswer(.ok, body: "{\"status\":\"stored\"}")

  /// The answer to a request whose body is on disk. The protocols of Sentry and OpenTelemetry state 200, and programs that
  /// follow them may take 202 for a failure.
  static func accepted(_ id: SpoolID, _ route: ReceiverRoute) -> ReceiverAnswer {
    switch route {
    case .logs, .traces: ReceiverAnswer(.ok, body: "{}")
    case .sentryEnvelope, .sentryEvent: ReceiverAnswer(.ok, body: "{\"id\":\"\(id.text)\"}")
    case .reports, .symbols, .health: ReceiverAnswer(.accepted, body: "{\"id\":\"\(id.text)\"}")
    }
  }

  /// Whether the request was rejected.
  var isRefusal: Bool { status.rawValue >= 400 }

  /// Returns the bytes to send. Each connection carries one request, so that no bytes after it are read as another one.
  ///
  /// - Parameter isHead: Whether the request was HEAD, whose answer has no body.
  package func bytes(isHead: Bool = false) -> [UInt8] {
    var head = "HTTP/1.1 \(status.rawValue) \(status.phrase)\r\n"
    head += "Content-Type: \(type)\r\nContent-Length: \(body.utf8.count)\r\n"
    head += "Cache-Control: no-store\r\nX-Content-Type-Options: nosniff\r\nConnection: close\r\n"
    if status == .unauthorized { head += "WWW-Authenticate: Bearer\r\n" }
    if let allow { head += "Allow: \(allow)\r\n" }
    if let retryAfter { head += "Retry-After: \(max(1, retryAfter))\r\n" }
    return Array((head + "\r\n" + (isHead ? "" : body)).utf8)
  }
}
