import Bytes

extension TextDialect {
  /// The instructions of the function in which a debugger stopped, as lldb and Xcode show them for code without source.
  static let disassembly = TextDialect(
    name: "disassembly",
    example: Example(
      """
      libdeck.dylib`deck_check:
          0x104a1c2b0 <+0>:  sub    sp, sp, #0x20
      ->  0x104a1c2b4 <+4>:  brk    #0x1
          0x104a1c2b8 <+8>:  ret
      """, .debugger),
    offer: .beginning(where: { $0.isLetter || $0 == UInt8(ascii: "_") })
  ) { reader, line, _ in reader.consumeDisassembly(line) }
}

extension TextReader {
  /// The maximum number of instructions that are read.
  private static let maxInstructions = 256

  /// Consumes ``dyld`__abort_with_payload:`` with the instructions below it: the function of the innermost frame. The mark `->`
  /// is at the instruction at which the process stopped; without it, the instructions were only listed.
  fileprivate mutating func consumeDisassembly(_ line: Line) -> Bool {
    let content = line.content
    guard text[content.end - 1] == UInt8(ascii: ":"), let mark = text.first(UInt8(ascii: "`"), content),
      mark > content.start, mark + 2 < content.end, draft.threads.isEmpty
    else { return false }
    let image = Slice(content.start, mark)
    guard text.first(UInt8(ascii: " "), image) == nil else { return false }
    var ahead = cursor
    var count = 0
    var stop: (offset: Int, address: UInt64)?
    while count < Self.maxInstructions {
      var next = ahead
      guard let row = next.next(), let instruction = instruction(row.content) else { break }
      if instruction.isCurrent { stop = (instruction.offset, instruction.address) }
      ahead = next
      count += 1
    }
    guard let stop else { return false }
    include(line, as: .debugger)
    // The number of the main thread: its stack, if the debugger prints it below, replaces this frame.
    guard let position = draft.position(ofThread: 1, line: line.number, limits) else { return true }
    draft.threads[position].thread.crashed = true
    draft.target = .thread(position)
    section = .unsectioned
    let name = Slice(mark + 1, content.end - 1)
    let frame = FrameLine(number: 0, image: image, address: stop.address, rest: name)
    var symbol = text.debuggerSymbol(name)
    symbol.offset = stop.offset
    addFrame(frame, line, symbol)
    cursor = ahead
    return true
  }

  /// Reads `->  0x1049f35e4 <+8>: b.lo 0x1049f3600`; `nil` for another line.
  private func instruction(_ row: Slice) -> (isCurrent: Bool, address: UInt64, offset: Int)? {
    var rest = row
    let isCurrent = text.hasPrefix("->", rest)
    if isCurrent { rest = text.trimmed(Slice(rest.start + 2, rest.end)) }
    let address = text.token(rest)
    guard text.hasPrefix("0x", address), let value = text.number(address) else { return nil }
    rest = text.trimmed(Slice(address.end, rest.end))
    guard text.hasPrefix("<+", rest), let close = text.first(UInt8(ascii: ">"), rest),
      let offset = text.integer(Slice(rest.start + 2, close)), text[close + 1] == UInt8(ascii: ":")
    else { return nil }
    return (isCurrent, value, offset)
  }
}
