import Bytes

/// A check that bytes are exactly one JSON text (RFC 8259).
enum JSONValidator {
  /// Returns whether all of `bytes` is one valid JSON text.
  static func isValid(_ bytes: [UInt8], depthLimit: Int = 512) -> Bool {
    var cursor = JSONCursor(bytes, range: 0..<bytes.count, line: 1, depthLimit: depthLimit, isStrict: true)
    validate(&cursor)
    return cursor.fault == nil && cursor.peek() == nil && cursor.offset == bytes.count
  }

  /// Returns the end of the JSON value that begins a range, or of the part of it that is JSON, and whether the range ends
  /// within the value.
  static func extent(_ bytes: [UInt8], _ range: Range<Int>, depthLimit: Int = 512) -> (end: Int, isCut: Bool) {
    var cursor = JSONCursor(bytes, range: range, line: 1, depthLimit: depthLimit, isStrict: true)
    validate(&cursor)
    guard let fault = cursor.fault else { return (cursor.offset, false) }
    switch fault.reason {
    case .truncated: return (range.upperBound, true)
    case .syntax:
      // Half of a number or of a word: `tru`.
      let rest = bytes[min(fault.offset, range.upperBound)..<range.upperBound]
      let isHalf = rest.count < 32 && rest.allSatisfy { $0.isLetterOrDigit || "+-.".utf8.contains($0) }
      return (fault.offset, isHalf && !rest.isEmpty)
    case .mismatch, .tooDeep: return (fault.offset, false)
    }
  }

  /// Recursion cannot exceed the cursor's depth limit, which is checked before an object or array is entered.
  private static func validate(_ cursor: inout JSONCursor) {
    switch cursor.peek() {
    case UInt8(ascii: "{"):
      guard cursor.enterObject() else { return }
      while cursor.nextKey() != nil { validate(&cursor) }
    case UInt8(ascii: "["):
      guard cursor.enterArray() else { return }
      while cursor.nextElement() { validate(&cursor) }
    case UInt8(ascii: "\""): _ = cursor.scanString()
    case nil: cursor.stop(.truncated)
    default:
      if cursor.scanScalar() == nil { cursor.stop(.syntax) }
    }
  }
}
