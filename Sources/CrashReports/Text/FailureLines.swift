import Bytes
import Vocabulary

/// Reads exception and termination fields of the header.
extension TextReader {
  mutating func consumeFailure(_ label: HeaderLabel, _ value: Slice, _ line: Line) -> Bool {
    consumeExceptionField(label, value, line) || consumeTerminationField(label, value, line.number)
      || consumeThreadField(label, value, line.number)
  }

  private mutating func consumeExceptionField(_ label: HeaderLabel, _ value: Slice, _ line: Line) -> Bool {
    switch label {
    case .exceptionType: return consumeExceptionType(value, line.number)
    case .exceptionCodes:
      guard
        draft.hasHeader || draft.exception.type != nil || text.hasPrefix("0x", value) || text.hasPrefix("KERN_", value)
      else { return false }
      consumeCodes(value, line.number)
    case .exceptionSubtype: consumeSubtype(value, line.number)
    case .exceptionMessage:
      Self.first(&draft.exception.message, text.value(value), .exceptionMessage, line.number, &draft.report.lines)
    case .exceptionNote: draft.exception.note = draft.exception.note ?? text.value(value)
    case .exceptionReason:
      Self.first(&draft.exception.reason, text.value(value), .exceptionReason, line.number, &draft.report.lines)
    default: return false
    }
    return true
  }

  /// Consumes `EXC_BAD_ACCESS (SIGSEGV)`, `SIGTRAP`, or `EXC_BAD_ACCESS (0x0001)` of Mac OS X 10.4.
  private mutating func consumeExceptionType(_ value: Slice, _ line: Int) -> Bool {
    let type = text.token(value)
    let isKnown = text.hasPrefix("EXC_", type) || text.hasPrefix("SIG", type)
    guard isKnown || draft.hasHeader || text.hasPrefix("0", type) else { return false }
    if text.isSignal(type) {
      setSignal(type, line)
      return true
    }
    if draft.exception.type != nil { return true }
    if text.equals(type, "0") {
      // KSCrash: a main thread that hangs has neither an exception nor a signal.
      draft.pieces.insert(.thirdParty)
      return true
    }
    Self.first(&draft.exception.type, text.value(type), .exceptionType, line, &draft.report.lines)
    let rest = text.trimmed(Slice(type.end, value.end))
    guard text[rest.start] == UInt8(ascii: "("), text[rest.end - 1] == UInt8(ascii: ")") else { return true }
    let inner = Slice(rest.start + 1, rest.end - 1)
    if let code = text.number(inner) {
      if text.hasPrefix("0x", inner) { draft.exception.codes = draft.exception.codes ?? [code] }
    } else {
      draft.exception.signal = text.value(inner)
    }
    return true
  }

  /// Stores the signal that a crash reporter states instead of a Mach exception.
  mutating func setSignal(_ signal: Slice, _ line: Int) {
    Self.first(&draft.exception.signal, text.value(signal), .exceptionType, line, &draft.report.lines)
    draft.pieces.insert(.thirdParty)
  }

  /// Consumes `0x…, 0x…`; `KERN_INVALID_ADDRESS at 0x…`; `#0 at 0x…` (PLCrashReporter); `EXC_I386_GPFLT`.
  private mutating func consumeCodes(_ value: Slice, _ line: Int) {
    draft.report.lines[.exceptionCodes] = draft.report.lines[.exceptionCodes] ?? line
    if text.hasPrefix("0x", value), let codes = codes(value) {
      if draft.exception.codesText == nil {
        draft.exception.codes = codes
        draft.exception.codesText = text.string(value)
      }
    } else if text[value.start] == UInt8(ascii: "#") {
      draft.pieces.insert(.thirdParty)
      draft.exception.codesText = draft.exception.codesText ?? text.string(value)
      // For other signals the address is that of the instruction that raised them.
      if draft.exception.signal == nil || draft.exception.signal == "SIGSEGV" || draft.exception.signal == "SIGBUS" {
        draft.exception.faultAddress = draft.exception.faultAddress ?? address(after: " at ", value)
      }
    } else if !text.hasPrefix("0 at ", value) {
      if text.hasPrefix("SEGV_", value) || text.hasPrefix("BUS_", value) { draft.pieces.insert(.thirdParty) }
      consumeSubtype(value, line)
    }
  }

  private func codes(_ value: Slice) -> [UInt64]? {
    var codes: [UInt64] = []
    var rest = value
    while codes.count < 8 {
      let comma = text.first(UInt8(ascii: ","), rest) ?? rest.end
      guard let code = text.number(text.trimmed(Slice(rest.start, comma))) else { return nil }
      codes.append(code)
      if comma >= rest.end { break }
      rest.start = comma + 1
    }
    return codes
  }

  private mutating func consumeSubtype(_ value: Slice, _ line: Int) {
    Self.first(&draft.exception.subtype, text.value(value), .exceptionSubtype, line, &draft.report.lines)
    guard draft.exception.faultAddress == nil else { return }
    // EXC_ARM_BREAKPOINT and similar subtypes print the program counter, which is not a faulting address.
    if text.hasPrefix("KERN_", value) || text.hasPrefix("SEGV_", value) || text.hasPrefix("BUS_", value)
      || text.hasPrefix("UNKNOWN_", value)
    {
      draft.exception.faultAddress = address(after: " at ", value)
    }
  }

  func address(after mark: StaticString, _ value: Slice) -> RuntimeAddress? {
    guard let offset = text.find(mark, value) else { return nil }
    let start = offset + mark.utf8CodeUnitCount
    var end = start
    while end < value.end, text.isIdentifier(text[end]) { end += 1 }
    return text.number(Slice(start, end)).map { RuntimeAddress($0) }
  }

  private mutating func consumeTerminationField(_ label: HeaderLabel, _ value: Slice, _ line: Int) -> Bool {
    switch label {
    case .terminationSignal: draft.termination.indicator = draft.termination.indicator ?? text.value(value)
    case .terminationReason:
      guard draft.termination.namespace == nil, draft.termination.code == nil else { return true }
      draft.report.lines[.termination] = line
      consumeTerminationReason(value, line)
    case .terminationDescription: addReason(value, line)
    case .terminationDetails:
      draft.report.lines[.terminationDetails] = draft.report.lines[.terminationDetails] ?? line
      if let details = text.value(value) { draft.termination.details = (draft.termination.details ?? []) + [details] }
    case .terminatingProcess: draft.termination.byProcess = draft.termination.byProcess ?? reference(value)
    default: return false
    }
    return true
  }

  /// Consumes `Namespace SIGNAL, Code 11 Segmentation fault: 11`, `SIGNAL 6 Abort trap: 6`,
  /// `Namespace SIGNAL, Code 6, Abort trap: 6` or `RUNNINGBOARD 0xdead10cc`.
  private mutating func consumeTerminationReason(_ value: Slice, _ line: Int) {
    var rest = value
    if text.hasPrefix("Namespace ", rest) {
      rest.start += 10
      guard let comma = text.first(UInt8(ascii: ","), rest) else {
        draft.termination.namespace = text.value(rest)
        return
      }
      draft.termination.namespace = text.value(Slice(rest.start, comma))
      rest = text.trimmed(Slice(comma + 1, rest.end))
      if text.hasPrefix("Code ", rest) { rest = text.trimmed(Slice(rest.start + 5, rest.end)) }
    } else if let number = SignalMessage.number(ofWords: text.string(rest)) {
      // `Abort trap: 6`: the words of the signal alone.
      draft.termination.namespace = "SIGNAL"
      draft.termination.code = number
      draft.termination.indicator = text.value(rest)
      return
    } else {
      let name = text.token(rest)
      guard let first = text.value(name) else { return }
      // `SPRINGBOARD, process-exit watchdog…` has no code.
      draft.termination.namespace = first.hasSuffix(",") || first.hasSuffix(";") ? String(first.dropLast()) : first
      rest = text.trimmed(Slice(name.end, rest.end))
    }
    var code = text.token(rest)
    let end = code.end
    if !code.isEmpty, text[code.end - 1] == UInt8(ascii: ",") { code.end -= 1 }
    // `LIBSYSTEM, [0x2]`
    if code.end - code.start > 2, text[code.start] == UInt8(ascii: "["), text[code.end - 1] == UInt8(ascii: "]") {
      code = Slice(code.start + 1, code.end - 1)
    }
    guard let number = text.number(code) else {
      addReason(rest, line)
      return
    }
    draft.termination.code = number
    if let indicator = text.value(Slice(end, rest.end)) { draft.termination.indicator = indicator }
  }

  private mutating func addReason(_ value: Slice, _ line: Int) {
    guard let reason = text.value(value) else { return }
    draft.report.lines[.terminationReasons] = draft.report.lines[.terminationReasons] ?? line
    draft.termination.reasons = (draft.termination.reasons ?? []) + [reason]
  }

  /// Consumes a line without a label below `Termination Reason:`.
  ///
  /// JSON reports separate reasons and details, text reports do not. Text in parentheses and statements of the privacy
  /// daemon (`TCC`) are details in JSON reports.
  mutating func consumeTerminationContinuation(_ line: Line) {
    include(line)
    guard (draft.termination.reasons?.count ?? 0) + (draft.termination.details?.count ?? 0) < 256 else { return }
    let isParenthesized =
      text[line.content.start] == UInt8(ascii: "(") && text[line.content.end - 1] == UInt8(ascii: ")")
    guard isParenthesized || draft.termination.namespace == "TCC" else {
      addReason(line.content, line.number)
      return
    }
    draft.report.lines[.terminationDetails] = draft.report.lines[.terminationDetails] ?? line.number
    if let details = text.value(line.content) {
      draft.termination.details = (draft.termination.details ?? []) + [details]
    }
  }

  private mutating func consumeThreadField(_ label: HeaderLabel, _ value: Slice, _ line: Int) -> Bool {
    switch label {
    case .crashedThread, .threadNumber:
      var digits = value.start
      while digits < value.end, text[digits].isDigit { digits += 1 }
      guard let index = text.integer(Slice(value.start, digits)), index < 1_000_000 else {
        return label == .crashedThread
      }
      if draft.faultingThread == nil {
        draft.faultingThread = index
        draft.report.lines[.faultingThread] = line
      }
      if text.find(", Dispatch Queue:", value) != nil { draft.pieces.insert(.translated) }
    case .logicalCPU: addRegister("cpu", value)
    case .errorCode: addRegister("err", value)
    case .trapNumber: addRegister("trap", value)
    case .dyldMessage:
      consumeLoaderText(value, line)
      section = .loader
    default: return false
    }
    return true
  }
}
