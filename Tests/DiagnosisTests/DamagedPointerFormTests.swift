import CrashReports
import Diagnosis
import Testing

/// Jumps to addresses without code, and pointers that text was written over, in the forms in which reports state them.
@Suite struct DamagedPointerFormTests {
  private static let image = """

    Binary Images:
           0x104d28000 -        0x104d4ffff com.example.orchard (1.0) <6f1f2a3b-0000-3000-8000-0123456789ab> /Applications/Orchard.app/Contents/MacOS/Orchard
    """
  private static let caller =
    "1   Orchard                       0x0000000104d2d190 Press.squeeze() + 80 (Press.swift:40)"
  private static let own = """
    0   Orchard                       0x0000000104d2d110 Press.load() + 80 (Press.swift:12)
    \(caller)
    """

  private func text(_ exception: String, _ frames: String, _ registers: String, _ model: String) -> String {
    """
    Process:               Orchard [4711]
    Path:                  /Applications/Orchard.app/Contents/MacOS/Orchard
    Code Type:             \(model)
    OS Version:            macOS 14.5 (23F79)

    \(exception)

    Thread 0 Crashed:
    \(frames)

    Thread 0 crashed with \(model) Thread State (64-bit):
    \(registers)
    \(Self.image)
    """
  }

  private func found(
    _ exception: String, _ frames: String, _ registers: String = "", _ model: String = "ARM-64"
  ) throws -> FindingText {
    let assessment = try #require(assess(text(exception, frames, registers, model)).first)
    return FindingText(try #require(assessment.findings.first, "\(assessment.summary)"), .catalog)
  }

  private static func access(_ address: String, _ kind: String = "KERN_INVALID_ADDRESS", _ signal: String = "SIGSEGV")
    -> String
  {
    "Exception Type:        EXC_BAD_ACCESS (\(signal))\nException Codes:       \(kind) at \(address)"
  }

  private static func stray(_ address: String) -> String {
    "0   ???                           \(address) 0 + 1\n" + caller
  }

  // MARK: - Jumps

  static let jumps: [(exception: String, frames: String, registers: String, model: String)] = [
    (access("0x0000600000a4dc80"), stray("0x0000600000a4dc80"), "    pc: 0x0000600000a4dc80", "ARM-64"),
    (
      access("0x0000600000a4dc80", "KERN_PROTECTION_FAILURE", "SIGBUS"), stray("0x0000600000a4dc80"),
      "  rip: 0x0000600000a4dc80\n\nError Code:      0x00000015\nTrap Number:     14", "X86-64"
    ),
    // The processor recorded no address, and the program counter is not canonical.
    (
      "Exception Type:        EXC_BAD_ACCESS (SIGSEGV)\nException Codes:       EXC_I386_GPFLT",
      stray("0x0065646e65520041"),
      "  rip: 0xff65646e65520041\n\nError Code:      0x00000000\nTrap Number:     13", "X86-64"
    ),
    // The frame has a name, and the syndrome is that of an instruction abort.
    (access("0x0000000141414140"), own, "    pc: 0x0000000141414140  esr: 0x82000006", "ARM-64"),
    // A misaligned program counter, and not misaligned data.
    (
      "Exception Type:        EXC_BAD_ACCESS (SIGBUS)\nException Codes:       EXC_ARM_DA_ALIGN at 0x0000600000a4dc81",
      stray("0x0000600000a4dc81"), "    pc: 0x0000600000a4dc81  esr: 0x8a000000", "ARM-64"
    ),
    // Data was executed, and the processor refused what it contains.
    (
      "Exception Type:        EXC_BAD_INSTRUCTION (SIGILL)\nException Codes:       0x0000000000000001, 0x0000000000000000",
      stray("0x0000600000a4dc80"), "    pc: 0x0000600000a4dc80", "ARM-64"
    ),
  ]

  @Test(arguments: jumps.indices) func jump(_ index: Int) throws {
    let form = Self.jumps[index]
    let finding = try found(form.exception, form.frames, form.registers, form.model)
    #expect(finding.pattern == "memory-wild-jump", "\(finding.headline)")
    #expect(finding.headline.contains("Press"), "\(finding.headline)")
    #expect(finding.confidence == .likely && finding.certaintyOfCause == .possible)
  }

  /// Without a second frame, the link register names the code behind the call.
  @Test func linkRegister() throws {
    let lone = "0   ???                           0x0000001122334455 0 + 1"
    let registers = "    lr: 0x0000000104d2d190   pc: 0x0000001122334455"
    let finding = try found(Self.access("0x0000001122334455"), lone, registers)
    #expect(finding.pattern == "memory-wild-jump")
    #expect(finding.blame?.image == "Orchard" && finding.blame?.offset == 0x5190)
    let outside = "    lr: 0x0000000204d2d190   pc: 0x0000001122334455"
    #expect(try found(Self.access("0x0000001122334455"), lone, outside).blame == nil)
  }

  static let otherFaults: [(exception: String, frames: String, registers: String, model: String)] = [
    (access("0x0000600000a4dc80"), own, "    pc: 0x0000000104d2d110  esr: 0x92000006", "ARM-64"),
    (
      access("0x0000600000a4dc80"), own,
      "  rip: 0x0000000104d2d110\n\nError Code:      0x00000004\nTrap Number:     14", "X86-64"
    ),
    (
      "Exception Type:        EXC_BAD_ACCESS (SIGSEGV)\nException Codes:       EXC_I386_GPFLT", own,
      "  rip: 0x0000000104d2d110\n\nError Code:      0x00000000\nTrap Number:     13", "X86-64"
    ),
    (
      "Exception Type:        EXC_BAD_ACCESS (SIGBUS)\nException Codes:       EXC_ARM_DA_ALIGN at 0x0000600000a4dc81",
      own,
      "    pc: 0x0000000104d2d110  esr: 0x92000021", "ARM-64"
    ),
    // An instruction of an image.
    (
      "Exception Type:        EXC_BAD_INSTRUCTION (SIGILL)\nException Codes:       0x0000000000000001, 0x0000000000000000",
      own,
      "    pc: 0x0000000104d2d110", "ARM-64"
    ),
    // Code that JavaScript's engine generated.
    (
      "Exception Type:        EXC_BAD_INSTRUCTION (SIGILL)\nException Codes:       0x0000000000000001, 0x0000000000000000",
      """
      0   ???                           0x0000600000a4dc80 0 + 1
      1   JavaScriptCore                0x0000000190001110 vmEntryToJavaScript + 12
      2   Orchard                       0x0000000104d2d190 Press.squeeze() + 80 (Press.swift:40)
      """, "    pc: 0x0000600000a4dc80", "ARM-64"
    ),
  ]

  @Test(arguments: otherFaults.indices) func noJump(_ index: Int) throws {
    let form = Self.otherFaults[index]
    let finding = try found(form.exception, form.frames, form.registers, form.model)
    #expect(finding.pattern != "memory-wild-jump", "\(finding.headline)")
  }

  // MARK: - Text

  /// Address, registers, and the text that the answer shows.
  static let texts: [(address: String, registers: String, text: String)] = [
    ("0x6b63654464726143", "    x0: 0x6b63654464726143", "CardDeck"),
    ("0x0000006f6c6c6548", "    x0: 0x0000006f6c6c6548", "Hello"),
    ("0x0000006f6c6c6548", "", "Hello"),
    // The address is a member of the object at which the register points.
    ("0x0000654464726153", "    x8: 0x0000654464726143", "CardDe"),
    // The bits of an isa that the runtime uses.
    ("0x0000654464726140", "    x0: 0x0000600000a4dc80   x8: 0x6b63654464726143", "CardDeck"),
    ("0x6b63654464726143 -> 0x0000006544647261 (possible pointer authentication failure)", "", "CardDeck"),
    ("0x0064007200610043", "", "Card"),
  ]

  @Test(arguments: texts.indices) func text(_ index: Int) throws {
    let form = Self.texts[index]
    let finding = try found(Self.access(form.address), Self.own, form.registers)
    #expect(finding.pattern == "memory-damaged-pointer", "\(finding.headline)")
    #expect(finding.headline.contains("is the text \"\(form.text)\""), "\(finding.headline)")
    #expect(finding.confidence == .likely)
  }

  @Test func textOfAnIntelRegister() throws {
    let general = "Exception Type:        EXC_BAD_ACCESS (SIGSEGV)\nException Codes:       EXC_I386_GPFLT"
    let finding = try found(
      general, Self.own, "  rax: 0x0000000000000001\n  rdi: 0x6b63654464726143   rip: 0x0000000104d2d110", "X86-64")
    #expect(finding.headline.contains("rdi contains the text \"CardDeck\""), "\(finding.headline)")
    #expect(finding.certaintyOfCause == .possible)
    let number = try found(general, Self.own, "  rdi: 0x2020202020202020   rip: 0x0000000104d2d110", "X86-64")
    #expect(!number.headline.contains("text"), "\(number.headline)")
  }

  @Test func textThatWasCalled() throws {
    let finding = try found(
      Self.access("0x6b63654464726143"), Self.stray("0x6b63654464726143"), "    pc: 0x6b63654464726143")
    #expect(finding.pattern == "memory-wild-jump")
    #expect(finding.headline.contains("is the text \"CardDeck\""), "\(finding.headline)")
  }

  @Test func textOf32Bits() {
    func value(_ address: UInt64) -> Bool {
      let fault = """
        Code Type:       ARM (Native)
        Exception Type:  EXC_BAD_ACCESS (SIGSEGV)
        Exception Subtype: KERN_INVALID_ADDRESS at 0x\(String(address, radix: 16))

        Thread 0 Crashed:
        0   Orchard   0x00034110 -[Press load] + 80
        """
      return assess(fault).first?.findings.first.map { FindingText($0, .catalog).headline.contains("the text") }
        ?? false
    }
    for address: UInt64 in [0x6472_6143, 0x6B63_6544, 0x6C6C_6548, 0x7465_7374, 0x4F4C_4C48] { #expect(value(address)) }
    // Digits, a repeated letter, and addresses of images and of the heap.
    for address: UInt64 in [0x3132_3334, 0x4141_4141, 0x0003_4110, 0x1F5A_4B4C, 0x7861_6263] {
      #expect(!value(address))
    }
  }

  /// Addresses of a heap, of images and of a stack, numbers, and text in a register that is not the pointer.
  static let numbers = [
    "0x0000000000000020", "0x0000000020202020", "0x0000600061626364", "0x00000001054a4b4c", "0x0000000145464748",
    "0x00007ff7b0b9bff8", "0x000000016b0d1000", "0x0000002d2d2d2d2d", "0x0000003131313131",
  ]

  @Test(arguments: numbers) func noText(_ address: String) throws {
    for registers in ["", "    x0: \(address)   x9: 0x6b63654464726143"] {
      let finding = try found(Self.access(address), Self.own, registers)
      #expect(!finding.headline.contains("the text"), "\(finding.headline)")
    }
  }
}
