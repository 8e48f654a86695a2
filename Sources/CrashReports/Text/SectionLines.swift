/// Reads lines that begin a section, and lines of sections.
extension TextReader {
  mutating func beginSection(_ label: HeaderLabel, _ value: Slice, _ line: Line) -> Bool {
    include(line)
    draft.sectionIndent = line.indent
    draft.target = .none
    draft.lastSection = text.string(Slice(line.content.start, min(line.content.end, line.content.start + 48)))
    switch label {
    case .applicationInformation, .applicationSignatures:
      draft.pieces.insert(.applicationInformation)
      section = .applicationInformation
      draft.openMessage = OpenMessage()
      if !value.isEmpty { addApplicationText(value, indent: 0, line: line.number) }
    case .managedStack:
      draft.pieces.insert([.thirdParty, .applicationInformation])
      section = .applicationInformation
      draft.openMessage = OpenMessage()
      // The lines of the stack trace are one message, so that its parts are not taken for others.
      addApplicationText(line.content, indent: 0, line: line.number)
    case .lastException:
      draft.pieces.insert(.frames)
      draft.lastException = draft.lastException ?? FrameStack(limit: limits.framesPerThread)
      draft.target = .lastException
      section = .frames
      if !value.isEmpty { _ = consumeAddressList(value, line) }
    case .kernelTriage: section = .notes("kernel-triage")
    case .modificationWarnings: section = .notes("modification-warning")
    case .formulatingError: section = .notes("formulating-error")
    case .syslog: section = .syslog
    case .dyldError:
      draft.pieces.insert(.loader)
      section = .loader
      if !value.isEmpty { consumeLoaderText(value, line.number) }
    case .regionInfo:
      draft.hasRegionArrow = false
      section = .region
    case .images:
      draft.pieces.insert(.images)
      draft.report.lines[.images] = draft.report.lines[.images] ?? line.number
      section = .images
    case .end:
      draft.pieces.insert(.endMarker)
      if text.hasPrefix("VM Region Summary", line.content) { draft.pieces.insert(.regions) }
      section = .skipped
    default:
      if text.hasPrefix("Notable Addresses", line.content) { draft.pieces.insert([.thirdParty, .buildFirst]) }
      section = .skipped
    }
    return true
  }

  /// Consumes `Application Specific Backtrace 1:` or, on Mac OS X 10.5, `Application Specific Backtrace 0:`.
  mutating func consumeNumberedBacktrace(_ line: Line) -> Bool {
    guard text[line.content.start] == UInt8(ascii: "A"),
      text.hasPrefix("Application Specific Backtrace", line.content), text[line.content.end - 1] == UInt8(ascii: ":"),
      draft.backtraces.count < 64
    else { return false }
    include(line, as: .frames)
    draft.lastSection = "Application Specific Backtrace"
    draft.backtraces.append(FrameStack(limit: limits.framesPerThread))
    draft.target = .backtrace(draft.backtraces.count - 1)
    section = .frames
    return true
  }

  /// Consumes KSCrash's statement below the exception of a report about a main thread that hung.
  mutating func consumeDeadlock(_ line: Line) -> Bool {
    guard draft.hasHeader, text[line.content.start] == UInt8(ascii: "A"),
      text.equals(line.content, "Application main thread deadlocked")
    else { return false }
    include(line, as: [.deadlock, .thirdParty])
    draft.report.eventSummary = "the main thread did not respond"
    return true
  }

  /// Consumes a line of the memory region table. Only the line with the arrow is stored: other lines are not evidence.
  mutating func consumeRegion(_ line: Line) {
    include(line)
    guard draft.exception.region == nil, let arrow = text.find("-->", line.content),
      (line.content.start..<arrow).allSatisfy({ text[$0] == UInt8(ascii: "-") })
    else { return }
    draft.hasRegionArrow = true
    let region = text.trimmed(Slice(arrow + 3, line.content.end))
    guard !region.isEmpty, !text.hasPrefix("GAP OF", region) else { return }
    draft.exception.region = text.string(region)
    draft.report.lines[.region] = line.number
  }

  /// Reads a line of "External Modification Summary": the calls of other processes that changed a thread of this one.
  mutating func readModification(_ line: Line) {
    if text.hasPrefix("Calls made by", line.content) {
      draft.isTargeted = text.hasPrefix("Calls made by other processes targeting", line.content)
    } else if draft.isTargeted, text.hasPrefix("thread_set_state:", line.content),
      let count = text.integer(text.trimmed(Slice(line.content.start + 17, line.content.end))), count > 0
    {
      draft.report.add(.externalThreadChanges, .number(count), line: line.number)
    }
  }
}
