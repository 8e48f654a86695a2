internal import Bytes
package import Platform

/// The folders of a repository (gitrepository-layout(5)), found from its work tree without running git.
///
/// Nothing in the checkout can lead to another repository of the user: `.git` is a folder, or a file whose folder names this
/// checkout in turn, as git writes it for linked work trees and submodules.
package struct GitFolder: Sendable {
  /// The folder of this work tree, with its `HEAD`. Links below it are not followed.
  let own: FilePath
  /// The folder that all work trees share, with references and objects. Links below it are not followed.
  let common: FilePath
  /// The absolute path of the objects.
  let objects: FilePath

  /// The maximum size in bytes of files with one line.
  private static let maxLineSize = 8_192
  /// The maximum size of a configuration, of which one key is read.
  private static let maxConfigurationSize = 1 << 20

  /// Finds the folders of a work tree.
  ///
  /// - Parameter root: The absolute path of the work tree.
  package init(of root: FilePath) throws(GitFault) {
    guard let root = Files.resolved(root) else { throw GitFault("the checkout cannot be read") }
    let entry = root.appending(".git")
    guard let status = try? FileStatus(of: entry, followsLinks: false) else {
      throw GitFault("the folder is not a git checkout")
    }
    let folder: FilePath
    switch status.kind {
    case .folder: folder = entry
    case .regular: folder = try Self.named(by: entry, root)
    case .link: throw GitFault("`.git` is a link, which is not followed")
    default: throw GitFault("`.git` is neither a folder nor a file")
    }
    guard let own = try? folder.contained() else { throw GitFault("the folder of the repository cannot be read") }
    self.own = own
    common = try Self.common(folder, own)
    let objects = common.appending("objects")
    guard (try? FileStatus(of: objects, followsLinks: false))?.kind == .folder else {
      throw GitFault("the objects of the repository are not in a folder of their own")
    }
    self.objects = FilePath(bytes: objects.bytes)
  }

  /// Returns the folder that a file `.git` names, if that folder names this work tree.
  private static func named(by entry: FilePath, _ root: FilePath) throws(GitFault) -> FilePath {
    guard let target = path(in: entry, after: "gitdir: ", from: root), let folder = Files.resolved(target) else {
      throw GitFault("the file `.git` does not name a folder")
    }
    // A linked work tree: `gitdir` is the path of the file.
    if let back = path(in: folder.appending("gitdir"), after: "", from: folder),
      Files.resolved(back.parent)?.appending(".git") == entry
    {
      return folder
    }
    // A submodule: `core.worktree` is the path of the work tree.
    if let back = workTree(folder), Files.resolved(back) == root { return folder }
    throw GitFault("the file `.git` names a repository that does not name this checkout")
  }

  /// Returns the path in the first line of a file.
  private static func path(in file: FilePath, after key: String, from folder: FilePath) -> FilePath? {
    guard let bytes = GitFiles.bytes(of: file, limit: maxLineSize) else { return nil }
    let line = bytes.prefix { $0 != 0x0A && $0 != 0x0D }
    guard line.starts(with: key.utf8), line.count > key.utf8.count, !line.contains(0) else { return nil }
    let path = FilePath(bytes: Array(line.dropFirst(key.utf8.count)))
    return path.isAbsolute ? path : folder.appending(path.bytes)
  }

  /// Returns the value of `core.worktree`.
  private static func workTree(_ folder: FilePath) -> FilePath? {
    guard let bytes = GitFiles.bytes(of: folder.appending("config"), limit: maxConfigurationSize) else { return nil }
    for line in bytes.split(separator: 0x0A) {
      let text = line.drop { $0 == 0x20 || $0 == 0x09 }
      guard text.starts(with: "worktree = ".utf8) else { continue }
      let value = text.dropFirst("worktree = ".utf8.count).prefix { $0 != 0x0D }
      guard !value.isEmpty, !value.contains(0), !value.contains(UInt8(ascii: "\"")) else { return nil }
      let path = FilePath(bytes: Array(value))
      return path.isAbsolute ? path : folder.appending(path.bytes)
    }
    return nil
  }

  /// Returns the folder that `commondir` names: that two levels above the folder of a linked work tree.
  private static func common(_ folder: FilePath, _ own: FilePath) throws(GitFault) -> FilePath {
    guard (try? FileStatus(of: own.appending("commondir"), followsLinks: false)) != nil else { return own }
    guard let target = path(in: own.appending("commondir"), after: "", from: folder),
      let common = Files.resolved(FilePath(bytes: target.bytes)), let real = Files.resolved(folder),
      real.parent.parent == common, real.parent.lastComponent.elementsEqual("worktrees".utf8),
      let contained = try? common.contained()
    else { throw GitFault("the folder of the work tree is not in that of its repository") }
    return contained
  }
}

/// Reads files of a repository.
enum GitFiles {
  /// Returns the bytes of a regular file; `nil` if there is none, or if it is larger than `limit`.
  static func bytes(of path: FilePath, limit: Int) -> [UInt8]? {
    guard let file = try? FileDescriptor(opening: path, [.nonBlocking, .noControllingTerminal]) else { return nil }
    defer { try? file.close() }
    guard let status = try? file.status(), status.kind == .regular, status.size >= 0, status.size <= limit else {
      return nil
    }
    return (try? file.bytesToEnd(expecting: status.size, limit: limit)) ?? nil
  }
}
