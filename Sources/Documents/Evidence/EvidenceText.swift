import Bytes

/// Replaces the parts of text that differ between runs and machines: addresses, identifiers, home folders, folders for
/// temporary files.
struct EvidenceText {
  /// True for a process with 32-bit addresses, in which any long number may be an address.
  var hasShortAddresses = false

  /// The placeholder for an address beyond the first 64 KiB.
  static let address = Array("0xADDR".utf8)
  private static let identifier = Array("UUID".utf8)

  func normalized(_ text: String, limit: Int) -> String {
    var text = text
    return text.withUTF8 { bytes in
      var end = min(bytes.count, max(limit, 0))
      while end > 0, end < bytes.count, bytes[end] & 0xC0 == 0x80 { end -= 1 }
      return String(streamSafe: normalized(UnsafeBufferPointer(rebasing: bytes[..<end])))
    }
  }

  private func normalized(_ bytes: UnsafeBufferPointer<UInt8>) -> [UInt8] {
    var out: [UInt8] = []
    out.reserveCapacity(bytes.count)
    var start = 0
    while start < bytes.count {
      let byte = bytes[start]
      if byte == UInt8(ascii: "/") || byte == UInt8(ascii: "\\") {
        start = folder(bytes, start, &out)
      } else if Self.isWord(byte) {
        start = word(bytes, start, &out)
      } else {
        out.append(byte)
        start += 1
      }
    }
    return out
  }

  // MARK: Folders

  /// Folders followed by path components that identify a user, a machine or a run, and the number of these components.
  private static let personal: [(folder: [UInt8], parts: Int, placeholder: [UInt8])] = [
    (Array("/Users/".utf8), 1, Array("user".utf8)), (Array("/home/".utf8), 1, Array("user".utf8)),
    (Array("\\Users\\".utf8), 1, Array("user".utf8)), (Array("/var/folders/".utf8), 2, Array("-/-".utf8)),
    (Array("/DerivedData/".utf8), 1, Array("-".utf8)),
  ]

  private func folder(_ bytes: UnsafeBufferPointer<UInt8>, _ start: Int, _ out: inout [UInt8]) -> Int {
    for entry in Self.personal where Self.starts(bytes, start, entry.folder) {
      var end = start + entry.folder.count
      let mark = bytes[start]
      for part in 0..<entry.parts {
        if part > 0, end < bytes.count, bytes[end] == mark { end += 1 }
        while end < bytes.count, Self.isPathByte(bytes[end]), bytes[end] != mark { end += 1 }
      }
      out += entry.folder
      out += entry.placeholder
      return end
    }
    out.append(bytes[start])
    return start + 1
  }

  private static func starts(_ bytes: UnsafeBufferPointer<UInt8>, _ start: Int, _ prefix: [UInt8]) -> Bool {
    guard bytes.count - start > prefix.count, bytes[start + 1] == prefix[1] else { return false }
    for index in prefix.indices where bytes[start + index] != prefix[index] { return false }
    return true
  }

  private static func isPathByte(_ byte: UInt8) -> Bool {
    byte > 0x20 && byte != 0x22 && byte != 0x27 && byte != UInt8(ascii: ")") && byte != UInt8(ascii: ":")
      && byte != UInt8(ascii: ",") && byte != UInt8(ascii: ">")
  }

  // MARK: Words

  private func word(_ bytes: UnsafeBufferPointer<UInt8>, _ start: Int, _ out: inout [UInt8]) -> Int {
    var end = start
    var digits = 0
    var others = 0
    while end < bytes.count, Self.isWord(bytes[end]) {
      if bytes[end].isDigit { digits += 1 } else if !bytes[end].isHexDigit { others += 1 }
      end += 1
    }
    if digits > 0 {
      if bytes[start] == UInt8(ascii: "0"), end - start > 6, bytes[start + 1] | 0x20 == UInt8(ascii: "x"), others == 1 {
        let value = Self.value(bytes, start + 2, end)
        if isAddress(value) {
          out += Self.address
          return end
        }
      } else if others == 0 {
        if let last = Self.identifierEnd(bytes, start, end) {
          out += Self.identifier
          return last
        }
        // Lists of memory regions contain bare addresses. A run of decimal digits may be any number.
        if end - start >= 9, end - start <= 16, digits < end - start, isAddress(Self.value(bytes, start, end)) {
          out += Self.address
          return end
        }
      }
    }
    out.append(contentsOf: UnsafeBufferPointer(rebasing: bytes[start..<end]))
    return end
  }

  private func isAddress(_ value: UInt64?) -> Bool {
    guard let value else { return true }
    return value > 0xFFFF_FFFF || hasShortAddresses && value > 0xFFFF && !Self.codes.contains(value)
  }

  /// Termination codes of the system, which are not addresses (`<mach/…>`, TN2151).
  private static let codes: Set<UInt64> = [
    0x8bad_f00d, 0xdead_10cc, 0xdead_fa11, 0xc000_10ff, 0xbad2_2222, 0xbaad_ca11, 0xc51b_ad01, 0xc51b_ad02,
    0xc51b_ad03, 0xbadd_d15c, 0xd00d_2bad, 0x2bad_45ec,
  ]

  /// Returns `nil` for more than 64 bits.
  private static func value(_ bytes: UnsafeBufferPointer<UInt8>, _ start: Int, _ end: Int) -> UInt64? {
    var value: UInt64 = 0
    for index in start..<end {
      guard value >> 60 == 0 else { return nil }
      let byte = bytes[index]
      value = value << 4 | UInt64(byte < 0x3A ? byte &- 0x30 : (byte | 0x20) &- 0x57)
    }
    return value
  }

  /// Returns the end of `8-4-4-4-12` hexadecimal digits whose first eight end at `end`.
  private static func identifierEnd(_ bytes: UnsafeBufferPointer<UInt8>, _ start: Int, _ end: Int) -> Int? {
    guard end - start == 8, bytes.count - start >= 36 else { return nil }
    for index in 0..<36 {
      let byte = bytes[start + index]
      let isDash = index == 8 || index == 13 || index == 18 || index == 23
      guard isDash ? byte == UInt8(ascii: "-") : byte.isHexDigit else { return nil }
    }
    return start + 36
  }

  private static func isWord(_ byte: UInt8) -> Bool { byte.isLetterOrDigit || byte == UInt8(ascii: "_") }
}
