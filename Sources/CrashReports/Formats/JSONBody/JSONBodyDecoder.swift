import Vocabulary

/// What the readers of JSON bodies other than that of a crash report have in common: one pass over an object, members in
/// any order, the first of two equal keys wins, and what is lost is noted.
protocol JSONBodyDecoder {
  var cursor: JSONCursor { get set }
  var limits: DecodingLimits { get }
  var report: CrashReport { get set }
  var notes: NoteList { get set }
}

extension JSONCursor {
  /// At the body of a segment.
  init(bodyOf segment: Segment, depthLimit: Int) {
    self.init(
      segment.bytes, range: segment.bodyStart..<segment.range.upperBound, line: segment.bodyLine,
      depthLimit: depthLimit)
  }
}

extension JSONBodyDecoder {
  /// Walks the object that is next. `take` gets the known keys, consumes the value and returns true, or returns false.
  ///
  /// Anything else than an object is consumed.
  mutating func readObject<Key>(_ keys: JSONKeyTable<Key>, _ take: (inout Self, Key) -> Bool) {
    guard cursor.enterObject() else { return }
    var seen = SeenKeys()
    while let text = cursor.nextKey() {
      guard let (key, number) = cursor.find(text, in: keys) else {
        cursor.skipValue()
        continue
      }
      guard seen.insert(number) else {
        skipDuplicate(text)
        continue
      }
      if !take(&self, key) { cursor.skipValue() }
    }
  }

  /// Walks the array that is next; `take` consumes each element.
  mutating func readArray(_ take: (inout Self) -> Void) {
    guard cursor.enterArray() else { return }
    while cursor.nextElement() { take(&self) }
  }

  mutating func skipDuplicate(_ key: JSONText) {
    let name = ByteSearch.quotation(cursor.bytes, key.range)
    notes.add("duplicate-key", "\"\(name)\" stands twice in one object; the first was used.", line: cursor.line)
    cursor.skipValue()
  }

  /// Line of the value that is next.
  mutating func lineOfValue() -> Int {
    _ = cursor.peek()
    return cursor.line
  }

  /// A number with or without decimals, also as text.
  mutating func readDouble() -> Double? {
    guard let text = cursor.readString(limit: 64), let value = Double(text), value.isFinite else { return nil }
    return value
  }

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

  /// `iPhone OS 16.2 (20C65)` in its two parts.
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
  /// Puts into words what the cursor stepped over, and where it stopped.
  mutating func noteDamage() {
    for repair in cursor.repairs {
      let quotation = ByteSearch.quotation(cursor.bytes, repair.range)
      switch repair.kind {
      case .badValue, .badMember:
        notes.add(
          "damaged", "What stands here is no JSON; it was left out.", line: repair.line, quotation: quotation)
      case .missingComma: notes.add("damaged", "A comma is missing; read as if it were there.", line: repair.line)
      case .extraBrace: notes.add("damaged", "There is a brace too many; read without it.", line: repair.line)
      case .extraComma: notes.add("damaged", "There is a comma too many; read without it.", line: repair.line)
      case .badEncoding, .badEscape, .controlCharacter, .longText: break
      }
    }
    noteFirst(.badEncoding, "invalid-utf8", "Bytes that are no UTF-8 were replaced by U+FFFD.")
    noteFirst(.badEscape, "bad-escape", "Escapes that name no character were read as well as it goes.")
    noteFirst(.longText, "text-cut", "A text is very long; only its beginning was kept.")
    noteFirst(.controlCharacter, "control-character", "Raw control characters stand inside a text.")
    guard let fault = cursor.fault else { return }
    switch fault.reason {
    case .truncated:
      notes.add("truncated", "The report ends before its end; what stands before that was read.", line: fault.line)
    case .tooDeep:
      notes.add(
        "limit-reached",
        "Objects are nested deeper than \(cursor.depthLimit) levels; what stands before that was read.",
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
  /// True if something was amiss, so that the end that was found may not be that of the report.
  var isDamaged: Bool { cursor.fault != nil || !cursor.repairs.isEmpty }
}

extension ReportFormat {
  /// Reads a body; one that lost its end runs into the report behind it, and is read again up to that one's header.
  static func decodeBody(_ segment: Segment, _ decode: (Segment) -> SegmentOutcome) -> SegmentOutcome {
    let outcome = decode(segment)
    guard outcome.isDamaged,
      let next = Segmenter.headerLine(segment.bytes, after: segment.bodyStart, before: outcome.end)
    else { return outcome }
    var bounded = segment
    bounded.range = segment.range.lowerBound..<max(next, segment.range.lowerBound)
    var again = decode(bounded)
    again.work += max(0, outcome.end - segment.bodyStart)
    return again
  }

  /// The number of the report's kind, wherever it stands.
  static func bugType(of segment: Segment) -> String? { segment.header?.bugType ?? segment.shape?.bugType }

  /// A report of a kind of which only the header line is there.
  static func headerOnly(_ segment: Segment, format: String, kind: CrashReport.Kind) -> SegmentOutcome {
    var outcome = headerOnly(segment)
    for index in outcome.reports.indices {
      outcome.reports[index].value.source.format = format
      outcome.reports[index].value.kind = kind
    }
    return outcome
  }

  /// Line of the end of a segment's text.
  static func textEndLine(_ segment: Segment) -> Int {
    let end = segment.range.upperBound
    return segment.bodyLine + ByteSearch.lineBreaks(segment.bytes, segment.bodyStart..<max(end, segment.bodyStart))
  }
}
