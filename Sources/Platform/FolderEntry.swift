#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#endif

/// A file, folder or link in a folder.
package struct FolderEntry: Sendable {
  /// The type of the entry itself; a link is not followed.
  package enum Kind: Sendable {
    case file, folder, link, other
  }

  /// The name as the system stores it; need not be UTF-8.
  package var name: [UInt8]
  /// The type of the entry: `d_type` of readdir(3), or fstatat(2) where the volume does not state it there.
  package var kind: Kind

  /// Returns all entries of the folder `path` except `.` and `..`, in the order of the system.
  package static func list(_ path: FilePath) throws(SystemError) -> [FolderEntry] {
    var entries: [FolderEntry] = []
    try visit(path) { entry in
      entries.append(entry)
      return true
    }
    return entries
  }

  /// Calls `body` for each entry until it returns false.
  ///
  /// - Parameter followsLink: If false, throws if `path` itself is a link.
  package static func visit(
    _ path: FilePath, followsLink: Bool = true, _ body: (FolderEntry) -> Bool
  ) throws(SystemError) {
    var options: FileDescriptor.Options = [.folder, .nonBlocking]
    if !followsLink { options.insert(.noFollow) }
    try visit(closing: FileDescriptor(opening: path, options), body)
  }

  /// Calls `body` for each entry of an open folder until it returns false.
  package static func visit(_ folder: FileDescriptor, _ body: (FolderEntry) -> Bool) throws(SystemError) {
    // A directory stream owns its descriptor and moves its position.
    try visit(closing: FileDescriptor(opening: ".", in: folder, .folder), body)
  }

  private static func visit(closing folder: FileDescriptor, _ body: (FolderEntry) -> Bool) throws(SystemError) {
    guard let stream = fdopendir(folder.rawValue) else {
      let error = SystemError.last
      try? folder.close()
      throw error
    }
    defer { closedir(stream) }
    while true {
      // readdir(3) returns NULL at the end and on failure; only `errno` tells them apart. An incomplete list must not
      // be taken for a complete one.
      errno = 0
      guard let entry = readdir(stream) else { break }
      let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        let start = UnsafeRawPointer(pointer)
        return Array(UnsafeRawBufferPointer(start: start, count: strlen(start.assumingMemoryBound(to: CChar.self))))
      }
      if name == [0x2E] || name == [0x2E, 0x2E] { continue }
      let kind = kind(of: name, in: folder, hint: entry.pointee.d_type)
      if !body(FolderEntry(name: name, kind: kind)) { return }
    }
    let error = SystemError.last
    if error.number != 0 { throw error }
  }

  private static func kind(of name: [UInt8], in folder: FileDescriptor, hint: UInt8) -> Kind {
    switch Int32(hint) {
    case Int32(DT_REG): return .file
    case Int32(DT_DIR): return .folder
    case Int32(DT_LNK): return .link
    case Int32(DT_UNKNOWN): break
    default: return .other
    }
    // Some file systems do not report a type; fstatat(2) does.
    guard let status = try? FileStatus(of: FilePath(bytes: name), in: folder) else { return .other }
    switch status.kind {
    case .regular: return .file
    case .folder: return .folder
    case .link: return .link
    default: return .other
    }
  }
}
