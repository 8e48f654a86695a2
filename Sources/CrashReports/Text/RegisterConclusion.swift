import Vocabulary

/// The exception of a part of a report that has the state of the processor, but not the lines above it: the processor records
/// why it stopped.
extension TextReader {
  /// Infers the exception from the registers below "Thread 0 crashed with …", if no line states one.
  mutating func concludeException() {
    guard let (line, position) = draft.crashState, draft.exception.isEmpty, draft.termination.isEmpty, !draft.hasHeader,
      draft.messages.isEmpty, draft.report.consoleLines.isEmpty,
      let position, draft.threads.indices.contains(position),
      let registers = draft.threads[position].thread.registers
    else { return }
    func value(_ name: String) -> UInt64? { registers.first { $0.name == name }?.value }
    let counter = value("pc") ?? value("rip") ?? value("eip")
    if let syndrome = value("esr") {
      concludeARM(syndrome, address: value("far"), counter: counter)
    } else if let trap = value("trap"), value("err") != nil {
      concludeIntel(trap, address: value("cr2"), counter: counter)
    }
    guard let type = draft.exception.type else { return }
    draft.exception.isInferred = true
    draft.report.lines[.exceptionType] = line
    draft.note(
      Note(
        "exception-concluded",
        "The exception \(type) was inferred from the registers: the lines that state it are missing.",
        line: line), limits)
  }

  /// The highest address, exclusive, at which no process has memory: the smallest page zero.
  private static let pageZero: UInt64 = 0x4000

  /// Whether the system cannot have resolved a fault at an address. The registers also record the last fault that it
  /// resolved, such as the first access to a page, after which the thread continued.
  private static func isUnresolvable(_ address: UInt64?, counter: UInt64?) -> Bool {
    guard let address else { return false }
    // The processor ignores the top byte of a pointer, which may contain a tag.
    let untagged = address & 0x00ff_ffff_ffff_ffff
    return address < pageZero || untagged >> 47 != 0 || address == counter
  }

  /// Arm, Architecture Reference Manual, ESR_EL1: the class is in bits 31 to 26, and bit 10 tells that FAR is not valid.
  private mutating func concludeARM(_ syndrome: UInt64, address: UInt64?, counter: UInt64?) {
    switch syndrome >> 26 & 0x3f {
    case 0x20, 0x21, 0x24, 0x25:
      guard syndrome >> 10 & 1 == 0, Self.isUnresolvable(address, counter: counter) else { return }
      draft.exception.type = "EXC_BAD_ACCESS"
      draft.exception.faultAddress = address.map { RuntimeAddress($0) }
    case 0x3c: draft.exception.type = "EXC_BREAKPOINT"
    case 0x00, 0x0e: draft.exception.type = "EXC_BAD_INSTRUCTION"
    default: break
    }
  }

  /// Intel, Software Developer's Manual, volume 3, 6.15: the numbers of exceptions.
  private mutating func concludeIntel(_ trap: UInt64, address: UInt64?, counter: UInt64?) {
    switch trap {
    case 0: draft.exception.type = "EXC_ARITHMETIC"
    case 3: draft.exception.type = "EXC_BREAKPOINT"
    case 6: draft.exception.type = "EXC_BAD_INSTRUCTION"
    case 13: draft.exception.type = "EXC_BAD_ACCESS"
    case 14:
      guard Self.isUnresolvable(address, counter: counter) else { return }
      draft.exception.type = "EXC_BAD_ACCESS"
      draft.exception.faultAddress = address.map { RuntimeAddress($0) }
    default: break
    }
  }

  /// Adds the innermost frame, whose address is in the program counter, if the report has no frames; the images are sorted.
  mutating func concludeInnermostFrame() {
    guard let position = draft.crashState?.position, draft.threads.indices.contains(position),
      draft.threads.allSatisfy({ $0.stack.isEmpty }), draft.lastException == nil,
      draft.backtraces.isEmpty, draft.framesLeft > 0,
      let counter = draft.threads[position].thread.registers?.first(where: { ["pc", "rip", "eip"].contains($0.name) }),
      draft.imageList.position(holding: counter.value) != nil
    else { return }
    draft.framesLeft -= 1
    append(number: 0, to: .thread(position)) { $0.address = RuntimeAddress(counter.value) }
  }
}
