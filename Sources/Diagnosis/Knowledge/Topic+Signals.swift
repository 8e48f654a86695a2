extension Topic {
  private static func signal(
    _ id: String, _ number: UInt64, _ title: String, _ explanation: [String], advice: String? = nil,
    patterns: [String] = []
  ) -> Topic {
    Topic(
      id, .signal, names: [String(id.dropFirst(3)), "signal \(number)"], number: number, title, explanation,
      inReports: "In brackets behind Exception Type, or Termination Reason: SIGNAL \(number).", advice: advice,
      patterns: patterns, source: "sys/signal.h")
  }

  /// Signals that end a process, by number.
  static let signals: [Topic] = [
    signal("SIGHUP", 1, "the terminal went away", ["A shell or terminal that started the process has ended."]),
    signal("SIGINT", 2, "interrupted", ["Somebody pressed Control-C."]),
    signal(
      "SIGQUIT", 3, "asked to quit with a report",
      [
        "Another process wanted this one to end and leave a report, mostly because it did not answer.",
        "The stacks show where it was, not a fault of the crashed thread.",
      ],
      advice: "Read Termination Reason and Terminating Process.", patterns: ["watchdog-8badf00d"]),
    signal(
      "SIGILL", 4, "illegal instruction",
      ["On Intel mostly a trap of Swift on purpose; see EXC_BAD_INSTRUCTION."],
      advice: "diagnose explain EXC_BAD_INSTRUCTION",
      patterns: ["swift-trap-unspecified", "illegal-instruction"]),
    signal(
      "SIGTRAP", 5, "trap instruction", ["The program stopped itself; see EXC_BREAKPOINT."],
      advice: "diagnose explain EXC_BREAKPOINT", patterns: ["swift-trap-unspecified", "sigtrap-in-test"]),
    signal(
      "SIGABRT", 6, "abort(): the process ended itself",
      [
        "abort() was called, by the program or by a library that found something it cannot go on with: an uncaught "
          + "Objective-C or C++ exception, a failed assert(), a damaged heap.",
        "The stack of the abort is not the cause when there is a Last Exception Backtrace.",
      ],
      advice: "Read Application Specific Information and Last Exception Backtrace.",
      patterns: ["nsexception-uncaught", "assert-failed", "malloc-corruption"]),
    signal("SIGEMT", 7, "emulator trap", ["Not raised by today's systems."]),
    signal("SIGFPE", 8, "arithmetic fault", ["See EXC_ARITHMETIC."]),
    signal(
      "SIGKILL", 9, "ended by the system or another process",
      ["It cannot be caught: no code of the app ran afterwards. Termination Reason says who did it and why."],
      advice: "Read Termination Reason: its namespace and code.",
      patterns: ["watchdog-8badf00d", "codesign-kill", "jetsam-memory", "file-lock-dead10cc"]),
    signal(
      "SIGBUS", 10, "bus error",
      [
        "The address is mapped, but cannot be accessed so: not aligned, behind the end of a mapped file, or without "
          + "the right. A stack that is used up may end like this, too."
      ], patterns: ["memory-bus-error", "stack-overflow"]),
    signal(
      "SIGSEGV", 11, "segmentation fault: no such memory", ["See EXC_BAD_ACCESS."],
      advice: "diagnose explain EXC_BAD_ACCESS", patterns: ["memory-bad-access", "objc-overrelease"]),
    signal(
      "SIGSYS", 12, "system call that does not exist or is forbidden", ["Mostly a sandbox that forbids the call."]),
    signal(
      "SIGPIPE", 13, "wrote to a pipe or socket that nobody reads",
      ["The other side closed the connection. Apps ignore the signal (SO_NOSIGPIPE) and look at the error instead."]),
    signal("SIGALRM", 14, "a timer set with alarm() ran out", ["The program, or a tool that started it, set a limit."]),
    signal(
      "SIGTERM", 15, "asked to end", ["A polite request of the system or a user; without a handler the process ends."]),
    signal("SIGXCPU", 24, "limit of processor time passed", ["A limit set with setrlimit()."]),
    signal("SIGXFSZ", 25, "limit of file size passed", ["A limit set with setrlimit()."]),
  ]
}
