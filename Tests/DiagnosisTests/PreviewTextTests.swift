import Analysis
import CrashReports
import Diagnosis
import Foundation
import TestSupport
import Testing

/// What decides whether text about previews and documents is a record, and what its limits are.
struct PreviewTextTests {
  private func result(_ text: String) -> (reports: [AnalyzedReport], faults: [DecodingFault]) {
    Analysis.analyze(Array(text.utf8))
  }

  private func findings(_ text: String) -> [Finding] { result(text).reports.flatMap(\.assessment.findings) }

  // MARK: - Limits

  @Test func messagesBeyondTheLimitAreNoted() throws {
    let lines = (0..<5_100).map {
      "Main.storyboard: error: IB Designables: Failed to render instance of View\($0): The agent crashed"
    }
    let result = result(lines.joined(separator: "\n"))
    let notes = result.reports.flatMap(\.assessment.notes).map(\.code)
    #expect(notes.contains("too-many-lines"))
    #expect(result.reports.count <= 5_000)
    let few = self.result(lines.prefix(100).joined(separator: "\n"))
    #expect(!few.reports.flatMap(\.assessment.notes).map(\.code).contains("too-many-lines"))
  }

  // MARK: - Diagnostics that end early

  @Test(arguments: [
    ("SettingsError: noExecutablePath(", true), ("FailedToLaunchAppError", true),
    ("JITError: Symbols not found: [ _deal, ", true),
    ("AppLaunchTimeoutError: Failed to launch app “Cards.app” in reasonable time", false),
    ("RemoteHumanReadableError: Connection with the agent was lost…", true),
    ("LinkDylibError: Failed to build TableView.swift", false),
  ])
  func diagnosticsThatEndWithinAnErrorAreIncomplete(line: String, isCut: Bool) {
    let text = "== PREVIEW UPDATE ERROR:\n\n    \(line)"
    let notes = result(text).reports.flatMap(\.assessment.notes).map(\.code)
    #expect(notes.contains("truncated") == isCut, "\(line): \(notes)")
  }

  // MARK: - The crash report below diagnostics

  private func crash(of name: String) -> String {
    """
    Process:               \(name) [4711]
    Identifier:            com.example.\(name)
    Version:               1.0 (1)

    Exception Type:        EXC_BREAKPOINT (SIGTRAP)
    Exception Codes:       0x0000000000000001, 0x0000000104406b17
    Triggered by Thread:  0

    Thread 0 Crashed:
    0   \(name)                           0x0000000104406b17 CardView.body.getter + 100
    1   \(name)                           0x0000000104406b00 main + 12

    """
  }

  private func diagnostics(of name: String) -> String {
    "== PREVIEW UPDATE ERROR:\n\n    CrashReportError: \(name) crashed\n\n    \(name) crashed. Check ~/Library/Logs/DiagnosticReports for any crash logs.\n\n"
  }

  @Test func crashReportBelowIsTheSameFailure() throws {
    let joined = result(diagnostics(of: "Cards") + crash(of: "Cards")).reports.map(\.assessment.report)
    #expect(joined.count == 1)
    #expect(joined.first?.canvasLines.isEmpty == false && joined.first?.threads?.isEmpty == false)
    #expect(result(diagnostics(of: "Cards") + crash(of: "Shuffle")).reports.count == 2)
    let far = String(repeating: "\n", count: 20)
    #expect(result(diagnostics(of: "Cards") + far + crash(of: "Cards")).reports.count == 2)
  }

  // MARK: - Mentions

  /// A name in capitals and angle brackets is a placeholder of documentation.
  @Test(arguments: ["<PACKAGE>_<TARGET>", "<YOUR_PACKAGE>_Cards"])
  func placeholdersAreMentions(name: String) {
    func text(_ name: String) -> String {
      """
      == PREVIEW UPDATE ERROR:

          CrashReportError: Fatal Error in resource_bundle_accessor.swift

          Cards crashed due to fatalError in resource_bundle_accessor.swift at line 12.

          unable to find bundle named \(name)
      """
    }
    #expect(findings(text("DeckKit_DeckKit")).first?.confidence == .certain)
    let mention = findings(text(name)).first { $0.pattern == "preview-resource-bundle-missing" }
    #expect(mention?.confidence ?? .possible == .possible)
  }

  /// A sentence that goes on behind a quoted message speaks about it.
  @Test func quotationsWithinSentencesAreMentions() {
    let message = "Active scheme does not build this file"
    #expect(findings(message).first?.confidence ?? .possible > .possible)
    #expect(findings("\"\(message)\"").first?.confidence ?? .possible > .possible)
    for end in [" because that scheme builds only the app", " is what Xcode then shows", " と表示される場合 があります"] {
      let text = "\"\(message)\"\(end)"
      #expect(findings(text).allSatisfy { $0.confidence == .possible }, "\(text)")
    }
  }

  /// An article in another script than Latin has no headings or English words by which it could be recognized.
  @Test func articlesInOtherScriptsAreDocumentation() {
    let sentence = "卡片视图在预览中需要从资源包加载字体和图片，如果找不到资源包，预览进程就会停止，画布会显示下面的信息，这一章介绍原因和解决方法。"
    let message = "Active scheme does not build this file"
    let article = Array(repeating: sentence, count: 8).joined(separator: "\n\n") + "\n\n" + message + "\n\n" + sentence
    #expect(findings(article).allSatisfy { $0.confidence == .possible })
    #expect(findings("预览失败：\n\n" + message).first?.confidence ?? .possible > .possible)
  }

  // MARK: - Tools of Xcode

  /// What a document compiler of Xcode prints is not explained with patterns for apps.
  @Test func messagesOfToolsAreNotOfTheApp() {
    let message = "*** -[__NSArrayM objectAtIndex:]: index 3 beyond bounds [0 .. 2]"
    let tool = "/Users/dev/Cards/Hand.xib: error: Exception while running ibtool: \(message)"
    #expect(findings(tool).map(\.pattern).first == "ibtool-crash")
    #expect(!findings(tool).contains { $0.pattern.hasPrefix("nsexception-") })
    let app =
      "*** Terminating app due to uncaught exception 'NSRangeException', reason: '\(message)'"
    #expect(findings(app).contains { $0.pattern.hasPrefix("nsexception-") })
  }

  // MARK: - What only the author says

  /// Sentences in which authors say that a preview fails.
  static let accounts = [
    "SwiftUI previews are not working: the build fails.", "Xcode preview fails when I add the package",
    "The canvas shows an error, and the SwiftUI preview is gone", "When previewing, I get this in Xcode:",
    "Xcode 16: my #Preview crashes", "SwiftUI 预览无法使用，报错如下", "SwiftUIのプレビューがエラーになります",
    "SwiftUI 미리보기에서 오류가 납니다", "Превью SwiftUI не работает в Xcode", "Die SwiftUI-Vorschau funktioniert nicht",
    "L’aperçu SwiftUI ne fonctionne plus", "La vista previa de SwiftUI no funciona",
  ]

  /// Messages that other builds have, too, and the pattern for them in a preview.
  static let messages: [(text: String, pattern: String, operand: String)] = [
    (
      "ld: library 'shuffle' not found\nclang: error: linker command failed with exit code 1", "preview-linker-error",
      "shuffle"
    ),
    (
      "Undefined symbols for architecture arm64:\n  \"_deal\", referenced from:\n      _main in Cards.o",
      "preview-linker-error", "_deal"
    ),
    (
      "ld: in /Cards/libdeck.a(deck.o), building for iOS Simulator, but linking in object file built for iOS",
      "preview-linker-error", "libdeck"
    ),
    ("/Cards/CardView.swift:12:9: error: the deck is not a hand", "preview-compile-failed", "deck"),
    ("use of unresolved identifier 'Dealer'", "preview-compile-failed", "Dealer"),
    ("'Suit' is ambiguous for type lookup in this context", "preview-compile-failed", "Suit"),
    ("missing required modules: 'DeckC', 'HandC'", "preview-compile-failed", "DeckC"),
    (
      "The package product 'Deck' requires minimum platform version 6.0 for the watchOS platform, but this target supports 2.0",
      "preview-build-failed", "Deck"
    ),
    ("DealerError: the dealer is not at the table", "preview-failed-unspecified", "dealer"),
  ]

  static let quotations: [(name: String, quote: @Sendable (String) -> String)] = [
    ("fenced", { "```\n\($0)\n```" }), ("bare", { $0 }),
    ("quoted block", { "> " + $0.split(separator: "\n").joined(separator: "\n> ") }),
  ]

  /// The message is the cause; that it belongs to a preview is the author's word, and cited.
  @Test(arguments: accounts) func messagesBelongToThePreviewThatTheAuthorNames(sentence: String) {
    for message in Self.messages {
      for quotation in Self.quotations {
        let text = sentence + "\n\n" + quotation.quote(message.text) + "\n\nDoes it happen to others?\n"
        let result = result(text)
        let first = result.reports.first?.assessment.findings.first
        #expect(
          result.reports.count == 1 && first?.pattern == message.pattern,
          "\(first?.pattern ?? "-"), \(quotation.name):\n\(text)")
        #expect(first?.confidence ?? .certain < .certain, "\(text)")
        guard let first else { continue }
        #expect(
          FindingText(first, .catalog).headline.contains(message.operand), "\(FindingText(first, .catalog).headline)")
      }
    }
  }

  /// Without such a sentence, the same messages are of any build.
  @Test(arguments: [
    "The build of our server fails:", "I tried the preview release of the toolchain with Xcode, and it fails:",
    "The print preview of the app fails:", "Xcode cannot build the app:", "My HTML canvas shows an error:",
  ]) func messagesOfOtherBuildsAreNotOfAPreview(sentence: String) {
    for message in Self.messages where message.pattern != "preview-failed-unspecified" {
      let text = sentence + "\n\n```\n\(message.text)\n```\n"
      #expect(!findings(text).contains { $0.pattern.hasPrefix("preview-") }, "\(text)")
    }
  }

  /// A sentence about a preview is not a failure without a message.
  @Test(arguments: accounts) func sentencesAloneAreNotRecords(sentence: String) {
    #expect(findings(sentence).isEmpty)
    #expect(findings(sentence + "\n\nIt worked last week, and I changed nothing since then.").isEmpty)
  }

  // MARK: - Changes

  /// Titles of changes, and what stands below them.
  static let changes = [
    ("fix: load the designables of the deck (#123)", "Without it Xcode prints:"),
    ("[build] Have the compile task use xcrun (#9965)", "The tool fails otherwise:"),
    ("Fixed the layout of the card view", "The following error is now fixed:"),
    ("CI: drop the icon before the build", "The failure is always the same:"),
    ("Changelog", "## [2.1.0] - 2026-08-19\n\n### Fixed\n\n- The error below."),
    ("Use the dynamic framework", "This PR removes the message:\n"),
  ]
  static let records = [
    "Main.storyboard: error: IB Designables: Failed to update auto layout status: Failed to load designables from path (null)",
    "LinkDylibError: Failed to build TableView.swift", "JITError: Runtime linking failure",
    "/Cards/Main.storyboard: error: Exception while running ibtool: the deck is empty",
    "Main.storyboard: error: IB Designables: Failed to render instance of CardView: The agent crashed",
  ]

  /// What a change prevents did not happen to its reader; the same record below a question did.
  @Test func recordsInDescriptionsOfChangesAreNotFailures() {
    for record in Self.records {
      for (title, body) in Self.changes {
        let text = "# \(title)\n\n\(body)\n\n```\n\(record)\n```\n"
        let result = result(text)
        #expect(result.reports.isEmpty, "\(text)")
        #expect(result.faults.contains { $0.code == .notAReport }, "\(text)")
      }
      for title in ["Cannot use the card view", "Error in the storyboard", "Fix the crash of my card view?"] {
        let text = "# \(title)\n\nI get this with the newest version:\n\n```\n\(record)\n```\n"
        #expect(!findings(text).isEmpty, "\(text)")
      }
    }
  }

  /// What general advice introduces is an example; what a sentence says that a tool does is not.
  @Test func introducedExamplesAreNotFailures() {
    let record = Self.records[0]
    #expect(findings("If you see these warnings:\n\n```\n\(record)\n```\n").isEmpty)
    #expect(!findings("When I build, Xcode throws errors such as:\n\n```\n\(record)\n```\n").isEmpty)
  }

  // MARK: - Tools without a document

  @Test(arguments: [
    "2024-05-04 10:11:12.131 ibtoold[4711:e0f] Exception raised while unarchiving document objects - *** -[__NSArrayM insertObject:atIndex:]: object cannot be nil",
    "2024-05-04 10:11:12.131 ibtoold[4711:e0f] -[IBUICardView sections]: unrecognized selector sent to instance 0x7f9a1c0a2b30",
    "2024-05-04 10:11:12.131 actool[4711:e0f] *** -[__NSPlaceholderArray initWithObjects:count:]: attempt to insert nil object from objects[0]",
    "2024-05-04 10:11:12.131 AssetCatalogSimulatorAgent[4711:e0f] -[NSNull length]: unrecognized selector sent to instance 0x7fff8",
    "Library not loaded: /Library/Developer/PrivateFrameworks/CoreSimulator.framework/Versions/A/CoreSimulator\n  Referenced from: /Applications/Xcode.app/Contents/Developer/Platforms/Card.platform/Developer/Library/Xcode/PrivatePlugIns/IDECardIntegration.ideplugin/Contents/MacOS/IDECardIntegration\n  Reason: image not found",
  ]) func whatXcodesToolsPrintIsNotOfTheApp(line: String) {
    let families: Set<Pattern.Family> = [.designables, .ibtool, .nib, .resource]
    for finding in findings(line) {
      #expect(
        Pattern.with(id: finding.pattern).map { families.contains($0.family) } ?? false, "\(finding.pattern): \(line)")
    }
    let app = line.replacingOccurrences(of: "ibtoold[", with: "Cards[").replacingOccurrences(
      of: "actool[", with: "Cards["
    )
    .replacingOccurrences(of: "AssetCatalogSimulatorAgent[", with: "Cards[")
    .replacingOccurrences(
      of:
        "/Applications/Xcode.app/Contents/Developer/Platforms/Card.platform/Developer/Library/Xcode/PrivatePlugIns/IDECardIntegration.ideplugin/Contents/MacOS/IDECardIntegration",
      with: "/Applications/Cards.app/Contents/MacOS/Cards")
    if app != line { #expect(!findings(app).isEmpty, "\(app)") }
  }

  /// A command of a log is a failure only in the list of those that failed.
  @Test func commandsAreFailuresOnlyInTheirList() {
    let command = "CompileAssetCatalog /Build/Cards.app /Cards/Assets.xcassets (in target 'Cards' from project 'Cards')"
    #expect(findings(command).isEmpty)
    #expect(findings("r#\"\(command)\n    cd /Cards\n/* com.apple.actool.document.notices */").isEmpty)
    #expect(!findings("The following build commands failed:\n\t\(command)\n(1 failure)").isEmpty)
    #expect(!findings("The following build commands failed:\n\n\t\(command)\n(1 failure)").isEmpty)
    #expect(!findings("Command CompileStoryboard failed with a nonzero exit code").isEmpty)
  }

  /// Each run of a tool prints a list; errors of one list that have lost their document are one failure.
  @Test func errorsWithoutDocumentOfTwoRunsAreTwoFailures() {
    let first = "/* com.apple.ibtool.errors */\n: error: The deck could not be saved in the folder Cards.storyboardc.\n"
    let second = "/* com.apple.ibtool.errors */\n: error: The hand could not be removed.\n"
    #expect(result(first + second).reports.count == 2)
    #expect(result(first + first).reports.count == 1)
    #expect(result(first + ": error: The hand could not be removed.\n").reports.count == 1)
  }

  /// A name that a program prints in quotation marks does not begin a sentence.
  @Test func quotedNameOfAnExceptionIsNotASentence() {
    let finding = findings(
      "'IBPlatformToolFailureException', reason: 'The tool closed the connection (AssetCatalogAgent)'"
    ).first
    #expect(finding?.pattern == "ibtool-agent-communication" && finding?.confidence == .certain)
  }

  /// A sentence about an error announces the message with its colon, whatever the message is.
  @Test func announcedMessageIsQuoted() {
    let message = "the deck was shuffled without a dealer"
    let finding = findings("SwiftUI previews fail to build with this error:\n\n\(message)\n\nIt builds on a device.")
      .first
    #expect(finding?.pattern == "preview-failed-unspecified")
    #expect(finding.map { FindingText($0, .catalog).headline.contains(message) } ?? false)
    for other in [
      "![Screenshot](card.png)", "let deck = Deck.shuffled()", "https://example.com/card.png", "- `the deck is empty`",
    ] {
      #expect(findings("SwiftUI previews fail to build with this error:\n\n\(other)\n").isEmpty, "\(other)")
    }
  }

  /// Diagnostics that state only the crash belong to the only other failure of the text, which states its reason.
  @Test func bareCrashBelongsToItsReason() {
    let bare =
      "CrashError: XCPreviewAgent crashed\n\nXCPreviewAgent crashed. Check ~/Library/Logs/DiagnosticReports for crash logs.\n"
    let stated = "CrashReportError: Cards crashed due to fatalError in DeckStore.swift at line 41.\n"
    let other = "AppLaunchTimeoutError: Failed to launch app “Cards.app” in reasonable time\n"
    #expect(
      result(stated + "\nAnd below the canvas, my colleague sees\nthis text on another machine:\n\n" + bare).reports
        .count == 1)
    #expect(
      result(other + "\nAnd below the canvas, my colleague sees\nthis text on another machine:\n\n" + bare).reports
        .count == 2)
  }
}
