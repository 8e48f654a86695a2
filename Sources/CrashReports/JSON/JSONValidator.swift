/// Whether bytes are one JSON text as RFC 8259 has it, from the first byte to the last.
enum JSONValidator {
  static func isValid(_ bytes: [UInt8], depthLimit: Int = 512) -> Bool {
    var cursor = JSONCursor(bytes, range: 0..<bytes.count, line: 1, depthLimit: depthLimit, isStrict: true)
    validate(&cursor)
    return cursor.fault == nil && cursor.peek() == nil && cursor.offset == bytes.count
  }

  /// Recursion is no deeper than the cursor's limit, which is checked before entering.
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
