package import DebugInfo
package import Platform
import Vocabulary

/// The reason why a symbol file cannot be opened.
package struct OpeningFault: Error, Equatable, Sendable {
  /// A phrase that completes "FILE: …", without a period: `no such file`.
  package var explanation: String

  /// Creates a fault whose `explanation` completes "FILE: …".
  package init(explanation: String) { self.explanation = explanation }

  /// Creates a fault that describes a system error.
  init(_ error: SystemError) {
    explanation =
      switch error {
      case .noSuchFile, .notAFolder: "no such file"
      case .permissionDenied, .notPermitted: "permission denied"
      case .tooManyOpenFiles, .tooManyOpenFilesInSystem: "cannot be opened: too many open files"
      case .noSuchDevice: Self.notRegular.explanation
      default: "cannot be read (\(error.description))"
      }
  }

  static let notFound = OpeningFault(.noSuchFile)
  static let notRegular = OpeningFault(explanation: "not a regular file")
}

/// Opens symbol files safely: only regular files, without blocking, and without crashing if a mapped file is truncated.
package enum MappedFile {
  /// The minimum size of a mapped file in bytes. Smaller files are read, which costs less than a mapping, and they
  /// cannot change afterwards.
  package static let smallestMapping = 64 << 10

  /// Opens a regular file.
  ///
  /// A large file is mapped read-only, so only the pages that are used are read. If it is truncated while mapped, the
  /// removed bytes read as zeros (`MappingGuard`).
  package static func open(_ path: FilePath) throws(OpeningFault) -> FileBytes {
    try openDated(path).bytes
  }

  /// Opens a regular file and returns its modification time in seconds since 1970, too.
  package static func openDated(_ path: FilePath) throws(OpeningFault) -> (bytes: FileBytes, modified: UInt64) {
    let (file, status) = try openRegular(path)
    defer { try? file.close() }
    return (try bytes(of: file, size: status.size), UInt64(clamping: status.modifiedSeconds))
  }

  /// Opens a symbol file: one that begins with the magic number of Mach-O, of a universal file or of ELF, or like a
  /// Breakpad symbol file. `nil` for any other file, after one small read.
  package static func openMachO(_ path: FilePath) throws(OpeningFault) -> FileBytes? {
    let (file, status) = try openRegular(path)
    defer { try? file.close() }
    guard let first = try? file.bytes(at: 0, count: 8), isMachO(head: first) else { return nil }
    return try bytes(of: file, size: status.size)
  }

  /// Returns true if the first bytes of a file are those of a symbol file (`ImageFile`).
  static func isMachO(head: [UInt8]) -> Bool { ImageFile.begins(head) }

  private static func openRegular(_ path: FilePath) throws(OpeningFault) -> (file: FileDescriptor, status: FileStatus) {
    let file: FileDescriptor
    // Non-blocking, because opening a pipe would wait for its other end, and the type is only known after opening.
    do { file = try FileDescriptor(opening: path, [.nonBlocking, .noControllingTerminal]) } catch {
      throw OpeningFault(error)
    }
    do {
      let status = try file.status()
      if status.kind == .regular { return (file, status) }
    } catch {
      try? file.close()
      throw OpeningFault(error)
    }
    try? file.close()
    throw OpeningFault.notRegular
  }

  private static func bytes(of file: FileDescriptor, size: Int) throws(OpeningFault) -> FileBytes {
    guard size >= smallestMapping else { return FileBytes(try read(file, size: size)) }
    do {
      let memory = try MappedMemory(file, count: size)
      return FileBytes(unsafeBytes: memory.bytes) { memory.unmap() }
    } catch {
      if case .system(let error) = error { throw OpeningFault(error) }
      guard size <= maxReadSize else { throw OpeningFault(explanation: "too many open files to map it") }
      return FileBytes(try read(file, size: size))
    }
  }

  /// The maximum size in bytes of a file that is read into memory because no more files can be mapped.
  private static let maxReadSize = 256 << 20

  /// Returns the content of the file, at most `size` bytes.
  private static func read(_ file: FileDescriptor, size: Int) throws(OpeningFault) -> [UInt8] {
    do { return try file.bytes(at: 0, count: size) } catch { throw OpeningFault(error) }
  }
}
