import Documents
import Foundation
import Platform
import Vocabulary

/// The files that a command left in directories of reports: those that were not there, or were different, before it.
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
    let deadline = Date().addingTimeInterval(wait)
    var done: [FilePath: FileStamp] = [:]
    var outcomes: [FilePath: (outcome: InputOutcome, place: LeftReports.Place)] = [:]
    var pending: [FilePath: PendingFile] = [:]
    var partial: [FilePath: [InputReport]] = [:]
    var lastChange = Date()
    var hasWaited = false
    while true {
      for (path, place) in left.files() {
        var examination = FileExamination(path: path, handled: done[path], pending: pending[path])
        examination.mayBeStored = false
        var outcome = InputOutcome(path: path.text)
        var stamp: FileStamp?
        switch examination.finding(rules) {
        case .unchanged, .known: continue
        case .unfinished(let seen, let required, let reports):
          let now = Date()
          if pending[path]?.stamp != seen {
            pending[path] = PendingFile(
              stamp: seen, since: now, first: pending[path]?.first ?? now, next: now, delay: 0, required: required)
          }
          partial[path] = reports
          continue
        case .archive(let archive, let seen):
          stamp = seen
          outcome.skipped.add(archive.path, "an archive")
        case .complete(let seen, let reports, let faults):
          stamp = seen
          outcome.reports = reports
          outcome.errors = faults.map { InputError($0, path: path.text) }
        case .skipped(let seen, let reason):
          stamp = seen
          outcome.skipped.add(path.text, reason)
        case .unreadable(let fault):
          if fault.code == ReadingFault.empty, let seen = Folder.stamp(of: path) {
            if pending[path]?.stamp != seen {
              let now = Date()
              pending[path] = PendingFile(stamp: seen, since: now, first: now, next: now, delay: 0, required: wait)
            }
            continue
          }
          guard fault.code == ReadingFault.notReadable, place.isNamed else { continue }
          outcome.errors = [InputError(fault, path: path.text)]
        }
        pending[path] = nil
        partial[path] = nil
        done[path] = stamp
        outcomes[path] = (outcome, place)
        lastChange = Date()
      }
      let found = outcomes.values.reduce(0) { $0 + $1.outcome.reports.count }
      let now = Date()
      let isQuiet = found > 0 && now.timeIntervalSince(lastChange) >= Self.quiet
      let isComplete = expected.map { found >= max($0, 1) || isQuiet } ?? true
      guard now < deadline, !pending.isEmpty || !isComplete else { break }
      if !hasWaited { willWait() }
      hasWaited = true
      Thread.sleep(forTimeInterval: Self.interval)
    }
    // What could be read of an unfinished report is better than nothing.
    for (path, place) in left.files() where outcomes[path] == nil {
      guard let reports = partial[path], !reports.isEmpty else { continue }
      outcomes[path] = (InputOutcome(path: path.text, reports: reports), place)
    }
    return Result(
      outcomes: outcomes.keys.sorted().compactMap { outcomes[$0] },
      unfinished: pending.keys.sorted().map(\.text))
  }
}
