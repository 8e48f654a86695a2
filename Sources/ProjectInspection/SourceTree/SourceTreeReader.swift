package import Platform
package import Vocabulary

/// Finds the checkout and lists its files: those that git tracks, else those in the folder.
///
/// Nothing is executed, links below the root are not followed, and no file except git's index is opened.
package enum SourceTreeReader {
  /// Returns the git work tree that contains the working directory; `nil` outside of one.
  ///
  /// - Parameter workingDirectory: An absolute path.
  package static func workTree(containing workingDirectory: String) -> SourceTree? {
    guard let root = root(above: workingDirectory) else { return nil }
    return SourceTree(root: root, workingDirectory: workingDirectory) { files(root: root, below: [""]) }
  }

  /// Returns the tree of folders that the user named; `nil` if the first one is not a folder.
  ///
  /// Only files below the folders are found. Inside a git work tree their paths are relative to its root, because CI
  /// systems resolve paths there; otherwise to the first folder.
  package static func tree(_ folders: [FilePath], workingDirectory: String) -> SourceTree? {
    let paths = folders.map { folder -> String? in
      guard let resolved = Files.resolved(folder)?.withoutSlashes, (try? FileStatus(of: resolved))?.kind == .folder
      else { return nil }
      return resolved.text == "/" ? "" : resolved.text
    }
    guard let first = paths.first, let first else { return nil }
    guard let root = root(above: first.isEmpty ? "/" : first) else {
      return SourceTree(root: first, workingDirectory: workingDirectory) { walk(first, below: [""]) }
    }
    let prefixes = paths.compactMap { path -> String? in
      guard let path, path == root || path.hasPrefix(root + "/") else { return nil }
      return path == root ? "" : String(path.dropFirst(root.count + 1)) + "/"
    }
    return SourceTree(root: root, workingDirectory: workingDirectory) { files(root: root, below: prefixes) }
  }

  /// Returns the nearest folder with an entry `.git`, without a trailing slash.
  private static func root(above folder: String) -> String? {
    var current = FilePath(folder).withoutSlashes
    while current.isAbsolute {
      if (try? FileStatus(of: current.appending(".git"), followsLinks: false)) != nil {
        return current.text == "/" ? "" : current.text
      }
      let parent = current.parent
      guard parent != current else { return nil }
      current = parent
    }
    return nil
  }

  private static func files(root: String, below prefixes: [String]) -> SourceFileList {
    if let index = index(root), let bytes = bytes(of: index, limit: GitIndex.maxSize),
      let list = GitIndex.files(bytes, below: prefixes.map { Array($0.utf8) }), !list.isEmpty
    {
      return list
    }
    // Without a usable index, or in a folder that git ignores, the files themselves are listed.
    return walk(root, below: prefixes)
  }

  /// Returns the path of the index: `.git` is a folder, or in a linked work tree and in a submodule a file that names one
  /// (gitrepository-layout(5)).
  private static func index(_ root: String) -> FilePath? {
    let git = FilePath(root + "/.git")
    guard let status = try? FileStatus(of: git) else { return nil }
    if status.kind == .folder { return git.appending("index") }
    guard status.kind == .regular, let bytes = bytes(of: git, limit: 8_192) else { return nil }
    let line = bytes.prefix { $0 != 0x0A && $0 != 0x0D }
    let key = Array("gitdir: ".utf8)
    guard line.starts(with: key), line.count > key.count, !line.contains(0) else { return nil }
    let folder = FilePath(bytes: Array(line.dropFirst(key.count)))
    return (folder.isAbsolute ? folder : FilePath(root + "/").appending(folder.bytes)).appending("index")
  }

  private static func bytes(of path: FilePath, limit: Int) -> [UInt8]? {
    guard let file = try? FileDescriptor(opening: path, [.nonBlocking, .noControllingTerminal]) else { return nil }
    defer { try? file.close() }
    guard let status = try? file.status(), status.kind == .regular, status.size >= 0, status.size <= limit else {
      return nil
    }
    return (try? file.bytesToEnd(expecting: status.size, limit: limit)) ?? nil
  }

  // MARK: Folders without git

  private static let maxEntryCount = 200_000
  private static let maxDepth = 40
  private static let skippedFolders: Set<String> = ["DerivedData", "node_modules", "build", "xcuserdata"]

  /// Lists the regular files below a folder, without hidden folders, links and build products.
  private static func walk(_ root: String, below prefixes: [String]) -> SourceFileList {
    var list = SourceFileList()
    var left = maxEntryCount
    var pending: [(path: FilePath, prefix: [UInt8], depth: Int)] = prefixes.map {
      (FilePath(root + "/" + $0).withoutSlashes, Array($0.utf8), 0)
    }
    while let current = pending.popLast(), left > 0 {
      try? FolderEntry.visit(current.path, followsLink: current.depth == 0) { entry in
        left -= 1
        switch entry.kind {
        case .file:
          if !list.append((current.prefix + entry.name)[...]) { left = 0 }
        case .folder where current.depth < maxDepth && !isSkipped(entry.name):
          pending.append(
            (current.path.appending(entry.name), current.prefix + entry.name + [UInt8(ascii: "/")], current.depth + 1))
        default: break
        }
        return left > 0
      }
    }
    list.sort()
    return list
  }

  private static func isSkipped(_ name: [UInt8]) -> Bool {
    name.first == UInt8(ascii: ".") || skippedFolders.contains(String(decoding: name, as: UTF8.self))
  }
}
