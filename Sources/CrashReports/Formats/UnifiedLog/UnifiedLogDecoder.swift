import Bytes
import Vocabulary

/// A decoder for the unified log in JSON. It writes each event as the row that `log show` prints, and passes the rows to
/// the text reader, so that messages are read in the same way in both forms.
///
///     {"timestamp":"2026-03-02 07:11:09.120000+0100","messageType":"Error","eventMessage":"…","processID":4711,
///      "processImagePath":"…\/MyApp","senderImagePath":"…\/CoreFoundation","subsystem":"…","category":"…","threadID":12376}
struct UnifiedLogDecoder {
  private let bytes: [UInt8]
  private let limits: DecodingLimits
  private let rangeEnd: Int
  private var rows: JSONRows
  private var text: [UInt8] = []
  /// The line of the input for each line of `text`.
  private var inputLines: [Int] = []
  private var events = 0

  private enum Key: String, CaseIterable {
    case timestamp, messageType, eventType, eventMessage, processImagePath, senderImagePath, processID, threadID
    case subsystem, category, machTimestamp, traceID, activityIdentifier, finished
    static let keys = JSONKeyTable<Key>()
  }

  private struct Event {
    var timestamp: String?
    var type: String?
    var message: String?
    var process: String?
    var sender: String?
    var pid: Int?
    var thread: UInt64?
    var subsystem: String?
    var category: String?
    var line = 0
    /// True if the object has a member that only events of the log have.
    var isEvent = false
  }

  init(_ segment: Segment, _ limits: DecodingLimits) {
    bytes = segment.bytes
    self.limits = limits
    rangeEnd = segment.range.upperBound
    rows = JSONRows(segment, limits)
  }

  mutating func decode(_ segment: Segment) -> SegmentOutcome {
    readEvents()
    var reports = TextDecoder.decode(text, range: 0..<text.count, firstLine: 1, limits: limits)
    let inputLines = inputLines
    func inputLine(_ line: Int) -> Int {
      guard let last = inputLines.last else { return segment.firstLine }
      return line >= 1 && line <= inputLines.count ? inputLines[line - 1] : last
    }
    for index in reports.indices {
      reports[index].value.changeLines(inputLine)
      reports[index].value.source.byteRange = nil
      reports[index].value.source.format = "unified-log-json"
      reports[index].value.source.quotesLines = false
      for note in reports[index].notes.indices {
        reports[index].notes[note].line = reports[index].notes[note].line.map(inputLine)
      }
      if rows.isCut {
        reports[index].notes.append(Note("truncated", "The log is truncated inside an event.", line: rows.endLine))
      }
    }
    var faults: [DecodingFault] = []
    if reports.isEmpty, events > 0 {
      reports = [plain(segment)]
    } else if reports.isEmpty {
      faults.append(
        DecodingFault(
          .notAReport, "a unified log without a message", line: segment.firstLine, offset: segment.range.lowerBound))
    }
    return SegmentOutcome(
      reports: reports, faults: faults, end: rows.end, endLine: rows.endLine, work: rows.work, isDamaged: rows.isCut)
  }

  /// Returns a report with the messages of events that have no time and process, which the text reader ignores as prose.
  private func plain(_ segment: Segment) -> Decoded<CrashReport> {
    var report = CrashReport(source: CrashReport.Source(format: "unified-log-json"))
    report.kind = .unknown
    report.source.quotesLines = false
    let lines = text.split(separator: UInt8(ascii: "\n"))
    for (line, number) in zip(lines, inputLines).prefix(limits.consoleLines) {
      report.consoleLines.append(ConsoleLine(text: String(streamSafe: line), line: number))
    }
    return Decoded(report)
  }

  private mutating func readEvents() {
    while let (start, line) = rows.next() {
      var cursor = JSONCursor(bytes, range: start..<rangeEnd, line: line, depthLimit: limits.depth)
      let event = Self.event(&cursor, limits)
      guard rows.count == 0 || event.isEvent else {
        rows.work += cursor.offset - start
        return
      }
      rows.count += 1
      rows.end = max(cursor.offset, start + 1)
      rows.endLine = cursor.line
      write(event)
      guard cursor.fault == nil else {
        rows.isCut = true
        return
      }
    }
  }

  private static func event(_ cursor: inout JSONCursor, _ limits: DecodingLimits) -> Event {
    var event = Event()
    guard cursor.enterObject() else { return event }
    var seen = SeenKeys()
    event.line = cursor.line
    while let text = cursor.nextKey() {
      guard let (key, number) = cursor.find(text, in: Key.keys), seen.insert(number) else {
        cursor.skipValue()
        continue
      }
      switch key {
      case .timestamp: event.timestamp = cursor.readNonEmpty(limit: 64)
      case .messageType: event.type = cursor.readNonEmpty(limit: 32)
      case .eventMessage:
        _ = cursor.peek()
        event.line = cursor.line
        event.message = cursor.readMessage(limit: limits.textBytes)
        event.isEvent = true
      case .processImagePath: event.process = cursor.readNonEmpty(limit: 4096)
      case .senderImagePath: event.sender = cursor.readNonEmpty(limit: 4096)
      case .processID: event.pid = cursor.readInt()
      case .threadID: event.thread = cursor.readUInt64()
      case .subsystem: event.subsystem = cursor.readNonEmpty(limit: 256)
      case .category: event.category = cursor.readNonEmpty(limit: 256)
      case .eventType, .machTimestamp, .traceID, .activityIdentifier, .finished:
        event.isEvent = true
        cursor.skipValue()
      }
    }
    return event
  }

  /// Writes `timestamp 0xthread  type  0x0  pid  0  process: (sender) [subsystem:category] message`.
  private mutating func write(_ event: Event) {
    let lines = (event.message ?? "").utf8.split { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }
    guard !lines.isEmpty else { return }
    events += 1
    if let timestamp = event.timestamp, let process = event.process.flatMap(IPSDecoder.lastComponent) {
      append(timestamp)
      append(" " + (event.thread ?? 0).hexadecimal + " ")
      append(event.type ?? "Default")
      append(" 0x0 \(event.pid ?? 0) 0 ")
      append(process)
      append(": ")
      if let sender = event.sender.flatMap(IPSDecoder.lastComponent), sender != process { append("(\(sender)) ") }
      if let subsystem = event.subsystem { append("[\(subsystem):\(event.category ?? "")] ") }
    }
    // Empty lines of a message are dropped because they would end it in the text reader.
    var isFirst = true
    for line in lines {
      if !isFirst { endLine(event.line) }
      text.append(contentsOf: line)
      isFirst = false
    }
    endLine(event.line)
  }

  /// Appends one field of a row, with control characters replaced by spaces.
  private mutating func append(_ field: String) {
    for byte in field.utf8 { text.append(byte < 0x20 ? 0x20 : byte) }
  }

  private mutating func endLine(_ line: Int) {
    text.append(UInt8(ascii: "\n"))
    inputLines.append(line)
  }
}
