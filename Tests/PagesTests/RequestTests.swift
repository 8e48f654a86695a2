import Testing

@testable import Pages

@Suite struct RequestTests {
  private func head(_ lines: String...) throws(RequestHead.Fault) -> RequestHead {
    try RequestHead(Array(lines.joined(separator: "\r\n").utf8)[...])
  }

  @Test func fieldsAreRead() throws {
    let request = try head("GET /a?b HTTP/1.1", "Host:  x \t", "X-Y: 1", "x-y: 2", "Empty:")
    #expect(request.method == "GET" && request.target == "/a?b")
    #expect(request.fields == ["host": ["x"], "x-y": ["1", "2"], "empty": [""]])
    #expect(request.single("host") == "x")
    #expect(request.single("x-y") == nil && request.single("none") == nil)
  }

  @Test func whatIsNotClearIsRefused() {
    for lines in [
      ["GET / HTTP/1.1", " folded: 1"], ["GET / HTTP/1.1", "a b: 1"], ["GET / HTTP/1.1", ": 1"],
      ["GET / HTTP/1.1", "none"], ["GET / HTTP/1.1", "a: \u{1}"], ["GET /"], ["GET"], [""], [" / HTTP/1.1"],
      ["GET / x HTTP/1.1"], ["GET /é HTTP/1.1"], ["G(T / HTTP/1.1"], ["GET / HTTP/1.1", ""],
    ] {
      #expect(throws: RequestHead.Fault.malformed, "\(lines)") {
        try RequestHead(Array(lines.joined(separator: "\r\n").utf8)[...])
      }
    }
    #expect(throws: RequestHead.Fault.unsupportedVersion) { try head("GET / HTTP/2.0") }
    #expect(throws: RequestHead.Fault.malformed) { try head("GET / http/1.1") }
  }

  /// Parses a head with a request line of `line` bytes and `fields` fields, of `size` bytes in total.
  private func fault(line: Int = 14, fields: Int = 1, size: Int) -> RequestHead.Fault? {
    var text = "GET /" + String(repeating: "a", count: line - 14) + " HTTP/1.1"
    for _ in 0..<fields { text += "\r\nA:" }
    text += String(repeating: "b", count: size - text.utf8.count)
    #expect(text.utf8.count == size)
    do throws(RequestHead.Fault) { _ = try RequestHead(Array(text.utf8)[...]) } catch { return error }
    return nil
  }

  @Test func headsAreLimited() {
    let size = RequestHead.limit
    #expect(size == 16_384 && RequestHead.lineLimit == 8_192)
    for (count, wanted) in [(size - 1, nil), (size, nil), (size + 1, .tooLarge)] as [(Int, RequestHead.Fault?)] {
      #expect(fault(size: count) == wanted, "\(count) bytes")
    }
    for (count, wanted) in [(8_191, nil), (8_192, nil), (8_193, .lineTooLong)] as [(Int, RequestHead.Fault?)] {
      #expect(fault(line: count, size: 10_000) == wanted, "a line of \(count) bytes")
    }
    for (count, wanted) in [(99, nil), (100, nil), (101, .tooLarge)] as [(Int, RequestHead.Fault?)] {
      #expect(fault(fields: count, size: 1_000) == wanted, "\(count) fields")
    }
  }

  @Test func targetsAreTakenApart() {
    #expect(RequestTarget("/") == RequestTarget("/?"))
    #expect(RequestTarget("/a%2Fb?c=d%20e&c=f&g")?.path == "a/b")
    #expect(RequestTarget("/a?c=d%20e&c=f&g")?.query == ["c": "d e", "g": ""])
    for target in ["", "a", "*", "http://x/", "/%", "/%0", "/%0g", "/%00", "/%80", "/a?b=%", "/%C3"] {
      #expect(RequestTarget(target) == nil, "\(target)")
    }
  }

  @Test func tokensDiffer() {
    let (first, second) = (AccessToken(), AccessToken())
    #expect(first.text != second.text && first.text.utf8.count == 32)
    #expect(first.matches(first.text) && !first.matches(second.text) && !first.matches(""))
  }

  /// Any bytes are parsed or rejected; none cause a trap.
  @Test func noiseIsRefusedOrRead() {
    let seed = Array("GET /issues/a.html?token=%41 HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: a=b; c=d".utf8)
    var number: UInt64 = 88_172_645_463_325_252
    func next() -> Int {
      number ^= number << 13
      number ^= number >> 7
      number ^= number << 17
      return Int(number >> 33)
    }
    var read = 0
    for _ in 0..<5_000 {
      var bytes = seed
      for _ in 0..<(1 + next() % 3) { bytes[next() % bytes.count] = UInt8(truncatingIfNeeded: next()) }
      if let head = try? RequestHead(bytes[...]) {
        read += 1
        _ = RequestTarget(head.target)
      }
    }
    #expect(read > 0 && read < 5_000)
  }
}
