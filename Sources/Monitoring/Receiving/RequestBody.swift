import Archives
import Pages
import Platform

/// Why a request is rejected: the answer that it gets.
struct RequestRefusal: Error {
  var answer: ReceiverAnswer

  init(_ answer: ReceiverAnswer) { self.answer = answer }

  init(_ status: ReceiverAnswer.Status, _ sentence: StaticString, retryAfter: Int? = nil) {
    answer = .refusal(status, sentence, retryAfter: retryAfter)
  }
}

/// The body of a request, in parts as they arrive. Its size, its time and its rate are limited.
struct RequestBody {
  private let transport: any RequestTransport
  private let limits: ReceiverLimits
  private let clock: MonotonicClock
  private let start: Moment
  private var framing: RequestFraming
  private var decoder = ChunkedDecoder()
  /// Bytes that arrived and were not returned.
  private var buffer: ArraySlice<UInt8>
  /// The number of bytes that arrived.
  private var arrived: Int
  private(set) var size = 0

  private static let partSize = 16 << 10

  /// - Parameter beginning: The bytes that arrived with the head.
  init(
    _ transport: any RequestTransport, _ framing: RequestFraming, beginning: [UInt8], _ limits: ReceiverLimits,
    _ clock: MonotonicClock
  ) {
    (self.transport, self.framing, self.limits, self.clock) = (transport, framing, limits, clock)
    start = clock.now
    buffer = beginning[...]
    arrived = beginning.count
  }

  /// Returns the next part; `nil` at the end.
  mutating func next() throws(RequestRefusal) -> ArraySlice<UInt8>? {
    while true {
      switch framing {
      case .none: return nil
      case .length(let left):
        if left == 0 { return nil }
        let part = buffer.prefix(left)
        buffer = buffer.dropFirst(part.count)
        if !part.isEmpty {
          framing = .length(left - part.count)
          return try counted(part)
        }
        try fill(atMost: left)
      case .chunked:
        let part = try chunk()
        if !part.isEmpty { return try counted(part) }
        if decoder.hasEnded { return nil }
        try fill(atMost: Self.partSize)
      }
    }
  }

  private mutating func chunk() throws(RequestRefusal) -> ArraySlice<UInt8> {
    do throws(ChunkedDecoder.Fault) { return try decoder.next(&buffer) } catch {
      switch error {
      case .malformed: throw RequestRefusal(.badRequest, "The chunks of the body are malformed.")
      case .unsupported:
        throw RequestRefusal(.badRequest, "Extensions of chunks, and fields after the last one, are not supported.")
      }
    }
  }

  private mutating func counted(_ part: ArraySlice<UInt8>) throws(RequestRefusal) -> ArraySlice<UInt8> {
    size += part.count
    if size > limits.body { throw Self.tooLarge }
    return part
  }

  static var tooLarge: RequestRefusal {
    RequestRefusal(.contentTooLarge, "The body is larger than the limit of this endpoint (--max-body).")
  }

  /// The time by which the next byte must arrive: so that the average rate since the end of `bodyGrace` is not below the
  /// minimum.
  private var deadline: Moment {
    let rate = start.advanced(by: limits.bodyGrace + Double(arrived) / limits.bodyRate)
    return min(rate, start.advanced(by: limits.bodyTime))
  }

  private mutating func fill(atMost count: Int) throws(RequestRefusal) {
    // A client that sends single bytes all the time is never late for one of them.
    guard clock.now < deadline else { throw Self.late }
    switch transport.read(atMost: min(count, Self.partSize), until: deadline) {
    case .bytes(let bytes):
      if buffer.isEmpty { buffer = bytes[...] } else { buffer += bytes }
      arrived += bytes.count
    case .late: throw Self.late
    case .ended, .failed: throw RequestRefusal(.badRequest, "The body ends early.")
    }
  }

  private static var late: RequestRefusal { RequestRefusal(.requestTimeout, "The body arrived too slowly.") }
}

/// Removes the content coding of a body, within limits: a small body may decode to a very large one.
final class BodyDecoding {
  private let gzip: GzipParts?
  private let limits: ReceiverLimits
  private var sent = 0
  /// The number of decoded bytes.
  private(set) var decoded = 0

  init(isGzip: Bool, _ limits: ReceiverLimits) {
    gzip = isGzip ? GzipParts() : nil
    self.limits = limits
  }

  /// Decodes a part, and calls `each` with at most 64 KiB at a time.
  func decode(
    _ part: ArraySlice<UInt8>, _ each: (ArraySlice<UInt8>) throws(RequestRefusal) -> Void
  ) throws(RequestRefusal) {
    sent += part.count
    guard let gzip else {
      try count(part.count)
      return try each(part)
    }
    try gzip.append(part) { (inflated) throws(RequestRefusal) in
      try count(inflated.count)
      try each(inflated)
    } damaged: { _ in
      RequestRefusal(.badRequest, "The body is not valid gzip, as Content-Encoding states.")
    }
  }

  /// Checks the end of the body.
  func finish() throws(RequestRefusal) {
    if decoded == 0 { throw RequestRefusal(.badRequest, "The body is empty. Send a report as the body.") }
    if gzip?.isComplete == false { throw RequestRefusal(.badRequest, "The body ends early, within its gzip data.") }
  }

  private func count(_ bytes: Int) throws(RequestRefusal) {
    decoded += bytes
    guard decoded <= limits.decoded, decoded <= limits.ratioFree || decoded / limits.ratio <= sent else {
      throw RequestRefusal(.contentTooLarge, "The body decodes to more than the limit of this endpoint.")
    }
  }
}
