import Analysis
import Archives
import CrashReports
import Diagnosis
import Foundation
import History
import Presentation
import Platform
import Vocabulary

/// A file that is not complete yet.
struct PendingFile: Sendable {
  var stamp: FileStamp
  /// The time at which the file was first seen in its present state.
  var since: Moment
  /// The time at which the file was first seen.
  var first: Moment
  var next: Moment
  var delay: Double
  /// The time without changes after which the file counts as complete, in seconds.
  var required: Double
  var wasAnnounced = false
}

/// One examination of a file, on any thread: reads what the file contains so far.
///
/// The only decision here is whether the file is complete, from its content and its times.
struct FileExamination: Sendable {
  enum Finding: Sendable {
    /// The file has not changed since it was handled.
    case unchanged
    /// The file is not complete. It is examined again, unless it remains unchanged for `required` seconds. `partial` is
    /// what could be read of it.
    case unfinished(FileStamp, required: Double, partial: [InputReport])
    case archive(ArchiveInput, FileStamp)
    /// The file was read to its end, or the time to wait for the end is over.
    case complete(FileStamp, [InputReport], [DecodingFault], ReadFile?)
    /// The file is complete, and not a report.
    case skipped(FileStamp, reason: String)
    /// An earlier run read and stored the file.
    case known(FileStamp, ReadFile?)
    case unreadable(ReadingFault)
  }

  var path: FilePath
  /// The stamp of the file when it was last handled.
  var handled: FileStamp?
  var pending: PendingFile?
  /// True if an earlier run may have read the file.
  var mayBeStored = false

  /// The settings of an examination.
  struct Rules: Sendable {
    /// The time without changes after which a file is read if its content does not show its end, in seconds.
    var settle: Double
    /// The maximum size of a file, in bytes.
    var limit: Int
    /// The analysis options; digests are enabled.
    var analysis: AnalysisOptions
    var preparation: ReportPreparation
    /// The files that earlier runs read.
    var stored: StoredReadings?
  }

  /// How long a report that ends early is retried, in seconds; after that, its readable part is recorded.
  static let partialReportTimeout = 300.0
  /// The longest unit of the times of a volume, in seconds.
  private static let longestTick = 2

  func finding(_ rules: Rules) -> Finding {
    let start = SystemClock.secondsSince1970
    let status = mayBeStored ? try? FileStatus(of: path, followsLinks: false) : nil
    let state = status.flatMap { $0.kind == .regular ? FileState($0) : nil }
    if let status, let state, let stored = rules.stored, let digest = stored.digest(of: state),
      stored.hold(digest, path: path.text)
    {
      return .known(FileStamp(status), nil)
    }
    let bytes: [UInt8]
    let stamp: FileStamp
    var content: [UInt8]?
    do throws(ReadingFault) {
      let file = try FileReader.open(path, followLinks: false)
      stamp = file.stamp
      if handled == stamp { return .unchanged }
      if Archive.kind(of: file.head(&content, limit: rules.limit)) != nil {
        // The content of an archive is listed at its end.
        guard isDone(stamp, rules.settle) else { return .unfinished(stamp, required: rules.settle, partial: []) }
        return .archive(ArchiveInput(path: path.text, content: .file(file), isNamed: false), stamp)
      }
      if let content { bytes = content } else { bytes = try file.bytes(limit: rules.limit) }
    } catch {
      return .unreadable(error)
    }
    let digest = mayBeStored ? SHA256.digest(of: bytes) : nil
    var read: ReadFile?
    // A change right after the file was read could have the same time.
    if let digest, let state, let status, FileStamp(status) == stamp,
      state.changed / 1_000_000_000 + Self.longestTick <= start
    {
      read = ReadFile(state: state, digest: digest)
    }
    if let digest, rules.stored?.hold(digest, path: path.text) == true { return .known(stamp, read) }
    let isJSON = bytes.first { !Self.isBlank($0) } == UInt8(ascii: "{")
    // JSON shows whether it is complete. For most other texts, only the time without changes does.
    if !isJSON, !Self.hasEndMark(bytes), !isDone(stamp, rules.settle) {
      return .unfinished(stamp, required: rules.settle, partial: [])
    }
    if OutputFormat.wrote(bytes) { return .skipped(stamp, reason: SkippedFile.ownOutput) }
    let (analyzed, faults) = Analysis.analyze(bytes, rules.analysis, digest: digest)
    var reports = analyzed.map { InputReport($0) }
    rules.preparation.prepare(&reports, path: path.text, input: bytes)
    let reason = SkippedFile.reason(reports, faults)
    let isDamaged = reports.contains { $0.assessment.notes.contains(where: \.isDamage) }
    if isJSON, isDamaged || !faults.isEmpty || reports.isEmpty {
      let required = isDamaged || !faults.isEmpty ? Self.partialReportTimeout : rules.settle
      let partial = reports.filter { $0.notARecord == nil }
      if !isDone(stamp, required) { return .unfinished(stamp, required: required, partial: partial) }
    }
    if let reason { return .skipped(stamp, reason: reason) }
    reports.removeAll { $0.notARecord != nil }
    return .complete(stamp, reports, faults, read)
  }

  /// Returns true if the file has not changed for `seconds`, by its modification time or by observation.
  func isDone(_ stamp: FileStamp, _ seconds: Double) -> Bool {
    let modified = Double(stamp.modifiedSeconds) + Double(stamp.modifiedNanoseconds) / 1e9
    if Date().timeIntervalSince1970 - modified >= seconds { return true }
    guard let pending, pending.stamp == stamp else { return false }
    return Moment.now.seconds(since: pending.since) >= seconds
  }

  /// Returns true if the last line is `EOF`, which ends text reports of iOS.
  private static func hasEndMark(_ bytes: [UInt8]) -> Bool {
    let rest = bytes.reversed().drop(while: isBlank).prefix(4)
    return rest.prefix(3).elementsEqual("FOE".utf8) && (rest.count == 3 || rest.last == 0x0A || rest.last == 0x0D)
  }

  private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }
}

extension FileState {
  init(_ status: FileStatus) {
    self.init(
      device: status.device, inode: status.inode, size: status.size,
      modified: Self.nanoseconds(status.modifiedSeconds, status.modifiedNanoseconds),
      changed: Self.nanoseconds(status.changedSeconds, status.changedNanoseconds))
  }

  /// Times outside the years 1678 to 2262 wrap around, so that they still differ.
  private static func nanoseconds(_ seconds: Int, _ nanoseconds: Int) -> Int {
    seconds &* 1_000_000_000 &+ nanoseconds
  }
}
