import Bytes
import Vocabulary

extension TextDialect {
  /// Threads and frames of lldb, and the reason for which it stopped.
  static let debugger = TextDialect(
    name: "debugger",
    example: Example(
      """
      * thread #1, queue = 'com.apple.main-thread', stop reason = EXC_BAD_ACCESS (code=1, address=0x10)
        * frame #0: 0x0000000104a1c2b0 MyApp`-[CardView load] + 12 at CardView.m:41
      """, .debugger),
    offer: .beginning(with: "*tf.(P"), mark: .debugger,
    conclude: { draft in
      guard draft.pieces.contains(.debugger), !draft.isPartOfReport || draft.pieces.contains(.registers) else {
        return nil
      }
      let isStop = draft.pieces.contains(.debuggerStop) && draft.exception.isEmpty
      return Conclusion(.debugger, isStop ? .unknown : .crash)
    }
  ) { reader, line, _ in reader.consumeDebugger(line) }

  /// A Mach exception without the words of lldb around it.
  static let machExceptions = TextDialect(
    name: "mach-exceptions",
    example: Example("EXC_BAD_ACCESS (code=1, address=0x10)", .console), offer: .beginning(with: "E")
  ) { reader, line, _ in
    guard reader.consumeMachException(line.content, line) else { return false }
    if !reader.draft.report.consoleLines.isEmpty { reader.includeFollowingLines() }
    return true
  }
}

/// Reads the output of lldb and Xcode when a debugged process stops.
extension TextReader {
  fileprivate mutating func consumeDebugger(_ line: Line) -> Bool {
    var content = line.content
    let isCurrent = text.hasPrefix("* ", content)
    if isCurrent { content = text.trimmed(Slice(content.start + 2, content.end)) }
    switch text[content.start] {
    case UInt8(ascii: "t") where text.hasPrefix("thread #", content):
      return consumeDebuggerThread(content, isCurrent, line)
    case UInt8(ascii: "f") where text.hasPrefix("frame #", content): return consumeDebuggerFrame(content, line)
    case UInt8(ascii: ".") where text.hasPrefix("... repeats to frame #", content):
      let number = Slice(content.start + 22, content.end)
      guard case .thread(let position) = draft.target, let last = text.integer(text.token(number)), last < 10_000_000
      else { return false }
      include(line)
      draft.threads[position].stack.skip(to: last)
      return true
    case UInt8(ascii: "("):
      guard text.hasPrefix("(lldb)", content) else { return false }
      return true
    case UInt8(ascii: "P"):
      guard text.hasPrefix("Process ", content), text.hasSuffix(" stopped", content) else { return false }
      include(line)
      return true
    default: return false
    }
  }

  /// Consumes `* thread #1, queue = 'com.apple.main-thread', stop reason = EXC_BAD_ACCESS (code=1, address=0x120a8)`.
  private mutating func consumeDebuggerThread(_ content: Slice, _ isCurrent: Bool, _ line: Line) -> Bool {
    var digits = content.start + 8
    let start = digits
    while digits < content.end, text[digits].isDigit { digits += 1 }
    guard let index = text.integer(Slice(start, digits)), index < 1_000_000,
      digits >= content.end || text[digits] == UInt8(ascii: ",") || text[digits] == UInt8(ascii: ":")
    else { return false }
    include(line, as: .debugger)
    let rest = Slice(digits, content.end)
    // `bt` after the stop prints the same thread again with all frames.
    if let known = draft.threadPositions[index] {
      draft.threads[known].stack = FrameStack(limit: limits.framesPerThread)
    }
    guard let position = draft.position(ofThread: index, line: line.number, limits) else { return true }
    draft.target = .thread(position)
    draft.registerPosition = position
    section = .unsectioned
    draft.threads[position].thread.name = quoted(after: "name = '", rest) ?? draft.threads[position].thread.name
    draft.threads[position].thread.queue = quoted(after: "queue = '", rest) ?? draft.threads[position].thread.queue
    if let reason = text.find("stop reason = ", rest) {
      consumeStop(text.trimmed(Slice(reason + 14, rest.end)), thread: index, line)
    }
    return true
  }

  private func quoted(after mark: StaticString, _ slice: Slice) -> String? {
    guard let offset = text.find(mark, slice) else { return nil }
    let start = offset + mark.utf8CodeUnitCount
    guard let end = text.first(UInt8(ascii: "'"), Slice(start, slice.end)) else { return nil }
    return text.value(Slice(start, end))
  }

  /// Consumes ``frame #1: 0x00000001000728f4 MyApp`main(argc=2) at main.c:41:3``.
  private mutating func consumeDebuggerFrame(_ content: Slice, _ line: Line) -> Bool {
    guard let colon = text.first(UInt8(ascii: ":"), content),
      let number = text.integer(Slice(content.start + 7, colon)),
      number < 10_000_000
    else { return false }
    var rest = text.trimmed(Slice(colon + 1, content.end))
    var address: UInt64?
    let first = text.token(rest)
    if text.hasPrefix("0x", first), let value = text.number(first) {
      address = value
      rest = text.trimmed(Slice(first.end, rest.end))
    }
    var image = Slice(rest.start, rest.start)
    if let mark = text.first(UInt8(ascii: "`"), rest) {
      image = Slice(rest.start, mark)
      rest = Slice(mark + 1, rest.end)
    }
    if address == nil, image.isEmpty { return false }
    draft.pieces.insert(.debugger)
    let frame = FrameLine(number: number, image: image, address: address, rest: rest)
    addFrame(frame, line, rest.isEmpty ? FrameSymbol() : text.debuggerSymbol(rest))
    section = .unsectioned
    return true
  }

  /// Consumes the stop reason of a thread: a Mach exception, a signal, a message of the Swift runtime, or an action of
  /// the debugger.
  mutating func consumeStop(_ reason: Slice, thread index: Int, _ line: Line) {
    include(line, as: .debugger)
    for word: StaticString in ["breakpoint ", "step ", "watchpoint ", "trace", "instruction step", "None", "plan "]
    where text.hasPrefix(word, reason) {
      draft.pieces.insert(.debuggerStop)
      draft.note(
        Note(
          "debugger-stop", "The debugger stopped the process; this is not a failure.", line: line.number,
          quotation: text.string(reason)), limits)
      return
    }
    if let position = draft.position(ofThread: index, line: line.number, limits) {
      draft.threads[position].thread.crashed = true
      draft.target = .thread(position)
    }
    if consumeMachException(reason, line) { return }
    if text.hasPrefix("signal ", reason) {
      Self.first(
        &draft.exception.type, text.value(text.token(Slice(reason.start + 7, reason.end))), .exceptionType, line.number,
        &draft.report.lines)
      return
    }
    draft.pieces.insert(.failure)
    addConsoleLine(text.string(reason), line: line.number)
  }

  /// Consumes `EXC_BAD_ACCESS (code=2, address=0x16cfc0ce0)`, also without `stop reason =`.
  mutating func consumeMachException(_ slice: Slice, _ line: Line) -> Bool {
    guard text.hasPrefix("EXC_", slice) else { return false }
    var end = slice.start
    while end < slice.end, text.isIdentifier(text[end]) { end += 1 }
    let rest = text.trimmed(Slice(end, slice.end))
    let isParenthesized = text[rest.start] == UInt8(ascii: "(")
    // Crashlytics: `EXC_BAD_ACCESS KERN_INVALID_ADDRESS 0x0000000000000010`.
    let hasSubtype = text.isSubtype(text.word(rest))
    // Crashlytics, for an exception without a subtype: `EXC_BREAKPOINT 0x0000000104a1c2b0`.
    let address = text.hasPrefix("0x", rest) && text.word(rest).end == rest.end ? text.number(rest) : nil
    guard
      rest.isEmpty || isParenthesized || hasSubtype || address != nil || text[rest.start] == UInt8(ascii: ":")
    else { return false }
    include(line, as: .exception)
    let isFirst = draft.exception.type == nil
    Self.first(
      &draft.exception.type, text.value(Slice(slice.start, end)), .exceptionType, line.number, &draft.report.lines)
    guard isFirst else { return true }
    if let address {
      // For other exceptions, it is the address of the instruction.
      if draft.exception.type == "EXC_BAD_ACCESS" { draft.exception.faultAddress = RuntimeAddress(address) }
      return true
    }
    var tail = rest
    if hasSubtype, let end = consumeRetoldSubtype(rest, line) {
      tail = Slice(end, rest.end)
    } else if isParenthesized {
      let close = text.first(UInt8(ascii: ")"), rest) ?? rest.end
      consumeStopCodes(Slice(rest.start + 1, close), line)
      tail = text.trimmed(Slice(min(close + 1, rest.end), rest.end))
    }
    // A dot, dash or colon, then the message of the runtime.
    while !tail.isEmpty, !text.isIdentifier(text[tail.start]), text[tail.start] != UInt8(ascii: "*"),
      text[tail.start] != UInt8(ascii: "-") || text[tail.start + 1].isBlank
    { tail.start += 1 }
    if tail.count > 2 {
      draft.pieces.insert(.failure)
      addConsoleLine(text.string(tail), line: line.number)
    }
    return true
  }

  /// Consumes `code=2, address=0x16cfc0ce0`, `code=EXC_I386_INVOP, subcode=0x0` or `SIGTRAP`.
  mutating func consumeStopCodes(_ inner: Slice, _ line: Line) {
    if text.hasPrefix("SIG", inner) {
      draft.exception.signal = text.value(inner)
      return
    }
    guard let offset = text.find("code=", inner) else {
      // `RESOURCE_TYPE_MEMORY: high watermark memory limit exceeded`
      if !inner.isEmpty, inner.end > inner.start {
        Self.first(&draft.exception.message, text.value(inner), .exceptionMessage, line.number, &draft.report.lines)
      }
      return
    }
    draft.exception.codesText = text.value(inner)
    draft.report.lines[.exceptionCodes] = line.number
    var end = offset + 5
    while end < inner.end, text.isIdentifier(text[end]) { end += 1 }
    let code = Slice(offset + 5, end)
    let isAccess = draft.exception.type == "EXC_BAD_ACCESS"
    draft.exception.faultAddress = isAccess ? address(after: "address=", inner) : nil
    switch text.number(code) {
    // mach/kern_return.h
    case 1 where isAccess: draft.exception.subtype = "KERN_INVALID_ADDRESS"
    case 2 where isAccess: draft.exception.subtype = "KERN_PROTECTION_FAILURE"
    case .some(let value): draft.exception.codes = [value]
    case nil: draft.exception.subtype = text.value(code)
    }
  }
}
