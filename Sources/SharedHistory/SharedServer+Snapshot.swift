internal import Archives
internal import ClickHouse
internal import Foundation
internal import History
internal import Platform
internal import Vocabulary

/// Snapshots on the server. A snapshot is a file in parts; a row of `snapshot` says that all of them are there.
extension SharedServer {
  /// The size of a part in bytes, before compression.
  private static let partSize = 4 << 20

  // MARK: - Sending

  /// Sends a file as a snapshot. It is used from the moment at which the last row was stored.
  func insert(_ path: FilePath, as name: SnapshotName, before day: Int, program: String) throws(ServerError) {
    let file = try opened(path, [])
    defer { try? file.close() }
    var (part, size) = (0, 0)
    while true {
      let bytes: [UInt8]
      do { bytes = try file.bytes(at: size, count: Self.partSize) } catch { throw failure(error) }
      guard !bytes.isEmpty else { break }
      guard let packed = Zlib.deflated(bytes) else {
        throw ServerError(.localFailure, "the snapshot could not be compressed")
      }
      var batch = InsertBatch(into: "snapshot_part", columns: ["id", "part", "bytes", "hash"])
      _ = batch.append([.text(name.id), .int(part), .bytes(packed), .uint(SharedRow.hash(packed))])
      _ = try connection.insert(batch, token: "\(name.id) \(part)", insertion)
      (part, size) = (part + 1, size + bytes.count)
    }
    var manifest = InsertBatch(into: "snapshot", columns: ["number", "id", "parts", "size", "day", "program"])
    _ = manifest.append([
      .int(name.number), .text(name.id), .int(part), .int(size), .day(day), .text(program),
    ])
    _ = try connection.insert(manifest, token: name.id, insertion)
  }

  // MARK: - Receiving

  /// Writes the file of a snapshot. Returns false if it was canceled.
  func receive(
    _ name: SnapshotName, to path: FilePath, isCanceled: () -> Bool
  ) throws(ServerError) -> Bool {
    let rows = try connection.rows(
      "SELECT parts, size FROM snapshot WHERE number = \(name.number) AND id = \(.text(name.id))")
    guard let manifest = rows.first else { throw incomplete(name) }
    let (parts, total) = (try manifest.int("parts"), try manifest.int("size"))
    let file = try opened(path, [.writeOnly, .create, .exclusive, .noFollow])
    defer { try? file.close() }
    var size = 0
    for part in 0..<max(0, parts) {
      if isCanceled() { return false }
      let bytes = try self.part(part, of: name)
      do { try file.write(bytes[...], at: size) } catch { throw failure(error) }
      size += bytes.count
    }
    guard size == total else { throw incomplete(name) }
    return true
  }

  private func part(_ part: Int, of name: SnapshotName) throws(ServerError) -> [UInt8] {
    let rows = try connection.rows(
      "SELECT bytes, hash FROM snapshot_part WHERE id = \(.text(name.id)) AND part = \(part) ORDER BY hash")
    for row in rows {
      let packed = try row.bytes("bytes")
      // A row whose transfer was interrupted has another hash than its bytes.
      guard try row.uint("hash") == SharedRow.hash(packed) else { continue }
      if let bytes = try? Zlib.inflated(packed, limit: Self.partSize), !bytes.isEmpty { return bytes }
    }
    throw incomplete(name)
  }

  private func incomplete(_ name: SnapshotName) -> ServerError {
    ServerError(.replicaUnavailable, "\(connection.address.endpoint): snapshot \(name.number) is not complete yet")
  }

  private func opened(_ path: FilePath, _ options: FileDescriptor.Options) throws(ServerError) -> FileDescriptor {
    do { return try FileDescriptor(opening: path, options, mode: 0o600) } catch { throw failure(error) }
  }

  private func failure(_ error: SystemError) -> ServerError {
    ServerError(.localFailure, "the file of a snapshot could not be used (\(error.description))")
  }

  // MARK: - Removing

  /// Throws `accessDenied` if the user may not delete rows: deletes none.
  func checkDeletion() throws(ServerError) { try delete(from: .record, where: "0") }

  /// Removes what a snapshot replaces: the records that it includes, and earlier snapshots. The server does it later, in
  /// its own time.
  ///
  /// The last number of each sender remains, as a batch without records.
  ///
  /// - Parameter included: The last change that it includes, for each sender.
  func removeReplaced(by name: SnapshotName, included: [String: Int]) throws(ServerError) {
    var markers = InsertBatch(into: "batch", columns: ["sender", "first", "last", "rows", "program", "at"])
    let senders = included.filter { $0.value > 0 }.sorted { $0.key < $1.key }
    let known = Dictionary(try self.senders().map { ($0.id, $0) }) { first, _ in first }
    for (sender, last) in senders {
      _ = markers.append([
        .text(sender), .int(last), .int(last), .int(0), .text(known[sender]?.program ?? ""),
        .int(known[sender]?.last.seconds ?? 0),
      ])
    }
    _ = try connection.insert(markers, token: "\(name.id) replaced", insertion)
    // A statement is limited to 256 KB.
    for start in stride(from: 0, to: senders.count, by: 1_000) {
      let some = senders[start..<min(start + 1_000, senders.count)]
      let last: Statement =
        "transform(sender, \(.array(some.map { .text($0.key) })), \(.array(some.map { .int($0.value) })), 0)"
      try delete(from: .batch, where: "rows > 0 AND last <= \(last)")
      try delete(from: .record, where: "id <= \(last)")
    }
    try delete(from: .snapshot, where: "number < \(name.number)")
    // Parts of other snapshots, except for one that is being sent.
    try delete(from: .snapshotPart, where: "id <> \(.text(name.id)) AND at < now() - 86400")
  }

  private func delete(from table: SharedTable, where condition: Statement) throws(ServerError) {
    guard let cluster = try cluster() else {
      return try connection.execute("ALTER TABLE \(table: table.name) DELETE WHERE \(condition)")
    }
    let name: Statement = "\(SQLIdentifier(connection.address.database)).\(table: table.name + "_local")"
    _ = try connection.executeOnCluster(
      "ALTER TABLE \(name) ON CLUSTER \(SQLIdentifier(cluster)) DELETE WHERE \(condition)")
  }

  /// Returns the name of the cluster of the tables; `nil` if they are those of one server.
  private func cluster() throws(ServerError) -> String? {
    let rows = try connection.rows(
      """
      SELECT engine_full, 1 AS one FROM system.tables
      WHERE database = \(.text(connection.address.database)) AND name = 'batch' AND engine = 'Distributed'
      """)
    guard let engine = try rows.first?.text("engine_full"), let open = engine.firstIndex(of: "(") else { return nil }
    // Distributed(cluster, 'database', 'table', key); versions differ in the quotes.
    let name = engine[engine.index(after: open)...].prefix { $0 != "," }
    return String(name.trimmingCharacters(in: ["'", "`", " "]))
  }
}
