extension Topic {
  private static func signal(
    _ id: String, _ number: UInt64, searchTerms: [String] = [], _ title: String, _ explanation: [String],
    advice: String? = nil, patterns: [String] = []
  ) -> Topic {
    Topic(
      id, .signal, names: [String(id.dropFirst(3)), "signal \(number)"], searchTerms: searchTerms, number: number,
      title, explanation, inReports: "In parentheses after Exception Type, or Termination Reason: SIGNAL \(number).",
      advice: advice, patterns: patterns + Pattern.fallbacks(forSignal: id), source: "sys/signal.h")
  }

  /// Signals that terminate a process, by number.
  static let signals: [Topic] = [
    signal(
      "SIGHUP", 1, searchTerms: ["hangup"], "hangup: the terminal was closed",
      ["A shell or terminal that started the process has ended."]),
    signal("SIGINT", 2, searchTerms: ["control-c", "ctrl-c"], "interrupted", ["Control-C was pressed."]),
    signal(
      "SIGQUIT", 3, "quit request with a report",
      [
        "Another process requested that this one end and leave a report, usually because it did not respond.",
        "The stacks show what each thread was doing, not a fault of the crashed thread.",
      ],
      advice: "Read Termination Reason and Terminating Process.", patterns: ["watchdog-8badf00d"]),
    signal(
      "SIGILL", 4, "illegal instruction",
      ["On Intel usually an intentional Swift trap; see EXC_BAD_INSTRUCTION."],
      advice: "diagnose explain EXC_BAD_INSTRUCTION",
      patterns: ["swift-trap-unspecified", "illegal-instruction"]),
    signal(
      "SIGTRAP", 5, searchTerms: ["trap instruction"], "trap instruction",
      ["The program stopped itself; see EXC_BREAKPOINT."],
      advice: "diagnose explain EXC_BREAKPOINT", patterns: ["swift-trap-unspecified", "sigtrap-in-test"]),
    signal(
      "SIGABRT", 6, searchTerms: ["abort", "abort()", "abort() called", "abort trap", "abort trap 6", "abort trap: 6"],
      "abort(): the process terminated itself",
      [
        "The program or a library called abort() because it cannot continue: an uncaught Objective-C or C++ exception, "
          + "a failed assert(), heap corruption.",
        "The stack of the abort does not show the cause if there is a Last Exception Backtrace.",
      ],
      advice: "Read Application Specific Information and Last Exception Backtrace.",
      patterns: ["nsexception-uncaught", "cpp-exception-uncaught", "assert-failed", "malloc-corruption"]),
    signal("SIGEMT", 7, "emulator trap", ["Not raised by current systems."]),
    signal("SIGFPE", 8, "arithmetic fault", ["See EXC_ARITHMETIC."], patterns: ["exc-arithmetic"]),
    signal(
      "SIGKILL", 9,
      searchTerms: ["killed by the system", "killed", "killed 9", "kill -9", "terminated by the system"],
      "killed by the system or another process",
      ["It cannot be caught: no code of the app ran afterwards. Termination Reason states who did it and why."],
      advice: "Read Termination Reason: its namespace and code.",
      patterns: ["watchdog-8badf00d", "codesign-kill", "jetsam-memory", "file-lock-dead10cc"]),
    signal(
      "SIGBUS", 10, "bus error",
      [
        "The address is mapped, but this access to it is invalid: misaligned, past the end of a mapped file, or not "
          + "permitted. A stack overflow may also raise this signal."
      ], patterns: ["memory-bus-error", "stack-overflow", "segfault-raised"]),
    signal(
      "SIGSEGV", 11, searchTerms: ["segmentation fault", "segfault", "seg fault", "segmentation violation"],
      "segmentation fault: invalid memory access", ["See EXC_BAD_ACCESS."],
      advice: "diagnose explain EXC_BAD_ACCESS",
      patterns: ["memory-null-dereference", "memory-bad-access", "objc-overrelease", "segfault-raised"]),
    signal(
      "SIGSYS", 12, searchTerms: ["bad system call"], "nonexistent or forbidden system call",
      ["Usually because a sandbox forbids the call."]),
    signal(
      "SIGPIPE", 13, searchTerms: ["broken pipe"], "broken pipe: wrote to a pipe or socket without a reader",
      ["The other side closed the connection. Apps turn the signal off (SO_NOSIGPIPE) and check the error instead."]),
    signal(
      "SIGALRM", 14, "a timer set with alarm() expired", ["The program, or a tool that started it, set a time limit."]),
    signal(
      "SIGTERM", 15, searchTerms: ["termination request"], "termination request",
      ["A request by the system or a user. Without a handler, the process terminates."]),
    signal("SIGXCPU", 24, "CPU time limit exceeded", ["A limit set with setrlimit()."]),
    signal("SIGXFSZ", 25, "file size limit exceeded", ["A limit set with setrlimit()."]),
  ]
}
