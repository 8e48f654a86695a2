/// The open parentheses and quotations of a message. While any is open, the next line belongs to the message.
struct OpenMessage {
  var parentheses = 0
  var isQuoted = false
  var isReason = false
  var lines = 0

  var isOpen: Bool { (parentheses > 0 || isQuoted || isReason) && lines < 200 }

  /// Reads one more line of the message.
  mutating func read(_ text: ByteText, _ slice: Slice) {
    lines += 1
    if !isReason, let reason = text.find("reason: '", slice) {
      isReason = true
      close(text, Slice(reason + 9, slice.end))
    } else if isReason {
      close(text, slice)
    }
    for index in slice.start..<max(slice.start, slice.end) {
      switch text[index] {
      case UInt8(ascii: "("): parentheses += 1
      case UInt8(ascii: ")"): parentheses = max(0, parentheses - 1)
      case UInt8(ascii: "\""): isQuoted.toggle()
      default: break
      }
    }
  }

  /// Closes the quotation of the reason if the line ends with its quotation mark; marks inside the line belong to the
  /// reason.
  private mutating func close(_ text: ByteText, _ slice: Slice) {
    if text[slice.end - 1] == UInt8(ascii: "'") {
      isReason = false
      parentheses = 0
      isQuoted = false
    }
  }
}

/// Reads "Application Specific Information": messages that the process recorded.
extension TextReader {
  mutating func consumeApplicationInformation(_ line: Line) {
    include(line)
    addApplicationText(line.content, indent: max(0, line.indent - draft.sectionIndent), line: line.number)
    if text.hasPrefix("CoreSimulator ", line.content) || text.contains(": CoreSimulator ", line.content) {
      consumeSimulator(line.content)
    }
    if text.contains("Terminating app due to uncaught exception", line.content) {
      _ = exceptionText(line, line.content)
    }
  }

  /// Adds a numbered line to the application's information if it is between that section and the first thread of the
  /// report: Xcode's "Hints", "Backtrace:" and other stacks that the application recorded are not threads.
  mutating func belongsToApplicationInformation(_ line: Line) -> Bool {
    guard draft.pieces.isSuperset(of: [.header, .applicationInformation]), draft.pieces.isDisjoint(with: .threads),
      section == .unsectioned, draft.target == .none, draft.pendingName == nil, !draft.messages.isEmpty, threadsFollow()
    else { return false }
    include(line)
    addApplicationText(line.content, indent: 1, line: line.number)
    return true
  }

  /// Returns whether the header of a thread follows; the answer is stored, because it needs the rest of the text.
  private mutating func threadsFollow() -> Bool {
    if let known = draft.threadsFollow { return known }
    var ahead = cursor
    var found = false
    for _ in 0..<4096 {
      guard let next = ahead.next(), text.headerLabel(next.content)?.label.startsReport != true else { break }
      if let header = text.threadHeader(next.content), case .frames = header.kind { found = true }
      if found { break }
    }
    draft.threadsFollow = found
    return found
  }

  /// Adds a line. It begins a new message, unless it is indented or a parenthesis or quotation is still open.
  mutating func addApplicationText(_ content: Slice, indent: Int, line: Int) {
    readRecordedException(content, line: line)
    let last = draft.messages.count - 1
    if last >= 0, draft.openMessage.isOpen || indent > 0 && draft.openMessage.lines > 0 {
      if draft.messages[last].text.utf8.count < limits.textBytes {
        draft.messages[last].text += "\n" + text.string(content)
      }
    } else {
      guard draft.messages.count < limits.consoleLines else { return }
      draft.openMessage = OpenMessage()
      draft.messages.append(CrashReport.ApplicationMessage(text: text.string(content), line: line))
    }
    draft.openMessage.read(text, content)
  }

  private static let recordedException: StaticString = "UNCAUGHT EXCEPTION ("

  /// `UNCAUGHT EXCEPTION (NSInvalidArgumentException): must provide a file handle or pipe`, which Xcode and other programs with its
  /// frameworks record below a hint about what they did.
  private mutating func readRecordedException(_ content: Slice, line: Int) {
    guard draft.exception.name == nil, text.hasPrefix(Self.recordedException, content) else { return }
    let start = content.start + Self.recordedException.utf8CodeUnitCount
    guard let end = text.find("): ", Slice(start, content.end)), end > start else { return }
    draft.exception.name = text.value(Slice(start, end))
    draft.exception.reason = text.string(text.trimmed(Slice(end + 3, content.end)))
    draft.report.lines[.exceptionReason] = line
  }

  /// `CoreSimulator 757.5 - Device: iPhone 12 Pro (…) - Runtime: iOS 14.5 (18E182) - DeviceType: iPhone 12 Pro`.
  private mutating func consumeSimulator(_ content: Slice) {
    draft.report.host.isSimulator = true
    guard draft.report.host.simulatedRuntime == nil, let start = text.find("Runtime: ", content) else { return }
    let rest = Slice(start + 9, content.end)
    let end = text.find(" - ", rest) ?? rest.end
    draft.report.host.simulatedRuntime = text.value(Slice(rest.start, end))
  }
}
