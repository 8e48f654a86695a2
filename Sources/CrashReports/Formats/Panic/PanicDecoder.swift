import Vocabulary

/// A decoder for the JSON body of a kernel panic (bug_type 210, 110) or of a forced reset (151).
///
///     {
///       "build" : "iPhone OS 17.4.1 (21E237)", "product" : "iPhone14,5", "kernel" : "Darwin Kernel Version …",
///       "panicString" : "panic(cpu 2 caller 0x…): …\nDebugger message: panic\n…", "panicFlags" : "0x802",
///       "otherString" : "…", "memoryStatus" : {…}, "processByPid" : {…}, "binaryImages" : […], "notes" : […]
///     }
///
/// A forced reset has `string` instead of `panicString`; Intel Macs have `macOSPanicString`.
struct PanicDecoder: JSONBodyDecoder {
  var cursor: JSONCursor
  let limits: DecodingLimits
  var report = CrashReport(source: CrashReport.Source(format: "panic"))
  var notes: NoteList
  private var panic = PanicText()
  private var isReset = false
  private var hasText = false
  /// The number of unescaped quotation marks inside strings.
  private var unescapedQuotes = 0

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

  /// Returns whether a key is that of the text of a panic, which no other report has.
  static func isText(_ bytes: [UInt8], _ range: Range<Int>) -> Bool {
    switch Key.keys.find(bytes, range)?.key {
    case .panicString, .macOSPanicString: true
    default: false
    }
  }

  mutating func decode(_ segment: Segment) -> SegmentOutcome {
    if case .jsonMembers = segment.content { return decodeMembers() }
    readObject(Key.keys) { decoder, key in decoder.read(key) }
    segment.header?.fill(&report)
    if report.source.bugType == "151" { isReset = true }
    panic.fill(&report, &notes, isReset: isReset)
    if unescapedQuotes > 0 {
      notes.add(
        "damaged",
        "\(unescapedQuotes) quotation marks inside the panic text are not escaped; they were read as part of it.")
    }
    if !hasText { notes.add("no-message", "The report has no panic text.") }
    noteDamage()
    return SegmentOutcome(
      reports: [Decoded(report, notes: notes.finished)], end: cursor.offset, endLine: cursor.line,
      isDamaged: isDamaged)
  }

  /// Reads members that were pasted without the enclosing braces.
  private mutating func decodeMembers() -> SegmentOutcome {
    readMembers(Key.keys) { decoder, key in decoder.read(key) }
    panic.fill(&report, &notes, isReset: isReset)
    notes.add("fragment", "This is part of a JSON report: members without the enclosing object.")
    return SegmentOutcome(
      reports: [Decoded(report, notes: notes.finished)], end: cursor.offset, endLine: cursor.line, isDamaged: false)
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
      guard let text = readUnescapedText() else { return true }
      hasText = true
      consume(text, line)
    case .otherString: _ = readUnescapedText()
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

  private mutating func consume(_ text: String, _ line: Int) {
    let bytes = Array(text.utf8)
    var at = 0
    while at < bytes.count {
      let end = ByteSearch.lineEnd(bytes, from: at, end: bytes.count)
      panic.consume(bytes, at..<end, line)
      at = end + 1
    }
  }

  /// Reads a string that may contain unescaped quotation marks, which some devices write. It ends at the first quotation
  /// mark after which the object ends or another member begins.
  private mutating func readUnescapedText() -> String? {
    guard cursor.peek() == UInt8(ascii: "\"") else { return cursor.readNonEmpty(limit: limits.textBytes) }
    let start = cursor.offset + 1
    var at = start
    var quotes = 0
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
          unescapedQuotes += quotes
          let text = JSONText(range: start..<at, isVerbatim: false, isASCII: false)
          if breaks > 0 { cursor.repair(.controlCharacter, start..<min(start + 1, at)) }
          cursor.offset = at + 1
          cursor.line += breaks
          cursor.isAtFirst = false
          return cursor.string(text, limit: max(limits.textBytes, 1_048_576))
        }
        quotes += 1
      }
      at += 1
    }
    // The string is not terminated: the report is truncated inside it.
    return cursor.readMessage(limit: limits.textBytes)
  }

  /// Returns whether a closing brace, the end of the input, or a comma and a key follow within 256 bytes.
  private func isEnd(after offset: Int) -> Bool {
    var at = offset
    let limit = min(cursor.end, offset + 256)
    func skipBlank() { while at < limit, cursor.bytes[at] <= 0x20 { at += 1 } }
    skipBlank()
    guard at < limit else { return at >= cursor.end }
    if cursor.bytes[at] == UInt8(ascii: "}") { return true }
    guard cursor.bytes[at] == UInt8(ascii: ",") else { return false }
    at += 1
    skipBlank()
    guard at < limit, cursor.bytes[at] == UInt8(ascii: "\"") else { return at >= cursor.end }
    at += 1
    while at < limit, cursor.bytes[at] > 0x20, cursor.bytes[at] != UInt8(ascii: "\"") { at += 1 }
    guard at < limit, cursor.bytes[at] == UInt8(ascii: "\"") else { return at >= cursor.end }
    at += 1
    skipBlank()
    return at < limit && cursor.bytes[at] == UInt8(ascii: ":")
  }
}
