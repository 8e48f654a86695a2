import Vocabulary

extension IPSDecoder {
  /// Reads `threads`, up to the limit.
  mutating func readThreads() {
    // Stored in the report while reading, so that nothing is lost if the input is truncated.
    if isContainer { report.threads = [] }
    readElements(.threads) { decoder in
      let index = decoder.report.threads?.count ?? 0
      guard index < decoder.limits.threads else {
        decoder.omittedThreads += 1
        return decoder.cursor.skipValue()
      }
      if let thread = decoder.readThread(index) { decoder.report.threads?.append(thread) }
    }
  }

  private mutating func readThread(_ index: Int) -> CrashReport.Thread? {
    var thread = CrashReport.Thread(index: index)
    _ = cursor.peek()
    thread.line = cursor.line
    var state: (offset: Int, line: Int)?
    var originalLength: Int?
    var instruction: Detail?
    var list = FrameList()
    var seen = SeenKeys()
    guard cursor.enterObject() else { return nil }
    while let key = nextMember(IPSThreadKey.keys, &seen) {
      switch key {
      case .name: thread.name = cursor.readNonEmpty(limit: 1024)
      case .queue: thread.queue = cursor.readNonEmpty(limit: 1024)
      case .triggered: thread.crashed = cursor.readBool() ?? false
      case .frames: list = readFrames(isBacktrace: false)
      case .threadState:
        _ = cursor.peek()
        state = (cursor.offset, cursor.line)
        cursor.skipValue()
      case .recursionInfoArray: thread.recursion = readRecursion()
      case .originalLength: originalLength = cursor.readInt()
      case .instructionState: instruction = readInstructionState()
      }
    }
    if let instruction, thread.crashed { addInstruction(instruction) }
    thread.omittedFrames = list.omitted
    let total = list.total
    thread.frames = list.frames
    list.frames = []
    number(&thread, total: total, originalLength)
    states.append(state)
    return thread
  }

  /// Numbers the frames as Apple's text reports do, with a gap where the middle of a recursion was elided, and counts
  /// the missing frames.
  private func number(_ thread: inout CrashReport.Thread, total: Int, _ originalLength: Int?) {
    var elided = 0
    for recursion in thread.recursion {
      guard let hottest = recursion.hottestElided, let coldest = recursion.coldestElided, coldest >= hottest,
        hottest >= 0
      else { continue }
      let (count, overflow) = (coldest - hottest).addingReportingOverflow(1)
      let (sum, tooBig) = elided.addingReportingOverflow(count)
      guard !overflow, !tooBig, sum < Int(Int32.max) else { continue }
      for position in thread.frames.indices where thread.frames[position].index >= hottest {
        thread.frames[position].index += count
      }
      elided = sum
    }
    if elided == 0, let originalLength, originalLength < Int(Int32.max) {
      elided = max(0, originalLength - total)
    }
    thread.omittedFrames += elided
  }

  private mutating func readRecursion() -> [CrashReport.RecursionInfo] {
    var all: [CrashReport.RecursionInfo] = []
    guard cursor.enterArray() else { return all }
    while cursor.nextElement() {
      guard all.count < 16 else {
        cursor.skipValue()
        continue
      }
      var info = CrashReport.RecursionInfo(depth: 0)
      readObject { decoder, key in
        switch key {
        case .depth: info.depth = decoder.cursor.readInt() ?? 0
        case .hottestElided: info.hottestElided = decoder.cursor.readInt()
        case .coldestElided: info.coldestElided = decoder.cursor.readInt()
        case .keyFrame:
          let line = decoder.cursor.line
          var list = FrameList()
          _ = decoder.readFrame(into: &list, limit: 2, line: line, nil)
          info.keyFrame = list.frames.first
        default: return false
        }
        return true
      }
      all.append(info)
    }
    return all
  }

  /// Marks the crashed thread unless one has `triggered`: the faulting thread, or else the highlighted one.
  mutating func markCrashedThread() {
    guard report.threads?.contains(where: \.crashed) == false else { return }
    guard let index = faultingThread ?? highlightedThread, report.threads?.indices.contains(index) == true else {
      return
    }
    report.threads?[index].crashed = true
  }
}

/// The frames of one stack, up to a limit: the first and the last, so that both ends of an infinite recursion are
/// included.
struct FrameList {
  var frames: [CrashReport.Frame] = []
  /// The number of frames dropped from the middle.
  var omitted = 0
  /// The number of frames appended, dropped ones included.
  var total = 0

  /// Appends a frame. Frames beyond `limit` are dropped from the middle in blocks, so that appending stays cheap.
  ///
  /// `fill` sets up the frame inside the array; passing a finished frame would copy it and retain its strings.
  @inline(__always)
  mutating func append(limit: Int, _ fill: (inout CrashReport.Frame) -> Void) {
    let head = limit - limit / 2
    let block = max(limit / 2, 1)
    if frames.count >= head + 2 * block {
      frames.removeSubrange(head..<head + block)
      omitted += block
    }
    // Growing the array from one frame would move each frame several times.
    if frames.isEmpty { frames.reserveCapacity(min(limit, 16)) }
    frames.append(CrashReport.Frame(index: total))
    fill(&frames[frames.count - 1])
    total += 1
  }

  /// Drops frames from the middle until at most `limit` are left.
  mutating func finish(limit: Int) {
    let excess = frames.count - limit
    guard excess > 0 else { return }
    let head = limit - limit / 2
    frames.removeSubrange(head..<head + excess)
    omitted += excess
  }
}

extension IPSDecoder {
  /// Reads an array of frames. In the backtrace of an exception all addresses are return addresses.
  mutating func readFrames(isBacktrace: Bool) -> FrameList {
    var list = FrameList()
    if let byte = cursor.peek(), byte != UInt8(ascii: "["), byte != UInt8(ascii: "n") { unreadFrames += 1 }
    guard cursor.enterArray() else { return list }
    // Inlined functions share the address of the frame that contains them, and its kind.
    var isInnermost = !isBacktrace
    while cursor.nextElement() {
      guard framesLeft > 0 else {
        omittedFramesByBudget += 1
        cursor.skipValue()
        continue
      }
      let kind = isInnermost ? AddressKind.exact : .return
      switch readFrame(into: &list, limit: max(limits.framesPerThread, 2), line: cursor.line, kind) {
      case .none: continue
      case .inlined: break
      case .function: isInnermost = false
      }
      framesLeft -= 1
    }
    list.finish(limit: max(limits.framesPerThread, 2))
    return list
  }

  private enum FrameFound { case none, inlined, function }

  /// The members of a frame while it is read.
  struct FrameDraft {
    var offset: UInt64?
    var imageIndex: Int?
    var symbol: String?
    var location: Int?
    var file: String?
    var sourceLine: Int?
    var inlined = false
    /// The address and the image of a frame that is written as a line of text.
    var address: RuntimeAddress?
    var image: String?
  }

  /// Appends one frame to `list`, unless it is truncated or has neither offset nor symbol. Its image index is that of
  /// the file until `resolveFrames()`.
  private mutating func readFrame(
    into list: inout FrameList, limit: Int, line: Int, _ kind: AddressKind?
  ) -> FrameFound {
    var draft = FrameDraft()
    if cursor.peek() == UInt8(ascii: "{") {
      readFrameMembers(&draft)
    } else {
      readFrameRow(&draft)
    }
    guard cursor.fault == nil, draft.offset != nil || draft.symbol != nil || draft.address != nil else { return .none }
    list.append(limit: limit) { frame in
      frame.line = line
      frame.imageIndex = draft.imageIndex
      frame.address = draft.address
      frame.image = draft.image
      if let offset = draft.offset { frame.imageOffset = ImageOffset(offset) }
      if let symbol = draft.symbol {
        frame.symbol = CrashReport.Symbol(name: symbol, offset: draft.location)
        frame.outcome = .fromReport
      }
      if let file = draft.file {
        frame.source = SourceLocation(file: file, line: draft.sourceLine == 0 ? nil : draft.sourceLine)
      }
      frame.inlined = draft.inlined
      frame.addressKind = kind
    }
    return draft.inlined ? .inlined : .function
  }

  /// Reads the members of a frame.
  @inline(__always)
  mutating func readFrameMembers(_ draft: inout FrameDraft) {
    guard cursor.enterObject() else { return }
    var seen = SeenKeys()
    while let key = nextMember(IPSFrameKey.keys, &seen) {
      switch key {
      case .imageOffset: draft.offset = cursor.readUInt64()
      case .imageIndex: draft.imageIndex = cursor.readInt()
      case .symbol: draft.symbol = readCached()
      case .symbolLocation: draft.location = cursor.readInt()
      case .sourceFile: draft.file = readCached()
      case .sourceLine: draft.sourceLine = cursor.readInt()
      case .inline: draft.inlined = cursor.readBool() ?? false
      }
    }
  }

  @inline(__always)
  private mutating func readCached() -> String? {
    guard cursor.peek() == UInt8(ascii: "\"") else { return cursor.readNonEmpty(limit: limits.textBytes) }
    guard let text = cursor.scanString(), !text.range.isEmpty else { return nil }
    return cache.string(text, &cursor, limit: limits.textBytes)
  }
}
