import Analysis
import CrashReports
import Diagnosis
import Testing

/// What a report states, and what its answer says: the right stack, the right function, and nothing missing that is there.
@Suite struct AnswerTests {
  /// The best finding of a text, with its texts.
  private func answer(_ text: String) throws -> FindingText {
    let assessment = try #require(assess(text).first)
    return FindingText(try #require(assessment.findings.first, "\(assessment.summary)"), .catalog)
  }

  private func answer(_ exception: String, _ frames: [String], _ change: (inout ReportBuilder) -> Void = { _ in })
    throws
    -> FindingText
  {
    var report = ReportBuilder()
    report.exception = exception
    report.crash(frames)
    change(&report)
    return try answer(report.text)
  }

  // MARK: - The failing function

  @Test(arguments: [
    "(PressModel.swift:0)", "(<compiler-generated>:0)",
  ])
  func codeWithoutLineIsOfItsFunction(_ location: String) throws {
    let found = try answer(
      "EXC_BREAKPOINT (SIGTRAP)",
      [
        "libswiftCore.dylib _assertionFailure(_:_:file:line:flags:) + 312",
        "Orchard PressModel.squeeze(_:) + 1240 \(location)",
        "Orchard PressController.start() + 88 (PressController.swift:44)",
      ])
    #expect(found.blame?.function == "PressModel.squeeze(_:)" && found.blame?.line == nil)
  }

  @Test(arguments: [
    "ares_dns_rr_get_ttl + 4312936", "___lldb_unnamed_symbol103$$Orchard + 12", "0x + 0",
    "(Missing UUID 9d04055be4f836648bd18beed73f951c)",
    "_mh_execute_header + 74561",
  ])
  func namesThatAreNoneAreNotBlamed(_ name: String) throws {
    let found = try answer("EXC_BREAKPOINT (SIGTRAP)", ["Orchard \(name)", "Orchard \(name)", "Orchard \(name)"])
    #expect(found.blame?.function == nil && found.blame?.image == "Orchard")
    #expect(!found.headline.contains(String(name.prefix(12))), "\(found.headline)")
    #expect(found.pattern != "stack-overflow")
  }

  @Test func ownAbort() throws {
    for frame in ["press_check + 120 (press.c:207)", "press_check + 120", "Press.check(_:) + 120 (Press.swift:7)"] {
      let found = try answer(
        "EXC_CRASH (SIGABRT)", ReportBuilder.abort + ["Orchard \(frame)", "Orchard main + 4 (main.m:9)"])
      #expect(found.pattern == "abort-called" && found.confidence == .certain, "\(frame)")
      #expect(!found.remedy.joined().contains("exception"), "\(found.remedy)")
    }
  }

  @Test(arguments: [
    ["libsystem_c.dylib __assert_rtn + 272", "Orchard press_check + 120"],
    ["libc++abi.dylib abort_message + 132", "Orchard press_check + 120"],
    ["Orchard 0x104000000 + 9208"], ["Orchard __swift_check + 12"], ["Orchard press_check + 0"],
    ["libsystem_malloc.dylib malloc_vreport + 892", "Orchard press_check + 120"],
    ["WebKit WTFCrash + 12", "Orchard press_check + 120"],
  ])
  func otherAborts(_ callers: [String]) throws {
    #expect(try answer("EXC_CRASH (SIGABRT)", ReportBuilder.abort + callers).pattern != "abort-called")
  }

  @Test(arguments: [
    ["malloc_vreport + 892", "malloc_report + 64", "find_zone_and_free + 528"], ["malloc_report + 64", "free + 120"],
    ["malloc_vreport + 892", "malloc_zone_error + 100", "free_tiny_botch + 40"],
    ["malloc_report + 64", "szone_free_definite_size + 12"],
    ["malloc_vreport + 1", "malloc_report + 64", "realloc + 9"],
    ["malloc_vreport + 1", "malloc_zone_error + 9", "free_small_botch + 40", "free + 8"],
    ["malloc_vreport + 1", "malloc_report + 8", "_free + 9"], ["malloc_report + 8", "malloc_zone_free + 1"],
    ["malloc_report + 8", "nanov2_free + 1"], ["malloc_report + 8", "xzm_free + 1"],
  ])
  func invalidFreeWithoutMessage(_ functions: [String]) throws {
    let frames = functions.map { "libsystem_malloc.dylib \($0)" } + ["Orchard basket_free + 36 (basket.c:88)"]
    let found = try answer("EXC_CRASH (SIGABRT)", ReportBuilder.abort + frames)
    #expect(found.pattern == "malloc-invalid-free" && found.blame?.line == 88)
  }

  @Test(arguments: [
    ["malloc_vreport + 1", "malloc_zone_error + 9", "nanov2_guard_corruption_detected + 40"],
    ["malloc_vreport + 1", "malloc_zone_error + 9", "free_list_checksum_botch.cold.1 + 40"],
    [
      "malloc_vreport + 1", "malloc_zone_error + 9", "tiny_malloc_from_free_list.cold.1 + 1",
      "free_list_checksum_botch + 2",
    ],
  ])
  func corruptionWithoutMessage(_ functions: [String]) throws {
    let frames = functions.map { "libsystem_malloc.dylib \($0)" } + ["Orchard basket_add + 36 (basket.c:88)"]
    #expect(try answer("EXC_CRASH (SIGABRT)", ReportBuilder.abort + frames).pattern == "malloc-corruption")
  }

  @Test(arguments: ["com.apple.TestFlight", "com.apple.AppStore", "org.example.market"])
  func fatalErrorOfStoreBuilds(_ store: String) throws {
    let frames = [
      "libswiftCore.dylib _assertionFailure(_:_:file:line:flags:) + 172 (AssertCommon.swift:171)",
      "Orchard KeyCheck.reject() + 72 (KeyCheck.swift:40)",
    ]
    let found = try answer("EXC_BREAKPOINT (SIGTRAP)", frames) { $0.header.append("Distributor ID:      \(store)") }
    #expect(found.headline.hasPrefix("fatalError() in KeyCheck.reject()"))
    #expect(!found.remedy[0].contains("subscript"))
    let other = try answer("EXC_BREAKPOINT (SIGTRAP)", frames)
    #expect(!other.headline.contains("fatalError()"), "a debug build calls it for all checks")
  }

  // MARK: - The right stack

  @Test(arguments: [
    "Last Exception Backtrace:", "Application Specific Backtrace 0:", "Application Specific Backtrace 1:",
  ])
  func stackOfTheException(_ title: String) throws {
    var report = ReportBuilder()
    report.messages = [
      "*** Terminating app due to uncaught exception 'NSInvalidArgumentException', reason: '*** -[__NSArrayM insertObject:atIndex:]: object cannot be nil'"
    ]
    report.stacks = [
      (
        title,
        [
          "CoreFoundation __exceptionPreprocess + 240", "libobjc.A.dylib objc_exception_throw + 60",
          "CoreFoundation -[__NSArrayM insertObject:atIndex:] + 96", "Orchard -[Shelf addJar:] + 44 (Shelf.m:61)",
        ]
      )
    ]
    report.crash(
      ReportBuilder.abort + ["libc++abi.dylib std::__terminate(void (*)()) + 16", "AppKit -[NSApplication run] + 764"])
    let assessment = try #require(assess(report.text).first)
    #expect(assessment.report.raisedStack.count == 4 && assessment.report.failureStack.count == 4)
    let finding = try #require(assessment.findings.first)
    #expect(finding.pattern == "nsexception-nil-insert" && finding.blame?.line == 61)
    #expect(assessment.blamedFrame == 3)
  }

  @Test func memoryFaultsHaveTheirOwnStack() throws {
    var report = ReportBuilder()
    report.exception = "EXC_BAD_ACCESS (SIGSEGV)"
    report.subtype = "KERN_INVALID_ADDRESS at 0x0000000000000010"
    report.stacks = [
      ("Application Specific Backtrace 0:", ["CoreFoundation __exceptionPreprocess + 240", "Orchard a + 1"])
    ]
    report.crash(["Orchard press_run + 12 (press.c:3)"])
    let assessment = try #require(assess(report.text).first)
    #expect(assessment.report.raisedStack.isEmpty && assessment.findings.first?.blame?.function == "press_run")
  }

  // MARK: - Absence is looked up

  private static let messages = [
    "mooring create failed: no berth left", "Assertion: the press is not empty", "Could not open the ledger",
    "-[Ledger close] was called twice", "LEDGER: invalid state 7", "The store is locked", "press.c:12: bad handle",
    "invalid mode 'kCFRunLoopCommonModes' provided", "Unknown jar kind: plum", "harbor: cannot continue",
  ]

  @Test(arguments: messages) func messagesWithoutPatternAreHeadlines(_ message: String) throws {
    for exception in ["EXC_CRASH (SIGABRT)", "EXC_BREAKPOINT (SIGTRAP)", "EXC_CRASH (SIGQUIT)"] {
      let found = try answer(exception, ReportBuilder.abort + ["libfoo.dylib foo_fail + 8", "Orchard run_all + 4"]) {
        $0.messages = ["abort() called", message]
      }
      #expect(found.headline.contains(message), "\(exception): \(found.headline)")
      #expect(!found.missing.contains { $0.contains("reason of the termination") }, "\(found.missing)")
    }
  }

  @Test(arguments: [
    "abort() called", "dyld2 mode", "CoreSimulator 857.14 - Device: iPhone 15", "[0x2]", "Abort Cause 1",
  ])
  func messagesWithoutCauseAreNoHeadlines(_ message: String) throws {
    let found = try answer("EXC_CRASH (SIGABRT)", ReportBuilder.abort + ["libfoo.dylib foo_fail + 8"]) {
      $0.messages = [message]
    }
    #expect(found.pattern == "abort-unspecified" && found.headline.hasSuffix("cause not recorded"), "\(found.headline)")
  }

  @Test(arguments: [
    "LIBSYSTEM, [0x2]", "LIBSYSTEM 2", "Namespace LIBSYSTEM, Code 2", "LIBSYSTEM; [2]", "Namespace <0x12>, Code 0x2",
  ])
  func spellingsOfTheTermination(_ reason: String) throws {
    let found = try answer("EXC_CRASH (SIGABRT)", ["libsystem_kernel.dylib __abort_with_payload + 10"]) {
      $0.fields = ["Termination Reason: \(reason)"]
      $0.messages = ["mooring create failed: no berth left"]
    }
    #expect(found.pattern == "termination-libsystem" && found.headline.contains("no berth left"), "\(found.headline)")
  }

  @Test func otherProcessEndedIt() throws {
    let found = try answer("EXC_CRASH (SIGKILL)", ["libsystem_kernel.dylib mach_msg2_trap + 8"]) {
      $0.fields = ["Termination Reason: SIGNAL 9 Killed: 9", "Terminating Process: node [812]"]
    }
    #expect(found.headline.contains("node (process 812)"), "\(found.headline)")
  }

  // MARK: - Registers, instructions, words

  /// An argument register shows the caller's value only at the entry of the function.
  @Test(arguments: [
    (8, 0x1_0600_9004, true), (604, 0x1_0600_1180, false), (604, 0x1_0600_9004, false), (200, 0x1_0600_9004, true),
  ])
  func argumentsAtTheEntry(_ offset: Int, _ link: Int, _ isArgument: Bool) throws {
    let counter = String(0x1_0600_1000 + offset, radix: 16)
    let found = try answer(
      """
      Process:             pressd [4321]
      Code Type:           ARM-64
      OS Version:          macOS 14.3.1 (23D60)

      Exception Type:  EXC_BAD_ACCESS (SIGSEGV)
      Exception Codes: 0x0000000000000001, 0x0000000000000000
      Exception Subtype: KERN_INVALID_ADDRESS at 0x0000000000000000
      Triggered by Thread:  0

      Thread 0 Crashed:
      0   libpress.dylib               	0x0000000\(counter) press::Slice::parse() const + \(offset)
      1   libpress.dylib               	0x0000000106009004 press::Files::parseAll() + 420

      Thread 0 crashed with ARM Thread State (64-bit):
          x0: 0x0000000000000000   x1: 0x0000000000000001
          fp: 0x000000016bd59c40   lr: 0x0000000\(String(link, radix: 16))
          sp: 0x000000016bd598a0   pc: 0x0000000\(counter) cpsr: 0x80001000
         far: 0x0000000000000000  esr: 0x92000006 (Data Abort) byte read Translation fault

      Binary Images:
      0x106000000 - 0x1060fffff libpress.dylib arm64 <55552222333344445555666677778888> /usr/lib/libpress.dylib
      """)
    #expect((found.captures["argumentRegister"] != nil) == isArgument, "\(found.captures)")
    #expect(found.remedy[0].contains("passed NULL to") == isArgument, "\(found.remedy)")
  }

  @Test func pointersWithoutSignatures() throws {
    for (architecture, isSigned) in [("arm64", false), ("arm64e", true)] {
      let found = try answer("EXC_BAD_ACCESS (SIGSEGV)", ["Orchard grow_bed + 108 (bed.c:52)"]) {
        $0.codes = "0x0000000000000001, 0x0a31323a523fae3e"
        $0.subtype =
          "KERN_INVALID_ADDRESS at 0x0a31323a523fae3e -> 0x0000003a523fae3e (possible pointer authentication failure)"
        $0.images[0] = $0.images[0].replacing(" arm64 ", with: " \(architecture) ")
      }
      #expect((found.pattern == "pointer-authentication") == isSigned, "\(architecture): \(found.pattern)")
      #expect(found.confidence < .certain)
    }
  }

  @Test(arguments: [("0x65707974", "type"), ("0x2e6f6e20", " no."), ("0x68746170", "path")])
  func instructionsThatAreText(_ word: String, _ text: String) throws {
    let found = try answer(
      "EXC_BAD_INSTRUCTION (SIGILL)", ["Orchard 0x104000000 + 74561", "Orchard run_plugin + 40 (plugin.c:52)"]
    ) { $0.codes = "0x0000000000000001, 0x00000000\(word.dropFirst(2))" }
    #expect(
      found.headline.contains("the text \"\(text)\"") && found.blame?.function == "run_plugin", "\(found.headline)")
    #expect(!found.headline.contains("may not support"))
  }

  @Test(arguments: [
    ("locationManager:didUpdateLocations:", "CoreLocation -[CLLocationManager onClientEventLocation:] + 144", true),
    ("tableView:numberOfRowsInSection:", "UIKitCore -[UITableView _rows] + 12", true),
    ("webView:didFinishNavigation:", "WebKit -[WKWebView _didFinish] + 12", true),
    ("locationManagerDidChangeAuthorization:", "CoreLocation -[CLLocationManager onChange] + 1", true),
    ("centralManagerDidUpdateState:", "CoreBluetooth -[CBCentralManager handleStateUpdatedMsg:] + 8", true),
    ("playerItemDidReachEnd:", "CoreFoundation -[NSNotificationCenter post] + 8", false),
    ("reload", "UIKitCore -[UITableView _rows] + 12", false), ("table:", "UIKitCore -[UITableView _rows] + 12", false),
  ])
  func missingMethodsOfDelegates(_ selector: String, _ frame: String, _ isDelegate: Bool) throws {
    var report = ReportBuilder()
    report.fields = ["Exception Reason: -[%s \(selector)]: unrecognized selector sent to instance 0x10a066040"]
    report.stacks = [
      (
        "Last Exception Backtrace:",
        [
          "CoreFoundation __exceptionPreprocess + 164", "libobjc.A.dylib objc_exception_throw + 88",
          "CoreFoundation -[NSObject(NSObject) doesNotRecognizeSelector:] + 364",
          "CoreFoundation ___forwarding___ + 1560", frame,
        ]
      )
    ]
    report.crash(ReportBuilder.abort)
    let found = try answer(report.text)
    #expect(found.headline.hasPrefix("The delegate of") == isDelegate, "\(found.headline)")
    #expect(!found.bareStatement.replacing("\"-[%s", with: "").contains("%s"), "\(found.headline)")
  }

  // MARK: - Processes of the system

  @Test func processesOfTheSystemAreNotOfTheReader() throws {
    func found(_ path: String, _ frames: [String]) throws -> FindingText {
      try answer("EXC_BAD_ACCESS (SIGSEGV)", frames) {
        $0.header = [
          "Process:             moodringd [4321]", "Path:                \(path)",
          "OS Version:          macOS 14.4 (23E214)",
        ]
        $0.subtype = "KERN_INVALID_ADDRESS at 0x000000012bb9b008"
        $0.images = [
          "0x103000000 - 0x103ffffff moodringd arm64e <44442222333344445555666677778888> \(path)",
          "0x104000000 - 0x1041fffff Orchard arm64e <44442222333344445555666677778889> /Library/Plug/Orchard.plugin/Orchard",
        ]
      }
    }
    let own = try found("/usr/libexec/moodringd", ["MoodKit -[MKRing spin] + 649", "moodringd 0x104000000 + 35904"])
    #expect(own.systemProcess == "moodringd" && own.remedy[0].contains("Feedback"), "\(own.remedy)")
    #expect(own.changes.isEmpty && own.missing.isEmpty)
    let plugin = try found("/usr/libexec/moodringd", ["Orchard -[Plug run] + 6", "moodringd 0x104000000 + 35904"])
    #expect(plugin.systemProcess == nil, "code of somebody else is on the stack")
    let other = try found("/Applications/Mood.app/Contents/MacOS/moodringd", ["MoodKit -[MKRing spin] + 649"])
    #expect(other.systemProcess == nil)
  }
}
