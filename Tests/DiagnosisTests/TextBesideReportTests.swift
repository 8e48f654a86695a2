import Analysis
import CrashReports
import Diagnosis
import TestSupport
import Testing

/// Lines of a console above or below a report: those of its process are evidence of the same failure, those of others are not.
@Suite struct TextBesideReportTests {
  private static let reason = "*** -[__NSArrayM objectAtIndex:]: index 3 beyond bounds [0 .. 2]"
  private static let message =
    "*** Terminating app due to uncaught exception 'NSRangeException', reason: '\(reason)'"

  private static var report: String {
    var builder = ReportBuilder()
    builder.crash(
      ReportBuilder.abort + ["libc++abi.dylib abort_message + 128", "Orchard -[TreeView load] + 40"])
    return builder.text
  }

  private static var json: String {
    """
    {"app_name":"Orchard","timestamp":"2026-01-31 12:00:01.00 +0100","bug_type":"309","os_version":"iPhone OS 18.5 (22F76)","name":"Orchard"}
    {"procName":"Orchard","pid":4321,"cpuType":"ARM-64","osVersion":{"train":"iPhone OS 18.5","build":"22F76"},
    "exception":{"type":"EXC_CRASH","signal":"SIGABRT","codes":"0x0000000000000000, 0x0000000000000000"},"faultingThread":0,
    "threads":[{"triggered":true,"id":1,"frames":[{"imageOffset":64,"symbol":"__pthread_kill","symbolLocation":8,"imageIndex":1},
    {"imageOffset":128,"symbol":"abort","symbolLocation":124,"imageIndex":1},
    {"imageOffset":256,"symbol":"-[TreeView load]","symbolLocation":40,"imageIndex":0}]}],
    "usedImages":[{"source":"P","arch":"arm64","base":4362076160,"size":2097152,"uuid":"11112222-3333-4444-5555-666677778888",
    "path":"\\/private\\/var\\/containers\\/Bundle\\/Application\\/X\\/Orchard.app\\/Orchard","name":"Orchard"},
    {"source":"P","arch":"arm64e","base":6442450944,"size":2097152,"uuid":"A1A1A1A1-A1A1-A1A1-A1A1-A1A1A1A1A1A1",
    "path":"\\/usr\\/lib\\/system\\/libsystem_kernel.dylib","name":"libsystem_kernel.dylib"}]}
    """
  }

  private func assessments(_ text: String) -> [Assessment] {
    Analysis.analyze(Array((text + "\n").utf8)).reports.map(\.assessment)
  }

  private static let stamp = "2026-01-31 12:00:00.123 "

  /// Lines of this process, or of an unknown one.
  static let own = [
    "\(stamp)Orchard[4321:99] \(message)", message,
    "\(stamp)Orchard[4321:99] first\n\(stamp)Orchard[4321:99] \(message)",
    "\(stamp)Orchard[4321:77] \(message)\n", "The console says:\n\(message)",
  ]

  @Test(arguments: own) func linesOfTheProcessAreEvidence(_ text: String) throws {
    for whole in [text + "\n\n" + Self.report, Self.report + "\n" + text] {
      let found = assessments(whole)
      #expect(found.count == 1)
      let finding = try #require(found.first?.findings.first)
      #expect(finding.pattern == "nsexception-range" && finding.confidence > .possible, "\(finding.pattern)")
    }
  }

  @Test(arguments: own.dropLast()) func linesBesideJSONAreEvidence(_ text: String) throws {
    let found = assessments(text + "\n" + Self.json)
    #expect(found.count == 1, "\(found.map { $0.findings.first?.pattern ?? "-" })")
    let finding = try #require(found.first?.findings.first)
    #expect(finding.pattern == "nsexception-range" && finding.confidence > .possible, "\(finding.pattern)")
    #expect(found.first?.blame?.function == "-[TreeView load]")
  }

  /// What the system writes about this process, and a name that is so long that the system cuts it.
  @Test func linesAboutTheProcessAreEvidence() throws {
    for writer in ["SpringBoard[55:1]", "ReportCrash[812:77]"] {
      let text = "\(Self.stamp)\(writer) Orchard[4321] wrote: \(Self.message)"
      for whole in [text + "\n\n" + Self.report, Self.report + "\n" + text, text + "\n" + Self.json] {
        let finding = try #require(assessments(whole).flatMap(\.findings).first)
        #expect(finding.pattern == "nsexception-range" && finding.confidence > .possible, "\(whole)")
      }
    }
    let long = Self.report.replacing("Orchard", with: "OrchardInventory")
    let text = "\(Self.stamp)OrchardInventor[4321:99] \(Self.message)\n\n\(long)"
    let finding = try #require(assessments(text).flatMap(\.findings).first)
    #expect(finding.pattern == "nsexception-range" && finding.confidence > .possible)
  }

  /// The process ended otherwise than the message states, which names no process.
  @Test func faultsTakeNoExceptionOver() {
    let abort = "\"type\":\"EXC_CRASH\",\"signal\":\"SIGABRT\""
    for (type, signal) in [("EXC_BAD_ACCESS", "SIGSEGV"), ("EXC_BREAKPOINT", "SIGTRAP"), ("EXC_CRASH", "SIGKILL")] {
      let json = Self.json.replacing(abort, with: "\"type\":\"\(type)\",\"signal\":\"\(signal)\"")
      for text in [
        Self.message, "Orchard: \(Self.message)", "terminating due to uncaught exception of type NSException",
      ] {
        let found = assessments(text + "\n" + json).filter { $0.report.threads?.isEmpty == false }
        #expect(found.count == 1 && found.first?.report.exception?.reason == nil, "\(type) \(text)")
        let certain = found.flatMap(\.findings).filter { $0.confidence > .possible }
        #expect(!certain.contains { $0.pattern.hasPrefix("nsexception") }, "\(certain.map(\.pattern))")
      }
      guard signal == "SIGSEGV" else { continue }
      let report = Self.report.replacing("EXC_CRASH (SIGABRT)", with: "EXC_BAD_ACCESS (SIGSEGV)")
      for whole in [Self.message + "\n\n" + report, report + "\n" + Self.message] {
        let certain = assessments(whole).flatMap(\.findings).filter { $0.confidence > .possible }
        #expect(!certain.contains { $0.pattern.hasPrefix("nsexception") }, "\(certain.map(\.pattern))")
      }
    }
  }

  /// A line with the number of the process is of this run, however it ended.
  @Test func numbersOfTheProcessDecide() {
    let abort = "\"type\":\"EXC_CRASH\",\"signal\":\"SIGABRT\""
    for (type, signal) in [("EXC_BAD_ACCESS", "SIGSEGV"), ("EXC_BREAKPOINT", "SIGTRAP"), ("EXC_CRASH", "SIGKILL")] {
      let json = Self.json.replacing(abort, with: "\"type\":\"\(type)\",\"signal\":\"\(signal)\"")
      let found = assessments("\(Self.stamp)Orchard[4321:99] \(Self.message)\n\(json)")
      #expect(found.count == 1 && found.first?.report.exception?.reason == Self.reason, "\(type)")
    }
  }

  /// A message of the loader with the number of another process.
  @Test(arguments: [("dyld[777]", false), ("dyld[4321]", true), ("dyld", true)])
  func loaderMessagesOfOthersAreNoEvidence(_ writer: String, _ isOwn: Bool) throws {
    let text = """
      \(writer): Library not loaded: @rpath/PearKit.framework/PearKit
        Referenced from: <11112222-3333-4444-5555-666677778888> /Applications/Orchard.app/Orchard
        Reason: tried: '/Applications/Orchard.app/Frameworks/PearKit.framework/PearKit' (no such file)
      """
    let found = assessments(text + "\n\n" + Self.report)
    let report = try #require(found.first { $0.report.threads?.isEmpty == false })
    #expect(report.report.loaderMessages.isEmpty != isOwn)
    #expect(report.findings.contains { $0.pattern.hasPrefix("dyld") && $0.confidence > .possible } == isOwn)
  }

  /// Another process, and another run of the same program.
  static let others = [
    "\(stamp)Pear[777:99] \(message)", "\(stamp)Orchard[777:99] \(message)", "\(stamp)Pearl[4321:99] \(message)",
    "\(stamp)OrchardHelper[4321:99] \(message)", "\(stamp)Orch[4321:99] \(message)",
    "\(stamp)SpringBoard[55:1] Pear[777] wrote: \(message)", "\(stamp)SpringBoard[55:1] Orchard[777] wrote: \(message)",
    "\(stamp)Pear[777:99] \(message)\n\(stamp)Orchard[4321:99] still running",
  ]

  @Test(arguments: others) func linesOfOthersAreNoEvidence(_ text: String) {
    for whole in [text + "\n\n" + Self.report, Self.report + "\n" + text] {
      for assessment in assessments(whole) where assessment.report.threads?.isEmpty == false {
        let certain = assessment.findings.filter { $0.confidence > .possible }
        #expect(!certain.contains { $0.pattern.hasPrefix("nsexception") }, "\(certain.map(\.pattern))")
        #expect(assessment.report.exception?.reason == nil)
      }
    }
  }

  @Test(arguments: others) func linesOfOthersStayBesideJSON(_ text: String) {
    let found = assessments(text + "\n" + Self.json).filter { $0.report.threads?.isEmpty == false }
    #expect(found.count == 1 && found.first?.report.exception?.reason == nil)
  }

  /// A report with a message of its own does not take one over that names no process.
  @Test func reportsHaveTheirOwnMessage() {
    let json = Self.json.replacing(
      "\"faultingThread\":0,", with: "\"faultingThread\":0,\"asi\":{\"libsystem_c.dylib\":[\"the basket is full\"]},")
    let found = assessments(Self.message + "\n" + json).filter { $0.report.threads?.isEmpty == false }
    #expect(found.count == 1 && found.first?.report.exception?.reason == nil)
  }

  /// Which of two reports lines without a process belong to is not known.
  @Test func twoReportsTakeNothingOver() {
    let second = Self.json.replacing("\"procName\":\"Orchard\",\"pid\":4321", with: "\"procName\":\"Pear\",\"pid\":55")
    let found = assessments(Self.message + "\n" + Self.json + "\n" + second)
    #expect(found.filter { $0.report.threads?.isEmpty == false }.allSatisfy { $0.report.exception?.reason == nil })
    let named = assessments(Self.stamp + "Orchard[4321:99] " + Self.message + "\n" + Self.json + "\n" + second)
    #expect(named.filter { $0.report.exception?.reason != nil }.map { $0.report.process?.name } == ["Orchard"])
  }

  @Test(arguments: [
    "Please ignore this part, it is from another app:", "Ignore the following lines:",
    "You can disregard these messages, they are older:", "The log below is unrelated:", "Ignore the log below:",
    "I see this daily. Please ignore this log:",
  ])
  func excludedTextIsNoEvidence(_ sentence: String) {
    for assessment in assessments(sentence + "\n" + Self.message + "\n\nThe crash:\n\n" + Self.report) {
      let certain = assessment.findings.filter { $0.confidence > .possible }
      #expect(!certain.contains { $0.pattern.hasPrefix("nsexception") }, "\(certain.map(\.pattern))")
    }
  }

  @Test(arguments: [
    "Please do not ignore this message, it is the cause:", "We can't ignore this:",
    "I used to ignore this warning, now it crashes:", "Please ignore the first thread, the crash is in 3:",
    "Ignore this warning, the message is:", "Please ignore this part, the crash is:", "Ignore the log, the report is:",
    "I ignore this log usually:", "Ignore this log. The crash:", "Whether this is unrelated:",
  ])
  func includedTextIsEvidence(_ sentence: String) {
    let found = assessments(sentence + "\n" + Self.message + "\n\nThe crash:\n\n" + Self.report)
    #expect(found.contains { $0.findings.contains { $0.pattern == "nsexception-range" && $0.confidence > .possible } })
  }

  /// A part that is to be ignored does not hide the whole log in a fence.
  @Test(arguments: [
    ("Ignore the first few lines, they're simulator noise.", true), ("Ignore the first and the last line.", true),
    ("Please ignore the next section of the log.", true), ("Please ignore this log.", false),
    ("Ignore this output, it is from another app.", false),
  ])
  func fencesAreHiddenAsAWhole(_ sentence: String, _ isEvidence: Bool) {
    let text = sentence + "\n\n```\n" + Self.stamp + "Orchard[4321:99] " + Self.message + "\n```\n"
    let certain = assessments(text).flatMap(\.findings).filter { $0.confidence > .possible }
    #expect(certain.contains { $0.pattern == "nsexception-range" } == isEvidence, "\(certain.map(\.pattern))")
  }
}
