import Analysis
import CrashReports
import TestSupport
import Testing

@testable import Diagnosis

/// The trap instruction of a report, from bytes and from the exception syndrome.
@Suite struct TrapInstructionTests {
  @Test(
    arguments: [
      (0xF200_0001, "Cards", .check, "brk #0x1"), (0xF200_F000, "Cards", .debugger, "brk #0xf000"),
      (0xF200_C470, "Cards", .pointerAuthentication, "brk #0xc470"),
      (0xF200_C473, "JavaScriptCore", .pointerAuthentication, "brk #0xc473"),
      (0xF200_C471, "Cards", .pointerAuthentication, "brk #0xc471"),
      (0xF200_C471, "JavaScriptCore", .webKit, "brk #0xc471"), (0xF200_C474, "Cards", .unknown, "brk #0xc474"),
      (0xF200_5500, "Cards", .undefinedBehavior, "brk #0x5500"),
      (0xF200_5518, "Cards", .undefinedBehavior, "brk #0x5518"),
      (0xF200_5519, "Cards", .boundsSafety, "brk #0x5519"), (0xF200_551A, "Cards", .unknown, "brk #0x551a"),
      (0xF200_B001, "libsystem_pthread.dylib", .systemLibrary, "brk #0xb001"),
      (0xF200_B001, "Cards", .unknown, "brk #0xb001"), (0xF200_0000, "Cards", .unknown, "brk #0x0"),
      (0xF200_03E8, "Cards", .unknown, "brk #0x3e8"),
    ] as [(UInt64, String, TrapInstruction.Purpose, String)])
  func syndromeIsDecoded(_ value: UInt64, _ image: String, _ purpose: TrapInstruction.Purpose, _ text: String) {
    let found = TrapInstruction(syndrome: value, image: image)
    #expect(found?.purpose == purpose && found?.text == text)
  }

  /// A data abort, an instruction abort, a system call, an unknown class.
  @Test(arguments: [0x9200_0006, 0x8200_0007, 0x5600_0080, 0, UInt64.max] as [UInt64])
  func otherSyndromesAreNoTraps(_ value: UInt64) {
    #expect(TrapInstruction(syndrome: value, image: "Cards") == nil)
  }

  @Test(
    arguments: [
      ([0x20, 0x00, 0x20, 0xD4], true, "brk #0x1"), ([0x20, 0xA3, 0x2A, 0xD4], true, "brk #0x5519"),
      ([0x0F, 0x0B], false, "ud2"), ([0x67, 0x0F, 0xB9, 0x40, 0x12], false, "ud1 0x12(%eax), %eax"),
      ([0x0F, 0x0B, 0x20, 0xD4], true, nil), ([0x20, 0x00, 0x20, 0xD4], false, nil),
      ([0x20, 0x00, 0x20, 0xD4], nil, nil),
      ([0x20, 0x00, 0x20], true, nil), ([0x0F], false, nil), ([], true, nil), ([0x00, 0x00, 0x00, 0x00], true, nil),
      ([0x01, 0x00, 0x00, 0xD4], true, nil),
    ] as [([UInt8], Bool?, String?)])
  func bytesAreDecoded(_ bytes: [UInt8], _ isARM: Bool?, _ text: String?) {
    #expect(TrapInstruction(bytes: bytes, isARM: isARM, image: "Cards")?.text == text)
  }

  private func findings(_ text: String) -> [Finding] { assess(text).flatMap(\.findings) }

  private static func report(_ esr: String, exception: String = "EXC_BREAKPOINT (SIGTRAP)", frame: String) -> String {
    """
    Process:               Cards [4711]
    Path:                  /private/var/containers/Bundle/Application/00000000-0000-4000-8000-00000000000A/Cards.app/Cards
    Code Type:             ARM-64 (Native)

    Exception Type:  \(exception)
    Triggered by Thread:  0

    Thread 0 Crashed:
    0   \(frame)

    Thread 0 crashed with ARM Thread State (64-bit):
        sp: 0x000000016b0b5e60   pc: 0x0000000100d4a3f8 cpsr: 0x60001000
       far: 0x0000000100d4a3f8  esr: \(esr)
    """
  }

  private static let swiftFrame = "Cards  0x0000000100d4a3f8 CardStore.card(at:) + 180 (CardStore.swift:41)"

  @Test(arguments: [
    ("0xf2000001 (Breakpoint) brk 1", "swift-trap-unspecified"), ("0xf2000001", "swift-trap-unspecified"),
    ("0xf200f000 (Breakpoint) brk 61440", "trap-unspecified"), ("0xf2001234 (Breakpoint) brk 4660", "trap-unspecified"),
    ("0xf2005512 (Breakpoint) brk 21778", "ubsan-trap"), ("0xf2005519", "bounds-safety-trap"),
    ("0xf200c472 (Breakpoint) brk 50290", "pointer-authentication"),
    // A syndrome of an earlier exception says nothing about this one.
    ("0x56000080  Address size fault", "swift-trap-unspecified"),
  ])
  func patternFollowsTheInstruction(_ esr: String, _ pattern: String) {
    #expect(findings(Self.report(esr, frame: Self.swiftFrame)).first?.pattern == pattern)
  }

  /// The register of another exception is no trap.
  @Test func otherExceptionsHaveNoTrap() {
    let text = Self.report("0xf2005512", exception: "EXC_BAD_ACCESS (SIGSEGV)", frame: Self.swiftFrame)
    #expect(!findings(text).contains { $0.pattern == "ubsan-trap" })
  }

  /// Only addresses: the report does not show that the code is Swift.
  @Test func unnamedFramesStayUnspecified() {
    let text = Self.report("0xf2000001 (Breakpoint) brk 1", frame: "Cards  0x0000000100d4a3f8 0x100d40000 + 41976")
    let first = findings(text).first
    #expect(first?.pattern == "trap-unspecified" || first?.confidence == .possible)
  }

  /// Functions of the standard library that did not stop the process explain nothing.
  @Test(arguments: [
    "Array.subscript.getter + 44", "Dictionary.init<A>(uniqueKeysWithValues:) + 44", "Int.init(_:) + 8",
  ])
  func functionsBelowTheAppProveNothing(_ function: String) {
    let text = """
      Process:               Cards [4711]
      Path:                  /private/var/containers/Bundle/Application/00000000-0000-4000-8000-00000000000A/Cards.app/Cards

      Exception Type:  EXC_BREAKPOINT (SIGTRAP)
      Triggered by Thread:  0

      Thread 0 Crashed:
      0   Cards                 0x0000000100d4a3f8 Card.title.getter + 180 (Card.swift:12)
      1   libswiftCore.dylib    0x00000001a2b91b40 \(function)
      2   Cards                 0x0000000100d4a4f0 CardStore.card(at:) + 180 (CardStore.swift:41)

      Thread 1:
      0   libswiftCore.dylib    0x00000001a2b94560 _assertionFailure(_:_:file:line:flags:) + 484
      1   libswiftCore.dylib    0x00000001a2b91b40 \(function)
      """
    #expect(findings(text).first?.pattern == "swift-trap-unspecified")
  }
}
