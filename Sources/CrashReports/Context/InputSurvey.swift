import Bytes

/// What an input consists of besides reports: which of its lines are source code, comments, string literals or
/// documentation. A failure that such a line names did not necessarily happen.
///
/// The survey is made only for an input with lines outside of its reports, and only up to `maxBytes`: a larger input is
/// a log.
struct InputSurvey {
  /// What the input is, apart from the logs in it.
  enum Kind: Equatable {
    /// A log, a report, or a message with one.
    case log
    case sourceCode
    case documentation
    /// A pull request, a commit, or a changelog.
    case change
    /// A table or a list of strings.
    case data
    /// A log of Android or Windows.
    case otherPlatform

    /// The kind in words, for the reason why an input is not a report.
    var title: String {
      switch self {
      case .log: "a log"
      case .sourceCode: "source code"
      case .documentation: "documentation"
      case .change: "the description of a change"
      case .data: "a table or a list of strings"
      case .otherPlatform: "a log of another platform"
      }
    }
  }

  /// The maximum size of a surveyed input, in bytes.
  static let maxBytes = 4 << 20

  let kind: Kind
  private let isQuoted: [Bool]
  private let examples: [Bool]
  private let forms: [SurveyedLine.Form]

  /// Returns whether line `number`, from 1, only mentions what it states.
  func isMention(_ number: Int?) -> Bool {
    guard let number, isQuoted.indices.contains(number - 1) else { return false }
    return isQuoted[number - 1]
  }

  /// Returns whether a sentence introduces line `number`, from 1, as an example.
  func isExample(_ number: Int?) -> Bool {
    guard let number, examples.indices.contains(number - 1) else { return false }
    return examples[number - 1]
  }

  /// Returns whether line `number` records what it states; false for an unknown line.
  func isRecord(_ number: Int?) -> Bool { number != nil && !isMention(number) }

  /// Returns whether line `number`, from 1, is neither a line of code nor a sentence: what a reader took for the text of a report
  /// that a mention begins may be what follows the mention.
  func isLogLine(_ number: Int?) -> Bool {
    guard let number, forms.indices.contains(number - 1) else { return false }
    switch forms[number - 1] {
    case .other, .hash, .comment, .literal, .table: return true
    case .blank, .bracket, .heading, .fence, .code, .sentence: return false
    }
  }

  /// Surveys `bytes`; `nil` for an input that is too large.
  ///
  /// - Parameter structured: The lines of JSON reports, whose form states nothing about the rest.
  init?(_ bytes: [UInt8], structured: [ClosedRange<Int>]) {
    guard bytes.count <= Self.maxBytes else { return nil }
    var lines = bytes.withUnsafeBufferPointer { buffer in
      var surveyor = LineSurveyor(ByteText(buffer, limit: 4096))
      return surveyor.lines()
    }
    for range in structured {
      for index in lines.indices.clamped(to: range.lowerBound - 1..<range.upperBound) {
        lines[index] = SurveyedLine(form: .blank)
      }
    }
    kind = structured.isEmpty && Self.isData(bytes) ? .data : Self.kind(of: lines, bytes)
    forms = lines.map(\.form)
    examples = Self.examples(lines)
    let isRow = Self.tables(lines)
    let isMarked = Self.marked(lines)
    let isDefinition = Self.definitions(lines)
    let isListed = ListedMessages.marked(bytes, lines)
    let isRetried = RetriedRun.marked(bytes, count: lines.count)
    let isOfKind = Self.quoted(lines, kind)
    let isExample = examples
    isQuoted = lines.indices.map {
      isOfKind[$0] || isExample[$0] || isRow[$0] || isDefinition[$0] || isListed[$0] || isRetried[$0] || isMarked[$0]
        || lines[$0].quotesMessage
    }
  }

  /// Returns for each line whether it is in a table: its rows are cases, of which at most one happened. A paragraph that
  /// begins with two rows is one, also where cells continue on further lines.
  private static func tables(_ lines: [SurveyedLine]) -> [Bool] {
    var isRow = [Bool](repeating: false, count: lines.count)
    var start = 0
    while start < lines.count {
      var end = start
      while end < lines.count, lines[end].form != .blank { end += 1 }
      if end - start >= 2, lines[start].form == .table, lines[start + 1].form == .table {
        for index in start..<end { isRow[index] = true }
      }
      start = end + 1
    }
    return isRow
  }

  /// Returns for each line whether it is an item of a list of messages with their meanings: at least two items in one paragraph,
  /// one of which names the message of a failure. A form with fields and the steps of a user do not count.
  private static func definitions(_ lines: [SurveyedLine]) -> [Bool] {
    var isDefinition = [Bool](repeating: false, count: lines.count)
    var start = 0
    while start < lines.count {
      var end = start
      while end < lines.count, lines[end].form != .blank, lines[end].form != .fence { end += 1 }
      let items = (start..<end).filter { lines[$0].definition.isItem && !lines[$0].isFenced }
      if items.count >= 2, items.contains(where: { lines[$0].definition.namesFailure }) {
        for index in items { isDefinition[index] = true }
      }
      start = max(end, start) + 1
    }
    // A list of terms: the meaning of each begins with a colon on the line below it.
    let meanings = lines.indices.filter { lines[$0].isMeaning }
    for index in meanings where meanings.count >= 2 {
      isDefinition[index] = true
      if let term = (max(0, index - 2)..<index).last(where: { lines[$0].form != .blank }) {
        isDefinition[term] = true
      }
    }
    return isDefinition
  }

  /// The largest number of adjacent lines with a number sign that are a heading or a comment, and not a log in marks.
  private static let maxMarked = 2
  /// The minimum number of fields with number signs that are those of a report.
  private static let minFields = 3

  /// Returns for each line whether it is a heading, or a comment of a script beside other lines. Fields of a report that
  /// are formatted as headings do not count.
  private static func marked(_ lines: [SurveyedLine]) -> [Bool] {
    var isMarked = [Bool](repeating: false, count: lines.count)
    // A report whose fields are formatted as headings has several.
    let hasFields = lines.count(where: \.isField) >= minFields
    guard lines.contains(where: { $0.form != .blank && !$0.hasNumberSign }) else { return isMarked }
    var start = 0
    while start < lines.count {
      var end = start
      while end < lines.count, lines[end].hasNumberSign { end += 1 }
      if end - start <= maxMarked {
        for index in start..<end where !(lines[index].isField && hasFields) && !lines[index].isRuntimeMessage {
          isMarked[index] = true
        }
      }
      start = max(end, start + 1)
    }
    return isMarked
  }

  /// Returns for each line whether a sentence introduces it as an example: the next fenced block, or the next paragraph.
  private static func examples(_ lines: [SurveyedLine]) -> [Bool] {
    var quoted = lines.map(\.isAdvice)
    guard lines.contains(where: \.introduces.fence) else { return quoted }
    for (index, line) in lines.enumerated() where line.introduces.fence {
      var at = index + 1
      while at < lines.count, lines[at].form == .blank { at += 1 }
      guard at < lines.count else { break }
      if lines[at].form == .fence {
        at += 1
        while at < lines.count, lines[at].form != .fence {
          quoted[at] = true
          at += 1
        }
      } else if line.introduces.colon {
        while at < lines.count, lines[at].form != .blank {
          quoted[at] = true
          at += 1
        }
      }
    }
    return quoted
  }

  private static func quoted(_ lines: [SurveyedLine], _ kind: Kind) -> [Bool] {
    switch kind {
    case .documentation, .change, .data, .otherPlatform: return lines.map { _ in true }
    case .log, .sourceCode: break
    }
    // Code inside a fence and code outside are separate: a log below a code block is a log.
    var isCode = [false, false]
    for isFenced in [false, true] {
      let code = lines.reduce(0) { $0 + ($1.form == .code && $1.isFenced == isFenced ? 1 : 0) }
      isCode[isFenced ? 1 : 0] = code >= 3
    }
    guard kind == .sourceCode else {
      let isSmall = [isCodeSnippet(lines, isFenced: false), isCodeSnippet(lines, isFenced: true)]
      return lines.map { line in
        let part = line.isFenced ? 1 : 0
        return switch line.form {
        case .comment, .literal: isCode[part] || isSmall[part]
        case .hash: isSmall[part]
        case .code: line.hasComment || line.hasLiteral && isSmall[part]
        default: false
        }
      }
    }
    var quoted = lines.map { ($0.form.isSource || $0.form == .bracket) && isCode[$0.isFenced ? 1 : 0] }
    // A paragraph of source code has lines that are code only in their context, such as the arguments of a call.
    var start = 0
    while start < lines.count {
      var end = start
      while end < lines.count, lines[end].form != .blank { end += 1 }
      if lines[start..<end].contains(where: { $0.form.isSource && !$0.isFenced }) {
        for index in start..<end where !lines[index].isFenced { quoted[index] = true }
      }
      start = end + 1
    }
    return quoted
  }

  /// The maximum number of lines of a comment that is not a log in marks.
  private static let maxComment = 6

  /// Returns whether a part of the input is a few lines of code with comments, or a short comment alone. A log in marks of
  /// comments is longer, and the lines of a log between lines of code are more than those.
  private static func isCodeSnippet(_ lines: [SurveyedLine], isFenced: Bool) -> Bool {
    var counts: [SurveyedLine.Form: Int] = [:]
    for line in lines where line.isFenced == isFenced { counts[line.form, default: 0] += 1 }
    let code = counts[.code] ?? 0
    let comments = counts[.comment] ?? 0
    let others = (counts[.other] ?? 0) + (counts[.sentence] ?? 0) + (counts[.heading] ?? 0)
    if code >= 1 { return others <= code + comments + min(counts[.hash] ?? 0, code) }
    let blocks = lines.reduce(0) { $0 + ($1.isInBlockComment && $1.isFenced == isFenced ? 1 : 0) }
    if comments > 0, blocks == comments { return comments <= maxComment && others <= comments + 2 }
    return comments > 0 && comments <= 3 && others == 0
  }

  // MARK: - Kind

  /// The number of bytes at the beginning of an input in which names of platforms are searched.
  private static let maxSearched = 65_536

  /// The minimum number of terms with meanings of an explanation.
  private static let minMeanings = 3

  /// Whether a line has a process with its number: descriptions of dictionaries in a log look like assignments.
  private static func isProgramOutput(_ bytes: [UInt8]) -> Bool {
    bytes.withUnsafeBufferPointer { Authorship(text: ByteText($0, limit: 4096)).hasStampedLine }
  }

  /// Whether a text is about a program of another platform: it has a name that only its records contain, or the author names that
  /// platform and none of Apple's. A name that only records of Apple's platforms contain refutes both; the system of the machine on
  /// which the author develops does not.
  private static func isOfOtherPlatform(_ names: [ProseWords.List: Int]) -> Bool {
    if names[.ownPlatforms] != nil { return false }
    return names[.otherPlatforms] != nil || names[.otherPlatformNames] != nil && names[.ownPlatformNames] == nil
  }

  private static func isWrittenByARun(_ bytes: [UInt8]) -> Bool {
    bytes.withUnsafeBufferPointer { Authorship(text: ByteText($0, limit: 4096)).isReport(minFields: .max) }
  }

  /// Whether sentences in which no author speaks of themselves are around a report with placeholders: they explain an example.
  private static func isLesson(_ outside: [SurveyedLine.Form: Int], _ bytes: [UInt8]) -> Bool {
    (outside[.sentence] ?? 0) >= minSentences
      && bytes.withUnsafeBufferPointer { !Authorship(text: ByteText($0, limit: 4096)).speaksOfItsAuthor }
  }

  /// The minimum number of sentences of an explanation around a report with placeholders.
  private static let minSentences = 3

  private static func isData(_ bytes: [UInt8]) -> Bool {
    bytes.withUnsafeBufferPointer { DataForms(ByteText($0, limit: 4096)).isData }
  }

  private static func kind(of lines: [SurveyedLine], _ bytes: [UInt8]) -> Kind {
    var outside: [SurveyedLine.Form: Int] = [:]
    var fenced = 0
    for line in lines where line.form != .blank && line.form != .bracket {
      if line.isFenced { fenced += 1 } else { outside[line.form, default: 0] += 1 }
    }
    let code = outside[.code] ?? 0
    // Lines that begin with `# ` are comments only of scripts, which have more code than comments.
    let comments = (outside[.comment] ?? 0) + min(outside[.hash] ?? 0, code)
    let literals = outside[.literal] ?? 0
    let all = outside.values.reduce(0, +)
    // The name of an interpreter is the first line of a script, and of a step's output on some servers.
    let others = (outside[.other] ?? 0) + (outside[.sentence] ?? 0)
    if bytes.starts(with: "#!/".utf8), code + comments > others, !isWrittenByARun(bytes) { return .sourceCode }
    if code >= 3, (code + comments) * 2 >= all - literals, !isProgramOutput(bytes) { return .sourceCode }
    let meanings = lines.count(where: \.isMeaning)
    if meanings >= minMeanings, meanings * 4 >= all, !isWrittenByARun(bytes) { return .documentation }
    let isChange = bytes.withUnsafeBufferPointer { ChangeDescription(text: ByteText($0, limit: 4096)).isLikely(lines) }
    if isChange { return .change }
    let names = ProseWords.shared.counts(in: bytes, limit: maxSearched)
    if isOfOtherPlatform(names) { return .otherPlatform }
    if names[.placeholders] != nil, names[.reportSigns] == nil, !isWrittenByARun(bytes) || isLesson(outside, bytes) {
      return .documentation
    }
    return Documentation.isLikely(lines, bytes) ? .documentation : .log
  }
}

/// Classifies each line of an input, with the state that fences, comments and literals need.
private struct LineSurveyor {
  let text: ByteText
  let forms: LineForms
  private var isFenced = false
  private var isInComment = false
  private var isInLiteral = false
  /// Whether a line of code above has opened a list of strings that is not closed yet.
  private var isInList = false
  private var previous: Slice?
  /// The offsets at which the last lines of the current paragraph begin.
  private var paragraph: [Int] = []
  /// Messages that runtimes print with number signs in front of them: those of HotSpot and of V8.
  private static let markedMessages: [StaticString] = ["Java Runtime Environment", "Fatal error in "]
  /// The maximum number of lines of a wrapped sentence.
  private static let maxWrapped = 8

  init(_ text: ByteText) {
    self.text = text
    forms = LineForms(text: text)
  }

  /// Returns the number of blanks that each line begins with: a text may be indented as a whole.
  private func commonIndent() -> Int {
    var common = Int.max
    var at = 0
    while at < text.count, common > 0 {
      let end = text.first(0x0a, Slice(at, text.count)) ?? text.count
      let content = text.visible(Slice(at, end))
      if !content.isEmpty { common = min(common, content.start - at) }
      at = end + 1
    }
    return common == .max ? 0 : common
  }

  mutating func lines() -> [SurveyedLine] {
    var result: [SurveyedLine] = []
    let indent = commonIndent()
    var at = 0
    while at < text.count {
      let end = text.first(0x0a, Slice(at, text.count)) ?? text.count
      let content = text.visible(Slice(at, text[end - 1] == 0x0d ? end - 1 : end))
      var line = SurveyedLine(form: form(content, indent: content.start - at - indent))
      line.isFenced = isFenced
      line.isInBlockComment = line.form == .comment && !text.hasPrefix("//", content)
      line.hasComment = line.form == .code && CodeForms(text: text).hasComment(content)
      line.hasLiteral = line.form == .code && CodeForms(text: text).hasLiteral(content)
      line.hasNumberSign = line.form == .hash || line.form == .heading && text[content.start] == UInt8(ascii: "#")
      line.isFrame = line.form == .other && text[content.start].isDigit && text.frameLine(content) != nil
      if line.hasNumberSign {
        var label = content
        while label.start < label.end, text[label.start] == UInt8(ascii: "#") { label.start += 1 }
        line.isField = text.headerLabel(text.trimmed(label)) != nil
        line.isRuntimeMessage = Self.markedMessages.contains { text.contains($0, content) }
      }
      if !isFenced, line.form != .fence, line.form != .blank {
        line.quotesMessage = forms.quotesMessage(content)
        line.definition = forms.definition(content)
        line.isMeaning = forms.isMeaning(content)
        let lead = LeadIn(text: text)
        line.isAdvice = lead.isAdvice(content)
        // A sentence may be wrapped: its beginning is on a line above. Only the last line of a paragraph introduces anything.
        let sentence = Slice(max(paragraph.first ?? content.start, content.end - LeadIn.maxLength), content.end)
        if endsParagraph(end) || text[content.end - 1] == UInt8(ascii: ":") || text[content.end - 1] >= 0x80 {
          line.introduces.fence = lead.isGeneral(sentence, isFollowedByFence: true)
          line.introduces.colon = line.introduces.fence && lead.isGeneral(sentence, isFollowedByFence: false)
        }
        paragraph = line.form == .heading ? [] : paragraph.suffix(Self.maxWrapped - 1) + [content.start]
      } else {
        paragraph = []
      }
      if let title = previous, line.form == .other, forms.isUnderline(content, ofTitleWith: title.count),
        let last = result.indices.last, result[last].form == .other || result[last].form == .sentence
      {
        result[last].form = .heading
      }
      previous = content.isEmpty ? nil : content
      result.append(line)
      at = end + 1
    }
    return result
  }

  /// Whether an empty line or a fence follows the line that ends at an offset.
  private func endsParagraph(_ end: Int) -> Bool {
    guard end + 1 < text.count else { return true }
    let next = text.first(0x0a, Slice(end + 1, text.count)) ?? text.count
    let content = text.trimmed(Slice(end + 1, next))
    return content.isEmpty || forms.isFence(content)
  }

  private mutating func form(_ line: Slice, indent: Int) -> SurveyedLine.Form {
    let isElement = isInList && forms.isElement(line)
    let form = isElement ? .code : form(ofLine: line, indent: indent)
    if form != .blank, form != .comment, form != .hash {
      isInList = isElement || form == .code && LinePrefixes.opensStrings(text, line)
    }
    return form
  }

  private mutating func form(ofLine line: Slice, indent: Int) -> SurveyedLine.Form {
    if line.isEmpty || forms.isBracket(line) { return isInLiteral ? .literal : line.isEmpty ? .blank : .bracket }
    if !isInLiteral, forms.isFence(line) {
      isFenced.toggle()
      isInComment = false
      return .fence
    }
    if text.hasPrefix("<pre", line) { isFenced = true }
    if text.contains("</pre>", line) {
      isFenced = false
      return .other
    }
    if isInLiteral || text.contains("\"\"\"", line) { return literal(line) }
    if isInComment || text.hasPrefix("/*", line) || text.hasPrefix("<!--", line) {
      isInComment = !text.contains("*/", line) && !text.contains("-->", line)
      return .comment
    }
    if text.hasPrefix("//", line) { return .comment }
    if !isFenced {
      if forms.isHeading(line) { return .heading }
      if forms.isTable(line) { return .table }
    }
    if text[line.start] == UInt8(ascii: "#"), text[line.start + 1] == 0x20 || line.count == 1 { return .hash }
    if forms.isCode(line, indent: indent) { return .code }
    return forms.isSentence(line) ? .sentence : .other
  }

  private mutating func literal(_ line: Slice) -> SurveyedLine.Form {
    let wasInLiteral = isInLiteral
    if forms.literalMarks(line) % 2 == 1 { isInLiteral.toggle() }
    if wasInLiteral { return .literal }
    return forms.isCode(line, indent: 0) || isInLiteral ? .code : .other
  }
}
