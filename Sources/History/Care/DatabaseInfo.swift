internal import Foundation
internal import GRDB
package import Vocabulary

/// What a history holds, in numbers.
package struct DatabaseInfo: Sendable, Equatable {
  package var path: String
  /// Version of the schema.
  package var schema: Int
  /// Size of the file, in bytes, without its log.
  package var bytes: Int
  package var reports: Int
  /// Reports that are other renderings of counted ones.
  package var variants: Int
  /// Counted reports, also pruned ones, of issues that nothing known explains, and all.
  package var unrecognised: Int
  package var counted: Int
  package var issues: Int
  package var open: Int
  package var resolved: Int
  package var ignored: Int
  package var builds: Int
  package var stacks: Int
  package var withEvidence: Int
  package var withRaw: Int
  package var problems: Int
  package var first: Timestamp?
  package var last: Timestamp?
  /// Day before which reports were pruned.
  package var prunedBefore: Timestamp?
  package var signatureVersions: [Int]
}

extension HistoryStore {
  package func info() throws(HistoryError) -> DatabaseInfo? {
    let path = path
    return try read(otherwise: nil) { database in
      func number(_ sql: String) throws -> Int { try Int.fetchOne(database, sql: sql) ?? 0 }
      return DatabaseInfo(
        path: path, schema: try number("PRAGMA user_version"),
        bytes: try number("PRAGMA page_count") * (try number("PRAGMA page_size")),
        reports: try number("SELECT count(*) FROM report"),
        variants: try number("SELECT count(*) FROM report WHERE variant_of IS NOT NULL"),
        unrecognised: try number("SELECT coalesce(sum(total), 0) FROM issue WHERE pattern IS NULL"),
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
