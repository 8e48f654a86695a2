internal import CrashReports
internal import Diagnosis
internal import Foundation
internal import GRDB
internal import Signatures
package import Vocabulary

extension HistoryStore {
  /// Stores a report, unless the same bytes are already stored. Returns the status of its issue.
  ///
  /// - Parameters:
  ///   - now: The time of arrival. It is also the time of the report if the report states no plausible time.
  ///   - program: The name and version of this program, stored with the report.
  package func record(_ recording: Recording, now: Timestamp, program: String) throws(HistoryError) -> IssueStatus {
    try record([recording], now: now, program: program)[0]
  }

  /// Stores several reports in one transaction. When it returns, all of them are on disk; when it throws, none is.
  /// Returns one status for each report, in order.
  package func record(_ recordings: [Recording], now: Timestamp, program: String) throws(HistoryError)
    -> [IssueStatus]
  {
    try record(recordings.map { ReportRecord($0, now: now, program: program) }, now: now)
  }

  /// Stores records in one transaction. Returns one status for each: that after its report and before the next.
  package func record(_ records: [ReportRecord], now: Timestamp) throws(HistoryError) -> [IssueStatus] {
    let preparer = RecordPreparer(rules)
    return try record(records.map { preparer.prepare($0) }, now: now)
  }

  /// Stores records in one transaction. Returns one status for each: that after its report and before the next.
  package func record(_ records: [PreparedRecord], now: Timestamp) throws(HistoryError) -> [IssueStatus] {
    let rules = rules
    return try write { database in
      let writer = try ReportWriter(database, rules)
      // What a transaction has written must be read again for the next report.
      var reader: IssueStatusReader { IssueStatusReader(database: database, now: now, IssueReading(database, rules)) }
      return try records.map { try Self.store($0, writer, reader) }
    }
  }

  /// The number of records for each outcome of storing them.
  package struct Sums: Sendable, Equatable {
    /// Reports stored by this call.
    package var stored = 0
    /// Reports that were already stored.
    package var known = 0
    /// Reports older than the days that the history stores.
    package var tooOld = 0

    /// Creates sums that are all 0.
    package init() {}

    /// Adds the sums of another call.
    package static func += (sums: inout Self, others: Self) {
      sums.stored += others.stored
      sums.known += others.known
      sums.tooOld += others.tooOld
    }
  }

  /// Stores records in one transaction and counts them. Faster than `record`, which computes a status for each.
  package func add(_ records: [ReportRecord]) throws(HistoryError) -> Sums {
    let preparer = RecordPreparer(rules)
    return try add(records.map { preparer.prepare($0) })
  }

  /// Stores records in one transaction and counts them. Faster than `record`, which computes a status for each.
  package func add(_ records: [PreparedRecord]) throws(HistoryError) -> Sums {
    let rules = rules
    return try write { database in
      let writer = try ReportWriter(database, rules)
      var sums = Sums()
      for record in records {
        switch try writer.store(record) {
        case .counted, .variant: sums.stored += 1
        case .alreadyStored: sums.known += 1
        case .tooOld: sums.tooOld += 1
        }
      }
      _ = try writer.flush()
      return sums
    }
  }

  /// Returns the status of a report's issue without storing the report; `nil` if the issue was never seen.
  package func issueStatus(of recording: Recording, now: Timestamp) throws(HistoryError) -> IssueStatus? {
    let key = Signature(SignatureInput(recording.assessment.report), rules: rules.signatures).key(.default)
    return try read(otherwise: nil) { database in
      guard let issue = try Int64.fetchOne(database, sql: "SELECT id FROM issue WHERE key = ?", arguments: [key]) else {
        return nil
      }
      return try IssueStatusReader(database: database, now: now, IssueReading(database, rules)).issueStatus(
        issue: issue, status: .known)
    }
  }

  /// Returns the status of the issue that has or had a key, without a count for today; `nil` if there is none.
  package func issueStatus(withKey key: String, now: Timestamp) throws(HistoryError) -> IssueStatus? {
    let rules = rules
    return try read(otherwise: nil) { database in
      guard let row = try IssueKeys.canonicalRow(of: key, in: database) else { return nil }
      return try IssueStatusReader(database: database, now: now, IssueReading(database, rules)).issueStatus(
        issue: row, status: .known, countsToday: false)
    }
  }

  private static func store(_ prepared: PreparedRecord, _ writer: ReportWriter, _ reader: IssueStatusReader) throws
    -> IssueStatus
  {
    let previouslySeen = try reader.lastSeen(key: prepared.stack.key)
    let outcome = try writer.store(prepared)
    let regressed = try writer.flush()
    let record = prepared.record
    switch outcome {
    case .counted(_, let issue):
      let canonicalIssue = try reader.canonicalIssue(of: issue)
      var issueStatus = try reader.issueStatus(issue: issue, status: .known)
      // An issue is new if neither it nor the issue it is merged into was seen before.
      if regressed.contains(canonicalIssue) {
        issueStatus.status = .regressed
      } else if issueStatus.count == 1 {
        issueStatus.status = .new
      }
      issueStatus.previouslySeen = previouslySeen
      try reader.add(record.digest, to: &issueStatus, variantOf: nil)
      return issueStatus
    case .variant(_, let original, let issue):
      var issueStatus = try reader.issueStatus(issue: issue, status: .known)
      try reader.add(record.digest, to: &issueStatus, variantOf: original)
      return issueStatus
    case .alreadyStored(_, let issue, let original):
      var issueStatus = try reader.issueStatus(issue: issue, status: .known)
      try reader.add(record.digest, to: &issueStatus, variantOf: original)
      issueStatus.wasRecordedBefore = true
      return issueStatus
    case .tooOld:
      var issueStatus = IssueStatus(status: .notRecorded, issue: prepared.stack.key)
      issueStatus.isTooOld = true
      issueStatus.previouslySeen = previouslySeen
      return issueStatus
    }
  }
}

extension ReportWriter {
  /// Returns the default key of a record under this history's rules.
  func key(of record: ReportRecord) throws -> String { signature(of: record).key(.default) }
}
