internal import CrashReports
internal import Diagnosis
internal import Foundation
internal import GRDB
internal import Signatures
package import Vocabulary

extension HistoryStore {
  /// Stores a report, unless the same bytes are stored already, and says what is known of its issue.
  ///
  /// - Parameters:
  ///   - now: when the report arrived; its time, where the report states none that can be believed.
  ///   - program: name and version of this program, kept with the report.
  package func record(_ recording: Recording, now: Timestamp, program: String) throws(HistoryError) -> IssueStatus {
    try record([recording], now: now, program: program)[0]
  }

  /// Stores several reports in one transaction: all of them are on disk when it returns, or none when it throws.
  /// One standing for each, in order.
  package func record(_ recordings: [Recording], now: Timestamp, program: String) throws(HistoryError)
    -> [IssueStatus]
  {
    try record(recordings.map { ReportRecord($0, now: now, program: program) }, now: now)
  }

  /// Stores records in one transaction, with a standing for each, as it is after that report and before the next.
  package func record(_ records: [ReportRecord], now: Timestamp) throws(HistoryError) -> [IssueStatus] {
    let preparer = RecordPreparer(rules)
    return try record(records.map(preparer.prepare), now: now)
  }

  /// Stores records in one transaction, with a standing for each, as it is after that report and before the next.
  package func record(_ records: [PreparedRecord], now: Timestamp) throws(HistoryError) -> [IssueStatus] {
    let rules = rules
    return try write { database in
      let writer = try ReportWriter(database, rules)
      let reader = IssueStatusReader(database: database, now: now)
      return try records.map { try Self.store($0, writer, reader) }
    }
  }

  /// What became of many records, for whoever wants no more than the sums.
  package struct Sums: Sendable, Equatable {
    /// Reports stored now.
    package var stored = 0
    /// Reports that were stored before.
    package var known = 0
    /// Reports from before the days that the history keeps.
    package var tooOld = 0

    /// Creates sums of nothing.
    package init() {}

    /// Adds the sums of another call.
    package static func += (sums: inout Self, others: Self) {
      sums.stored += others.stored
      sums.known += others.known
      sums.tooOld += others.tooOld
    }
  }

  /// Stores records in one transaction and counts them: faster than a standing for each.
  package func add(_ records: [ReportRecord]) throws(HistoryError) -> Sums {
    let preparer = RecordPreparer(rules)
    return try add(records.map(preparer.prepare))
  }

  /// Stores records in one transaction and counts them: faster than a standing for each.
  package func add(_ records: [PreparedRecord]) throws(HistoryError) -> Sums {
    let rules = rules
    return try write { database in
      let writer = try ReportWriter(database, rules)
      var sums = Sums()
      for record in records {
        switch try writer.store(record) {
        case .counted, .variant: sums.stored += 1
        case .known: sums.known += 1
        case .tooOld: sums.tooOld += 1
        }
      }
      _ = try writer.flush()
      return sums
    }
  }

  /// What is known of a report, without storing it; `nil` when its issue was never seen.
  package func issueStatus(of recording: Recording, now: Timestamp) throws(HistoryError) -> IssueStatus? {
    let key = Signature(SignatureInput(recording.assessment.report), rules: rules.signatures).key(.default)
    return try read(otherwise: nil) { database in
      guard let issue = try Int64.fetchOne(database, sql: "SELECT id FROM issue WHERE key = ?", arguments: [key]) else {
        return nil
      }
      return try IssueStatusReader(database: database, now: now).issueStatus(issue: issue, status: .known)
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
      // New is what nobody saw before: neither as this issue nor as a part of the one that it joins.
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
    case .known(_, let issue, let original):
      var issueStatus = try reader.issueStatus(issue: issue, status: .known)
      try reader.add(record.digest, to: &issueStatus, variantOf: original)
      issueStatus.wasRecordedBefore = true
      return issueStatus
    case .tooOld:
      var issueStatus = IssueStatus(status: .notRecorded, issue: prepared.stack.key)
      issueStatus.isTooOld = true
      return issueStatus
    }
  }
}

extension ReportWriter {
  /// The default key of a record, by this history's rules.
  func key(of record: ReportRecord) throws -> String { signature(of: record).key(.default) }
}
