import Platform
import Testing

@testable import Pages

/// The addresses on which a server may listen.
@Suite struct ListenAddressTests {
  @Test func addressesAreRead() throws {
    for (text, host, port, isLoopback) in [
      ("127.0.0.1:8424", "127.0.0.1", UInt16(8424), true), ("127.9.8.7:0", "127.9.8.7", 0, true),
      ("localhost:65535", "127.0.0.1", 65_535, true), ("[::1]:1", "::1", 1, true),
      ("0.0.0.0:80", "0.0.0.0", 80, false), ("192.0.2.1:80", "192.0.2.1", 80, false), ("[::]:80", "::", 80, false),
      ("[2001:db8::1]:80", "2001:db8::1", 80, false), ("128.0.0.1:1", "128.0.0.1", 1, false),
    ] {
      let address = try #require(ListenAddress(text), "\(text)")
      #expect(address.host == host && address.port == port && address.isLoopback == isLoopback, "\(text)")
    }
    #expect(ListenAddress("[::1]:7")?.text == "[::1]:7")
    #expect(ListenAddress("localhost:7")?.text == "127.0.0.1:7")
  }

  @Test(arguments: [
    "", ":", "127.0.0.1", "127.0.0.1:", "127.0.0.1:65536", "127.0.0.1:-1", "127.0.0.1:+1", "127.0.0.1: 1",
    "127.0.0.1:000001", "127.1:80", "127.0.0.1.2:80", "127.0.0.256:80", "127.0.0.01:80", "0x7f.0.0.1:80",
    "2130706433:80", "example.com:80", "::1:80", "[::1]", "[::1:80", "::1]:80", "[127.0.0.1]:80", "[::1%lo]:80",
    "[::ffff:127.0.0.1]:80", "LOCALHOST:80", "127.0.0.１:80", "*:80",
  ])
  func whatIsNotAnAddressIsRejected(_ text: String) { #expect(ListenAddress(text) == nil) }

  @Test func networksAreThoseOfClients() {
    let four = PeerNetwork(address: [192, 0, 2, 1])
    #expect(four == PeerNetwork(address: [UInt8](repeating: 0, count: 10) + [0xFF, 0xFF, 192, 0, 2, 1]))
    #expect(four != PeerNetwork(address: [192, 0, 2, 2]) && four?.isLoopback == false)
    let prefix: [UInt8] = [0x20, 0x01, 0x0D, 0xB8, 0, 0, 0, 1]
    let six = PeerNetwork(address: prefix + [1, 2, 3, 4, 5, 6, 7, 8])
    #expect(six == PeerNetwork(address: prefix + [8, 7, 6, 5, 4, 3, 2, 1]) && six?.isLoopback == false)
    #expect(six != PeerNetwork(address: prefix.dropLast() + [2, 1, 2, 3, 4, 5, 6, 7, 8]))
    #expect(PeerNetwork(address: [127, 1, 1, 1])?.isLoopback == true)
    #expect(PeerNetwork(address: [UInt8](repeating: 0, count: 15) + [1])?.isLoopback == true)
    #expect(PeerNetwork(address: [UInt8](repeating: 0, count: 15) + [2])?.isLoopback == false)
    for count in [0, 3, 5, 15, 17] { #expect(PeerNetwork(address: [UInt8](repeating: 1, count: count)) == nil) }
  }
}

/// The end of the head of a request.
@Suite struct RequestHeadReaderTests {
  private static let head = "POST /a HTTP/1.1\r\nHost: x\r\n\r\n"

  @Test func theHeadEndsAtTheEmptyLineHoweverItArrives() throws {
    let bytes = Array((Self.head + "body").utf8)
    for size in 1...bytes.count {
      var reader = RequestHeadReader()
      var result: Result<RequestHead, RequestHead.Fault>?
      var sent = 0
      while result == nil, sent < bytes.count {
        let part = Array(bytes[sent..<min(bytes.count, sent + size)])
        sent += part.count
        result = reader.append(part)
      }
      let found = try #require(result).get()
      #expect(found.method == "POST" && found.fields["host"] == ["x"])
      #expect(reader.rest.elementsEqual(Self.head.utf8.count == sent ? [] : bytes[Self.head.utf8.count..<sent]))
    }
  }

  @Test func aLineFeedAloneIsRejectedAtOnce() {
    for text in ["\n", "GET / HTTP/1.1\n", "GET / HTTP/1.1\r\nHost: x\n", "GET / HTTP/1.1\r\nA: b\r\n\n"] {
      var reader = RequestHeadReader()
      #expect(reader.append(Array(text.utf8)) == .failure(.malformed), "\(text)")
    }
    var parts = RequestHeadReader()
    #expect(parts.append(Array("GET / HTTP/1.1\r".utf8)) == nil && parts.append([0x0A]) == nil)
  }

  @Test func headsAreLimited() {
    func result(_ count: Int, line: Bool) -> Result<RequestHead, RequestHead.Fault>? {
      var reader = RequestHeadReader()
      let start = line ? "GET /" : "GET / HTTP/1.1\r\nA: "
      return reader.append(Array(start.utf8) + [UInt8](repeating: 0x61, count: count - start.utf8.count))
    }
    #expect(result(RequestHead.lineLimit + 1, line: true) == nil)
    #expect(result(RequestHead.lineLimit + 2, line: true) == .failure(.lineTooLong))
    #expect(result(RequestHead.limit + 3, line: false) == nil)
    #expect(result(RequestHead.limit + 4, line: false) == .failure(.tooLarge))
    // A head of the maximum length is read, also byte by byte.
    let start = "GET / HTTP/1.1\r\nA: "
    for (more, isRead) in [(0, true), (1, false)] {
      let field = [UInt8](repeating: 0x61, count: RequestHead.limit - start.utf8.count + more)
      var reader = RequestHeadReader()
      let results = (Array(start.utf8) + field + Array("\r\n\r\n".utf8)).compactMap { reader.append([$0]) }
      #expect(results.first == .failure(.tooLarge) || isRead)
      #expect(isRead == (try? results.first?.get().method == "GET") ?? false)
    }
  }

  @Test func theVersionIsRead() throws {
    for version in ["HTTP/1.0", "HTTP/1.1"] {
      #expect(try RequestHead(Array("GET / \(version)".utf8)[...]).version == version)
    }
  }
}

/// Where a body ends: what two programs could read differently is rejected.
@Suite struct RequestFramingTests {
  private func framing(_ fields: [String], version: String = "HTTP/1.1") throws -> RequestFraming {
    let lines = ["POST / \(version)", "Host: x"] + fields
    return try RequestFraming(RequestHead(Array(lines.joined(separator: "\r\n").utf8)[...]))
  }

  @Test func lengthsAndChunksAreRead() throws {
    #expect(try framing([]) == .none)
    #expect(try framing(["Content-Length: 0"]) == .length(0))
    #expect(try framing(["content-length:\t17 "]) == .length(17))
    #expect(try framing(["Content-Length: 0017"]) == .length(17))
    #expect(try framing(["Content-Length: 999999999999999"]) == .length(999_999_999_999_999))
    #expect(try framing(["Transfer-Encoding: chunked"]) == .chunked)
    #expect(try framing(["Transfer-Encoding: Chunked"]) == .chunked)
  }

  @Test(arguments: [
    ["Content-Length: 5", "Transfer-Encoding: chunked"], ["Transfer-Encoding: chunked", "Content-Length: 5"],
    ["Content-Length: 5", "Content-Length: 5"], ["Content-Length: 5", "Content-Length: 6"], ["Content-Length: 5, 5"],
    ["Content-Length: 5,6"], ["Content-Length: -1"], ["Content-Length: +5"], ["Content-Length: 0x5"],
    ["Content-Length: 5 5"], ["Content-Length:"], ["Content-Length: 1000000000000000"], ["Content-Length: ５"],
    ["Content-Length: 99999999999999999999999999"], ["Content-Length: 5.0"], ["Content-Length: 1e1"],
    ["Transfer-Encoding: chunked", "Transfer-Encoding: chunked"],
    ["Transfer-Encoding: chunked", "Transfer-Encoding: x"],
  ])
  func ambiguousLengthsAreRejected(_ fields: [String]) {
    #expect(throws: RequestFraming.Fault.ambiguous) { try framing(fields) }
  }

  @Test func otherCodingsAreRejected() {
    for value in [
      "gzip, chunked", "chunked, chunked", "identity", "xchunked", "chunked;a=b", "", "\"chunked\"", "gzip",
    ] {
      #expect(throws: RequestFraming.Fault.unsupportedCoding) { try framing(["Transfer-Encoding: \(value)"]) }
    }
    #expect(throws: RequestFraming.Fault.ambiguous) {
      try framing(["Transfer-Encoding: chunked"], version: "HTTP/1.0")
    }
  }
}

/// Bodies in chunks.
@Suite struct ChunkedDecoderTests {
  /// Decodes a body that arrives in parts of a size. Returns the data, and the number of bytes after its end.
  private func decode(_ text: String, partSize: Int = .max) throws -> (text: String, rest: Int, isComplete: Bool) {
    var decoder = ChunkedDecoder()
    var data: [UInt8] = []
    var input: ArraySlice<UInt8> = []
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
      input += bytes.prefix(partSize)
      bytes = bytes.dropFirst(partSize)
      while true {
        let part = try decoder.next(&input)
        if part.isEmpty { break }
        data += part
      }
      if decoder.hasEnded { break }
    }
    return (String(decoding: data, as: UTF8.self), input.count + bytes.count, decoder.hasEnded)
  }

  @Test func chunksAreJoinedHoweverTheyArrive() throws {
    let text = "4\r\nWiki\r\n5\r\npedia\r\nE\r\n in\r\n\r\nchunks.\r\n000\r\n\r\nGET /"
    for size in 1...text.utf8.count {
      let answer = try decode(text, partSize: size)
      #expect(answer.text == "Wikipedia in\r\n\r\nchunks." && answer.rest == 5 && answer.isComplete)
    }
    #expect(try decode("0\r\n\r\n").isComplete)
    #expect(try decode("1\r\na\r\n0\r\n\r").isComplete == false)
  }

  @Test(arguments: [
    "\r\n", "g\r\n", " 1\r\na\r\n", "1 \r\na\r\n", "1\na\r\n", "1\r\r\na", "1\r\nab\r\n", "1\r\na\n0\r\n\r\n", "-1\r\n",
    "0x1\r\na\r\n", "1\r\na\r\r\n", "123456789\r\n", "0\r\n\n", "0\r\n\r\r", "1\r\na\r\n\r\n", "+1\r\na\r\n",
  ])
  func malformedChunksAreRejected(_ text: String) {
    #expect(throws: ChunkedDecoder.Fault.malformed) { try decode(text) }
    #expect(throws: ChunkedDecoder.Fault.malformed) { try decode(text, partSize: 1) }
  }

  @Test(arguments: ["1;a=b\r\na\r\n0\r\n\r\n", "1;\r\na\r\n", "0\r\nX: y\r\n\r\n", "0;x\r\n\r\n"])
  func extensionsAndLaterFieldsAreRejected(_ text: String) {
    #expect(throws: ChunkedDecoder.Fault.unsupported) { try decode(text) }
  }

  @Test func theLargestSizeDoesNotOverflow() throws {
    #expect(try decode("ffffffff\r\nab").text == "ab")
    #expect(throws: ChunkedDecoder.Fault.malformed) { try decode("fffffffff\r\nab") }
  }
}

/// The table of open connections.
@Suite struct ConnectionTableTests {
  private let network = PeerNetwork(address: [192, 0, 2, 1])
  private let other = PeerNetwork(address: [192, 0, 2, 2])

  @Test func networksHaveALimitOfTheirOwn() throws {
    let table = ConnectionTable(limit: 10, limitPerNetwork: 2)
    let file = FileDescriptor(rawValue: -1)
    let first = try #require(table.enter(file, from: network))
    #expect(table.enter(file, from: network) != nil)
    #expect(table.enter(file, from: network) == nil)
    #expect(table.enter(file, from: other) != nil && table.enter(file) != nil && table.enter(file) != nil)
    table.leave(first) {}
    #expect(table.enter(file, from: network) != nil && table.enter(file, from: network) == nil)
    #expect(table.count == 5)
  }

  /// One that was dropped and not closed yet is not dropped again for another one.
  @Test func aConnectionIsDroppedOnce() throws {
    let table = ConnectionTable(limit: 1)
    let file = FileDescriptor(rawValue: -1)
    let first = try #require(table.enter(file))
    let second = try #require(table.enter(file))
    table.set(second, isDroppable: false)
    table.set(first, isDroppable: true)
    #expect(table.enter(file) == nil)
    table.set(second, isDroppable: true)
    #expect(table.enter(file) != nil)
  }

  @Test func onlyAnExhaustedSystemDropsConnections() {
    for error in [SystemError.tooManyOpenFiles, .tooManyOpenFilesInSystem, .noBufferSpace, .noMemory] {
      guard case .exhausted = SocketListener.arrival(after: error) else {
        Issue.record("\(error)")
        continue
      }
    }
    for error in [SystemError.connectionAborted, .notPermitted, .connectionReset, .badFileDescriptor] {
      guard case .failed = SocketListener.arrival(after: error) else {
        Issue.record("\(error)")
        continue
      }
    }
    if case .none = SocketListener.arrival(after: .wouldBlock) { return }
    Issue.record("a wait that ends early")
  }

  @Test func onlyConnectionsThatWaitAreDropped() throws {
    let table = ConnectionTable(limit: 2)
    let file = FileDescriptor(rawValue: -1)
    let first = try #require(table.enter(file))
    let second = try #require(table.enter(file))
    // The first one is dropped, and counts until it leaves.
    let third = try #require(table.enter(file))
    for entry in [second, third] { table.set(entry, isDroppable: false) }
    #expect(table.enter(file) == nil)
    table.leave(first) {}
    #expect(table.enter(file) == nil)
    table.leave(second) {}
    #expect(table.enter(file) != nil)
  }
}
