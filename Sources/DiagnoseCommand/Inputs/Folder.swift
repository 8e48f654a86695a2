#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// What stands in a folder.
enum Folder {
  enum Kind { case file, folder, link, other }

  static func isFolder(_ path: FilePath) -> Bool {
    var status = stat()
    return path.withCString { stat($0, &status) } == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  /// The same, but not for a link to a folder.
  static func isRealFolder(_ path: FilePath) -> Bool {
    var status = stat()
    return path.withCString { lstat($0, &status) } == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  /// What an entry is now; links are not followed.
  static func stamp(of path: FilePath) -> FileStamp? {
    var status = stat()
    return path.withCString { lstat($0, &status) } == 0 ? FileStamp(status) : nil
  }

  /// Files below `path`, in order of their bytes: its own and those of `Retired/`, or of all folders if `recursive`.
  /// Names that begin with a dot are passed over: writers use them for what is not finished. Links and other things
  /// that are no files are only counted.
  static func files(in path: FilePath, recursive: Bool) throws(ReadingFault) -> (files: [FilePath], passedOver: Int) {
    var files: [FilePath] = []
    var passedOver = 0
    // A path deeper than the system takes cannot be opened, so this ends.
    var open: [(path: FilePath, isTop: Bool)] = [(path, true)]
    while let folder = open.popLast() {
      let entries: [(name: [UInt8], kind: Kind)]
      do { entries = try self.entries(of: folder.path) } catch {
        if folder.isTop { throw error }
        passedOver += 1
        continue
      }
      for entry in entries where entry.name.first != UInt8(ascii: ".") {
        switch entry.kind {
        case .file: files.append(folder.path.appending(entry.name))
        case .folder:
          if recursive || folder.isTop && entry.name == Array("Retired".utf8) {
            open.append((folder.path.appending(entry.name), false))
          }
        case .link, .other: passedOver += 1
        }
      }
    }
    return (files.sorted(), passedOver)
  }

  /// Everything in one folder but `.` and `..`.
  static func entries(of path: FilePath) throws(ReadingFault) -> [(name: [UInt8], kind: Kind)] {
    let descriptor = path.withCString { open($0, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
    guard descriptor >= 0, let stream = fdopendir(descriptor) else {
      let number = errno
      if descriptor >= 0 { close(descriptor) }
      throw FileReader.openingFault(number, path)
    }
    defer { closedir(stream) }
    var entries: [(name: [UInt8], kind: Kind)] = []
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        let start = UnsafeRawPointer(pointer).assumingMemoryBound(to: UInt8.self)
        return Array(
          UnsafeBufferPointer(
            start: start, count: strlen(UnsafeRawPointer(pointer).assumingMemoryBound(to: CChar.self))))
      }
      if name == [0x2E] || name == [0x2E, 0x2E] { continue }
      entries.append((name, kind(of: name, in: descriptor, hint: entry.pointee.d_type)))
    }
    return entries
  }

  private static func kind(of name: [UInt8], in descriptor: Int32, hint: UInt8) -> Kind {
    switch Int32(hint) {
    case Int32(DT_REG): return .file
    case Int32(DT_DIR): return .folder
    case Int32(DT_LNK): return .link
    case Int32(DT_UNKNOWN): break
    default: return .other
    }
    // Some file systems do not say; then the entry itself is asked.
    var status = stat()
    let answer = FilePath(bytes: name).withCString { fstatat(descriptor, $0, &status, AT_SYMLINK_NOFOLLOW) }
    guard answer == 0 else { return .other }
    switch status.st_mode & S_IFMT {
    case S_IFREG: return .file
    case S_IFDIR: return .folder
    case S_IFLNK: return .link
    default: return .other
    }
  }
}
