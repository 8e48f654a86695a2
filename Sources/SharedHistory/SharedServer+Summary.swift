import Bytes
package import ClickHouse
internal import Foundation
internal import History
package import Platform
package import Vocabulary

/// A summary on the server.
package struct SharedSummary: Sendable, Equatable {
  /// Its number; the highest one is valid.
  var number: Int
  /// Its identifier.
  package var id: String
  /// The parts that it consists of.
  var parts: [String]
  /// The version of the file's schema.
  var schema: Int
  /// The number of pieces of the file.
  var pieces: Int
  /// The size of the file in bytes.
  package var size: Int
  /// The first day of `summary_device`.
  var devicesFrom: Int
  /// The number of counted reports.
  package var reports: Int
  /// The program that made it.
  package var program: String
  /// When it arrived, by the clock of the server.
  package var at: Timestamp
}

/// Names of parts.
enum SummaryPart {
  /// Returns the name of a new part for a day.
  static func ofDay(_ day: Int) -> String { "day \(day) \(random)" }

  /// Returns the name of a new part for rows with this digest.
  static func ofRows(_ digest: SHA256Digest) -> String { content(digest) + random }

  /// Returns the beginning of the names of parts with rows with this digest.
  static func content(_ digest: SHA256Digest) -> String { "rows \(digest.hexadecimal.prefix(16)) " }

  private static var random: String {
    String(UUID().uuidString.lowercased().filter(\.isHexDigit).prefix(12))
  }

  /// Returns the day of a part; `nil` for one without a day.
  static func day(_ part: String) -> Int? {
    let words = part.split(separator: " ")
    return words.count == 3 && words[0] == "day" ? Int(words[1]) : nil
  }
}

extension SharedServer {
  /// Returns the valid summary; `nil` if there is none.
  package func summary() throws(ServerError) -> SharedSummary? {
    // The row may have been stored twice.
    let rows = try connection.rows(
      """
      SELECT number, id, parts, schema, pieces, size, devices_from, reports, program, toUnixTimestamp(at) AS seconds
      FROM summary ORDER BY number DESC, id LIMIT 1
      """)
    guard let row = rows.first else { return nil }
    return SharedSummary(
      number: try row.int("number"), id: try row.text("id"),
      parts: try row.array("parts").map { String(streamSafe: $0) }, schema: try row.int("schema"),
      pieces: try row.int("pieces"), size: try row.int("size"), devicesFrom: try row.int("devices_from"),
      reports: try row.int("reports"), program: try row.text("program"),
      at: Timestamp(seconds: try row.int("seconds")))
  }

  /// The maximum size of the file of a summary in bytes. It has no reports except for the latest ones.
  private static let largestFile = 1 << 30

  /// Writes the file of a summary. Returns false if it was canceled.
  package func receive(_ summary: SharedSummary, to path: FilePath, isCanceled: () -> Bool) throws(ServerError) -> Bool
  {
    guard summary.schema == SharedTable.schemaVersion else {
      throw ServerError(
        .newerSchema, "\(connection.address.endpoint): \(summary.program) made a summary of schema \(summary.schema)")
    }
    guard summary.size <= Self.largestFile else {
      throw ServerError(.answerTooLarge, "\(connection.address.endpoint): the file of the summary is larger than 1 GB")
    }
    return try receive(
      summary.id, from: .summaryFile, parts: summary.pieces, size: summary.size, to: path, isCanceled: isCanceled
    ) {
      ServerError(.replicaUnavailable, "\(connection.address.endpoint): the file of the summary is not complete yet")
    }
  }

  // MARK: - Sending

  /// The request of an insertion into tables of summaries. It is not repeated: after a failure, the part is abandoned, and
  /// what arrives later belongs to no summary.
  ///
  /// In a cluster, all replicas must have stored the rows, so that each answers completely.
  func summaryInsertion(replicas: Int) -> ServerConnection.Request {
    var request = insertion
    request.isRepeated = false
    if replicas > 1 { request.settings.append(ServerSetting("insert_quorum", replicas)) }
    return request
  }

  /// Returns the number of replicas of each shard; 1 if the tables are those of one server.
  func replicas() throws(ServerError) -> Int {
    guard let cluster = try cluster() else { return 1 }
    let rows = try connection.rows(
      """
      SELECT min(number) AS replicas FROM (
        SELECT shard_num, count() AS number FROM system.clusters WHERE cluster = \(.text(cluster)) GROUP BY shard_num
      )
      """)
    return max(1, try rows.first?.int("replicas") ?? 1)
  }

  /// Sends rows, each of which begins with the name of its part.
  func insert(_ batch: InsertBatch, replicas: Int) throws(ServerError) {
    _ = try connection.insert(batch, summaryInsertion(replicas: replicas))
  }

  /// Returns the number of rows and of reports of `summary_count` in these parts.
  func counted(_ parts: [String]) throws(ServerError) -> (rows: Int, reports: Int) {
    var (number, reports) = (0, 0)
    for start in stride(from: 0, to: parts.count, by: Self.mostNamed) {
      let some = parts[start..<min(start + Self.mostNamed, parts.count)].map(SQLValue.text)
      let rows = try connection.rows(
        "SELECT count() AS number, sum(reports) AS counted FROM summary_count WHERE part IN \(list: some)")
      number += try rows.first?.int("number") ?? 0
      reports += try rows.first?.int("counted") ?? 0
    }
    return (number, reports)
  }

  /// Makes a summary valid, whose parts and file are complete.
  func publish(_ summary: SharedSummary, replicas: Int) throws(ServerError) {
    var batch = InsertBatch(
      into: "summary",
      columns: [
        "number", "id", "parts", "schema", "pieces", "size", "devices_from", "reports", "program",
      ])
    _ = batch.append([
      .int(summary.number), .text(summary.id), .array(summary.parts.map(SQLValue.text)), .int(summary.schema),
      .int(summary.pieces), .int(summary.size), .int(summary.devicesFrom), .int(summary.reports),
      .text(summary.program),
    ])
    var request = insertion
    if replicas > 1 { request.settings.append(ServerSetting("insert_quorum", replicas)) }
    _ = try connection.insert(batch, token: summary.id, request)
  }

  // MARK: - Removing

  /// How long a summary that was replaced can still be read, in seconds.
  private static let readableAfter = 86_400

  /// Removes parts and files that no summary of the last day has, and what failed attempts left. Does nothing if there is
  /// no summary older than that. The server does it later, in its own time.
  func removeReplacedSummaries(by current: SharedSummary) throws(ServerError) {
    let old: Statement = "at < now() - \(Self.readableAfter)"
    let outdated = try connection.rows(
      "SELECT count() AS outdated FROM summary WHERE \(old) AND number < \(current.number)")
    guard try outdated.first?.int("outdated") ?? 0 > 0 else { return }
    let rows = try connection.rows(
      "SELECT id, parts, number FROM summary WHERE NOT (\(old)) OR number >= \(current.number)")
    var kept = Set(current.parts)
    var files: Set<String> = [current.id]
    for row in rows {
      kept.formUnion(try row.array("parts").map { String(streamSafe: $0) })
      files.insert(try row.text("id"))
    }
    for table in SharedTable.partsOfSummaries { try delete(from: table, where: old, "part", except: kept) }
    try delete(from: .summaryDevice, where: "day < \(current.devicesFrom)", "part", except: kept)
    try delete(from: .summaryFile, where: old, "id", except: files)
    try delete(from: .summary, where: "\(old) AND number < \(current.number)")
  }

  /// Deletes the rows that fulfill a condition, except those whose `column` is one of `kept`.
  ///
  /// The names of the others are asked for first. A statement is limited to 256 KB, which is less than the names of all
  /// parts of a long history, while few parts are replaced.
  private func delete(
    from table: SharedTable, where condition: Statement, _ column: SQLIdentifier, except kept: Set<String>
  ) throws(ServerError) {
    let rows = try connection.rows(
      "SELECT DISTINCT \(column) AS name, 1 AS one FROM \(table: table.name) WHERE \(condition)")
    var names: [String] = []
    for row in rows {
      let name = try row.text("name")
      if !kept.contains(name) { names.append(name) }
    }
    names.sort()
    for start in stride(from: 0, to: names.count, by: Self.mostNamed) {
      let some = names[start..<min(start + Self.mostNamed, names.count)].map(SQLValue.text)
      try delete(from: table, where: "\(condition) AND \(column) IN \(list: some)")
    }
  }

  /// The maximum number of parts in a statement.
  private static let mostNamed = 2_000
}
