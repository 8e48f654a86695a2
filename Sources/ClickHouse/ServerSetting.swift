/// A setting of the server for one request. Users with `readonly = 1` may not send any.
package struct ServerSetting: Hashable, Sendable {
  /// The name; constant text.
  let name: String
  let value: String

  private init(_ name: String, _ value: String) {
    self.name = name
    self.value = value
  }

  /// Creates a setting with a number.
  package init(_ name: StaticString, _ value: Int) { self.init("\(name)", "\(value)") }

  /// Blocks of a replicated table with the same token are inserted once. Sent only to servers that know it.
  package static func deduplicationToken(_ token: String) -> ServerSetting {
    ServerSetting("insert_deduplication_token", token)
  }

  /// Permits `LowCardinality` columns. Sent only to servers that require it.
  package static let lowCardinality = ServerSetting("allow_experimental_low_cardinality_type", 1)

  /// An insertion into a `Distributed` table waits until the shard has stored the rows. Without effect on other tables.
  package static let synchronousDistribution = ServerSetting("insert_distributed_sync", 1)

  /// The settings that only some versions have. Other versions would reject the request.
  static let conditional: [String: ServerCapability] = [
    "insert_deduplication_token": .deduplicationToken,
    "allow_experimental_low_cardinality_type": .lowCardinalityNeedsSetting,
  ]
}
