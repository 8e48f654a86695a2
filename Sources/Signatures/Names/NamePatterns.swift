/// The patterns of a list, of which only those are compared that begin as the name does.
///
/// `*` stands for any run of characters, everything else for itself; a pattern covers the whole name. All of them lie
/// in one array, for they are asked about every function of every report.
struct NamePatterns: Sendable {
  /// A place in `bytes`.
  private struct Piece {
    var start: Int
    var count: Int
  }

  private struct Entry {
    /// What stands before the first `*`.
    var front: Piece
    /// What stands between two, and behind the last: places in `pieces`; none without any `*`.
    var parts: Range<Int>
    var tag: Int
  }

  private var bytes: [UInt8] = []
  private var pieces: [Piece] = []
  private var entries: [Entry] = []
  /// Entries by their first two signs; the last bucket has those with fewer in front of a `*`.
  private var buckets: [Range<Int>] = []

  private static let openBucket = 256

  init(_ patterns: [String]) { self.init(tagged: patterns.map { ($0, 0) }) }

  /// - Parameter patterns: Each with a number for whoever asks.
  init(tagged patterns: [(text: String, tag: Int)]) {
    var sorted: [[Entry]] = Array(repeating: [], count: Self.openBucket + 1)
    for (text, tag) in patterns {
      let parts = text.utf8.split(separator: UInt8(ascii: "*"), omittingEmptySubsequences: false).map(Array.init)
      let first = parts.first ?? []
      let entry = Entry(
        front: add(first), parts: pieces.count..<(pieces.count + max(0, parts.count - 1)), tag: tag)
      for part in parts.dropFirst() { pieces.append(add(part)) }
      sorted[first.count >= 2 ? Self.bucket(first[0], first[1]) : Self.openBucket].append(entry)
    }
    for bucket in sorted {
      buckets.append(entries.count..<(entries.count + bucket.count))
      entries += bucket
    }
  }

  private mutating func add(_ part: [UInt8]) -> Piece {
    bytes += part
    return Piece(start: bytes.count - part.count, count: part.count)
  }

  private static func bucket(_ first: UInt8, _ second: UInt8) -> Int { Int(first &* 31 &+ second) }

  var isEmpty: Bool { entries.isEmpty }

  func matches(_ name: NameSlice) -> Bool {
    var found = false
    forEachMatch(name) { _ in found = true }
    return found
  }

  /// Calls `body` with the tag of each pattern that covers the name.
  func forEachMatch(_ name: NameSlice, _ body: (Int) -> Void) {
    guard !entries.isEmpty else { return }
    name.withUnsafeBufferPointer { name in
      scan(buckets[Self.openBucket], name, body)
      if name.count >= 2 { scan(buckets[Self.bucket(name[0], name[1])], name, body) }
    }
  }

  private func scan(_ range: Range<Int>, _ name: UnsafeBufferPointer<UInt8>, _ body: (Int) -> Void) {
    guard !range.isEmpty else { return }
    bytes.withUnsafeBufferPointer { bytes in
      for index in range where covers(entries[index], name, bytes) { body(entries[index].tag) }
    }
  }

  private func covers(
    _ entry: Entry, _ name: UnsafeBufferPointer<UInt8>, _ bytes: UnsafeBufferPointer<UInt8>
  ) -> Bool {
    guard name.count >= entry.front.count, Self.occurs(entry.front, at: 0, name, bytes) else { return false }
    guard !entry.parts.isEmpty else { return name.count == entry.front.count }
    let last = pieces[entry.parts.upperBound - 1]
    var at = entry.front.count
    for index in entry.parts.dropLast() {
      let piece = pieces[index]
      while at + piece.count <= name.count, !Self.occurs(piece, at: at, name, bytes) { at += 1 }
      guard at + piece.count <= name.count else { return false }
      at += piece.count
    }
    return name.count - at >= last.count && Self.occurs(last, at: name.count - last.count, name, bytes)
  }

  /// True if `piece` stands at `at`, where there is room for it.
  private static func occurs(
    _ piece: Piece, at: Int, _ name: UnsafeBufferPointer<UInt8>, _ bytes: UnsafeBufferPointer<UInt8>
  ) -> Bool {
    var offset = 0
    while offset < piece.count {
      if name[at + offset] != bytes[piece.start + offset] { return false }
      offset += 1
    }
    return true
  }
}
