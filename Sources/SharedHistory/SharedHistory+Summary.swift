internal import ClickHouse
internal import Foundation
internal import History
internal import Platform
internal import Vocabulary

/// The summary of a shared history.
///
/// A machine with a copy of the history stores on the server what it counts: one row for each counted report, with the
/// issue, build, system and device that the copy determined. Machines without a copy ask the server, in the second form of
/// each question (`ShippedQuery`), so that the rules of grouping, duplicates and regressions exist once.
extension SharedHistory {
  /// What making a summary did.
  package struct Summarized: Sendable, Equatable {
    /// The number of counted reports in the summary.
    package var reports = 0
    /// The number of days that were sent.
    package var days = 0
    /// Whether the summary on the server was up to date.
    package var isUnchanged = false
  }

  /// The number of latest days of which the summary contains devices.
  static let daysWithDevices = 60

  /// Makes the summary of what this machine knows. It should have exchanged with the server before.
  ///
  /// - Throws: `busy` if another process makes it: that one may note a day as sent which changed while both read it.
  package func summarize() throws(Fault) -> Summarized {
    let lock = FilePath(store.path + ".summarizing")
    if let summarized = try locked(lock, { () throws(Fault) in try makeSummary() }) { return summarized }
    throw .history(
      HistoryError(.busy, "is summarized by another process at present", hint: "Try again.", path: store.path))
  }

  private func makeSummary() throws(Fault) -> Summarized {
    let (latest, replicas) = try remotely { () throws(ServerError) in
      // Without this right, parts that were replaced would remain.
      try server.checkDeletion()
      return (try server.summary(), try server.replicas())
    }
    let kept = Set(latest?.parts ?? [])
    try store { () throws(HistoryError) in try store.prepareSummary(keeping: kept) }
    var maker = SummaryMaker(server, replicas, latest, program: options.program, now: options.now())
    let path = store.path + ".summary-file"
    Self.removeHistory(path)
    defer { Self.removeHistory(path) }
    let made: Bool
    do {
      made = try store.withSummaryState { state in try maker.make(state, FilePath(path), options.isCanceled) } ?? false
    } catch let error as ServerError { throw .server(error) } catch let error as HistoryError {
      throw .history(error)
    } catch { throw .history(HistoryError(.failed, "cannot be summarized (\(error))", path: store.path)) }
    guard made, let summary = maker.summary else { return Summarized(reports: maker.reports, isUnchanged: !made) }
    try store { () throws(HistoryError) in try store.noteSummary(maker.sent) }
    try remotely { () throws(ServerError) in try server.removeReplacedSummaries(by: summary) }
    return Summarized(reports: maker.reports, days: maker.sent.count)
  }
}

/// Sends a summary.
struct SummaryMaker {
  private let server: SharedServer
  private let replicas: Int
  private let latest: SharedSummary?
  private let program: String
  private let now: Timestamp
  /// The parts of the summary.
  private var parts: [String] = []
  /// The days that were sent, with their parts.
  private(set) var sent: [Int: String] = [:]
  /// The number of counted reports.
  private(set) var reports = 0
  /// The summary, if one was made.
  private(set) var summary: SharedSummary?

  /// The number of rows after which they are sent.
  private static let batchRows = 50_000
  /// Servers reject insertions into more than 100 partitions of 28 days.
  private static let mostPartitions = 60

  init(_ server: SharedServer, _ replicas: Int, _ latest: SharedSummary?, program: String, now: Timestamp) {
    self.server = server
    self.replicas = replicas
    self.latest = latest
    self.program = program
    self.now = now
  }

  /// Sends what changed since the latest summary. Returns false if nothing changed, or if it was canceled.
  mutating func make(_ state: SummaryState, _ file: FilePath, _ isCanceled: () -> Bool) throws -> Bool {
    reports = try state.reports()
    guard try sendDays(state, isCanceled) else { return false }
    try sendIssues(state)
    try sendBuilds(state)
    try sendTotals(state)
    try sendRuns(state)
    try state.writeFile(to: file.text)
    let id = try Self.digest(of: file).hexadecimal.prefix(32)
    if let latest, latest.id.hasPrefix(id), latest.parts.sorted() == parts.sorted() { return false }
    var made = SharedSummary(
      number: max((latest?.number ?? 0) + 1, Int(Date().timeIntervalSince1970 * 1_000_000)),
      id: id + "-" + UUID().uuidString.lowercased(), parts: parts, schema: SharedTable.schemaVersion, pieces: 0,
      size: 0,
      devicesFrom: firstDayOfDevices, reports: reports, program: program, at: now)
    (made.pieces, made.size) = try server.insert(file, as: made.id, into: .summaryFile)
    try server.publish(made, replicas: replicas)
    summary = made
    return true
  }

  private var firstDayOfDevices: Int { now.day - SharedHistory.daysWithDevices }

  private static func digest(of file: FilePath) throws -> SHA256Digest {
    let descriptor = try FileDescriptor(opening: file, [], mode: 0o600)
    defer { try? descriptor.close() }
    var offset = 0
    return try SHA256.digest(ofParts: {
      let part = try descriptor.bytes(at: offset, count: 1 << 22)
      offset += part.count
      return part
    })
  }

  // MARK: - Days

  /// Days that are sent together.
  private struct Batch {
    var counts = InsertBatch(
      into: "summary_count",
      columns: [
        "part", "issue", "day", "time", "is_stored", "build", "os", "device", "machine", "pattern", "reports",
      ])
    var devices = InsertBatch(
      into: "summary_device", columns: ["part", "issue", "day", "owner", "is_machine", "reports"])
    var days: [Int: String] = [:]
    var reports = 0
    var partitions: Set<Int> = []

    mutating func add(_ day: Int, _ rows: (counts: [SummaryCount], devices: [SummaryDevice]), withDevices: Bool) {
      let part = SummaryPart.ofDay(day)
      days[day] = part
      partitions.insert(day / 28)
      for row in rows.counts {
        reports += row.reports
        _ = counts.append([
          .text(part), .text(row.issue), .int(row.day), .int(row.time), .int(row.isStored ? 1 : 0), .text(row.build),
          .text(row.os), .text(row.device), .text(row.machine), .text(row.pattern), .int(row.reports),
        ])
      }
      guard withDevices else { return }
      for row in rows.devices {
        _ = devices.append([
          .text(part), .text(row.issue), .int(row.day), .text(row.owner), .int(row.isMachine ? 1 : 0),
          .int(row.reports),
        ])
      }
    }
  }

  /// Sends the days that changed. Returns false if it was canceled.
  private mutating func sendDays(_ state: SummaryState, _ isCanceled: () -> Bool) throws -> Bool {
    var batch = Batch()
    for (day, part) in try state.days() {
      if isCanceled() { return false }
      if let part {
        parts.append(part)
        continue
      }
      batch.add(day, try state.day(day), withDevices: day >= firstDayOfDevices)
      guard batch.counts.rows >= Self.batchRows || batch.partitions.count >= Self.mostPartitions else { continue }
      try send(batch)
      batch = Batch()
    }
    try send(batch)
    return true
  }

  private mutating func send(_ batch: Batch) throws {
    guard !batch.days.isEmpty else { return }
    try server.insert(batch.counts, replicas: replicas)
    try server.insert(batch.devices, replicas: replicas)
    let found = try server.counted(batch.days.values.sorted())
    guard found == (batch.counts.rows, batch.reports) else {
      throw ServerError(
        .replicaUnavailable,
        "\(server.connection.address.endpoint): the server lacks rows of the summary that it confirmed")
    }
    parts += batch.days.values.sorted()
    sent.merge(batch.days) { _, new in new }
  }

  // MARK: - Other tables

  private mutating func sendIssues(_ state: SummaryState) throws {
    let columns: [SQLIdentifier] = [
      "issue", "canonical", "title", "location", "pattern", "state", "ignored_until", "coarse", "first_build",
      "first_seen", "last_seen", "reports",
    ]
    try send(
      .summaryIssue, columns,
      try state.summaryIssues().map { row in
        [
          .text(row.issue), .text(row.canonical), .text(row.title), .text(row.location), .text(row.pattern),
          .text(row.state), .int(row.ignoredUntil), .text(row.coarse), .text(row.firstBuild), .int(row.firstSeen),
          .int(row.lastSeen), .int(row.reports),
        ]
      })
  }

  private mutating func sendBuilds(_ state: SummaryState) throws {
    let columns: [SQLIdentifier] = [
      "build", "app", "bundle_id", "process", "version", "build_number", "is_ordered", "position", "first_seen",
    ]
    try send(
      .summaryBuild, columns,
      try state.summaryBuilds().map { row in
        [
          .text(row.build), .text(row.app), .text(row.bundleID), .text(row.process), .text(row.version),
          .text(row.number), .int(row.position == nil ? 0 : 1), .int(row.position ?? .min), .int(row.firstSeen),
        ]
      })
  }

  private mutating func sendTotals(_ state: SummaryState) throws {
    try send(
      .summaryTotal, ["issue", "property", "value", "reports"],
      try state.summaryTotals().map {
        [.text($0.issue), .text($0.property.rawValue), .text($0.value), .int($0.reports)]
      })
  }

  private mutating func sendRuns(_ state: SummaryState) throws {
    let columns: [SQLIdentifier] = ["app", "version", "build_number", "day", "started"]
    try send(
      .summaryRun, columns,
      try state.summaryRuns().map { row in
        [.text(row.app), .text(row.version), .text(row.number), .int(row.day), .int(row.runs)]
      })
  }

  /// Sends the rows of a table as one part, unless the latest summary has the same rows.
  private mutating func send(_ table: SharedTable, _ columns: [SQLIdentifier], _ rows: [[SQLValue]]) throws {
    var content = InsertBatch(into: SQLIdentifier(table.name), columns: columns)
    for row in rows { _ = content.append(row) }
    let digest = content.digest
    if let part = latest?.parts.first(where: { $0.hasPrefix(SummaryPart.content(digest)) }) {
      return parts.append(part)
    }
    let part = SummaryPart.ofRows(digest)
    for start in stride(from: 0, to: rows.count, by: Self.batchRows) {
      var batch = InsertBatch(into: SQLIdentifier(table.name), columns: ["part"] + columns)
      for row in rows[start..<min(start + Self.batchRows, rows.count)] { _ = batch.append([.text(part)] + row) }
      try server.insert(batch, replicas: replicas)
    }
    parts.append(part)
  }
}
