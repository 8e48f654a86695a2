/// A gzip stream that arrives in parts, such as the body of an answer.
package final class GzipParts {
  private let inflater = Inflater(.gzip)
  private var hasEnded = false

  /// Creates a reader at the beginning of a stream.
  package init() {}

  /// Whether the stream is complete and its checksum matches.
  package var isComplete: Bool { hasEnded }

  /// Inflates the next part, and calls `each` with at most 64 KiB at a time, so that the caller can stop.
  package func append<Failure: Error>(
    _ part: ArraySlice<UInt8>, each: (ArraySlice<UInt8>) throws(Failure) -> Void,
    damaged: (ArchiveFault) -> Failure
  ) throws(Failure) {
    var rest = part
    var isFull = false
    while !rest.isEmpty || isFull {
      guard !hasEnded else { throw damaged(ArchiveFault(.damaged, "damaged: data follows its end")) }
      let step = inflater.step(rest, room: 1 << 16)
      rest = rest.dropFirst(step.consumed)
      // zlib may have more output for input that it has already consumed.
      isFull = step.output.count == 1 << 16
      if !step.output.isEmpty { try each(step.output[...]) }
      switch step.status {
      case .ended:
        hasEnded = true
        isFull = false
      case .damaged(let reason): throw damaged(ArchiveFault(.damaged, "damaged: \(reason)"))
      case .more:
        if step.output.isEmpty, step.consumed == 0, !rest.isEmpty {
          throw damaged(ArchiveFault(.damaged, "damaged: its compressed data is invalid"))
        }
      }
    }
  }
}
