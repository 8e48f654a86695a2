internal import Analysis
internal import Archives
internal import CrashReports
internal import Diagnosis
internal import Documents
internal import Exports
internal import History
internal import Signatures
internal import Vocabulary

extension FuzzTarget {
  package static let documents = FuzzTarget(
    "FuzzDocuments",
    exercises:
      "documents and exports, also truncated, and stored evidence; parsed input is written and parsed again without "
      + "a change",
    seeds: ["Tests/Fixtures/fuzz/FuzzDocuments"], dictionary: "documents", longest: 1 << 16
  ) { bytes in
    try checkEvidence(bytes)
    let (reports, _) = DocumentReader.read(bytes)
    for report in reports.prefix(4) {
      let first = EncodedDocument(reports: [report.presented], isComplete: true).line()
      guard let read = try? DocumentReader.document(Array(first.utf8)) else {
        throw BrokenProperty(description: "a written document cannot be parsed")
      }
      let second = EncodedDocument(reports: read.reports.map(\.presented), isComplete: true).line()
      try ReportProperties.requireSame(first, second, "a document changes when it is parsed and written")
      try ReportProperties.checkOutputs([report.presented], [])
    }
    let whole = records(of: bytes, cutAt: bytes.count)
    let cut = records(of: bytes, cutAt: (bytes.first.map { Int($0) } ?? 0) % (bytes.count + 1))
    try require(whole == cut, "an export read in two parts gives other records")
    for line in whole.prefix(4) {
      try require(
        records(of: line, cutAt: line.count) == [line], "a line of an export changes when it is parsed and written")
    }
  }

  /// Lines of an export of the parsed records, as they would be imported into a history and exported again.
  private static func records(of bytes: [UInt8], cutAt location: Int) -> [[UInt8]] {
    var lines: [[UInt8]] = []
    func take(_ record: ExportRecord, _ line: Int) {
      var writer = ExportWriter()
      switch record {
      case .report(let report):
        let record = report.record(now: .init(seconds: 1_790_000_000), program: "diagnose fuzz")
        lines.append(writer.line(ExportedReport(record)))
      case .event(let event): lines.append(writer.line([event]))
      case .runs(let runs): lines.append(writer.line([runs]))
      case .header, .fault: break
      }
    }
    var reader = ExportReader()
    reader.read(Array(bytes[..<location]), take)
    reader.read(Array(bytes[location...]), take)
    reader.finish(take)
    return lines
  }

  private static func checkEvidence(_ bytes: [UInt8]) throws {
    _ = SignatureInput(encoded: String(decoding: bytes.prefix(4096), as: UTF8.self))
    for stored in [bytes, Zlib.deflated(bytes) ?? []] {
      guard let report = try? StoredEvidence.decode(stored) else { continue }
      let assessment = Analysis.analyze(Decoded(report)).assessment
      let again = StoredEvidence.encode(assessment)
      guard (try? StoredEvidence.decode(again)) != nil else {
        throw BrokenProperty(description: "written evidence cannot be parsed")
      }
    }
  }
}
