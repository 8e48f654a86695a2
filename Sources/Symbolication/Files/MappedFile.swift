package import DebugInfo
package import Platform
import Vocabulary

/// Why a symbol file could not be opened; completes "FILE: …".
package struct OpeningFault: Error, Equatable, Sendable {
  /// Phrase without a full stop, as `no such file`.
  package var explanation: String

  /// Creates a fault whose `explanation` completes "FILE: …".
  package init(explanation: String) { self.explanation = explanation }

  /// In the words for the user.
  init(_ error: SystemError) {
    explanation =
      switch error {
      case .noSuchFile, .notAFolder: "no such file"
      case .permissionDenied, .notPermitted: "no permission to read it"
      case .tooManyOpenFiles, .tooManyOpenFilesInSystem: "cannot be opened: too many open files"
      case .noSuchDevice: Self.notRegular.explanation
      default: "cannot be read (\(error.description))"
      }
  }

  static let notFound = OpeningFault(.noSuchFile)
  static let notRegular = OpeningFault(explanation: "is no regular file")
}

/// Opens symbol files without trusting them: only regular files, never waiting, and never dying with them.
package enum MappedFile {
  /// Smaller files are read: that costs less than a mapping, and nothing can happen to them afterwards.
  package static let smallestMapping = 64 << 10

  /// The bytes of a regular file.
  ///
  /// A larger one is mapped, read-only: only the pages that are looked at are read. If it is cut short while mapped, the
  /// bytes that are gone read as zeros (`MappingGuard`).
  package static func open(_ path: FilePath) throws(OpeningFault) -> FileBytes {
    try openDated(path).bytes
  }

  /// As `open`, with the time at which the file was changed, in seconds since 1970.
  package static func openDated(_ path: FilePath) throws(OpeningFault) -> (bytes: FileBytes, modified: UInt64) {
    let (file, status) = try openRegular(path)
    defer { try? file.close() }
    return (try bytes(of: file, size: status.size), UInt64(clamping: status.modifiedSeconds))
  }

  /// The bytes of a file that begins like a Mach-O file; `nil`, after one small read, for any other.
  package static func openMachO(_ path: FilePath) throws(OpeningFault) -> FileBytes? {
    let (file, status) = try openRegular(path)
    defer { try? file.close() }
    guard let first = try? file.bytes(at: 0, count: 4), first.count == 4,
      magics.contains(first.reduce(0) { $0 << 8 | UInt32($1) }.byteSwapped)
    else { return nil }
    return try bytes(of: file, size: status.size)
  }

  /// `MH_MAGIC`, `MH_MAGIC_64`, and the first bytes of a universal file, read as little-endian.
  private static let magics: [UInt32] = [0xFEED_FACE, 0xFEED_FACF, 0xBEBA_FECA, 0xBFBA_FECA]

  private static func openRegular(_ path: FilePath) throws(OpeningFault) -> (file: FileDescriptor, status: FileStatus) {
    let file: FileDescriptor
    // A pipe would wait for its other end; what the file is can be asked only once it is open.
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
      guard size <= largestRead else { throw OpeningFault(explanation: "too many files are open to map it") }
      return FileBytes(try read(file, size: size))
    }
  }

  /// Read into memory where the table of mappings is full.
  private static let largestRead = 256 << 20

  /// What the file has, at most `size` bytes.
  private static func read(_ file: FileDescriptor, size: Int) throws(OpeningFault) -> [UInt8] {
    do { return try file.bytes(at: 0, count: size) } catch { throw OpeningFault(error) }
  }
}
