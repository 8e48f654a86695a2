import Archives
import CrashReports
import Diagnosis
import Foundation
import History
import Presentation
import Symbolication
import Vocabulary

/// Follows folders: reads each report once it is whole, and has it recorded.
///
/// Events say only where to look. What was seen is known by the history, so nothing is lost by a restart; a file that
/// was handled is not read again while it stays as it was.
final class Watcher {
  struct Settings {
    var folders: [FilePath]
    /// A file whose end cannot be told from its content is read when it has not changed for so long.
    var settle: Double
    var rescan: Double
    var limit: Int
    var isOnce: Bool
    /// Where names of bare frames come from.
    var symbols: SymbolStore?
    /// What reports are judged by.
    var rules: AnalysisRules
  }

  /// What the watcher has to say. Nothing is said of a report before it is on disk.
  enum Event {
    case report(PresentedReport)
    case unreadable(InputError)
    case waiting(path: String, size: Int)
  }

  /// A file that is not whole yet.
  private struct Pending {
    var stamp: FileStamp
    /// When the file was first seen as it is now.
    var since: Date
    /// When the file was first seen.
    var first: Date
    var next: Date
    var delay: Double
    /// For how long it must stay as it is to count as whole.
    var required: Double
    var wasAnnounced = false
  }

  private let settings: Settings
  private let recorder: Recorder
  private let inbox: Inbox
  private let events: FolderEvents
  private let say: (Event) throws -> Void
  private var handled: [FilePath: FileStamp] = [:]
  private var pending: [FilePath: Pending] = [:]
  private var ready: [(path: String, report: AnalyzedReport)] = []
  private var readyStamps: [(path: FilePath, stamp: FileStamp)] = []

  private static let firstDelay = 0.2
  /// A report that ends early is tried for so long; then what there is of it is kept.
  private static let patience = 300.0
  private static let batch = 100

  init(_ settings: Settings, _ recorder: Recorder, _ inbox: Inbox, say: @escaping (Event) throws -> Void) {
    self.settings = settings
    self.recorder = recorder
    self.inbox = inbox
    self.say = say
    events = FolderEvents(inbox)
  }

  /// Works until the end is asked for; with `isOnce`, until everything there is was read.
  func run() throws {
    try scan()
    var nextScan = Date().addingTimeInterval(settings.rescan)
    while true {
      if settings.isOnce, !pending.values.contains(where: isWorthWaitingFor) { break }
      let wake = pending.values.map(\.next).min().map { min($0, nextScan) } ?? nextScan
      guard let content = inbox.take(until: wake) else { break }
      try visit(content.paths)
      let now = Date()
      try visit(pending.filter { $0.value.next <= now }.map(\.key).sorted())
      if content.mustRescan || now >= nextScan {
        try scan()
        nextScan = Date().addingTimeInterval(settings.rescan)
      }
    }
    try flush()
  }

  /// Paths of files that were still being written when the watcher ended.
  var unfinished: [String] { pending.keys.sorted().map(\.text) }

  /// With `--once` a file that is about to settle is waited for, not one that may take minutes.
  private func isWorthWaitingFor(_ file: Pending) -> Bool {
    Date().timeIntervalSince(file.first) < settings.settle + 1
  }

  /// Looks at everything. The folders are watched before they are listed, so that nothing falls between.
  private func scan() throws {
    var present: Set<FilePath> = []
    var found: [FilePath] = []
    for folder in settings.folders {
      for place in [folder, folder.appending(Array("Retired".utf8))] {
        guard place == folder || Folder.isRealFolder(place) else { continue }
        events.watch(place)
        guard let entries = try? Folder.entries(of: place) else { continue }
        for entry in entries where entry.kind == .file && entry.name.first != UInt8(ascii: ".") {
          let path = place.appending(entry.name)
          present.insert(path)
          if let stamp = handled[path], stamp == Folder.stamp(of: path) { continue }
          if let file = pending[path], file.next > Date() { continue }
          found.append(path)
        }
      }
    }
    handled = handled.filter { present.contains($0.key) }
    try visit(found.sorted())
  }

  private func visit(_ paths: [FilePath]) throws {
    for path in paths {
      try visit(path)
      if ready.count >= Self.batch { try flush() }
      if inbox.isStopped { break }
    }
    try flush()
  }

  private func visit(_ path: FilePath) throws {
    // Nothing is read again that has not changed and still has to wait.
    if let file = pending[path], file.stamp == Folder.stamp(of: path), !isDone(path, file.stamp, file.required) {
      return try wait(for: path, file.stamp, file.required)
    }
    let archive: ArchiveInput?
    let bytes: [UInt8]
    let stamp: FileStamp
    do throws(ReadingFault) {
      let file = try FileReader.open(path, followLinks: false)
      stamp = file.stamp
      if handled[path] == stamp {
        pending[path] = nil
        return
      }
      if Archive.kind(of: file.read(at: 0, Archive.headSize)) != nil {
        archive = ArchiveInput(path: path.text, content: .file(file), isNamed: false)
        bytes = []
      } else {
        archive = nil
        bytes = try file.bytes(limit: settings.limit)
      }
    } catch {
      return try cannotRead(path, error)
    }
    if let archive { return try visit(archive, path, stamp) }
    let (reports, faults) = ReportAnalysis.analyze(bytes, symbols: settings.symbols, rules: settings.rules)
    let isDamaged = reports.contains { $0.assessment.notes.contains { Recording.meansDamage($0.code) } }
    let isJSON = bytes.first { $0 != 0x20 && !(0x09...0x0D).contains($0) } == UInt8(ascii: "{")
    if isJSON, faults.isEmpty, !isDamaged, !reports.isEmpty {
      return try handle(path, stamp, reports, faults)
    }
    // Only JSON tells that it ends early; of any other text the clock must say whether more is to come.
    let required = isJSON && (isDamaged || !faults.isEmpty) ? Self.patience : settings.settle
    if isDone(path, stamp, required) {
      try handle(path, stamp, reports, faults)
    } else {
      try wait(for: path, stamp, required)
    }
  }

  /// An archive is read when it has settled: only its end tells what is in it.
  private func visit(_ archive: ArchiveInput, _ path: FilePath, _ stamp: FileStamp) throws {
    guard isDone(path, stamp, settings.settle) else { return try wait(for: path, stamp, settings.settle) }
    var errors: [InputError] = []
    let inbox = self.inbox
    let reader = InputReader(
      limit: settings.limit, symbols: settings.symbols, rules: settings.rules, isCancelled: { inbox.isStopped })
    let isWhole = try archive.forEach(reader, jobs: 1) { outcome in
      ready += outcome.reports.map { (path.text, $0) }
      errors += outcome.errors
      if ready.count >= Self.batch { try flush() }
      return !inbox.isStopped
    }
    guard isWhole else { return }
    pending[path] = nil
    readyStamps.append((path, stamp))
    for error in errors { try refuse(path, stamp, error) }
  }

  /// True when the file has stayed as it is for `seconds`, by its own time or by our watching it.
  private func isDone(_ path: FilePath, _ stamp: FileStamp, _ seconds: Double) -> Bool {
    let modified = Double(stamp.modifiedSeconds) + Double(stamp.modifiedNanoseconds) / 1e9
    if Date().timeIntervalSince1970 - modified >= seconds { return true }
    guard let file = pending[path], file.stamp == stamp else { return false }
    return Date().timeIntervalSince(file.since) >= seconds
  }

  private func wait(for path: FilePath, _ stamp: FileStamp, _ required: Double) throws {
    let now = Date()
    var file =
      pending[path]
      ?? Pending(
        stamp: stamp, since: now, first: now, next: now, delay: Self.firstDelay / 2, required: required)
    if file.stamp != stamp {
      file.stamp = stamp
      file.since = now
      file.delay = Self.firstDelay / 2
    }
    file.required = required
    file.delay = min(file.delay * 2, Self.patience)
    let settles = file.since.addingTimeInterval(required)
    file.next = now.addingTimeInterval(file.delay)
    // The moment at which the file may count as settled is not slept through.
    if settles > now, settles < file.next { file.next = settles }
    if !file.wasAnnounced, now.timeIntervalSince(file.first) > settings.settle {
      file.wasAnnounced = true
      try say(.waiting(path: path.text, size: stamp.size))
    }
    pending[path] = file
  }

  private func cannotRead(_ path: FilePath, _ fault: ReadingFault) throws {
    switch fault.code {
    // It was there a moment ago: the system tidies up, writers rename.
    case ReadingFault.notFound: pending[path] = nil
    // Folders, links, pipes.
    case ReadingFault.notARegularFile: pending[path] = nil
    case ReadingFault.empty:
      guard let stamp = Folder.stamp(of: path) else { return }
      if isDone(path, stamp, Self.patience) {
        try refuse(path, stamp, InputError(fault, path: path.text))
      } else {
        try wait(for: path, stamp, Self.patience)
      }
    default:
      guard let stamp = Folder.stamp(of: path), handled[path] != stamp else { return }
      try refuse(path, stamp, InputError(fault, path: path.text))
    }
  }

  private func refuse(_ path: FilePath, _ stamp: FileStamp, _ error: InputError) throws {
    pending[path] = nil
    handled[path] = stamp
    try flush()
    try recorder.note(error)
    try say(.unreadable(error))
  }

  private func handle(_ path: FilePath, _ stamp: FileStamp, _ reports: [AnalyzedReport], _ faults: [DecodingFault])
    throws
  {
    pending[path] = nil
    ready += reports.map { (path.text, $0) }
    readyStamps.append((path, stamp))
    let isForeign = reports.isEmpty && faults.allSatisfy { $0.code == .notAReport || $0.code == .unsupportedFormat }
    if isForeign { return }
    for fault in faults { try refuse(path, stamp, InputError(fault, path: path.text)) }
  }

  /// Records what is ready. Only then does a file count as handled.
  private func flush() throws {
    let reports = ready
    let stamps = readyStamps
    ready = []
    readyStamps = []
    let stored = try recorder.record(reports)
    for (path, stamp) in stamps { handled[path] = stamp }
    for report in stored { try say(.report(report)) }
  }
}
