#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A file that is written whole or not at all.
enum OutputFile {
  /// Puts text or bytes at `path`: into a new file beside it, then over it. What is no regular file (`/dev/stderr`, a named
  /// pipe) is written to directly.
  static func write(_ text: String, to path: String) throws(OutputFault) { try write(Array(text.utf8), to: path) }

  static func write(_ bytes: [UInt8], to path: String) throws(OutputFault) {
    var status = stat()
    if stat(path, &status) == 0, status.st_mode & S_IFMT != S_IFREG {
      return try fill(path, bytes, flags: O_WRONLY | O_CLOEXEC | O_NOCTTY)
    }
    let slash = path.lastIndex(of: "/")
    let folder = slash.map { String(path[...$0]) } ?? ""
    let name = slash.map { String(path[path.index(after: $0)...]) } ?? path
    let neighbour = folder + ".\(name.prefix(80)).diagnose-\(getpid())"
    do {
      try fill(neighbour, bytes, flags: O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC)
    } catch {
      unlink(neighbour)
      guard case .failed(_, let reason) = error else { throw error }
      throw .failed(target: path, reason: reason)
    }
    guard rename(neighbour, path) == 0 else {
      let number = errno
      unlink(neighbour)
      throw .failed(target: path, reason: StandardStreams.reason(number))
    }
    // The new name is safe only when the folder is.
    let descriptor = open(folder.isEmpty ? "." : folder, O_RDONLY | O_CLOEXEC)
    if descriptor >= 0 {
      fsync(descriptor)
      close(descriptor)
    }
  }

  private static func fill(_ path: String, _ bytes: [UInt8], flags: Int32) throws(OutputFault) {
    let descriptor = open(path, flags, 0o666)
    guard descriptor >= 0 else { throw .failed(target: path, reason: StandardStreams.reason(errno)) }
    var number = StandardStreams.write(bytes, to: descriptor)
    if number == 0, flags & O_CREAT != 0, fsync(descriptor) != 0 { number = errno }
    if close(descriptor) != 0, number == 0 { number = errno }
    if number != 0 { throw .failed(target: path, reason: StandardStreams.reason(number)) }
  }
}
