import Analysis
import CrashReports
import Diagnosis
import Testing

/// Checks that failed: the function that called the helper of a library, or of `assert()`, made them.
@Suite struct LibraryCheckTests {
  private func finding(_ frames: [String], _ change: (inout ReportBuilder) -> Void = { _ in }) -> FindingText? {
    var builder = ReportBuilder()
    builder.crash(ReportBuilder.abort + frames)
    change(&builder)
    let found = Analysis.analyze(Array(builder.text.utf8)).reports.first?.assessment.findings.first
    return found.map { FindingText($0, .catalog) }
  }

  private static let own = "Orchard orchard::Tree::grow() + 40"

  @Test(arguments: [
    ("ggml_abort", "llama_decode", "ggml"),
    ("google::LogMessageFatal::~LogMessageFatal()", "leveldb::DBImpl::Get()", "glog"),
    ("absl::lts_20240722::log_internal::LogMessageFatal::~LogMessageFatal()", "absl::Mutex::Lock()", "Abseil"),
    ("realm::util::terminate(char const*, char const*, long)", "realm::Obj::get()", "Realm"),
    ("gpr_assertion_failed", "grpc_core::Server::Start()", "gRPC"),
    ("g_assertion_message_expr", "sqlite3_step", "GLib"),
  ])
  func callerOfTheHelperMadeTheCheck(_ helper: String, _ check: String, _ library: String) throws {
    let text = try #require(finding(["Orchard \(helper) + 20", "Orchard \(check) + 30", Self.own]))
    #expect(text.pattern == "assert-failed")
    #expect(text.headline.hasPrefix("A check of \(library) failed in \(check)"), "\(text.headline)")
    #expect(text.headline.contains("called by orchard::Tree::grow()"), "\(text.headline)")
    #expect(text.blame?.function == "orchard::Tree::grow()")
    #expect(!text.remedy.contains { $0.contains("uncaught exception") })
  }

  /// The user's own code uses the macro of a library.
  @Test func ownCodeMadeTheCheck() throws {
    let text = try #require(finding(["Orchard ggml_abort + 20", Self.own]))
    #expect(text.headline.hasPrefix("A check of ggml failed in orchard::Tree::grow(): "), "\(text.headline)")
    #expect(text.blame?.function == "orchard::Tree::grow()")
  }

  /// Functions of the app with similar names, and helpers further out.
  @Test(arguments: [
    [own, "Orchard ggml_abort + 20"], ["Orchard orchard_ggml_abort + 20", own],
    ["Orchard -[Log LogMessageFatal] + 20", own],
    // The allocator found damaged memory while the library wrote a line of a log.
    [
      "libsystem_malloc.dylib malloc_vreport + 548", "libsystem_malloc.dylib free + 20",
      "Orchard absl::log_internal::LogMessage::Flush() + 20", "Orchard tree_grow + 30", own,
    ],
  ])
  func otherFunctionsAreNoHelpers(_ frames: [String]) {
    #expect(finding(frames)?.headline.contains("A check of") == false)
  }

  /// A process that another one ended was not stopped by a check.
  @Test func aKilledProcessFailedNoCheck() {
    let text = finding(["Orchard ggml_abort + 20", "Orchard llama_decode + 30", Self.own]) {
      $0.exception = "EXC_CRASH (SIGKILL)"
    }
    #expect(text?.headline.contains("A check of") != true, "\(text?.headline ?? "")")
  }

  @Test func callerOfAssertIsNamed() throws {
    let text = try #require(finding(["libsystem_c.dylib __assert_rtn + 284", "Orchard tree_grow + 30"]))
    #expect(text.headline.hasPrefix("Assertion failed in tree_grow: "), "\(text.headline)")
    #expect(text.blame?.function == "tree_grow")
  }

  /// A lambda of C++ in a method of a library, and a block of a function of one, are code of the library.
  @Test func lambdasOfLibrariesAreNotTheUsers() throws {
    let text = try #require(
      finding([
        "libsystem_c.dylib __assert_rtn + 284",
        "Orchard facebook::react::jsinspector_modern::HostTarget::registerInstance(int) + 124",
        "Orchard invocation function for block in auto -[RCTBridge setUp]::$_0::operator()<int>(int) const + 28",
        "Orchard __RCTExecuteOnMainQueue_block_invoke + 40",
      ]))
    #expect(text.blame?.function?.contains("HostTarget::registerInstance") == true, "\(String(describing: text.blame))")
    #expect(text.remedy.first?.contains("belongs to React Native") == true, "\(text.remedy)")
  }

  @Test func lambdaInOwnMethodIsTheUsers() throws {
    let text = try #require(
      finding([
        "libsystem_c.dylib __assert_rtn + 284",
        "Orchard auto -[TreeStore load]::$_0::operator()<int>(int) const + 28",
      ]))
    #expect(text.captures["linkedLibrary"] == nil)
  }

  /// The method of a category that replaces one of the system: the system made the call.
  @Test(arguments: [("PhotosUI", true), ("Orchard", false)])
  func replacedMethodIsNotTheCaller(_ image: String, _ isSystem: Bool) throws {
    let caller =
      isSystem
      ? "PhotosUI                            0x000000020383bdd8 0x20382e000 + 56792"
      : "Orchard                             0x0000000104cd7320 -[TreeView show] + 20"
    let text = """
      Main Thread Checker: UI API called on a background thread: -[UIViewController presentedViewController]
      PID: 4219, TID: 1400459, Thread name: (none), Queue name: com.apple.root.default-qos, QoS: 0
      Backtrace:
      4   STPopup                             0x0000000104cd731c -[UIViewController(STPopup) st_presentedViewController] + 72
      5   \(caller)
      6   libdispatch.dylib                   0x0000000104cd731c _dispatch_call_block_and_release + 24
      """
    let found = try #require(Analysis.analyze(Array(text.utf8)).reports.first?.assessment.findings.first)
    let shown = FindingText(found, .catalog)
    #expect(shown.headline.contains("PhotosUI called") == isSystem, "\(shown.headline)")
    #expect(shown.remedy.contains { $0.contains("dispatch the code") } != isSystem)
  }
}
