import Bytes

/// Requests of forms that change the history.
///
/// A browser sends them for any page that a user opens, so a cookie proves nothing about their author. All of these must hold:
/// the own name in `Host`, the cookie, the own origin in `Origin` and `Sec-Fetch-Site`, and the token of the form.
extension PageHandler {
  /// Checks the head of a request before its body is read. Returns the answer to a request that is refused; else `nil`.
  func refusal(of head: RequestHead) -> Response? {
    guard let host = head.single("host") else { return Self.message(.badRequest) }
    guard isOwnName(host) else { return Self.message(.misdirected) }
    guard let target = RequestTarget(head.target) else { return Self.message(.badRequest) }
    // The form of the address alone decides, whether or not such an issue exists.
    guard case .issue? = PagePath(file: target.path) else { return Self.notAllowed }
    guard hasCookie(head), head.single("origin") == "http://" + host,
      head.fields["sec-fetch-site"].map({ $0 == ["same-origin"] }) ?? true
    else { return Self.message(.forbidden) }
    guard !head.target.utf8.contains(UInt8(ascii: "?")) else { return Self.message(.badRequest) }
    guard isForm(head) else { return Self.message(.unsupportedMediaType) }
    guard let framing = try? RequestFraming(head), case .length(let length) = framing, head.fields["expect"] == nil
    else { return Self.message(.badRequest) }
    return length > IssueEdit.requestLimit ? Self.message(.contentTooLarge) : nil
  }

  private func isForm(_ head: RequestHead) -> Bool {
    let type = head.single("content-type")?.split(separator: ";").first.map { $0.lowercased() }
    return type.map { $0.allSatisfy { $0 != " " } && $0 == "application/x-www-form-urlencoded" } ?? false
  }

  /// Makes the change that a form requests, and answers with the address of the page that shows it, so that reloading the
  /// page does not repeat the change.
  func response(to head: RequestHead, form: [UInt8]) -> Response {
    if let refusal = refusal(of: head) { return refusal }
    guard let path = RequestTarget(head.target).flatMap({ PagePath(file: $0.path) }), case .issue(let name) = path,
      form.allSatisfy({ $0 > 0x20 && $0 < 0x7F }),
      let parsed = RequestTarget("/?" + String(streamSafe: form)), parsed.repeatedNames.isEmpty,
      let edit = IssueEdit(key: name.text, fields: parsed.query)
    else { return Self.message(.badRequest) }
    guard let token = parsed.query["token"], AccessToken.isEqual(token, tokens.token(edit.action, of: edit.key)) else {
      return Self.message(.forbidden)
    }
    do {
      switch try source.edit(edit) {
      case .done(let key):
        guard let path = PagePath.issue(key: key) else { return Self.message(.notFound, at: path) }
        var response = Response(.seeOther)
        response.fields = [("Location", "/" + path.file + "#change")]
        return response
      case .refused(let message, let hint, let canBeForced):
        let page = IssueRefusalPage(edit: edit, message: message, hint: hint, canBeForced: canBeForced)
        var response = Response(page: page.html(PageContext(path: path, mode: .live, tokens: tokens)), .conflict)
        response.form = .change
        return response
      case .outdated: return Self.message(.conflict, at: path)
      case .readOnly: return Self.notAllowed
      case .unknown: return Self.message(.notFound, at: path)
      }
    } catch {
      report(error)
      return Self.message(.notStored, at: path)
    }
  }
}
