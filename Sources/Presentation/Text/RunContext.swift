import CrashReports
import Vocabulary

/// In which state of the app an event happened: how long after its launch, in which role, installed from where.
enum RunContext {
  /// Returns the state in one line; `nil` if the report states none of it, or describes no failure of a process.
  static func words(_ report: CrashReport) -> String? {
    guard report.kind == .crash || report.kind == .watchdog else { return nil }
    var parts: [String] = []
    if let seconds = secondsAfterLaunch(report) { parts.append(duration(seconds) + " after launch") }
    if let role = report.process?.role.flatMap({ roles[$0.lowercased()] }) { parts.append(role) }
    if case .text(let name)? = report.detail(.distribution)?.value {
      parts.append(name == "beta" ? "beta build" : "installed from \(name)")
    }
    return parts.isEmpty ? nil : parts.joined(separator: ", ")
  }

  /// The seconds between launch and event, with the decimals of the report; `nil` if it does not state both.
  static func secondsAfterLaunch(_ report: CrashReport) -> Double? {
    guard let crashed = report.times?.crashed?.rfc3339, let launched = report.times?.launched?.rfc3339,
      let end = seconds(crashed), let begin = seconds(launched), end >= begin
    else { return nil }
    return end - begin
  }

  private static func seconds(_ time: String) -> Double? {
    guard let whole = Timestamp(rfc3339: time)?.seconds else { return nil }
    guard let point = time.utf8.firstIndex(of: UInt8(ascii: ".")) else { return Double(whole) }
    let digits = time.utf8[time.utf8.index(after: point)...].prefix(9).prefix { (0x30...0x39).contains($0) }
    return Double(whole) + (Double("0." + String(Substring(digits))) ?? 0)
  }

  private static func duration(_ seconds: Double) -> String {
    switch seconds {
    // Many reports state whole seconds.
    case ..<0.05: return "less than 1 s"
    case ..<10:
      let tenths = Int((seconds * 10).rounded())
      return "\(tenths / 10).\(tenths % 10) s"
    case ..<120: return "\(Int(seconds.rounded())) s"
    case ..<7_200: return "\(Int((seconds / 60).rounded())) min"
    case ..<172_800: return "\(Int((seconds / 3_600).rounded())) h"
    default: return "\(Int(min(seconds, 1e12) / 86_400)) days"
    }
  }

  private static let roles = [
    "foreground": "in the foreground", "background": "in the background", "non ui": "without a user interface",
  ]
}
