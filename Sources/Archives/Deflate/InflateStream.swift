/// The inflated bytes of a deflate stream: of one zip entry, or of a gzip file with all its members.
final class InflateStream: ByteStream {
  private enum State {
    case inside
    case ended
    case failed(ArchiveFault)
  }

  private let form: Inflater.Form
  private let inflater: Inflater
  private let input: any ByteStream
  private let budget: ArchiveBudget
  private var pending: ArraySlice<UInt8> = []
  private var state = State.inside
  private var produced = 0
  /// The number of input bytes that belong to the stream.
  private(set) var consumed = 0
  /// Whether bytes other than zeros follow the last member of a gzip file.
  private(set) var hasTrailingBytes = false

  init(_ input: any ByteStream, _ form: Inflater.Form, _ budget: ArchiveBudget) {
    self.form = form
    self.input = input
    self.budget = budget
    inflater = Inflater(form)
  }

  func read(_ count: Int) throws(ArchiveFault) -> [UInt8] {
    do { return try advance(count) } catch {
      state = .failed(error)
      throw error
    }
  }

  private func advance(_ count: Int) throws(ArchiveFault) -> [UInt8] {
    while true {
      switch state {
      case .ended: return []
      case .failed(let fault): throw fault
      case .inside: break
      }
      if pending.isEmpty { pending = try input.read(1 << 15)[...] }
      let isAtEnd = pending.isEmpty
      let step = inflater.step(pending, room: min(count, 1 << 16))
      pending = pending.dropFirst(step.consumed)
      consumed += step.consumed
      produced += step.output.count
      try checkRatio()
      try budget.inflate(step.output.count)
      switch step.status {
      case .ended: try end()
      case .damaged(let reason):
        if step.output.isEmpty { throw ArchiveFault(.damaged, "damaged: \(reason)") }
        state = .failed(ArchiveFault(.damaged, "damaged: \(reason)"))
      case .more:
        if step.output.isEmpty, isAtEnd { throw .endsEarly }
        if step.output.isEmpty, step.consumed == 0, !pending.isEmpty {
          throw ArchiveFault(.damaged, "damaged: its compressed data is invalid")
        }
      }
      if !step.output.isEmpty { return step.output }
    }
  }

  /// Starts the next gzip member, if one follows (RFC 1952, 2.2). Tape writers pad with zeros, and downloads may end in
  /// arbitrary bytes.
  private func end() throws(ArchiveFault) {
    guard form == .gzip else {
      state = .ended
      return
    }
    while pending.count < 3 {
      let part = try input.read(1 << 15)
      if part.isEmpty { break }
      pending += part
    }
    if pending.starts(with: [0x1F, 0x8B, 0x08]), inflater.reset() { return }
    state = .ended
    hasTrailingBytes = pending.contains { $0 != 0 }
  }

  private func checkRatio() throws(ArchiveFault) {
    let limits = budget.limits
    if produced > limits.ratioFree, produced / limits.ratio > consumed {
      throw ArchiveFault(
        .tooLarge, "unpacks to more than \(limits.ratio) times its size; reports do not compress that well")
    }
  }
}

/// A stream that verifies its length and checksum.
final class CheckedStream: ByteStream {
  private let stream: any ByteStream
  private let size: Int?
  private let checksum: () -> UInt32?
  private var seen = 0
  private var running = CRC32()

  /// Creates a stream that throws if the bytes do not match.
  ///
  /// - Parameters:
  ///   - size: The stated size; `nil` if unknown.
  ///   - checksum: Returns the stated checksum. Called at the end, because some writers store it after the data.
  init(_ stream: any ByteStream, size: Int?, checksum: @escaping () -> UInt32?) {
    self.stream = stream
    self.size = size
    self.checksum = checksum
  }

  func read(_ count: Int) throws(ArchiveFault) -> [UInt8] {
    let part = try stream.read(count)
    if part.isEmpty {
      if let size, seen < size {
        // Stored data ends with a truncated archive; a deflate stream marks its own end.
        throw stream is SourceStream
          ? .endsEarly : ArchiveFault(.damaged, "damaged: it is shorter than the archive states")
      }
      if let checksum = checksum(), running.value != checksum {
        throw ArchiveFault(.damaged, "damaged: its checksum does not match")
      }
      return []
    }
    seen += part.count
    if let size, seen > size { throw ArchiveFault(.damaged, "damaged: it is longer than the archive states") }
    running.update(part)
    return part
  }
}
