/// The kinds of MetricKit diagnostics (`MXDiagnosticPayload`, and `DiagnosticResult` of iOS 27).
enum MetricKitKind: Int, Sendable {
  // In the order in which the diagnostics of a payload are reported.
  case crash, memory, hang, processorTime, diskWrite, launch
  /// A call stack tree alone, or a diagnostic whose data do not identify its kind.
  case unknown

  var reportKind: CrashReport.Kind {
    switch self {
    case .crash: .crash
    case .memory: .jetsam
    case .hang: .hang
    case .processorTime, .diskWrite: .resource
    case .launch: .launch
    case .unknown: .unknown
    }
  }

  /// Returns the event in one line; `nil` for a crash, which is described by its exception.
  func summary(_ data: MetricKitData) -> String? {
    func duration(_ seconds: Double?) -> String { seconds.map { " for \(Amounts.seconds($0))" } ?? "" }
    switch self {
    case .crash: return nil
    case .memory: return "killed: it exceeded its memory limit"
    case .hang: return "the main thread did not respond" + duration(data.hangDuration)
    case .processorTime:
      guard let used = data.cpuTime else { return "used too much processor time" }
      return "used \(Amounts.seconds(used)) of processor time"
        + (data.sampledTime.map { " within \(Amounts.seconds($0))" } ?? "")
    case .diskWrite: return "wrote " + (data.written.map(Amounts.bytes) ?? "too much") + " to storage"
    case .launch: return "took " + (data.launchDuration.map(Amounts.seconds) ?? "long") + " to launch"
    case .unknown:
      return data.event.map { "a diagnostic of the kind \($0)" } ?? "a call stack tree without a diagnostic"
    }
  }
}

/// The content of `diagnosticMetaData`.
struct MetricKitData {
  var exceptionType: UInt64?
  var exceptionCode: UInt64?
  var signal: UInt64?
  var hangDuration: Double?
  var cpuTime: Double?
  var sampledTime: Double?
  /// The amount written to storage, in bytes.
  var written: UInt64?
  var launchDuration: Double?
  /// `terminationCategory`: Apple's classification of a crash.
  var category: String?
  var categoryLine: Int?
  /// `event` of App Store Connect, such as `hang`, and what it adds, such as a duration.
  var event: String?
  var eventDetail: String?

  /// The kind of a diagnostic without the enclosing payload, inferred from its data.
  var kind: MetricKitKind {
    if exceptionType != nil || signal != nil || exceptionCode != nil { return .crash }
    if hangDuration != nil { return .hang }
    if cpuTime != nil { return .processorTime }
    if written != nil { return .diskWrite }
    if launchDuration != nil { return .launch }
    let words = (event ?? "").lowercased()
    if words.contains("hang") { return .hang }
    if words.contains("disk") { return .diskWrite }
    if words.contains("launch") { return .launch }
    if words.contains("cpu") { return .processorTime }
    return words.contains("crash") ? .crash : .unknown
  }
}
