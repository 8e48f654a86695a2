import Bytes
import Platform
internal import Vocabulary

/// The open folder of a site. All names are resolved relative to open descriptors, so that a link placed in the path is
/// not followed.
final class SiteFolder {
  private let root: FilePath
  private let folder: FileDescriptor
  private var folders: [String: FileDescriptor] = [:]

  /// The file that marks the folder as a site and lists its pages, one on each line.
  static let marker = ".diagnose-pages"
  private static let heading = "diagnose pages 1"
  /// The maximum size of the list, in bytes: enough for a million pages with names of maximum length.
  private static let markerLimit = 128 << 20

  /// Opens the folder if it is new, empty or a site, and creates it if it is missing.
  init(_ path: FilePath) throws(SiteError) {
    root = path
    do { try Files.createFolder(path, mode: 0o777) } catch {
      if error != .fileExists { throw .failed(step: "create", path: path, error: error) }
    }
    let opened: FileDescriptor
    do { opened = try FileDescriptor(opening: path, .folder) } catch {
      throw .failed(step: "open", path: path, error: error)
    }
    var isOwned = false
    defer { if !isOwned { try? opened.close() } }
    do { try opened.lock() } catch {
      if error == .wouldBlock { throw .busy(path) }
      throw .failed(step: "lock", path: path, error: error)
    }
    guard try Self.isSite(opened, path) else { throw .foreign(path) }
    folder = opened
    isOwned = true
  }

  deinit {
    for folder in folders.values { try? folder.close() }
    folder.unlock()
    try? folder.close()
  }

  /// Returns the files of the pages that earlier runs wrote.
  func listed() throws(SiteError) -> Set<String> {
    guard let bytes = try Self.read(folder, Self.marker, limit: Self.markerLimit, root) else { return [] }
    let lines = String(streamSafe: bytes).split(separator: "\n")
    // Ignore names that this program would not write.
    return Set(lines.dropFirst().compactMap { PagePath(file: String($0))?.file })
  }

  func list(_ files: Set<String>) throws(SiteError) {
    let text = ([Self.heading, StyleSheet.fileName] + files.sorted()).map { $0 + "\n" }.joined()
    try replace(Self.marker, in: folder, by: Array(text.utf8))
  }

  /// Writes the stylesheet that all pages use.
  func writeStyleSheet() throws(SiteError) {
    _ = try write(Array(StyleSheet.text.description.utf8), to: StyleSheet.fileName, in: folder)
  }

  /// Writes a page. Returns false if the file already has the same bytes.
  func write(_ bytes: [UInt8], to path: PagePath) throws(SiteError) -> Bool {
    let (folder, name) = try location(path)
    return try write(bytes, to: name, in: folder)
  }

  private func write(_ bytes: [UInt8], to name: String, in folder: FileDescriptor) throws(SiteError) -> Bool {
    if let present = try? Self.read(folder, name, limit: bytes.count, root), present == bytes { return false }
    try replace(name, in: folder, by: bytes)
    return true
  }

  /// Removes a page. Returns false if it was missing.
  func remove(_ path: PagePath) throws(SiteError) -> Bool {
    let (folder, name) = try location(path)
    // It is not the page that was written.
    if present(name, in: folder).isBinary { return false }
    do { try folder.remove(name) } catch {
      guard error == .noSuchFile else { throw .failed(step: "remove", path: root.appending(path.file), error: error) }
      return false
    }
    return true
  }

  // MARK: Files

  /// Returns the descriptor of a page's folder, which is created if it is missing, and the file name in it.
  private func location(_ path: PagePath) throws(SiteError) -> (folder: FileDescriptor, name: String) {
    let parts = path.file.split(separator: "/").map(String.init)
    guard parts.count == 2, let sub = parts.first, let name = parts.last else { return (folder, path.file) }
    if let folder = folders[sub] { return (folder, name) }
    do { try folder.createFolder(sub, mode: 0o777) } catch {
      if error != .fileExists { throw .failed(step: "create", path: root.appending(sub), error: error) }
    }
    do {
      let opened = try FileDescriptor(opening: sub, in: folder, [.folder, .noFollow])
      folders[sub] = opened
      return (opened, name)
    } catch {
      throw .failed(step: "open", path: root.appending(sub), error: error)
    }
  }

  /// Writes a temporary file and renames it to `name`.
  private func replace(_ name: String, in folder: FileDescriptor, by bytes: [UInt8]) throws(SiteError) {
    let path = root.appending(name)
    let present = present(name, in: folder)
    guard !present.isBinary else { throw .failed(step: "replace", path: path, error: .fileExists) }
    // The lock makes this the only writer, so a file with this name is left over from a killed run.
    let temporary = "." + name + ".new"
    try? folder.remove(temporary)
    do throws(SystemError) {
      let file = try FileDescriptor(
        opening: temporary, in: folder, [.writeOnly, .create, .exclusive, .noFollow], mode: present.mode ?? 0o666)
      do throws(SystemError) {
        var failure: SystemError?
        do { try file.write(bytes) } catch { failure = error }
        // Some file systems report a full disk only on close.
        do { try file.close() } catch { failure = failure ?? error }
        if let failure { throw failure }
        try folder.rename(temporary, to: name)
      } catch {
        try? folder.remove(temporary)
        throw error
      }
    } catch {
      throw .failed(step: "write", path: path, error: error)
    }
  }

  /// What is at the name of a page.
  private struct Present {
    /// The permissions of a regular file, which a user may have restricted; `nil` if there is none.
    var mode: UInt16?
    /// Whether it is not text: a database or a program is not a page of an earlier run.
    var isBinary = false
  }

  private func present(_ name: String, in folder: FileDescriptor) -> Present {
    guard let file = try? FileDescriptor(opening: name, in: folder, [.noFollow, .nonBlocking]) else { return Present() }
    defer { try? file.close() }
    guard let status = try? file.status(), status.kind == .regular else { return Present() }
    return Present(
      mode: status.permissions, isBinary: (try? file.bytes(at: 0, count: 4096))?.contains(0) ?? false)
  }

  /// Returns the bytes of a regular file; `nil` if it is missing or larger than `limit`.
  private static func read(
    _ folder: FileDescriptor, _ name: String, limit: Int, _ root: FilePath
  ) throws(SiteError) -> [UInt8]? {
    do throws(SystemError) {
      // Without `nonBlocking`, opening a named pipe would wait for a writer.
      let file = try FileDescriptor(opening: name, in: folder, [.noFollow, .nonBlocking])
      defer { try? file.close() }
      guard let status = try? file.status(), status.kind == .regular, status.size <= limit else { return nil }
      return try file.bytesToEnd(expecting: status.size, limit: limit)
    } catch {
      if error == .noSuchFile { return nil }
      throw .failed(step: "read", path: root.appending(name), error: error)
    }
  }

  /// Returns whether the folder is empty or contains the marker.
  private static func isSite(_ folder: FileDescriptor, _ path: FilePath) throws(SiteError) -> Bool {
    if let bytes = try read(folder, marker, limit: markerLimit, path) {
      return bytes.starts(with: Array((heading + "\n").utf8))
    }
    let unfinished = Array(("." + marker + ".new").utf8)
    var isEmpty = true
    do {
      try FolderEntry.visit(folder) { entry in
        isEmpty = entry.name == unfinished
        return isEmpty
      }
    } catch {
      throw .failed(step: "list", path: path, error: error)
    }
    return isEmpty
  }
}
