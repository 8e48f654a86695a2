import Analysis
import CrashReports
import Diagnosis
import Testing

@testable import Diagnosis

/// What findings name, and what they do not, where the stack misleads: handlers of signals, neighbors of functions that
/// do not return, libraries in the app's image, programs without an event loop.
@Suite struct FaultPlaceTests {
  private func finding(_ text: String) -> FindingText? {
    let finding = Analysis.analyze(Array(text.utf8)).reports.first?.assessment.findings.first
    return finding.map { FindingText($0, .catalog) }
  }

  private static let handler = """
    Thread 0 Crashed:
    0   libsystem_kernel.dylib   0x00007fff61bc6c2a __pthread_kill + 10
    1   libsystem_c.dylib        0x00007fff61bc6d2a raise + 26
    2   Cards                    0x0000000108b7092b signal_handler + 64
    3   libsystem_platform.dylib 0x00007fff61c6c22a _sigtramp + 29
    4   Cards                    0x0000000108b702a6 deck_read + 64
    """

  @Test(arguments: [
    ("Exception Type:  EXC_CRASH (SIGSEGV)", "segfault-raised"),
    ("Exception Type:  SIGSEGV\nException Codes: SEGV_MAPERR at 0x8", "memory-null-dereference"),
    ("Exception Type:  SIGSEGV\nException Codes: SEGV_ACCERR at 0x16f4d2ff8", "memory-bad-access"),
    ("Exception Type:  SIGBUS\nException Codes: BUS_ADRERR at 0x16f4d2ff8", "memory-bus-error"),
  ])
  func raisedAgainIsTheFaultBelowTheHandler(_ header: String, _ pattern: String) {
    let finding = finding(header + "\n\n" + Self.handler)
    #expect(finding?.pattern == pattern)
    #expect(finding?.confidence == .likely)
    #expect(finding?.blame?.function == "deck_read")
    #expect(finding?.headline.contains("not a memory fault") == false)
  }

  /// Frames of a managed runtime and of the system only: `main` of a tool is the user's code.
  @Test(arguments: [
    ("main + 44 (tool.c:175)", "", "main"), ("main + 44", "", nil),
    ("main + 44 (tool.c:175)", "1   CoreFoundation     0x1a0000010 CFRunLoopRunSpecific + 8\n", nil),
  ])
  func mainOfATool(_ main: String, _ loop: String, _ function: String?) {
    let finding = finding(
      """
      Exception Type:  EXC_BAD_ACCESS (SIGSEGV)
      Exception Codes: KERN_INVALID_ADDRESS at 0x00000000000120a8

      Thread 0 Crashed:
      0   libIPTelephony.dylib   0x7ff81742be72 ims::nextToken(char const*) + 8
      \(loop)2   tool               0x100000f10 \(main)
      3   dyld                   0x7ff81742b000 start + 8

      Binary Images:
      0x100000000 - 0x100003fff tool (*) <51c09879-d7e8-374d-ad51-3d38af9ae204> /Users/me/tool
      0x7ff817400000 - 0x7ff817500000 libIPTelephony.dylib (*) <51c09879-d7e8-374d-ad51-3d38af9ae205> /usr/lib/libIPTelephony.dylib
      """)
    #expect(finding?.blame?.function == function)
    #expect(finding?.remedy.contains { $0.contains("the first frame of the app") } == false)
  }

  /// A return address at the first byte of a function, below a call that does not return.
  @Test(arguments: [
    ("deck_next + 0", nil), ("deck_next + 8", "deck_next"), ("deck_next + 0 (deck.c:41)", "deck_next"),
  ])
  func neighborsAreNotBlamed(_ frame: String, _ function: String?) {
    let finding = finding(
      """
      Exception Type:  EXC_CRASH (SIGABRT)

      Thread 0 Crashed:
      0   libsystem_kernel.dylib   0x00007fff61bc6c2a __pthread_kill + 10
      1   libsystem_c.dylib        0x00007fff61bc6d2a abort + 26
      2   Cards                    0x0000000108b7092b \(frame)
      3   Cards                    0x0000000108b70a2b deck_open + 24
      """)
    #expect(finding?.blame?.function == function)
    let states = finding?.witnesses.contains { $0.statement == AnalysisContext.neighborStatement } ?? false
    #expect(states == (function == nil))
  }

  /// A library that is linked into the app's image is not the caller of itself.
  @Test func linkedLibraryDoesNotCallItself() {
    let finding = finding(
      """
      Exception Type:  EXC_CRASH (SIGABRT)

      Last Exception Backtrace:
      0   CoreFoundation           0x1a3e5a9ac __exceptionPreprocess + 224
      1   libobjc.A.dylib          0x1a3b830a4 objc_exception_throw + 64
      2   CoreFoundation           0x1a3f5b1c8 +[NSException raise:format:] + 100
      3   Cards                    0x102d34f50 +[FIRApp configure] + 176
      4   Cards                    0x102d35f50 -[AppDelegate application:didFinishLaunchingWithOptions:] + 76

      Thread 0 Crashed:
      0   libsystem_kernel.dylib   0x1a3c5a414 __pthread_kill + 8
      """)
    #expect(finding?.blame?.function?.hasPrefix("-[AppDelegate") == true, "\(finding?.headline ?? "-")")
    #expect(finding?.headline.contains("+[FIRApp configure] in +[FIRApp") == false)
  }

  /// Source code that prints the message of a runtime.
  @Test(arguments: [
    "thread 'main' panicked at '{message}', {location}",
    #"print("thread 'main' panicked at \(place)")"#,
    "    panic: {reason}",
    #"  println!("thread 'main' panicked at 'index out of bounds', src/main.rs:3:5");"#,
  ])
  func sourceCodeIsNoFinding(_ line: String) {
    #expect(Analysis.analyze(Array((line + "\n").utf8)).reports.allSatisfy { $0.assessment.findings.isEmpty })
  }

  @Test(arguments: [
    ("std::bad_alloc", nil, "bad_alloc"), ("std::__1::system_error", "mutex lock failed: Invalid argument", "mutex"),
    ("std::system_error", "thread constructor failed: Resource temporarily unavailable", "thread"),
    ("NSt3__112system_errorE", nil, "system_error"), ("St12out_of_range", nil, "out_of_range"),
    ("std::underflow_error", nil, "underflow_error"), ("std::__1::ios_base::failure", nil, "failure"),
    ("std::__1::__fs::filesystem::filesystem_error", nil, "filesystem_error"), ("cards::bad_alloc", nil, nil),
    ("std::mutex", nil, nil), ("", nil, nil), ("std::", nil, nil),
  ])
  func typesOfTheStandardLibrary(_ name: String, _ reason: String?, _ type: String?) {
    #expect(CppExceptionType.type(of: name, reason: reason) == type)
  }

  @Test func typesHaveDistinctTexts() {
    #expect(CppExceptionType.rows.count >= 12)
    #expect(Set(CppExceptionType.rows.map(\.type)).count == CppExceptionType.rows.count)
  }
}
