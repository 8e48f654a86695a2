import Bytes
import CrashReports

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

extension AnalysisContext {
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

  /// The time that the event was allowed to take, in seconds.
  fileprivate var watchdogLimit: Double? {
    for text in texts {
      guard let range = text.message.text.utf8.firstRange(of: "time allowance of ".utf8) else { continue }
      return Double(String(Substring(text.message.text.utf8[range.upperBound...].prefix { $0.isDecimal })))
    }
    return nil
  }
}

extension UInt8 {
  fileprivate var isDecimal: Bool { (0x30...0x39).contains(self) || self == UInt8(ascii: ".") }
}
