import Bytes
import Vocabulary

extension TextDialect {
  /// Frames without a number.
  static let shortFrames = TextDialect(
    name: "short-frames",
    example: Example(
      """
      Thread 0 Crashed:
      MyApp  0x104a1c2b0 CardView.draw() + 12
      """, .excerpt),
    offer: .everyLine
  ) { reader, line, _ in reader.consumeShortFrame(line) }

  /// Lines that state how many frames of a stack are left out.
  static let omittedFrames = TextDialect(
    name: "omitted-frames",
    example: Example(
      """
      0   MyApp   0x104a1c2b0 CardView.draw() + 12
      ... 509 more frames
      510 MyApp   0x104a1e000 main + 64
      """, .excerpt),
    offer: .everyLine
  ) { reader, line, _ in reader.consumeOmittedFrames(line) }
}

/// A frame in a shortened form, without a number or without an address.
struct ShortFrame {
  /// The image; empty if the line has none.
  var image: Slice
  var address: UInt64?
  var symbol: FrameSymbol
  /// Whether such a line occurs only in stacks.
  var isCertain: Bool
}

/// The shortened forms of frames.
extension ByteText {
  /// Parses a frame without a number:
  ///
  ///     MyApp  0x1028f7590 <redacted> + 436
  ///     CardKit!drawCard + 12
  ///     at CardView.draw(_:) (CardView.swift:12)
  ///     drawCard (CardKit.dylib)
  func shortFrame(_ stated: Slice) -> ShortFrame? {
    guard stated.count <= 1024 else { return nil }
    let slice = withoutRemark(trimmed(stated))
    guard slice.count >= 3 else { return nil }
    let first = self[slice.start]
    guard
      first.isLetter || first == UInt8(ascii: "_") || first == UInt8(ascii: "-") || first == UInt8(ascii: "+")
        || first == UInt8(ascii: "?")
    else { return nil }
    return imageAndAddress(slice) ?? imageAndMark(slice) ?? atFrame(slice) ?? symbolAndImage(slice)
  }

  /// `GaugeKit  drawGauge + 12`: an image, a gap of two blanks or a tab, one word, and an offset or a location.
  func columnFrame(_ slice: Slice) -> ShortFrame? {
    let slice = withoutRemark(slice)
    let column = token(slice)
    let next = skipBlanks(column.end, slice.end)
    guard next - column.end > 1 || self[column.end] == 0x09, isImageName(column) else { return nil }
    let rest = Slice(next, slice.end)
    let name = token(rest)
    guard endsAsFrame(rest), self[name.start].isLetter || self[name.start] == UInt8(ascii: "_") else { return nil }
    let suffix = trimmed(Slice(name.end, rest.end))
    guard hasPrefix("+ ", suffix) || hasPrefix("(", suffix) else { return nil }
    return ShortFrame(image: column, address: nil, symbol: frameSymbol(rest), isCertain: false)
  }

  /// Returns whether the second word begins with `0x`, which few lines of a log do.
  func secondWordIsAddress(_ slice: Slice) -> Bool {
    let first = token(slice)
    let next = skipBlanks(first.end, slice.end)
    return self[next] == UInt8(ascii: "0") && self[next + 1] == UInt8(ascii: "x")
  }

  /// `MyApp  0x1028f7590`, `UIKitCore 0x1843ae7f4 <redacted> + 436`.
  private func imageAndAddress(_ slice: Slice) -> ShortFrame? {
    let column = token(slice)
    let next = Slice(skipBlanks(column.end, slice.end), slice.end)
    guard hasPrefix("0x", next), isImageName(column), let (address, end) = leadingNumber(next), address >= 0x1000,
      end >= slice.end || self[end].isBlank
    else { return nil }
    let rest = trimmed(Slice(end, slice.end))
    let symbol = rest.isEmpty ? FrameSymbol() : frameSymbol(rest)
    // `FLAG 0x1000 the meaning of the flag` is a table of constants: a frame has a name with an offset, or only one word.
    let isNamed = endsAsFrame(rest)
    guard rest.isEmpty || isNamed || token(rest) == rest || isSigned(rest) else { return nil }
    return ShortFrame(image: column, address: address, symbol: symbol, isCertain: next.count > 9)
  }

  /// ``CardKit`drawCard + 12``, `CardKit.dylib!drawCard + 12`.
  private func imageAndMark(_ slice: Slice) -> ShortFrame? {
    var end = slice.start
    while end < slice.end, isImageByte(self[end]) { end += 1 }
    guard end > slice.start, self[end] == UInt8(ascii: "!") || self[end] == UInt8(ascii: "`") else { return nil }
    let rest = trimmed(Slice(end + 1, slice.end))
    guard self[rest.start].isLetter || self[rest.start] == UInt8(ascii: "_") || isSigned(rest) else { return nil }
    // ``CardKit`drawCard:`` is the heading of a listing of instructions.
    guard self[rest.end - 1] != UInt8(ascii: ":") else { return nil }
    let symbol = frameSymbol(rest)
    guard symbol.offset != nil || symbol.source != nil || isSigned(rest) || token(rest) == rest else { return nil }
    return ShortFrame(
      image: Slice(slice.start, end), address: nil, symbol: symbol,
      isCertain: symbol.offset != nil || symbol.source != nil)
  }

  /// `at CardView.draw(_:) (CardView.swift:12)`, `called from main (main.m:8)`.
  private func atFrame(_ slice: Slice) -> ShortFrame? {
    for word: StaticString in ["at ", "in ", "from ", "called from ", "by "] where hasPrefix(word, slice) {
      let rest = trimmed(Slice(slice.start + word.utf8CodeUnitCount, slice.end))
      let symbol = frameSymbol(rest)
      guard let source = symbol.source, source.line != nil, isSourceFile(source.file), let name = symbol.name,
        !name.contains(" ") || isSigned(rest)
      else { return nil }
      return ShortFrame(image: Slice(rest.start, rest.start), address: nil, symbol: symbol, isCertain: true)
    }
    return nil
  }

  private func isSourceFile(_ file: String) -> Bool {
    [".swift", ".m", ".mm", ".c", ".cc", ".cpp", ".h", ".hpp", ".cxx", ".s", ".rs"].contains { file.hasSuffix($0) }
  }

  /// `drawCard (CardKit.dylib)`, `-[CardView draw] (CardKit)`.
  private func symbolAndImage(_ slice: Slice) -> ShortFrame? {
    guard self[slice.end - 1] == UInt8(ascii: ")"), let open = openingParenthesis(slice), open > slice.start + 1,
      self[open - 1] == 0x20
    else { return nil }
    let inner = Slice(open + 1, slice.end - 1)
    let name = trimmed(Slice(slice.start, open))
    let isLibrary = hasSuffix(".dylib", inner) || hasSuffix(".framework", inner)
    guard isImageName(inner), token(name) == name || isSigned(name), isLibrary || isSigned(name) else { return nil }
    var symbol = frameSymbol(name)
    symbol.image = inner
    return ShortFrame(image: inner, address: nil, symbol: symbol, isCertain: true)
  }

  /// Returns whether `slice` is an Objective-C method, `-[CardView draw]`.
  private func isSigned(_ slice: Slice) -> Bool {
    (hasPrefix("-[", slice) || hasPrefix("+[", slice)) && contains("]", slice)
  }

  private func isImageName(_ slice: Slice) -> Bool {
    if isUnknown(slice) { return true }
    guard !slice.isEmpty, slice.count <= 128, self[slice.start].isLetter || self[slice.start] == UInt8(ascii: "_")
    else {
      return false
    }
    return (slice.start..<slice.end).allSatisfy { isImageByte(self[$0]) } && !hasSuffix(":", slice)
  }

  private func isImageByte(_ byte: UInt8) -> Bool {
    isIdentifier(byte) || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "+")
  }

  /// Removes a remark that someone wrote behind a frame: `← here`, `<-- crash`, `// my code`, `# my code`.
  func withoutRemark(_ slice: Slice) -> Slice {
    var index = slice.start
    while index < slice.end {
      let byte = self[index]
      let isFirst = index == slice.start || self[index - 1].isBlank
      var isRemark = false
      switch byte {
      case UInt8(ascii: "<"):
        isRemark =
          self[index + 1] == UInt8(ascii: "-") || self[index + 1] == UInt8(ascii: "=")
          || self[index + 1] == UInt8(ascii: "<")
      case UInt8(ascii: "/"): isRemark = self[index + 1] == UInt8(ascii: "/")
      case UInt8(ascii: "#"): isRemark = self[index + 1] == 0x20
      case 0xe2: isRemark = isRemarkMark(index)
      case 0xf0: isRemark = true
      default: break
      }
      if isFirst, isRemark { return trimmed(Slice(slice.start, index)) }
      index += 1
    }
    return slice
  }

  /// Returns whether an arrow or dash is at `index`: U+2013, U+2014, U+2190 to U+21FF, U+2600 to U+2BFF.
  private func isRemarkMark(_ index: Int) -> Bool {
    let second = self[index + 1]
    let third = self[index + 2]
    if second == 0x80 { return third == 0x93 || third == 0x94 }
    return second >= 0x86 && second <= 0x87 || second >= 0x98 && second <= 0xaf || second == 0x9f
  }

  /// Parses the numbers of a frame that stands for several: `22-27 MyApp 0x1028f7590`.
  func frameRange(_ slice: Slice) -> (first: Int, last: Int, rest: Slice)? {
    var index = slice.start
    while index < slice.end, self[index].isDigit { index += 1 }
    guard let first = integer(Slice(slice.start, index)), index - slice.start <= 7 else { return nil }
    index = skipBlanks(index, slice.end)
    let mark = index
    if self[index] == UInt8(ascii: "-") {
      index += 1
    } else if self[index] == 0xe2, self[index + 1] == 0x80, self[index + 2] == 0x93 || self[index + 2] == 0x94 {
      index += 3
    } else {
      while self[index] == UInt8(ascii: "."), index - mark < 3 { index += 1 }
      if index - mark < 2 { return nil }
    }
    index = skipBlanks(index, slice.end)
    let digits = index
    while index < slice.end, self[index].isDigit { index += 1 }
    guard let last = integer(Slice(digits, index)), index - digits <= 7, last > first, self[index].isBlank else {
      return nil
    }
    return (first, last, Slice(digits, slice.end))
  }

  /// Parses a line that states how many frames are left out: `… 510 more`, `[... 500 frames]`, `... (repeats 12 times)`.
  func omittedFrames(_ slice: Slice) -> Int? {
    guard slice.count <= 80 else { return nil }
    var index = slice.start
    var dots = 0
    while index < slice.end, !self[index].isLetterOrDigit {
      switch self[index] {
      case UInt8(ascii: "."), UInt8(ascii: "["), UInt8(ascii: "("), UInt8(ascii: "<"), UInt8(ascii: "-"): dots += 1
      case 0xe2, 0x80, 0xa6, 0x20, UInt8(ascii: "+"), 0x94: dots += self[index] == 0xa6 ? 3 : 0
      default: return nil
      }
      index += 1
    }
    guard dots > 0, let (count, end) = firstNumber(Slice(index, slice.end)), count > 0, count < 10_000_000 else {
      return nil
    }
    let before = Slice(index, end)
    let after = Slice(end, slice.end)
    for word: StaticString in [
      "more", "frame", "omitted", "skipped", "similar", "identical", "times", "repeat", "elided",
    ]
    where find(ignoringCase: word, after) != nil || find(ignoringCase: word, before) != nil { return Int(count) }
    return nil
  }

  private func firstNumber(_ slice: Slice) -> (value: UInt64, end: Int)? {
    var index = slice.start
    while index < slice.end, !self[index].isDigit { index += 1 }
    let start = index
    while index < slice.end, self[index].isDigit { index += 1 }
    return decimal(Slice(start, index)).map { ($0, index) }
  }
}

/// Reads shortened frames.
extension TextReader {
  /// Consumes a frame without a number. One line suffices in a stack; elsewhere it must be certain, and another frame or
  /// a failure must be next to it.
  fileprivate mutating func consumeShortFrame(_ line: Line) -> Bool {
    let isStack = section == .frames || draft.target != .none && draft.pieces.contains(.frames)
    let byte = text[line.content.start]
    guard
      byte.isLetter || byte == UInt8(ascii: "_") || isStack || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "+")
    else { return false }
    guard isStack || draft.expects.stack || isNearFailure || text.secondWordIsAddress(line.content) else {
      return false
    }
    guard let frame = text.shortFrame(line.content) ?? (isStack ? imageColumn(line.content) : nil) else { return false }
    if !isStack && !draft.expects.stack {
      guard frame.isCertain, isNearFailure || nextIsShortFrame() else { return false }
    }
    if text.looksLikeCode(line.content) { return false }
    addShortFrame(frame, line)
    return true
  }

  /// Whether the report that is being read states a failure.
  var isNearFailure: Bool {
    draft.expects.neighbors > 0 || draft.states.retoldFields > 0 || draft.hasHeader
      || !draft.pieces.isDisjoint(with: [.failure, .exception, .debugger])
  }

  private func nextIsShortFrame() -> Bool {
    var ahead = cursor
    guard let next = ahead.next(), !next.isEmpty else { return false }
    return text.shortFrame(next.content)?.isCertain == true || text.frameLine(next.content) != nil
  }

  /// `libCards.dylib  drawCard + 404`: an image, a gap, and a symbol with an offset or an Objective-C method.
  private func imageColumn(_ content: Slice) -> ShortFrame? {
    guard let line = text.symbolLine(content), !line.image.isEmpty else { return text.columnFrame(content) }
    let symbol = text.frameSymbol(line.name)
    guard line.isCertain || symbol.offset != nil || symbol.source != nil else { return nil }
    return ShortFrame(image: line.image, address: nil, symbol: symbol, isCertain: line.isCertain)
  }

  private mutating func addShortFrame(_ frame: ShortFrame, _ line: Line) {
    if draft.target == .none || draft.expects.stack && draft.exception.name != nil && draft.lastException == nil {
      beginShortStack(line)
    }
    include(line, as: .frames)
    guard draft.framesLeft > 0 else { return }
    draft.framesLeft -= 1
    let number = nextFrameNumber
    let image = names.name(frame.image, in: text)
    append(number: number, to: draft.target) { stored in
      stored.line = line.number
      stored.image = image
      stored.address = frame.address.map { RuntimeAddress($0) }
      if let name = frame.symbol.name { stored.symbol = CrashReport.Symbol(name: name, offset: frame.symbol.offset) }
      stored.source = frame.symbol.source
      stored.inlined = frame.symbol.inlined
    }
    section = .frames
    draft.expects.stack = false
  }

  private var nextFrameNumber: Int {
    switch draft.target {
    case .thread(let position): (draft.threads[position].stack.lastNumber ?? -1) + 1
    case .lastException: (draft.lastException?.lastNumber ?? -1) + 1
    case .backtrace(let index): (draft.backtraces[index].lastNumber ?? -1) + 1
    case .none: 0
    }
  }

  private mutating func beginShortStack(_ line: Line) {
    if draft.expects.stack, draft.exception.name != nil, draft.lastException == nil {
      draft.lastException = FrameStack(limit: limits.framesPerThread)
      draft.target = .lastException
      return
    }
    draft.target =
      draft.position(ofThread: draft.nextThreadIndex, line: line.number, limits).map { .thread($0) } ?? .none
  }

  /// Consumes a frame with a range of numbers, which stands for as many equal frames.
  mutating func consumeFrameRange(_ line: Line) -> Bool {
    guard let range = text.frameRange(line.content), range.last - range.first < 100_000 else { return false }
    // A short line must not fill the memory: of a long range, the rest counts as omitted.
    let lastStored = min(range.last, range.first + 255)
    let isExpected = section == .frames || draft.expects.stack
    guard var frame = text.frameLine(range.rest) ?? text.frameLineWithoutAddress(range.rest, strict: !isExpected)
    else { return false }
    for number in range.first...lastStored {
      frame.number = number
      addFrame(frame, line)
      if draft.framesLeft == 0 { break }
    }
    skip(range.last - lastStored)
    return true
  }

  /// Consumes a line that states how many frames are left out.
  fileprivate mutating func consumeOmittedFrames(_ line: Line) -> Bool {
    guard section == .frames || draft.target != .none, let count = text.omittedFrames(line.content) else {
      return false
    }
    include(line)
    skip(count)
    return true
  }

  /// Counts frames of the current stack as omitted.
  private mutating func skip(_ count: Int) {
    switch draft.target {
    case .none: break
    case .thread(let position): draft.threads[position].stack.skip(count)
    case .lastException: draft.lastException?.skip(count)
    case .backtrace(let index): draft.backtraces[index].skip(count)
    }
  }

  /// Consumes the frames on the line of a thread header: `Thread 0 Crashed: drawCard (CardKit.dylib) via main`.
  mutating func consumeInlineFrames(_ slice: Slice, _ line: Line) -> Bool {
    var frames: [ShortFrame] = []
    var rest = text.withoutClosingDecoration(slice)
    while frames.count < 256, !rest.isEmpty {
      let (end, next) = text.inlineSeparator(rest)
      let part = text.trimmed(Slice(rest.start, end))
      if let frame = text.shortFrame(part) {
        frames.append(frame)
      } else if !part.isEmpty, part.count <= 512 {
        let isName = text.token(part) == part && text[part.end - 1] != UInt8(ascii: ".")
        guard !frames.isEmpty || isName && next < rest.end else { return false }
        let empty = Slice(part.start, part.start)
        frames.append(ShortFrame(image: empty, address: nil, symbol: text.frameSymbol(part), isCertain: false))
      }
      rest = Slice(next, rest.end)
    }
    guard frames.contains(where: { $0.isCertain }) || frames.count > 1 else { return false }
    for frame in frames { addShortFrame(frame, line) }
    return true
  }
}

extension ByteText {
  /// Returns the end of the first frame of a line, and the start of the next one, its caller.
  fileprivate func inlineSeparator(_ slice: Slice) -> (end: Int, next: Int) {
    var best = (end: slice.end, next: slice.end)
    for word: StaticString in [" via ", " <- ", " \u{2190} ", " \u{27f5} ", " called from ", " called by ", " <-- "] {
      if let offset = find(word, Slice(slice.start, best.end)), offset < best.end {
        best = (offset, offset + word.utf8CodeUnitCount)
      }
    }
    return best
  }
}
