import Archives
import Foundation
import TestSupport
import Testing

@testable import ClickHouse
@testable import Transfer

/// What a server may answer, and what becomes of it.
struct Scenario: Sendable, CustomTestStringConvertible {
  var name: String
  var kind: ServerError.Kind
  var status: Int32
  var code: Int?
  var behavior: LoopbackServer.Behavior

  var testDescription: String { name }

  init(
    _ name: String, _ kind: ServerError.Kind, _ status: Int32, code: Int? = nil,
    _ behavior: @escaping LoopbackServer.Behavior
  ) {
    self.name = name
    self.kind = kind
    self.status = status
    self.code = code
    self.behavior = behavior
  }

  private static let ok = "HTTP/1.1 200 OK\r\n"
  private static let long = "name\tcount\nString\tUInt64\n"

  static let all: [Scenario] = garbage + bodies + truncated + exceptions + statuses

  static let garbage: [Scenario] = [
    Scenario("garbage", .notUnderstood, 74) { $0.send("\u{1B}[31m\0\u{9B}garbage without a status line\r\n\r\n") },
    Scenario("garbage for a status line", .notUnderstood, 74) { $0.send("HTTP/1.1 abc OK\r\n\r\n") },
    Scenario("another protocol", .notUnderstood, 74) { $0.send("SSH-2.0-OpenSSH_9.6\r\n") },
    Scenario("nothing", .incomplete, 75) { _ in },
    Scenario("endless status line", .notUnderstood, 74) { $0.repeatForever("HTTP/1.1 ") },
    Scenario("endless field", .notUnderstood, 74) {
      $0.send(ok + "X: ")
      $0.repeatForever("a")
    },
    Scenario("endless fields", .notUnderstood, 74) {
      $0.send(ok)
      $0.repeatForever("X-Field: \(String(repeating: "a", count: 100))\r\n")
    },
    Scenario("endless interim answers", .notUnderstood, 74) { $0.repeatForever("HTTP/1.1 100 Continue\r\n\r\n") },
    Scenario("another page", .notUnderstood, 74) { $0.answer("<html>\n<h1>It works!</h1>\n</html>\n") },
    Scenario("empty", .incomplete, 75) { $0.answer("") },
    Scenario("only names", .incomplete, 75) { $0.answer("name\tcount\n") },
    Scenario("unknown encoding", .notUnderstood, 74) { $0.answer(table, "Content-Encoding: br\r\n") },
    Scenario("not gzip", .notUnderstood, 74) { $0.answer(table, "Content-Encoding: gzip\r\n") },
  ]

  static let bodies: [Scenario] = [
    Scenario("endless body", .answerTooLarge, 74) {
      $0.send(ok + "Transfer-Encoding: chunked\r\n\r\n")
      $0.repeatForever("a\r\n0123456789\r\n")
    },
    Scenario("endless rows", .answerTooLarge, 74) {
      $0.send(ok + "Content-Length: 99999999999\r\n\r\n" + long)
      $0.repeatForever("abc\t1\n")
    },
    Scenario("compression bomb", .answerTooLarge, 74) {
      let bomb = Zlib.gzipped([UInt8](repeating: 0x61, count: 200 << 20)) ?? []
      $0.send(ok + "Content-Encoding: gzip\r\nContent-Length: \(bomb.count)\r\n\r\n")
      $0.send(bomb)
    },
    Scenario("100,000 columns", .answerTooLarge, 74) {
      $0.answer([String](repeating: "c", count: 100_000).joined(separator: "\t") + "\n")
    },
    Scenario("wrong number of fields", .notUnderstood, 74) { $0.answer(long + "abc\t1\t2\n") },
    Scenario("wrong types", .notUnderstood, 74) { $0.answer(long + "abc\tmany\n") },
    Scenario("other columns", .notUnderstood, 74) { $0.answer("a\tb\nString\tUInt64\nabc\t1\n") },
    Scenario("last column is text", .notUnderstood, 74) { $0.answer("count\tname\nUInt64\tString\n1\tabc\n") },
    Scenario("more types than names", .notUnderstood, 74) { $0.answer("a\tb\nString\tUInt64\tUInt8\n") },
    Scenario("number out of range", .notUnderstood, 74) { $0.answer(long + "abc\t99999999999999999999\n") },
  ]

  static let truncated: [Scenario] = [
    Scenario("half an answer", .incomplete, 75) { $0.send(ok + "Content-Length: 5000\r\n\r\n" + table) },
    Scenario("closed between chunks", .incomplete, 75) {
      $0.send(ok + "Transfer-Encoding: chunked\r\n\r\n19\r\n" + long + "\r\n")
    },
    Scenario("closed in the head", .incomplete, 75) { $0.send("HTTP/1.1 200 OK\r\nContent-Le") },
    Scenario("last line without an end", .notUnderstood, 74) { $0.answer(long + "abc\t1") },
    Scenario("HTTP/1.0 without a length", .notUnderstood, 74) { $0.send("HTTP/1.0 200 OK\r\n\r\n" + table) },
    Scenario("truncated gzip", .incomplete, 75) {
      let body = (Zlib.gzipped(Array(table.utf8)) ?? []).dropLast(9)
      $0.send(ok + "Content-Encoding: gzip\r\nContent-Length: \(body.count)\r\n\r\n")
      $0.send(Array(body))
    },
    Scenario("slow drip", .timeout, 75) { exchange in
      exchange.send(ok + "Content-Length: 100000\r\n\r\n")
      for _ in 0..<60 where exchange.send("a") { Thread.sleep(forTimeInterval: 0.2) }
    },
  ]

  static let exceptions: [Scenario] = [
    Scenario("exception after rows", .overloaded, 75, code: 241) {
      $0.answer(
        long + "abc\t1\nCode: 241, e.displayText() = DB::Exception: Memory limit exceeded, e.what() = DB::Exception\n")
    },
    Scenario("exception in the middle of a row", .timeout, 75, code: 159) {
      $0.answer(long + "abc\t1Code: 159. DB::Exception: Timeout exceeded. (TIMEOUT_EXCEEDED)")
    },
    Scenario("exception in the middle of a name", .timeout, 75, code: 159) {
      $0.answer(long + "abcCode: 159. DB::Exception: Timeout exceeded. (TIMEOUT_EXCEEDED)\n")
    },
    Scenario("exception in place of names", .unknownTable, 74, code: 60) {
      $0.answer("Code: 60. DB::Exception: Table default.x does not exist. (UNKNOWN_TABLE)\n")
    },
    Scenario("exception after types, current format", .overloaded, 75, code: 395 - 154) {
      $0.answer(
        long + "\r\n__exception__\r\nabcd\r\nCode: 241. DB::Exception: Memory limit\r\n24 abcd\r\n__exception__\r\n")
    },
    Scenario("memory", .overloaded, 75, code: 241) {
      $0.answer("Code: 241. DB::Exception: Memory limit (total) exceeded\n", status: "500 Error")
    },
    Scenario("unknown database", .unknownDatabase, 74, code: 81) {
      $0.answer("Code: 81, e.displayText() = DB::Exception: Database x doesn't exist", status: "404 Not Found")
    },
    Scenario("too many parts", .tooManyParts, 75, code: 252) {
      $0.answer("Code: 252. DB::Exception: Too many parts (300)", status: "500 Error")
    },
    Scenario("disk full", .diskFull, 74, code: 75) {
      $0.answer(
        "Code: 75, e.displayText() = DB::ErrnoException: Cannot write, errno: 28, strerror: No space left on device",
        status: "500 Error")
    },
    Scenario("readonly", .accessDenied, 77, code: 164) {
      $0.answer("Code: 164. DB::Exception: Cannot modify 'x' setting in readonly mode.", status: "500 Error")
    },
  ]

  static let statuses: [Scenario] = [
    Scenario("401", .accessDenied, 77) { $0.answer("no", status: "401 Unauthorized") },
    Scenario("wrong password", .accessDenied, 77, code: 193) {
      $0.answer(
        "Code: 193, e.displayText() = DB::Exception: Wrong password for user ci \(canary)", status: "401 Unauthorized")
    },
    Scenario("403 with the request", .accessDenied, 77) { $0.answer("you sent:\n" + $0.text, status: "403 Forbidden") },
    Scenario("404", .notUnderstood, 74) { $0.answer("\u{1B}]0;title\u{7}\u{202E}not found", status: "404 Not Found") },
    Scenario("500", .notUnderstood, 74) { $0.answer(String(repeating: "x", count: 1 << 20), status: "500 Error") },
    Scenario("502", .unreachable, 75) { $0.answer("<html>Bad Gateway</html>", status: "502 Bad Gateway") },
    Scenario("503", .unreachable, 75) { $0.answer("", status: "503 Service Unavailable") },
    Scenario("413", .requestTooLarge, 74) { $0.answer("", status: "413 Request Entity Too Large") },
    Scenario("204", .notUnderstood, 74) { $0.send("HTTP/1.1 204 No Content\r\n\r\n") },
  ]
}

@Suite struct HostileServerTests {
  @Test(arguments: Scenario.all)
  func answersThatAreNotAnswersAreErrors(_ scenario: Scenario) throws {
    let server = try LoopbackServer(scenario.behavior)
    defer { server.stop() }
    let connection = try connect(server.port) { $0.timeouts.total = scenario.name == "slow drip" ? 2 : 20 }
    var request = ServerConnection.Request()
    request.limits.bytes = 4 << 20
    request.limits.rows = 10_000
    let error = failure {
      for row in try connection.rows("SELECT name, count FROM x", request) {
        _ = try row.text("name")
        _ = try row.uint("count")
      }
    }
    let found = try #require(error)
    #expect(found.kind == scenario.kind, "\(found)")
    #expect(found.exitStatus == scenario.status)
    if let code = scenario.code { #expect(found.code == code) }
    expectSound(found)
  }

  /// What is not HTTP is recognized by its first five bytes: such a server may wait without ending the line.
  @Test func anotherProtocolIsRecognizedBeforeTheEndOfItsLine() throws {
    for text in ["SSH-2", "HTTQ/", "http/", "HTTP ", "\u{0}\u{0}\u{0}\u{0}\u{0}"] {
      var reader = HTTPHeadReader()
      var start = Array(text.utf8)[..<4]
      let head = try reader.take(&start)
      #expect(head == nil && start.isEmpty, "\(text)")
      #expect(throws: HTTPHeadReader.Fault.invalid, "\(text)") {
        var rest = Array(text.utf8)[4...]
        _ = try reader.take(&rest)
      }
    }
    // Only the first line begins in this way.
    var reader = HTTPHeadReader()
    for line in ["HTTP/", "1.1 200 OK\r\n", "Server: x\r\n"] {
      var part = Array(line.utf8)[...]
      let head = try reader.take(&part)
      #expect(head == nil, "\(line)")
    }
    var end = Array("\r\nbody".utf8)[...]
    let head = try reader.take(&end)
    #expect(head?.status == 200 && Array(end) == Array("body".utf8))
  }

  @Test func aGoodAnswerIsRead() throws {
    for fields in ["", "X-A: b\r\n", "Content-Encoding: identity\r\n"] {
      let server = try LoopbackServer { $0.answer(table, fields) }
      defer { server.stop() }
      let rows = try connect(server.port).rows("SELECT name, count FROM x")
      let row = try #require(rows.first)
      let (name, count) = (try row.text("name"), try row.uint("count"))
      #expect(name == "abc" && count == .max)
      #expect(server.requests.count == 2)
      let request = try #require(server.requests.last)
      #expect(
        request.hasPrefix(
          "POST /?database=diagnose&wait_end_of_query=1&default_format=TabSeparatedWithNamesAndTypes HTTP/1.1\r\n"))
      let credentials = Data("ci:\(canary)".utf8).base64EncodedString()
      #expect(request.contains("Authorization: Basic \(credentials)\r\n"))
    }
  }

  @Test func compressedAnswersAreRead() throws {
    let body = Zlib.gzipped(Array(table.utf8)) ?? []
    let server = try LoopbackServer {
      $0.send("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: \(body.count)\r\n\r\n")
      $0.send(body)
    }
    defer { server.stop() }
    let connection = try connect(server.port) { $0.acceptsCompression = true }
    let rows = try connection.rows("SELECT name, count FROM x")
    #expect(rows.count == 1)
    #expect(server.requests.last?.contains("Accept-Encoding: gzip") == true)
  }

  @Test func redirectsAreNotFollowed() throws {
    let other = try LoopbackServer { $0.answer(table) }
    defer { other.stop() }
    for status in ["301 Moved", "302 Found", "307 Temporary Redirect", "308 Permanent Redirect"] {
      let port = other.port
      let server = try LoopbackServer { $0.answer("", status: status, "Location: http://127.0.0.1:\(port)/\r\n") }
      defer { server.stop() }
      let connection = try connect(server.port)
      let error = try #require(failure { _ = try connection.rows("SELECT 1 AS a") })
      #expect(error.kind == .notUnderstood && error.message.contains("redirects"))
    }
    #expect(other.requests.isEmpty)
  }

  @Test func aServerThatDoesNotListenIsUnreachable() throws {
    let server = try LoopbackServer { _ in }
    server.stop()
    let error = try #require(failure { _ = try connect(server.port).rows("SELECT 1 AS a") })
    #expect(error.kind == .unreachable && error.exitStatus == 75 && error.isRetriable)
    expectSound(error)
  }

  @Test func aMissingCurlIsReported() throws {
    let address = try ServerAddress("clickhouse://ci@127.0.0.1:9/d")
    for program in ["no-such-program", "/nonexistent/curl", "/bin/false"] {
      let transport = CurlTransport(address: address, credentials: nil, agent: "test", program: program)
      var options = ServerConnection.Options()
      options.retries = .never
      let connection = ServerConnection(address, nil, options, transport)
      let error = try #require(failure { _ = try connection.version() })
      #expect([78, 74].contains(error.exitStatus), "\(error)")
      expectSound(error)
    }
  }

  @Test func oldServersAreRejected() throws {
    let server = try LoopbackServer(version: "1.1.54394") { $0.answer(table) }
    defer { server.stop() }
    let error = try #require(failure { _ = try connect(server.port).rows("SELECT 1 AS a") })
    #expect(error.kind == .serverTooOld)
    for version in ["", "latest", "24", "24.", ".8", "-1.2", "99999.1", "24.x"] {
      let server = try LoopbackServer(version: version) { $0.answer(table) }
      defer { server.stop() }
      let error = failure { _ = try connect(server.port).version() }
      #expect(error?.kind == .notUnderstood, "\(version)")
    }
  }

  @Test func cancelingEndsARequest() throws {
    let server = try LoopbackServer { _ in Thread.sleep(forTimeInterval: 20) }
    defer { server.stop() }
    let start = Date()
    let connection = try connect(server.port) { $0.isCanceled = { Date().timeIntervalSince(start) > 0.5 } }
    let error = try #require(failure { _ = try connection.rows("SELECT 1 AS a") })
    #expect(error.kind == .canceled && Date().timeIntervalSince(start) < 5)
  }
}
