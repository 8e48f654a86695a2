import Bytes

/// What identifies one build of a binary: the 16 bytes of a Mach-O UUID, or the build ID of an ELF file (the note
/// `NT_GNU_BUILD_ID`), which has as many bytes as its linker wrote: 20 for SHA-1, 16 for MD5 or a UUID, 8 for `fast`.
///
/// Like `ImageUUID` it is only compared, never generated.
package struct BuildID: Hashable, Sendable {
  /// The bytes in the order of the file, 1 to `maxLength`.
  package let bytes: [UInt8]

  /// The maximum number of bytes. Linkers accept any string (`--build-id=0x…`); hashes have at most 64 bytes.
  package static let maxLength = 64

  /// Creates an identifier from the bytes of a note; `nil` if there are none, more than `maxLength`, or only zeros, which
  /// identify nothing.
  package init?(bytes: some Collection<UInt8>) {
    guard (1...Self.maxLength).contains(bytes.count), bytes.contains(where: { $0 != 0 }) else { return nil }
    self.bytes = Array(bytes)
  }

  /// Creates the identifier of a Mach-O file; `nil` for a UUID of zeros.
  package init?(_ uuid: ImageUUID) {
    self.init(bytes: (0..<16).map { Self.byte($0, of: uuid) })
  }

  /// Reads pairs of hexadecimal digits, with or without dashes, in either case; `nil` for anything else.
  package init?(_ text: some Sequence<UInt8>) {
    var bytes: [UInt8] = []
    var first: UInt8?
    for byte in text {
      if byte == UInt8(ascii: "-") { continue }
      guard let digit = byte.hexDigitValue.map({ UInt8($0) }), bytes.count < Self.maxLength else { return nil }
      if let high = first {
        bytes.append(high << 4 | digit)
        first = nil
      } else {
        first = digit
      }
    }
    guard first == nil else { return nil }
    self.init(bytes: bytes)
  }

  /// Reads pairs of hexadecimal digits, with or without dashes, in either case; `nil` for anything else.
  package init?(_ text: String) { self.init(text.utf8) }

  private static func byte(_ index: Int, of uuid: ImageUUID) -> UInt8 {
    let half = index < 8 ? uuid.high : uuid.low
    return UInt8(truncatingIfNeeded: half &>> UInt64(56 - 8 * (index % 8)))
  }

  /// The identifier as a UUID; `nil` unless it has 16 bytes.
  package var uuid: ImageUUID? { bytes.count == 16 ? Self.uuid(bytes) : nil }

  /// 16 bytes that name files of the cache: the identifier itself if it has 16 bytes, or else a part of its SHA-256
  /// digest.
  package var cacheKey: ImageUUID { uuid ?? Self.uuid(Array(SHA256.digest(of: bytes).bytes)) }

  /// The identifier of Breakpad's symbol files and of the paths of its symbol servers: 32 digits, and the age `0`.
  ///
  /// Breakpad reads the first 16 bytes as a GUID of Microsoft, whose first three numbers are little-endian; missing
  /// bytes are zeros. The UUIDs of Mach-O files are not changed; for those, `isMachO` is true.
  package func breakpadID(isMachO: Bool) -> String {
    var first = Array(bytes.prefix(16))
    while first.count < 16 { first.append(0) }
    let order = [3, 2, 1, 0, 5, 4, 7, 6, 8, 9, 10, 11, 12, 13, 14, 15]
    let swapped = isMachO ? first : order.map { first[$0] }
    return Self.digits(swapped, upper: true) + "0"
  }

  private static func uuid(_ bytes: [UInt8]) -> ImageUUID {
    ImageUUID(
      high: bytes.prefix(8).reduce(0) { $0 << 8 | UInt64($1) },
      low: bytes.dropFirst(8).prefix(8).reduce(0) { $0 << 8 | UInt64($1) })
  }

  private static func digits(_ bytes: [UInt8], upper: Bool) -> String {
    var text: [UInt8] = []
    text.reserveCapacity(2 * bytes.count)
    for byte in bytes {
      for digit in [byte >> 4, byte & 15] {
        text.append(digit < 10 ? 0x30 + digit : (upper ? 0x37 : 0x57) + digit)
      }
    }
    return String(streamSafe: text)
  }

  /// The lower-case digits without dashes, as in the path `.build-id/ab/cdef….debug` and in debuginfod's URLs.
  package var digits: String { Self.digits(bytes, upper: false) }
}

extension BuildID: CustomStringConvertible {
  /// A Mach-O UUID in its usual form, and every other identifier as lower-case digits.
  package var description: String { uuid?.description ?? digits }
}
