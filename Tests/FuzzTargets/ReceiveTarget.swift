internal import CZlib
internal import Foundation
internal import Monitoring
internal import Platform
internal import Vocabulary

extension FuzzTarget {
  package static let receive = FuzzTarget(
    "FuzzReceive",
    exercises:
      "a connection to the endpoint: its bytes, a compressed body, an envelope that contains the token, a message, or the "
      + "field with the token, selected by the first byte; what is acknowledged is stored once and as it was sent, and "
      + "nothing without the token; what is rejected leaves no file; the same bytes in parts get the same answer",
    dictionary: "receive", longest: 1 << 15
  ) { bytes in
    guard let form = ReceiveForm.allCases.first(where: { $0.rawValue == bytes.first }) else { return }
    let content = Array(bytes.dropFirst())
    let request = form.request(content)
    let whole = try Received(request, partSize: max(1, request.count))
    try whole.check()
    for size in [1, 61] where request.count / size < 2_000 {
      let parts = try Received(request, partSize: size)
      try parts.check()
      // The ratio of decoded to sent bytes is checked while they arrive.
      if parts.status != whole.status, [parts.status, whole.status].contains(413) { continue }
      try require(
        parts.status == whole.status && parts.stored == whole.stored,
        "parts of \(size) bytes get \(parts.status ?? 0), the whole \(whole.status ?? 0)")
    }
    let stranger = try Received(request, partSize: max(1, request.count), hasToken: false)
    try require(stranger.stored.isEmpty, "a body is stored although there is no token")
    guard whole.isAcknowledged else { return }
    switch form {
    case .connection: break
    case .gzip: try require(whole.stored == [Gzip.content(content)], "a body is not stored as it was compressed")
    case .envelope:
      try require(whole.stored == [content], "an envelope is not stored as it was sent")
      let line = content.prefix { $0 != 0x0A }
      let isNamed = line.contains(UInt8(ascii: "\\")) || !Data(line).ranges(of: Data(Received.token.utf8)).isEmpty
      try require(isNamed, "an envelope without the token is stored")
    case .message:
      try require((try? JSONSerialization.jsonObject(with: Data(whole.stored[0]))) != nil, "a message is not JSON")
    case .field: try require(whole.stored == [[0x7B, 0x7D]], "a body is not stored as it was sent")
    }
  }
}

/// What an input of the target is.
private enum ReceiveForm: UInt8, CaseIterable {
  case connection = 0x30
  case gzip, envelope, message, field

  /// The bytes that a client sends.
  func request(_ content: [UInt8]) -> [UInt8] {
    let bearer = ["Authorization: Bearer " + Received.token]
    return switch self {
    case .connection: content
    case .gzip: Self.post("/v1/reports", bearer + ["Content-Encoding: gzip"], content)
    case .envelope: Self.post("/api/1/envelope/", [], content)
    case .message: Self.post("/v1/logs", bearer + ["Content-Type: application/x-protobuf"], content)
    case .field:
      Self.post("/api/1/store/", ["X-Sentry-Auth: " + String(decoding: content, as: UTF8.self)], [0x7B, 0x7D])
    }
  }

  static func post(_ target: String, _ fields: [String], _ body: [UInt8]) -> [UInt8] {
    let lines = ["POST \(target) HTTP/1.1", "Host: x", "Content-Length: \(body.count)"] + fields
    return Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8) + body
  }
}

/// What an endpoint did with the bytes of one connection.
struct Received {
  static let token = "0123456789abcdef0123456789abcdef"

  /// `nil` if nothing was answered.
  private(set) var status: Int?
  private(set) var answer: [UInt8]
  /// The contents of the files in the spool.
  private(set) var stored: [[UInt8]] = []
  /// The paths of the symbol files in the depot, and their contents.
  private(set) var symbols: [String: [UInt8]] = [:]
  /// The names of all other files.
  private(set) var others: Set<String> = []
  private let hasToken: Bool

  /// - Parameters:
  ///   - hasToken: Whether `token` is valid.
  ///   - forSymbols: Whether it is for symbol files.
  init(_ bytes: [UInt8], partSize: Int, hasToken: Bool = true, forSymbols: Bool = false) throws {
    self.hasToken = hasToken
    let folder = MemoryFolder()
    defer { folder.remove() }
    var limits = ReceiverLimits()
    (limits.body, limits.decoded, limits.ratioFree, limits.message) = (1 << 16, 1 << 18, 1 << 12, 1 << 14)
    (limits.spool, limits.symbolFile, limits.symbols) = (1 << 20, 1 << 17, 1 << 20)
    let spool = try Spool(FilePath(folder.url.appendingPathComponent("spool").path), limit: limits.spool)
    let depot =
      forSymbols
      ? try SymbolDepot(FilePath(folder.url.appendingPathComponent("symbols").path), limit: limits.symbols) : nil
    let now = Moment.now
    let state = ReceiverState(
      TokenTable(try Self.tokens(hasToken, forSymbols, folder)), spool, limits, clock: MonotonicClock { now },
      depot: depot)
    let transport = PartedTransport(bytes, partSize: partSize)
    let reply = RequestExchange(transport, state).serve()
    status = reply.map { $0.status.rawValue }
    answer = transport.sent
    for path in try FileManager.default.subpathsOfDirectory(atPath: folder.url.path) {
      let url = folder.url.appendingPathComponent(path)
      guard try url.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile == true else { continue }
      let parts = path.split(separator: "/")
      if parts.count == 2, parts[0] == "spool", path.hasSuffix(".app.report") {
        stored.append([UInt8](try Data(contentsOf: url)))
      } else if parts.count == 4, parts[0] == "symbols" {
        symbols[parts.dropFirst().joined(separator: "/")] = [UInt8](try Data(contentsOf: url))
      } else {
        others.insert(path)
      }
    }
  }

  private static func tokens(_ hasToken: Bool, _ forSymbols: Bool, _ folder: MemoryFolder) throws -> TokenFile {
    let file = TokenFile(history: folder.url.appendingPathComponent("h").path)
    var text = "diagnose-tokens/1\n"
    if hasToken {
      text += "\(SHA256.digest(of: Array(token.utf8)).hexadecimal) 0 app\(forSymbols ? " symbols" : "")\n"
    }
    _ = FileManager.default.createFile(
      atPath: file.path.text, contents: Data(text.utf8), attributes: [.posixPermissions: 0o600])
    return file
  }

  var isAcknowledged: Bool { status.map { $0 < 300 } == true && !(stored.isEmpty && symbols.isEmpty) }

  /// The properties of every answer.
  func check() throws {
    try require(others.subtracting(["spool/lock", "h.tokens"]).isEmpty, "files are left: \(others.sorted())")
    guard let status else {
      try require(answer.isEmpty && stored.isEmpty && symbols.isEmpty, "a request without an answer has an effect")
      return
    }
    try require(stored.count <= 1, "\(stored.count) bodies are stored")
    if status >= 300 { try require(stored.isEmpty && symbols.isEmpty, "a body is stored, and the answer is \(status)") }
    if status == 202 { try require(stored.count == 1, "a body is acknowledged and not stored") }
    let text = String(decoding: answer, as: UTF8.self)
    let isPlain = answer.allSatisfy { (0x20...0x7E).contains($0) || $0 == 0x0D || $0 == 0x0A }
    try require(isPlain && !text.contains(Self.token), "an answer contains what a client sent")
    let parts = text.components(separatedBy: "\r\n\r\n")
    guard parts.count >= 2 else { throw BrokenProperty(description: "an answer has no end of its head") }
    let (head, body) = (parts[parts.count - 2], parts[parts.count - 1])
    try require(head.hasPrefix("HTTP/1.1 \(status) "), "the first line of an answer is not that of \(status)")
    let isHeadOnly = body.isEmpty && !head.contains("Content-Length: 0\r\n")
    try require(
      isHeadOnly || head.contains("\r\nContent-Length: \(body.utf8.count)\r\n"), "an answer states a wrong length")
  }
}

/// A client that sends bytes in parts of one size, and reads all answers.
private final class PartedTransport: RequestTransport {
  private var rest: ArraySlice<UInt8>
  private let partSize: Int
  private(set) var sent: [UInt8] = []

  init(_ bytes: [UInt8], partSize: Int) { (rest, self.partSize) = (bytes[...], partSize) }

  func read(atMost count: Int, until deadline: Moment) -> TransportArrival {
    let part = rest.prefix(min(count, partSize))
    rest = rest.dropFirst(part.count)
    return part.isEmpty ? .ended : .bytes(Array(part))
  }

  func write(_ bytes: [UInt8], until deadline: Moment) -> Bool {
    sent += bytes
    return true
  }

  func finishWriting() {}
}

/// The content of a gzip stream, by one call of zlib.
private enum Gzip {
  private static let limit = 1 << 19

  /// Returns the content; empty if the bytes are not one complete stream.
  static func content(_ bytes: [UInt8]) -> [UInt8] {
    let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
    stream.initialize(to: z_stream())
    defer {
      stream.deinitialize(count: 1)
      stream.deallocate()
    }
    guard inflateInit2_(stream, 31, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK else { return [] }
    defer { inflateEnd(stream) }
    var isComplete = false
    let output = [UInt8](unsafeUninitializedCapacity: limit) { buffer, count in
      bytes.withUnsafeBufferPointer { input in
        stream.pointee.next_in = UnsafeMutablePointer(mutating: input.baseAddress)
        stream.pointee.avail_in = UInt32(input.count)
        stream.pointee.next_out = buffer.baseAddress
        stream.pointee.avail_out = UInt32(buffer.count)
        isComplete = inflate(stream, Z_FINISH) == Z_STREAM_END && stream.pointee.avail_in == 0
        count = buffer.count - Int(stream.pointee.avail_out)
      }
    }
    return isComplete ? output : []
  }
}
