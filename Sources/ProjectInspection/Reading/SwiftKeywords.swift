import Bytes

/// Words of Swift that are not operands.
enum SwiftKeywords {
  private static let expecting: Set<String> = [
    "return", "if", "guard", "while", "for", "in", "case", "switch", "where", "let", "var", "else", "throw", "try",
    "await", "as", "is", "do", "repeat", "defer", "default", "func", "init", "import", "yield", "each", "consume",
    "copy", "some", "any", "inout", "catch", "throws", "rethrows", "async", "typealias", "break", "continue",
  ]

  /// Whether an operand, and no operator, follows the word.
  static func expectsOperand(_ word: ArraySlice<UInt8>) -> Bool {
    word.count <= 9 && expecting.contains(String(streamSafe: word))
  }
}
