package import Analysis
import Archives
import CrashReports
package import Documents
package import History
import Platform
package import ProjectInspection
import Vocabulary
package import Workflow

/// Records the bodies of the spool in the history, oldest first, as a watcher records files.
///
/// A body is removed only after the history has committed its reports. A body that is read twice, because the process was
/// killed between the two, is one report: the history knows its bytes.
package final class SpoolRecorder {
  /// What is reported. A report is reported when it is on disk.
  package enum Event {
    case report(PresentedReport)
    /// A body, or a part of one, that could not be read.
    case unread(InputError)
    /// A body, or a part of one, that is not a report.
    case skipped(SkippedFile)
    /// The history cannot be written. Bodies wait in the spool.
    case waiting(CommandFault)
    /// The history can be written again.
    case resumed
  }

  /// How bodies are read.
  package struct Settings {
    /// The maximum size of a body and of a member of an archive, in bytes.
    package var limit: Int
    /// The options of the analysis; digests are enabled.
    package var analysis: AnalysisOptions
    /// The labels of each report. The label `source` is the name of the token.
    package var labels: [String: String]
    /// The project that confirms or refutes findings; `nil` for none.
    package var project: ProjectIndex?

    /// How bodies are read.
    package init(limit: Int, analysis: AnalysisOptions, labels: [String: String], project: ProjectIndex?) {
      (self.limit, self.analysis, self.labels, self.project) = (limit, analysis, labels, project)
    }
  }

  /// What was read of some bodies and is not recorded.
  private struct Batch {
    var reports: [(path: String, token: String, report: InputReport)] = []
    /// The size of the bodies that were read.
    var bytes = 0
    var errors: [InputError] = []
    var skipped: [SkippedFile] = []
    /// The bodies that were read to their end.
    var done: [SpoolItem] = []
    /// The bodies that contain something that could not be read.
    var unread: [SpoolItem] = []
    /// The bodies whose files the system could not read. They stay in the spool.
    var left: [SpoolItem] = []

    var isEmpty: Bool { reports.isEmpty && errors.isEmpty && done.isEmpty && unread.isEmpty && left.isEmpty }
  }

  /// The label with the name of the token.
  static let sourceLabel = "source"
  /// The number of reports, and the size of bodies, after which a transaction is committed: a report takes about ten times
  /// its size in memory.
  private static let batch = 100
  private static let batchBytes = 4 << 20
  private static let itemsAtOnce = 100
  private static let firstPause = 1.0
  private static let longestPause = 60.0

  private let spool: Spool
  private let settings: Settings
  private let session: Session
  private let open: () throws(HistoryError) -> HistoryStore
  private let emit: (Event) throws -> Void
  private var recorder: Recorder?
  private var preparations: [String: ReportPreparation] = [:]
  private var batch = Batch()

  /// - Parameters:
  ///   - store: The history; `nil` to open it when it is needed.
  ///   - open: Opens the history, also again after an error.
  ///   - emit: Called for each event, on the thread of `run`.
  package init(
    _ spool: Spool, _ settings: Settings, _ session: Session, _ store: HistoryStore?,
    open: @escaping () throws(HistoryError) -> HistoryStore, emit: @escaping (Event) throws -> Void
  ) {
    (self.spool, self.settings, self.session) = (spool, settings, session)
    (self.open, self.emit) = (open, emit)
    recorder = store.map { Recorder($0, labels: settings.labels, session) }
  }

  /// Records bodies until the spool is stopped. Bodies that are not recorded then stay in the spool.
  ///
  /// - Throws: `HistoryError` with the code `replaced` if another program replaced the history: reports that were reported
  ///   as recorded may be missing.
  package func run() throws {
    defer { recorder?.close() }
    while let items = spool.next(atMost: Self.itemsAtOnce) {
      for item in items {
        guard try read(item) else { return }
        if batch.reports.count >= Self.batch || batch.bytes >= Self.batchBytes, try !flush() { return }
      }
      guard try flush() else { return }
    }
  }

  // MARK: Reading

  /// Reads a body. Returns false after `stop`, before its end.
  private func read(_ item: SpoolItem) throws -> Bool {
    let path = spool.path(of: item)
    let spool = self.spool
    let reader = InputReader(
      limit: settings.limit, analysis: settings.analysis, preparation: preparation(item.token),
      isCanceled: { spool.isStopped })
    batch.bytes += (try? FileStatus(of: path, followsLinks: false))?.size ?? 0
    var codes: Set<String> = []
    func take(_ outcome: InputOutcome) {
      for report in outcome.reports {
        if report.prepared != nil {
          batch.reports.append((path.text, item.token, report))
        } else {
          let reason = report.notARecord?.text ?? SkippedFile.ownOutput
          batch.skipped.append(SkippedFile(name: path.text, reason: reason))
        }
      }
      for error in outcome.errors {
        if error.code == Self.notAReport {
          batch.skipped.append(SkippedFile(name: error.name, reason: error.message))
        } else {
          batch.errors.append(error)
          codes.insert(error.code)
        }
      }
      batch.skipped += outcome.skipped.listed
    }
    // All faults are reported, as of an input that the user named. Only records enter the history.
    switch reader.step(for: .file(path, isNamed: true)) {
    case .outcomes(let outcomes): outcomes.forEach(take)
    case .archive(var archive):
      archive.limits = Self.archiveLimits
      let isWhole = try archive.forEach(reader, jobs: 1) { outcome in
        take(outcome)
        if batch.reports.count >= Self.batch, try !flush() { return false }
        return !spool.isStopped
      }
      guard isWhole, !spool.isStopped else { return false }
    }
    if codes.contains(ReadingFault.notReadable) || codes.contains(ReadingFault.notFound) {
      batch.left.append(item)
    } else if codes.isEmpty {
      batch.done.append(item)
    } else {
      // What could not be read may be readable for a later version.
      batch.unread.append(item)
    }
    return true
  }

  private static let notAReport = DecodingFault.Code.notAReport.rawValue

  /// The bodies are those of strangers, so archives have smaller limits than those of the user.
  private static var archiveLimits: ArchiveLimits {
    var limits = ArchiveLimits()
    limits.totalBytes = 256 << 20
    limits.inflatedBytes = 512 << 20
    limits.members = 1_000
    limits.entries = 10_000
    return limits
  }

  private func preparation(_ token: String) -> ReportPreparation {
    if let known = preparations[token] { return known }
    let new = ReportPreparation(session, labels: labels(token))
    preparations[token] = new
    return new
  }

  private func labels(_ token: String) -> [String: String] {
    settings.labels.merging([Self.sourceLabel: token]) { own, _ in own }
  }

  // MARK: Recording

  /// Records what was read, removes the bodies, and reports what was recorded. While the history cannot be written, tries
  /// again. Returns false if the spool was stopped before.
  private func flush() throws -> Bool {
    guard !batch.isEmpty else { return true }
    var pause = Self.firstPause
    while true {
      let failure: HistoryError
      switch Result(catching: { () throws(HistoryError) in try record() }) {
      case .success(let statuses):
        if pause > Self.firstPause { try emit(.resumed) }
        try finish(statuses)
        return true
      case .failure(let error): failure = error
      }
      if failure.code == .replaced { throw failure }
      if spool.isStopped { return false }
      recorder?.close()
      recorder = nil
      if pause == Self.firstPause { try emit(.waiting(CommandFault(failure))) }
      guard spool.pause(seconds: pause) else { return false }
      pause = min(Self.longestPause, pause * 2)
    }
  }

  private func record() throws(HistoryError) -> [IssueStatus] {
    let recorder: Recorder
    if let known = self.recorder {
      recorder = known
    } else {
      recorder = Recorder(try open(), labels: settings.labels, session)
      self.recorder = recorder
    }
    try recorder.verify()
    let statuses = try recorder.record(batch.reports.map(\.report))
    try recorder.note(batch.errors)
    return statuses
  }

  /// Removes the bodies, then reports.
  private func finish(_ statuses: [IssueStatus]) throws {
    let recorded = batch
    batch = Batch()
    spool.remove(recorded.done)
    for item in recorded.unread { spool.setAside(item) }
    spool.forget(recorded.left)
    for (one, status) in zip(recorded.reports, statuses) {
      let presenter = ReportPresenter(settings.analysis, labels: labels(one.token), project: settings.project)
      try emit(.report(presenter.present(one.report, path: one.path, status)))
    }
    for error in recorded.errors { try emit(.unread(error)) }
    for file in recorded.skipped { try emit(.skipped(file)) }
  }
}
