internal import Bytes
package import Platform
internal import Symbolication
internal import Vocabulary

/// The files that were downloaded, and those that servers do not have.
///
/// A file is written under a temporary name, checked, and renamed; several processes may share the folder. Only the user
/// can read it.
package struct DownloadCache: Sendable {
  /// The folder; it is created when it is needed.
  package let folder: FilePath
  private let limits: DownloadLimits
  private let now: @Sendable () -> Int

  /// Creates a cache.
  ///
  /// - Parameter now: The time in seconds since 1970.
  package init(
    folder: FilePath, limits: DownloadLimits = DownloadLimits(),
    now: @escaping @Sendable () -> Int = { SystemClock.secondsSince1970 }
  ) {
    (self.folder, self.limits, self.now) = (folder, limits, now)
  }

  private static let suffix = ".symbols"
  private static let missingSuffix = ".missing"

  private static func name(_ name: [UInt8], endsWith suffix: String) -> Bool {
    name.suffix(suffix.utf8.count).elementsEqual(suffix.utf8)
  }

  // MARK: Files

  func path(_ id: BuildID) -> FilePath { folder.appending("\(id)\(Self.suffix)") }

  /// Returns the file with a UUID or build ID; `nil` if there is none. What is not valid is removed.
  func file(_ id: BuildID) -> FilePath? {
    let path = path(id)
    guard let status = try? FileStatus(of: path, followsLinks: false), status.kind == .regular else { return nil }
    guard status.isOwnedByUser, case .usable = SymbolFileCheck.verdict(on: path, id: id) else {
      try? Files.remove(path)
      return nil
    }
    if now() - status.modifiedSeconds > 86_400 { try? Files.touch(path) }
    return path
  }

  /// Creates a file for a download. The caller removes or stores it.
  func temporary() throws(SystemError) -> (path: FilePath, file: FileDescriptor) {
    try createFolder()
    let path = folder.appending(".\(ChildProcess.ownID)-\(UInt64.random(in: 0...UInt64.max)).partial")
    return (path, try FileDescriptor(opening: path, [.readWrite, .create, .exclusive, .noFollow], mode: 0o600))
  }

  /// Makes a checked file the one with a UUID or build ID, and removes others if the cache is full.
  func store(_ temporary: FilePath, as id: BuildID) throws(SystemError) -> FilePath {
    let path = path(id)
    try Files.rename(temporary, to: path)
    removeLeastRecentlyUsed(except: path)
    return path
  }

  private func createFolder() throws(SystemError) {
    for path in [folder.parent, folder] {
      do throws(SystemError) { try Files.createFolder(path, mode: 0o700) } catch {
        if error != .fileExists { throw error }
      }
    }
    let status = try FileStatus(of: folder)
    guard status.isOwnedByUser, status.permissions & 0o022 == 0 else { throw .notPermitted }
  }

  private func removeLeastRecentlyUsed(except used: FilePath) {
    var files: [(path: FilePath, size: Int, used: Int)] = []
    for entry in (try? FolderEntry.list(folder)) ?? [] where entry.kind == .file {
      let path = folder.appending(entry.name)
      guard let status = try? FileStatus(of: path, followsLinks: false) else { continue }
      let age = now() - status.modifiedSeconds
      let isStale = Self.name(entry.name, endsWith: Self.missingSuffix) ? age > limits.missingTime : age > 86_400
      if !Self.name(entry.name, endsWith: Self.suffix), isStale {
        try? Files.remove(path)
      } else {
        files.append((path, status.size, status.modifiedSeconds))
      }
    }
    var total = files.reduce(0) { $0 + $1.size }
    for file in files.sorted(by: { $0.used < $1.used }) where total > limits.cacheBytes && file.path != used {
      try? Files.remove(file.path)
      total -= file.size
    }
  }

  // MARK: Missing files

  /// Returns why a server is not asked for a file now; `nil` if it is.
  func reason(_ server: SymbolServer, _ id: BuildID) -> String? {
    let path = note(server, id)
    guard let status = try? FileStatus(of: path, followsLinks: false), status.kind == .regular,
      let file = try? FileDescriptor(opening: path, .noFollow)
    else { return nil }
    defer { try? file.close() }
    guard let bytes = try? file.bytes(at: 0, count: min(status.size, Self.maxNote)), let kind = bytes.first else {
      return nil
    }
    let age = now() - status.modifiedSeconds
    let limit = kind == UInt8(ascii: "m") ? limits.missingTime : limits.failureTime
    guard age >= 0, age < limit else { return nil }
    return String(streamSafe: bytes.dropFirst()) + ", asked \(age < 60 ? "just now" : "\(age / 60) min ago")"
  }

  /// Notes why a server has no usable file.
  func note(_ server: SymbolServer, _ id: BuildID, isMissing: Bool, _ words: String) {
    guard (try? createFolder()) != nil, let (temporary, file) = try? temporary() else { return }
    let bytes = Array((isMissing ? "m" : "f").utf8) + words.utf8
    let isWritten = (try? file.write(bytes)) != nil
    try? file.close()
    guard isWritten, bytes.count <= Self.maxNote, (try? Files.rename(temporary, to: note(server, id))) != nil else {
      try? Files.remove(temporary)
      return
    }
  }

  private static let maxNote = 1_024

  private func note(_ server: SymbolServer, _ id: BuildID) -> FilePath {
    let identity = "\(server.address.text) \(server.layout.name) \(id)"
    return folder.appending(SHA256.digest(of: Array(identity.utf8)).hexadecimal + Self.missingSuffix)
  }
}
