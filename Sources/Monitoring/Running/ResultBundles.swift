import Documents
package import Platform
import Vocabulary
import Workflow

/// The bundles of test results (`.xcresult`) that a command writes.
package struct ResultBundles {
  private let paths: [FilePath]
  /// The state of each bundle before the command ran.
  private let before: [FilePath: [FileStamp]]

  /// Notes the present bundles.
  ///
  /// - Parameters:
  ///   - named: The bundles of `--watch`.
  ///   - command: The command, which names one with `-resultBundlePath`.
  package init(named: [FilePath], command: [String]) {
    var paths = named.map(\.withoutSlashes)
    if let option = command.lastIndex(of: "-resultBundlePath"), option + 1 < command.count {
      let path = FilePath(command[option + 1]).withoutSlashes
      // xcodebuild adds the extension if it is missing.
      paths += Self.isName(path) ? [path] : [path, FilePath(bytes: path.bytes + Array(Self.suffix.utf8))]
    }
    var seen: Set<FilePath> = []
    self.paths = paths.filter { seen.insert($0).inserted }
    before = Dictionary(uniqueKeysWithValues: self.paths.map { ($0, Self.stamps($0)) })
  }

  private static let suffix = ".xcresult"

  /// Returns true for the name of a bundle of test results.
  package static func isName(_ path: FilePath) -> Bool { path.withoutSlashes.text.hasSuffix(suffix) }

  /// The bundles that the command wrote. xcodebuild does not replace an existing one, which is of an earlier run.
  package var written: [FilePath] {
    var seen: Set<FilePath> = []
    return paths.filter { path in
      guard Folder.isFolder(path), Self.stamps(path) != before[path] else { return false }
      // A name without the extension may be a link to the bundle.
      return seen.insert(Files.resolved(path) ?? path).inserted
    }
  }

  /// The state of a bundle: any new object changes the folder that contains it.
  private static func stamps(_ path: FilePath) -> [FileStamp] {
    ["", "Data", "Info.plist"].compactMap { Folder.stamp(of: $0.isEmpty ? path : path.appending($0)) }
  }
}
