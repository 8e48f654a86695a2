import Analysis
import CrashReports
import Diagnosis
import TestSupport
import Testing

/// Whom an answer points to if code of a library is on the stack.
@Suite struct LinkedLibraryAnswerTests {
  private func assess(_ frames: [String], _ change: (inout ReportBuilder) -> Void = { _ in }) -> Assessment? {
    var builder = ReportBuilder()
    builder.exception = "EXC_BAD_ACCESS (SIGSEGV)"
    builder.subtype = "KERN_INVALID_ADDRESS at 0x0000000000000018"
    builder.crash(frames)
    change(&builder)
    return Analysis.analyze(Array(builder.text.utf8)).reports.first?.assessment
  }

  private static let own = "Orchard -[TreeView load] + 40"

  @Test(arguments: [
    "Orchard -[FIRMessaging retrieveToken] + 20", "Orchard -[AFURLSessionManager init] + 20",
    "Orchard grpc_core::Server::Start() + 20", "Orchard -[RLMRealm refresh] + 20",
    "Orchard leveldb::DBImpl::Get(int) + 20",
    "Orchard -[UIImageView(WebCache) sd_setImageWithURL:] + 20",
  ])
  func codeOfTheUserIsPreferred(_ frame: String) throws {
    let assessment = try #require(assess([frame, frame, Self.own, "CoreFoundation CFRunLoopRunSpecific + 8"]))
    #expect(assessment.blame?.function == "-[TreeView load]")
    let finding = try #require(assessment.findings.first)
    #expect(finding.captures["linkedLibrary"] != nil && finding.captures["linked"] == nil)
    let text = FindingText(finding, .catalog)
    #expect(text.witnesses.contains { $0.statement.contains("a library that is linked into the app") })
    #expect(text.remedy.first?.contains("check what -[TreeView load] passes to it") == true, "\(text.remedy)")
    #expect(text.remedy.first?.contains("update \(finding.captures["linkedLibrary"] ?? "")") == true)
    #expect(text.changes.isEmpty)
  }

  /// The functions of a library that is a program of its own, with their lines, come before its main().
  @Test func mainOfALibrarysProgramIsNotBlamed() throws {
    let text = """
      ==4711==ERROR: AddressSanitizer: heap-use-after-free on address 0x602000003a30 at pc 0x000104a3ff80
      READ of size 8 at 0x602000003a30 thread T0
          #0 0x104a3ff80 in std::__1::unique_ptr<Block>::operator->() const memory:2592
          #1 0x104a3ff84 in leveldb::DBImpl::Get(int) db_impl.cc:41
          #2 0x104a3ff90 in main db_main.cc:9
      """
    let assessment = Analysis.analyze(Array(text.utf8)).reports.first?.assessment
    #expect(assessment?.findings.first?.blame?.file == "db_impl.cc")
  }

  @Test(arguments: [
    ("Orchard -[FIRMessaging retrieveToken] + 20", "Firebase"), ("Orchard -[RLMRealm refresh] + 20", "Realm"),
    ("Orchard grpc_core::Server::Start() + 20", "gRPC"), ("Orchard leveldb::DBImpl::Get(int) + 20", "LevelDB"),
    ("Orchard -[FBSDKAppEvents logEvent:] + 20", "Facebook SDK"),
  ])
  func withoutCodeOfTheUserTheLibraryIsNamed(_ frame: String, _ library: String) throws {
    let assessment = try #require(assess([frame, "CoreFoundation CFRunLoopRunSpecific + 8"]))
    let finding = try #require(assessment.findings.first)
    #expect(finding.captures["linkedLibrary"] == library && finding.captures["linked"] != nil)
    let text = FindingText(finding, .catalog)
    // The function is named once: it is not its own caller.
    let function = String(frame.dropFirst("Orchard ".count).dropLast(" + 20".count))
    #expect(finding.blame?.function == function)
    let shown = function.prefix { $0 != "(" }
    #expect(text.headline.hasPrefix("NULL dereference in \(shown)"), "\(text.headline)")
    #expect(!text.headline.contains("called from"), "\(text.headline)")
    #expect(text.remedy.first?.contains("belongs to \(library)") == true, "\(text.remedy)")
    #expect(text.remedy.first?.contains("no frame of your own code") == true)
    #expect(text.changes.isEmpty)
  }

  /// The library called the code of the user, or the name is only similar.
  @Test(arguments: [
    [own, "Orchard -[FIRMessaging retrieveToken] + 20"], ["Orchard -[FIRSTName encode] + 20", own],
    ["Orchard -[RCTCalendarModule createEvent:] + 20", "Orchard -[RCTModuleMethod invoke] + 9"],
    ["libsqlite3.dylib sqlite3_step + 20", own],
  ])
  func codeOfTheUserIsNotOfALibrary(_ frames: [String]) throws {
    let finding = try #require(assess(frames)?.findings.first)
    #expect(finding.captures["linkedLibrary"] == nil, "\(finding.captures)")
    #expect(!FindingText(finding, .catalog).remedy.contains { $0.contains("issues") })
  }

  /// A library that ends the process itself is named as the caller of abort(), with the user's function that called it.
  @Test func libraryThatAborts() throws {
    var builder = ReportBuilder()
    builder.crash(ReportBuilder.abort + ["Orchard leveldb::DBImpl::Get(int) + 20", Self.own])
    let assessment = Analysis.analyze(Array(builder.text.utf8)).reports.first?.assessment
    let finding = try #require(assessment?.findings.first)
    #expect(finding.captures["linkedLibrary"] == "LevelDB")
    #expect(
      finding.blame?.function == "leveldb::DBImpl::Get(int)" && finding.captures["ownCaller"] == "-[TreeView load]")
    let text = FindingText(finding, .catalog)
    #expect(text.headline.hasPrefix("leveldb::DBImpl::Get(…) (LevelDB, called by -[TreeView"), "\(text.headline)")
  }

  /// A method that gets a NULL object from another framework of the app: the caller passed it.
  @Test(arguments: [("x0: 0x0000000000000000", true), ("x0: 0x0000600002346740", false)])
  func callerInAnotherImagePassedNull(_ register: String, _ isPassed: Bool) throws {
    let assessment = try #require(
      assess([
        "libforms.dylib forms::ToolBar::find(int) + 28", "libforms.dylib forms::ToolBar::get(int) + 12",
        "Orchard -[TreePanel splitViewDidResizeSubviews:] + 360",
        "AppKit -[NSSplitView _sendDidResizeSubviews] + 20",
        "Orchard -[TreePanel init] + 556", "Orchard -[TreeWindow show] + 28", "CoreFoundation CFRunLoopRunSpecific + 8",
      ]) {
        $0.registers = ["    \(register)   x1: 0x000000016eea9358   x2: 0x0000000000000000   x3: 0x000000016eea9368"]
        $0.images.append(
          "0x190000000 - 0x19fffffff libforms.dylib arm64 <b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1> /private/var/containers/Bundle/Application/X/Orchard.app/Frameworks/libforms.dylib"
        )
      })
    let text = FindingText(try #require(assessment.findings.first), .catalog)
    #expect((text.blame?.function == "-[TreePanel splitViewDidResizeSubviews:]") == isPassed, "\(text.headline)")
  }
}
