import Bytes

/// Finds messages that a list, a title, a table or a question states, so that they did not happen to the author: release notes, known
/// issues, commits, issues, guides, tables of messages with their meaning.
///
/// A message with only a bullet in front of it remains a record, because people paste logs as lists. What counts is a word of the
/// list (`ListWords`), a title above it, or the form of commits, issues and tables. A message with such a sign is a mention with any
/// words around it, and in any number of items.
struct ListedMessages {
  private let text: ByteText
  private let words = ListWords.shared
  private let lines: [SurveyedLine]
  /// The content of each line, without indentation.
  private var contents: [Slice] = []
  private var items: [ListItem] = []
  private var indents: [Int] = []
  private var isListed: [Bool]
  /// The ends of the last list, table and commit that were marked: what is in them is not marked again, also if a line of them begins
  /// another one.
  private var (itemsEnd, rowsEnd, commitEnd) = (0, 0, 0)

  /// Returns for each line whether its message is listed.
  static func marked(_ bytes: [UInt8], _ lines: [SurveyedLine]) -> [Bool] {
    bytes.withUnsafeBufferPointer { buffer in
      var listed = ListedMessages(ByteText(buffer, limit: 4096), lines)
      listed.mark()
      return listed.isListed
    }
  }

  private init(_ text: ByteText, _ lines: [SurveyedLine]) {
    self.text = text
    self.lines = lines
    isListed = [Bool](repeating: false, count: lines.count)
    var at = 0
    while at < text.count, contents.count < lines.count {
      let end = text.first(0x0a, Slice(at, text.count)) ?? text.count
      let content = text.visible(Slice(at, end))
      contents.append(content)
      indents.append(content.start - at)
      items.append(ListItem(text, content))
      at = end + 1
    }
    while contents.count < lines.count {
      contents.append(Slice(text.count, text.count))
      indents.append(0)
      items.append(ListItem(text, Slice(text.count, text.count)))
    }
  }

  private mutating func mark() {
    for index in lines.indices where !contents[index].isEmpty {
      // A title begins with the words of a change, too.
      if isTitle(index) {
        markList(below: index)
      } else if isGuide(index) {
        markGuide(below: index)
      } else if isVersion(index) {
        markItems(from: index + 1)
      } else if statesChange(index) || isString(index) || items[index].hasCheckbox || isRowOfIssues(index)
        || isMerge(index)
      {
        markItem(index)
      } else if isQuestion(index) {
        isListed[index] = true
      } else if text.hasPrefix("commit ", contents[index]) {
        markCommit(index)
      } else if isTableHead(index) {
        markRows(below: index)
      }
    }
    markNumbered(items.map(\.issue))
    markCommits()
  }

  // MARK: - Items

  /// The number of bytes of a line that are compared with words.
  private static let maxCompared = 96

  /// The beginning of the words of a line in lower case.
  private func lowered(_ slice: Slice) -> [UInt8] {
    let slice = Slice(slice.start, min(slice.end, slice.start + Self.maxCompared))
    for index in slice.start..<max(slice.start, slice.end) where text[index] >= 0x80 {
      return Array(text.string(slice).lowercased().utf8)
    }
    return (slice.start..<max(slice.start, slice.end)).map { text[$0].lowercased }
  }

  /// Whether the words of a line begin or end with those of a change.
  private func statesChange(_ index: Int) -> Bool {
    let content = items[index].words
    guard !content.isEmpty else { return false }
    let first = text[content.start]
    if first >= 0x80 || words.changes.mayBegin(with: first), let length = words.changes.length(in: lowered(content)) {
      // A statement, a path or a field begins with such a word, too: `add(card)`, `fix.swift:3`, `Status: closed`.
      let next = text[content.start + min(length, content.count)]
      if next == UInt8(ascii: "(") {
        // The scope of a change: `fix(deck): …`.
        let rest = Slice(content.start + length, min(content.end, content.start + Self.maxCompared))
        if text.contains("):", rest) || text.contains(")!:", rest) { return true }
      } else if next != UInt8(ascii: "."), next != UInt8(ascii: "/"), next != UInt8(ascii: "=") {
        return true
      }
    }
    let last = text[content.end - 1]
    guard last >= 0x80 || last == UInt8(ascii: ")") || last == UInt8(ascii: "]") || last == UInt8(ascii: ".") else {
      return false
    }
    let end = lowered(Slice(max(content.start, content.end - Self.maxEnding), content.end))
    let trimmed = Self.withoutStop(end)
    return words.changeEndings.contains { trimmed.count > $0.count && trimmed.suffix($0.count).elementsEqual($0) }
  }

  /// The number of bytes at the end of a line that are compared with words.
  private static let maxEnding = 40

  private static func withoutStop(_ bytes: [UInt8]) -> [UInt8] {
    var bytes = bytes
    while let last = bytes.last, last == UInt8(ascii: ".") || last.isBlank { bytes.removeLast() }
    // An ideographic full stop.
    if bytes.suffix(3).elementsEqual([0xE3, 0x80, 0x82]) { bytes.removeLast(3) }
    return bytes
  }

  /// Marks a line, and the lines below it that continue its item.
  private mutating func markItem(_ index: Int) {
    isListed[index] = true
    guard items[index].isBulleted || items[index].hasCheckbox else { return }
    var next = index + 1
    while next < lines.count, !contents[next].isEmpty, !items[next].isBulleted, indents[next] > indents[index] {
      isListed[next] = true
      next += 1
    }
  }

  /// A subject with the number of a pull request at its end: `… (#1234)`, `… by @ann in https://…/pull/12`.
  private func isMerge(_ index: Int) -> Bool {
    let line = contents[index]
    if text[line.end - 1] == UInt8(ascii: ")"), let open = text.findLast("(#", line), open + 3 < line.end,
      (open + 2..<line.end - 1).allSatisfy({ text[$0].isDigit })
    {
      return true
    }
    guard let author = text.findLast(" by @", line) else { return false }
    return text.contains(" in ", Slice(author, line.end))
  }

  /// An item that is a string in quotation marks, as in YAML and in the difference of two programs: `+ "…"`. Programs print frames as
  /// strings, too.
  private func isString(_ index: Int) -> Bool {
    let content = items[index].words
    guard items[index].isBulleted, content.count > 2, text[content.start] == UInt8(ascii: "\"") else { return false }
    guard text[content.end - 1] == UInt8(ascii: "\"") || text.hasSuffix("\",", content) else { return false }
    return text.frameLine(text.trimmed(Slice(content.start + 1, content.end - 1))) == nil
  }

  /// A row of the list of issues that a tool prints: `123⇥OPEN⇥…`.
  private func isRowOfIssues(_ index: Int) -> Bool {
    let line = contents[index]
    guard text[line.start].isDigit || text[line.start] == UInt8(ascii: "#"), let tab = text.first(0x09, line) else {
      return false
    }
    let rest = Slice(tab + 1, line.end)
    let state = Slice(rest.start, text.first(0x09, rest) ?? rest.end)
    guard state.count <= 8 else { return false }
    return words.states.contains(lowered(text.trimmed(state)))
  }

  /// The minimum number of items with different numbers that are a list of issues or commits.
  private static let minNumbered = 2

  /// Marks lines with the numbers of issues. Numbers that count up from a small one are those of frames and steps.
  private mutating func markNumbered(_ numbers: [Int?]) {
    let found = numbers.indices.filter { numbers[$0] != nil && !isMeasured($0) }
    let distinct = Set(found.compactMap { numbers[$0] })
    guard distinct.count >= Self.minNumbered, distinct.count == found.count, let least = distinct.min(), least >= 10
    else { return }
    for index in found { markItem(index) }
  }

  /// Whether the words of an item begin with a number or an address, as those of a frame and of a step with its time.
  private func isMeasured(_ index: Int) -> Bool { text[items[index].words.start].isDigit }

  private mutating func markCommits() {
    let found = items.indices.filter { items[$0].commit != nil }
    let distinct = Set(found.compactMap { items[$0].commit.map { text.string($0) } })
    guard distinct.count >= Self.minNumbered, distinct.count == found.count else { return }
    for index in found { isListed[index] = true }
  }

  /// The number of lines below the line of a commit that name its author and time.
  private static let maxCommitHead = 6

  /// Marks the message of a commit, which is indented below `commit …` and `Author: …`.
  private mutating func markCommit(_ index: Int) {
    guard index >= commitEnd else { return }
    let digest = text.token(Slice(contents[index].start + 7, contents[index].end))
    guard (7...64).contains(digest.count), (digest.start..<digest.end).allSatisfy({ text[$0].isHexDigit }) else {
      return
    }
    let head = (index + 1)..<min(lines.count, index + Self.maxCommitHead)
    guard head.contains(where: { text.hasPrefix("Author: ", contents[$0]) }) else { return }
    var next = index + 1
    while next < lines.count {
      let line = contents[next]
      if !line.isEmpty, indents[next] == 0,
        text.first(UInt8(ascii: ":"), line) == nil || next >= index + Self.maxCommitHead
      {
        break
      }
      if indents[next] > 0 { isListed[next] = true }
      next += 1
    }
    commitEnd = next
  }

  // MARK: - Titles

  /// The length of the longest title, in bytes.
  private static let maxTitle = 80

  /// The words of a title in lower case, without marks around them; `nil` for a line that is too long.
  private func title(_ index: Int) -> (words: [UInt8], isMarked: Bool)? {
    guard contents[index].count <= Self.maxTitle else { return nil }
    var slice = items[index].words
    var isMarked = items[index].isHeading || contents[index].start < slice.start && !items[index].isBulleted
    while !slice.isEmpty {
      let last = text[slice.end - 1]
      if last == UInt8(ascii: ":") || last == UInt8(ascii: "*") || last == UInt8(ascii: "_") || last.isBlank {
        isMarked = true
        slice.end -= 1
      } else if text.hasSuffix("\u{FF1A}", slice) || text.hasSuffix("\u{3011}", slice) {
        isMarked = true
        slice.end -= 3
      } else {
        break
      }
    }
    if text.hasPrefix("\u{3010}", slice) { slice.start += 3 }
    return slice.isEmpty ? nil : (lowered(slice), isMarked)
  }

  /// Whether a line is a title of the list, alone or with a version behind it: `Known issues in 2.4:`.
  private func isTitle(_ index: Int, _ titles: ListWords.Beginnings) -> Bool {
    let content = items[index].words
    guard !content.isEmpty, text[content.start] >= 0x80 || titles.mayBegin(with: text[content.start]),
      let title = title(index), let length = titles.length(in: title.words)
    else { return false }
    return length == title.words.count || title.isMarked && title.words[length].isBlank
  }

  private func isTitle(_ index: Int) -> Bool { isTitle(index, words.titles) }

  private func isGuide(_ index: Int) -> Bool { isTitle(index, words.guides) }

  /// Whether a line is only a version, with a date at most: `2.4.1`, `## [2.4.1] - 2026-03-04`, `Version 2.4.1 (build 7)`.
  private func isVersion(_ index: Int) -> Bool {
    var slice = contents[index]
    guard slice.count <= Self.maxTitle else { return false }
    while !slice.isEmpty, "#*[ ".utf8.contains(text[slice.start]) { slice.start += 1 }
    if let length = words.versions.length(in: lowered(slice)), length < slice.count {
      slice.start = text.skipBlanks(slice.start + length, slice.end)
    } else if text[slice.start] | 0x20 == UInt8(ascii: "v") {
      slice.start += 1
    }
    var (at, dots) = (slice.start, 0)
    while at < slice.end, text[at].isDigit || text[at] == UInt8(ascii: ".") {
      if text[at] == UInt8(ascii: ".") { dots += 1 }
      at += 1
    }
    guard text[slice.start].isDigit, (1...3).contains(dots), text[at - 1].isDigit else { return false }
    guard at < slice.end else { return true }
    // The rest is a date, the number of a build or a state.
    let rest = Slice(at, slice.end)
    guard "])*-( \u{2013}\u{2014}:".utf8.contains(text[at]) else { return false }
    return LineForms(text: text).words(rest).count <= 3
  }

  /// The number of empty lines between a title and its list.
  private static let maxGap = 2

  private func firstLine(below index: Int) -> Int? {
    var next = index + 1
    while next < lines.count, contents[next].isEmpty, next - index <= Self.maxGap { next += 1 }
    return next < lines.count && !contents[next].isEmpty ? next : nil
  }

  /// Marks the items below a title, or the paragraph if it is not a list.
  private mutating func markList(below index: Int) {
    guard let first = firstLine(below: index) else { return }
    if items[first].isBulleted || items[first].hasCheckbox {
      markItems(from: index + 1)
    } else if isTitleAlone(index) {
      markParagraph(first)
    }
  }

  /// Whether a line has no words but those of the title: `Resolved source packages:` is a line of a build.
  private func isTitleAlone(_ index: Int) -> Bool {
    guard let title = title(index) else { return false }
    return words.titles.length(in: title.words) == title.words.count
  }

  /// The length from which a line may be wrapped, in bytes.
  private static let minWrapped = 60

  /// Whether a line without a bullet continues the item above it: it is indented, or the rest of a long line.
  private func continuesItem(_ index: Int) -> Bool {
    if indents[index] > 0 { return true }
    return contents[index - 1].count >= Self.minWrapped && !isStructured(index)
  }

  private func isStructured(_ index: Int) -> Bool {
    lines[index].isFrame || LineEvidence.structure(text, contents[index]) >= 3
  }

  /// Marks the items of a list, also if empty lines separate them, and the lines that continue them.
  private mutating func markItems(from start: Int) {
    guard start >= itemsEnd else { return }
    var next = start
    defer { itemsEnd = next }
    var isInItem = false
    while next < lines.count {
      if contents[next].isEmpty {
        // After an empty line only another item, or an indented paragraph, continues the list.
        let following = firstLine(below: next)
        guard let following, items[following].isBulleted || isInItem && indents[following] > 0 else { return }
        next = following
        continue
      }
      if items[next].isBulleted {
        isInItem = true
      } else if isInItem, !continuesItem(next) {
        return
      }
      guard isInItem, !items[next].isHeading else { return }
      isListed[next] = true
      next += 1
    }
  }

  /// Marks a paragraph that has no lines of a report; returns whether it was marked.
  @discardableResult
  private mutating func markParagraph(_ start: Int) -> Bool {
    var end = start
    var structured = 0
    while end < lines.count, !contents[end].isEmpty {
      if isStructured(end) { structured += 1 }
      end += 1
      if structured >= Self.minStructured || end - start > Self.maxParagraph { return false }
    }
    for index in start..<end { isListed[index] = true }
    return true
  }

  /// The maximum number of lines of a paragraph of a guide: a log is longer.
  private static let maxParagraph = 12
  /// The maximum number of paragraphs below the title of a guide.
  private static let maxParagraphs = 8
  /// The number of lines with the form of a report that make a paragraph the part of one.
  private static let minStructured = 2

  /// Marks the paragraphs of a guide, up to one in which authors speak of themselves, one of a report, or the end of the section.
  private mutating func markGuide(below title: Int) {
    let lead = LeadIn(text: text)
    var (next, count) = (title + 1, 0)
    while count < Self.maxParagraphs, let first = firstLine(below: next - 1) {
      count += 1
      if items[first].isHeading, items[title].isHeading { return }
      var end = first
      // A longer paragraph is a log.
      while end < lines.count, !contents[end].isEmpty, end - first <= Self.maxParagraph { end += 1 }
      if (first..<end).contains(where: { lead.speaksOfItsAuthor(contents[$0]) }) { return }
      guard markParagraph(first) else { return }
      next = end
    }
  }

  // MARK: - Questions and tables

  /// The number of lines below a question within which its answer begins.
  private static let maxQuestion = 6

  private func isQuestion(_ index: Int) -> Bool {
    let content = items[index].words
    guard !content.isEmpty, text[content.start] >= 0x80 || words.questions.mayBegin(with: text[content.start]),
      words.questions.length(in: lowered(content)) != nil
    else { return false }
    return ((index + 1)..<min(lines.count, index + Self.maxQuestion)).contains {
      !items[$0].words.isEmpty && words.answers.length(in: lowered(items[$0].words)) != nil
    }
  }

  /// The maximum number of cells of a row that are read.
  private static let maxCells = 8

  /// Whether a line has titles of columns with messages and their meaning, or the rule of a table follows it.
  private func isTableHead(_ index: Int) -> Bool {
    let line = contents[index]
    guard line.count <= 200 else { return false }
    if index + 1 < lines.count, isRule(contents[index + 1]), text.contains("|", line) || text.contains("  ", line) {
      return true
    }
    let cells = cells(line)
    guard cells.count >= 2 else { return false }
    return cells.contains(where: words.messageColumns.contains) && cells.contains(where: words.meaningColumns.contains)
  }

  /// A line of hyphens with the borders of columns between them: `--- | ---`, `----+----`. The bars before a line of hyphens are
  /// those of a tree, as Xcode's canvas prints its errors.
  private func isRule(_ line: Slice) -> Bool {
    var hyphens = 0
    var isBehindBorder = false
    var hasColumns = false
    for index in line.start..<max(line.start, line.end) {
      switch text[index] {
      case UInt8(ascii: "-"), UInt8(ascii: "="):
        hyphens += 1
        if isBehindBorder { hasColumns = true }
      case UInt8(ascii: "|"), UInt8(ascii: "+"): isBehindBorder = hyphens > 0
      case UInt8(ascii: ":"), 0x20, 0x09: break
      default: return false
      }
    }
    return hyphens >= 3 && hasColumns
  }

  /// The cells of a row in lower case, which tabs, bars, commas, two blanks or tags separate.
  private func cells(_ line: Slice) -> [[UInt8]] {
    var cells: [[UInt8]] = []
    var cell: [UInt8] = []
    var isInTag = false
    func close() {
      while let last = cell.last, last.isBlank || last == UInt8(ascii: "\"") || last == UInt8(ascii: "*") {
        cell.removeLast()
      }
      let start = cell.firstIndex { !$0.isBlank && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "*") }
      if let start { cells.append(Array(String(streamSafe: cell[start...]).lowercased().utf8)) }
      cell.removeAll(keepingCapacity: true)
    }
    for index in line.start..<max(line.start, line.end) {
      let byte = text[index]
      let isDoubleBlank = byte == 0x20 && text[index + 1] == 0x20
      switch byte {
      case UInt8(ascii: "<"):
        isInTag = true
        close()
      case UInt8(ascii: ">"): isInTag = false
      case 0x09, UInt8(ascii: "|"), UInt8(ascii: ","), UInt8(ascii: ";"): close()
      case _ where isDoubleBlank: close()
      default:
        if !isInTag { cell.append(byte) }
      }
      if cells.count > Self.maxCells { return [] }
    }
    close()
    return cells
  }

  /// Marks the rows below the titles of columns, up to an empty line or one without the borders of columns.
  private mutating func markRows(below index: Int) {
    guard index >= rowsEnd else { return }
    let hasBars = text.contains("|", contents[index])
    var next = index + 1
    while next < lines.count, isRow(contents[next], hasBars: hasBars) {
      isListed[next] = true
      next += 1
    }
    rowsEnd = next
  }

  private func isRow(_ line: Slice, hasBars: Bool) -> Bool {
    if line.isEmpty { return false }
    if isRule(line) || text[line.start] == UInt8(ascii: "<") || text.contains("|", line) { return true }
    guard !hasBars else { return false }
    return text.first(0x09, line) != nil || text.contains("  ", line) || text.first(UInt8(ascii: ","), line) != nil
      || text.first(UInt8(ascii: ";"), line) != nil
  }
}
