internal import Foundation
internal import GRDB
package import Vocabulary

/// What a history holds, in numbers.
package struct DatabaseInfo: Sendable, Equatable {
  /// Path of the database file.
  package var path: String
  /// Version of the schema.
  package var schema: Int
  /// Size of the file, in bytes, without its log.
  package var bytes: Int
  /// Stored reports, variants included, pruned ones not.
  package var reports: Int
  /// Reports that are other renderings of counted ones.
  package var variants: Int
  /// Counted reports of issues without a pattern, pruned reports included.
  package var unrecognized: Int
  /// Counted reports of all issues, pruned reports included.
  package var counted: Int
  /// Issues, each with the parts merged into it counted once.
  package var issues: Int
  /// Issues in the state `open`.
  package var open: Int
  /// Issues in the state `resolved`.
  package var resolved: Int
  /// Issues in the state `ignored`.
  package var ignored: Int
  /// Builds that have a version or a build number.
  package var builds: Int
  /// Distinct stacks of the stored reports.
  package var stacks: Int
  /// Stored reports whose reduced form is kept, so that patterns can be matched again.
  package var withEvidence: Int
  /// Stored reports whose own bytes are kept.
  package var withRaw: Int
  /// Inputs that could not be stored.
  package var problems: Int
  /// Time of the earliest counted report, pruned ones included; `nil` for an empty history.
  package var first: Timestamp?
  /// Time of the latest counted report, pruned ones included; `nil` for an empty history.
  package var last: Timestamp?
  /// Day before which reports were pruned.
  package var prunedBefore: Timestamp?
  /// Versions of the signature algorithm by which stored stacks have keys, ascending.
  package var signatureVersions: [Int]
}

extension HistoryStore {
  /// What the history holds; `nil` for a history that does not exist.
  package func info() throws(HistoryError) -> DatabaseInfo? {
    let path = path
    return try read(otherwise: nil) { database in
      func number(_ sql: String) throws -> Int { try Int.fetchOne(database, sql: sql) ?? 0 }
      return DatabaseInfo(
        path: path, schema: try number("PRAGMA user_version"),
        bytes: try number("PRAGMA page_count") * (try number("PRAGMA page_size")),
        reports: try number("SELECT count(*) FROM report"),
        variants: try number("SELECT count(*) FROM report WHERE variant_of IS NOT NULL"),
        unrecognized: try number("SELECT coalesce(sum(total), 0) FROM issue WHERE pattern IS NULL"),
        counted: try number("SELECT coalesce(sum(total), 0) FROM issue"),
        issues: try number("SELECT count(*) FROM issue WHERE merged_into IS NULL"),
        open: try number("SELECT count(*) FROM issue WHERE merged_into IS NULL AND state = 'open'"),
        resolved: try number("SELECT count(*) FROM issue WHERE merged_into IS NULL AND state = 'resolved'"),
        ignored: try number("SELECT count(*) FROM issue WHERE merged_into IS NULL AND state = 'ignored'"),
        builds: try number("SELECT count(*) FROM build WHERE version <> '' OR build <> ''"),
        stacks: try number("SELECT count(*) FROM stack"),
        withEvidence: try number("SELECT count(evidence) FROM report"),
        withRaw: try number("SELECT count(*) FROM raw"),
        problems: try number("SELECT count(*) FROM problem"),
        first: try Int.fetchOne(database, sql: "SELECT min(first_seen) FROM issue").map(Timestamp.init(seconds:)),
        last: try Int.fetchOne(database, sql: "SELECT max(last_seen) FROM issue").map(Timestamp.init(seconds:)),
        prunedBefore: try Meta.prunedBefore(database).map { Timestamp(day: $0) },
        signatureVersions: try Int.fetchAll(
          database, sql: "SELECT DISTINCT signature_version FROM stack ORDER BY signature_version"))
    }
  }
}
