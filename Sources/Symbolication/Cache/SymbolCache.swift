package import DebugInfo
package import Platform
import Vocabulary

/// A cache of symbol indexes on disk, with which another crash of the same build is symbolicated immediately.
///
/// Each image has one file, named after its UUID, its architecture and the version of the format. Files are written
/// under a temporary name and then renamed, so several processes may share a folder. Damaged and outdated files are
/// ignored. Errors are never reported: if the folder cannot be used, nothing is cached.
package struct SymbolCache: Sendable {
  private let folder: FilePath
  /// The maximum total size of the files in bytes. The least recently used files are removed first.
  private let capacity: Int

  /// Creates a cache in `folder`, which is created when the first index is stored. `capacity` is in bytes; the default
  /// is 1 GiB.
  package init(folder: FilePath, capacity: Int = 1 << 30) {
    self.folder = folder
    self.capacity = capacity
  }

  /// Returns the user's cache folder: `$XDG_CACHE_HOME/diagnose`, `~/.cache/diagnose`, or on a Mac
  /// `~/Library/Caches/diagnose`.
  package static func userFolder(home: String?, cacheHome: String?) -> FilePath? {
    if let cacheHome, cacheHome.hasPrefix("/") { return FilePath(cacheHome + "/diagnose") }
    guard let home, home.hasPrefix("/") else { return nil }
    return FilePath(home + UserFolders.caches + "/diagnose")
  }

  /// Returns the stored index of exactly this file; `nil` if there is none, or if the file has changed since.
  package func index(for identity: IndexIdentity) -> SymbolIndex? {
    guard !identity.uuid.isNull else { return nil }
    let path = path(of: identity, type: "index")
    guard let bytes = try? MappedFile.open(path), let index = SymbolIndex.stored(bytes), index.identity == identity
    else { return nil }
    noteUse(path)
    return index
  }

  /// Records that an index was not found; returns true if this happened before.
  ///
  /// A single crash needs only a small part of a file. Building a complete index pays off from the second crash on.
  package func wasMissedBefore(_ identity: IndexIdentity) -> Bool {
    guard !identity.uuid.isNull, createFolder() else { return false }
    let path = path(of: identity, type: "missed")
    do {
      let file = try Self.create(path)
      try? file.close()
      return false
    } catch {
      return error == .fileExists
    }
  }

  /// Stores an index, and removes others if the cache is full.
  package func store(_ index: SymbolIndex) {
    let identity = index.identity
    guard !identity.uuid.isNull, createFolder() else { return }
    let bytes = index.storedForm()
    guard bytes.count <= capacity / 2 else { return }
    let target = path(of: identity, type: "index")
    // Processes that store at the same time write separate files. The last one renamed is used.
    let temporary = FilePath(
      bytes: target.bytes + Array(".\(ChildProcess.ownID)-\(UInt32.random(in: 0...UInt32.max))".utf8))
    guard let file = try? Self.create(temporary) else { return }
    let isWritten = bytes.span.withUnsafeBytes { (try? file.write($0)) != nil }
    let isClosed = (try? file.close()) != nil
    guard isWritten, isClosed, (try? Files.rename(temporary, to: target)) != nil else {
      try? Files.remove(temporary)
      return
    }
    try? Files.remove(path(of: identity, type: "missed"))
    removeLeastRecentlyUsed()
  }

  // MARK: - Files

  private func path(of identity: IndexIdentity, type: String) -> FilePath {
    let architecture = identity.architecture.description.map { $0.isLetter || $0.isNumber ? $0 : "_" }
    let name = "\(identity.uuid)-\(String(architecture))-v\(SymbolIndex.formatVersion).\(type)"
    return folder.appending(Array(name.utf8))
  }

  private func createFolder() -> Bool {
    do { try Files.createFolder(folder, mode: 0o700) } catch {
      if error == .fileExists { return true }
      guard error == .noSuchFile else { return false }
      // The folder of all caches may not exist yet.
      try? Files.createFolder(folder.parent, mode: 0o700)
      do { try Files.createFolder(folder, mode: 0o700) } catch { return error == .fileExists }
    }
    return true
  }

  /// Creates a file that only the user can read. Throws if it exists.
  private static func create(_ path: FilePath) throws(SystemError) -> FileDescriptor {
    try FileDescriptor(opening: path, [.writeOnly, .create, .exclusive, .noFollow], mode: 0o600)
  }

  /// Sets the modification time of a file, which is the time of its last use, with a precision of a day.
  private func noteUse(_ path: FilePath) {
    guard let status = try? FileStatus(of: path) else { return }
    if SystemClock.secondsSince1970 - status.modifiedSeconds > 86_400 { try? Files.touch(path) }
  }

  /// Removes the least recently used files until the rest fits, and incomplete files of interrupted processes.
  private func removeLeastRecentlyUsed() {
    guard let entries = try? FolderEntry.list(folder) else { return }
    var files: [(path: FilePath, size: Int, used: Int)] = []
    let now = SystemClock.secondsSince1970
    for entry in entries where entry.kind == .file && Self.isCacheFile(entry.name) {
      let path = folder.appending(entry.name)
      guard let status = try? FileStatus(of: path, followsLinks: false) else { continue }
      let used = status.modifiedSeconds
      let isTemporary = !entry.name.ends(with: ".index") && !entry.name.ends(with: ".missed")
      if isTemporary, now - used > 3600 {
        try? Files.remove(path)
      } else {
        files.append((path, status.size, used))
      }
    }
    var total = files.reduce(0) { $0 + $1.size }
    for file in files.sorted(by: { $0.used < $1.used }) where total > capacity {
      try? Files.remove(file.path)
      total -= file.size
    }
  }

  /// Returns true for names created by `path(of:type:)`, which begin with the 36 characters of a UUID.
  private static func isCacheFile(_ name: [UInt8]) -> Bool {
    name.count > 37 && name[36] == UInt8(ascii: "-") && ImageUUID(name[..<36]) != nil
  }
}
