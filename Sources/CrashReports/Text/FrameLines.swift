import Bytes
import Vocabulary

extension TextDialect {
  /// Numbered frames.
  static let frames = TextDialect(
    name: "frames",
    example: Example(
      """
      0   MyApp   0x0000000104a1c2b0 -[CardView load] + 12
      1   MyApp   0x0000000104a1e000 main + 64
      """, .excerpt),
    offer: .beginning { $0.isDigit || $0 == UInt8(ascii: "(") || $0 == UInt8(ascii: "#") }, mark: .frames,
    suffices: { $0.framesSuffice },
    conclude: { draft in
      draft.isPartOfReport || !draft.pieces.isDisjoint(with: [.frames, .retold]) ? Conclusion(.excerpt) : nil
    }
  ) { reader, line, _ in reader.consumeFrame(line) }

  /// Lists of return addresses: `(0x1ed76127c 0x1ec93b9f8 …)`.
  static let addressLists = TextDialect(
    name: "address-lists",
    example: Example("(0x1ed76127c 0x1ec93b9f8 0x1028f7590)", .excerpt), offer: .beginning(with: "(")
  ) { reader, line, _ in
    reader.text.hasPrefix("(0x", line.content) && reader.consumeAddressList(line.content, line)
  }
}

extension Draft {
  /// Whether the frames alone are a report: two frames, or one with an address.
  fileprivate var framesSuffice: Bool {
    var count = lastException?.count ?? 0
    var hasAddress = lastException?.first.contains { $0.address != nil } ?? false
    for thread in threads {
      count += thread.stack.count
      hasAddress = hasAddress || thread.stack.first.contains { $0.address != nil }
    }
    for backtrace in backtraces { count += backtrace.count }
    return count >= 2 || hasAddress
  }
}

/// Reads frame lines in any section.
extension TextReader {
  /// Consumes a numbered frame line. A line with an address is always a frame; one without an address only if a stack
  /// is expected or begins here.
  mutating func consumeFrame(_ line: Line) -> Bool {
    let mark = text[line.content.start]
    if mark.isDigit {
      if belongsToApplicationInformation(line) { return true }
      if let frame = text.frameLine(line.content) {
        // `22 - 27  MyApp  0x1028f7590`
        if text[frame.image.start] == UInt8(ascii: "-"), consumeFrameRange(line) { return true }
        addFrame(frame, line)
        return true
      }
      let isExpected = section == .frames || draft.expects.stack
      guard let frame = text.frameLineWithoutAddress(line.content, strict: !isExpected),
        isExpected || beginsStack(frame)
      else { return consumeFrameRange(line) }
      addFrame(frame, line)
      return true
    }
    if mark == UInt8(ascii: "(") {
      return section == .frames && draft.target == .lastException && consumeAddressList(line.content, line)
    }
    if mark == UInt8(ascii: "#"), let frame = text.numberSignFrame(line.content) {
      draft.pieces.insert(.debugger)
      addFrame(frame, line, frame.rest.isEmpty ? FrameSymbol() : text.debuggerSymbol(frame.rest))
      return true
    }
    return false
  }

  /// Returns whether a frame without an address, outside a stack, begins a stack: a frame with a higher number follows.
  private func beginsStack(_ frame: FrameLine) -> Bool {
    if case .thread(let position) = draft.target, let last = draft.threads[position].stack.lastNumber,
      frame.number > last, frame.number - last < 64
    {
      return true
    }
    var ahead = cursor
    while let next = ahead.next() {
      if next.isEmpty { continue }
      let other = text.frameLine(next.content) ?? text.frameLineWithoutAddress(next.content, strict: true)
      return other.map { $0.number > frame.number && $0.number - frame.number < 64 } ?? false
    }
    return false
  }

  mutating func addFrame(_ parts: FrameLine, _ line: Line) {
    addFrame(
      parts, line, parts.rest.isEmpty ? FrameSymbol() : text.frameSymbol(parts.rest) { functions.name($0, in: text) })
  }

  mutating func addFrame(_ parts: FrameLine, _ line: Line, _ symbol: consuming FrameSymbol) {
    include(line, as: .frames)
    guard let target = target(for: parts, line) else { return }
    // Here and not in a function, which would be called with a copy of the reader.
    let isFull =
      switch target {
      case .none: true
      case .thread(let position): draft.threads[position].stack.isFull
      case .lastException: draft.lastException?.isFull ?? true
      case .backtrace(let index): draft.backtraces[index].isFull
      }
    // A stack at its own limit stores no additional frames.
    if !isFull {
      if draft.framesLeft == 0 {
        noteFrameLimit(line)
        return
      }
      draft.framesLeft -= 1
    }
    var image = names.name(parts.image, in: text)
    let distance = image == nil ? nil : symbol.imageOffset
    if image == nil, let named = symbol.image { image = names.name(named, in: text) }
    append(number: parts.number, to: target) { frame in
      frame.line = line.number
      frame.image = image.take()
      frame.address = parts.address.map { RuntimeAddress($0) }
      if let name = symbol.name.take() { frame.symbol = CrashReport.Symbol(name: name, offset: symbol.offset) }
      frame.source = symbol.source.take()
      frame.inlined = symbol.inlined
      frame.imageOffset = distance.map { ImageOffset($0) }
    }
    section = .frames
    draft.expects.stack = false
  }

  private mutating func noteFrameLimit(_ line: Line) {
    if draft.notes.contains(where: { $0.code == "too-many-frames" }) { return }
    draft.note(
      Note("too-many-frames", "Frames from this line on are omitted: the limit is reached.", line: line.number), limits)
  }

  /// Adds a frame, completed by `fill` and by its position in the stack.
  @inline(__always)
  mutating func append(number: Int, to target: Draft.Target, _ fill: (inout CrashReport.Frame) -> Void) {
    switch target {
    case .none: break
    case .thread(let position): draft.threads[position].stack.append(number: number, ofThread: true, fill)
    case .lastException: draft.lastException?.append(number: number, ofThread: false, fill)
    case .backtrace(let index): draft.backtraces[index].append(number: number, ofThread: false, fill)
    }
  }

  /// Returns the stack that a frame belongs to; a new one if its number does not continue the current stack.
  private mutating func target(for parts: FrameLine, _ line: Line) -> Draft.Target? {
    switch draft.target {
    case .thread(let position) where draft.threads[position].stack.continues(with: parts.number): return draft.target
    case .lastException where draft.lastException?.continues(with: parts.number) == true: return draft.target
    case .backtrace(let index) where draft.backtraces[index].continues(with: parts.number): return draft.target
    default: break
    }
    if let pending = draft.pendingName,
      let position = draft.position(ofThread: pending.index, line: pending.line, limits)
    {
      draft.pendingName = nil
      draft.threads[position].thread.name = pending.name
      draft.threads[position].thread.queue = pending.queue
      draft.target = .thread(position)
      return draft.target
    }
    if isExceptionStack(parts) {
      if draft.lastException == nil {
        draft.lastException = FrameStack(limit: limits.framesPerThread)
        draft.target = .lastException
        return draft.target
      }
    }
    guard let position = draft.position(ofThread: draft.nextThreadIndex, line: line.number, limits) else { return nil }
    draft.target = .thread(position)
    return draft.target
  }

  /// Returns whether a frame begins the call stack of an exception: below the text of an exception, or in the functions
  /// that raise exceptions.
  private func isExceptionStack(_ parts: FrameLine) -> Bool {
    if draft.pieces.contains(.header) { return false }
    if draft.exception.name != nil, draft.expects.stack { return true }
    if parts.number > 1 || draft.exception.type != nil || draft.exception.signal != nil { return false }
    if text.contains("__exceptionPreprocess", parts.rest) || text.contains("objc_exception_throw", parts.rest) {
      return true
    }
    var ahead = cursor
    guard parts.number == 0, let next = ahead.next() else { return false }
    return text.contains("objc_exception_throw", next.content)
  }

  /// Consumes a list of bare return addresses: `(0x1ed76127c 0x1ec93b9f8 …)`. Their images are resolved at the end of
  /// the report.
  mutating func consumeAddressList(_ slice: Slice, _ line: Line) -> Bool {
    var rest = text.trimmed(slice)
    if text[rest.start] == UInt8(ascii: "(") { rest.start += 1 }
    if text[rest.end - 1] == UInt8(ascii: ")") { rest.end -= 1 }
    var addresses: [UInt64] = []
    var omitted = 0
    while true {
      let token = text.token(rest)
      if token.isEmpty { break }
      guard text.hasPrefix("0x", token), let address = text.number(token) else {
        // The last address may be truncated.
        if addresses.count < 2 { return false }
        break
      }
      if addresses.count < 65_536 { addresses.append(address) } else { omitted += 1 }
      rest.start = token.end
    }
    guard addresses.count >= 2 || draft.target == .lastException && !addresses.isEmpty else { return false }
    include(line, as: .frames)
    let isException = draft.exception.name != nil || draft.target == .lastException || draft.expects.stack
    if isException {
      draft.lastException = draft.lastException ?? FrameStack(limit: limits.framesPerThread)
      draft.target = .lastException
    } else {
      draft.target =
        draft.position(ofThread: draft.nextThreadIndex, line: line.number, limits).map { .thread($0) } ?? .none
    }
    let base = draft.lastException?.lastNumber.map { $0 + 1 } ?? 0
    for (offset, address) in addresses.enumerated() {
      append(number: isException ? base + offset : offset, to: draft.target) { frame in
        frame.line = line.number
        frame.address = RuntimeAddress(address)
      }
    }
    draft.expects.stack = false
    section = .unsectioned
    draft.target = .none
    return true
  }
}
