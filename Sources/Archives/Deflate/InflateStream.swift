/// What a stream of deflate holds: one of a zip entry, or a gzip file with all its members.
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
  /// Bytes of the input that belong to the stream.
  private(set) var consumed = 0
  /// True if something else than zeros follows a gzip file's last member.
  private(set) var hasTrailingBytes = false

  init(_ input: any ByteStream, _ form: Inflater.Form, _ budget: ArchiveBudget) {
    self.form = form
    self.input = input
    self.budget = budget
    inflater = Inflater(form)
  }

  /// Bytes that were taken from the input and are not of this stream.
  var leftover: ArraySlice<UInt8> { pending }

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
          throw ArchiveFault(.damaged, "damaged: its compressed data lead nowhere")
        }
      }
      if !step.output.isEmpty { return step.output }
    }
  }

  /// RFC 1952, 2.2: members follow one another. Writers to tape fill up with zeros, downloads may end in anything.
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
      throw ArchiveFault(.tooLarge, "unpacks to more than \(limits.ratio) times its size, as no report does")
    }
  }
}

/// A stream with the length and checksum that it must have.
final class CheckedStream: ByteStream {
  private let stream: any ByteStream
  private let size: Int?
  private let checksum: () -> UInt32?
  private var seen = 0
  private var running = CRC32()

  /// - Parameters:
  ///   - size: `nil` if nothing states it.
  ///   - checksum: Asked at the end, because some writers put it behind the data.
  init(_ stream: any ByteStream, size: Int?, checksum: @escaping () -> UInt32?) {
    self.stream = stream
    self.size = size
    self.checksum = checksum
  }

  func read(_ count: Int) throws(ArchiveFault) -> [UInt8] {
    let part = try stream.read(count)
    if part.isEmpty {
      if let size, seen < size {
        // Only what is stored as it is ends where the archive does; deflate says where it ends.
        throw stream is SourceStream
          ? .endsEarly : ArchiveFault(.damaged, "damaged: it is shorter than the archive says")
      }
      if let checksum = checksum(), running.value != checksum {
        throw ArchiveFault(.damaged, "damaged: its checksum does not match")
      }
      return []
    }
    seen += part.count
    if let size, seen > size { throw ArchiveFault(.damaged, "damaged: it is longer than the archive says") }
    running.update(part)
    return part
  }
}
