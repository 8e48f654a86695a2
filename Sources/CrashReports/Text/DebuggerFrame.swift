import Bytes
import Vocabulary

/// Parsing of frames printed by debuggers.
extension ByteText {
  /// Parses a frame of gdb or a sanitizer:
  ///
  ///     #1    0x000000010c8d935a in -[CardView initWithCoder:] () at CardView.m:41
  func numberSignFrame(_ slice: Slice) -> FrameLine? {
    var index = slice.start + 1
    while index < slice.end, self[index].isDigit { index += 1 }
    guard let number = integer(Slice(slice.start + 1, index)), number < 10_000_000, self[index].isBlank else {
      return nil
    }
    var rest = trimmed(Slice(index, slice.end))
    var address: UInt64?
    let first = token(rest)
    if hasPrefix("0x", first), let value = self.number(first) {
      address = value
      rest = trimmed(Slice(first.end, rest.end))
      if hasPrefix("in ", rest) { rest = trimmed(Slice(rest.start + 3, rest.end)) }
    } else if !(contains(" at ", rest) || contains(" ()", rest)) {
      return nil
    }
    if rest.isEmpty { return nil }
    return FrameLine(number: number, image: Slice(rest.start, rest.start), address: address, rest: rest)
  }

  /// Parses symbol and source location of a debugger frame: `-[A b] + 12 at A.m:38:5 [opt]`,
  /// `main(argc=2) at main.c:3`.
  func debuggerSymbol(_ slice: Slice) -> FrameSymbol {
    var symbol = FrameSymbol()
    var slice = trimmed(slice)
    while self[slice.end - 1] == UInt8(ascii: "]"), hasSuffix(" [opt]", slice) || hasSuffix(" [artificial]", slice) {
      slice.end = (last(UInt8(ascii: "["), slice) ?? slice.start)
      slice = trimmed(slice)
    }
    if let at = findLast(" at ", slice), let location = fileAndLine(Slice(at + 4, slice.end)) {
      symbol.source = location
      slice = trimmed(Slice(slice.start, at))
    }
    if let inlined = findLast(" [inlined] ", slice) {
      symbol.inlined = true
      slice = Slice(inlined + 11, slice.end)
    }
    if let plus = findLast(" + ", slice), let distance = number(Slice(plus + 3, slice.end)) {
      symbol.offset = Int(exactly: distance)
      slice = trimmed(Slice(slice.start, plus))
    }
    if hasSuffix(" ()", slice) { slice.end -= 3 }
    // Argument values belong to this run, not to the name of the function.
    if self[slice.end - 1] == UInt8(ascii: ")"), let open = openingParenthesis(slice), open > slice.start,
      first(UInt8(ascii: "="), Slice(open, slice.end)) != nil, self[open - 1] != UInt8(ascii: "r")
    {
      slice = trimmed(Slice(slice.start, open))
    }
    if !slice.isEmpty, !isUnknown(slice) { symbol.name = string(slice) }
    return symbol
  }

  /// Parses `A.m:38:5`: file, line and optional column.
  func fileAndLine(_ slice: Slice) -> SourceLocation? {
    let slice = trimmed(slice)
    guard let colon = last(UInt8(ascii: ":"), slice), colon > slice.start,
      let last = integer(Slice(colon + 1, slice.end))
    else { return nil }
    if let before = self.last(UInt8(ascii: ":"), Slice(slice.start, colon)), before > slice.start,
      let line = integer(Slice(before + 1, colon))
    {
      return SourceLocation(
        file: string(Slice(slice.start, before)), line: line == 0 ? nil : line, column: last == 0 ? nil : last)
    }
    return SourceLocation(file: string(Slice(slice.start, colon)), line: last == 0 ? nil : last)
  }
}
