package import CrashReports
import Vocabulary
import Bytes

/// The program that must have printed a text.
package enum Author: Sendable {
  /// A program with one of these names; `*` matches any run of characters.
  case named([String])
  /// An agent of Interface Builder.
  case agent
  /// A program that is named and is not an agent of Interface Builder.
  case notAgent
}

/// Conditions on the texts of a report.
package final class TextQuery: Sendable {
  /// Templates of which one must occur, most specific first. An empty template occurs in every text.
  package let templates: [TextTemplate]
  /// Templates that must not occur in the *same* text; each line of a log is a separate text.
  package let without: [TextTemplate]
  /// The accepted origins of the text; `nil` for any origin.
  package let origins: Set<ReportMessage.Origin>?
  /// The program that must have printed the text; `nil` for any program, also an unknown one.
  package let author: Author?
  /// Globs by the name of a capture, of which its value must match one. Case-sensitive, unlike templates.
  package let requires: [String: [String]]
  /// True if the text must begin with the template.
  package let isAtStart: Bool
  /// The minimum number of texts that must match; captures `count` if it is more than one.
  package let minCount: Int
  /// True to cite every text that matches, not only the first.
  package let citesAll: Bool
  /// True to read file and line in front of a Swift failure, as in `Cards/CardView.swift:27: Fatal error: …`.
  package let readsSwiftLocation: Bool
  /// True to shorten the captures `class`, `library`, `user`, `image`, `bundle` and `source` to their common names (`SnapKit` for
  /// `@rpath/SnapKit.framework/SnapKit`). The full values are captured as `fullclass`, `fulllibrary`, …, and the last
  /// components of paths as `filelibrary`, `filebundle`, ….
  package let shortens: Bool
  /// What the text proves; `nil` if it is required but not cited.
  package let statement: String?

  /// The captures that `shortens` applies to.
  package static let shortenedCaptures: Set<String> = ["class", "library", "user", "image", "bundle", "source"]

  /// Creates a query from its parts; with `templates` alone it looks into every message.
  @inline(never)
  package init(
    _ templates: [TextTemplate], without: [TextTemplate] = [], from origins: Set<ReportMessage.Origin>? = nil,
    author: Author? = nil, requires: [String: [String]] = [:], isAtStart: Bool = false, minCount: Int = 1,
    citesAll: Bool = false, readsSwiftLocation: Bool = false, shortens: Bool = true, statement: String? = nil
  ) {
    self.templates = templates
    self.without = without
    self.origins = origins
    self.author = author
    self.requires = requires
    self.isAtStart = isAtStart
    self.minCount = minCount
    self.citesAll = citesAll
    self.readsSwiftLocation = readsSwiftLocation
    self.shortens = shortens
    self.statement = statement
  }
}

extension Evidence {
  /// Text in one of the report's messages, with the most common conditions.
  @inline(never)
  package static func text(
    _ templates: [TextTemplate], without others: [TextTemplate] = [], from origins: Set<ReportMessage.Origin>? = nil,
    author: Author? = nil, shortens: Bool = true, statement: String? = nil
  ) -> Evidence {
    .text(
      TextQuery(templates, without: others, from: origins, author: author, shortens: shortens, statement: statement))
  }
}

extension AnalysisContext {
  /// A text in which a template occurs.
  private struct Occurrence {
    var message: ReportMessage
    var template: TextTemplate
    var captures: [String: String]
    var isMention: Bool
  }

  func match(of query: TextQuery) -> EvidenceMatch? {
    if query.minCount > 1 || query.citesAll { return matchOfEach(query) }
    let templates = query.templates.filter { $0.mayMatch(textGrams) }
    guard !templates.isEmpty else { return nil }
    // Lines are joined only for a message that no line has.
    let single = occurrence(of: templates, query, isJoined: false)
    if let single, !single.isMention { return match(of: query, [single]) }
    let found = single ?? occurrence(of: templates, query, isJoined: true)
    return found.flatMap { match(of: query, [$0]) }
  }

  /// Returns the first occurrence of the templates in the lines of the report or in joined lines; one that is only mentioned if
  /// there is no other.
  private func occurrence(of templates: [TextTemplate], _ query: TextQuery, isJoined: Bool) -> Occurrence? {
    var mention: Occurrence?
    for template in templates {
      // A text may have lost the names that the next one has.
      var nameless: Occurrence?
      for text in texts where text.isJoined == isJoined {
        guard let found = match(template, text, query) else { continue }
        if found.isMention {
          mention = mention ?? found
        } else if found.captures.values.allSatisfy(Self.isFact) {
          return found
        } else {
          nameless = nameless ?? found
        }
      }
      if let nameless { return nameless }
    }
    return mention
  }

  private func matchOfEach(_ query: TextQuery) -> EvidenceMatch? {
    let templates = query.templates.filter { $0.mayMatch(textGrams) }
    guard !templates.isEmpty else { return nil }
    var found: [Occurrence] = []
    for text in texts where !text.isJoined {
      guard let occurrence = templates.lazy.compactMap({ self.match($0, text, query) }).first else { continue }
      found.append(occurrence)
    }
    let records = found.filter { !$0.isMention }
    if !records.isEmpty, records.count >= query.minCount { found = records }
    guard !found.isEmpty, found.count >= query.minCount else { return nil }
    return match(of: query, found)
  }

  private func match(of query: TextQuery, _ found: [Occurrence]) -> EvidenceMatch? {
    let found = found.map { occurrence in
      var occurrence = occurrence
      occurrence.captures = occurrence.captures.filter { Self.isFact($0.value) }
      return occurrence
    }
    guard let first = found.first else { return nil }
    var match = EvidenceMatch(captures: query.shortens ? Self.shortened(first.captures) : first.captures)
    match.isMention = found.contains(where: \.isMention)
    if query.minCount > 1 { match.captures["count"] = "\(found.count)" }
    if let statement = query.statement {
      let cited = query.citesAll ? found[...] : found.prefix(1)
      for occurrence in cited
      where !match.witnesses.contains(where: { $0.line != nil && $0.line == occurrence.message.line }) {
        var message = occurrence.message
        if message.origin == .canvas { message = canvasLine(of: message, occurrence.template) }
        var captures = query.shortens ? Self.shortened(occurrence.captures) : occurrence.captures
        captures["count"] = match.captures["count"]
        match.witnesses.append(
          witness(line: message.line, member: message.text, statement: statement, captures: captures))
        guard let line = message.line, let last = message.lastLine, last > line else { continue }
        for line in (line + 1)...last {
          match.witnesses.append(
            witness(line: line, member: message.text, statement: statement, captures: captures))
        }
      }
    }
    if query.citesAll, let object = found.lazy.compactMap({ self.object(of: $0.message) }).first {
      match.captures["object"] = object
    }
    if query.readsSwiftLocation { addSwiftLocation(to: &match, in: first.message.text) }
    return match
  }

  /// Returns the line of an error of the canvas on which a template occurs: an error may have hundreds of lines.
  private func canvasLine(of message: ReportMessage, _ template: TextTemplate) -> ReportMessage {
    guard !template.source.isEmpty, let first = report.canvasLines.firstIndex(where: { $0.line == message.line })
    else { return message }
    let lines = report.canvasLines[first...].prefix(512).prefix { $0.error == report.canvasLines[first].error }
    for index in lines.indices where template.match(MatchableText(lines[index].text)) != nil {
      return ReportMessage(text: lines[index].text, line: lines[index].line, origin: .canvas)
    }
    // The message continues on the next line.
    for index in lines.indices.dropLast()
    where template.match(MatchableText(lines[index].text + "\n" + lines[index + 1].text)) != nil {
      return ReportMessage(text: lines[index].text, line: lines[index].line, origin: .canvas)
    }
    return message
  }

  /// Returns whether a part of a message is more than punctuation: people replace names by `*` or `...`.
  static func isFact(_ part: String) -> Bool {
    // `%s` is what recent systems write in place of a name that they redact.
    part != "%s" && part != "%@"
      && part.utf8.contains { $0 >= 0x80 || ($0 | 0x20) &- 0x61 < 26 || $0 &- 0x30 < 10 }
  }

  private func match(_ template: TextTemplate, _ text: Text, _ query: TextQuery) -> Occurrence? {
    if let origins = query.origins, !origins.contains(text.message.origin) { return nil }
    guard let (captures, start) = template.occurrence(in: text.matchable, atStart: query.isAtStart) else { return nil }
    for (name, globs) in query.requires {
      guard let value = captures[name], GlobSet.shared(globs).matches(value) else { return nil }
    }
    if query.without.contains(where: { $0.match(text.matchable) != nil }) { return nil }
    if let author = query.author, !isWritten(text.message, by: author) { return nil }
    let isMention = isMention(text, at: start, isKeyword: !template.isSpecific)
    // A code or keyword in prose proves nothing, not even that it was observed.
    if isMention, !template.isSpecific { return nil }
    let isCode =
      text.message.origin == .console && !text.hasWriter && SentenceContext.isStatement(text.matchable.original)
    return Occurrence(message: text.message, template: template, captures: captures, isMention: isMention || isCode)
  }

  /// Returns whether `text` is only quoted: its line is a mention, or a sentence quotes the message at `start`.
  func isMention(_ text: Text, at start: Int, isKeyword: Bool = false) -> Bool {
    if text.message.isMention { return true }
    // The canvas's sentences occur in prose, its errors with a type do not.
    let isSentence =
      text.message.origin == .canvas && CanvasErrorType.name(of: text.message.text) == nil
      || text.message.origin == .document && documentMessage(of: text.message)?.isBare == true
    if Self.hasPlaceholder(text.message) { return true }
    guard text.message.origin == .console || isSentence, !text.hasWriter else { return false }
    if SentenceContext.isFormat(text.matchable.original) { return true }
    let words = text.message.text
    let isOutput =
      words.hasPrefix("ld: ") || words.hasPrefix("clang: ")
      || words.hasPrefix("/") && words.containsBytes(ignoringCase: ": error: ")
    if isSentence, SentenceContext.continuesAfterQuotation(text.matchable.original) { return true }
    // Such a line is the linker's, with any paths and sentences.
    if isSentence, isOutput { return false }
    if isSentence, SentenceContext.hasPrecedingWords(text.matchable.original, at: start) { return true }
    return SentenceContext.isQuoted(text.matchable.original, at: start, isKeyword: isKeyword)
  }

  /// Whether a message of the canvas has a name in capitals and angle brackets instead of a value, as documentation has:
  /// `unable to find bundle named <PACKAGE>_<TARGET>`.
  private static func hasPlaceholder(_ message: ReportMessage) -> Bool {
    // Stored evidence has placeholders of its own in the messages of Interface Builder and the loader.
    guard message.origin == .canvas else { return false }
    var length: Int?
    for byte in message.text.utf8.prefix(4096) {
      switch byte {
      case UInt8(ascii: "<"): length = 0
      case UInt8(ascii: ">"):
        if let count = length, count >= 3 { return true }
        length = nil
      case 0x41...0x5A, UInt8(ascii: "_"): length = length.map { $0 + 1 }
      default: length = nil
      }
    }
    return false
  }

  private func documentMessage(of message: ReportMessage) -> DocumentMessage? {
    report.documentMessages.first { $0.line == message.line && $0.text == message.text }
  }

  /// Returns the class of the view that a message of Interface Builder is about; `nil` for other messages.
  private func object(of message: ReportMessage) -> String? {
    guard message.origin == .preview else { return nil }
    return report.previewMessages.first { $0.line == message.line && $0.cause == message.text }?.objectClass
  }

  private func isWritten(_ message: ReportMessage, by author: Author) -> Bool {
    guard let writer = writer(of: message) else { return false }
    switch author {
    case .named(let names): return GlobSet.shared(names).matches(writer)
    case .agent: return AgentRecognition.isAgent(processNamed: writer)
    case .notAgent: return !AgentRecognition.isAgent(processNamed: writer)
    }
  }

  /// Returns the program that printed a text: the one named on its line, otherwise the process of the report.
  ///
  /// Messages of Interface Builder and ibtool are *about* a process, so they are never texts of the process.
  private func writer(of message: ReportMessage) -> String? {
    switch message.origin {
    case .console:
      let line = report.consoleLines.first { $0.line == message.line && $0.text == message.text }
      return line?.process ?? report.process?.name
    case .document:
      return documentMessage(of: message)?.tool
    case .preview, .canvas: return nil
    case .applicationSpecificInformation, .exception, .termination, .loader: return report.process?.name
    }
  }

  /// Returns the captures with long names replaced by their common names; the long ones are added as `full…`.
  private static func shortened(_ captures: [String: String]) -> [String: String] {
    var out = captures
    if let name = captures["app"] { out["app"] = appName(name) }
    if let list = captures["symbols"] { addFirstSymbol(of: list, to: &out) }
    for (name, written) in captures where TextQuery.shortenedCaptures.contains(name) {
      // Some reports join the lines of a message with vertical bars.
      let line = written.hasSuffix(" |") ? String(written.dropLast(2)) : written
      let value = name == "library" ? String(LibraryPath(in: line).text) : line
      out["full" + name] = value
      if name == "class" {
        out[name] = value.split(separator: ".").last.map(String.init) ?? value
      } else {
        var short = value.split(separator: "/").last ?? Substring(value)
        out["file" + name] = String(short)
        for ending in [".framework", ".app"] where short.hasSuffix(ending) { short = short.dropLast(ending.utf8.count) }
        out[name] = short.isEmpty ? value : String(short)
      }
      if out[name]?.isEmpty == true { out[name] = nil }
    }
    return out
  }

  /// Returns the name of an app at the end of a text: `Cards` of `CrashReportError: Cards`, and of a sentence with that end.
  private static func appName(_ text: String) -> String {
    var name = text[...]
    for mark: Character in ["\n", "`", "\"", "\u{201c}"] {
      if let last = name.split(separator: mark).last { name = last }
    }
    if let colon = name.lastIndex(of: ":"), name[colon...].hasPrefix(": ") { name = name[colon...].dropFirst(2) }
    let words = name.split(separator: " ")
    return words.count > 4 ? String(words[words.count - 1]) : words.joined(separator: " ")
  }

  /// Adds the first symbol of a linker's list, and how many more it has.
  private static func addFirstSymbol(of list: String, to captures: inout [String: String]) {
    // Readable names contain blanks: `nominal type descriptor for DeckKit.Card`.
    let isReadable = list.contains(" for ") || list.contains(" of ") || list.contains(" to ")
    let symbols = list.split { $0 == "," || $0 == " " && !isReadable || $0 == "]" || $0 == "\n" }
    guard let first = symbols.first else { return }
    captures["symbol"] = first.shortened(to: 120)
    captures["symbols"] = nil
    if symbols.count > 1 { captures["others"] = "\(symbols.count - 1)" }
  }

  /// Adds file and line in front of a Swift failure, as in `Cards/CardView.swift:27: Fatal error: …`.
  private func addSwiftLocation(to match: inout EvidenceMatch, in text: String) {
    guard let location = Self.swiftLocation(in: text), !Blamability.isVendorFile(location.path) else { return }
    var blame = firstAppFrame().map { Self.blame(crashStack[$0]) } ?? Blame()
    if blame.file == nil {
      blame.file = location.file
      blame.offset = nil
      blame.line = location.line
    }
    match.blame = blame
    match.captures["location"] = "\(location.file):\(location.line)"
  }

  /// Returns a path that ends in `.swift`, its last component, and the line number after it; `nil` if there is none.
  static func swiftLocation(in text: String) -> (path: String, file: String, line: Int)? {
    let bytes = Array(text.utf8.prefix(4096))
    let mark = Array(".swift".utf8)
    guard bytes.count > mark.count else { return nil }
    for start in 0...(bytes.count - mark.count) where bytes[start..<(start + mark.count)].elementsEqual(mark) {
      var at = start + mark.count
      while at < bytes.count, [0x3a, 0x20, 0x2c].contains(bytes[at]) { at += 1 }
      for word in ["at ", "line "] where bytes[at...].starts(with: Array(word.utf8)) { at += word.utf8.count }
      var digits = at
      while digits < bytes.count, (0x30...0x39).contains(bytes[digits]) { digits += 1 }
      guard let line = Int(String(streamSafe: bytes[at..<digits])) else { continue }
      var first = start
      while first > 0, bytes[first - 1] != 0x2f, bytes[first - 1] > 0x20, bytes[first - 1] != 0x22 { first -= 1 }
      guard first < start else { continue }
      var path = first
      while path > 0, bytes[path - 1] > 0x20, bytes[path - 1] != 0x22 { path -= 1 }
      let end = start + mark.count
      return (
        String(streamSafe: bytes[path..<end]), String(streamSafe: bytes[first..<end]), line
      )
    }
    return nil
  }
}
