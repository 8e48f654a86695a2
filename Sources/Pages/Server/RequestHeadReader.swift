/// Finds the end of the head of a request whose bytes arrive in parts.
package struct RequestHeadReader: Sendable {
  private var bytes: [UInt8] = []
  private var searched = 0
  /// The bytes after the head, once it is complete: the beginning of the body.
  package private(set) var rest: [UInt8] = []

  /// Creates a reader at the beginning of a connection.
  package init() {}

  /// Whether any byte has arrived.
  package var isEmpty: Bool { bytes.isEmpty }

  /// Adds bytes, and returns the head, or why it is rejected. Returns `nil` if more bytes are needed.
  package mutating func append(_ more: [UInt8]) -> Result<RequestHead, RequestHead.Fault>? {
    bytes += more
    // Search only the new bytes and the three before them.
    var index = max(0, searched - 3)
    while index < bytes.count {
      // A line that ends in a line feed alone would be the end of the head for some programs, and not for others.
      if bytes[index] == 0x0A, index == 0 || bytes[index - 1] != 0x0D { return .failure(.malformed) }
      if index + 3 < bytes.count, bytes[index] == 0x0D, bytes[index + 1] == 0x0A, bytes[index + 2] == 0x0D,
        bytes[index + 3] == 0x0A
      {
        let head = bytes[..<index]
        rest = Array(bytes[(index + 4)...])
        return Result { () throws(RequestHead.Fault) in try RequestHead(head) }
      }
      index += 1
    }
    searched = bytes.count
    // A line of the maximum length is followed by a CR, and a head of the maximum length by an empty line.
    if bytes.count > RequestHead.lineLimit + 1, !bytes.contains(0x0A) { return .failure(.lineTooLong) }
    return bytes.count >= RequestHead.limit + 4 ? .failure(.tooLarge) : nil
  }
}
