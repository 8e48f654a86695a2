import Analysis
import Diagnosis
import Testing

/// Of several failures in one text, the cause is first, in any order of the lines.
@Suite struct FindingOrderTests {
  private static let crash = """
    Process:               Cards [4711]
    Exception Type:        EXC_BAD_ACCESS (SIGSEGV)
    Exception Codes:       KERN_INVALID_ADDRESS at 0x0000000000000010
    Crashed Thread:        0

    Thread 0 Crashed:
    0   Cards                         0x0000000100001110 Deck.draw() + 24 (Deck.swift:12)
    1   Cards                         0x0000000100001210 main + 52

    Thread 0 crashed with ARM Thread State (64-bit):
        x0: 0x0000000000000000
    """

  private static let tools: [(id: String, line: String)] = [
    (
      "test-runner-not-started",
      "Cards (28411) encountered an error (Test runner never began executing tests after launching)"
    ),
    ("test-connection-lost", "Lost connection to the application (pid 4711)."),
    ("simulator-boot-failed", "Unable to boot the Simulator."),
    (
      "test-app-not-running",
      "The application under test with bundle id 'com.example.cards' is not running, possibly crashed"
    ),
  ]

  /// A crash with its stack is before what a tool printed about the process.
  @Test(arguments: tools.map(\.line)) func crashBeforeTools(_ line: String) {
    for text in ["\(line)\n\n\(Self.crash)\n", "\(Self.crash)\n\n\(line)\n"] {
      let first = assess(text).flatMap(\.findings).first?.pattern
      #expect(first != nil && !Self.tools.contains { $0.id == first }, "\(first ?? "nothing") in\n\(text)")
    }
    #expect(assess(line).flatMap(\.findings).contains { finding in Self.tools.contains { $0.id == finding.pattern } })
  }

  /// A conflict of the settings is the cause of a missing identity or profile.
  @Test func conflictBeforeItsConsequences() {
    let conflict =
      "error: Cards has conflicting provisioning settings. Cards is automatically signed, but a conflicting code signing identity Apple Distribution has been manually specified. (in target 'Cards' from project 'Cards')"
    for other in [
      "error: Code signing is required for product type 'Application' in SDK 'iOS 18.0' (in target 'Cards' from project 'Cards')",
      "error: No profiles for 'com.example.cards' were found",
      "Command CodeSign failed with a nonzero exit code",
    ] {
      for text in [conflict + "\n" + other, other + "\n" + conflict] {
        #expect(assess(text).flatMap(\.findings).first?.pattern == "signing-settings-conflict", "\(text)")
      }
      #expect(assess(other).flatMap(\.findings).first?.pattern != "signing-settings-conflict", "\(other)")
    }
  }

  /// The first library that was not found decides whether it is the system's.
  @Test func firstLibraryDecides() throws {
    let own = "dyld[4711]: Library not loaded: @rpath/DeckKit.framework/DeckKit\n  Referenced from: /Cards.app/Cards\n"
    let system =
      "dyld[4712]: Library not loaded: /System/Library/Frameworks/Translation.framework/Translation\n  Referenced from: /Other.app/Other\n"
    func name(_ text: String) throws -> String? {
      try #require(assess(text).flatMap(\.findings).first { $0.pattern == "dyld-library-missing" }).captures[
        "systemLibrary"]
    }
    #expect(try name(own + system) == nil)
    #expect(try name(own) == nil)
    #expect(try name(system) == "Translation")
  }
}
