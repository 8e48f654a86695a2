package import Platform
import Vocabulary

/// A directory in which the system, a tool or the Swift runtime writes reports.
package struct ReportDirectory: Identifiable, Sendable {
  /// The commands that use a directory.
  package struct Uses: OptionSet, Sendable {
    /// The bits of the commands.
    package let rawValue: Int
    /// `run` searches it for reports that the command left. The writer writes shortly after the crash.
    package static let run = Uses(rawValue: 1)
    /// `latest` searches it.
    package static let latest = Uses(rawValue: 2)
    /// `watch` watches it if no folder is named.
    package static let watch = Uses(rawValue: 4)

    /// The commands of these bits.
    package init(rawValue: Int) { self.rawValue = rawValue }
  }

  /// The identifier in the JSON of `doctor`.
  package let id: String
  /// What is written to it, for `doctor` and the documentation.
  package let title: String
  /// The system that has it; `nil` for every system.
  package let system: OperatingSystem?
  let uses: Uses
  /// Returns the paths. A component `*` stands for any name; `~` is the home folder.
  package let paths: @Sendable (Session) -> [String]

  /// Whether its subfolders are searched. Those of the system's directories belong to other writers.
  package var searchesSubfolders: Bool { system == nil || id == "organizer" }

  /// A directory of the catalog on this machine.
  package struct Location: Sendable {
    /// The member of the catalog.
    package let directory: ReportDirectory
    /// The path on this machine.
    package let path: FilePath
    /// Whether it exists and can be listed.
    package let state: State
  }

  /// Whether a directory can be searched.
  package enum State: Equatable, Sendable {
    case readable
    case missing
    /// The reason for the user.
    case unreadable(String)
  }

  /// Returns the directories of this system in the order of the catalog, each path once. Patterns without a match are
  /// omitted.
  package static func locations(_ session: Session, _ uses: Uses) -> [Location] {
    var seen: Set<FilePath> = []
    return catalog.filter { directory in
      !directory.uses.isDisjoint(with: uses) && (directory.system == nil || directory.system == OperatingSystem.current)
    }.flatMap { directory in
      directory.paths(session).flatMap { expanded($0, session) }.filter { seen.insert($0).inserted }.map {
        Location(directory: directory, path: $0, state: state(of: $0))
      }
    }
  }

  private static func state(of path: FilePath) -> State {
    do {
      try FolderEntry.visit(path) { _ in false }
      return .readable
    } catch {
      switch error {
      case .noSuchFile, .notAFolder: return .missing
      default: return .unreadable(StandardStreams.reason(error))
      }
    }
  }

  /// The maximum number of directories that a pattern stands for: a Mac has some dozens of simulators.
  private static let maxMatches = 1000

  private static func expanded(_ pattern: String, _ session: Session) -> [FilePath] {
    var text = pattern
    if pattern == "~" || pattern.hasPrefix("~/") {
      guard let home = session.home, home.hasPrefix("/") else { return [] }
      text = home + pattern.dropFirst()
    }
    var paths = [FilePath(text.hasPrefix("/") ? "/" : ".")]
    let isPattern = text.split(separator: "/").contains("*")
    for component in text.split(separator: "/") {
      paths = paths.flatMap { folder -> [FilePath] in
        guard component == "*" else { return [folder.appending(String(component))] }
        let entries = (try? FolderEntry.list(folder)) ?? []
        return entries.filter { $0.kind == .folder && $0.name.first != UInt8(ascii: ".") }.map(\.name)
          .sorted { $0.lexicographicallyPrecedes($1) }.map { folder.appending($0) }
      }
      paths.removeSubrange(min(paths.count, maxMatches)...)
    }
    return isPattern ? paths.filter(Folder.isFolder) : paths
  }
}
