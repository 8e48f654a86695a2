import Bytes

/// What a redactor learned in one text, in a form that can be stored, so that another redactor can know it.
///
/// Each name is one line: its kind, a blank, and its text. The lines contain personal data.
extension Redactor {
  /// The maximum size of the lines of one input, in bytes. Only inputs made to exhaust memory have more names.
  private static let maxLearnedBytes = 1 << 20

  /// The kind of a name that is replaced within words, too.
  private static let anywhere = "name"

  /// The names that were found until now and that are replaced everywhere, sorted. Names of code are not among them.
  package var learnedNames: [String] {
    let users = numbers[.user] ?? [:]
    let given = nameTexts.lazy.filter { users[$0.lowercased()] != nil }.map { Self.anywhere + " " + $0 }
    let found = wordKinds.lazy.filter { self.isFound($0.value, $0.kind) }.map { $0.kind.rawValue + " " + $0.value }
    var size = 0
    var lines: Set<String> = []
    for line in [Array(given), Array(found)].joined() where !line.utf8.contains(0x0A) {
      size += line.utf8.count + 1
      if size > Self.maxLearnedBytes { break }
      lines.insert(line)
    }
    return lines.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  private func isFound(_ value: String, _ kind: Kind) -> Bool {
    value.utf8.count <= RedactionWords.maxLength && numbers[kind]?[Self.key(value, kind)] != nil
      && !spared.contains(value.lowercased())
  }

  /// Replaces names everywhere that another redactor has learned. Lines of other forms are ignored.
  package mutating func know(_ names: some Sequence<String>) {
    for line in names where known.insert(line).inserted {
      guard let blank = line.utf8.firstIndex(of: 0x20) else { continue }
      let (kind, text) = (String(line[..<blank]), String(line[line.index(after: blank)...]))
      if kind == Self.anywhere {
        if !Self.isUnusable(name: text) { addName(text) }
      } else if let kind = Kind(rawValue: kind), RedactionVocabulary.isDistinctive(text, kind) {
        add(text, kind)
      }
    }
  }
}
