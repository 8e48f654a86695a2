import Bytes

extension TextDialect {
  static let symbolLists = TextDialect(
    name: "symbol-lists",
    example: Example(
      """
      -[CardView load]
      -[CardView initWithCoder:]
      -[UINib instantiateWithOwner:options:]
      """, .excerpt),
    offer: .everyLine, mark: .chain
  ) { reader, line, _ in reader.consumeSymbolList(line) }
}

/// Reads stacks without numbers: one function per line, or call chains written with arrows or dashes.
extension TextReader {
  /// Consumes a list of symbols, one per line, or a paragraph that is a call chain.
  fileprivate mutating func consumeSymbolList(_ line: Line) -> Bool {
    if draft.hasHeader || section == .frames && draft.pieces.contains(.threads) { return false }
    if draft.pieces.contains(.chain), case .thread = draft.target, let symbol = text.symbolLine(line.content) {
      addSymbol(symbol, line)
      return true
    }
    return consumeChain(line) || consumeList(line)
  }

  private mutating func consumeList(_ line: Line) -> Bool {
    guard let first = text.symbolLine(line.content) else { return false }
    var ahead = cursor
    var strong = first.isCertain ? 1 : 0
    var count = 1
    while count < 4, let next = ahead.next(), !next.isEmpty, let symbol = text.symbolLine(next.content) {
      count += 1
      if symbol.isCertain { strong += 1 }
    }
    // One line suffices next to a failure. Elsewhere two certain symbols or three lines are needed, so that a list of
    // words does not become a stack.
    let isNearFailure =
      draft.expects.neighbors > 0 || draft.pieces.contains(.failure) || draft.pieces.contains(.exception)
    guard strong >= 1, count >= (isNearFailure ? 1 : 3) || strong >= 2 && count >= 2 else { return false }
    beginSymbols(line)
    addSymbol(first, line)
    return true
  }

  private mutating func beginSymbols(_ line: Line) {
    draft.pieces.insert(.chain)
    draft.target =
      draft.position(ofThread: draft.nextThreadIndex, line: line.number, limits).map { .thread($0) } ?? .none
    section = .unsectioned
    if draft.notes.contains(where: { $0.code == "chain" }) { return }
    draft.note(
      Note("chain", "The stack is a list of names, without addresses and frame numbers.", line: line.number),
      limits)
  }

  private mutating func addSymbol(_ symbol: SymbolLine, _ line: Line) {
    guard case .thread(let position) = draft.target else { return }
    include(line, as: .frames)
    let parsed = text.frameSymbol(symbol.name)
    let image = names.name(symbol.image, in: text)
    let number = draft.threads[position].stack.lastNumber.map { $0 + 1 } ?? 0
    append(number: number, to: draft.target) { frame in
      frame.line = line.number
      frame.image = image
      if let name = parsed.name { frame.symbol = CrashReport.Symbol(name: name, offset: parsed.offset) }
      frame.source = parsed.source
      frame.inlined = parsed.inlined
    }
  }

  /// Consumes `[NSBundle loadNibNamed] —— [UINib instantiateWithOwner:options] —— …`, on one or more lines.
  private mutating func consumeChain(_ line: Line) -> Bool {
    guard line.number > noChainBefore, line.content.count <= 4096, text.separator(in: line.content) != nil else {
      return false
    }
    var lines = [line]
    var ahead = cursor
    var used = cursor
    while lines.count < 64, let next = ahead.next(), !next.isEmpty, next.content.count <= 4096 {
      lines.append(next)
      used = ahead
    }
    noChainBefore = lines[lines.count - 1].number
    var elements: [(name: String, line: Int)] = [("", line.number)]
    for (index, part) in lines.enumerated() {
      if index > 0 { elements[elements.count - 1].name += " " }
      var rest = part.content
      while let (offset, length) = text.separator(in: rest) {
        elements[elements.count - 1].name += text.string(Slice(rest.start, offset))
        elements.append(("", part.number))
        rest.start = offset + length
        if elements.count > 4096 { return false }
      }
      elements[elements.count - 1].name += text.string(rest)
    }
    let named = elements.map { (name: Self.collapsingSpaces($0.name), line: $0.line) }.filter { !$0.name.isEmpty }
    guard named.count >= 3, named.allSatisfy({ Self.isChainElement($0.name) }),
      named.contains(where: { $0.name.contains("[") || $0.name.contains("(") || $0.name.contains(".") })
    else { return false }
    cursor = used
    for part in lines { include(part, as: .frames) }
    beginSymbols(line)
    // People write chains from caller to callee; frames are stored innermost first.
    let isOuterFirst = Self.isOuterCall(named[0].name) && named[named.count - 1].name.contains("init")
    for (index, element) in (isOuterFirst ? named.reversed() : named).enumerated() {
      append(number: index, to: draft.target) { frame in
        frame.line = element.line
        frame.symbol = CrashReport.Symbol(name: element.name)
      }
    }
    draft.target = .none
    return true
  }

  private static func collapsingSpaces(_ name: String) -> String {
    name.split(separator: " ", omittingEmptySubsequences: true).joined(separator: " ")
  }

  private static func isOuterCall(_ name: String) -> Bool {
    ["loadNib", "UIApplicationMain", "main", "instantiate", "start"].contains { name.contains($0) }
  }

  /// Returns whether `name` is a method in brackets, or one identifier.
  private static func isChainElement(_ name: String) -> Bool {
    guard name.utf8.count <= 512, name.utf8.allSatisfy({ $0 < 0x80 }) else { return false }
    let body = name.drop { $0 == "-" || $0 == "+" }
    if body.hasPrefix("[") { return body.hasSuffix("]") && body.dropFirst().allSatisfy { $0 != "[" } }
    guard let first = body.first, first.isLetter || first == "_" else { return false }
    return !body.contains(" ") && !body.contains("=") && !body.contains("\"")
  }
}

/// A line that is the name of a function, with an optional image name before it.
struct SymbolLine {
  var image: Slice
  var name: Slice
  /// Whether such a line occurs only in stacks.
  var isCertain: Bool
}

extension ByteText {
  /// Returns the next separator of a call chain: em or en dashes, or arrows.
  func separator(in slice: Slice) -> (offset: Int, length: Int)? {
    var index = slice.start
    while index < slice.end {
      let byte = self[index]
      var end = index
      if byte == 0xe2 {
        // U+2013 – U+2014 — U+2015 ― U+2190 ← U+2192 → U+21D0 ⇐ U+21D2 ⇒ U+27F5 ⟵ U+27F6 ⟶
        while self[end] == 0xe2, isDashOrArrow(end) { end += 3 }
      } else if byte == UInt8(ascii: "-") || byte == UInt8(ascii: "=") {
        if self[index + 1] == UInt8(ascii: ">") { end = index + 2 }
        if byte == UInt8(ascii: "-"), self[index + 1] == UInt8(ascii: "-") {
          while self[end] == UInt8(ascii: "-") { end += 1 }
          if self[end] == UInt8(ascii: ">") { end += 1 }
        }
      }
      if byte == UInt8(ascii: "<"), self[index + 1] == UInt8(ascii: "-"),
        index == slice.start || self[index - 1] == 0x20
      {
        end = index + 1
        while self[end] == UInt8(ascii: "-") { end += 1 }
      }
      if end > index { return (index, min(end, slice.end) - index) }
      index += 1
    }
    return nil
  }

  private func isDashOrArrow(_ index: Int) -> Bool {
    switch (self[index + 1], self[index + 2]) {
    case (0x80, 0x93), (0x80, 0x94), (0x80, 0x95), (0x86, 0x90), (0x86, 0x92), (0x87, 0x90), (0x87, 0x92), (0x9f, 0xb5),
      (0x9f, 0xb6):
      true
    default: false
    }
  }

  /// Recognizes a line that consists of a symbol.
  func symbolLine(_ slice: Slice) -> SymbolLine? {
    guard slice.count >= 3, slice.count <= 1024, self[slice.start] != UInt8(ascii: "#") else { return nil }
    if hasPrefix("self.", slice) || hasPrefix("super.", slice) { return nil }
    for index in slice.start..<slice.end {
      switch self[index] {
      case UInt8(ascii: ";"), UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: "\""), UInt8(ascii: "="),
        0x80...0xff:
        return nil
      default: break
      }
    }
    var name = slice
    var image = Slice(slice.start, slice.start)
    let column = token(slice)
    // `SwiftUICore  LocationBox.get()`: an image, a gap, a symbol.
    if column.end < slice.end, self[column.end] == 0x09 || self[column.end + 1] == 0x20, isWord(column),
      !hasPrefix("(", trimmed(Slice(column.end, slice.end)))
    {
      // The number of a frame is not an image.
      if !(column.start..<column.end).allSatisfy({ self[$0].isDigit }) { image = column }
      name = trimmed(Slice(column.end, slice.end))
    }
    if isCertainSymbol(name) { return SymbolLine(image: image, name: name, isCertain: true) }
    // One word with the dots, colons or underscores of an identifier.
    let word = token(name)
    let rest = trimmed(Slice(word.end, name.end))
    guard rest.isEmpty || hasPrefix("(", rest) || hasPrefix("+ ", rest) else { return nil }
    let isProgram =
      self[word.start] == UInt8(ascii: "_") || contains("::", word)
      || first(UInt8(ascii: "."), word) != nil && first(UInt8(ascii: "/"), word) == nil && word.count > 4
      || first(UInt8(ascii: "_"), word) != nil
    guard isProgram, self[word.start].isLetter || self[word.start] == UInt8(ascii: "_"),
      self[word.end - 1] != UInt8(ascii: "."), self[word.end - 1] != UInt8(ascii: ":"),
      self[word.end - 1] != UInt8(ascii: ",")
    else { return nil }
    return SymbolLine(image: image, name: name, isCertain: false)
  }

  private func isWord(_ slice: Slice) -> Bool {
    (slice.start..<slice.end).allSatisfy {
      isIdentifier(self[$0]) || self[$0] == UInt8(ascii: ".") || self[$0] == UInt8(ascii: "+")
        || self[$0] == UInt8(ascii: "-")
    }
  }

  private func isCertainSymbol(_ slice: Slice) -> Bool {
    if hasPrefix("-[", slice) || hasPrefix("+[", slice) { return contains("]", slice) && contains(" ", slice) }
    for word: StaticString in [
      "closure #", "thunk for @", "partial apply for ", "specialized ", "@objc ", "reabstraction thunk", "__swift_",
      "swift_task_", "_dispatch_", "dispatch_assert", "implicit closure #", "protocol witness for ", "objc_msgSend",
      "static ", "merged ",
    ] where hasPrefix(word, slice) {
      // `static func …` is source code.
      return !contains(" func ", slice) && !contains(" let ", slice) && !contains(" var ", slice)
        && !contains(": ", slice)
    }
    // One word, optionally followed by an offset or a location.
    let word = token(slice)
    let suffix = trimmed(Slice(word.end, slice.end))
    guard suffix.isEmpty || hasPrefix("(", suffix) || hasPrefix("+ ", suffix) || hasPrefix("__", word) else {
      return false
    }
    for word: StaticString in ["_block_invoke", ".cold.", "_:)", ".getter", ".setter", "(_:", ".body.getter"]
    where contains(word, slice) { return true }
    // `GameCalendar.date(at:startYear:)   (GameCalendar.swift:28)`
    return hasSuffix(":)", slice) || contains(":)  ", slice) || contains(".swift:", slice) && hasSuffix(")", slice)
  }
}
