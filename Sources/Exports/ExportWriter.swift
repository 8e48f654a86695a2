import CrashReports
package import Diagnosis
package import Documents
package import History
package import Redaction
import Signatures
import Vocabulary

/// Writes an export line by line: a header, one `diagnose/1` document per report, then events and runs.
///
/// Equal reports give equal lines. The caller determines the order: sorted by digest, two histories with the same
/// reports write the same file.
package struct ExportWriter {
  /// Replaces personal data; `nil` if it is not redacted.
  private var redactor: Redactor?

  /// The patterns that supply the text of findings.
  private let patterns: PatternSet

  /// Creates a writer.
  ///
  /// - Parameters:
  ///   - redactor: Replaces personal data, if requested; it learns names from each report.
  ///   - patterns: The patterns that supply the text of findings.
  package init(redactor: Redactor? = nil, patterns: PatternSet = .catalog) {
    self.redactor = redactor
    self.patterns = patterns
  }

  /// Returns the first line.
  package func header() -> [UInt8] {
    var writer = JSONWriter(layout: .compact)
    writer.object {
      $0.member("schema", ExportDocument.schema)
      EncodedDocument.tool(&$0)
    }
    return writer.bytes + [0x0A]
  }

  /// Collects the names in a report. With a redactor, call this for every report, event and run before the first line,
  /// so that a name that appears late is replaced everywhere.
  package mutating func learn(_ report: ExportedReport) {
    guard var working = redactor else { return }
    working.spareCode(of: report.assessment.report)
    working.learn(from: Self.encoded(report, patterns))
    if let evidence = report.stored.evidence, let text = try? StoredEvidence.text(of: evidence) {
      working.learn(from: text)
    }
    redactor = working
  }

  /// Replaces names that a redactor has learned elsewhere (`Redactor.learnedNames`).
  package mutating func know(_ names: [String]) { redactor?.know(names) }

  /// Collects the names in events, and their authors.
  package mutating func learn(_ events: [ExportedEvent]) { _ = line(events) }

  /// Collects the names in the runs of builds.
  package mutating func learn(_ runs: [BuildRuns]) { _ = line(runs) }

  /// Returns a line after it was searched again, as copies of reports are.
  ///
  /// - Throws: `ReportScrubber.Leak` if personal data remains in it.
  package mutating func verified(_ line: [UInt8]) throws(ReportScrubber.Leak) -> [UInt8] {
    guard var working = redactor else { return line }
    defer { redactor = working }
    return try working.verified(line)
  }

  /// Returns the row of a report in a table.
  package mutating func row(_ report: ExportedReport) -> [UInt8] {
    guard var working = redactor else { return ExportTable.row(report, patterns) }
    defer { redactor = working }
    return working.redacted(ExportTable.row(report.redacted(&working, patterns), patterns))
  }

  /// Returns the line of a report.
  package mutating func line(_ report: ExportedReport) -> [UInt8] {
    guard var working = redactor else { return Self.encoded(report, patterns) }
    defer { redactor = working }
    return Self.encoded(report.redacted(&working, patterns), patterns)
  }

  /// Returns a report with the threads and images of its evidence, for a format that contains the stack. Reports without evidence
  /// have only what the history stores in columns.
  package mutating func presented(_ report: ExportedReport) -> PresentedReport {
    let signature = report.stored.signatureInput.flatMap(SignatureInput.init(encoded:)).map { Signature($0) }
    var report = report
    if var working = redactor {
      defer { redactor = working }
      report = report.redacted(&working, patterns)
    }
    var assessment = report.assessment
    if let evidence = report.stored.evidence, let whole = try? StoredEvidence.decode(evidence) {
      assessment.report = Self.completed(whole, from: assessment.report)
    }
    var presented = Self.presented(report, assessment, patterns)
    presented.signature = signature
    return presented
  }

  /// Returns the evidence of a report with what only columns have: times, process, system and device.
  private static func completed(_ evidence: CrashReport, from columns: CrashReport) -> CrashReport {
    var report = evidence
    report.kind = columns.kind
    report.incident = columns.incident ?? evidence.incident
    report.times = columns.times ?? evidence.times
    report.process = columns.process ?? evidence.process
    report.host = columns.host
    return report
  }

  /// Returns a line of events, which are sorted.
  package mutating func line(_ events: [ExportedEvent]) -> [UInt8] {
    var events = events
    if redactor != nil {
      // Every author is replaced, in any form of name.
      for index in events.indices {
        if let by = events[index].by { events[index].by = redactor?.placeholder(ofUser: by) }
      }
    }
    var writer = JSONWriter(layout: .compact)
    writer.object {
      $0.member("schema", ExportDocument.schema)
      $0.name("events")
      $0.array(events.sorted()) { writer, event in
        writer.object {
          $0.member("issue", event.issue)
          $0.member("at", event.at.rfc3339)
          $0.member("what", event.what)
          $0.member("by", event.by)
          $0.member("note", event.note)
          $0.member("build", event.build)
          $0.present("other", event.other)
          $0.present("lastBuild", event.lastBuild)
          $0.present("undoes", event.undoes)
        }
      }
    }
    return line(writer)
  }

  /// Returns a line with the runs of builds.
  package mutating func line(_ runs: [BuildRuns]) -> [UInt8] {
    var writer = JSONWriter(layout: .compact)
    writer.object {
      $0.member("schema", ExportDocument.schema)
      $0.name("runs")
      $0.array(runs) { writer, runs in
        writer.object {
          $0.member("app", runs.app)
          $0.present("version", runs.version)
          $0.present("build", runs.build)
          $0.present("bundleId", runs.owner?.bundleID)
          $0.present("process", runs.owner?.process)
          $0.member("day", Timestamp(day: runs.day).date)
          $0.member("runs", runs.runs)
        }
      }
    }
    return line(writer)
  }

  private mutating func line(_ writer: JSONWriter) -> [UInt8] {
    (redactor?.redacted(writer.bytes) ?? writer.bytes) + [0x0A]
  }

  static func encoded(_ report: ExportedReport, _ patterns: PatternSet = .catalog) -> [UInt8] {
    EncodedDocument(reports: [presented(report, report.assessment, patterns)], stored: report.stored).lineBytes()
  }

  private static func presented(
    _ report: ExportedReport, _ assessment: Assessment, _ patterns: PatternSet
  ) -> PresentedReport {
    PresentedReport(
      path: report.path, member: report.member, digest: report.digest.description, assessment: assessment,
      labels: report.labels, patterns: patterns)
  }
}

extension ExportedReport {
  /// Returns the report with personal data replaced in all texts, including those of its evidence.
  package func redacted(_ redactor: inout Redactor, _ patterns: PatternSet = .catalog) -> ExportedReport {
    let line = redactor.redacted(ExportWriter.encoded(self, patterns))
    var copy = self
    // Placeholders contain no JSON syntax, so a valid document remains valid.
    if let document = try? DocumentReader.document(line), let first = document.reports.first,
      let report = ExportedReport(first)
    {
      copy = report
    } else {
      copy = ExportedReport(
        assessment: Assessment(
          report: CrashReport(source: assessment.report.source), notes: [], findings: [], summary: "", blame: nil,
          blamedFrame: nil), digest: digest, path: "-")
    }
    // A hash of an identifier is still an identifier.
    copy.stored.reporter = nil
    copy.stored.evidence = stored.evidence.flatMap { evidence in
      guard let text = try? StoredEvidence.text(of: evidence) else { return nil }
      return StoredEvidence.compressed(redactor.redacted(text))
    }
    return copy
  }
}

extension ExportedEvent: Comparable {
  /// Compares by issue, then by time, then by content, so that equal histories give equal exports.
  package static func < (left: Self, right: Self) -> Bool {
    let a = [
      left.issue, left.at.rfc3339, left.what, left.build ?? "", left.other ?? "", left.by ?? "", left.note ?? "",
      left.lastBuild ?? "", left.undoes ?? "",
    ]
    let b = [
      right.issue, right.at.rfc3339, right.what, right.build ?? "", right.other ?? "", right.by ?? "",
      right.note ?? "", right.lastBuild ?? "", right.undoes ?? "",
    ]
    return a.lexicographicallyPrecedes(b)
  }
}
