import Bytes
import ClickHouse
import Foundation
import History
package import Platform
import Vocabulary
package import Workflow

/// Writes the service of `watch --install-service`.
package struct WatchServiceInstaller {
  private let session: Session
  private let history: HistorySelection
  /// Whether the service runs a program for each report.
  private let runsProgram: Bool
  /// The folders as the user named them.
  private let names: [String]
  private let folders: [FilePath]
  private let service = WatchService.current

  /// - Parameters:
  ///   - runsProgram: Whether the service runs a program for each report.
  ///   - names: The folders as the user named them.
  ///   - folders: The folders that the command would watch.
  package init(
    _ session: Session, _ history: HistorySelection, runsProgram: Bool, names: [String], folders: [FilePath]
  ) {
    self.session = session
    self.history = history
    self.runsProgram = runsProgram
    self.names = names
    self.folders = folders
  }

  /// Options of `watch` whose values are paths.
  private static let pathOptions: Set<String> = ["--database", "--symbols", "--patterns", "--config", "--project"]
  /// Options of `watch` with other values.
  private static let valueOptions: Set<String> = [
    "--settle", "--rescan", "--format", "-f", "--exec", "--label", "--max-size", "--jobs", "--color", "--width",
  ]

  /// Writes the definition of the service and prints how to start it, or only prints the definition.
  ///
  /// - Throws: `CommandFault` if a file of another program is in the way, or a path is not known.
  package func install(printsOnly: Bool) throws -> ExitStatus {
    guard let home = session.home, home.hasPrefix("/") else {
      throw CommandFault(.nothingDone, "cannot determine your home folder, because HOME is not set")
    }
    guard let program = CurrentProcess.programPath else {
      throw CommandFault(.nothingDone, "cannot determine the path of this program")
    }
    let database = try location()
    let cache = session.variable("XDG_CACHE_HOME").flatMap { $0.hasPrefix("/") ? $0 : nil } ?? home + UserFolders.caches
    let settings = WatchService.Settings(
      words: [program.text, "watch"] + arguments(database: database.isNamed ? database.name : nil), home: home,
      configurationHome: session.variable("XDG_CONFIG_HOME").flatMap { $0.hasPrefix("/") ? $0 : nil },
      writtenFolders: [FilePath(absolute(database.path)).parent.text, cache + "/diagnose"],
      runsProgram: runsProgram, usesServer: database.address != nil,
      environment: database.address == nil ? [:] : try serverVariables())
    let path = service.path(settings)
    let text = service.text(settings)
    if printsOnly {
      try StandardStreams.output(text)
      return .done
    }
    var check = try OutputCheck(keeping: ProtectedFiles(session, history: history))
    let file = try check.accept(OutputArgument(path), "--install-service")
    try checkExisting(path)
    for folder in settings.writtenFolders { try createFolder(folder, mode: 0o700, path) }
    try createFolder(FilePath(path).parent.text, mode: 0o755, path)
    try file.write(text)
    let quoted = Terminal.quotedFileName(path)
    let commands = service.commands(path)
    var lines = ["Written: \(quoted) (\(service.title))", "To start it:"]
    lines += commands.enable.map { "  " + $0.replacingPath(quoted) }
    lines.append("To remove it:")
    lines += commands.remove.map { "  " + $0.replacingPath(quoted) }
    try StandardStreams.output(lines.joined(separator: "\n") + "\n")
    return .done
  }

  /// Returns the variables with which the service connects to the server of a shared history. The definition of a
  /// service is readable for others, so it names the file of the password.
  private func serverVariables() throws -> [String: String] {
    if session.variable(ServerCredentials.passwordVariable) != nil {
      throw CommandFault(
        .wrongConfiguration,
        "the service cannot use \(ServerCredentials.passwordVariable), because others can read its definition",
        hint: "Store the password in a file that only you can read, and set \(ServerCredentials.fileVariable).")
    }
    guard let file = session.variable(ServerCredentials.fileVariable) else { return [:] }
    return [ServerCredentials.fileVariable: absolute(file)]
  }

  private func location() throws -> HistoryLocation {
    do { return try history.location(session) } catch let error as HistoryError { throw CommandFault(error) }
  }

  /// Returns the arguments of the command line for a process with another working directory.
  ///
  /// - Parameter database: The history that an option, a variable or a configuration names; the service may not see it.
  private func arguments(database: String?) -> [String] {
    var result: [String] = []
    var names = names[...]
    var previous: String?
    for word in Arguments.texts.drop(while: { $0 != "watch" }).dropFirst() {
      defer { previous = word }
      if word == "--install-service" || word == "--print" { continue }
      if let previous, Self.pathOptions.contains(previous) {
        result.append(absolute(word))
      } else if let equals = word.firstIndex(of: "="), Self.pathOptions.contains(String(word[..<equals])) {
        result.append(word[...equals] + absolute(String(word[word.index(after: equals)...])))
      } else if previous.map({ Self.valueOptions.contains($0) }) != true, word == names.first {
        // Folders are added below, in the form in which they were found.
        names.removeFirst()
      } else if word != "--" {
        result.append(word)
      }
    }
    if let database, history.database == nil { result += ["--database", absolute(database)] }
    return result + ["--"] + folders.map { absolute($0.text) }
  }

  private func absolute(_ path: String) -> String {
    if ServerAddress.isAddress(path) { return path }
    return PathResolver.normalized(path.hasPrefix("/") ? path : FileManager.default.currentDirectoryPath + "/" + path)
  }

  /// Throws if there is a file that this program did not write.
  private func checkExisting(_ path: String) throws {
    guard let status = try? FileStatus(of: FilePath(path), followsLinks: false) else { return }
    let bytes = status.kind == .regular ? try? FileReader.read(FilePath(path), limit: 1 << 20) : nil
    if let bytes, String(streamSafe: bytes.prefix(1024)).contains(WatchService.mark) { return }
    throw CommandFault(
      .cannotWrite, "\(Terminal.quotedFileName(path)): exists, and was not written by diagnose",
      hint: "Remove it, or use --print and add the lines yourself.")
  }

  private func createFolder(_ folder: String, mode: UInt16, _ target: String) throws {
    var path = FilePath("/")
    for component in folder.split(separator: "/") {
      path = path.appending(String(component))
      if Folder.isFolder(path) { continue }
      do throws(SystemError) { try Files.createFolder(path, mode: mode) } catch {
        throw OutputFault.failed(target: path.text, reason: StandardStreams.reason(error))
      }
    }
  }
}

extension String {
  /// Returns a command with the path of the service.
  fileprivate func replacingPath(_ path: String) -> String {
    split(separator: " ", omittingEmptySubsequences: false).map { $0 == "PATH" ? path : String($0) }
      .joined(separator: " ")
  }
}
