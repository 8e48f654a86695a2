import CrashReports
import TestSupport
import Testing

@testable import Signatures

/// Cases that are easily grouped wrong without notice.
@Suite struct LatentCaseTests {
  private static let turn = [
    ("UIKitCore", "-[UINib instantiateWithOwner:options:]"),
    ("UIKitCore", "-[NSBundle(UINSBundleAdditions) loadNibNamed:owner:options:]"),
    ("MyApp", "-[BottomCommentView initWithCoder:]"), ("UIKitCore", "-[UIClassSwapper initWithCoder:]"),
    ("UIKitCore", "UINibDecoderDecodeObjectForValue"), ("UIKitCore", "-[UINibDecoder decodeObjectForKey:]"),
    ("UIKitCore", "-[UIRuntimeConnection initWithCoder:]"),
  ].map { SignatureFrame(image: $0.0, function: $0.1) }

  private static let leaves = [
    ("libsystem_malloc.dylib", "szone_malloc_should_clear"), ("libsystem_platform.dylib", "_platform_memmove"),
    ("libobjc.A.dylib", "objc_msgSend"), ("CoreFoundation", "CFDictionaryGetValue"),
    ("libsystem_malloc.dylib", "tiny_malloc_from_free_list"), ("MyApp", "-[BottomCommentView helper]"),
  ].map { SignatureFrame(image: $0.0, function: $0.1) }

  private func facts(_ kind: String, overflow: Bool = false) -> SignatureFacts {
    SignatureFacts(kind: kind, overflow: overflow)
  }

  private func signature(
    _ frames: [(String, String)], _ kind: String, overflow: Bool = false, rules: ImageRules = .builtIn
  ) -> Signature {
    Signature(
      SignatureInput(
        facts: facts(kind, overflow: overflow), frames: frames.map { SignatureFrame(image: $0.0, function: $0.1) }),
      rules: rules)
  }

  /// For every leaf, every first frame of a turn, and every depth.
  @Test func recursionIsOneIssue() {
    var keys: Set<String> = []
    for leaf in Self.leaves {
      for start in Self.turn.indices {
        for (times, overflow) in [(40, true), (12, false), (4, true), (73, true)] {
          let rotated = Array(Self.turn[start...] + Self.turn[..<start])
          let frames =
            [leaf] + (0..<times).flatMap { _ in rotated } + [SignatureFrame(image: "MyApp", function: "main")]
          let signature = Signature(
            SignatureInput(facts: facts("memory", overflow: overflow), frames: Array(frames.prefix(512))))
          keys.insert(signature.key(.strict))
          #expect(signature.kind == "recursion")
        }
      }
    }
    #expect(keys == ["3175f4c8af75"])
  }

  @Test func aFewTurnsWithoutOverflowAreNoRecursion() {
    let frames = (0..<4).flatMap { _ in Self.turn }
    #expect(Signature(SignatureInput(facts: facts("trap"), frames: frames)).kind == "trap")
    #expect(Signature(SignatureInput(facts: facts("hang"), frames: frames)).kind != "recursion")
  }

  /// `init(coder:)` and `init(frame:)` fail for different reasons, in Swift and in Objective-C.
  @Test func initializersStayApart() {
    let pairs = [
      ("BadgeView.init(coder:)", "BadgeView.init(frame:)"),
      ("-[CardView initWithCoder:]", "-[CardView initWithFrame:]"),
      (
        "MyApp.BadgeView.init(coder: __C.NSCoder) -> MyApp.BadgeView?",
        "MyApp.BadgeView.init(frame: __C.CGRect) -> MyApp.BadgeView"
      ),
    ]
    for (coder, frame) in pairs {
      let left = signature([("MyApp", coder)], "trap")
      let right = signature([("MyApp", frame)], "trap")
      #expect(left.key(.coarse) != right.key(.coarse))
    }
    let short = signature([("MyApp", "BadgeView.init(coder:)")], "trap")
    let full = signature([("MyApp", "MyApp.BadgeView.init(coder: __C.NSCoder) -> MyApp.BadgeView?")], "trap")
    #expect(short.key(.strict) == full.key(.strict))
  }

  /// `main` of a host process for previews or tests is never blamed; without frames of the app, the system is.
  @Test func hostsAreNotBlamed() {
    for host in ["IBDesignablesAgentCocoaTouch", "IBDesignablesAgent-iOS", "XCPreviewAgent", "xctest"] {
      let found = signature(
        [("UIKitCore", "-[UIView layoutSubviews]"), (host, "agentLoop"), (host, "main"), ("libdyld.dylib", "start")],
        "memory")
      #expect(found.title == "-[UIView layoutSubviews]")
      #expect(found.confidence == .low)
      #expect(!found.tokens.contains { $0.hasSuffix("`main") })
    }
  }

  @Test func whatAUserSaysGoesBeforeTheLists() {
    let frames = [("XCTestCore", "check"), ("MyTool", "run")]
    #expect(signature(frames, "trap").title == "run")
    #expect(
      signature(frames, "trap", rules: ImageRules(hosts: ["My*"])).tokens == ["XCTestCore`check", "MyTool`run"])
    #expect(signature(frames, "trap", rules: ImageRules(apps: ["XCTestCore"])).title == "check")
    let identified = [("com.example.cards", "run")]
    #expect(signature(identified, "trap", rules: ImageRules(hosts: ["com.example.*"])).confidence == .low)
  }

  /// Reports without any frames to hash have different signatures.
  @Test func emptyReportsDiffer() {
    var keys: Set<String> = []
    for text in ["Out of cheese", "Out of wine", "Out of bread 12", "Out of bread 13"] {
      var facts = SignatureFacts()
      facts.read(messages: [text])
      let signature = Signature(SignatureInput(facts: facts, frames: []))
      #expect(signature.shape == nil)
      #expect(signature.isUnspecific)
      keys.insert(signature.key(.default))
    }
    #expect(keys.count == 3)
    var mine = SignatureFacts(kind: "memory", overflow: false)
    mine.process = "MyApp"
    var other = mine
    other.process = "Other"
    #expect(
      Signature(SignatureInput(facts: mine, frames: [])).key(.default)
        != Signature(SignatureInput(facts: other, frames: [])).key(.default))
    // A stack that contains only throwing and aborting is ignored.
    let machinery = [SignatureFrame(image: "libsystem_c.dylib", function: "abort")]
    #expect(Signature(SignatureInput(facts: mine, frames: machinery)).subjects == ["process=MyApp"])
  }

  /// Three exceptions printed on a console with addresses only are three issues.
  @Test func bareAddressesAreNoStack() {
    let frames = (0..<9).map { SignatureFrame(image: nil, function: "0x\(String(0x1_8000_0000 + $0 * 77, radix: 16))") }
    let keys = ["no outlet", "no key", "no view"].map { reason in
      var facts = SignatureFacts()
      facts.read(messages: ["*** Terminating app due to uncaught exception 'E', reason: '\(reason)'"])
      let signature = Signature(SignatureInput(facts: facts, frames: frames))
      #expect(signature.subjects == ["class=-", "reason=\(reason)"])
      return signature.key(.default)
    }
    #expect(Set(keys).count == 3)
  }

  @Test func theKernelIsTheSystems() {
    let found = signature([("kernel.release.t6000", "trap_handler"), ("kernel.release.t8103", "spin")], "hang")
    #expect(found.tokens == ["kernel`trap_handler", "kernel`spin"])
    #expect(found.confidence == .low)
  }

  @Test func lessDetailHasTheShapeOfMore() {
    let frames = [("MyApp", "Deck.draw()"), ("MyApp", "Table.deal()")]
    let vague = signature(frames, "unknown")
    let telling = signature(frames, "exception:NSRangeException")
    #expect(vague.isUnspecific && !telling.isUnspecific)
    #expect(vague.key(.default) != telling.key(.default))
    #expect(vague.shape == telling.shape && vague.shape != nil)
    #expect(vague.shape != signature([("MyApp", "Deck.draw()")], "unknown").shape)
  }

  @Test func recursionWithoutExactCycleNeedsTheAppsFunctions() {
    let frames = (0..<12).map { ("CoreFoundation", "function\($0 * 7 % 5)") }
    #expect(signature(frames, "memory", overflow: true).kind == "memory")
  }

  @Test func kindsOfMissingNamesAreProvisional() {
    let input = SignatureInput(
      facts: facts("memory"),
      frames: [
        SignatureFrame(image: "MyApp", function: "", imageOffset: 0x1dd7),
        SignatureFrame(image: "MyApp", function: "f()"),
      ])
    let found = Signature(input)
    #expect(found.isProvisional)
    #expect(found.title == "MyApp +0x1dd7")
  }
}
