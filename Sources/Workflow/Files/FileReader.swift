package import Archives
package import Documents
package import Platform
import Vocabulary

/// The identity and state of a file when it was read. If two stamps are equal, the file has not changed.
package struct FileStamp: Equatable, Sendable {
  /// The number of the volume.
  package var device: UInt64
  /// The number of the file on its volume.
  package var inode: UInt64
  /// The size in bytes.
  package var size: Int
  /// The time of the last change of the content, in seconds since 1970.
  package var modifiedSeconds: Int
  /// The fraction of that second, in nanoseconds.
  package var modifiedNanoseconds: Int

  /// Takes the identity and state from what the system reports.
  package init(_ status: FileStatus) {
    device = status.device
    inode = status.inode
    size = status.size
    modifiedSeconds = status.modifiedSeconds
    modifiedNanoseconds = status.modifiedNanoseconds
  }
}

/// The reason why a file could not be read; `code` is the value of `errors[].code` in JSON.
package struct ReadingFault: Error, Sendable {
  /// The value of `errors[].code` in JSON.
  package var code: String
  /// Completes "FILE: …".
  package var message: String
  /// What to do; `nil` if nothing helps.
  package var hint: String?

  /// There is no such file.
  package static let notFound = "notFound"
  /// The system denies reading, or reading failed.
  package static let notReadable = "notReadable"
  /// A folder, a pipe, a socket or a device.
  package static let notARegularFile = "notARegularFile"
  static let tooLarge = "tooLarge"
  /// The file has no bytes.
  package static let empty = "empty"

  /// Creates a fault with one of the codes above, or the code of a `DecodingFault`.
  package init(_ code: String, _ message: String, hint: String? = nil) {
    self.code = code
    self.message = message
    self.hint = hint
  }
}

extension InputError {
  /// The error of a file that could not be read.
  package init(_ fault: ReadingFault, path: String) {
    self.init(path: path, code: fault.code, message: fault.message, hint: fault.hint)
  }
}

/// Reads complete files, up to a size limit.
package enum FileReader {
  /// The default size limit of an input, in bytes.
  package static let defaultLimit = 64 << 20

  /// Opens a regular file.
  ///
  /// The file is opened without blocking (a pipe would wait for its other end), and its kind is checked afterwards,
  /// because the name may refer to another file by then. It is read and not mapped: truncating a mapped file causes a
  /// signal.
  package static func open(_ path: FilePath, followLinks: Bool = true) throws(ReadingFault) -> OpenFile {
    var options: FileDescriptor.Options = [.nonBlocking, .noControllingTerminal]
    if !followLinks { options.insert(.noFollow) }
    let descriptor: FileDescriptor
    do { descriptor = try FileDescriptor(opening: path, options) } catch { throw openingFault(error, path) }
    let status: FileStatus
    do { status = try descriptor.status() } catch {
      try? descriptor.close()
      throw openingFault(error, path)
    }
    // From here on, the object closes the descriptor.
    let file = OpenFile(descriptor, FileStamp(status))
    guard status.kind == .regular else { throw kindFault(status.kind, path) }
    return file
  }

  /// Returns a file that was opened in a folder, which is closed with the object.
  static func file(_ opened: ContainedFolder.Opened) -> OpenFile {
    OpenFile(opened.descriptor, FileStamp(opened.status))
  }

  /// Returns the bytes of a regular file of at most `limit` bytes.
  package static func read(_ path: FilePath, limit: Int) throws(ReadingFault) -> [UInt8] {
    try open(path).bytes(limit: limit)
  }

  /// Returns the bytes of an open file from its current offset to its end.
  fileprivate static func read(_ descriptor: FileDescriptor, expecting size: Int, limit: Int) throws(ReadingFault)
    -> [UInt8]
  {
    if size > limit { throw tooLarge(limit) }
    let bytes = try drain(descriptor, expecting: size, limit: limit, waits: false)
    if bytes.isEmpty {
      throw ReadingFault(
        ReadingFault.empty, "is empty",
        hint: "The report may never have been written, for example because the disk was full.")
    }
    return bytes
  }

  /// Returns all of standard input, at most `limit` bytes.
  package static func readStandardInput(limit: Int) throws(ReadingFault) -> [UInt8] {
    let bytes = try BlockingCalls.during { () throws(ReadingFault) in
      try drain(.standardInput, expecting: 1 << 16, limit: limit, waits: true)
    }
    if bytes.isEmpty {
      throw ReadingFault(ReadingFault.empty, "is empty", hint: "Pipe a report into it: pbpaste | diagnose -")
    }
    return bytes
  }

  /// Reads to the end. A file of the kernel may have no data yet, like a pipe; only for standard input does this wait.
  private static func drain(
    _ descriptor: FileDescriptor, expecting size: Int, limit: Int, waits: Bool
  ) throws(ReadingFault) -> [UInt8] {
    let bytes: [UInt8]?
    do { bytes = try descriptor.bytesToEnd(expecting: size, limit: limit, waits: waits) } catch {
      throw ReadingFault(ReadingFault.notReadable, "cannot be read (\(StandardStreams.reason(error)))")
    }
    guard let bytes else { throw tooLarge(limit) }
    return bytes
  }

  private static func tooLarge(_ limit: Int) -> ReadingFault {
    let size = limit % (1 << 20) == 0 ? "\(limit >> 20) MB" : "\(limit) bytes"
    return ReadingFault(ReadingFault.tooLarge, "larger than \(size) (--max-size)")
  }

  static func kindFault(_ kind: FileStatus.Kind, _ path: FilePath) -> ReadingFault {
    let shown = Terminal.quotedFileName(path.text)
    switch kind {
    case .folder:
      return ReadingFault(ReadingFault.notARegularFile, "is a folder; a file is expected")
    case .pipe:
      return ReadingFault(
        ReadingFault.notARegularFile, "is a pipe, not a file", hint: "Use standard input: diagnose - < \(shown)")
    case .socket: return ReadingFault(ReadingFault.notARegularFile, "is a socket, not a file")
    default:
      return ReadingFault(
        ReadingFault.notARegularFile, "is a device, not a file", hint: "Only regular files are read.")
    }
  }

  static func openingFault(_ error: SystemError, _ path: FilePath) -> ReadingFault {
    switch error {
    case .noSuchFile: return ReadingFault(ReadingFault.notFound, "file not found")
    case .notAFolder:
      return ReadingFault(ReadingFault.notFound, "file not found: a component of its path is not a folder")
    case .permissionDenied, .notPermitted:
      return ReadingFault(ReadingFault.notReadable, "permission denied", hint: permissionHint)
    case .tooManyLinks:
      return ReadingFault(ReadingFault.notReadable, "is a symbolic link, which is not followed here")
    case .nameTooLong: return ReadingFault(ReadingFault.notFound, "file not found: the name is too long")
    case .noSuchDevice: return ReadingFault(ReadingFault.notARegularFile, "is a socket or device, not a file")
    case .tooManyOpenFiles, .tooManyOpenFilesInSystem:
      return ReadingFault(ReadingFault.notReadable, "cannot be opened: too many open files")
    default: return ReadingFault(ReadingFault.notReadable, "cannot be opened (\(StandardStreams.reason(error)))")
    }
  }

  private static var permissionHint: String {
    switch OperatingSystem.current {
    case .macOS:
      "Check its permissions; for system reports, give your terminal Full Disk Access in System Settings."
    case .linux: "Check its owner and permissions with ls -l."
    }
  }
}

/// A file that is open for reading until the object is released.
package final class OpenFile: Sendable {
  /// The stamp of the file when it was opened.
  package let stamp: FileStamp
  private let descriptor: FileDescriptor

  fileprivate init(_ descriptor: FileDescriptor, _ stamp: FileStamp) {
    self.descriptor = descriptor
    self.stamp = stamp
  }

  deinit { try? descriptor.close() }

  /// Returns the contents. Throws if the file is larger than `limit` bytes.
  package func bytes(limit: Int) throws(ReadingFault) -> [UInt8] {
    try FileReader.read(descriptor, expecting: stamp.size, limit: limit)
  }

  /// Returns up to `count` bytes from `offset`; fewer if the file ends or cannot be read.
  package func read(at offset: Int, _ count: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    while bytes.count < count {
      let wanted = count - bytes.count
      let start = offset + bytes.count
      let part = [UInt8](unsafeUninitializedCapacity: wanted) { buffer, got in
        got = (try? descriptor.read(into: UnsafeMutableRawBufferPointer(buffer), at: start)) ?? 0
      }
      if part.isEmpty { break }
      if bytes.isEmpty { bytes = part } else { bytes += part }
    }
    return bytes
  }

  /// The maximum size of a file that is read before it is known not to be an archive, in bytes.
  private static let smallSize = 1 << 18

  /// Returns the first bytes, by which archives are recognized. A small file is read at once, into `content`.
  package func head(_ content: inout [UInt8]?, limit: Int) -> [UInt8] {
    guard stamp.size > 0, stamp.size <= min(limit, Self.smallSize) else { return read(at: 0, Archive.headSize) }
    // One byte more than expected shows whether the file has grown.
    let bytes = read(at: 0, stamp.size + 1)
    if bytes.count == stamp.size { content = bytes }
    return bytes.count > Archive.headSize ? Array(bytes[..<Archive.headSize]) : bytes
  }

  /// The file as a source for archives, which are read in parts.
  package var source: ByteSource { ByteSource(count: stamp.size) { self.read(at: $0, $1) } }
}
