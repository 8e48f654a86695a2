import Analysis
import CrashReports
import Diagnosis
import Foundation
import TestSupport
import Testing

/// No finding points to code that is not the user's while the stack has a frame that is.
@Suite struct BlameTests {
  /// Marks of other people's code, independent of the lists of the program.
  private static let marks = [
    "_checkExpectedExecutor", "swift_runtime", "Swift runtime failure", "_assertionFailure", "outlined ",
    "partial apply for", "merged ", "thunk for", "reabstraction", "SignalHandler", "FIRCLS", "_sigtramp",
  ]
  private static let files = ["<compiler-generated>", "ContiguousArrayBuffer.swift", "com.apple.xbs", "/c++/v1/"]

  private func check(_ assessment: Assessment, _ name: String) {
    let stack = assessment.report.lastExceptionBacktrace ?? assessment.report.crashedThread?.frames ?? []
    let hasCode = stack.contains { $0.role == .app && $0.blamability == .code }
    let blames = assessment.findings.map { ($0.pattern, $0.blame) } + [("report", assessment.blame)]
    for (pattern, blame) in blames {
      guard let blame else { continue }
      #expect(!Self.files.contains { blame.file?.contains($0) == true }, "\(name) \(pattern): \(blame)")
      guard hasCode, let function = blame.function else { continue }
      #expect(!Self.marks.contains { function.contains($0) }, "\(name) \(pattern): \(blame)")
    }
    guard hasCode, let position = assessment.blamedFrame, stack.indices.contains(position) else { return }
    let frame = stack[position]
    #expect(
      frame.role != .machinery && frame.role != .glue && (frame.role != .app || frame.blamability > .foreign),
      "\(name): frame \(position) \(frame.symbol?.readable ?? "-")")
  }

  @Test func samplesBlameTheCodeOfTheUser() throws {
    for sample in SampleLog.all {
      for report in Analysis.analyze(try sample.bytes()).reports { check(report.assessment, sample.path) }
    }
  }

  private func blame(_ frames: [String], header: String = "Exception Type:  EXC_BREAKPOINT (SIGTRAP)") -> Blame? {
    let lines = frames.enumerated().map { "\($0.offset)   " + $0.element }
    let text = header + "\n\nThread 0 Crashed:\n" + lines.joined(separator: "\n") + "\n"
    let assessment = Analysis.analyze(Array(text.utf8)).reports.first?.assessment
    if let assessment { check(assessment, frames[0]) }
    return assessment?.blame
  }

  private static let draw =
    "MyApp                         \t0x0000000100d4a3f8 CardView.draw(_:) + 180 (CardView.swift:18)"
  private static let system = "UIKitCore                     \t0x00000001a2b04110 -[UIView layoutSubviews] + 284"

  /// Functions above `CardView.draw(_:)` in the image of the app.
  static let foreign = [
    "_checkExpectedExecutor(_filenameStart:_filenameLength:_filenameIsASCII:_line:_executor:) + 52 (<compiler-generated>:0)",
    "specialized Array.subscript.getter + 12 (ContiguousArrayBuffer.swift:600)", "Array.subscript.getter + 12",
    "specialized _ArrayBuffer._checkInoutAndNativeTypeCheckedBounds(_:wasNativeTypeChecked:) + 8",
    "closure #1 in _assertionFailure(_:_:file:line:flags:) + 80", "swift_unexpectedError + 12",
    "outlined init with copy of Card? + 40", "dispatch thunk of CardList.reload() + 20",
    "merged CardList.title.getter + 20", "@objc CardView.draw(_:) + 44 (<compiler-generated>:0)",
    "thunk for @escaping @callee_guaranteed () -> () + 28",
    "vtable thunk for CardList.reload() dispatching to Cards + 9",
    "std::__1::vector<int, std::__1::allocator<int> >::at(unsigned long) + 40",
    "int& std::__1::vector<int>::operator[](unsigned long) + 40 (vector:1405)",
    "void std::__1::__function::__func<MyApp::run()::$_0, void ()>::operator()() + 8",
    "boost::asio::detail::scheduler::run(boost::system::error_code&) + 80", "absl::Mutex::Lock() + 4",
    "gap::swap(int) + 4 (/Applications/Xcode.app/Contents/Developer/SDKs/iPhoneOS.sdk/usr/include/c++/v1/utility:3)",
    "core::panicking::panic_fmt + 24",
    "closure #1 in Sequence.map(_:) + 4 (/Library/Caches/com.apple.xbs/Sources/swift/x.swift:4)",
    "Dictionary.subscript.getter + 8 (Dictionary.swift:90)", "-[BugsnagSession handle:] + 4", "RCTFatal + 100",
    "+[FIRCLSProfiler note] + 12", "__swift_project_boxed_opaque_existential_1 + 4", "__cxa_throw_hook + 4",
  ]

  @Test(arguments: foreign)
  func foreignCodeIsSkipped(_ function: String) {
    let found = blame(["MyApp                         \t0x0000000100d4b000 " + function, Self.draw, Self.system])
    #expect(found?.function == "CardView.draw(_:)" && found?.file == "CardView.swift" && found?.line == 18)
  }

  /// Functions of the user whose names resemble those of libraries.
  static let own = [
    "Array.chunked(into:) + 8 (Array.swift:12)", "Array.subscript.getter + 8 (Array+Safe.swift:3)",
    "closure #1 in CardView.load() + 8", "static CardView.abort() + 4", "CardView.init(coder:) + 4",
    "std::__1::vector<int> cards::sorted(std::__1::vector<int> const&) + 8", "cards::std_sort(int) + 8",
    "(anonymous namespace)::draw(std::__1::string) + 4", "specialized CardStore.card(at:) + 8",
    "-[CardView handleSignal:] + 8", "outlinedText(_:) + 8", "mergedCards() + 4",
    "CardView.draw(in:) + 8 (/Users/me/boosted/CardView.swift:4)", "dispatch_all + 8", "reportCrash() + 2",
  ]

  @Test(arguments: own)
  func codeOfTheUserIsBlamed(_ function: String) {
    let found = blame(["MyApp                         \t0x0000000100d4b000 " + function, Self.draw, Self.system])
    let name = String(function.prefix(upTo: function.range(of: " + ")?.lowerBound ?? function.endIndex))
    #expect(found?.function == name)
  }

  /// Entry points into which compilers put the function: no frame of that function is on the stack.
  static let bodies = [
    ("partial apply for closure #2 in CardList.reload() + 20", "closure #2 in CardList.reload()"),
    (
      "partial apply for closure #1 in CardList.load(_:) + 20 (<compiler-generated>:0)",
      "closure #1 in CardList.load(_:)"
    ),
    ("@objc CardList.reload() + 44 (<compiler-generated>:0)", "CardList.reload()"),
    ("@objc CardList.reload() + 44", "CardList.reload()"),
    ("protocol witness for Cell.draw() in conformance CardCell + 9", "Cell.draw()"),
  ]

  @Test(arguments: bodies)
  func entryPointsWithTheBodyAreBlamed(_ function: String, _ name: String) {
    let frame = "MyApp                         \t0x0000000100d4b000 " + function
    let found = blame([frame, Self.draw, Self.system])
    #expect(found?.function != nil && found?.function != "CardView.draw(_:)" && found?.line == nil)
    #expect(found?.function == name)
    // The conversion of an argument failed: the caller passed it.
    let converted = blame([
      "libswiftFoundation.dylib      \t0x00000001a2b04110 static String._unconditionallyBridgeFromObjectiveC(_:) + 84",
      frame,
      Self.draw,
    ])
    #expect(converted?.function == "CardView.draw(_:)")
  }

  /// Functions that the compiler writes: the caller released the object, or compared or decoded the value.
  @Test(arguments: [
    "@objc CardStore.__ivar_destroyer + 44", "@objc CardStore.__ivar_destroyer + 44 (<compiler-generated>:0)",
    "@objc CardStore.__deallocating_deinit + 44", "@objc CardStore.deinit + 44",
    "protocol witness for static Equatable.== infix(_:_:) in conformance Card + 9",
    "protocol witness for Decodable.init(from:) in conformance Card + 9",
    "protocol witness for Swift.Hashable.hash(into:) in conformance Card + 9 (<compiler-generated>:0)",
  ])
  func functionsOfTheCompilerAreSkipped(_ function: String) {
    let frame = "MyApp                         \t0x0000000100d4b000 "
    let found = blame([frame + function, Self.draw, Self.system])
    #expect(found?.function == "CardView.draw(_:)" && found?.line == 18)
  }

  /// A deinitializer with a line of the source was written by the user, as were requirements of other protocols.
  @Test(arguments: [
    ("@objc CardStore.deinit + 44 (CardStore.swift:9)", "CardStore.deinit"),
    ("@objc CardStore.deinitialize() + 44", "CardStore.deinitialize()"),
    ("protocol witness for EquatableCell.draw() in conformance CardCell + 9", "EquatableCell.draw()"),
  ])
  func functionsOfTheUserWithSuchNamesAreBlamed(_ function: String, _ name: String) {
    let frame = "MyApp                         \t0x0000000100d4b000 "
    #expect(blame([frame + function, Self.draw, Self.system])?.function == name)
  }

  @Test func handlersOfSignalsAreSkipped() {
    // The handler waits for the system: a handler that fails is the code to look at.
    let found = blame([
      "libsystem_kernel.dylib        \t0x00000001a2b04f60 __semwait_signal + 8",
      "MyApp                         \t0x0000000100d4b000 recordFailure(int) + 20 (Recorder.m:4)",
      "libsystem_platform.dylib      \t0x00000001a2b04560 _sigtramp + 52", Self.system, Self.draw,
    ])
    #expect(found?.function == "CardView.draw(_:)")
  }

  @Test func withoutCodeOfTheUserTheImageIsNamed() {
    let frames = [
      "MyApp                         \t0x0000000100d4a3f8 outlined destroy of Card? + 24", Self.system,
    ]
    let found = blame(frames)
    #expect(found?.function == nil && found?.file == nil && found?.image == "MyApp")
  }

  /// The message of a Swift failure in Swift's own sources names no place of the user.
  @Test(arguments: [
    "Swift/ContiguousArrayBuffer.swift:600: Fatal error: Index out of range",
    "Fatal error: Index out of range: file /Library/Caches/com.apple.xbs/Sources/swiftlang/swift/stdlib/public/core/ContiguousArrayBuffer.swift, line 444",
    "Fatal error: Index out of range: file Swift/Array.swift, line 345",
  ])
  func sourcesOfSwiftAreNotNamed(_ message: String) {
    let header = "Exception Type:  EXC_BREAKPOINT (SIGTRAP)\n\nApplication Specific Information:\n" + message
    let found = blame([Self.draw, Self.system], header: header)
    #expect(found?.file == "CardView.swift" && found?.line == 18)
    #expect(blame([Self.system], header: header)?.file == nil)
  }
}
