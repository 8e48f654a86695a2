import TestSupport
import Testing
import Vocabulary

@testable import Monitoring

/// Tests that started and never finished, in the forms of logs that XCTest, Swift Testing and Xcode print.
@Suite struct TestProgressTests {
  /// The lines of a form on the start and the end of a test.
  struct Form: Sendable, CustomTestStringConvertible {
    var name: String
    /// The lines above the tests.
    var opening: [String] = []
    var start: @Sendable (_ test: String) -> String
    var end: @Sendable (_ test: String, _ result: String) -> String
    /// The name of a test in the summary.
    var written: @Sendable (_ test: String) -> String
    /// Whether tests run at the same time.
    var isConcurrent = false
    var testDescription: String { name }
  }

  private static let suite = "Test Suite 'CardTests' started at 2026-08-01 09:11:58.000."

  static let forms: [Form] = [
    Form(
      name: "XCTest on macOS", opening: [suite], start: { "Test Case '-[CardTests \($0)]' started." },
      end: { "Test Case '-[CardTests \($0)]' \($1) (0.001 seconds)." }, written: { "CardTests.\($0)" }),
    Form(
      name: "XCTest with module", opening: [suite], start: { "Test Case '-[AppTests.CardTests \($0)]' started." },
      end: { "Test Case '-[AppTests.CardTests \($0)]' \($1) (12.345 seconds)." },
      written: { "AppTests.CardTests.\($0)" }),
    Form(
      name: "XCTest on Linux", opening: [suite],
      start: { "Test Case 'CardTests.\($0)' started at 2026-08-01 09:11:58.000" },
      end: { "Test Case 'CardTests.\($0)' \($1) (0.0 seconds)" }, written: { "CardTests.\($0)" }),
    Form(
      name: "xcodebuild on several devices",
      opening: ["Test suite 'CardTests' started on 'Clone 1 of iPhone 17 - A (9)'"],
      start: { "Test case 'CardTests.\($0)()' started on 'Clone 1 of iPhone 17 - AppTests (501)'" },
      end: { "Test case 'CardTests.\($0)()' \($1) on 'Clone 1 of iPhone 17 - AppTests (501)' (0.001 seconds)" },
      written: { "CardTests.\($0)" }, isConcurrent: true),
    Form(
      name: "Swift Testing", opening: ["◇ Test run started.", "◇ Suite CardTests started."],
      start: { "◇ Test \($0)() started." }, end: { "\(symbol($1)) Test \($0)() \(words($1))" }, written: { $0 + "()" },
      isConcurrent: true),
    Form(
      name: "Swift Testing with names", opening: ["◇ Test run started."], start: { "◇ Test \"the \($0)\" started." },
      end: { "\(symbol($1)) Test \"the \($0)\" \(words($1))" }, written: { "\"the \($0)\"" }, isConcurrent: true),
    Form(
      name: "Swift Testing with arguments", opening: ["◇ Test run started."],
      start: { "◇ Test \($0)(_:) started.\n◇ Test case passing 1 argument 7 to \($0)(_:) started." },
      end: {
        $1 == "skipped"
          ? "➜ Test \($0)(_:) skipped."
          : "\(symbol($1)) Test \($0)(_:) with 1 test case \(words($1))"
      }, written: { $0 + "(_:)" }, isConcurrent: true),
    Form(
      name: "Swift Testing with SF Symbols", opening: ["\u{100788}  Test run started."],
      start: { "\u{100788}  Test \($0)() started." }, end: { "\u{10105B}  Test \($0)() \(words($1))" },
      written: { $0 + "()" }, isConcurrent: true),
    Form(
      name: "Swift Testing in color", opening: ["\u{1B}[90m◇\u{1B}[0m Test run started."],
      start: { "\u{1B}[90m◇\u{1B}[0m Test \($0)() started." },
      end: { "\u{1B}[92m✔\u{1B}[0m Test \($0)() \(words($1))" }, written: { $0 + "()" }, isConcurrent: true),
    Form(
      name: "lines that end with CR LF", opening: [suite + "\r"],
      start: { "Test Case '-[CardTests \($0)]' started.\r" },
      end: { "Test Case '-[CardTests \($0)]' \($1) (0.001 seconds).\r" }, written: { "CardTests.\($0)" }),
  ]

  private static func symbol(_ result: String) -> String {
    result == "passed" ? "✔" : result == "failed" ? "✘" : "➜"
  }

  private static func words(_ result: String) -> String {
    switch result {
    case "skipped": "skipped: \"not on this system\""
    case "failed": "failed after 0.002 seconds with 1 issue."
    default: "passed after 0.001 seconds."
    }
  }

  private static let results = ["passed", "failed", "skipped"]

  /// Reads lines in parts of any size that end with a line.
  private func summary(_ lines: [String], parts: Int = 1) -> TestProgress.Summary {
    var progress = TestProgress()
    for part in stride(from: 0, to: lines.count, by: max(1, lines.count / parts)) {
      let text = lines[part..<min(lines.count, part + max(1, lines.count / parts))].map { $0 + "\n" }.joined()
      Array(text.utf8).withUnsafeBufferPointer { progress.consume($0) }
    }
    return progress.summary
  }

  /// The lines of a generated run, and the names of tests that never finish.
  private func run(_ form: Form, seed: Int) -> (lines: [String], open: [String]) {
    var numbers = ReproducibleNumbers(seed)
    var lines = form.opening
    var open: [String] = []
    let count = Int.random(in: 1...30, using: &numbers)
    // One test after the other in a process that ends with the last one, or all of them at the same time.
    var pending: [(test: String, isOpen: Bool)] = []
    func end(_ test: String) {
      lines.append(form.end(test, Self.results.randomElement(using: &numbers) ?? "passed"))
    }
    for index in 0..<count {
      let test = "test\(index)"
      let isOpen = form.isConcurrent ? Int.random(in: 0..<5, using: &numbers) == 0 : index == count - 1 && seed % 2 == 0
      lines.append(form.start(test))
      if isOpen { open.append(form.written(test)) }
      lines.append("output of \(test)")
      if form.isConcurrent { pending.append((test, isOpen)) } else if !isOpen { end(test) }
    }
    for (test, isOpen) in pending.shuffled(using: &numbers) where !isOpen { end(test) }
    return (lines, open)
  }

  @Test(arguments: forms, 0..<12) func generatedRunsHaveTheirOpenTests(_ form: Form, _ seed: Int) {
    let (lines, open) = run(form, seed: seed)
    for parts in [1, 3, lines.count] {
      let summary = summary(lines, parts: parts)
      #expect(summary.unfinished == open, "\(form.name), seed \(seed):\n\(lines.joined(separator: "\n"))")
      #expect(summary.unfinishedCount == open.count && summary.isIncomplete == !open.isEmpty)
    }
  }

  /// What a tool adds to each line of the one that it runs.
  private static let wrappers = [
    "[09:11:58]: ", "[09:11:58]: \u{25B8} ", "\u{25B8} ", "tests-1  | ", "2026-08-01T09:11:58.0000000Z ", "09:11:58 ",
    "[2026-08-01T09:11:58.123Z] ",
  ]

  @Test(arguments: wrappers, forms) func wrappedLinesAreRead(_ wrapper: String, _ form: Form) {
    for seed in 0..<4 {
      let (lines, open) = run(form, seed: seed)
      let wrapped = lines.flatMap { $0.split(separator: "\n").map { wrapper + $0 } }
      #expect(summary(wrapped).unfinished == open, "\(wrapped.joined(separator: "\n"))")
    }
  }

  /// Text before a start is output of another test, or a quotation.
  @Test(arguments: ["it says ", "> ", "note: ", "[info] ", "print: [09:11:58] ", "a | b | "])
  func otherTextBeforeAStartIsNoStart(_ text: String) {
    #expect(summary([text + "Test Case '-[CardTests testLoad]' started."]).started == 0)
  }

  /// Formatters print only the ends of tests.
  @Test(arguments: [
    "    \u{2717} testLoad, Crash: MyApp (501): EXC_BAD_ACCESS", "\u{2716} testLoad, Crash: MyApp at drawCard",
    "\u{1B}[31m✖\u{1B}[0m testLoad, Crash: MyApp (501) at drawCard", "    x testLoad(), Crash: xctest (9)",
    "[09:11:58]: \u{25B8}     \u{2717} testLoad, Crash: MyApp (501)",
  ])
  func aFormatterNamesTheTestOfTheCrash(_ line: String) {
    let result = summary([
      "CardTests", "    \u{2713} testSave (0.001 seconds)", line, "    \u{2713} testDraw (0.1 seconds)",
    ])
    #expect(result.crashed.map(\.name) == ["testLoad"] && result.isIncomplete)
    // With the line of Xcode, it is one test.
    let both = summary([restarted("CardTests.testLoad()"), line])
    #expect(both.crashed.map(\.name) == ["CardTests.testLoad"])
  }

  @Test(arguments: ["the words a, Crash: b", "see testLoad, Crash: x", ", Crash: x", "✗ two words, Crash: x"])
  func otherTextBeforeCrashIsNoTest(_ line: String) { #expect(summary([line]).crashed.isEmpty) }

  // MARK: - Restarts

  private func restarted(_ test: String) -> String {
    "Restarting after unexpected exit, crash, or test timeout in \(test); summary will include totals from previous "
      + "launches."
  }

  @Test(arguments: ["CardTests.testLoad()", "-[CardTests testLoad]", "AppTests.CardTests.testLoad()"])
  func aRestartNamesTheTestOfTheCrash(_ written: String) {
    let lines = [
      Self.suite, "Test Case '-[CardTests testLoad]' started.", "Fatal error: x", "", restarted(written), "",
      Self.suite, "Test Case '-[CardTests testSave]' started.",
      "Test Case '-[CardTests testSave]' passed (0.001 seconds).",
    ]
    let result = summary(lines)
    #expect(result.crashed.count == 1 && result.crashed.first?.passedLater == false)
    #expect(result.crashed.first?.name.hasSuffix("CardTests.testLoad") == true)
    #expect(result.unfinished.isEmpty && result.isIncomplete)
  }

  @Test func aTestThatPassesWhenItIsRunAgainIsFinished() {
    let lines = [
      Self.suite, "Test Case '-[CardTests testLoad]' started.", restarted("CardTests.testLoad()"), Self.suite,
      "Test Case '-[CardTests testLoad]' started.", "Test Case '-[CardTests testLoad]' passed (0.001 seconds).",
    ]
    let result = summary(lines)
    #expect(result.crashed == [TestProgress.Crashed(name: "CardTests.testLoad", passedLater: true)])
    #expect(result.unfinished.isEmpty)
    // Without the line on the restart.
    #expect(!summary(lines.filter { !$0.hasPrefix("Restarting") }).isIncomplete)
    // A test that fails again did not pass.
    let failed = lines.map { $0.replacing("passed", with: "failed") }
    #expect(summary(failed).crashed.map(\.passedLater) == [false])
  }

  @Test func testsOfSwiftTestingThatAreRunAgainAreFinished() {
    let lines = [
      "◇ Test run started.", "◇ Test load() started.", "◇ Test save() started.", "◇ Test drop() started.",
      restarted("CardTests/load()"), "◇ Test run started.", "◇ Test save() started.",
      "✔ Test save() passed after 0.001 seconds.",
    ]
    let result = summary(lines)
    #expect(result.crashed.map(\.name) == ["CardTests/load"])
    #expect(result.unfinished == ["drop()"])
  }

  /// Two runs at the same time: the second one does not end the first.
  @Test func runsAtTheSameTimeAreNotMistaken() {
    let lines = [
      "◇ Test run started.", "◇ Test load() started.", "◇ Test run started.", "◇ Test save() started.",
      "✔ Test load() passed after 0.001 seconds.", "✔ Test save() passed after 0.001 seconds.",
      "✔ Test run with 1 test in 0 suites passed after 0.001 seconds.",
    ]
    #expect(!summary(lines).isIncomplete)
  }

  @Test func testsOfOneNameAreCounted() {
    let start = "◇ Test load() started."
    let end = "✔ Test load() passed after 0.001 seconds."
    #expect(!summary([start, start, end, end]).isIncomplete)
    #expect(summary([start, start, end]).unfinished == ["load()"])
    #expect(summary([start, start]).unfinished == ["load()", "load()"])
  }

  // MARK: - Near misses

  @Test(arguments: [
    "  Test Case '-[CardTests testLoad]' started.", "> Test Case '-[CardTests testLoad]' started.",
    "expected \"Test Case '-[CardTests testLoad]' started.\"", "log: ◇ Test load() started.",
    "\"◇ Test load() started.\"", "> ◇ Test load() started.", "Test load() started.", "Test started.",
    "◇ Test run started.", "◇ Suite CardTests started.", "◇ Test case passing 1 argument 7 to load(_:) started.",
    "Test Suite 'CardTests' started at 2026-08-01 09:11:58.000.", "Test Case '-[CardTests testLoad]' measured x",
    "[1/4] Testing AppTests.CardTests/testLoad", "Test Case '-[CardTests testLoad]' started. ok",
    "  Restarting: after unexpected exit", "note: Restarting after unexpected exit, crash, or test timeout in A.b();",
    "Test Case '' started.", "Test Case 'a", "Test ", "",
  ])
  func otherLinesStartNoTest(_ line: String) {
    #expect(!summary([line]).isIncomplete, "\(line)")
    #expect(summary([line]).started == 0, "\(line)")
  }

  /// What a test prints between its lines is not another test.
  @Test func quotedLinesOfAnotherTestAreNotTests() {
    let lines = [
      Self.suite, "Test Case '-[FormatterTests testStart]' started.", "Test Case '-[Other testA]' started.",
      "Test Case '-[Other testB]' started.", "Test Case '-[FormatterTests testStart]' passed (0.001 seconds).",
    ]
    #expect(!summary(lines).isIncomplete)
    // If the process ended, both remain: the second test is named, too.
    #expect(summary(Array(lines.dropLast())).unfinishedCount == 3)
  }

  /// The line on the end may follow text without a line feed.
  @Test func endsThatFollowOutputAreRead() {
    let lines = [
      "Test Case '-[CardTests testLoad]' started.",
      "progress 10 %Test Case '-[CardTests testLoad]' passed (0.001 seconds).", "◇ Test save() started.",
      "...✔ Test save() passed after 0.001 seconds.",
    ]
    #expect(!summary(lines).isIncomplete)
  }

  // MARK: - Limits

  @Test(arguments: [199, 200, 201]) func theListIsLimitedAndTheCountIsNot(_ count: Int) {
    let result = summary((0..<count).map { "◇ Test load\($0)() started." })
    #expect(result.unfinishedCount == count && result.unfinished.count == min(count, 200))
  }

  @Test(arguments: [999, 1_000, 1_001]) func openTestsOfOneProcessAreLimited(_ count: Int) {
    let result = summary((0..<count).map { "Test Case '-[CardTests test\($0)]' started." })
    #expect(result.unfinishedCount == min(count, 1_000))
  }

  @Test func hostileLinesTakeLittleTime() {
    let long = "Test Case '-[CardTests " + String(repeating: "x", count: 200_000) + "]' started."
    #expect(!summary([long]).isIncomplete)
    let many = (0..<120_000).map { "◇ Test load\($0)() started." }
    #expect(summary(many).unfinishedCount == 100_000)
    let marks = String(repeating: "Test ", count: 100_000)
    #expect(summary([marks, marks]).started == 0)
    #expect(
      summary(["Restarting after unexpected exit in ", "Restarting after unexpected exit", restarted("")]).crashed
        .isEmpty)
    var bytes = TestProgress()
    [UInt8](repeating: 0x54, count: 10).withUnsafeBufferPointer { bytes.consume($0) }
    #expect(bytes.summary == TestProgress.Summary())
  }

  /// Lines of output that is too long to be analyzed are read, too.
  @Test func linesThatAreNotStoredAreRead() {
    var output = CollectedOutput(streams: 1, limit: 4_096)
    func add(_ text: String) { Array(text.utf8).withUnsafeBytes { output.add($0, stream: 0) } }
    add("◇ Test load() started.\n◇ Test save() started.\n")
    for _ in 0..<1_000 { add("text of the test run, which is long\n") }
    add("✔ Test load() passed after 0.001 seconds.\n")
    for _ in 0..<1_000 { add("text of the test run, which is long\n") }
    let text = output.finish()
    #expect(text.omitted > 0)
    #expect(text.tests.unfinished == ["save()"])
  }
}
