import Foundation
import Platform
package import UserFiles
package import Vocabulary
package import YAMLText

/// A configuration that was found in a folder: the nearest `.diagnose.yml` from the working directory up to the root of
/// the repository.
package struct FoundConfiguration: Sendable {
  /// The name of the files that are searched.
  package static let fileName = ".diagnose.yml"

  /// The contents, read from the file that was checked.
  package let file: UserFile
  /// The absolute path with all links resolved, by which the user's trust is recorded.
  package let path: String
  /// The folder that relative paths start from.
  package let folder: String
  /// The root of the repository; outside a repository, the folder.
  package let repository: String
  /// The files that the configuration may name unless the user trusts it.
  let scope: FoundScope
  private let home: String?

  /// Returns the configuration for a working directory; `nil` if there is none, or if it must not be read, which is
  /// reported.
  ///
  /// Outside a repository only the working directory is searched, because parent directories may belong to other users.
  package static func search(from folder: String, _ session: Session) throws -> FoundConfiguration? {
    let (candidates, repository) = candidates(from: folder)
    for location in repository == nil ? candidates.prefix(1) : candidates[...] {
      let path = (location == "/" ? "" : location) + "/" + fileName
      // A missing file is the normal case; everything else is decided by the open file.
      guard (try? FileStatus(of: FilePath(path), followsLinks: false)) != nil else { continue }
      let name = location == candidates[0] ? fileName : session.scrubbed(path)
      let scope = FoundScope(repository: repository ?? location, folder: location, home: session.home)
      do throws(Unreadable) {
        return try FoundConfiguration(path, name: name, in: location, repository ?? location, scope, session.home)
      } catch {
        if case .fault(let reason) = error {
          throw CommandFault(
            .wrongConfiguration, "\(Terminal.quotedFileName(name)): \(reason.message)",
            hint: "To ignore configurations, use --no-config.")
        }
        Console.writeOnce(
          "\(Terminal.quotedFileName(name)) is a link to a file outside the repository, and is ignored; to use it: "
            + "--config FILE")
        return nil
      }
    }
    return nil
  }

  /// Returns the configuration at a path: the file, or the one in the folder. Used by `trust`.
  package static func at(_ path: String, _ session: Session) throws -> FoundConfiguration? {
    var location = PathResolver.normalized(path)
    if Folder.isFolder(FilePath(location)) { return try search(from: location, session) }
    guard let slash = location.lastIndex(of: "/"), location[slash...].dropFirst() == fileName[...] else {
      throw CommandFault(
        .wrongUse, "\(Terminal.quotedFileName(path)): not a \(fileName)",
        hint: "Only files of this name are found. Name others with --config, which needs no trust.")
    }
    location = slash == location.startIndex ? "/" : String(location[..<slash])
    let found = try search(from: location, session)
    return found.flatMap { $0.folder == location ? $0 : nil }
  }

  /// The folders to search, the nearest first, and the root of the repository.
  private static func candidates(from folder: String) -> (folders: [String], repository: String?) {
    var candidates: [String] = []
    var current = PathResolver.normalized(folder)
    while true {
      candidates.append(current)
      if Folder.stamp(of: FilePath(current + "/.git")) != nil { return (candidates, current) }
      guard let slash = current.lastIndex(of: "/"), current != "/" else { return (candidates, nil) }
      current = slash == current.startIndex ? "/" : String(current[..<slash])
    }
  }

  /// Why a configuration is not used.
  private enum Unreadable: Error {
    /// It is a link to a file that it may not name.
    case outside
    case fault(ReadingFault)
  }

  private init(
    _ path: String, name: String, in folder: String, _ repository: String, _ scope: FoundScope, _ home: String?
  ) throws(Unreadable) {
    let opened: ContainedFolder.Opened
    let container: ContainedFolder
    do throws(ContainedFolder.Fault) {
      if let folder = scope.folder {
        container = folder
        opened = try scope.open(FilePath(path))
      } else {
        // The folder is the home or contains it. Links in it lead to any of the user's files, so none is followed.
        do throws(SystemError) { container = try ContainedFolder(FilePath(folder)) } catch {
          throw ContainedFolder.Fault.system(error)
        }
        opened = try container.open(FilePath(Self.fileName), links: .refused)
      }
    } catch {
      switch error {
      case .outside: throw .outside
      case .wrongKind(let kind): throw .fault(FileReader.kindFault(kind, FilePath(name)))
      case .system(let error): throw .fault(FileReader.openingFault(error, FilePath(name)))
      case .notFound: throw .fault(ReadingFault(ReadingFault.notFound, "file not found"))
      }
    }
    var file: UserFile
    do throws(ReadingFault) { file = try UserFile(opened, at: FilePath(path), name: name) } catch {
      throw .fault(error)
    }
    // A link in the repository may lead to a file that only this machine has, such as a list of secrets.
    if opened.followedLink { file.disclosure = .nothing(command: "diagnose config --config " + Self.fileName) }
    self.file = file
    self.path = container.path.appending(opened.relativePath.bytes).text
    self.folder = folder
    self.repository = repository
    self.scope = scope
    self.home = home
  }

  // MARK: Reading

  /// The values, as a file of this origin may set them, and the paths that it may name.
  package func read(_ origin: ConfigurationOrigin) -> (
    configuration: Configuration, faults: [FileFault], resolver: PathResolver
  ) {
    let (configuration, faults) = Configuration.read(file.bytes, origin)
    let scope = origin == .trusted ? FoundScope(trusted: repository) : scope
    return (configuration, faults, PathResolver(folder: folder, home: home, origin: origin, scope: scope))
  }

  /// Returns the digest of everything that a trusted file decides: its content, and the pattern files that it names.
  package func digest() -> SHA256Digest {
    let (configuration, _, resolver) = read(.trusted)
    var bytes = Array("diagnose-trust/1\n".utf8)
    func add(_ part: [UInt8]?) {
      // The length separates the parts; a file that cannot be read is not an empty one.
      bytes += Array((part.map { String($0.count) } ?? "-").utf8) + [0x0A] + (part ?? [])
    }
    add(file.bytes)
    for located in configuration.patternFiles ?? [] {
      add(Array(located.text.utf8))
      add(try? PatternSource.found(located, resolver).get().file?.bytes)
    }
    return SHA256.digest(of: bytes)
  }
}
