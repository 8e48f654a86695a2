package import CrashReports
import Vocabulary

/// A `diagnose/1` document that was read.
package struct DecodedDocument: Sendable {
  /// The event that a line of `watch` or `ingest` reports, such as `report` or `stopped`; `nil` in an ordinary
  /// document.
  package var event: String?
  /// The reports, in the order of the document; empty if it has none.
  package var reports: [DocumentReport] = []
  /// The inputs without a report, in the order of the document.
  package var errors: [InputError] = []
}

/// Reads `diagnose/1` documents, the output of `--format json` and `--format jsonl`, from this or another version. A
/// member that is missing or null is read as `nil`; unknown members are ignored.
package enum DocumentReader {
  /// Returns one document.
  ///
  /// - Parameter line: The line of the input on which it begins, from 1. Faults state the line in the input.
  package static func document(_ bytes: [UInt8], line: Int = 1) throws(DecodingFault) -> DecodedDocument {
    var reader = MemberReader(JSONReader(bytes, line: line))
    var document = DecodedDocument()
    var schema: String?
    let isObject = reader.json.enterObject()
    while isObject, let name = reader.json.nextMember() {
      switch name {
      case "schema": schema = reader.json.text() ?? ""
      case "event": document.event = reader.json.text()
      case "reports" where isKnown(schema): document.reports = ArrayForm(ObjectForm()).read(from: &reader) ?? []
      case "errors" where isKnown(schema): document.errors = ArrayForm(ObjectForm()).read(from: &reader) ?? []
      default: reader.json.skip()
      }
    }
    try check(schema, isObject, &reader.json, line)
    return document
  }

  /// Returns the reports of one JSON document, or of documents on one line each. A document that cannot be read is a
  /// fault; the next one is still read.
  package static func read(_ bytes: [UInt8]) -> (reports: [DocumentReport], faults: [DecodingFault]) {
    var reports: [DocumentReport] = []
    var faults: [DecodingFault] = []
    func add(_ item: DocumentSplitter.Item) {
      switch item {
      case .text(let text, let line):
        do { reports += try document(text, line: line).reports } catch { faults.append(error) }
      case .fault(let fault): faults.append(fault)
      }
    }
    var splitter = DocumentSplitter()
    splitter.feed(bytes, add)
    splitter.finish(add)
    return (reports, faults)
  }

  /// Returns true if the schema is known, or not read yet: a program that sorts members may write it after the others.
  private static func isKnown(_ schema: String?) -> Bool { schema == nil || schema == EncodedDocument.schema }

  static func check(
    _ schema: String?, _ isObject: Bool, _ reader: inout JSONReader, _ line: Int
  ) throws(DecodingFault) {
    if let schema, schema.hasPrefix("diagnose/"), schema != EncodedDocument.schema {
      throw DecodingFault(
        .unsupportedFormat, "is a document of schema \(schema), which this version does not support",
        hint: "Use a later version of \(Product.name), or write it as \(EncodedDocument.schema).", line: line)
    }
    if let fault = reader.fault { throw fault }
    guard isObject, schema == EncodedDocument.schema else {
      throw DecodingFault(.notAReport, "is not a document of schema \(EncodedDocument.schema)", line: line)
    }
    guard reader.isAtEnd else {
      throw DecodingFault(.damaged, "has data after the end of the document", line: reader.line)
    }
  }
}
