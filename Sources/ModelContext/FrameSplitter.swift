/// Splits the bytes of standard input into messages, one per line. At most one message is in memory.
package struct FrameSplitter {
  /// The next part of the stream.
  package enum Item: Equatable {
    /// A message without its line feed; never blank.
    case message([UInt8])
    /// A message that was skipped because it is longer than the limit.
    case tooLong
  }

  /// The default maximum length of a message, in bytes.
  package static let defaultLimit = 16 << 20

  private let limit: Int
  private var line: [UInt8] = []
  private var isSkipping = false

  /// Creates a splitter.
  ///
  /// - Parameter limit: The maximum length of a message, in bytes.
  package init(limit: Int = FrameSplitter.defaultLimit) { self.limit = limit }

  /// Processes the next bytes of the stream, which may be split anywhere.
  package mutating func feed(_ chunk: ArraySlice<UInt8>, _ body: (Item) -> Void) {
    var rest = chunk
    while let end = rest.firstIndex(of: 0x0A) {
      append(rest[rest.startIndex..<end])
      finish(body)
      rest = rest[(end + 1)...]
    }
    append(rest)
  }

  /// Returns the rest after the end of the stream.
  package mutating func finish(_ body: (Item) -> Void) {
    if isSkipping {
      body(.tooLong)
    } else if line.contains(where: { $0 > 0x20 }) {
      body(.message(line))
    }
    isSkipping = false
    line = []
  }

  private mutating func append(_ part: ArraySlice<UInt8>) {
    guard !isSkipping else { return }
    if part.count > limit - line.count {
      isSkipping = true
      line = []
    } else {
      line += part
    }
  }
}
