internal import Synchronization

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  internal import CChildProcess
  import Glibc
#endif

/// A child process, started with posix_spawn(3). Call `state` or `wait` until one of them reports that it has ended.
package struct ChildProcess: Sendable {
  private let id: pid_t

  /// The standard streams of the program.
  package struct Streams: Sendable {
    /// Standard input of the program (descriptor 0); `nil` is `/dev/null`.
    package var input: FileDescriptor?
    /// Standard output of the program (descriptor 1); `nil` is `/dev/null`.
    package var output: FileDescriptor?
    /// Standard error of the program (descriptor 2); `nil` is `/dev/null`.
    package var error: FileDescriptor?
    /// Further open files of the program: its descriptors 3, 4 and so on, in this order.
    package var others: [FileDescriptor]

    /// `nil` is `/dev/null`.
    package init(
      input: FileDescriptor? = nil, output: FileDescriptor? = nil, error: FileDescriptor? = nil,
      others: [FileDescriptor] = []
    ) {
      self.input = input
      self.output = output
      self.error = error
      self.others = others
    }
  }

  /// Whether the process is running, and how it ended.
  package enum State: Equatable, Sendable {
    case running
    case exited(status: Int32)
    /// Terminated by a signal.
    case signaled(number: Int32)
    /// Unknown: other code has already waited for the process (`ECHILD`).
    case lost
  }

  /// Starts a program, without a shell. It inherits no other open file. Signals that this process may have blocked or
  /// ignored have their default behavior in it.
  ///
  /// - Parameters:
  ///   - program: The path, or a name that is searched for in `PATH` of this process.
  ///   - environment: The complete environment of the program, as `NAME=value`.
  package init(
    starting program: String, _ arguments: [String], environment: [String], _ streams: Streams
  ) throws(SystemError) {
    try self.init(
      words: ([program] + arguments).map { Array($0.utf8) }, environment: environment.map { Array($0.utf8) }, streams)
  }

  /// Starts a program as above. Arguments and environment are bytes, which need not be UTF-8.
  ///
  /// - Parameters:
  ///   - words: The program and its arguments; at least one word.
  ///   - endsWithThread: Whether the program is killed (`SIGKILL`) when the calling thread ends, and therefore also when
  ///     this process is killed. Only Linux can do that (`PR_SET_PDEATHSIG`); it does not apply to programs that change
  ///     their user, such as sudo.
  ///   - leadsGroup: Whether the program is the leader of a new process group, so that `sendToGroup` reaches the processes
  ///     that it starts, too, unless they leave the group.
  package init(
    words: [[UInt8]], environment: [[UInt8]], _ streams: Streams, endsWithThread: Bool = false,
    leadsGroup: Bool = false
  ) throws(SystemError) {
    #if canImport(Glibc)
      if endsWithThread {
        id = try Self.startBound(words, environment, streams, leadsGroup: leadsGroup)
        return
      }
    #endif
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
      var attributes: posix_spawnattr_t?
    #elseif canImport(Glibc)
      var actions = posix_spawn_file_actions_t()
      var attributes = posix_spawnattr_t()
    #endif
    try Self.check(posix_spawn_file_actions_init(&actions))
    defer { posix_spawn_file_actions_destroy(&actions) }
    for (stream, file, flags) in [
      (STDIN_FILENO, streams.input, O_RDONLY), (STDOUT_FILENO, streams.output, O_WRONLY),
      (STDERR_FILENO, streams.error, O_WRONLY),
    ] {
      if let file {
        try Self.check(posix_spawn_file_actions_adddup2(&actions, file.rawValue, stream))
      } else {
        try Self.check(posix_spawn_file_actions_addopen(&actions, stream, "/dev/null", flags, 0))
      }
    }
    // Copies with high numbers: otherwise one of the files could be replaced before it is duplicated.
    var copies: [FileDescriptor] = []
    defer { for copy in copies { try? copy.close() } }
    for (index, file) in streams.others.enumerated() {
      let copy = try file.duplicated(from: Int32(16 + streams.others.count))
      copies.append(copy)
      try Self.check(posix_spawn_file_actions_adddup2(&actions, copy.rawValue, Int32(3 + index)))
    }
    try Self.check(posix_spawnattr_init(&attributes))
    defer { posix_spawnattr_destroy(&attributes) }
    try Self.set(&attributes, leadsGroup: leadsGroup)
    var words = words.map(Self.copy) + [nil]
    defer { for word in words { free(word) } }
    var variables = environment.map(Self.copy) + [nil]
    defer { for variable in variables { free(variable) } }
    guard let program = words[0] else { throw SystemError(number: EINVAL) }
    var child = pid_t()
    try Self.check(
      Self.starts.withLock { _ in
        posix_spawnp(&child, program, &actions, &attributes, &words, &variables)
      })
    id = child
  }

  #if canImport(Darwin)
    private typealias Attributes = posix_spawnattr_t?
  #elseif canImport(Glibc)
    private typealias Attributes = posix_spawnattr_t
  #endif

  /// Sets the signals and the process group of a program.
  private static func set(_ attributes: inout Attributes, leadsGroup: Bool) throws(SystemError) {
    var blocked = sigset_t()
    sigemptyset(&blocked)
    var defaulted = sigset_t()
    sigemptyset(&defaulted)
    for signal in CurrentProcess.defaultedInChildren { sigaddset(&defaulted, signal) }
    try check(posix_spawnattr_setsigmask(&attributes, &blocked))
    try check(posix_spawnattr_setsigdefault(&attributes, &defaulted))
    var flags = Int16(POSIX_SPAWN_SETSIGMASK) | Int16(POSIX_SPAWN_SETSIGDEF)
    if leadsGroup {
      flags |= Int16(POSIX_SPAWN_SETPGROUP)
      // 0 is the process ID of the program.
      try check(posix_spawnattr_setpgroup(&attributes, 0))
    }
    try check(posix_spawnattr_setflags(&attributes, flags))
  }

  #if canImport(Glibc)
    /// Starts a program that is killed when the calling thread ends.
    private static func startBound(
      _ words: [[UInt8]], _ environment: [[UInt8]], _ streams: Streams, leadsGroup: Bool
    ) throws(SystemError) -> pid_t {
      guard let first = words.first, !first.isEmpty else { throw SystemError(number: words.isEmpty ? EINVAL : ENOENT) }
      let count = Int32(3 + streams.others.count)
      var files: [FileDescriptor] = []
      defer { for file in files { try? file.close() } }
      for file in [streams.input, streams.output, streams.error] + streams.others {
        let null = file == nil ? try FileDescriptor(opening: FilePath("/dev/null"), .readWrite) : nil
        defer { try? null?.close() }
        if let opened = file ?? null { files.append(try opened.duplicated(from: count)) }
      }
      var defaulted = sigset_t()
      sigemptyset(&defaulted)
      for signal in CurrentProcess.defaultedInChildren { sigaddset(&defaulted, signal) }
      let words = words.map(copy) + [nil]
      defer { for word in words { free(word) } }
      let variables = environment.map(copy) + [nil]
      defer { for variable in variables { free(variable) } }
      var child = pid_t()
      let numbers = files.map(\.rawValue)
      try check(
        starts.withLock { _ in
          diagnose_start_bound(&child, words, variables, numbers, count, &defaulted, leadsGroup ? 1 : 0)
        })
      return child
    }
  #endif

  /// Held while a program is started.
  private static let starts = Mutex(())

  /// Runs `body` while no program is started: between the creation of a descriptor and marking it as `FD_CLOEXEC`, a
  /// program that another thread starts would inherit it.
  static func withoutStarts<Result>(_ body: () throws(SystemError) -> Result) throws(SystemError) -> Result {
    try starts.withLock { _ throws(SystemError) in try body() }
  }

  /// Returns the bytes as a C string, which the caller frees.
  private static func copy(_ bytes: [UInt8]) -> UnsafeMutablePointer<CChar>? {
    (bytes + [0]).map { CChar(bitPattern: $0) }.withUnsafeBufferPointer { $0.baseAddress.flatMap { strdup($0) } }
  }

  /// Throws if `result` is not 0: the posix_spawn functions return the error number instead of setting `errno`.
  private static func check(_ result: Int32) throws(SystemError) {
    if result != 0 { throw SystemError(number: result) }
  }

  /// Returns the present state without waiting.
  package func state() -> State { state(WNOHANG) }

  /// Waits for the process to end.
  @discardableResult
  package func wait() -> State { state(0) }

  private func state(_ options: Int32) -> State {
    var status: Int32 = 0
    while true {
      let ended = waitpid(id, &status, options)
      if ended == 0 { return .running }
      if ended > 0 { break }
      if errno != EINTR { return .lost }
    }
    // The low seven bits are the signal that terminated it, the next byte is its exit status. The macros of wait(2) are
    // not imported.
    let signal = status & 0x7F
    return signal == 0 ? .exited(status: status >> 8 & 0xFF) : .signaled(number: signal)
  }

  /// Waits for the process to end, and does not release its ID: until `wait` is called, `send` cannot reach another
  /// process that has the same ID.
  package func waitForEnd() {
    var information = siginfo_t()
    while waitid(P_PID, id_t(id), &information, WEXITED | WNOWAIT) != 0, errno == EINTR {}
  }

  /// Returns whether the process has ended, and does not release its ID.
  package func hasEnded() -> Bool {
    while true {
      var information = siginfo_t()
      if waitid(P_PID, id_t(id), &information, WEXITED | WNOHANG | WNOWAIT) == 0 {
        // The signal is 0 if the process is running (waitid(2)).
        return information.si_signo == SIGCHLD
      }
      if errno != EINTR { return true }
    }
  }

  /// Sends a signal to a process that leads a group, and to the processes of the group. It must not have been waited for:
  /// until then, no other group can have its ID.
  package func sendToGroup(_ signal: EndSignal) { systemSend(-id, signal.number) }

  /// Kills (`SIGKILL`) a process that leads a group, and the processes of the group. It must not have been waited for.
  package func killGroup() { systemKill(-id) }

  /// Sends a signal to the process, which must not have been waited for.
  package func send(_ signal: EndSignal) { send(signal.number) }

  /// Sends the signal with this number to the process, which must not have been waited for.
  package func send(_ signal: Int32) { systemSend(id, signal) }

  /// Kills the process (`SIGKILL`).
  package func kill() { systemKill(id) }

  /// The process ID of the current process.
  package static var ownID: Int32 { getpid() }
}

/// Calls kill(2), which the method of the same name hides.
private func systemKill(_ id: pid_t) { kill(id, SIGKILL) }

private func systemSend(_ id: pid_t, _ signal: Int32) { kill(id, signal) }
