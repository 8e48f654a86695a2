extension ReportFormat {
  /// What Crashlytics lets a user download as text.
  static let crashlytics = ReportFormat(
    id: "crashlytics",
    title: "Crashlytics, text of a crash",
    summary: "The plain text of a crash that Crashlytics offers for download: fields behind `#`, threads as "
      + "`#0. Crashed: name`.",
    example: "# Crashlytics - plaintext stacktrace downloaded by user at Mon, 05 Jan 2026 10:00:00 GMT",
    isRead: true,
    recognize: { segment in
      guard segment.header == nil, let text = segment.text else { return .no }
      return CrashlyticsText.hasTitle(segment.bytes, text) ? .certain : .no
    },
    decode: { segment, limits in CrashlyticsText.decode(segment, limits) })
}

/// Says in Apple's words, line by line, what Crashlytics says in its own; one grammar of lines then reads it.
enum CrashlyticsText {
  private static let labels: [(own: StaticString, apple: StaticString)] = [
    ("# Application:", "Process:"), ("# Bundle Identifier:", "Identifier:"), ("# Version:", "Version:"),
    ("# Date:", "Date/Time:"), ("# OS Version:", "OS Version:"), ("# Device:", "Hardware Model:"),
  ]

  /// True if one of the first lines is the title, perhaps indented or quoted.
  static func hasTitle(_ bytes: [UInt8], _ text: Range<Int>) -> Bool {
    var at = text.lowerBound
    for _ in 0..<60 where at < text.upperBound {
      let lineEnd = ByteSearch.lineEnd(bytes, from: at, end: text.upperBound)
      let start = afterMargin(bytes, at, lineEnd)
      if ByteSearch.matches(bytes, at: start, end: lineEnd, "# Crashlytics - plaintext stacktrace") { return true }
      at = lineEnd + 1
    }
    return false
  }

  /// Where the words of a line begin behind blanks and signs of quotation.
  private static func afterMargin(_ bytes: [UInt8], _ start: Int, _ end: Int) -> Int {
    var at = start
    while at < end, bytes[at] == 0x20 || bytes[at] == 0x09 || bytes[at] == UInt8(ascii: ">") { at += 1 }
    return at
  }

  static func decode(_ segment: Segment, _ limits: DecodingLimits) -> SegmentOutcome {
    let end = segment.range.upperBound
    var outcome = SegmentOutcome(
      end: end, endLine: segment.bodyLine + ByteSearch.lineBreaks(segment.bytes, segment.bodyStart..<end))
    var copy: [UInt8] = []
    copy.reserveCapacity(end - segment.bodyStart)
    var exception: (name: String, reason: String?, line: Int)?
    var line = segment.bodyLine
    var at = segment.bodyStart
    while at < end {
      let lineEnd = ByteSearch.lineEnd(segment.bytes, from: at, end: end)
      at = afterMargin(segment.bytes, at, lineEnd)
      let content = ByteSearch.trimmed(segment.bytes, at..<lineEnd)
      if exception == nil, ByteSearch.matches(segment.bytes, at: at, end: lineEnd, "Fatal Exception: ") {
        exception = (text(segment.bytes, at + 17..<lineEnd, limits), nil, line)
      } else if let known = exception, known.reason == nil, known.line == line - 1, !content.isEmpty,
        !isFrame(segment.bytes, content)
      {
        exception?.reason = text(segment.bytes, content, limits)
      }
      append(segment.bytes, at..<lineEnd, to: &copy)
      copy.append(UInt8(ascii: "\n"))
      at = lineEnd + 1
      line += 1
    }
    outcome.reports = TextDecoder.decode(copy, range: 0..<copy.count, firstLine: segment.bodyLine, limits: limits)
    for index in outcome.reports.indices {
      outcome.reports[index].value.source.format = "crashlytics"
      outcome.reports[index].value.source.byteRange = nil
    }
    guard !outcome.reports.isEmpty else {
      outcome.faults = [
        DecodingFault(.damaged, "a text of Crashlytics without a stack", line: segment.firstLine)
      ]
      return outcome
    }
    if outcome.reports.count == 1 { outcome.reports[0].value.source.byteRange = segment.range }
    if let exception {
      var stated = outcome.reports[0].value.exception ?? CrashReport.Exception()
      stated.name = stated.name ?? exception.name
      stated.reason = stated.reason ?? exception.reason
      outcome.reports[0].value.exception = stated
      outcome.reports[0].value.lines[.exceptionReason] = exception.line
    }
    return outcome
  }

  private static func text(_ bytes: [UInt8], _ range: Range<Int>, _ limits: DecodingLimits) -> String {
    let range = ByteSearch.trimmed(bytes, range)
    return String(decoding: bytes[range.prefix(limits.textBytes)], as: UTF8.self)
  }

  private static func isFrame(_ bytes: [UInt8], _ content: Range<Int>) -> Bool {
    bytes[content.lowerBound] &- 0x30 < 10 && ByteSearch.contains(" 0x", bytes, content)
  }

  private static func append(_ bytes: [UInt8], _ line: Range<Int>, to copy: inout [UInt8]) {
    for label in labels where ByteSearch.matches(bytes, at: line.lowerBound, end: line.upperBound, label.own) {
      copy.append(contentsOf: Array(label.apple.description.utf8))
      copy.append(contentsOf: bytes[(line.lowerBound + label.own.utf8CodeUnitCount)..<line.upperBound])
      return
    }
    if let thread = thread(bytes, line) {
      copy.append(contentsOf: thread)
      return
    }
    copy.append(contentsOf: bytes[line])
  }

  /// `#0. Crashed: com.apple.main-thread` as `Thread 0 Crashed:: com.apple.main-thread`.
  private static func thread(_ bytes: [UInt8], _ line: Range<Int>) -> [UInt8]? {
    guard line.lowerBound < line.upperBound, bytes[line.lowerBound] == UInt8(ascii: "#") else { return nil }
    var at = line.lowerBound + 1
    while at < line.upperBound, bytes[at] &- 0x30 < 10 { at += 1 }
    guard at > line.lowerBound + 1, at < line.upperBound, bytes[at] == UInt8(ascii: ".") else { return nil }
    var made = Array("Thread ".utf8) + bytes[(line.lowerBound + 1)..<at]
    var name = ByteSearch.trimmed(bytes, at + 1..<line.upperBound)
    if ByteSearch.matches(bytes, at: name.lowerBound, end: name.upperBound, "Crashed:") {
      made += Array(" Crashed:: ".utf8)
      name = ByteSearch.trimmed(bytes, name.lowerBound + 8..<name.upperBound)
    } else {
      made += Array(":: ".utf8)
    }
    return made + bytes[name]
  }
}
