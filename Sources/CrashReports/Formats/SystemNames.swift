/// Names of exception types and signals.
package enum SystemNames {
  private static let exceptions = [
    "EXC_BAD_ACCESS", "EXC_BAD_INSTRUCTION", "EXC_ARITHMETIC", "EXC_EMULATION", "EXC_SOFTWARE", "EXC_BREAKPOINT",
    "EXC_SYSCALL", "EXC_MACH_SYSCALL", "EXC_RPC_ALERT", "EXC_CRASH", "EXC_RESOURCE", "EXC_GUARD", "EXC_CORPSE_NOTIFY",
  ]
  private static let signals = [
    "SIGHUP", "SIGINT", "SIGQUIT", "SIGILL", "SIGTRAP", "SIGABRT", "SIGEMT", "SIGFPE", "SIGKILL", "SIGBUS", "SIGSEGV",
    "SIGSYS", "SIGPIPE", "SIGALRM", "SIGTERM", "SIGURG", "SIGSTOP", "SIGTSTP", "SIGCONT", "SIGCHLD", "SIGTTIN",
    "SIGTTOU", "SIGIO", "SIGXCPU", "SIGXFSZ", "SIGVTALRM", "SIGPROF", "SIGWINCH", "SIGINFO", "SIGUSR1", "SIGUSR2",
  ]

  /// Returns the name of a Mach exception type (`mach/exception_types.h`); `nil` if it is not known.
  package static func exception(_ type: UInt64) -> String? { name(type, exceptions) }

  /// Returns the name of a signal (`sys/signal.h` of Darwin); `nil` if it is not known.
  package static func signal(_ number: UInt64) -> String? { name(number, signals) }

  /// Returns the number of a Mach exception type; `nil` if the name is not one.
  package static func number(ofException name: String) -> Int? { exceptions.firstIndex(of: name).map { $0 + 1 } }

  /// Returns the number of a signal; `nil` if the name is not one.
  package static func number(ofSignal name: String) -> Int? { signals.firstIndex(of: name).map { $0 + 1 } }

  private static func name(_ number: UInt64, _ names: [String]) -> String? {
    guard number >= 1, let index = Int(exactly: number - 1), index < names.count else { return nil }
    return names[index]
  }
}
