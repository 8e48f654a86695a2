import Platform

/// The files that a configuration which was found in a folder may name: those of its repository, except git's own.
///
/// A repository that contains the user's home is not one of a project: the author of an archive that was unpacked in the home
/// would name the user's files with it. The same applies to a folder in which every user may create files, such as `/tmp`.
/// Then the scope is the folder of the configuration, and nothing if that is such a folder, too.
struct FoundScope: Sendable {
  /// The folder of the scope; `nil` if the configuration may name no file.
  let folder: ContainedFolder?

  /// The scope of a configuration that the user does not trust.
  init(repository: String, folder: String, home: String?) {
    self.folder = [repository, folder].lazy.compactMap { try? ContainedFolder(FilePath($0)) }
      .first { !Self.isShared($0, home) }
  }

  /// The scope of a configuration that the user trusts: the whole repository.
  init(trusted repository: String) { folder = try? ContainedFolder(FilePath(repository)) }

  private static func isShared(_ folder: ContainedFolder, _ home: String?) -> Bool {
    if folder.path.bytes == [UInt8(ascii: "/")] { return true }
    if let home, folder.contains(FilePath(home)) { return true }
    return folder.status.isWritableByAll && folder.status.isSticky
  }

  /// Opens a regular file of the scope; the caller closes it.
  func open(_ path: FilePath) throws(ContainedFolder.Fault) -> ContainedFolder.Opened {
    guard let folder else { throw .outside }
    let opened = try folder.open(path, .file)
    guard Self.isGits(opened.components) else { return opened }
    try? opened.descriptor.close()
    throw .outside
  }

  /// The scope for paths whose files are opened later.
  var files: FileScope { FileScope([folder].compactMap { $0 }) { Self.isGits($0) } }

  /// Returns whether an absolute path without links is in the scope.
  func contains(_ path: String) -> Bool {
    guard let folder, let inside = PathResolver.relative(path, to: folder.path.text) else { return false }
    return !Self.isGits(inside.split(separator: UInt8(ascii: "/")).map { Array($0)[...] })
  }

  /// Returns whether a path leads into a folder `.git`, which may contain credentials and programs that git runs. Volumes
  /// of a Mac ignore case.
  private static func isGits(_ components: [ArraySlice<UInt8>]) -> Bool {
    components.contains { String(decoding: $0, as: UTF8.self).lowercased() == ".git" }
  }
}
