internal import Vocabulary

#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

/// The folder of a site, held open. All names are looked up from descriptors, so a link that is put in the way leads
/// nowhere.
final class SiteFolder {
  private let root: FilePath
  private let descriptor: Int32
  private var folders: [String: Int32] = [:]

  /// Marks the folder as ours and lists the pages, a line each.
  static let marker = ".diagnose-pages"
  private static let heading = "diagnose pages 1"
  /// The list of a million pages of the longest names.
  private static let markerLimit = 128 << 20

  /// Opens the folder, or makes it, if it is new, empty or ours.
  init(_ path: FilePath) throws(SiteError) {
    root = path
    if path.withCString({ mkdir($0, 0o777) }) != 0, errno != EEXIST {
      throw .failed(step: "make", path: path, code: errno)
    }
    let opened = path.withCString { open($0, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
    guard opened >= 0 else { throw .failed(step: "open", path: path, code: errno) }
    var isKept = false
    defer { if !isKept { close(opened) } }
    guard flock(opened, LOCK_EX | LOCK_NB) == 0 else {
      if errno == EWOULDBLOCK { throw .busy(path) }
      throw .failed(step: "lock", path: path, code: errno)
    }
    guard try Self.isOurs(opened, path) else { throw .foreign(path) }
    descriptor = opened
    isKept = true
  }

  deinit {
    for folder in folders.values { close(folder) }
    close(descriptor)
  }

  /// Files of pages that earlier runs wrote.
  func listed() throws(SiteError) -> Set<String> {
    guard let bytes = try Self.read(descriptor, Self.marker, limit: Self.markerLimit, root) else { return [] }
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
    // Only what this program would write itself is taken from the list.
    return Set(lines.dropFirst().compactMap { PagePath(file: String($0))?.file })
  }

  func list(_ files: Set<String>) throws(SiteError) {
    let text = ([Self.heading] + files.sorted()).map { $0 + "\n" }.joined()
    try replace(Self.marker, in: descriptor, by: Array(text.utf8))
  }

  /// Writes a page; false if it is there with the same bytes.
  func write(_ bytes: [UInt8], to path: PagePath) throws(SiteError) -> Bool {
    let (folder, name) = try place(path)
    if let present = try? Self.read(folder, name, limit: bytes.count, root), present == bytes { return false }
    try replace(name, in: folder, by: bytes)
    return true
  }

  /// Removes a page; false if it was not there.
  func remove(_ path: PagePath) throws(SiteError) -> Bool {
    let (folder, name) = try place(path)
    if unlinkat(folder, name, 0) == 0 { return true }
    guard errno == ENOENT else { throw .failed(step: "remove", path: root.appending(path.file), code: errno) }
    return false
  }

  // MARK: Files

  /// The descriptor of a page's folder, which is made if need be, and the file's name in it.
  private func place(_ path: PagePath) throws(SiteError) -> (folder: Int32, name: String) {
    let parts = path.file.split(separator: "/").map(String.init)
    guard parts.count == 2, let sub = parts.first, let name = parts.last else { return (descriptor, path.file) }
    if let folder = folders[sub] { return (folder, name) }
    if mkdirat(descriptor, sub, 0o777) != 0, errno != EEXIST {
      throw .failed(step: "make", path: root.appending(sub), code: errno)
    }
    let folder = openat(descriptor, sub, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    guard folder >= 0 else { throw .failed(step: "open", path: root.appending(sub), code: errno) }
    folders[sub] = folder
    return (folder, name)
  }

  /// Writes a neighbour and puts it in place.
  private func replace(_ name: String, in folder: Int32, by bytes: [UInt8]) throws(SiteError) {
    let path = root.appending(name)
    // The lock makes us the only writer: what has this name is what a killed run left behind.
    let neighbour = "." + name + ".new"
    unlinkat(folder, neighbour, 0)
    let file = openat(folder, neighbour, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o666)
    guard file >= 0 else { throw .failed(step: "write", path: path, code: errno) }
    var failure: Int32?
    bytes.withUnsafeBytes { buffer in
      var rest = buffer[...]
      while !rest.isEmpty {
        let count = Self.writeOnce(file, UnsafeRawBufferPointer(rebasing: rest))
        if count > 0 {
          rest = rest.dropFirst(count)
        } else if errno != EINTR {
          failure = errno
          return
        }
      }
    }
    // Some file systems tell of a full disk only here.
    if close(file) != 0, failure == nil { failure = errno }
    if failure == nil, renameat(folder, neighbour, folder, name) != 0 { failure = errno }
    if let failure {
      unlinkat(folder, neighbour, 0)
      throw .failed(step: "write", path: path, code: failure)
    }
  }

  private static func writeOnce(_ file: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
    #if canImport(Darwin)
      Darwin.write(file, bytes.baseAddress, bytes.count)
    #else
      Glibc.write(file, bytes.baseAddress, bytes.count)
    #endif
  }

  /// The bytes of a regular file; `nil` when there is none or it is larger than `limit`.
  private static func read(_ folder: Int32, _ name: String, limit: Int, _ root: FilePath) throws(SiteError) -> [UInt8]?
  {
    // Without O_NONBLOCK a named pipe would wait for its writer.
    let file = openat(folder, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    if file < 0, errno == ENOENT { return nil }
    guard file >= 0 else { throw .failed(step: "read", path: root.appending(name), code: errno) }
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_size <= limit else { return nil }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 64 << 10)
    while bytes.count <= limit {
      let count = chunk.withUnsafeMutableBytes { readOnce(file, $0) }
      if count == 0 { return bytes }
      if count > 0 {
        bytes += chunk.prefix(count)
      } else if errno != EINTR {
        throw .failed(step: "read", path: root.appending(name), code: errno)
      }
    }
    return nil
  }

  private static func readOnce(_ file: Int32, _ bytes: UnsafeMutableRawBufferPointer) -> Int {
    #if canImport(Darwin)
      Darwin.read(file, bytes.baseAddress, bytes.count)
    #else
      Glibc.read(file, bytes.baseAddress, bytes.count)
    #endif
  }

  /// True for an empty folder and for one with our marker.
  private static func isOurs(_ folder: Int32, _ path: FilePath) throws(SiteError) -> Bool {
    if let bytes = try read(folder, marker, limit: markerLimit, path) {
      return bytes.starts(with: Array((heading + "\n").utf8))
    }
    let copy = openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard copy >= 0, let stream = fdopendir(copy) else {
      if copy >= 0 { close(copy) }
      throw .failed(step: "list", path: path, code: errno)
    }
    defer { closedir(stream) }
    let ours: Set<String> = [".", "..", "." + marker + ".new"]
    while let entry = readdir(stream) {
      let name = withUnsafeBytes(of: entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
      if !ours.contains(name) { return false }
    }
    return true
  }
}
