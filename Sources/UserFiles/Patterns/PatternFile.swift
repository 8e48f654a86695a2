package import Diagnosis

/// A file of patterns that a user wrote.
package struct PatternFile: Sendable {
  /// A pattern with the places that checks across files speak of.
  package struct Entry: Sendable {
    /// The pattern as it is matched, checked by itself.
    package let pattern: Pattern
    /// Line of the pattern's id in the file, from 1.
    package let line: Int
    /// Column of the pattern's id, from 1, in characters.
    package let column: Int
    let superseded: [(id: String, line: Int, column: Int)]
  }

  /// The patterns without a fault, in the order of the file.
  package let entries: [Entry]

  /// Patterns of all files together.
  package static let mostPatterns = 1000

  /// Reads a file. Patterns without a fault are returned also where others have one.
  package static func read(_ bytes: [UInt8]) -> (file: PatternFile, faults: [FileFault]) {
    let faults = Faults()
    guard let root = YAMLReader.read(bytes, faults) else {
      if faults.isEmpty {
        faults.add(FileFault(line: 1, column: 1, "the file is empty", hint: "It must begin with 'patterns:'."))
      }
      return (PatternFile(entries: []), faults.sorted)
    }
    guard let fields = Fields(root, PatternKeys.file, of: "a file of patterns", faults),
      let items = fields.list("patterns", most: mostPatterns)
    else { return (PatternFile(entries: []), faults.sorted) }
    var entries: [Entry] = []
    for item in items where !faults.isFull {
      var reader = PatternReader(faults)
      if let entry = reader.read(item) { entries.append(entry) }
    }
    return (PatternFile(entries: entries), faults.sorted)
  }

  /// Checks that go across files: ids twice, ids that nothing has, circles of superseding.
  ///
  /// - Returns: Faults with the index of their file.
  package static func faults(across files: [PatternFile]) -> [(file: Int, fault: FileFault)] {
    var found: [(file: Int, fault: FileFault)] = []
    var places: [String: (file: Int, entry: Entry)] = [:]
    for (index, file) in files.enumerated() {
      for entry in file.entries {
        if let first = places[entry.pattern.id] {
          let position = first.file == index ? "in line \(first.entry.line)" : "in another file"
          found.append(
            (
              index,
              FileFault(
                line: entry.line, column: entry.column,
                "the id '\(entry.pattern.id)' stands here again; it is \(position) already")
            ))
        } else {
          places[entry.pattern.id] = (index, entry)
        }
      }
    }
    let count = files.reduce(0) { $0 + $1.entries.count }
    if count > mostPatterns, let last = files.indices.last {
      found.append(
        (last, FileFault(line: 1, column: 1, "\(count) patterns in all files; \(mostPatterns) are the most")))
    }
    let known = Pattern.catalog.map(\.id) + places.keys
    let all = Set(known)
    for (index, file) in files.enumerated() {
      for entry in file.entries {
        for other in entry.superseded where !all.contains(other.id) {
          let hint = NearestWord.to(other.id, among: known).map { "Did you mean '\($0)'?" }
          found.append(
            (
              index,
              FileFault(
                line: other.line, column: other.column, "no pattern is called '\(shown(other.id))'",
                hint: hint ?? "All ids: diagnose patterns list")
            ))
        }
      }
    }
    // Only users' patterns can supersede users' patterns, so only they can stand in a circle.
    for (id, position) in places.sorted(by: { $0.key < $1.key }) where isInCircle(id, places) {
      found.append(
        (
          position.file,
          FileFault(
            line: position.entry.line, column: position.entry.column,
            "'\(id)' supersedes itself, perhaps by way of others: none of them would be found")
        ))
    }
    return found
  }

  private static func isInCircle(_ start: String, _ places: [String: (file: Int, entry: Entry)]) -> Bool {
    var reached: Set<String> = []
    var open = places[start]?.entry.pattern.supersedes ?? []
    while let next = open.popLast() {
      if next == start { return true }
      if reached.insert(next).inserted { open += places[next]?.entry.pattern.supersedes ?? [] }
    }
    return false
  }
}

extension Pattern {
  /// True for a pattern from a user's file: its id has a namespace.
  package var isCustom: Bool { id.contains("/") }
}
