import Bytes
import Vocabulary

extension ReportFormat {
  static let mono = textForm(
    "mono", "Mono crash text",
    "What Mono prints on the console when a signal arrives: its native and its managed stack.",
    "Got a SIGSEGV while executing native code.", canRewriteFrames: false)
}

/// The text that Mono prints when a signal arrives (mono/mini/mini-posix.c, mini-exceptions.c), and its managed frames:
///
///     Native stacktrace:
///     	0x104bcd2c0 - /Apps/MyApp.app/Contents/MonoBundle/libmonosgen-2.0.dylib : mono_handle_native_crash
///     	0x104a1c2b0 - /Apps/MyApp.app/Contents/MacOS/MyApp : cards_draw
///     Got a SIGSEGV while executing native code. …
///     Managed Stacktrace:
///     	  at MyApp.Native:cards_draw <0x000a7>
///     	  at MyApp.Deck.Draw () [0x0001b] in /src/Deck.cs:42
extension TextDialect {
  static let mono = TextDialect(
    name: "mono",
    example: Example(
      """
      Got a SIGSEGV while executing native code. This usually indicates
      a fatal error in the mono runtime or one of the native libraries
      used by your application.
      Native stacktrace:
      	0x104a1c2b0 - /Apps/MyApp.app/Contents/MacOS/MyApp : cards_draw
      Managed Stacktrace:
        at MyApp.Deck:Draw () <0x0003b>
      """, .mono),
    offer: .beginning(with: "GNMS0a"), mark: .mono,
    conclude: { $0.pieces.contains(.mono) ? Conclusion(.mono) : nil }
  ) { reader, line, _ in reader.consumeMono(line) }
}

extension Draft.Pieces {
  static let mono = Draft.Pieces(rawValue: 1 << 27)
}

extension CrashReport.Thread {
  /// The name of the stack of managed frames, which is not a thread of its own.
  package static let managedStackName = "Managed stack"
}

/// The stack of which a text of Mono prints the frames.
struct MonoStacks {
  enum Kind { case native, managed }
  var kind: Kind?
  /// The number of frames of the stack.
  var count = 0
}

extension TextReader {
  fileprivate mutating func consumeMono(_ line: Line) -> Bool {
    let content = line.content
    switch text[content.start] {
    case UInt8(ascii: "G"): return consumeMonoSignal(line)
    case UInt8(ascii: "0"): return consumeNativeRow(line)
    case UInt8(ascii: "a"): return consumeManagedRow(line)
    default:
      if text.equals(content, "Native Crash Reporting") {
        include(line, as: .mono)
        return true
      }
      if text.equals(content, "Native stacktrace:") { return beginMono(.native, "Native stack", line) }
      if text.equals(content, "Managed Stacktrace:") {
        return beginMono(.managed, CrashReport.Thread.managedStackName, line)
      }
      guard text.equals(content, "Stacktrace:"), beginsManagedRow() else { return false }
      return beginMono(.managed, CrashReport.Thread.managedStackName, line)
    }
  }

  /// `Got a SIGSEGV while executing native code. This usually indicates …`
  private mutating func consumeMonoSignal(_ line: Line) -> Bool {
    guard text.hasPrefix("Got a SIG", line.content), text.contains(" while executing native code", line.content) else {
      return false
    }
    let signal = text.token(Slice(line.content.start + 6, line.content.end))
    if draft.exception.signal == nil {
      draft.exception.signal = text.value(signal)
      draft.report.lines[.exceptionType] = draft.report.lines[.exceptionType] ?? line.number
    }
    draft.pieces.insert([.exception, .failure])
    include(line, as: .mono)
    addConsoleLine(text.string(line.content), line: line.number)
    return true
  }

  /// Whether the next line that is not empty is a managed frame.
  private func beginsManagedRow() -> Bool {
    var ahead = cursor
    for _ in 0..<3 {
      guard let next = ahead.next() else { return false }
      if !next.isEmpty { return text.managedRow(next.content) != nil }
    }
    return false
  }

  /// Begins a stack. The failure is in native code, if the text shows it.
  private mutating func beginMono(_ kind: MonoStacks.Kind, _ title: String, _ line: Line) -> Bool {
    let index = draft.nextThreadIndex
    guard let position = draft.position(ofThread: index, line: line.number, limits) else { return false }
    include(line, as: .mono)
    draft.threads[position].thread.name = title
    draft.target = .thread(position)
    draft.states.mono = MonoStacks(kind: kind)
    if kind == .native || draft.faultingThread == nil { draft.faultingThread = index }
    return true
  }

  /// `0x104a1c2b0 - /Apps/MyApp.app/Contents/MacOS/MyApp : cards_draw`
  private mutating func consumeNativeRow(_ line: Line) -> Bool {
    guard draft.states.mono.kind == .native else { return false }
    let number = text.token(line.content)
    guard text.hasPrefix("0x", number), let address = text.number(number),
      text.hasPrefix(" - ", Slice(number.end, line.content.end)),
      let mark = text.findLast(" : ", line.content), mark > number.end
    else { return false }
    let path = text.trimmed(Slice(number.end + 3, mark))
    var image = path
    if let slash = text.last(UInt8(ascii: "/"), path) { image.start = slash + 1 }
    let symbol = text.frameSymbol(text.trimmed(Slice(mark + 3, line.content.end)))
    let name = image.isEmpty || text.isUnknown(image) ? nil : names.name(image, in: text)
    addMonoFrame(line) { frame in
      frame.address = RuntimeAddress(address)
      frame.image = name
      if let function = symbol.name, function != "(null)", function != "Unknown" {
        frame.symbol = CrashReport.Symbol(name: function, offset: symbol.offset)
      }
    }
    return true
  }

  private mutating func consumeManagedRow(_ line: Line) -> Bool {
    let isOpen = draft.states.mono.kind == .managed
    guard isOpen || draft.isEmpty, let row = text.managedRow(line.content), isOpen || row.isCertain else {
      return false
    }
    if !isOpen, !beginMono(.managed, CrashReport.Thread.managedStackName, line) { return false }
    include(line)
    guard let name = row.name else { return true }
    addMonoFrame(line) { frame in
      frame.symbol = CrashReport.Symbol(name: name)
      frame.source = row.source
    }
    return true
  }

  private mutating func addMonoFrame(_ line: Line, _ fill: (inout CrashReport.Frame) -> Void) {
    include(line, as: .frames)
    guard draft.framesLeft > 0 else { return }
    draft.framesLeft -= 1
    let number = draft.states.mono.count
    draft.states.mono.count += 1
    append(number: number, to: draft.target) { frame in
      frame.line = line.number
      fill(&frame)
    }
  }
}

/// A managed frame.
struct ManagedRow {
  /// The method; `nil` for one that the runtime does not know.
  var name: String?
  var source: SourceLocation?
  /// Whether no other runtime writes such a line.
  var isCertain: Bool
}

extension ByteText {
  /// `at Cards.Deck.Draw () [0x0001b] in /src/Deck.cs:42`, `at Cards.Deck:Draw () <0x0003b>`, `at <unknown> <0xffffffff>`.
  func managedRow(_ content: Slice) -> ManagedRow? {
    guard hasPrefix("at ", content), content.count <= 2048 else { return nil }
    let rest = trimmed(Slice(content.start + 3, content.end))
    if let open = find(" [0x", rest), let mark = find("] in ", Slice(open, rest.end)) {
      let name = trimmed(Slice(rest.start, open))
      var source: SourceLocation?
      let place = trimmed(Slice(mark + 5, rest.end))
      if self[place.start] != UInt8(ascii: "<") {
        source = fileAndLine(place)
        guard source?.line != nil else { return nil }
      }
      return ManagedRow(name: value(name), source: source, isCertain: contains(".", name))
    }
    guard hasSuffix(">", rest), let open = findLast(" <0x", rest),
      hexadecimal(Slice(open + 4, rest.end - 1)) != nil || contains(" + ", Slice(open, rest.end))
    else { return nil }
    let name = trimmed(Slice(rest.start, open))
    let isUnknown = equals(name, "<unknown>")
    return ManagedRow(name: isUnknown ? nil : value(name), source: nil, isCertain: !isUnknown && contains(":", name))
  }
}
