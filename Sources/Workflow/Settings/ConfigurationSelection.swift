import Foundation
import Platform
import UserFiles
import Vocabulary
import YAMLText

/// Which configuration files a command uses.
package struct ConfigurationSelection: Sendable {
  /// The file that an option names instead of the one that is found; `nil` without the option.
  package var config: String?
  /// Whether an option turns all configuration files off.
  package var noConfig = false

  /// A selection; without arguments, the configurations that are found.
  package init(config: String? = nil, noConfig: Bool = false) {
    self.config = config
    self.noConfig = noConfig
  }

  /// Returns the session with the settings of the configurations: first the one that the user named or trusts, then the
  /// user's own, and last one that was found and that the user does not trust.
  package func applied(to session: Session) throws -> Session {
    guard !noConfig else { return session }
    var session = session
    let folder = FileManager.default.currentDirectoryPath
    var found: FoundConfiguration?
    var hasChanged = false
    if let name = config ?? session.variable("DIAGNOSE_CONFIG") {
      let path = FilePath.arguments([name])[0]
      let file = try UserFile.named(path, shown: name, status: .wrongConfiguration)
      let absolute = PathResolver.normalized(name.hasPrefix("/") ? name : folder + "/" + name)
      try add(file, in: Self.parent(absolute), .named, &session)
    } else if let folder = Session.workingDirectory,
      let configuration = try FoundConfiguration.search(from: folder, session)
    {
      switch TrustStore(session, of: configuration)?.state(of: configuration) ?? .unknown {
      case .trusted: try add(configuration, .trusted, &session)
      case .changed:
        hasChanged = true
        found = configuration
      case .unknown: found = configuration
      }
    }
    for location in Self.userFiles(session) {
      // A home folder that this process cannot enter, as for a service of another user, is treated as empty.
      guard Folder.stamp(of: FilePath(location)) != nil,
        let file = try UserFile.ifThere(FilePath(location), shown: session.scrubbed(location))
      else { continue }
      try add(file, in: Self.parent(location), .user, &session)
      break
    }
    if let found { try add(found, .found, &session) }
    if hasChanged, session.settings.ignored.contains(where: { $0.permitted == .trusted }), let found {
      Console.writeOnce(
        "\(Terminal.quotedFileName(found.file.name)) has changed since you trusted it, or a pattern file that it names")
    }
    for setting in session.settings.ignored { Console.writeOnce(setting.text) }
    return session
  }

  private func add(
    _ file: UserFile, in folder: String, _ origin: ConfigurationOrigin, _ session: inout Session
  ) throws {
    let (configuration, faults) = Configuration.read(file.bytes, origin)
    try add(
      file, configuration, faults, PathResolver(folder: folder, home: session.home, origin: origin, scope: nil),
      &session)
  }

  private func add(
    _ found: FoundConfiguration, _ origin: ConfigurationOrigin, _ session: inout Session
  ) throws {
    let (configuration, faults, resolver) = found.read(origin)
    try add(found.file, configuration, faults, resolver, &session)
  }

  private func add(
    _ file: UserFile, _ configuration: Configuration, _ faults: [FileFault], _ resolver: PathResolver,
    _ session: inout Session
  ) throws {
    guard faults.isEmpty else {
      file.explain(faults)
      throw CommandFault(.wrongConfiguration)
    }
    try session.settings.add(configuration, file, resolver)
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
