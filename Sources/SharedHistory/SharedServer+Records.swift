internal import ClickHouse

/// Records on the server.
extension SharedServer {
  /// Throws if a batch is not complete: a replica may lag behind the one that confirmed it.
  func check(_ page: [SharedServer.Batch], _ ids: [UInt64]) throws(ServerError) {
    let distinct = Set(ids)
    for batch in page {
      let found = distinct.count { $0 >= batch.first && $0 <= batch.last }
      guard found >= batch.rows else {
        throw ServerError(
          .replicaUnavailable,
          "\(connection.address.endpoint): \(batch.rows - found) of \(batch.rows) records of a batch are not available yet"
        )
      }
    }
  }

  /// Returns the lines of a sender in a range of numbers, each once, in order.
  func lines(of sender: String, after start: UInt64, through end: UInt64) throws(ServerError) -> [(
    id: UInt64, line: [UInt8]
  )] {
    var lines: [(id: UInt64, line: [UInt8])] = []
    for row in try connection.rows(
      """
      SELECT line, hash, id FROM record WHERE sender = \(.text(sender)) AND id > \(.uint(start)) AND id <= \(.uint(end))
      ORDER BY id, hash
      """)
    {
      let (id, line) = (try row.uint("id"), try row.bytes("line"))
      // A row whose transfer was interrupted; the complete one follows, or the batch is not complete.
      guard try row.uint("hash") == SharedRow.hash(line) else { continue }
      // A batch that was sent twice, before the server merged its rows.
      if let last = lines.last, last.id == id, last.line == line { continue }
      lines.append((id, line))
    }
    return lines
  }
}
