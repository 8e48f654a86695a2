#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A path as the system has it: bytes, which need not be UTF-8.
struct FilePath: Hashable, Comparable, Sendable {
  /// Without the zero at the end.
  let bytes: [UInt8]

  init(bytes: [UInt8]) { self.bytes = bytes }

  init(_ text: String) { bytes = Array(text.utf8) }

  /// For people and for the history: what is not UTF-8 is replaced.
  var text: String { String(decoding: bytes, as: UTF8.self) }

  static func < (left: Self, right: Self) -> Bool { left.bytes.lexicographicallyPrecedes(right.bytes) }

  func appending(_ name: [UInt8]) -> FilePath {
    FilePath(bytes: bytes + (bytes.last == UInt8(ascii: "/") ? [] : [UInt8(ascii: "/")]) + name)
  }

  var lastComponent: ArraySlice<UInt8> {
    bytes.lastIndex(of: UInt8(ascii: "/")).map { bytes[($0 + 1)...] } ?? bytes[...]
  }

  /// Calls `body` with the path as C wants it.
  func withCString<Result>(_ body: (UnsafePointer<CChar>) -> Result) -> Result {
    (bytes + [0]).map { CChar(bitPattern: $0) }.withUnsafeBufferPointer { buffer in
      guard let start = buffer.baseAddress else { preconditionFailure("an array that is not empty has an address") }
      return body(start)
    }
  }

  /// The paths that the user named, byte for byte. The parser hands them on as text, in which bytes that are no UTF-8
  /// are replaced; those are looked up among the arguments as the system passed them.
  static func arguments(_ texts: [String]) -> [FilePath] {
    var raw: [[UInt8]] = []
    if texts.contains(where: { $0.unicodeScalars.contains("\u{FFFD}") }) {
      for index in 1..<max(1, Int(CommandLine.argc)) {
        guard let pointer = CommandLine.unsafeArgv[index] else { continue }
        let bytes = UnsafeBufferPointer(start: pointer, count: strlen(pointer)).map { UInt8(bitPattern: $0) }
        if Array(String(decoding: bytes, as: UTF8.self).utf8) != bytes { raw.append(bytes) }
      }
    }
    return texts.map { text in
      if let index = raw.firstIndex(where: { String(decoding: $0, as: UTF8.self) == text }) {
        return FilePath(bytes: raw.remove(at: index))
      }
      return FilePath(text)
    }
  }
}
