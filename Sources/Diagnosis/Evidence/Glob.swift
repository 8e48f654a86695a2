/// A pattern in which `*` stands for any run of characters, also none; everything else stands for itself.
///
/// Matching never backtracks further than the last `*`, so its cost is at most pattern × text.
package struct Glob: Sendable, Hashable {
  package let pattern: String
  private let bytes: [UInt8]
  /// True if the pattern holds no `*`, so that a set of names can be asked instead.
  package let isLiteral: Bool
  /// What to ask a `GramSet` before matching.
  package let grams: [UInt16]

  package init(_ pattern: String) {
    self.pattern = pattern
    bytes = Array(pattern.utf8)
    let pieces = bytes.split(separator: UInt8(ascii: "*"))
    isLiteral = !bytes.contains(UInt8(ascii: "*"))
    grams = pieces.max { $0.count < $1.count }.map { GramSet.grams(of: $0) } ?? []
  }

  /// True if the whole of `text` fits, bytes compared as they are.
  package func matches(_ text: String) -> Bool {
    var text = text
    return text.withUTF8 { matches(Span(_unsafeElements: $0)) }
  }

  func matches(_ text: Span<UInt8>) -> Bool {
    // Nearly every name is refused by its first byte, its last byte or its length.
    guard let first = bytes.first, let last = bytes.last else { return text.isEmpty }
    if isLiteral, text.count != bytes.count { return false }
    if first != UInt8(ascii: "*"), text.isEmpty || text[0] != first { return false }
    if last != UInt8(ascii: "*"), text.isEmpty || text[text.count - 1] != last { return false }
    return matchesWhole(text)
  }

  private func matchesWhole(_ text: Span<UInt8>) -> Bool {
    let pattern = bytes.span
    var inText = 0
    var inPattern = 0
    var star: Int?
    var resume = 0
    while inText < text.count {
      if inPattern < pattern.count, pattern[inPattern] == UInt8(ascii: "*") {
        star = inPattern
        resume = inText
        inPattern += 1
      } else if inPattern < pattern.count, pattern[inPattern] == text[inText] {
        inText += 1
        inPattern += 1
      } else if let last = star {
        resume += 1
        inText = resume
        inPattern = last + 1
      } else {
        return false
      }
    }
    while inPattern < pattern.count, pattern[inPattern] == UInt8(ascii: "*") { inPattern += 1 }
    return inPattern == pattern.count
  }
}

/// Several globs asked at once.
package struct GlobSet: Sendable {
  private let globs: [Glob]

  package init(_ patterns: [String]) { globs = patterns.map(Glob.init) }

  /// False if none of the globs fits any of the texts that `set` was made from.
  package func mayMatch(_ set: GramSet) -> Bool { globs.contains { set.mayContain($0.grams) } }

  /// What to ask for before each of the globs is tried.
  var grams: [[UInt16]] { globs.map(\.grams) }

  func mayMatch(_ set: LazyGramSet) -> Bool { globs.contains { set.mayContain($0.grams) } }

  package func matches(_ text: String) -> Bool {
    var text = text
    return text.withUTF8 { bytes in
      let span = Span(_unsafeElements: bytes)
      for glob in globs where glob.matches(span) { return true }
      return false
    }
  }
}
