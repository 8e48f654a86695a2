package import Analysis
import Archives
import CrashReports
import Diagnosis
package import Documents
package import History
package import Platform
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
    /// The number of decoded bytes that the reports were read from.
    var bytes = 0
    var errors: [(item: SpoolItem, error: InputError)] = []
    var skipped: [SkippedFile] = []
    /// All bodies of which something is in the batch.
    var items: [SpoolItem] = []
    /// The bodies that were read to their end, and the images without symbol files that they name.
    var done: [(item: SpoolItem, images: Set<BuildID>)] = []
    /// The bodies that contain something that could not be read.
    var unread: [SpoolItem] = []
    /// The bodies whose files the system could not read now.
    var left: [SpoolItem] = []
    /// The bodies whose files are gone.
    var gone: [SpoolItem] = []

    var isEmpty: Bool { reports.isEmpty && items.isEmpty }
  }

  private enum Progress {
    case done
    /// The spool was stopped.
    case stopped
    /// The batch was not recorded: its bodies are read again, each alone, or one was set aside.
    case abandoned
  }

  /// The label with the name of the token.
  package static let sourceLabel = "source"
  /// The number of reports after which a transaction is committed.
  private static let batch = 100
  private static let itemsAtOnce = 100
  /// The number of times that the program may end while it reads a body. A body that ends it does so each time; a program that is
  /// killed often is rarely reading the same one each time, and recording is not counted.
  static let maxAttempts = 20
  /// The number of times that the history may reject a batch before its bodies are recorded one at a time.
  static let maxRejections = 3
  private static let longestPause = 60.0

  private let spool: Spool
  private let settings: Settings
  private let session: Session
  private let open: () throws(HistoryError) -> HistoryStore
  private let emit: (Event) throws -> Void
  private var recorder: Recorder?
  private var preparations: [String: ReportPreparation] = [:]
  private var batch = Batch()
  /// The body that is being read.
  private var current: SpoolItem?
  private let attempts: SpoolAttempts
  /// The bodies that are recorded in transactions of their own: one of them may have ended an earlier run, or was rejected.
  private var alone: Set<SpoolItem>
  private var isWaiting = false
  /// The number of decoded bytes after which a transaction is committed: a report takes about ten times its size in memory.
  var batchBytes = 4 << 20
  /// Returns whether reading a body ends a program. Called before a body is set aside: a program that others kill while it reads
  /// the first body of each life looks the same.
  package var endsProgram: (FilePath) -> Bool = { _ in true }
  /// How long a body that ends the program is read again, in seconds: within that time, a program that is killed again and again by
  /// others has not read any body to its end.
  var minAge = 60.0
  /// The first pause before the history is tried again, in seconds.
  var firstPause = 1.0
  /// Called before each transaction with the paths of its reports. Tests count them, and reject some.
  var willRecord: ([String]) throws(HistoryError) -> Void = { (_) throws(HistoryError) in }

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
    attempts = SpoolAttempts(spool)
    alone = attempts.items
  }

  /// Records bodies until the spool is stopped. Bodies that are not recorded then stay in the spool.
  ///
  /// - Throws: `HistoryError` with the code `replaced` if another program replaced the history: reports that were reported
  ///   as recorded may be missing.
  package func run() throws {
    defer {
      // What was interrupted did not fail.
      attempts.close()
      recorder?.close()
    }
    while let items = spool.next(atMost: Self.itemsAtOnce) {
      for item in items { guard try process(item) else { return } }
      if try flush() == .stopped { return }
    }
  }

  /// Reads a body, and records what was read when it is enough. Returns false after `stop`.
  private func process(_ item: SpoolItem) throws -> Bool {
    let isAlone = alone.contains(item)
    if isAlone, try flush() == .stopped { return false }
    if attempts.count(of: item) >= Self.maxAttempts, item.id.age() >= minAge, !endsProgram(spool.path(of: item)) {
      attempts.forget([item])
    }
    if attempts.count(of: item) >= Self.maxAttempts, item.id.age() >= minAge {
      let message = "was set aside unread, because the program ended \(Self.maxAttempts) times while it was read"
      let error = InputError(path: spool.path(of: item).text, code: Self.rejected, message: message)
      // A body leaves the spool only if the history names it.
      do throws(HistoryError) { try openedRecorder().note([problem(item, error)]) } catch {
        spool.postpone([item])
        return true
      }
      try setAside(item, error)
      return true
    }
    attempts.begin(item)
    batch.items.append(item)
    current = item
    let progress = try read(item)
    attempts.finish()
    current = nil
    if progress == .stopped { return false }
    if isAlone || isFull, try flush() == .stopped { return false }
    return true
  }

  private var isFull: Bool { batch.reports.count >= Self.batch || batch.bytes >= batchBytes }

  // MARK: Reading

  /// What was found in one body, besides reports.
  private struct Findings {
    var errors: [InputError] = []
    var skipped: [SkippedFile] = []
    /// The images without symbol files whose functions have no name.
    var images: Set<BuildID> = []
  }

  private func read(_ item: SpoolItem) throws -> Progress {
    let path = spool.path(of: item)
    let spool = self.spool
    let reader = InputReader(
      limit: settings.limit, analysis: settings.analysis, preparation: preparation(item.token),
      isCanceled: { spool.isStopped })
    var findings = Findings()
    var progress = Progress.done
    // All faults are reported, as of an input that the user named. Only records enter the history.
    switch reader.step(for: .file(path, isNamed: true)) {
    case .outcomes(let outcomes):
      for outcome in outcomes where progress == .done { progress = try take(outcome, item, &findings) }
    case .archive(var archive):
      archive.limits = Self.archiveLimits
      let isWhole = try archive.forEach(reader, jobs: 1) { outcome in
        progress = try take(outcome, item, &findings)
        return progress == .done && !spool.isStopped
      }
      if !isWhole, progress == .done { progress = .stopped }
    }
    if spool.isStopped { progress = .stopped }
    if progress == .done { end(item, findings) }
    return progress
  }

  /// Adds an outcome to the batch, which is recorded whenever it is large enough: one document may contain many reports.
  private func take(_ outcome: InputOutcome, _ item: SpoolItem, _ findings: inout Findings) throws -> Progress {
    let path = spool.path(of: item).text
    let size = outcome.bytes / max(1, outcome.reports.count)
    for report in outcome.reports {
      if report.prepared != nil {
        batch.reports.append((path, item.token, report))
        findings.images.formUnion(report.assessment.report.imagesWithoutSymbolFile)
        batch.bytes += size
      } else {
        let reason = report.notARecord?.text ?? SkippedFile.ownOutput
        findings.skipped.append(SkippedFile(name: path, reason: reason))
      }
      if isFull {
        let progress = try flush()
        if progress != .done { return progress }
      }
    }
    for error in outcome.errors {
      if error.code == Self.notAReport {
        findings.skipped.append(SkippedFile(name: error.name, reason: error.message))
      } else {
        findings.errors.append(error)
      }
    }
    findings.skipped += outcome.skipped.listed
    return .done
  }

  private func end(_ item: SpoolItem, _ findings: Findings) {
    let codes = Set(findings.errors.map(\.code))
    if codes.contains(ReadingFault.notFound) {
      batch.gone.append(item)
    } else if codes.contains(ReadingFault.notReadable) {
      batch.left.append(item)
    } else if codes.isEmpty {
      batch.done.append((item, findings.images))
    } else {
      // What could not be read may be readable for a later version.
      batch.unread.append(item)
    }
    // Attempts after the first one have the same faults.
    guard !spool.wasPostponed(item) else { return }
    batch.errors += findings.errors.map { (item, $0) }
    batch.skipped += findings.skipped
  }

  private static let notAReport = DecodingFault.Code.notAReport.rawValue
  /// The code of a body that could be read, and not recorded.
  private static let rejected = "notRecorded"

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
    settings.labels.merging([Self.sourceLabel: token]) { _, token in token }
  }

  // MARK: Recording

  /// Records what was read, removes the bodies, and reports what was recorded. While the history cannot be written, tries
  /// again.
  private func flush() throws -> Progress {
    guard !batch.isEmpty else { return .done }
    // The process may be ended while it waits for the history, for which no body is the reason.
    attempts.finish()
    defer { if let current { attempts.begin(current) } }
    var pause = firstPause
    var rejections = 0
    while true {
      let failure: HistoryError
      switch Result(catching: { () throws(HistoryError) in try record() }) {
      case .success(let statuses):
        if isWaiting { try emit(.resumed) }
        isWaiting = false
        try finish(statuses)
        return .done
      case .failure(let error): failure = error
      }
      if failure.code == .replaced { throw failure }
      if spool.isStopped { return .stopped }
      if failure.code == .failed {
        rejections += 1
        if rejections >= Self.maxRejections, try isolate(failure) { return .abandoned }
      }
      recorder?.close()
      recorder = nil
      if !isWaiting { try emit(.waiting(CommandFault(failure))) }
      isWaiting = true
      guard spool.pause(seconds: pause) else {
        batch = Batch()
        return .stopped
      }
      pause = min(Self.longestPause, pause * 2)
    }
  }

  /// Abandons a batch that the history rejects: its bodies are read again, each alone, and one that is alone is set aside.
  /// Returns false if the history rejects everything, for which no body is the reason.
  private func isolate(_ failure: HistoryError) throws -> Bool {
    let items = batch.items
    guard let item = items.first else { return false }
    if items.count > 1 {
      alone.formUnion(items)
      batch = Batch()
      return true
    }
    let error = InputError(
      path: spool.path(of: item).text, code: Self.rejected, message: "the history rejects it: \(failure.message)")
    do throws(HistoryError) { try openedRecorder().note([problem(item, error)]) } catch { return false }
    // The history can be written now. If it can record the body, too, the next attempt does.
    do throws(HistoryError) {
      _ = try record()
      return false
    } catch { if error.code != .failed { return false } }
    batch = Batch()
    try setAside(item, error)
    return true
  }

  private func openedRecorder() throws(HistoryError) -> Recorder {
    if let recorder { return recorder }
    let new = Recorder(try open(), labels: settings.labels, session)
    recorder = new
    return new
  }

  private func record() throws(HistoryError) -> [IssueStatus] {
    let recorder = try openedRecorder()
    try recorder.verify()
    try willRecord(batch.reports.map(\.path))
    let statuses = try recorder.record(batch.reports.map(\.report))
    let unread = Set(batch.unread)
    try recorder.note(batch.errors.filter { unread.contains($0.item) }.map { problem($0.item, $0.error) })
    return statuses
  }

  /// The note of a fault in the history: one of each token, so that their number is limited. Its path shows where the bodies
  /// are.
  private func problem(_ item: SpoolItem, _ error: InputError) -> InputError {
    let path = spool.path.appending(Spool.unreadName).appending("*.\(item.token)\(SpoolItem.suffix)")
    return InputError(path: path.text, code: error.code, message: error.message)
  }

  /// Removes the bodies, then reports.
  private func finish(_ statuses: [IssueStatus]) throws {
    let recorded = batch
    batch = Batch()
    // The rest of an archive is not read yet.
    if let current { batch.items = [current] }
    let ended = recorded.items.filter { $0 != current }
    attempts.forget(ended)
    alone.subtract(ended)
    spool.remove(recorded.done)
    spool.forget(recorded.gone)
    spool.postpone(recorded.left)
    for item in recorded.unread { try setAside(item, nil) }
    for (one, status) in zip(recorded.reports, statuses) {
      let presenter = ReportPresenter(settings.analysis, labels: labels(one.token), project: settings.project)
      try emit(.report(presenter.present(one.report, path: one.path, status)))
    }
    for one in recorded.errors { try emit(.unread(one.error)) }
    for file in recorded.skipped { try emit(.skipped(file)) }
  }

  /// Moves a body to the folder of those that could not be read. If that is not possible, it stays in the spool, and this
  /// is tried again.
  ///
  /// - Parameter error: Why, if it was not reported.
  private func setAside(_ item: SpoolItem, _ error: InputError?) throws {
    let isFirst = !spool.wasPostponed(item)
    do throws(SystemError) {
      try spool.setAside(item)
      attempts.forget([item])
      alone.remove(item)
    } catch let fault {
      spool.postpone([item])
      if isFirst {
        let message = "cannot be moved to the folder \(Spool.unreadName) (\(StandardStreams.reason(fault)))"
        try emit(.unread(InputError(path: spool.path(of: item).text, code: ReadingFault.notReadable, message: message)))
      }
    }
    if let error, isFirst { try emit(.unread(error)) }
  }
}
