import CrashReports
import Vocabulary

/// The trap instruction at which the crashed thread stopped, and what it is used for.
struct TrapInstruction: Sendable, Equatable {
  /// What compilers and libraries use an instruction for.
  enum Purpose: Sendable, Equatable {
    /// A failed check: `llvm.trap` of Swift and Clang (`brk #1`, `ud2`).
    case check
    /// A breakpoint for a debugger: `llvm.debugtrap` (`brk #0xf000`, LLVM `AArch64InstrInfo.td`).
    case debugger
    /// A pointer whose authentication failed: `brk #0xc470` plus the key (LLVM `AArch64AsmPrinter`, XNU `sleh.c`).
    case pointerAuthentication
    /// A fatal assertion of WebKit, which uses the same immediate as key IB (WebKit `WTF_FATAL_CRASH_CODE`).
    case webKit
    /// A check of UndefinedBehaviorSanitizer with `-fsanitize-trap`: `brk #0x5500` plus the check, or `ud1` (LLVM
    /// `llvm.ubsantrap`).
    case undefinedBehavior
    /// A check of `-fbounds-safety`: check 25 of `undefinedBehavior`.
    case boundsSafety
    /// An inconsistency that a library of the system detected (`brk #0xb000` and `#0xb001` in `libsystem_*`).
    case systemLibrary
    /// An immediate without a known meaning.
    case unknown
  }

  /// What it is used for.
  private(set) var purpose: Purpose
  /// The instruction in assembly language: `brk #0x1`.
  let text: String
  /// The check of UndefinedBehaviorSanitizer, by its number (Clang `SanitizerHandler.h`).
  var check: UInt8?
  /// The line that shows it, and its text if lines cannot be quoted.
  var line: Int?
  var member = ""

  /// Reads the instruction from the bytes at the program counter, or else from the syndrome register; `nil` for a report
  /// of another exception, or without them.
  init?(_ report: CrashReport) {
    guard let exception = report.exception,
      [exception.type, exception.signal].contains(where: { $0.map(Self.exceptions.contains) ?? false })
    else { return nil }
    let thread = report.crashedThread
    let image = thread?.frames.first?.image.map(shortImageName) ?? ""
    if let detail = report.detail(.instructionBytes), case .text(let text) = detail.value,
      let found = Self.init(bytes: Self.bytes(text), isARM: Self.isARM(report), image: image)
    {
      self = found
      (line, member) = (detail.line, "instruction bytes " + text)
    } else if let register = thread?.registers?.first(where: { $0.name == "esr" }),
      let found = Self.init(syndrome: register.value, image: image)
    {
      self = found
      member = ["esr: \(register.value.hexadecimal)", register.note].compactMap { $0 }.joined(separator: " ")
    } else {
      return nil
    }
    // Code that has no signed pointers uses the immediate for something else.
    if purpose == .pointerAuthentication, report.faultsInUnsignedCode { purpose = .unknown }
  }

  static let exceptions: Set<String> = ["EXC_BREAKPOINT", "EXC_BAD_INSTRUCTION", "SIGTRAP", "SIGILL"]

  private static func isARM(_ report: CrashReport) -> Bool? {
    if let name = report.host.architecture {
      if name.hasPrefix("arm64") { return true }
      if name.hasPrefix("x86") || name == "i386" { return false }
    }
    let names = Set((report.crashedThread?.registers ?? []).prefix(64).map(\.name))
    return names.contains("rip") ? false : names.contains("esr") ? true : nil
  }

  /// The first bytes of `0f 0b c3 …`. No instruction that is decoded is longer than five.
  private static func bytes(_ text: String) -> [UInt8] {
    text.utf8.prefix(64).split(separator: UInt8(ascii: " ")).prefix(5).compactMap { UInt8(Substring($0), radix: 16) }
  }

  /// Decodes the first instruction; `nil` if it is not a trap.
  init?(bytes: [UInt8], isARM: Bool?, image: String) {
    if isARM == true, bytes.count >= 4 {
      let word = bytes[..<4].reversed().reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
      // BRK is 1101 0100 001, 16 bits of immediate, 00000 (Arm Architecture Reference Manual, C6.2).
      guard word & 0xFFE0_001F == 0xD420_0000 else { return nil }
      self.init(brk: UInt16(truncatingIfNeeded: word >> 5), image: image)
    } else if isARM == false, bytes.starts(with: [0x0F, 0x0B]) {
      self.init(purpose: .check, text: "ud2")
    } else if isARM == false, bytes.count >= 5, bytes.starts(with: [0x67, 0x0F, 0xB9, 0x40]) {
      self.init(check: bytes[4], text: "ud1 \(UInt64(bytes[4]).hexadecimal)(%eax), %eax")
    } else {
      return nil
    }
  }

  /// Decodes an exception syndrome (`ESR_EL1`): class 0x3c is BRK in 64-bit state, and its low 16 bits are the immediate.
  init?(syndrome: UInt64, image: String) {
    guard syndrome >> 26 & 0x3F == 0x3C else { return nil }
    self.init(brk: UInt16(truncatingIfNeeded: syndrome), image: image)
  }

  private init(brk immediate: UInt16, image: String) {
    let text = "brk #\(UInt64(immediate).hexadecimal)"
    switch immediate {
    case 1: self.init(purpose: .check, text: text)
    case 0xF000: self.init(purpose: .debugger, text: text)
    case 0xC471 where Self.webKit.contains(image): self.init(purpose: .webKit, text: text)
    case 0xC470...0xC473: self.init(purpose: .pointerAuthentication, text: text)
    case 0x5500...0x5519: self.init(check: UInt8(truncatingIfNeeded: immediate), text: text)
    case 0xB000, 0xB001:
      self.init(purpose: image.hasPrefix("libsystem_") ? .systemLibrary : .unknown, text: text)
    default: self.init(purpose: .unknown, text: text)
    }
  }

  private init(check: UInt8, text: String) {
    // Later compilers may add checks; their numbers are not known.
    let purpose: Purpose = check == 0x19 ? .boundsSafety : check < 0x19 ? .undefinedBehavior : .unknown
    self.init(purpose: purpose, text: text)
    if purpose == .undefinedBehavior { self.check = check }
  }

  private init(purpose: Purpose, text: String) {
    self.purpose = purpose
    self.text = text
  }

  private static let webKit: Set<String> = [
    "JavaScriptCore", "WebKit", "WebCore", "WebKitLegacy", "com.apple.JavaScriptCore", "com.apple.WebKit",
    "com.apple.WebCore", "libpas.dylib",
  ]
}

extension Evidence {
  /// The instruction at the program counter is a trap for one of these purposes; captures `instruction` and, for a check
  /// of UndefinedBehaviorSanitizer, `check`.
  static func trapInstruction(_ purposes: [TrapInstruction.Purpose], statement: String? = nil) -> Evidence {
    .custom(
      CustomEvidence(
        "a trap instruction, from the bytes at the program counter or the exception syndrome",
        reason: "It decodes an instruction.", needs: EvidenceNeeds(facts: TrapInstruction.exceptions.sorted()),
        explanations: statement.map { [$0] } ?? []
      ) { context in
        guard let found = context.trapInstruction, purposes.contains(found.purpose) else { return nil }
        var captures = ["instruction": found.text]
        captures["check"] = found.check.map { "check \($0)" }
        return context.match(line: found.line, member: found.member, statement: statement, captures: captures)
      })
  }

  /// States the instruction if the report shows it; matches always.
  static let statedInstruction = Evidence.any([
    .trapInstruction(
      [.check], statement: "The instruction is {instruction}, which Swift and Clang compile for a failed check."),
    .trapInstruction([.debugger], statement: "The instruction is {instruction}, a breakpoint for a debugger."),
    .trapInstruction([.webKit], statement: "The instruction is {instruction}, a fatal assertion of WebKit."),
    .trapInstruction(
      [.systemLibrary],
      statement: "The instruction is {instruction}, with which a library of the system reports an internal failure."),
    .trapInstruction(
      [.unknown], statement: "The instruction is {instruction}, an immediate without a documented meaning."),
  ])

  /// The instruction is not one that Swift compiles for its checks.
  static let instructionOfOtherSource = trapInstruction([
    .debugger, .webKit, .systemLibrary, .unknown, .pointerAuthentication, .undefinedBehavior, .boundsSafety,
  ])
}
