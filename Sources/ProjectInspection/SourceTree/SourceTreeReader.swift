import Bytes
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
    var left = maxSubmodules
    let tracked = tracked(FilePath(root), below: prefixes.map { Array($0.utf8) }, depth: 0, &left)
    if let tracked, !tracked.isEmpty { return tracked }
    // Without a usable index, or in a folder that git ignores, the files themselves are listed.
    return walk(root, below: prefixes)
  }

  /// The maximum number of submodules that are read, with those of submodules.
  private static let maxSubmodules = 1_000
  private static let maxSubmoduleDepth = 8

  /// Returns the files that git tracks in a work tree and in its submodules, as far as they are checked out; `nil` if its
  /// index cannot be used.
  private static func tracked(
    _ root: FilePath, below prefixes: [[UInt8]], depth: Int, _ left: inout Int
  ) -> SourceFileList? {
    guard let index = index(root), let bytes = bytes(of: index, limit: GitIndex.maxSize),
      let content = GitIndex.content(bytes, below: prefixes)
    else { return nil }
    var list = content.files
    // A path of the index that leaves the work tree, or leads through a link, is not followed.
    let contained = content.submodules.isEmpty || root.scope != nil ? root : try? root.contained()
    for path in content.submodules where depth < maxSubmoduleDepth && left > 0 {
      let folder = path + [UInt8(ascii: "/")]
      let inner = prefixes.compactMap { prefix -> [UInt8]? in
        if folder.starts(with: prefix) { return [] }
        return prefix.starts(with: folder) ? Array(prefix.dropFirst(folder.count)) : nil
      }
      guard !inner.isEmpty, SourceFileList.isPlain(path[...]), let own = contained?.appending(path),
        (try? FileStatus(of: own))?.kind == .folder
      else { continue }
      left -= 1
      guard let files = tracked(own, below: inner, depth: depth + 1, &left) else { continue }
      if !list.append(files, below: folder) { break }
    }
    list.sort()
    return list
  }

  /// Returns the path of the index: `.git` is a folder, or in a linked work tree and in a submodule a file that names one
  /// (gitrepository-layout(5)).
  private static func index(_ root: FilePath) -> FilePath? {
    let git = root.appending(".git")
    guard let status = try? FileStatus(of: git) else { return nil }
    if status.kind == .folder { return git.appending("index") }
    guard status.kind == .regular, let bytes = bytes(of: git, limit: 8_192) else { return nil }
    let line = bytes.prefix { $0 != 0x0A && $0 != 0x0D }
    let key = Array("gitdir: ".utf8)
    guard line.starts(with: key), line.count > key.count, !line.contains(0) else { return nil }
    // The index of a linked work tree is that of another folder. It contains names of files, of which none is opened.
    let folder = FilePath(bytes: Array(line.dropFirst(key.count)))
    return (folder.isAbsolute ? folder : FilePath(bytes: root.bytes).appending(folder.bytes)).appending("index")
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
    var pending: [(path: FilePath, prefix: [UInt8], depth: Int)] = prefixes.compactMap {
      guard let folder = try? FilePath(root + "/" + $0).withoutSlashes.contained() else { return nil }
      return (folder, Array($0.utf8), 0)
    }
    while let current = pending.popLast(), left > 0 {
      try? FolderEntry.visit(current.path, followsLink: false) { entry in
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
    name.first == UInt8(ascii: ".") || skippedFolders.contains(String(streamSafe: name))
  }
}
