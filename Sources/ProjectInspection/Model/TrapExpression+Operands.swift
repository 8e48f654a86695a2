import SourceText

/// Where operands begin and end.
extension SwiftExpressions {
  /// Whether the lexeme is a member: `.name`.
  func isMember(_ index: Int) -> Bool { text(index - 1) == "." && kind(index - 1) == .op }

  func endsOperand(_ index: Int) -> Bool {
    switch kind(index) {
    case .word: isMember(index) || !SwiftKeywords.expectsOperand(bytes[lexemes[index].range])
    case .string, .character, .integer, .fraction, .postfix, .regex: true
    case .punctuation: isPunctuation(index, ")") || isPunctuation(index, "]") || isPunctuation(index, "}")
    case .op, .directive, .comment, nil: false
    }
  }

  func beginsOperand(_ index: Int) -> Bool {
    switch kind(index) {
    case .word, .string, .character, .integer, .fraction, .regex: true
    case .punctuation: ["(", "[", "{", "\\"].contains { isPunctuation(index, $0) }
    // A prefix operator, or the dot of an implicit member.
    case .op: lexemes[index].isSpacedBefore(in: bytes) && !lexemes[index].isSpacedAfter(in: bytes) || text(index) == "."
    case .postfix, .directive, .comment, nil: false
    }
  }

  /// Returns the index of the bracket that closes the one at `index`.
  func closing(_ index: Int) -> Int? {
    var level = 0
    var position = index
    while position < lexemes.count, position - index < Self.reach {
      if kind(position) == .punctuation {
        if ["(", "[", "{"].contains(where: { isPunctuation(position, $0) }) { level += 1 }
        if [")", "]", "}"].contains(where: { isPunctuation(position, $0) }) { level -= 1 }
        if level == 0 { return position }
      }
      position += 1
    }
    return nil
  }

  /// Returns the index of the bracket that opens the one at `index`.
  func opening(_ index: Int) -> Int? {
    var level = 0
    var position = index
    while position >= 0, index - position < Self.reach {
      if kind(position) == .punctuation {
        if [")", "]", "}"].contains(where: { isPunctuation(position, $0) }) { level += 1 }
        if ["(", "[", "{"].contains(where: { isPunctuation(position, $0) }) { level -= 1 }
        if level == 0 { return position }
      }
      position -= 1
    }
    return nil
  }

  /// Returns the first lexeme of the operand that ends before `index`: `deck.cards[0]` of `deck.cards[0]!`.
  func startOfOperand(before index: Int) -> Int {
    var start = index
    var position = index - 1
    while position >= 0, index - position < Self.reach, endsOperand(position) {
      if kind(position) == .postfix {
        position -= 1
        continue
      }
      if kind(position) == .punctuation {
        guard let open = opening(position) else { return start }
        start = open
        // `name(…)` and `name[…]` continue to the left without a blank.
        let isBound = open > 0 && lexemes[open].isSpacedBefore(in: bytes) == false
        guard isBound, endsOperand(open - 1), lexemes[open - 1].line == lexemes[open].line else { return dotted(start) }
        position = open - 1
        continue
      }
      start = dotted(position)
      // `.name` alone is an implicit member.
      guard isMember(position), start == position - 1, endsOperand(position - 2),
        !lexemes[position - 1].isSpacedBefore(in: bytes) || lexemes[position - 2].line < lexemes[position - 1].line
      else { return start }
      position -= 2
    }
    return start
  }

  private func dotted(_ index: Int) -> Int { isMember(index) ? index - 1 : index }

  /// Returns the last lexeme of the operand that begins at `index`.
  func endOfOperand(from index: Int) -> Int {
    var position = index
    while let kind = kind(position), kind == .op, position - index < 4 { position += 1 }
    while position < lexemes.count, position - index < Self.reach {
      if isPunctuation(position, "(") || isPunctuation(position, "[") {
        guard let close = closing(position) else { break }
        position = close
      }
      let next = position + 1
      guard next < lexemes.count, lexemes[next].line == lexemes[position].line else { break }
      let follows = lexemes[next].range.lowerBound == lexemes[position].range.upperBound
      if follows, kind(next) == .postfix || isPunctuation(next, "(") || isPunctuation(next, "[") {
        position = next
      } else if follows, text(next) == ".", kind(next + 1) == .word || kind(next + 1) == .integer {
        position = next + 1
      } else {
        break
      }
    }
    return min(position, lexemes.count - 1)
  }

  /// Returns the last lexeme of the type after `as!`.
  func endOfType(after index: Int) -> Int {
    let end = endOfOperand(from: index + 1)
    guard text(end + 1) == "<", lexemes.indices.contains(end + 1), lexemes[end + 1].isSpacedBefore(in: bytes) == false
    else {
      return end
    }
    var level = 0
    for position in end + 1..<min(lexemes.count, end + 64) {
      if text(position) == "<" { level += 1 }
      if text(position) == ">" { level -= 1 }
      if level == 0 { return position }
    }
    return end
  }

  /// Whether the lexeme ends a type and not an operand: in an annotation, a parameter or after an arrow.
  func isType(endingAt index: Int) -> Bool {
    let start = startOfOperand(before: index + 1)
    if isPunctuation(start - 1, ":") {
      if ["let", "var"].contains(text(start - 3)) { return true }
      return isParameter(start - 1)
    }
    let before = text(start - 1)
    return before == "->" || before == "as" || before == "is"
      || kind(start - 1) == .postfix && ["as"].contains(text(start - 2))
      || ["inout", "some", "any"].contains(before)
  }

  /// Whether the colon at `index` is in the parameters of a function, initializer, subscript or closure type.
  private func isParameter(_ index: Int) -> Bool {
    var level = 0
    var position = index - 1
    while position >= 0, index - position < Self.reach {
      if [")", "]", "}"].contains(where: { isPunctuation(position, $0) }) { level += 1 }
      if ["(", "[", "{"].contains(where: { isPunctuation(position, $0) }) {
        level -= 1
        if level < 0 { break }
      }
      position -= 1
    }
    guard isPunctuation(position, "(") else { return false }
    let name = text(position - 1)
    if name == "init" || name == "subscript" { return !isMember(position - 1) }
    // `func name<T>(`
    var before = position - 1
    if text(before) == ">" {
      while before >= 0, position - before < 64, text(before) != "<" { before -= 1 }
      before -= 1
      if text(before) == "init" { return !isMember(before) }
    }
    return text(before - 1) == "func"
  }
}
