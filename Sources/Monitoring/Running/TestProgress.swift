import Bytes
import Vocabulary

/// Which tests a test run started and never finished, from its output line by line.
///
/// XCTest and Swift Testing print a line when a test starts and another one when it passed, failed or was skipped. If the
/// process ends in between, the second one is missing. A command may still report success, so that only these lines show that
/// tests did not run.
package struct TestProgress: Sendable {
  /// A test in which the process ended, according to Xcode.
  package struct Crashed: Sendable, Equatable {
    /// The name, as `CardTests.testLoad`.
    package var name: String
    /// Whether it was run again, and passed.
    package var passedLater = false
  }

  /// What the lines show at the end of the run.
  package struct Summary: Sendable, Equatable {
    /// The tests that started and neither finished nor are named in a line on a crash, in the order of their start.
    package var unfinished: [String] = []
    /// The tests in which the process ended, in the order of the lines.
    package var crashed: [Crashed] = []
    /// The number of tests that started and did not finish, without a limit of the list.
    package var unfinishedCount = 0
    /// The number of starts.
    package var started = 0

    /// Whether a test is missing because its process ended.
    package var isIncomplete: Bool { unfinishedCount > 0 || !crashed.isEmpty }

    /// Creates the summary of output without tests.
    package init() {}
  }

  /// The maximum number of names that are stored; later starts are ignored.
  private static let maxNames = 100_000
  /// The maximum number of tests of one process that are open at the same time, and of crashed tests.
  private static let maxOpen = 1_000
  /// The maximum number of names in a summary.
  private static let maxListed = 200
  /// The part of a line after "Test " that is read, in bytes.
  private static let maxLine = 2_048

  /// Tests of XCTest in a process that runs one after the other: a test that starts while another one is open was started
  /// by the next process, or is a text that the open test printed.
  private var sequential: [String] = []
  private var sequentialNames: Set<String> = []
  /// Tests of XCTest on several devices at the same time.
  private var parallel: Set<String> = []
  /// Tests of Swift Testing, which run at the same time; tests of several suites may have one name.
  private var concurrent: [String: Int] = [:]
  /// Those that were open when another run of Swift Testing began: its process ended, or is another one.
  private var interrupted: [String: Int] = [:]
  /// The position of the first start of each name.
  private var order: [String: Int] = [:]
  private var started = 0
  private var crashed: [Crashed] = []

  /// Creates the progress of a run without output.
  package init() {}

  /// Reads complete lines.
  package mutating func consume(_ bytes: UnsafeBufferPointer<UInt8>) {
    var at = 0
    var nextTest = bytes.firstOffset(of: "Test ")
    var nextRestart = bytes.firstOffset(of: Self.restart)
    var nextCrash = bytes.firstOffset(of: Self.crash)
    while let hit = [nextTest, nextRestart, nextCrash].compactMap({ $0 }).min() {
      var start = hit
      while start > at, bytes[start - 1] != 0x0A { start -= 1 }
      let end = bytes.firstOffset(of: 0x0A, from: hit) ?? bytes.count
      consume(
        head: UnsafeBufferPointer(rebasing: bytes[start..<hit]),
        tail: String(streamSafe: bytes[hit..<min(end, hit + Self.maxLine)]))
      at = min(end + 1, bytes.count)
      // Quotations in the same line are not read.
      if let next = nextTest, next < at { nextTest = bytes.firstOffset(of: "Test ", from: at) }
      if let next = nextRestart, next < at { nextRestart = bytes.firstOffset(of: Self.restart, from: at) }
      if let next = nextCrash, next < at { nextCrash = bytes.firstOffset(of: Self.crash, from: at) }
    }
  }

  /// What Xcode prints before it continues with the next test.
  private static let restart: StaticString = "Restarting after unexpected exit"
  /// What formatters such as xcpretty and xcbeautify print behind the name of a test: `✗ testLoad, Crash: MyApp (501): …`.
  private static let crash: StaticString = ", Crash: "

  private mutating func consume(head bytes: UnsafeBufferPointer<UInt8>, tail: String) {
    if tail.hasPrefix(", Crash: ") {
      if let name = LineHead.failedName(bytes) { crashed(in: name) }
      return
    }
    let head = LineHead(bytes)
    var tail = tail[...]
    while tail.utf8.last == 0x0D || tail.utf8.last == 0x20 { tail.removeLast() }
    if tail.hasPrefix("Restarting") {
      if head != .other { restarted(tail) }
    } else if let event = XCTestLine(tail) {
      consume(event, head)
    } else if tail == "Test run started." {
      guard head == .symbol else { return }
      interrupted.merge(concurrent) { $0 + $1 }
      concurrent = [:]
    } else if let event = SwiftTestingLine(tail) {
      consume(event, head)
    }
  }

  // MARK: XCTest

  private mutating func consume(_ line: XCTestLine, _ head: LineHead) {
    switch line.event {
    case .finished(let passed):
      // The last line of a test may follow text that it printed without a line feed.
      finish(line.name, passed: passed)
      parallel.remove(line.name)
      guard sequentialNames.contains(line.name), let index = sequential.lastIndex(of: line.name) else { return }
      // What started later was printed by this test: its process cannot run another one.
      for name in sequential[index...] { sequentialNames.remove(name) }
      sequential.removeSubrange(index...)
    case .startedOnDevice:
      guard head == .empty, record(line.name) else { return }
      parallel.insert(line.name)
    case .started:
      guard head == .empty else { return }
      if sequentialNames.contains(line.name), let index = sequential.lastIndex(of: line.name) {
        sequential.remove(at: index)
        sequential.append(line.name)
        return
      }
      guard sequential.count < Self.maxOpen, record(line.name) else { return }
      sequential.append(line.name)
      sequentialNames.insert(line.name)
    }
  }

  /// Notes a start; returns false at the limit.
  private mutating func record(_ name: String) -> Bool {
    started += 1
    guard order[name] == nil else { return true }
    guard order.count < Self.maxNames else { return false }
    order[name] = started
    return true
  }

  private mutating func finish(_ name: String, passed: Bool) {
    guard passed, !crashed.isEmpty else { return }
    for index in crashed.indices where Self.isSame(crashed[index].name, name) { crashed[index].passedLater = true }
  }

  /// Returns whether two names are of one test: one of them may lack the module or the suite.
  private static func isSame(_ one: String, _ other: String) -> Bool {
    if one == other { return true }
    let (short, long) = one.utf8.count < other.utf8.count ? (one, other) : (other, one)
    return long.hasSuffix("." + short) || long.hasSuffix("/" + short)
  }

  // MARK: Swift Testing

  private mutating func consume(_ line: SwiftTestingLine, _ head: LineHead) {
    switch line.event {
    case .started:
      guard head == .symbol, record(line.name) else { return }
      concurrent[line.name, default: 0] += 1
    case .finished(let passed):
      finish(line.name, passed: passed)
      Self.decrease(&concurrent, line.name)
      Self.decrease(&interrupted, line.name)
    }
  }

  private static func decrease(_ counts: inout [String: Int], _ name: String) {
    guard let count = counts[name] else { return }
    counts[name] = count > 1 ? count - 1 : nil
  }

  // MARK: Crashes

  /// Reads `Restarting after unexpected exit, crash, or test timeout in CardTests.testLoad(); summary will …`.
  private mutating func restarted(_ line: Substring) {
    guard let mark = line.firstRange(of: " in ")?.upperBound else { return }
    let written = line[mark...].prefix { $0 != ";" }
    let name = XCTestLine.readable(written)
    crashed(in: name)
    // Swift Testing prints the function with its parentheses, and Xcode the suite before it.
    let function = String(written.split(separator: "/").last ?? written)
    Self.decrease(&concurrent, function)
    Self.decrease(&interrupted, function)
  }

  private mutating func crashed(in name: String) {
    guard !name.isEmpty, crashed.count < Self.maxOpen else { return }
    // A formatter may leave the suite out.
    guard !crashed.contains(where: { Self.isSame($0.name, name) }) else { return }
    crashed.append(Crashed(name: name))
    if let index = sequential.lastIndex(where: { Self.isSame($0, name) }) {
      sequentialNames.remove(sequential.remove(at: index))
    }
    if let open = parallel.first(where: { Self.isSame($0, name) }) { parallel.remove(open) }
  }

  /// What the lines show.
  package var summary: Summary {
    var summary = Summary()
    summary.started = started
    summary.crashed = crashed
    var open = sequential + parallel
    for (name, count) in concurrent.merging(interrupted, uniquingKeysWith: { $0 + $1 }) {
      open += [String](repeating: name, count: min(count, Self.maxListed))
    }
    open.sort { (order[$0] ?? .max, $0) < (order[$1] ?? .max, $1) }
    summary.unfinishedCount = open.count
    summary.unfinished = Array(open.prefix(Self.maxListed))
    return summary
  }
}

/// What precedes the text of a test's line.
private enum LineHead {
  /// Nothing but escape sequences of a terminal, and what a program adds to each line of another one.
  case empty
  /// The symbol of Swift Testing and a blank.
  case symbol
  /// Text: the line was quoted, or follows output without a line feed.
  case other

  init(_ bytes: UnsafeBufferPointer<UInt8>) {
    guard let visible = Self.visible(bytes, limit: 96) else {
      self = .other
      return
    }
    let rest = Self.withoutWrapper(visible)
    guard !rest.isEmpty else {
      self = .empty
      return
    }
    self = rest.last == 0x20 && Self.isSymbol(rest) ? .symbol : .other
  }

  /// Returns the name of the test before `, Crash: `, after the mark of a failed test; `nil` for other text.
  static func failedName(_ bytes: UnsafeBufferPointer<UInt8>) -> String? {
    guard let visible = visible(bytes, limit: 512) else { return nil }
    let line = withoutWrapper(visible).drop { $0 == 0x20 }
    guard let blank = line.firstIndex(of: 0x20), isSymbol(line[...blank]) else { return nil }
    let name = line[(blank + 1)...].drop { $0 == 0x20 }
    guard !name.isEmpty, !name.contains(0x20) else { return nil }
    return XCTestLine.readable(String(streamSafe: name)[...])
  }

  /// Returns the bytes without escape sequences of a terminal; `nil` if they are too many.
  private static func visible(_ bytes: UnsafeBufferPointer<UInt8>, limit: Int) -> [UInt8]? {
    guard bytes.count <= limit else { return nil }
    var visible: [UInt8] = []
    var isEscape = false
    for byte in bytes {
      if byte == 0x1B {
        isEscape = true
      } else if isEscape {
        // A sequence of control functions ends with a letter.
        isEscape = !((byte | 0x20) &- UInt8(ascii: "a") < 26)
      } else {
        visible.append(byte)
      }
    }
    return visible
  }

  /// Returns the bytes without what tools add to each line: `[09:11:58]: ▸ ` of fastlane, `tests-1  | ` of Docker Compose, and
  /// times as `2026-08-01T09:11:58.0000000Z `.
  private static func withoutWrapper(_ bytes: [UInt8]) -> ArraySlice<UInt8> {
    var rest = bytes[...]
    if let end = rest.firstIndex(of: 0x20) {
      let word = rest[..<end]
      let isTime = word.count >= 8 && word.contains(UInt8(ascii: ":")) && word.contains { $0.isDigit }
      let isStamp = isTime && word.allSatisfy { $0.isDigit || "[]:-+.TZ".utf8.contains($0) }
      let bar = rest[end...].drop { $0 == 0x20 }
      let isService = bar.starts(with: "| ".utf8) && word.allSatisfy { $0.isLetterOrDigit || "-_.".utf8.contains($0) }
      if isStamp {
        rest = rest[(end + 1)...]
      } else if isService {
        rest = bar.dropFirst(2)
      }
    }
    let arrow = Array("\u{25B8} ".utf8)
    return rest.starts(with: arrow) ? rest.dropFirst(arrow.count) : rest
  }

  /// Returns whether bytes are one symbol with blanks behind it.
  private static func isSymbol(_ bytes: ArraySlice<UInt8>) -> Bool {
    // SF Symbols are followed by two blanks.
    var symbol = bytes
    while symbol.last == 0x20, bytes.count - symbol.count < 2 { symbol.removeLast() }
    return (1...8).contains(symbol.count)
      && symbol.allSatisfy { byte in
        byte >= 0x80 || byte == UInt8(ascii: "*") || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".")
          || byte == UInt8(ascii: "x") || byte == UInt8(ascii: "%")
      }
  }
}

/// A line of XCTest on the start or the end of a test:
///
///     Test Case '-[AppTests.CardTests testLoad]' started.
///     Test Case 'CardTests.testLoad' started at 2026-08-01 09:11:58.000
///     Test case 'CardTests.testLoad()' passed on 'Clone 1 of iPhone 17 - AppTests (501)' (0.001 seconds)
private struct XCTestLine {
  enum Event: Equatable {
    case started, startedOnDevice
    case finished(passed: Bool)
  }

  let name: String
  let event: Event

  init?(_ line: Substring) {
    guard line.hasPrefix("Test Case '") || line.hasPrefix("Test case '") else { return nil }
    let rest = line.dropFirst("Test Case '".count)
    guard let end = rest.firstIndex(of: "'") else { return nil }
    name = Self.readable(rest[..<end])
    let state = rest[rest.index(after: end)...]
    let isTimed = state.hasSuffix(" seconds).") || state.hasSuffix(" seconds)")
    if state == " started." || state.hasPrefix(" started at ") {
      event = .started
    } else if state.hasPrefix(" started on '") {
      event = .startedOnDevice
    } else if isTimed, state.hasPrefix(" passed ") {
      event = .finished(passed: true)
    } else if isTimed, state.hasPrefix(" failed ") || state.hasPrefix(" skipped ") {
      event = .finished(passed: false)
    } else {
      return nil
    }
    if name.isEmpty { return nil }
  }

  /// Returns `CardTests.testLoad` for `-[CardTests testLoad]` and `CardTests.testLoad()`.
  static func readable(_ name: Substring) -> String {
    var name = name
    if name.hasPrefix("-["), name.hasSuffix("]") { name = name.dropFirst(2).dropLast() }
    if name.hasSuffix("()") { name = name.dropLast(2) }
    let words = name.split(separator: " ", maxSplits: 1)
    return words.joined(separator: ".")
  }
}

/// A line of Swift Testing on the start or the end of a test, after its symbol:
///
///     Test load() started.
///     Test "Loads a card" passed after 0.001 seconds.
///     Test load(_:) with 3 test cases failed after 0.1 seconds with 1 issue.
///     Test load() skipped.
private struct SwiftTestingLine {
  enum Event: Equatable {
    case started
    case finished(passed: Bool)
  }

  let name: String
  let event: Event

  private static let ends: [(mark: String, passed: Bool)] = [
    (" passed after ", true), (" failed after ", false), (" skipped", false),
    (" was cancelled", false),  // report text
    (" was canceled", false),
  ]

  init?(_ line: Substring) {
    guard line.hasPrefix("Test ") else { return nil }
    let rest = line.dropFirst(5)
    if rest.hasSuffix(" started.") {
      name = String(rest.dropLast(9))
      event = .started
    } else if let (name, passed) = Self.end(rest) {
      self.name = name
      event = .finished(passed: passed)
    } else {
      return nil
    }
    guard Self.isName(name) else { return nil }
  }

  /// A function with its parentheses, or a quoted name: not `run`, `case passing 1 argument`.
  private static func isName(_ name: String) -> Bool {
    if name.hasPrefix("case passing ") || name.hasPrefix("run with ") { return false }
    return name.hasSuffix(")") || name.utf8.count > 1 && name.hasPrefix("\"") && name.hasSuffix("\"")
  }

  private static func end(_ rest: Substring) -> (name: String, passed: Bool)? {
    for (mark, passed) in ends {
      guard let range = rest.ranges(of: mark).last else { continue }
      var name = rest[..<range.lowerBound]
      if let cases = name.ranges(of: " with ").last, name.hasSuffix(" test cases") || name.hasSuffix(" test case") {
        name = name[..<cases.lowerBound]
      }
      return (String(name), passed)
    }
    return nil
  }
}
