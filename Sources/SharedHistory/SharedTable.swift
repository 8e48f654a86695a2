internal import ClickHouse

/// A table of a shared history on a ClickHouse server.
///
/// The catalog is the schema: the statements that create the tables, the check whether they are ours, and the list in
/// the documentation are made from it.
package struct SharedTable: Sendable {
  /// A column of a table.
  package struct Column: Sendable {
    /// The name.
    package let name: String
    /// The type, as written in `CREATE TABLE` and in `system.columns`.
    package let type: String
    /// Whether the values are few, so that the column is a dictionary where the server supports it.
    let isRepeated: Bool
    /// What it contains, for the documentation.
    package let meaning: String
    private let typeText: Statement
    private let storage: Statement
    private let codec: Statement?

    init(
      _ name: StaticString, _ type: StaticString, _ meaning: String, isRepeated: Bool = false, storage: Statement = "",
      codec: Statement? = nil
    ) {
      self.name = "\(name)"
      self.type = "\(type)"
      self.meaning = meaning
      self.isRepeated = isRepeated
      self.storage = storage
      self.codec = codec
      typeText = Statement(type)
    }

    /// The column in `CREATE TABLE`.
    func declaration(_ version: ServerVersion) -> Statement {
      var text: Statement = "\(SQLIdentifier(name)) "
      if isRepeated, ServerCapability.lowCardinality.exists(in: version) {
        text = text + "LowCardinality(\(typeText))"
      } else {
        text = text + typeText
      }
      text = text + storage
      guard let codec, ServerCapability.columnCodecs.exists(in: version) else { return text }
      return "\(text) CODEC(\(codec))"
    }

    /// Returns whether a column of this type is this column.
    func hasType(_ other: String?) -> Bool { other == type || isRepeated && other == "LowCardinality(\(type))" }
  }

  /// The name.
  package let name: String
  /// What it contains, for the documentation.
  package let purpose: String
  /// The columns, in order.
  package let columns: [Column]
  /// The sorting key.
  let order: Statement
  /// Whether rows that are equal in the sorting key are one row.
  var isSet = true
  let partition: Statement?
  /// What determines the shard of a row in a cluster.
  let shard: Statement

  /// The version of the schema. A program does not use tables of a later version.
  package static let schemaVersion = 1

  /// All tables. Add a new table here.
  package static let catalog: [SharedTable] = [
    .meta, .record, .batch, .snapshot, .snapshotPart, .summary, .summaryFile, .summaryCount, .summaryDevice,
    .summaryIssue,
    .summaryBuild, .summaryTotal, .summaryRun,
  ]

  static let meta = SharedTable(
    name: "meta", purpose: "The version of the schema, and the identifier of the shared history.",
    columns: [
      Column("key", "String", "`schema` or `store`"),
      Column("value", "String", "its value"),
      Column("at", "DateTime", "when it was stored, by the clock of the server", storage: " DEFAULT now()"),
    ], order: "key, value", partition: nil, shard: "sipHash64(key)")

  static let record = SharedTable(
    name: "record",
    purpose:
      "The changes of every machine: reports, events of issues, runs of builds. Rows are never changed; a later row supplements an earlier one.",
    columns: [
      Column("sender", "String", "the identifier of the sending file"),
      Column("id", "UInt64", "the number of the change, ascending for each sender", codec: "Delta, ZSTD(1)"),
      Column("hash", "UInt64", "a hash of `line`, so that different lines are different rows"),
      Column(
        "line", "String", "the complete record, as a line of `diagnose database export`", codec: "ZSTD(1)"),
      Column("sent", "Date", "the day of arrival, by the clock of the server", storage: " DEFAULT today()"),
    ], order: "sender, id, hash", partition: "toYYYYMM(sent)", shard: "sipHash64(sender)")

  static let batch = SharedTable(
    name: "batch",
    purpose: "The batches that are complete in `record`. Readers use only records of complete batches.",
    columns: [
      Column("sender", "String", "the identifier of the sending file"),
      Column("first", "UInt64", "the lowest number that the batch may contain"),
      Column("last", "UInt64", "the number of its last record"),
      Column("rows", "UInt64", "the number of its records"),
      Column("program", "String", "the name and version of the sending program"),
      Column("at", "DateTime", "the time of arrival, by the clock of the server", storage: " DEFAULT now()"),
    ], order: "sender, last, first, rows", partition: nil, shard: "sipHash64(sender)")

  static let snapshot = SharedTable(
    name: "snapshot",
    purpose:
      "The state of the history after reports were pruned. The one with the highest number replaces the records that it includes.",
    columns: [
      Column("number", "UInt64", "ascending; a snapshot includes those with lower numbers"),
      Column("id", "String", "its identifier"),
      Column("parts", "UInt64", "the number of its parts"),
      Column("size", "UInt64", "the size of the file in bytes"),
      Column("day", "Date", "the UTC day before which reports were pruned"),
      Column("program", "String", "the name and version of the program that made it"),
      Column("at", "DateTime", "the time of arrival, by the clock of the server", storage: " DEFAULT now()"),
    ], order: "number, id", partition: nil, shard: "sipHash64(id)")

  static let snapshotPart = SharedTable(
    name: "snapshot_part", purpose: "The parts of the file of a snapshot, a history in SQLite's format.",
    columns: [
      Column("id", "String", "the identifier of the snapshot"),
      Column("part", "UInt64", "the number of the part, from 0"),
      Column("bytes", "String", "the bytes of the part, compressed with zlib"),
      Column("hash", "UInt64", "a hash of `bytes`"),
      Column("at", "DateTime", "the time of arrival, by the clock of the server", storage: " DEFAULT now()"),
    ], order: "id, part, hash", partition: nil, shard: "sipHash64(id)")

  // MARK: - Statements

  /// The statements that create the table if it does not exist. In a cluster, each replica has a table `NAME_local`, and
  /// `NAME` refers to those of all shards.
  func creation(database: String, cluster: String?, _ version: ServerVersion) -> [Statement] {
    let list = Statement.joined(columns.map { $0.declaration(version) }, by: ",\n  ")
    let engine: Statement = isSet ? "ReplacingMergeTree" : "MergeTree"
    let partition = self.partition.map { partition -> Statement in " PARTITION BY \(partition)" } ?? ""
    guard let cluster else {
      return [
        """
        CREATE TABLE IF NOT EXISTS \(table: name) (
          \(list)
        ) ENGINE = \(engine)()\(partition) ORDER BY (\(order))
        """
      ]
    }
    let path = SQLValue.text("/clickhouse/tables/{shard}/\(database)/\(name)")
    let qualified: Statement = "\(SQLIdentifier(database)).\(table: name)"
    let local: Statement = "\(SQLIdentifier(database)).\(table: name + "_local")"
    let clusterName = SQLIdentifier(cluster)
    return [
      """
      CREATE TABLE IF NOT EXISTS \(local) ON CLUSTER \(clusterName) (
        \(list)
      ) ENGINE = Replicated\(engine)(\(path), \(SQLValue.text("{replica}")))\(partition) ORDER BY (\(order))
      """,
      """
      CREATE TABLE IF NOT EXISTS \(qualified) ON CLUSTER \(clusterName) (
        \(list)
      ) ENGINE = Distributed(\(clusterName), \(SQLIdentifier(database)), \(table: name + "_local"), \(shard))
      """,
    ]
  }
}
