import Bytes

extension TextDialect {
  /// Lines of registers.
  static let registers = TextDialect(
    name: "registers",
    example: Example("    x0: 0x0000000000000000   x1: 0x0000000281a3c5d0", .excerpt),
    offer: .beginning { $0.isLetter }, mark: .registers
  ) { reader, line, _ in reader.consumeRegisters(line) }
}

/// Reads registers: `  rax: 0x00000000ffffffff  rbx: 0x000000010fb9a550 …`, lldb's `rax = 0x…`.
extension TextReader {
  /// Consumes a line of registers: any number of pairs inside a register section, at least two pairs elsewhere.
  mutating func consumeRegisters(_ line: Line) -> Bool {
    let content = line.content
    if text.hasPrefix("General Purpose Registers:", content) {
      include(line, as: .registers)
      section = .registers
      return true
    }
    let isSection = section == .registers
    if isSection, consumeProcessorLine(line) { return true }
    guard let first = registerPair(Slice(content.start, content.end)) else { return false }
    if !isSection, registerPair(Slice(first.next, content.end)) == nil { return false }
    include(line, as: .registers)
    var pair: (name: Slice, value: UInt64, next: Int)? = first
    var end = first.next
    while let found = pair {
      addRegister(text.string(found.name), found.value, note: nil)
      end = found.next
      pair = registerPair(Slice(end, content.end))
    }
    let rest = text.trimmed(Slice(end, content.end))
    if !rest.isEmpty { noteLastRegister(text.string(rest)) }
    section = .registers
    return true
  }

  /// Parses `name: 0x…` or `name = 0x…` at the start of `slice`, after blanks.
  private func registerPair(_ slice: Slice) -> (name: Slice, value: UInt64, next: Int)? {
    var index = text.skipBlanks(slice.start, slice.end)
    let start = index
    while index < slice.end, text.isIdentifier(text[index]), index - start < 8 { index += 1 }
    let name = Slice(start, index)
    guard !name.isEmpty, text[name.start].isLetter else { return nil }
    index = text.skipBlanks(index, slice.end)
    guard text[index] == UInt8(ascii: ":") || text[index] == UInt8(ascii: "=") else { return nil }
    index = text.skipBlanks(index + 1, slice.end)
    guard text[index] == UInt8(ascii: "0"), text[index + 1] == UInt8(ascii: "x") else { return nil }
    let digits = index + 2
    index = digits
    while index < slice.end, text[index].isHexDigit { index += 1 }
    guard let value = text.hexadecimal(Slice(digits, index)) else { return nil }
    return (name, value, index)
  }

  /// Consumes `Logical CPU:     6` and similar lines below the registers.
  private mutating func consumeProcessorLine(_ line: Line) -> Bool {
    guard let (label, value) = text.headerLabel(line.content) else { return false }
    switch label {
    case .logicalCPU: addRegister("cpu", value)
    case .errorCode: addRegister("err", value)
    case .trapNumber: addRegister("trap", value)
    default: return false
    }
    include(line)
    return true
  }

  /// Adds a register whose value is a number with an optional note: `0x00000006 (no mapping for user data write)`.
  mutating func addRegister(_ name: String, _ value: Slice) {
    let number = text.token(value)
    guard let found = text.number(number) else { return }
    addRegister(name, found, note: text.value(Slice(number.end, value.end)))
  }

  mutating func addRegister(_ name: String, _ value: UInt64, note: String?) {
    guard let position = registerThread() else { return }
    var registers = draft.threads[position].thread.registers ?? []
    guard registers.count < 256 else { return }
    draft.threads[position].thread.registers = nil
    registers.append(CrashReport.Register(name: name == "rfl" ? "rflags" : name, value: value, note: note))
    draft.threads[position].thread.registers = registers
  }

  private mutating func noteLastRegister(_ note: String) {
    guard let position = registerThread(), let count = draft.threads[position].thread.registers?.count, count > 0 else {
      return
    }
    draft.threads[position].thread.registers?[count - 1].note = note
  }

  /// Returns the index in `draft.threads` of the thread that registers belong to: the one that the section names, the
  /// current one, the crashed one, or a new one.
  private mutating func registerThread() -> Int? {
    if let position = draft.registerPosition, position < draft.threads.count { return position }
    draft.registerPosition = newRegisterThread()
    return draft.registerPosition
  }

  private mutating func newRegisterThread() -> Int? {
    if case .thread(let position) = draft.target { return position }
    if let position = draft.threads.firstIndex(where: { $0.thread.crashed }) { return position }
    return draft.threads.isEmpty ? draft.position(ofThread: draft.faultingThread ?? 0, line: nil, limits) : 0
  }
}
