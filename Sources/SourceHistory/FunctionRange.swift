internal import Bytes
internal import SourceText

/// Finds the function that contains a line of a source file.
enum FunctionRange {
  /// The words that introduce a body of code in Swift.
  private static let swiftWords: Set<String> = ["func", "init", "deinit", "subscript", "var"]
  /// The words of blocks that contain functions.
  private static let containers: Set<String> = [
    "class", "struct", "enum", "protocol", "extension", "actor", "namespace", "extern", "union",
    "@implementation", "@interface", "@protocol",
  ]
  /// The maximum number of tokens before a block that are searched for what introduces it.
  private static let maxHeadLength = 200

  /// The words of statements, whose blocks are not those of functions.
  private static let statements: Set<String> = [
    "if", "guard", "while", "for", "switch", "else", "do", "catch", "repeat", "defer", "case", "default", "in",
    "@autoreleasepool",
    "@synchronized", "@try", "@catch", "@finally",
  ]

  /// Returns the lines of the innermost function around a line; `nil` if the line is in none, or the language is unknown.
  ///
  /// - Parameters:
  ///   - line: The line, from 1.
  ///   - path: The path of the file, whose ending tells the language.
  static func lines(around line: Int, in bytes: [UInt8], path: String) -> ClosedRange<Int>? {
    guard let language = language(path) else { return nil }
    let tokens = SourceTokenizer.tokens(of: bytes, language)
    // The first line of the function of each open block, or 0 for other blocks.
    var open: [Int] = []
    var functions = 0
    for (index, token) in tokens.enumerated() where token.kind == .punctuation {
      if token.text == "{" {
        // Functions of C and Objective-C contain no others.
        let isExamined = language == .swift || functions == 0
        let start = isExamined ? head(of: index, tokens, language) ?? 0 : 0
        open.append(start)
        if start > 0 { functions += 1 }
      } else if token.text == "}", let start = open.popLast(), start > 0 {
        functions -= 1
        // Inner functions are closed first.
        if start <= line, line <= Int(token.line) { return start...Int(token.line) }
      }
    }
    return nil
  }

  private static func language(_ path: String) -> SourceLanguage? {
    guard let dot = path.lastIndex(of: ".") else { return nil }
    switch path[path.index(after: dot)...].lowercased() {
    case "swift": return .swift
    case "m", "mm", "c", "cc", "cpp", "cxx", "h", "hpp": return .objectiveC
    default: return nil
    }
  }

  /// Returns the line on which a function begins whose block begins at a token; `nil` if the block is not that of a function.
  private static func head(of brace: Int, _ tokens: [SourceToken], _ language: SourceLanguage) -> Int? {
    var first: Int?
    var level = 0
    var hasValue = false
    var index = brace - 1
    while index >= 0, brace - index <= maxHeadLength {
      let token = tokens[index]
      if token.kind == .punctuation {
        switch token.text {
        case ")", "]": level += 1
        case "(", "[":
          level -= 1
          if level < 0 { return nil }
        // A method of Objective-C.
        case "-", "+":
          if language == .objectiveC, level == 0, tokens[index + 1].text == "(" { return Int(token.line) }
        case "=": hasValue = hasValue || level == 0
        case "{" where level == 0, "}" where level == 0, ";" where level == 0:
          return end(language, first, hasValue, tokens)
        default: break
        }
      } else if token.kind == .word, level == 0 {
        if containers.contains(token.text) || statements.contains(token.text) { return nil }
        // The block behind a value is a closure.
        if language == .swift, swiftWords.contains(token.text) {
          return token.text == "var" && hasValue ? nil : Int(token.line)
        }
      }
      first = index
      index -= 1
    }
    return end(language, first, hasValue, tokens)
  }

  private static func end(
    _ language: SourceLanguage, _ first: Int?, _ hasValue: Bool, _ tokens: [SourceToken]
  ) -> Int? {
    guard language == .objectiveC, !hasValue, let first else { return nil }
    return Int(tokens[first].line)
  }
}
