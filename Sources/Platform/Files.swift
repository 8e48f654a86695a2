#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#endif

/// Operations on files and folders by path.
package enum Files {
  /// Returns whether a file exists at `path`; links are followed.
  package static func exists(_ path: FilePath) -> Bool {
    if let scope = path.scope { return scope.contains(path) }
    return path.withCString { access($0, F_OK) } == 0
  }

  /// Creates a folder.
  ///
  /// - Parameter mode: Its permissions, before the user's mask is applied (umask(2)).
  package static func createFolder(_ path: FilePath, mode: UInt16) throws(SystemError) {
    guard path.withCString({ mkdir($0, mode_t(mode)) }) == 0 else { throw .last }
  }

  /// Removes a file or a link.
  package static func remove(_ path: FilePath) throws(SystemError) {
    guard path.withCString({ unlink($0) }) == 0 else { throw .last }
  }

  /// Renames a file, replacing an existing file at `target`.
  package static func rename(_ path: FilePath, to target: FilePath) throws(SystemError) {
    guard path.withCString({ from in target.withCString { systemRename(from, $0) } }) == 0 else { throw .last }
  }

  /// Sets the access and modification times of a file to now.
  package static func touch(_ path: FilePath) throws(SystemError) {
    guard path.withCString({ utimes($0, nil) }) == 0 else { throw .last }
  }

  /// Returns the absolute path with links resolved; `nil` if nothing exists at `path`, or in its scope. The scope of the
  /// path is that of the result, too.
  package static func resolved(_ path: FilePath) -> FilePath? {
    guard let real = path.withCString({ realpath($0, nil) }) else { return nil }
    defer { free(real) }
    let bytes = UnsafeBufferPointer(start: real, count: strlen(real)).map { UInt8(bitPattern: $0) }
    guard let scope = path.scope else { return FilePath(bytes: bytes) }
    return scope.contains(path) ? path.replaced(by: bytes) : nil
  }
}

/// The same operations relative to an open folder: replacing the folder by a link does not redirect them.
extension FileDescriptor {
  /// Creates a folder in this one.
  package func createFolder(_ name: String, mode: UInt16) throws(SystemError) {
    guard mkdirat(rawValue, name, mode_t(mode)) == 0 else { throw .last }
  }

  /// Removes a file of this folder.
  package func remove(_ name: String) throws(SystemError) {
    guard unlinkat(rawValue, name, 0) == 0 else { throw .last }
  }

  /// Renames a file within this folder, replacing an existing file of the name `target`.
  package func rename(_ name: String, to target: String) throws(SystemError) {
    guard renameat(rawValue, name, rawValue, target) == 0 else { throw .last }
  }
}

/// Calls rename(2), which the method of the same name hides.
private func systemRename(_ path: UnsafePointer<CChar>, _ target: UnsafePointer<CChar>) -> Int32 {
  rename(path, target)
}
