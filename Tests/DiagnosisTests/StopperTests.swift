import Analysis
import CrashReports
import Diagnosis
import Testing

/// Who stopped the process: code of the system or of a library between the user's function and the stop, also without names.
@Suite struct StopperTests {
  private func finding(_ frames: [String], _ change: (inout ReportBuilder) -> Void = { _ in }) -> FindingText? {
    var builder = ReportBuilder()
    builder.crash(frames)
    change(&builder)
    let found = Analysis.analyze(Array(builder.text.utf8)).reports.first?.assessment.findings.first
    return found.map { FindingText($0, .catalog) }
  }

  private static let own = "Orchard TreeStore.load() + 40"

  /// The trap is in a framework of the system whose frames have no names, or a name.
  @Test(arguments: [
    (
      ["CoreLocation 0x1a0001000 + 4096", "CoreLocation 0x1a0002000 + 8192"],
      "in CoreLocation, called by TreeStore.load()"
    ),
    (
      ["CoreLocation DKAssert + 20", "CoreLocation -[DKDeck open:] + 40"],
      "in DKAssert (CoreLocation), in -[DKDeck open:], called by TreeStore.load()"
    ),
    (
      ["CoreLocation 0x1a0001000 + 4096", "Orchard @nonobjc DKDeck.__allocating_init(name:) + 44"],
      "in CoreLocation, in DKDeck.init(name:), called by TreeStore.load()"
    ),
  ])
  func imageOfTheTrapIsNamed(_ frames: [String], _ words: String) throws {
    let text = try #require(finding(frames + [Self.own]) { $0.exception = "EXC_BREAKPOINT (SIGTRAP)" })
    #expect(text.pattern == "trap-unspecified")
    #expect(text.headline.contains(words), "\(text.headline)")
    #expect(
      text.remedy.first?.contains("CoreLocation") == true && text.remedy.first?.contains("TreeStore.load()") == true)
    #expect(text.witnesses.contains { $0.statement.contains("CoreLocation is the innermost image") })
  }

  /// The user's own code stopped the process: no other code is named.
  @Test func ownTrapNamesNoOtherCode() throws {
    let text = try #require(
      finding([Self.own, "CoreLocation 0x1a0001000 + 4096"]) { $0.exception = "EXC_BREAKPOINT (SIGTRAP)" })
    #expect(!text.headline.contains("CoreLocation") && !text.remedy.contains { $0.contains("CoreLocation") })
  }

  /// The process was ended from outside: what the stack shows stopped nothing.
  @Test func killedProcessHasNoStopper() throws {
    let text = try #require(
      finding(["CoreLocation 0x1a0001000 + 4096", Self.own]) { $0.exception = "EXC_CRASH (SIGKILL)" })
    #expect(!text.headline.contains("CoreLocation"), "\(text.headline)")
  }

  private func raised(_ below: [String]) -> FindingText? {
    finding(ReportBuilder.abort) { builder in
      builder.stacks.insert(
        (
          "Last Exception Backtrace:",
          ["CoreFoundation __exceptionPreprocess + 160", "libobjc.A.dylib objc_exception_throw + 60"] + below
        ), at: 0)
    }
  }

  /// After a call that does not return, the name of the frame below is that of the next function.
  @Test(arguments: [
    "Foundation _userInfoForFileAndLine + 0",
    "Foundation -[NSMutableDictionary(NSMutableDictionary) classForCoder] + 0",
    "Foundation -[NSMutableDictionary(NSMutableDictionary) initWithContentsOfFile:]",
    "CoreFoundation -[NSException initWithCoder:] + 0",
  ])
  func neighborDidNotRaise(_ neighbor: String) throws {
    let text = try #require(raised([neighbor, "CoreLocation 0x1a0001000 + 4096", Self.own]))
    let name = neighbor.split(separator: " ").dropFirst().first.map(String.init) ?? ""
    #expect(text.headline.contains("raised in CoreLocation"), "\(text.headline)")
    #expect(!text.headline.contains(name) && !text.cause.contains(name))
    #expect(!text.witnesses.contains { $0.statement.contains(name) })
  }

  @Test func namedRaiserIsNamed() throws {
    let text = try #require(raised(["CoreLocation -[DKDeck open:] + 40", Self.own]))
    #expect(text.headline.contains("raised by -[DKDeck open:]"), "\(text.headline)")
  }

  /// An entry of the catalog by the entry point that the compiler wrote, in front of frames without names.
  @Test func importedInitializerIsOfTheCatalog() throws {
    let text = try #require(
      finding([
        "CloudKit 0x1a0001000 + 4096", "Orchard @nonobjc CKContainer.__allocating_init(identifier:) + 44", Self.own,
      ]) {
        $0.exception = "EXC_BREAKPOINT (SIGTRAP)"
      })
    #expect(
      text.pattern == "api-precondition" && text.headline.hasPrefix("CKContainer.init(identifier:) stopped the process")
    )
    #expect(text.blame?.function == "TreeStore.load()")
  }

  /// Functions whose own name is the condition.
  @Test(arguments: [
    ("-[TreeStore ensureReady]", true), ("TreeStore.checkForEmptyOrchard()", true), ("validate_tree", true),
    ("closure #1 in TreeStore.verifyLicense(_:)", true), ("TreeStore.checkout()", false), ("-[TreeStore check]", false),
    ("TreeStore.load()", false), ("failure_count", false), ("TreeStore.assertive()", false),
  ])
  func namesOfChecks(_ function: String, _ isCheck: Bool) {
    #expect(AnalysisContext.namesCheck(function) == isCheck)
  }
}
