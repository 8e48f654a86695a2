extension PanicText {
  private static let registerNames: Set<String> = Set(
    (0...30).map { "x\($0)" } + (0...15).map { "r\($0)" }
      + [
        "fp", "lr", "sp", "pc", "ip", "cpsr", "esr", "far", "fsr", "rax", "rbx", "rcx", "rdx", "rsp", "rbp", "rsi",
        "rdi", "rfl", "rip", "cs", "ss", "cr0", "cr2", "cr3", "cr4", "eax", "ebx", "ecx", "edx", "esp", "ebp", "esi",
        "edi", "efl", "eip",
      ])

  /// Reads a row of the saved state of an abort; returns false for other lines.
  ///
  ///     x0:  0x0000000000000000 x1:  0x00000000ffffffff  x2:  0x0000000000000000  x3:  0x0000000000000000
  ///     pc:  0xfffffe001327947c cpsr: 0x60401208         esr: 0x96000006          far: 0x0000000000000008
  ///     RAX: 0xffffff8012345678, RBX: 0x0000000000000000, RCX: 0x0000000000000000
  mutating func consumeRegisters(_ text: String, _ number: Int) -> Bool {
    // The rows of a backtrace begin with `lr:` and `fp:`, too.
    guard isBeforeBacktrace else { return false }
    let isBlank: (UInt8) -> Bool = { $0 == 0x20 || $0 == 0x09 || $0 == UInt8(ascii: ",") }
    guard text.utf8.drop(while: isBlank).prefix(while: { !isBlank($0) }).last == UInt8(ascii: ":") else { return false }
    var row: [CrashReport.Register] = []
    var name: String?
    for word in text.utf8.split(whereSeparator: isBlank).prefix(32).map(Substring.init) {
      if let known = name {
        guard word.hasPrefix("0x"), word.utf8.count <= 18, let value = UInt64(word.dropFirst(2), radix: 16) else {
          return false
        }
        row.append(CrashReport.Register(name: known, value: value))
        name = nil
      } else {
        guard word.hasSuffix(":"), Self.registerNames.contains(word.dropLast().lowercased()) else { return false }
        name = word.dropLast().lowercased()
      }
    }
    guard !row.isEmpty, name == nil else { return false }
    // Of nested panics, the first state is that of the failure.
    for register in row where !registers.contains(where: { $0.name == register.name }) { registers.append(register) }
    registersLine = registersLine ?? number
    return true
  }
}
