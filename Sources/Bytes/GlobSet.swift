/// Patterns in which `*` matches any run of characters, including none; a pattern must match the entire name.
///
/// Every other character matches itself, compared as UTF-8; for `?` see `QuestionMark`. Patterns come from users and
/// names from reports, so matching takes linear time: each part between two `*` is searched once from left to right
/// with the failure function of Knuth, Morris and Pratt ("Fast Pattern Matching in Strings", 1977). A pattern with `?`
/// takes up to (length of the name) × (length of the pattern) steps; configurations limit its length.
package struct GlobSet: Sendable {
  /// The meaning of `?` in a pattern.
  package enum QuestionMark: Sendable {
    /// It matches a question mark.
    case literal
    /// It matches any one character (Unicode scalar).
    case anyCharacter
  }

  /// A range of `bytes`.
  private struct Part: Sendable {
    var start: Int
    var count: Int
    /// True if the part contains a `?` that matches any character.
    var hasWildcard: Bool
  }

  private struct Entry: Sendable {
    /// The part before the first `*`.
    var front: Part
    /// Indices in `parts` of the parts after each `*`; the last one ends the name. Empty for a pattern without `*`.
    var parts: Range<Int>
    /// The minimum length of a name that matches, in bytes.
    var minimum: Int
    var tag: Int
  }

  /// All patterns in one array, because they are matched against every function of every report.
  private var bytes: [UInt8] = []
  /// For each byte of a part, the length of the longest proper prefix of the part that also ends there.
  private var borders: [Int32] = []
  private var parts: [Part] = []
  private var entries: [Entry] = []
  /// Ranges of `entries` by their first two bytes; the last range is for entries with fewer bytes before a `*` or `?`.
  private var buckets: [Range<Int>] = []
  /// For each pattern the grams of its longest literal part, to test against a `GramSet` before matching.
  package private(set) var grams: [[UInt16]] = []

  private static let openBucket = 256
  /// Smaller sets are searched without buckets, which take 4 KB.
  private static let minCountForBuckets = 12
  /// A byte that never occurs in UTF-8: in `bytes` it matches any one character.
  private static let wildcard: UInt8 = 0xFF
  private static let asterisk = UInt8(ascii: "*")

  /// Creates a set of untagged patterns, for use with `matches(_:)`.
  package init(_ patterns: [String], questionMark: QuestionMark = .literal) {
    self.init(tagged: patterns.map { ($0, 0) }, questionMark: questionMark)
  }

  /// Creates a set of tagged patterns.
  ///
  /// - Parameter patterns: The patterns, each with a tag that `forEachMatch` reports.
  package init(tagged patterns: [(text: String, tag: Int)], questionMark: QuestionMark = .literal) {
    for (text, tag) in patterns { add(text, tag, questionMark) }
    guard entries.count >= Self.minCountForBuckets else { return }
    var sorted: [[Entry]] = Array(repeating: [], count: Self.openBucket + 1)
    for entry in entries {
      let first = bytes[entry.front.start..<(entry.front.start + entry.front.count)].prefix(2)
      let isOpen = first.count < 2 || first.contains(Self.wildcard)
      sorted[isOpen ? Self.openBucket : Self.bucket(first[first.startIndex], first[first.startIndex + 1])].append(entry)
    }
    entries = []
    for bucket in sorted {
      buckets.append(entries.count..<(entries.count + bucket.count))
      entries += bucket
    }
  }

  private mutating func add(_ text: String, _ tag: Int, _ questionMark: QuestionMark) {
    let texts = Array(text.utf8).split(separator: Self.asterisk, omittingEmptySubsequences: false)
    let front = part(texts.first ?? [], questionMark)
    let first = parts.count
    for (index, text) in texts.enumerated().dropFirst() where !text.isEmpty || index == texts.count - 1 {
      parts.append(part(text, questionMark))
    }
    entries.append(
      Entry(
        front: front, parts: first..<parts.count, minimum: texts.reduce(0) { $0 + $1.count }, tag: tag))
    grams.append(Self.grams(of: text, questionMark))
  }

  /// Returns the grams of the pattern's longest literal part, to test against a `GramSet` before matching: the same as
  /// the `grams` of a set, without the cost of a set.
  package static func grams(of pattern: String, _ questionMark: QuestionMark = .literal) -> [UInt16] {
    var pattern = pattern
    return pattern.withUTF8 { bytes in
      var longest = 0..<0
      var start = 0
      for index in 0...bytes.count where index == bytes.count || bytes[index] == asterisk {
        if index - start > longest.count { longest = start..<index }
        start = index + 1
      }
      let part = UnsafeBufferPointer(rebasing: bytes[longest])
      let isLiteral = questionMark == .literal || !part.contains(UInt8(ascii: "?"))
      return isLiteral ? GramSet.grams(of: part) : []
    }
  }

  private mutating func part(_ text: ArraySlice<UInt8>, _ questionMark: QuestionMark) -> Part {
    var part = Part(start: bytes.count, count: text.count, hasWildcard: false)
    for byte in text {
      let isWildcard = questionMark == .anyCharacter && byte == UInt8(ascii: "?")
      if isWildcard { part.hasWildcard = true }
      bytes.append(isWildcard ? Self.wildcard : byte)
      BytePattern.appendBorder(of: bytes, from: part.start, to: bytes.count - 1, &borders)
    }
    return part
  }

  private static func bucket(_ first: UInt8, _ second: UInt8) -> Int { Int(first &* 31 &+ second) }
}

// MARK: Matching

extension GlobSet {
  /// True if the set has no patterns and therefore matches nothing.
  package var isEmpty: Bool { entries.isEmpty }

  /// True if one of the patterns matches the whole of `name`.
  package func matches(_ name: String) -> Bool {
    var name = name
    return name.withUTF8 { name in
      var steps = 0
      return search(name, steps: &steps) { _ in true }
    }
  }

  /// True if one of the patterns matches the whole of `name`.
  package func matches(_ name: ArraySlice<UInt8>) -> Bool {
    name.withUnsafeBufferPointer { name in
      var steps = 0
      return search(name, steps: &steps) { _ in true }
    }
  }

  /// Calls `body` with the tag of each pattern that matches the whole of `name`.
  package func forEachMatch(_ name: ArraySlice<UInt8>, _ body: (_ tag: Int) -> Void) {
    name.withUnsafeBufferPointer { forEachMatch($0, body) }
  }

  /// Calls `body` with the tag of each pattern that matches the whole of `name`.
  package func forEachMatch(_ name: UnsafeBufferPointer<UInt8>, _ body: (_ tag: Int) -> Void) {
    var steps = 0
    _ = search(name, steps: &steps) { tag in
      body(tag)
      return false
    }
  }

  /// Returns false if none of the patterns matches any of the texts from which `set` was created.
  package func mayMatch(_ set: GramSet) -> Bool { grams.contains { set.mayContain($0) } }

  /// Returns the number of byte comparisons of `matches` for `name`, which tests limit instead of time.
  package func comparisons(for name: String) -> Int {
    var steps = 0
    var name = name
    _ = name.withUTF8 { search($0, steps: &steps) { _ in true } }
    return steps
  }

  /// Calls `body` with the tag of each pattern that matches until it returns true; returns true if it did.
  private func search(_ name: UnsafeBufferPointer<UInt8>, steps: inout Int, _ body: (Int) -> Bool) -> Bool {
    guard !buckets.isEmpty else { return search(0..<entries.count, name, &steps, body) }
    if search(buckets[Self.openBucket], name, &steps, body) { return true }
    return name.count >= 2 && search(buckets[Self.bucket(name[0], name[1])], name, &steps, body)
  }

  private func search(
    _ range: Range<Int>, _ name: UnsafeBufferPointer<UInt8>, _ steps: inout Int, _ body: (Int) -> Bool
  ) -> Bool {
    guard !range.isEmpty else { return false }
    return bytes.withUnsafeBufferPointer { bytes in
      for index in range where matches(entries[index], name, bytes, &steps) && body(entries[index].tag) { return true }
      return false
    }
  }

  private func matches(
    _ entry: Entry, _ name: UnsafeBufferPointer<UInt8>, _ bytes: UnsafeBufferPointer<UInt8>, _ steps: inout Int
  ) -> Bool {
    guard name.count >= entry.minimum, !entry.parts.isEmpty || name.count == entry.minimum || entry.front.hasWildcard,
      var at = Self.end(of: entry.front, at: 0, name, bytes, &steps)
    else { return false }
    guard !entry.parts.isEmpty else { return at == name.count }
    guard let end = Self.start(of: parts[entry.parts.upperBound - 1], endingAt: name.count, name, bytes, &steps) else {
      return false
    }
    for index in entry.parts.dropLast() {
      let part = parts[index]
      guard let next = part.hasWildcard ? search(part, at, name, bytes, &steps) : find(part, at, name, bytes, &steps)
      else { return false }
      at = next
    }
    return at <= end
  }

  /// Returns the end of `part` if it occurs at `start`; otherwise `nil`.
  private static func end(
    of part: Part, at start: Int, _ name: UnsafeBufferPointer<UInt8>, _ bytes: UnsafeBufferPointer<UInt8>,
    _ steps: inout Int
  ) -> Int? {
    var at = start
    var offset = 0
    while offset < part.count {
      guard at < name.count else { return nil }
      steps &+= 1
      let wanted = bytes[part.start + offset]
      if wanted == wildcard {
        at += 1
        while at < name.count, isContinuation(name[at]) { at += 1 }
      } else if name[at] == wanted {
        at += 1
      } else {
        return nil
      }
      offset += 1
    }
    return at
  }

  /// Returns the start of `part` if it ends at `end`; otherwise `nil`.
  private static func start(
    of part: Part, endingAt end: Int, _ name: UnsafeBufferPointer<UInt8>, _ bytes: UnsafeBufferPointer<UInt8>,
    _ steps: inout Int
  ) -> Int? {
    var at = end
    var offset = part.count
    while offset > 0 {
      guard at > 0 else { return nil }
      steps &+= 1
      offset -= 1
      at -= 1
      let wanted = bytes[part.start + offset]
      if wanted == wildcard {
        while at > 0, isContinuation(name[at]) { at -= 1 }
      } else if name[at] != wanted {
        return nil
      }
    }
    return at
  }

  /// Returns the end of the first occurrence of a part without wildcards; `nil` if there is none.
  private func find(
    _ part: Part, _ start: Int, _ name: UnsafeBufferPointer<UInt8>, _ bytes: UnsafeBufferPointer<UInt8>,
    _ steps: inout Int
  ) -> Int? {
    let range = part.start..<(part.start + part.count)
    return borders.withUnsafeBufferPointer { borders in
      BytePattern.end(
        of: UnsafeBufferPointer(rebasing: bytes[range]), UnsafeBufferPointer(rebasing: borders[range]), in: name,
        from: start, steps: &steps)
    }
  }

  /// Like `find`, for a part with wildcards.
  private func search(
    _ part: Part, _ start: Int, _ name: UnsafeBufferPointer<UInt8>, _ bytes: UnsafeBufferPointer<UInt8>,
    _ steps: inout Int
  ) -> Int? {
    var at = start
    while at < name.count {
      if let end = Self.end(of: part, at: at, name, bytes, &steps) { return end }
      at += 1
    }
    return nil
  }

  /// Returns true for a continuation byte of UTF-8.
  private static func isContinuation(_ byte: UInt8) -> Bool { byte & 0xC0 == 0x80 }
}
