import Bytes
import Vocabulary

/// Parsing of frames as spindump, sample and Xcode print them in call trees:
///
///     start + 1 (libdyld.dylib + 109769) [0x7fff73618cc9]
///     ??? (<9D233F9C-ABAB-3B54-B675-07FAF65FBFB9> + 3439660) [0x109853c2c]
///     CardView.draw(_:) + 64 (CardView.swift:31 in MyApp + 5000) [0x104e3a8a8] 1-11
///     main  (in MyApp) + 294  [0x10e3817e6]  main.swift:27
///     main (in MyApp) + 128 (main.m:31) [0x102422ffc]
///     ???  (in MyApp)  load address 0x106775000 + 0x3589  [0x106778589]
///     ??? [0xfffffff0071a86d4]
extension ByteText {
  /// Sets the fields of `frame` from the text after a row's count.
  func readSampledFrame(_ content: Slice, into frame: inout CrashReport.Frame, names: inout NameCache) {
    var head = content
    if let open = findLast("[0x", content) {
      var end = open + 3
      while end < content.end, self[end].isHexDigit { end += 1 }
      frame.address = hexadecimal(Slice(open + 3, end)).map { RuntimeAddress($0) }
      head = trimmed(Slice(content.start, open))
      if let close = first(UInt8(ascii: "]"), Slice(end, content.end)) {
        frame.source = sourceLocation(trimmed(Slice(close + 1, content.end)))
      }
    }
    if let mark = findLast(" (in ", head), let close = first(UInt8(ascii: ")"), Slice(mark, head.end)) {
      frame.image = names.name(trimmed(Slice(mark + 5, close)), in: self)
      setSymbol(trimmed(Slice(head.start, mark)), into: &frame)
      readOffset(trimmed(Slice(close + 1, head.end)), into: &frame)
      return
    }
    guard self[head.end - 1] == UInt8(ascii: ")"), let open = openingParenthesis(head), open > head.start else {
      setSymbolAndOffset(head, into: &frame)
      return
    }
    readImage(trimmed(Slice(open + 1, head.end - 1)), into: &frame, names: &names)
    setSymbolAndOffset(trimmed(Slice(head.start, open)), into: &frame)
  }

  /// Parses `MyApp + 5000`, `CardView.swift:31 in MyApp + 5000`, `MyApp`.
  private func readImage(_ slice: Slice, into frame: inout CrashReport.Frame, names: inout NameCache) {
    var image = slice
    if let plus = findLast(" + ", slice), let offset = number(trimmed(Slice(plus + 3, slice.end))) {
      frame.imageOffset = ImageOffset(offset)
      image = trimmed(Slice(slice.start, plus))
    }
    if let mark = find(" in ", image), let source = sourceLocation(trimmed(Slice(image.start, mark))) {
      frame.source = source
      image = trimmed(Slice(mark + 4, image.end))
    }
    if self[image.start] == UInt8(ascii: "<"), self[image.end - 1] == UInt8(ascii: ">"), image.count > 2 {
      image = Slice(image.start + 1, image.end - 1)
    }
    frame.image = names.name(image, in: self)
  }

  /// Parses the text after `(in MyApp)`: `+ 294`, `+ 294,300,...`, `+ 128 (main.m:31)`,
  /// `load address 0x106775000 + 0x3589`.
  private func readOffset(_ slice: Slice, into frame: inout CrashReport.Frame) {
    guard let plus = first(UInt8(ascii: "+"), slice) else { return }
    let rest = trimmed(Slice(plus + 1, slice.end))
    var end = rest.start
    while end < rest.end, isIdentifier(self[end]) { end += 1 }
    let value = number(Slice(rest.start, end))
    if hasPrefix("load address", slice) {
      frame.imageOffset = value.map { ImageOffset($0) }
    } else {
      frame.symbol?.offset = value.flatMap { Int(exactly: $0) }
    }
    let location = trimmed(Slice(end, rest.end))
    if self[location.start] == UInt8(ascii: "("), self[location.end - 1] == UInt8(ascii: ")"), location.count > 2 {
      frame.source = sourceLocation(Slice(location.start + 1, location.end - 1)) ?? frame.source
    }
  }

  private func setSymbolAndOffset(_ slice: Slice, into frame: inout CrashReport.Frame) {
    guard let plus = findLast(" + ", slice), let offset = number(trimmed(Slice(plus + 3, slice.end))) else {
      return setSymbol(slice, into: &frame)
    }
    setSymbol(trimmed(Slice(slice.start, plus)), into: &frame)
    frame.symbol?.offset = Int(exactly: offset)
  }

  private func setSymbol(_ slice: Slice, into frame: inout CrashReport.Frame) {
    // A truncated row may end inside the parenthesis of the image: `??? (MyA`.
    guard !hasPrefix("???", slice), let name = value(slice), name != "<unknown>" else { return }
    frame.symbol = CrashReport.Symbol(name: name)
  }

  /// Parses `main.swift:27` or `main.swift:27:5`; `nil` for anything else. A line number of 0 means no line.
  func sourceLocation(_ slice: Slice) -> SourceLocation? {
    var slice = slice
    if let blank = find(" (", slice) { slice.end = blank }
    guard let colon = last(UInt8(ascii: ":"), slice), colon > slice.start,
      let line = integer(Slice(colon + 1, slice.end))
    else { return nil }
    let before = Slice(slice.start, colon)
    if let other = last(UInt8(ascii: ":"), before), other > slice.start,
      let number = integer(Slice(other + 1, before.end))
    {
      return SourceLocation(
        file: string(Slice(slice.start, other)), line: number == 0 ? nil : number, column: line == 0 ? nil : line)
    }
    return SourceLocation(file: string(before), line: line == 0 ? nil : line)
  }
}
