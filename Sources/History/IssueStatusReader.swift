internal import Foundation
internal import GRDB
internal import Vocabulary

/// Reads the status of issues, each with the issues merged into it, within a transaction.
struct IssueStatusReader {
  let database: Database
  /// The time of which the reports are counted as those of today.
  let now: Timestamp
  let reading: IssueReading

  init(database: Database, now: Timestamp, _ reading: IssueReading) {
    self.database = database
    self.now = now
    self.reading = reading
  }

  /// Returns the canonical issue of `issue`: the issue that it is merged into, or itself.
  func canonicalIssue(of issue: Int64) throws -> Int64 {
    try Int64.fetchOne(
      database.cachedStatement(sql: "SELECT coalesce(merged_into, id) FROM issue WHERE id = ?"), arguments: [issue])
      ?? issue
  }

  /// Returns when the issue with this key, or any issue merged with it, was last seen.
  func lastSeen(key: String) throws -> String? {
    try Int.fetchOne(
      database.cachedStatement(
        sql: """
          SELECT max(member.last_seen) FROM issue JOIN issue AS canonical ON canonical.id = coalesce(issue.merged_into, issue.id)
            JOIN issue AS member ON member.id = canonical.id OR member.merged_into = canonical.id
          WHERE issue.key = ?
          """), arguments: [key]
    ).map { Timestamp(seconds: $0).rfc3339 }
  }

  /// Returns the status of the canonical issue of `member`.
  ///
  /// - Parameters:
  ///   - isShort: Whether to find the shortest unambiguous id, which needs further queries.
  ///   - countsToday: Whether to count the reports of today.
  func issueStatus(
    issue member: Int64, status: IssueStatus.Status, isShort: Bool = true, countsToday: Bool = true
  ) throws -> IssueStatus {
    let issue = try canonicalIssue(of: member)
    let row = try Row.fetchOne(
      database.cachedStatement(
        sql: """
          SELECT canonical.key, min(member.first_seen) AS first_seen, max(member.last_seen) AS last_seen,
            sum(member.total) AS total, canonical.first_build, canonical.last_build, canonical.state, canonical.resolved_in,
            canonical.regressed_in, canonical.ignored_until
          FROM issue AS canonical JOIN issue AS member ON member.id = canonical.id OR member.merged_into = canonical.id
          WHERE canonical.id = ?
          """),
      arguments: [issue])
    guard let row, let key: String = row[checked: "key"] else { return IssueStatus(status: status) }
    var issueStatus = IssueStatus(status: status, issue: key)
    if isShort { issueStatus.shortIssue = try ShortID.shortest(key, in: database) }
    issueStatus.firstSeen = Timestamp(seconds: row[checked: "first_seen"]).rfc3339
    issueStatus.lastSeen = Timestamp(seconds: row[checked: "last_seen"]).rfc3339
    let builds = try reading.builds(of: issue, first: row[checked: "first_build"], last: row[checked: "last_build"])
    issueStatus.firstBuild = try reading.names.name(builds.first)
    issueStatus.lastBuild = try reading.names.name(builds.last)
    issueStatus.count = row[checked: "total"]
    issueStatus.state = row[checked: "state"]
    if let end: Int = row[checked: "ignored_until"], end < reading.now.seconds, issueStatus.state == "ignored" {
      issueStatus.state = "open"
    }
    issueStatus.resolvedIn = row[checked: "resolved_in"]
    guard countsToday else { return issueStatus }
    issueStatus.countToday =
      try Int.fetchOne(
        database.cachedStatement(
          sql: """
            SELECT sum(count) FROM rollup_day
            WHERE day = ?1 AND issue IN (SELECT id FROM issue WHERE id = ?2 OR merged_into = ?2)
            """), arguments: [now.day, issue]) ?? 0
    return issueStatus
  }

  func add(
    _ digest: SHA256Digest, to issueStatus: inout IssueStatus, variantOf original: Int64?, isShort: Bool = true
  ) throws {
    let id = String(digest.hexadecimal.prefix(ShortID.fullLength))
    issueStatus.report = id
    if isShort { issueStatus.shortReport = try ShortID.shortest(id, in: database) }
    if let original,
      let bytes = try Data.fetchOne(
        database.cachedStatement(sql: "SELECT digest FROM \(SummaryFile.reports(database)) WHERE id = ?"),
        arguments: [original]),
      let digest = SHA256Digest(bytes: Array(bytes))
    {
      issueStatus.variantOf = String(digest.hexadecimal.prefix(ShortID.fullLength))
    }
  }
}

/// The names of builds, each read once.
final class BuildNames {
  private let database: Database
  private var names: [Int64: String] = [:]

  init(_ database: Database) { self.database = database }

  /// Returns the build number, else the version; `nil` for id 0.
  func name(_ id: Int64) throws -> String? {
    if id == 0 { return nil }
    if let name = names[id] { return name }
    let name = try StoredText.fetchOne(
      database.cachedStatement(sql: "SELECT iif(build = '', version, build) FROM build WHERE id = ?"), arguments: [id])
    names[id] = name
    return name
  }
}
