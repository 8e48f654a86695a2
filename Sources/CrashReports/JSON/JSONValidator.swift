/// A check that bytes are exactly one JSON text (RFC 8259).
enum JSONValidator {
  /// Returns whether all of `bytes` is one valid JSON text.
  static func isValid(_ bytes: [UInt8], depthLimit: Int = 512) -> Bool {
    var cursor = JSONCursor(bytes, range: 0..<bytes.count, line: 1, depthLimit: depthLimit, isStrict: true)
    validate(&cursor)
    return cursor.fault == nil && cursor.peek() == nil && cursor.offset == bytes.count
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
