import Foundation
import GRDB
import TestSupport
import Testing

/// Histories that fail while output is written.
@Suite struct DamagedHistoryTests {
  private let scratch: Scratch

  init() throws { scratch = try Scratch() }

  /// Writes a history with more than one page of reports, of which the last one cannot be read.
  private func history(of reports: Int) throws {
    try FileManager.default.createDirectory(at: scratch.url("reports"), withIntermediateDirectories: true)
    for number in 1...reports {
      try scratch.write(Sample.json(number), "reports/\(number).ips")
    }
    let ingest = try Tool.run(["ingest", "--database", "h.db", "reports"], in: scratch.folder)
    #expect(ingest.status == 0, "\(ingest.err)")
    let queue = try DatabaseQueue(path: scratch.url("h.db").path)
    defer { try? queue.close() }
    try queue.write { database in
      // Among reports of the same time, the one with the greatest digest is read last.
      try database.execute(
        sql: "UPDATE report SET digest = x'FFFFFFFF' WHERE id = (SELECT id FROM report LIMIT 1)")
    }
  }

  /// The readable part of a damaged history has a valid form: a document is complete and reports the damage, a table
  /// ends with a complete row.
  @Test func whatWasReadBeforeTheFaultIsWhole() throws {
    try history(of: 520)
    func list(_ format: String) throws -> Tool.Answer {
      let answer = try Tool.run(
        ["history", "list", "--reports", "--limit", "0", "--format", format, "--database", "h.db"], in: scratch.folder)
      #expect(answer.status == 74)
      #expect(answer.err.contains("h.db: is damaged"))
      return answer
    }
    let document = try #require(
      try JSONSerialization.jsonObject(with: Data(try list("json").out.utf8)) as? [String: Any])
    #expect((document["reports"] as? [Any])?.count == 500)
    let errors = try #require(document["errors"] as? [[String: Any]])
    #expect(errors.map { $0["code"] as? String } == ["damaged"])

    let table = try list("csv").out
    #expect(table.hasSuffix("\r\n"))
    #expect(table.split(separator: "\r\n").count == 501)
  }
}
