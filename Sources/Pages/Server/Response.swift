/// An HTTP response. Each connection carries one.
struct Response: Sendable {
  var status: Status
  var fields: [(name: String, value: String)] = []
  var body: [UInt8] = []
  /// Whether the page has a form that is sent to this server.
  var allowsForm = false

  enum Status: Int, Sendable {
    case ok = 200
    case seeOther = 303
    case notModified = 304
    case badRequest = 400
    case forbidden = 403
    case notFound = 404
    case methodNotAllowed = 405
    case uriTooLong = 414
    case misdirected = 421
    case fieldsTooLarge = 431
    case internalError = 500
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
      case .uriTooLong: "URI Too Long"
      case .misdirected: "Misdirected Request"
      case .fieldsTooLarge: "Request Header Fields Too Large"
      case .internalError: "Internal Server Error"
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
    ("Referrer-Policy", "no-referrer"),
    ("Cross-Origin-Opener-Policy", "same-origin"),
    ("Cross-Origin-Resource-Policy", "same-origin"),
    ("Cache-Control", "no-store"),
    ("Connection", "close"),
  ]

  /// Returns the bytes to send. The response to HEAD has no body, but states its length (RFC 9110, section 9.3.2).
  func bytes(isHead: Bool) -> [UInt8] {
    var head = "HTTP/1.1 \(status.rawValue) \(status.phrase)\r\n"
    let policy = allowsForm ? ContentPolicy.formHeader : ContentPolicy.header
    for field in fields + [("Content-Security-Policy", policy)] + Self.common {
      head += "\(field.name): \(field.value)\r\n"
    }
    if status != .notModified { head += "Content-Length: \(body.count)\r\n" }
    head += "\r\n"
    return Array(head.utf8) + (isHead || status == .notModified ? [] : body)
  }
}
