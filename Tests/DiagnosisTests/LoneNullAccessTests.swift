import Analysis
import CrashReports
import Diagnosis
import Testing

/// Accesses near NULL of which the report does not show the caller: the advice states what is known, and what to add.
@Suite struct LoneNullAccessTests {
  private func answer(_ frames: [String], _ registers: [String] = []) throws -> FindingText {
    var builder = ReportBuilder()
    builder.exception = "EXC_BAD_ACCESS (SIGSEGV)"
    builder.subtype = "KERN_INVALID_ADDRESS at 0x0000000000000018"
    builder.registers = registers
    if !frames.isEmpty { builder.crash(frames) }
    let findings = Analysis.analyze(Array(builder.text.utf8)).reports.first?.assessment.findings ?? []
    let finding = try #require(findings.first { $0.pattern == "memory-null-dereference" })
    return FindingText(finding, .catalog)
  }

  private static let registers = [
    "    x0: 0x0000000000000000   x1: 0x0000000281a3c5d0   lr: 0x0000000104a1d000   sp: 0x000000016b3fe4c0",
    "    pc: 0x0000000104a1c2b0 cpsr: 0x40001000  far: 0x0000000000000018  esr: 0x92000006 (Data Abort) byte read Translation fault",
  ]
  private static let words = ["its caller", "the caller passed", "passed by", "passes to"]

  static let lone: [[String]] = [
    ["CoreText CTFontGetSize + 12"], ["libsystem_platform.dylib _platform_memmove + 76"],
    ["CoreFoundation CFGetTypeID + 14"], ["libsystem_platform.dylib _platform_strlen + 4"],
    ["libdispatch.dylib dispatch_queue_get_label + 40"],
  ]

  @Test(arguments: lone) func oneFrameOfTheSystem(_ frames: [String]) throws {
    for registers in [[], Self.registers] {
      let text = try answer(frames, registers)
      let advice = text.remedy.joined(separator: " ")
      #expect(advice.contains("The report shows only") && advice.contains("add the frames below it"), "\(advice)")
      #expect(!Self.words.contains(where: advice.contains), "\(advice)")
      #expect(text.headline.contains("0x18"))
      #expect(text.missing.contains { $0.contains("frames below the innermost one") })
    }
  }

  static let withoutApp: [[String]] = [
    ["CoreText CTFontGetSize + 12", "UIKitCore -[UIView setHidden:] + 40"],
    [
      "libsystem_platform.dylib _platform_memmove + 76", "CoreFoundation CFDataGetBytes + 76",
      "UIKitCore UIApplicationMain + 3",
    ],
  ]

  @Test(arguments: withoutApp) func onlyTheSystem(_ frames: [String]) throws {
    let text = try answer(frames)
    let advice = text.remedy.joined(separator: " ")
    #expect(advice.contains("No code of the app is on this stack"), "\(advice)")
    #expect(!Self.words.contains(where: advice.contains), "\(advice)")
    #expect(!text.missing.contains { $0.contains("frames below the innermost one") })
  }

  /// The app only started the event loop.
  @Test(arguments: [["Orchard main + 4"], ["Orchard static OrchardApp.$main() + 76", "Orchard main + 4"]])
  func onlyTheStartOfTheApp(_ start: [String]) throws {
    let text = try answer(
      ["CoreFoundation CFGetTypeID + 14", "CoreFoundation CFRunLoopRun + 4", "UIKitCore UIApplicationMain + 3"] + start)
    let advice = text.remedy.joined(separator: " ")
    #expect(advice.contains("only starts the event loop") && !advice.contains("No code of the app"), "\(advice)")
    #expect(!Self.words.contains(where: advice.contains), "\(advice)")
  }

  @Test func registersAreStated() throws {
    let text = try answer(["Orchard tree_grow + 4"], Self.registers)
    #expect(text.remedy.joined().contains("tree_grow") && text.remedy.joined().contains("first argument (x0)"))
    #expect(text.witnesses.contains { $0.statement.contains("x0, which contains 0") })
    #expect(text.missing.contains { $0.contains("frames below the innermost one") })
    let bare = try answer([], Self.registers)
    #expect(bare.headline.contains("0x104a1c2b0") && bare.remedy.joined().contains("0x104a1c2b0"), "\(bare.headline)")
    // Later in the function, x0 contains something else: in code of the app from its first instructions on.
    for (frame, holds) in [
      ("Orchard tree_grow + 16", true), ("Orchard tree_grow + 20", false), ("Orchard tree_grow + 900", false),
      ("CoreText CTFontGetSize + 16", true), ("CoreText CTFontGetSize + 20", true),
    ] {
      // The return address is in another function: no call was made yet.
      let later = try answer(
        [frame], Self.registers.map { $0.replacing("lr: 0x0000000104a1d000", with: "lr: 0x00000001f0001000") })
      #expect(later.remedy.joined().contains("first argument") == holds, "\(frame)")
    }
  }

  /// Code of the app on the stack is named as before.
  @Test(arguments: [
    ["Orchard -[Tree grow] + 40 (Tree.m:12)", "UIKitCore -[UIView setHidden:] + 40"],
    [
      "CoreText CTFontGetSize + 12", "Orchard -[Tree grow] + 40 (Tree.m:12)", "UIKitCore -[UIView setHidden:] + 40",
    ],
    ["CoreText CTFontGetSize + 12", "Orchard 0x104000000 + 74560"],
  ])
  func codeOfTheAppIsNamed(_ frames: [String]) throws {
    let text = try answer(frames)
    let advice = text.remedy.joined(separator: " ")
    #expect(advice.contains("Tree.m:12") || advice.contains("At Orchard + "), "\(advice)")
    #expect(!advice.contains("No code of the app") && !advice.contains("The report shows only"))
  }
}
