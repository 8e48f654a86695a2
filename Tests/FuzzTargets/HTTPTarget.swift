internal import Pages

extension FuzzTarget {
  package static let http = FuzzTarget(
    "FuzzHTTP",
    exercises:
      "the head of an HTTP request, its target and its body in chunks; an accepted head is accepted again in its "
      + "normalized form, contains no control character, and never refers to a file outside the pages; the same bytes "
      + "in parts of any size give the same head and body",
    dictionary: "http", longest: 1 << 15
  ) { bytes in
    try checkTarget(String(decoding: bytes, as: UTF8.self))
    try checkParts(bytes)
    guard let head = try? RequestHead(bytes[...]) else { return }
    try require(bytes.count <= RequestHead.limit, "a head of \(bytes.count) bytes is accepted")
    try requireVisible(head.method + " " + head.target, "the request line", except: [])
    var plain = "\(head.method) \(head.target) \(head.version)"
    for (name, values) in head.fields.sorted(by: { $0.key < $1.key }) {
      try require(name == name.lowercased() && !name.isEmpty, "a field has the name «\(name)»")
      for value in values { plain += "\r\n\(name): \(value)" }
    }
    // Invalid UTF-8 becomes longer.
    if plain.utf8.count <= RequestHead.limit {
      guard let again = try? RequestHead(Array(plain.utf8)[...]) else {
        throw BrokenProperty(description: "the normalized form of a head is not accepted")
      }
      try require(again == head, "the normalized form of a head is a different head")
    }
    try checkTarget(head.target)
  }

  /// What was read of a request that arrived in parts.
  private struct Arrived: Equatable {
    var head: RequestHead?
    var framing: RequestFraming?
    var chunks: [UInt8] = []
    var fault: ChunkedDecoder.Fault?
    var hasEnded = false

    init(_ bytes: [UInt8], partSize: Int) {
      var reader = RequestHeadReader()
      var isOpen = true
      var decoder = ChunkedDecoder()
      var input: ArraySlice<UInt8> = []
      for start in stride(from: 0, to: bytes.count, by: partSize) {
        let part = bytes[start..<min(bytes.count, start + partSize)]
        if isOpen, let result = reader.append(Array(part)) {
          isOpen = false
          head = try? result.get()
          framing = head.flatMap { try? RequestFraming($0) }
        }
        guard fault == nil else { continue }
        input += part
        do throws(ChunkedDecoder.Fault) {
          while true {
            let data = try decoder.next(&input)
            if data.isEmpty { break }
            chunks += data
          }
        } catch { fault = error }
      }
      hasEnded = decoder.hasEnded
    }
  }

  private static func checkParts(_ bytes: [UInt8]) throws {
    let whole = Arrived(bytes, partSize: max(1, bytes.count))
    try require(whole.chunks.count <= bytes.count, "a body in chunks is longer than its chunks")
    try require(!whole.hasEnded || whole.fault == nil, "a body in chunks has ended with a fault")
    for size in [1, 3, 1_000] {
      try require(Arrived(bytes, partSize: size) == whole, "parts of \(size) bytes give another request")
    }
  }

  private static func checkTarget(_ text: String) throws {
    guard let target = RequestTarget(text) else { return }
    for part in [target.path] + target.query.keys + target.query.values {
      let isFree = part.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F }
      try require(isFree, "a decoded target contains a control character")
    }
    guard let page = PagePath(file: target.path) else { return }
    try require(!page.file.contains("..") && !page.file.hasPrefix("/"), "«\(page.file)» is outside the pages")
    try require(PagePath(file: page.file) == page, "«\(page.file)» is a different page")
  }
}
