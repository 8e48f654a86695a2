#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Runs a program of the system, for as long as it is worth waiting for.
enum BoundedProcess {
  /// What the program writes to standard output, at most a megabyte; `nil` if it cannot be run, fails, or is not done
  /// after `seconds`, when it is ended.
  static func output(of program: String, _ arguments: [String], seconds: Int) -> [UInt8]? {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return nil }
    defer { close(ends[0]) }
    guard let child = start(program, arguments, output: ends[1]) else {
      close(ends[1])
      return nil
    }
    close(ends[1])
    let bytes = drain(ends[0], until: now() + seconds * 1000)
    if bytes == nil { kill(child, SIGKILL) }
    var status: Int32 = 0
    while waitpid(child, &status, 0) < 0, errno == EINTR {}
    // The low seven bits are the signal that ended it, the next byte is its exit status.
    return status & 0xFF7F == 0 ? bytes : nil
  }

  /// Only standard output is the child's own: the end of the pipe that we read from is closed in it, and the rest too if
  /// it was opened as the files of this program are.
  private static func start(_ program: String, _ arguments: [String], output: Int32) -> pid_t? {
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
    #else
      var actions = posix_spawn_file_actions_t()
    #endif
    guard posix_spawn_file_actions_init(&actions) == 0 else { return nil }
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_adddup2(&actions, output, 1)
    posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
    if output > 2 { posix_spawn_file_actions_addclose(&actions, output) }
    var words = ([program] + arguments).map { strdup($0) } + [nil]
    defer { for word in words { free(word) } }
    var environment: [UnsafeMutablePointer<CChar>?] = [nil]
    var child: pid_t = 0
    return posix_spawn(&child, program, &actions, nil, &words, &environment) == 0 ? child : nil
  }

  /// Everything up to the end; `nil` when the time is over first or there is too much.
  private static func drain(_ descriptor: Int32, until end: Int) -> [UInt8]? {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 16 << 10)
    while bytes.count <= 1 << 20 {
      let left = end - now()
      guard left > 0 else { return nil }
      var wait = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      let ready = poll(&wait, 1, Int32(clamping: left))
      if ready < 0, errno != EINTR { return nil }
      guard ready > 0 else { continue }
      let count = read(descriptor, &buffer, buffer.count)
      if count == 0 { return bytes }
      if count > 0 { bytes += buffer[..<count] } else if errno != EINTR { return nil }
    }
    return nil
  }

  /// Milliseconds of a clock that nobody sets.
  private static func now() -> Int {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return time.tv_sec * 1000 + time.tv_nsec / 1_000_000
  }
}
