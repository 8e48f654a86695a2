package import DebugInfo
package import Vocabulary

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Indexes of symbol files kept on disk, so that a second crash of the same build is answered at once.
///
/// One file an image, named after its UUID, architecture and the version of the format. Files are written beside their
/// place and then renamed, so that any number of processes may use one folder; a damaged or outdated file is as good as
/// none. Nothing here ever fails the user: a folder that cannot be used keeps nothing.
package struct SymbolCache: Sendable {
  private let folder: FilePath
  /// Bytes that all files together may take; those not used for longest go first.
  private let capacity: Int

  package init(folder: FilePath, capacity: Int = 1 << 30) {
    self.folder = folder
    self.capacity = capacity
  }

  /// The user's folder for what can be made again: `$XDG_CACHE_HOME/diagnose`, `~/.cache/diagnose`, or on a Mac
  /// `~/Library/Caches/diagnose`.
  package static func userFolder(home: String?, cacheHome: String?) -> FilePath? {
    if let cacheHome, cacheHome.hasPrefix("/") { return FilePath(cacheHome + "/diagnose") }
    guard let home, home.hasPrefix("/") else { return nil }
    #if os(macOS)
      return FilePath(home + "/Library/Caches/diagnose")
    #else
      return FilePath(home + "/.cache/diagnose")
    #endif
  }

  /// The index that was stored for this very file; `nil` if there is none, or none that fits.
  package func index(for identity: IndexIdentity) -> SymbolIndex? {
    guard !identity.uuid.isNull else { return nil }
    let path = path(of: identity, type: "index")
    guard let bytes = try? MappedFile.open(path), let index = SymbolIndex.stored(bytes), index.identity == identity
    else { return nil }
    noteUse(path)
    return index
  }

  /// Notes that an index was missed; true if it was missed before.
  ///
  /// One crash alone needs a small part of a file. Making an index of everything pays off from the second one on.
  package func wasMissedBefore(_ identity: IndexIdentity) -> Bool {
    guard !identity.uuid.isNull, makeFolder() else { return false }
    let path = path(of: identity, type: "missed")
    let descriptor = path.withCString { createFile($0) }
    guard descriptor >= 0 else { return errno == EEXIST }
    close(descriptor)
    return false
  }

  /// Stores an index and makes room for it.
  package func store(_ index: SymbolIndex) {
    let identity = index.identity
    guard !identity.uuid.isNull, makeFolder() else { return }
    let bytes = index.storedForm()
    guard bytes.count <= capacity / 2 else { return }
    let target = path(of: identity, type: "index")
    // Processes that store at the same time write files of their own; the last name counts.
    let draft = FilePath(bytes: target.bytes + Array(".\(getpid())-\(UInt32.random(in: 0...UInt32.max))".utf8))
    let descriptor = draft.withCString { createFile($0) }
    guard descriptor >= 0 else { return }
    let isWritten = bytes.span.withUnsafeBytes { Self.write($0, to: descriptor) }
    let isClosed = close(descriptor) == 0
    let isKept =
      isWritten && isClosed
      && draft.withCString { from in target.withCString { to in rename(from, to) == 0 } }
    guard isKept else {
      _ = draft.withCString { unlink($0) }
      return
    }
    _ = path(of: identity, type: "missed").withCString { unlink($0) }
    makeRoom()
  }

  // MARK: - Files

  private func path(of identity: IndexIdentity, type: String) -> FilePath {
    let architecture = identity.architecture.description.map { $0.isLetter || $0.isNumber ? $0 : "_" }
    let name = "\(identity.uuid)-\(String(architecture))-v\(SymbolIndex.formatVersion).\(type)"
    return folder.appending(Array(name.utf8))
  }

  private func makeFolder() -> Bool {
    if folder.withCString({ mkdir($0, 0o700) }) == 0 || errno == EEXIST { return true }
    guard errno == ENOENT else { return false }
    // The folder that holds all caches may not be there yet.
    _ = folder.parent.withCString { mkdir($0, 0o700) }
    return folder.withCString { mkdir($0, 0o700) } == 0 || errno == EEXIST
  }

  private static func write(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Bool {
    var rest = bytes
    while !rest.isEmpty {
      let count = systemWrite(descriptor, rest.baseAddress, min(rest.count, 1 << 20))
      if count > 0 {
        rest = UnsafeRawBufferPointer(rebasing: rest[count...])
      } else if count == 0 || errno != EINTR {
        return false
      }
    }
    return true
  }

  /// The time of a file is that of its last use; once a day is exact enough.
  private func noteUse(_ path: FilePath) {
    var status = stat()
    guard path.withCString({ stat($0, &status) }) == 0 else { return }
    if time(nil) - Self.modified(status) > 86_400 { _ = path.withCString { utimes($0, nil) } }
  }

  private static func modified(_ status: stat) -> time_t {
    #if canImport(Darwin)
      status.st_mtimespec.tv_sec
    #else
      status.st_mtim.tv_sec
    #endif
  }

  /// Removes the files that were not used for longest until the rest fits, and drafts that nobody finished.
  private func makeRoom() {
    guard let entries = try? FolderEntry.list(folder) else { return }
    var files: [(path: FilePath, size: Int, used: time_t)] = []
    let now = time(nil)
    for entry in entries where entry.kind == .file && Self.isOurs(entry.name) {
      let path = folder.appending(entry.name)
      var status = stat()
      guard path.withCString({ lstat($0, &status) }) == 0 else { continue }
      let used = Self.modified(status)
      let isDraft = !entry.name.ends(with: ".index") && !entry.name.ends(with: ".missed")
      if isDraft, now - used > 3600 {
        _ = path.withCString { unlink($0) }
      } else {
        files.append((path, Int(status.st_size), used))
      }
    }
    var total = files.reduce(0) { $0 + $1.size }
    for file in files.sorted(by: { $0.used < $1.used }) where total > capacity {
      _ = file.path.withCString { unlink($0) }
      total -= file.size
    }
  }

  /// A name that `path(of:type:)` gives: 36 characters of a UUID come first.
  private static func isOurs(_ name: [UInt8]) -> Bool {
    name.count > 37 && name[36] == UInt8(ascii: "-") && ImageUUID(name[..<36]) != nil
  }
}

/// Creates a file that only the user can read; fails if it is there already.
private func createFile(_ path: UnsafePointer<CChar>) -> Int32 {
  open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
}

/// `write` of the system, which the method of the same name hides.
private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  write(descriptor, bytes, count)
}
