#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The folder and the volume that a history is on.
package enum DatabasePlace {
  /// Refuses a folder in which every user may rename and remove the files of others: whoever can put another file there
  /// can give us any history.
  static func refuseOpenFolder(of path: String) throws(HistoryError) {
    var status = stat()
    // A folder that does not exist is made with mode 0700.
    guard stat(folder(of: path), &status) == 0, status.st_mode & S_IWOTH != 0, status.st_mode & S_ISVTX == 0 else {
      return
    }
    throw HistoryError(
      .cannotOpen, "is in a folder in which every user may replace files",
      hint: "Take the right away (chmod o-w), or name a file in a folder of your own with --database.", path: path)
  }

  /// The kind of the network volume that the history is on; `nil` if its volume is local, or is not known.
  ///
  /// Locks of SQLite do not hold everywhere there (SQLite, "How To Corrupt An SQLite Database File", 2.1).
  package static func networkVolume(of path: String) -> String? {
    var folder = folder(of: path.hasPrefix("/") ? path : "./" + path)
    while true {
      if let real = realpath(folder, nil) {
        defer { free(real) }
        return volume(of: String(cString: real))
      }
      guard let slash = folder.lastIndex(of: "/"), slash > folder.startIndex else { return nil }
      folder = String(folder[..<slash])
    }
  }

  private static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  #if canImport(Darwin)
    private static func volume(of folder: String) -> String? {
      var status = statfs()
      guard statfs(folder, &status) == 0, status.f_flags & UInt32(MNT_LOCAL) == 0 else { return nil }
      return withUnsafeBytes(of: status.f_fstypename) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    }
  #else
    private static func volume(of folder: String) -> String? {
      let descriptor = open("/proc/self/mountinfo", O_RDONLY | O_CLOEXEC)
      guard descriptor >= 0 else { return nil }
      defer { close(descriptor) }
      var bytes: [UInt8] = []
      while bytes.count < 4 << 20 {
        let part = [UInt8](unsafeUninitializedCapacity: 1 << 16) { buffer, count in
          count = max(0, read(descriptor, buffer.baseAddress, buffer.count))
        }
        if part.isEmpty { break }
        bytes += part
      }
      return fileSystem(of: folder, mounts: String(decoding: bytes, as: UTF8.self)).flatMap(ifNetwork)
    }
  #endif

  /// The type of the file system that `folder` is on, by the lines of `/proc/self/mountinfo` (proc(5)): of those whose
  /// mount point it is below the longest, and of equal ones the last.
  static func fileSystem(of folder: String, mounts: String) -> String? {
    var best: (length: Int, type: String)?
    for line in mounts.split(separator: "\n") {
      let words = line.split(separator: " ")
      guard words.count > 6, let dash = words.firstIndex(of: "-"), words.count > dash + 1 else { continue }
      let point = unescaped(words[4])
      let isAbove = point == "/" || folder == point || folder.hasPrefix(point + "/")
      if isAbove, point.utf8.count >= best?.length ?? 0 { best = (point.utf8.count, String(words[dash + 1])) }
    }
    return best?.type
  }

  /// Blanks, tabs, line feeds and backslashes are octal there.
  private static func unescaped(_ point: Substring) -> String {
    var result = String(point)
    for (escape, letter) in [("\\040", " "), ("\\011", "\t"), ("\\012", "\n"), ("\\134", "\\")] {
      result = result.split(separator: escape, omittingEmptySubsequences: false).joined(separator: letter)
    }
    return result
  }

  static func ifNetwork(_ type: String) -> String? {
    let names: Set<String> = [
      "nfs", "nfs4", "cifs", "smb2", "smb3", "smbfs", "afpfs", "afs", "ceph", "lustre", "9p", "ncpfs", "webdav",
      "fuse.sshfs", "fuse.glusterfs", "fuse.davfs2", "fuse.s3fs", "fuse.rclone", "glusterfs", "beegfs", "gpfs",
    ]
    return names.contains(type) ? type : nil
  }
}
