internal import Bytes

/// The version of a ClickHouse server, such as 18.16.1 or 23.8.2.7: year, release, and numbers that do not matter here.
package struct ServerVersion: Hashable, Comparable, Sendable, CustomStringConvertible {
  /// The year of the release, two digits.
  package var major: Int
  /// The number of the release in its year.
  package var minor: Int

  /// Creates a version.
  package init(_ major: Int, _ minor: Int) {
    self.major = major
    self.minor = minor
  }

  /// Parses the result of `SELECT version()`; `nil` for anything else.
  init?(_ text: some Collection<UInt8>) {
    let parts = text.prefix(64).split(separator: UInt8(ascii: "."), maxSplits: 2)
    guard parts.count >= 2, parts[0].count <= 4, parts[1].count <= 4, text.first?.isDigit == true,
      let major = Int(String(streamSafe: parts[0])),
      let minor = Int(String(streamSafe: parts[1])), minor >= 0
    else { return nil }
    self.init(major, minor)
  }

  /// The oldest version that is supported.
  package static let minimum = ServerVersion(18, 16)

  /// Orders from older to newer.
  package static func < (left: Self, right: Self) -> Bool {
    (left.major, left.minor) < (right.major, right.minor)
  }

  /// The version as `18.16`.
  package var description: String { "\(major).\(minor)" }
}

/// A difference between versions of the server.
package struct ServerCapability: Hashable, Sendable, Identifiable {
  /// The permanent identifier.
  package let id: String
  /// The first version that has it.
  package let since: ServerVersion
  /// The first version that does not have it any more; `nil` if all later versions have it.
  package var until: ServerVersion? = nil

  /// Returns whether servers of `version` have it.
  package func exists(in version: ServerVersion) -> Bool {
    version >= since && (until.map { version < $0 } ?? true)
  }

  /// `CODEC` of a column.
  package static let columnCodecs = ServerCapability(id: "column-codecs", since: ServerVersion(19, 14))
  /// `LowCardinality` columns are created only with the setting `allow_experimental_low_cardinality_type`.
  package static let lowCardinalityNeedsSetting = ServerCapability(
    id: "low-cardinality-needs-setting", since: ServerVersion(18, 12), until: ServerVersion(19, 1))
  /// `LowCardinality` columns, without the setting that the first versions with them need.
  package static let lowCardinality = ServerCapability(id: "low-cardinality", since: ServerVersion(19, 1))
  /// The setting `insert_deduplication_token`.
  package static let deduplicationToken = ServerCapability(
    id: "deduplication-token", since: ServerVersion(22, 2))

  /// All differences, by identifier.
  package static let catalog: [ServerCapability] = [
    .columnCodecs, .deduplicationToken, .lowCardinality, .lowCardinalityNeedsSetting,
  ]
}
