import Bytes

/// Whose end a line of a console states: that of the process of a report, or that of another process or another run.
///
/// People paste what they have: the console above a report, with lines of other processes in it. What another process wrote about
/// its own end is never evidence for this one; the system's lines about this process are.
extension CrashReport {
  /// Words with which a process, or its runtime, states its own end.
  private static let ends = [
    "terminating app due to", "terminating due to", "terminating with uncaught", "uncaught exception", "fatal error:",
    "library not loaded", "symbol not found", "assertion failed", "assertion failure", "precondition failed",
  ]

  /// Whether a line states the end of the process that wrote it.
  static func statesEnd(_ line: ConsoleLine) -> Bool {
    let text = line.text.shortened(to: 1024)
    return ends.contains { text.containsBytes(ignoringCase: $0) }
  }

  /// Words with which a runtime states that an exception of a language was not caught, and not another failure.
  private static let exceptions = ["terminating", "uncaught exception"]

  /// Programs of the system that write about the ends of other processes.
  private static let observers: Set<String> = [
    "SpringBoard", "ReportCrash", "runningboardd", "launchd", "launchd_sim", "backboardd", "osanalyticshelper",
    "assertiond", "kernel", "testmanagerd", "com.apple.xpc.launchd",
  ]

  /// The length in bytes from which a name may be one that the system cut.
  private static let minTruncated = 15

  /// Whether the process that a line names, or that a line of the system is about, is that of this report; `nil` if the line names
  /// none, or the report's is unknown.
  func isWritten(_ line: ConsoleLine) -> Bool? {
    guard let own = process?.name.map(shortImageName), let written = line.process.map(shortImageName), !own.isEmpty,
      !written.isEmpty
    else { return nil }
    if isAbout(line) { return true }
    // Consoles cut long names; dyld writes its own name with the number of the process.
    let isSame = written == "dyld" || written == own || Self.isCut(written, of: own) || Self.isCut(own, of: written)
    guard isSame, let pid = process?.pid, let other = line.pid else { return written == "dyld" ? nil : isSame }
    return pid == other
  }

  /// Whether a program of the system wrote the line, and names this process with its number.
  private func isAbout(_ line: ConsoleLine) -> Bool {
    guard let own = process?.name.map(shortImageName), let pid = process?.pid, let written = line.process,
      Self.observers.contains(shortImageName(written))
    else { return false }
    return line.text.containsBytes(ignoringCase: "\(own)[\(pid)]")
  }

  /// Whether the number of the process shows that the line is of this run, or about it.
  private func isOfRun(_ line: ConsoleLine) -> Bool {
    guard let pid = process?.pid else { return false }
    return line.pid == pid || isAbout(line)
  }

  /// Whether the process can have ended as lines state: a runtime aborts after an exception that was not caught, and its own checks
  /// abort or trap. A line with the number of the process is of it in any case: what it states may have come before the end.
  fileprivate func mayEnd(with ends: [ConsoleLine]) -> Bool {
    if ends.contains(where: isOfRun) { return true }
    let words = [exception?.type, exception?.signal].compactMap { $0 }
    if words.isEmpty || words.contains("SIGABRT") || words == ["EXC_CRASH"] { return true }
    guard words.contains(where: ["EXC_BREAKPOINT", "EXC_BAD_INSTRUCTION", "SIGTRAP", "SIGILL"].contains) else {
      return false
    }
    // AppKit traps after an exception, if an app asks for that.
    let trapsAfterException =
      crashedThread?.frames.prefix(8).contains { $0.functionName?.containsBytes("_crashOnException") ?? false } ?? false
    return trapsAfterException || !ends.contains(where: Self.statesException)
  }

  private static func statesException(_ line: ConsoleLine) -> Bool {
    let text = line.text.shortened(to: 1024)
    return exceptions.contains { text.containsBytes(ignoringCase: $0) }
  }

  /// Whether a message of the loader may be about this process: the loader states only the number of the process.
  fileprivate func mayBeWritten(_ message: ConsoleLine) -> Bool {
    guard let pid = process?.pid, let other = message.pid else { return true }
    return pid == other
  }

  private static func isCut(_ name: String, of whole: String) -> Bool {
    name.utf8.count >= minTruncated && whole.hasPrefix(name)
  }

  /// Marks lines in which another process, or another run of this one, states its end, and removes an exception that was read from one.
  mutating func separateOtherWriters() {
    guard lines[.processName] != nil, threads?.isEmpty == false else { return }
    let messages = loaderMessages.filter(mayBeWritten)
    loaderMessages = messages
    let isFault = [exception?.type, exception?.signal].contains {
      ["EXC_BAD_ACCESS", "SIGSEGV", "SIGBUS"].contains($0)
    }
    for index in consoleLines.indices where !consoleLines[index].isMention {
      let line = consoleLines[index]
      guard Self.statesEnd(line) else { continue }
      let isOfOther = isWritten(line) == false
      // After a fault, no runtime states that an exception was not caught.
      guard isOfOther || isFault && Self.statesException(line) && !isOfRun(line) else { continue }
      consoleLines[index].isMention = true
      if let stated = lines[.exceptionReason], (line.line...line.lastLine).contains(stated) { removeRaisedException() }
    }
  }

  /// Removes name and reason of a language exception; the Mach exception remains.
  mutating func removeRaisedException() {
    exception?.name = nil
    exception?.reason = nil
    lines[.exceptionReason] = nil
    if exception?.type == nil { exception = nil }
  }
}

extension ReadOutcome {
  /// Moves console lines that were read as a failure of their own into the structured report beside them, if they state the same end:
  /// the process that they name is that of the report, or they name none and the report has no message.
  mutating func joinConsoles() {
    let structured = reports.indices.filter {
      reports[$0].value.kind == .crash && !reports[$0].value.source.quotesLines
        && reports[$0].value.threads?.isEmpty == false
    }
    guard reports.count <= Self.maxJoined, !structured.isEmpty, structured.count < reports.count else { return }
    var joined: Set<Int> = []
    for index in reports.indices where reports[index].value.isConsoleAlone {
      let log = reports[index].value
      let ends = log.consoleLines.filter(CrashReport.statesEnd)
      let named = structured.filter {
        reports[$0].value.agrees(with: log) == true && reports[$0].value.mayEnd(with: ends)
      }
      let silent =
        structured.count == 1
        ? structured.filter { reports[$0].value.lacksMessage(of: log) && reports[$0].value.mayEnd(with: ends) } : []
      guard let target = named.count == 1 ? named.first : silent.first, abs(target - index) == 1 || named.count == 1
      else {
        continue
      }
      reports[target].value.adopt(log)
      joined.insert(index)
    }
    guard !joined.isEmpty else { return }
    reports = reports.enumerated().filter { !joined.contains($0.offset) }.map(\.element)
    for index in reports.indices { reports[index].value.source.index = index }
  }

  /// The maximum number of reports of an input whose console lines are joined.
  private static let maxJoined = 16
}

extension CrashReport {
  /// Whether the report is nothing but lines of a console that state the end of a process.
  fileprivate var isConsoleAlone: Bool {
    threads?.isEmpty != false && lastExceptionBacktrace == nil && images == nil && lines[.processName] == nil
      && lines[.exceptionType] == nil && termination == nil && previewMessages.isEmpty && documentMessages.isEmpty
      && canvasLines.isEmpty && details.isEmpty && source.quotesLines && !source.isMention
      && consoleLines.contains { !$0.isMention && Self.statesEnd($0) }
  }

  /// Whether the lines that state an end are those of this process; `nil` if none of them names a process.
  fileprivate func agrees(with log: CrashReport) -> Bool? {
    let written = log.consoleLines.filter(Self.statesEnd).compactMap(isWritten)
    return written.isEmpty ? nil : written.allSatisfy { $0 }
  }

  /// Whether this report has no message of its own, and the lines of a log name no process.
  fileprivate func lacksMessage(of log: CrashReport) -> Bool {
    agrees(with: log) == nil && !log.consoleLines.contains { Self.statesEnd($0) && $0.process != nil }
      && exception?.reason == nil && exception?.name == nil && applicationSpecificInformation?.isEmpty != false
      && loaderMessages.isEmpty
  }

  /// Takes over the lines of a log, and the exception that they state.
  fileprivate mutating func adopt(_ log: CrashReport) {
    consoleLines += log.consoleLines
    loaderMessages += log.loaderMessages.filter(mayBeWritten)
    guard exception?.name == nil, exception?.reason == nil, let raised = log.exception else { return }
    if exception == nil { exception = raised }
    exception?.name = raised.name
    exception?.reason = raised.reason
    lines[.exceptionReason] = log.lines[.exceptionReason]
  }
}
