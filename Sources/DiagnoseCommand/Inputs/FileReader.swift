import Archives
import Platform
import Vocabulary

/// What a file was when it was read; two equal ones mean that it has not changed since.
struct FileStamp: Equatable, Sendable {
  var device: UInt64
  var inode: UInt64
  var size: Int
  var modifiedSeconds: Int
  var modifiedNanoseconds: Int

  init(_ status: FileStatus) {
    device = status.device
    inode = status.inode
    size = status.size
    modifiedSeconds = status.modifiedSeconds
    modifiedNanoseconds = status.modifiedNanoseconds
  }
}

/// Why a file could not be read, in the words of the JSON output's `errors[].code`.
struct ReadingFault: Error, Sendable {
  var code: String
  var message: String
  var hint: String?

  static let notFound = "notFound"
  static let notReadable = "notReadable"
  static let notARegularFile = "notARegularFile"
  static let tooLarge = "tooLarge"
  static let empty = "empty"

  init(_ code: String, _ message: String, hint: String? = nil) {
    self.code = code
    self.message = message
    self.hint = hint
  }
}

/// Reads whole files, with limits.
enum FileReader {
  /// Largest input read unless the user says otherwise.
  static let defaultLimit = 64 << 20

  /// Opens a regular file.
  ///
  /// The file is opened without waiting (a pipe would wait for its other end) and asked what it is only then, because
  /// the name may come to mean another file in between. It is read, not mapped: a mapped file that is cut is a signal.
  static func open(_ path: FilePath, followLinks: Bool = true) throws(ReadingFault) -> OpenFile {
    var options: FileDescriptor.Options = [.nonBlocking, .noControllingTerminal]
    if !followLinks { options.insert(.noFollow) }
    let descriptor: FileDescriptor
    do { descriptor = try FileDescriptor(opening: path, options) } catch { throw openingFault(error, path) }
    let status: FileStatus
    do { status = try descriptor.status() } catch {
      try? descriptor.close()
      throw openingFault(error, path)
    }
    // From here on it is closed with the object.
    let file = OpenFile(descriptor, FileStamp(status))
    guard status.kind == .regular else { throw kindFault(status.kind, path) }
    return file
  }

  /// The bytes of a regular file of at most `limit` bytes.
  static func read(_ path: FilePath, limit: Int) throws(ReadingFault) -> [UInt8] { try open(path).bytes(limit: limit) }

  /// All of a file that was opened, from where it is on.
  fileprivate static func read(_ descriptor: FileDescriptor, expecting size: Int, limit: Int) throws(ReadingFault)
    -> [UInt8]
  {
    if size > limit { throw tooLarge(limit) }
    let bytes = try drain(descriptor, expecting: size, limit: limit, waits: false)
    if bytes.isEmpty {
      throw ReadingFault(
        ReadingFault.empty, "is empty", hint: "The report was never written, perhaps because the disk was full.")
    }
    return bytes
  }

  /// All of standard input, at most `limit` bytes.
  static func readStandardInput(limit: Int) throws(ReadingFault) -> [UInt8] {
    let bytes = try drain(.standardInput, expecting: 1 << 16, limit: limit, waits: true)
    if bytes.isEmpty {
      throw ReadingFault(ReadingFault.empty, "is empty", hint: "Pipe a report into it: pbpaste | diagnose -")
    }
    return bytes
  }

  /// A file of the kernel may have nothing yet, as a pipe does; only standard input is waited for.
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

  private static func kindFault(_ kind: FileStatus.Kind, _ path: FilePath) -> ReadingFault {
    let shown = Terminal.quotedFileName(path.text)
    switch kind {
    case .folder:
      return ReadingFault(ReadingFault.notARegularFile, "is a folder where a file was due")
    case .pipe:
      return ReadingFault(
        ReadingFault.notARegularFile, "is a pipe, not a file", hint: "Name it as standard input: diagnose - < \(shown)")
    case .socket: return ReadingFault(ReadingFault.notARegularFile, "is a socket, not a file")
    default:
      return ReadingFault(
        ReadingFault.notARegularFile, "is a device, not a file", hint: "Only regular files are read.")
    }
  }

  static func openingFault(_ error: SystemError, _ path: FilePath) -> ReadingFault {
    switch error {
    case .noSuchFile: return ReadingFault(ReadingFault.notFound, "no such file")
    case .notAFolder: return ReadingFault(ReadingFault.notFound, "no such file: a part of its path is not a folder")
    case .permissionDenied, .notPermitted:
      return ReadingFault(ReadingFault.notReadable, "no permission to read it", hint: permissionHint)
    case .tooManyLinks: return ReadingFault(ReadingFault.notReadable, "is a symbolic link that is not followed here")
    case .nameTooLong: return ReadingFault(ReadingFault.notFound, "no such file: the name is too long")
    case .noSuchDevice: return ReadingFault(ReadingFault.notARegularFile, "is a socket or device, not a file")
    case .tooManyOpenFiles, .tooManyOpenFilesInSystem:
      return ReadingFault(ReadingFault.notReadable, "cannot be opened: too many open files")
    default: return ReadingFault(ReadingFault.notReadable, "cannot be opened (\(StandardStreams.reason(error)))")
    }
  }

  private static var permissionHint: String {
    switch OperatingSystem.current {
    case .macOS:
      "Check its permissions; for reports of the system, allow your terminal Full Disk Access in System Settings."
    case .linux: "Check its owner and permissions with ls -l."
    }
  }
}

/// A file that is open for reading, until nobody has it any more.
final class OpenFile: Sendable {
  /// What it was when it was opened.
  let stamp: FileStamp
  private let descriptor: FileDescriptor

  fileprivate init(_ descriptor: FileDescriptor, _ stamp: FileStamp) {
    self.descriptor = descriptor
    self.stamp = stamp
  }

  deinit { try? descriptor.close() }

  /// All of it, if it is not larger than `limit` bytes.
  func bytes(limit: Int) throws(ReadingFault) -> [UInt8] {
    try FileReader.read(descriptor, expecting: stamp.size, limit: limit)
  }

  /// Up to `count` bytes from `offset` on; fewer where the file ends or cannot be read.
  func read(at offset: Int, _ count: Int) -> [UInt8] {
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

  /// The file as an archive is read: where it is needed, and in parts.
  var source: ByteSource { ByteSource(count: stamp.size) { self.read(at: $0, $1) } }
}
