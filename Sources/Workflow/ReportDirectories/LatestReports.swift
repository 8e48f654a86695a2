import Bytes
package import CrashReports
package import Documents
import Foundation
package import Platform
import Presentation
package import Vocabulary

/// The newest reports in directories.
package struct LatestReports {
  /// A report in a file.
  package struct Entry {
    /// The file.
    package var path: FilePath
    /// The time of the event as the report states it; the time of the file if it states none.
    package var time: Timestamp
    /// The first report in the file.
    package var report: CrashReport
    /// The time of the file in nanoseconds, for a fixed order.
    fileprivate var modified: Int
  }

  /// The newest entries, newest first.
  package private(set) var entries: [Entry] = []
  /// The number of files that were considered.
  package private(set) var files = 0
  /// The folders that could not be listed.
  package private(set) var unreadable: [InputError] = []

  /// Files are sorted by their own times before they are read, and reports by theirs afterwards. A report may be copied or
  /// synced later than others, so this many more files are read than reports are wanted.
  private static let margin = 30
  /// The number of bytes in which a name is searched: header lines of every format.
  private static let headSize = 4096

  /// - Parameters:
  ///   - folders: The directories, and whether their subfolders are searched.
  ///   - name: A part of the file name, the process or the bundle identifier, in any case; `nil` for every report.
  ///   - count: The maximum number of reports.
  ///   - since: The earliest time of a report; `nil` for no limit.
  package init(
    in folders: [(path: FilePath, isRecursive: Bool)], name: String?, count: Int, since: Timestamp?, limit: Int
  ) {
    var candidates: [(path: FilePath, stamp: FileStamp)] = []
    var seen: Set<FilePath> = []
    for folder in folders {
      let listing = Folder.files(in: folder.path, recursive: folder.isRecursive)
      unreadable += listing.unreadable.filter { $0.code != ReadingFault.notFound }
      for found in listing.files {
        let files = found.bundle.map { Self.files(in: $0) } ?? [found.path]
        for file in files where !SourceFileName.matches(file) && seen.insert(file).inserted {
          guard let stamp = Folder.stamp(of: file), since.map({ stamp.modifiedSeconds >= $0.seconds }) ?? true else {
            continue
          }
          candidates.append((file, stamp))
        }
      }
    }
    candidates.sort { ($1.stamp.modified, $0.path) < ($0.stamp.modified, $1.path) }
    let wanted = name.map { Self.folded($0) }
    for (path, stamp) in candidates {
      guard entries.count < count + Self.margin else { break }
      files += 1
      guard let entry = Self.entry(path, stamp, wanted, limit) else { continue }
      if let since, entry.time < since { continue }
      entries.append(entry)
    }
    entries.sort { ($1.time, $1.modified, $0.path) < ($0.time, $0.modified, $1.path) }
    entries.removeSubrange(min(count, entries.count)...)
  }

  /// Returns the files of a bundle of the Organizer; other bundles contain no single report.
  private static func files(in bundle: ReportBundle) -> [FilePath] {
    guard bundle.isFollowed else { return [] }
    return Folder.allFiles(below: bundle.path).files.map(\.path).filter(bundle.mayHold)
  }

  /// Returns the first record in a file; `nil` if there is none, or it has another name.
  private static func entry(_ path: FilePath, _ stamp: FileStamp, _ name: [UInt8]?, _ limit: Int) -> Entry? {
    guard let file = try? FileReader.open(path, followLinks: false) else { return nil }
    if let name {
      let isNamed = contains(folded(bytes: Array(path.lastComponent)), name)
      guard isNamed || contains(folded(bytes: file.read(at: 0, headSize)), name) else { return nil }
    }
    guard let bytes = try? file.bytes(limit: limit), !OutputFormat.wrote(bytes),
      let decoded = ReportReader.read(bytes).reports.first, decoded.value.notARecord(decoded.notes) == nil
    else { return nil }
    let report = decoded.value
    if let name {
      let names = [
        String(streamSafe: path.lastComponent), report.process?.name, report.process?.bundleID,
      ]
      guard names.contains(where: { $0.map { contains(folded($0), name) } ?? false }) else { return nil }
    }
    let stated = report.times?.crashed?.rfc3339.flatMap { Timestamp(rfc3339: $0) }
    return Entry(
      path: path, time: stated ?? Timestamp(seconds: stamp.modifiedSeconds), report: report,
      modified: stamp.modified)
  }

  private static func folded(_ text: String) -> [UInt8] { folded(bytes: Array(text.utf8)) }

  private static func folded(bytes: [UInt8]) -> [UInt8] {
    bytes.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
  }

  private static func contains(_ bytes: [UInt8], _ name: [UInt8]) -> Bool {
    guard let first = name.first else { return true }
    var at = 0
    while let found = bytes[at...].firstIndex(of: first) {
      if bytes[found...].starts(with: name) { return true }
      at = found + 1
    }
    return false
  }
}

extension FileStamp {
  /// The time of the last modification in nanoseconds since 1970.
  package var modified: Int { modifiedSeconds &* 1_000_000_000 &+ modifiedNanoseconds }
}
