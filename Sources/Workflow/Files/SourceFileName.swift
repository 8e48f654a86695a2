import Bytes
package import Platform

/// Names of source files. A search of a folder skips them: the messages in source code, its tests and its comments are
/// those that the code would print, not those that it printed.
///
/// Everything else is decided by content; a file that the user names is always read.
package enum SourceFileName {
  /// Why such a file is skipped.
  package static let reason = "source code, judging by its name"

  private static let endings: Set<String> = [
    "c", "cc", "cpp", "cs", "css", "cxx", "go", "h", "hh", "hpp", "java", "js", "jsx", "kt", "m", "mm", "php", "pl",
    "py", "rb", "rs", "sh", "swift", "ts", "tsx",
  ]

  /// Returns true for a file whose name is that of source code.
  package static func matches(_ path: FilePath) -> Bool { matches(path.lastComponent) }

  /// - Parameter name: The name of an archive member, possibly with folders.
  package static func matches(_ name: String) -> Bool { matches(Array(name.utf8)[...]) }

  private static func matches(_ name: some BidirectionalCollection<UInt8>) -> Bool {
    guard let dot = name.lastIndex(of: UInt8(ascii: ".")), dot > name.startIndex else { return false }
    let ending = name[name.index(after: dot)...]
    return ending.count <= 5 && endings.contains(String(streamSafe: ending).lowercased())
  }
}
