import Bytes
import Vocabulary

/// A decoder for the text of a jetsam event, written by iOS 9 and earlier.
///
///     Free pages:        1091
///     Largest process:   MyApp
///     Processes
///          Name                    <UUID>                       rpages       recent_max       [reason]          (state)
///         MyApp <00000000000040008000000000000a01>               90112           90112  [per-process-limit] (frontmost)
struct JetsamTextDecoder {
  private let bytes: [UInt8]
  private let text: Range<Int>
  private let firstLine: Int
  private let header: IPSHeader?
  private var report = CrashReport(source: CrashReport.Source(format: "jetsam"))
  private var notes: NoteList
  private var summary = JetsamSummary()
  private var isInTable = false

  init(_ segment: Segment, _ limits: DecodingLimits) {
    bytes = segment.bytes
    text = segment.bodyStart..<segment.range.upperBound
    firstLine = segment.bodyLine
    header = segment.header
    notes = NoteList(limit: limits.notes)
  }

  mutating func decode() -> Decoded<CrashReport> {
    var at = text.lowerBound
    var line = firstLine
    while at < text.upperBound {
      let end = ByteSearch.lineEnd(bytes, from: at, end: text.upperBound)
      consume(ByteSearch.trimmed(bytes, at..<end), line)
      at = end + 1
      line += 1
    }
    header?.fill(&report)
    summary.fill(&report, &notes)
    if summary.table.count == 0 {
      notes.add("truncated", "The report is truncated before its table of processes.", line: line - 1)
    }
    return Decoded(report, notes: notes.finished)
  }

  private mutating func consume(_ line: Range<Int>, _ number: Int) {
    // Lines of the report are at most a few hundred bytes long.
    guard !line.isEmpty, line.count < 4096 else { return }
    if isInTable {
      consumeRow(line, number)
    } else if ByteSearch.matches(bytes, at: line.lowerBound, end: line.upperBound, "Processes"), line.count == 9 {
      isInTable = true
    } else {
      consumeLabel(line, number)
    }
  }

  private mutating func consumeLabel(_ line: Range<Int>, _ number: Int) {
    guard let colon = bytes[line].firstIndex(of: UInt8(ascii: ":")) else { return }
    let label = String(streamSafe: bytes[line.lowerBound..<colon])
    let valueRange = ByteSearch.trimmed(bytes, colon + 1..<line.upperBound)
    let value = String(streamSafe: bytes[valueRange])
    guard !value.isEmpty else { return }
    switch label {
    case "Incident Identifier": set(\.incident, value.uppercased(), .incident, number)
    case "Hardware Model": set(\.host.device, value, .device, number)
    case "OS Version":
      var header = IPSHeader()
      header.osVersion = value
      set(\.host.os, header.system?.name ?? value, .os, number)
      report.host.osBuild = header.system?.build
    case "Kernel Version": summary.kernel = (value, number)
    case "Date":
      report.times = CrashReport.Times()
      report.times?.crashed = CrashReport.ReportTime(reportText: value)
      report.lines[.crashed] = number
    case "Free pages": summary.freePages = ByteSearch.integer(bytes, valueRange)
    case "Active pages": summary.activePages = ByteSearch.integer(bytes, valueRange)
    case "Page size", "Page Size":
      summary.pageSize = ByteSearch.integer(bytes, valueRange)
      summary.pageSizeLine = number
    case "Largest process":
      summary.largestProcess = value
      summary.largestLine = number
    default: break
    }
  }

  private mutating func set(
    _ path: WritableKeyPath<CrashReport, String?>, _ value: String, _ field: CrashReport.Field, _ line: Int
  ) {
    guard report[keyPath: path] == nil else { return }
    report[keyPath: path] = value
    report.lines[field] = line
  }

  /// Reads `MyApp <uuid> 90112 90112 [per-process-limit] (frontmost)`; iOS 5 writes `(jettisoned)` instead of a reason.
  private mutating func consumeRow(_ line: Range<Int>, _ number: Int) {
    guard let open = bytes[line].firstIndex(of: UInt8(ascii: "<")),
      let close = bytes[open..<line.upperBound].firstIndex(of: UInt8(ascii: ">")),
      ImageUUID(bytes[open + 1..<close]) != nil
    else { return }
    var entry = ProcessTable.Entry()
    entry.line = number
    let name = ByteSearch.string(bytes, ByteSearch.trimmed(bytes, line.lowerBound..<open))
    entry.name = name.isEmpty ? nil : name
    var numbers: [UInt64] = []
    for word in bytes[close + 1..<line.upperBound].split(whereSeparator: { $0 <= 0x20 }).prefix(32) {
      let inner = word.dropFirst().dropLast()
      switch word.first {
      case UInt8(ascii: "[") where word.last == UInt8(ascii: "]") && !inner.isEmpty:
        entry.reason = String(streamSafe: inner)
      case UInt8(ascii: "(") where word.last == UInt8(ascii: ")") && !inner.isEmpty:
        entry.states.append(String(streamSafe: inner))
      default: if let number = ByteSearch.integer(bytes, word.startIndex..<word.endIndex) { numbers.append(number) }
      }
    }
    entry.size = numbers.first ?? 0
    if entry.reason == nil, let index = entry.states.firstIndex(of: "jettisoned") {
      entry.reason = entry.states.remove(at: index)
    }
    summary.add(entry, lifetimeMax: numbers.dropFirst().first)
  }
}
