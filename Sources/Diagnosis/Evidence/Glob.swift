/// A pattern in which `*` stands for any run of characters, also none; everything else stands for itself.
///
/// Matching never backtracks further than the last `*`, so its cost is at most pattern × text.
package struct Glob: Sendable, Hashable {
  package let pattern: String
  private let bytes: [UInt8]
  /// True if the pattern holds no `*`, so that a set of names can be asked instead.
  package let isLiteral: Bool

  package init(_ pattern: String) {
    self.pattern = pattern
    bytes = Array(pattern.utf8)
    isLiteral = !bytes.contains(UInt8(ascii: "*"))
  }

  /// True if the whole of `text` fits, bytes compared as they are.
  package func matches(_ text: String) -> Bool {
    var text = text
    return text.withUTF8 { matches(Span(_unsafeElements: $0)) }
  }

  private func matches(_ text: Span<UInt8>) -> Bool {
    var inText = 0
    var inPattern = 0
    var star: Int?
    var resume = 0
    while inText < text.count {
      if inPattern < bytes.count, bytes[inPattern] == UInt8(ascii: "*") {
        star = inPattern
        resume = inText
        inPattern += 1
      } else if inPattern < bytes.count, bytes[inPattern] == text[inText] {
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
    while inPattern < bytes.count, bytes[inPattern] == UInt8(ascii: "*") { inPattern += 1 }
    return inPattern == bytes.count
  }
}

/// Several globs asked at once: names without `*` in a set, the others in turn.
package struct GlobSet: Sendable {
  private let literals: Set<String>
  private let globs: [Glob]

  package init(_ patterns: [String]) {
    let all = patterns.map(Glob.init)
    literals = Set(all.filter(\.isLiteral).map(\.pattern))
    globs = all.filter { !$0.isLiteral }
  }

  package func matches(_ text: String) -> Bool {
    literals.contains(text) || globs.contains { $0.matches(text) }
  }
}
