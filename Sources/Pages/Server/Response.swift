/// An HTTP response. Each connection carries one.
struct Response: Sendable {
  var status: Status
  var fields: [(name: String, value: String)] = []
  var body: [UInt8] = []
  /// The form that the page has.
  var form = Form.none

  /// A form that is sent to this server.
  enum Form: Sendable {
    case none
    /// It searches: its values become a part of the address.
    case search
    /// It changes the history. Its request must state the origin of the page, which a browser replaces by `null` if
    /// no address may be sent (Fetch, "append a request Origin header").
    case change
  }

  enum Status: Int, Sendable {
    case ok = 200
    case seeOther = 303
    case notModified = 304
    case badRequest = 400
    case forbidden = 403
    case notFound = 404
    case methodNotAllowed = 405
    case conflict = 409
    case contentTooLarge = 413
    case uriTooLong = 414
    case unsupportedMediaType = 415
    case misdirected = 421
    case fieldsTooLarge = 431
    case internalError = 500
    case notStored = 507
    case unsupportedVersion = 505

    var phrase: String {
      switch self {
      case .ok: "OK"
      case .seeOther: "See Other"
      case .notModified: "Not Modified"
      case .badRequest: "Bad Request"
      case .forbidden: "Forbidden"
      case .notFound: "Not Found"
      case .methodNotAllowed: "Method Not Allowed"
      case .conflict: "Conflict"
      case .contentTooLarge: "Content Too Large"
      case .unsupportedMediaType: "Unsupported Media Type"
      case .uriTooLong: "URI Too Long"
      case .misdirected: "Misdirected Request"
      case .fieldsTooLarge: "Request Header Fields Too Large"
      case .internalError: "Internal Server Error"
      case .notStored: "Insufficient Storage"
      case .unsupportedVersion: "HTTP Version Not Supported"
      }
    }
  }

  init(_ status: Status) { self.status = status }

  init(page: HTML, _ status: Status = .ok) {
    self.status = status
    fields = [("Content-Type", "text/html; charset=utf-8")]
    body = page.bytes
  }

  /// The fields of every response.
  private static let common: [(name: String, value: String)] = [
    ("X-Content-Type-Options", "nosniff"),
    ("X-Frame-Options", "DENY"),
    ("Cross-Origin-Opener-Policy", "same-origin"),
    ("Cross-Origin-Resource-Policy", "same-origin"),
    ("Cache-Control", "no-store"),
    ("Connection", "close"),
  ]

  /// Returns the bytes to send. The response to HEAD has no body, but states its length (RFC 9110, section 9.3.2).
  func bytes(isHead: Bool) -> [UInt8] {
    var head = "HTTP/1.1 \(status.rawValue) \(status.phrase)\r\n"
    let policy = form == .none ? ContentPolicy.header : ContentPolicy.formHeader
    let referrer = form == .change ? "same-origin" : "no-referrer"
    for field in fields + [("Content-Security-Policy", policy), ("Referrer-Policy", referrer)] + Self.common {
      head += "\(field.name): \(field.value)\r\n"
    }
    if status != .notModified { head += "Content-Length: \(body.count)\r\n" }
    head += "\r\n"
    return Array(head.utf8) + (isHead || status == .notModified ? [] : body)
  }
}
