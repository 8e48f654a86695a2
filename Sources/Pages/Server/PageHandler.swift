/// Checks requests and answers them with pages. It answers one request at a time, so that many concurrent requests need
/// no more resources than one.
actor PageHandler {
  let source: any PageSource
  private let token: AccessToken
  private let port: UInt16
  /// A random text that distinguishes the pages of this run from those of an earlier run with the same revision.
  private let run: String
  /// The tokens of forms that change the history.
  let tokens = FormTokens()

  let report: @Sendable (any Error) -> Void

  init(source: any PageSource, token: AccessToken, port: UInt16, report: @escaping @Sendable (any Error) -> Void) {
    self.source = source
    self.report = report
    self.token = token
    self.port = port
    run = String(AccessToken().text.prefix(8))
  }

  /// The name of the cookie. It contains the port, because browsers share cookies between ports.
  nonisolated var cookieName: String { "diagnose-\(port)" }

  func response(to head: RequestHead) -> Response {
    // Checked first: a page of another site whose name resolves to this address (DNS rebinding) sends its own name.
    guard let hosts = head.fields["host"], hosts.count == 1, let host = hosts.first else {
      return Self.message(.badRequest)
    }
    guard isOwnName(host) else { return Self.message(.misdirected) }
    guard head.method == "GET" || head.method == "HEAD" else { return Self.notAllowed }
    // Bodies are not read, so a request with a body is rejected.
    guard head.fields["transfer-encoding"] == nil, head.fields["content-length"].map({ $0 == ["0"] }) ?? true,
      let target = RequestTarget(head.target)
    else { return Self.message(.badRequest) }
    if let candidate = target.query["token"] { return exchange(candidate, target) }
    guard hasCookie(head), !isCrossSite(head) else { return Self.message(.forbidden) }
    return page(at: target, head)
  }

  static var notAllowed: Response {
    var response = Self.message(.methodNotAllowed)
    response.fields.append(("Allow", "GET, HEAD"))
    return response
  }

  func isOwnName(_ host: String) -> Bool {
    ["127.0.0.1", "localhost", "[::1]"].contains { host == $0 || host == "\($0):\(port)" }
  }

  /// Exchanges the token in the address for a cookie, so that the token does not remain in the address.
  private func exchange(_ candidate: String, _ target: RequestTarget) -> Response {
    guard token.matches(candidate), let path = PagePath(file: target.path) else { return Self.message(.forbidden) }
    var response = Response(.seeOther)
    response.fields = [
      ("Location", path == .overview ? "/" : "/" + path.file),
      ("Set-Cookie", "\(cookieName)=\(token.text); Path=/; HttpOnly; SameSite=Strict"),
    ]
    return response
  }

  func hasCookie(_ head: RequestHead) -> Bool {
    let pairs = (head.fields["cookie"] ?? []).flatMap { $0.split(separator: ";") }
    let name = cookieName + "="
    // Compare all of them: a page of another port may have set a cookie with the same name.
    var matches = false
    for pair in pairs {
      let pair = pair.drop { $0 == " " }
      if pair.hasPrefix(name), token.matches(String(pair.dropFirst(name.utf8.count))) { matches = true }
    }
    return matches
  }

  /// Returns whether a page of another site made the request without the user navigating.
  private func isCrossSite(_ head: RequestHead) -> Bool {
    guard let site = head.single("sec-fetch-site"), site != "same-origin", site != "none" else { return false }
    return head.single("sec-fetch-mode") != "navigate"
  }

  private func page(at target: RequestTarget, _ head: RequestHead) -> Response {
    // The client may have disconnected or timed out while other requests were answered. Then no page is rendered.
    if Task.isCancelled { return Self.message(.internalError) }
    guard var path = PagePath(file: target.path) else { return Self.message(.notFound) }
    if case .issues(let query) = path {
      if query.listName != nil { return Self.redirection(to: path) }
      if query == IssueQuery() {
        guard let query = IssueQuery(parameters: target.query) else { return Self.message(.badRequest, at: path) }
        path = .issues(query)
      }
    }
    let tag = "\"\(run)-\(source.revision)\""
    if Self.tags(head).contains(tag) {
      var response = Response(.notModified)
      response.fields = [("ETag", tag)]
      return response
    }
    let renderer = PageRenderer(.live, selection: source.selection, tokens: tokens)
    do {
      guard let html = try renderer.page(at: path, from: source) else { return Self.message(.notFound, at: path) }
      var response = Response(page: html)
      switch path {
      case .issues: response.form = .search
      case .issue: response.form = .change
      default: break
      }
      response.fields.append(("ETag", tag))
      return response
    } catch {
      // The error may contain file names, so it is only shown in the terminal.
      report(error)
      return Self.message(.internalError)
    }
  }

  /// Returns the redirection from the name of a list's file to the list.
  private static func redirection(to path: PagePath) -> Response {
    var response = Response(.seeOther)
    response.fields = [("Location", "/" + path.reference(from: .overview, isLive: true))]
    return response
  }

  private static func tags(_ head: RequestHead) -> [String] {
    (head.fields["if-none-match"] ?? []).flatMap { $0.split(separator: ",") }.map { tag in
      let tag = tag.drop { $0 == " " }
      return String(tag.hasPrefix("W/") ? tag.dropFirst(2) : tag)
    }
  }

  /// Returns a page with a message for an HTTP status. If `path`, the requested address, is given, the page links to other
  /// pages.
  static func message(_ status: Response.Status, at path: PagePath? = nil) -> Response {
    let (heading, message): (StaticString, StaticString) =
      switch status {
      case .forbidden:
        ("Access denied", "Use the address that diagnose serve printed: it contains the access token.")
      case .notFound: ("Not found", "This page does not exist. The report may have been removed from the history.")
      case .methodNotAllowed: ("Read-only", "These pages can only be read.")
      case .conflict:
        ("Not changed", "The issue was changed after this page was loaded. Open it again to see its state.")
      case .contentTooLarge: ("Not changed", "The text is too long.")
      case .unsupportedMediaType: ("Bad request", "Only the forms of these pages can change the history.")
      case .misdirected: ("Wrong address", "These pages are only available at 127.0.0.1 and localhost.")
      case .notStored: ("Not changed", "The history could not be changed. See the terminal for details.")
      case .internalError: ("Not available", "The history could not be read. See the terminal for details.")
      default: ("Bad request", "The request is not valid.")
      }
    let context = PageContext(path: path ?? .overview, mode: path == nil ? .single : .live)
    return Response(page: MessagePage(heading: heading, message: message).html(context), status)
  }
}
