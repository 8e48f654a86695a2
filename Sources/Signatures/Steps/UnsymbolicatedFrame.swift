import Bytes
import CrashReports

/// Frames without a name (step 5).
enum UnsymbolicatedFrame {
  private static let words: Set<NameSlice> = Set(
    ["???", "<redacted>", "<unknown>", "(null)", "(unknown)", "<deduplicated_symbol>", "0"].map { Array($0.utf8)[...] })

  /// Returns true for a placeholder of an unknown name, with or without ` + n`.
  static func isPlaceholder(_ written: NameSlice) -> Bool {
    guard let first = written.first else { return true }
    switch first {
    case UInt8(ascii: "?"), UInt8(ascii: "<"), UInt8(ascii: "("), UInt8(ascii: "0"): break
    default: return false
    }
    let name = offset(written)?.name ?? written
    if words.contains(name) { return true }
    return name.begins(with: "0x") && name.count > 2 && name.dropFirst(2).allSatisfy(\.isHexDigit)
  }

  /// Splits a text such as `NAME + n`.
  static func offset(_ text: NameSlice) -> (name: NameSlice, value: UInt64)? {
    guard let plus = text.lastPosition(of: " + ") else { return nil }
    let digits = text[(plus + 3)...]
    let isHexadecimal = digits.begins(with: "0x")
    let value = isHexadecimal ? UInt64(digits.dropFirst(2).text, radix: 16) : UInt64(digits.text)
    return value.map { (text[..<plus], $0) }
  }

  /// Returns the offset from the image's load address if the text contains it: `0x108b70000 + 5384491`.
  static func imageOffset(_ written: NameSlice) -> UInt64? {
    guard let (name, value) = offset(written), name.begins(with: "0x") else { return nil }
    return name.dropFirst(2).contains { $0 != 0x30 } ? value : nil
  }

  /// Returns the text that replaces the function; `nil` if the frame is dropped.
  static func function(
    role: FrameRole, hasImage: Bool, position: Int, imageOffset: UInt64?, uuid: String?
  ) -> String? {
    guard hasImage else { return position == 0 ? "non-code" : nil }
    guard role == .app, let imageOffset else { return "+?" }
    return "+0x" + String(imageOffset, radix: 16) + (uuid.map { "@" + $0 } ?? "")
  }
}
