import Vocabulary

extension TextDialect {
  /// Fields of a header, and labels of sections.
  static let fields = TextDialect(
    name: "fields",
    example: Example(
      """
      Exception Type:  EXC_BAD_ACCESS (SIGSEGV)
      Exception Codes: KERN_INVALID_ADDRESS at 0x0000000000000010
      Crashed Thread:  0
      """, .appleText),
    offer: .everyLine, mark: .header, conclude: { $0.headerConclusion }
  ) { reader, line, _ in reader.consumeLabel(line, sectionsOnly: false) }
}

extension Draft {
  /// What a report with a header is: who wrote it decides its format.
  fileprivate var headerConclusion: TextDialect.Conclusion? {
    guard hasHeader else { return nil }
    if pieces.contains(.thirdParty) || reportVersion?.contains("Xamarin") == true || reportVersion == "106" {
      return TextDialect.Conclusion(.thirdPartyText, pieces.contains(.deadlock) ? .hang : .crash)
    }
    return TextDialect.Conclusion(isTranslated ? .translatedText : .appleText)
  }

  /// Whether macOS 12 or later created the text from a JSON report.
  private var isTranslated: Bool {
    if pieces.contains(.translated) { return true }
    guard reportVersion == "12" else {
      return reportVersion == nil && report.incident != nil && report.host.os?.hasPrefix("macOS") == true
    }
    guard let system = report.host.os, system.hasPrefix("macOS "),
      let major = Int(system.dropFirst(6).prefix { $0.isNumber })
    else { return false }
    return major >= 12
  }
}

/// Reads header fields and section labels.
extension TextReader {
  /// Returns whether `line` begins a known section, which ends free text before it.
  func endsFreeText(_ line: Line) -> Bool {
    let content = line.content
    switch text[content.start] {
    case UInt8(ascii: "T"):
      if text.threadHeader(content) != nil || text.hasPrefix("Thread State", content) { return true }
      if text.hasPrefix("Triggered by Thread:", content) { return true }
      if text.hasPrefix("Terminating Process:", content) { return true }
      if text.hasPrefix("Termination Reason:", content) || text.hasPrefix("Termination Signal:", content) {
        return true
      }
      return text.hasPrefix("Translated Code Information:", content)
    case UInt8(ascii: "A") where text.hasPrefix("Application Specific Backtrace", content): return true
    case UInt8(ascii: "I") where text.hasPrefix("Incident Identifier:", content): return true
    case UInt8(ascii: "E"):
      if text.hasPrefix("Exception Type:", content) || text.equals(content, "EOF") { return true }
    case UInt8(ascii: "P") where text.hasPrefix("Process:", content): return beginsHeader(after: line)
    case UInt8(ascii: "C") where text.hasPrefix("Crashed Thread:", content): return true
    case UInt8(ascii: "X") where text.hasPrefix("Xamarin Exception Stack", content): return true
    default: break
    }
    if let (label, _) = text.headerLabel(content) { return label.isSection }
    return false
  }

  func startsExceptionLabel(_ line: Line) -> Bool {
    guard let (label, _) = text.headerLabel(line.content) else { return false }
    switch label {
    case .crashedThread, .exceptionType, .exceptionCodes, .exceptionNote, .exceptionSubtype, .exceptionMessage,
      .terminatingProcess, .terminationSignal, .terminationDescription, .terminationDetails:
      return true
    default: return false
    }
  }

  /// Returns whether one of the next lines is a field that follows `Process:` in a header.
  private func beginsHeader(after line: Line) -> Bool {
    if let (_, value) = text.headerLabel(line.content), text.nameAndNumber(value).number != nil { return true }
    var ahead = cursor
    for _ in 0..<4 {
      guard let next = ahead.next() else { return false }
      if let (label, value) = text.headerLabel(next.content) {
        switch label {
        case .codeType, .exceptionType: return true
        // Prose has such words too, but not such values.
        case .path where text[value.start] == UInt8(ascii: "/"): return true
        case .identifier where text.first(UInt8(ascii: "."), value) != nil: return true
        case .parent where text.nameAndNumber(value).number != nil: return true
        default: break
        }
      }
    }
    return false
  }

  /// Consumes a line that begins with a known label.
  mutating func consumeLabel(_ line: Line, sectionsOnly: Bool) -> Bool {
    if consumeNumberedBacktrace(line) || consumeDeadlock(line) { return true }
    guard let (label, value) = text.headerLabel(line.content) else { return false }
    if label.startsReport, startsAnotherReport(label, line) { finishReport() }
    if sectionsOnly, !label.isSection, !label.startsReport { return false }
    if consumeTrailer(label, value, line) { return true }
    if label.isCommonWord, !draft.hasHeader {
      switch label {
      case .process, .command: guard beginsHeader(after: line) else { return false }
      case .date, .device, .end, .other: guard headerFollows() else { return false }
      case .logicalCPU, .errorCode: guard draft.pieces.contains(.registers) else { return false }
      case .path, .parent, .version, .role: guard headerFollows() else { return false }
      default: return false
      }
    }
    return label.isSection ? beginSection(label, value, line) : consumeField(label, value, line)
  }

  /// Consumes `dSYM UUID:`, `CPU Type:`, `Binary Image:` and `Base Address:` below a stack: the only image that Umeng
  /// prints.
  private mutating func consumeTrailer(_ label: HeaderLabel, _ value: Slice, _ line: Line) -> Bool {
    guard draft.pieces.contains(.frames), !draft.hasHeader else { return false }
    var image = draft.trailer ?? BinaryImage()
    switch label {
    case .symbolsUUID: image.uuid = text.uuid(value)
    case .processorType:
      image.architecture = text.value(value)
      draft.report.host.architecture = text.architecture(value).name
    case .imageName: image.name = text.value(value)
    case .imageBase: image.loadAddress = text.number(value).map { RuntimeAddress($0) }
    default: return false
    }
    image.line = image.line ?? line.number
    draft.trailer = image
    draft.target = .none
    include(line, as: .thirdParty)
    return true
  }

  /// Returns whether header labels follow, as in a header whose first lines are missing.
  private func headerFollows() -> Bool {
    var ahead = cursor
    var found = 0
    for _ in 0..<10 {
      guard let next = ahead.next() else { break }
      if let (label, _) = text.headerLabel(next.content) {
        if !label.isCommonWord { return true }
        found += 1
      }
    }
    return found >= 4
  }

  private func startsAnotherReport(_ label: HeaderLabel, _ line: Line) -> Bool {
    let sections: Draft.Pieces = [.threads, .images, .endMarker]
    if !draft.pieces.isDisjoint(with: sections) {
      // After the stacks of a report, process, hardware model and date begin another report only if more of a header
      // follows.
      return label != .process && label != .device && label != .date || beginsHeader(after: line) || headerFollows()
    }
    switch label {
    case .incident: return draft.report.incident != nil
    case .process: return draft.process.name != nil && beginsHeader(after: line)
    default: return false
    }
  }

  private mutating func consumeField(_ label: HeaderLabel, _ value: Slice, _ line: Line) -> Bool {
    switch label {
    case .logicalCPU, .errorCode, .trapNumber, .dyldMessage: break
    default: if draft.pieces.contains(.debugger), !draft.hasHeader { discardDebuggerSession(line) }
    }
    let isField = consumeIdentity(label, value, line.number) || consumeSystem(label, value, line.number)
    if !isField, !consumeFailure(label, value, line) { return false }
    if label != .dyldMessage {
      include(line, as: .header)
      if section != .registers { section = label == .terminationReason ? .terminationReasons : .unsectioned }
      if label == .terminationDescription { section = .terminationReasons }
      draft.target = .none
    }
    return true
  }

  /// Discards debugger output above a report: the report describes the same stop in more detail.
  private mutating func discardDebuggerSession(_ line: Line) {
    draft.exception = CrashReport.Exception()
    draft.threads = []
    draft.threadPositions = [:]
    draft.registerPosition = nil
    draft.explicitFault = false
    draft.target = .none
    draft.pieces.subtract([.debugger, .registers, .frames])
    draft.note(
      Note(
        "debugger-session", "The debugger's stack above the report was ignored: the report has the same threads.",
        line: line.number), limits)
  }

  private mutating func consumeIdentity(_ label: HeaderLabel, _ value: Slice, _ line: Int) -> Bool {
    switch label {
    case .incident:
      guard let incident = text.value(value) else { return true }
      Self.first(&draft.report.incident, incident.uppercased(), .incident, line, &draft.report.lines)
    case .process:
      let (name, number) = text.nameAndNumber(value)
      if draft.process.name == nil { draft.process.pid = number }
      Self.first(&draft.process.name, text.value(name), .processName, line, &draft.report.lines)
    case .command: Self.first(&draft.process.name, text.value(value), .processName, line, &draft.report.lines)
    case .pid: draft.process.pid = draft.process.pid ?? text.integer(text.token(value))
    case .path: Self.first(&draft.process.path, text.value(value), .processPath, line, &draft.report.lines)
    case .identifier:
      if draft.identifier == nil { draft.report.lines[.bundleID] = line }
      draft.identifier = draft.identifier ?? text.value(value)
    case .version: Self.first(&draft.version, text.value(value), .version, line, &draft.report.lines)
    case .role: Self.first(&draft.process.role, text.value(value), .role, line, &draft.report.lines)
    case .parent:
      if text.isUnknown(text.nameAndNumber(value).name) && text[value.start + 1] != UInt8(ascii: "?") {
        draft.pieces.insert([.thirdParty, .buildFirst])
      }
      if draft.process.parent == nil { draft.process.parent = reference(value) }
      draft.report.lines[.parent] = draft.report.lines[.parent] ?? line
    case .responsible:
      if draft.process.responsible == nil { draft.process.responsible = reference(value) }
      draft.report.lines[.responsible] = draft.report.lines[.responsible] ?? line
    case .coalition: draft.process.coalition = draft.process.coalition ?? text.value(text.nameAndNumber(value).name)
    case .reporterKey:
      if text.equals(value, "TODO") { draft.pieces.insert(.thirdParty) }
      draft.report.host.reporterKey = draft.report.host.reporterKey ?? text.value(value)
    case .reportVersion: draft.reportVersion = draft.reportVersion ?? text.value(value)
    case .other: break
    default: return false
    }
    return true
  }

  private mutating func consumeSystem(_ label: HeaderLabel, _ value: Slice, _ line: Int) -> Bool {
    switch label {
    case .device: Self.first(&draft.report.host.device, text.value(value), .device, line, &draft.report.lines)
    case .model:
      // The system profile of a Mac: `Model: Mac14,2, BootROM 8422.141.2, …`
      guard let comma = text.find(", ", value) else { return false }
      Self.first(&draft.report.host.device, text.value(Slice(value.start, comma)), .device, line, &draft.report.lines)
    case .distributor:
      guard draft.report.detail(.distribution) == nil, let id = text.value(value) else { return true }
      draft.report.add(.distribution, Distributor.name(of: id), line: line)
    case .codeType:
      if draft.report.host.architecture == nil {
        (draft.report.host.architecture, draft.report.host.isTranslated) = text.architecture(value)
        draft.report.lines[.architecture] = line
      }
    case .os:
      if draft.report.host.os == nil {
        (draft.report.host.os, draft.report.host.osBuild) = text.system(value)
        draft.report.lines[.os] = line
      }
    case .date: Self.first(&draft.times.crashed, ReportTimeText(text, value).time, .crashed, line, &draft.report.lines)
    case .launch:
      Self.first(&draft.times.launched, ReportTimeText(text, value).time, .launched, line, &draft.report.lines)
    case .uptime: draft.times.uptimeSeconds = draft.times.uptimeSeconds ?? text.integer(text.token(value))
    default: return false
    }
    return true
  }

  func reference(_ value: Slice) -> CrashReport.ProcessReference? {
    let (name, number) = text.nameAndNumber(value)
    let reference = CrashReport.ProcessReference(name: text.value(name), pid: number)
    return reference == CrashReport.ProcessReference() ? nil : reference
  }

  /// Stores the value of a field and its line, unless the field has a value already.
  static func first<Value>(
    _ field: inout Value?, _ value: Value?, _ key: CrashReport.Field, _ line: Int,
    _ lines: inout [CrashReport.Field: Int]
  ) {
    guard field == nil, let value else { return }
    field = value
    lines[key] = line
  }
}
