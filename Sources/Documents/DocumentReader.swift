package import CrashReports
import Vocabulary

/// A document of the schema `diagnose/1`, read back.
package struct DecodedDocument: Sendable {
  /// What a line of `watch` or `ingest` is about, as `report` or `stopped`; `nil` in an ordinary document.
  package var event: String?
  /// In the order of the document; empty if it has none.
  package var reports: [DocumentReport] = []
  /// Inputs that gave no report, in the order of the document.
  package var errors: [InputError] = []
}

/// Reads documents of the schema `diagnose/1`: what `--format json` and `--format jsonl` wrote, from this version or
/// another one. What is missing or null is `nil`; members that are not known are passed over.
package enum DocumentReader {
  /// Reads one document.
  ///
  /// - Parameter line: Line of the input on which it begins, from 1; faults name the line they are on.
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

  /// Reads one JSON document, or documents one a line. What cannot be read is a fault, and the next one is tried.
  package static func read(_ bytes: [UInt8]) -> (reports: [DocumentReport], faults: [DecodingFault]) {
    var reports: [DocumentReport] = []
    var faults: [DecodingFault] = []
    func take(_ piece: DocumentSplitter.StyledText) {
      switch piece {
      case .text(let text, let line):
        do { reports += try document(text, line: line).reports } catch { faults.append(error) }
      case .fault(let fault): faults.append(fault)
      }
    }
    var splitter = DocumentSplitter()
    splitter.feed(bytes, take)
    splitter.finish(take)
    return (reports, faults)
  }

  /// The schema may follow what it is about, as after a program that sorts members.
  private static func isKnown(_ schema: String?) -> Bool { schema == nil || schema == EncodedDocument.schema }

  static func check(
    _ schema: String?, _ isObject: Bool, _ reader: inout JSONReader, _ line: Int
  ) throws(DecodingFault) {
    if let schema, schema.hasPrefix("diagnose/"), schema != EncodedDocument.schema {
      throw DecodingFault(
        .unsupportedFormat, "is a document of the schema \(schema), which this version does not read",
        hint: "Use a later version of \(Product.name), or have it written as \(EncodedDocument.schema).", line: line)
    }
    if let fault = reader.fault { throw fault }
    guard isObject, schema == EncodedDocument.schema else {
      throw DecodingFault(.notAReport, "is no document of the schema \(EncodedDocument.schema)", line: line)
    }
    guard reader.isAtEnd else {
      throw DecodingFault(.damaged, "has something behind the end of the document", line: reader.line)
    }
  }
}
