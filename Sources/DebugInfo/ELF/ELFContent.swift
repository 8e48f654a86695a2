import Archives

/// The content of a section, which may be compressed.
struct ELFContent {
  /// The file range of the content, without the header that states how it is compressed.
  var range: Range<Int>
  var compression: Compression
  /// The size of the content in bytes after it is decompressed.
  var size: UInt64

  enum Compression: Sendable {
    case none
    /// A zlib stream (`ELFCOMPRESS_ZLIB`, and sections of old tools whose names begin with `.zdebug_`).
    case zlib
    /// Zstandard frames (`ELFCOMPRESS_ZSTD`).
    case zstd
  }

  /// Finds the section with this name, such as `.debug_info`, or its form of old tools, `.zdebug_info`; `nil` if the file
  /// has neither, or if it has no content.
  /// - Throws: A fault if the section is compressed in an unknown way.
  static func find(_ name: String, in file: ELFFile) throws(ELFFault) -> ELFContent? {
    if let section = file.section(name), !section.fileRange.isEmpty {
      return section.isCompressed
        ? try compressed(section, file)
        : ELFContent(range: section.fileRange, compression: .none, size: UInt64(section.fileRange.count))
    }
    guard name.hasPrefix(".debug_"), let old = file.section(".z" + name.dropFirst()), !old.fileRange.isEmpty else {
      return nil
    }
    return try oldCompressed(old, file)
  }

  /// Reads `Elf32_Chdr`, `Elf64_Chdr`.
  private static func compressed(_ section: ELFSection, _ file: ELFFile) throws(ELFFault) -> ELFContent {
    var cursor = ByteCursor(file.bytes.span, section.fileRange)
    let type = cursor.u32()
    if file.is64Bit { cursor.skip(4) }
    let size = cursor.unsigned(size: file.is64Bit ? 8 : 4)
    cursor.skip(file.is64Bit ? 8 : 4)
    guard !cursor.isOverrun else {
      throw ELFFault("\(section.name) ends in its compression header", at: section.fileRange.lowerBound)
    }
    let compression: Compression
    switch type {
    case 1: compression = .zlib
    case 2: compression = .zstd
    default: throw ELFFault("\(section.name) has an unknown compression (\(type))", at: section.fileRange.lowerBound)
    }
    return ELFContent(
      range: cursor.position..<section.fileRange.upperBound, compression: compression, size: size)
  }

  /// Reads the header of the old form: `ZLIB` and the size, big-endian.
  private static func oldCompressed(_ section: ELFSection, _ file: ELFFile) throws(ELFFault) -> ELFContent {
    var cursor = ByteCursor(file.bytes.span, section.fileRange)
    let magic = cursor.u32()
    let size = cursor.u64().byteSwapped
    guard !cursor.isOverrun, magic == 0x4249_4C5A else {
      throw ELFFault("\(section.name) does not begin with ZLIB", at: section.fileRange.lowerBound)
    }
    return ELFContent(range: cursor.position..<section.fileRange.upperBound, compression: .zlib, size: size)
  }

  /// The limits against sections that unpack to much more than they are. Real debug information is compressed to a fifth.
  enum Limits {
    /// The number of bytes that any section may unpack to.
    static let free = 16 << 20
    /// The maximum ratio of the sizes for a larger section.
    static let ratio = 200
    /// The maximum size of all content that is copied, in bytes. Offsets of strings have 32 bits.
    static let total = 2 << 30
    /// The number of bytes that all sections of any files may unpack to.
    static let freeTotal = 64 << 20
    /// The maximum ratio of the size of all content that is copied to that of its files, if it is larger. Of the 276 debug
    /// files of Debian 12's C library, whose sections are compressed with zlib, the largest ratio is 13.
    static let totalRatio = 32

    /// Returns the maximum size of all content that is copied from files of `size` bytes, in bytes.
    static func total(ofFiles size: Int) -> Int {
      let (scaled, overflow) = size.multipliedReportingOverflow(by: totalRatio)
      return overflow ? total : min(total, max(freeTotal, scaled))
    }
  }

  /// True if the stated size is within the limits.
  var isAllowed: Bool {
    compression == .none
      || size <= UInt64(max(Limits.free, range.count &* Limits.ratio)) && size <= UInt64(Limits.total)
  }

  /// Returns the decompressed bytes. Throws if they are not as many as stated, or too many.
  /// - Parameter name: The name of the section, for messages.
  func decompressed(_ bytes: FileBytes, name: String) throws(ELFFault) -> [UInt8] {
    guard isAllowed else {
      throw ELFFault("\(name) would unpack to \(size) bytes, too many for its size", at: range.lowerBound)
    }
    let input = bytes.span.extracting(range).withUnsafeBytes { Array($0) }
    let limit = Int(clamping: size)
    let output: [UInt8]
    do throws(ArchiveFault) {
      switch compression {
      case .none: return input
      case .zlib: output = try Zlib.inflated(input, limit: limit)
      case .zstd: output = try Zstandard.decoded(input, limit: limit)
      }
    } catch {
      throw ELFFault("\(name) cannot be unpacked: \(error.message)", at: range.lowerBound)
    }
    guard output.count == limit else {
      throw ELFFault("\(name) unpacks to fewer bytes than its header states", at: range.lowerBound)
    }
    return output
  }
}
