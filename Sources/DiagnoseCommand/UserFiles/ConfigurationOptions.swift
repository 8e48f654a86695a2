import ArgumentParser
import Foundation
import Platform
import UserFiles
import Vocabulary

/// Options that select the configuration files.
struct ConfigurationOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("Use this configuration instead of .diagnose.yml.", valueName: "file"), completion: .file())
  var config: String?

  @Flag(help: "Ignore all configuration files: the project's and yours.")
  var noConfig = false

  func validate() throws {
    if config != nil, noConfig { throw ValidationError("--config and --no-config cannot be used together.") }
    if config == "" { throw ValidationError("--config is empty. Name a file.") }
  }

  /// Returns the session with the settings of the configurations: the project's first, then the user's.
  func applied(to session: Session) throws -> Session {
    guard !noConfig else { return session }
    var session = session
    let folder = FileManager.default.currentDirectoryPath
    if let name = config ?? session.variable("DIAGNOSE_CONFIG") {
      let path = FilePath.arguments([name])[0]
      let file = try UserFile.named(path, shown: name, status: .wrongConfiguration)
      let absolute = PathResolver.normalized(name.hasPrefix("/") ? name : folder + "/" + name)
      try add(file, in: Self.parent(absolute), nil, &session)
    } else if let found = try Self.projectFile(from: folder, session) {
      try add(found.file, in: found.folder, found.repository, &session)
    }
    for location in Self.userFiles(session) {
      // A home folder that this process cannot enter, as for a service of another user, is treated as empty.
      guard Folder.stamp(of: FilePath(location)) != nil,
        let file = try UserFile.ifThere(FilePath(location), shown: session.scrubbed(location))
      else { continue }
      try add(file, in: Self.parent(location), nil, &session)
      break
    }
    return session
  }

  private func add(_ file: UserFile, in folder: String, _ repository: String?, _ session: inout Session) throws {
    let (configuration, faults) = Configuration.read(file.bytes)
    guard faults.isEmpty else {
      file.explain(faults)
      throw CommandFault(.wrongConfiguration)
    }
    let resolver = PathResolver(folder: folder, home: session.home, repository: repository)
    try session.settings.add(
      configuration, SettingsFile(name: file.name, bytes: file.bytes, path: file.path), resolver)
  }

  /// Returns the nearest `.diagnose.yml` from the working directory up to the root of the repository. Outside a
  /// repository only the working directory is searched, because parent directories may belong to other users.
  private static func projectFile(from folder: String, _ session: Session) throws -> (
    file: UserFile, folder: String, repository: String
  )? {
    var candidates: [String] = []
    var repository: String?
    var current = PathResolver.normalized(folder)
    while true {
      candidates.append(current)
      if Folder.stamp(of: FilePath(current + "/.git")) != nil {
        repository = current
        break
      }
      guard current != "/" else { break }
      current = parent(current)
    }
    for location in repository == nil ? candidates.prefix(1) : candidates[...] {
      let path = (location == "/" ? "" : location) + "/.diagnose.yml"
      let name = location == candidates[0] ? ".diagnose.yml" : session.scrubbed(path)
      if let file = try UserFile.ifThere(FilePath(path), shown: name) {
        return (file, location, repository ?? location)
      }
    }
    return nil
  }

  private static func userFiles(_ session: Session) -> [String] {
    var folders: [String] = []
    if let home = session.home, home.hasPrefix("/") { folders = UserFolders.configurations.map { home + $0 } }
    if let folder = session.variable("XDG_CONFIG_HOME"), folder.hasPrefix("/") {
      // It replaces `~/.config`, which is the first folder.
      folders = [folder] + folders.dropFirst()
    }
    return folders.map { $0 + "/diagnose/config.yml" }
  }

  private static func parent(_ path: String) -> String {
    guard let slash = path.lastIndex(of: "/"), slash != path.startIndex else { return "/" }
    return String(path[..<slash])
  }
}
