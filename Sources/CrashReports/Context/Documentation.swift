import Bytes

/// Recognizes documentation: an article, a manual page, a README or release notes. Its logs are examples.
///
/// A report of a failure may have headings, links and fenced logs, too, because trackers have templates. What differs is
/// that it has few sections, and speaks of what happened to its author.
enum Documentation {
  /// How many bytes of a text are searched for words.
  private static let maxSearched = 16_384

  /// The minimum score of documentation.
  private static let minScore = 5

  /// Returns whether the lines are documentation rather than the report of a failure.
  static func isLikely(_ lines: [SurveyedLine], _ bytes: [UInt8]) -> Bool {
    var counts: [SurveyedLine.Form: Int] = [:]
    // Examples of code are not a log.
    var logLines = 0
    for line in lines where line.form != .blank {
      if line.isFenced {
        if line.form == .other { logLines += 1 }
      } else {
        if line.isFrame { logLines += 1 }
        counts[line.form, default: 0] += 1
      }
    }
    let all = counts.values.reduce(0, +)
    // Marks on most lines are those of a comment or a table around a log.
    let headings = (counts[.heading] ?? 0) * 2 < all ? min(sections(lines), 6) : 0
    let tables = (counts[.table] ?? 0) * 2 < all ? min((counts[.table] ?? 0) / 3, 3) : 0
    let sentences = counts[.sentence] ?? 0
    var score = headings + tables + min(sentences / 6, 3)
    var (isLesson, isGuide) = (false, false)
    bytes.withUnsafeBufferPointer { buffer in
      let text = ByteText(buffer, limit: 4096)
      let all = Slice(0, min(buffer.count, 65_536))
      if hasFrontMatter(text) { score += 4 }
      score += min(links(text, all), 3)
      let words = ProseWords.shared.counts(in: bytes, limit: maxSearched)
      if words[.causes] != nil, words[.solutions] != nil {
        score += 3
      }
      score += min((words[.explanations] ?? 0) * 2, 4)
      score -= (words[.reportSigns] ?? 0) * 2
      // A guide has both titles; a user asks for the cause and the solution in sentences.
      isGuide =
        headings >= 1 && (words[.guideTitles] ?? 0) >= 2 && !statesLocation(text, all)
        && !Authorship(text: text).isReport
      let teaches = (words[.teaching] ?? 0) + (words[.explanations] ?? 0) > 0
      isLesson =
        teaches && words[.reportSigns] == nil && sentences >= minLessonSentences && !Authorship(text: text).isReport
    }
    if isLesson || isGuide { return true }
    if score < minScore, isLongProse(lines, bytes) { return true }
    if score < minScore, isListOfLinks(lines, bytes) { return true }
    // A log dominates the report of a failure.
    if logLines > sentences * 3 { score -= 3 }
    return score >= minScore && headings + sentences >= 4
  }

  /// Whether a text names a line of a source file: `Deck.swift:28`, `Deck.swift, line 28`.
  private static func statesLocation(_ text: ByteText, _ slice: Slice) -> Bool {
    for ending: StaticString in [".swift", ".m", ".mm", ".c", ".cpp"] {
      for mark: StaticString in [":", ", line "] {
        var rest = slice
        var count = 0
        while count < maxLocations, let found = text.find(ending, rest) {
          rest.start = found + ending.utf8CodeUnitCount
          count += 1
          guard text.hasPrefix(mark, rest) else { continue }
          if text[rest.start + mark.utf8CodeUnitCount].isDigit { return true }
        }
      }
    }
    return false
  }

  /// The maximum number of names of files that are examined.
  private static let maxLocations = 64

  /// The minimum number of sentences of a text that teaches.
  private static let minLessonSentences = 3

  /// The number of headings. Adjacent ones are one: Crashlytics begins each line of its header with `# `.
  private static func sections(_ lines: [SurveyedLine]) -> Int {
    var count = 0
    var isInHeading = false
    for line in lines where !line.isFenced && line.form != .blank {
      let isHeading = line.form == .heading
      if isHeading, !isInHeading { count += 1 }
      isInHeading = isHeading
    }
    return count
  }

  private static func hasFrontMatter(_ text: ByteText) -> Bool {
    guard text.hasPrefix("---\n", Slice(0, 4)) || text.hasPrefix("---\r\n", Slice(0, 5)) else { return false }
    let start = Slice(4, min(text.count, 2048))
    return text.contains("\n---", start) && (text.contains("title:", start) || text.contains("layout:", start))
  }

  /// The minimum number of long lines of an article in a script other than Latin.
  private static let minForeignLines = 5

  /// Returns whether most lines are long and in another script, as in an article whose language is not English. What users
  /// report is shorter, or mostly a log.
  private static func isLongProse(_ lines: [SurveyedLine], _ bytes: [UInt8]) -> Bool {
    guard lines.count <= 4096 else { return false }
    return bytes.withUnsafeBufferPointer { buffer in
      let text = ByteText(buffer, limit: 4096)
      var (at, foreign, others) = (0, 0, 0)
      while at < text.count {
        let end = text.first(0x0a, Slice(at, text.count)) ?? text.count
        let line = text.trimmed(Slice(at, end))
        at = end + 1
        if line.isEmpty { continue }
        let letters = (line.start..<line.end).reduce(0) { $0 + (text[$1] >= 0x80 ? 1 : 0) }
        if line.count >= 90, letters * 2 >= line.count { foreign += 1 } else { others += 1 }
      }
      return foreign >= minForeignLines && foreign * 2 >= others
    }
  }

  /// Returns whether each line is an item with a Markdown link, as in a table of contents.
  private static func isListOfLinks(_ lines: [SurveyedLine], _ bytes: [UInt8]) -> Bool {
    guard lines.count <= 4096 else { return false }
    return bytes.withUnsafeBufferPointer { buffer in
      let text = ByteText(buffer, limit: 4096)
      var (at, items) = (0, 0)
      while at < text.count {
        let end = text.first(0x0a, Slice(at, text.count)) ?? text.count
        let line = text.trimmed(Slice(at, end))
        at = end + 1
        if line.isEmpty { continue }
        var content = line
        if "-*+".utf8.contains(text[line.start]) { content = text.trimmed(Slice(line.start + 1, line.end)) }
        guard text[content.start] == UInt8(ascii: "["), text.contains("](", content) else { return false }
        items += 1
      }
      return items >= 2
    }
  }

  /// The number of Markdown links.
  private static func links(_ text: ByteText, _ slice: Slice) -> Int {
    var count = 0
    var rest = slice
    while count < 16, let found = text.find("](", rest) {
      count += 1
      rest.start = found + 2
    }
    return count
  }
}

/// Tells whether a text reports a failure, in the words of a user or of a program.
struct Authorship {
  let text: ByteText
  /// The maximum number of lines that are examined.
  private static let maxLines = 4096
  /// The minimum number of lines with the form of a report.
  private static let minStructured = 3

  /// Whether an author speaks of themselves, or a line is one that only a program writes: a frame, a process with its number,
  /// an address.
  var isReport: Bool { isReport(minFields: Self.minStructured) }

  /// - Parameter minFields: The number of lines with the form of a report that are one; examples have such lines, too.
  func isReport(minFields: Int) -> Bool {
    let lead = LeadIn(text: text)
    var (at, count, structured) = (0, 0, 0)
    while at < text.count, count < Self.maxLines {
      let end = text.first(0x0a, Slice(at, text.count)) ?? text.count
      let line = text.visible(Slice(at, end))
      (at, count) = (end + 1, count + 1)
      if line.isEmpty { continue }
      if hasProcess(line) || hasAddress(line) { return true }
      // A heading of a report alone is what a text that teaches explains.
      if LineEvidence.structure(text, line) >= 3 {
        structured += 1
        if structured >= minFields { return true }
      }
      if lead.speaksOfItsAuthor(line) { return true }
    }
    return false
  }

  /// Whether an author speaks of themselves in one of the lines.
  var speaksOfItsAuthor: Bool {
    let lead = LeadIn(text: text)
    var (at, count) = (0, 0)
    while at < text.count, count < Self.maxLines {
      let end = text.first(0x0a, Slice(at, text.count)) ?? text.count
      if lead.speaksOfItsAuthor(text.visible(Slice(at, end))) { return true }
      (at, count) = (end + 1, count + 1)
    }
    return false
  }

  /// Whether one of the lines is that of a log, with a time and a process.
  var hasStampedLine: Bool {
    var (at, count) = (0, 0)
    while at < text.count, count < Self.maxLines {
      let end = text.first(0x0a, Slice(at, text.count)) ?? text.count
      let line = text.visible(Slice(at, end))
      (at, count) = (end + 1, count + 1)
      if !line.isEmpty, text[line.start].isDigit, hasProcess(line) { return true }
    }
    return false
  }

  /// `Cards[4711:90210]`, `Cards[4711]:`
  private func hasProcess(_ line: Slice) -> Bool {
    var rest = line
    while let open = text.first(UInt8(ascii: "["), rest) {
      var at = open + 1
      while at < line.end, text[at].isDigit { at += 1 }
      if at - open > 3, open > line.start, text[open - 1].isLetterOrDigit,
        text[at] == UInt8(ascii: ":") || text[at] == UInt8(ascii: "]")
      {
        return true
      }
      rest.start = open + 1
    }
    return false
  }

  /// An address of at least nine digits.
  private func hasAddress(_ line: Slice) -> Bool {
    guard let mark = text.find("0x", line) else { return false }
    var at = mark + 2
    while at < line.end, text[at].isHexDigit { at += 1 }
    return at - mark >= 11
  }
}

/// Recognizes tables and lists of strings by the form of their lines.
struct DataForms {
  private let text: ByteText

  init(_ text: ByteText) { self.text = text }

  /// Returns whether nearly all of the first lines are rows of a table with the same number of columns, or entries of a
  /// list of strings.
  var isData: Bool {
    var (lines, strings, quoted, members, nested) = (0, 0, 0, 0, 0)
    var columns: [Int: Int] = [:]
    var at = 0
    while at < text.count, lines < 200 {
      let end = text.first(0x0a, Slice(at, text.count)) ?? text.count
      let line = text.trimmed(Slice(at, end))
      at = end + 1
      guard !line.isEmpty, text[line.start] != UInt8(ascii: "#") else { continue }
      lines += 1
      if isStringsEntry(line) { strings += 1 }
      if isQuotedElement(line) { quoted += 1 }
      if let isParent = member(line) {
        members += 1
        if isParent { nested += 1 }
      }
      columns[separators(line), default: 0] += 1
    }
    guard lines >= 5 else { return false }
    if nested >= 2, members * 10 >= lines * 6 { return true }
    if strings * 10 >= lines * 6 || quoted * 10 >= lines * 6 { return true }
    return columns.contains { count, rows in count >= 2 && rows * 10 >= lines * 8 }
  }

  /// The number of commas outside quotation marks, or of tabs; -1 for a line that no table has.
  private func separators(_ line: Slice) -> Int {
    // The columns of a stack trace may be separated by tabs.
    if text.contains("0x", line) { return -1 }
    var (commas, tabs, isQuoted) = (0, 0, false)
    for index in line.start..<line.end {
      switch text[index] {
      case UInt8(ascii: "\""): isQuoted.toggle()
      case UInt8(ascii: ",") where !isQuoted:
        // The comma of a sentence or of an argument list has a blank after it.
        if text[index + 1] != 0x20 { commas += 1 }
      case 0x09: tabs += 1
      default: break
      }
    }
    return max(commas, tabs >= 3 ? tabs : 0)
  }

  /// Returns whether the line is `key:`, with its value on the following lines, for a line of YAML, `key: value` or
  /// `- key: value`; `nil` for other lines.
  private func member(_ line: Slice) -> Bool? {
    var at = line.start
    if text[at] == UInt8(ascii: "-"), text[at + 1] == 0x20 { at = text.skipBlanks(at + 1, line.end) }
    let start = at
    while at < line.end, text.isIdentifier(text[at]) || text[at] == UInt8(ascii: "-") { at += 1 }
    guard at > start, text[start].isLetter, text[at] == UInt8(ascii: ":") else { return nil }
    if at + 1 == line.end { return true }
    return text[at + 1] == 0x20 ? false : nil
  }

  /// `"key" = "value";` of a .strings file.
  private func isStringsEntry(_ line: Slice) -> Bool {
    text[line.start] == UInt8(ascii: "\"") && text[line.end - 1] == UInt8(ascii: ";") && text.contains("\" = \"", line)
  }

  /// `"text",` of a list.
  private func isQuotedElement(_ line: Slice) -> Bool {
    var end = line.end
    if text[end - 1] == UInt8(ascii: ",") { end -= 1 }
    let quote = text[line.start]
    guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'"), end - line.start >= 2, text[end - 1] == quote
    else {
      return false
    }
    // Programs print the symbols of a stack as a list of strings.
    let content = text.trimmed(Slice(line.start + 1, end - 1))
    return !text[content.start].isDigit || LineEvidence.structure(text, content) < 3
  }
}
