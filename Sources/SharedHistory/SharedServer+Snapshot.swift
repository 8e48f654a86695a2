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
    let (parts, size) = try insert(path, as: name.id, into: .snapshotPart)
    var manifest = InsertBatch(into: "snapshot", columns: ["number", "id", "parts", "size", "day", "program"])
    _ = manifest.append([
      .int(name.number), .text(name.id), .int(parts), .int(size), .day(day), .text(program),
    ])
    _ = try connection.insert(manifest, token: name.id, insertion)
  }

  /// Sends the parts of a file. Returns their number, and the size of the file in bytes.
  func insert(
    _ path: FilePath, as id: String, into table: SharedTable
  ) throws(ServerError) -> (parts: Int, size: Int) {
    let file = try opened(path, [])
    defer { try? file.close() }
    var (part, size) = (0, 0)
    while true {
      let bytes: [UInt8]
      do { bytes = try file.bytes(at: size, count: Self.partSize) } catch { throw failure(error) }
      guard !bytes.isEmpty else { return (part, size) }
      guard let packed = Zlib.deflated(bytes) else {
        throw ServerError(.localFailure, "the snapshot could not be compressed")
      }
      var batch = InsertBatch(into: SQLIdentifier(table.name), columns: ["id", "part", "bytes", "hash"])
      _ = batch.append([.text(id), .int(part), .bytes(packed), .uint(SharedRow.hash(packed))])
      _ = try connection.insert(batch, token: "\(id) \(part)", insertion)
      (part, size) = (part + 1, size + bytes.count)
    }
  }

  // MARK: - Receiving

  /// Writes the file of a snapshot. Returns false if it was canceled.
  func receive(
    _ name: SnapshotName, to path: FilePath, isCanceled: () -> Bool
  ) throws(ServerError) -> Bool {
    let rows = try connection.rows(
      "SELECT parts, size FROM snapshot WHERE number = \(name.number) AND id = \(.text(name.id))")
    guard let manifest = rows.first else { throw incomplete(name) }
    return try receive(
      name.id, from: .snapshotPart, parts: try manifest.int("parts"), size: try manifest.int("size"), to: path,
      isCanceled: isCanceled
    ) { incomplete(name) }
  }

  /// Writes a file from its parts. Returns false if it was canceled. Throws the error of `incomplete` if the server lacks
  /// some of them.
  func receive(
    _ id: String, from table: SharedTable, parts: Int, size total: Int, to path: FilePath, isCanceled: () -> Bool,
    incomplete: () -> ServerError
  ) throws(ServerError) -> Bool {
    let file = try opened(path, [.writeOnly, .create, .exclusive, .noFollow])
    defer { try? file.close() }
    var size = 0
    for part in 0..<max(0, parts) {
      if isCanceled() { return false }
      guard let bytes = try self.part(part, of: id, table) else { throw incomplete() }
      // A server must not fill the disk with more than it announced.
      guard size + bytes.count <= total else { throw incomplete() }
      do { try file.write(bytes[...], at: size) } catch { throw failure(error) }
      size += bytes.count
    }
    guard size == total else { throw incomplete() }
    return true
  }

  private func part(_ part: Int, of id: String, _ table: SharedTable) throws(ServerError) -> [UInt8]? {
    let rows = try connection.rows(
      "SELECT bytes, hash FROM \(table: table.name) WHERE id = \(.text(id)) AND part = \(part) ORDER BY hash")
    for row in rows {
      let packed = try row.bytes("bytes")
      // A row whose transfer was interrupted has another hash than its bytes.
      guard try row.uint("hash") == SharedRow.hash(packed) else { continue }
      if let bytes = try? Zlib.inflated(packed, limit: Self.partSize), !bytes.isEmpty { return bytes }
    }
    return nil
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

  func delete(from table: SharedTable, where condition: Statement) throws(ServerError) {
    guard let cluster = try cluster() else {
      return try connection.execute("ALTER TABLE \(table: table.name) DELETE WHERE \(condition)")
    }
    let name: Statement = "\(SQLIdentifier(connection.address.database)).\(table: table.name + "_local")"
    _ = try connection.executeOnCluster(
      "ALTER TABLE \(name) ON CLUSTER \(SQLIdentifier(cluster)) DELETE WHERE \(condition)")
  }

  /// Returns the name of the cluster of the tables; `nil` if they are those of one server.
  func cluster() throws(ServerError) -> String? {
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
