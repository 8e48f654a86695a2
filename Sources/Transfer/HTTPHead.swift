internal import Bytes

/// The status line and the fields of an answer, as `curl --include` writes them before the body.
package struct HTTPHead: Equatable, Sendable {
  /// The status code.
  package var status: Int
  /// Whether the answer states where its body ends: `Content-Length` or chunks. Without it, a lost connection looks like
  /// the end.
  package var isFramed = false
  /// Whether the body is compressed with gzip.
  package var isCompressed = false
  /// Whether the body has another encoding.
  package var hasUnknownEncoding = false
  /// The seconds after which the server asks to try again; `nil` if it states none, or a date.
  package var retryAfter: Int?
  /// The length of the body in bytes that `Content-Length` states; `nil` without one, or if it is not a number.
  package var length: Int?
  /// Where a redirect leads (`Location`), as the server states it.
  package var location: String?

  /// The maximum size of all heads of an answer in bytes, including interim ones (1xx).
  package static let limit = 64 << 10

  /// Parses the lines of a head; `nil` if the first is not a status line.
  package init?(_ lines: [ArraySlice<UInt8>]) {
    guard let first = lines.first, first.begins(with: "HTTP/") else { return nil }
    let words = first.split(separator: 0x20, maxSplits: 2)
    guard words.count >= 2, words[1].count == 3, let status = Int(words[1].text), (100...599).contains(status) else {
      return nil
    }
    self.status = status
    for line in lines.dropFirst() {
      guard let colon = line.firstIndex(of: 0x3A) else { continue }
      let value = line[(colon + 1)...].map(\.lowercased)[...].trimmed.text
      switch line[..<colon].map(\.lowercased)[...].text {
      case "content-length":
        isFramed = true
        length = Int(value)
      case "location": location = line[(colon + 1)...].trimmed.text
      case "transfer-encoding": isFramed = isFramed || value.hasSuffix("chunked")
      case "retry-after":
        if value.utf8.count <= 6, let seconds = Int(value), seconds >= 0 { retryAfter = seconds }
      case "content-encoding":
        isCompressed = value == "gzip"
        hasUnknownEncoding = !isCompressed && value != "identity" && !value.isEmpty
      default: break
      }
    }
  }
}

/// Separates the head from the body.
package struct HTTPHeadReader {
  /// Why a head cannot be used.
  package enum Fault: Error {
    /// The head is longer than its limit.
    case tooLong
    /// The bytes are not HTTP.
    case invalid
  }

  /// A reader at the beginning of an answer.
  package init() {}

  private var lines: [ArraySlice<UInt8>] = []
  private var line: [UInt8] = []
  private var count = 0

  /// Reads the next part of the output up to the end of the last head; returns it when it is complete.
  package mutating func take(_ part: inout ArraySlice<UInt8>) throws(Fault) -> HTTPHead? {
    while let byte = part.popFirst() {
      count += 1
      guard count <= HTTPHead.limit else { throw .tooLong }
      guard byte == 0x0A else {
        line.append(byte)
        // Something that is not HTTP is recognized before its end.
        if lines.isEmpty, line.count == 5, !line[...].begins(with: "HTTP/") { throw .invalid }
        continue
      }
      if line.last == 0x0D { line.removeLast() }
      defer { line = [] }
      guard line.isEmpty else {
        lines.append(line[...])
        continue
      }
      guard let head = HTTPHead(lines) else { throw .invalid }
      lines = []
      // 101 would change the protocol, which was not requested.
      if head.status >= 200 { return head }
    }
    return nil
  }
}
