import Bytes
import Vocabulary

extension TextDialect {
  static let retoldFields = TextDialect(
    name: "retold-fields",
    example: Example(
      """
      - **Exception:** `EXC_BAD_ACCESS`
      - **Signal:** `SIGSEGV`
      """, .excerpt),
    // Below other fields, a line needs no word of a failure.
    offer: .everyLine, mark: .retold, suffices: { $0.states.retoldFields > 1 || $0.statesException }
  ) { reader, line, words in
    let isStrong = words.contains(.field)
    // A line that also states a failure is read as that, too.
    if reader.consumeRetold(line, isStrong: isStrong) { return words.isDisjoint(with: [.failure, .weakFailure]) }
    return isStrong && reader.consumeInlineException(line)
  }
}

extension Draft.Pieces {
  static let retold = Draft.Pieces(rawValue: 1 << 21)
}

extension Draft {
  /// Whether a retold exception has its signal or codes, or a retold termination its code. A name alone is prose.
  fileprivate var statesException: Bool {
    if exception.type != nil, exception.signal != nil || exception.codesText != nil || exception.subtype != nil {
      return true
    }
    return termination.namespace != nil && termination.code != nil
  }
}

/// Reads the fields of a report that someone retold in a layout of their own: a list, a table, `name : value` lines,
/// or several fields on one line.
///
///     - **Exception:** `EXC_BAD_ACCESS`
///     termination : namespace CODESIGNING   indicator "Invalid Page"   code 2
///
/// Such labels also occur in prose. A field is therefore accepted only if its value has the form that the field has in
/// a report, and a single weak field is not a report (`Completion.swift`).
extension TextReader {
  /// Consumes a line with retold fields.
  ///
  /// - Parameter isStrong: Whether the line contains a word of a failure (`Wording.field`). Without one it is read only
  ///   below other retold fields.
  fileprivate mutating func consumeRetold(_ line: Line, isStrong: Bool) -> Bool {
    guard isStrong || draft.states.retoldFields > 0, line.content.count <= 2048, !text.looksLikeCode(line.content)
    else {
      return false
    }
    var count = 0
    if let (label, value) = text.tableRow(line.content) {
      count = consumeRetoldFields(label, value, line)
    } else {
      count = consumeRetoldFields(line.content, line)
    }
    if count == 0, isStrong { count = consumeEmbeddedField(line) }
    guard count > 0 else { return false }
    draft.states.retoldFields += count
    include(line, as: .retold)
    section = section == .frames ? .frames : .unsectioned
    return true
  }

  /// Consumes the row of a table with two cells: a label and its value, or any text and a value with labels.
  private mutating func consumeRetoldFields(_ label: Slice, _ value: Slice, _ line: Line) -> Int {
    let whole = consumeRetoldFields(Slice(label.start, value.end), line)
    return whole > 0 ? whole : consumeRetoldFields(value, line)
  }

  /// Consumes fields from the middle of a line: `… crashed, Exception Type: EXC_CRASH (SIGABRT), Thread 2 Crashed: …`.
  private mutating func consumeEmbeddedField(_ line: Line) -> Int {
    for word: StaticString in ["exception type:", "termination reason:", "exception codes:"] {
      if let offset = text.find(ignoringCase: word, line.content), offset > line.content.start,
        text[offset - 1].isBlank
      {
        return consumeRetoldFields(Slice(offset, line.content.end), line)
      }
    }
    return 0
  }

  /// Consumes as many fields as follow each other; returns their number.
  mutating func consumeRetoldFields(_ slice: Slice, _ line: Line) -> Int {
    var rest = slice
    var count = 0
    while count < 24 {
      rest = text.withoutDecoration(rest)
      if count > 0, consumeThreadHeader(in: rest, line) { return count + 1 }
      if let end = consumeRetoldRegisters(rest) ?? consumeRetoldField(rest, line) {
        count += 1
        rest.start = max(end, rest.start + 1)
      } else {
        break
      }
    }
    return count
  }

  private mutating func consumeThreadHeader(in rest: Slice, _ line: Line) -> Bool {
    guard text.hasPrefix("Thread ", rest) else { return false }
    var inner = line
    inner.content = rest
    return consumeThreadHeader(inner)
  }

  private mutating func consumeRetoldField(_ slice: Slice, _ line: Line) -> Int? {
    guard let field = text.retoldLabel(slice) else { return nil }
    for label in field.labels {
      guard let end = consume(label, field.value, line) else { continue }
      // `signal SIGKILL was sent` is a sentence: without a separator the value must end the line.
      if field.isSeparated || text.withoutDecoration(Slice(end, slice.end)).isEmpty { return end }
    }
    return nil
  }

  /// Stores a value that has the form of its field; returns the offset after it.
  private mutating func consume(_ label: HeaderLabel, _ value: Slice, _ line: Line) -> Int? {
    let value = text.withoutDecoration(value)
    guard !value.isEmpty else { return nil }
    switch label {
    case .exceptionType: return consumeRetoldType(value, line)
    case .exceptionName: return consumeRetoldName(value, line)
    case .exceptionSignal: return consumeRetoldSignal(value, line)
    case .exceptionSubtype: return consumeRetoldSubtype(value, line)
    case .exceptionCodes: return consumeRetoldCodes(value, line)
    case .exceptionMessage: return consumeRetoldMessage(value, line)
    case .terminationReason: return consumeRetoldTermination(value, line.number)
    case .terminationIndicator: return consumeRetoldIndicator(value)
    case .terminationCode: return consumeRetoldTerminationCode(value)
    case .crashedThread:
      guard let (thread, end) = text.leadingNumber(value), thread < 1_000_000, draft.states.retoldFields > 0 else {
        return nil
      }
      if draft.faultingThread == nil {
        draft.faultingThread = Int(thread)
        draft.report.lines[.faultingThread] = line.number
      }
      return end
    case .faultAddress:
      guard draft.states.retoldFields > 0, text.hasPrefix("0x", value), let (address, end) = text.leadingNumber(value)
      else {
        return nil
      }
      draft.exception.faultAddress = draft.exception.faultAddress ?? RuntimeAddress(address)
      return end
    case .jetsamReason, .jetsamPages, .jetsamName: return consumeJetsamField(label, value, line)
    default: return nil
    }
  }

  // MARK: - The exception

  /// Consumes `EXC_BAD_ACCESS`, `EXC_BAD_ACCESS (SIGSEGV)`, `EXC_BAD_ACCESS (code=1, address=0x10)`,
  /// `EXC_BAD_ACCESS / KERN_INVALID_ADDRESS`, a signal, or the name of a language exception.
  private mutating func consumeRetoldType(_ value: Slice, _ line: Line) -> Int? {
    let word = text.word(value)
    if text.isSignal(word) { return consumeRetoldSignal(value, line) }
    guard text.isMachException(word) else { return consumeRetoldName(value, line) }
    let isFirst = draft.exception.type == nil
    Self.first(&draft.exception.type, text.value(word), .exceptionType, line.number, &draft.report.lines)
    let rest = text.withoutDecoration(Slice(word.end, value.end))
    if text[rest.start - 1] == UInt8(ascii: "("), let close = text.closingParenthesis(rest) {
      if isFirst { consumeStopCodes(Slice(rest.start, close), line) }
      return close + 1
    }
    if text.isSubtype(text.word(rest)) { return consumeRetoldSubtype(rest, line) }
    if text.isSignal(text.word(rest)) { return consumeRetoldSignal(rest, line) }
    return word.end
  }

  private mutating func consumeRetoldName(_ value: Slice, _ line: Line) -> Int? {
    let word = text.word(value)
    guard text.isExceptionName(word) else { return nil }
    let isNew = draft.exception.name == nil
    if isNew {
      draft.exception.name = text.value(word)
      draft.report.lines[.exceptionReason] = line.number
      draft.pieces.insert(.exception)
      addConsoleLine(text.string(line.content), line: line.number)
      draft.expects.stack = true
    }
    return value.end
  }

  private mutating func consumeRetoldSignal(_ value: Slice, _ line: Line) -> Int? {
    let word = text.word(value)
    guard text.isSignal(word) else { return nil }
    if draft.exception.signal == nil {
      draft.exception.signal = text.value(word)
      draft.report.lines[.exceptionType] = draft.report.lines[.exceptionType] ?? line.number
    }
    let rest = text.trimmed(Slice(word.end, value.end))
    if text[rest.start] == UInt8(ascii: "("), let close = text.closingParenthesis(Slice(rest.start + 1, rest.end)) {
      return close + 1
    }
    return word.end
  }

  /// Consumes `KERN_PROTECTION_FAILURE at 0x717fd32d18`, `KERN_INVALID_ADDRESS (0x10)`, `CPU`.
  mutating func consumeRetoldSubtype(_ value: Slice, _ line: Line) -> Int? {
    let word = text.word(value)
    guard text.isSubtype(word) else { return nil }
    var end = word.end
    var rest = text.withoutDecoration(Slice(word.end, value.end))
    if text.hasPrefix("at ", rest) { rest = text.trimmed(Slice(rest.start + 3, rest.end)) }
    if text.hasPrefix("0x", rest), let (address, after) = text.leadingNumber(rest) {
      end = after
      if text.hasPrefix("KERN_", word) || text.hasPrefix("SEGV_", word) || text.hasPrefix("BUS_", word) {
        draft.exception.faultAddress = draft.exception.faultAddress ?? RuntimeAddress(address)
      }
    }
    Self.first(
      &draft.exception.subtype, text.value(Slice(word.start, end)), .exceptionSubtype, line.number,
      &draft.report.lines)
    return end
  }

  private mutating func consumeRetoldCodes(_ value: Slice, _ line: Line) -> Int? {
    if text.isSubtype(text.word(value)) { return consumeRetoldSubtype(value, line) }
    guard text.hasPrefix("0x", value) else { return nil }
    var codes: [UInt64] = []
    var end = value.start
    var rest = value
    while codes.count < 8, text.hasPrefix("0x", rest), let (code, after) = text.leadingNumber(rest) {
      codes.append(code)
      end = after
      rest = text.trimmed(Slice(after, value.end))
      guard text[rest.start] == UInt8(ascii: ",") else { break }
      rest = text.trimmed(Slice(rest.start + 1, rest.end))
    }
    if draft.exception.codesText == nil, !codes.isEmpty {
      draft.exception.codes = codes
      draft.exception.codesText = text.string(Slice(value.start, end))
      draft.report.lines[.exceptionCodes] = line.number
    }
    return codes.isEmpty ? nil : end
  }

  /// Consumes a message below an exception, or one with the words of a failure.
  private mutating func consumeRetoldMessage(_ value: Slice, _ line: Line) -> Int? {
    let hasWords = !Wording.scan(text, value).isDisjoint(with: [.failure, .weakFailure, .exception])
    let isField = draft.states.retoldFields > 0 || draft.exception.type != nil
    guard hasWords || isField && text.retoldLabel(value)?.isSeparated != true else { return nil }
    let message = text.withoutClosingDecoration(value)
    Self.first(
      &draft.exception.message, text.value(message), .exceptionMessage, line.number, &draft.report.lines)
    if hasWords {
      draft.pieces.insert(.failure)
      addConsoleLine(text.string(message), line: line.number)
    }
    return value.end
  }

  // MARK: - The termination

  /// Consumes `namespace CODESIGNING indicator "Invalid Page" code 2` in any order, or `CODESIGNING 2 Invalid Page`.
  private mutating func consumeRetoldTermination(_ value: Slice, _ line: Int) -> Int? {
    guard draft.termination.namespace == nil else { return value.end }
    var found = CrashReport.Termination()
    var rest = value
    for _ in 0..<8 {
      rest = text.withoutDecoration(rest)
      let key = text.word(rest)
      let after = text.withoutDecoration(Slice(key.end, rest.end))
      if key.isEmpty {
        break
      } else if text.equals(key, ignoringCase: "namespace"), text.isNamespace(text.word(after)) {
        found.namespace = text.value(text.word(after))
        rest.start = text.word(after).end
      } else if text.equals(key, ignoringCase: "code"), let (code, end) = text.leadingNumber(after) {
        found.code = code
        rest.start = end
      } else if text.equals(key, ignoringCase: "indicator") {
        let end = text.endOfPhrase(after)
        found.indicator = text.value(Slice(after.start, end))
        rest.start = end
      } else if found.namespace == nil, text.isNamespace(key) {
        found.namespace = text.value(key)
        rest.start = key.end
      } else if found.namespace != nil, found.code == nil, let (code, end) = text.leadingNumber(rest) {
        found.code = code
        rest.start = end
      } else if found.namespace != nil, found.code != nil, found.indicator == nil {
        let end = text.endOfPhrase(rest)
        found.indicator = text.value(Slice(rest.start, end))
        rest.start = end
      } else {
        break
      }
    }
    guard found.namespace != nil else { return nil }
    draft.termination.namespace = found.namespace
    draft.termination.code = found.code
    draft.termination.indicator = found.indicator
    draft.report.lines[.termination] = line
    return rest.start
  }

  private mutating func consumeRetoldIndicator(_ value: Slice) -> Int? {
    guard draft.states.retoldFields > 0, draft.termination.namespace != nil else { return nil }
    let end = text.endOfPhrase(value)
    draft.termination.indicator = draft.termination.indicator ?? text.value(Slice(value.start, end))
    return end
  }

  private mutating func consumeRetoldTerminationCode(_ value: Slice) -> Int? {
    guard draft.states.retoldFields > 0, draft.termination.namespace != nil, let (code, end) = text.leadingNumber(value)
    else {
      return nil
    }
    draft.termination.code = draft.termination.code ?? code
    return end
  }

  // MARK: - Registers

  /// Consumes `esr = 0x82000007`, or names that share a value: `pc = far = 0x717fd32d18`.
  private mutating func consumeRetoldRegisters(_ slice: Slice) -> Int? {
    guard draft.states.retoldFields > 0 else { return nil }
    var names: [String] = []
    var rest = slice
    while names.count < 4 {
      let name = text.word(rest)
      guard name.count <= 6, Self.registerNames.contains(text.string(name)) else { break }
      let mark = text.skipBlanks(name.end, rest.end)
      guard text[mark] == UInt8(ascii: "=") || text[mark] == UInt8(ascii: ":") else { return nil }
      names.append(text.string(name))
      rest = text.trimmed(Slice(mark + 1, rest.end))
    }
    guard !names.isEmpty, text.hasPrefix("0x", rest), let (value, end) = text.leadingNumber(rest) else { return nil }
    for name in names { addRegister(name, value, note: nil) }
    return end
  }

  private static let registerNames: Set<String> = Set(
    [
      "pc", "lr", "sp", "fp", "far", "esr", "cpsr", "rip", "rsp", "rbp", "rax", "rbx", "rcx", "rdx", "rdi", "rsi",
      "cr2",
      "rfl", "rflags", "err", "trap",
    ] + (0...28).map { "x\($0)" } + (8...15).map { "r\($0)" })
}
