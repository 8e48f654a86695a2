import Foundation
import Platform
import Vocabulary

/// A program of the user's that is given each report after it was stored: `watch --exec`.
///
/// One runs at a time, in the order of the reports, without a shell. It finds the report's `diagnose/1` document on its
/// standard input and ids in its environment; nothing of a report's text is in an argument or a variable, where a careless
/// script would obey it. What it prints goes to our standard error. Reports wait for it in a queue of bounded length; when
/// that is full, the watcher waits, and what comes meanwhile is found by the next rescan.
final class ReportProgram: @unchecked Sendable {
  struct Call: Sendable {
    var document: String
    var environment: [String: String]
  }

  private let words: [String]
  private let environment: [String: String]
  private let complain: @Sendable (String) -> Void
  private let condition = NSCondition()
  private var waiting: [Call] = []
  private var isBusy = false
  private var isStopped = false

  private static let longestQueue = 256
  /// A program that runs for longer is ended, in seconds.
  private static let patience = 60.0
  /// How long the end of the watcher waits for the program that runs, in seconds.
  private static let farewell = 0.5

  /// - Parameters:
  ///   - command: the program, looked for along `PATH`, and its arguments, parted by blanks.
  ///   - environment: what the program finds besides the report's ids.
  init?(command: String, environment: [String: String], complain: @escaping @Sendable (String) -> Void) {
    words = command.split(whereSeparator: { $0 == " " || $0 == "\t" }).map(String.init)
    if words.isEmpty { return nil }
    self.environment = environment
    self.complain = complain
    let thread = Thread { [self] in work() }
    thread.stackSize = 512 << 10
    thread.start()
  }

  /// Puts a call at the end of the queue; waits while it is full, unless the end was asked for.
  func add(_ call: Call) {
    condition.withLock {
      while waiting.count >= Self.longestQueue, !isStopped { condition.wait() }
      waiting.append(call)
      condition.broadcast()
    }
  }

  /// Lets `add` no longer wait: the watcher is to end.
  func stop() {
    condition.withLock {
      isStopped = true
      condition.broadcast()
    }
  }

  /// Waits until every call was made, or after `stop` for the one that runs, a moment. Returns how many were not made.
  func finish() -> Int {
    condition.withLock {
      while !isStopped, isBusy || !waiting.isEmpty { condition.wait() }
      isStopped = true
      condition.broadcast()
      let deadline = Date().addingTimeInterval(Self.farewell)
      while isBusy, condition.wait(until: deadline) {}
      return waiting.count
    }
  }

  private func work() {
    while true {
      let call = condition.withLock { () -> Call? in
        isBusy = false
        condition.broadcast()
        while waiting.isEmpty, !isStopped { condition.wait() }
        if isStopped { return nil }
        isBusy = true
        return waiting.removeFirst()
      }
      guard let call else { return }
      if let fault = run(call) { complain("\(Terminal.quotedFileName(words[0])): \(fault)") }
    }
  }

  /// Runs the program once. Returns what went wrong.
  private func run(_ call: Call) -> String? {
    // A file without a name, not a pipe: a program that does not read would let the writer wait, or end it.
    guard let input = Self.unnamedFile(holding: Array(call.document.utf8)) else {
      return "was not run: its input could not be written"
    }
    defer { try? input.close() }
    let child: ChildProcess
    do {
      let variables = environment.merging(call.environment) { $1 }.sorted { $0.key < $1.key }
      child = try ChildProcess(
        starting: words[0], Array(words.dropFirst()), environment: variables.map { $0.key + "=" + $0.value },
        ChildProcess.Streams(input: input, output: .standardError, error: .standardError))
    } catch {
      return "cannot be run (\(StandardStreams.reason(error)))"
    }
    let deadline = Date().addingTimeInterval(Self.patience)
    var pause = 0.002
    while true {
      switch child.state() {
      case .exited(0), .lost: return nil
      case .exited(let status): return "ended with status \(status)"
      case .signaled(let number): return "was ended by signal \(number)"
      case .running: break
      }
      if Date() > deadline {
        child.kill()
        child.wait()
        return "ran longer than \(Int(Self.patience)) s and was ended"
      }
      Thread.sleep(forTimeInterval: pause)
      pause = min(0.05, pause * 2)
    }
  }

  /// A file that has no name any more, holding `bytes`, open at its beginning; `nil` where none can be made.
  private static func unnamedFile(holding bytes: [UInt8]) -> FileDescriptor? {
    guard let file = try? FileDescriptor.unnamedFile(in: FilePath(FileManager.default.temporaryDirectory.path)) else {
      return nil
    }
    do throws(SystemError) {
      try file.write(bytes)
      try file.rewind()
      return file
    } catch {
      try? file.close()
      return nil
    }
  }
}
