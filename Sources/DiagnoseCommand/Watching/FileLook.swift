import Analysis
import Archives
import CrashReports
import Diagnosis
import Foundation
import History
import Vocabulary
import Platform

/// A file that is not whole yet.
struct PendingFile: Sendable {
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

/// One look at a file, on whatever thread: what it is, and what is in it as far as it is there.
///
/// Nothing is decided here but whether the file counts as whole, which its content and its times tell.
struct FileLook: Sendable {
  enum Finding: Sendable {
    /// As it was when it was handled.
    case unchanged
    /// Not whole; looked at again unless it stays as it is for so many seconds. What could be read of it comes along.
    case unfinished(FileStamp, required: Double, partial: [InputReport])
    case archive(ArchiveInput, FileStamp)
    /// Read to its end, or given up waiting for one.
    case whole(FileStamp, [InputReport], [DecodingFault])
    /// An earlier run read and stored it.
    case known(FileStamp)
    case unreadable(ReadingFault)
  }

  var path: FilePath
  /// The file as it was when it was handled last.
  var handled: FileStamp?
  var pending: PendingFile?
  /// Whether an earlier run may have read the file.
  var mayBeStored = false

  /// What a look needs to know.
  struct Rules: Sendable {
    /// A file whose end cannot be told from its content is read when it has not changed for so long, in seconds.
    var settle: Double
    /// Largest file read, in bytes.
    var limit: Int
    /// How reports are analyzed; with digests.
    var analysis: AnalysisOptions
    var preparation: ReportPreparation
    /// What earlier runs read.
    var stored: StoredReadings?
  }

  /// A report that ends early is tried for so long; then what there is of it is kept.
  static let patience = 300.0

  func finding(_ rules: Rules) -> Finding {
    let bytes: [UInt8]
    let stamp: FileStamp
    do throws(ReadingFault) {
      let file = try FileReader.open(path, followLinks: false)
      stamp = file.stamp
      if handled == stamp { return .unchanged }
      if Archive.kind(of: file.read(at: 0, Archive.headSize)) != nil {
        // Only its end tells what is in it.
        guard isDone(stamp, rules.settle) else { return .unfinished(stamp, required: rules.settle, partial: []) }
        return .archive(ArchiveInput(path: path.text, content: .file(file), isNamed: false), stamp)
      }
      bytes = try file.bytes(limit: rules.limit)
    } catch {
      return .unreadable(error)
    }
    let digest = mayBeStored && rules.stored != nil ? SHA256.digest(of: bytes) : nil
    if let digest, rules.stored?.hold(digest, path: path.text) == true { return .known(stamp) }
    let isJSON = bytes.first { !Self.isBlank($0) } == UInt8(ascii: "{")
    // Only JSON tells that it ends early; of most other texts the clock must say whether more is to come.
    if !isJSON, !Self.hasEndMark(bytes), !isDone(stamp, rules.settle) {
      return .unfinished(stamp, required: rules.settle, partial: [])
    }
    let (analyzed, faults) = Analysis.analyze(bytes, rules.analysis, digest: digest)
    var reports = analyzed.map { InputReport($0) }
    for index in reports.indices {
      reports[index].prepared = rules.preparation.prepared(reports[index], path: path.text, input: bytes)
    }
    let isDamaged = reports.contains { $0.assessment.notes.contains { Recording.meansDamage($0.code) } }
    if isJSON, isDamaged || !faults.isEmpty || reports.isEmpty {
      let required = isDamaged || !faults.isEmpty ? Self.patience : rules.settle
      if !isDone(stamp, required) { return .unfinished(stamp, required: required, partial: reports) }
    }
    return .whole(stamp, reports, faults)
  }

  /// True when the file has stayed as it is for `seconds`, by its own time or by our watching it.
  func isDone(_ stamp: FileStamp, _ seconds: Double) -> Bool {
    let modified = Double(stamp.modifiedSeconds) + Double(stamp.modifiedNanoseconds) / 1e9
    if Date().timeIntervalSince1970 - modified >= seconds { return true }
    guard let pending, pending.stamp == stamp else { return false }
    return Date().timeIntervalSince(pending.since) >= seconds
  }

  /// `EOF` on the last line, as reports of iOS end when they are written as text.
  private static func hasEndMark(_ bytes: [UInt8]) -> Bool {
    let rest = bytes.reversed().drop(while: isBlank).prefix(4)
    return rest.prefix(3).elementsEqual("FOE".utf8) && (rest.count == 3 || rest.last == 0x0A || rest.last == 0x0D)
  }

  private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }
}
