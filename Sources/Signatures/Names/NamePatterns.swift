/// One entry of a list: `*` stands for any run of characters, everything else for itself.
struct NamePattern: Sendable, Hashable {
  /// What stands before the first `*`.
  let prefix: [UInt8]
  /// What stands between two, and behind the last; `nil` without any `*`.
  let parts: [[UInt8]]?

  init(_ text: String) {
    let pieces = text.utf8.split(separator: UInt8(ascii: "*"), omittingEmptySubsequences: false).map(Array.init)
    prefix = pieces.first ?? []
    parts = pieces.count > 1 ? Array(pieces.dropFirst()) : nil
  }

  func matches(_ name: NameSlice) -> Bool {
    guard name.count >= prefix.count, name.starts(with: prefix) else { return false }
    guard let parts else { return name.count == prefix.count }
    var rest = name.dropFirst(prefix.count)
    guard let last = parts.last else { return true }
    for part in parts.dropLast() where !part.isEmpty {
      guard let found = Self.first(part, in: rest) else { return false }
      rest = rest[(found + part.count)...]
    }
    return rest.count >= last.count && rest.suffix(last.count).elementsEqual(last)
  }

  private static func first(_ part: [UInt8], in name: NameSlice) -> Int? {
    var at = name.startIndex
    while at + part.count <= name.endIndex {
      if name[at] == part[0], name[at..<(at + part.count)].elementsEqual(part) { return at }
      at += 1
    }
    return nil
  }
}

/// Many patterns, of which only those are compared that begin as the name does.
struct NamePatterns: Sendable {
  private var buckets: [[(pattern: NamePattern, tag: Int)]]
  /// Those with fewer than two signs in front of a `*`.
  private var open: [(pattern: NamePattern, tag: Int)] = []

  init(_ patterns: [String] = []) {
    buckets = Array(repeating: [], count: 256)
    for pattern in patterns { insert(pattern, tag: 0) }
  }

  mutating func insert(_ text: String, tag: Int) {
    let pattern = NamePattern(text)
    if pattern.prefix.count >= 2 {
      buckets[Self.bucket(pattern.prefix[0], pattern.prefix[1])].append((pattern, tag))
    } else {
      open.append((pattern, tag))
    }
  }

  private static func bucket(_ first: UInt8, _ second: UInt8) -> Int { Int(first &* 31 &+ second) }

  func matches(_ name: NameSlice) -> Bool {
    var found = false
    forEachMatch(name) { _ in found = true }
    return found
  }

  /// Calls `body` with the tag of each pattern that covers the name.
  func forEachMatch(_ name: NameSlice, _ body: (Int) -> Void) {
    for entry in open where entry.pattern.matches(name) { body(entry.tag) }
    guard name.count >= 2 else { return }
    for entry in buckets[Self.bucket(name[name.startIndex], name[name.startIndex + 1])]
    where entry.pattern.matches(name) {
      body(entry.tag)
    }
  }
}
