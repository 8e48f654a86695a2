package import DebugInfo
package import Platform
import Vocabulary

/// Indexes of symbol files kept on disk, so that a second crash of the same build is answered at once.
///
/// One file an image, named after its UUID, architecture and the version of the format. Files are written beside their
/// place and then renamed, so that any number of processes may use one folder; a damaged or outdated file is as good as
/// none. Nothing here ever fails the user: a folder that cannot be used keeps nothing.
package struct SymbolCache: Sendable {
  private let folder: FilePath
  /// Bytes that all files together may take; those not used for longest go first.
  private let capacity: Int

  /// Creates a cache in `folder`, which is created when the first index is stored; `capacity` is in bytes, 1 GiB by
  /// default.
  package init(folder: FilePath, capacity: Int = 1 << 30) {
    self.folder = folder
    self.capacity = capacity
  }

  /// The user's folder for what can be made again: `$XDG_CACHE_HOME/diagnose`, `~/.cache/diagnose`, or on a Mac
  /// `~/Library/Caches/diagnose`.
  package static func userFolder(home: String?, cacheHome: String?) -> FilePath? {
    if let cacheHome, cacheHome.hasPrefix("/") { return FilePath(cacheHome + "/diagnose") }
    guard let home, home.hasPrefix("/") else { return nil }
    return FilePath(home + UserFolders.caches + "/diagnose")
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
    do {
      let file = try Self.create(path)
      try? file.close()
      return false
    } catch {
      return error == .fileExists
    }
  }

  /// Stores an index and makes room for it.
  package func store(_ index: SymbolIndex) {
    let identity = index.identity
    guard !identity.uuid.isNull, makeFolder() else { return }
    let bytes = index.storedForm()
    guard bytes.count <= capacity / 2 else { return }
    let target = path(of: identity, type: "index")
    // Processes that store at the same time write files of their own; the last name counts.
    let draft = FilePath(
      bytes: target.bytes + Array(".\(ChildProcess.ownID)-\(UInt32.random(in: 0...UInt32.max))".utf8))
    guard let file = try? Self.create(draft) else { return }
    let isWritten = bytes.span.withUnsafeBytes { (try? file.write($0)) != nil }
    let isClosed = (try? file.close()) != nil
    guard isWritten, isClosed, (try? Files.rename(draft, to: target)) != nil else {
      try? Files.remove(draft)
      return
    }
    try? Files.remove(path(of: identity, type: "missed"))
    makeRoom()
  }

  // MARK: - Files

  private func path(of identity: IndexIdentity, type: String) -> FilePath {
    let architecture = identity.architecture.description.map { $0.isLetter || $0.isNumber ? $0 : "_" }
    let name = "\(identity.uuid)-\(String(architecture))-v\(SymbolIndex.formatVersion).\(type)"
    return folder.appending(Array(name.utf8))
  }

  private func makeFolder() -> Bool {
    do { try Files.makeFolder(folder, mode: 0o700) } catch {
      if error == .fileExists { return true }
      guard error == .noSuchFile else { return false }
      // The folder that holds all caches may not exist yet.
      try? Files.makeFolder(folder.parent, mode: 0o700)
      do { try Files.makeFolder(folder, mode: 0o700) } catch { return error == .fileExists }
    }
    return true
  }

  /// Creates a file that only the user can read; fails if it exists.
  private static func create(_ path: FilePath) throws(SystemError) -> FileDescriptor {
    try FileDescriptor(opening: path, [.writeOnly, .create, .exclusive, .noFollow], mode: 0o600)
  }

  /// The time of a file is that of its last use; once a day is exact enough.
  private func noteUse(_ path: FilePath) {
    guard let status = try? FileStatus(of: path) else { return }
    if SystemClock.secondsSince1970 - status.modifiedSeconds > 86_400 { try? Files.touch(path) }
  }

  /// Removes the files that were not used for longest until the rest fits, and drafts that nobody finished.
  private func makeRoom() {
    guard let entries = try? FolderEntry.list(folder) else { return }
    var files: [(path: FilePath, size: Int, used: Int)] = []
    let now = SystemClock.secondsSince1970
    for entry in entries where entry.kind == .file && Self.isOurs(entry.name) {
      let path = folder.appending(entry.name)
      guard let status = try? FileStatus(of: path, followsLinks: false) else { continue }
      let used = status.modifiedSeconds
      let isDraft = !entry.name.ends(with: ".index") && !entry.name.ends(with: ".missed")
      if isDraft, now - used > 3600 {
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

  /// A name that `path(of:type:)` gives: 36 characters of a UUID come first.
  private static func isOurs(_ name: [UInt8]) -> Bool {
    name.count > 37 && name[36] == UInt8(ascii: "-") && ImageUUID(name[..<36]) != nil
  }
}
