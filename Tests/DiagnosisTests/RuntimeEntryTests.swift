import Analysis
import CrashReports
import Diagnosis
import Testing

/// Functions with which runtimes start a program do not decide what failed, and a Last Exception Backtrace is always that of an
/// exception.
@Suite struct RuntimeEntryTests {
  private static let terminate = [
    "libc++abi.dylib abort_message + 128", "libobjc.A.dylib _objc_terminate() + 124",
    "libc++abi.dylib std::__terminate(void (*)()) + 16",
  ]

  private func answer(_ raised: [String], _ entry: [String]) throws -> FindingText {
    var report = ReportBuilder()
    report.stacks = [("Last Exception Backtrace:", raised + entry)]
    report.crash(ReportBuilder.abort + Self.terminate + entry)
    return FindingText(try #require(assess(report.text).first?.findings.first), .catalog)
  }

  private static let raise = [
    "CoreFoundation __exceptionPreprocess + 164", "libobjc.A.dylib objc_exception_throw + 60",
  ]

  static let entries: [[String]] = [
    [], ["Orchard xamarin_UIApplicationMain + 60"], ["Orchard xamarin_main + 60", "Orchard mono_jit_exec + 80"],
    ["libmonosgen-2.0.dylib mono_runtime_exec_main_checked + 90"], ["libcoreclr.dylib coreclr_execute_assembly + 90"],
    ["UnityFramework -[UnityFramework runUIApplicationMainWithArgc:argv:] + 100"],
    ["Orchard Konan_run_start + 100", "Orchard Konan_main + 20"], ["Flutter FlutterAppMain + 20"],
  ]

  @Test(arguments: entries) func entriesOfRuntimesDoNotDecide(_ entry: [String]) throws {
    let outside = ["UIKitCore UIApplicationMain + 340"] + entry + ["Orchard main + 80"]
    let found = try answer(
      Self.raise + ["TableKit -[TKDeck setDepth:mode:] + 1324", "Orchard Press.squeeze() + 80"], outside)
    #expect(found.pattern == "nsexception-uncaught", "\(found.headline)")
    #expect(found.blame?.function == "Press.squeeze()", "\(found.headline)")
    #expect(!found.cause.contains(".NET"), "\(found.cause)")
  }

  /// Code of the app that raised the exception itself may be the runtime's, which converts managed exceptions.
  @Test func theBridgeOfARuntimeIsNotBlamed() throws {
    let own = ["Orchard 0x104000000 + 20304", "Orchard 0x104000000 + 30304"]
    for raise in [Self.raise, Self.raise + ["CoreFoundation -[NSException raise] + 12"]] {
      let managed = try answer(
        raise + own + ["UIKitCore UIApplicationMain + 340"], ["Orchard xamarin_UIApplicationMain + 60"])
      #expect(managed.pattern == "nsexception-uncaught", "\(managed.headline)")
      #expect(managed.cause.contains("The app contains the runtime of .NET"), "\(managed.cause)")
      // Addresses decide in this report: the second frame of the app.
      let native = try answer(raise + own + ["UIKitCore UIApplicationMain + 340"], ["Orchard main + 60"])
      #expect(!native.cause.contains(".NET"), "\(native.cause)")
      #expect(managed.blame?.offset != native.blame?.offset)
    }
  }

  /// A report whose list of images was cut off, or that has none.
  @Test func addressesWithoutImagesAreThoseOfAnException() throws {
    var report = ReportBuilder()
    report.stacks = [("Last Exception Backtrace:", [])]
    report.crash(ReportBuilder.abort)
    let raw = report.text.replacing(
      "Last Exception Backtrace:\n", with: "Last Exception Backtrace:\n(0x1a3e5a9ac 0x1a3b830a4 0x1040122a0)\n")
    #expect(try #require(assess(raw).first?.findings.first).pattern == "nsexception-uncaught")
    let body =
      #"{"pid":7,"procName":"Orchard","exception":{"type":"EXC_CRASH","signal":"SIGABRT","codes":"0x0, 0x0"},"#
      + #""lastExceptionBacktrace":[{"imageOffset":16,"imageIndex":3},{"imageOffset":32,"imageIndex":4}],"#
      + #""faultingThread":0,"threads":[{"triggered":true,"frames":[{"imageOffset":16,"symbol":"__pthread_kill","#
      + #""symbolLocation":8,"imageIndex":9}]}]}"#
    let header = #"{"app_name":"Orchard","timestamp":"2026-01-05 10:00:00.00 +0100","bug_type":"309"}"#
    let found = try #require(assess(header + "\n" + body).first?.findings.first)
    #expect(found.pattern == "nsexception-uncaught")
  }

  @Test func otherStacksProveNoException() throws {
    var report = ReportBuilder()
    report.stacks = [("Application Specific Backtrace 1:", ["Orchard Press.squeeze() + 80"])]
    report.crash(ReportBuilder.abort + ["Orchard Press.squeeze() + 80"])
    #expect(assess(report.text).first?.findings.contains { $0.pattern == "nsexception-uncaught" } == false)
  }
}
