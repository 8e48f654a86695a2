import Bytes

/// The paths of the files of a source tree, indexed by file name.
///
/// The paths are stored one after the other, with 12 bytes for each: a tree of a million files fits into memory.
package struct SourceFileList: Sendable {
  private struct Entry {
    var hash: UInt32
    var start: UInt32
    /// The number of bytes of the path.
    var count: UInt32
  }

  private var bytes: [UInt8] = []
  private var entries: [Entry] = []
  private var isSorted = true

  /// The maximum number of paths.
  package static let maxCount = 2_000_000
  /// The maximum number of bytes of all paths together.
  package static let maxByteCount = 128 << 20
  /// The maximum number of bytes of a path (`PATH_MAX` on Linux).
  package static let maxPathLength = 4_096
  /// The maximum number of files with the same name that are compared. A name that occurs more often is ambiguous.
  private static let maxCandidates = 10_000

  /// Creates an empty list.
  package init() {}

  /// Creates a list from paths.
  package init(_ paths: [String]) {
    for path in paths { _ = append(Array(path.utf8)[...]) }
    sort()
  }

  /// True if the list has no paths.
  package var isEmpty: Bool { entries.isEmpty }

  /// Adds a path relative to the root, with components separated by `/`. Returns false if a limit is reached.
  ///
  /// A path that is empty, too long, not UTF-8, absolute, or has an empty, `.` or `..` component is ignored.
  package mutating func append(_ path: ArraySlice<UInt8>) -> Bool {
    guard !path.isEmpty, path.count <= Self.maxPathLength, Self.isPlain(path) else { return true }
    guard entries.count < Self.maxCount, bytes.count <= Self.maxByteCount - path.count else { return false }
    entries.append(
      Entry(hash: Self.hash(Self.name(of: path)), start: UInt32(bytes.count), count: UInt32(path.count)))
    bytes += path
    isSorted = false
    return true
  }

  /// Adds the paths of a list, each below `folder`, which ends with a slash. Returns false if a limit is reached.
  package mutating func append(_ list: SourceFileList, below folder: [UInt8]) -> Bool {
    list.entries.allSatisfy { append((folder + list.path($0))[...]) }
  }

  /// Orders the index; must be called after the last path was added.
  package mutating func sort() {
    guard !isSorted else { return }
    entries.sort { ($0.hash, $0.start) < ($1.hash, $1.start) }
    isSorted = true
  }

  /// Returns the path of the only file whose trailing components are the most in common with `components`; `nil` if
  /// there is none, if several files have as many, or if fewer than `minimum` components agree.
  package func match(_ components: [ArraySlice<UInt8>], minimum: Int) -> String? {
    guard let name = components.last, isSorted else { return nil }
    let hash = Self.hash(name)
    var index = firstIndex(of: hash)
    var best: Entry?
    var bestCount = 0
    var isAmbiguous = false
    var left = Self.maxCandidates
    while index < entries.count, entries[index].hash == hash {
      guard left > 0 else { return nil }
      left -= 1
      let entry = entries[index]
      index += 1
      let count = commonCount(path(entry), components)
      guard count > 0, count >= minimum else { continue }
      if count > bestCount {
        (best, bestCount, isAmbiguous) = (entry, count, false)
      } else if count == bestCount, let known = best, path(known) != path(entry) {
        // An index with a merge conflict lists a path several times.
        isAmbiguous = true
      }
    }
    guard let best, !isAmbiguous else { return nil }
    return String(streamSafe: path(best))
  }

  /// Returns true if the list has exactly this path.
  package func contains(_ path: String) -> Bool {
    let wanted = Array(path.utf8)[...]
    let hash = Self.hash(Self.name(of: wanted))
    var index = firstIndex(of: hash)
    while index < entries.count, entries[index].hash == hash {
      if self.path(entries[index]) == wanted { return true }
      index += 1
    }
    return false
  }

  private func path(_ entry: Entry) -> ArraySlice<UInt8> { bytes[Int(entry.start)..<Int(entry.start + entry.count)] }

  private func firstIndex(of hash: UInt32) -> Int {
    var (low, high) = (0, entries.count)
    while low < high {
      let middle = low + (high - low) / 2
      if entries[middle].hash < hash { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// Returns the number of trailing components that both paths have.
  private func commonCount(_ path: ArraySlice<UInt8>, _ components: [ArraySlice<UInt8>]) -> Int {
    var rest = path
    var count = 0
    for component in components.reversed() {
      let name = Self.name(of: rest)
      guard name == component else { break }
      count += 1
      guard name.startIndex > rest.startIndex else { break }
      rest = rest[..<(name.startIndex - 1)]
    }
    return count
  }

  private static func name(of path: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    path.lastIndex(of: UInt8(ascii: "/")).map { path[($0 + 1)...] } ?? path
  }

  /// Returns true for a relative path in UTF-8 without empty, `.` and `..` components.
  package static func isPlain(_ path: ArraySlice<UInt8>) -> Bool {
    let parts = path.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    let dot = UInt8(ascii: ".")
    return parts.allSatisfy { !$0.isEmpty && $0 != [dot] && $0 != [dot, dot] }
      && String(validating: path, as: UTF8.self) != nil
  }

  /// FNV-1a, 32 bits.
  private static func hash(_ name: ArraySlice<UInt8>) -> UInt32 {
    name.reduce(2_166_136_261) { ($0 ^ UInt32($1)) &* 16_777_619 }
  }
}
