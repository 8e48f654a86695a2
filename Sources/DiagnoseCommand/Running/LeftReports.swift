import Documents
import Foundation
import Platform
import Vocabulary

/// The files that a command left in directories of reports: those that are new, or different from before.
struct LeftReports {
  /// A directory, and whether its subfolders are searched.
  struct Place: Sendable {
    var path: FilePath
    var isRecursive: Bool
    /// Whether the user named it, so that every new file in it belongs to the command. In a directory that all programs
    /// share, older reports may appear at any time.
    var isNamed: Bool
  }

  /// The identity of a file on this machine: a file that was only moved is not new.
  private struct Identity: Hashable {
    var device: UInt64
    var inode: UInt64
    var size: Int
    var seconds: Int
    var nanoseconds: Int

    init(_ stamp: FileStamp) {
      (device, inode, size) = (stamp.device, stamp.inode, stamp.size)
      (seconds, nanoseconds) = (stamp.modifiedSeconds, stamp.modifiedNanoseconds)
    }
  }

  let places: [Place]
  private let before: Set<Identity>

  /// Notes the present files.
  init(_ places: [Place]) {
    self.places = places
    var before: Set<Identity> = []
    for place in places { for file in Self.files(in: place) { before.insert(Identity(file.stamp)) } }
    self.before = before
  }

  /// Returns the new and changed files, in the order of their paths.
  func files() -> [(path: FilePath, place: Place)] {
    var seen: Set<FilePath> = []
    return places.flatMap { place in
      Self.files(in: place).filter { !before.contains(Identity($0.stamp)) && seen.insert($0.path).inserted }
        .map { ($0.path, place) }
    }
  }

  /// The limit of a search, which a user may start in the wrong folder.
  private static let limits = Folder.Limits(files: 100_000, depth: 100)

  private static func files(in place: Place) -> [(path: FilePath, stamp: FileStamp)] {
    guard Folder.isFolder(place.path) else { return [] }
    return Folder.files(in: place.path, recursive: place.isRecursive, limits: limits).files.compactMap { found in
      guard found.bundle == nil, !SourceFileName.matches(found.path), let stamp = Folder.stamp(of: found.path) else {
        return nil
      }
      return (found.path, stamp)
    }
  }
}

/// Reads the reports that a command left, and waits for those that are still being written.
struct LeftReportsReader {
  var left: LeftReports
  var rules: FileExamination.Rules
  /// The number of reports that are expected; `nil` if none is, so that only unfinished files are waited for.
  var expected: Int?
  /// The maximum time to wait, in seconds.
  var wait: Double
  /// Called before the first wait.
  var willWait: () -> Void

  /// The result of reading.
  struct Result {
    var outcomes: [(outcome: InputOutcome, place: LeftReports.Place)] = []
    /// The names of files that were still being written.
    var unfinished: [String] = []
  }

  /// The interval between two examinations, in seconds.
  private static let interval = 0.1
  /// After the first complete report, more are waited for while they appear within this time, in seconds.
  private static let quiet = 0.5

  func read() -> Result {
    let deadline = Moment.now.advanced(by: wait)
    var progress = Progress()
    var hasWaited = false
    while true {
      for (path, place) in left.files() { progress.examine(path, place, self) }
      let now = Moment.now
      let isQuiet = progress.reports > 0 && now.seconds(since: progress.lastChange) >= Self.quiet
      let isComplete = expected.map { progress.reports >= max($0, 1) || isQuiet } ?? true
      guard now < deadline, !progress.pending.isEmpty || !isComplete else { break }
      if !hasWaited { willWait() }
      hasWaited = true
      Thread.sleep(forTimeInterval: Self.interval)
    }
    return progress.result(left)
  }

  /// What was read so far.
  private struct Progress {
    private var done: [FilePath: FileStamp] = [:]
    private var outcomes: [FilePath: (outcome: InputOutcome, place: LeftReports.Place)] = [:]
    private var partial: [FilePath: [InputReport]] = [:]
    /// The files that are not complete.
    private(set) var pending: [FilePath: PendingFile] = [:]
    /// The time at which the last file was complete.
    private(set) var lastChange = Moment.now

    /// The number of complete reports.
    var reports: Int { outcomes.values.reduce(0) { $0 + $1.outcome.reports.count } }

    mutating func examine(_ path: FilePath, _ place: LeftReports.Place, _ reader: LeftReportsReader) {
      let examination = FileExamination(path: path, handled: done[path], pending: pending[path])
      var outcome = InputOutcome(path: path.text)
      switch examination.finding(reader.rules) {
      case .unchanged, .known: return
      case .unfinished(let stamp, let required, let reports):
        wait(path, stamp, required)
        partial[path] = reports
        return
      case .archive(_, let stamp):
        done[path] = stamp
        outcome.skipped.add(path.text, "an archive")
      case .complete(let stamp, let reports, let faults, _):
        done[path] = stamp
        outcome.reports = reports
        outcome.errors = faults.map { InputError($0, path: path.text) }
      case .skipped(let stamp, let reason):
        done[path] = stamp
        outcome.skipped.add(path.text, reason)
      case .unreadable(let fault):
        if fault.code == ReadingFault.empty, let stamp = Folder.stamp(of: path) {
          return wait(path, stamp, reader.wait)
        }
        guard fault.code == ReadingFault.notReadable, place.isNamed else { return }
        outcome.errors = [InputError(fault, path: path.text)]
      }
      pending[path] = nil
      partial[path] = nil
      outcomes[path] = (outcome, place)
      lastChange = .now
    }

    private mutating func wait(_ path: FilePath, _ stamp: FileStamp, _ required: Double) {
      guard pending[path]?.stamp != stamp else { return }
      let now = Moment.now
      pending[path] = PendingFile(
        stamp: stamp, since: now, first: pending[path]?.first ?? now, next: now, delay: 0, required: required)
    }

    /// Returns the result. What could be read of an unfinished report is better than nothing.
    func result(_ left: LeftReports) -> Result {
      var all = outcomes
      for (path, place) in left.files() where all[path] == nil {
        guard let reports = partial[path], !reports.isEmpty else { continue }
        all[path] = (InputOutcome(path: path.text, reports: reports), place)
      }
      return Result(
        outcomes: all.keys.sorted().compactMap { all[$0] }, unfinished: pending.keys.sorted().map(\.text))
    }
  }
}
