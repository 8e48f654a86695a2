/// Reads the instructions of jumps to functions of other images.
struct ELFStubCode {
  /// Where a jump states its target.
  enum Target: Equatable {
    /// The slot of the global offset table at an address.
    case slot(UInt64)
    /// The relocation with a number: an entry that the first call of a function uses pushes it (i386 and x86-64 with
    /// `-z ibtplt`).
    case number(Int)
  }

  private let bytes: FileBytes
  private let is64Bit: Bool
  private let isIntel: Bool
  /// The address to which the code of i386 for any address (`-fPIC`) adds: that of `.got.plt`.
  private let tableAddress: UInt64?

  /// Creates a reader; `nil` for an architecture whose code is not read.
  init?(_ file: ELFFile) {
    guard file.architecture.isIntel || file.architecture.isARM64 else { return nil }
    bytes = file.bytes
    is64Bit = file.is64Bit
    isIntel = file.architecture.isIntel
    tableAddress = (file.section(".got.plt") ?? file.section(".got"))?.address
  }

  /// Calls `body` with start, end and target of each jump in a section.
  func forEachJump(in section: ELFSection, _ body: (_ start: UInt64, _ end: UInt64, _ target: Target) -> Void) {
    if isIntel { intelJumps(section, body) } else { armJumps(section, body) }
  }

  // MARK: - x86-64 and i386

  /// All entries of a section have the same size: 16 bytes, or 8 in `.plt.got` without `endbr`.
  private func intelJumps(_ section: ELFSection, _ body: (UInt64, UInt64, Target) -> Void) {
    let range = section.fileRange
    var first = ByteCursor(bytes.span, range)
    let size = section.name == ".plt.got" && first.u32() & 0x00FF_FFFF != 0x001E_0FF3 ? 8 : 16
    for index in 0..<(range.count / size) {
      let start = range.lowerBound &+ index &* size
      let address = section.address &+ UInt64(index &* size)
      guard let target = intelTarget(start..<(start &+ size), address) else { continue }
      body(address, address &+ UInt64(size), target)
    }
  }

  private func intelTarget(_ range: Range<Int>, _ address: UInt64) -> Target? {
    var cursor = ByteCursor(bytes.span, range)
    var opcode = cursor.u8()
    if opcode == 0xF3 {  // endbr64, endbr32
      cursor.skip(3)
      opcode = cursor.u8()
    }
    if opcode == 0xF2 || opcode == 0x3E { opcode = cursor.u8() }  // bnd, notrack
    if opcode == 0x68 {  // push imm32
      let pushed = Int(cursor.u32())
      // i386 pushes the offset in `.rel.plt`, whose entries have 8 bytes.
      return cursor.isOverrun ? nil : .number(is64Bit ? pushed : pushed / 8)
    }
    guard opcode == 0xFF else { return nil }
    let mode = cursor.u8()
    let displacement = UInt64(bitPattern: Int64(Int32(bitPattern: cursor.u32())))
    guard !cursor.isOverrun else { return nil }
    switch (mode, is64Bit) {
    case (0x25, true):  // jmp *disp32(%rip)
      return .slot(address &+ UInt64(cursor.position &- range.lowerBound) &+ displacement)
    case (0x25, false):  // jmp *disp32
      return .slot(displacement & 0xFFFF_FFFF)
    case (0xA3, false):  // jmp *disp32(%ebx)
      return tableAddress.map { .slot(($0 &+ displacement) & 0xFFFF_FFFF) }
    default: return nil
    }
  }

  // MARK: - AArch64

  /// An entry loads the slot into x17, and ends with a branch to it.
  private func armJumps(_ section: ELFSection, _ body: (UInt64, UInt64, Target) -> Void) {
    var cursor = ByteCursor(bytes.span, section.fileRange)
    var start = section.address
    var page: UInt64?
    var slot: UInt64?
    while cursor.remaining >= 4 {
      let address = section.address &+ UInt64(cursor.position &- section.fileRange.lowerBound)
      let word = cursor.u32()
      if word == 0xD503_201F, address == start {  // nop between entries
        start = address &+ 4
      } else if word & 0x9F00_001F == 0x9000_0010 {  // adrp x16, page
        let pages = Int64(word >> 5 & 0x7_FFFF) << 2 | Int64(word >> 29 & 3)
        page = (address & ~0xFFF) &+ UInt64(bitPattern: (pages << 43) >> 31)
      } else if word & 0xFFC0_03FF == 0xF940_0211 {  // ldr x17, [x16, #offset]
        slot = page.map { $0 &+ UInt64(word >> 10 & 0xFFF) &* 8 }
      } else if word == 0xD61F_0220 {  // br x17
        if let slot { body(start, address &+ 4, .slot(slot)) }
        start = address &+ 4
        (page, slot) = (nil, nil)
      }
    }
  }
}
