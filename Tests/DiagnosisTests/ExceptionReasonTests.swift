import Analysis
import CrashReports
import Diagnosis
import TestSupport
import Testing

/// The name of an exception is used for many failures: its reason decides which one a finding may state as certain.
struct ExceptionReasonTests {
  /// Names of exceptions that patterns or the catalog of raising APIs test, and one that none does.
  static let names = [
    "NSRangeException", "NSInvalidArgumentException", "NSInternalInconsistencyException", "CALayerInvalidGeometry",
    "NSUnknownKeyException", "NSGenericException", "NSObjectInaccessibleException", "NSObjectNotAvailableException",
    "UIViewControllerHierarchyInconsistency", "com.apple.coreaudio.avfaudio", "NSInvalidUnarchiveOperationException",
    "System.NullReferenceException", "RCTFatalException: Unhandled JS Exception: TypeError: undefined",
    "kotlin.IllegalStateException", "CardDeckException",
  ]

  /// Reasons, and the patterns that may be certain of each.
  static let reasons: [(text: String, patterns: Set<String>)] = [
    ("*** -[__NSArrayM objectAtIndex:]: index 5 beyond bounds [0 .. 2]", ["nsexception-range", "api-precondition"]),
    ("-[UITableView _contentOffset]: row (9) beyond bounds (0) for section (0).", ["nsexception-range"]),
    ("*** -[__NSCFString substringFromIndex:]: Index 7 out of bounds; string length 3", ["nsexception-range"]),
    (
      "*** -[__NSPlaceholderArray initWithObjects:count:]: attempt to insert nil object from objects[1]",
      ["nsexception-nil-insert", "api-precondition"]
    ),
    ("*** setObjectForKey: object cannot be nil (key: title)", ["nsexception-nil-insert", "api-precondition"]),
    (
      "CALayer position contains NaN: [nan 22]. Layer: <CALayer:0x6000; position = CGPoint (0 0)>",
      ["nsexception-geometry-nan"]
    ),
    ("-[Card count]: unrecognized selector sent to instance 0x600001c04230", ["unrecognized-selector"]),
    (
      "Cannot remove an observer <CardView 0x7f8> for the key path \"count\" from <Deck 0x7f9> because it is not registered as an observer.",
      ["kvo-observer-not-registered", "api-precondition"]
    ),
    (
      "<CardView: 0x7f8>: An -observeValueForKeyPath:ofObject:change:context: message was received but not handled.",
      ["kvo-unhandled"]
    ),
    (
      "An instance 0x7f8 of class CardView was deallocated while key value observers were still registered with it.",
      ["kvo-observer-dealloc"]
    ),
    (
      "[<UIView 0x7fd> setValue:forUndefinedKey:]: this class is not key value coding-compliant for the key title.",
      ["nib-kvc-undefined-key"]
    ),
    (
      "-[UIViewController _loadViewFromNibNamed:bundle:] loaded the \"CardController\" nib but the view outlet was not set.",
      ["nib-view-outlet-not-set"]
    ),
    (
      "Could not load NIB in bundle: 'NSBundle </var/Cards.app> (loaded)' with name 'CardController'",
      ["nib-missing-in-bundle"]
    ),
    (
      "Access to UITextField's _placeholderLabel ivar is prohibited. This is an application bug",
      ["uikit-private-ivar-kvc"]
    ),
    (
      "Modifications to the layout engine must not be performed from a background thread after it has been accessed from the main thread.",
      ["autolayout-engine-background"]
    ),
    ("the deck is empty", []), ("Card 7 was drawn twice (state 3)", []), ("Карта не найдена", []), ("(null)", []),
  ]

  /// A form in which tools write an exception.
  struct Form: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let text: @Sendable (_ name: String, _ reason: String) -> String
  }

  private static func escaped(_ text: String) -> String {
    text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
  }

  static let forms = [
    Form(testDescription: "console") { "*** Terminating app due to uncaught exception '\($0)', reason: '\($1)'" },
    Form(testDescription: "console of a process") {
      "2024-05-05 10:10:10.123 Cards[501:3342] *** Terminating app due to uncaught exception '\($0)', reason: '\($1)'\nterminating with uncaught exception of type NSException"
    },
    Form(testDescription: "console, wrapped") {
      "*** Terminating app due to uncaught exception '\($0)', reason:\n'\($1)'"
    },
    Form(testDescription: "application specific information") {
      """
      Process:         Cards [4711]
      Exception Type:  EXC_CRASH (SIGABRT)

      Application Specific Information:
      *** Terminating app due to uncaught exception '\($0)', reason: '\($1)'

      Thread 0 Crashed:
      0   libsystem_kernel.dylib        	0x00000001a3c5a414 __pthread_kill + 8
      1   libsystem_c.dylib             	0x00000001a3b0e844 abort + 100
      """
    },
    Form(testDescription: "ips") {
      """
      {"app_name":"Cards","bug_type":"309","os_version":"iPhone OS 17.4","name":"Cards"}
      {"procName":"Cards","exception":{"type":"EXC_CRASH","signal":"SIGABRT"},
      "asi":{"CoreFoundation":["*** Terminating app due to uncaught exception '\(escaped($0))', reason: '\(escaped($1))'"]},
      "faultingThread":0,"threads":[{"triggered":true,"frames":[{"imageIndex":0,"imageOffset":4,"symbol":"abort","symbolLocation":4}]}],
      "usedImages":[{"base":4294967296,"size":4096,"name":"libsystem_c.dylib","path":"/usr/lib/libsystem_c.dylib"}]}
      """
    },
    Form(testDescription: "ips with exceptionReason") {
      """
      {"app_name":"Cards","bug_type":"309","os_version":"iPhone OS 17.4","name":"Cards"}
      {"procName":"Cards","exception":{"type":"EXC_CRASH","signal":"SIGABRT"},
      "exceptionReason":{"name":"\(escaped($0))","composed_message":"\(escaped($1))","type":"objc-exception"},
      "faultingThread":0,"threads":[{"triggered":true,"frames":[{"imageIndex":0,"imageOffset":4,"symbol":"abort","symbolLocation":4}]}],
      "usedImages":[{"base":4294967296,"size":4096,"name":"libsystem_c.dylib","path":"/usr/lib/libsystem_c.dylib"}]}
      """
    },
    Form(testDescription: "lldb") {
      """
      *** Terminating app due to uncaught exception '\($0)', reason: '\($1)'
      * thread #1, queue = 'com.apple.main-thread', stop reason = signal SIGABRT
        * frame #0: 0x00000001a3c5a414 libsystem_kernel.dylib`__pthread_kill + 8
          frame #1: 0x0000000102d34f50 Cards`-[Deck draw] + 76
      """
    },
    Form(testDescription: "MetricKit") {
      """
      {"timeStampBegin":"2024-04-18 08:00:00","timeStampEnd":"2024-04-18 08:59:00","crashDiagnostics":[{"version":"1.0.0",
      "callStackTree":{"callStackPerThread":true,"callStacks":[{"threadAttributed":true,"callStackRootFrames":[{"binaryUUID":
      "00000000-0000-4000-8000-0000000000f6","offsetIntoBinaryTextSegment":12044,"sampleCount":1,"binaryName":"Cards","address":8042737420}]}]},
      "diagnosticMetaData":{"appVersion":"1","bundleIdentifier":"com.example.Cards","exceptionType":10,"signal":6,
      "objectiveCexceptionReason":{"composedMessage":"\(escaped($1))","exceptionType":"ObjC","className":"NSException","exceptionName":"\(escaped($0))"}}}]}
      """
    },
    Form(testDescription: "KSCrash") {
      """
      {"report":{"id":"0","timestamp":"2024-05-05T10:10:10Z","type":"standard","version":"3.4.0"},"system":{"process_name":"Cards"},
      "crash":{"error":{"type":"nsexception","reason":"\(escaped($1))","nsexception":{"name":"\(escaped($0))"},"signal":{"signal":6,"name":"SIGABRT"}},
      "threads":[{"index":0,"crashed":true,"backtrace":{"contents":[{"instruction_addr":4345257808,"object_name":"Cards","symbol_name":"main"}]}}]}}
      """
    },
    Form(testDescription: "Crashlytics") {
      """
      # Crashlytics - plaintext stacktrace
      # Platform: ios
      Fatal Exception: \($0)
      \($1)
      0  CoreFoundation                 0x1a3e5a98c __exceptionPreprocess
      1  libobjc.A.dylib                0x1a3b830a4 objc_exception_throw
      2  Cards                          0x102d34f50 -[Deck draw] + 176
      """
    },
  ]

  @Test(arguments: forms) func theReasonDecides(form: Form) {
    var recognized = 0
    for name in Self.names {
      for reason in Self.reasons {
        let text = form.text(name, reason.text)
        for report in Analysis.analyze(Array(text.utf8)).reports {
          let findings = report.assessment.findings
          for finding in findings where finding.confidence == .certain {
            #expect(
              reason.patterns.contains(finding.pattern),
              "\(finding.pattern) is certain in \(form.testDescription): \(text)")
          }
          guard let best = findings.first, report.assessment.report.exception?.reason != nil,
            reason.text != "(null)"
          else { continue }
          recognized += 1
          let headline = FindingText(best, .catalog).headline
          #expect(
            headline.contains(reason.text.prefix(60)), "the reason is missing in \(form.testDescription): \(headline)")
        }
      }
    }
    #expect(recognized > Self.names.count * (Self.reasons.count - 4), "\(form.testDescription) is not read")
  }

  /// A name without a reason is at most likely, also if another line of the log states a failure of that name.
  @Test(arguments: names) func aNameAloneIsNotCertain(name: String) {
    let texts = [
      "*** Terminating app due to uncaught exception '\(name)'",
      "*** Terminating app due to uncaught exception '\(name)', reason: '(null)'",
      "*** Terminating app due to uncaught exception '\(name)', reason: '<private>'",
      "Process:         Cards [4711]\nException Type:  EXC_CRASH (SIGABRT)\n\nApplication Specific Information:\n"
        + "*** Terminating app due to uncaught exception '\(name)'\n\nThread 0 Crashed:\n"
        + "0   libsystem_kernel.dylib        \t0x00000001a3c5a414 __pthread_kill + 8\n",
    ]
    for text in texts {
      for finding in Analysis.analyze(Array(text.utf8)).reports.flatMap(\.assessment.findings) {
        #expect(finding.confidence != .certain, "\(finding.pattern) is certain in: \(text)")
      }
    }
  }

  /// The reason of the uncaught exception decides, although an earlier line of the log states another failure.
  @Test func anEarlierMessageIsNotCertain() {
    for earlier in Self.reasons.prefix(13) {
      for reason in Self.reasons where reason.text != earlier.text && reason.text != "(null)" {
        let text = """
          2024-05-05 10:10:09.123 Cards[501:3342] \(earlier.text)
          2024-05-05 10:10:10.123 Cards[501:3342] *** Terminating app due to uncaught exception 'NSGenericException', reason: '\(reason.text)'
          """
        for finding in Analysis.analyze(Array(text.utf8)).reports.flatMap(\.assessment.findings)
        where finding.confidence == .certain {
          #expect(reason.patterns.contains(finding.pattern), "\(finding.pattern) is certain in: \(text)")
        }
      }
    }
  }

  /// The function that raised says more than the name; a known reason of it is not stated against the report's.
  @Test func aStatedReasonExcludesTheUsualOne() throws {
    func text(_ reason: String) -> String {
      """
      *** Terminating app due to uncaught exception 'NSRangeException', reason: '\(reason)'
      *** First throw call stack:
      (
      0   CoreFoundation                	0x00000001a3e5a9ac __exceptionPreprocess + 224
      1   libobjc.A.dylib               	0x00000001a3b830a4 objc_exception_throw + 64
      2   Foundation                    	0x00000001a4e5a9ac -[NSObject(NSKeyValueObserverRegistration) removeObserver:forKeyPath:] + 212
      3   Cards                         	0x0000000102d34f50 -[CardView close] + 76
      )
      """
    }
    func best(_ reason: String) throws -> FindingText {
      let report = try #require(Analysis.analyze(Array(text(reason).utf8)).reports.first)
      return FindingText(try #require(report.assessment.findings.first), .catalog)
    }
    let other = try best("the deck is empty")
    #expect(other.confidence < .certain)
    #expect(other.headline.contains("the deck is empty"))
    #expect(!other.headline.contains("removed twice"))
    let known = try best(
      "Cannot remove an observer <CardView 0x7f8> for the key path \"count\" from <Deck 0x7f9> because it is not registered as an observer."
    )
    #expect(known.finding.pattern == "kvo-observer-not-registered")
    #expect(known.confidence == .certain)
  }

  /// A reason is quoted up to its first line break, and not without limit.
  @Test func longReasonsAreShortened() throws {
    let long = String(repeating: "deck ", count: 400)
    let text = "*** Terminating app due to uncaught exception 'NSGenericException', reason: '\(long)'"
    let report = try #require(Analysis.analyze(Array(text.utf8)).reports.first)
    let headline = FindingText(try #require(report.assessment.findings.first), .catalog).headline
    #expect(headline.count < 260)
    #expect(headline.hasSuffix("…"))
  }
}
