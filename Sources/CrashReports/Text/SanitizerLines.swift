import Bytes
import Vocabulary

extension ReportFormat {
  static let sanitizer = textForm(
    "sanitizer", "Sanitizer report",
    "The report of AddressSanitizer, ThreadSanitizer or another of LLVM's sanitizers on standard error.",
    "==4711==ERROR: AddressSanitizer: heap-use-after-free on address 0x602000003a30 …", canRewriteFrames: false)
}

/// Parsing of the reports of LLVM's sanitizers (compiler-rt: AddressSanitizer, HWAddressSanitizer, LeakSanitizer,
/// MemorySanitizer, ThreadSanitizer, UndefinedBehaviorSanitizer), which they print to standard error:
///
///     ==4711==ERROR: AddressSanitizer: heap-use-after-free on address 0x602000003a30 at pc 0x…
///     READ of size 8 at 0x602000003a30 thread T0
///         #0 0x104a3ff80 in -[DeckController total] DeckController.m:41
///         #1 0x18f1c2a54 in -[UIViewController view]+0x64 (UIKitCore:arm64e+0x1c2a54)
///     freed by thread T0 here:
///         #0 …
///     SUMMARY: AddressSanitizer: heap-use-after-free DeckController.m:41 in -[DeckController total]
///
/// Each stack becomes a thread that is named by the line above it. The first one is the crashed thread.
extension TextDialect {
  static let sanitizer = TextDialect(
    name: "sanitizer",
    example: Example(
      """
      ==4711==ERROR: AddressSanitizer: heap-use-after-free on address 0x602000003a30 at pc 0x000104a3ff80
      READ of size 8 at 0x602000003a30 thread T0
          #0 0x104a3ff80 in -[DeckController total] DeckController.m:41
      """, .sanitizer),
    offer: .everyLine, mark: .sanitizer, endsAtFence: false,
    conclude: { draft in
      guard draft.pieces.contains(.sanitizer) else { return nil }
      return Conclusion(.sanitizer, draft.isLeakReport ? .leak : .crash)
    },
    consumeNext: { reader, line in
      reader.beginSanitizer(line) || reader.consumeSanitizer(line)
    }
  ) { reader, line, _ in reader.beginSanitizer(line) }
}

extension Draft.Pieces {
  static let sanitizer = Draft.Pieces(rawValue: 1 << 19)
}

extension Draft {
  /// Whether LeakSanitizer listed blocks that nothing refers to: it does that when the process ends by itself.
  fileprivate var isLeakReport: Bool {
    guard exception.isEmpty else { return false }
    return messages.prefix(2).contains { message in
      message.text.containsBytes("LeakSanitizer: detected memory leaks")
        || message.text.hasPrefix("Direct leak of ") || message.text.hasPrefix("Indirect leak of ")
    }
  }
}

extension TextReader {
  /// Consumes the heading of a report.
  fileprivate mutating func beginSanitizer(_ line: Line) -> Bool {
    guard let pid = text.sanitizerHeading(line.content) ?? firstStack(line) else { return false }
    if !draft.pieces.isDisjoint(with: [.sanitizer, .frames, .header]) { finishReport() }
    include(line, as: .sanitizer)
    section = .held
    draft.target = .none
    if let pid { draft.process.pid = pid }
    if text.isSanitizerAccess(line.content) || text.isLeak(line.content) { beginSanitizerThread(line) }
    addSanitizerText(line)
    readSignal(line.content)
    return true
  }

  /// Returns no process id for the line above the first stack of a report that was pasted without its heading.
  private func firstStack(_ line: Line) -> Int?? {
    guard !draft.pieces.contains(.sanitizer), text.isSanitizerAccess(line.content) || text.isLeak(line.content),
      beginsSanitizerStack()
    else { return nil }
    return .some(nil)
  }

  /// Begins a thread for the stack below a line, which names it.
  private mutating func beginSanitizerThread(_ line: Line) {
    guard beginsSanitizerStack() else { return }
    let index = draft.nextThreadIndex
    guard let position = draft.position(ofThread: index, line: line.number, limits) else { return }
    var title = line.content
    if text[title.end - 1] == UInt8(ascii: ":") { title.end -= 1 }
    draft.threads[position].thread.name = text.value(title)
    draft.target = .thread(position)
    if draft.faultingThread == nil { draft.faultingThread = index }
  }

  /// Consumes a line below the heading.
  fileprivate mutating func consumeSanitizer(_ line: Line) -> Bool {
    let content = line.content
    if text[content.start] == UInt8(ascii: "#"), let (number, read) = text.sanitizerFrame(content) {
      var frame = read
      completeSanitizerFrame(&frame)
      addSanitizerFrame(number, frame, line)
      return true
    }
    if text.hasPrefix("SUMMARY: ", content) {
      addSanitizerText(line)
      draft.pieces.insert(.endMarker)
      return true
    }
    if text.isSanitizerFiller(content) {
      include(line)
      return true
    }
    if text.hasSuffix("ABORTING", content) {
      include(line)
      finishReport()
      return true
    }
    if draft.pieces.contains(.endMarker) {
      // What follows the summary and is not a memory dump belongs to the program.
      finishReport()
      return false
    }
    beginSanitizerThread(line)
    addSanitizerText(line)
    return true
  }

  /// Closes a name that is wrapped within its parameters, and reads the image at the end of the next line.
  private mutating func completeSanitizerFrame(_ frame: inout SanitizerFrame) {
    guard frame.image == nil, frame.source == nil, let name = frame.name, name.utf8.last == UInt8(ascii: ":"),
      name.utf8.lazy.filter({ $0 == UInt8(ascii: "(") }).count
        > name.utf8.lazy.filter({ $0 == UInt8(ascii: ")") }).count
    else { return }
    var ahead = cursor
    guard let next = ahead.next(), !next.isEmpty, text[next.content.start] != UInt8(ascii: "#"),
      let rest = text.sanitizerFrameEnd(next.content)
    else { return }
    cursor = ahead
    include(next)
    frame.image = rest.image
    frame.imageOffset = rest.imageOffset
    frame.source = rest.source
    // The labels name the function; the types of its parameters are on the next line.
    frame.name = name + ")"
  }

  private mutating func addSanitizerText(_ line: Line) {
    include(line)
    guard draft.messages.count < limits.consoleLines else { return }
    draft.messages.append(CrashReport.ApplicationMessage(text: text.string(line.content), line: line.number))
  }

  /// Whether the next line is the first frame of a stack.
  private func beginsSanitizerStack() -> Bool {
    var ahead = cursor
    guard let next = ahead.next() else { return false }
    return text.sanitizerFrame(next.content)?.number == 0
  }

  /// `AddressSanitizer: SEGV on unknown address 0x000000000010 (pc …)`: a signal that the sanitizer caught.
  private mutating func readSignal(_ content: Slice) {
    let signals: [(StaticString, String)] = [
      ("Sanitizer: SEGV on ", "SIGSEGV"), ("Sanitizer: BUS on ", "SIGBUS"), ("Sanitizer: FPE on ", "SIGFPE"),
      ("Sanitizer: ILL on ", "SIGILL"), ("Sanitizer: ABRT on ", "SIGABRT"), ("Sanitizer: TRAP on ", "SIGTRAP"),
    ]
    guard let signal = signals.first(where: { text.contains($0.0, content) })?.1 else { return }
    draft.exception.signal = signal
    draft.report.lines[.exceptionType] = draft.report.lines[.exceptionType] ?? draft.begin?.line
    guard let mark = text.find(" address 0x", content) else { return }
    let address = text.token(Slice(mark + 9, content.end))
    if let value = text.number(address) { draft.exception.faultAddress = RuntimeAddress(value) }
  }

  private mutating func addSanitizerFrame(_ number: Int, _ parts: SanitizerFrame, _ line: Line) {
    include(line, as: .frames)
    if case .none = draft.target {
      guard let position = draft.position(ofThread: draft.nextThreadIndex, line: line.number, limits) else { return }
      draft.target = .thread(position)
      if draft.faultingThread == nil { draft.faultingThread = draft.threads[position].thread.index }
    }
    guard draft.framesLeft > 0 else { return }
    draft.framesLeft -= 1
    let image = parts.image.flatMap { names.name($0, in: text) }
    append(number: number, to: draft.target) { frame in
      frame.line = line.number
      frame.image = image
      frame.address = parts.address.map { RuntimeAddress($0) }
      frame.imageOffset = parts.imageOffset.map { ImageOffset($0) }
      frame.symbol = parts.name.map { CrashReport.Symbol(name: $0, offset: parts.offset) }
      frame.source = parts.source
    }
  }
}

/// The parts of a frame line of a sanitizer.
struct SanitizerFrame {
  var address: UInt64?
  /// The function's name as printed: demangled for C++, mangled or demangled for Swift.
  var name: String?
  /// The distance from the function's first byte.
  var offset: Int?
  var source: SourceLocation?
  var image: Slice?
  /// The distance from the load address of the image.
  var imageOffset: UInt64?
}

extension ByteText {
  /// The process id, if there is one, of a line that begins a report; `nil` for other lines.
  func sanitizerHeading(_ slice: Slice) -> Int?? {
    switch self[slice.start] {
    case UInt8(ascii: "="):
      guard hasPrefix("==", slice), let mark = find("Sanitizer: ", slice) ?? find("Sanitizer:DEADLYSIGNAL", slice)
      else { return nil }
      // `==4711==ERROR: AddressSanitizer: …`, `==4711==WARNING: MemorySanitizer: …`
      let start = slice.start + 2
      guard let close = find("==", Slice(start, mark)),
        contains("ERROR: ", Slice(close, mark)) || contains("WARNING: ", Slice(close, mark)),
        let pid = integer(Slice(start, close))
      else { return nil }
      return .some(pid)
    case UInt8(ascii: "W"):
      guard hasPrefix("WARNING: ThreadSanitizer: ", slice) else { return nil }
      guard let mark = find("(pid=", slice), let close = first(UInt8(ascii: ")"), Slice(mark, slice.end)) else {
        return .some(nil)
      }
      return .some(integer(Slice(mark + 5, close)))
    default:
      // `/src/deck.c:18:12: runtime error: division by zero`
      guard let mark = find(": runtime error: ", slice), fileAndLine(Slice(slice.start, mark))?.line != nil else {
        return nil
      }
      return .some(nil)
    }
  }

  /// `READ of size 8 at 0x602000003a30 thread T0`, `Write of size 8 at 0x00010c4d2c10 by thread T3:`
  func isSanitizerAccess(_ slice: Slice) -> Bool {
    let starts: [StaticString] = [
      "READ of size ", "WRITE of size ", "Read of size ", "Write of size ", "Atomic read of size ",
      "Atomic write of size ",
    ]
    guard starts.contains(where: { hasPrefix($0, slice) }), let at = find(" at 0x", slice) else { return false }
    let rest = Slice(at, slice.end)
    return contains(" thread T", rest) || contains(" by main thread", rest)
  }

  /// `Direct leak of 48 byte(s) in 1 object(s) allocated from:`
  func isLeak(_ slice: Slice) -> Bool {
    (hasPrefix("Direct leak of ", slice) || hasPrefix("Indirect leak of ", slice)) && contains(" byte(s) in ", slice)
  }

  /// A separator, a dump of shadow memory, or its legend.
  func isSanitizerFiller(_ slice: Slice) -> Bool {
    if hasPrefix("Shadow byte", slice) || hasPrefix("=>0x", slice) || hasPrefix("HINT:", slice) { return true }
    if (slice.start..<slice.end).allSatisfy({ self[$0] == UInt8(ascii: "=") }) { return true }
    guard let colon = first(UInt8(ascii: ":"), slice) else { return false }
    // `0x602000003780: fa fa fd fa` and `Addressable:           00`
    let bytes = trimmed(Slice(colon + 1, slice.end))
    guard bytes.count >= 2, !bytes.isEmpty else { return false }
    return (bytes.start..<bytes.end).allSatisfy { index in
      self[index].isHexDigit || self[index].isBlank || self[index] == UInt8(ascii: "[")
        || self[index] == UInt8(ascii: "]")
    } && token(bytes).count <= 4
  }

  /// Parses `#1 0x18f1c2a54 in -[UIViewController view]+0x64 (UIKitCore:arm64e+0x1c2a54)` and
  /// `#0 DeckStore.add(_:) DeckStore.swift:27 (MyApp:arm64+0x100003f80)`.
  func sanitizerFrame(_ slice: Slice) -> (number: Int, frame: SanitizerFrame)? {
    guard self[slice.start] == UInt8(ascii: "#") else { return nil }
    var index = slice.start + 1
    while index < slice.end, self[index].isDigit { index += 1 }
    guard let number = integer(Slice(slice.start + 1, index)), number < 10_000_000, self[index].isBlank else {
      return nil
    }
    var rest = trimmed(Slice(index, slice.end))
    var frame = SanitizerFrame()
    let first = token(rest)
    if hasPrefix("0x", first), let address = self.number(first) {
      frame.address = address
      rest = trimmed(Slice(first.end, rest.end))
      if hasPrefix("in ", rest) { rest = trimmed(Slice(rest.start + 3, rest.end)) }
    }
    removeImage(&rest, into: &frame)
    removeSource(&rest, into: &frame)
    if let plus = findLast("+0x", rest), plus > rest.start, let offset = self.number(Slice(plus + 1, rest.end)) {
      frame.offset = Int(exactly: offset)
      rest = trimmed(Slice(rest.start, plus))
    }
    if !rest.isEmpty, !equals(rest, "<null>"), !isUnknown(rest) { frame.name = string(withoutResumption(rest)) }
    guard frame.address != nil || frame.name != nil else { return nil }
    return (number, frame)
  }

  /// Removes the words for a part of an asynchronous function, `(2) suspend resume partial function for `: the function is the
  /// one behind them.
  private func withoutResumption(_ slice: Slice) -> Slice {
    guard self[slice.start] == UInt8(ascii: "("), let close = first(UInt8(ascii: ")"), slice) else { return slice }
    let rest = Slice(close + 1, slice.end)
    for words: StaticString in [" suspend resume partial function for ", " await resume partial function for "]
    where hasPrefix(words, rest) {
      return Slice(rest.start + words.utf8CodeUnitCount, slice.end)
    }
    return slice
  }

  /// Parses the second line of a frame whose name was wrapped; `nil` for a line without an image at its end.
  func sanitizerFrameEnd(_ slice: Slice) -> SanitizerFrame? {
    var rest = slice
    var frame = SanitizerFrame()
    removeImage(&rest, into: &frame)
    guard frame.image != nil else { return nil }
    removeSource(&rest, into: &frame)
    if !rest.isEmpty { frame.name = string(rest) }
    return frame
  }

  /// ` (MyApp:arm64+0x100003f80)`, after it perhaps ` (BuildId: 4c4c44…)`.
  private func removeImage(_ rest: inout Slice, into frame: inout SanitizerFrame) {
    if hasSuffix(")", rest), let build = findLast(" (BuildId: ", rest) { rest = trimmed(Slice(rest.start, build)) }
    guard hasSuffix(")", rest), let open = openingParenthesis(rest), open == rest.start || self[open - 1].isBlank,
      let plus = findLast("+0x", Slice(open, rest.end)),
      let offset = number(Slice(plus + 1, rest.end - 1))
    else { return }
    var image = Slice(open + 1, plus)
    if let colon = last(UInt8(ascii: ":"), image), colon > image.start { image.end = colon }
    if let slash = last(UInt8(ascii: "/"), image) { image.start = slash + 1 }
    if !image.isEmpty { frame.image = image }
    frame.imageOffset = offset
    rest = trimmed(Slice(rest.start, open))
  }

  /// ` /src/Deck Store/DeckStore.swift:27:12` or ` DeckStore.swift:27` or ` <null>` at the end.
  private func removeSource(_ rest: inout Slice, into frame: inout SanitizerFrame) {
    if hasSuffix(" <null>", rest) {
      rest = trimmed(Slice(rest.start, rest.end - 7))
      return
    }
    guard let blank = findLast(" /", rest) ?? last(UInt8(ascii: " "), rest),
      let location = fileAndLine(Slice(blank + 1, rest.end)), location.line != nil
    else { return }
    frame.source = location
    rest = trimmed(Slice(rest.start, blank))
  }
}
