internal import CrashReports
internal import Diagnosis
internal import Foundation
internal import GRDB
internal import Vocabulary

extension HistoryStore {
  /// Stores a report, unless the same bytes are stored already, and says what is known of its issue.
  ///
  /// - Parameters:
  ///   - now: when the report arrived; its time, where the report states none that can be believed.
  ///   - program: name and version of this program, kept with the report.
  package func record(_ recording: Recording, now: Timestamp, program: String) throws(HistoryError) -> HistoryStanding {
    try record([recording], now: now, program: program)[0]
  }

  /// Stores several reports in one transaction: all of them are on disk when it returns, or none when it throws.
  /// One standing for each, in order.
  package func record(_ recordings: [Recording], now: Timestamp, program: String) throws(HistoryError)
    -> [HistoryStanding]
  {
    try write { database in
      let writer = ReportWriter(database: database, now: now, program: program)
      return try recordings.map { try writer.store($0) }
    }
  }

  /// What is known of a report, without storing it; `nil` when its issue was never seen.
  package func standing(of recording: Recording, now: Timestamp) throws(HistoryError) -> HistoryStanding? {
    let key = IssueKey(recording.assessment).id
    return try read(otherwise: nil) { database in
      guard let issue = try Int64.fetchOne(database, sql: "SELECT id FROM issue WHERE key = ?", arguments: [key]) else {
        return nil
      }
      return try StandingReader(database: database, now: now).standing(issue: issue, status: .known)
    }
  }
}

/// Puts reports into the tables, within a transaction.
private struct ReportWriter {
  let database: Database
  let now: Timestamp
  let program: String

  func store(_ recording: Recording) throws -> HistoryStanding {
    let reader = StandingReader(database: database, now: now)
    try database.cachedStatement(sql: "DELETE FROM problem WHERE path = ?").execute(arguments: [recording.path])
    let digest = Data(recording.digest.bytes)
    if let stored = try Row.fetchOne(
      database.cachedStatement(sql: "SELECT id, issue, variant_of FROM report WHERE digest = ?"), arguments: [digest])
    {
      try addLabels(recording.labels, to: stored["id"])
      var standing = try reader.standing(issue: stored["issue"], status: .known)
      try reader.add(recording.digest, to: &standing, variantOf: stored["variant_of"])
      standing.wasRecordedBefore = true
      return standing
    }

    let report = recording.assessment.report
    if let incident = identifying(report.incident),
      let original = try Row.fetchOne(
        database.cachedStatement(
          sql: "SELECT id, issue, damaged FROM report WHERE incident = ? AND variant_of IS NULL"),
        arguments: [incident])
    {
      if original["damaged"] == false || recording.isDamaged {
        _ = try insert(recording, issue: original["issue"], variantOf: original["id"])
        var standing = try reader.standing(issue: original["issue"], status: .known)
        try reader.add(recording.digest, to: &standing, variantOf: original["id"])
        return standing
      }
      return try replace(damaged: original["id"], of: original["issue"], by: recording, reader)
    }

    let (issue, isNew, previous) = try count(recording)
    _ = try insert(recording, issue: issue, variantOf: nil)
    var standing = try reader.standing(issue: issue, status: isNew ? .new : .known)
    standing.previouslySeen = previous.map { Timestamp(seconds: $0).rfc3339 }
    try reader.add(recording.digest, to: &standing, variantOf: nil)
    return standing
  }

  /// The whole report came after a damaged copy of it: the whole one is counted from now on.
  private func replace(damaged: Int64, of oldIssue: Int64, by recording: Recording, _ reader: StandingReader) throws
    -> HistoryStanding
  {
    let (issue, isNew, _) = try count(recording)
    let id = try insert(recording, issue: issue, variantOf: nil)
    try database.execute(
      sql: "UPDATE report SET variant_of = ?, issue = ? WHERE id = ? OR variant_of = ?",
      arguments: [id, issue, damaged, damaged])
    try recount(oldIssue)
    if oldIssue != issue { try recount(issue) }
    var standing = try reader.standing(issue: issue, status: isNew ? .new : .known)
    try reader.add(recording.digest, to: &standing, variantOf: nil)
    return standing
  }

  /// Makes the issue's sums agree with its reports; an issue without any goes.
  private func recount(_ issue: Int64) throws {
    try database.execute(
      sql: """
        UPDATE issue SET (total, first_seen, last_seen) = (
          SELECT count(*), coalesce(min(time), first_seen), coalesce(max(time), last_seen)
          FROM report WHERE report.issue = issue.id AND variant_of IS NULL)
        WHERE id = ?
        """, arguments: [issue])
    try database.execute(sql: "DELETE FROM issue WHERE id = ? AND total = 0", arguments: [issue])
  }

  /// Adds the report to its issue's sums; returns the issue, whether it is new, and when it was last seen before.
  private func count(_ recording: Recording) throws -> (issue: Int64, isNew: Bool, previous: Int?) {
    let key = IssueKey(recording.assessment)
    let time = time(of: recording)
    let finding = recording.assessment.findings.first
    let build = recording.assessment.report.process.flatMap { $0.build ?? $0.version }
    let before = try Row.fetchOne(
      database.cachedStatement(sql: "SELECT id, last_seen FROM issue WHERE key = ?"), arguments: [key.id])
    // Words are renewed by the latest report, so that they follow the program's; ties go to the later arrival.
    try database.cachedStatement(
      sql: """
        INSERT INTO issue
          (key, key_version, pattern, title, place, first_seen, last_seen, first_build, last_build, total)
        VALUES (:key, :version, :pattern, :title, :place, :time, :time, :build, :build, 1)
        ON CONFLICT (key) DO UPDATE SET
          title = iif(excluded.last_seen >= last_seen, excluded.title, title),
          place = iif(excluded.last_seen >= last_seen, excluded.place, place),
          first_build = iif(excluded.first_seen < first_seen, coalesce(excluded.first_build, first_build), first_build),
          last_build = iif(excluded.last_seen >= last_seen, coalesce(excluded.last_build, last_build), last_build),
          first_seen = min(first_seen, excluded.first_seen),
          last_seen = max(last_seen, excluded.last_seen),
          total = total + 1
        """
    ).execute(
      arguments: [
        "key": key.id, "version": IssueKey.version, "pattern": key.pattern,
        "title": finding?.statement ?? recording.assessment.summary,
        "place": place(of: recording.assessment) ?? key.place, "time": time.seconds, "build": build,
      ])
    if let before { return (before["id"], false, before["last_seen"]) }
    return (database.lastInsertedRowID, true, nil)
  }

  private func place(of assessment: Assessment) -> String? {
    guard let blame = assessment.findings.first?.blame ?? assessment.blame else { return nil }
    // Without its folders: symbol files state the whole path, reports mostly the name alone.
    if let file = blame.file?.split(separator: "/").last { return file + (blame.line.map { ":\($0)" } ?? "") }
    return blame.function ?? blame.image
  }

  /// A report's clock may be wrong; one that runs more than a day ahead of ours is not believed.
  private func time(of recording: Recording) -> Timestamp {
    guard let stated = recording.assessment.report.times?.crashed?.rfc3339, let time = Timestamp(rfc3339: stated),
      time.seconds <= now.seconds + 86_400
    else { return now }
    return time
  }

  /// The incident id, unless it is the null one that redaction leaves.
  private func identifying(_ incident: String?) -> String? {
    guard let incident, !incident.isEmpty, incident.utf8.contains(where: { $0 != 0x30 && $0 != 0x2D }) else {
      return nil
    }
    return incident
  }

  private func insert(_ recording: Recording, issue: Int64, variantOf original: Int64?) throws -> Int64 {
    let report = recording.assessment.report
    let time = time(of: recording)
    let process = report.process
    let headline = recording.assessment.findings.first?.statement ?? recording.assessment.summary
    try database.cachedStatement(
      sql: """
        INSERT INTO report (
          digest, incident, variant_of, issue, time, day, seen_at, crashed, crashed_as_written, launched, uptime,
          kind, format, bug_type, damaged, process, app, version, build, os, os_build, device, architecture,
          exception, signal, termination, headline, stack, path, program)
        VALUES (
          :digest, :incident, :variantOf, :issue, :time, :day, :seenAt, :crashed, :asWritten, :launched, :uptime,
          :kind, :format, :bugType, :damaged, :process, :app, :version, :build, :os, :osBuild, :device, :architecture,
          :exception, :signal, :termination, :headline, :stack, :path, :program)
        """
    ).execute(
      arguments: [
        "digest": Data(recording.digest.bytes), "incident": identifying(report.incident), "variantOf": original,
        "issue": issue, "time": time.seconds, "day": time.day, "seenAt": now.seconds,
        "crashed": report.times?.crashed?.rfc3339, "asWritten": report.times?.crashed?.asWritten,
        "launched": report.times?.launched?.rfc3339, "uptime": report.times?.uptimeSeconds,
        "kind": report.kind.rawValue, "format": report.source.format, "bugType": report.source.bugType,
        "damaged": recording.isDamaged, "process": name(process?.name), "app": name(process?.bundleID),
        "version": name(process?.version), "build": name(process?.build), "os": name(report.host.os),
        "osBuild": name(report.host.osBuild), "device": name(report.host.device),
        "architecture": name(report.host.architecture), "exception": name(report.exception?.type),
        "signal": name(report.exception?.signal),
        "termination": name(report.termination.flatMap { $0.namespace.map { $0 } }), "headline": name(headline),
        "stack": stack(report.decisiveFrames), "path": recording.path, "program": name(program),
      ])
    let id = database.lastInsertedRowID
    for (position, finding) in recording.assessment.findings.enumerated() {
      try insert(finding, of: id, at: position)
    }
    try addLabels(recording.labels, to: id)
    return id
  }

  private func insert(_ finding: Finding, of report: Int64, at position: Int) throws {
    try database.cachedStatement(
      sql: """
        INSERT INTO finding (
          report, position, pattern, revision, confidence, certainty_of_cause, severity, title, headline, cause,
          remedy, function, file, line, image, witnesses)
        VALUES (
          :report, :position, :pattern, :revision, :confidence, :certainty, :severity, :title, :headline, :cause,
          :remedy, :function, :file, :line, :image, :witnesses)
        """
    ).execute(
      arguments: [
        "report": report, "position": position, "pattern": name(finding.pattern), "revision": finding.patternRevision,
        "confidence": finding.confidence.stored, "certainty": finding.certaintyOfCause.stored,
        "severity": finding.severity.rawValue, "title": name(finding.title), "headline": name(finding.headline),
        "cause": name(finding.cause), "remedy": name(finding.remedy.joined(separator: "\n")),
        "function": name(finding.blame?.function), "file": name(finding.blame?.file), "line": finding.blame?.line,
        "image": name(finding.blame?.image), "witnesses": WitnessText.encoded(finding.witnesses),
      ])
  }

  private func addLabels(_ labels: [String: String], to report: Int64) throws {
    for (key, value) in labels.sorted(by: { $0.key < $1.key }) {
      try database.cachedStatement(sql: "INSERT OR REPLACE INTO label (report, key, value) VALUES (?, ?, ?)")
        .execute(arguments: [report, key, value])
    }
  }

  /// Id of a text in the dictionary.
  private func name(_ text: String?) throws -> Int64? {
    guard let text else { return nil }
    let find = try database.cachedStatement(sql: "SELECT id FROM name WHERE text = ?")
    if let id = try Int64.fetchOne(find, arguments: [text]) { return id }
    try database.cachedStatement(sql: "INSERT INTO name (text) VALUES (?)").execute(arguments: [text])
    return database.lastInsertedRowID
  }

  private func stack(_ frames: [CrashReport.Frame]) throws -> Int64? {
    guard let text = StackText.encoded(frames) else { return nil }
    let digest = Data(SHA256.digest(of: Array(text.utf8)).bytes.prefix(16))
    let find = try database.cachedStatement(sql: "SELECT id FROM stack WHERE digest = ?")
    if let id = try Int64.fetchOne(find, arguments: [digest]) { return id }
    try database.cachedStatement(sql: "INSERT INTO stack (digest, frames) VALUES (?, ?)")
      .execute(arguments: [digest, text])
    return database.lastInsertedRowID
  }
}
