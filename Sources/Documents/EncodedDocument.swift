package import Diagnosis
package import Vocabulary

/// A document of the schema `diagnose/1` (`docs/diagnose-1.schema.json`).
///
/// The encoded types write the members of the schema one by one, apart from the model, so that renaming a property
/// there cannot rename a member here.
package struct EncodedDocument {
  /// In the output of `watch` and `ingest`, what the line is about: `started`, `report`, `unreadable`, `stopped`.
  package var event: String?
  package var reports: [PresentedReport]
  package var errors: [InputError]
  /// True: reports carry everything that is known of them, also what only a program asks for that judges them again.
  package var isComplete: Bool

  package init(
    event: String? = nil, reports: [PresentedReport] = [], errors: [InputError] = [], isComplete: Bool = false
  ) {
    self.event = event
    self.reports = reports
    self.errors = errors
    self.isComplete = isComplete
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
    var writer = JSONWriter(layout: layout)
    write(to: &writer, minimumConfidence)
    return String(decoding: writer.bytes, as: UTF8.self) + "\n"
  }

  private func write(to writer: inout JSONWriter, _ minimumConfidence: Confidence) {
    Self.begin(&writer, event: event)
    for report in reports {
      writer.separate()
      EncodedReport(report, minimumConfidence: minimumConfidence, isComplete: isComplete).write(to: &writer)
    }
    Self.end(&writer, errors)
  }

  fileprivate static func begin(_ writer: inout JSONWriter, event: String?) {
    writer.begin("{")
    writer.member("schema", schema)
    tool(&writer)
    writer.member("event", event)
    writer.name("reports")
    writer.begin("[")
  }

  fileprivate static func end(_ writer: inout JSONWriter, _ errors: [InputError]) {
    writer.end("]")
    writer.name("errors")
    writer.array(errors) { writer, error in
      writer.object(inline: true) {
        $0.member("path", error.path)
        $0.member("member", error.member)
        $0.member("code", error.code)
        $0.member("message", error.message)
        $0.member("line", error.line, minimum: 1)
        $0.member("offset", error.offset, minimum: 0)
        $0.member("hint", error.hint)
      }
    }
    writer.end("}")
  }
}

/// The document of many reports, over several lines, written as they come. The same bytes as of `EncodedDocument`.
package struct DocumentStream {
  private var writer = JSONWriter(layout: .indented)

  package init() { EncodedDocument.begin(&writer, event: nil) }

  /// The bytes of some more reports.
  package mutating func bytes(of reports: [PresentedReport]) -> [UInt8] {
    for report in reports {
      writer.separate()
      EncodedReport(report).write(to: &writer)
    }
    return writer.take()
  }

  /// The bytes that end the document, with what could not be read.
  package mutating func end(errors: [InputError] = []) -> [UInt8] {
    EncodedDocument.end(&writer, errors)
    return writer.take() + [0x0A]
  }
}
