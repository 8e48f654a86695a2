import CrashReports
import Diagnosis
import Testing

/// What reports state in forms that only part of them have, and documents that contain a report of their own program.
@Suite struct StatedRecordTests {
  private func findings(_ text: String) -> [Finding] { assess(text).flatMap(\.findings) }

  // MARK: - A member of a panic's JSON

  private static let panic =
    #""panicString" : "panic(cpu 1 caller 0xfffffe0015b1c2d8): watchdog timeout: no checkins from watchdogd in 93 seconds\nDebugger message: panic\nOS version: 23B85""#

  @Test(arguments: [
    panic, "  \(panic),\n", "{\n\(panic)\n}", "\"product\" : \"Mac14,2\",\n\(panic),\n\"date\" : \"2026-01-05\"",
    "The Mac restarts each night:\n\n```\n  \(panic),\n```\n", "\(panic),\n\"panicFlags\" : \"0x802\"\n",
    panic.replacing("panicString", with: "macOSPanicString"),
  ]) func theTextOfAPanicIsReadWithoutItsObject(_ text: String) {
    #expect(findings(text).first?.pattern == "kernel-watchdog-timeout", "\(text)")
  }

  @Test(arguments: [
    #""string" : "panic: the deck is empty""#, #""panicText" : "panic(cpu 1 caller 0x1): watchdog timeout""#,
    #"let panicString = "no checkins from watchdogd""#,
  ]) func otherMembersAreNone(_ text: String) {
    #expect(!findings(text).contains { $0.confidence > .possible }, "\(text)")
  }

  // MARK: - The exception that a program records below a hint

  @Test(arguments: [
    "UNCAUGHT EXCEPTION (NSInvalidArgumentException): must provide a file handle or pipe",
    "Sending deal: to <CardView: 0x7fad4b7b3940> from <NSButton: 0x7fad4b7b3940>\nProductBuildVersion: 5B1008\nUNCAUGHT EXCEPTION (NSInvalidArgumentException): must provide a file handle or pipe",
  ]) func theRecordedExceptionIsTheReason(_ information: String) throws {
    var report = ReportBuilder()
    report.messages = information.split(separator: "\n").map(String.init)
    report.crash(ReportBuilder.abort + ["Orchard -[TreeView load] + 40", "Orchard main + 4"])
    let found = try #require(assess(report.text).first)
    #expect(found.report.exception?.name == "NSInvalidArgumentException")
    #expect(found.report.exception?.reason == "must provide a file handle or pipe")
    #expect(found.findings.first?.pattern.hasPrefix("nsexception") == true, "\(found.findings.map(\.pattern))")
  }

  // MARK: - A jump to NULL, which the kernel reports as a page without a valid signature

  private static func jump(_ address: UInt64, _ reason: String, frame: String? = nil) -> String {
    let number = String(address, radix: 16)
    let padded = "0x" + String(repeating: "0", count: 16 - number.count) + number
    return """
      Process:             Orchard [4321]
      Exception Type:      EXC_BAD_ACCESS (SIGKILL)
      Exception Subtype:   KERN_INVALID_ADDRESS at \(padded)
      Exception Codes:     0x0000000000000001, \(padded)
      Termination Reason:  \(reason)

      Thread 0 Crashed:
      0   \(frame ?? "???                           \(padded) 0x0 + 0")
      1   Orchard                       0x0000000104012340 -[TreeView load] + 40
      """
  }

  @Test(arguments: ["CODESIGNING 2 Invalid Page", "Namespace CODESIGNING, Code 2", "Namespace CODESIGNING, Code 0x2"])
  func aJumpToNullIsNoInvalidSignature(_ reason: String) {
    for address: UInt64 in [0, 8, 0xff0] {
      let found = findings(Self.jump(address, reason)).map(\.pattern)
      #expect(found.first == "memory-null-call" && !found.contains("codesign-kill"), "\(address): \(found)")
    }
    // Code that is mapped, and an access to data.
    for text in [
      Self.jump(0x1_0401_8000, reason),
      Self.jump(0, reason, frame: "Orchard                       0x0000000104012240 deck_count + 8"),
    ] {
      #expect(findings(text).first?.pattern == "codesign-kill", "\(text)")
    }
  }

  // MARK: - A document about the program whose report it contains

  private static func document(_ sentence: String, process: String = "Orchard") -> String {
    """
    # A project that shows the failure

    \(sentence)

    ## Steps to Reproduce

    1. Open the project in Xcode, and select a team.
    2. Build and run the app on a device, and stop the debugger.
    3. Open the app again, and press the Home button.

    ## Explanation

    A process that holds the lock of a shared file is killed when it is suspended, because other processes may wait for it.

    ```log
    Process:             \(process) [756]
    Path:                /private/var/containers/Bundle/Application/X/\(process).app/\(process)
    Date/Time:           2026-03-27 15:37:11.8581 +0800
    OS Version:          iPhone OS 18.5 (22F76)

    Exception Type:  EXC_CRASH (SIGKILL)
    Termination Reason: RUNNINGBOARD 3735883980

    Thread 0 Crashed:
    0   libsystem_kernel.dylib  0x000000019000a5c8 mach_msg2_trap + 8
    1   libsystem_kernel.dylib  0x000000019000b5c8 mach_msg2_internal + 80
    2   CoreFoundation          0x000000019000c5c8 __CFRunLoopRun + 1208
    3   \(process)              0x000000010000a5c8 main + 64
    ```
    """
  }

  @Test func theReportOfItsOwnProgramIsARecord() {
    for sentence in ["Orchard crashes when it enters the background.", "# Orchard\n\nThis app always crashes."] {
      #expect(findings(Self.document(sentence)).first?.confidence == .certain, "\(sentence)")
    }
  }

  // MARK: - Placeholders

  @Test(arguments: ["'...'", "\"...\"", "'…'", "“…”", "‘...’"])
  func aPlaceholderIsNoRecord(_ mark: String) {
    for message in [
      "ld: building for iOS Simulator, but linking in dylib built for iOS, file \(mark) for architecture arm64",
      "*** Terminating app due to uncaught exception 'NSInvalidArgumentException', reason: \(mark)",
      "error: Multiple commands produce \(mark):", "dyld: Library not loaded: \(mark)",
    ] {
      #expect(!findings(message + "\n").contains { $0.confidence > .possible }, "\(message)")
    }
  }

  @Test(arguments: [
    "/src/Deck.swift:3:9: error: binary operator '...' cannot be applied to operands of type 'Int' and 'String'",
    "ld: library 'deck...' not found", "Fatal error: Index out of range: file Deck/Hand.swift, line 3 ...",
  ]) func dotsInANameAreNoPlaceholder(_ line: String) {
    #expect(findings(line + "\n").first.map { $0.confidence > .possible } == true, "\(line)")
  }

  // MARK: - A kill for a reason that no thread shows

  @Test(arguments: ["0xc00010ff", "0xdeadfa11"]) func noThreadIsBlamedForAKillFromOutside(_ code: String) throws {
    var report = ReportBuilder()
    report.exception = "EXC_CRASH (SIGKILL)"
    report.fields = ["Termination Reason: Namespace SPRINGBOARD, Code \(code)"]
    report.crash(["Orchard -[TreeView load] + 40", "Orchard main + 4"])
    let found = try #require(assess(report.text).first)
    #expect(found.blame == nil && found.findings.first?.blame == nil, "\(String(describing: found.blame))")
    report.fields = ["Termination Reason: Namespace SPRINGBOARD, Code 0x8badf00d"]
    let watchdog = try #require(assess(report.text).first)
    #expect(watchdog.blame?.function == "-[TreeView load]")
  }
}
