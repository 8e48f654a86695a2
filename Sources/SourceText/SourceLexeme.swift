import Bytes

/// A language of source text.
package enum SourceLanguage: Sendable { case swift, objectiveC }

/// A word, number, operator, comment, or literal of source text, with its position.
package struct SourceLexeme: Sendable {
  /// Kinds of lexemes.
  package enum Kind: UInt8, Sendable {
    /// A name or keyword, also with `@`, `#` or `$` in front of it, or in backticks.
    case word
    /// A literal in quotation marks, or a part of one.
    case string
    /// A character of Objective-C, such as `'a'`.
    case character
    /// A number without, or with, a fraction or exponent.
    case integer, fraction
    /// An operator other than `postfix`; angle brackets are one operator each.
    case op
    /// `!` or `?` directly after an operand.
    case postfix
    /// One bracket, comma, colon, semicolon, backslash, or a byte that the languages do not use.
    case punctuation
    case regex
    /// A conditional or diagnostic directive of Swift, or any directive of the preprocessor, without comments.
    case directive
    case comment
  }

  /// The parts of a literal. One with interpolations has a head, a tail and middles, and between them the lexemes of the
  /// interpolated expressions with their parentheses.
  package enum Part: UInt8, Sendable { case whole, head, middle, tail }

  /// The kind of the lexeme.
  package let kind: Kind
  /// Which part of a literal it is. Unless it is interpolated, a literal that is not closed is a whole one.
  package var part = Part.whole
  /// The number of literals in whose interpolations the lexeme is. The parts of one literal have the same depth.
  package var depth: UInt8 = 0
  /// The number of `#` at each end of the literal.
  package var pounds: UInt8 = 0
  /// The number of bytes of `range` in front of and behind the contents of a literal: quotation marks, `@`, `#`, and the
  /// backslash of an interpolation.
  var marks: (open: UInt8, close: UInt8) = (0, 0)
  /// The bytes of the lexeme, with the quotation marks of a literal.
  package let range: Range<Int>
  /// The line on which the lexeme begins, from 1.
  package let line: Int

  /// The bytes between the quotation marks of a literal; `range` for other lexemes.
  package var contents: Range<Int> {
    let end = max(range.lowerBound, range.upperBound - Int(marks.close))
    return min(range.lowerBound + Int(marks.open), end)..<end
  }

  /// Whether the bytes before the lexeme separate it from an operand on its left.
  package func isSpacedBefore(in bytes: [UInt8]) -> Bool { !SourceLexer.isBound(before: range.lowerBound, in: bytes) }

  /// Whether the bytes after the lexeme separate it from an operand on its right.
  package func isSpacedAfter(in bytes: [UInt8]) -> Bool { !SourceLexer.isBound(after: range.upperBound, in: bytes) }

}

/// Words of Swift that are not operands.
package enum SwiftKeywords {
  private static let expecting: Set<String> = [
    "return", "if", "guard", "while", "for", "in", "case", "switch", "where", "let", "var", "else", "throw", "try",
    "await", "as", "is", "do", "repeat", "defer", "default", "func", "init", "import", "yield", "each", "consume",
    "copy", "some", "any", "inout", "catch", "throws", "rethrows", "async", "typealias", "break", "continue",
  ]

  /// Whether an operand, and no operator, follows the word.
  package static func expectsOperand(_ word: ArraySlice<UInt8>) -> Bool {
    word.count <= 9 && expecting.contains(String(streamSafe: word))
  }
}
