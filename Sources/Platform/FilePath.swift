/// A path as the system stores it: bytes, which need not be UTF-8.
///
/// Paths are compared by their bytes only.
package struct FilePath: Hashable, Comparable, Sendable {
  /// The bytes of the path, without a terminating zero.
  package let bytes: [UInt8]
  /// Where the file must be when it is opened; `nil` for anywhere. Paths that are made from this one have the same scope.
  package let scope: FileScope?

  /// Creates a path from bytes of the system, without a terminating zero.
  package init(bytes: [UInt8]) { self.init(bytes: bytes, scope: nil) }

  init(bytes: [UInt8], scope: FileScope?) { (self.bytes, self.scope) = (bytes, scope) }

  /// Creates a path from the UTF-8 form of `text`.
  package init(_ text: String) { self.init(bytes: Array(text.utf8), scope: nil) }

  /// Compares the bytes; the scope does not matter.
  package static func == (left: Self, right: Self) -> Bool { left.bytes == right.bytes }

  /// Hashes the bytes.
  package func hash(into hasher: inout Hasher) { hasher.combine(bytes) }

  /// The path as text, for display and for the history; invalid UTF-8 is replaced by U+FFFD.
  package var text: String { String(decoding: bytes, as: UTF8.self) }

  /// Orders paths by their bytes, independent of locale and normalization.
  package static func < (left: Self, right: Self) -> Bool { left.bytes.lexicographicallyPrecedes(right.bytes) }

  /// The path of `name` in this folder; a `/` is inserted unless the path ends with one.
  package func appending(_ name: [UInt8]) -> FilePath {
    FilePath(bytes: bytes + (bytes.last == UInt8(ascii: "/") ? [] : [UInt8(ascii: "/")]) + name, scope: scope)
  }

  /// The path with more bytes at its end, which become part of its name.
  package func extended(by suffix: [UInt8]) -> FilePath { FilePath(bytes: bytes + suffix, scope: scope) }

  /// Another path with the same scope.
  package func replaced(by bytes: [UInt8]) -> FilePath { FilePath(bytes: bytes, scope: scope) }

  /// The path of `name`, in UTF-8, in this folder.
  package func appending(_ name: String) -> FilePath { appending(Array(name.utf8)) }

  /// The bytes after the last `/`; may be empty.
  package var lastComponent: ArraySlice<UInt8> {
    bytes.lastIndex(of: UInt8(ascii: "/")).map { bytes[($0 + 1)...] } ?? bytes[...]
  }

  /// The path without trailing slashes.
  package var withoutSlashes: FilePath {
    var end = bytes.count
    while end > 1, bytes[end - 1] == UInt8(ascii: "/") { end -= 1 }
    return FilePath(bytes: Array(bytes[..<end]), scope: scope)
  }

  /// The folder that contains the file; `.` for a bare name.
  package var parent: FilePath {
    guard let slash = withoutSlashes.bytes.lastIndex(of: UInt8(ascii: "/")) else {
      return FilePath(bytes: [UInt8(ascii: ".")], scope: scope)
    }
    return FilePath(bytes: Array(bytes[..<max(slash, 1)]), scope: scope)
  }

  /// True if the path begins with `/`; an empty path is relative.
  package var isAbsolute: Bool { bytes.first == UInt8(ascii: "/") }

  /// Calls `body` with the path as a C string.
  package func withCString<Result>(_ body: (UnsafePointer<CChar>) -> Result) -> Result {
    (bytes + [0]).map { CChar(bitPattern: $0) }.withUnsafeBufferPointer { buffer in
      guard let start = buffer.baseAddress else { preconditionFailure("an array that is not empty has an address") }
      return body(start)
    }
  }
}
