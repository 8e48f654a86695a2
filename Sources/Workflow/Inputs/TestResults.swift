import Archives
import CrashReports
import Documents
import Vocabulary
import Platform

/// Reports in a bundle of test results (`.xcresult`).
///
/// The bundle stores its objects as files `Data/data.…`, whose names do not show their type. Most are compressed with
/// zstd.
enum TestResults {
  static func outcomes(_ path: FilePath, isNamed: Bool, _ reader: InputReader) -> [InputOutcome] {
    let path = path.scope == nil ? (try? path.contained()) ?? path : path
    var outcomes: [InputOutcome] = []
    var objects = 0
    /// The number of compressed objects that could not be unpacked.
    var damaged = 0
    let listing = Folder.allFiles(below: path.appending("Data"))
    // A bundle without this folder has no objects, which is reported below.
    for error in listing.unreadable where error.code != ReadingFault.notFound {
      outcomes.append(InputOutcome(path: error.path, errors: [error]))
    }
    for file in listing.files.map(\.path) where file.lastComponent.starts(with: "data".utf8) {
      objects += 1
      let open: OpenFile
      do { open = try FileReader.open(file, followLinks: false) } catch {
        outcomes.append(InputOutcome(path: file.text, errors: [InputError(error, path: file.text)]))
        continue
      }
      guard var bytes = try? open.bytes(limit: reader.limit) else { continue }
      if Archive.kind(of: Array(bytes.prefix(Archive.headSize))) == .zstd {
        var unpacked: [UInt8]?
        _ = Archive.read(ByteSource(bytes)) { member in
          if member.fault == nil { unpacked = member.bytes }
          return false
        }
        guard let unpacked else {
          damaged += 1
          continue
        }
        bytes = unpacked
      }
      // Most objects are small and describe other objects.
      guard !UnsupportedInput.isUnsupported(head: Array(bytes.prefix(4096))) else { continue }
      let outcome = reader.outcome(bytes, path: file.text, isNamed: false)
      if outcome.found > 0 { outcomes.append(outcome) }
    }
    let found = outcomes.reduce(0) { $0 + $1.found }
    if damaged > 0 {
      let shown = Terminal.quotedFileName(path.text)
      let error = InputError(
        path: path.text, code: DecodingFault.Code.damaged.rawValue,
        message:
          "\(damaged) of its \(objects) objects \(damaged == 1 ? "is" : "are") damaged and could not be unpacked",
        hint: "Export them: xcrun xcresulttool export diagnostics --path \(shown) --output-path DIR, "
          + "then diagnose DIR")
      outcomes.append(isNamed ? InputOutcome(path: path.text, errors: [error]) : .skipped(path.text, error.message))
    } else if found == 0 {
      let error = InputError(
        path: path.text, code: DecodingFault.Code.notAReport.rawValue,
        message: objects == 0 ? "contains no objects" : "contains no report (\(objects) objects examined)")
      outcomes.append(isNamed ? InputOutcome(path: path.text, errors: [error]) : .skipped(path.text, error.message))
    }
    return outcomes
  }
}
