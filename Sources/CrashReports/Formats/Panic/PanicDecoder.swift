import Vocabulary

/// Reads the JSON body of a panic (bug_type 210, 110) or of a forced reset (151).
///
///     {
///       "build" : "iPhone OS 17.4.1 (21E237)", "product" : "iPhone14,5", "kernel" : "Darwin Kernel Version …",
///       "panicString" : "panic(cpu 2 caller 0x…): …\nDebugger message: panic\n…", "panicFlags" : "0x802",
///       "otherString" : "…", "memoryStatus" : {…}, "processByPid" : {…}, "binaryImages" : […], "notes" : […]
///     }
///
/// A forced reset has `string` in place of `panicString`; Intel Macs have `macOSPanicString`.
struct PanicDecoder: JSONBodyDecoder {
  var cursor: JSONCursor
  let limits: DecodingLimits
  var report = CrashReport(source: CrashReport.Source(format: "panic"))
  var notes: NoteList
  private var panic = PanicText()
  private var isReset = false
  private var hasText = false
  /// Quotation marks that stood unescaped inside a text.
  private var looseMarks = 0

  private enum Key: String, CaseIterable {
    case build, product, kernel, incident, date, panicString, string, macOSPanicString, panicFlags, macOSPanicFlags
    case otherString, processByPid
    case bugType = "bug_type"
    static let keys = JSONKeyTable<Key>()
  }

  init(_ segment: Segment, _ limits: DecodingLimits) {
    cursor = JSONCursor(bodyOf: segment, depthLimit: limits.depth)
    self.limits = limits
    notes = NoteList(limit: limits.notes)
    report.source.quotesLines = false
    isReset = segment.header?.bugType == "151"
  }

  mutating func decode(_ segment: Segment) -> SegmentOutcome {
    readObject(Key.keys) { decoder, key in decoder.read(key) }
    segment.header?.fill(&report)
    if report.source.bugType == "151" { isReset = true }
    panic.fill(&report, &notes, isReset: isReset)
    if looseMarks > 0 {
      notes.add(
        "damaged", "\(looseMarks) quotation marks inside the text of the panic are not escaped; read as part of it.")
    }
    if !hasText { notes.add("no-message", "The report has no text of a panic.") }
    noteDamage()
    return SegmentOutcome(
      reports: [Decoded(report, notes: notes.finished)], end: cursor.offset, endLine: cursor.line,
      isDamaged: isDamaged)
  }

  private mutating func read(_ key: Key) -> Bool {
    let line = lineOfValue()
    switch key {
    case .product: set(\.host.device, cursor.readNonEmpty(limit: 256), .device, line)
    case .incident: set(\.incident, cursor.readNonEmpty(limit: 128)?.uppercased(), .incident, line)
    case .date: setTime(cursor.readNonEmpty(limit: 128), line)
    case .build: setSystem(cursor.readNonEmpty(limit: 256), line)
    case .kernel:
      panic.kernelVersion = cursor.readNonEmpty(limit: 1024) ?? panic.kernelVersion
      panic.kernelLine = line
    case .bugType: report.source.bugType = cursor.readNonEmpty(limit: 32)
    case .panicFlags, .macOSPanicFlags:
      let flags = cursor.readNonEmpty(limit: 64)
      if let flags, panic.flags == nil { panic.flags = (flags, line) }
    case .panicString, .string, .macOSPanicString:
      guard let text = readLooseText() else { return true }
      hasText = true
      take(text, line)
    case .otherString: _ = readLooseText()
    case .processByPid:
      var count = 0
      guard cursor.enterObject() else { return true }
      while cursor.nextKey() != nil {
        count += 1
        cursor.skipValue()
      }
      if count > 0 { panic.processes = (count, line) }
    }
    return true
  }

  private mutating func take(_ text: String, _ line: Int) {
    let bytes = Array(text.utf8)
    var at = 0
    while at < bytes.count {
      let end = ByteSearch.lineEnd(bytes, from: at, end: bytes.count)
      panic.take(bytes, at..<end, line)
      at = end + 1
    }
  }

  /// A text in which quotation marks may stand unescaped, as some devices write them: its end is the mark after which
  /// the object ends or another member begins. Each byte is looked at once.
  private mutating func readLooseText() -> String? {
    guard cursor.peek() == UInt8(ascii: "\"") else { return cursor.readNonEmpty(limit: limits.textBytes) }
    let start = cursor.offset + 1
    var at = start
    var marks = 0
    var isEscaped = false
    var breaks = 0
    while at < cursor.end {
      let byte = cursor.bytes[at]
      if byte == UInt8(ascii: "\n") { breaks += 1 }
      if isEscaped {
        isEscaped = false
      } else if byte == UInt8(ascii: "\\") {
        isEscaped = true
      } else if byte == UInt8(ascii: "\"") {
        if isEnd(after: at + 1) {
          looseMarks += marks
          let text = JSONText(range: start..<at, isVerbatim: false, isASCII: false)
          if breaks > 0 { cursor.repair(.controlCharacter, start..<min(start + 1, at)) }
          cursor.offset = at + 1
          cursor.line += breaks
          cursor.isAtFirst = false
          return cursor.string(text, limit: max(limits.textBytes, 1_048_576))
        }
        marks += 1
      }
      at += 1
    }
    // No end: the report was cut inside the text.
    return cursor.readMessage(limit: limits.textBytes)
  }

  /// True if a closing brace, the end of the input, or a comma and a key follow. Looks no further than a key may reach.
  private func isEnd(after place: Int) -> Bool {
    var at = place
    let bound = min(cursor.end, place + 256)
    func skipBlank() { while at < bound, cursor.bytes[at] <= 0x20 { at += 1 } }
    skipBlank()
    guard at < bound else { return at >= cursor.end }
    if cursor.bytes[at] == UInt8(ascii: "}") { return true }
    guard cursor.bytes[at] == UInt8(ascii: ",") else { return false }
    at += 1
    skipBlank()
    guard at < bound, cursor.bytes[at] == UInt8(ascii: "\"") else { return at >= cursor.end }
    at += 1
    while at < bound, cursor.bytes[at] > 0x20, cursor.bytes[at] != UInt8(ascii: "\"") { at += 1 }
    guard at < bound, cursor.bytes[at] == UInt8(ascii: "\"") else { return at >= cursor.end }
    at += 1
    skipBlank()
    return at < bound && cursor.bytes[at] == UInt8(ascii: ":")
  }
}
