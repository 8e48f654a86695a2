#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#endif

/// The status of a file (stat(2)).
package struct FileStatus: Sendable {
  /// The type of a file.
  package enum Kind: Sendable {
    case regular, folder, link, pipe, socket, device
  }

  /// The type of the file (`st_mode & S_IFMT`).
  package var kind: Kind
  /// The size in bytes.
  package var size: Int
  /// The number of the volume (`st_dev`); together with `inode` it identifies the file on this machine.
  package var device: UInt64
  /// The number of the file on its volume (`st_ino`).
  package var inode: UInt64
  /// The number of names of the file (`st_nlink`).
  package var linkCount: Int
  /// The time of the last modification, in seconds since 1970.
  package var modifiedSeconds: Int
  /// The fraction of a second of the last modification, in nanoseconds.
  package var modifiedNanoseconds: Int
  /// The time of the last change of the file or its status (`st_ctime`), in seconds since 1970. It cannot be set, so that
  /// a restored or copied file has another one.
  package var changedSeconds: Int
  /// The fraction of a second of the last change, in nanoseconds.
  package var changedNanoseconds: Int
  /// Whether the effective user of this process owns the file.
  package var isOwnedByUser: Bool
  /// Whether the user with all rights (root) owns the file.
  package var isOwnedByRoot: Bool
  /// The permissions of owner, group and others (the lowest nine bits of `st_mode`).
  package var permissions: UInt16
  /// Whether any user may write to it (`S_IWOTH`).
  package var isWritableByAll: Bool
  /// Whether only owners may rename and remove files in this folder (`S_ISVTX`).
  package var isSticky: Bool

  /// Reads the status of the file at `path`.
  ///
  /// - Parameter followsLinks: If false, the status is that of a symbolic link itself.
  package init(of path: FilePath, followsLinks: Bool = true) throws(SystemError) {
    if let scope = path.scope {
      self = try scope.status(path, followsLinks: followsLinks)
      return
    }
    var status = stat()
    guard path.withCString({ followsLinks ? stat($0, &status) : lstat($0, &status) }) == 0 else { throw .last }
    self.init(status)
  }

  /// Reads the status of an entry of an open folder; a link is not followed.
  init(of name: FilePath, in folder: FileDescriptor) throws(SystemError) {
    var status = stat()
    guard name.withCString({ fstatat(folder.rawValue, $0, &status, AT_SYMLINK_NOFOLLOW) }) == 0 else { throw .last }
    self.init(status)
  }

  init(_ status: stat) {
    switch status.st_mode & S_IFMT {
    case S_IFREG: kind = .regular
    case S_IFDIR: kind = .folder
    case S_IFLNK: kind = .link
    case S_IFIFO: kind = .pipe
    case S_IFSOCK: kind = .socket
    default: kind = .device
    }
    size = Int(truncatingIfNeeded: status.st_size)
    device = UInt64(truncatingIfNeeded: status.st_dev)
    inode = UInt64(truncatingIfNeeded: status.st_ino)
    linkCount = Int(truncatingIfNeeded: status.st_nlink)
    #if canImport(Darwin)
      let (modified, changed) = (status.st_mtimespec, status.st_ctimespec)
    #elseif canImport(Glibc)
      let (modified, changed) = (status.st_mtim, status.st_ctim)
    #endif
    changedSeconds = changed.tv_sec
    changedNanoseconds = changed.tv_nsec
    modifiedSeconds = modified.tv_sec
    modifiedNanoseconds = modified.tv_nsec
    isOwnedByUser = status.st_uid == geteuid()
    isOwnedByRoot = status.st_uid == 0
    permissions = UInt16(truncatingIfNeeded: status.st_mode) & 0o777
    isWritableByAll = status.st_mode & S_IWOTH != 0
    isSticky = status.st_mode & S_ISVTX != 0
  }
}
