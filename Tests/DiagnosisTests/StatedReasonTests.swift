import Analysis
import CrashReports
import Diagnosis
import Testing

/// What a headline states is in the report; a reason that is only known from other reports is called that.
@Suite struct StatedReasonTests {
  private func answer(_ raised: [String], _ change: (inout ReportBuilder) -> Void = { _ in }) throws -> FindingText {
    var report = ReportBuilder()
    report.stacks = [
      (
        "Last Exception Backtrace:",
        ["CoreFoundation __exceptionPreprocess + 164", "libobjc.A.dylib objc_exception_throw + 60"] + raised
      )
    ]
    report.crash(ReportBuilder.abort)
    change(&report)
    let assessment = try #require(assess(report.text).first)
    return FindingText(try #require(assessment.findings.first), .catalog)
  }

  private static let write = [
    "Foundation -[NSConcreteFileHandle writeData:] + 216", "Orchard -[PressLog append:] + 40 (PressLog.m:8)",
  ]

  @Test func usualReasonIsCalledThat() throws {
    let found = try answer(Self.write)
    #expect(found.pattern == "api-precondition")
    #expect(found.headline.contains("usual reason, not stated in the report: the device's storage is full"))
  }

  @Test func statedReasonIsStated() throws {
    let found = try answer(Self.write) {
      $0.messages = [
        "*** Terminating app due to uncaught exception 'NSFileHandleOperationException', reason: '*** -[NSConcreteFileHandle writeData:]: No space left on device'"
      ]
    }
    #expect(!found.headline.contains("usual reason"), "\(found.headline)")
    #expect(found.headline.contains("storage is full"), "\(found.headline)")
  }

  /// AppKit writes the reason into the information of the app.
  @Test func reasonOfAppKit() throws {
    let found = try answer(Self.write) {
      $0.messages = ["Crashing on exception: *** -[NSConcreteFileHandle writeData:]: No space left on device"]
    }
    #expect(!found.headline.contains("usual reason"), "\(found.headline)")
    #expect(!found.missing.contains { $0.contains("exception's reason") }, "\(found.missing)")
    #expect(!found.cause.contains("does not state"), "\(found.cause)")
  }

  @Test func stackShowsTheReason() throws {
    let add = ["UIKitCore -[UIView(Internal) _addSubview:positioned:relativeTo:] + 110"]
    let found = try answer(add + ["UIKitCore -[_UINavigationParallaxTransition animateTransition:] + 804"])
    #expect(found.headline.contains("reason according to the stack: two push or pop"), "\(found.headline)")
    let other = try answer(add + ["UIKitCore -[UITableView layoutSubviews] + 804"])
    #expect(!other.headline.contains("according to the stack"), "\(other.headline)")
  }

  @Test func interfaceOffTheMainThread() throws {
    func found(_ method: String, _ start: String) throws -> FindingText {
      try answer([
        "Foundation -[NSAssertionHandler handleFailureInMethod:object:file:lineNumber:description:] + 288",
        "UIKitCore \(method) + 276", "Orchard -[Press show] + 40", start,
      ]) {
        $0.stacks[1].title = "Thread 6 Crashed:"
        $0.triggered = 6
      }
    }
    let pool = "libsystem_pthread.dylib start_wqthread + 8"
    for method in [
      "-[UIApplication _pressAfterCommit:]", "-[UIView _press]", "-[UIWindow _press]", "-[UITableView _press]",
    ] {
      #expect(try found(method, pool).pattern == "ui-off-main-thread", "\(method)")
    }
    for method in ["-[UIImage _press]", "-[UIColor _press]", "-[NSPress press]", "-[UIBezierPath _press]"] {
      #expect(try found(method, pool).pattern != "ui-off-main-thread", "\(method)")
    }
    #expect(try found("-[UIView _press]", "UIKitCore UIApplicationMain + 336").pattern != "ui-off-main-thread")
  }

  @Test func exceptionWithoutNames() throws {
    var report = ReportBuilder()
    report.stacks = [
      (
        "Last Exception Backtrace:",
        [
          "CoreFoundation 0x190001000 + 1147516", "libobjc.A.dylib 0x190001000 + 23032",
          "CoreFoundation 0x190001000 + 140464", "Orchard 0x104000000 + 125252",
        ]
      )
    ]
    report.crash(["libsystem_kernel.dylib 0x190001000 + 143580", "libsystem_c.dylib 0x190001000 + 372392"])
    let finding = try #require(assess(report.text).first?.findings.first)
    #expect(finding.pattern == "nsexception-uncaught", "\(finding.pattern)")
  }

  @Test(arguments: [
    ("CODESIGNING 4 Launch Constraint Violation", "Launch constraint: "),
    ("CODESIGNING 1 Taskgated Invalid Signature", "Invalid code signature: "),
    ("CODESIGNING 2 Invalid Page", "Invalid code signature: "),
  ])
  func wordsOfTheTermination(_ reason: String, _ beginning: String) throws {
    var report = ReportBuilder()
    report.exception = "EXC_CRASH (SIGKILL)"
    report.fields = ["Termination Reason: \(reason)"]
    report.crash(["dyld _dyld_start + 0"])
    let finding = try #require(assess(report.text).first?.findings.first)
    let found = FindingText(finding, .catalog)
    #expect(found.headline.hasPrefix(beginning), "\(found.headline)")
    #expect(found.headline.contains(reason.split(separator: " ").dropFirst(2).joined(separator: " ")))
  }

  @Test func wordsOfOtherNamespaces() throws {
    var report = ReportBuilder()
    report.exception = "EXC_CRASH (SIGKILL)"
    report.fields = ["Termination Reason: Namespace EXEC, Code 1 Bad Mach-O"]
    let finding = try #require(assess(report.text).first?.findings.first)
    let found = FindingText(finding, .catalog)
    #expect(found.headline.contains("Bad Mach-O") && found.missing.allSatisfy { !$0.contains("reason text") })
  }
}
