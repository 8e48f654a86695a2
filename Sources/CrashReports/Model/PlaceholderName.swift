import Bytes

extension CrashReport.Symbol {
  /// True for what is written in place of a name: it stands for a different function in each frame. So does a symbol
  /// that begins far before the address, because it is only the nearest one that a stripped image exports.
  package var isPlaceholder: Bool { isNearest || hasNoName }

  /// True for what is written in place of a name, at any offset.
  package var hasNoName: Bool { Self.isPlaceholder(name) }

  /// True if the symbol begins so far before the address that it cannot be the function.
  package var isNearest: Bool { offset.map { $0 >= Self.maxOffset } ?? false }

  /// The largest plausible offset in a function. Interpreter loops, the largest functions in practice, have 100 KB.
  package static let maxOffset = 0x4_0000

  private static func isPlaceholder(_ name: String) -> Bool {
    // Hashing every name would take longer than most uses of it.
    guard let first = name.utf8.first else { return true }
    switch first {
    case UInt8(ascii: "?"), UInt8(ascii: "<"): return words.contains(name)
    case UInt8(ascii: "("): return words.contains(name) || statesUUID(name)
    case UInt8(ascii: "0"): return isAddress(name)
    case UInt8(ascii: "_"): return beginnings.contains { name.utf8.starts(with: $0.utf8) }
    default: return false
    }
  }

  private static let words: Set<String> = [
    "???", "<redacted>", "<unknown>", "<unknown symbol>", "(null)", "(unknown)", "<deduplicated_symbol>",
    "<translation info unavailable>", "<symbol not found>", "<no symbol>", "(missing)", "<missing>",
  ]

  /// What debuggers call functions without names, and symbols that name the beginning of an image.
  private static let beginnings = [
    "___lldb_unnamed_symbol", "__lldb_unnamed_symbol", "___lldb_unnamed_function", "__lldb_unnamed_function",
    "_mh_execute_header", "__mh_execute_header", "_mh_dylib_header", "__mh_dylib_header",
  ]

  /// Whether the name is an address, also one without digits, as a reporter writes it that found no image.
  private static func isAddress(_ name: String) -> Bool {
    let bytes = name.utf8
    return bytes.starts(with: "0x".utf8) && bytes.dropFirst(2).allSatisfy(\.isHexDigit)
  }

  /// Whether a text in parentheses states a UUID, such as that of a dSYM which was not uploaded, in any language.
  private static func statesUUID(_ name: String) -> Bool {
    guard name.utf8.last == UInt8(ascii: ")") else { return false }
    var run = 0
    for byte in name.utf8 {
      if byte.isHexDigit {
        run += 1
        if run == 32 { return true }
      } else if byte != UInt8(ascii: "-") {
        run = 0
      }
    }
    return false
  }
}
