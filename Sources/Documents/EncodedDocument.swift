package import Diagnosis
package import Vocabulary

/// A document of the schema `diagnose/1` (`docs/diagnose-1.schema.json`).
///
/// The lists of members name them apart from the model, so that renaming a property there cannot rename a member here.
package struct EncodedDocument {
  /// In the output of `watch` and `ingest`, what the line is about: `started`, `report`, `unreadable`, `stopped`.
  package var event: String?
  /// The reports, in the order in which they are written.
  package var reports: [PresentedReport]
  /// Inputs that gave no report, in the order in which they are written.
  package var errors: [InputError]
  /// True: reports carry everything that is known of them, also what only a program asks for that judges them again.
  package var isComplete: Bool
  /// What the history adds of the reports, where it exports them.
  package var stored: StoredFacts?

  /// A document of reports and of inputs that gave none.
  package init(
    event: String? = nil, reports: [PresentedReport] = [], errors: [InputError] = [], isComplete: Bool = false,
    stored: StoredFacts? = nil
  ) {
    self.event = event
    self.reports = reports
    self.errors = errors
    self.isComplete = isComplete
    self.stored = stored
  }

  /// The document over several lines, the last one ended.
  ///
  /// - Parameter minimumConfidence: Findings below it are left out.
  package func indented(from minimumConfidence: Confidence = .possible) -> String {
    encoded(.indented, minimumConfidence)
  }

  /// The document as one line, ended.
  ///
  /// - Parameter minimumConfidence: Findings below it are left out.
  package func line(from minimumConfidence: Confidence = .possible) -> String {
    encoded(.compact, minimumConfidence)
  }

  /// What the member `schema` says.
  package static let schema = "diagnose/1"

  /// The member `tool`.
  package static func tool(_ writer: inout JSONWriter) {
    writer.name("tool")
    writer.object(inline: true) {
      $0.member("name", Product.name)
      $0.member("version", Product.version)
    }
  }

  private func encoded(_ layout: JSONWriter.Layout, _ minimumConfidence: Confidence) -> String {
    var writer = MemberWriter(layout, stored != nil ? .export : isComplete ? .complete : .ordinary)
    Self.begin(&writer.json, event: event)
    for report in reports {
      writer.json.separate()
      writer.write(report: DocumentReport(report, from: minimumConfidence, stored: stored))
    }
    Self.end(&writer, errors)
    return String(decoding: writer.json.bytes, as: UTF8.self) + "\n"
  }

  fileprivate static func begin(_ writer: inout JSONWriter, event: String?) {
    writer.begin("{")
    writer.member("schema", schema)
    tool(&writer)
    writer.member("event", event)
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

/// The document of many reports, over several lines, written as they come. The same bytes as of `EncodedDocument`.
package struct DocumentStream {
  private var writer = MemberWriter(.indented, .ordinary)

  /// A document without reports.
  package init() { EncodedDocument.begin(&writer.json, event: nil) }

  /// The bytes of some more reports.
  package mutating func bytes(of reports: [PresentedReport]) -> [UInt8] {
    for report in reports {
      writer.json.separate()
      writer.write(report: DocumentReport(report))
    }
    return writer.json.take()
  }

  /// The bytes that end the document, with what could not be read.
  package mutating func end(errors: [InputError] = []) -> [UInt8] {
    EncodedDocument.end(&writer, errors)
    return writer.json.take() + [0x0A]
  }
}
