import Archives
import CrashReports
import Diagnosis
import Documents
import Foundation
import History
import Platform
import Vocabulary

/// Follows folders: reads each report once it is whole, and has it recorded.
///
/// Events say only where to look. What was seen is known by the history, so nothing is lost by a restart; a file that
/// was handled is not read again while it stays as it was. Files are read on several threads; what came of them is
/// taken, recorded and told of on one.
final class Watcher {
  struct Settings {
    var folders: [FilePath]
    /// Whether all folders below them are followed, or only `Retired` and bundles.
    var isRecursive: Bool
    var rescan: Double
    var isOnce: Bool
    /// Threads that read.
    var jobs: Int
    var look: FileLook.Rules

    /// Whether a folder is looked into that is met in another one. Bundles are, whatever their folders are called.
    func follows(_ folder: FilePath) -> Bool {
      if let bundle = bundle(around: folder) { return bundle.isFollowed }
      if isRecursive { return true }
      return folder.lastComponent.elementsEqual("Retired".utf8) && folders.contains(folder.parent)
    }

    /// True if a file is looked at where it lies.
    func reads(_ file: FilePath) -> Bool { bundle(around: file.parent)?.mayHold(file) != false }

    /// The innermost bundle that a folder is, or lies in.
    func bundle(around folder: FilePath) -> ReportBundle? {
      var folder = folder
      while true {
        if let bundle = ReportBundle(folder) { return bundle }
        let parent = folder.parent
        if parent == folder || folders.contains(folder) { return nil }
        folder = parent
      }
    }
  }

  /// What the watcher has to say. Nothing is said of a report before it is on disk.
  enum Event {
    case report(PresentedReport)
    case unreadable(InputError)
    case waiting(path: String, size: Int)
    /// A folder that was named is no longer there.
    case gone(path: String)
    /// A bundle of test results, which is not followed.
    case skippedCount(path: String)
  }

  /// A report of which only a part was read before its file went.
  private struct Orphan {
    var path: FilePath
    var reports: [InputReport]
    /// Until then its other parts may come under another name.
    var due: Date
  }

  private let settings: Settings
  private let recorder: Recorder
  private let presenter: ReportPresenter
  private let eventQueue: EventQueue
  private let events: FolderEvents
  private let say: (Event) throws -> Void
  private var handled: [FilePath: FileStamp] = [:]
  private var pending: [FilePath: PendingFile] = [:]
  /// Files that the present visit found unfinished.
  private var postponed: Set<FilePath> = []
  /// What was read of files that end early: their writer may take them away again before they are whole.
  private var partial: [FilePath: [InputReport]] = [:]
  private var orphans: [Orphan] = []
  private var ready: [(path: String, report: InputReport)] = []
  private var readyStamps: [(path: FilePath, stamp: FileStamp)] = []
  /// What was not stored, and is not told of yet.
  private var refused: [InputError] = []
  /// Files that could not be read although they are there, and were told of. They are tried again by every rescan: a
  /// permission may come without the file's changing, and the system may be short of something for a moment.
  private var closed: [FilePath: FileStamp] = [:]
  /// Folders that are not looked into, and were told of.
  private var unlisted: Set<FilePath> = []
  /// A folder that was named is not there at present.
  private var missesFolder = false
  /// Until everything was looked at once, files may be such that an earlier run read.
  private var isStarting = true

  private static let firstDelay = 0.2
  private static let batch = 100
  /// How often a folder that went is looked for, in seconds.
  private static let returning = 1.0
  /// Unfinished reports kept, and for how long after their files went, in seconds.
  private static let keptPartial = 100
  private static let orphanage = 5.0

  init(
    _ settings: Settings, _ recorder: Recorder, _ presenter: ReportPresenter, _ eventQueue: EventQueue,
    say: @escaping (Event) throws -> Void
  ) {
    self.settings = settings
    self.recorder = recorder
    self.presenter = presenter
    self.eventQueue = eventQueue
    self.say = say
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

  /// Works until the end is asked for; with `isOnce`, until everything there is was read.
  func run() throws {
    try scan()
    isStarting = false
    var nextScan = self.nextScan
    while true {
      if settings.isOnce, !pending.values.contains(where: isWorthWaitingFor) { break }
      let wakes = pending.values.map(\.next) + orphans.map(\.due) + [nextScan]
      guard let content = eventQueue.take(until: wakes.min() ?? nextScan) else { break }
      try visit(content.paths.filter(settings.reads))
      let now = Date()
      try visit(pending.filter { $0.value.next <= now }.map(\.key).sorted())
      try adopt(now)
      if content.mustRescan || now >= nextScan {
        try scan()
        nextScan = self.nextScan
      }
    }
    try adopt(.distantFuture)
    try flush()
  }

  /// Paths of files that were still being written when the watcher ended.
  var unfinished: [String] { pending.keys.sorted().map(\.text) }

  private var nextScan: Date {
    Date().addingTimeInterval(missesFolder ? min(Self.returning, settings.rescan) : settings.rescan)
  }

  /// With `--once` a file that is about to settle is waited for, not one that may take minutes.
  private func isWorthWaitingFor(_ file: PendingFile) -> Bool {
    Date().timeIntervalSince(file.first) < settings.look.settle + 1
  }

  /// Looks at everything. The folders are watched before they are listed, so that nothing falls between.
  private func scan() throws {
    var present: Set<FilePath> = []
    var found: [FilePath] = []
    missesFolder = false
    let now = Date()
    var open = settings.folders.reversed().map { (path: $0, isTop: true) }
    while let folder = open.popLast() {
      guard folder.isTop || Folder.isRealFolder(folder.path) else { continue }
      events.watch(folder.path)
      let entries: [FolderEntry]
      do { entries = try Folder.entries(of: folder.path) } catch {
        try cannotList(folder.path, isTop: folder.isTop, error)
        continue
      }
      unlisted.remove(folder.path)
      let bundle = settings.bundle(around: folder.path)
      for entry in entries where entry.name.first != UInt8(ascii: ".") {
        let path = folder.path.appending(entry.name)
        switch entry.kind {
        case .file where bundle?.mayHold(path) != false:
          present.insert(path)
          if let stamp = handled[path], stamp == Folder.stamp(of: path) { continue }
          if let file = pending[path], file.next > now { continue }
          found.append(path)
        case .folder where settings.follows(path): open.append((path, false))
        case .folder where ReportBundle(path)?.kind == .testResults:
          if unlisted.insert(path).inserted { try say(.skippedCount(path: path.text)) }
        case .file, .folder, .link, .other: break
        }
      }
    }
    handled = handled.filter { present.contains($0.key) }
    closed = closed.filter { present.contains($0.key) }
    // Files that went while no event told of it.
    for path in pending.keys where !present.contains(path) && Folder.stamp(of: path) == nil { lose(path) }
    try visit(found.sorted())
  }

  private func visit(_ paths: [FilePath]) throws {
    let looks = paths.compactMap { path -> FileLook? in
      let look = FileLook(
        path: path, handled: handled[path], pending: pending[path], mayBeStored: isStarting)
      guard let file = look.pending, file.stamp == Folder.stamp(of: path), !look.isDone(file.stamp, file.required)
      else { return look }
      // Nothing is read again that has not changed and still has to wait.
      postpone(path, file.stamp, file.required)
      return nil
    }
    let rules = settings.look
    try OrderedWork.run(looks, jobs: settings.jobs) { look in
      (look.path, look.finding(rules))
    } consume: { path, finding in
      try take(path, finding)
      if ready.count + refused.count >= Self.batch { try flush() }
      return !eventQueue.isStopped
    }
    try flush()
    try announce()
  }

  /// Tells of files that were just looked at and are still being written after the time in which most are whole.
  private func announce() throws {
    let paths = postponed.sorted()
    postponed = []
    for path in paths {
      guard let file = pending[path], !file.wasAnnounced,
        Date().timeIntervalSince(file.first) > settings.look.settle
      else { continue }
      pending[path]?.wasAnnounced = true
      try say(.waiting(path: path.text, size: file.stamp.size))
    }
  }

  private func take(_ path: FilePath, _ finding: FileLook.Finding) throws {
    switch finding {
    case .unchanged: forget(path)
    case .unfinished(let stamp, let required, let reports):
      postpone(path, stamp, required)
      if !reports.isEmpty, partial[path] != nil || partial.count < Self.keptPartial { partial[path] = reports }
    case .archive(let archive, let stamp): try take(archive, path, stamp)
    case .whole(let stamp, let reports, let faults): try take(path, stamp, reports, faults)
    case .known(let stamp):
      forget(path)
      handled[path] = stamp
    case .unreadable(let fault): cannotRead(path, fault)
    }
  }

  private func take(_ archive: ArchiveInput, _ path: FilePath, _ stamp: FileStamp) throws {
    var errors: [InputError] = []
    let eventQueue = self.eventQueue
    let look = settings.look
    let reader = InputReader(
      limit: look.limit, analysis: look.analysis, preparation: look.preparation,
      isCancelled: { eventQueue.isStopped })
    let isWhole = try archive.forEach(reader, jobs: 1) { outcome in
      ready += outcome.reports.map { (path.text, $0) }
      errors += outcome.errors
      if ready.count >= Self.batch { try flush() }
      return !eventQueue.isStopped
    }
    guard isWhole else { return }
    forget(path)
    readyStamps.append((path, stamp))
    for error in errors { refuse(path, stamp, error) }
  }

  private func take(_ path: FilePath, _ stamp: FileStamp, _ reports: [InputReport], _ faults: [DecodingFault])
    throws
  {
    forget(path)
    ready += reports.map { (path.text, $0) }
    readyStamps.append((path, stamp))
    let isForeign = reports.isEmpty && faults.allSatisfy { $0.code == .notAReport || $0.code == .unsupportedFormat }
    if isForeign { return }
    for fault in faults { refuse(path, stamp, InputError(fault, path: path.text)) }
  }

  private func postpone(_ path: FilePath, _ stamp: FileStamp, _ required: Double) {
    let now = Date()
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
    file.delay = min(file.delay * 2, FileLook.patience)
    let settles = file.since.addingTimeInterval(required)
    file.next = now.addingTimeInterval(file.delay)
    // The moment at which the file may count as settled is not slept through.
    if settles > now, settles < file.next { file.next = settles }
    pending[path] = file
    postponed.insert(path)
  }

  private func forget(_ path: FilePath) {
    pending[path] = nil
    partial[path] = nil
  }

  private func cannotRead(_ path: FilePath, _ fault: ReadingFault) {
    switch fault.code {
    // It was there a moment ago: the system tidies up, writers rename.
    case ReadingFault.notFound: lose(path)
    // Folders, links, pipes.
    case ReadingFault.notARegularFile: forget(path)
    case ReadingFault.empty:
      guard let stamp = Folder.stamp(of: path) else { return lose(path) }
      if FileLook(path: path, pending: pending[path]).isDone(stamp, FileLook.patience) {
        refuse(path, stamp, InputError(fault, path: path.text))
      } else {
        postpone(path, stamp, FileLook.patience)
      }
    case ReadingFault.notReadable:
      guard let stamp = Folder.stamp(of: path) else { return lose(path) }
      // The rescans try it, not the clock: what is due and stays due would be looked at without a pause.
      forget(path)
      guard closed.updateValue(stamp, forKey: path) != stamp else { return }
      refused.append(InputError(fault, path: path.text))
    default:
      guard let stamp = Folder.stamp(of: path), handled[path] != stamp else { return }
      refuse(path, stamp, InputError(fault, path: path.text))
    }
  }

  /// Tells of a folder once, until it can be listed again. One that was not named may come and go.
  private func cannotList(_ folder: FilePath, isTop: Bool, _ fault: ReadingFault) throws {
    if isTop { missesFolder = true }
    let isGone = fault.code != ReadingFault.notReadable
    guard isTop || !isGone, unlisted.insert(folder).inserted else { return }
    if isGone { return try say(.gone(path: folder.text)) }
    refused.append(InputError(fault, path: folder.text))
  }

  /// A file went. What was read of it is kept for a while: it may have got another name, or be written anew.
  private func lose(_ path: FilePath) {
    if let reports = partial[path] {
      orphans.append(Orphan(path: path, reports: reports, due: Date().addingTimeInterval(Self.orphanage)))
    }
    forget(path)
  }

  /// Records what is left of reports whose files went before they were whole, unless the whole ones came: the system
  /// removes old reports, and a part of one is better than nothing.
  private func adopt(_ now: Date) throws {
    guard orphans.contains(where: { $0.due <= now }) else { return }
    try flush()
    let due = orphans.filter { $0.due <= now }
    orphans.removeAll { $0.due <= now }
    for orphan in due {
      let lost = try orphan.reports.filter { try !recorder.knowsIncident(of: $0) }
      ready += lost.map { (orphan.path.text, $0) }
    }
    try flush()
  }

  private func refuse(_ path: FilePath, _ stamp: FileStamp, _ error: InputError) {
    forget(path)
    readyStamps.append((path, stamp))
    refused.append(error)
  }

  /// Records what is ready, then notes what was refused: reports of the same file would take the note away again. Only
  /// then does a file count as handled.
  private func flush() throws {
    let (reports, stamps, errors) = (ready, readyStamps, refused)
    (ready, readyStamps, refused) = ([], [], [])
    let issueStatuses = try recorder.record(reports.map(\.report))
    try recorder.note(errors)
    for (path, stamp) in stamps { handled[path] = stamp }
    for (one, issueStatus) in zip(reports, issueStatuses) {
      try say(.report(presenter.present(one.report, path: one.path, issueStatus)))
    }
    for error in errors { try say(.unreadable(error)) }
  }
}
