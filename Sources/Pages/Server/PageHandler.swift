/// Answers requests: checks first, pages last. One at a time, so that many requests cost no more than one.
actor PageHandler {
  private let source: any PageSource
  private let token: AccessToken
  private let port: UInt16
  /// Distinguishes this run's pages from those of an earlier one with the same revision.
  private let run: String

  private let report: @Sendable (any Error) -> Void

  init(source: any PageSource, token: AccessToken, port: UInt16, report: @escaping @Sendable (any Error) -> Void) {
    self.source = source
    self.report = report
    self.token = token
    self.port = port
    run = String(AccessToken().text.prefix(8))
  }

  /// Cookies are not kept apart by port.
  nonisolated var cookieName: String { "diagnose-\(port)" }

  func response(to head: RequestHead) -> Response {
    // First of all: a page of somebody else whose name leads here (DNS rebinding) sends its own name.
    guard let hosts = head.fields["host"], hosts.count == 1, let host = hosts.first else {
      return Self.message(.badRequest)
    }
    guard isOurs(host) else { return Self.message(.misdirected) }
    guard head.method == "GET" || head.method == "HEAD" else {
      var response = Self.message(.methodNotAllowed)
      response.fields.append(("Allow", "GET, HEAD"))
      return response
    }
    // A body is never read, so a request that brings one is not understood.
    guard head.fields["transfer-encoding"] == nil, head.fields["content-length"].map({ $0 == ["0"] }) ?? true,
      let target = RequestTarget(head.target)
    else { return Self.message(.badRequest) }
    if let candidate = target.query["token"] { return exchange(candidate, target) }
    guard hasCookie(head), !isForeign(head) else { return Self.message(.forbidden) }
    return page(at: target, head)
  }

  private func isOurs(_ host: String) -> Bool {
    ["127.0.0.1", "localhost", "[::1]"].contains { host == $0 || host == "\($0):\(port)" }
  }

  /// The token in an address is exchanged for a cookie, so that it does not stay in the address.
  private func exchange(_ candidate: String, _ target: RequestTarget) -> Response {
    guard token.matches(candidate), let path = PagePath(file: target.path) else { return Self.message(.forbidden) }
    var response = Response(.seeOther)
    response.fields = [
      ("Location", path == .overview ? "/" : "/" + path.file),
      ("Set-Cookie", "\(cookieName)=\(token.text); Path=/; HttpOnly; SameSite=Strict"),
    ]
    return response
  }

  private func hasCookie(_ head: RequestHead) -> Bool {
    let pairs = (head.fields["cookie"] ?? []).flatMap { $0.split(separator: ";") }
    let name = cookieName + "="
    // All are compared: a page of another port may have set one of the same name.
    var isKnown = false
    for pair in pairs {
      let pair = pair.drop { $0 == " " }
      if pair.hasPrefix(name), token.matches(String(pair.dropFirst(name.utf8.count))) { isKnown = true }
    }
    return isKnown
  }

  /// Asked for by a page of somebody else, and not because a person went there.
  private func isForeign(_ head: RequestHead) -> Bool {
    guard let site = head.single("sec-fetch-site"), site != "same-origin", site != "none" else { return false }
    return head.single("sec-fetch-mode") != "navigate"
  }

  private func page(at target: RequestTarget, _ head: RequestHead) -> Response {
    // Whoever asked may have gone, or run out of time, while others were answered: then no page is made.
    if Task.isCancelled { return Self.message(.internalError) }
    guard let path = PagePath(file: target.path) else { return Self.message(.notFound) }
    let isRefreshing = target.query["live"] != "off"
    let tag = "\"\(run)-\(source.revision)\(isRefreshing ? "" : "-still")\""
    if Self.tags(head).contains(tag) {
      var response = Response(.notModified)
      response.fields = [("ETag", tag)]
      return response
    }
    let renderer = PageRenderer(.live(isRefreshing: isRefreshing))
    do {
      guard let html = try renderer.page(at: path, from: source) else { return Self.message(.notFound, at: path) }
      var response = Response(page: html)
      response.fields.append(("ETag", tag))
      return response
    } catch {
      // What went wrong may name files: that is for the person at the terminal.
      report(error)
      return Self.message(.internalError)
    }
  }

  private static func tags(_ head: RequestHead) -> [String] {
    (head.fields["if-none-match"] ?? []).flatMap { $0.split(separator: ",") }.map { tag in
      let tag = tag.drop { $0 == " " }
      return String(tag.hasPrefix("W/") ? tag.dropFirst(2) : tag)
    }
  }

  /// `path`: the address that was asked for, from which other pages can be linked.
  static func message(_ status: Response.Status, at path: PagePath? = nil) -> Response {
    let (heading, message): (StaticString, StaticString) =
      switch status {
      case .forbidden:
        ("Not open", "Please use the address that diagnose serve printed: it holds the key to these pages.")
      case .notFound: ("Not found", "There is no such page; the report may have been removed from the history.")
      case .methodNotAllowed: ("Only reading", "These pages can be read, and nothing else.")
      case .misdirected: ("Not this address", "These pages answer to 127.0.0.1 and localhost only.")
      case .internalError: ("Not available", "The history could not be read. The terminal says more.")
      default: ("Not understood", "The request was not understood.")
      }
    let context = PageContext(
      path: path ?? .overview, mode: path == nil ? .files([]) : .live(isRefreshing: false))
    return Response(page: MessagePage(heading: heading, message: message).html(context), status)
  }
}
