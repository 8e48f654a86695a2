import Bytes
import CrashReports
import Documents
import History
import Vocabulary

/// Reads an export in parts, from a file or a pipe. One line at a time is in memory.
///
/// Also reads ordinary `diagnose/1` documents, on one line or over several lines, so that the output of `--format json`
/// and `--format jsonl` can be imported. A record that cannot be used becomes a fault with its line.
package struct ExportReader {
  private var splitter = DocumentSplitter()

  /// Creates a reader at the beginning of an input.
  package init() {}

  /// Reads the next bytes of the input, which may be split anywhere.
  ///
  /// - Parameter record: Receives each record and its line, from 1.
  package mutating func read(
    _ bytes: [UInt8], _ record: (_ record: ExportRecord, _ line: Int) throws -> Void
  ) rethrows {
    try splitter.feed(bytes) { try Self.process($0, record) }
  }

  /// Reads the rest after the end of the input.
  package mutating func finish(_ record: (_ record: ExportRecord, _ line: Int) throws -> Void) rethrows {
    try splitter.finish { try Self.process($0, record) }
  }

  private static func process(
    _ item: DocumentSplitter.Item, _ record: (_ record: ExportRecord, _ line: Int) throws -> Void
  ) rethrows {
    switch item {
    case .fault(let fault): try record(.fault(fault), fault.line ?? 1)
    case .text(let text, let line):
      for one in records(text, line: line) { try record(one, line) }
    }
  }

  private static func records(_ text: [UInt8], line: Int) -> [ExportRecord] {
    do {
      if isExport(text) { return try exportRecords(text, line: line) }
      return try DocumentReader.document(text, line: line).reports.map { document in
        if let report = ExportedReport(document) { return .report(report) }
        return .fault(
          DecodingFault(
            .incomplete, "has a report without a digest, which cannot be identified",
            hint: "Write the document again from the report.", line: line))
      }
    } catch {
      return [.fault(error)]
    }
  }

  private static func isExport(_ text: [UInt8]) -> Bool {
    // Documents of this program begin like this; another program may have changed the order of the members.
    if text.starts(with: Array("{\"schema\":\"\(EncodedDocument.schema)\",".utf8)) { return false }
    var reader = JSONReader(text)
    var schema: String?
    reader.object { name, reader in
      if name == "schema" { schema = reader.text() } else { reader.skip() }
    }
    return schema?.hasPrefix("diagnose-export/") ?? false
  }

  private static func exportRecords(_ text: [UInt8], line: Int) throws(DecodingFault) -> [ExportRecord] {
    var reader = JSONReader(text, line: line)
    var schema: String?
    var tool: (name: String?, version: String?)?
    var records: [ExportRecord]?
    reader.object { name, reader in
      switch name {
      case "schema": schema = reader.text()
      case "tool":
        var found: (name: String?, version: String?) = (nil, nil)
        reader.object { name, reader in
          switch name {
          case "name": found.name = reader.text()
          case "version": found.version = reader.text()
          default: reader.skip()
          }
        }
        tool = found
      case "events": records = reader.array { event(&$0, line: line) }
      case "runs": records = reader.array { runs(&$0, line: line) }
      default: reader.skip()
      }
    }
    if let fault = reader.fault { throw fault }
    guard schema == ExportDocument.schema else {
      throw DecodingFault(
        .unsupportedFormat, "is an export of schema \(schema ?? "?"), which this version does not support",
        hint: "Use a later version of \(Product.name).", line: line)
    }
    guard reader.isAtEnd else {
      throw DecodingFault(.damaged, "has data after the end of the document", line: line)
    }
    if let records { return records }
    return [.header(tool: tool?.name ?? "", version: tool?.version ?? "")]
  }

  private static func event(_ reader: inout JSONReader, line: Int) -> ExportRecord? {
    var issue: String?
    var at: Timestamp?
    var what: String?
    var event = ExportedEvent(issue: "", at: .init(seconds: 0), what: "")
    reader.object { name, reader in
      switch name {
      case "issue": issue = reader.text()
      case "at": at = reader.text().flatMap { Timestamp(rfc3339: $0) }
      case "what": what = reader.text()
      case "by": event.by = reader.text()
      case "note": event.note = reader.text()
      case "build": event.build = reader.text()
      case "other": event.other = reader.text()
      case "lastBuild": event.lastBuild = reader.text()
      case "undoes": event.undoes = reader.text()
      default: reader.skip()
      }
    }
    guard let issue, let at, let what, isKey(issue), event.other.map(isKey) ?? true else {
      return .fault(DecodingFault(.damaged, "has an event without issue, time or name", line: line))
    }
    event.issue = issue
    event.at = at
    event.what = what
    return .event(event)
  }

  private static func runs(_ reader: inout JSONReader, line: Int) -> ExportRecord? {
    var runs = BuildRuns(day: 0, runs: 0)
    var (bundleID, process): (String?, String?) = (nil, nil)
    var day: Timestamp?
    var number: Int?
    reader.object { name, reader in
      switch name {
      case "app": runs.app = reader.text()
      case "version": runs.version = reader.text()
      case "build": runs.build = reader.text()
      case "bundleId": bundleID = reader.text()
      case "process": process = reader.text()
      case "day": day = reader.text().flatMap { Timestamp(rfc3339: $0) }
      case "runs": number = reader.integer()
      default: reader.skip()
      }
    }
    guard let day, let number, (0...BuildRuns.most).contains(number), runs.app != nil else {
      return .fault(DecodingFault(.damaged, "has runs without app, day or number", line: line))
    }
    if let bundleID, let process { runs.owner = .init(bundleID: bundleID, process: process) }
    guard !runs.hasLongNames else {
      return .fault(DecodingFault(.damaged, "has an app or build of more than 255 bytes", line: line))
    }
    runs.day = day.day
    runs.runs = number
    return .runs(runs)
  }

  /// Returns true for 12 lower-case hexadecimal digits.
  private static func isKey(_ text: String) -> Bool {
    text.utf8.count == 12 && text.utf8.allSatisfy { $0.isDigit || (0x61...0x66).contains($0) }
  }
}
