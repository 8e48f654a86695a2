package import CrashReports
package import Diagnosis
package import Documents
package import History
package import Vocabulary

/// A report on its way from one history to another.
package struct ExportedReport: Sendable {
  /// The report with its findings, as far as they are known. From a history: columns only, no threads and no images.
  package var assessment: Assessment
  /// SHA-256 over the report's own bytes: its identity.
  package var digest: SHA256Digest
  /// Where it was read, the home folder as `~`.
  package var path: String
  /// Where the report is in an archive, if `path` names one.
  package var member: String?
  /// Values of the labels by their keys.
  package var labels: [String: String]
  /// All `nil` where the report comes from an ordinary document and not from a history.
  package var stored: StoredFacts

  /// Creates a report from its parts; without `stored` one that comes from an ordinary document.
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

  /// `nil` if the document does not say whose bytes it tells of: without that it cannot be told from others.
  package init?(_ document: DocumentReport) {
    guard let digest = document.digest else { return nil }
    self.init(
      assessment: document.presented.assessment, digest: digest, path: document.path, member: document.member,
      labels: document.labels, stored: document.stored ?? StoredFacts())
  }
}

/// A change of an issue's state, or a word of the user about it.
package struct ExportedEvent: Sendable, Hashable {
  /// Key of the issue: 12 hexadecimal digits.
  package var issue: String
  /// Time of the event.
  package var at: Timestamp
  /// `resolved`, `reopened`, `ignored`, `merged`, `noted`, …
  package var what: String
  /// Who said so; `nil` when unknown.
  package var by: String?
  /// Free text that was given with it; `nil` if there is none.
  package var note: String?
  /// Build that the event is about, as `resolved in 412`.
  package var build: String?
  /// Key of the other issue, where the event joins two.
  package var other: String?

  /// Creates an event from its parts.
  package init(
    issue: String, at: Timestamp, what: String, by: String? = nil, note: String? = nil, build: String? = nil,
    other: String? = nil
  ) {
    self.issue = issue
    self.at = at
    self.what = what
    self.by = by
    self.note = note
    self.build = build
    self.other = other
  }
}

/// What stands on a line of an export.
package enum ExportRecord: Sendable {
  /// The header: name and version of the program that wrote it.
  case header(tool: String, version: String)
  case report(ExportedReport)
  case event(ExportedEvent)
  case runs(BuildRuns)
  /// A line that could not be used; the next ones are read all the same.
  case fault(DecodingFault)
}

/// The document that frames an export.
package enum ExportDocument {
  /// Value of the member `schema` in the first line of an export.
  package static let schema = "diagnose-export/1"
}

extension ExportTable {
  /// The row of a report that a history exports.
  package static func row(_ exported: ExportedReport, _ patterns: PatternSet = .catalog) -> [UInt8] {
    row(
      exported.assessment, digest: exported.digest.hexadecimal, path: InputName.text(exported.path, exported.member),
      labels: exported.labels, stored: exported.stored, patterns)
  }
}
