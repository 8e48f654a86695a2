import Bytes

/// A word, number, string or punctuation character of source text. Comments and directives are not tokens, and operators
/// are one token for each character.
package struct SourceToken: Sendable {
  /// Kinds of tokens.
  package enum Kind: UInt8, Sendable { case word, number, string, punctuation }

  /// The text as written; a string is without its quotation marks, with its interpolations, and at most 1,024 bytes long.
  package let text: String
  /// The line on which the token begins, from 1.
  package let line: Int32
  /// The kind of the token.
  package let kind: Kind
  /// False for code that is compiled only outside Interface Builder (`#if !TARGET_INTERFACE_BUILDER`).
  package let inDesigner: Bool
}

/// The tokens of a section of source code, such as a method's body.
package typealias SourceTokens = ArraySlice<SourceToken>

/// Makes tokens of lexemes, without those in `#if 0`. It expands nothing.
package struct SourceTokenizer {
  private let bytes: [UInt8]
  private var tokens: [SourceToken] = []
  private var conditions: [Condition] = []
  private var inDesigner = true
  private var isExcluded = false

  /// The state of an open `#if`.
  private struct Condition {
    /// Whether the current branch is compiled for Interface Builder. `nil` if the condition tests something else.
    var designer: Bool?
    /// Whether the current branch is that of `#if 0`.
    var isExcluded: Bool
  }

  /// A literal of which the head was read.
  private struct OpenLiteral {
    var contents: Range<Int>
    var line: Int
    var depth: UInt8

    /// Whether the lexeme is a part of the literal, or in one of its interpolations.
    func contains(_ lexeme: SourceLexeme) -> Bool {
      lexeme.depth > depth || lexeme.depth == depth && (lexeme.part == .middle || lexeme.part == .tail)
    }
  }

  private static let maxStringLength = 1024
  private static let maxConditionDepth = 200

  /// Returns the tokens of the source text.
  package static func tokens(of bytes: [UInt8], _ language: SourceLanguage) -> [SourceToken] {
    var tokenizer = SourceTokenizer(bytes: bytes)
    tokenizer.run(language)
    return tokenizer.tokens
  }

  private init(bytes: [UInt8]) {
    self.bytes = bytes
    tokens.reserveCapacity(bytes.count / 8)
  }

  private mutating func run(_ language: SourceLanguage) {
    var open: OpenLiteral?
    for lexeme in SourceLexer(bytes, language) {
      if var literal = open {
        let isPart = literal.contains(lexeme)
        if isPart {
          let end = lexeme.depth == literal.depth ? lexeme.contents.upperBound : lexeme.range.upperBound
          literal.contents = literal.contents.lowerBound..<end
          open = literal
          if lexeme.depth > literal.depth || lexeme.part == .middle { continue }
        }
        append(.string, literal.contents, literal.line)
        open = nil
        if isPart { continue }
      }
      switch lexeme.kind {
      case .comment: break
      case .directive: apply(directive: lexeme.range)
      case .string where lexeme.part == .head:
        open = OpenLiteral(contents: lexeme.contents, line: lexeme.line, depth: lexeme.depth)
      case .string, .regex: append(.string, lexeme.contents, lexeme.line)
      case .character: append(.string, lexeme.range.lowerBound..<lexeme.range.lowerBound + 1, lexeme.line)
      case .word, .integer, .fraction, .op, .postfix, .punctuation: appendParts(of: lexeme)
      }
    }
    if let open { append(.string, open.contents, open.line) }
  }

  private mutating func append(_ kind: SourceToken.Kind, _ range: Range<Int>, _ line: Int) {
    if isExcluded { return }
    let text =
      switch kind {
      case .punctuation: String(Unicode.Scalar(bytes[range.lowerBound]))
      case .string: String(streamSafe: bytes[range].prefix(Self.maxStringLength))
      case .word, .number: String(streamSafe: bytes[range])
      }
    tokens.append(SourceToken(text: text, line: Int32(clamping: line), kind: kind, inDesigner: inDesigner))
  }

  /// Appends the words of a lexeme, with an `@` or `#` in front, and its other characters: `$`, dots, backticks.
  private mutating func appendParts(of lexeme: SourceLexeme) {
    var start = lexeme.range.lowerBound
    let end = lexeme.range.upperBound
    while start < end {
      let first = bytes[start]
      let isMarked = first == UInt8(ascii: "@") || first == UInt8(ascii: "#")
      guard first.isIdentifier || isMarked && start + 1 < end && bytes[start + 1].isIdentifier else {
        append(.punctuation, start..<start + 1, lexeme.line)
        start += 1
        continue
      }
      let stop = bytes[(start + 1)..<end].firstIndex { !$0.isIdentifier } ?? end
      append(first.isDigit ? .number : .word, start..<stop, lexeme.line)
      start = stop
    }
  }

  // MARK: Directives

  private mutating func apply(directive range: Range<Int>) {
    let line = String(streamSafe: bytes[range].dropFirst().prefix(400))
    let text = line.prefix(before: "//").drop { $0 == " " || $0 == "\t" }
    let name = text.prefix { $0.isLetter }
    let condition = String(text.dropFirst(name.count).filter { !" \t\r()".contains($0) })
    switch name {
    case "if", "ifdef", "ifndef":
      guard conditions.count < Self.maxConditionDepth else { return }
      let isNegated = (name == "ifndef") != condition.hasPrefix("!")
      let operand = condition.hasPrefix("!") ? String(condition.dropFirst()) : condition
      let macro = operand.hasPrefix("defined") ? String(operand.dropFirst(7)) : operand
      conditions.append(
        Condition(
          designer: macro == "TARGET_INTERFACE_BUILDER" ? !isNegated : nil, isExcluded: name == "if" && condition == "0"
        ))
    case "else", "elif", "elseif":
      guard let last = conditions.indices.last else { return }
      if let designer = conditions[last].designer { conditions[last].designer = !designer }
      conditions[last].isExcluded = false
    case "endif":
      if !conditions.isEmpty { conditions.removeLast() }
    default: return
    }
    inDesigner = conditions.allSatisfy { $0.designer ?? true }
    isExcluded = conditions.contains(where: \.isExcluded)
  }
}

extension String {
  /// Returns the text before the first `separator`.
  fileprivate func prefix(before separator: String) -> Substring {
    firstRange(of: separator).map { self[..<$0.lowerBound] } ?? self[...]
  }
}

extension SourceLanguage {
  /// The maximum number of tokens that are examined.
  private static let maxExaminedCount = 20_000

  /// Returns the language of code that may be a part of a file: the one whose words and punctuation occur more often.
  package static func mostLikely(for bytes: [UInt8]) -> SourceLanguage {
    var (objectiveC, swift) = (0, 0)
    let tokens = SourceTokenizer.tokens(of: bytes, .objectiveC)
    func isWord(_ index: Int) -> Bool { tokens.indices.contains(index) && tokens[index].kind == .word }
    func text(_ index: Int) -> String { tokens.indices.contains(index) ? tokens[index].text : "" }
    for index in tokens.indices.prefix(maxExaminedCount) {
      switch tokens[index].text {
      case "@implementation", "@interface", "@property", "@synthesize", "@selector", "@end", "IB_DESIGNABLE",
        "instancetype", "#import", "nonatomic", "YES", "NO":
        objectiveC += 4
      case "func", "let", "var", "guard", "override", "extension", "struct", "init", "nil", "import", "@objc",
        "@IBDesignable", "didSet", "willSet":
        swift += tokens[index].text == "nil" || tokens[index].text == "init" ? 0 : 4
      case "[" where isWord(index + 1) && isWord(index + 2), "[" where text(index + 1) == "[": objectiveC += 2
      case ";": objectiveC += 1
      case "*" where isWord(index - 1) && isWord(index + 1): objectiveC += 1
      case "-" where text(index + 1) == "(", "+" where text(index + 1) == "(": objectiveC += 1
      case "?" where text(index + 1) == ".", "-" where text(index + 1) == ">": swift += 1
      default: break
      }
    }
    return objectiveC > swift ? .objectiveC : .swift
  }
}
