/// The header fields of one file in a zip archive (APPNOTE 4.3.7 and 4.3.12).
struct ZipEntry {
  var name = ""
  var flags = 0
  var method = 0
  var checksum: UInt32 = 0
  var compressedSize = 0
  var size = 0
  /// The offset of the local header, from the start of the source.
  var offset = 0
  /// True for symbolic links, devices and other entries without content.
  var isSpecial = false

  var isFolder: Bool { name.hasSuffix("/") || name.hasSuffix("\\") }

  /// Whether a data descriptor with the sizes and the checksum follows the data.
  var hasDescriptor: Bool { flags & 8 != 0 }

  /// Why the file cannot be read; `nil` if it can.
  var fault: ArchiveFault? {
    // 4.4.4: encryption of the data, strong encryption, and encryption of the central directory.
    if flags & (1 | 1 << 6 | 1 << 13) != 0 || method == 99 {
      return ArchiveFault(.encrypted, "is encrypted; unpack it with its password first")
    }
    if method == 0 || method == 8 { return nil }
    let name = Self.methods[method] ?? "method \(method)"
    return ArchiveFault(.unsupported, "is compressed with \(name), which is not supported; unpack it first")
  }

  private static let methods = [
    1: "Shrink", 6: "Implode", 9: "Deflate64", 12: "bzip2", 14: "LZMA", 93: "zstd", 95: "xz", 98: "PPMd",
  ]

  /// Reads the extra fields: Zip64 sizes and offset (4.5.3), and the name in UTF-8 (4.6.9).
  ///
  /// - Parameter fields: The fields whose values are in the Zip64 field.
  /// - Returns: `false` if such a value is missing or too large.
  mutating func readExtra(_ extra: ArraySlice<UInt8>, needs fields: [WritableKeyPath<ZipEntry, Int>], rawName: [UInt8])
    -> Bool
  {
    let bytes = LittleEndian(bytes: Array(extra))
    var isComplete = fields.isEmpty
    var at = 0
    while at + 4 <= extra.count {
      let (tag, length) = (bytes.u16(at), bytes.u16(at + 2))
      at += 4
      guard length <= extra.count - at else { break }
      if tag == 0x0001, !isComplete {
        guard length >= fields.count * 8 else { return false }
        for (index, field) in fields.enumerated() {
          guard let value = Int(exactly: bytes.u64(at + index * 8)) else { return false }
          self[keyPath: field] = value
        }
        isComplete = true
      } else if tag == 0x7075, length > 5, bytes.bytes[at] == 1 {
        var sum = CRC32()
        sum.update(rawName)
        if bytes.u32(at + 1) == sum.value {
          name = MemberName.text(bytes.bytes[(at + 5)..<(at + length)], isUnicode: true)
        }
      }
      at += length
    }
    return isComplete
  }
}
