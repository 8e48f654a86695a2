import Foundation
import History
import MadePages
import Platform
import Synchronization
import Testing

@testable import Pages

/// The server over real sockets. The tests are serialized, because each has time limits.
@Suite(.serialized) struct ServerTests {
  /// Runs a server, passes a client and the printed address to the test, and stops the server.
  private func withServer(
    _ source: some PageSource = MadeHistory(.usual, issues: 3), _ limits: PageServer.Limits = .init(),
    _ body: (Client, String) async throws -> Void
  ) async throws {
    let (addresses, continuation) = AsyncStream.makeStream(of: String.self)
    let server = PageServer(source, port: 0, limits: limits)
    let task = Task {
      defer { continuation.finish() }
      try await server.run { continuation.yield($0) }
    }
    var iterator = addresses.makeAsyncIterator()
    let address = try #require(await iterator.next())
    let url = try #require(URLComponents(string: address))
    #expect(url.host == "127.0.0.1" && url.path == "/")
    let result: Result<Void, any Error>
    do {
      result = .success(try await body(Client(port: UInt16(try #require(url.port))), "/?" + (url.query ?? "")))
    } catch {
      result = .failure(error)
    }
    let start = ContinuousClock.now
    task.cancel()
    try await task.value
    // Stopping takes milliseconds, but other tests may occupy all threads for a while.
    #expect(ContinuousClock.now - start < .seconds(60), "stopping takes too long")
    try result.get()
  }

  private func cookie(_ client: Client, _ target: String) async throws -> String {
    let answer = await client.get(target)
    #expect(answer.status == 303)
    return String(try #require(answer.fields["set-cookie"]?.split(separator: ";").first))
  }

  @Test func tokenBecomesACookie() async throws {
    try await withServer { client, target in
      let answer = await client.get(target)
      #expect(answer.status == 303 && answer.fields["location"] == "/" && answer.body.isEmpty)
      let cookie = try #require(answer.fields["set-cookie"])
      #expect(cookie.hasPrefix("diagnose-\(client.port)=") && cookie.hasSuffix("; Path=/; HttpOnly; SameSite=Strict"))
      let name = String(try #require(cookie.split(separator: ";").first))
      #expect(await client.get(cookie: name).status == 200)
      #expect(await client.get(cookie: "other=1; \(name); more=2").status == 200)
      for wrong in [nil, "x=1", name + "0", String(name.dropLast()), name.uppercased(), "diagnose-\(client.port)="] {
        let answer = await client.get(cookie: wrong)
        #expect(answer.status == 403 && !answer.body.contains("LoadFonts"))
      }
      for wrong in ["/?token=", "/?token=00000000000000000000000000000000", target + "0", String(target.dropLast())] {
        let answer = await client.get(wrong, cookie: name)
        #expect(answer.status == 403 && answer.fields["set-cookie"] == nil)
      }
    }
  }

  @Test func everyPageIsServed() async throws {
    let history = MadeHistory(.usual, issues: 3)
    try await withServer(history) { client, target in
      let cookie = try await cookie(client, target)
      let links = history.links()
      let pages =
        ["", "index.html", "issues.html", "builds.html", "unrecognized.html"] + links.issues.map { "issues/\($0).html" }
        + links.reports.map { "reports/\($0).html" }
      for page in pages {
        let answer = await client.get("/" + page, cookie: cookie)
        #expect(answer.status == 200 && answer.body.hasSuffix("</html>\n"), "\(page)")
        #expect(answer.fields["content-length"] == String(answer.body.utf8.count))
        #expect(answer.fields["content-type"] == "text/html; charset=utf-8")
      }
      for page in [
        "issues-2.html", "issues/000000000000.html", "reports/0.html", "x", "issues", "issues/", "/etc/passwd",
        "../../etc/passwd", "..%2f..%2fetc/passwd", "%2e%2e/index.html", "favicon.ico",
      ] {
        #expect(await client.get("/" + page, cookie: cookie).status == 404, "\(page)")
      }
      for page in ["%00", "%", "%4", "%zz", "%ff%fe", "?a=%ff", "%0a"] {
        #expect(await client.get("/" + page, cookie: cookie).status == 400, "\(page)")
      }
      #expect(await client.get("/%69ndex.html", cookie: cookie).status == 200)
    }
  }

  @Test func listsAreSearchedByTheirAddress() async throws {
    let history = MadeHistory(.usual, issues: 12)
    try await withServer(history) { client, target in
      let cookie = try await cookie(client, target)
      func get(_ query: String) async -> Client.Answer { await client.get("/issues.html?" + query, cookie: cookie) }
      let found = await get("q=fork&sort=count")
      #expect(found.status == 200 && found.body.contains("SQLite was used after fork()"))
      #expect(!found.body.contains("LoadFonts while") && found.body.contains("1 issue with “fork”"))
      #expect(found.body.contains("value=\"fork\""))
      let none = await get("q=%3Cscript%3Echaosxss")
      #expect(none.status == 200 && none.body.contains("No issues match."))
      #expect(!none.body.contains("<script"))
      for query in ["page=2", "trend=growing", "pattern=none", "app=x", "state=open&unknown=1", "q=" + "%20"] {
        #expect(await get(query).status == (query == "page=2" ? 404 : 200), "\(query)")
      }
      for query in ["state=x", "page=0", "sort=x", "q=" + String(repeating: "a", count: 300), "trend=x", "pattern=%00"]
      {
        #expect(await get(query).status == 400, "\(query)")
      }
      let list = await client.get("/lists/trend-too-few.html", cookie: cookie)
      #expect(list.status == 303 && list.fields["location"] == "/issues.html?trend=too-few")
      #expect(await client.get("/lists/trend-x.html", cookie: cookie).status == 404)
      #expect(await client.get("/issues.html?q=a").status == 403)
    }
  }

  /// Only a list may send a form, and only to this server.
  @Test func formsAreSentToThisServerOnly() async throws {
    try await withServer { client, target in
      let cookie = try await cookie(client, target)
      for (page, action) in [
        ("/issues.html", "'self'"), ("/issues.html?q=a", "'self'"), ("/", "'none'"), ("/x", "'none'"),
      ] {
        let policy = await client.get(page, cookie: cookie).fields["content-security-policy"] ?? ""
        #expect(policy.contains("form-action \(action)") && policy.contains("default-src 'none'"), "\(page)")
      }
    }
  }

  @Test func everyAnswerHasTheSafetyFields() async throws {
    try await withServer { client, target in
      let cookie = try await cookie(client, target)
      var answers = [await client.get(target), await client.get(cookie: cookie), await client.get()]
      answers.append(await client.get("/x", cookie: cookie))
      answers.append(await client.get(method: "POST", cookie: cookie))
      answers.append(await client.get(host: "evil.example"))
      #expect(answers.map(\.status) == [303, 200, 403, 404, 405, 421])
      for answer in answers {
        let policy = answer.fields["content-security-policy"] ?? ""
        for part in ["default-src 'none'", "frame-ancestors 'none'", "base-uri 'none'", "form-action 'none'"] {
          #expect(policy.contains(part))
        }
        #expect(!policy.contains("unsafe"))
        #expect(answer.fields["x-content-type-options"] == "nosniff")
        #expect(answer.fields["referrer-policy"] == "no-referrer")
        #expect(answer.fields["cache-control"] == "no-store")
        #expect(answer.fields["access-control-allow-origin"] == nil && answer.fields["server"] == nil)
      }
    }
  }

  @Test func otherHostsAreTurnedAway() async throws {
    try await withServer { client, target in
      let cookie = try await cookie(client, target)
      let port = client.port
      for host in ["127.0.0.1", "localhost", "[::1]", "127.0.0.1:\(port)", "localhost:\(port)", "[::1]:\(port)"] {
        #expect(await client.get(host: host, cookie: cookie).status == 200, "\(host)")
      }
      for host in [
        "", "evil.example", "127.0.0.1.evil.example", "127.0.0.1:1", "localhost:", "127.0.0.1, evil.example",
        "evil@127.0.0.1", "2130706433", "0x7f000001", "127.0.0.1:0\(port)", "[::1", "LOCALHOST.", "0.0.0.0",
      ] {
        let answer = await client.get(host: host, cookie: cookie)
        #expect(answer.status == 421 && !answer.body.contains("LoadFonts"), "\(host)")
      }
      #expect(await client.get(host: nil, cookie: cookie).status == 400)
      #expect(await client.get(cookie: cookie, ["Host: 127.0.0.1"]).status == 400)
      #expect(await client.get("http://evil.example/", cookie: cookie).status == 400)
    }
  }

  @Test func onlyReading() async throws {
    try await withServer { client, target in
      let cookie = try await cookie(client, target)
      for method in ["POST", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "CONNECT", "BREW", "get"] {
        let answer = await client.get(method: method, cookie: cookie)
        #expect(answer.status == 405 && answer.fields["allow"] == "GET, HEAD", "\(method)")
      }
      let complete = await client.get(cookie: cookie)
      let head = await client.get(method: "HEAD", cookie: cookie)
      #expect(head.status == 200 && head.body.isEmpty)
      #expect(head.fields["content-length"] == complete.fields["content-length"])
      #expect(await client.get(cookie: cookie, ["Content-Length: 5"]).status == 400)
      #expect(await client.get(cookie: cookie, ["Transfer-Encoding: chunked"]).status == 400)
      #expect(await client.get(cookie: cookie, ["Content-Length: 0"]).status == 200)
    }
  }

  @Test func pagesOfOthersGetNothing() async throws {
    try await withServer { client, target in
      let cookie = try await cookie(client, target)
      for site in ["cross-site", "same-site"] {
        let fields = ["Sec-Fetch-Site: \(site)", "Sec-Fetch-Mode: no-cors"]
        #expect(await client.get(cookie: cookie, fields).status == 403)
        let walk = ["Sec-Fetch-Site: \(site)", "Sec-Fetch-Mode: navigate"]
        #expect(await client.get(cookie: cookie, walk).status == 200)
      }
      #expect(await client.get(cookie: cookie, ["Sec-Fetch-Site: same-origin"]).status == 200)
    }
  }

  @Test func sameRevisionIsNotSentAgain() async throws {
    let source = ChangingHistory()
    try await withServer(source) { client, target in
      let cookie = try await cookie(client, target)
      let tag = try #require(await client.get(cookie: cookie).fields["etag"])
      let again = await client.get(cookie: cookie, ["If-None-Match: \"x\", W/\(tag)"])
      #expect(again.status == 304 && again.body.isEmpty && again.fields["etag"] == tag)
      let old = await client.get("/?live=off", cookie: cookie, ["If-None-Match: \(tag)"])
      #expect(old.status == 304, "an address of an earlier version")
      source.state.withLock { $0 += 1 }
      let changed = await client.get(cookie: cookie, ["If-None-Match: \(tag)"])
      #expect(changed.status == 200 && changed.fields["etag"] != tag)
    }
  }

  @Test func faultsOfTheSourceStayInside() async throws {
    try await withServer(BrokenHistory()) { client, target in
      let cookie = try await cookie(client, target)
      let answer = await client.get("/issues/abc.html", cookie: cookie)
      #expect(answer.status == 500 && !answer.body.contains("Fault"))
      #expect(await client.get(cookie: cookie).status == 200)
    }
  }

  @Test func malformedRequestsEndAlone() async throws {
    try await withServer { client, target in
      let cookie = try await cookie(client, target)
      let field = "Host: 127.0.0.1\r\n"
      for (request, status) in [
        ("GET / HTTP/1.1\n\(field)\r\n", 400), ("GET /\r\n\r\n", 400), ("GET / HTTP/9.9\r\n\(field)\r\n", 505),
        ("GET  / HTTP/1.1\r\n\(field)\r\n", 400), ("GET /\0 HTTP/1.1\r\n\(field)\r\n", 400),
        ("GET / HTTP/1.1\r\n\(field) folded\r\n\r\n", 400), ("GET / HTTP/1.1\r\nHost : 127.0.0.1\r\n\r\n", 400),
        ("GET / HTTP/1.1\r\n\(field)nothing\r\n\r\n", 400), ("\r\n\r\n", 400),
        ("GET /" + String(repeating: "a", count: 100_000) + " HTTP/1.1\r\n\(field)\r\n", 414),
        ("GET / HTTP/1.1\r\n\(field)X: " + String(repeating: "a", count: 100_000) + "\r\n\r\n", 431),
        ("GET / HTTP/1.1\r\n\(field)" + String(repeating: "a: b\r\n", count: 200) + "\r\n", 431),
      ] {
        #expect(await client.send(Array(request.utf8)).status == status, "\(request.prefix(40))")
      }
      let noise = (0..<4096).map { UInt8(truncatingIfNeeded: $0 &* 131 &+ 17) }
      _ = await client.send(noise + Array("\r\n\r\n".utf8))
      #expect(await client.get(cookie: cookie).status == 200)
    }
  }

  /// An incomplete request does not block others, and its connection is closed.
  @Test func slowConnectionsKeepNobodyOut() async throws {
    var limits = PageServer.Limits()
    limits.connections = 8
    limits.head = .seconds(2)
    try await withServer(MadeHistory(.usual, issues: 3), limits) { client, target in
      let cookie = try await cookie(client, target)
      let slow = (0..<40).compactMap { _ in client.open(Array("GET / HTTP/1.1\r\nX: ".utf8)) }
      defer { slow.forEach { close($0) } }
      #expect(slow.count == 40)
      #expect(await client.get(cookie: cookie).status == 200)
      let start = ContinuousClock.now
      let descriptor = try #require(client.open(Array("GET / HT".utf8)))
      let rest = await withCheckedContinuation { continuation in
        DispatchQueue.global().async { continuation.resume(returning: Client.readAll(descriptor)) }
      }
      close(descriptor)
      #expect(rest.isEmpty && ContinuousClock.now - start < .seconds(60))
      #expect(await client.get(cookie: cookie).status == 200)
    }
  }

  /// A client that does not read blocks only its own connection, for a limited time.
  @Test func slowReadersAreEnded() async throws {
    var limits = PageServer.Limits()
    limits.connection = .seconds(5)
    try await withServer(LongHistory(), limits) { client, target in
      let cookie = try await cookie(client, target)
      let request = "GET /issues.html HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: \(cookie)\r\n\r\n"
      let slow = try #require(client.open(Array(request.utf8), receiveBuffer: 4_096))
      defer { close(slow) }
      try await Task.sleep(for: .seconds(6))
      let rest = await withCheckedContinuation { continuation in
        DispatchQueue.global().async { continuation.resume(returning: Client.readAll(slow)) }
      }
      let complete = PageRenderer(.live).page(LongHistory().issues(IssueQuery()))
      #expect(complete.bytes.count > 10_000_000, "the system's buffers could hold it")
      #expect(rest.count < complete.bytes.count)
      #expect(await client.get("/unknown.html", cookie: cookie).status == 404)
    }
  }

  @Test func listensOnLoopbackOnly() async throws {
    try await withServer { client, target in
      if OperatingSystem.current == .linux {
        let hexadecimal = String(client.port, radix: 16, uppercase: true)
        let port = ":" + String(repeating: "0", count: 4 - hexadecimal.count) + hexadecimal
        for (table, own) in [
          ("/proc/net/tcp", "0100007F"), ("/proc/net/tcp6", "00000000000000000000000001000000"),
        ] {
          let text = (try? String(contentsOfFile: table, encoding: .utf8)) ?? ""
          for line in text.split(separator: "\n").dropFirst() {
            let columns = line.split(separator: " ")
            if columns.count > 3, columns[3] == "0A", columns[1].hasSuffix(port) {
              #expect(columns[1] == own + port)
            }
          }
        }
      }
      let cookie = try await cookie(client, target)
      if let six = client.open(on: AF_INET6) {
        close(six)
        let request = "GET / HTTP/1.1\r\nHost: [::1]\r\nCookie: \(cookie)\r\n\r\n"
        #expect(await client.send(Array(request.utf8), on: AF_INET6).status == 200)
      }
    }
  }

  @Test func takenPortIsSaid() async throws {
    try await withServer { client, _ in
      let second = PageServer(MadeHistory(.empty), port: client.port)
      await #expect(throws: PageServer.Failure.self) { try await second.run(onListening: { _ in }) }
    }
  }

  @Test func endsWithConnectionsOpen() async throws {
    var open: [Int32] = []
    try await withServer { client, _ in
      open = (0..<5).compactMap { _ in client.open(Array("GET / HTTP/1.1\r\n".utf8)) }
      try await Task.sleep(for: .milliseconds(100))
    }
    for descriptor in open { close(descriptor) }
  }
}

/// A history with a page larger than the system's buffers.
struct LongHistory: PageSource {
  private let made = MadeHistory(.usual, issues: 2)

  var revision: Int { 1 }
  func overview() -> OverviewPage { made.overview() }
  func reports(of key: String, page: Int) -> ReportsPage? { made.reports(of: key, page: page) }
  func issues(_ query: IssueQuery) -> IssuesPage {
    var page = made.issues(IssueQuery())
    page.rows[0].issue.title = String(repeating: "<", count: 300)
    page.rows[0].issue.location = String(repeating: "<", count: 200)
    page.rows = Array(repeating: page.rows[0], count: 3_000)
    return page
  }
  func issue(_ key: String) -> IssuePage? { made.issue(key) }
  func builds() -> BuildsPage { made.builds() }
  func report(_ id: String) -> ReportPage? { made.report(id) }
  func unrecognized() -> UnrecognizedPage { made.unrecognized() }
  func links() -> SiteLinks { made.links() }
}

/// A history whose revision the test changes.
final class ChangingHistory: PageSource {
  let state = Mutex(1)
  private let made = MadeHistory(.usual, issues: 2)

  var revision: Int { state.withLock { $0 } }
  func overview() -> OverviewPage { made.overview() }
  func issues(_ query: IssueQuery) -> IssuesPage { made.issues(query) }
  func reports(of key: String, page: Int) -> ReportsPage? { made.reports(of: key, page: page) }
  func issue(_ key: String) -> IssuePage? { made.issue(key) }
  func builds() -> BuildsPage { made.builds() }
  func report(_ id: String) -> ReportPage? { made.report(id) }
  func unrecognized() -> UnrecognizedPage { made.unrecognized() }
  func links() -> SiteLinks { made.links() }
}
