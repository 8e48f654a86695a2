import SourceText

/// Operators, subscripts and calls that can trap.
extension SwiftExpressions {
  // MARK: Operators

  private static let arithmetic: Set<String> = ["+", "-", "*", "+=", "-=", "*="]
  private static let division: Set<String> = ["/", "%", "/=", "%="]

  func operation(at index: Int) -> (kind: TrapExpression.Kind, expression: ClosedRange<Int>)? {
    let name = text(index)
    let isRange = name == "..." || name == "..<"
    guard isRange || Self.arithmetic.contains(name) || Self.division.contains(name) else { return nil }
    let lexeme = lexemes[index]
    // A binary operator has blanks on both sides, or on none.
    guard index > 0, lexeme.isSpacedBefore(in: bytes) == lexeme.isSpacedAfter(in: bytes),
      endsOperand(index - 1), beginsOperand(index + 1),
      text(index - 1) != "func", text(index - 2) != "func"
    else { return nil }
    let expression = startOfOperand(before: index)...endOfOperand(from: index + 1)
    let isConstant = kind(index - 1) == .integer && kind(index + 1) == .integer
    if isRange {
      let isPattern = isConstant && !isMember(index - 1)
      return isPattern || isWithoutIntegers(index) ? nil : (.range, expression)
    }
    if Self.division.contains(name), kind(index + 1) == .integer, !isZero(index + 1), expression.upperBound == index + 1
    {
      // Only the smallest integer divided by -1 overflows, and a literal other than 0 is not -1.
      return nil
    }
    if isConstant && startOfOperand(before: index) == index - 1 || isWithoutIntegers(index) { return nil }
    return (Self.division.contains(name) ? .division : .arithmetic, expression)
  }

  private func isZero(_ index: Int) -> Bool { text(index).allSatisfy { "0x_bo".contains($0) } }

  /// Words that show that the operands are floating-point numbers.
  private static let floating: Set<String> = [
    "Double", "Float", "CGFloat", "Float16", "Float80", "TimeInterval", "Decimal", "pi", "sqrt", "pow", "sin", "cos",
    "tan", "atan2", "Date", "timeIntervalSince", "timeIntervalSinceNow", "CGPoint", "CGSize", "CGRect",
  ]

  /// Whether the operands of the operator at `index` cannot be integers: a string, an array, or a floating-point number is
  /// an operand of the same expression.
  private func isWithoutIntegers(_ index: Int) -> Bool {
    isPunctuation(index + 1, "[") || shows(noInteger: index, step: -1) || shows(noInteger: index, step: 1)
  }

  private func shows(noInteger start: Int, step: Int) -> Bool {
    var level = 0
    var index = start + step
    var count = 0
    while lexemes.indices.contains(index), count < Self.reach {
      let lexeme = lexemes[index]
      switch lexeme.kind {
      case .string, .fraction: if level == 0 { return true }
      case .punctuation:
        let isOpening = ["(", "[", "{"].contains { isPunctuation(index, $0) }
        let isClosing = [")", "]", "}"].contains { isPunctuation(index, $0) }
        if isOpening != isClosing { level += isOpening == (step > 0) ? 1 : -1 }
        if level < 0 || level == 0 && !isOpening && !isClosing { return false }
        // A block is not part of the expression.
        if level == 0, isPunctuation(index, "}") || isPunctuation(index, "{") { return false }
      case .op:
        if level == 0, Self.ends(text(index)) { return false }
      case .word:
        guard level == 0 else { break }
        let name = text(index)
        if Self.floating.contains(name), !isMember(index) || name == "pi" { return true }
        if SwiftKeywords.expectsOperand(bytes[lexeme.range]), !isMember(index), name != "try", name != "await" {
          return false
        }
        // Without an operator between them, the next line is another statement.
        if step > 0, index > start + 1, lexeme.line > lexemes[index - 1].line, endsOperand(index - 1) { return false }
        if step < 0, lexeme.line < lexemes[index + 1].line, kind(index + 1) != .op { return false }
      case .directive: return false
      case .integer, .character, .postfix, .regex, .comment: break
      }
      index += step
      count += 1
    }
    return false
  }

  /// Whether the operator separates expressions whose operands may have different types.
  private static func ends(_ name: String) -> Bool {
    switch name {
    case "=", "==", "!=", "<", ">", "<=", ">=", "&&", "||", "??", "->", "?", "===", "!==", "<<", ">>": true
    default: false
    }
  }

  // MARK: Subscripts

  func subscripting(at index: Int) -> (kind: TrapExpression.Kind, expression: ClosedRange<Int>)? {
    guard isPunctuation(index, "["), lexemes[index].isSpacedBefore(in: bytes) == false, endsOperand(index - 1),
      lexemes[index - 1].range.upperBound == lexemes[index].range.lowerBound,
      let close = closing(index), close > index + 1
    else { return nil }
    // Keys of dictionaries: a string or a case. With a label it is another subscript.
    if kind(index + 1) == .string || hasLabel(index + 1..<close) { return nil }
    if text(index + 1) == ".", kind(index + 2) == .word, close == index + 3 { return nil }
    // An optional result is that of a dictionary, unless the index is computed as one of an array.
    let isOptional =
      kind(close + 1) == .postfix || text(close + 1) == "??" || isBinding(index - 1) && isEndOfBinding(close)
    if isOptional, !isComputed(index + 1..<close) { return nil }
    let start = startOfOperand(before: index)
    if isPunctuation(start - 1, "\\") || isPunctuation(start, "\\") { return nil }
    return (.subscript, start...close)
  }

  /// Whether an index is a number or is computed.
  private func isComputed(_ range: Range<Int>) -> Bool {
    let operators: Set<String> = ["+", "-", "*", "/", "%", "...", "..<"]
    let members: Set<String> = ["count", "row", "item", "section", "startIndex", "endIndex"]
    return range.count == 1 && kind(range.lowerBound) == .integer
      || range.prefix(Self.reach).contains { index in
        kind(index) == .op && operators.contains(text(index)) || isMember(index) && members.contains(text(index))
      }
  }

  /// Whether the operand that ends at `index` is all of what is bound.
  private func isEndOfBinding(_ index: Int) -> Bool {
    isPunctuation(index + 1, ",") || isPunctuation(index + 1, "{") || text(index + 1) == "else"
      || kind(index + 1) == nil
  }

  /// Whether there is a label, `name:`, outside of brackets. The colon of `a ? b : c` does not count.
  private func hasLabel(_ range: Range<Int>) -> Bool {
    var level = 0
    var isConditional = false
    for index in range.prefix(Self.reach) {
      if text(index) == "?" { isConditional = true }
      guard kind(index) == .punctuation else { continue }
      if ["(", "[", "{"].contains(where: { isPunctuation(index, $0) }) { level += 1 }
      if [")", "]", "}"].contains(where: { isPunctuation(index, $0) }) { level -= 1 }
      if level == 0, !isConditional, isPunctuation(index, ":"), kind(index - 1) == .word { return true }
    }
    return false
  }

  // MARK: Calls

  private static let integers: Set<String> = [
    "Int", "Int8", "Int16", "Int32", "Int64", "Int128", "UInt", "UInt8", "UInt16", "UInt32", "UInt64", "UInt128",
    "NSInteger", "NSUInteger", "CInt", "CUnsignedInt", "CLong", "CChar", "Character",
  ]
  private static let preconditions: Set<String> = [
    "fatalError", "precondition", "preconditionFailure", "assert", "assertionFailure", "dispatchPrecondition",
  ]

  /// Returns the check of the call of `name` at `index`.
  func call(_ name: String, at index: Int) -> (TrapExpression.Kind, ClosedRange<Int>)? {
    guard let close = closing(index + 1), text(index - 1) != "func" else { return nil }
    let arguments = index + 2..<close
    let start = isMember(index) ? startOfOperand(before: index + 1) : index
    if Self.preconditions.contains(name) {
      return isMember(index) && text(index - 2) != "Swift" ? nil : (.precondition, start...close)
    }
    if isMember(index) { return collectionCall(name, arguments).map { ($0, start...close) } }
    if name == "Dictionary" {
      return text(index + 2) == "uniqueKeysWithValues" ? (.uniqueKeys, start...close) : nil
    }
    guard Self.integers.contains(name), !arguments.isEmpty, !hasLabel(arguments) else { return nil }
    let isLiteral = arguments.count == 1 && [.integer, .fraction, .string].contains(kind(index + 2))
    // Of a text, the result is optional.
    let isOptional = kind(close + 1) == .postfix || text(close + 1) == "??" || isBinding(index)
    if isLiteral || isOptional || kind(index + 2) == .string { return nil }
    return (.conversion, start...close)
  }

  private func collectionCall(_ name: String, _ arguments: Range<Int>) -> TrapExpression.Kind? {
    let label = arguments.isEmpty ? "" : text(arguments.lowerBound)
    switch name {
    case "removeFirst", "removeLast", "swapAt", "removeSubrange", "replaceSubrange": return .collection
    case "remove": return label == "at" ? .collection : nil
    case "insert": return hasLabel(named: "at", arguments) ? .collection : nil
    case "index":
      return hasLabel(named: "offsetBy", arguments) && !hasLabel(named: "limitedBy", arguments) ? .collection : nil
    case "random": return label == "in" ? .range : nil
    default: return nil
    }
  }

  private func hasLabel(named name: String, _ range: Range<Int>) -> Bool {
    range.prefix(Self.reach).contains { text($0) == name && isPunctuation($0 + 1, ":") }
  }
}
