package import CrashReports
package import Diagnosis
package import Signatures
package import Vocabulary

/// What the history keeps of one report, apart from ids: made of a report just read, of an exported document, or of a
/// row. Two stores that hold equal records hold the same, whatever came first.
package struct ReportRecord: Sendable, Equatable {
  /// SHA-256 over the report's own bytes: its identity.
  package var digest: SHA256Digest
  /// Apple's incident id; `nil` for none, and for the null one that redaction leaves.
  package var incident: String?
  /// When the report arrived first.
  package var seenAt: Timestamp
  /// The crash's time; `nil` where the report states none that can be believed.
  package var crashedAt: Timestamp?
  /// The crash's time as the report states it.
  package var crashed: CrashReport.ReportTime?
  /// Time at which the process was launched, RFC 3339; `nil` if not stated.
  package var launched: String?
  /// Seconds that the machine had been up; `nil` if not stated.
  package var uptimeSeconds: Int?
  /// What the report is about, as `CrashReport.kind` names it: `crash`, ….
  package var kind: String
  /// Identifier of the format in the catalog: `ips`, `apple-text`, `build-log`, ….
  package var format: String
  /// Apple's `bug_type`, as text; `nil` if not stated.
  package var bugType: String?
  /// Whether the report ends early or lost parts.
  package var isDamaged: Bool
  /// Name of the process; `nil` if not stated.
  package var process: String?
  /// CFBundleIdentifier; `nil` if not stated.
  package var bundleID: String?
  /// CFBundleShortVersionString; `nil` if not stated.
  package var version: String?
  /// CFBundleVersion; `nil` if not stated.
  package var build: String?
  /// Name and version of the operating system, as `macOS 14.1.1`; `nil` if not stated.
  package var os: String?
  /// Build of the operating system, as `23B81`; `nil` if not stated.
  package var osBuild: String?
  /// Model identifier of the device, as `MacBookPro18,3`; `nil` if not stated.
  package var device: String?
  /// Architecture of the process, as `arm64`; `nil` if not stated.
  package var architecture: String?
  /// Type of the Mach exception, as `EXC_BAD_ACCESS`; `nil` if not stated.
  package var exception: String?
  /// Signal, as `SIGSEGV`; `nil` if not stated.
  package var signal: String?
  /// Namespace of the termination reason, as `DYLD`; `nil` if not stated.
  package var termination: String?
  /// What the report itself states, in one line: what is shown where there is no finding.
  package var summary: String
  /// File and line, else function, else image, that is blamed.
  package var location: String?
  /// Best first; empty if no pattern matched.
  package var findings: [Finding]
  /// Labels by their keys.
  package var labels: [String: Label]
  /// The part of the stack from which the signature is made.
  package var signatureInput: SignatureInput
  /// A reduced report from which patterns can be judged again, deflated.
  package var evidence: [UInt8]?
  /// The report's own bytes, deflated; only where they are to be kept.
  package var raw: [UInt8]?
  /// Where the report was read, the home folder as `~`.
  package var path: String
  /// Name and version of the program that read it.
  package var program: String
  /// Other default keys under which the same bytes were read: without symbols, by an earlier version.
  package var otherKeys: [String] = []
  /// Frames with a name: of two readings of the same bytes the one with more is kept.
  package var namedFrames: Int

  /// A label, and when it was given: the later one stays.
  package struct Label: Sendable, Hashable, Comparable {
    /// The text that the user gave.
    package var value: String
    /// When it was given.
    package var at: Timestamp

    /// Creates a label from its parts.
    package init(value: String, at: Timestamp) {
      self.value = value
      self.at = at
    }

    /// Orders by time, then by value, so that merging two histories gives one result.
    package static func < (left: Self, right: Self) -> Bool { (left.at, left.value) < (right.at, right.value) }
  }

  /// The crash's time, else that of arrival: what days and trends are counted by.
  package var time: Timestamp { crashedAt ?? seenAt }

  /// What builds are ordered within: the bundle id, else the process.
  package var app: String? { bundleID ?? process }
}

extension ReportRecord {
  /// - Parameter now: when the report arrives.
  package init(_ recording: Recording, now: Timestamp, program: String) {
    let report = recording.assessment.report
    let blame = recording.assessment.findings.first?.blame ?? recording.assessment.blame
    digest = recording.digest
    incident = Self.identifying(report.incident)
    seenAt = now
    crashed = report.times?.crashed
    // A report's clock may be wrong; one that runs more than a day ahead of ours is not believed.
    crashedAt = report.times?.crashed?.rfc3339.flatMap(Timestamp.init(rfc3339:)).flatMap {
      $0.seconds <= now.seconds + 86_400 ? $0 : nil
    }
    launched = report.times?.launched?.rfc3339
    uptimeSeconds = report.times?.uptimeSeconds
    kind = report.kind.rawValue
    format = report.source.format
    bugType = report.source.bugType
    isDamaged = recording.isDamaged
    process = report.process?.name
    bundleID = report.process?.bundleID
    version = report.process?.version
    build = report.process?.build
    os = report.host.os
    osBuild = report.host.osBuild
    device = report.host.device
    architecture = report.host.architecture
    exception = report.exception?.type
    signal = report.exception?.signal
    termination = report.termination?.namespace
    summary = recording.assessment.summary
    location = blame.flatMap(Self.location)
    findings = recording.assessment.findings
    labels = recording.labels.mapValues { Label(value: $0, at: now) }
    signatureInput = SignatureInput(report)
    evidence = recording.evidence
    raw = recording.raw
    path = recording.path
    self.program = program
    namedFrames = Self.namedFrames(signatureInput)
  }

  /// Takes the stack that another history made of the report.
  package mutating func take(_ input: SignatureInput) {
    signatureInput = input
    namedFrames = Self.namedFrames(input)
  }

  private static func namedFrames(_ input: SignatureInput) -> Int {
    input.frames.reduce(0) { $0 + ($1.function.isEmpty || $1.imageOffset != nil ? 0 : 1) }
  }

  /// File and line, else function, else image.
  package static func location(_ blame: Blame) -> String? {
    // Without its folders: symbol files state the whole path, reports mostly the name alone.
    if let file = blame.file?.split(separator: "/").last { return file + (blame.line.map { ":\($0)" } ?? "") }
    return blame.function ?? blame.image
  }

  static func identifying(_ incident: String?) -> String? {
    guard let incident, !incident.isEmpty, incident.utf8.contains(where: { $0 != 0x30 && $0 != 0x2D }) else {
      return nil
    }
    return incident
  }
}
