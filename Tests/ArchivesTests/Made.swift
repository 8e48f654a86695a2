import CZlib

/// Archives written byte by byte according to the standards, independent of the reader.
enum Made {
  static let report = Array(#"{"app_name":"MyApp","bug_type":"309"}"#.utf8)

  static func text(_ count: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    var line = 0
    while bytes.count < count {
      bytes += Array("line \(line &* 2_654_435_761 % 1_000_003) of a made text\n".utf8)
      line += 1
    }
    return Array(bytes.prefix(count))
  }

  // MARK: - Compression

  /// Compresses with zlib's deflate; `windowBits` is −15 for a raw stream, 31 for gzip.
  static func deflated(_ bytes: [UInt8], windowBits: Int32 = -15) -> [UInt8] {
    var stream = z_stream()
    let size = Int32(MemoryLayout<z_stream>.size)
    guard
      deflateInit2_(&stream, 9, Z_DEFLATED, windowBits, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION, size) == Z_OK
    else { return [] }
    defer { deflateEnd(&stream) }
    var input = bytes
    let bound = Int(deflateBound(&stream, UInt(bytes.count))) + 64
    return input.withUnsafeMutableBufferPointer { source in
      [UInt8](unsafeUninitializedCapacity: bound) { target, count in
        stream.next_in = source.baseAddress
        stream.avail_in = UInt32(source.count)
        stream.next_out = target.baseAddress
        stream.avail_out = UInt32(bound)
        _ = deflate(&stream, Z_FINISH)
        count = bound - Int(stream.avail_out)
      }
    }
  }

  static func gzip(_ bytes: [UInt8]) -> [UInt8] { deflated(bytes, windowBits: 31) }

  static func checksum(_ bytes: [UInt8]) -> UInt32 {
    UInt32(truncatingIfNeeded: crc32(0, bytes, UInt32(bytes.count)))
  }

  static func little(_ value: UInt64, _ width: Int) -> [UInt8] {
    (0..<width).map { UInt8(truncatingIfNeeded: value >> (8 * UInt64($0))) }
  }

  // MARK: - Zip

  struct File {
    var name: [UInt8]
    var bytes: [UInt8]
    var method = 8
    var flags = 0
    var extra: [UInt8] = []
    /// The high half of the external attributes.
    var mode: UInt64 = 0o100644
    var isZip64 = false
    var checksum: UInt32?
    var stated: Int?

    init(_ name: String, _ bytes: [UInt8]) {
      self.name = Array(name.utf8)
      self.bytes = bytes
    }

    func with(_ change: (inout File) -> Void) -> File {
      var file = self
      change(&file)
      return file
    }
  }

  static func zip(_ files: [File], comment: [UInt8] = [], isZip64: Bool = false, lead: [UInt8] = []) -> [UInt8] {
    var body = lead
    var directory: [UInt8] = []
    for file in files {
      let data = file.method == 8 ? deflated(file.bytes) : file.bytes
      let sum = file.checksum ?? checksum(file.bytes)
      let size = file.stated ?? file.bytes.count
      let offset = body.count - lead.count
      let hasDescriptor = file.flags & 8 != 0
      let wide = file.isZip64
      func sizes(_ isLocal: Bool) -> [UInt8] {
        if isLocal, hasDescriptor { return little(0, 12) }
        return little(UInt64(sum), 4) + little(wide ? 0xFFFF_FFFF : UInt64(data.count), 4)
          + little(wide ? 0xFFFF_FFFF : UInt64(size), 4)
      }
      func extra(_ isLocal: Bool) -> [UInt8] {
        guard wide, !(isLocal && hasDescriptor) else { return file.extra }
        let values =
          little(UInt64(size), 8) + little(UInt64(data.count), 8) + (isLocal ? [] : little(UInt64(offset), 8))
        return little(1, 2) + little(UInt64(values.count), 2) + values + file.extra
      }
      let common = little(UInt64(file.flags), 2) + little(UInt64(file.method), 2) + little(0, 4)
      body += [0x50, 0x4B, 3, 4] + little(20, 2) + common + sizes(true)
      body += little(UInt64(file.name.count), 2) + little(UInt64(extra(true).count), 2) + file.name + extra(true) + data
      if hasDescriptor {
        body += [0x50, 0x4B, 7, 8] + little(UInt64(sum), 4)
        body += little(UInt64(data.count), wide ? 8 : 4) + little(UInt64(size), wide ? 8 : 4)
      }
      directory += [0x50, 0x4B, 1, 2] + little(3 << 8 | 20, 2) + little(20, 2) + common + sizes(false)
      directory += little(UInt64(file.name.count), 2) + little(UInt64(extra(false).count), 2) + little(0, 6)
      directory += little(file.mode << 16, 4) + little(wide ? 0xFFFF_FFFF : UInt64(offset), 4)
      directory += file.name + extra(false)
    }
    return body + end(directory, at: body.count - lead.count, files.count, comment, isZip64)
  }

  /// Returns the central directory and the records after it.
  static func end(_ directory: [UInt8], at offset: Int, _ count: Int, _ comment: [UInt8] = [], _ isZip64: Bool = false)
    -> [UInt8]
  {
    var result = directory
    if isZip64 {
      result += [0x50, 0x4B, 6, 6] + little(44, 8) + little(45, 2) + little(45, 2) + little(0, 8)
      result += little(UInt64(count), 8) + little(UInt64(count), 8) + little(UInt64(directory.count), 8)
      result += little(UInt64(offset), 8)
      result += [0x50, 0x4B, 6, 7] + little(0, 4) + little(UInt64(offset + directory.count), 8) + little(1, 4)
    }
    let number = isZip64 ? 0xFFFF : UInt64(count)
    result += [0x50, 0x4B, 5, 6] + little(0, 4) + little(number, 2) + little(number, 2)
    result += little(isZip64 ? 0xFFFF_FFFF : UInt64(directory.count), 4)
    result += little(isZip64 ? 0xFFFF_FFFF : UInt64(offset), 4)
    return result + little(UInt64(comment.count), 2) + comment
  }

  // MARK: - Tar

  static func header(
    _ name: String, _ count: Int, type: Character = "0", magic: String = "ustar\u{0}00", prefix: String = "",
    size: [UInt8]? = nil
  ) -> [UInt8] {
    func octal(_ value: Int, _ width: Int) -> [UInt8] {
      let digits = String(value, radix: 8)
      return Array((String(repeating: "0", count: max(0, width - 1 - digits.count)) + digits).utf8) + [0]
    }
    func field(_ text: String, _ width: Int) -> [UInt8] {
      let bytes = Array(text.utf8.prefix(width))
      return bytes + [UInt8](repeating: 0, count: width - bytes.count)
    }
    var block = field(name, 100) + octal(0o644, 8) + octal(501, 8) + octal(20, 8) + (size ?? octal(count, 12))
    block += octal(0, 12) + [UInt8](repeating: 0x20, count: 8) + Array(String(type).utf8) + field("", 100)
    block += field(magic, 8) + field("user", 32) + field("staff", 32) + octal(0, 8) + octal(0, 8) + field(prefix, 155)
    block += [UInt8](repeating: 0, count: 12)
    let sum = block.reduce(0) { $0 + Int($1) }
    block.replaceSubrange(148..<156, with: octal(sum, 7) + [0x20])
    return block
  }

  static func padded(_ bytes: [UInt8]) -> [UInt8] {
    bytes + [UInt8](repeating: 0, count: (512 - bytes.count % 512) % 512)
  }

  static func tar(_ files: [(name: String, bytes: [UInt8])]) -> [UInt8] {
    files.flatMap { header($0.name, $0.bytes.count) + padded($0.bytes) } + [UInt8](repeating: 0, count: 1024)
  }
}
