import Analysis
import CrashReports
import Diagnosis
import ProjectInspection
import TestSupport
import Testing

/// The source line of a Swift trap.
@Suite struct ProjectTrapTests {
  private static func report(_ frames: [String], exception: String = "EXC_BREAKPOINT (SIGTRAP)") -> String {
    """
    Process:               Cards [4711]
    Path:                  /private/var/containers/Bundle/Application/00000000-0000-4000-8000-00000000000A/Cards.app/Cards

    Exception Type:  \(exception)
    Triggered by Thread:  0

    Thread 0 Crashed:

    """
      + frames.enumerated().map { "\($0)   \($1)\n" }.joined()
  }

  private static let own =
    "Cards                         \t0x0000000100d4a3f8 CardStore.card(at:) + 180 (CardStore.swift:2)"
  private static let caller =
    "Cards                         \t0x0000000100d4b110 CardController.show() + 96 (CardController.swift:18)"
  private static let runtime =
    "libswiftCore.dylib            \t0x00000001a2b94560 _assertionFailure(_:_:file:line:flags:) + 484"

  private func finding(_ frames: [String], _ files: [(String, String)]) throws -> FindingText {
    var assessment = try #require(Analysis.analyze(Array(Self.report(frames).utf8)).reports.first).assessment
    assessment.apply(by: ProjectIndex(files: files.map { ProjectFile(path: $0.0, text: $0.1) }))
    return FindingText(try #require(assessment.findings.first), .catalog)
  }

  private func locations(_ finding: FindingText) -> [String] {
    guard case .confirmed(let faults)? = finding.project else { return [] }
    return faults.flatMap(\.locations).map { "\($0.path):\($0.line) \($0.statement)" }
  }

  @Test func oneExpressionIsTheLikelyCause() throws {
    let source = "func card(at index: Int) -> Card {\n  return cards[index]\n}\n"
    let finding = try finding([Self.own, Self.caller], [("Sources/CardStore.swift", source)])
    #expect(finding.pattern == "swift-trap-unspecified" && finding.certaintyOfCause == .likely)
    #expect(finding.confidence == .likely)
    #expect(
      finding.headline == "Swift runtime trap in CardStore.card(at:): probably index out of range (cards[index])")
    #expect(
      locations(finding) == [
        "Sources/CardStore.swift:2 Column 15: cards[index]: traps if the index is out of range."
      ])
    #expect(finding.remedy.first == "Check cards[index] at CardStore.swift:2: index out of range.")
  }

  @Test func severalExpressionsAreListed() throws {
    let source = "func card(at index: Int) -> Card {\n  return cards[index + first!]\n}\n"
    let finding = try finding([Self.own, Self.caller], [("CardStore.swift", source)])
    #expect(finding.certaintyOfCause == .possible && finding.headline.hasSuffix("reason not recorded"))
    #expect(locations(finding).count == 3)
  }

  /// A check of the runtime is not an overflow, and a trap in the function itself is not `fatalError()`.
  @Test(arguments: [
    ("  return cards[index + 1]", false, 2), ("  return cards[index + 1]", true, 1),
    ("  let x = try! load(a!)", false, 1), ("  let x = try! load(a!)", true, 2), ("  return a + b", true, 0),
    ("  return cards", false, 0), ("  // cards[index]!", false, 0),
  ])
  func stackDecidesWhatIsPossible(_ line: String, _ isInRuntime: Bool, _ count: Int) throws {
    let frames = (isInRuntime ? [Self.runtime] : []) + [Self.own, Self.caller]
    let finding = try finding(frames, [("CardStore.swift", "func f() {\n\(line)\n}\n")])
    #expect(locations(finding).count == count)
  }

  /// No file, two files that may be meant, a line that does not exist, and another function between line and trap.
  @Test func unclearLinesProveNothing() throws {
    let source = "func f() {\n  return cards[index]\n}\n"
    #expect(try locations(finding([Self.own, Self.caller], [("Deck.swift", source)])) == [])
    let two = [("A/CardStore.swift", source), ("B/CardStore.swift", source)]
    #expect(try locations(finding([Self.own, Self.caller], two)) == [])
    #expect(try locations(finding([Self.own, Self.caller], [("CardStore.swift", "let a = 1\n")])) == [])
    let other = "libdispatch.dylib             \t0x00000001a2b04560 _dispatch_client_callout + 16"
    #expect(try locations(finding([Self.runtime, other, Self.own], [("CardStore.swift", source)])) == [])
  }

  /// The trap is in code of a library that is linked into the app, and not on the line that called it.
  @Test(arguments: [
    "Alamofire.Session.request(_:) + 20", "Alamofire.Session.request(_:) + 20 (Session.swift:9)",
    "-[FIRMessaging retrieveToken] + 20", "grpc_core::Server::Start() + 20",
  ])
  func codeOfALibraryIsBetween(_ function: String) throws {
    let source = "func f() {\n  return cards[index]\n}\n"
    let library = "Cards                         \t0x0000000100d4a100 \(function)"
    #expect(try locations(finding([library, Self.own], [("CardStore.swift", source)])) == [])
    #expect(try locations(finding([Self.runtime, library, Self.own], [("CardStore.swift", source)])) == [])
  }

  @Test func foldersOfThePathDecide() throws {
    let source = "func f() {\n  return cards[index]\n}\n"
    let frame = Self.own.replacing("(CardStore.swift:2)", with: "(/Users/user/Cards/B/CardStore.swift:2)")
    let two = [("A/CardStore.swift", "let a = 1\nlet b = 2\n"), ("B/CardStore.swift", source)]
    #expect(try locations(finding([frame, Self.caller], two)).count == 1)
  }
}
