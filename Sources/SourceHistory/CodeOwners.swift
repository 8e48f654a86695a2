internal import Bytes
package import Vocabulary

/// A file CODEOWNERS of GitHub or GitLab.
package struct CodeOwners {
  /// The path of the file relative to the root of its repository.
  package let file: String
  /// The rules by which it is read.
  package let dialect: SourceOwners.Dialect

  private struct Rule {
    var pattern: OwnerPattern
    var isExclusion: Bool
    var line: Int
    var owners: [String]
  }

  private struct Section {
    var name: String?
    var isOptional = false
    var approvals: Int?
    /// The owners of rules that name none.
    var owners: [String] = []
    var rules: [Rule] = []
  }

  private var sections = [Section()]

  /// Where the file is, in the order in which it is searched for: first the folder that only one service knows.
  package static let places = [".github/CODEOWNERS", "CODEOWNERS", "docs/CODEOWNERS", ".gitlab/CODEOWNERS"]

  /// The maximum size in bytes. GitHub does not load a larger file.
  package static let maxSize = 3 << 20
  /// The maximum number of rules.
  private static let maxRules = 20_000
  /// The maximum number of sections.
  private static let maxSections = 1_000
  /// The maximum number of owners of a rule.
  private static let maxOwners = 100
  /// The maximum length of a line in bytes. Longer lines are ignored.
  private static let maxLineLength = 4_096

  /// Reads a file. Lines that the service does not understand are ignored, as the service does.
  package init(_ bytes: [UInt8], file: String) {
    self.file = file
    var lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false).map { line in
      line.last == 0x0D ? line.dropLast() : line
    }
    if let first = lines.first, first.starts(with: [0xEF, 0xBB, 0xBF]) { lines[0] = first.dropFirst(3) }
    // A file in a folder of GitHub is GitHub's; otherwise a section shows that it is GitLab's.
    let isGitLab =
      file.hasPrefix(".gitlab/") || !file.hasPrefix(".github/") && lines.contains { Self.heading($0) != nil }
    dialect = isGitLab ? .gitlab : .github
    var count = 0
    var current = 0
    for (index, line) in lines.enumerated() where line.count <= Self.maxLineLength {
      let text = line.drop { $0 == 0x20 || $0 == 0x09 }
      if text.isEmpty || text.first == UInt8(ascii: "#") { continue }
      if dialect == .gitlab, let section = Self.heading(text) {
        current = add(section) ?? current
        continue
      }
      guard count < Self.maxRules else { break }
      guard let rule = Self.rule(text, line: index + 1, dialect) else { continue }
      sections[current].rules.append(rule)
      count += 1
    }
  }

  /// Adds a section, or joins it with an earlier one of the same name. Returns its index; `nil` if there are too many.
  private mutating func add(_ section: Section) -> Int? {
    let name = section.name?.lowercased()
    guard let known = sections.firstIndex(where: { $0.name != nil && $0.name?.lowercased() == name }) else {
      guard sections.count < Self.maxSections else { return nil }
      sections.append(section)
      return sections.count - 1
    }
    // Approval is required if one of the headings requires it.
    sections[known].isOptional = sections[known].isOptional && section.isOptional
    sections[known].approvals = [sections[known].approvals, section.approvals].compactMap { $0 }.max()
    if !section.owners.isEmpty { sections[known].owners = section.owners }
    return known
  }

  /// Reads the heading of a section: `[Name]`, `^[Name]` for an optional one, `[Name][2]` for two approvals, and owners.
  private static func heading(_ line: ArraySlice<UInt8>) -> Section? {
    var rest = line.drop { $0 == 0x20 || $0 == 0x09 }
    var section = Section()
    if rest.first == UInt8(ascii: "^") {
      section.isOptional = true
      rest = rest.dropFirst()
    }
    guard rest.first == UInt8(ascii: "["), let end = rest.firstIndex(of: UInt8(ascii: "]")), end > rest.startIndex + 1
    else { return nil }
    section.name = String(streamSafe: rest[(rest.startIndex + 1)..<end])
    rest = rest[(end + 1)...]
    if rest.first == UInt8(ascii: "["), let close = rest.firstIndex(of: UInt8(ascii: "]")) {
      guard let count = BlameOutput.number(rest[(rest.startIndex + 1)..<close]), count >= 0, count <= 1_000 else {
        return nil
      }
      section.approvals = count
      rest = rest[(close + 1)...]
    }
    // `[ab]*.swift` is a pattern.
    guard rest.isEmpty || rest.first == 0x20 || rest.first == 0x09 else { return nil }
    section.owners = owners(words(rest), .gitlab) ?? []
    return section
  }

  private static func rule(
    _ line: ArraySlice<UInt8>, line number: Int, _ dialect: SourceOwners.Dialect
  ) -> Rule? {
    let words = words(line)
    guard var pattern = words.first else { return nil }
    var isExclusion = false
    if pattern.first == UInt8(ascii: "!") {
      // GitHub has no exclusions.
      guard dialect == .gitlab else { return nil }
      isExclusion = true
      pattern.removeFirst()
    }
    // GitHub does not read an escaped number sign.
    if dialect == .github, pattern.starts(with: "\\#".utf8) { return nil }
    guard let owners = owners(Array(words.dropFirst()), dialect), let parsed = OwnerPattern(pattern, dialect) else {
      return nil
    }
    return Rule(pattern: parsed, isExclusion: isExclusion, line: number, owners: owners)
  }

  /// Returns the words of a line; a blank with a backslash before it is part of a word, with the backslash.
  private static func words(_ line: ArraySlice<UInt8>) -> [[UInt8]] {
    var words: [[UInt8]] = []
    var word: [UInt8] = []
    var isEscaped = false
    for byte in line {
      if (byte == 0x20 || byte == 0x09) && !isEscaped {
        if !word.isEmpty { words.append(word) }
        word = []
        continue
      }
      word.append(byte)
      isEscaped = byte == UInt8(ascii: "\\") && !isEscaped
    }
    if !word.isEmpty { words.append(word) }
    return words
  }

  /// Returns the owners among words; `nil` if GitHub would not read the line because of another word.
  private static func owners(_ words: [[UInt8]], _ dialect: SourceOwners.Dialect) -> [String]? {
    var owners: [String] = []
    for word in words.prefix(maxOwners) {
      // A comment behind the owners.
      if word.first == UInt8(ascii: "#") { break }
      let isOwner =
        word.first == UInt8(ascii: "@") && word.count > 1
        || word.firstIndex(of: UInt8(ascii: "@")).map { $0 > 0 && $0 < word.count - 1 } == true
      if isOwner { owners.append(String(streamSafe: word)) } else if dialect == .github { return nil }
    }
    return owners
  }

  /// Returns the owners of a file.
  ///
  /// - Parameter path: The path relative to the root of the repository.
  package func owners(of path: String) -> SourceOwners {
    var owners = SourceOwners(file: file, dialect: dialect, rules: [])
    for section in sections {
      let matching = section.rules.filter { $0.pattern.matches(path) }
      // An exclusion applies to the whole section, also before what follows it.
      guard !matching.contains(where: \.isExclusion), let last = matching.last else { continue }
      var rule = SourceOwners.Rule(line: last.line, owners: last.owners.isEmpty ? section.owners : last.owners)
      rule.section = section.name
      rule.isOptional = section.isOptional
      rule.approvals = section.approvals
      owners.rules.append(rule)
    }
    return owners
  }
}
