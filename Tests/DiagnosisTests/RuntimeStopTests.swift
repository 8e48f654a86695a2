import CrashReports
import Diagnosis
import Testing

/// Stops by the Objective-C runtime, ends of threads and of the process, and stops in code of a library: what the report
/// states is the headline, and the frame of the app is named.
@Suite struct RuntimeStopTests {
  private func found(_ text: String) throws -> FindingText {
    let assessment = try #require(assess(text).first)
    return FindingText(try #require(assessment.findings.first, "\(assessment.summary)"), .catalog)
  }

  private func answer(_ frames: [String], _ change: (inout ReportBuilder) -> Void = { _ in }) throws -> FindingText {
    var builder = ReportBuilder()
    builder.crash(frames)
    change(&builder)
    return try found(builder.text)
  }

  // MARK: - Messages of the Objective-C runtime

  /// A message, and words of the headline.
  static let messages: [(message: String, words: String)] = [
    (
      "Cannot form weak reference to instance (0x102503de0) of class Press. It is possible that this object was over-released, or is in the process of deallocation.",
      "Weak reference to an object that is being deallocated"
    ),
    (
      "Method cache corrupted. This may be a message to an invalid object, or a memory error somewhere else.",
      "invalid object"
    ),
    ("autorelease pool page 0x7f8c0a000000 corrupted", "Invalid autorelease pool"),
    ("Invalid or prematurely-freed autorelease pool 0x102503de0.", "Invalid autorelease pool"),
    ("Attempt to use unknown class 0x102503de0.", "unknown class"),
  ]
  private static let fatal = [
    "libsystem_kernel.dylib __abort_with_payload + 8", "libsystem_kernel.dylib abort_with_reason + 12",
    "libobjc.A.dylib _objc_fatalv(unsigned long long, unsigned long long, char const*, char*) + 100",
    "libobjc.A.dylib _objc_fatal(char const*, ...) + 40",
  ]

  @Test(arguments: messages.indices) func message(_ index: Int) throws {
    let (message, words) = Self.messages[index]
    let line = "objc[4321]: " + message
    let inReport = try answer(Self.fatal + ["Orchard -[Press dealloc] + 80"]) {
      $0.messages = [line, "abort() called"]
    }
    let alone = [
      try found(line + "\n"), try found("2026-01-02 10:11:12.123 Orchard[4321:90210] " + line + "\n"),
      try found("Thread 1: signal SIGABRT\n" + line + "\n"),
    ]
    for finding in [inReport] + alone {
      #expect(finding.pattern == "objc-runtime-fatal", "\(message): \(finding.headline)")
      #expect(finding.headline.contains(words), "\(finding.headline)")
      #expect(!finding.headline.contains("not recorded") && !finding.headline.contains("not stated"))
    }
    #expect(inReport.headline.contains("-[Press dealloc]"))
  }

  /// The function that refuses the reference is on the stack of a device, which lacks the message.
  @Test(arguments: [
    ("libobjc.A.dylib weak_register_no_lock + 396", "Weak reference"),
    ("libobjc.A.dylib AutoreleasePoolPage::badPop(void*) + 40", "autorelease pool"),
    ("libobjc.A.dylib objc_allocateClassPair + 40", "reason not recorded"),
  ])
  func withoutMessage(_ frame: String, _ words: String) throws {
    let finding = try answer(Self.fatal + [frame, "Orchard -[Press dealloc] + 80"])
    #expect(finding.pattern == "objc-runtime-fatal" && finding.headline.contains(words), "\(finding.headline)")
  }

  @Test func anotherMessageIsQuoted() throws {
    let finding = try answer(Self.fatal + ["Orchard make_press + 80"]) {
      $0.messages = ["objc[4321]: presses are out of order"]
    }
    #expect(finding.headline.contains("presses are out of order"), "\(finding.headline)")
  }

  @Test(arguments: [
    "objc[4321]: Class Press is implemented in both /a/Juice (0x102503de0) and /a/Orchard (0x102503df0). One of the two will be used. Which one is undefined.",
    "objc[4321]: +[Press initialize] may have been in progress in another thread when fork() was called.",
    "Unknown class Press in Interface Builder file.",
    "The documentation says that a method cache corrupted by a plug-in is rare.",
  ])
  func otherMessages(_ line: String) {
    let findings = assess(line + "\nThread 1: EXC_BAD_ACCESS (code=1, address=0x8)\n").flatMap(\.findings)
    #expect(!findings.contains { $0.pattern == "objc-runtime-fatal" && $0.confidence == .certain }, "\(findings)")
  }

  // MARK: - Objects of the 32-bit runtime

  @Test(arguments: [
    "objc: FREED(id): message release sent to freed object=0x3a1f20",
    "2009-03-02 10:00:00.000 Orchard[321:10b] *** objc[321]: FREED(id): message release sent to freed object=0x3a1f20",
    "objc: FREED(id): message release sent to non-existent object=0x3a1f20",
    "*** -[Press release]: message sent to deallocated instance 0x3a1f20",
    "2009-03-02 10:00:00.000 Orchard[321:10b] *** -[Press release]: message sent to deallocated instance 0x3a1f20",
  ])
  func freedObject(_ line: String) throws {
    let finding = try found(line + "\n")
    #expect(finding.pattern == "objc-zombie-message" && finding.headline.contains("release"), "\(finding.headline)")
  }

  @Test(arguments: [
    "objc: Press: Does not recognize selector squeeze",
    "*** -[Press squeeze]: unrecognized selector sent to instance 0x3a1f20",
  ])
  func selector(_ line: String) throws {
    let finding = try found(line + "\n")
    #expect(finding.pattern == "unrecognized-selector", "\(finding.headline)")
    #expect(finding.headline.contains("squeeze") && finding.headline.contains("Press"), "\(finding.headline)")
  }

  // MARK: - Ends of the process and of threads

  private func fault(_ frames: [String]) throws -> FindingText {
    try answer(frames) {
      $0.exception = "EXC_BAD_ACCESS (SIGSEGV)"
      $0.subtype = "KERN_INVALID_ADDRESS at 0x00003eadde8eda88"
    }
  }

  @Test(arguments: [
    ("libobjc.A.dylib objc_msgSend + 16", "CoreFoundation __CFFinalize + 104", "__CFFinalize (CoreFoundation)"),
    ("libobjc.A.dylib objc_release + 16", "libxpc.dylib _libxpc_atexit + 10", "_libxpc_atexit (libxpc.dylib)"),
    ("libc++.1.dylib std::__1::mutex::lock() + 16", "Orchard press::Cache::~Cache() + 10", "press::Cache::~Cache()"),
    ("libobjc.A.dylib objc_release + 16", "Orchard press::Cache::~Cache() + 10", "press::Cache::~Cache()"),
  ])
  func processEnds(_ top: String, _ called: String, _ words: String) throws {
    for exit in ["libsystem_c.dylib __cxa_finalize_ranges + 480", "libsystem_c.dylib exit + 44"] {
      let finding = try fault([top, called, exit, "Orchard main + 80"])
      #expect(finding.pattern == "exit-destructor-crash", "\(finding.headline)")
      #expect(finding.headline.contains(words + " while the process was ending"), "\(finding.headline)")
    }
  }

  @Test(arguments: [
    "libdyld.dylib dyld4::RuntimeState::finalizeListTLV(void*) + 100", "libdyld.dylib _tlv_exit + 10",
    "libsystem_pthread.dylib _pthread_tsd_cleanup + 620",
  ])
  func threadEnds(_ frame: String) throws {
    let end = ["libsystem_pthread.dylib _pthread_exit + 84"]
    let finding = try fault(["Orchard press::Local::~Local() + 8", frame] + end)
    #expect(finding.pattern == "exit-destructor-crash")
    #expect(finding.headline.contains("press::Local::~Local() while its thread was ending"), "\(finding.headline)")
    // Without code of the app, and in a function that the end of the thread did not call.
    #expect(try fault(["libobjc.A.dylib objc_release + 16", frame] + end).pattern != "exit-destructor-crash")
    #expect(
      try fault(["Orchard press::run() + 8", "libsystem_pthread.dylib _pthread_start + 84"]).pattern
        != "exit-destructor-crash")
  }

  // MARK: - Code of libraries and frameworks

  @Test(arguments: [
    ("Orchard Alamofire.Session.request(_:) + 8", "Session.request(_:) (Alamofire)"),
    ("Orchard RealmSwift.Results.first() + 8", "Results.first() (Realm)"),
    ("Orchard closure #1 in Kingfisher.KingfisherManager.retrieve(_:) + 8", "(Kingfisher)"),
  ])
  func trapInLibrary(_ frame: String, _ words: String) throws {
    let finding = try answer([frame, "Orchard PressCell.show(_:) + 44 (PressCell.swift:12)"]) {
      $0.exception = "EXC_BREAKPOINT (SIGTRAP)"
    }
    #expect(finding.pattern == "swift-trap-unspecified")
    #expect(finding.headline.contains(words) && finding.headline.contains("PressCell.show(_:)"), "\(finding.headline)")
    #expect(!finding.remedy[0].contains("as!"), "\(finding.remedy)")
    let own = try answer(["Orchard PressCell.show(_:) + 44 (PressCell.swift:12)", "Orchard PressList.show() + 4"]) {
      $0.exception = "EXC_BREAKPOINT (SIGTRAP)"
    }
    #expect(!own.headline.contains("called by"), "\(own.headline)")
  }

  /// A framework in the app: its function is blamed, and the frame of the program that called it is cited.
  @Test func callerInTheProgram() throws {
    func cites(_ frames: [String]) throws -> Bool {
      let finding = try answer(frames) {
        $0.exception = "EXC_BAD_ACCESS (SIGSEGV)"
        $0.subtype = "KERN_INVALID_ADDRESS at 0x00003eadde8eda88"
        $0.images.append(
          "0x190000000 - 0x1900fffff Juice arm64 <21112222333344445555666677778888> /private/var/containers/Bundle/Application/X/Orchard.app/Frameworks/Juice.framework/Juice"
        )
      }
      return finding.citations.contains { $0.text?.contains("PressCell") ?? false }
    }
    #expect(
      try cites([
        "Juice juice::Cache::clear() + 8", "Juice juice::Cache::store() + 8", "Orchard -[PressCell show:] + 4",
      ]))
    #expect(try !cites(["Juice juice::Cache::clear() + 8", "Juice juice::Cache::store() + 8"]))
    #expect(try !cites(["Orchard press::Cache::clear() + 8", "Orchard -[PressCell show:] + 4"]))
  }

  @Test func abortOfALibrary() throws {
    let finding = try answer(
      ReportBuilder.abort + [
        "Orchard realm::util::terminate_internal(std::stringstream&) + 4", "Orchard realm::sync::check() + 4",
        "Orchard PressStore.first() + 44 (PressStore.swift:12)",
      ])
    #expect(finding.headline.contains("PressStore.first()"), "\(finding.headline)")
  }

  // MARK: - Rust

  @Test func foreignException() throws {
    let finding = try answer(
      ReportBuilder.abort + [
        "Orchard std::sys::pal::unix::abort_internal::h0123456789abcdef + 12", "Orchard __rust_foreign_exception + 60",
        "Orchard std::panicking::try::cleanup::h0123456789abcdef + 40",
        "Orchard orchard::ffi::on_event::h0123456789abcdef + 400 (ffi.rs:77)",
      ])
    #expect(
      finding.pattern == "rust-panic" && finding.headline.contains("exception of another language"),
      "\(finding.headline)")
  }

  /// The function with which the unwinder reads frames of Rust is nobody's code.
  @Test func personality() throws {
    let finding = try fault([
      "libunwind.dylib _Unwind_RaiseException + 200", "Orchard rust_eh_personality + 100",
      "Orchard orchard::ffi::on_event::h0123456789abcdef + 400 (ffi.rs:77)",
    ])
    #expect(finding.blame?.function?.hasPrefix("orchard::ffi::on_event") == true, "\(finding.headline)")
  }
}
