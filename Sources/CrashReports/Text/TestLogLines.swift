import Bytes

/// Lines of a test log: what the tests of XCTest and Swift Testing print about themselves, and the line that Xcode prints
/// when the test process crashed.
///
///     Test Case '-[CardTests testLoad]' started.
///     ◇ Passing 1 argument text → "Fatal error: …" to messageIsParsed(_:)
///     Restarting after unexpected exit, crash, or test timeout in CardTests.testLoad(); summary will include totals …
extension ByteText {
  /// Returns whether the line reports the progress of a test. Texts in it, such as the name of a test or an argument,
  /// are not failures of the process.
  func isTestProgress(_ slice: Slice) -> Bool {
    // XCTest
    if hasPrefix("Test Case '", slice) || hasPrefix("Test Suite '", slice) {
      return hasSuffix("started.", slice) || contains("' started", slice) || contains("' passed", slice)
    }
    // Swift Testing, below one symbol: ◇ ✔ ✘ ↳, an SF Symbol, or its replacements on a terminal without them
    var rest = slice
    let first = self[rest.start]
    let isSymbol =
      first >= 0x80 || first == UInt8(ascii: "\u{25}") || first == UInt8(ascii: "*")
      || first == UInt8(ascii: "-") || first == UInt8(ascii: ".")
    if isSymbol {
      var end = rest.start
      while end < rest.end, !self[end].isBlank { end += 1 }
      guard end - rest.start <= 8 else { return false }
      rest = trimmed(Slice(end, rest.end))
    }
    if hasPrefix("Passing ", rest) {
      return contains(" argument ", rest) || contains(" arguments ", rest)
    }
    guard hasPrefix("Test ", rest) || hasPrefix("Suite ", rest) else { return false }
    if hasPrefix("Test case passing ", rest) { return isSymbol && isEndOfProgress(rest) }
    return isEndOfProgress(rest) && (isSymbol || hasPrefix("Test run ", rest) || contains("\" ", rest))
  }

  /// Returns whether the line ends as those of a test that began or passed: `started.`, `passed after 0.4 seconds.`
  private func isEndOfProgress(_ slice: Slice) -> Bool {
    hasSuffix(" started.", slice) || hasSuffix(" seconds.", slice) && findLast(" passed after ", slice) != nil
      || contains(" skipped", slice)
  }

  /// Returns the name of the test in which the test process crashed, from the line that Xcode prints before it
  /// continues with the next test; `nil` for other lines.
  func restartedTest(_ slice: Slice) -> Slice? {
    guard let start = find("Restarting after unexpected exit", slice),
      let mark = find(" in ", Slice(start + 32, slice.end))
    else { return nil }
    var name = Slice(mark + 4, slice.end)
    if let end = first(UInt8(ascii: ";"), name) { name.end = end }
    name = trimmed(name)
    return name.isEmpty ? nil : name
  }
}

extension TextDialect {
  /// What Xcode prints about a test whose process crashed.
  static let testRuns = TextDialect(
    name: "test-runs",
    example: Example(
      "Restarting after unexpected exit, crash, or test timeout in CardTests.testLoad(); totals include earlier runs.",
      .console),
    offer: .containing(.failure)
  ) { reader, line, _ in reader.consumeTestRestart(line) }
}

extension TextReader {
  /// Consumes the line that Xcode prints after the test process crashed.
  fileprivate mutating func consumeTestRestart(_ line: Line) -> Bool {
    guard text.contains("Restarting after unexpected exit", line.content) else { return false }
    include(line, as: .failure)
    let previous = draft.report.consoleLines.count
    addConsoleLine(text.string(line.content), line: line.number)
    guard draft.report.consoleLines.count > previous, let test = text.restartedTest(line.content) else { return true }
    if draft.report.detail(.testName) == nil { draft.report.add(.testName, text.value(test), line: line.number) }
    return true
  }
}

/// The result that a build or test log states about itself.
struct LogVerdict {
  /// The result in words, for an error message: `build succeeded`.
  private(set) var text: String?
  /// True if the log contains lines of a build or of tests.
  private(set) var isBuildOrTestLog = false
  private(set) var lineCount = 0
  /// The first line that states an error or a failed build, shortened; `nil` if there is none, or if the log ends with success.
  private(set) var failure: String?

  /// Reads a log; of several results, the last is used.
  init(_ bytes: [UInt8], _ range: Range<Int>) {
    var at = range.lowerBound
    while at < range.upperBound {
      let end = ByteSearch.lineEnd(bytes, from: at, end: range.upperBound)
      lineCount += 1
      consume(bytes, ByteSearch.trimmed(bytes, at..<end))
      at = end + 1
    }
  }

  static let results: [(mark: StaticString, words: String)] = [
    ("** BUILD SUCCEEDED **", "build succeeded"), ("** TEST SUCCEEDED **", "tests passed"),
    ("** TEST BUILD SUCCEEDED **", "build succeeded"), ("** ARCHIVE SUCCEEDED **", "archive succeeded"),
    ("** CLEAN SUCCEEDED **", "clean succeeded"), ("** ANALYZE SUCCEEDED **", "analysis succeeded"),
    ("** EXPORT SUCCEEDED **", "export succeeded"), ("** TEST EXECUTE SUCCEEDED **", "tests passed"),
    ("** INSTALL SUCCEEDED **", "installation succeeded"), ("Build complete!", "build succeeded"),
    ("▸ Build Succeeded", "build succeeded"), ("Build Succeeded", "build succeeded"),
    ("▸ Test Succeeded", "tests passed"), ("Test Succeeded", "tests passed"),
  ]

  private static let failures: [StaticString] = [" FAILED **", ": error: ", "xcodebuild: error:"]

  private static let marks: [StaticString] = [
    "CompileSwift ", "SwiftCompile ", "SwiftDriver ", "CompileC ", "Ld ", "CodeSign ",
    "ExtractAppIntentsMetadata ", "SwiftDriverJobDiscovery ", "PhaseScriptExecution ", "CreateBuildDescription",
    "Command line invocation:", "Build settings from command line:", "note: Using new build system",
    "Test Suite '", "Test Case '", "Building for ", "[Compile",
  ]

  private mutating func consume(_ bytes: [UInt8], _ line: Range<Int>) {
    guard let first = bytes[line].first else { return }
    switch first {
    case UInt8(ascii: "*"), UInt8(ascii: "B"), UInt8(ascii: "T"), 0xE2:
      for (mark, words) in Self.results
      where ByteSearch.matches(bytes, at: line.lowerBound, end: line.upperBound, mark) {
        text = words
        failure = nil
        isBuildOrTestLog = true
      }
    default: break
    }
    if failure == nil, Self.failures.contains(where: { ByteSearch.contains($0, bytes, line) }) {
      failure = ByteSearch.quotation(bytes, line, limit: 160)
      text = nil
    }
    consumeTestResult(bytes, line)
    guard !isBuildOrTestLog, first &- 0x41 < 26 || first == UInt8(ascii: "n") || first == UInt8(ascii: "[") else {
      return
    }
    isBuildOrTestLog = Self.marks.contains {
      ByteSearch.matches(bytes, at: line.lowerBound, end: line.upperBound, $0)
    }
  }

  /// Reads `Executed 12 tests, with 0 failures (0 unexpected) in 0.4 (0.5) seconds` and
  /// `✔ Test run with 12 tests in 3 suites passed after 0.4 seconds.`
  private mutating func consumeTestResult(_ bytes: [UInt8], _ line: Range<Int>) {
    let head = line.prefix(24)
    let isResult =
      ByteSearch.contains("Executed ", bytes, head) || ByteSearch.contains("Test run with ", bytes, head)
    guard isResult, line.count < 200 else { return }
    isBuildOrTestLog = true
    let start =
      ByteSearch.find("Executed ", bytes, line) ?? ByteSearch.find("Test run with ", bytes, line) ?? line.lowerBound
    var result = ByteSearch.string(bytes, start..<line.upperBound)
    if result.hasSuffix(".") { result.removeLast() }
    text = result
  }
}
