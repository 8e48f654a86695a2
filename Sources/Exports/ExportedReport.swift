package import CrashReports
package import Diagnosis
package import Documents
package import History
package import Vocabulary

/// A report that is exported from one history and imported into another.
package struct ExportedReport: Sendable {
  /// The report with its findings, as far as known. From a history: columns only, no threads and no images.
  package var assessment: Assessment
  /// The SHA-256 digest of the report's bytes, which identifies it.
  package var digest: SHA256Digest
  /// The path from which it was read, with the home folder as `~`.
  package var path: String
  /// The name of the archive member, if `path` is an archive.
  package var member: String?
  /// The values of the labels, by key.
  package var labels: [String: String]
  /// The facts of the history; all `nil` if the report comes from an ordinary document.
  package var stored: StoredFacts

  /// Creates a report from its parts; without `stored`, one from an ordinary document.
  package init(
    assessment: Assessment, digest: SHA256Digest, path: String, member: String? = nil, labels: [String: String] = [:],
    stored: StoredFacts = StoredFacts()
  ) {
    self.assessment = assessment
    self.digest = digest
    self.path = path
    self.member = member
    self.labels = labels
    self.stored = stored
  }

  /// Creates a report from a document. Returns `nil` if the document has no digest, which identifies the report.
  package init?(_ document: DocumentReport) {
    guard let digest = document.digest else { return nil }
    self.init(
      assessment: document.presented.assessment, digest: digest, path: document.path, member: document.member,
      labels: document.labels, stored: document.stored ?? StoredFacts())
  }
}

/// A change of an issue's state, or a note of the user.
package struct ExportedEvent: Sendable, Hashable {
  /// The key of the issue: 12 hexadecimal digits.
  package var issue: String
  /// The time of the event.
  package var at: Timestamp
  /// `resolved`, `reopened`, `ignored`, `merged`, `noted`, …
  package var what: String
  /// The author; `nil` if unknown.
  package var by: String?
  /// The note of the user; `nil` if there is none.
  package var note: String?
  /// The build of the event, as in `resolved in 412`.
  package var build: String?
  /// The key of the other issue if the event merges two.
  package var other: String?
  /// The last build in which a resolved issue had been seen; `nil` if unknown.
  package var lastBuild: String?
  /// The event that this one takes back, such as `resolve 1764288000`; `nil` for other events.
  package var undoes: String?

  /// Creates an event from its parts.
  package init(
    issue: String, at: Timestamp, what: String, by: String? = nil, note: String? = nil, build: String? = nil,
    other: String? = nil, lastBuild: String? = nil, undoes: String? = nil
  ) {
    self.undoes = undoes
    self.lastBuild = lastBuild
    self.issue = issue
    self.at = at
    self.what = what
    self.by = by
    self.note = note
    self.build = build
    self.other = other
  }
}

/// A record of an export.
package enum ExportRecord: Sendable {
  /// The header: name and version of the program that wrote it.
  case header(tool: String, version: String)
  case report(ExportedReport)
  case event(ExportedEvent)
  case runs(BuildRuns)
  /// A line that could not be used; reading continues.
  case fault(DecodingFault)
}

/// The first line of an export.
package enum ExportDocument {
  /// The value of the member `schema` in the first line of an export.
  package static let schema = "diagnose-export/1"
}

extension ExportTable {
  /// Returns the row of a report that a history exports.
  package static func row(_ exported: ExportedReport, _ patterns: PatternSet = .catalog) -> [UInt8] {
    row(
      ShownReport(
        exported.assessment, digest: exported.digest.hexadecimal,
        path: InputName.text(exported.path, exported.member), labels: exported.labels, seenAt: exported.stored.seenAt,
        patterns))
  }
}
