package import CrashReports
package import Diagnosis
package import Signatures
package import Vocabulary

/// What the history keeps of one report, apart from ids: made of a report just read, of an exported document, or of a
/// row. Two stores that hold equal records hold the same, whatever came first.
package struct ReportRecord: Sendable, Equatable {
  package var digest: SHA256Digest
  /// Apple's incident id; `nil` for none, and for the null one that redaction leaves.
  package var incident: String?
  /// When the report arrived first.
  package var seenAt: Timestamp
  /// The crash's time; `nil` where the report states none that can be believed.
  package var crashedAt: Timestamp?
  /// The crash's time as the report states it.
  package var crashed: CrashReport.ReportTime?
  package var launched: String?
  package var uptimeSeconds: Int?
  package var kind: String
  package var format: String
  package var bugType: String?
  package var isDamaged: Bool
  package var process: String?
  package var bundleID: String?
  package var version: String?
  package var build: String?
  package var os: String?
  package var osBuild: String?
  package var device: String?
  package var architecture: String?
  package var exception: String?
  package var signal: String?
  package var termination: String?
  /// What the report itself states, in one line: what is shown where there is no finding.
  package var summary: String
  /// File and line, else function, else image, that is blamed.
  package var place: String?
  package var findings: [Finding]
  package var labels: [String: Label]
  package var signatureInput: SignatureInput
  /// A reduced report from which patterns can be judged again, deflated.
  package var evidence: [UInt8]?
  /// The report's own bytes, deflated; only where they are to be kept.
  package var raw: [UInt8]?
  package var path: String
  /// Name and version of the program that read it.
  package var program: String
  /// Other default keys under which the same bytes were read: without symbols, by an earlier version.
  package var otherKeys: [String] = []
  /// Frames with a name: of two readings of the same bytes the one with more is kept.
  package var namedFrames: Int

  /// A label, and when it was given: the later one stays.
  package struct Label: Sendable, Hashable, Comparable {
    package var value: String
    package var at: Timestamp

    package init(value: String, at: Timestamp) {
      self.value = value
      self.at = at
    }

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
    place = blame.flatMap(Self.place)
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
  package static func place(_ blame: Blame) -> String? {
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
