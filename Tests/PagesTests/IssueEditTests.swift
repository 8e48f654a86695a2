import Foundation
import History
import MadePages
import Synchronization
import Testing
import Vocabulary

@testable import Pages

/// Whether no other tests run at the same time. The server and its client wait for each other many times, and tests that occupy
/// all threads delay each wait beyond the time limits of the sockets.
private let runsAlone = ProcessInfo.processInfo.environment["DIAGNOSE_SERVE_TESTS"] != nil

/// Forms that change the history, over real sockets: which requests are accepted, and what they look like.
@Suite(.serialized, .enabled(if: runsAlone, "run them alone, with DIAGNOSE_SERVE_TESTS=1"))
struct IssueEditTests {
  private func withServer(
    _ source: EditableHistory, _ body: (Client, _ cookie: String) async throws -> Void
  ) async throws {
    let (addresses, continuation) = AsyncStream.makeStream(of: String.self)
    let server = PageServer(source, port: 0)
    let task = Task {
      defer { continuation.finish() }
      try await server.run { continuation.yield($0) }
    }
    var iterator = addresses.makeAsyncIterator()
    let address = try #require(await iterator.next())
    let url = try #require(URLComponents(string: address))
    let client = Client(port: UInt16(try #require(url.port)))
    let answer = await client.get("/?" + (url.query ?? ""))
    let cookie = String(try #require(answer.fields["set-cookie"]?.split(separator: ";").first))
    let result: Result<Void, any Error>
    do { result = .success(try await body(client, cookie)) } catch { result = .failure(error) }
    task.cancel()
    try await task.value
    try result.get()
  }

  /// The request of a form, of which each part can be replaced.
  private struct Request {
    var target: String
    var method = "POST"
    var host: String
    var cookie: String?
    var fields: [String: String]
    var body: String
    var length: Int?

    func send(_ client: Client) async -> Client.Answer {
      var lines = ["\(method) \(target) HTTP/1.1", "Host: \(host)"]
      if let cookie { lines.append("Cookie: \(cookie)") }
      lines += fields.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }
      lines.append("Content-Length: \(length ?? body.utf8.count)")
      return await client.send(Array((lines.joined(separator: "\r\n") + "\r\n\r\n" + body).utf8))
    }
  }

  private func token(_ action: IssueEdit.Action, in html: String) throws -> String {
    let form = try #require(html.components(separatedBy: "<form").first { $0.contains("value=\"\(action.rawValue)\"") })
    let rest = try #require(form.range(of: "name=\"token\" value=\""))
    return String(form[rest.upperBound...].prefix(64))
  }

  private func request(
    _ action: IssueEdit.Action, _ more: String, _ source: EditableHistory, _ client: Client, _ cookie: String
  ) async throws -> Request {
    let page = await client.get("/issues/\(source.key).html", cookie: cookie)
    #expect(page.status == 200)
    let token = try token(action, in: page.body)
    return Request(
      target: "/issues/\(source.key).html", host: "127.0.0.1:\(client.port)", cookie: cookie,
      fields: [
        "Origin": "http://127.0.0.1:\(client.port)", "Sec-Fetch-Site": "same-origin",
        "Content-Type": "application/x-www-form-urlencoded",
      ], body: "action=\(action.rawValue)&seen=now&token=\(token)\(more)")
  }

  @Test func everyFormChangesTheIssue() async throws {
    for (state, forms) in [
      ("open", [("resolve", "&build=412&note=a+%3Cb%3E"), ("ignore", "&until=2026-12-01"), ("note", "&note=x%26y")]),
      ("resolved", [("reopen", ""), ("merge", "&other=3f2a"), ("undo", "")]),
    ] {
      let source = EditableHistory(state: state)
      try await withServer(source) { client, cookie in
        for (name, more) in forms {
          let action = try #require(IssueEdit.Action(rawValue: name))
          let answer = try await request(action, more, source, client, cookie).send(client)
          #expect(answer.status == 303, "\(name)")
          #expect(answer.fields["location"] == "/issues/\(source.key).html#change")
          #expect(source.edits.last?.action == action && source.edits.last?.key == source.key)
        }
        // No script, and every control has a label.
        let html = await client.get("/issues/\(source.key).html", cookie: cookie).body
        let markup = Markup(html)
        #expect(markup.faults.isEmpty && !html.contains("<script"))
        for element in markup.elements where element.name == "input" && element.attributes["type"] != "hidden" {
          #expect(element.parents.contains("label"), "\(element.attributes)")
        }
        #expect(markup.elements.filter { $0.name == "form" }.allSatisfy { $0.attributes["method"] == "post" })
      }
      #expect(source.edits.count == 3)
      if state == "open" {
        #expect(source.edits.map(\.build) == ["412", nil, nil])
        #expect(source.edits.map(\.note) == ["a <b>", "", "x&y"])
        #expect(source.edits[1].until?.date == "2026-12-01")
      }
    }
  }

  /// Each condition is necessary: without any one of them, nothing changes.
  @Test func everyConditionIsNecessary() async throws {
    let source = EditableHistory()
    try await withServer(source) { client, cookie in
      let valid = try await request(.resolve, "&build=412", source, client, cookie)
      let other = try await token(.note, in: client.get("/issues/\(source.key).html", cookie: cookie).body)
      var wrong: [(String, Int, Request)] = []
      func add(_ name: String, _ status: Int, _ change: (inout Request) -> Void) {
        var request = valid
        change(&request)
        wrong.append((name, status, request))
      }
      add("no cookie", 403) { $0.cookie = nil }
      add("another cookie", 403) { $0.cookie = cookie + "0" }
      add("no origin", 403) { $0.fields["Origin"] = nil }
      for origin in [
        "null", "http://evil.example", "https://127.0.0.1:\(client.port)", "http://localhost:\(client.port)",
        "http://127.0.0.1", "http://127.0.0.1:\(client.port + 1)", "http://127.0.0.1:\(client.port)/", "",
      ] { add("origin \(origin)", 403) { $0.fields["Origin"] = origin } }
      for site in ["cross-site", "same-site", "none", "same-origin, cross-site"] {
        add("site \(site)", 403) { $0.fields["Sec-Fetch-Site"] = site }
      }
      add("another host", 421) { $0.host = "evil.example" }
      add("no token", 403) { $0.body = "action=resolve&seen=now" }
      add("a short token", 403) { $0.body.removeLast(valid.body.count - 40) }
      add("token of another form", 403) { $0.body = "action=resolve&seen=now&token=\(other)&build=412" }
      add("another issue", 403) { $0.target = "/issues/\(source.otherKey).html" }
      for type in ["text/plain", "multipart/form-data; boundary=x", "application/json", ""] {
        add("type \(type)", 415) { $0.fields["Content-Type"] = type }
      }
      add("no type", 415) { $0.fields["Content-Type"] = nil }
      for target in ["/", "/issues.html", "/builds.html", "/index.html", "/issues/\(source.key).reports-1.html", "/x"] {
        add(target, 405) { $0.target = target }
      }
      add("a query", 400) { $0.target += "?action=resolve" }
      add("an empty query", 400) { $0.target += "?" }
      for method in ["PUT", "DELETE", "PATCH", "post"] { add(method, 405) { $0.method = method } }
      for more in ["&action=note", "&x=1", "&until=2026-12-01", "&force=2", "&build=a%0Ab", "&build=%ff", "&é=1"] {
        add(more, 400) { $0.body += more }
      }
      add("no body", 400) { $0.body = "" }
      add("two requests", 400) { $0.length = $0.body.utf8.count - 3 }
      add("chunks", 400) { $0.fields["Transfer-Encoding"] = "chunked" }
      for (name, status, request) in wrong {
        let answer = await request.send(client)
        #expect(answer.status == status, "\(name): \(answer.status)")
        #expect(!answer.body.contains(source.key) || status == 409, "\(name)")
      }
      #expect(source.edits.isEmpty)
      // The valid request works, so that the refusals above have their reason in what was replaced.
      #expect(await valid.send(client).status == 303)
      #expect(source.edits.count == 1)
    }
  }

  /// An address changes nothing, whatever it contains.
  @Test(arguments: ["GET", "HEAD"]) func anAddressChangesNothing(_ method: String) async throws {
    let source = EditableHistory()
    try await withServer(source) { client, cookie in
      let valid = try await request(.resolve, "&build=412", source, client, cookie)
      let answer = await client.get(valid.target + "?" + valid.body, method: method, cookie: cookie)
      // The token of a form is not that of the address.
      #expect(answer.status == 403)
      let plain = await client.get(valid.target + "?action=undo&seen=now", method: method, cookie: cookie)
      #expect(plain.status == 200)
      #expect(source.edits.isEmpty)
    }
  }

  @Test func bodiesAreLimited() async throws {
    let source = EditableHistory()
    try await withServer(source) { client, cookie in
      let limit = IssueEdit.requestLimit
      for (count, status) in [(limit, 400), (limit + 1, 413)] {
        var request = try await request(.note, "&note=", source, client, cookie)
        request.body += String(repeating: "a", count: count - request.body.utf8.count)
        #expect(await request.send(client).status == status, "\(count) bytes")
      }
      for (count, status) in [
        (IssueEdit.noteLimit - 1, 303), (IssueEdit.noteLimit, 303), (IssueEdit.noteLimit + 1, 400),
      ] {
        let request = try await request(
          .note, "&note=" + String(repeating: "a", count: count), source, client, cookie)
        #expect(await request.send(client).status == status, "a note of \(count) bytes")
      }
    }
    #expect(source.edits.count == 2)
  }

  @Test func aRefusalCanBeForced() async throws {
    let source = EditableHistory()
    try await withServer(source) { client, cookie in
      source.outcome.withLock { $0 = .refused(message: "Build <9> is unknown.", hint: nil, canBeForced: true) }
      let refused = try await request(.resolve, "&build=9", source, client, cookie).send(client)
      #expect(refused.status == 409 && refused.body.contains("Build &lt;9&gt; is unknown."))
      #expect(refused.body.contains("name=\"force\" value=\"1\""))
      source.outcome.withLock { $0 = nil }
      let forced = try await request(.resolve, "&build=9&force=1", source, client, cookie).send(client)
      #expect(forced.status == 303 && source.edits.last?.isForced == true)
      source.outcome.withLock { $0 = .refused(message: "No.", hint: "Wait.", canBeForced: false) }
      let other = try await request(.resolve, "", source, client, cookie).send(client)
      #expect(other.status == 409 && other.body.contains("Wait.") && !other.body.contains("<form"))
      for (outcome, status) in [(IssueEditOutcome.outdated, 409), (.readOnly, 405), (.unknown, 404)] {
        source.outcome.withLock { $0 = outcome }
        #expect(try await request(.resolve, "", source, client, cookie).send(client).status == status)
      }
    }
  }

  /// A page without forms is the page of a history that cannot be changed, and of files.
  @Test func aReadOnlyHistoryHasNoForms() async throws {
    let source = EditableHistory(isEditable: false)
    try await withServer(source) { client, cookie in
      let page = await client.get("/issues/\(source.key).html", cookie: cookie)
      #expect(page.status == 200 && !page.body.contains("<form"))
    }
    let editable = EditableHistory()
    let issue = try #require(editable.issue(editable.key))
    let path = try #require(PagePath.issue(key: editable.key))
    for renderer in [PageRenderer(.files(nil)), PageRenderer(.live), PageRenderer(.files(nil), tokens: FormTokens())] {
      #expect(!String(decoding: renderer.page(issue, at: path).bytes, as: UTF8.self).contains("<form"))
    }
  }

  /// The origin of a form is sent only if the page may send an address to itself.
  @Test func pagesWithFormsSendTheirOrigin() async throws {
    let source = EditableHistory()
    try await withServer(source) { client, cookie in
      let issue = await client.get("/issues/\(source.key).html", cookie: cookie)
      #expect(issue.fields["referrer-policy"] == "same-origin")
      #expect(issue.body.contains("name=\"referrer\" content=\"same-origin\""))
      #expect(issue.fields["content-security-policy"]?.contains("form-action 'self'") == true)
      let list = await client.get("/issues.html", cookie: cookie)
      #expect(list.fields["referrer-policy"] == "no-referrer")
      #expect(list.body.contains("name=\"referrer\" content=\"no-referrer\""))
    }
  }

  @Test func tokensDifferByFormIssueAndRun() {
    let tokens = FormTokens()
    let all = IssueEdit.Action.allCases.flatMap { action in ["a1", "b2"].map { tokens.token(action, of: $0) } }
    #expect(Set(all).count == all.count && all.allSatisfy { $0.utf8.count == 64 })
    #expect(FormTokens().token(.note, of: "a1") != tokens.token(.note, of: "a1"))
    #expect(tokens.token(.resolve, of: "a1") == all[0])
    #expect(AccessToken.isEqual(all[0], all[0]) && !AccessToken.isEqual(all[0], all[1]))
    #expect(!AccessToken.isEqual("", all[0]) && !AccessToken.isEqual(String(all[0].dropLast()), all[0]))
  }
}

/// A history whose issues have forms, and which records what they request.
final class EditableHistory: PageSource {
  let outcome = Mutex<IssueEditOutcome?>(nil)
  private let recorded = Mutex<[IssueEdit]>([])
  private let made = MadeHistory(.usual, issues: 2)
  private let state: String
  private let isEditable: Bool

  init(state: String = "open", isEditable: Bool = true) { (self.state, self.isEditable) = (state, isEditable) }

  var key: String { made.links().issues[0] }
  var otherKey: String { made.links().issues[1] }
  var edits: [IssueEdit] { recorded.withLock { $0 } }
  var revision: Int { 1 }
  func overview() -> OverviewPage { made.overview() }
  func issues(_ query: IssueQuery) -> IssuesPage { made.issues(query) }
  func reports(of key: String, page: Int) -> ReportsPage? { made.reports(of: key, page: page) }
  func issue(_ key: String) -> IssuePage? {
    var page = made.issue(key)
    page?.issue.state = state
    page?.issue.regressedAt = nil
    if isEditable {
      page?.editing = .init(
        seen: "now", latest: .init(at: MadeHistory.now, what: "resolved in 412"), builds: ["412", "\"<411>"])
    }
    return page
  }
  func builds() -> BuildsPage { made.builds() }
  func report(_ id: String) -> ReportPage? { made.report(id) }
  func unrecognized() -> UnrecognizedPage { made.unrecognized() }
  func links() -> SiteLinks { made.links() }
  func edit(_ edit: IssueEdit) -> IssueEditOutcome {
    if let outcome = outcome.withLock({ $0 }) { return outcome }
    recorded.withLock { $0.append(edit) }
    return .done(key: edit.key)
  }
}
