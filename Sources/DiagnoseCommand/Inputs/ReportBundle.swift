import CrashReports
import Documents
import Vocabulary
import Platform

/// A folder that one of Apple's tools treats as one document, and in which reports stand.
///
/// It is told by its name and read without being asked for: what is in it is the tool's affair, not the user's.
struct ReportBundle: Sendable {
  enum Kind: Sendable, CaseIterable {
    /// Of Xcode's Organizer: reports of one crash, as they came and as Xcode named their frames.
    case crashPoint
    /// Of `xcodebuild test`.
    case testResults
    /// Of `log collect`; not a report, and read by `log` alone.
    case logArchive
    /// A folder in which a crash reporter keeps what belongs to one crash.
    case crash
    /// Of `sysdiagnose`, unpacked.
    case sysdiagnose
  }

  let path: FilePath
  let kind: Kind

  /// `nil` for any other folder.
  init?(_ path: FilePath) {
    let trimmed = path.withoutSlashes
    let name = String(decoding: trimmed.lastComponent, as: UTF8.self)
    guard let kind = Kind.allCases.first(where: { $0.fits(name) }) else { return nil }
    self.path = trimmed
    self.kind = kind
  }

  /// Whether its files are read one by one, so that they can be as they come. Test results are looked through as a whole.
  var isFollowed: Bool {
    switch kind {
    case .crashPoint, .crash, .sysdiagnose: true
    case .testResults, .logArchive: false
    }
  }

  /// True if a file below the bundle may be a report, as far as its name tells.
  func mayHold(_ file: FilePath) -> Bool {
    switch kind {
    // The rest is the Organizer's.
    case .crashPoint: return !file.bytes.suffix(5).elementsEqual(".json".utf8)
    case .sysdiagnose:
      return ReportName.isLikely(
        inSysdiagnose: String(decoding: file.bytes.dropFirst(path.bytes.count + 1), as: UTF8.self))
    case .crash, .testResults, .logArchive: return true
    }
  }

  /// What is to be read of it.
  func sources(isNamed: Bool, skippedCount: inout Int) -> [InputSource] {
    switch kind {
    case .crashPoint, .crash, .sysdiagnose: return files(isNamed)
    case .testResults: return [.testResults(path, isNamed: isNamed)]
    case .logArchive:
      if !isNamed {
        skippedCount += 1
        return []
      }
      let shown = Terminal.quotedFileName(path.text)
      return [
        .unreadable(
          InputError(
            path: path.text, code: DecodingFault.Code.unsupportedFormat.rawValue,
            message: "an archive of the system's log, no report",
            hint: "Have it written as text: log show --archive \(shown) > log.txt, then diagnose log.txt"))
      ]
    }
  }

  private func files(_ isNamed: Bool) -> [InputSource] {
    let listing = Folder.allFiles(below: path)
    var files = listing.files.map(\.path).filter(mayHold)
    if kind == .crashPoint { files = Self.withoutTwins(files) }
    let sources = files.map { InputSource.file($0, isNamed: false) } + listing.unreadable.map(InputSource.unreadable)
    if sources.isEmpty, isNamed {
      return [
        .unreadable(
          InputError(
            path: path.text, code: DecodingFault.Code.notAReport.rawValue, message: "holds no report"))
      ]
    }
    return sources
  }

  /// `Filters/…/Logs/X.crash`, and the same report with names in `Logs/LocallySymbolicated/X.crash`: of both, the
  /// second.
  private static func withoutTwins(_ files: [FilePath]) -> [FilePath] {
    let named = Array("LocallySymbolicated".utf8)
    let twins = Set(
      files.filter { $0.parent.lastComponent.elementsEqual(named) }.map { file in
        file.parent.parent.appending(Array(file.lastComponent))
      })
    return files.filter { !twins.contains($0) }
  }
}

extension ReportBundle.Kind {
  fileprivate func fits(_ name: String) -> Bool {
    switch self {
    case .crashPoint: name.hasSuffix(".xccrashpoint")
    case .testResults: name.hasSuffix(".xcresult")
    case .logArchive: name.hasSuffix(".logarchive")
    case .crash: name.hasSuffix(".crash")
    case .sysdiagnose: name.hasPrefix("sysdiagnose_")
    }
  }
}

/// Names that systems give to reports. What a file is, its content says; names only say where to look among thousands.
enum ReportName {
  private static let endings = [
    ".ips", ".crash", ".panic", ".hang", ".spin", ".diag", ".beta", ".synced", ".shutdownstall", ".gpurestart",
  ]
  private static let beginnings = ["jetsamevent", "panic-", "stacks-", "excresource", "resetcounter"]

  static func isLikely(_ path: String) -> Bool {
    let name = path.lowercased()
    let last = name.lastIndex(of: "/").map { name[name.index(after: $0)...] } ?? name[...]
    let bare = last.hasSuffix(".gz") ? last.dropLast(3) : last
    return endings.contains { bare.hasSuffix($0) } || beginnings.contains { bare.hasPrefix($0) }
  }

  /// Of the thousands of files that `sysdiagnose` collects.
  static func isLikely(inSysdiagnose path: String) -> Bool {
    ("/" + path).contains("/crashes_and_spins/") || isLikely(path)
  }
}
