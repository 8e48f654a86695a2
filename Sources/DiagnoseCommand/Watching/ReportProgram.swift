import Foundation
import Vocabulary

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

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
    defer { close(input) }
    var child = pid_t()
    let number = spawn(&child, input, call.environment)
    guard number == 0 else { return "cannot be run (\(StandardStreams.reason(number)))" }
    let deadline = Date().addingTimeInterval(Self.patience)
    var status: Int32 = 0
    var pause = 0.002
    while true {
      let ended = waitpid(child, &status, WNOHANG)
      if ended == child { break }
      if ended < 0, errno != EINTR { return nil }
      if Date() > deadline {
        kill(child, SIGKILL)
        while waitpid(child, &status, 0) < 0, errno == EINTR {}
        return "ran longer than \(Int(Self.patience)) s and was ended"
      }
      Thread.sleep(forTimeInterval: pause)
      pause = min(0.05, pause * 2)
    }
    let signal = status & 0x7F
    if signal != 0 { return "was ended by signal \(signal)" }
    let code = status >> 8 & 0xFF
    return code == 0 ? nil : "ended with status \(code)"
  }

  private func spawn(_ child: inout pid_t, _ input: Int32, _ own: [String: String]) -> Int32 {
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
      var attributes: posix_spawnattr_t?
    #else
      var actions = posix_spawn_file_actions_t()
      var attributes = posix_spawnattr_t()
    #endif
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO)
    posix_spawn_file_actions_adddup2(&actions, STDERR_FILENO, STDOUT_FILENO)
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // The watcher blocks the signals that end it and ignores SIGPIPE; its child is to have them as usual.
    var none = sigset_t()
    sigemptyset(&none)
    var usual = sigset_t()
    sigemptyset(&usual)
    sigaddset(&usual, SIGPIPE)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setsigdefault(&attributes, &usual)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK) | Int16(POSIX_SPAWN_SETSIGDEF))
    let variables = environment.merging(own) { $1 }.sorted { $0.key < $1.key }.map { $0.key + "=" + $0.value }
    return Self.withCStrings(words) { arguments in
      Self.withCStrings(variables) { variables in
        posix_spawnp(&child, words[0], &actions, &attributes, arguments, variables)
      }
    }
  }

  private static func withCStrings<Value>(
    _ texts: [String], _ body: (UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>) -> Value
  ) -> Value {
    var pointers = texts.map { strdup($0) } + [nil]
    defer { for pointer in pointers { free(pointer) } }
    return pointers.withUnsafeMutableBufferPointer { buffer in
      // Never without a base address: there is at least the closing nil.
      guard let base = buffer.baseAddress else { preconditionFailure("a list of texts ends with nil") }
      return body(base)
    }
  }

  /// A file that has no name any more, holding `bytes`, open at its beginning; `nil` where none can be made.
  private static func unnamedFile(holding bytes: [UInt8]) -> Int32? {
    var template = Array((FileManager.default.temporaryDirectory.path + "/diagnose-XXXXXX").utf8CString)
    let descriptor = mkstemp(&template)
    guard descriptor >= 0 else { return nil }
    unlink(template)
    var written = 0
    while written < bytes.count {
      let count = bytes[written...].withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else {
        close(descriptor)
        return nil
      }
      written += count
    }
    guard lseek(descriptor, 0, SEEK_SET) == 0, fcntl(descriptor, F_SETFD, FD_CLOEXEC) == 0 else {
      close(descriptor)
      return nil
    }
    return descriptor
  }
}
