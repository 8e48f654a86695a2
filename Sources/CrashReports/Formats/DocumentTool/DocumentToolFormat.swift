extension ReportFormat {
  /// Output of ibtool and actool: a property list, or text.
  static let documentTool = ReportFormat(
    id: "document-tool",
    title: "Messages of ibtool and actool",
    summary: "Errors, warnings and notices of the compilers of documents, as text or as XML property list, also among "
      + "lines of a build log, and the assertions of the tools themselves.",
    example: "Main.storyboard:-1: Encountered an error communicating with IBAgent-iOS.",
    isRead: true,
    recognize: { segment in
      guard let text = segment.text, segment.header == nil else { return .no }
      return DocumentToolOutput.firstList(segment.bytes, text) == nil ? .no : .likely
    },
    decode: { segment, limits in DocumentToolOutput.decode(segment, limits) })
}

/// The property lists of ibtool and actool in a text, and the text around them.
enum DocumentToolOutput {
  /// Where a property list begins that has keys of these tools.
  static func firstList(_ bytes: [UInt8], _ text: Range<Int>) -> Int? {
    guard let start = ByteSearch.find("<plist", bytes, text) else { return nil }
    let body = start..<text.upperBound
    // The keys stand at the top of the list, or behind those of the other severities.
    let isTool =
      ByteSearch.contains("<key>com.apple.ibtool.", bytes, body)
      || ByteSearch.contains("<key>com.apple.actool.", bytes, body)
    return isTool ? start : nil
  }

  static func decode(_ segment: Segment, _ limits: DecodingLimits) -> SegmentOutcome {
    guard let text = segment.text else {
      return SegmentOutcome(end: segment.range.upperBound, endLine: segment.bodyLine)
    }
    var bytes = segment.bytes
    var messages: [DocumentMessage] = []
    var isDamaged = false
    var lines: (first: Int, last: Int)?
    var at = text.lowerBound
    var line = segment.bodyLine
    while let start = ByteSearch.find("<plist", segment.bytes, at..<text.upperBound) {
      line += ByteSearch.lineBreaks(segment.bytes, at..<start)
      var reader = PropertyListReader(
        segment.bytes, start..<text.upperBound, line: line, textLimit: limits.textBytes)
      let value = reader.read()
      if let value {
        lines = (lines?.first ?? line, reader.line)
        isDamaged = isDamaged || reader.isDamaged
        gather(value, into: &messages, limit: limits.consoleLines)
      }
      let end = max(reader.offset, start + 6)
      // What was read is no text to be read again; line breaks stay, so that lines keep their numbers.
      let prolog = ByteSearch.find("<?xml", segment.bytes, max(at, start - 512)..<start) ?? start
      for place in prolog..<min(end, text.upperBound) where bytes[place] != UInt8(ascii: "\n") { bytes[place] = 0x20 }
      line = reader.line
      at = min(end, text.upperBound)
    }
    var reports = TextDecoder.decode(bytes, range: text, firstLine: segment.bodyLine, limits: limits)
    if let lines { place(messages, lines, isDamaged, into: &reports) }
    return SegmentOutcome(
      reports: reports, end: text.upperBound,
      endLine: segment.bodyLine + ByteSearch.lineBreaks(segment.bytes, text))
  }

  /// Puts the messages into the report on documents that the text around gave, or makes one.
  private static func place(
    _ messages: [DocumentMessage], _ lines: (first: Int, last: Int), _ isDamaged: Bool,
    into reports: inout [Decoded<CrashReport>]
  ) {
    var note: [Note] = []
    if isDamaged {
      note = [Note("truncated", "The property list is damaged or ends early.", line: lines.last)]
    }
    // Lines of a log around the list, in which nothing failed, belong to it.
    let own = reports.firstIndex { report in
      !report.value.documentMessages.isEmpty || report.value.kind == .preview || report.value.kind == .unknown
    }
    if let index = own {
      if reports[index].value.kind == .unknown, !messages.isEmpty {
        reports[index].value.kind = .preview
        reports[index].value.source.format = "document-tool"
      }
      reports[index].value.documentMessages += messages
      reports[index].value.documentMessages.sort { $0.line < $1.line }
      reports[index].value.source.firstLine = min(reports[index].value.source.firstLine ?? lines.first, lines.first)
      reports[index].value.source.lastLine = max(reports[index].value.source.lastLine ?? lines.last, lines.last)
      reports[index].notes += note
      return
    }
    var report = CrashReport(source: CrashReport.Source(format: "document-tool"))
    // Without an error or a warning the tool had nothing to tell.
    report.kind = messages.isEmpty ? .statistics : .preview
    report.documentMessages = messages
    report.source.firstLine = lines.first
    report.source.lastLine = lines.last
    report.source.index = reports.count
    if messages.isEmpty { note.append(Note("no-messages", "The tool's output has no error, warning or notice.")) }
    reports.append(Decoded(report, notes: note))
  }

  private static func gather(_ value: PropertyListValue, into messages: inout [DocumentMessage], limit: Int) {
    guard case .dictionary(let members) = value else { return }
    for member in members {
      var context = Context()
      if member.key.hasPrefix("com.apple.ibtool.") {
        context.tool = "ibtool"
      } else if member.key.hasPrefix("com.apple.actool.") {
        context.tool = "actool"
      } else {
        continue
      }
      if member.key.hasSuffix("errors") {
        context.severity = .error
      } else if member.key.hasSuffix("warnings") {
        context.severity = .warning
      } else if member.key.hasSuffix("notices") {
        context.severity = .notice
      } else {
        // Versions, results, hierarchies: nothing is wrong there.
        continue
      }
      context.add(member.value, to: &messages, limit: limit)
    }
  }

  /// What is known of a message from where it stands.
  private struct Context {
    var tool: String?
    var severity: DocumentMessage.Severity?
    var document: String?
    var objectID: String?

    /// A dictionary by object id, a list, or one message.
    func add(_ value: PropertyListValue, to messages: inout [DocumentMessage], limit: Int) {
      guard messages.count < limit else { return }
      switch value {
      case .text(let text, let line): append(text, line, to: &messages)
      case .array(let elements): for element in elements { add(element, to: &messages, limit: limit) }
      case .dictionary(let members):
        if addMessage(members, to: &messages, limit: limit) { return }
        for member in members {
          var inner = self
          if member.key.contains("/") || member.key.hasSuffix(".xib") || member.key.hasSuffix(".storyboard") {
            inner.document = member.key
          } else if !member.key.isEmpty {
            inner.objectID = member.key
          }
          inner.add(member.value, to: &messages, limit: limit)
        }
      }
    }

    /// `{message, type}` or `{description, failure-reason, recovery-suggestion, underlying-errors}`.
    private func addMessage(
      _ members: [(key: String, line: Int, value: PropertyListValue)], to messages: inout [DocumentMessage], limit: Int
    ) -> Bool {
      var parts: [String] = []
      var line: Int?
      var context = self
      for key in ["message", "description", "failure-reason", "recovery-suggestion"] {
        for member in members where member.key == key {
          guard case .text(let text, let place) = member.value, !text.isEmpty else { continue }
          if !parts.contains(text) { parts.append(text) }
          line = line ?? place
        }
      }
      for member in members where member.key == "type" {
        guard case .text(let type, _) = member.value else { continue }
        switch type.lowercased() {
        case "error": context.severity = .error
        case "warning": context.severity = .warning
        case "notice": context.severity = .notice
        default: break
        }
      }
      guard let line else { return false }
      context.append(parts.joined(separator: "\n"), line, to: &messages)
      for member in members where member.key == "underlying-errors" {
        context.add(member.value, to: &messages, limit: limit)
      }
      return true
    }

    private func append(_ text: String, _ line: Int, to messages: inout [DocumentMessage]) {
      let text = text.trimmedOfSpace
      guard !text.isEmpty else { return }
      var message = DocumentMessage(text: text, line: line)
      message.tool = tool
      message.severity = severity
      message.document = document
      message.objectID = objectID
      messages.append(message)
    }
  }
}
