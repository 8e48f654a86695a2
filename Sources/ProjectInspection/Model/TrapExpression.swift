import Bytes
import SourceText

/// An expression of Swift source that stops the process if a check of the language or the standard library fails.
package struct TrapExpression: Sendable, Equatable {
  /// What is checked.
  package enum Kind: String, Sendable, CaseIterable {
    /// `value!`
    case forceUnwrap = "force-unwrap"
    /// A variable declared as `T!`, used without `?`.
    case implicitUnwrap = "implicit-unwrap"
    /// `value as! T`
    case forcedCast = "forced-cast"
    /// `try! call()`
    case forcedTry = "forced-try"
    /// `collection[index]`
    case `subscript` = "subscript"
    /// `+`, `-`, `*` and their assignments.
    case arithmetic
    /// `/`, `%` and their assignments.
    case division
    /// `Int(value)`, `UInt8(value)`, `Character(text)`.
    case conversion
    /// `low...high`, `low..<high`
    case range
    /// `Dictionary(uniqueKeysWithValues:)`
    case uniqueKeys = "unique-keys"
    /// A method of a collection that requires an element or a valid index: `removeFirst()`, `remove(at:)`.
    case collection
    /// `precondition()`, `fatalError()`, `assert()` and their relatives.
    case precondition
  }

  /// Where the process stopped, as the stack shows it.
  package enum Stop: Sendable {
    /// At an instruction of the function that contains the line.
    case inline
    /// In a function of the Swift runtime that the line called.
    case runtime
  }

  /// What is checked.
  package let kind: Kind
  /// The column of the expression's operator or name in bytes, from 1, as debuggers count.
  package let column: Int
  /// The expression as written, at most 60 characters long.
  package let text: String

  /// Creates an expression from its parts.
  package init(kind: Kind, column: Int, text: String) {
    self.kind = kind
    self.column = column
    self.text = text
  }

  /// Returns the expressions on a line that can stop the process this way, from left to right.
  ///
  /// Shifts (`<<`, `>>`) and `&+` do not trap in Swift. Types are not known: a subscript may be that of a dictionary, and
  /// operands may be floating-point numbers. Only what the line itself shows is excluded, such as a string as an operand.
  ///
  /// - Parameters:
  ///   - bytes: The source file, or a part of it that begins outside of literals and comments.
  ///   - line: The line, from 1.
  package static func find(in bytes: [UInt8], line: Int, stop: Stop) -> [TrapExpression] {
    guard line >= 1 else { return [] }
    let (next, overflow) = line.addingReportingOverflow(1)
    let source = SwiftExpressions(bytes, SourceLexer.code(bytes, .swift, through: overflow ? line : next))
    return source.trapping(on: line).filter { $0.kind.canStop(stop) }
  }
}

extension TrapExpression.Kind {
  /// Whether a failure of this kind stops the process this way.
  ///
  /// Overflow of `+`, `-` and `*` is an instruction in the function itself, in builds with and without optimization. A
  /// failed `try!` calls `swift_unexpectedError`, and `fatalError()` calls `_assertionFailure`; neither is inlined.
  fileprivate func canStop(_ stop: TrapExpression.Stop) -> Bool {
    switch self {
    case .arithmetic: stop == .inline
    case .forcedTry: stop == .runtime
    case .forceUnwrap, .implicitUnwrap, .forcedCast, .subscript, .division, .conversion, .range, .uniqueKeys,
      .collection,
      .precondition:
      true
    }
  }
}

/// The lexemes of a Swift file, and the expressions in them that can trap.
struct SwiftExpressions {
  let bytes: [UInt8]
  let lexemes: [SourceLexeme]
  /// The variables of the file that are declared with an implicitly unwrapped type.
  private let implicitlyUnwrapped: Set<String>

  init(_ bytes: [UInt8], _ lexemes: [SourceLexeme]) {
    self.bytes = bytes
    self.lexemes = lexemes
    implicitlyUnwrapped = Self.implicitlyUnwrapped(bytes, lexemes)
  }

  /// The maximum number of lexemes that are examined around an expression, so that a file takes linear time.
  static let reach = 256
  /// The maximum number of expressions of a line.
  private static let maxCount = 32

  func text(_ index: Int) -> String {
    guard lexemes.indices.contains(index) else { return "" }
    return String(streamSafe: bytes[lexemes[index].range].prefix(64))
  }

  func kind(_ index: Int) -> SourceLexeme.Kind? { lexemes.indices.contains(index) ? lexemes[index].kind : nil }

  func isPunctuation(_ index: Int, _ character: Character) -> Bool {
    guard kind(index) == .punctuation, let ascii = character.asciiValue else { return false }
    return bytes[lexemes[index].range.lowerBound] == ascii
  }

  func trapping(on line: Int) -> [TrapExpression] {
    guard var index = firstIndex(ofLine: line) else { return [] }
    var found: [TrapExpression] = []
    while index < lexemes.count, lexemes[index].line == line, found.count < Self.maxCount {
      if let (kind, range) = trap(at: index) {
        // `as!` and `try!` begin with the word.
        let named = kind == .forcedCast || kind == .forcedTry ? index - 1 : index
        found.append(TrapExpression(kind: kind, column: column(named), text: quotation(range, around: index)))
      }
      index += 1
    }
    return found
  }

  private func firstIndex(ofLine line: Int) -> Int? {
    // Lines ascend.
    var (low, high) = (0, lexemes.count)
    while low < high {
      let middle = (low + high) / 2
      if lexemes[middle].line < line { low = middle + 1 } else { high = middle }
    }
    return low < lexemes.count && lexemes[low].line == line ? low : nil
  }

  private func column(_ index: Int) -> Int {
    var start = lexemes[index].range.lowerBound
    let offset = start
    while start > 0, bytes[start - 1] != 0x0A { start -= 1 }
    return offset - start + 1
  }

  /// Returns the part of the expression on the line of the lexeme at `index`.
  private func quotation(_ range: ClosedRange<Int>, around index: Int) -> String {
    let isOnLine = { (position: Int) in lexemes[position].line == lexemes[index].line }
    var (low, high) = (index, index)
    while low > range.lowerBound, isOnLine(low - 1) { low -= 1 }
    while high < range.upperBound, isOnLine(high + 1) { high += 1 }
    let first = lexemes[low].range.lowerBound
    let last = min(max(first, lexemes[high].range.upperBound), bytes.count)
    let line = bytes[first..<last].prefix(400).split(separator: 0x0A).first ?? []
    let text = String(streamSafe: line)
    return text.shortened(to: 60, keeping: 59)
  }

  /// Returns what the lexeme at `index` checks, and the lexemes of the expression; `nil` if it checks nothing.
  private func trap(at index: Int) -> (kind: TrapExpression.Kind, expression: ClosedRange<Int>)? {
    switch lexemes[index].kind {
    case .postfix: unwrap(at: index)
    case .punctuation: subscripting(at: index)
    case .op: operation(at: index)
    case .word: word(at: index)
    case .string, .character, .integer, .fraction, .regex, .directive, .comment: nil
    }
  }

  // MARK: Unwrapping

  private func unwrap(at index: Int) -> (TrapExpression.Kind, ClosedRange<Int>)? {
    guard bytes[lexemes[index].range.lowerBound] == UInt8(ascii: "!"), index > 0 else { return nil }
    switch text(index - 1) {
    case "as" where kind(index - 1) == .word && !isMember(index - 1):
      return (.forcedCast, startOfOperand(before: index - 1)...endOfType(after: index))
    case "try" where kind(index - 1) == .word:
      return (.forcedTry, index - 1...endOfOperand(from: index + 1))
    case ">": return nil
    default: break
    }
    guard endsOperand(index - 1), !isType(endingAt: index - 1) else { return nil }
    return (.forceUnwrap, startOfOperand(before: index)...index)
  }

  /// The names of `var name: Type!` and of outlets.
  private static func implicitlyUnwrapped(_ bytes: [UInt8], _ lexemes: [SourceLexeme]) -> Set<String> {
    var names: Set<String> = []
    func word(_ index: Int) -> String {
      lexemes[index].kind == .word ? String(streamSafe: bytes[lexemes[index].range].prefix(64)) : ""
    }
    for index in lexemes.indices.dropLast(4) where lexemes[index].kind == .word && lexemes[index].range.count == 3 {
      guard word(index) == "var" || word(index) == "let", lexemes[index + 1].kind == .word,
        bytes[lexemes[index + 2].range.lowerBound] == UInt8(ascii: ":")
      else { continue }
      // The type ends on this line, before a value or the body of the property.
      var end = index + 3
      while end < lexemes.count, end < index + 24, lexemes[end].line == lexemes[index].line {
        let first = bytes[lexemes[end].range.lowerBound]
        if first == UInt8(ascii: "=") || first == UInt8(ascii: "{") { break }
        end += 1
      }
      let last = lexemes[end - 1]
      if last.kind == .postfix, bytes[last.range.lowerBound] == UInt8(ascii: "!") { names.insert(word(index + 1)) }
    }
    return names
  }

  private func word(at index: Int) -> (TrapExpression.Kind, ClosedRange<Int>)? {
    let name = text(index)
    if isPunctuation(index + 1, "("), lexemes[index + 1].range.lowerBound == lexemes[index].range.upperBound,
      let call = call(name, at: index)
    {
      return call
    }
    guard implicitlyUnwrapped.contains(name), !isDeclaration(index), !isPunctuation(index + 1, ":"),
      kind(index + 1) != .postfix, text(index + 1) != "="
    else { return nil }
    // `other.name` may be another property, but `self.name` is this one.
    if isMember(index), text(index - 2) != "self" { return nil }
    // A comparison with nil and a binding do not unwrap.
    if ["==", "!=", "??", "==="].contains(text(index + 1)) || isBinding(index) { return nil }
    return (.implicitUnwrap, index...index)
  }

  private func isDeclaration(_ index: Int) -> Bool {
    ["var", "let", "func", "case", "class", "struct", "enum"].contains(text(index - 1))
  }

  /// Whether `if let name = …` binds the operand that begins at `start`.
  func isBinding(_ start: Int) -> Bool {
    var index = startOfOperand(before: start + 1) - 1
    if ["try", "await"].contains(text(index)) { index -= 1 }
    guard text(index) == "=", kind(index - 1) == .word, ["let", "var"].contains(text(index - 2)) else { return false }
    let opener = text(index - 3)
    return ["if", "guard", "while", "case"].contains(opener) || isPunctuation(index - 3, ",")
  }
}
