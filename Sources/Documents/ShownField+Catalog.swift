import CrashReports
import Diagnosis
import Vocabulary

extension ShownField {
  /// All fields. To show another value of reports, add a line; to show one elsewhere, add the output to its line.
  package static let catalog: [ShownField] = [
    // The report.
    .init("digest", "Digest", in: [.csv]) { $0.digest },
    .init("time", "Time", in: [.csv]) { $0.report.times?.crashed?.rfc3339 ?? $0.report.times?.crashed?.asWritten },
    .init("seenAt", "Recorded", in: [.csv]) { $0.seenAt?.rfc3339 },
    .init("kind", "Kind", in: [.csv]) { $0.report.kind.rawValue },

    // The app.
    .init("app", "App", in: [.list, .table, .details, .page]) { $0.report.appText },
    .init("appName", "App", in: [.pageTable]) { $0.report.process?.name ?? $0.report.process?.bundleID },
    .init("appBuild", "Build", in: [.pageTable]) { $0.report.process?.build ?? $0.report.process?.version },
    .init("process", "Process", in: [.csv]) { $0.report.process?.name },
    .init("bundleID", "Bundle ID", in: [.csv]) { $0.report.process?.bundleID },
    .init("version", "Version", in: [.csv]) { $0.report.process?.version },
    .init("build", "Build", in: [.csv]) { $0.report.process?.build },

    // The system.
    .init("system", "System", in: [.details]) { joined([$0.report.host.os, $0.report.host.device], by: ", ") },
    .init("os", "System", in: [.csv, .list, .table, .page, .pageTable]) { $0.report.host.os },
    .init("osBuild", "System build", in: [.csv]) { $0.report.host.osBuild },
    .init("device", "Device", in: [.csv, .list, .table, .page, .pageTable]) { $0.report.host.device },
    .init("architecture", "Architecture", in: [.csv]) { $0.report.host.architecture },
    .init("machine", "Machine", in: [.pageTable]) { $0.labels["machine"] },

    // The crash.
    .init("exception", "Exception", in: [.csv]) { $0.report.exception?.type },
    .init("signal", "Signal", in: [.csv]) { $0.report.exception?.signal },
    .init("exceptionAndSignal", "Exception", in: [.page]) {
      joined([$0.report.exception?.type, $0.report.exception?.signal], by: " ")
    },
    .init("termination", "Termination", in: [.csv, .page]) { $0.report.termination?.namespace },

    // The diagnosis.
    .init("pattern", "Pattern", in: [.csv]) { $0.finding?.pattern },
    .init("confidence", "Confidence", in: [.csv]) { $0.finding?.confidence.rawValue },
    .init("severity", "Severity", in: [.csv]) { $0.finding?.severity.rawValue },
    .init("headline", "Headline", in: [.csv]) { $0.finding?.statement ?? $0.assessment.summary },
    .init("function", "Function", in: [.csv]) { $0.blame?.function },
    .init("file", "File", in: [.csv]) { $0.blame?.file },
    .init("line", "Line", in: [.csv]) { $0.blame?.line.map(String.init) },
    .init("image", "Image", in: [.csv]) { $0.blame?.image },

    // The input.
    .init("incident", "Incident", in: [.csv, .page]) { $0.report.incident },
    .init("format", "Format", in: [.csv, .page]) { $0.report.source.format },
    .init("path", "Input", in: [.csv]) { $0.path },
    .init("labels", "Labels", in: [.csv]) {
      $0.labels.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }.joined(separator: " ")
    },
    // New columns of CSV are the last ones.
    .init("queue", "Queue", in: [.csv, .details, .page]) { $0.report.crashedQueue },
    .init("role", "Role", in: [.csv, .details, .page]) { $0.report.process?.role },
    .init("addressClass", "Fault at", in: [.csv, .details, .page]) {
      $0.report.storedAddressClass ?? AddressClass($0.report)?.rawValue
    },
  ]

  private static func joined(_ parts: [String?], by separator: String) -> String {
    parts.compactMap { $0 }.joined(separator: separator)
  }
}
