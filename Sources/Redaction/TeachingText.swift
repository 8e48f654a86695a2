import Bytes

/// The parts of a report that can teach a name.
///
/// Most bytes of a report are addresses, UUIDs, and functions and paths of the system. They teach nothing, and searching
/// them for each report that is recorded would take longer than everything else.
enum TeachingText {
  /// Returns the text without what teaches nothing: in JSON the members of threads and images except for paths, in text
  /// the lines of frames and images without a path of the user.
  static func of(_ bytes: [UInt8]) -> [UInt8] {
    var text = TeachingText.Reader(bytes)
    return text.read()
  }

  private struct Reader {
    private let bytes: [UInt8]
    private var at = 0
    private var result: [UInt8] = []

    init(_ bytes: [UInt8]) {
      self.bytes = bytes
      result.reserveCapacity(bytes.count / 2)
    }

    private static let arrays: [StaticString] = ["\"threads\"", "\"usedImages\""]

    mutating func read() -> [UInt8] {
      while at < bytes.count {
        if bytes[at] == UInt8(ascii: "\""), let name = Self.arrays.first(where: { bytes.hasBytes($0, at: at) }),
          let start = beginOfArray(at + name.utf8CodeUnitCount)
        {
          at = start
          readArray()
        } else if at == 0 || bytes[at - 1] == 0x0A, let next = endOfFrameOrImage() {
          result.append(0x0A)
          at = next
        } else {
          result.append(bytes[at])
          at += 1
        }
      }
      return result
    }

    // MARK: JSON

    /// Returns the offset after `: [`.
    private func beginOfArray(_ start: Int) -> Int? {
      var next = start
      func skip() { while next < bytes.count, bytes[next].isWhitespace { next += 1 } }
      skip()
      guard next < bytes.count, bytes[next] == UInt8(ascii: ":") else { return nil }
      next += 1
      skip()
      return next < bytes.count && bytes[next] == UInt8(ascii: "[") ? next + 1 : nil
    }

    /// Copies the paths in an array, up to its closing bracket.
    private mutating func readArray() {
      result += Array(":[".utf8)
      var depth = 1
      while at < bytes.count, depth > 0 {
        switch bytes[at] {
        case UInt8(ascii: "["), UInt8(ascii: "{"): depth += 1
        case UInt8(ascii: "]"), UInt8(ascii: "}"): depth -= 1
        case UInt8(ascii: "\""):
          readString()
          continue
        default: break
        }
        at += 1
      }
      result.append(UInt8(ascii: "]"))
    }

    private static let system: [StaticString] = ["/System/", "/usr/lib/", "\\/System\\/", "\\/usr\\/lib\\/"]

    private mutating func readString() {
      let start = at
      var (isPath, isEscaped) = (false, false)
      at += 1
      while at < bytes.count {
        let byte = bytes[at]
        at += 1
        if isEscaped {
          isEscaped = false
        } else if byte == UInt8(ascii: "\\") {
          isEscaped = true
        } else if byte == UInt8(ascii: "\"") {
          break
        }
        if byte == UInt8(ascii: "/") || byte == UInt8(ascii: "@") || byte >= 0x80 { isPath = true }
      }
      guard isPath, !Self.system.contains(where: { bytes.hasBytes($0, at: start + 1) }) else { return }
      result += bytes[start..<at]
      result.append(UInt8(ascii: ","))
    }

    // MARK: Text

    private static let folders: [StaticString] = ["/System/", "/usr/lib/"]

    /// Returns the end of a line that is a frame (`3   Card   0x0000000104a2c000 draw + 12`) or an image
    /// (`0x1000 - 0x1fff Card arm64 <…> /System/…`) without a path of the user.
    private func endOfFrameOrImage() -> Int? {
      var next = at
      while next < bytes.count, bytes[next] == 0x20 { next += 1 }
      guard next < bytes.count, bytes[next].isDigit, next - at < 40 else { return nil }
      let isImage = bytes.hasBytes("0x", at: next)
      var end = next
      var hasAddress = isImage
      while end < bytes.count, bytes[end] != 0x0A, end - at < 2_000 {
        let byte = bytes[end]
        if byte == UInt8(ascii: "@") || byte >= 0x80 || byte == UInt8(ascii: "\\") { return nil }
        if byte == UInt8(ascii: "/") {
          guard isImage, Self.folders.contains(where: { bytes.hasBytes($0, at: end) }) else { return nil }
          // The rest is a path of the system.
          while end < bytes.count, bytes[end] != 0x0A { end += 1 }
          break
        }
        if byte == UInt8(ascii: "x"), !hasAddress, bytes.hasBytes(" 0x", at: end - 2) { hasAddress = true }
        end += 1
      }
      return hasAddress && (end == bytes.count || bytes[end] == 0x0A) ? min(end + 1, bytes.count) : nil
    }
  }
}
