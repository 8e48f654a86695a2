/// Signals by the runtime's wording (`swift-backtrace`, `CrashLog` and `Target` of its sources).
enum SwiftSignal {
  private static let wordings: [(String, String)] = [
    ("Illegal instruction", "SIGILL"), ("Aborted", "SIGABRT"), ("Bus error", "SIGBUS"),
    ("Floating point exception", "SIGFPE"), ("Bad pointer dereference", "SIGSEGV"),
    ("Segmentation fault", "SIGSEGV"), ("System trap", "SIGTRAP"), ("Trace trap", "SIGTRAP"), ("Quit", "SIGQUIT"),
    ("Bad system call", "SIGSYS"), ("Terminated", "SIGTERM"),
  ]

  private static let numbers: [Int: String] = [
    3: "SIGQUIT", 4: "SIGILL", 5: "SIGTRAP", 6: "SIGABRT", 8: "SIGFPE", 11: "SIGSEGV",
  ]

  /// Returns the name of the signal that `description` begins with; `nil` if it is not recognized.
  static func name(_ description: String) -> String? {
    for (wording, name) in wordings where description.hasPrefix(wording) { return name }
    guard description.hasPrefix("Signal ") else { return nil }
    return Int(description.dropFirst(7).prefix { $0.isASCII && $0.isNumber }).flatMap { numbers[$0] }
  }
}

extension ByteText {
  /// Returns the signal that the line above a backtrace names, `*** Signal 4: Backtracing from 0x7f… done ***`; `nil`
  /// for other lines.
  func swiftSignalAnnounced(_ content: Slice) -> String? {
    guard let mark = find("Signal ", content), let end = find(": Backtracing from", Slice(mark, content.end)) else {
      return nil
    }
    return SwiftSignal.name(string(Slice(mark, end)))
  }

  /// Returns the offset of the failure in the title of a backtrace: below `Program crashed: `, or at
  /// `Swift runtime failure: `, which the runtime prints instead for a trap that the compiler labeled.
  func swiftTitle(_ content: Slice) -> Int? {
    if let mark = findLast("Swift runtime failure: ", content) {
      // The same words name the inlined frame of the trap, in a row that begins with its number.
      let before = trimmed(Slice(content.start, mark))
      let isTitle = before.isEmpty || hasSuffix("***", before) || self[before.end - 1] >= 0x80
      if isTitle || contains("Backtracing from", before) { return mark }
    }
    return findLast("Program crashed: ", content).map { $0 + 17 }
  }
}
