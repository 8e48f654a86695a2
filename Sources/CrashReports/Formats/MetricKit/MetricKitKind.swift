/// The diagnostics of MetricKit (`MXDiagnosticPayload`), each with the member of a payload that lists them.
enum MetricKitKind: Int, Sendable {
  // In the order in which the diagnostics of a payload are told of.
  case crash, hang, processorTime, diskWrite, launch
  /// A call stack tree alone, or a diagnostic whose data tell no kind.
  case unknown

  var reportKind: CrashReport.Kind {
    switch self {
    case .crash: .crash
    case .hang: .hang
    case .processorTime, .diskWrite: .resource
    case .launch: .launch
    case .unknown: .unknown
    }
  }

  /// What a crash tells is in its exception; the others have only amounts.
  func summary(_ data: MetricKitData) -> String? {
    func took(_ seconds: Double?) -> String { seconds.map { " for \(Amounts.seconds($0))" } ?? "" }
    switch self {
    case .crash: return nil
    case .hang: return "the main thread did not respond" + took(data.hangDuration)
    case .processorTime:
      guard let used = data.cpuTime else { return "used too much processor time" }
      return "used \(Amounts.seconds(used)) of processor time"
        + (data.sampledTime.map { " within \(Amounts.seconds($0))" } ?? "")
    case .diskWrite: return "wrote " + (data.written.map(Amounts.bytes) ?? "too much") + " to storage"
    case .launch: return "took " + (data.launchDuration.map(Amounts.seconds) ?? "long") + " to launch"
    case .unknown: return "a call stack tree, without what happened"
    }
  }
}

/// `diagnosticMetaData`: what a diagnostic states besides its stacks.
struct MetricKitData {
  var exceptionType: UInt64?
  var exceptionCode: UInt64?
  var signal: UInt64?
  var hangDuration: Double?
  var cpuTime: Double?
  var sampledTime: Double?
  /// In bytes.
  var written: UInt64?
  var launchDuration: Double?

  /// The kind that the data tell, for a diagnostic that stands alone.
  var kind: MetricKitKind {
    if exceptionType != nil || signal != nil || exceptionCode != nil { return .crash }
    if hangDuration != nil { return .hang }
    if cpuTime != nil { return .processorTime }
    if written != nil { return .diskWrite }
    return launchDuration != nil ? .launch : .unknown
  }
}

/// Names of numbers in the headers of the system.
enum SystemNames {
  /// `mach/exception_types.h`
  static func exception(_ type: UInt64) -> String? {
    let names: [UInt64: String] = [
      1: "EXC_BAD_ACCESS", 2: "EXC_BAD_INSTRUCTION", 3: "EXC_ARITHMETIC", 4: "EXC_EMULATION", 5: "EXC_SOFTWARE",
      6: "EXC_BREAKPOINT", 7: "EXC_SYSCALL", 8: "EXC_MACH_SYSCALL", 9: "EXC_RPC_ALERT", 10: "EXC_CRASH",
      11: "EXC_RESOURCE", 12: "EXC_GUARD", 13: "EXC_CORPSE_NOTIFY",
    ]
    return names[type]
  }

  /// `sys/signal.h` of Darwin
  static func signal(_ number: UInt64) -> String? {
    let names = [
      "SIGHUP", "SIGINT", "SIGQUIT", "SIGILL", "SIGTRAP", "SIGABRT", "SIGEMT", "SIGFPE", "SIGKILL", "SIGBUS", "SIGSEGV",
      "SIGSYS", "SIGPIPE", "SIGALRM", "SIGTERM", "SIGURG", "SIGSTOP", "SIGTSTP", "SIGCONT", "SIGCHLD", "SIGTTIN",
      "SIGTTOU", "SIGIO", "SIGXCPU", "SIGXFSZ", "SIGVTALRM", "SIGPROF", "SIGWINCH", "SIGINFO", "SIGUSR1", "SIGUSR2",
    ]
    guard number >= 1, let index = Int(exactly: number - 1), index < names.count else { return nil }
    return names[index]
  }
}
