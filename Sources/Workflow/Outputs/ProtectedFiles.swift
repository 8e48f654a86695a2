import Analysis
import ClickHouse
import Documents
import History
package import Platform
import ProjectInspection
import Symbolication
import Vocabulary

/// What a command reads, and what no output may replace.
package struct ProtectedFiles: Sendable {
  /// What a file is to the command.
  package enum Role: Sendable, CaseIterable {
    case input, history, symbols, patterns, configuration, trust, baseline, project, password, database, program, binary

    /// The end of a sentence.
    package var text: String {
      switch self {
      case .input: "an input"
      case .history: "a file of the history"
      case .symbols: "a symbol file"
      case .patterns: "a pattern file"
      case .configuration: "a configuration file"
      case .trust: "an entry of your trust"
      case .baseline: "the baseline"
      case .project: "a file of the project"
      case .password: "the file of the password"
      case .database: "a database"
      case .program: "a program or a symbol file"
      case .binary: "a binary file, and outputs are text"
      }
    }
  }

  private var files: [(path: FilePath, identity: PathIdentity, role: Role)] = []
  /// Folders whose files are read. Other files in them may be replaced, such as the output of an earlier run.
  private var folders: [(path: FilePath, role: Role)] = []

  /// The files that every command keeps: configurations and what they name, and the user's history, also if this run does
  /// not use it.
  package init(_ session: Session, history: HistorySelection? = nil) {
    let settings = session.settings
    add(settings.files.compactMap(\.path), .configuration)
    add(TrustStore(session).map { [FilePath($0.folder)] } ?? [], .trust)
    add(settings.patternFiles.map { FilePath($0.path) }, .patterns)
    add(settings.symbolPaths.map { FilePath($0.path) }, .symbols)
    add((settings.sourceRoots ?? []).map { FilePath($0) }, .project)
    add((session.variable("DIAGNOSE_SYMBOLS") ?? "").split(separator: ":").map { FilePath(String($0)) }, .symbols)
    add(session.variable(ServerCredentials.fileVariable).map { [FilePath($0)] } ?? [], .password)
    for path in HistorySelection.paths(session, named: history?.database) { add(history: FilePath(path)) }
    if let status = try? FileDescriptor.standardInput.status(), status.kind == .regular {
      files.append((FilePath("-"), PathIdentity(status), .input))
    }
  }

  /// Adds files and folders.
  package mutating func add(_ paths: [FilePath], _ role: Role) {
    for path in paths where !path.bytes.isEmpty && path.bytes != [UInt8(ascii: "-")] {
      if Folder.isFolder(path) {
        folders.append((path, role))
      } else {
        files.append((path, PathIdentity(path), role))
      }
    }
  }

  /// Adds files and folders that the user named.
  package mutating func add(_ names: [String], _ role: Role) { add(FilePath.arguments(names), role) }

  /// Adds a history with the files that SQLite and the exchange with a server keep beside it.
  private mutating func add(history path: FilePath) {
    for one in Set([path, Files.resolved(path) ?? path]) {
      for suffix in HistoryStore.fileSuffixes {
        add([FilePath(bytes: one.bytes + Array(suffix.utf8))], .history)
      }
    }
  }

  /// Returns what the file is that an output is identical with; `nil` for all other files.
  func role(of identity: PathIdentity) -> Role? { files.first { $0.identity.isSame(as: identity) }?.role }

  /// Returns what an output would replace; `nil` if nothing that is protected.
  func role(replacedBy identity: PathIdentity, _ path: FilePath) -> Role? {
    if let role = role(of: identity) { return role }
    // A name that does not exist yet, and a device, are not part of a folder's contents.
    guard let status = try? FileStatus(of: path), status.kind == .regular else { return nil }
    // Also one that this run does not read, because another folder was named.
    if path.lastComponent.elementsEqual(FoundConfiguration.fileName.utf8) { return .configuration }
    if Self.isDatabase(path) { return .database }
    if SymbolStore.isMachO(path) { return .program }
    // Archives of symbols beside a report, what SQLite keeps beside a database that this run does not use, and everything
    // else that is not an output of an earlier run.
    if Self.isBinary(path) { return .binary }
    guard let real = Files.resolved(path) else { return nil }
    if real.components.dropLast().contains(where: Self.isSymbolFolder) { return .symbols }
    for folder in folders where folder.path.contains(real) && Self.reads(real, folder) { return folder.role }
    if identity.mayHaveOtherNames {
      for folder in folders where folder.role == .input {
        let found = Folder.files(in: folder.path, recursive: true, limits: .init(files: 100_000, depth: 100)).files
        if found.contains(where: { PathIdentity($0.path).isSame(as: identity) }), Self.isReport(path) { return .input }
      }
    }
    return nil
  }

  /// Returns what is in a folder; `nil` if it contains none of the files.
  package func role(within folder: FilePath) -> Role? {
    files.first { file in
      guard Files.exists(file.path) else { return false }
      return folder.contains(Files.resolved(file.path) ?? file.path)
    }?.role
  }

  // MARK: Contents of folders

  /// Returns whether the command reads a file in a folder.
  private static func reads(_ file: FilePath, _ folder: (path: FilePath, role: Role)) -> Bool {
    switch folder.role {
    case .project: return ProjectIndex.reads(String(decoding: file.lastComponent, as: UTF8.self))
    case .symbols: return SymbolStore.isArchiveOfSymbols(file, isReport: { ReportName.isLikely($0) })
    case .input: return file.isInBundle(below: folder.path) || isReport(file)
    default: return true
    }
  }

  /// Returns whether a file is read as a report, or cannot be read. The output of an earlier run is not a report.
  private static func isReport(_ file: FilePath) -> Bool {
    let reader = InputReader(limit: FileReader.defaultLimit, analysis: AnalysisOptions())
    guard case .outcomes(let outcomes) = reader.step(for: .file(file, isNamed: false)) else { return true }
    return outcomes.contains { !$0.reports.isEmpty || !$0.errors.isEmpty }
  }

  /// Whether a file is not text: no output contains NUL.
  private static func isBinary(_ path: FilePath) -> Bool {
    (try? FileReader.open(path).read(at: 0, 4096))?.contains(0) ?? false
  }

  private static func isDatabase(_ path: FilePath) -> Bool {
    (try? FileReader.open(path).read(at: 0, 16)) == Array("SQLite format 3\0".utf8)
  }

  private static func isSymbolFolder(_ name: ArraySlice<UInt8>) -> Bool {
    [".dSYM", ".xcarchive"].contains { name.count > $0.utf8.count && name.suffix($0.utf8.count).elementsEqual($0.utf8) }
  }
}

extension FilePath {
  /// The names between the slashes.
  fileprivate var components: [ArraySlice<UInt8>] { bytes.split(separator: UInt8(ascii: "/")) }

  /// Returns whether an absolute path without links is below this folder.
  fileprivate func contains(_ real: FilePath) -> Bool {
    guard let folder = Files.resolved(self) else { return false }
    let start = folder.bytes == [UInt8(ascii: "/")] ? folder.bytes : folder.bytes + [UInt8(ascii: "/")]
    return real.bytes.starts(with: start)
  }

  /// Returns whether a folder between `top` and the file, or `top` itself, is a bundle of reports.
  fileprivate func isInBundle(below top: FilePath) -> Bool {
    var folder = parent
    while folder.bytes.count > 1 {
      if ReportBundle(folder) != nil { return true }
      if Files.resolved(top) == folder { return false }
      folder = folder.parent
    }
    return false
  }
}
