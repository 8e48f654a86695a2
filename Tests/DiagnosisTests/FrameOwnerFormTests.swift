import Analysis
import CrashReports
import Diagnosis
import Testing

/// Frames that are not the code to look at first, in forms in which they look like it.
@Suite struct FrameOwnerFormTests {
  private func assess(_ text: String) throws -> Assessment {
    try #require(Analysis.analyze(Array(text.utf8)).reports.first).assessment
  }

  // MARK: - Modules with the names of C functions

  private static let prefixes = ["swift_", "mono_", "plcrash_", "kscrash_", "bsg_", "xamarin_", "__swift_"]

  @Test(arguments: prefixes) func aModuleIsNoFunctionOfC(_ prefix: String) {
    for name in [
      "\(prefix)cards.Deck.draw() -> ()", "\(prefix)cards.draw(Swift.Int) -> ()", "\(prefix)cards::draw(int)",
    ] {
      #expect(Blamability(function: name, file: nil) == .code, "\(name)")
      #expect(!Blamability.isReporter(function: name), "\(name)")
    }
  }

  @Test(arguments: ["swift_release", "swift_release.cold.1", "swift_dynamicCast.llvm.1234", "mono_jit_exec"])
  func functionsOfRuntimesAreForeign(_ name: String) {
    #expect(Blamability(function: name, file: nil) == .foreign)
  }

  @Test(arguments: ["plcrash_async_writen", "bsg_handle.cold.2", "kscrash_install"])
  func functionsOfReportersAreTheirs(_ name: String) { #expect(Blamability.isReporter(function: name)) }

  // MARK: - The start of a program

  @Test(arguments: ["start", "_start", "__start"]) func theStartIsNotBlamed(_ name: String) throws {
    var report = ReportBuilder()
    report.exception = "EXC_BAD_ACCESS (SIGSEGV)"
    report.codes = "KERN_INVALID_ADDRESS at 0x0000000000000000"
    report.crash([
      "CoreFoundation CFInitialize + 20", "CoreFoundation CFBundleGetMainBundle + 8", "Orchard \(name) + 68",
    ])
    let assessment = try assess(report.text)
    #expect(assessment.blame?.function != name)
    #expect(assessment.findings.first?.blame?.function == nil)
  }

  @Test func aFunctionOfThatNameInsideAStackIsCode() throws {
    var report = ReportBuilder()
    report.exception = "EXC_BREAKPOINT (SIGTRAP)"
    report.crash(["Orchard start + 68", "Orchard Deck.draw() + 12", "Orchard main + 4"])
    #expect(try assess(report.text).blame?.function == "start")
  }

  // MARK: - Names of shared objects

  @Test(arguments: [
    ("libc.so.6", "libc.so.6"), ("libfoo.1.2", "libfoo.1.2"), ("com.apple.UIKitCore", "UIKitCore"),
    ("org.example.cards.Deck", "Deck"), ("libz.so.1.3", "libz.so.1.3"),
  ])
  func aVersionIsNoBundle(_ written: String, _ short: String) { #expect(shortImageName(written) == short) }

  @Test(arguments: ["libc.so.6", "libdispatch.so", "ld-linux-x86-64.so.2", "libFoundation.so", "lib_FoundationICU.so"])
  func librariesOfLinuxAreTheSystems(_ image: String) throws {
    let text = """
      *** Program crashed: Bad pointer dereference at 0x0000000000000050 ***

      Thread 1 crashed:

      0 0x0000ffff8d4ccdf0 drain_events + 1216 in \(image)
      1 0x0000ffff8d4c5118 run_events + 431 in \(image)

      """
    #expect(try assess(text).report.crashedThread?.frames.allSatisfy { $0.role == .system } == true)
  }

  // MARK: - Frames without a name

  /// The caller of a checked function of the C library is in the app, also without symbols.
  @Test(arguments: ["__strcpy_chk", "__memcpy_chk", "__sprintf_chk"])
  func theUnnamedCallerIsTheLocation(_ function: String) throws {
    var report = ReportBuilder()
    report.exception = "EXC_BREAKPOINT (SIGTRAP)"
    report.crash([
      "libsystem_c.dylib __chk_fail_overflow + 24", "libsystem_c.dylib \(function) + 83", "Orchard 0x104000000 + 74560",
      "libdispatch.dylib _dispatch_call_block_and_release + 12",
    ])
    let assessment = try assess(report.text)
    #expect(assessment.findings.first?.pattern == "buffer-overflow-checked")
    #expect(assessment.findings.first?.blame?.image == "Orchard" && assessment.blamedFrame == 2)
  }

  /// Without code of the app, the place is the first library that is not one for memory, threads or system calls.
  @Test func theFirstOtherLibraryIsThePlace() throws {
    var report = ReportBuilder()
    report.crash(
      ReportBuilder.abort + [
        "libsystem_malloc.dylib malloc_vreport + 552", "libsystem_malloc.dylib free + 300",
        "libcurl.4.dylib Curl_free_request_state + 96", "libcurl.4.dylib curl_multi_cleanup + 40",
        "libdispatch.dylib _dispatch_client_callout + 16",
      ])
    #expect(try assess(report.text).blamedFrame == 5)
  }

  // MARK: - Idle threads

  private static let idle = [
    "libsystem_kernel.dylib mach_msg_trap + 20", "libsystem_kernel.dylib mach_msg + 37",
    "CoreFoundation __CFRunLoopServiceMachPort + 143", "CoreFoundation __CFRunLoopRun + 1013",
    "Orchard 0x104000000 + 227067",
    "Foundation __NSThread__start__ + 1115",
  ]

  /// The system marks any thread when it ends a process: an idle one has nothing to do with it.
  @Test(arguments: ["EXC_CRASH (SIGKILL)", "00000020"]) func anIdleThreadIsNotBlamedForAKill(_ type: String) throws {
    var report = ReportBuilder()
    report.exception = type
    report.codes = "0x000000008badf00d"
    report.crash(Self.idle)
    let assessment = try assess(report.text)
    #expect(assessment.blame == nil && assessment.blamedFrame == nil)
    #expect(assessment.findings.allSatisfy { $0.blame == nil })
  }

  @Test func theSameStackIsBlamedForACrash() throws {
    var report = ReportBuilder()
    report.exception = "EXC_BAD_ACCESS (SIGSEGV)"
    report.codes = "KERN_INVALID_ADDRESS at 0x0000000104012340"
    report.crash(Self.idle)
    #expect(try assess(report.text).blame?.image == "Orchard")
  }
}
