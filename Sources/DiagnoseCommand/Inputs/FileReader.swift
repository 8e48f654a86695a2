import Archives
import Vocabulary

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// What a file was when it was read; two equal ones mean that it has not changed since.
struct FileStamp: Equatable, Sendable {
  var device: UInt64
  var inode: UInt64
  var size: Int
  var modifiedSeconds: Int
  var modifiedNanoseconds: Int

  init(_ status: stat) {
    device = UInt64(truncatingIfNeeded: status.st_dev)
    inode = UInt64(truncatingIfNeeded: status.st_ino)
    size = Int(truncatingIfNeeded: status.st_size)
    #if canImport(Darwin)
      modifiedSeconds = status.st_mtimespec.tv_sec
      modifiedNanoseconds = status.st_mtimespec.tv_nsec
    #else
      modifiedSeconds = status.st_mtim.tv_sec
      modifiedNanoseconds = status.st_mtim.tv_nsec
    #endif
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
    let flags = O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY | (followLinks ? 0 : O_NOFOLLOW)
    let descriptor = path.withCString { openDescriptor($0, flags) }
    guard descriptor >= 0 else { throw openingFault(errno, path) }
    var status = stat()
    let isKnown = fstat(descriptor, &status) == 0
    let number = errno
    // From here on it is closed with the object.
    let file = OpenFile(descriptor, FileStamp(status))
    guard isKnown else { throw openingFault(number, path) }
    guard status.st_mode & S_IFMT == S_IFREG else { throw kindFault(status.st_mode, path) }
    return file
  }

  private static func openDescriptor(_ path: UnsafePointer<CChar>, _ flags: Int32) -> Int32 {
    #if canImport(Darwin)
      Darwin.open(path, flags)
    #else
      Glibc.open(path, flags)
    #endif
  }

  /// The bytes of a regular file of at most `limit` bytes.
  static func read(_ path: FilePath, limit: Int) throws(ReadingFault) -> [UInt8] { try open(path).bytes(limit: limit) }

  /// All of a file that was opened, from where it is on.
  fileprivate static func read(_ descriptor: Int32, expecting size: Int, limit: Int) throws(ReadingFault) -> [UInt8] {
    if size > limit { throw tooLarge(limit) }
    let bytes = try drain(descriptor, expecting: size, limit: limit, isPatient: false)
    if bytes.isEmpty {
      throw ReadingFault(
        ReadingFault.empty, "is empty", hint: "The report was never written, perhaps because the disk was full.")
    }
    return bytes
  }

  /// All of standard input, at most `limit` bytes.
  static func readStandardInput(limit: Int) throws(ReadingFault) -> [UInt8] {
    let bytes = try drain(STDIN_FILENO, expecting: 1 << 16, limit: limit, isPatient: true)
    if bytes.isEmpty {
      throw ReadingFault(ReadingFault.empty, "is empty", hint: "Pipe a report into it: pbpaste | diagnose -")
    }
    return bytes
  }

  /// A file of the kernel may say that there is nothing yet, as a pipe does; only standard input is waited for.
  private static func drain(_ descriptor: Int32, expecting size: Int, limit: Int, isPatient: Bool) throws(ReadingFault)
    -> [UInt8]
  {
    var bytes: [UInt8] = []
    // One byte more than expected shows in the same call that the file has not grown.
    var room = min(size, limit) + 1
    while true {
      var problem: Int32 = 0
      let start = bytes.count
      if start > 0 { bytes.reserveCapacity(start + room) }
      let part = [UInt8](unsafeUninitializedCapacity: room) { buffer, count in
        let got = Self.read(descriptor, buffer)
        count = max(0, got)
        problem = got < 0 ? errno : 0
      }
      if problem == EINTR { continue }
      if problem == EAGAIN, isPatient {
        var wait = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        _ = poll(&wait, 1, 1000)
        continue
      }
      if problem != 0 {
        throw ReadingFault(ReadingFault.notReadable, "cannot be read (\(StandardStreams.reason(problem)))")
      }
      if part.isEmpty { return bytes }
      if start == 0 { bytes = part } else { bytes += part }
      if bytes.count > limit { throw tooLarge(limit) }
      room = min(1 << 20, limit - bytes.count + 1)
    }
  }

  private static func read(_ descriptor: Int32, _ buffer: UnsafeMutableBufferPointer<UInt8>) -> Int {
    #if canImport(Darwin)
      Darwin.read(descriptor, buffer.baseAddress, buffer.count)
    #else
      Glibc.read(descriptor, buffer.baseAddress, buffer.count)
    #endif
  }

  private static func tooLarge(_ limit: Int) -> ReadingFault {
    let size = limit % (1 << 20) == 0 ? "\(limit >> 20) MB" : "\(limit) bytes"
    return ReadingFault(ReadingFault.tooLarge, "larger than \(size) (--max-size)")
  }

  private static func kindFault(_ mode: mode_t, _ path: FilePath) -> ReadingFault {
    let shown = Terminal.quotedFileName(path.text)
    switch mode & S_IFMT {
    case S_IFDIR:
      return ReadingFault(ReadingFault.notARegularFile, "is a folder where a file was due")
    case S_IFIFO:
      return ReadingFault(
        ReadingFault.notARegularFile, "is a pipe, not a file", hint: "Name it as standard input: diagnose - < \(shown)")
    case S_IFSOCK: return ReadingFault(ReadingFault.notARegularFile, "is a socket, not a file")
    default:
      return ReadingFault(
        ReadingFault.notARegularFile, "is a device, not a file", hint: "Only regular files are read.")
    }
  }

  static func openingFault(_ number: Int32, _ path: FilePath) -> ReadingFault {
    switch number {
    case ENOENT: return ReadingFault(ReadingFault.notFound, "no such file")
    case ENOTDIR: return ReadingFault(ReadingFault.notFound, "no such file: a part of its path is not a folder")
    case EACCES, EPERM:
      return ReadingFault(ReadingFault.notReadable, "no permission to read it", hint: permissionHint)
    case ELOOP: return ReadingFault(ReadingFault.notReadable, "is a symbolic link that is not followed here")
    case ENAMETOOLONG: return ReadingFault(ReadingFault.notFound, "no such file: the name is too long")
    case ENXIO: return ReadingFault(ReadingFault.notARegularFile, "is a socket or device, not a file")
    case EMFILE, ENFILE: return ReadingFault(ReadingFault.notReadable, "cannot be opened: too many open files")
    default: return ReadingFault(ReadingFault.notReadable, "cannot be opened (\(StandardStreams.reason(number)))")
    }
  }

  private static var permissionHint: String {
    #if canImport(Darwin)
      "Check its permissions; for reports of the system, allow your terminal Full Disk Access in System Settings."
    #else
      "Check its owner and permissions with ls -l."
    #endif
  }
}

/// A file that is open for reading, until nobody has it any more.
final class OpenFile: Sendable {
  /// What it was when it was opened.
  let stamp: FileStamp
  private let descriptor: Int32

  fileprivate init(_ descriptor: Int32, _ stamp: FileStamp) {
    self.descriptor = descriptor
    self.stamp = stamp
  }

  deinit { close(descriptor) }

  /// All of it, if it is not larger than `limit` bytes.
  func bytes(limit: Int) throws(ReadingFault) -> [UInt8] {
    try FileReader.read(descriptor, expecting: stamp.size, limit: limit)
  }

  /// Up to `count` bytes from `offset` on; fewer where the file ends or cannot be read.
  func read(at offset: Int, _ count: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    while bytes.count < count {
      let wanted = count - bytes.count
      let place = off_t(offset + bytes.count)
      let part = [UInt8](unsafeUninitializedCapacity: wanted) { buffer, got in
        got = max(0, pread(descriptor, buffer.baseAddress, wanted, place))
      }
      if part.isEmpty { break }
      if bytes.isEmpty { bytes = part } else { bytes += part }
    }
    return bytes
  }

  /// The file as an archive is read: where it is needed, and in parts.
  var source: ByteSource { ByteSource(count: stamp.size) { self.read(at: $0, $1) } }
}
