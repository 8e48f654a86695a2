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
  private var at = 0
  private var line = 1

  init(_ bytes: [UInt8], rules: LanguageRules) {
    self.bytes = bytes
    calls = rules.calls
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    let ends = lines.indices.filter { lines[$0].reversed().starts(with: "// report text".utf8.reversed()) }
    marked = Set(ends.map { $0 + 1 })
  }

  mutating func read() { code(isInterpolation: false) }

  /// Reads code; with `isInterpolation`, up to the closing parenthesis.
  private mutating func code(isInterpolation: Bool) {
    var stack: [Bracket] = []
    var name: (text: String, end: Int) = ("", -1)
    while at < bytes.count {
      let byte = bytes[at]
      if starts(with: "//") {
        let end = bytes[at...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
        words.add(bytes[at..<end].drop { $0 == UInt8(ascii: "/") }, line: line)
        at = end
      } else if starts(with: "/*") {
        skip(to: "*/")
      } else if let quote = quote() {
        at += quote.count
        literal(quote, isSkipped: isReportText(stack, quote))
      } else if starts(with: "#/") {
        skip(to: "/#")
      } else if byte == UInt8(ascii: "/") {
        skipPattern()
      } else if byte.isNameByte && !(0x30...0x39).contains(byte) {
        let end = bytes[at...].firstIndex { !$0.isNameByte } ?? bytes.count
        name = (String(decoding: bytes[at..<end], as: UTF8.self), end)
        names.append(.init(text: name.text, line: line))
        at = end
      } else {
        let previous = name.end == at ? name.text : nil
        at += 1
        if byte == UInt8(ascii: "\n") { line += 1 }
        if !punctuation(byte, previous, &stack) && isInterpolation { return }
      }
    }
  }

  /// Opens or closes a bracket or an argument; false if `byte` closes a bracket that is not open.
  private func punctuation(_ byte: UInt8, _ name: String?, _ stack: inout [Bracket]) -> Bool {
    switch byte {
    case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"):
      stack.append(Bracket(byte: byte, call: name ?? ""))
    case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"): return stack.popLast() != nil
    case UInt8(ascii: ","):
      if let last = stack.indices.last { stack[last].label = nil }
    case UInt8(ascii: ":"):
      if let name, let last = stack.indices.last { stack[last].label = name }
    default: break
    }
    return true
  }

  /// The quotation marks that open a literal here; `nil` if none does.
  private func quote() -> [UInt8]? {
    let mark = UInt8(ascii: "\"")
    let hashes = bytes[at...].prefix { $0 == UInt8(ascii: "#") }
    guard hashes.endIndex < bytes.count, bytes[hashes.endIndex] == mark else { return nil }
    let isLong = bytes[hashes.endIndex...].starts(with: [mark, mark, mark])
    return hashes + [UInt8](repeating: mark, count: isLong ? 3 : 1)
  }

  private func isReportText(_ stack: [Bracket], _ quote: [UInt8]) -> Bool {
    if marked.contains(line) { return true }
    guard let call = stack.last(where: { $0.byte != UInt8(ascii: "[") }), call.byte == UInt8(ascii: "(") else {
      return false
    }
    switch calls[call.call] {
    case "block": return quote.count { $0 == UInt8(ascii: "\"") } == 3
    case "unlabeled": return call.label == nil
    default: return false
    }
  }

  private mutating func literal(_ quote: [UInt8], isSkipped: Bool) {
    let hashes = quote.prefix { $0 == UInt8(ascii: "#") }
    let close = quote.dropFirst(hashes.count) + hashes
    let escape = [UInt8(ascii: "\\")] + hashes
    var piece = at
    func emit(_ end: Int, into words: inout ProseWords) {
      if !isSkipped { words.add(bytes[piece..<end], line: line) }
    }
    while at < bytes.count {
      let byte = bytes[at]
      if byte == UInt8(ascii: "\""), bytes[at...].starts(with: close) {
        emit(at, into: &words)
        at += close.count
        return
      }
      if byte == escape[0], bytes[at...].starts(with: escape) {
        emit(at, into: &words)
        at += escape.count
        let next = at < bytes.count ? bytes[at] : 0
        if next != UInt8(ascii: "\n") {
          words.end()
          at += 1
          if next == UInt8(ascii: "(") { code(isInterpolation: true) }
        }
        piece = min(at, bytes.count)
      } else if byte == UInt8(ascii: "\n") {
        emit(at, into: &words)
        at += 1
        line += 1
        piece = at
      } else {
        at += 1
      }
    }
  }

  /// Skips a regular expression between slashes; a slash that divides is skipped alone.
  private mutating func skipPattern() {
    let previous = bytes[..<at].last { $0 != UInt8(ascii: " ") }
    at += 1
    guard at < bytes.count, !" \n\t/*".utf8.contains(bytes[at]), "(,=:[{".utf8.contains(previous ?? 0) else { return }
    var end = at
    while end < bytes.count, bytes[end] != UInt8(ascii: "\n"), bytes[end] != UInt8(ascii: "/") {
      end += bytes[end] == UInt8(ascii: "\\") ? 2 : 1
    }
    if end < bytes.count, bytes[end] == UInt8(ascii: "/") { at = end + 1 }
  }

  /// Skips to the end of the next `mark`.
  private mutating func skip(to mark: String) {
    let end = bytes[(at + 2)...].indices.first { bytes[$0...].starts(with: mark.utf8) }.map { $0 + mark.utf8.count }
    let stop = end ?? bytes.count
    line += bytes[at..<stop].count { $0 == UInt8(ascii: "\n") }
    at = stop
  }

  private func starts(with text: String) -> Bool { bytes[at...].starts(with: text.utf8) }
}
