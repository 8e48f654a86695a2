import Foundation
import TestSupport
import Testing

/// `diagnose run` with real commands.
@Suite struct RunTests {
  private let scratch: Scratch

  init() throws { scratch = try Scratch() }

  private func run(
    _ words: [String], options: [String] = ["--no-database"], environment: [String: String] = [:], input: URL? = nil
  ) throws -> Tool.Answer {
    try Tool.run(["run"] + options + ["--"] + words, in: scratch.folder, environment: environment, input: input)
  }

  private func script(_ text: String, _ name: String = "script") throws -> String {
    try scratch.write("#!/bin/sh\n" + text, name)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: scratch.url(name).path)
    return "./" + name
  }

  // MARK: Exit status

  @Test func keepsTheStatusOfTheCommand() throws {
    for (words, status) in [
      (["true"], 0), (["/bin/false"], 1), (["sh", "-c", "exit 65"], 65), (["sh", "-c", "kill -TERM $$"], 143),
      (["sh", "-c", "kill -KILL $$"], 137),
    ] {
      let answer = try run(words)
      #expect(answer.status == Int32(status) && answer.out.isEmpty && answer.err.isEmpty, "\(words) \(answer)")
    }
  }

  @Test func aCommandThatCannotBeStartedIsReportedAsInAShell() throws {
    try scratch.write("no program", "notes.txt")
    try scratch.write("#!/nonexistent/interpreter\n", "script")
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: scratch.url("script").path)
    try FileManager.default.createDirectory(at: scratch.url("folder"), withIntermediateDirectories: true)
    for (word, status, reason) in [
      ("no-such-command", 127, "command not found"), ("./no/such", 127, "command not found"),
      ("./notes.txt", 126, "permission denied"), ("./folder", 126, "it is a folder"),
      ("./script", 126, "the interpreter in its first line was not found"),
    ] {
      let answer = try run([word])
      #expect(answer.status == Int32(status), "\(word) \(answer)")
      #expect(answer.err.contains(reason) && answer.err.split(separator: "\n").count == 1, "\(word) \(answer)")
    }
  }

  @Test func wrongUseDoesNotRunTheCommand() throws {
    let touch = try script("touch ran\n")
    for options in [
      ["--format", "json"], ["--output", "-"], ["--output", "missing/file"], ["--fail-on", "new", "--no-database"],
      ["--config", "missing.yml"],
    ] {
      let answer = try run([touch], options: options)
      #expect([64, 74, 78].contains(answer.status), "\(options) \(answer)")
    }
    for (words, remedy) in [
      (["make"], "-- make"), (["make", "all"], "-- make all"), (["make", "-j4", "all"], "-- make -j4 all"),
      (["-q", "make"], "-q -- make"), (["--watch", "out", "make", "all"], "--watch out -- make all"),
      (["swift", "test", "--filter", "A"], "-- swift test --filter A"), ([touch], "-- " + touch),
      (["xcodebuild", "test", "-scheme", "A B"], "-- xcodebuild test -scheme 'A B'"),
      (["--wait", "1s", "sh", "-c", "exit 3"], "--wait 1s -- sh -c 'exit 3'"),
      (["sh", "-c", "touch ran; true"], "-- sh -c 'touch ran; true'"),
    ] {
      let answer = try Tool.run(["run"] + words, in: scratch.folder)
      #expect(answer.status == 64, "\(answer)")
      #expect(answer.err == "diagnose: Write -- before the command: diagnose run \(remedy)\n", "\(answer.err)")
    }
    // Another error is that of the parser.
    for words in [["--no-such-option", "make"], ["--wait", "soon", "make"], ["--no-such-option", "--", "make"]] {
      let answer = try Tool.run(["run"] + words, in: scratch.folder)
      #expect(answer.status == 64 && !answer.err.contains("Write --"), "\(answer)")
    }
    #expect(try Tool.run(["run", "--"], in: scratch.folder).status == 64)
    #expect(!FileManager.default.fileExists(atPath: scratch.url("ran").path))
  }

  @Test func aCrashThatLeavesNothingIsNamed() throws {
    let answer = try run(["sh", "-c", "kill -SEGV $$"])
    #expect(answer.status == 139)
    #expect(answer.err.contains("sh was terminated by SIGSEGV"), "\(answer)")
  }

  // MARK: Streams

  @Test func passesOnArgumentsInputAndOutput() throws {
    let echo = try run(["printf", "%s|", "a b", "", "c\"d'", "*", "--format"])
    #expect(echo.out == "a b||c\"d'|*|--format|" && echo.err.isEmpty)
    try scratch.write("from standard input\n", "input")
    #expect(try run(["cat"], input: scratch.url("input")).out == "from standard input\n")
    let both = try run(["sh", "-c", "echo out; echo err >&2; exit 7"])
    #expect(both.out == "out\n" && both.err == "err\n" && both.status == 7)
    #expect(try run(["sh", "-c", "echo $A$SWIFT_BACKTRACE"], environment: ["A": "x"]).out == "xenable=no\n")
  }

  @Test func manyBytesPassUnchanged() throws {
    let answer = try run(
      ["sh", "-c", "head -c 50000000 /dev/zero | tr '\\0' 'a' | fold -w 120 | tee copy"],
      options: ["--no-database", "--max-size", "64K"])
    #expect(answer.status == 0)
    let copy = try Data(contentsOf: scratch.url("copy"))
    #expect(copy.count > 50_000_000 && answer.out.utf8.elementsEqual(copy))
  }

  @Test func binaryOutputPassesUnchangedAndIsNotAnalyzed() throws {
    try Data((0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* $0 >> 3) }).write(to: scratch.url("bytes"))
    let copy = try script("'\(Tool.url.path)' run --no-database -- cat bytes > copy\n")
    #expect(try run([copy]).status == 0)
    #expect(try Data(contentsOf: scratch.url("copy")) == Data(contentsOf: scratch.url("bytes")))
  }

  @Test func oneFileForBothStreamsKeepsTheOrder() throws {
    let lines = "i=0; while [ $i -lt 200 ]; do echo out $i; echo err $i >&2; i=$((i+1)); done"
    let both = try script("'\(Tool.url.path)' run --no-database -- sh -c '\(lines)' 2>&1\n")
    let expected = (0..<200).map { "out \($0)\nerr \($0)\n" }.joined()
    #expect(try run([both]).out == expected)
  }

  @Test func aProcessThatHoldsTheOutputOpenIsNotWaitedFor() throws {
    // Timed inside: the test itself waits for the background process, which inherits one of its files.
    let timed = try script(
      """
      start=$(date +%s)
      '\(Tool.url.path)' run --no-database -- sh -c 'sleep 8 & echo done'
      echo $? $(($(date +%s) - start))

      """)
    let lines = try run([timed]).out.split(separator: "\n")
    #expect(lines.first == "done" && lines.last?.hasPrefix("0 ") == true, "\(lines)")
    #expect((lines.last?.split(separator: " ").last).flatMap { Int($0) } ?? 9 < 6, "\(lines)")
  }

  @Test func aCommandThatClosesItsOutputIsWaitedFor() throws {
    let answer = try run(["sh", "-c", "exec >&- 2>&-; sleep 0.5; exit 3"])
    #expect(answer.status == 3 && answer.seconds > 0.4)
  }

  @Test func aReaderThatLeavesEndsTheCommand() throws {
    let head = try script("'\(Tool.url.path)' run --no-database --max-size 4K -- yes | head -n 1\n")
    let answer = try run([head])
    #expect(answer.out == "y\n" && answer.seconds < 20, "\(answer)")
  }

  // MARK: Signals

  private static let waitsForTERM = "trap 'echo caught; exit 9' TERM; echo ready; while :; do sleep 0.05; done"

  @Test func signalsAreForwarded() throws {
    let process = try Tool.prepare(
      ["run", "--no-database", "--", "sh", "-c", Self.waitsForTERM], in: scratch.folder)
    let out = try Tool.Capture(scratch.folder, "out")
    process.standardOutput = out.handle
    process.standardError = FileHandle.nullDevice
    try process.run()
    let deadline = Date().addingTimeInterval(20)
    while !out.text().contains("ready"), Date() < deadline { Thread.sleep(forTimeInterval: 0.02) }
    process.terminate()
    process.waitUntilExit()
    #expect(process.terminationStatus == 9 && out.text() == "ready\ncaught\n")
  }

  // MARK: Reports

  /// The log of a test run that names the process of `Sample.json`.
  private static let log = """
    Test Suite 'CardTests' started at 2026-08-01 09:11:58.000.
    Test Case '-[CardTests testLoad]' started.

    Restarting after unexpected exit, crash, or test timeout in CardTests.testLoad(); summary will include totals.
    \tCardTests.testLoad() encountered an error (Crash: MyApp (501) at drawCard)
    ** TEST FAILED **

    """

  private func replay(_ log: String, _ report: String) throws -> String {
    try scratch.write(log, "log.txt")
    try scratch.write(report, "report.ips")
    try FileManager.default.createDirectory(at: scratch.url("reports"), withIntermediateDirectories: true)
    // The report is written by another process, in two parts, after the command has ended.
    return try script(
      """
      cat log.txt
      (sleep 1; head -c 700 report.ips > reports/a.ips; sleep 0.3; tail -c +701 report.ips >> reports/a.ips) >log 2>&1 &
      exit 65

      """, "xcodebuild")
  }

  /// A crash in a run whose command reports success: the status of the command remains, unless a condition is given.
  @Test func aCrashInARunThatSucceedsIsReported() throws {
    let log = Self.log.replacingOccurrences(of: "TEST FAILED", with: "TEST SUCCEEDED")
    try scratch.write(log, "log.txt")
    for (options, status) in [([], 0), (["--fail-on", "crash"], 1), (["--fail-on", "unrecognized"], 0)] {
      let answer = try run(["cat", "log.txt"], options: ["--no-database"] + options)
      #expect(answer.status == Int32(status) && answer.out == log, "\(answer)")
      #expect(answer.err.contains("diagnose: the test process ended in CardTests.testLoad\n"), "\(answer.err)")
      #expect(answer.err.contains("diagnose: warning: cat exited with 0, but a process crashed\n"), "\(answer.err)")
      #expect(answer.err.contains("--fail-on crash.") == !options.contains("crash"), "\(answer.err)")
      #expect(!answer.err.contains("never finished"), "\(answer.err)")
    }
  }

  /// A report of a crash, as `analyze` counts it; a hang and a sample are none.
  @Test func theConditionCrashIsMetByCrashes() throws {
    for (path, status) in [("ips/ios-app.ips", 1), ("spindump/hang.txt", 0), ("sample/sample.txt", 0)] {
      let file = Repository.url("sample-logs/" + path).path
      let answer = try Tool.run(["--no-database", "--fail-on", "crash", file], in: scratch.folder)
      #expect(answer.status == Int32(status), "\(path) \(answer)")
    }
  }

  /// What a tool or a test reports without the end of a process: a failed check, a build, a view.
  @Test(arguments: [
    "✘ Test draw() recorded an issue at DeckTests.swift:12:6: Expectation failed: (count → 3) == 4",
    "✘ Test draw() recorded a known issue at DeckTests.swift:12:6: Expectation failed: (count → 3) == 4",
    "/src/DeckTests.swift:31: error: -[CardsTests.DeckTests testDraw] : XCTAssertEqual failed: (\"3\") is not equal to (\"4\")",
    "error: module map file '/src/Cards/module.modulemap' not found",
    "ld: library not found for -lCards", "error: No profiles for 'com.example.Cards' were found",
  ])
  func whatEndsNoProcessIsNoCrash(_ line: String) throws {
    try scratch.write(line + "\n", "log.txt")
    let answer = try run(["cat", "log.txt"], options: ["--no-database", "--fail-on", "crash"])
    #expect(answer.status == 0 && !answer.err.contains("crashed"), "\(answer.err)")
    if line.contains("known issue") { #expect(answer.err.isEmpty, "\(answer.err)") }
  }

  /// A process ends by these, whether or not a stack follows.
  @Test(arguments: [
    "Cards/Deck.swift:12: Fatal error: Index out of range",
    "*** Terminating app due to uncaught exception 'NSRangeException', reason: '*** -[__NSArrayM objectAtIndex:]: index 5 beyond bounds'",
    "dyld[501]: Library not loaded: @rpath/Cards.framework/Cards",
    "error: Exited with unexpected signal code 11",
  ])
  func whatEndsAProcessIsACrash(_ line: String) throws {
    try scratch.write(line + "\n", "log.txt")
    let answer = try run(["cat", "log.txt"], options: ["--no-database", "--fail-on", "crash"])
    #expect(answer.status == 1, "\(answer.err)")
  }

  @Test func theLogAndTheReportAreOneFailure() throws {
    let answer = try run(
      [try replay(Self.log, Sample.json())],
      options: ["--database", "h.sqlite", "--watch", "reports", "--format", "json", "--output", "out.json"])
    #expect(answer.status == 65 && answer.out == Self.log, "\(answer)")
    #expect(answer.err.contains("1 report appeared while xcodebuild ran"))
    #expect(
      answer.err.contains("Also in   output of xcodebuild, line 4, test CardTests.testLoad"), "\(answer.err)")
    let json = try #require(
      try JSONSerialization.jsonObject(with: Data(contentsOf: scratch.url("out.json"))) as? [String: Any])
    let reports = try #require(json["reports"] as? [[String: Any]])
    #expect(reports.count == 1)
    let other = try #require((reports.first?["sameFailure"] as? [[String: Any]])?.first)
    #expect(other["test"] as? String == "CardTests.testLoad" && other["confidence"] as? String == "certain")
    let history = try Tool.run(["history", "list", "--database", "h.sqlite", "--format", "json"], in: scratch.folder)
    #expect(history.out.components(separatedBy: "\"issue\"").count <= 2, "\(history.out)")
  }

  @Test func theReportOfAnotherProcessIsAnotherFailure() throws {
    let answer = try run(
      [try replay(Self.log.replacingOccurrences(of: "501", with: "777"), Sample.json())],
      options: ["--no-database", "-q", "--wait", "5s", "--watch", "reports"])
    for words in ["[xctest-unexpected-exit]", "reports/a.ips: error:", "2 reports"] {
      #expect(answer.err.contains(words), "\(answer)")
    }
  }

  @Test func waitsOnlyAfterACrashAndOnlyForItsTime() throws {
    try FileManager.default.createDirectory(at: scratch.url("reports"), withIntermediateDirectories: true)
    #expect(try run(["false"], options: ["--watch", "reports"]).seconds < 5)
    try scratch.write(Self.log, "log.txt")
    let answer = try run(["cat", "log.txt"], options: ["--no-database", "--watch", "reports", "--wait", "700ms"])
    #expect(answer.seconds > 0.6 && answer.seconds < 8 && answer.err.contains("waiting for crash reports"))
    let fast = try run(["cat", "log.txt"])
    #expect(!fast.err.contains("waiting"))
  }

  @Test func onlyReportsOfTheCommandAreRead() throws {
    try FileManager.default.createDirectory(at: scratch.url("reports/old"), withIntermediateDirectories: true)
    try scratch.write(Sample.json(1), "reports/before.ips")
    try scratch.write("notes", "reports/notes.txt")
    try scratch.write(Sample.json(2), "new.ips")
    let answer = try run(
      ["sh", "-c", "mv reports/before.ips reports/old/; mkdir reports/sub; cp new.ips reports/sub/"],
      options: ["--no-database", "-q", "--watch", "reports"])
    #expect(answer.status == 0)
    #expect(answer.err.contains("1 report appeared") && answer.err.contains("reports/sub/new.ips: error:"), "\(answer)")
    #expect(!answer.err.contains("before.ips"))
  }

  @Test func anIncompleteReportIsDiagnosedAsFarAsItWasWritten() throws {
    try scratch.write(String(Sample.json().prefix(1100)), "half.ips")
    try FileManager.default.createDirectory(at: scratch.url("reports"), withIntermediateDirectories: true)
    let answer = try run(
      ["cp", "half.ips", "reports/"], options: ["--no-database", "-q", "--wait", "500ms", "--watch", "reports"])
    #expect(answer.err.contains("reports/half.ips: still being written after 500 ms"), "\(answer)")
    #expect(answer.err.contains("1 report appeared"))
  }

  @Test func failOnChangesOnlySuccess() throws {
    try scratch.write(Sample.json(), "new.ips")
    let options = ["--database", "h.sqlite", "-q", "--watch", "reports", "--fail-on", "new"]
    let copy = { (status: Int, name: String) in
      ["sh", "-c", "mkdir -p reports; cp new.ips reports/\(name).ips; exit \(status)"]
    }
    #expect(try run(copy(0, "a"), options: options).status == 1)
    #expect(try run(copy(0, "b"), options: options).status == 0)
    #expect(try run(copy(5, "c"), options: ["--no-database", "--watch", "reports", "--fail-on", "any"]).status == 5)
  }

  @Test func withoutFailureTheDocumentIsEmpty() throws {
    let answer = try run(["echo", "Build complete!"], options: ["--format", "junit", "--output", "out.xml"])
    #expect(answer.status == 0 && answer.out == "Build complete!\n" && answer.err.isEmpty, "\(answer)")
    #expect(try String(contentsOf: scratch.url("out.xml"), encoding: .utf8).contains("<testsuites"))
  }

  // MARK: Swift programs

  /// Compiles a Swift program; `nil` without a compiler.
  private func compiled(_ source: String, _ name: String) throws -> String? {
    guard let compiler = Self.compiler else { return nil }
    try scratch.write(source, name + ".swift")
    let process = Process()
    process.executableURL = URL(fileURLWithPath: compiler)
    process.arguments = ["-Onone", "-g", "-o", name, name + ".swift"]
    process.currentDirectoryURL = scratch.folder
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    return process.terminationStatus == 0 ? "./" + name : nil
  }

  private static let compiler = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    .map { $0 + "/swiftc" }.first { FileManager.default.isExecutableFile(atPath: $0) }
  private static let canCompile = compiler != nil

  @Test(.enabled(if: canCompile, "needs swiftc")) func aSwiftProgramThatTraps() throws {
    let source = """
      func load(_ text: String?) -> Int { text!.count }
      print(load(CommandLine.arguments.count > 5 ? "a" : nil))
      """
    let program = try #require(try compiled(source, "trap"))
    let json = "enable=yes,format=json,output-to=stderr"
    for settings in ["enable=yes,color=no", "enable=yes,threads=all,registers=all", json] {
      let answer = try run([program], options: ["--no-database", "-q"], environment: ["SWIFT_BACKTRACE": settings])
      #expect(answer.status > 128)
      #expect(answer.err.contains("[swift-nil-unwrap]"), "\(settings) \(answer.err.suffix(2000))")
    }
    // Without a backtrace, the message is the only evidence.
    let plain = try run([program], options: ["--no-database", "-q"])
    #expect(plain.status > 128 && plain.err.contains("swift-nil-unwrap"), "\(plain.err)")
  }

  @Test(.enabled(if: canCompile, "needs swiftc")) func aSwiftProgramThatOverflowsItsStack() throws {
    let source = """
      @inline(never) func down(_ n: Int) -> Int { n == -1 ? 0 : down(n + 1) &+ n }
      print(down(CommandLine.arguments.count))
      """
    let program = try #require(try compiled(source, "deep"))
    let answer = try run(
      [program], options: ["--no-database", "-q"], environment: ["SWIFT_BACKTRACE": "enable=yes,color=no"])
    #expect(answer.status == 139 || answer.status == 138)
    #expect(answer.err.contains("[stack-overflow]"), "\(answer.err.suffix(2000))")
  }
}
