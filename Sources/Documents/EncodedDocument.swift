package import Diagnosis
package import Vocabulary

/// A document of schema `diagnose/1` (`docs/diagnose-1.schema.json`).
///
/// The lists of members are separate from the model, so that renaming a property does not rename a member.
package struct EncodedDocument {
  /// The event that a line of `watch` and `ingest` reports: `started`, `report`, `unreadable`, `stopped`.
  package var event: String?
  /// The reports, in the order of the output.
  package var reports: [PresentedReport]
  /// The inputs without a report, in the order of the output.
  package var errors: [InputError]
  /// True if reports contain everything that is known of them, also what is needed to diagnose them again.
  package var isComplete: Bool
  /// The facts that the history adds to the reports that it exports.
  package var stored: StoredFacts?
  /// The checkout with which source files are resolved; `nil` if paths are only stated as in the report.
  package var sources: SourceTree?

  /// Writes the members of the issue whose latest reports these are; `nil` for other documents.
  package var issue: ((inout JSONWriter) -> Void)?

  /// Creates a document of reports and of inputs without a report.
  package init(
    event: String? = nil, reports: [PresentedReport] = [], errors: [InputError] = [], isComplete: Bool = false,
    stored: StoredFacts? = nil, sources: SourceTree? = nil
  ) {
    self.event = event
    self.reports = reports
    self.errors = errors
    self.isComplete = isComplete
    self.stored = stored
    self.sources = sources
  }

  /// Returns the document on several lines, with a final line feed.
  ///
  /// - Parameter minimumConfidence: The minimum confidence of the findings.
  package func indented(from minimumConfidence: Confidence = .possible) -> String {
    String(decoding: encoded(.indented, minimumConfidence), as: UTF8.self)
  }

  /// Returns the document on one line, with a final line feed.
  ///
  /// - Parameter minimumConfidence: The minimum confidence of the findings.
  package func line(from minimumConfidence: Confidence = .possible) -> String {
    String(decoding: lineBytes(from: minimumConfidence), as: UTF8.self)
  }

  /// Returns the document on one line, as UTF-8, with a final line feed.
  ///
  /// - Parameter minimumConfidence: The minimum confidence of the findings.
  package func lineBytes(from minimumConfidence: Confidence = .possible) -> [UInt8] {
    encoded(.compact, minimumConfidence)
  }

  /// The value of the member `schema`.
  package static let schema = "diagnose/1"

  /// Writes the member `tool`.
  package static func tool(_ writer: inout JSONWriter) {
    writer.name("tool")
    writer.object(inline: true) {
      $0.member("name", Product.name)
      $0.member("version", Product.version)
    }
  }

  private func encoded(_ layout: JSONWriter.Layout, _ minimumConfidence: Confidence) -> [UInt8] {
    var writer = MemberWriter(layout, stored != nil ? .export : isComplete ? .complete : .ordinary)
    writer.sources = sources
    Self.begin(&writer.json, event: event, issue)
    for report in reports {
      writer.json.separate()
      writer.write(report: DocumentReport(report, from: minimumConfidence, stored: stored))
    }
    Self.end(&writer, errors)
    var bytes = writer.json.take()
    bytes.append(0x0A)
    return bytes
  }

  fileprivate static func begin(
    _ writer: inout JSONWriter, event: String?, _ issue: ((inout JSONWriter) -> Void)? = nil
  ) {
    writer.begin("{")
    writer.member("schema", schema)
    tool(&writer)
    writer.member("event", event)
    if let issue {
      writer.name("issue")
      writer.object(inline: true, issue)
    }
    writer.name("reports")
    writer.begin("[")
  }

  fileprivate static func end(_ writer: inout MemberWriter, _ errors: [InputError]) {
    writer.json.end("]")
    writer.json.name("errors")
    ArrayForm.rows().write(errors, to: &writer)
    writer.json.end("}")
  }
}

/// A document of many reports that is written in parts. Its bytes are the same as those of `EncodedDocument`.
package struct DocumentStream {
  private var writer = MemberWriter(.indented, .ordinary)

  /// Creates a document without reports.
  package init() { EncodedDocument.begin(&writer.json, event: nil) }

  /// Returns the bytes of the next reports.
  package mutating func bytes(of reports: [PresentedReport]) -> [UInt8] {
    for report in reports {
      writer.json.separate()
      writer.write(report: DocumentReport(report))
    }
    return writer.json.take()
  }

  /// Returns the bytes that end the document, with the errors of unreadable inputs.
  package mutating func end(errors: [InputError] = []) -> [UInt8] {
    EncodedDocument.end(&writer, errors)
    return writer.json.take() + [0x0A]
  }
}
