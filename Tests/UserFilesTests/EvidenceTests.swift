import CrashReports
import Diagnosis
import Testing
import UserFiles
import YAMLText

/// Each kind of evidence, with a report that it matches and one that it does not match.
@Suite struct EvidenceTests {
  private static let crash = """
    Process:         AcmeCards [4711]
    Path:            /Applications/AcmeCards.app/Contents/MacOS/AcmeCards
    Identifier:      com.example.AcmeCards
    OS Version:      macOS 14.4 (23E214)
    Report Version:  12

    Crashed Thread:  0

    Exception Type:  EXC_BAD_ACCESS (SIGSEGV)
    Exception Codes: KERN_INVALID_ADDRESS at 0x0000000000000010
    Termination Reason: Namespace SIGNAL, Code 0xb
    Application Specific Information:
    card store is locked by sync

    Thread 0 Crashed:
    0   AcmeLogin      0x0000000200001000 LoginService.token() + 52
    1   AcmeCards      0x0000000300001000 CardList.load() + 40
    2   AcmeCards      0x0000000300002000 main + 40

    Thread 1:
    0   libsystem_kernel.dylib  0x0000000400001000 semaphore_wait_trap + 8
    1   AcmeSync       0x0000000500001000 SyncStore.flush() + 40

    """

  @Test(arguments: [
    "{ message: locked by }", "{ message: [never said, LOCKED BY] }", "{ message: store is, without: unlocked }",
    "{ message: locked, from: applicationSpecificInformation }",
    "{ message: locked, from: [console, termination, applicationSpecificInformation] }",
    "{ frame: LoginService.token() }", "{ frame: \"*.load()\", images: Acme* }",
    "{ frame: any, images: AcmeLogin, roles: app }",
    "{ frame: \"*.token()\", position: first 1 }", "{ frame: SyncStore.*, position: anyThread }",
    "{ frame: \"loginservice.*\", ignoreCase: true }", "{ frames: [{ frame: LoginService.* }, { frame: CardList.* }] }",
    "{ exception: EXC_BAD_ACCESS }", "{ exception: [EXC_GUARD, SIGSEGV] }", "{ termination: 0xB, namespace: SIGNAL }",
    "{ termination: 11 }", "{ termination: any, namespace: SIGNAL }", "{ kind: crash }", "{ kind: [hang, crash] }",
    "{ process: Acme* }", "{ os: macOS 14* }", "[{ message: locked }, { not: agent }]",
    "{ all: [{ message: locked }, { frame: CardList.* }] }", "{ any: [{ message: never said }, { message: locked }] }",
    "[{ message: locked }, { also: { frame: nowhere } }]", "[{ message: locked }, { not: { frame: nowhere } }]",
    "[{ message: locked }, { not: { recursion: true } }]", "[{ message: locked }, { not: { stackExhausted: true } }]",
    "[{ message: locked }, { agent: false }]", "[{ message: locked }, { not: { phase: load } }]",
    "[{ message: locked }, { not: { detail: victim } }]",
  ])
  func matches(_ evidence: String) throws {
    #expect(try found(evidence, in: Self.crash))
  }

  @Test(arguments: [
    "{ message: unlocked }", "{ message: store is, without: locked }", "{ message: locked, from: console }",
    "{ frame: LoginService }", "{ frame: \"*.load()\", images: Other* }",
    "{ frame: any, images: AcmeLogin, roles: system }",
    "{ frame: \"*.load()\", position: first 1 }", "{ frame: SyncStore.* }", "{ frame: \"loginservice.*\" }",
    "{ frames: [{ frame: CardList.* }, { frame: LoginService.* }] }", "{ exception: [EXC_GUARD, SIGABRT] }",
    "{ termination: 0xC }", "{ termination: 0xB, namespace: DYLD }", "{ termination: any, namespace: DYLD }",
    "{ kind: [hang, jetsam] }", "{ process: Acme }", "{ os: iOS* }", "[{ message: locked }, agent]",
    "[{ message: locked }, { not: { frame: CardList.* } }]", "[{ message: locked }, { phase: load }]",
    "{ recursion: true }", "{ stackExhausted: true }", "{ detail: victim }",
  ])
  func doesNotMatch(_ evidence: String) throws {
    #expect(try !found(evidence, in: Self.crash))
  }

  @Test func recursionIsFoundThroughItsFunctions() throws {
    var text = "Exception Type:  EXC_BAD_ACCESS (SIGSEGV)\n\nThread 0 Crashed:\n"
    for index in 0..<60 {
      let name = index % 2 == 0 ? "CardView.layout()" : "CardList.update()"
      text += "\(index)   AcmeCards      0x0000000300001000 \(name) + 40\n"
    }
    #expect(try found("{ recursion: [\"CardView.*\", [\"Other.*\", \"CardList.*\"]] }", in: text))
    #expect(try found("{ recursion: \"CardList.*\" }", in: text))
    #expect(try !found("{ recursion: [\"CardView.*\", \"Other.*\"] }", in: text))
  }

  @Test(arguments: [
    ("{ detail: largestProcess }", true), ("{ detail: largestProcess, equals: acmecards }", true),
    ("{ detail: largestProcess, contains: [other, Cards] }", true),
    ("{ detail: largestProcess, contains: other }", false),
    ("{ detail: pageSizeBytes, atLeast: 16KB }", true), ("{ detail: pageSizeBytes, atMost: 16384 }", true),
    ("{ detail: pageSizeBytes, atLeast: 1MB }", false), ("{ detail: largestProcess, atLeast: 1 }", false),
  ])
  func detailsAreTested(_ evidence: String, _ isMatch: Bool) throws {
    let report = """
      {"bug_type":"298","timestamp":"2026-08-01 09:12:00.00 +0000","os_version":"iPhone OS 17.4 (21E219)","incident_id":"4D595250-0000-4000-8000-000000000001"}
      {
        "crashReporterKey" : "0",
        "product" : "iPhone14,2",
        "memoryStatus" : { "pageSize" : 16384, "memoryPages" : { "active" : 10, "free" : 5 } },
        "largestProcess" : "AcmeCards",
        "processes" : [ { "uuid" : "8d5a7ac1-7c1b-3f0c-9c21-000000000001", "states" : ["frontmost"], "rpages" : 90000, "name" : "AcmeCards", "pid" : 42 } ]
      }
      """
    let details = assess(report, []).first?.report.details.map(\.key.name) ?? []
    try #require(details.contains("largestProcess") && details.contains("pageSizeBytes"), "\(details)")
    #expect(try found(evidence, in: report) == isMatch)
  }

  @Test(arguments: [
    ("{ mesage: abc }", "unknown kind of evidence 'mesage'"),
    ("{ message: abc, frame: abc }", "one piece of evidence has 'message' and 'frame'"),
    ("{ message: abc, form: console }", "unknown key 'form' in the evidence 'message'"),
    ("{ message: abc, from: consol }", "'consol' is not a valid origin of a message"),
    ("{ message: \"{a} b {c}\" }", "fewer than three characters outside braces"),
    ("{ message: \"abc {1}\" }", "is not a valid capture"),
    ("{ message: }", "'message' has no value"),
    ("message", "evidence must be a mapping"),
    ("[]", "evidence is an empty list"),
    ("{ frame: any }", "needs 'images', 'roles'"),
    ("{ frame: a, roles: mine }", "'mine' is not a valid role"),
    ("{ frame: a, position: first 0 }", "'first 0' is not a valid position"),
    ("{ frame: a, blamed: perhaps }", "'blamed' must be true or false"),
    ("{ frames: [{ images: a }] }", "a frame is missing the key 'frame'"),
    ("{ exception: NSRangeException }", "neither a Mach exception (EXC_…) nor a signal (SIG…)"),
    ("{ termination: 0xg }", "'0xg' is not a valid termination code"),
    ("{ termination: 18446744073709551616 }", "is not a valid termination code"),
    ("{ phase: loading }", "'loading' is not a valid phase"),
    ("{ kind: crsh }", "'crsh' is not a valid kind of report"),
    ("{ detail: victm }", "unknown detail 'victm'"),
    ("{ detail: victim, equals: a, contains: b }", "only one test is allowed"),
    ("{ detail: victim, atLeast: many }", "'atLeast' must be a number"),
    ("{ not: { message: abc } }", "cites nothing in the report"),
    ("[{ not: { message: abc } }, { also: { message: abc } }]", "cites nothing in the report"),
    ("{ any: [{ message: abc }, { not: agent }] }", "cites nothing in the report"),
    ("{ all: abc }", "'all' must be a list"),
  ])
  func faultsAreFound(_ evidence: String, _ message: String) {
    let faults = read(pattern(evidence: evidence)).faults
    #expect(faults.contains { $0.message.contains(message) }, "\(faults)")
  }

  @Test func depthAndNumberAreLimited() {
    let deep = String(repeating: "{ not: ", count: 20) + "agent" + String(repeating: " }", count: 20)
    #expect(read(pattern(evidence: deep)).faults.contains { $0.message.contains("nested deeper than 12 levels") })
    let list =
      "["
      + Array(repeating: "{ any: [" + Array(repeating: "agent", count: 90).joined(separator: ",") + "] }", count: 5)
      .joined(separator: ",") + "]"
    #expect(read(pattern(evidence: list)).faults.contains { $0.message.contains("more than 300 pieces of evidence") })
  }

  private func found(_ evidence: String, in report: String) throws -> Bool {
    let (file, faults) = read(pattern(evidence: evidence))
    try #require(faults == [])
    let pattern = try #require(file.entries.first?.pattern)
    let findings = assess(report, [pattern]).flatMap(\.findings)
    for finding in findings { #expect(!finding.citations.isEmpty) }
    return !findings.isEmpty
  }
}
