import Analysis
import CrashReports
import Diagnosis
import Testing

/// An override of the dispatch of events that only calls the framework is not the code to look at.
@Suite struct DispatchOverrideTests {
  private func blame(_ frames: [String]) throws -> Blame? {
    var report = ReportBuilder()
    report.exception = "EXC_BAD_ACCESS (SIGSEGV)"
    report.subtype = "KERN_INVALID_ADDRESS at 0x00000001f0debc9a"
    report.images.removeLast()
    report.crash(frames)
    return try #require(assess(report.text).first).blame
  }

  private static let top = ["AppKit -[NSTextView drawRect:] + 40"]

  static let overrides: [(framework: String, own: [String])] = [
    ("AppKit -[NSApplication sendEvent:] + 352", ["Orchard -[OrchardApplication sendEvent:] + 64"]),
    ("AppKit -[NSApplication(NSEvent) sendEvent:] + 352", ["Orchard -[OrchardApplication sendEvent:] + 64"]),
    (
      "AppKit -[NSApplication(NSEventRouting) nextEventMatchingMask:untilDate:inMode:dequeue:] + 9",
      ["Orchard -[OrchardApplication nextEventMatchingMask:untilDate:inMode:dequeue:] + 44"]
    ),
    (
      "UIKitCore -[UIApplication sendEvent:] + 352",
      ["Orchard OrchardApplication.sendEvent(_:) + 64", "Orchard @objc OrchardApplication.sendEvent(_:) + 32"]
    ),
    (
      "QtWidgets QApplication::notify(QObject*, QEvent*) + 598",
      ["Orchard OrchardApplication::notify(QObject*, QEvent*) + 21"]
    ),
  ]

  @Test(arguments: overrides.indices) func theNextFunctionOfTheAppIsBlamed(_ index: Int) throws {
    let (framework, own) = Self.overrides[index]
    let outside = ["CoreFoundation __CFMachPortPerform + 9", "Orchard Press.squeeze() + 80", "Orchard main + 12"]
    #expect(try blame(Self.top + [framework] + own + outside)?.function == "Press.squeeze()")
  }

  @Test(arguments: overrides.indices) func withoutAnotherFunctionNoneIsAccused(_ index: Int) throws {
    let (framework, own) = Self.overrides[index]
    let found = try blame(Self.top + [framework] + own + ["AppKit -[NSApplication run] + 586", "Orchard main + 12"])
    #expect(found?.function?.contains("OrchardApplication") != true, "\(String(describing: found))")
  }

  /// What the override did itself, and other functions that call the one they override.
  @Test(arguments: [
    ["Orchard -[OrchardApplication sendEvent:] + 64", "AppKit -[NSApplication run] + 586"],
    [
      "AppKit -[NSWindow makeKeyWindow] + 80", "Orchard -[OrchardApplication sendEvent:] + 64",
      "AppKit -[NSApplication run] + 586",
    ],
    [
      "AppKit -[NSView layout] + 80", "Orchard -[OrchardApplication layout] + 64",
      "AppKit -[NSApplication run] + 586",
    ],
    [
      "AppKit -[NSApplication sendEvent:] + 80", "Orchard -[OrchardApplication sendEvent:] + 64",
      "Orchard -[Press replay:] + 64", "AppKit -[NSApplication run] + 586",
    ],
  ])
  func otherFunctionsAreBlamed(_ frames: [String]) throws {
    #expect(try blame(Self.top + frames)?.function?.contains("[OrchardApplication ") == true)
  }
}
