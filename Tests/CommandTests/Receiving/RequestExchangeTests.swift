import Archives
import Foundation
import Platform
import Testing

@testable import Monitoring

/// Requests and their answers, without sockets.
@Suite struct RequestExchangeTests {
  private static let report = Array("Incident Identifier: 1\n".utf8)

  // MARK: Acknowledged

  @Test func aReportIsOnDiskBeforeItIsAcknowledged() throws {
    let endpoint = try ScriptedEndpoint()
    var before: [[[UInt8]]] = []
    endpoint.willWrite = { _ in before.append((try? endpoint.stored()) ?? []) }
    let answer = try endpoint.post(body: Self.report)
    endpoint.willWrite = { _ in }
    #expect(answer.status == 202 && before == [[Self.report]])
    let names = try endpoint.files()
    let id = try #require(names.first?.prefix { $0 != "." })
    #expect(answer.body == "{\"id\":\"\(id)\"}" && names == ["\(id).app.report"])
    #expect(try endpoint.stored() == [Self.report] && endpoint.spool.count == 1)
    let status = try FileStatus(of: FilePath(endpoint.scratch.url("spool/" + names[0]).path))
    #expect(status.permissions == 0o600)
  }

  @Test func bodiesArriveInParts() throws {
    let endpoint = try ScriptedEndpoint()
    let head = "POST /v1/reports HTTP/1.1\r\nHost: x\r\nAuthorization: bearer \(endpoint.token)\r\n"
    let bytes = Array((head + "Content-Length: 5\r\n\r\nabcdeGET / HTTP/1.1\r\n").utf8)
    for size in [1, 7, 64, 1_000] {
      let steps = stride(from: 0, to: bytes.count, by: size).map {
        ScriptedTransport.Step.bytes(Array(bytes[$0..<min(bytes.count, $0 + size)]))
      }
      #expect(try endpoint.answer(steps)?.status == 202)
    }
    let chunked = Array((head + "Transfer-Encoding: chunked\r\n\r\n2\r\nab\r\n3\r\ncde\r\n0\r\n\r\n").utf8)
    for size in [1, 5, 1_000] {
      let steps = stride(from: 0, to: chunked.count, by: size).map {
        ScriptedTransport.Step.bytes(Array(chunked[$0..<min(chunked.count, $0 + size)]))
      }
      #expect(try endpoint.answer(steps)?.status == 202)
    }
    #expect(try endpoint.stored() == Array(repeating: Array("abcde".utf8), count: 7))
  }

  @Test func gzipIsDecoded() throws {
    let endpoint = try ScriptedEndpoint()
    let packed = try #require(Zlib.gzipped(Self.report))
    for coding in ["gzip", "GZIP", "x-gzip"] {
      #expect(try endpoint.post("/v1/reports", ["Content-Encoding: \(coding)"], body: packed).status == 202)
    }
    #expect(try endpoint.stored() == Array(repeating: Self.report, count: 3))
    #expect(try endpoint.post("/v1/reports", ["Content-Encoding: identity"], body: Self.report).status == 202)
    // A file that is itself compressed stays as it is.
    #expect(try endpoint.post(body: packed).status == 202)
    #expect(try endpoint.stored().suffix(1) == [packed])
  }

  @Test func theClientMayAskBeforeItSendsTheBody() throws {
    let endpoint = try ScriptedEndpoint()
    let lines = ["POST /v1/reports HTTP/1.1", "Host: x", "Content-Length: 1", "Expect: 100-continue"]
    let head = { (token: String) in
      Array((lines + ["Authorization: Bearer \(token)", "", ""]).joined(separator: "\r\n").utf8)
    }
    let accepted = try #require(try endpoint.answer([.bytes(head(endpoint.token)), .pause(1), .bytes([0x61])]))
    #expect(accepted.status == 202 && accepted.before == "HTTP/1.1 100 Continue")
    let rejected = try #require(try endpoint.answer([.bytes(head("x")), .end]))
    #expect(rejected.status == 401 && rejected.before.isEmpty)
    #expect(try endpoint.post("/v1/reports", ["Expect: 200-ok"], body: [1]).status == 417)
  }

  // MARK: Tokens

  @Test func onlyHealthWorksWithoutAToken() throws {
    let endpoint = try ScriptedEndpoint()
    let health = try endpoint.send(["GET /health HTTP/1.1", "Host: x"])
    #expect(health.status == 200 && health.body == "{\"status\":\"ok\"}")
    #expect(try endpoint.send(["HEAD /health HTTP/1.1", "Host: x"]).body.isEmpty)
    for target in ["/v1/reports", "/v1/logs", "/v1/traces", "/api/1/store/", "/api/1/envelope/"] {
      let answer = try endpoint.post(target, body: Self.report, isAuthorized: false)
      #expect(answer.status == 401 && answer.fields["www-authenticate"] == "Bearer", "\(target)")
    }
    #expect(try endpoint.stored().isEmpty && endpoint.files().isEmpty)
  }

  @Test func wrongTokensAreRejected() throws {
    let endpoint = try ScriptedEndpoint()
    let token = endpoint.token
    for value in [
      "Bearer", "Bearer ", "Bearer x", "Bearer \(token)0", "Bearer \(token.dropLast())",
      "Bearer \(token.uppercased())x",
      "Basic \(token)", token, "Bearer \(token) \(token)", "Sentry sentry_key=\(token)",
      "Bearer " + String(repeating: "a", count: 5_000),
    ] {
      let answer = try endpoint.post("/v1/reports", ["Authorization: \(value)"], body: [1], isAuthorized: false)
      #expect(answer.status == 401, "\(value)")
    }
    // Of two different ones, none counts.
    #expect(try endpoint.post("/v1/reports", ["Authorization: Bearer x"], body: [1]).status == 401)
    #expect(try endpoint.post("/v1/reports", ["Authorization: Bearer \(token)"], body: [1]).status == 202)
    // The token of Sentry is not one of other resources.
    #expect(try endpoint.post("/v1/reports?sentry_key=\(token)", body: [1], isAuthorized: false).status == 401)
  }

  @Test func revokedTokensAreRejectedAtOnce() throws {
    let endpoint = try ScriptedEndpoint()
    #expect(try endpoint.post(body: [1]).status == 202)
    #expect(try endpoint.file.revoke("app"))
    #expect(try endpoint.post(body: [1]).status == 401)
    // Tokens that cannot be read are not valid, and not invalid.
    try Data("x".utf8).write(to: URL(fileURLWithPath: endpoint.file.path.text))
    let answer = try endpoint.post(body: [1])
    #expect(answer.status == 503 && answer.fields["retry-after"] != nil)
  }

  /// A fault of the system ends without a change of the file.
  @Test func tokensAreReadAgainAfterAFault() throws {
    let endpoint = try ScriptedEndpoint()
    let fault = Guarded<TokenFile.Fault?>(.system(.tooManyOpenFiles))
    let reads = Guarded(0)
    let table = TokenTable(endpoint.file, clock: endpoint.clock.clock) { file throws(TokenFile.Fault) in
      reads.withLock { $0 += 1 }
      if let fault = fault.withLock({ $0 }) { throw fault }
      return try file.tokens()
    }
    for _ in 0..<3 { #expect(table.verdict(on: endpoint.token) == .unavailable) }
    #expect(reads.withLock { $0 } == 1)
    fault.withLock { $0 = nil }
    endpoint.clock.advance(0.9)
    #expect(table.verdict(on: endpoint.token) == .unavailable)
    endpoint.clock.advance(0.2)
    for _ in 0..<3 { #expect(table.verdict(on: endpoint.token) == .valid("app")) }
    #expect(reads.withLock { $0 } == 2)
  }

  /// A change of the mode alone counts at once, in both directions.
  @Test func theModeOfTheTokensIsChecked() throws {
    let endpoint = try ScriptedEndpoint()
    #expect(endpoint.table.verdict(on: endpoint.token) == .valid("app"))
    for (mode, verdict) in [(0o644, TokenTable.Verdict.unavailable), (0o600, .valid("app"))] {
      try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: endpoint.file.path.text)
      #expect(endpoint.table.verdict(on: endpoint.token) == verdict)
    }
  }

  @Test func tokensOfSentryAreRead() throws {
    let endpoint = try ScriptedEndpoint()
    let token = endpoint.token
    let event = Array("{\"event_id\":\"1\"}\n".utf8)
    for target in ["/api/1/envelope/", "/api/1/store/", "/api/42/envelope", "/api/a-b/store"] {
      for fields in [
        ["X-Sentry-Auth: Sentry sentry_version=7, sentry_client=a/1, sentry_key=\(token)"],
        ["X-Sentry-Auth: sentry sentry_key=\(token),sentry_version=7"], ["X-Sentry-Auth: sentry_key=\(token)"],
        ["Authorization: Sentry sentry_key=\(token), sentry_version=7"], ["Authorization: Bearer \(token)"],
      ] {
        let answer = try endpoint.post(target, fields, body: event, isAuthorized: false)
        #expect(answer.status == 200 && answer.body.hasPrefix("{\"id\":\""), "\(target) \(fields)")
      }
      #expect(
        try endpoint.post(target + "?sentry_key=\(token)&sentry_version=7", body: event, isAuthorized: false).status
          == 200)
      for query in ["?sentry_key=\(token)&sentry_key=x", "?sentry_key=\(token)&sentry%5Fkey=\(token)"] {
        #expect(try endpoint.post(target + query, body: event, isAuthorized: false).status == 401, "\(query)")
      }
      for fields in [
        ["X-Sentry-Auth: Sentry sentry_key=x"], ["X-Sentry-Auth: Sentry"],
        ["X-Sentry-Auth: Sentry sentry_secret=\(token)"],
        ["X-Sentry-Auth: Sentry sentry_key=\(token), sentry_key=x"],
        ["X-Sentry-Auth: Sentry sentry_key=\(token)", "X-Sentry-Auth: Sentry sentry_key=x"],
      ] {
        #expect(try endpoint.post(target, fields, body: event, isAuthorized: false).status == 401, "\(fields)")
      }
    }
  }

  @Test func envelopesMayContainTheirToken() throws {
    let endpoint = try ScriptedEndpoint()
    func post(_ text: String) throws -> Int {
      try endpoint.post("/api/1/envelope/", body: Array(text.utf8), isAuthorized: false).status
    }
    let token = endpoint.token
    let good = [
      "{\"dsn\":\"http://\(token)@localhost:1/1\"}\n{\"type\":\"event\"}\n{}",
      "{\"sdk\":{\"name\":\"x\"},\"dsn\":\"https://\(token):secret@h/1\"}\n{}", "{\"dsn\":\"http://\(token)@h/1\"}",
    ]
    for text in good { #expect(try post(text) == 200, "\(text)") }
    #expect(try endpoint.stored() == good.map { Array($0.utf8) })
    for text in [
      "{}\n{}", "{\"dsn\":\"http://x@h/1\"}\n", "{\"dsn\":\"http://h/\(token)@x\"}\n", "{\"dsn\":\"\(token)\"}\n",
      "{\"dsn\":\"ftp://\(token)@h/1\"}\n", "{\"dsn\":1}\n", "[\"http://\(token)@h/1\"]\n",
      "{\"dsn\":\"http://\(token)@h/1\"\n}", "\n{\"dsn\":\"http://\(token)@h/1\"}",
      "{\"a\":\"" + String(repeating: "a", count: 20_000) + "\",\"dsn\":\"http://\(token)@h/1\"}\n",
      "{\"dsn\":\"http://x@h/1\",\"dsn\":\"http://\(token)@h/1\"}\n",
    ] {
      #expect(try post(text) == 401, "\(text.prefix(60))")
    }
    #expect(try endpoint.stored().count == good.count)
    // The first line may arrive in parts, each of which is searched once.
    let head = "POST /api/1/envelope/ HTTP/1.1\r\nHost: x\r\nContent-Length: \(good[0].utf8.count)\r\n\r\n"
    for size in [1, 2, 50] {
      let bytes = Array((head + good[0]).utf8)
      let steps = stride(from: 0, to: bytes.count, by: size).map {
        ScriptedTransport.Step.bytes(Array(bytes[$0..<min(bytes.count, $0 + size)]))
      }
      #expect(try endpoint.answer(steps)?.status == 200)
    }
    #expect(try endpoint.stored().suffix(3) == Array(repeating: Array(good[0].utf8), count: 3))
    // Only envelopes have it.
    #expect(try endpoint.post("/api/1/store/", body: Array(good[0].utf8), isAuthorized: false).status == 401)
    let packed = try #require(Zlib.gzipped(Array(good[0].utf8)))
    #expect(
      try endpoint.post("/api/1/envelope/", ["Content-Encoding: gzip"], body: packed, isAuthorized: false).status == 200
    )
  }

  // MARK: Resources

  @Test func otherResourcesAndMethodsAreRejected() throws {
    let endpoint = try ScriptedEndpoint()
    for target in [
      "/", "/v1", "/v1/reports/", "/v1/Reports", "//v1/reports", "/api//envelope/", "/api/1/x/", "/api/1/2/envelope/",
      "/api/1/envelope//", "/health/", "/v1/metrics",
    ] {
      #expect(try endpoint.post(target, body: [1]).status == 404, "\(target)")
    }
    for method in ["GET", "PUT", "DELETE", "OPTIONS", "HEAD", "post"] {
      let answer = try endpoint.send(["\(method) /v1/reports HTTP/1.1", "Host: x"])
      #expect(answer.status == 405 && answer.fields["allow"] == "POST", "\(method)")
    }
    #expect(try endpoint.post("/health", body: [1]).status == 405)
    #expect(try endpoint.send(["GET /health HTTP/1.1", "Host: x", "Content-Length: 1"], "a").status == 400)
  }

  @Test func openTelemetryIsJSONOrProtobuf() throws {
    let endpoint = try ScriptedEndpoint()
    for target in ["/v1/logs", "/v1/traces"] {
      for type in ["application/json", "application/json; charset=utf-8", "Application/JSON"] {
        let answer = try endpoint.post(target, ["Content-Type: \(type)"], body: Array("{}".utf8))
        #expect(answer.status == 200 && answer.body == "{}", "\(type)")
      }
      let type = "Content-Type: application/x-protobuf"
      let answer = try endpoint.post(target, [type], body: [10, 0])
      #expect(answer.status == 200 && answer.body.isEmpty)
      #expect(answer.fields["content-type"] == "application/x-protobuf" && answer.fields["content-length"] == "0")
      #expect(try endpoint.post(target, [type], body: Array("{}".utf8)).status == 400)
      #expect(try endpoint.post(target, [type, "Content-Encoding: gzip"], body: [10, 0]).status == 400)
      let packed = try #require(Zlib.gzipped([10, 0]))
      #expect(try endpoint.post(target, [type, "Content-Encoding: gzip"], body: packed).status == 200)
      for other in ["", "application/grpc", "application/x-protobuf-x", "text/plain"] {
        let answer = try endpoint.post(target, ["Content-Type: \(other)"], body: [10, 0])
        #expect(answer.status == 415 && answer.body.contains("application/x-protobuf"), "\(other)")
      }
    }
    let stored = try endpoint.stored().map { String(decoding: $0, as: UTF8.self) }
    #expect(stored.count == 10 && stored.filter { $0 == #"{"resourceLogs":[{}]}"# }.count == 2, "\(stored)")
    // Other resources store what they get.
    #expect(try endpoint.post("/v1/reports", ["Content-Type: application/x-protobuf"], body: [10, 0]).status == 202)
  }

  /// Messages are in memory as a whole, so their sizes are limited, each and in total.
  @Test func messagesAreLimited() throws {
    let type = "Content-Type: application/x-protobuf"
    // A field that is left out.
    func message(_ size: Int) -> [UInt8] { Array(repeating: [0x50, 0x01] as [UInt8], count: size / 2).flatMap(\.self) }
    let endpoint = try ScriptedEndpoint { ($0.message, $0.messages) = (100, 150) }
    for (size, status) in [(98, 200), (100, 200), (102, 413)] {
      #expect(try endpoint.post("/v1/logs", [type], body: message(size)).status == status, "\(size)")
    }
    // What a request used is free after it.
    for _ in 0..<3 { #expect(try endpoint.post("/v1/logs", [type], body: message(100)).status == 200) }
    let full = try ScriptedEndpoint { ($0.message, $0.messages) = (100, 98) }
    #expect(try full.post("/v1/logs", [type], body: message(98)).status == 200)
    let answer = try full.post("/v1/logs", [type], body: message(100))
    #expect(answer.status == 503 && answer.fields["retry-after"] == "1")
  }

  @Test func formsAndOtherCodingsAreRejected() throws {
    let endpoint = try ScriptedEndpoint()
    let form = try endpoint.post("/v1/reports", ["Content-Type: multipart/form-data; boundary=x"], body: [1])
    #expect(form.status == 415 && form.body.contains("--data-binary"))
    // What curl sends with --data-binary.
    let type = "Content-Type: application/x-www-form-urlencoded"
    #expect(try endpoint.post("/v1/reports", [type], body: [1]).status == 202)
    for coding in ["br", "zstd", "deflate", "gzip, gzip"] {
      #expect(try endpoint.post("/v1/reports", ["Content-Encoding: \(coding)"], body: [1]).status == 415, "\(coding)")
    }
    let fields = ["Content-Encoding: gzip", "Content-Encoding: gzip"]
    #expect(try endpoint.post("/v1/reports", fields, body: [1]).status == 415)
  }

  /// Nothing of a request is in an answer or in the name of a file.
  @Test func nothingOfARequestIsRepeated() throws {
    let endpoint = try ScriptedEndpoint()
    let mark = "evilmark"
    for lines in [
      ["POST /\(mark) HTTP/1.1", "Host: \(mark)", "Content-Length: 1"],
      ["\(mark) /v1/reports HTTP/1.1", "Host: \(mark)", "X: \(mark)"],
      ["POST /v1/reports HTTP/1.1", "Host: x", "Authorization: Bearer \(mark)", "Content-Length: 1"],
      ["POST /api/\(mark)/store/ HTTP/1.1", "Host: x", "Authorization: Bearer \(endpoint.token)", "Content-Length: 1"],
      [
        "POST /v1/reports?\(mark) HTTP/1.1", "Host: x", "Authorization: Bearer \(endpoint.token)", "Content-Length: 1",
        "Content-Encoding: \(mark)",
      ],
    ] {
      let answer = try endpoint.send(lines, "a")
      #expect(!answer.body.contains(mark) && !answer.fields.values.contains { $0.contains(mark) }, "\(lines)")
    }
    #expect(try !endpoint.files().joined().contains(mark))
  }
}
