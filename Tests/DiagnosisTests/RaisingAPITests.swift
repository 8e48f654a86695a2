import Analysis
import CrashReports
import Testing

@testable import Diagnosis

/// The catalog of APIs that raise: its form, and what each entry finds.
@Suite struct RaisingAPITests {
  static let entries = RaisingAPIIndex.standard.all

  @Test func catalogIsLarge() {
    #expect(Self.entries.count >= 500)
    #expect(Set(Self.entries.map(\.id)).count == Self.entries.count)
    let functions = Self.entries.flatMap(\.functions)
    #expect(Set(functions).count == functions.count)
  }

  @Test func entriesAreComplete() {
    for entry in Self.entries {
      #expect(!entry.functions.isEmpty && !entry.images.isEmpty && !entry.mechanisms.isEmpty, "\(entry.id)")
      #expect(!entry.requirement.isEmpty && !entry.reasons.isEmpty && !entry.sources.isEmpty, "\(entry.id)")
      #expect(entry.reasons.allSatisfy { !$0.cause.isEmpty && !$0.fix.isEmpty }, "\(entry.id)")
      #expect(entry.id.allSatisfy { $0.isLowercase || $0.isNumber || $0 == "-" }, "\(entry.id)")
      #expect(entry.sources.allSatisfy { $0.hasPrefix("https://") || $0.hasPrefix("http://") }, "\(entry.id)")
      for function in entry.functions { #expect(RaisingAPI.key(function) == function, "\(entry.id)") }
      #expect(RaisingAPIIndex.standard.entry(id: entry.id)?.functions == entry.functions)
    }
  }

  @Test(arguments: [
    ("__57-[AVAudioNode(Taps) installTapOnBus:]_block_invoke.cold.1", "-[AVAudioNode installTapOnBus:]"),
    ("specialized Dictionary.init<A>(uniqueKeysWithValues:)", "Dictionary.init(uniqueKeysWithValues:)"),
    ("Graph::connect(Node*, unsigned long) const", "Graph::connect"),
    ("Swift.Array.subscript.getter", "Array.subscript.getter"),
    ("Swift.Array.remove(at: Swift.Int) -> A", "Array.remove(at:)"),
    ("Swift.Array.subscript.getter : (Swift.Int) -> A", "Array.subscript.getter"),
    (
      "Swift.Array._checkSubscript(_: Swift.Int, wasNativeTypeChecked: Swift.Bool) -> Swift._DependenceToken",
      "Array._checkSubscript(_:wasNativeTypeChecked:)"
    ),
    (
      "(extension in Swift):Swift.RangeReplaceableCollection.removeFirst() -> A.Element",
      "RangeReplaceableCollection.removeFirst()"
    ),
    ("run(with: (Swift.Int, b: A) -> (), x: B", "run(with: (Swift.Int, b: A)"),
    ("dispatch_group_leave.cold.1", "dispatch_group_leave"),
    ("-[CardView draw", "-[CardView draw"), ("<", "<"), ("(", "("), ("", ""),
  ])
  func namesAreCompared(_ written: String, _ key: String) { #expect(RaisingAPI.key(written) == key) }

  // MARK: - Findings

  private static func frames(_ names: [(image: String, name: String)]) -> String {
    names.enumerated().map { index, frame in
      "\(index)   \(frame.image)                \t0x00000001a3e5a9a\(index % 10) \(frame.name) + 164\n"
    }.joined()
  }

  /// A report in which `above`, the function and the app's code are on the stack of the failure.
  private static func report(_ entry: RaisingAPI, _ function: String, hidden: Bool = false, isOther: Bool = false)
    -> String
  {
    let image = entry.images.first { $0 != "*" } ?? "UIKitCore"
    let raisers: [(String, String)] =
      switch entry.mechanisms[0] {
      case .exception:
        [("CoreFoundation", "__exceptionPreprocess"), ("libobjc.A.dylib", "objc_exception_throw")]
      case .cxx: [("libsystem_kernel.dylib", "__pthread_kill"), ("libc++abi.dylib", "__cxa_throw")]
      case .swift: [("libswiftCore.dylib", "_assertionFailure(_:_:file:line:flags:)")]
      case .abort: [("libsystem_kernel.dylib", "__pthread_kill"), ("libsystem_c.dylib", "abort")]
      }
    let app = ("Cards", "Recorder.start()")
    let stack = isOther ? [app] : (hidden ? [("Cards", "Recorder.check()")] : []) + [(image, function), app]
    let other = isOther ? "\nThread 1:\n" + frames([(image, function), app]) : ""
    let isTrap = entry.mechanisms[0] == .swift
    let isException = entry.mechanisms[0] == .exception
    let failed = frames(raisers + stack)
    return """
      Process:               Cards [4711]
      Path:                  /private/var/containers/Bundle/Application/00000000-0000-4000-8000-00000000000A/Cards.app/Cards

      Exception Type:  \(isTrap ? "EXC_BREAKPOINT (SIGTRAP)" : "EXC_CRASH (SIGABRT)")
      Triggered by Thread:  0

      \(isException ? "Last Exception Backtrace:\n" + failed : "Thread 0 Crashed:\n" + failed)
      \(isException ? "Thread 0 Crashed:\n" + frames([("libsystem_kernel.dylib", "__pthread_kill")]) : "")\(other)
      """
  }

  private func finding(_ text: String) -> (all: [Finding], own: Finding?) {
    let findings = assess(text).flatMap(\.findings)
    return (findings, findings.first { $0.pattern == "api-precondition" })
  }

  /// Each function is found in front of the app's code, unless a pattern for exactly this failure exists.
  @Test(arguments: entries.map(\.id)) func functionIsFound(_ id: String) throws {
    let entry = try #require(RaisingAPIIndex.standard.entry(id: id))
    for function in entry.functions.prefix(3) {
      let found = finding(Self.report(entry, function))
      let isSpecific = found.all.contains { one in
        one.confidence > .possible && Pattern.with(id: one.pattern)?.isSpecific == true
      }
      #expect(isSpecific || found.own?.captures["entry"] == id, "\(function): \(found.all.map(\.pattern))")
      if let own = found.own {
        let text = FindingText(own, .catalog)
        #expect(!text.headline.contains("{api") && !text.headline.contains("?raised"), "\(text.headline)")
        #expect(!text.remedy.isEmpty && text.remedy.allSatisfy { !$0.isEmpty })
      }
    }
  }

  /// The same function does not explain a failure if it did not raise: below a function of the app, or on another thread.
  @Test(arguments: entries.map(\.id)) func functionThatDidNotRaiseIsNotFound(_ id: String) throws {
    let entry = try #require(RaisingAPIIndex.standard.entry(id: id))
    guard !entry.isHandler else { return }
    let function = entry.functions[0]
    #expect(finding(Self.report(entry, function, hidden: true)).own == nil, "below the app: \(function)")
    #expect(finding(Self.report(entry, function, isOther: true)).own == nil, "on another thread: \(function)")
  }

  /// The function that raised itself did not call the one that raises for another reason.
  @Test func theRaisingFrameRulesReasonsOut() throws {
    let entry = try #require(RaisingAPIIndex.standard.entry(id: "firapp-configure"))
    let direct = try #require(finding(Self.report(entry, "+[FIRApp configure]")).own)
    let text = FindingText(direct, .catalog)
    #expect(direct.captures["entryReason"] == "1" && direct.captures["isShown"] == "stack")
    #expect(text.remedy[0].contains("GoogleService-Info.plist"), "\(text.remedy)")
    let words = [text.headline, text.cause] + text.remedy
    #expect(!words.contains { $0.contains("runs twice") || $0.contains("configure()` once") }, "\(words)")
  }
}
