import Bytes
package import CrashReports
package import Diagnosis
package import Signatures
package import Vocabulary

/// The data that the history stores of one report, without row ids. A record is created from a decoded report, from an
/// exported document or from a row. Histories with equal records are equal, in any order of arrival.
package struct ReportRecord: Sendable, Equatable {
  /// The SHA-256 digest of the report's bytes, which identifies the report.
  package var digest: SHA256Digest
  /// Apple's incident id; `nil` if there is none, or if it identifies nothing (`IncidentIdentifier`).
  package var incident: String?
  /// When the report first arrived.
  package var seenAt: Timestamp
  /// The time of the crash; `nil` if the report states no plausible time.
  package var crashedAt: Timestamp?
  /// The time of the crash as stated in the report.
  package var crashed: CrashReport.ReportTime?
  /// The time at which the process was launched, RFC 3339; `nil` if not stated.
  package var launched: String?
  /// The time since the system booted, in seconds; `nil` if not stated.
  package var uptimeSeconds: Int?
  /// The kind of the report, as in `CrashReport.kind`: `crash`, ….
  package var kind: String
  /// The identifier of the format in the catalog: `ips`, `apple-text`, `build-log`, ….
  package var format: String
  /// Apple's `bug_type`, as text; `nil` if not stated.
  package var bugType: String?
  /// Whether the report ends early or is missing parts.
  package var isDamaged: Bool
  /// The name of the process; `nil` if not stated.
  package var process: String?
  /// The number of the process; `nil` if not stated.
  package var pid: Int?
  /// CFBundleIdentifier; `nil` if not stated.
  package var bundleID: String?
  /// CFBundleShortVersionString; `nil` if not stated.
  package var version: String?
  /// CFBundleVersion; `nil` if not stated.
  package var build: String?
  /// The name and version of the operating system, such as `macOS 14.1.1`; `nil` if not stated.
  package var os: String?
  /// The build of the operating system, such as `23B81`; `nil` if not stated.
  package var osBuild: String?
  /// The model identifier of the device, such as `MacBookPro18,3`; `nil` if not stated.
  package var device: String?
  /// A hash of the identifier of the device on which the report was written; `nil` if not stated.
  package var reporter: Int64?
  /// The architecture of the process, such as `arm64`; `nil` if not stated.
  package var architecture: String?
  /// The type of the Mach exception, such as `EXC_BAD_ACCESS`; `nil` if not stated.
  package var exception: String?
  /// The signal, such as `SIGSEGV`; `nil` if not stated.
  package var signal: String?
  /// The namespace of the termination reason, such as `DYLD`; `nil` if not stated.
  package var termination: String?
  /// The dispatch queue of the crashed thread, without addresses; `nil` if not stated.
  package var queue: String?
  /// The scheduling role of the process, such as `Foreground`; `nil` if not stated.
  package var role: String?
  /// The class of the address whose access failed, as in `AddressClass`; `nil` if there is none.
  package var addressClass: String?
  /// The report's own statement of the failure, in one line. It is shown if there is no finding.
  package var summary: String
  /// The blamed file and line, else function, else image; `nil` if nothing is blamed.
  package var location: String?
  /// The findings, best first; empty if no pattern matched.
  package var findings: [Finding]
  /// The labels by key.
  package var labels: [String: Label]
  /// The part of the stack from which the signature is computed.
  package var signatureInput: SignatureInput
  /// A reduced report, deflated, against which patterns can be matched again.
  package var evidence: [UInt8]?
  /// The report's bytes, deflated; `nil` unless they are to be stored.
  package var raw: [UInt8]?
  /// The path of the input, with `~` for the home folder.
  package var path: String
  /// The name and version of the program that read the report.
  package var program: String
  /// Other default keys of the same bytes, from readings without symbols or by an earlier version.
  package var otherKeys: [String] = []
  /// The number of frames with a name. Of two readings of the same bytes, the one with more is stored.
  package var namedFrames: Int

  /// A label and the time at which it was given. Of two labels with the same key, the later one is stored.
  package struct Label: Sendable, Hashable, Comparable {
    /// The text given by the user.
    package var value: String
    /// The time at which it was given.
    package var at: Timestamp

    /// Creates a label from its parts.
    package init(value: String, at: Timestamp) {
      self.value = value
      self.at = at
    }

    /// Orders labels by time, then by value, so that the result of a merge does not depend on its order.
    package static func < (left: Self, right: Self) -> Bool { (left.at, left.value) < (right.at, right.value) }
  }

  /// The time of the crash, else of arrival. Days and trends are based on it.
  package var time: Timestamp { crashedAt ?? seenAt }

  /// The facts that decide of which report of the same incident this one is a form.
  ///
  /// - Parameter key: The default key of the signature.
  func occurrence(key: String) -> Occurrence {
    Occurrence(process: process, pid: pid, seconds: crashedAt?.seconds, key: Signature.number(ofKey: key))
  }

  /// The app within which builds are ordered: the bundle id, else the process name.
  package var app: String? { bundleID ?? process }
}

extension ReportRecord {
  /// Creates a record without any description.
  init(digest: SHA256Digest, signatureInput: SignatureInput) {
    self.init(
      digest: digest, seenAt: Timestamp(seconds: 0), kind: CrashReport.Kind.crash.rawValue, format: "",
      isDamaged: false, summary: "", findings: [], labels: [:], signatureInput: signatureInput, path: "", program: "",
      namedFrames: Self.namedFrames(signatureInput))
  }

  /// Creates the record of a report that arrives at `now`.
  package init(_ recording: Recording, now: Timestamp, program: String) {
    let report = recording.assessment.report
    let blame = recording.assessment.findings.first?.blame ?? recording.assessment.blame
    self.init(digest: recording.digest, signatureInput: SignatureInput(report))
    for column in ReportColumn.catalog { column.take?(report, &self) }
    seenAt = now
    // The clock of a report may be wrong. A time more than a day in the future is rejected.
    crashedAt = Self.time(of: crashed).flatMap { $0.seconds <= now.seconds + 86_400 ? $0 : nil }
    kind = report.kind.rawValue
    format = report.source.format
    isDamaged = recording.isDamaged
    reporter = DeviceKey.hash(report)
    summary = recording.assessment.summary
    location = blame.flatMap(Self.location)
    findings = recording.assessment.findings
    labels = recording.labels.merging(Self.subjectLabels(report)) { given, _ in given }
      .mapValues { Label(value: $0, at: now) }
    evidence = recording.evidence
    raw = recording.raw
    path = recording.path
    self.program = program
  }

  /// The stored parts of the report: its identity and description.
  package var report: CrashReport {
    var report = CrashReport(source: .init(format: format))
    report.kind = .init(rawValue: kind)
    for column in ReportColumn.catalog { column.restore?(self, &report) }
    return report
  }

  /// The labels that recording adds to a report of Interface Builder or its tools: the class of the view, and the document.
  static let viewLabel: StaticString = "view"
  static let documentLabel: StaticString = "document"

  private static func subjectLabels(_ report: CrashReport) -> [String: String] {
    var labels: [String: String] = [:]
    if let name = report.viewName { labels[viewLabel.description] = bounded(name) }
    if let name = report.documentName { labels[documentLabel.description] = bounded(name) }
    return labels
  }

  private static func bounded(_ name: String) -> String { String(name.prefix(characters: 200)) }

  /// Returns the time that a report states. A time without a zone is read as UTC: its day is more useful than the day on
  /// which the report arrived.
  package static func time(of stated: CrashReport.ReportTime?) -> Timestamp? {
    guard let stated else { return nil }
    if let time = stated.rfc3339 { return Timestamp(rfc3339: time) }
    let clock = Array(stated.asWritten.utf8.prefix(19))
    guard clock.count >= 10 else { return nil }
    var text = clock.map { $0 == UInt8(ascii: "/") ? UInt8(ascii: "-") : $0 }
    if text.count == 19 { text.append(UInt8(ascii: "Z")) } else { text.removeSubrange(10...) }
    return Timestamp(rfc3339: String(streamSafe: text))
  }

  /// Replaces the stack by one that another history computed for the same report.
  package mutating func take(_ input: SignatureInput) {
    signatureInput = input
    namedFrames = Self.namedFrames(input)
  }

  private static func namedFrames(_ input: SignatureInput) -> Int {
    input.frames.reduce(0) { $0 + ($1.function.isEmpty || $1.imageOffset != nil ? 0 : 1) }
  }

  /// Returns the blamed file and line, else function, else image.
  package static func location(_ blame: Blame) -> String? {
    // Without folders: symbol files contain the complete path, reports usually only the file name.
    if let file = blame.file?.split(separator: "/").last { return file + (blame.line.map { ":\($0)" } ?? "") }
    return blame.function ?? blame.image
  }

  static func identifying(_ incident: String?) -> String? {
    guard let incident, IncidentIdentifier.identifies(incident) else { return nil }
    return incident
  }
}
