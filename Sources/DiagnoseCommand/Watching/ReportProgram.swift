import Foundation
import Platform
import Vocabulary

/// The program of `watch --exec`, which receives each report after it was stored.
///
/// Calls run one at a time, in the order of the reports, without a shell. The program gets the report's `diagnose/1`
/// document on standard input and IDs in its environment. No text of a report is in an argument or a variable, where a
/// careless script might execute it. The program's output goes to standard error. Reports wait in a queue of limited
/// length; when it is full, the watcher waits, and the next rescan finds the reports that arrive meanwhile.
final class ReportProgram: @unchecked Sendable {
  struct Call: Sendable {
    var document: String
    var environment: [String: String]
  }

  private let words: [String]
  private let environment: [String: String]
  private let reportError: @Sendable (String) -> Void
  private let condition = NSCondition()
  private var waiting: [Call] = []
  private var isBusy = false
  private var isStopped = false

  private static let maxQueueLength = 256
  /// The maximum run time of the program, in seconds; after that, it is killed.
  private static let timeout = 60.0
  /// How long the watcher waits for the running program when it ends, in seconds.
  private static let shutdownTimeout = 0.5

  /// - Parameters:
  ///   - command: The program, searched along `PATH`, and its arguments, separated by blanks.
  ///   - environment: The environment of the program, without the IDs of the report.
  init?(command: String, environment: [String: String], reportError: @escaping @Sendable (String) -> Void) {
    words = command.split(whereSeparator: { $0 == " " || $0 == "\t" }).map(String.init)
    if words.isEmpty { return nil }
    self.environment = environment
    self.reportError = reportError
    let thread = Thread { [self] in work() }
    thread.stackSize = 512 << 10
    thread.start()
  }

  /// Appends a call to the queue. While the queue is full, waits, unless `stop` was called.
  func add(_ call: Call) {
    condition.withLock {
      while waiting.count >= Self.maxQueueLength, !isStopped { condition.wait() }
      waiting.append(call)
      condition.broadcast()
    }
  }

  /// Stops the queue, so that `add` no longer waits.
  func stop() {
    condition.withLock {
      isStopped = true
      condition.broadcast()
    }
  }

  /// Waits until all calls are done; after `stop`, waits briefly for the running call. Returns the number of calls that
  /// were not made.
  func finish() -> Int {
    condition.withLock {
      while !isStopped, isBusy || !waiting.isEmpty { condition.wait() }
      isStopped = true
      condition.broadcast()
      let deadline = Date().addingTimeInterval(Self.shutdownTimeout)
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
      if let fault = run(call) { reportError("\(Terminal.quotedFileName(words[0])): \(fault)") }
    }
  }

  /// Runs the program once. Returns an error message, or `nil` on success.
  private func run(_ call: Call) -> String? {
    // The input is an unnamed file and not a pipe: a program that does not read would block the writer, or end it with
    // SIGPIPE.
    guard let input = Self.unnamedFile(holding: Array(call.document.utf8)) else {
      return "was not run: cannot write its input"
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
    let deadline = Moment.now.advanced(by: Self.timeout)
    var pause = 0.002
    while true {
      switch child.state() {
      case .exited(0), .lost: return nil
      case .exited(let status): return "exited with status \(status)"
      case .signaled(let number): return "was terminated by signal \(number)"
      case .running: break
      }
      if Moment.now > deadline {
        child.kill()
        child.wait()
        return "ran longer than \(Int(Self.timeout)) s and was killed"
      }
      Thread.sleep(forTimeInterval: pause)
      pause = min(0.05, pause * 2)
    }
  }

  /// Creates a file without a name that contains `bytes`, positioned at its start; `nil` if that fails.
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
