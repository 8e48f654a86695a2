/// A copy of sections, one after another, in which references between sections are offsets as in a file.
///
/// Readers of debug information use offsets in the bytes of one file. Sections that are compressed, or in other files
/// (`.dwo`), are therefore copied into one piece of memory. Everything else is read where it is.
struct ContentCopy: ~Copyable {
  private var sink: ByteSink
  private(set) var faults: [ELFFault] = []
  /// The size of the files from which sections are copied, in bytes.
  private var fileSize: Int
  /// The maximum size of the copy in bytes, which depends on the size of the files.
  private(set) var limit: Int

  /// Creates an empty copy.
  /// - Parameters:
  ///   - capacity: The expected size in bytes.
  ///   - fileSize: The size of the first file in bytes.
  ///   - limit: The maximum size in bytes until another file is allowed; `nil` for the limit of the file.
  init(capacity: Int, fileSize: Int, limit: Int? = nil) {
    sink = ByteSink(capacity: capacity)
    self.fileSize = fileSize
    self.limit = limit ?? ELFContent.Limits.total(ofFiles: fileSize)
    // Offset 0 means that there is no string.
    append([0])
  }

  /// Raises the limit because sections of another file will be copied.
  mutating func allow(fileOf size: Int) {
    let (sum, overflow) = fileSize.addingReportingOverflow(size)
    fileSize = overflow ? .max : sum
    limit = ELFContent.Limits.total(ofFiles: fileSize)
  }

  /// Returns true if content of `size` bytes and the zero after it can be added.
  private func hasRoom(for size: UInt64) -> Bool { size < UInt64(max(0, limit - sink.count)) }

  private var isFull: ELFFault { ELFFault("its sections unpack to more than \(limit >> 20) MB", at: 0) }

  private mutating func append(_ bytes: [UInt8]) { bytes.withUnsafeBytes { sink.append($0) } }

  /// Notes a fault; a few are enough to describe the damage.
  mutating func note(_ fault: ELFFault) {
    if faults.count < 20 { faults.append(fault) }
  }

  /// Copies a section of `file`, decompressed; returns its range in the copy, empty if the file does not have it, or if
  /// it cannot be unpacked.
  mutating func add(_ name: String, of file: ELFFile) -> Range<Int> {
    do throws(ELFFault) {
      guard let content = try ELFContent.find(name, in: file) else { return 0..<0 }
      // The size is a number of the file, up to the largest one.
      guard hasRoom(for: content.size) else { throw isFull }
      if content.compression == .none { return add(content.range, of: file.bytes) }
      let bytes = try content.decompressed(file.bytes, name: name)
      let start = sink.count
      append(bytes)
      append([0])
      return start..<(start + bytes.count)
    } catch {
      note(error)
      return 0..<0
    }
  }

  /// Copies a range of `bytes`, and a zero, which ends a string that the range cuts off.
  mutating func add(_ range: Range<Int>, of bytes: FileBytes) -> Range<Int> {
    let range = range.clamped(to: bytes.range)
    if range.isEmpty { return 0..<0 }
    guard hasRoom(for: UInt64(range.count)) else {
      note(isFull)
      return 0..<0
    }
    let start = sink.count
    bytes.span.extracting(range).withUnsafeBytes { sink.append($0) }
    append([0])
    return start..<(start + range.count)
  }

  consuming func finish() -> FileBytes { sink.finish() }
}
