internal import Foundation
internal import GRDB
package import Vocabulary

/// What a history knows about the shared history of which it is the local copy.
package struct SharingState: Sendable, Equatable {
  /// The identifier of the shared history, which its server created; `nil` before the first contact.
  package var store: String?
  /// Host, port and database of the address for which changes were recorded last; `nil` if an earlier version recorded them.
  package var address: String?
  /// The identifier under which this file sends; unique for each file.
  package var sender: String?
  /// The file for which `sender` was created. A copy of the file has another one.
  package var location: String?
  /// The last entry that the server confirmed; 0 before the first.
  package var confirmed = 0
  /// The last entry of the batch that was being sent; 0 if there is none.
  package var sending = 0
  /// The number of entries that the server has not confirmed.
  package var unsent = 0
  /// When everything on the server had been received; `nil` before the first time.
  package var received: Timestamp?
  /// Since when the server lacks records that it had confirmed, by its clock; `nil` if it does not.
  package var incomplete: Timestamp?
  /// The snapshot that this file is based on; `nil` if its contents were received as records.
  package var snapshot: SnapshotName?
}

/// A record of a shared history.
package enum SharedRecord: Sendable, Equatable {
  case report(ReportRecord)
  case event(IssueEvent)
  /// Runs with the complete identity of their build.
  case runs(BuildRuns)
}

/// A change that the server has not confirmed.
package struct UnsentRecord: Sendable {
  /// The number of the entry, in the order of changes.
  package var id: Int
  /// The present content; `nil` if it was removed since.
  package var record: SharedRecord?
}

extension HistoryStore {
  /// Makes this history the local copy of a shared one: from now on, changes are remembered until the server has
  /// confirmed them. What the history contains already is sent, too.
  package func share() throws(HistoryError) {
    try write { database in
      guard try !Outbox.exists(database) else { return }
      try database.execute(sql: Outbox.schema)
      try Outbox(Statements(database))?.addEverything()
    }
  }

  /// Whether this history is the local copy of a shared one.
  package func isShared() throws(HistoryError) -> Bool {
    try read(otherwise: false) { try Outbox.exists($0) }
  }

  /// Remembers the address for which changes are recorded.
  ///
  /// - Parameter address: Host, port and database.
  package func noteAddress(_ address: String) throws(HistoryError) {
    guard try sharingState().address != address else { return }
    try write { try Meta.set(SharingKey.address.rawValue, address, $0) }
  }

  /// Returns the state of the exchange.
  package func sharingState() throws(HistoryError) -> SharingState {
    try read(otherwise: SharingState()) { database in
      func number(_ key: SharingKey) throws -> Int { try Meta.value(key.rawValue, database).flatMap { Int($0) } ?? 0 }
      var state = SharingState()
      state.store = try Meta.value(SharingKey.store.rawValue, database)
      state.address = try Meta.value(SharingKey.address.rawValue, database)
      state.sender = try Meta.value(SharingKey.sender.rawValue, database)
      state.location = try Meta.value(SharingKey.location.rawValue, database)
      state.confirmed = try number(.confirmed)
      state.sending = try number(.sending)
      state.unsent =
        try Outbox.exists(database) ? Int.fetchOne(database, sql: "SELECT count(*) FROM outbox") ?? 0 : 0
      let received = try number(.received)
      state.received = received == 0 ? nil : Timestamp(seconds: received)
      let incomplete = try number(.incomplete)
      state.incomplete = incomplete == 0 ? nil : Timestamp(seconds: incomplete)
      state.snapshot = try Meta.value(SharingKey.snapshot.rawValue, database).flatMap(SnapshotName.init)
      return state
    }
  }

  /// Stores the identity under which this file sends.
  package func setSender(_ sender: String, location: String, store: String) throws(HistoryError) {
    try write { database in
      try Meta.set(SharingKey.sender.rawValue, sender, database)
      try Meta.set(SharingKey.location.rawValue, location, database)
      try Meta.set(SharingKey.store.rawValue, store, database)
      // The server has confirmed nothing for a new sender.
      try Meta.set(SharingKey.confirmed.rawValue, "0", database)
      try Meta.set(SharingKey.sending.rawValue, "0", database)
      try Meta.set(SharingKey.incomplete.rawValue, "0", database)
    }
  }

  /// Adds everything that the history contains to the entries to send, and forgets what was received: the server has
  /// lost data, or is a new one.
  package func sendEverythingAgain() throws(HistoryError) {
    try write { database in
      try Outbox(Statements(database))?.addEverything()
      try database.execute(sql: "DELETE FROM received")
      try Meta.set(SharingKey.incomplete.rawValue, "0", database)
    }
  }

  /// Returns the oldest changes that the server has not confirmed, at most `limit`, in the order of their ids.
  ///
  /// - Parameter id: Only changes with higher ids are returned.
  package func unsent(after id: Int = 0, limit: Int) throws(HistoryError) -> [UnsentRecord] {
    try read(otherwise: []) { try Outbox.unsent(after: id, limit: limit, $0, rules) }
  }

  /// Remembers that the entries up to `last` are being sent.
  package func beginSending(through last: Int) throws(HistoryError) {
    try write { try Meta.set(SharingKey.sending.rawValue, String(last), $0) }
  }

  /// Removes the entries up to `last`, which the server has confirmed.
  package func confirm(through last: Int) throws(HistoryError) {
    try write { database in
      try database.execute(sql: "DELETE FROM outbox WHERE id <= ?", arguments: [last])
      try Meta.set(SharingKey.confirmed.rawValue, String(last), database)
      try Meta.set(SharingKey.sending.rawValue, "0", database)
    }
  }

  /// Returns the last entry that was received from each sender.
  package func received() throws(HistoryError) -> [String: Int] {
    try read(otherwise: [:]) { database in
      guard try Outbox.exists(database) else { return [:] }
      return try Row.fetchAll(database, sql: "SELECT sender, last FROM received").reduce(into: [:]) {
        $0[$1[checked: 0]] = $1[checked: 1] as Int
      }
    }
  }

  /// Stores records from the server in one transaction, with the last entry of the sender that they include. Storing
  /// them again changes nothing.
  package func receive(_ records: [SharedRecord], from sender: String, through last: Int) throws(HistoryError) {
    let rules = rules
    try write { database in
      _ = try Self.store(records, ReportWriter(database, rules, isReceived: true))
      try database.execute(
        sql:
          "INSERT INTO received (sender, last) VALUES (?, ?) ON CONFLICT DO UPDATE SET last = max(last, excluded.last)",
        arguments: [sender, last])
    }
  }

  /// Stores records. Returns the number of reports that are older than the days that the history stores.
  static func store(_ records: [SharedRecord], _ writer: ReportWriter) throws -> Int {
    var events: [IssueEvent] = []
    var tooOld = 0
    for record in records {
      switch record {
      case .report(let report): if try writer.store(report) == .tooOld { tooOld += 1 }
      case .event(let event): if event.what != .regressed { events.append(event) }
      case .runs(let runs): try writer.insert(runs)
      }
    }
    _ = try writer.flush()
    guard !events.isEmpty else { return tooOld }
    for event in events { try writer.insert(event) }
    try IssueMerging(writer.statements).updateAll()
    try IssueStates(writer.statements, writer.builds).recomputeAll()
    return tooOld
  }

  /// Forgets what was received from a sender.
  package func forgetReceived(from sender: String) throws(HistoryError) {
    try write { try $0.execute(sql: "DELETE FROM received WHERE sender = ?", arguments: [sender]) }
  }

  /// Remembers since when the server lacks records that it had confirmed; `nil` if it does not.
  package func noteIncomplete(_ time: Timestamp?) throws(HistoryError) {
    try write { try Meta.set(SharingKey.incomplete.rawValue, String(time?.seconds ?? 0), $0) }
  }

  /// Remembers that everything on the server was received at `now`.
  package func noteReceived(_ now: Timestamp) throws(HistoryError) {
    try write { try Meta.set(SharingKey.received.rawValue, String(now.seconds), $0) }
  }
}

/// The keys of `meta` for a shared history.
enum SharingKey: String {
  case store = "shared-store"
  case address = "shared-address"
  case sender = "shared-sender"
  case location = "shared-file"
  case confirmed = "shared-confirmed"
  case sending = "shared-sending"
  case received = "shared-received"
  case incomplete = "shared-incomplete"
  case snapshot = "shared-snapshot"
}
