import Bytes
import Vocabulary

/// A decoder for `CrashReport` of PLCrashReporter's `PLCrashReport.proto`, version 1.
///
/// Field numbers are those of that file. Every field may be missing: reports are written by a process that crashed.
struct PLCrashDecoder {
  let bytes: [UInt8]
  let limits: DecodingLimits
  var report = CrashReport(source: CrashReport.Source(format: "plcrash"))
  var notes: NoteList
  var framesLeft: Int
  var images: [BinaryImage] = []
  var omittedImages = 0
  var omittedThreads = 0
  var signal = Signal()
  /// `report_info.user_requested`: the program asked for a report and went on.
  var isRequested = false
  /// The offset of the first damage in any message.
  var faultOffset: Int?

  /// `Signal` and its `MachException`.
  struct Signal: Equatable {
    var name: String?
    var code: String?
    var address: UInt64?
    var machType: UInt64?
    var machCodes: [UInt64] = []
  }

  init(_ bytes: [UInt8], _ limits: DecodingLimits) {
    self.bytes = bytes
    self.limits = limits
    notes = NoteList(limit: limits.notes)
    framesLeft = limits.frames
    report.source.quotesLines = false
  }

  mutating func decode() -> SegmentOutcome {
    var outcome = SegmentOutcome(end: bytes.count, endLine: 1)
    let start = ReportFormat.plcrashMagic.count + 1
    guard bytes.count > start else {
      outcome.faults = [damage("it ends after its first bytes", bytes.count)]
      return outcome
    }
    guard bytes[start - 1] == 1 else {
      outcome.faults = [
        DecodingFault(
          .unsupportedFormat, "a PLCrashReporter report of version \(bytes[start - 1]): only version 1 is read",
          hint: "Convert it: plcrashutil convert --format=iphone FILE", offset: start - 1)
      ]
      return outcome
    }
    read(start..<bytes.count) { decoder, field, value in decoder.readMember(field, value) }
    finish()
    guard !report.statesNoFailure || isRequested else {
      let reason = faultOffset == nil ? "it has no signal and no thread" : "no part of it could be read"
      outcome.faults = [damage(reason, faultOffset ?? start)]
      return outcome
    }
    outcome.reports = [Decoded(report, notes: notes.finished)]
    outcome.frameCount = limits.frames - framesLeft
    outcome.isDamaged = faultOffset != nil
    return outcome
  }

  private func damage(_ reason: String, _ offset: Int) -> DecodingFault {
    DecodingFault(
      .damaged, "a damaged PLCrashReporter report: \(reason)",
      hint: "Copy the file from the device again; it may not have been written completely.", offset: offset)
  }

  /// Calls `readField` with each field of the message at `range`.
  mutating func read(
    _ range: Range<Int>, _ readField: (inout Self, _ field: UInt64, _ value: ProtobufReader.Value) -> Void
  ) {
    var reader = ProtobufReader(bytes, range)
    while let (field, value) = reader.next() { readField(&self, field, value) }
    if let offset = reader.faultOffset, faultOffset == nil { faultOffset = offset }
  }

  /// Returns the text of a field; `nil` if it is empty or not bytes.
  func text(_ value: ProtobufReader.Value) -> String? {
    guard case .bytes(let range) = value, !range.isEmpty else { return nil }
    return String(streamSafe: bytes[range.prefix(limits.textBytes)])
  }

  func number(_ value: ProtobufReader.Value) -> UInt64? {
    guard case .number(let number) = value else { return nil }
    return number
  }

  func uuid(_ value: ProtobufReader.Value) -> ImageUUID? {
    guard case .bytes(let range) = value, range.count == 16 else { return nil }
    var halves: [UInt64] = [0, 0]
    for (index, byte) in bytes[range].enumerated() { halves[index / 8] = halves[index / 8] << 8 | UInt64(byte) }
    let uuid = ImageUUID(high: halves[0], low: halves[1])
    return uuid.isNull ? nil : uuid
  }

  func time(_ value: ProtobufReader.Value) -> CrashReport.ReportTime? {
    number(value).flatMap { CrashReport.ReportTime(thirdParty: String($0)) }
  }

  mutating func editProcess(_ change: (inout CrashReport.Process) -> Void) {
    var process = report.process ?? CrashReport.Process()
    change(&process)
    report.process = process == CrashReport.Process() ? nil : process
  }

  mutating func editTimes(_ change: (inout CrashReport.Times) -> Void) {
    var times = report.times ?? CrashReport.Times()
    change(&times)
    report.times = times == CrashReport.Times() ? nil : times
  }
}
