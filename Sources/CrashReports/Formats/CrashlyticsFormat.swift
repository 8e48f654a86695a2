import Bytes

extension ReportFormat {
  /// The plain text of a crash downloaded from Crashlytics.
  static let crashlytics = ReportFormat(
    id: "crashlytics",
    title: "Crashlytics crash, text",
    summary: "The plain text of a crash that Crashlytics offers for download: fields begin with `#`, threads with a "
      + "line such as `#0. Crashed: name`.",
    example: "# Crashlytics - plaintext stacktrace downloaded by user at Mon, 05 Jan 2026 10:00:00 GMT",
    isRead: true, canRewriteFrames: false,
    recognize: { segment in
      guard segment.header == nil, let text = segment.text else { return .no }
      return CrashlyticsText.hasTitle(segment.bytes, text) ? .certain : .no
    },
    decode: { segment, limits in CrashlyticsText.decode(segment, limits) })
}

/// Rewrites Crashlytics text line by line with the labels of Apple's reports, so that the text reader can read it.
enum CrashlyticsText {
  private static let labels: [(crashlytics: StaticString, apple: StaticString)] = [
    ("# Application:", "Process:"), ("# Bundle Identifier:", "Identifier:"), ("# Version:", "Version:"),
    ("# Date:", "Date/Time:"), ("# OS Version:", "OS Version:"), ("# Device:", "Hardware Model:"),
  ]

  /// Returns whether one of the first lines is the title, which may be indented or quoted.
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

  /// Returns the offset of a line's text after blanks and quotation marks (`>`).
  private static func afterMargin(_ bytes: [UInt8], _ start: Int, _ end: Int) -> Int {
    var at = start
    while at < end, bytes[at] == 0x20 || bytes[at] == 0x09 || bytes[at] == UInt8(ascii: ">") { at += 1 }
    return at
  }

  /// Decodes the segment with the text reader and adds the exception, whose reason is on the line after its name.
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
        DecodingFault(.damaged, "Crashlytics text without a stack", line: segment.firstLine)
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
    return String(streamSafe: bytes[range.prefix(limits.textBytes)])
  }

  private static func isFrame(_ bytes: [UInt8], _ content: Range<Int>) -> Bool {
    bytes[content.lowerBound] &- 0x30 < 10 && ByteSearch.contains(" 0x", bytes, content)
  }

  private static func append(_ bytes: [UInt8], _ line: Range<Int>, to copy: inout [UInt8]) {
    for label in labels where ByteSearch.matches(bytes, at: line.lowerBound, end: line.upperBound, label.crashlytics) {
      copy.append(contentsOf: Array(label.apple.description.utf8))
      copy.append(contentsOf: bytes[(line.lowerBound + label.crashlytics.utf8CodeUnitCount)..<line.upperBound])
      return
    }
    if let thread = thread(bytes, line) {
      copy.append(contentsOf: thread)
      return
    }
    copy.append(contentsOf: bytes[line])
  }

  /// Returns `#0. Crashed: com.apple.main-thread` as `Thread 0 Crashed:: com.apple.main-thread`; `nil` for other lines.
  private static func thread(_ bytes: [UInt8], _ line: Range<Int>) -> [UInt8]? {
    guard line.lowerBound < line.upperBound, bytes[line.lowerBound] == UInt8(ascii: "#") else { return nil }
    var at = line.lowerBound + 1
    while at < line.upperBound, bytes[at] &- 0x30 < 10 { at += 1 }
    guard at > line.lowerBound + 1, at < line.upperBound, bytes[at] == UInt8(ascii: ".") else { return nil }
    var header = Array("Thread ".utf8) + bytes[(line.lowerBound + 1)..<at]
    var name = ByteSearch.trimmed(bytes, at + 1..<line.upperBound)
    if ByteSearch.matches(bytes, at: name.lowerBound, end: name.upperBound, "Crashed:") {
      header += Array(" Crashed:: ".utf8)
      name = ByteSearch.trimmed(bytes, name.lowerBound + 8..<name.upperBound)
    } else {
      header += Array(":: ".utf8)
    }
    return header + bytes[name]
  }
}
