/// Where the body of a request ends (RFC 9112, section 6.3).
///
/// Every form that two programs could read differently is rejected, so that no request can be hidden in another one: both
/// lengths, two lengths, a list of lengths, signs, and codings other than `chunked`.
package enum RequestFraming: Equatable, Sendable {
  /// The request has no body.
  case none
  /// The body has this number of bytes.
  case length(Int)
  /// The body is a sequence of chunks.
  case chunked

  /// Why the end of a body is not known.
  package enum Fault: Error, Equatable, Sendable {
    /// The fields contradict each other, or are malformed.
    case ambiguous
    /// The body has a transfer coding that is not supported.
    case unsupportedCoding
  }

  /// The maximum number of digits of a length.
  private static let maxDigits = 15

  /// Reads the fields `Content-Length` and `Transfer-Encoding` of a head.
  package init(_ head: RequestHead) throws(Fault) {
    switch (head.fields["content-length"], head.fields["transfer-encoding"]) {
    case (nil, nil): self = .none
    case (let lengths?, nil):
      guard lengths.count == 1, let length = lengths.first.flatMap(Self.length) else { throw .ambiguous }
      self = .length(length)
    case (nil, let codings?):
      // HTTP/1.0 has no chunks: a proxy that speaks it would not read them.
      guard codings.count == 1, let coding = codings.first, head.version == "HTTP/1.1" else { throw .ambiguous }
      guard coding.lowercased() == "chunked" else { throw .unsupportedCoding }
      self = .chunked
    case (.some, .some): throw .ambiguous
    }
  }

  private static func length(_ text: String) -> Int? {
    guard (1...maxDigits).contains(text.utf8.count), text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
      return nil
    }
    return Int(text)
  }
}
