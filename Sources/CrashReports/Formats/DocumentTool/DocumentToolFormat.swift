import PropertyLists

extension ReportFormat {
  /// The output of ibtool and actool: a property list, or text.
  static let documentTool = ReportFormat(
    id: "document-tool",
    title: "ibtool and actool messages",
    summary: "Errors, warnings and notices of the document compilers, as text or as an XML property list, also within "
      + "a build log; and failed assertions of the tools themselves.",
    example: "Main.storyboard:-1: Encountered an error communicating with IBAgent-iOS.",
    isRead: true,
    recognize: { segment in
      guard let text = segment.text, segment.header == nil else { return .no }
      return DocumentToolOutput.firstList(segment.bytes, text) == nil ? .no : .likely
    },
    decode: { segment, limits in DocumentToolOutput.decode(segment, limits) })
}

/// Reads the property lists of ibtool and actool in a text, and the text around them.
enum DocumentToolOutput {
  /// Returns the offset of the first property list if the text has keys of these tools; `nil` if not.
  static func firstList(_ bytes: [UInt8], _ text: Range<Int>) -> Int? {
    guard let start = ByteSearch.find("<plist", bytes, text) else { return nil }
    let body = start..<text.upperBound
    // The keys are at the top level of the list, in any order.
    let isTool =
      ByteSearch.contains("<key>com.apple.ibtool.", bytes, body)
      || ByteSearch.contains("<key>com.apple.actool.", bytes, body)
    return isTool ? start : nil
  }

  /// Decodes the property lists, then the text around them.
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
      var reader = XMLPropertyList(
        segment.bytes, start..<text.upperBound, line: line, textLimit: limits.textBytes)
      let value = reader.read()
      if let value {
        lines = (lines?.first ?? line, reader.line)
        isDamaged = isDamaged || reader.isDamaged
        collect(value, into: &messages, limit: limits.consoleLines)
      }
      let end = max(reader.offset, start + 6)
      // Blank out the list, so that the text reader does not read it again. Line breaks stay, so line numbers hold.
      let prolog = ByteSearch.find("<?xml", segment.bytes, max(at, start - 512)..<start) ?? start
      for offset in prolog..<min(end, text.upperBound) where bytes[offset] != UInt8(ascii: "\n") {
        bytes[offset] = 0x20
      }
      line = reader.line
      at = min(end, text.upperBound)
    }
    var reports = TextDecoder.decode(bytes, range: text, firstLine: segment.bodyLine, limits: limits)
    if let lines { merge(messages, lines, isDamaged, into: &reports) }
    return SegmentOutcome(
      reports: reports, end: text.upperBound,
      endLine: segment.bodyLine + ByteSearch.lineBreaks(segment.bytes, text))
  }

  /// Adds the messages to the document report from the surrounding text, or to a new report if there is none.
  private static func merge(
    _ messages: [DocumentMessage], _ lines: (first: Int, last: Int), _ isDamaged: Bool,
    into reports: inout [Decoded<CrashReport>]
  ) {
    var notes: [Note] = []
    if isDamaged {
      notes = [
        Note("truncated", "The property list is damaged or truncated; what could be read was used.", line: lines.last)
      ]
    }
    // A report of surrounding log lines in which nothing failed is merged with the list, too.
    let existing = reports.firstIndex { report in
      !report.value.documentMessages.isEmpty || report.value.kind == .preview || report.value.kind == .unknown
    }
    if let index = existing {
      if reports[index].value.kind == .unknown, !messages.isEmpty {
        reports[index].value.kind = .preview
        reports[index].value.source.format = "document-tool"
      }
      reports[index].value.documentMessages += messages
      reports[index].value.documentMessages.sort { $0.line < $1.line }
      reports[index].value.source.firstLine = min(reports[index].value.source.firstLine ?? lines.first, lines.first)
      reports[index].value.source.lastLine = max(reports[index].value.source.lastLine ?? lines.last, lines.last)
      reports[index].notes += notes
      return
    }
    var report = CrashReport(source: CrashReport.Source(format: "document-tool"))
    // Without an error, warning or notice, nothing failed.
    report.kind = messages.isEmpty ? .statistics : .preview
    report.documentMessages = messages
    report.source.firstLine = lines.first
    report.source.lastLine = lines.last
    report.source.index = reports.count
    if messages.isEmpty { notes.append(Note("no-messages", "The tool's output has no errors, warnings or notices.")) }
    reports.append(Decoded(report, notes: notes))
  }

  private static func collect(_ value: PropertyListValue, into messages: inout [DocumentMessage], limit: Int) {
    guard let members = value.dictionary else { return }
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
        // Versions, results, hierarchies: no messages.
        continue
      }
      context.add(member.value, to: &messages, limit: limit)
    }
  }

  /// Properties of a message that follow from the keys that contain it.
  private struct Context {
    var tool: String?
    var severity: DocumentMessage.Severity?
    var document: String?
    var objectID: String?

    /// Adds the messages of a value: a dictionary with object ids or documents as keys, an array, or one message.
    func add(_ value: PropertyListValue, to messages: inout [DocumentMessage], limit: Int) {
      guard messages.count < limit else { return }
      switch value {
      case .text(let text, let line), .other(let text, let line): append(text, line, to: &messages)
      case .list(let elements, _): for element in elements { add(element, to: &messages, limit: limit) }
      case .dictionary(let members, _):
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

    /// Adds a message `{message, type}` or `{description, failure-reason, recovery-suggestion, underlying-errors}`;
    /// returns false if `members` is not one.
    private func addMessage(
      _ members: PropertyListMembers, to messages: inout [DocumentMessage], limit: Int
    ) -> Bool {
      var parts: [String] = []
      var line: Int?
      var context = self
      for key in ["message", "description", "failure-reason", "recovery-suggestion"] {
        for member in members where member.key == key {
          guard let text = member.value.text, !text.isEmpty else { continue }
          if !parts.contains(text) { parts.append(text) }
          line = line ?? member.value.line
        }
      }
      for member in members where member.key == "type" {
        switch member.value.text?.lowercased() {
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
