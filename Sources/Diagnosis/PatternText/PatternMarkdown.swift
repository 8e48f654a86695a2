package import YAMLText
import Bytes

/// A pattern as one Markdown document, which is page, test and source: front matter with the keys of pattern files, then
/// sections for the texts, edits and examples. `Knowledge/README.md` describes the format.
package enum PatternMarkdown {
  /// Returns the pattern of a document; `nil` after a fault.
  package static func read(_ bytes: [UInt8]) -> (pattern: Pattern?, faults: [FileFault]) {
    let faults = Faults()
    guard let end = endOfFrontMatter(bytes) else {
      let text = "a document begins with front matter between lines '---'"
      return (nil, [FileFault(line: 1, column: 1, text, hint: nil)])
    }
    guard let root = PlainYAML.read(bytes[4..<end], firstLine: 2, faults), case .mapping(var entries) = root.content
    else {
      if faults.isEmpty { faults.add(FileFault(line: 1, column: 1, "the front matter has no keys", hint: nil)) }
      return (nil, faults.sorted)
    }
    var sections = DocumentSections(bytes, faults, firstLine: bytes[..<end].count { $0 == 0x0A } + 2)
    for line in bytes[(end + 4)...].split(separator: 0x0A, omittingEmptySubsequences: false) { sections.read(line) }
    entries += sections.finished()
    var names: Set<String> = []
    for entry in entries where !names.insert(entry.key.text ?? "").inserted {
      faults.add(entry.key, "duplicate key '\(shown(entry.key.text ?? ""))'")
    }
    var reader = PatternReader(faults, .program)
    let found = reader.read(YAMLNode(content: .mapping(entries), line: root.line, column: root.column))
    return (faults.isEmpty ? found?.pattern : nil, faults.sorted)
  }

  /// Returns the grades of a document of the program, without its other keys and sections; empty after a fault, which a test excludes.
  static func grades(_ bytes: [UInt8]) -> [Pattern.Grade] {
    guard let end = endOfFrontMatter(bytes) else { return [] }
    let faults = Faults()
    var entries: [YAMLNode.Entry] = []
    for block in blocks(of: ["facts:", "grades:"], in: bytes[4..<end]) {
      guard let root = PlainYAML.read(block, faults), case .mapping(let found) = root.content else { return [] }
      entries += found
    }
    var reader = PatternReader(faults, .program)
    return reader.readGrades(YAMLNode(content: .mapping(entries), line: 1, column: 1))
  }

  /// Returns the lines of some keys of a mapping, each with those of its value.
  private static func blocks(of keys: [String], in bytes: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
    var blocks: [ArraySlice<UInt8>] = []
    var start: Int?
    var begin = bytes.startIndex
    while begin < bytes.endIndex {
      // A line of another value is indented, or an entry of a list.
      if bytes[begin] != 0x20, bytes[begin] != UInt8(ascii: "-"), bytes[begin] != 0x0A {
        if let start { blocks.append(bytes[start..<begin]) }
        start = keys.contains { bytes[begin...].starts(with: $0.utf8) } ? begin : nil
      }
      begin = (bytes[begin...].firstIndex(of: 0x0A) ?? bytes.endIndex - 1) + 1
    }
    if let start { blocks.append(bytes[start...]) }
    return blocks
  }

  /// Returns the offset of the line that ends the front matter.
  private static func endOfFrontMatter(_ bytes: [UInt8]) -> Int? {
    let mark = Array("\n---\n".utf8)
    guard bytes.starts(with: mark.dropFirst()) else { return nil }
    var index = 3
    while let start = bytes[index...].firstIndex(of: 0x0A), start + mark.count <= bytes.count {
      if bytes[start..<start + mark.count].elementsEqual(mark) { return start + 1 }
      index = start + 1
    }
    return nil
  }
}

/// Reads the sections below the front matter into entries of the pattern's mapping.
struct DocumentSections {
  /// The sections, by the key of the mapping.
  static let headings = [
    "symptom": "Symptom", "cause": "Cause", "remedy": "Remedy", "changes": "Changes", "examples": "Examples",
  ]

  private let faults: Faults
  private var number: Int
  private var entries: [YAMLNode.Entry] = []
  private var section = ""
  private var sectionLine = 1
  /// Paragraphs, or steps of the remedy.
  private var texts: [String] = []
  private var items: [YAMLNode] = []
  private var continues = false
  private let bytes: [UInt8]
  private var fence: (mark: ArraySlice<UInt8>, info: [Substring], line: Int)?
  /// The offset of the code in `bytes`.
  private var codeStart = 0
  private var heading: ExampleHeading?
  private var before: (language: Substring, code: String)?

  init(_ bytes: [UInt8], _ faults: Faults, firstLine: Int) {
    self.bytes = bytes
    self.faults = faults
    number = firstLine - 1
  }

  mutating func read(_ bytes: ArraySlice<UInt8>) {
    number += 1
    if let open = fence {
      if bytes == open.mark { endFence(open.info, open.line, end: bytes.startIndex) }
    } else if bytes.starts(with: "```".utf8) {
      let mark = bytes.prefix { $0 == UInt8(ascii: "`") }
      let info = String(streamSafe: bytes.dropFirst(mark.count)).split(separator: " ")
      fence = (mark, info, number)
      codeStart = bytes.endIndex + 1
    } else if bytes.isEmpty {
      continues = false
    } else {
      readLine(String(streamSafe: bytes)[...])
    }
  }

  private mutating func readLine(_ line: Substring) {
    if line.hasPrefix("# ") {
      entries.append(entry("title", text(String(line.dropFirst(2)), number), number))
    } else if line.hasPrefix("## ") {
      endSection()
      let name = line.dropFirst(3)
      section = Self.headings.first { $0.value == name }?.key ?? ""
      sectionLine = number
      if section.isEmpty { add("there is no section '\(shown(String(name)))'") }
    } else if line.hasPrefix("### ") {
      readHeading(line.dropFirst(4))
    } else {
      readText(line)
    }
  }

  /// Returns the entries after the last line.
  mutating func finished() -> [YAMLNode.Entry] {
    if fence != nil { add("the code has no end") }
    endSection()
    return entries
  }

  private mutating func readText(_ line: Substring) {
    switch section {
    case "symptom", "cause":
      if continues, let last = texts.indices.last { texts[last] += " " + line } else { texts.append(String(line)) }
    case "remedy":
      let digits = line.prefix { ("0"..."9").contains($0) }
      if !digits.isEmpty, line.dropFirst(digits.count).hasPrefix(". ") {
        texts.append(String(line.dropFirst(digits.count + 2)))
      } else if continues, line.hasPrefix("   "), let last = texts.indices.last {
        texts[last] += " " + line.dropFirst(3)
      } else {
        add("a step begins with its number, '1. …', and its other lines with three blanks")
      }
    default: add("text is only allowed in the sections Symptom, Cause and Remedy")
    }
    continues = true
  }

  private mutating func readHeading(_ line: Substring) {
    guard section == "examples", let mark = line.firstRange(of: ": ") else {
      add("a heading of an example is '### Matches: …' or '### Does not match: …'")
      return
    }
    heading = ExampleHeading(line[..<mark.lowerBound], shows: line[mark.upperBound...])
    if heading == nil { add("a heading of an example is '### Matches: …' or '### Does not match: …'") }
  }

  private mutating func endFence(_ info: [Substring], _ line: Int, end: Int) {
    fence = nil
    // Without the line break before the mark.
    let code = codeStart < end ? String(streamSafe: bytes[codeStart..<end - 1]) : ""
    switch section {
    case "examples":
      guard let heading else {
        add("an example has a heading")
        return
      }
      var parts = [entry(heading.matches ? "matches" : "doesNotMatch", text(String(heading.shows), line), line)]
      if let name = heading.caseName { parts.append(entry("case", text(String(name), line), line)) }
      if let word = heading.atLeast { parts.append(entry("atLeast", text(String(word), line), line)) }
      parts.append(entry("excerpt", text(code, line), line))
      items.append(YAMLNode(content: .mapping(parts), line: line, column: 1))
      self.heading = nil
    case "changes": endChange(info, code, line)
    default: add("code is only allowed in the sections Changes and Examples")
    }
  }

  /// The words after the mark are the language, `before` or `after`, and `when NAME` or `unless NAME`.
  private mutating func endChange(_ info: [Substring], _ code: String, _ line: Int) {
    guard let language = info.first else {
      add("an edit has a language")
      return
    }
    var words = info.dropFirst()
    if words.first == "before" {
      before = (language, code)
      return
    }
    if words.first == "after" { words = words.dropFirst() }
    var parts = [entry("language", text(String(language), line), line)]
    if let known = before, known.language == language { parts.append(entry("before", text(known.code, line), line)) }
    before = nil
    parts.append(entry("after", text(code, line), line))
    while let name = words.popFirst(), let value = words.popFirst() {
      parts.append(entry(String(name), text(String(value), line), line))
    }
    items.append(YAMLNode(content: .mapping(parts), line: line, column: 1))
  }

  private mutating func endSection() {
    continues = false
    defer { (texts, items, section) = ([], [], "") }
    switch section {
    case "": break
    case "symptom", "cause":
      entries.append(entry(section, text(texts.joined(separator: "\n"), sectionLine), sectionLine))
    case "remedy":
      let steps = texts.map { text($0, sectionLine) }
      entries.append(entry(section, YAMLNode(content: .sequence(steps), line: sectionLine, column: 1), sectionLine))
    default:
      entries.append(entry(section, YAMLNode(content: .sequence(items), line: sectionLine, column: 1), sectionLine))
    }
  }

  private func add(_ message: String) { faults.add(FileFault(line: number, column: 1, message, hint: nil)) }

  private func text(_ text: String, _ line: Int) -> YAMLNode {
    YAMLNode(content: .scalar(text, isPlain: false), line: line, column: 1)
  }

  private func entry(_ name: String, _ value: YAMLNode, _ line: Int) -> YAMLNode.Entry {
    YAMLNode.Entry(key: text(name, line), value: value)
  }
}

/// The heading of an example: `Matches`, `Matches (likely)`, `Matches (likely, case NAME)` or `Does not match`.
private struct ExampleHeading {
  var matches: Bool
  var atLeast: Substring?
  var caseName: Substring?
  var shows: Substring

  /// Reads the words before the description; `nil` for others.
  init?(_ words: Substring, shows: Substring) {
    (matches, self.shows) = (words.hasPrefix("Matches"), shows)
    if words == "Matches" || words == "Does not match" { return }
    guard words.hasPrefix("Matches ("), words.hasSuffix(")") else { return nil }
    for part in words.dropFirst("Matches (".count).dropLast().split(separator: ",") {
      let part = part.drop { $0 == " " }
      if part.hasPrefix("case ") {
        caseName = part.dropFirst("case ".count)
      } else if part == "likely" || part == "possible" {
        atLeast = part
      } else {
        return nil
      }
    }
  }
}
