import Analysis
import CrashReports
import Diagnosis
import TestSupport
import Testing

/// Exceptions that were caught and raised again: the stack of the crashed thread is not that of the first throw.
@Suite struct RethrowTests {
  private static let terminate =
    ReportBuilder.abort + [
      "libc++abi.dylib abort_message + 128", "libobjc.A.dylib _objc_terminate() + 156",
      "libc++abi.dylib std::__terminate(void (*)()) + 16",
    ]

  private func findings(_ frames: [String], _ change: (inout ReportBuilder) -> Void = { _ in }) -> [Finding] {
    var builder = ReportBuilder()
    change(&builder)
    builder.crash(Self.terminate + frames)
    return Analysis.analyze(Array(builder.text.utf8)).reports.first?.assessment.findings ?? []
  }

  private static let objc = ["libc++abi.dylib __cxa_rethrow + 144", "libobjc.A.dylib objc_exception_rethrow + 44"]

  static let rethrown: [[String]] = [
    objc + ["CoreFoundation CFRunLoopRunSpecific + 644", "UIKitCore UIApplicationMain + 336"],
    objc + ["Orchard -[TreeView run:] + 40", "UIKitCore UIApplicationMain + 336"],
    objc + ["libdispatch.dylib _dispatch_client_callout + 40", "libdispatch.dylib _dispatch_lane_serial_drain + 9"],
    ["libc++abi.dylib __cxa_rethrow + 144", "Orchard orchard::Tree::wait() + 40"],
    [
      "libc++abi.dylib __cxa_rethrow_primary_exception + 20",
      "libc++.1.dylib std::rethrow_exception(std::exception_ptr) + 44",
      "Orchard orchard::Tree::wait() + 40",
    ],
    // The runtime of C++ is linked into the app.
    ["Orchard __cxa_rethrow + 144", "Orchard orchard::Tree::wait() + 40"],
    [
      "Orchard __cxa_rethrow_primary_exception + 20", "Orchard std::__1::rethrow_exception(std::exception_ptr) + 44",
      "Orchard orchard::Tree::wait() + 40",
    ],
  ]

  @Test(arguments: rethrown) func theFirstThrowIsNotOnTheStack(_ frames: [String]) throws {
    let finding = try #require(findings(frames).first)
    #expect(finding.pattern == "exception-rethrown" && finding.confidence == .likely, "\(finding.pattern)")
    #expect(finding.captures["catcher"] != nil)
    let text = FindingText(finding, .catalog)
    #expect(text.witnesses.contains { $0.statement.contains("not the stack of the first throw") })
    #expect(text.missing.contains { $0.contains("Last Exception Backtrace") })
  }

  /// The backtrace of the exception has the first throw.
  @Test(arguments: rethrown.prefix(3)) func theBacktraceIsUsed(_ frames: [String]) throws {
    let found = findings(frames) {
      $0.stacks.append(
        (
          "Last Exception Backtrace:",
          [
            "CoreFoundation __exceptionPreprocess + 164", "libobjc.A.dylib objc_exception_throw + 60",
            "Orchard -[TreeList treeAt:] + 76",
          ]
        ))
    }
    let finding = try #require(found.first)
    #expect(finding.pattern != "exception-rethrown" && finding.blame?.function == "-[TreeList treeAt:]")
    #expect(!FindingText(finding, .catalog).witnesses.contains { $0.statement.contains("first throw") })
  }

  /// With its reason, the failure is known, and the stack is still that of the second throw.
  @Test func theReasonIsKnown() throws {
    let message =
      "*** Terminating app due to uncaught exception 'NSRangeException', reason: 'index 3 beyond bounds [0 .. 2]'"
    let finding = try #require(findings(Self.rethrown[1]) { $0.messages = [message] }.first)
    #expect(finding.pattern.hasPrefix("nsexception"), "\(finding.pattern)")
    #expect(
      FindingText(finding, .catalog).witnesses.contains { $0.statement.contains("not the stack of the first throw") })
  }

  /// The throw itself, other reasons of abort(), and functions of the app with similar names.
  @Test(arguments: [
    ["libc++abi.dylib __cxa_throw + 144", "Orchard orchard::Tree::grow() + 40"],
    ["libobjc.A.dylib objc_exception_throw + 60", "Orchard -[TreeList treeAt:] + 76"],
    ["Orchard -[TreeView rethrow] + 40"], ["Orchard my__cxa_rethrow + 4"], ["Orchard objc_exception_rethrow_hook + 4"],
    ["libc++abi.dylib std::terminate() + 108", "libdispatch.dylib _dispatch_client_callout + 28"],
  ])
  func otherThrows(_ frames: [String]) {
    let found = findings(frames)
    #expect(!found.contains { $0.pattern == "exception-rethrown" }, "\(found.map(\.pattern))")
    for finding in found {
      #expect(!FindingText(finding, .catalog).witnesses.contains { $0.statement.contains("first throw") })
    }
  }
}
