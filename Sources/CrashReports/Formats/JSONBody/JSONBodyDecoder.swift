import Vocabulary

/// A decoder for a JSON body other than that of a crash report. Shared rules: one pass, members in any order, the first
/// of two equal keys is used, and damage is noted.
protocol JSONBodyDecoder: JSONMemberReader {
  var limits: DecodingLimits { get }
  var report: CrashReport { get set }
}

extension JSONCursor {
  /// Creates a cursor at the body of a segment.
  init(bodyOf segment: Segment, depthLimit: Int) {
    self.init(
      segment.bytes, range: segment.bodyStart..<segment.range.upperBound, line: segment.bodyLine,
      depthLimit: depthLimit)
  }
}

extension JSONBodyDecoder {
  /// Reads the next value if it is an object. `readValue` is called for each known key; it consumes the value and
  /// returns true, or returns false to skip it.
  ///
  /// Any other value is consumed.
  mutating func readObject<Key>(_ keys: JSONKeyTable<Key>, _ readValue: (inout Self, Key) -> Bool) {
    guard cursor.enterObject() else { return }
    var seen = SeenKeys()
    while let key = nextMember(keys, &seen) {
      if !readValue(&self, key) { cursor.skipValue() }
    }
  }

  /// Reads members up to the end of the text, of an object whose braces were not pasted; like `readObject`.
  mutating func readMembers<Key>(_ keys: JSONKeyTable<Key>, _ readValue: (inout Self, Key) -> Bool) {
    var seen = SeenKeys()
    cursor.isAtFirst = true
    while let byte = cursor.peek(), byte == UInt8(ascii: "\"") || byte == UInt8(ascii: ","),
      let key = nextMember(keys, &seen)
    {
      if !readValue(&self, key) { cursor.skipValue() }
    }
  }

  /// Reads the next value if it is an array; `readElement` consumes each element. Any other value is consumed.
  mutating func readArray(_ readElement: (inout Self) -> Void) {
    guard cursor.enterArray() else { return }
    while cursor.nextElement() { readElement(&self) }
  }

  /// Returns the line of the next value.
  mutating func lineOfValue() -> Int {
    _ = cursor.peek()
    return cursor.line
  }

  /// Sets a field and its line, unless `value` is missing or empty.
  mutating func set(
    _ path: WritableKeyPath<CrashReport, String?>, _ value: String?, _ field: CrashReport.Field, _ line: Int
  ) {
    guard let value, !value.isEmpty else { return }
    report[keyPath: path] = value
    report.lines[field] = line
  }

  mutating func editProcess(_ change: (inout CrashReport.Process) -> Void) {
    var process = report.process ?? CrashReport.Process()
    change(&process)
    report.process = process == CrashReport.Process() ? nil : process
  }

  mutating func setTime(_ text: String?, _ line: Int) {
    guard let text else { return }
    var times = report.times ?? CrashReport.Times()
    times.crashed = CrashReport.ReportTime(reportText: text)
    report.times = times
    report.lines[.crashed] = line
  }

  /// Sets name and build of the system from `iPhone OS 16.2 (20C65)`.
  mutating func setSystem(_ text: String?, _ line: Int) {
    guard let text else { return }
    var header = IPSHeader()
    header.osVersion = text
    guard let system = header.system else { return }
    report.host.os = system.name
    report.host.osBuild = system.build ?? report.host.osBuild
    report.lines[.os] = line
  }
}

// MARK: - What was lost

extension JSONBodyDecoder {
  /// Adds notes on what the cursor skipped, and on where it stopped.
  mutating func noteDamage() {
    for repair in cursor.repairs {
      let quotation = ByteSearch.quotation(cursor.bytes, repair.range)
      switch repair.kind {
      case .badValue, .badMember:
        notes.add(
          "damaged", "Invalid JSON skipped.", line: repair.line, quotation: quotation)
      case .missingComma: notes.add("damaged", "A comma is missing; read as if it were there.", line: repair.line)
      case .extraBrace: notes.add("damaged", "An extra closing brace was ignored.", line: repair.line)
      case .extraComma: notes.add("damaged", "An extra comma was ignored.", line: repair.line)
      case .badEncoding, .badEscape, .controlCharacter, .longText: break
      }
    }
    noteFirst(.badEncoding, "invalid-utf8", "Invalid UTF-8 was replaced with U+FFFD.")
    noteFirst(.badEscape, "bad-escape", "Invalid escapes were replaced with U+FFFD or read without the backslash.")
    noteFirst(.longText, "text-cut", "A very long string was truncated; only its beginning was read.")
    noteFirst(
      .controlCharacter, "control-character", "A string contains raw control characters, which were read as part of it."
    )
    guard let fault = cursor.fault else { return }
    switch fault.reason {
    case .truncated:
      notes.add("truncated", "The report is truncated; the part before this line was read.", line: fault.line)
    case .tooDeep:
      notes.add(
        "limit-reached",
        "Objects are nested deeper than \(cursor.depthLimit) levels; the part before that was read.",
        line: fault.line)
    case .mismatch, .syntax:
      notes.add(
        "damaged", "The brackets or quotation marks do not match; nothing after that was read.", line: fault.line)
    }
  }

  private mutating func noteFirst(_ kind: JSONRepair.Kind, _ code: String, _ text: String) {
    guard let first = cursor.repairs.first(where: { $0.kind == kind }) else { return }
    notes.add(code, text, line: first.line)
  }
}

extension JSONBodyDecoder {
  /// Adds notes on values of another type than is read.
  mutating func noteMismatches() {
    for mismatch in cursor.mismatches {
      let key = mismatch.key.isEmpty ? "A value" : "The member \"\(ByteSearch.quotation(cursor.bytes, mismatch.key))\""
      notes.add("damaged", "\(key) is \(mismatch.type) here and was not read.", line: mismatch.line)
    }
    let more = cursor.mismatchCount - cursor.mismatches.count
    if more > 0 {
      notes.add("damaged", "\(more) more values have another type than usual and were not read.")
    }
  }

  /// True if there was damage, so that the end of the object may not be the end of the report.
  var isDamaged: Bool { cursor.fault != nil || !cursor.repairs.isEmpty }
}

extension ReportFormat {
  /// Decodes a body. If it is damaged and continues into the next report because its end is missing, decodes it again,
  /// up to the line on which the next one begins.
  static func decodeBody(_ segment: Segment, _ decode: (Segment) -> SegmentOutcome) -> SegmentOutcome {
    let outcome = decode(segment)
    guard outcome.isDamaged,
      let next = Segmenter.nextRecord(
        segment.bytes, after: segment.bodyStart, before: outcome.end, end: segment.range.upperBound,
        depthLimit: DecodingLimits().depth)
    else { return outcome }
    var shortened = segment
    shortened.range = segment.range.lowerBound..<max(next, segment.range.lowerBound)
    var secondOutcome = decode(shortened)
    secondOutcome.work += max(0, outcome.end - segment.bodyStart)
    return secondOutcome
  }

  /// Returns the `bug_type` of the header line, or else of the body.
  static func bugType(of segment: Segment) -> String? { segment.header?.bugType ?? segment.shape?.bugType }

  /// Returns a report of the given format and kind for a header line without a body.
  static func headerOnly(_ segment: Segment, format: String, kind: CrashReport.Kind) -> SegmentOutcome {
    var outcome = headerOnly(segment)
    for index in outcome.reports.indices {
      outcome.reports[index].value.source.format = format
      outcome.reports[index].value.kind = kind
    }
    return outcome
  }

  /// Returns the line of the end of a segment's text.
  static func textEndLine(_ segment: Segment) -> Int {
    let end = segment.range.upperBound
    return segment.bodyLine + ByteSearch.lineBreaks(segment.bytes, segment.bodyStart..<max(end, segment.bodyStart))
  }
}
