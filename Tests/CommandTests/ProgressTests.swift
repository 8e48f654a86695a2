import Foundation
import Platform
import TestSupport
import Testing

@testable import Workflow

// Functions of POSIX.1-2017 that are missing in Swift's module of the C library on Linux.
@_silgen_name("grantpt") private func grantTerminal(_ descriptor: Int32) -> Int32
@_silgen_name("unlockpt") private func unlockTerminal(_ descriptor: Int32) -> Int32
@_silgen_name("ptsname") private func terminalName(_ descriptor: Int32) -> UnsafeMutablePointer<CChar>?

/// A pseudoterminal that stores its output.
private final class PseudoTerminal {
  let master: Int32
  let slave: Int32

  init(columns: UInt16 = 80) throws {
    master = open("/dev/ptmx", O_RDWR | O_NOCTTY)
    try #require(master >= 0)
    slave = open(try #require(Self.slaveName(master)), O_RDWR | O_NOCTTY)
    try #require(slave >= 0)
    set(columns: columns)
    _ = fcntl(master, F_SETFL, O_NONBLOCK)
  }

  private static func slaveName(_ master: Int32) -> String? {
    guard grantTerminal(master) == 0, unlockTerminal(master) == 0 else { return nil }
    return terminalName(master).map { String(cString: $0) }
  }

  deinit {
    close(slave)
    close(master)
  }

  func set(columns: UInt16) {
    var size = winsize(ws_row: 24, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
    _ = ioctl(slave, UInt(TIOCSWINSZ), &size)
  }

  var drawing: DrawingTerminal { DrawingTerminal(descriptor: FileDescriptor(rawValue: slave)) }

  /// Waits until the output satisfies `isEnough`, without a limit for machines under load; returns all output.
  func wait(until isEnough: (String) -> Bool) -> String {
    var written = ""
    for _ in 0..<3000 {
      written += read()
      if isEnough(written) { break }
      Thread.sleep(forTimeInterval: 0.01)
    }
    return written
  }

  /// Returns the output since the last call. Call it often enough that the buffer of the terminal is never full.
  func read() -> String {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = buffer.withUnsafeMutableBytes { systemRead(master, $0.baseAddress, $0.count) }
      guard count > 0 else { break }
      bytes += buffer[..<count]
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

private func systemRead(_ descriptor: Int32, _ buffer: UnsafeMutableRawPointer?, _ count: Int) -> Int {
  read(descriptor, buffer, count)
}

/// The contents of a terminal after `written`, and every progress line that it showed before.
private struct Screen {
  private(set) var lines = [""]
  private(set) var drawn: [String] = []

  init(_ written: String) {
    for part in written.components(separatedBy: "\r\u{1B}[K") {
      lines[lines.count - 1] = ""
      if part.hasPrefix("diagnose: "), !part.contains("\n") { drawn.append(part) }
      let pieces = part.replacingOccurrences(of: "\r\n", with: "\n").split(
        separator: "\n", omittingEmptySubsequences: false)
      lines[lines.count - 1] += pieces.first ?? ""
      lines += pieces.dropFirst().map(String.init)
    }
  }
}

@Suite struct ProgressTextTests {
  static func text(
    _ done: Int, of total: Int, counted: Int = 0, counting: String? = "report", notes: [(String, Duration)] = []
  ) -> ProgressText {
    var text = ProgressText(what: "ingest", total: total, unit: "file", counting: counting)
    text.done = done
    text.counted = counted
    text.notes = notes.map { (text: $0.0, since: $0.1) }
    return text
  }

  @Test func filesRateAndTimeLeft() {
    #expect(
      Self.text(1234, of: 10_000, counted: 1100).line(after: .seconds(4), columns: 100)
        == "diagnose: ingest: 1,234 of 10,000 files, 275 reports/s, 29 s left")
    #expect(
      Self.text(40, of: 100_000, counted: 2).line(after: .seconds(8), columns: 100)
        == "diagnose: ingest: 40 of 100,000 files, 15 reports/min, 5 h 33 min left")
    #expect(
      Self.text(10, of: 100, counting: nil).line(after: .seconds(20), columns: 100)
        == "diagnose: ingest: 10 of 100 files, 30 files/min, 3 min left")
  }

  @Test func nothingIsForetoldFromNothing() {
    #expect(Self.text(0, of: 9).line(after: .seconds(60), columns: 80) == "diagnose: ingest: 0 of 9 files")
    #expect(
      Self.text(5, of: 9, counted: 5).line(after: .milliseconds(1000), columns: 80)
        == "diagnose: ingest: 5 of 9 files, 5 reports/s")
    #expect(
      Self.text(12, of: 9, counted: 12).line(after: .seconds(3), columns: 80)
        == "diagnose: ingest: 9 of 9 files, 4 reports/s")
  }

  @Test func oneInputTellsItsReports() {
    #expect(Self.text(0, of: 1).line(after: .seconds(9), columns: 80) == nil)
    #expect(Self.text(0, of: 0, counting: nil).line(after: .seconds(9), columns: 80) == nil)
    #expect(
      Self.text(0, of: 1, counted: 300).line(after: .seconds(3), columns: 80)
        == "diagnose: ingest: 300 reports, 100 reports/s")
  }

  @Test func notesComeLast() {
    let notes = [("searching for symbol files", Duration.zero), ("reading all symbols of App.dSYM", .seconds(2))]
    #expect(
      Self.text(0, of: 1, notes: notes).line(after: .seconds(7), columns: 80)
        == "diagnose: ingest: reading all symbols of App.dSYM (5 s)")
    #expect(
      Self.text(3, of: 5, notes: [("reading", .seconds(1))]).line(after: .milliseconds(1500), columns: 80)
        == "diagnose: ingest: 3 of 5 files, reading")
  }

  @Test func lineNeverReachesTheEdgeNorSteersTheTerminal() throws {
    let notes = [
      ("reading all symbols of 日本語\u{1B}[31m\r\n\u{202E}é" + String(repeating: "語", count: 300), Duration.zero)
    ]
    for columns in [-5, 0, 1, 2, 3, 4, 20, 40, 79, 80, 81, 400] {
      let line = try #require(
        Self.text(12, of: 99, counted: 4, notes: notes).line(after: .seconds(3), columns: columns))
      let width = line.unicodeScalars.reduce(0) { $0 + ($1.value < 0x1100 ? 1 : 2) }
      #expect(width <= max(0, columns - 1))
      #expect(line.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x202E })
      if columns > 20 { #expect(line.hasSuffix("...")) }
    }
  }

  @Test func oddNumbersAreNoTrap() {
    for done in [Int.min, -1, 0, .max] {
      for total in [Int.min, 0, 2, .max] {
        for elapsed in [Duration.zero, .seconds(-4), .seconds(1 << 60)] {
          _ = Self.text(done, of: total, counted: done).line(after: elapsed, columns: 80)
        }
      }
    }
  }
}

/// A process draws one progress line at a time, so these tests are serialized.
@Suite(.serialized) struct ProgressLineTests {
  @Test func shortWorkDrawsNothing() throws {
    let terminal = try PseudoTerminal()
    let progress = ProgressLine("ingest", total: 10, terminal: terminal.drawing)
    for _ in 0..<10 { progress.advance() }
    progress.finish()
    Thread.sleep(forTimeInterval: 0.7)
    #expect(terminal.read() == "")
  }

  @Test func quietWorkAndOtherOutputDrawNothing() throws {
    let terminal = try PseudoTerminal()
    let quiet = ProgressLine("ingest", total: 10, isQuiet: true, terminal: terminal.drawing)
    let unseen = ProgressLine("ingest", total: 10, terminal: nil)
    quiet.advance()
    unseen.advance()
    Thread.sleep(forTimeInterval: 0.8)
    #expect(terminal.read() == "")
    quiet.finish()
    unseen.finish()
  }

  @Test func longWorkIsShownAndTakenAway() throws {
    let terminal = try PseudoTerminal()
    let begin = ContinuousClock.now
    let progress = ProgressLine("rediagnose", total: 400, terminal: terminal.drawing)
    Thread.sleep(forTimeInterval: 0.2)
    let early = terminal.read()
    // A machine under load may sleep longer than requested.
    if begin.duration(to: .now) < .milliseconds(450) { #expect(early == "") }
    var written = early
    for _ in 0..<120 {
      progress.advance(by: 2)
      Thread.sleep(forTimeInterval: 0.01)
      written += terminal.read()
    }
    written += terminal.wait { _ in !written.isEmpty }
    progress.finish()
    let seconds = begin.duration(to: .now) / .seconds(1)
    progress.finish()
    written += terminal.read()
    #expect(written.hasPrefix("\r\u{1B}[Kdiagnose: rediagnose: "))
    #expect(written.hasSuffix("\r\u{1B}[K"))
    let screen = Screen(written)
    #expect(screen.lines == [""])
    #expect((1...Int(seconds * 10 + 1)).contains(screen.drawn.count), "\(screen.drawn)")
    #expect(screen.drawn.allSatisfy { $0.contains(" of 400 reports") })
    progress.advance(by: 5)
    Thread.sleep(forTimeInterval: 0.3)
    #expect(terminal.read() == "")
  }

  @Test func whatIsSaidMeanwhileStandsAlone() throws {
    let terminal = try PseudoTerminal()
    let progress = ProgressLine("ingest", total: 50, terminal: terminal.drawing)
    var written = ""
    for number in 0..<3 {
      progress.advance()
      written += terminal.wait { $0.contains("\(number + 1) of 50") }
      StatusLine.suspending {
        try? FileDescriptor(rawValue: terminal.slave).write(Array("diagnose: fault \(number)\n".utf8))
      }
    }
    progress.finish()
    let screen = Screen(written + terminal.read())
    #expect(screen.lines == ["diagnose: fault 0", "diagnose: fault 1", "diagnose: fault 2", ""])
    #expect(screen.drawn.count >= 3)
  }

  @Test func widthIsAskedEachTime() throws {
    let terminal = try PseudoTerminal(columns: 60)
    let progress = ProgressLine("ingest", total: 1_000_000, terminal: terminal.drawing)
    progress.advance()
    #expect(terminal.wait { $0.contains("1 of 1,000,000 reports") }.contains("reports"))
    terminal.set(columns: 20)
    progress.advance()
    #expect(Screen(terminal.wait { $0.contains("...") }).drawn.last == "diagnose: ingest...")
    progress.finish()
  }

  @Test func notesAreShownWhileTheyLast() throws {
    let terminal = try PseudoTerminal()
    ProgressLine.beginNote("before")
    let progress = ProgressLine("symbolicate", total: 0, terminal: terminal.drawing)
    Thread.sleep(forTimeInterval: 0.7)
    #expect(terminal.read() == "")
    ProgressLine.beginNote("reading \u{7}App")
    var written = terminal.wait { $0.contains("App") }
    ProgressLine.endNote("reading \u{7}App")
    ProgressLine.endNote("never begun")
    written += terminal.wait { $0.hasSuffix("\r\u{1B}[K") }
    let screen = Screen(written)
    #expect(screen.drawn.first == "diagnose: symbolicate: reading \\u{7}App")
    #expect(screen.lines == [""])
    progress.finish()
  }
}

/// The program, with and without a terminal.
@Suite(.serialized) struct ProgressOfTheToolTests {
  /// A folder of links to one report. Links are added until reading the folder takes more than a second.
  private struct SlowFolder {
    let scratch: Scratch
    let arguments: [String]
    private(set) var count = 0
    /// ext4 permits 65,000 links to a file.
    private static let maxLinks = 10_000

    init(_ scratch: Scratch, _ arguments: [String]) throws {
      (self.scratch, self.arguments) = (scratch, arguments)
      try FileManager.default.createDirectory(at: scratch.url("reports"), withIntermediateDirectories: false)
    }

    var isFull: Bool { count >= 100_000 }

    /// At least doubles the number of links, and returns the result without a terminal.
    mutating func grow() throws -> Tool.Answer {
      var answer: Tool.Answer
      repeat {
        let goal = max(100, count * 2)
        while count < goal {
          let report = scratch.url("report-\(count / Self.maxLinks).ips")
          if count % Self.maxLinks == 0 {
            try FileManager.default.copyItem(
              at: Repository.url("sample-logs/designables/agent-font-cfrelease/agent-font-cfrelease.ips"), to: report)
          }
          try #require(link(report.path, scratch.url("reports/\(count).ips").path) == 0)
          count += 1
        }
        try forget()
        answer = try Tool.run(arguments, in: scratch.folder)
        try #require(answer.status == 0, "\(answer.err)")
      } while answer.seconds < 1.2 && !isFull
      return answer
    }

    /// Removes the history, so that the next run has as much to do as the one before: files that are known are not read.
    func forget() throws {
      for name in try FileManager.default.contentsOfDirectory(atPath: scratch.folder.path)
      where name.hasPrefix("h.sqlite") {
        try FileManager.default.removeItem(at: scratch.url(name))
      }
    }
  }

  @Test(arguments: [
    ["ingest", "--database", "h.sqlite", "reports"], ["analyze", "--no-database", "-f", "jsonl", "reports"],
  ])
  func lineAppearsOnATerminalOnly(_ arguments: [String]) throws {
    let scratch = try Scratch()
    var folder = try SlowFolder(scratch, arguments)
    var again: Tool.Answer
    var written: String
    var out: Tool.Capture
    var screen: Screen
    // Work that was slow under load may be fast later, and fast work shows no progress line.
    repeat {
      let plain = try folder.grow()
      #expect(!plain.err.contains("\r") && !plain.err.contains("\u{1B}"))
      try folder.forget()
      again = try Tool.run(arguments, in: scratch.folder)

      try folder.forget()
      let terminal = try PseudoTerminal()
      let process = try Tool.prepare(arguments, in: scratch.folder)
      out = try Tool.Capture(scratch.folder, "out")
      process.standardOutput = out.handle
      process.standardError = FileHandle(fileDescriptor: terminal.slave, closeOnDealloc: false)
      written = ""
      try process.run()
      while process.isRunning {
        written += terminal.read()
        Thread.sleep(forTimeInterval: 0.01)
      }
      written += terminal.read()
      screen = Screen(written)
      #expect(process.terminationStatus == 0)
    } while screen.drawn.isEmpty && !folder.isFull
    #expect(!screen.drawn.isEmpty)
    #expect(screen.drawn.allSatisfy { $0.contains(" files") && $0.hasPrefix("diagnose: \(arguments[0]): ") })
    // The remaining lines are the output without a terminal.
    #expect(screen.lines.joined(separator: "\n") == again.err)
    #expect(out.text() == again.out)
  }

  @Test func quietAnswerDrawsNothing() throws {
    let scratch = try Scratch()
    let arguments = ["analyze", "--no-database", "-q", "-f", "jsonl", "reports"]
    var folder = try SlowFolder(scratch, arguments)
    _ = try folder.grow()
    let terminal = try PseudoTerminal()
    let process = try Tool.prepare(arguments, in: scratch.folder)
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle(fileDescriptor: terminal.slave, closeOnDealloc: false)
    try process.run()
    process.waitUntilExit()
    #expect(terminal.read() == "")
  }
}
