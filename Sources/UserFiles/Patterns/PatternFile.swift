package import Diagnosis
package import YAMLText

/// A file of patterns that a user wrote.
package struct PatternFile: Sendable {
  /// A pattern with the locations that checks across files report.
  package struct Entry: Sendable {
    /// The pattern; it has no fault by itself.
    package let pattern: Pattern
    /// The line of the pattern's id in the file, from 1.
    package let line: Int
    /// The column of the pattern's id, from 1, in characters.
    package let column: Int
    let superseded: [(id: String, line: Int, column: Int)]
  }

  /// The patterns without a fault, in the order of the file.
  package let entries: [Entry]

  /// The maximum number of patterns in all files together.
  package static let maxPatterns = 1000

  /// Parses a pattern file. Patterns without a fault are also returned if others have faults.
  ///
  /// - Parameter author: Who wrote the file.
  package static func read(_ bytes: [UInt8], by author: Pattern.Author) -> (file: PatternFile, faults: [FileFault]) {
    let faults = Faults()
    guard let root = YAMLReader.read(bytes, faults) else {
      if faults.isEmpty {
        faults.add(FileFault(line: 1, column: 1, "the file is empty", hint: "It must begin with 'patterns:'."))
      }
      return (PatternFile(entries: []), faults.sorted)
    }
    guard let fields = Fields(root, PatternKeys.file, of: "a pattern file", faults),
      let items = fields.list("patterns", maxCount: maxPatterns)
    else { return (PatternFile(entries: []), faults.sorted) }
    var entries: [Entry] = []
    for item in items where !faults.isFull {
      var reader = PatternReader(faults, author)
      guard let found = reader.read(item) else { continue }
      entries.append(
        Entry(
          pattern: found.pattern, line: found.id.line, column: found.id.column,
          superseded: found.superseded.map { ($0.text, $0.node.line, $0.node.column) }))
    }
    return (PatternFile(entries: entries), faults.sorted)
  }

  /// Checks several files together: duplicate ids, unknown ids, and cycles of `supersedes`.
  ///
  /// - Returns: The faults, each with the index of its file.
  package static func faults(across files: [PatternFile]) -> [(file: Int, fault: FileFault)] {
    var found: [(file: Int, fault: FileFault)] = []
    var locations: [String: (file: Int, entry: Entry)] = [:]
    for (index, file) in files.enumerated() {
      for entry in file.entries {
        if let first = locations[entry.pattern.id] {
          let location = first.file == index ? "on line \(first.entry.line)" : "in another file"
          found.append(
            (
              index,
              FileFault(
                line: entry.line, column: entry.column,
                "duplicate id '\(entry.pattern.id)': already used \(location)")
            ))
        } else {
          locations[entry.pattern.id] = (index, entry)
        }
      }
    }
    let count = files.reduce(0) { $0 + $1.entries.count }
    if count > maxPatterns, let last = files.indices.last {
      found.append(
        (last, FileFault(line: 1, column: 1, "\(count) patterns in all files; the limit is \(maxPatterns)")))
    }
    let known = Pattern.catalog.map(\.id) + locations.keys
    let all = Set(known)
    for (index, file) in files.enumerated() {
      for entry in file.entries {
        for other in entry.superseded where !all.contains(other.id) {
          let hint = NearestWord.to(other.id, among: known).map { "Did you mean '\($0)'?" }
          found.append(
            (
              index,
              FileFault(
                line: other.line, column: other.column, "unknown pattern '\(shown(other.id))'",
                hint: hint ?? "All ids: diagnose patterns list")
            ))
        }
      }
    }
    // Only users' patterns can supersede users' patterns, so only they can form a cycle.
    for (id, location) in locations.sorted(by: { $0.key < $1.key }) where isInCycle(id, locations) {
      found.append(
        (
          location.file,
          FileFault(
            line: location.entry.line, column: location.entry.column,
            "'\(id)' supersedes itself, directly or through other patterns: none of them would be reported")
        ))
    }
    return found
  }

  private static func isInCycle(_ start: String, _ locations: [String: (file: Int, entry: Entry)]) -> Bool {
    var reached: Set<String> = []
    var open = locations[start]?.entry.pattern.supersedes ?? []
    while let next = open.popLast() {
      if next == start { return true }
      if reached.insert(next).inserted { open += locations[next]?.entry.pattern.supersedes ?? [] }
    }
    return false
  }
}
