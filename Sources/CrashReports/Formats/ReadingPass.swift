/// One pass over an input: splits it into segments, decodes each with its format, and collects the results.
struct ReadingPass {
  private let bytes: [UInt8]
  private var limits: DecodingLimits
  private var segmenter: Segmenter
  private var at: Int
  private var line = 1
  private var run: TextRun
  /// The start of a run of lines that look like members of a JSON object.
  private var members: (offset: Int, line: Int)?
  /// The first line of text that is not a report, for a note on the next report.
  private var ignoredLine: Int?
  private var outcome = ReadOutcome()

  /// Consecutive lines that are not part of a JSON object.
  private struct TextRun {
    var start: Int
    var line: Int
    /// The header line above the text, and its offset.
    var header: (header: IPSHeader, start: Int)?
    /// True if Console's banner is above the text, so that the same report may follow as JSON.
    var isTranslated = false
    /// The index of the report whose JSON ends where the text begins.
    var report: Int?
  }

  init(_ bytes: [UInt8], start: Int, limits: DecodingLimits) {
    self.bytes = bytes
    self.limits = limits
    segmenter = Segmenter(bytes, limits: limits)
    at = start
    run = TextRun(start: start, line: 1)
  }

  mutating func read() -> ReadOutcome {
    while at < bytes.count, outcome.reports.count < limits.reports, outcome.faults.count < limits.notes {
      readLine()
    }
    if at < bytes.count {
      outcome.faults.append(
        DecodingFault(
          .limitReached, "more than \(limits.reports) reports in one input: the rest was not read", line: line,
          offset: at))
    }
    flush(to: at)
    if let last = outcome.reports.indices.last, segmenter.foreignElements.count > 0 {
      let count = segmenter.foreignElements.count
      let words = count == 1 ? "1 element of the list is" : "\(count) elements of the list are"
      outcome.reports[last].notes.append(
        Note("other-records", "\(words) not a report, and not read.", line: segmenter.foreignElements.line))
    }
    return outcome
  }

  private mutating func readLine() {
    var first = at
    while first < bytes.count, bytes[first] == UInt8(ascii: " ") || bytes[first] == UInt8(ascii: "\t") { first += 1 }
    guard first < bytes.count else {
      at = bytes.count
      return
    }
    guard Segmenter.mayStart(with: bytes[first]) else {
      members = nil
      return nextLine(from: first)
    }
    let (start, skip) = segmenter.start(at: first, line: line, end: bytes.count)
    switch start {
    case .header(let header, let end): readHeader(header, at: first, end: end)
    case .object(let shape):
      let content = Segment.Content.json(shape)
      readObject(header: nil, start: first, firstLine: line, body: shape.start, line: shape.startLine, content)
    case .members: readMembers(first)
    case .banner:
      flush(to: at)
      nextLine(from: first)
      run = TextRun(start: at, line: line, isTranslated: true)
    case nil:
      if segmenter.memberKey(at: first, end: bytes.count) == nil {
        members = nil
      } else if members == nil {
        members = (first, line)
      }
      if let skip, skip > first {
        let inner = segmenter.reports(inside: first..<skip, line: line)
        if !inner.isEmpty { return readNested(inner, from: first, to: skip) }
        line += ByteSearch.lineBreaks(bytes, at..<skip)
        at = skip
        // The next object of a list follows, on the same line or on another one.
        skipSeparators()
        if at >= bytes.count || bytes[at] == UInt8(ascii: "{") || bytes[at] == UInt8(ascii: "[") { return }
        return nextLine(from: at)
      }
      nextLine(from: max(first, at))
    }
  }

  private mutating func nextLine(from offset: Int) {
    let end = ByteSearch.lineEnd(bytes, from: offset, end: bytes.count)
    at = end
    if end < bytes.count {
      at += 1
      line += 1
    }
  }
}

// MARK: - JSON

extension ReadingPass {
  private mutating func readHeader(_ header: IPSHeader, at start: Int, end: Int) {
    let firstLine = line
    var next = end
    while next < bytes.count, bytes[next] <= 0x20 { next += 1 }
    let nextLine = line + ByteSearch.lineBreaks(bytes, end..<next)
    guard next < bytes.count, bytes[next] == UInt8(ascii: "{") else {
      flush(to: start, isBesideJSON: true)
      run = TextRun(start: end, line: line, header: (header, start))
      at = end
      return
    }
    // A body begins with a brace on a separate line, or is one long line; another header may follow instead.
    let isMultiline = next + 1 < bytes.count && bytes[next + 1] <= 0x20
    if isMultiline && ReportFormat.isCrashBugType(header.bugType) {
      return readObject(header: header, start: start, firstLine: firstLine, body: next, line: nextLine, .json(nil))
    }
    var cursor = JSONCursor(bytes, range: next..<bytes.count, line: nextLine, depthLimit: limits.depth)
    let shape = JSONShape(&cursor)
    if shape.isHeader {
      flush(to: start, isBesideJSON: true)
      run = TextRun(start: end, line: firstLine, header: (header, start))
      at = next
      line = nextLine
      return flush(to: next)
    }
    let isCrash = ReportFormat.isCrashBugType(header.bugType) && !shape.isDiagnostic
    let content = Segment.Content.json(isCrash ? nil : shape)
    readObject(header: header, start: start, firstLine: firstLine, body: next, line: nextLine, content)
  }

  private mutating func readObject(
    header: IPSHeader?, start: Int, firstLine: Int, body: Int, line bodyLine: Int, _ content: Segment.Content,
    isNested: Bool = false
  ) {
    let translated = translatedText(before: start)
    var textAbove: (range: Range<Int>, firstLine: Int)?
    if case .json(let shape?) = content, shape.isSwiftCrashLog, run.start < start {
      textAbove = (run.start..<start, run.line)
    }
    if translated == nil { flush(to: start, isBesideJSON: true, isAboveCrash: textAbove != nil) }
    var segment = Segment(
      bytes: bytes, range: start..<bytes.count, firstLine: firstLine, header: header, bodyStart: body,
      bodyLine: bodyLine, content: content, budget: segmenter.budget)
    segment.textAbove = textAbove
    guard let format = ReportFormat.best(for: segment) else {
      // Not expected: objects are only passed here if a format recognizes them. Read it as text.
      return nextLine(from: max(start, at))
    }
    var result = format.decode(segment, limits)
    limits.frames = max(0, limits.frames - result.frameCount)
    segmenter.spend(result.work)
    if let translated { result = choose(json: result, text: translated) }
    members = nil
    at = max(result.end, body + 1)
    line = result.endLine
    append(&result, of: segment)
    if !isNested { skipSeparators() }
    run = TextRun(start: at, line: line, report: result.reports.isEmpty ? nil : outcome.reports.count - 1)
  }

  /// Reads the reports inside values that are not reports, which end at `end`.
  private mutating func readNested(_ reports: [Segmenter.NestedReport], from first: Int, to end: Int) {
    let endLine = line + ByteSearch.lineBreaks(bytes, at..<end)
    flush(to: first, isBesideJSON: true)
    for report in reports {
      at = report.offset
      line = report.line
      run = TextRun(start: at, line: line)
      guard outcome.reports.count < limits.reports else { return }
      readObject(
        header: nil, start: at, firstLine: line, body: at, line: line, .json(report.shape), isNested: true)
    }
    if at < end {
      at = end
      line = endLine
    }
    skipSeparators()
    run = TextRun(start: at, line: line)
  }

  private mutating func readMembers(_ first: Int) {
    let start = members ?? (first, line)
    flush(to: start.offset, isBesideJSON: true)
    let segment = Segment(
      bytes: bytes, range: start.offset..<bytes.count, firstLine: start.line, header: nil, bodyStart: start.offset,
      bodyLine: start.line, content: .jsonMembers, budget: segmenter.budget)
    let isPanic = segmenter.memberKey(at: first, end: bytes.count).map { PanicDecoder.isText(bytes, $0.key) }
    let format = isPanic == true ? ReportFormat.panic : .ipsMembers
    var result = format.decode(segment, limits)
    limits.frames = max(0, limits.frames - result.frameCount)
    segmenter.spend(result.work)
    members = nil
    at = max(result.end, first + 1)
    line = result.endLine
    append(&result, of: segment)
    skipSeparators()
    run = TextRun(start: at, line: line, report: outcome.reports.count - 1)
  }

  /// Skips commas and brackets between the objects of a list, and elements that are not reports.
  private mutating func skipSeparators() {
    var isElement = false
    while at < bytes.count {
      switch bytes[at] {
      case UInt8(ascii: "\n"): line += 1
      case UInt8(ascii: ","): isElement = true
      case UInt8(ascii: "]"), UInt8(ascii: "}"), 0...0x20: break
      default:
        guard isElement, let end = segmenter.endOfElement(at: at, line: line) else { return }
        segmenter.countElement(line: line)
        line += ByteSearch.lineBreaks(bytes, at..<end)
        at = end
        isElement = false
        continue
      }
      at += 1
    }
  }

  /// Appends the reports and faults of a segment to the outcome, each report with its range in the input.
  private mutating func append(_ result: inout SegmentOutcome, of segment: Segment) {
    for index in result.reports.indices {
      var source = result.reports[index].value.source
      source.index = outcome.reports.count
      if source.firstLine == nil { source.firstLine = segment.firstLine }
      if source.lastLine == nil { source.lastLine = result.endLine }
      if source.byteRange == nil {
        source.byteRange = segment.range.lowerBound..<max(result.end, segment.range.lowerBound)
      }
      result.reports[index].value.source = source
      if let line = ignoredLine {
        result.reports[index].notes.append(
          Note("ignored-text", "Text before the report was not recognized and was ignored.", line: line))
        ignoredLine = nil
      }
      outcome.reports.append(result.reports[index])
    }
    outcome.faults += result.faults
  }
}

// MARK: - Text

extension ReadingPass {
  /// Decodes the text collected so far. Next to JSON, text that records no event is a comment on the JSON
  /// and not a separate report. Lines above the JSON of the crash they announce are not a separate report either.
  private mutating func flush(to end: Int, isBesideJSON: Bool = false, isAboveCrash: Bool = false) {
    let text = run.start..<max(run.start, end)
    let (textLine, header, report) = (run.line, run.header, run.report)
    run = TextRun(start: end, line: line)
    let isTrivial = TextRunContent.isTrivial(bytes, text)
    if let (header, start) = header {
      let segment = Segment(
        bytes: bytes, range: start..<text.upperBound, firstLine: header.line, header: header,
        bodyStart: text.lowerBound, bodyLine: textLine, content: isTrivial ? .headerOnly : .text)
      finish(segment)
      return
    }
    guard !isTrivial else { return }
    var range = text
    var firstLine = textLine
    if report != nil, TextRunContent.isSystemProfile(bytes, text) {
      guard let start = TextRunContent.reportStart(bytes, text) else { return }
      range = start..<text.upperBound
      firstLine += ByteSearch.lineBreaks(bytes, text.lowerBound..<start)
    }
    let segment = Segment(
      bytes: bytes, range: range, firstLine: firstLine, header: nil, bodyStart: range.lowerBound, bodyLine: firstLine,
      content: .text)
    let found =
      !TextRunContent.isForeignJSON(bytes, range)
      && finish(segment, needsRecord: isBesideJSON || report != nil, needsStack: isAboveCrash)
    guard !found, !isAboveCrash else { return }
    if let report, outcome.reports.indices.contains(report) {
      outcome.reports[report].notes.append(
        Note("ignored-text", "Text after the report was not recognized and was ignored.", line: firstLine))
    } else if ignoredLine == nil {
      ignoredLine = firstLine
    }
  }

  /// Decodes a segment; returns whether it yielded a report or a fault.
  @discardableResult
  private mutating func finish(_ segment: Segment, needsRecord: Bool = false, needsStack: Bool = false) -> Bool {
    guard let format = ReportFormat.best(for: segment) else { return false }
    var result = format.decode(segment, limits)
    if needsRecord { result.reports.removeAll { !$0.isRecord } }
    if needsStack { result.reports.removeAll { $0.value.threads?.isEmpty != false } }
    let found = !result.reports.isEmpty || !result.faults.isEmpty
    append(&result, of: segment)
    return found
  }

  /// Returns the text form of the report whose JSON begins at `start`; `nil` if there is none.
  private func translatedText(before start: Int) -> TextRun? {
    guard run.header == nil, run.start < start else { return nil }
    guard run.isTranslated || TextRunContent.endsWithFullReport(bytes, run.start..<start) else { return nil }
    return TextRunContent.isTrivial(bytes, run.start..<start) ? nil : run
  }

  /// Chooses between the text and the JSON of the same report: the JSON, which is more precise, unless it is damaged.
  private mutating func choose(json: SegmentOutcome, text: TextRun) -> SegmentOutcome {
    var json = json
    let threads = json.reports.first?.value.threads?.count ?? 0
    if !json.isDamaged, threads > 0 {
      note(&json, "translated", "The report occurs twice, as text and as JSON; the JSON was read.", text.line)
      return json
    }
    let decoded = TextDecoder.decode(
      bytes, range: text.start..<max(text.start, at), firstLine: text.line, limits: limits)
    guard let first = decoded.first, (first.value.threads?.count ?? 0) >= threads else {
      note(&json, "translated", "The report occurs twice, as text and as JSON; the JSON was read.", text.line)
      return json
    }
    var result = json
    result.reports = decoded
    note(&result, "translated", "The JSON of this report is damaged; the text above it was read instead.", text.line)
    return result
  }

  private func note(_ result: inout SegmentOutcome, _ code: String, _ text: String, _ line: Int) {
    guard !result.reports.isEmpty else { return }
    result.reports[0].notes.append(Note(code, text, line: line))
  }
}
