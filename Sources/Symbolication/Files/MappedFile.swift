package import DebugInfo
package import Vocabulary

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Why a symbol file could not be opened; completes "FILE: …".
package struct OpeningFault: Error, Equatable, Sendable {
  package var explanation: String

  package init(explanation: String) { self.explanation = explanation }

  /// - Parameter number: an error of the system (`errno`).
  init(number: Int32) {
    explanation =
      switch number {
      case ENOENT, ENOTDIR: "no such file"
      case EACCES, EPERM: "no permission to read it"
      case EMFILE, ENFILE: "cannot be opened: too many open files"
      case ENXIO: Self.notRegular.explanation
      default: "cannot be read (\(String(cString: strerror(number))))"
      }
  }

  static let notFound = OpeningFault(number: ENOENT)
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
    let (descriptor, status, size) = try descriptor(of: path)
    defer { close(descriptor) }
    #if canImport(Darwin)
      let modified = status.st_mtimespec.tv_sec
    #else
      let modified = status.st_mtim.tv_sec
    #endif
    return (try bytes(of: descriptor, size: size), UInt64(clamping: modified))
  }

  /// The bytes of a file that begins like a Mach-O file; `nil`, after one small read, for any other.
  package static func openMachO(_ path: FilePath) throws(OpeningFault) -> FileBytes? {
    let (descriptor, _, size) = try descriptor(of: path)
    defer { close(descriptor) }
    var first: UInt32 = 0
    let count = withUnsafeMutableBytes(of: &first) { pread(descriptor, $0.baseAddress, 4, 0) }
    guard count == 4, magics.contains(first.littleEndian) else { return nil }
    return try bytes(of: descriptor, size: size)
  }

  /// `MH_MAGIC`, `MH_MAGIC_64`, and the first bytes of a universal file, read as little-endian.
  private static let magics: [UInt32] = [0xFEED_FACE, 0xFEED_FACF, 0xBEBA_FECA, 0xBFBA_FECA]

  private static func descriptor(of path: FilePath) throws(OpeningFault) -> (
    descriptor: Int32, status: stat, size: Int
  ) {
    // A pipe would wait for its other end; what the file is can be asked only once it is open.
    let descriptor = path.withCString { systemOpen($0, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY) }
    guard descriptor >= 0 else { throw OpeningFault(number: errno) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else {
      let number = errno
      close(descriptor)
      throw OpeningFault(number: number)
    }
    guard status.st_mode & S_IFMT == S_IFREG, let size = Int(exactly: status.st_size) else {
      close(descriptor)
      throw OpeningFault.notRegular
    }
    return (descriptor, status, size)
  }

  private static func bytes(of descriptor: Int32, size: Int) throws(OpeningFault) -> FileBytes {
    guard size >= smallestMapping else { return FileBytes(try read(descriptor, size: size)) }
    let base = mmap(nil, size, PROT_READ, MAP_PRIVATE, descriptor, 0)
    guard let base, base != MAP_FAILED else { throw OpeningFault(number: errno) }
    guard let slot = MappingGuard.register(base, count: size) else {
      munmap(base, size)
      guard size <= largestRead else { throw OpeningFault(explanation: "too many files are open to map it") }
      return FileBytes(try read(descriptor, size: size))
    }
    let address = UInt(bitPattern: base)
    return FileBytes(unsafeBytes: UnsafeRawBufferPointer(start: base, count: size)) {
      MappingGuard.unregister(slot)
      munmap(UnsafeMutableRawPointer(bitPattern: address), size)
    }
  }

  /// Read into memory where the table of mappings is full.
  private static let largestRead = 256 << 20

  /// What the file has, at most `size` bytes.
  private static func read(_ descriptor: Int32, size: Int) throws(OpeningFault) -> [UInt8] {
    var problem: Int32 = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
      while count < size {
        let got = pread(descriptor, buffer.baseAddress.map { $0 + count }, size - count, off_t(count))
        if got > 0 {
          count += got
        } else if got == 0 {
          return
        } else if errno != EINTR {
          problem = errno
          return
        }
      }
    }
    if problem != 0 { throw OpeningFault(number: problem) }
    return bytes
  }
}

/// `open` of the system, which the method of the same name hides.
private func systemOpen(_ path: UnsafePointer<CChar>, _ flags: Int32) -> Int32 { open(path, flags) }
