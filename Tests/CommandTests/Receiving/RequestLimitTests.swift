import Archives
import Foundation
import Platform
import Testing
import Vocabulary

@testable import Monitoring

/// Limits of requests: one below, at, and one above each.
@Suite struct RequestLimitTests {
  private func bytes(_ count: Int) -> [UInt8] { [UInt8](repeating: 0x61, count: count) }

  /// The head of a request for a body of any form.
  private func head(_ endpoint: ScriptedEndpoint, _ fields: String...) -> [UInt8] {
    let lines = ["POST /v1/reports HTTP/1.1", "Host: x", "Authorization: Bearer \(endpoint.token)"] + fields
    return Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8)
  }

  @Test func aStatedLengthIsCheckedBeforeTheBody() throws {
    let endpoint = try ScriptedEndpoint { $0.body = 1_000 }
    #expect(try endpoint.post(body: bytes(999)).status == 202)
    #expect(try endpoint.post(body: bytes(1_000)).status == 202)
    let answer = try #require(try endpoint.answer([.bytes(head(endpoint, "Content-Length: 1001")), .pause(3_600)]))
    #expect(answer.status == 413)
    #expect(try endpoint.stored().map(\.count) == [999, 1_000])
  }

  @Test func chunksAreCountedWhileTheyArrive() throws {
    let endpoint = try ScriptedEndpoint { $0.body = 1_000 }
    func post(_ count: Int) throws -> Int {
      let text = "\(String(count, radix: 16))\r\n" + String(repeating: "a", count: count) + "\r\n0\r\n\r\n"
      let steps: [ScriptedTransport.Step] = [
        .bytes(head(endpoint, "Transfer-Encoding: chunked")), .bytes(Array(text.utf8)), .end,
      ]
      return try #require(try endpoint.answer(steps)).status
    }
    #expect(try [999, 1_000, 1_001].map(post) == [202, 202, 413])
    // A body without an end is not read on.
    let endless = [UInt8](repeating: 0x61, count: 5_000_000)
    let answer = try #require(
      try endpoint.answer([
        .bytes(head(endpoint, "Transfer-Encoding: chunked")), .bytes(Array("ffffff\r\n".utf8) + endless),
      ]))
    #expect(answer.status == 413 && answer.taken < 2_000_000)
    #expect(try endpoint.files().count == 2)
  }

  @Test func decodedBytesAreLimited() throws {
    let endpoint = try ScriptedEndpoint {
      ($0.decoded, $0.ratioFree, $0.ratio) = (100_000, 10_000, 50)
    }
    func post(_ body: [UInt8]) throws -> Int {
      try endpoint.post("/v1/reports", ["Content-Encoding: gzip"], body: try #require(Zlib.gzipped(body))).status
    }
    var noise: UInt32 = 1
    let text = (0..<100_001).map { _ -> UInt8 in
      noise = noise &* 1_664_525 &+ 1_013_904_223
      return UInt8(truncatingIfNeeded: noise >> 24)
    }
    #expect(try post(Array(text.prefix(99_999))) == 202)
    #expect(try post(Array(text.prefix(100_000))) == 202)
    #expect(try post(text) == 413)
    // A body of one letter: few bytes are permitted at any ratio.
    #expect(try post(bytes(10_000)) == 202)
    #expect(try post(bytes(90_000)) == 413)
    #expect(try endpoint.files().count == 3)
  }

  @Test func aBombIsRejectedWithinItsFirstPart() throws {
    let endpoint = try ScriptedEndpoint()
    let bomb = try #require(Zlib.gzipped(bytes(200 << 20)))
    let answer = try endpoint.post("/v1/reports", ["Content-Encoding: gzip"], body: bomb)
    #expect(answer.status == 413)
    let limits = ReceiverLimits()
    let decoding = BodyDecoding(isGzip: true, limits)
    let part = bomb.prefix(16 << 10)
    #expect(throws: RequestRefusal.self) { try decoding.decode(part) { (_) throws(RequestRefusal) in } }
    // The limit of this part, and what is decoded at once.
    #expect(decoding.decoded <= max(limits.ratioFree, limits.ratio * (part.count + 1)) + (64 << 10))
    #expect(try endpoint.files().isEmpty && endpoint.spool.count == 0)
  }

  @Test func damagedBodiesAreRejected() throws {
    let endpoint = try ScriptedEndpoint()
    let packed = try #require(Zlib.gzipped(Array("a report of some length, which ends".utf8)))
    var damaged = packed
    damaged[packed.count - 6] ^= 1
    for body in [Array("no gzip".utf8), Array(packed.dropLast()), packed + [0], damaged, Array(packed.prefix(10))] {
      #expect(try endpoint.post("/v1/reports", ["Content-Encoding: gzip"], body: body).status == 400)
    }
    #expect(try endpoint.post(body: []).status == 400)
    #expect(try endpoint.post(body: bytes(10), length: 11).status == 400)
    let none = try #require(try endpoint.answer([.bytes(head(endpoint)), .end]))
    #expect(none.status == 411)
    #expect(try endpoint.files().isEmpty)
  }

  @Test func requestsAreCountedForEachToken() throws {
    let endpoint = try ScriptedEndpoint { $0.requestsPerMinute = 3 }
    #expect(try (0..<4).map { _ in try endpoint.post(body: [1]).status } == [202, 202, 202, 429])
    let answer = try endpoint.post(body: [1])
    #expect(answer.fields["retry-after"] == "20")
    let other = try endpoint.file.add("other", now: .init(seconds: 0))
    let fields = ["Authorization: Bearer \(other)"]
    #expect(try endpoint.post("/v1/reports", fields, body: [1], isAuthorized: false).status == 202)
    endpoint.clock.advance(21)
    #expect(try (0..<2).map { _ in try endpoint.post(body: [1]).status } == [202, 429])
    endpoint.clock.advance(3_600)
    #expect(try (0..<4).map { _ in try endpoint.post(body: [1]).status } == [202, 202, 202, 429])
  }

  /// A small body that decodes to a large one uses the quota of the large one.
  @Test func bytesOfADayAreCountedAsTheyAreDecoded() throws {
    let endpoint = try ScriptedEndpoint { $0.bytesPerDay = 10_000 }
    func post(_ count: Int) throws -> Int {
      let body = try #require(Zlib.gzipped(bytes(count)))
      #expect(body.count < 200)
      return try endpoint.post("/v1/reports", ["Content-Encoding: gzip"], body: body).status
    }
    #expect(try post(10_000) == 202)
    #expect(try endpoint.post(body: [1]).status == 429)
    endpoint.clock.advance(86_400)
    #expect(try post(10_001) == 429)
    endpoint.clock.advance(86_400)
    #expect(try [5_000, 4_000, 2_000].map(post) == [202, 202, 429])
    #expect(try endpoint.files().count == 3)
  }

  @Test func oneTokenHasAQuarterOfTheConnections() throws {
    let endpoint = try ScriptedEndpoint { $0.connections = 8 }
    let meter = endpoint.state.meter
    #expect(meter.enter("app"))
    #expect(try endpoint.post(body: [1]).status == 202)
    #expect(meter.enter("app"))
    let answer = try endpoint.post(body: [1])
    #expect(answer.status == 429 && answer.fields["retry-after"] == "1")
    let other = try endpoint.file.add("other", now: .init(seconds: 0))
    let fields = ["Authorization: Bearer \(other)"]
    #expect(try endpoint.post("/v1/reports", fields, body: [1], isAuthorized: false).status == 202)
    meter.leave("app")
    // Requests end also when they are rejected.
    for _ in 0..<3 { #expect(try endpoint.post(body: []).status == 400) }
    #expect(try endpoint.post(body: [1]).status == 202)
  }

  @Test func aConnectionIsDroppableBeforeItLingers() throws {
    let endpoint = try ScriptedEndpoint()
    let request = head(endpoint, "Content-Length: 0")
    let transport = ScriptedTransport([.bytes(request), .pause(100)], endpoint.clock)
    var states: [Bool] = []
    var atTheEnd: [Bool] = []
    transport.willFinish = { atTheEnd = states }
    let answer = RequestExchange(transport, endpoint.state) { states.append($0) }.serve()
    #expect(answer?.status == .badRequest && atTheEnd == [false, true] && states == atTheEnd)
  }

  @Test func bytesOfADayAreCountedAsTheyAreSent() throws {
    let endpoint = try ScriptedEndpoint { $0.bytesPerDay = 100 }
    #expect(try endpoint.post(body: bytes(60)).status == 202)
    let answer = try endpoint.post(body: bytes(41))
    #expect(answer.status == 429 && answer.fields["retry-after"] == "86400")
    #expect(try endpoint.post(body: bytes(40)).status == 202)
    // Without a length, the bytes count while they arrive.
    let text = Array("1\r\na\r\n0\r\n\r\n".utf8)
    let steps: [ScriptedTransport.Step] = [.bytes(head(endpoint, "Transfer-Encoding: chunked") + text), .end]
    #expect(try endpoint.answer(steps)?.status == 429)
    endpoint.clock.advance(86_400)
    #expect(try endpoint.answer(steps)?.status == 202)
    #expect(try endpoint.files().count == 3)
  }

  @Test func theSpoolIsLimited() throws {
    let endpoint = try ScriptedEndpoint { $0.spool = 4 * 4_096 }
    let other = try endpoint.file.add("other", now: .init(seconds: 0))
    func postOther(_ count: Int) throws -> Int {
      let fields = ["Authorization: Bearer \(other)"]
      return try endpoint.post("/v1/reports", fields, body: bytes(count), isAuthorized: false).status
    }
    // A token has half of it.
    #expect(try endpoint.post(body: bytes(8_193)).status == 429)
    #expect(try endpoint.post(body: bytes(8_192)).status == 202)
    let share = try endpoint.post(body: bytes(1))
    #expect(share.status == 429 && share.fields["retry-after"] == "30")
    #expect(try endpoint.send(["GET /health HTTP/1.1", "Host: x"]).status == 200)
    #expect(try postOther(8_193) == 503)
    #expect(try postOther(8_192) == 202)
    let answer = try endpoint.post(body: bytes(1))
    #expect(answer.status == 503 && answer.fields["retry-after"] == "30")
    #expect(try endpoint.send(["GET /health HTTP/1.1", "Host: x"]).status == 503)
    #expect(try endpoint.files().count == 2)
    endpoint.spool.remove(try #require(endpoint.spool.next(atMost: 1)))
    #expect(try endpoint.post(body: bytes(1)).status == 202)
  }

  // MARK: Time

  @Test func aSlowHeadIsRejected() throws {
    let endpoint = try ScriptedEndpoint()
    let slow = (0..<30).flatMap { _ in [ScriptedTransport.Step.bytes([0x41]), .pause(1)] }
    #expect(try endpoint.answer(slow)?.status == 408)
    // A client that sends nothing gets no answer.
    #expect(try endpoint.answer([.pause(100)]) == nil)
    #expect(try endpoint.answer([.end]) == nil && endpoint.answer([.bytes([0x41]), .fail]) == nil)
    let start = endpoint.clock.now
    let request = Array("GET /health HTTP/1.1\r\nHost: x\r\n\r\n".utf8)
    #expect(try endpoint.answer([.bytes(Array(request.dropLast())), .pause(9), .bytes([0x0A])])?.status == 200)
    #expect(endpoint.clock.now.seconds(since: start) < 10)
  }

  @Test func aBodyHasAMinimumRate() throws {
    let endpoint = try ScriptedEndpoint { ($0.bodyGrace, $0.bodyRate, $0.bodyTime) = (10, 1_000, 100) }
    func status(_ length: Int, _ steps: [ScriptedTransport.Step]) throws -> Int? {
      try endpoint.answer([.bytes(head(endpoint, "Content-Length: \(length)"))] + steps)?.status
    }
    // 20,000 bytes permit 30 seconds.
    #expect(try status(20_001, [.bytes(bytes(20_000)), .pause(29), .bytes([1])]) == 202)
    #expect(try status(20_001, [.bytes(bytes(20_000)), .pause(31), .bytes([1])]) == 408)
    // Single bytes, each soon after the other, are too slow together.
    let drops = (0..<100).flatMap { _ in [ScriptedTransport.Step.bytes([1]), .pause(0.5)] }
    let start = endpoint.clock.now
    #expect(try status(1_000, drops) == 408)
    #expect(endpoint.clock.now.seconds(since: start) < 13)
    // At any rate, a body has a maximum time.
    let steady = (0..<200).flatMap { _ in [ScriptedTransport.Step.bytes(bytes(2_000)), .pause(1)] }
    #expect(try status(400_000, steady) == 408)
    #expect(try endpoint.files().count == 1)
  }

  // MARK: Forms that hide a request in another one

  @Test func ambiguousRequestsAreRejected() throws {
    let endpoint = try ScriptedEndpoint()
    let authorization = "Authorization: Bearer \(endpoint.token)"
    for fields in [
      ["Content-Length: 1", "Transfer-Encoding: chunked"], ["Content-Length: 1", "Content-Length: 1"],
      ["Content-Length: 1", "Content-Length: 2"], ["Content-Length: 1, 1"], ["Content-Length: +1"],
      ["Content-Length: 1", " folded"], ["Content-Length : 1"], ["Content-Length: 1", "Host: y"], ["Content Length: 1"],
    ] {
      let answer = try endpoint.send(["POST /v1/reports HTTP/1.1", "Host: x", authorization] + fields, "a")
      #expect(answer.status == 400, "\(fields)")
    }
    #expect(try endpoint.send(["POST /v1/reports HTTP/1.1", authorization, "Content-Length: 1"], "a").status == 400)
    #expect(try endpoint.send(["POST http://x/v1/reports HTTP/1.1", "Host: x", authorization], "a").status == 400)
    #expect(try endpoint.send(["POST /v1/reports HTTP/2.0", "Host: x"], "a").status == 505)
    let coding = ["POST /v1/reports HTTP/1.1", "Host: x", authorization, "Transfer-Encoding: gzip, chunked"]
    #expect(try endpoint.send(coding, "a").status == 501)
    let chunked = ["POST /v1/reports HTTP/1.1", "Host: x", authorization, "Transfer-Encoding: chunked"]
    for body in ["1;a=b\r\na\r\n0\r\n\r\n", "1\na\n0\n\n", "0\r\nX: y\r\n\r\n", "x\r\n"] {
      #expect(try endpoint.send(chunked, body).status == 400, "\(body)")
    }
    #expect(try endpoint.send(["GET /health HTTP/1.0"]).status == 200)
    #expect(try endpoint.files().isEmpty)
  }

  @Test func aSecondRequestIsNotRead() throws {
    let endpoint = try ScriptedEndpoint()
    let one = head(endpoint, "Content-Length: 1") + [0x61]
    #expect(try endpoint.answer([.bytes(one + one)])?.status == 202)
    #expect(try endpoint.stored() == [[0x61]])
  }

  @Test func noiseGetsAnAnswer() throws {
    let endpoint = try ScriptedEndpoint()
    let seed = head(endpoint, "Transfer-Encoding: chunked") + Array("3\r\nabc\r\n0\r\n\r\n".utf8)
    var generator = SystemRandomNumberGenerator()
    var statuses: Set<Int> = []
    for _ in 0..<500 {
      var bytes = seed
      for _ in 0..<Int.random(in: 1...3, using: &generator) {
        bytes[Int.random(in: 0..<bytes.count, using: &generator)] = .random(in: 0...255, using: &generator)
      }
      if let answer = try endpoint.answer([.bytes(bytes), .end]) { statuses.insert(answer.status) }
    }
    #expect(statuses.isSuperset(of: [400, 401]))
  }
}
