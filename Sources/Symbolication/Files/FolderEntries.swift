package import Vocabulary

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A call of the system that failed, as its error number.
package struct SystemFault: Error, Equatable, Sendable {
  /// `errno`.
  package var number: Int32
  package init(number: Int32) { self.number = number }
}

/// What stands in a folder.
package struct FolderEntry: Sendable {
  package enum Kind: Sendable { case file, folder, link, other }

  package var name: [UInt8]
  package var kind: Kind

  /// Everything in the folder `path` but `.` and `..`, in the order of the system.
  package static func list(_ path: FilePath) throws(SystemFault) -> [FolderEntry] {
    let descriptor = path.withCString { open($0, O_RDONLY | O_DIRECTORY | O_NONBLOCK | O_CLOEXEC) }
    guard descriptor >= 0, let stream = fdopendir(descriptor) else {
      let number = errno
      if descriptor >= 0 { close(descriptor) }
      throw SystemFault(number: number)
    }
    defer { closedir(stream) }
    var entries: [FolderEntry] = []
    while true {
      // The end and a failure look alike but for this (readdir(3)): a list must not be taken for whole that is not.
      errno = 0
      guard let entry = readdir(stream) else { break }
      let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        let start = UnsafeRawPointer(pointer).assumingMemoryBound(to: UInt8.self)
        return Array(
          UnsafeBufferPointer(
            start: start, count: strlen(UnsafeRawPointer(pointer).assumingMemoryBound(to: CChar.self))))
      }
      if name == [0x2E] || name == [0x2E, 0x2E] { continue }
      entries.append(FolderEntry(name: name, kind: kind(of: name, in: descriptor, hint: entry.pointee.d_type)))
    }
    let number = errno
    if number != 0 { throw SystemFault(number: number) }
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
