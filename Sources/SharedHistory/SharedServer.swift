import Bytes
package import ClickHouse
internal import Foundation
package import History
package import Vocabulary

/// The tables of a shared history on a server.
package struct SharedServer: Sendable {
  let connection: ServerConnection

  /// Creates a value; nothing is sent.
  package init(_ connection: ServerConnection) { self.connection = connection }

  private var address: ServerAddress { connection.address }

  /// A request that inserts. Whether the tables are those of a cluster need not be known.
  var insertion: ServerConnection.Request {
    var request = ServerConnection.Request()
    request.settings.append(.synchronousDistribution)
    return request
  }

  // MARK: - Creation

  /// Creates the database and the tables that do not exist. Returns the names of the created tables.
  ///
  /// - Parameter cluster: The cluster on whose hosts they are created; `nil` for one server.
  package func create(cluster: String?) throws(ServerError) -> [String] {
    var request = ServerConnection.Request()
    request.usesDatabase = false
    let database = SQLIdentifier(address.database)
    if let cluster {
      _ = try connection.executeOnCluster(
        "CREATE DATABASE IF NOT EXISTS \(database) ON CLUSTER \(SQLIdentifier(cluster))", request)
    } else {
      try connection.execute("CREATE DATABASE IF NOT EXISTS \(database)", request)
    }
    let existing = try columns()
    try check(existing)
    let version = try connection.version()
    var created: [String] = []
    for table in SharedTable.catalog where existing[table.name] == nil {
      for statement in table.creation(database: address.database, cluster: cluster, version) {
        if cluster == nil {
          try connection.execute(statement)
        } else {
          _ = try connection.executeOnCluster(statement)
        }
      }
      created.append(table.name)
    }
    let facts = try facts()
    if facts.schema == nil { try setMeta("schema", String(SharedTable.schemaVersion)) }
    if facts.store == nil { try setMeta("store", UUID().uuidString.lowercased()) }
    return created
  }

  private func setMeta(_ key: String, _ value: String) throws(ServerError) {
    var batch = InsertBatch(into: "meta", columns: ["key", "value"])
    _ = batch.append([.text(key), .text(value)])
    _ = try connection.insert(batch, insertion)
  }

  /// Returns the columns and types of our tables that exist.
  private func columns() throws(ServerError) -> [String: [String: String]] {
    let rows = try connection.rows(
      """
      SELECT table, name, type, 1 AS one FROM system.columns
      WHERE database = \(.text(address.database)) AND table IN (\(list: SharedTable.catalog.map { .text($0.name) }))
      """)
    var found: [String: [String: String]] = [:]
    for row in rows { found[try row.text("table"), default: [:]][try row.text("name")] = try row.text("type") }
    return found
  }

  private func check(_ existing: [String: [String: String]]) throws(ServerError) {
    for table in SharedTable.catalog {
      guard let columns = existing[table.name] else { continue }
      let isOurs = table.columns.allSatisfy { $0.hasType(columns[$0.name]) }
      guard isOurs else {
        throw ServerError(
          .foreignTable,
          "\(address.endpoint): the database contains a table \(table.name) that diagnose did not create")
      }
    }
  }

  // MARK: - Facts

  /// The identity of the shared history.
  package struct Facts: Sendable, Equatable {
    /// The version of the schema; `nil` if the tables are new.
    package var schema: Int?
    /// The identifier; `nil` if the tables are new.
    package var store: String?
    /// The latest snapshot; `nil` if nothing was pruned.
    package var snapshot: SnapshotName?
    /// When the snapshot arrived, by the clock of the server.
    fileprivate var snapshotTime = 0
  }

  /// Reads the identity. Throws if the tables do not exist, or if a later version created them.
  package func facts() throws(ServerError) -> Facts {
    var facts = Facts()
    let rows = try connection.rows(
      """
      SELECT key, value, toUnixTimestamp(at) AS seconds FROM meta
      UNION ALL SELECT name AS key, value, toUInt32(0) AS seconds FROM system.settings
      WHERE name = 'skip_unavailable_shards'
      UNION ALL SELECT concat('snapshot ', toString(number)) AS key, id AS value, toUnixTimestamp(at) AS seconds FROM snapshot
      """)
    for row in rows {
      let value = try row.text("value")
      switch try row.text("key") {
      case "schema": facts.schema = max(facts.schema ?? 0, Int(value) ?? .max)
      // Two programs may have created the tables at once. All choose the lower identifier.
      case "store": facts.store = min(facts.store ?? value, value)
      case "skip_unavailable_shards" where value != "0":
        throw ServerError(
          .replicaUnavailable,
          "\(address.endpoint): the server ignores shards that are down, because the profile of the user sets skip_unavailable_shards"
        )
      case let key where key.hasPrefix("snapshot "):
        if let number = Int(key.dropFirst("snapshot ".count)) {
          facts.note(SnapshotName(number: number, id: value), try row.int("seconds"))
        }
      default: break
      }
    }
    if let schema = facts.schema, schema > SharedTable.schemaVersion {
      throw ServerError(
        .newerSchema,
        "\(address.endpoint): the tables have schema \(schema); this version supports \(SharedTable.schemaVersion)")
    }
    return facts
  }

  /// Returns the identity of an initialized history.
  func initialized() throws(ServerError) -> (store: String, snapshot: SnapshotName?) {
    let facts = try facts()
    guard let store = facts.store else {
      throw ServerError(.unknownTable, "\(address.endpoint): the tables of the shared history are empty")
    }
    return (store, facts.snapshot)
  }

  /// Returns the time of the server if its tables are those of a cluster, whose replicas may differ for a while.
  func timeIfDistributed() throws(ServerError) -> Timestamp? {
    let rows = try connection.rows(
      """
      SELECT toUnixTimestamp(now()) AS seconds FROM system.tables
      WHERE database = \(.text(address.database)) AND name = 'batch' AND engine = 'Distributed'
      """)
    return try rows.first.map { row throws(ServerError) in Timestamp(seconds: try row.int("seconds")) }
  }

  // MARK: - Batches

  /// A complete batch of a sender.
  struct Batch: Sendable {
    var first: UInt64
    var last: UInt64
    var rows: Int
  }

  /// Returns the number of the last record of each sender.
  func lastOfSenders() throws(ServerError) -> [String: UInt64] {
    var last: [String: UInt64] = [:]
    for row in try connection.rows("SELECT sender, max(last) AS newest FROM batch GROUP BY sender") {
      last[try row.text("sender")] = try row.uint("newest")
    }
    return last
  }

  /// Returns the complete batches of a sender after `last`, in order.
  func batches(of sender: String, after last: UInt64) throws(ServerError) -> [Batch] {
    var batches: [Batch] = []
    for row in try connection.rows(
      """
      SELECT last, min(first) AS lowest, max(rows) AS number FROM batch
      WHERE sender = \(.text(sender)) AND last > \(.uint(last)) GROUP BY last ORDER BY last
      """)
    {
      batches.append(
        Batch(first: try row.uint("lowest"), last: try row.uint("last"), rows: try row.int("number")))
    }
    return batches
  }

  /// A sender, as shown to the user.
  package struct Sender: Sendable, Equatable {
    /// The identifier.
    package var id: String
    /// The number of records that it sent since the latest snapshot, including those sent twice.
    package var records: Int
    /// When its last batch arrived.
    package var last: Timestamp
    /// The program that sent it.
    package var program: String
  }

  /// Returns the senders, the latest first.
  package func senders() throws(ServerError) -> [Sender] {
    var senders: [Sender] = []
    for row in try connection.rows(
      """
      SELECT sender, argMax(program, last) AS software, sum(rows) AS number, toUnixTimestamp(max(at)) AS newest
      FROM batch GROUP BY sender ORDER BY newest DESC, sender
      """)
    {
      senders.append(
        Sender(
          id: try row.text("sender"), records: try row.int("number"), last: Timestamp(seconds: try row.int("newest")),
          program: try row.text("software")))
    }
    return senders
  }

  /// Returns the errors of the tables, one sentence each: batches that lack records.
  package func check() throws(ServerError) -> [String] {
    var faults: [String] = []
    for sender in try senders() {
      let batches = try batches(of: sender.id, after: 0)
      let stored = try connection.rows(
        """
        SELECT upper, uniqExact(id) AS number FROM (
          SELECT id, arrayFirst(last -> last >= id, \(.array(batches.map { .uint($0.last) }))) AS upper
          FROM record WHERE sender = \(.text(sender.id))
        ) GROUP BY upper
        """)
      var counts: [UInt64: Int] = [:]
      for row in stored { counts[try row.uint("upper")] = try row.int("number") }
      for (index, batch) in batches.enumerated() {
        // A batch may begin before the end of the previous one, and then has the same records.
        let found = batches[...index].reversed().prefix { $0.last >= batch.first }
          .reduce(0) { $0 + (counts[$1.last] ?? 0) }
        if found < batch.rows {
          faults.append(
            "The server lacks \(batch.rows - found) of \(batch.rows) records of sender \(sender.id.prefix(characters: 8)), \(batch.first) to \(batch.last)."
          )
        }
      }
    }
    return faults
  }

  /// Returns the bytes of the active parts of our tables on this server, after compression.
  package func size() throws(ServerError) -> Int {
    let names = SharedTable.catalog.flatMap { [$0.name, $0.name + "_local"] }.map(SQLValue.text)
    let rows = try connection.rows(
      """
      SELECT sum(bytes_on_disk) AS size FROM system.parts
      WHERE active AND database = \(.text(address.database)) AND table IN (\(list: names))
      """)
    return try rows.first?.int("size") ?? 0
  }
}

extension SharedServer.Facts {
  /// Notes a snapshot. Of several with the same number, which were made at once, the first one counts.
  fileprivate mutating func note(_ name: SnapshotName, _ time: Int) {
    func order(_ name: SnapshotName, _ time: Int) -> (Int, Int, String) { (-name.number, time, name.id) }
    if let snapshot, order(snapshot, snapshotTime) <= order(name, time) { return }
    (snapshot, snapshotTime) = (name, time)
  }
}
