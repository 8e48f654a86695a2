internal import Foundation
internal import GRDB
package import Vocabulary

/// Figures about the contents of a history.
package struct DatabaseInfo: Sendable, Equatable {
  /// The path of the database file.
  package var path: String
  /// The version of the schema.
  package var schema: Int
  /// The size of the file in bytes, without its write-ahead log.
  package var bytes: Int
  /// The number of stored reports, including variants, excluding pruned ones.
  package var reports: Int
  /// The number of variants: other forms of counted reports.
  package var variants: Int
  /// The number of counted reports of issues without a pattern, including pruned reports.
  package var unrecognized: Int
  /// The number of counted reports of all issues, including pruned reports.
  package var counted: Int
  /// The number of issues. Merged issues count as one.
  package var issues: Int
  /// The number of issues in the state `open`.
  package var open: Int
  /// The number of issues in the state `resolved`.
  package var resolved: Int
  /// The number of issues in the state `ignored`.
  package var ignored: Int
  /// The number of builds that have a version or a build number.
  package var builds: Int
  /// The number of distinct stacks of the stored reports.
  package var stacks: Int
  /// The number of reports stored with their reduced form, against which patterns can be matched again.
  package var withEvidence: Int
  /// The number of reports stored with their original bytes.
  package var withRaw: Int
  /// The number of inputs that could not be stored.
  package var problems: Int
  /// The time of the earliest counted report, including pruned ones; `nil` for an empty history.
  package var first: Timestamp?
  /// The time of the latest counted report, including pruned ones; `nil` for an empty history.
  package var last: Timestamp?
  /// The day before which reports were pruned; `nil` if none were.
  package var prunedBefore: Timestamp?
  /// The versions of the signature algorithm of the stored keys, ascending.
  package var signatureVersions: [Int]
  /// The server, if this is the local copy of a shared history.
  package var server: Server?
  /// The other copies of shared histories on this machine with changes that were not sent.
  package var otherCopies: [OtherCopy] = []

  /// Another copy of a shared history on this machine.
  package struct OtherCopy: Sendable, Equatable {
    /// The path of its file.
    package var path: String
    /// Host, port and database for which it was recorded; `nil` if they are not known.
    package var address: String?
    /// The number of changes that no server has confirmed.
    package var unsent: Int
    /// Whether it is a copy of the history in use; `nil` if one of them was never in contact with a server.
    package var isSameHistory: Bool?
    /// Why it cannot be read, which completes "PATH …"; `nil` if it can.
    package var problem: String?

    /// Creates a copy from its parts.
    package init(
      path: String, address: String? = nil, unsent: Int, isSameHistory: Bool? = nil, problem: String? = nil
    ) {
      self.path = path
      self.address = address
      self.unsent = unsent
      self.isSameHistory = isSameHistory
      self.problem = problem
    }
  }

  /// Figures about the server of a shared history.
  package struct Server: Sendable, Equatable {
    /// The address, without a password.
    package var address: String
    /// The size of its tables in bytes, after compression. In a cluster, that of one host.
    package var bytes: Int
    /// The number of changes that the server has not confirmed.
    package var unsent: Int
    /// When everything on the server had been received; `nil` if it never was.
    package var received: Timestamp?
    /// The senders, the latest first.
    package var senders: [Sender]
    /// The summary for machines without a copy; `nil` if there is none.
    package var summary: Summary?

    /// Creates figures from their parts.
    package init(
      address: String, bytes: Int, unsent: Int, received: Timestamp?, senders: [Sender], summary: Summary?
    ) {
      self.address = address
      self.bytes = bytes
      self.unsent = unsent
      self.received = received
      self.senders = senders
      self.summary = summary
    }
  }

  /// The latest summary on the server.
  package struct Summary: Sendable, Equatable {
    /// When it arrived, by the clock of the server.
    package var made: Timestamp
    /// The number of counted reports.
    package var reports: Int
    /// The size of its file in bytes, which machines without a copy receive.
    package var bytes: Int
    /// The program that made it.
    package var program: String

    /// Creates figures from their parts.
    package init(made: Timestamp, reports: Int, bytes: Int, program: String) {
      self.made = made
      self.reports = reports
      self.bytes = bytes
      self.program = program
    }
  }

  /// A file that sends to a shared history: usually one for each user of a machine.
  package struct Sender: Sendable, Equatable {
    /// The identifier.
    package var id: String
    /// The number of changes that it sent.
    package var records: Int
    /// When its last changes arrived, by the clock of the server.
    package var last: Timestamp
    /// The name and version of the program that sent them.
    package var program: String
    /// Whether it is the local copy.
    package var isThis: Bool

    /// Creates a sender from its parts.
    package init(id: String, records: Int, last: Timestamp, program: String, isThis: Bool) {
      self.id = id
      self.records = records
      self.last = last
      self.program = program
      self.isThis = isThis
    }
  }
}

extension HistoryStore {
  /// Returns the number of counted reports of all issues, including pruned reports.
  package func countedReports() throws(HistoryError) -> Int {
    try read(otherwise: 0) { try Int.fetchOne($0, sql: "SELECT coalesce(sum(total), 0) FROM issue") ?? 0 }
  }

  /// Returns figures about the history; `nil` if the history does not exist.
  package func info() throws(HistoryError) -> DatabaseInfo? {
    let path = path
    let now = rules.clock().seconds
    return try read(otherwise: nil) { database in
      func number(_ sql: String) throws -> Int { try Int.fetchOne(database, sql: sql) ?? 0 }
      func issues(_ state: HistoryFilter.State) throws -> Int {
        try Int.fetchOne(
          database,
          sql:
            "SELECT count(*) FROM issue WHERE merged_into IS NULL AND \(IssueReading.state(of: "issue", at: "?1")) = ?2",
          arguments: [now, state.rawValue]) ?? 0
      }
      return DatabaseInfo(
        path: path, schema: try number("PRAGMA user_version"),
        bytes: try number("PRAGMA page_count") * (try number("PRAGMA page_size")),
        reports: try number("SELECT count(*) FROM report"),
        variants: try number("SELECT count(*) FROM report WHERE variant_of IS NOT NULL"),
        unrecognized: try number(
          """
          SELECT coalesce(sum(member.total), 0) FROM issue AS member
            JOIN issue AS canonical ON canonical.id = coalesce(member.merged_into, member.id)
          WHERE canonical.pattern IS NULL
          """),
        counted: try number("SELECT coalesce(sum(total), 0) FROM issue"),
        issues: try number("SELECT count(*) FROM issue WHERE merged_into IS NULL"),
        open: try issues(.open),
        resolved: try issues(.resolved),
        ignored: try issues(.ignored),
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
