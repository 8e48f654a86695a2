import Bytes
import Vocabulary

/// The list of tracked files in `.git/index` (gitformat-index(5), versions 2 to 4).
///
/// Git is not executed: a repository can configure programs that git runs.
enum GitIndex {
  /// The maximum size of an index in bytes.
  static let maxSize = 256 << 20

  /// What an index lists.
  struct Content {
    /// The regular files.
    var files = SourceFileList()
    /// The paths of submodules, each a work tree with its own index (gitsubmodules(7)).
    var submodules: [[UInt8]] = []
  }

  /// The maximum number of submodules of one index.
  static let maxSubmodules = 1_000

  /// Returns the regular files that the index lists below `prefixes`, and all submodules; `nil` if the index is damaged, of
  /// another version, or stores its entries in a second file.
  ///
  /// - Parameter prefixes: Folders relative to the root, with a trailing slash; an empty one stands for all files.
  static func content(_ bytes: [UInt8], below prefixes: [[UInt8]] = [[]]) -> Content? {
    // The size of an object name depends on the repository's configuration, not on the index: SHA-1 or SHA-256.
    parse(bytes, nameSize: 20, prefixes) ?? parse(bytes, nameSize: 32, prefixes)
  }

  private static func parse(_ bytes: [UInt8], nameSize: Int, _ prefixes: [[UInt8]]) -> Content? {
    guard bytes.starts(with: "DIRC".utf8), let version = number(bytes, 4), (2...4).contains(version),
      let count = number(bytes, 8), bytes.count >= 12 + nameSize
    else { return nil }
    // The checksum is not an entry.
    let end = bytes.count - nameSize
    var content = Content()
    var offset = 12
    var path: [UInt8] = []
    for _ in 0..<count {
      let start = offset
      // Ten numbers of the file's status, the object name, and the flags.
      guard offset <= end - (42 + nameSize), let mode = number(bytes, offset + 24) else { return nil }
      let flags = bytes[offset + 40 + nameSize]
      let isExtended = flags & 0x40 != 0
      guard isKnown(mode), version > 2 || !isExtended else { return nil }
      offset += 42 + nameSize + (isExtended ? 2 : 0)
      var kept = 0
      if version == 4 {
        guard let dropped = variableNumber(bytes, &offset, end), dropped <= path.count else { return nil }
        kept = path.count - dropped
      }
      guard offset <= end, let zero = bytes[offset..<end].firstIndex(of: 0) else { return nil }
      guard kept + (zero - offset) <= SourceFileList.maxPathLength else { return nil }
      path.removeSubrange(kept...)
      path += bytes[offset..<zero]
      guard !path.isEmpty else { return nil }
      offset = zero + 1
      // Versions 2 and 3 pad each entry with 1 to 8 zeros to a multiple of 8.
      if version < 4 { offset = start + ((zero - start) / 8 + 1) * 8 }
      guard offset <= end else { return nil }
      // Links have no lines of their own.
      let isWanted = mode >> 12 == 0b1000 && prefixes.contains { path.starts(with: $0) }
      if isWanted, !content.files.append(path[...]) { return nil }
      if mode == 0o160000, content.submodules.count < maxSubmodules { content.submodules.append(path) }
    }
    guard hasOnlyOwnEntries(bytes, offset, end) else { return nil }
    content.files.sort()
    return content
  }

  /// Returns true for the modes of git: a file (0644, 0755, and 0664 of old versions), a link, a submodule, and a folder of
  /// a sparse index.
  private static func isKnown(_ mode: Int) -> Bool {
    [0o100644, 0o100755, 0o100664, 0o120000, 0o160000, 0o040000].contains(mode)
  }

  /// Returns false if an extension says that entries are in another file (`link`, a split index).
  private static func hasOnlyOwnEntries(_ bytes: [UInt8], _ start: Int, _ end: Int) -> Bool {
    var offset = start
    while offset <= end - 8 {
      if bytes[offset..<(offset + 4)].elementsEqual("link".utf8) { return false }
      guard let size = number(bytes, offset + 4), size <= end - offset - 8 else { return false }
      offset += 8 + size
    }
    return offset == end
  }

  /// Reads a big-endian number of 4 bytes.
  private static func number(_ bytes: [UInt8], _ offset: Int) -> Int? {
    guard offset >= 0, offset <= bytes.count - 4 else { return nil }
    return bytes[offset..<(offset + 4)].reduce(0) { $0 << 8 | Int($1) }
  }

  /// Reads the variable-width number of version 4 (`decode_varint` of git): the number of bytes to remove from the
  /// previous path.
  private static func variableNumber(_ bytes: [UInt8], _ offset: inout Int, _ end: Int) -> Int? {
    guard offset < end else { return nil }
    var byte = bytes[offset]
    offset += 1
    var value = Int(byte & 0x7F)
    while byte & 0x80 != 0 {
      guard offset < end, value < 1 << 24 else { return nil }
      byte = bytes[offset]
      offset += 1
      value = (value + 1) << 7 | Int(byte & 0x7F)
    }
    return value
  }
}
