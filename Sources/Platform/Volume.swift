#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#endif

/// Facts about volumes and their file systems.
package enum Volume {
  /// Returns the type of the network file system that `folder` is on; `nil` if its volume is local or unknown.
  ///
  /// - Parameter folder: An absolute path without links.
  package static func networkType(of folder: FilePath) -> String? {
    #if canImport(Darwin)
      var status = statfs()
      guard folder.withCString({ statfs($0, &status) }) == 0, status.f_flags & UInt32(MNT_LOCAL) == 0 else {
        return nil
      }
      return withUnsafeBytes(of: status.f_fstypename) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    #elseif canImport(Glibc)
      guard let mounts = try? FileDescriptor(opening: FilePath("/proc/self/mountinfo")) else { return nil }
      defer { try? mounts.close() }
      guard let bytes = try? mounts.bytesToEnd(expecting: 1 << 16, limit: 4 << 20) else { return nil }
      let type = fileSystem(of: folder.text, mounts: String(decoding: bytes, as: UTF8.self))
      return type.flatMap { isNetwork($0) ? $0 : nil }
    #endif
  }

  /// Returns the type of the file system that `folder` is on, from the lines of `/proc/self/mountinfo` (proc(5)).
  ///
  /// The longest mount point above `folder` decides; among equal ones, the last.
  package static func fileSystem(of folder: String, mounts: String) -> String? {
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

  /// Replaces the octal escapes of spaces, tabs, line feeds and backslashes.
  private static func unescaped(_ point: Substring) -> String {
    var result = String(point)
    for (escape, letter) in [("\\040", " "), ("\\011", "\t"), ("\\012", "\n"), ("\\134", "\\")] {
      result = result.split(separator: escape, omittingEmptySubsequences: false).joined(separator: letter)
    }
    return result
  }

  /// Returns whether a file system type of Linux is a network file system.
  package static func isNetwork(_ type: String) -> Bool { networkTypes.contains(type) }

  private static let networkTypes: Set<String> = [
    "nfs", "nfs4", "cifs", "smb2", "smb3", "smbfs", "afpfs", "afs", "ceph", "lustre", "9p", "ncpfs", "webdav",
    "fuse.sshfs", "fuse.glusterfs", "fuse.davfs2", "fuse.s3fs", "fuse.rclone", "glusterfs", "beegfs", "gpfs",
  ]
}
