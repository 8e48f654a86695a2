internal import Foundation
internal import GRDB
internal import Platform
package import Vocabulary

/// The alerts of a history: what was alerted, and the messages that wait for their delivery. An SQLite file beside the
/// history, of this machine only.
///
/// What triggers an alert is derived from the history, and compared with what this file has noted. A process that is killed
/// between the two derives it again; an alert and its note are one transaction. So none is lost, and none is made twice.
package final class AlertBook: Sendable {
  /// What is added to the path of the history.
  package static let suffix = HistoryStore.alertsSuffix
  /// "DGA1", big-endian: the application id of the file.
  private static let applicationID = 0x44_47_41_31
  private static let version = 1

  /// The path of the file.
  package let path: String
  private let queue: DatabaseQueue
  /// Whether nothing is changed: transactions are rolled back.
  private let isTrial: Bool

  /// Opens or creates the alerts of the history at a path.
  ///
  /// - Parameters:
  ///   - isTrial: Whether nothing is changed.
  ///   - isCanceled: Called while waiting for other processes.
  package init(
    history: String, isTrial: Bool = false, isCanceled: @escaping @Sendable () -> Bool = { false }
  ) throws(HistoryError) {
    let history = history.hasPrefix("/") ? history : "./" + history
    let path = history + Self.suffix
    self.path = path
    self.isTrial = isTrial
    do {
      try DatabaseLocation.rejectWorldWritableFolder(of: path)
      let configuration = HistoryStore.configuration(readonly: false, isCanceled)
      let status = try? FileStatus(of: FilePath(path), followsLinks: false)
      if let status, status.kind != .regular || status.linkCount > 1 || !status.isOwnedByUser {
        throw HistoryError(.cannotOpen, "is not a regular file of yours", path: path)
      }
      if status == nil, isTrial {
        queue = try DatabaseQueue(configuration: configuration)
      } else {
        if status == nil { try DatabaseFile.create(path) }
        queue = try DatabaseQueue(path: path, configuration: configuration)
      }
      try queue.writeWithoutTransaction { database in
        try database.inTransaction(.immediate) {
          try Self.prepare(database, path)
          return .commit
        }
      }
    } catch { throw HistoryError(error, path: path) }
  }

  /// Closes the file.
  package func close() { try? queue.close() }

  private static func prepare(_ database: Database, _ path: String) throws {
    let application = try Int.fetchOne(database, sql: "PRAGMA application_id") ?? 0
    let version = try Int.fetchOne(database, sql: "PRAGMA user_version") ?? 0
    if application == applicationID, version == Self.version { return }
    if application == applicationID, version > Self.version {
      throw HistoryError(.newer, "was written by a newer version of diagnose", path: path)
    }
    guard application == 0, version == 0,
      try Int.fetchOne(database, sql: "SELECT count(*) FROM sqlite_schema") == 0
    else { throw HistoryError(.foreign, "is not a file of alerts", hint: "It was not touched.", path: path) }
    try database.execute(sql: schema)
  }

  /// `rule`: when a condition of a rule was first evaluated. `noted`: the events that are not alerted again. `latest`: the
  /// last alert about an issue, for the interval. `pause`: failures of the deliveries of a rule, and when the next one may
  /// begin.
  private static let schema = """
    CREATE TABLE rule (
      name TEXT NOT NULL, condition TEXT NOT NULL, since INTEGER NOT NULL, PRIMARY KEY (name, condition)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE noted (
      rule TEXT NOT NULL, condition TEXT NOT NULL, issue TEXT NOT NULL, occurrence TEXT NOT NULL,
      PRIMARY KEY (rule, condition, issue, occurrence)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE latest (
      rule TEXT NOT NULL, issue TEXT NOT NULL, at INTEGER NOT NULL, PRIMARY KEY (rule, issue)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE pause (
      rule TEXT PRIMARY KEY, failures INTEGER NOT NULL, until INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE alert (
      id TEXT PRIMARY KEY, rule TEXT NOT NULL, condition TEXT NOT NULL, issue TEXT NOT NULL, at INTEGER NOT NULL,
      content TEXT NOT NULL, state TEXT NOT NULL, attempts INTEGER NOT NULL, next INTEGER NOT NULL,
      ended INTEGER, answer TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX alert_state ON alert (state, next);
    PRAGMA application_id = \(applicationID);
    PRAGMA user_version = \(version);
    """

  /// Runs `body` in one transaction, which is rolled back in a trial.
  func write<Value>(_ body: (Database) throws -> Value) throws(HistoryError) -> Value {
    do {
      return try queue.writeWithoutTransaction { database in
        var value: Value?
        try database.inTransaction(.immediate) {
          value = try RowFault.checked { try body(database) }
          return isTrial ? .rollback : .commit
        }
        guard let value else { throw DatabaseError(message: "the transaction returned no value") }
        return value
      }
    } catch { throw HistoryError(error, path: path) }
  }
}

extension AlertBook {
  /// Whether and how the delivery of an alert ended.
  package enum State: String, Sendable, CaseIterable {
    /// It will be delivered, or tried again.
    case waiting
    /// The receiver has confirmed it.
    case delivered
    /// It was not delivered within the time limit, and is not tried again.
    case failed
  }

  /// An alert, and the state of its delivery.
  package struct Alert: Sendable, Equatable {
    /// 32 hexadecimal digits: the same for every attempt to deliver it, and different for every alert.
    package var id: String
    /// The name of the rule.
    package var rule: String
    /// The id of the trigger.
    package var condition: String
    /// The key of the issue; empty for an alert about several.
    package var issue: String
    /// When it was made.
    package var at: Timestamp
    /// What it states, in the form of the caller.
    package var content: String
    /// The state of the delivery.
    package var state = State.waiting
    /// The number of attempts that failed.
    package var attempts = 0
    /// When it is tried next, if it is waiting.
    package var next: Timestamp
    /// When the delivery ended; `nil` if it is waiting.
    package var ended: Timestamp?
    /// The last error, or what the receiver answered, such as the address of a ticket.
    package var answer = ""

    init(rule: String, condition: String, issue: String, occurrence: String, at: Timestamp, content: String) {
      let identity = [rule, condition, issue, occurrence, "\(at.seconds)"].joined(separator: "\n")
      id = String(SHA256.digest(of: Array(identity.utf8)).hexadecimal.prefix(32))
      (self.rule, self.condition, self.issue, self.at, self.content) = (rule, condition, issue, at, content)
      next = at
    }

    init(_ row: Row) {
      id = row[checked: "id"]
      rule = row[checked: "rule"]
      condition = row[checked: "condition"]
      issue = row[checked: "issue"]
      at = Timestamp(seconds: row[checked: "at"])
      content = row[checked: "content"]
      state = State(rawValue: row[checked: "state"]) ?? .failed
      attempts = row[checked: "attempts"]
      next = Timestamp(seconds: row[checked: "next"])
      ended = (row[checked: "ended"] as Int?).map(Timestamp.init(seconds:))
      answer = row[checked: "answer"]
    }
  }

  /// Returns the alerts, the latest first.
  ///
  /// - Parameters:
  ///   - states: The states to return; empty for all.
  ///   - limit: The maximum number; 0 for all.
  package func alerts(_ states: [State] = [], limit: Int = 0) throws(HistoryError) -> [Alert] {
    try write { database in
      let words = (states.isEmpty ? State.allCases : states).map { "'\($0.rawValue)'" }.joined(separator: ", ")
      return try Row.fetchAll(
        database,
        sql: "SELECT * FROM alert WHERE state IN (\(words)) ORDER BY at DESC, id LIMIT \(limit > 0 ? limit : -1)"
      ).map(Alert.init)
    }
  }

  /// Returns the number of alerts in a state.
  package func count(_ state: State) throws(HistoryError) -> Int {
    try write { database in
      try Int.fetchOne(database, sql: "SELECT count(*) FROM alert WHERE state = ?", arguments: [state.rawValue]) ?? 0
    }
  }
}
