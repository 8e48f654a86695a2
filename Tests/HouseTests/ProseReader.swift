import Bytes
import SourceText

/// Finds the prose of pages and scripts.
enum ProseReader {
  /// The text of a Markdown page without code blocks, code spans, targets of links, and parts that are switched off.
  static func markdown(_ bytes: [UInt8]) -> ProseWords {
    var words = ProseWords()
    var isCode = false
    var isOff = false
    for (index, line) in lines(bytes).enumerated() {
      let start = line.drop { $0 == UInt8(ascii: " ") }
      let isFence = start.starts(with: "```".utf8)
      if isFence { isCode.toggle() }
      if contains(line, "<!-- language: o") { isOff = contains(line, "<!-- language: off -->") }
      let begins = ["<!--", "|", "#", "* ", "- "].contains { start.starts(with: $0.utf8) }
      if start.isEmpty || isFence || begins { words.end() }
      if !isCode && !isOff && !line.starts(with: "    ".utf8) {
        words.add(withoutTargets(line)[...], line: index + 1)
      }
    }
    return words
  }

  /// Comments of a script, and its literals in quotation marks.
  static func script(_ bytes: [UInt8]) -> ProseWords {
    var words = ProseWords()
    var triple: [UInt8]?
    for (index, line) in lines(bytes).enumerated() {
      var at = line.startIndex
      while at < line.endIndex {
        let byte = line[at]
        if let quote = triple {
          let end = (at..<line.endIndex).first { line[$0...].starts(with: quote) }
          words.add(line[at..<(end ?? line.endIndex)], line: index + 1)
          at = end.map { $0 + 3 } ?? line.endIndex
          if end != nil { triple = nil }
        } else if line[at...].starts(with: "\"\"\"".utf8) || line[at...].starts(with: "'''".utf8) {
          triple = [byte, byte, byte]
          at += 3
        } else if byte == UInt8(ascii: "#"), at == line.startIndex || line[at - 1] == UInt8(ascii: " ") {
          words.add(line[(at + 1)...], line: index + 1)
          at = line.endIndex
        } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
          var end = at + 1
          while end < line.endIndex, line[end] != byte {
            end += line[end] == UInt8(ascii: "\\") ? 2 : 1
          }
          end = min(end, line.endIndex)
          words.add(line[(at + 1)..<end], line: index + 1)
          words.end()
          at = min(end + 1, line.endIndex)
        } else {
          at += 1
        }
      }
    }
    return words
  }

  /// Comments of a file of the folder Knowledge, and its fields with sentences.
  static func knowledge(_ bytes: [UInt8]) -> ProseWords {
    let fields = ["requires", "cause", "fix", "title", "text", "reports", "advice", "contents"]
    var words = ProseWords()
    for (index, line) in lines(bytes).enumerated() {
      let isComment = line.first == UInt8(ascii: "#")
      if !isComment { words.end() }
      if isComment {
        words.add(line.dropFirst(), line: index + 1)
      } else if let field = fields.first(where: { line.starts(with: "\($0): ".utf8) }) {
        words.add(line.dropFirst(field.utf8.count + 2), line: index + 1)
      }
    }
    return words
  }

  private static func lines(_ bytes: [UInt8]) -> [ArraySlice<UInt8>] {
    bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
  }

  static func contains(_ line: ArraySlice<UInt8>, _ text: String) -> Bool {
    line.indices.contains { line[$0...].starts(with: text.utf8) }
  }

  /// `line` with `](target)` replaced by a bracket.
  private static func withoutTargets(_ line: ArraySlice<UInt8>) -> [UInt8] {
    var result: [UInt8] = []
    var at = line.startIndex
    while at < line.endIndex {
      if line[at...].starts(with: "](".utf8), let end = line[at...].firstIndex(of: UInt8(ascii: ")")) {
        result += Array("] ".utf8)
        at = end + 1
      } else {
        result.append(line[at])
        at += 1
      }
    }
    return result
  }
}

/// Finds the comments, literals and identifiers of Swift source.
struct SwiftProse {
  private(set) var words = ProseWords()
  private(set) var names: [ProseWords.Word] = []

  /// An open bracket, the name of the call before it, and the label of the current argument.
  private struct Bracket {
    var byte: UInt8
    var call: String
    var label: String?
  }

  private let bytes: [UInt8]
  private let calls: [String: String]
  /// Lines whose literals are report text.
  private let marked: Set<Int>
  private var stack: [Bracket] = []
  private var name: (text: String, end: Int) = ("", -1)
  /// Whether the open literal of each depth is report text.
  private var isSkipped: [Bool] = []

  init(_ bytes: [UInt8], rules: LanguageRules) {
    self.bytes = bytes
    calls = rules.calls
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    let ends = lines.indices.filter { lines[$0].reversed().starts(with: "// report text".utf8.reversed()) }
    marked = Set(ends.map { $0 + 1 })
  }

  mutating func read() {
    for lexeme in SourceLexer(bytes, .swift) {
      switch lexeme.kind {
      case .comment:
        guard bytes[lexeme.range].starts(with: "//".utf8) else { continue }
        words.add(bytes[lexeme.range].drop { $0 == UInt8(ascii: "/") }, line: lexeme.line)
      case .string: literal(lexeme)
      case .word:
        let text = bytes[lexeme.range].drop { "@#$`".utf8.contains($0) }
        guard text.first?.isDigit == false else { continue }
        name = (String(decoding: text.prefix(while: \.isIdentifier), as: UTF8.self), lexeme.range.upperBound)
        names.append(.init(text: name.text, line: lexeme.line))
      case .punctuation: punctuation(lexeme)
      case .character, .integer, .fraction, .op, .postfix, .regex, .directive: break
      }
    }
  }

  /// Opens or closes a bracket or an argument.
  private mutating func punctuation(_ lexeme: SourceLexeme) {
    let previous = name.end == lexeme.range.lowerBound ? name.text : nil
    let byte = bytes[lexeme.range.lowerBound]
    switch byte {
    case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"):
      stack.append(Bracket(byte: byte, call: previous ?? ""))
    case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"): _ = stack.popLast()
    case UInt8(ascii: ","):
      if let last = stack.indices.last { stack[last].label = nil }
    case UInt8(ascii: ":"):
      if let previous, let last = stack.indices.last { stack[last].label = previous }
    default: break
    }
  }

  private func isReportText(_ lexeme: SourceLexeme) -> Bool {
    if marked.contains(lexeme.line) { return true }
    guard let call = stack.last(where: { $0.byte != UInt8(ascii: "[") }), call.byte == UInt8(ascii: "(") else {
      return false
    }
    switch calls[call.call] {
    case "block": return bytes[lexeme.range].drop { $0 == UInt8(ascii: "#") }.starts(with: #"""""#.utf8)
    case "unlabeled": return call.label == nil
    default: return false
    }
  }

  /// Adds the pieces of a literal between line breaks and escapes.
  private mutating func literal(_ lexeme: SourceLexeme) {
    isSkipped.removeLast(max(0, isSkipped.count - Int(lexeme.depth) - 1))
    if lexeme.part == .whole || lexeme.part == .head {
      while isSkipped.count <= Int(lexeme.depth) { isSkipped.append(false) }
      isSkipped[Int(lexeme.depth)] = isReportText(lexeme)
    }
    let escape = [UInt8(ascii: "\\")] + [UInt8](repeating: UInt8(ascii: "#"), count: Int(lexeme.pounds))
    let contents = bytes[lexeme.contents]
    var line = lexeme.line
    var piece = contents.startIndex
    var at = contents.startIndex
    func emit(into words: inout ProseWords) {
      if isSkipped.last != true { words.add(contents[piece..<at], line: line) }
    }
    while at < contents.endIndex {
      if contents[at] == UInt8(ascii: "\n") {
        emit(into: &words)
        at += 1
        line += 1
        piece = at
      } else if contents[at] == escape[0], contents[at...].starts(with: escape) {
        emit(into: &words)
        at = min(at + escape.count, contents.endIndex)
        if at < contents.endIndex, contents[at] != UInt8(ascii: "\n") {
          words.end()
          at += 1
        }
        piece = at
      } else {
        at += 1
      }
    }
    emit(into: &words)
    if lexeme.part == .head || lexeme.part == .middle { words.end() }
  }
}
