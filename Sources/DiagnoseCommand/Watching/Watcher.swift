import Archives
import CrashReports
import Diagnosis
import Documents
import Foundation
import History
import Platform
import Vocabulary

/// Watches folders: reads each report when it is complete, and records it.
///
/// Events only show which paths to examine. The history contains what was seen, so that a restart loses nothing; a file
/// that was handled is not read again while it is unchanged. Several threads read files; one thread receives, records
/// and reports the results.
final class Watcher {
  /// The events that are reported. A report is reported when it is on disk.
  enum Event {
    case report(PresentedReport)
    case unreadable(InputError)
    case waiting(path: String, size: Int)
    /// A file that is not a report.
    case skipped(SkippedFile)
    /// A folder that the user named no longer exists.
    case folderMissing(path: String)
    /// A bundle of test results, which is not watched.
    case unsupportedBundle(path: String)
  }

  /// A partly read report whose file was removed before it was complete.
  private struct Orphan {
    var path: FilePath
    var reports: [InputReport]
    /// The time until which the complete report may appear under another name.
    var due: Moment
  }

  private let settings: Settings
  private let recorder: Recorder
  private let presenter: ReportPresenter
  private let eventQueue: EventQueue
  private let events: FolderEvents
  private let emit: (Event) throws -> Void
  private var handled: [FilePath: FileStamp] = [:]
  private var pending: [FilePath: PendingFile] = [:]
  /// The files that the current pass found unfinished.
  private var postponed: Set<FilePath> = []
  /// The reports read so far from incomplete files. Their writers may remove them before they are complete.
  private var partial: [FilePath: [InputReport]] = [:]
  private var orphans: [Orphan] = []
  private var ready: [(path: String, report: InputReport)] = []
  private var readyStamps: [(path: FilePath, stamp: FileStamp)] = []
  /// Files whose contents are not noted yet.
  private var read: [ReadFile] = []
  /// Inputs that were not stored, and are not reported yet.
  private var rejected: [InputError] = []
  /// Unreadable files that were reported. Each rescan tries them again, because permissions may change without a change
  /// of the file, and a shortage of resources may be temporary.
  private var unreadable: [FilePath: FileStamp] = [:]
  /// Folders that cannot be listed or are not watched, and were reported.
  private var unlisted: Set<FilePath> = []
  /// True if a folder that the user named is missing now.
  private var missesFolder = false
  /// True until the first scan is complete: an earlier run may have read the files it finds.
  private var isStarting = true

  private static let firstDelay = 0.2
  private static let batch = 100
  private static let readBatch = 5_000
  /// The interval at which a missing folder is searched for, in seconds.
  private static let missingFolderPollInterval = 1.0
  /// The maximum number of partly read reports in memory.
  private static let maxPartialReports = 100
  /// How long a partly read report is stored after its file was removed, in seconds.
  private static let partialReportLifetime = 5.0

  init(
    _ settings: Settings, _ recorder: Recorder, _ presenter: ReportPresenter, _ eventQueue: EventQueue,
    emit: @escaping (Event) throws -> Void
  ) {
    self.settings = settings
    self.recorder = recorder
    self.presenter = presenter
    self.eventQueue = eventQueue
    self.emit = emit
    events = FolderEvents(follows: settings.follows)
    let thread = Thread { [events] in
      events.deliver { event in
        switch event {
        case .changed(let path): eventQueue.add(path)
        case .rescan: eventQueue.rescan()
        }
      }
    }
    thread.stackSize = 512 << 10
    thread.start()
  }

  /// Runs until `stop`; with `isOnce`, until all existing files are read.
  func run() throws {
    try scan()
    isStarting = false
    var nextScan = self.nextScan
    while true {
      if settings.isOnce, !pending.values.contains(where: isWorthWaitingFor) { break }
      let wakes = pending.values.map(\.next) + orphans.map(\.due) + [nextScan]
      guard let content = eventQueue.next(until: wakes.min() ?? nextScan) else { break }
      try recorder.verify()
      try visit(content.paths.filter(settings.reads))
      let now = Moment.now
      try visit(pending.filter { $0.value.next <= now }.map(\.key).sorted())
      try recordOrphans(now)
      if content.mustRescan || now >= nextScan {
        try scan()
        nextScan = self.nextScan
      }
    }
    try recordOrphans(.distantFuture)
    try flush()
  }

  /// The paths of files that were still being written when the watcher ended.
  var unfinished: [String] { pending.keys.sorted().map(\.text) }

  private var nextScan: Moment {
    .now.advanced(by: missesFolder ? min(Self.missingFolderPollInterval, settings.rescan) : settings.rescan)
  }

  /// Returns true if `--once` waits for a file: one that will settle soon, not one that may take minutes.
  private func isWorthWaitingFor(_ file: PendingFile) -> Bool {
    Moment.now.seconds(since: file.first) < settings.examination.settle + 1
  }

  /// Examines all folders. Each folder is watched before it is listed, so that no file is missed.
  private func scan() throws {
    var present: Set<FilePath> = []
    var found: [FilePath] = []
    missesFolder = false
    let now = Moment.now
    var open = settings.folders.reversed().map { (path: $0, isTop: true) }
    while let folder = open.popLast() {
      guard folder.isTop || Folder.isRealFolder(folder.path) else { continue }
      events.watch(folder.path)
      let entries: [FolderEntry]
      do { entries = try Folder.entries(of: folder.path) } catch {
        try handleListingFault(folder.path, isTop: folder.isTop, error)
        continue
      }
      unlisted.remove(folder.path)
      let bundle = settings.bundle(around: folder.path)
      for entry in entries where entry.name.first != UInt8(ascii: ".") {
        let path = folder.path.appending(entry.name)
        switch entry.kind {
        case .file where !SourceFileName.matches(path) && bundle?.mayHold(path) != false:
          present.insert(path)
          if let stamp = handled[path], stamp == Folder.stamp(of: path) { continue }
          if let file = pending[path], file.next > now { continue }
          found.append(path)
        case .folder where settings.follows(path): open.append((path, false))
        case .folder where ReportBundle(path)?.kind == .testResults:
          if unlisted.insert(path).inserted { try emit(.unsupportedBundle(path: path.text)) }
        case .file, .folder, .link, .other: break
        }
      }
    }
    handled = handled.filter { present.contains($0.key) }
    unreadable = unreadable.filter { present.contains($0.key) }
    // Files that were removed without an event.
    for path in pending.keys where !present.contains(path) && Folder.stamp(of: path) == nil { handleRemoval(path) }
    try visit(found.sorted())
  }

  private func visit(_ paths: [FilePath]) throws {
    let examinations = paths.compactMap { path -> FileExamination? in
      let examination = FileExamination(
        path: path, handled: handled[path], pending: pending[path], mayBeStored: isStarting)
      guard let file = examination.pending, file.stamp == Folder.stamp(of: path),
        !examination.isDone(file.stamp, file.required)
      else { return examination }
      // An unchanged file that must still wait is not read again.
      postpone(path, file.stamp, file.required)
      return nil
    }
    let rules = settings.examination
    try OrderedWork.run(examinations, jobs: settings.jobs) { examination in
      (examination.path, examination.finding(rules))
    } consume: { path, finding in
      try handle(path, finding)
      if ready.count + rejected.count >= Self.batch { try flush() }
      if read.count >= Self.readBatch { noteReadFiles() }
      return !eventQueue.isStopped
    }
    try flush()
    noteReadFiles()
    try announce()
  }

  /// Reports examined files that are still being written after the time in which most files are complete.
  private func announce() throws {
    let paths = postponed.sorted()
    postponed = []
    for path in paths {
      guard let file = pending[path], !file.wasAnnounced,
        Moment.now.seconds(since: file.first) > settings.examination.settle
      else { continue }
      pending[path]?.wasAnnounced = true
      try emit(.waiting(path: path.text, size: file.stamp.size))
    }
  }

  private func handle(_ path: FilePath, _ finding: FileExamination.Finding) throws {
    switch finding {
    case .unchanged: forget(path)
    case .unfinished(let stamp, let required, let reports):
      postpone(path, stamp, required)
      if !reports.isEmpty, partial[path] != nil || partial.count < Self.maxPartialReports { partial[path] = reports }
    case .archive(let archive, let stamp): try handle(archive, path, stamp)
    case .complete(let stamp, let reports, let faults, let file):
      try handle(path, stamp, reports, faults)
      if let file { read.append(file) }
    case .known(let stamp, let file):
      forget(path)
      handled[path] = stamp
      if let file { read.append(file) }
    case .skipped(let stamp, let reason):
      forget(path)
      handled[path] = stamp
      try emit(.skipped(SkippedFile(name: path.text, reason: reason)))
    case .unreadable(let fault): handleReadingFault(path, fault)
    }
  }

  private func handle(_ archive: ArchiveInput, _ path: FilePath, _ stamp: FileStamp) throws {
    var errors: [InputError] = []
    let eventQueue = self.eventQueue
    let examination = settings.examination
    let reader = InputReader(
      limit: examination.limit, analysis: examination.analysis, preparation: examination.preparation,
      isCanceled: { eventQueue.isStopped })
    let isWhole = try archive.forEach(reader, jobs: 1) { outcome in
      ready += outcome.reports.map { (path.text, $0) }
      for file in outcome.skipped.listed { try emit(.skipped(file)) }
      errors += outcome.errors
      if ready.count >= Self.batch { try flush() }
      return !eventQueue.isStopped
    }
    guard isWhole else { return }
    forget(path)
    readyStamps.append((path, stamp))
    for error in errors { reject(path, stamp, error) }
  }

  private func handle(_ path: FilePath, _ stamp: FileStamp, _ reports: [InputReport], _ faults: [DecodingFault])
    throws
  {
    forget(path)
    ready += reports.map { (path.text, $0) }
    readyStamps.append((path, stamp))
    for fault in faults { reject(path, stamp, InputError(fault, path: path.text)) }
  }

  private func postpone(_ path: FilePath, _ stamp: FileStamp, _ required: Double) {
    let now = Moment.now
    var file =
      pending[path]
      ?? PendingFile(
        stamp: stamp, since: now, first: now, next: now, delay: Self.firstDelay / 2, required: required)
    if file.stamp != stamp {
      file.stamp = stamp
      file.since = now
      file.delay = Self.firstDelay / 2
    }
    file.required = required
    file.delay = min(file.delay * 2, FileExamination.partialReportTimeout)
    let settles = file.since.advanced(by: required)
    file.next = now.advanced(by: file.delay)
    // The next examination is not later than the time at which the file settles.
    if settles > now, settles < file.next { file.next = settles }
    pending[path] = file
    postponed.insert(path)
  }

  private func forget(_ path: FilePath) {
    pending[path] = nil
    partial[path] = nil
  }

  private func handleReadingFault(_ path: FilePath, _ fault: ReadingFault) {
    switch fault.code {
    // The file was removed or renamed since it was found.
    case ReadingFault.notFound: handleRemoval(path)
    // A folder, link or pipe.
    case ReadingFault.notARegularFile: forget(path)
    case ReadingFault.empty:
      guard let stamp = Folder.stamp(of: path) else { return handleRemoval(path) }
      if FileExamination(path: path, pending: pending[path]).isDone(stamp, FileExamination.partialReportTimeout) {
        reject(path, stamp, InputError(fault, path: path.text))
      } else {
        postpone(path, stamp, FileExamination.partialReportTimeout)
      }
    case ReadingFault.notReadable:
      guard let stamp = Folder.stamp(of: path) else { return handleRemoval(path) }
      // Only rescans try it again. As a pending file it would always be due, and be examined without a pause.
      forget(path)
      guard unreadable.updateValue(stamp, forKey: path) != stamp else { return }
      rejected.append(InputError(fault, path: path.text))
    default:
      guard let stamp = Folder.stamp(of: path), handled[path] != stamp else { return }
      reject(path, stamp, InputError(fault, path: path.text))
    }
  }

  /// Reports a folder that cannot be listed, once until it can be listed again. A subfolder may be removed unreported.
  private func handleListingFault(_ folder: FilePath, isTop: Bool, _ fault: ReadingFault) throws {
    if isTop { missesFolder = true }
    let isMissing = fault.code != ReadingFault.notReadable
    guard isTop || !isMissing, unlisted.insert(folder).inserted else { return }
    if isMissing { return try emit(.folderMissing(path: folder.text)) }
    rejected.append(InputError(fault, path: folder.text))
  }

  /// Handles a removed file. Its partly read reports are stored for a while, because it may reappear under another name.
  private func handleRemoval(_ path: FilePath) {
    if let reports = partial[path] {
      orphans.append(
        Orphan(path: path, reports: reports, due: .now.advanced(by: Self.partialReportLifetime)))
    }
    forget(path)
  }

  /// Records partly read reports whose files were removed, unless the complete reports were recorded: the system
  /// removes old reports, and a partial report is better than none.
  private func recordOrphans(_ now: Moment) throws {
    guard orphans.contains(where: { $0.due <= now }) else { return }
    try flush()
    let due = orphans.filter { $0.due <= now }
    orphans.removeAll { $0.due <= now }
    for orphan in due {
      let lost = try orphan.reports.filter { try !recorder.knowsForm(of: $0) }
      ready += lost.map { (orphan.path.text, $0) }
    }
    try flush()
  }

  private func reject(_ path: FilePath, _ stamp: FileStamp, _ error: InputError) {
    forget(path)
    readyStamps.append((path, stamp))
    rejected.append(error)
  }

  /// Notes what files contain. Without the note, they are read again after a restart.
  private func noteReadFiles() {
    recorder.note(read)
    read = []
  }

  /// Records the reports that are ready, then notes the rejected inputs, because recording a report of the same file
  /// would remove the note. Only then do the files count as handled.
  private func flush() throws {
    let (reports, stamps, errors) = (ready, readyStamps, rejected)
    (ready, readyStamps, rejected) = ([], [], [])
    let issueStatuses = try recorder.record(reports.map(\.report))
    try recorder.note(errors)
    for (path, stamp) in stamps { handled[path] = stamp }
    for (one, issueStatus) in zip(reports, issueStatuses) {
      try emit(.report(presenter.present(one.report, path: one.path, issueStatus)))
    }
    for error in errors { try emit(.unreadable(error)) }
  }
}
