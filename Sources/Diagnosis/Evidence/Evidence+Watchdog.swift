import Bytes
import CrashReports
import Vocabulary

extension Evidence {
  /// Whether the app used the processor or waited while the time of the watchdog ran. Captures `cpu`, and `busy` or
  /// `waiting` if the report states enough.
  static let watchdogProcessorTime = Evidence.custom(
    CustomEvidence(
      "the processor time of the app in the watchdog's statistics", reason: "It compares two durations.",
      needs: .texts([TextTemplate("Elapsed application CPU time (seconds):")]), explanations: [processorStatement]
    ) { context in
      guard let (seconds, percent, message) = context.watchdogProcessorTime else { return nil }
      var captures = ["cpu": seconds.text]
      let limit = context.watchdogLimit
      if let limit, limit > 0 {
        if seconds.value >= limit / 2 { captures["busy"] = "busy" }
        if seconds.value <= limit / 10 { captures["waiting"] = "waiting" }
      } else if let percent {
        if percent >= 25 { captures["busy"] = "busy" }
        if percent <= 2 { captures["waiting"] = "waiting" }
      }
      return context.match(
        line: message.line, member: message.text, statement: processorStatement, captures: captures)
    })

  private static let processorStatement = """
    The app used {cpu} s of processor time: {busy?it was busy|{waiting?it was waiting|it was busy for a part of the time}}.
    """
}

extension Evidence {
  /// What the main thread was doing when the watchdog's time ran out. Captures `activity`, the innermost function that does
  /// not only wait or start the app, if no frame of the app is known; `idle` is not decided here.
  static let watchdogActivity = Evidence.custom(
    CustomEvidence(
      "the innermost function of the main thread that works", reason: "Functions that only wait are skipped.",
      explanations: [activityStatement]
    ) { context in
      // A system call on top: the thread waits.
      guard context.firstAppFrame() == nil, context.threadImages.first != "libsystem_kernel.dylib" else { return nil }
      let found = context.threadStack.prefix(32).enumerated().first { _, frame in
        guard let name = frame.functionName, frame.isNamed else { return false }
        return frame.role == .system || frame.role == .unknown || frame.role == nil
          ? !AnalysisContext.isPrivateHelper(name) : false
      }
      guard let (position, frame) = found, let name = frame.functionName else { return nil }
      let captures = ["activity": shortened(name)]
      return EvidenceMatch(
        witnesses: [
          context.witness(frame: frame, at: position, statement: activityStatement, captures: captures)
        ], captures: captures)
    })

  private static let activityStatement = "The main thread was in {activity}."
}

extension AnalysisContext {
  /// Whether a function of a framework is one of its helpers, whose name says less than that of its caller: `-[UIView
  /// _notifyGeometryObservers]`.
  fileprivate static func isPrivateHelper(_ name: String) -> Bool {
    guard name.hasPrefix("-[") || name.hasPrefix("+["), let blank = name.utf8.firstIndex(of: 0x20) else {
      return name.hasPrefix("_")
    }
    return name.utf8[name.utf8.index(after: blank)...].first == UInt8(ascii: "_")
  }

  private static let applicationTime = "Elapsed application CPU time (seconds): "

  /// The processor time of the app, and its share of all processors in percent.
  fileprivate var watchdogProcessorTime:
    (seconds: (value: Double, text: String), percent: Double?, message: ReportMessage)?
  {
    for text in texts {
      guard let range = text.message.text.utf8.firstRange(of: Self.applicationTime.utf8) else { continue }
      let rest = text.message.text.utf8[range.upperBound...].prefix(64)
      let digits = String(Substring(rest.prefix { $0.isDecimal }))
      guard let value = Double(digits) else { continue }
      let after = rest.drop { $0.isDecimal }.drop { $0 == UInt8(ascii: ",") || $0 == 0x20 }
      let percent = Double(String(Substring(after.prefix { $0.isDecimal })))
      return ((value, digits), percent, text.message)
    }
    return nil
  }

  /// The words in front of the time that the event was allowed to take: that of the watchdog, or the time after which an
  /// exit or another request failed.
  private static let limitWords = [
    "time allowance of ", "Failed to terminate gracefully after ", "failed to terminate gracefully after ",
  ]

  /// The time that the event was allowed to take, in seconds.
  fileprivate var watchdogLimit: Double? {
    for words in Self.limitWords {
      for text in texts {
        guard let range = text.message.text.utf8.firstRange(of: words.utf8) else { continue }
        return Double(String(Substring(text.message.text.utf8[range.upperBound...].prefix { $0.isDecimal })))
      }
    }
    return failedAfter
  }

  /// The time in `Failed to background gracefully after 5.0s` and `failed to … after 10.00s`, for any request. A line of the app's log
  /// with these words is about something else.
  private var failedAfter: Double? {
    for text in texts {
      let bytes = text.message.text.utf8
      guard text.message.origin != .console || bytes.firstRange(of: " gracefully after ".utf8) != nil else { continue }
      guard let failed = bytes.firstRange(of: "ailed to ".utf8) else { continue }
      let rest = bytes[failed.upperBound...].prefix(96)
      guard let after = rest.firstRange(of: " after ".utf8) else { continue }
      let digits = rest[after.upperBound...].prefix { $0.isDecimal }
      guard rest[digits.endIndex...].first == UInt8(ascii: "s"), let seconds = Double(String(Substring(digits))) else {
        continue
      }
      return seconds
    }
    return nil
  }
}

extension UInt8 {
  fileprivate var isDecimal: Bool { (0x30...0x39).contains(self) || self == UInt8(ascii: ".") }
}
