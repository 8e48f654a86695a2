import Bytes
import CrashReports
import Documents
import Vocabulary
package import Platform

/// A folder that one of Apple's tools treats as one document, and that contains reports.
///
/// It is recognized by its name, and always read completely, because the tool decides what is in it, not the user.
package struct ReportBundle: Sendable {
  /// What a bundle is, by its name.
  package enum Kind: Sendable, CaseIterable {
    /// A bundle of Xcode's Organizer: reports of one crash, original and symbolicated by Xcode.
    case crashPoint
    /// The results of `xcodebuild test`.
    case testResults
    /// An archive of `log collect`. It is not a report, and only `log` can read it.
    case logArchive
    /// A folder in which a crash reporter stores the files of one crash.
    case crash
    /// An unpacked archive of `sysdiagnose`.
    case sysdiagnose
  }

  /// The folder, without slashes at its end.
  package let path: FilePath
  /// What the folder is, by its name.
  package let kind: Kind

  /// Returns `nil` for any other folder.
  package init?(_ path: FilePath) {
    let trimmed = path.withoutSlashes
    let name = String(streamSafe: trimmed.lastComponent)
    guard let kind = Kind.allCases.first(where: { $0.fits(name) }) else { return nil }
    self.path = trimmed
    self.kind = kind
  }

  /// True if its files are read one by one, so that they can be watched. Test results are searched as a unit.
  package var isFollowed: Bool {
    switch kind {
    case .crashPoint, .crash, .sysdiagnose: true
    case .testResults, .logArchive: false
    }
  }

  /// Returns true if a file in the bundle may be a report, judging by its name.
  package func mayHold(_ file: FilePath) -> Bool {
    switch kind {
    // The other files are the Organizer's.
    case .crashPoint: return !file.bytes.suffix(5).elementsEqual(".json".utf8)
    case .sysdiagnose:
      return ReportName.isLikely(
        inSysdiagnose: String(streamSafe: file.bytes.dropFirst(path.bytes.count + 1)))
    case .crash, .testResults, .logArchive: return true
    }
  }

  /// Returns the sources to read.
  package func sources(isNamed: Bool, _ skipped: inout SkippedFiles) -> [InputSource] {
    switch kind {
    case .crashPoint, .crash, .sysdiagnose: return files(isNamed)
    case .testResults: return [.testResults(path, isNamed: isNamed)]
    case .logArchive:
      if !isNamed {
        skipped.add(path.text, "a system log archive; log show --archive converts it to text")
        return []
      }
      let shown = Terminal.quotedFileName(path.text)
      return [
        .unreadable(
          InputError(
            path: path.text, code: DecodingFault.Code.unsupportedFormat.rawValue,
            message: "is a system log archive, not a report",
            hint: "Convert it to text: log show --archive \(shown) > log.txt, then diagnose log.txt"))
      ]
    }
  }

  private func files(_ isNamed: Bool) -> [InputSource] {
    let listing = Folder.allFiles(below: path)
    var files = listing.files.map(\.path).filter(mayHold)
    if kind == .crashPoint { files = Self.withoutDuplicates(files) }
    let sources = files.map { InputSource.file($0, isNamed: false) } + listing.unreadable.map(InputSource.unreadable)
    if sources.isEmpty, isNamed {
      return [
        .unreadable(
          InputError(
            path: path.text, code: DecodingFault.Code.notAReport.rawValue, message: "contains no report"))
      ]
    }
    return sources
  }

  /// Removes each `Filters/…/Logs/X.crash` that has a symbolicated copy in `Logs/LocallySymbolicated/X.crash`.
  private static func withoutDuplicates(_ files: [FilePath]) -> [FilePath] {
    let symbolicated = Array("LocallySymbolicated".utf8)
    let duplicates = Set(
      files.filter { $0.parent.lastComponent.elementsEqual(symbolicated) }.map { file in
        file.parent.parent.appending(Array(file.lastComponent))
      })
    return files.filter { !duplicates.contains($0) }
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

/// Names that systems give to reports. The content decides what a file is; names only select candidates among
/// thousands.
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

  /// Returns true for a likely report among the thousands of files that `sysdiagnose` collects.
  static func isLikely(inSysdiagnose path: String) -> Bool {
    ("/" + path).contains("/crashes_and_spins/") || isLikely(path)
  }
}
