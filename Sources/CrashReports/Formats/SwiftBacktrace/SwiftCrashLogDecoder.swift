import Bytes
import Vocabulary

/// A decoder for the JSON form of a backtrace of the Swift runtime (`SWIFT_BACKTRACE=format=json`, Swift 6.2 and later;
/// documented in swift/docs/Backtracing.rst).
///
///     { "timestamp": "…Z", "kind": "crashReport", "description": "Bad pointer dereference", "faultAddress": "0x04",
///       "platform": "Linux (…)", "architecture": "x86_64",
///       "threads": [ { "name": "main", "crashed": true, "registers": {"rax": "0x00"},
///         "frames": [ { "kind": "programCounter", "address": "0x…", "symbol": "$s…", "offset": 29,
///                       "description": "touch() + 29", "image": "MyServer",
///                       "sourceLocation": { "file": "…", "line": 5, "column": 7 } },
///                     { "kind": "omittedFrames", "count": 6 }, { "kind": "truncated" } ] } ],
///       "omittedImages": 14, "images": [ { "name": "MyServer", "buildId": "2a69…", "path": "…",
///                                          "baseAddress": "0x…", "endOfText": "0x…" } ] }
struct SwiftCrashLogDecoder: JSONBodyDecoder {
  var cursor: JSONCursor
  let limits: DecodingLimits
  var report = CrashReport(source: CrashReport.Source(format: "swift-backtrace"))
  var notes: NoteList
  private var draft = SwiftBacktraceDraft()
  private var framesLeft: Int
  private var threads = 0
  private var omittedImages = 0
  private var description: (text: String?, line: Int)?
  private var address: UInt64?

  private enum Key: String, CaseIterable {
    case timestamp, description, faultAddress, platform, architecture, threads, images
    case name, crashed, registers, frames
    case kind, address, symbol, offset, image, sourceLocation, inlined, count
    case file, line, column
    case buildId, path, baseAddress, endOfText
    static let keys = JSONKeyTable<Key>()
  }

  init(_ segment: Segment, _ limits: DecodingLimits) {
    cursor = JSONCursor(bodyOf: segment, depthLimit: limits.depth)
    self.limits = limits
    framesLeft = limits.frames
    notes = NoteList(limit: limits.notes)
  }

  mutating func decode(_ segment: Segment) -> SegmentOutcome {
    draft.firstLine = segment.firstLine
    if let above = segment.textAbove { readTextAbove(segment.bytes, above.range, above.firstLine) }
    readObject(Key.keys) { decoder, key in decoder.read(key) }
    draft.lastLine = cursor.line
    if let description { draft.setReason(description.text, address: address, line: description.line) }
    if omittedImages > 0 {
      notes.add("limit-reached", "\(omittedImages) images after the first \(limits.images) were not read.")
    }
    noteDamage()
    let end = (cursor.offset, cursor.line)
    guard var decoded = draft.completed() else {
      let fault = DecodingFault(
        .notAReport, "a crash log of the Swift runtime without a crash", line: segment.firstLine,
        offset: segment.range.lowerBound)
      return SegmentOutcome(faults: [fault], end: end.0, endLine: end.1)
    }
    decoded.value.source.quotesLines = false
    segment.header?.fill(&decoded.value)
    decoded.notes += notes.finished
    return SegmentOutcome(
      reports: [decoded], end: end.0, endLine: end.1, frameCount: limits.frames - framesLeft, isDamaged: isDamaged)
  }

  private mutating func read(_ key: Key) -> Bool {
    let line = lineOfValue()
    switch key {
    case .timestamp: if let text = cursor.readNonEmpty(limit: 128) { draft.setTime(text, line: line) }
    case .description: description = (cursor.readNonEmpty(limit: limits.textBytes), line)
    case .faultAddress: address = cursor.readUInt64()
    case .platform: draft.setSystem(cursor.readNonEmpty(limit: 256), line: line)
    case .architecture:
      draft.setArchitecture(cursor.readNonEmpty(limit: 64).map(IPSDecoder.architecture))
    case .threads: readArray { $0.readThread() }
    case .images: readArray { $0.readImage() }
    default: return false
    }
    return true
  }

  /// Reads the lines above the JSON: messages of failures, and the signal.
  private mutating func readTextAbove(_ bytes: [UInt8], _ range: Range<Int>, _ firstLine: Int) {
    // A long log may be above it; the message is printed directly before the crash.
    let start = max(range.lowerBound, range.upperBound - 65_536)
    let line = firstLine + ByteSearch.lineBreaks(bytes, range.lowerBound..<start)
    let limit = limits.textBytes
    bytes.withUnsafeBufferPointer { buffer in
      let text = ByteText(UnsafeBufferPointer(rebasing: buffer[start..<range.upperBound]), limit: limit)
      var reader = SwiftFailureLines()
      var lines = LineCursor(text, Slice(0, text.count), firstLine: line)
      while let line = lines.next() { reader.consume(line, text) }
      draft.signal = reader.signal
      for failure in reader.messages(text) {
        draft.messages.append(failure)
        draft.firstLine = min(draft.firstLine, failure.line ?? draft.firstLine)
      }
    }
  }
}

// MARK: - Threads

extension SwiftCrashLogDecoder {
  private mutating func readThread() {
    var header = SwiftThreadHeader(index: threads, name: nil, isCrashed: false)
    let line = lineOfValue()
    threads += 1
    // The frames follow the name and the mark; without them the order of members is not relied on.
    var registers: [CrashReport.Register] = []
    var stack: (offset: Int, line: Int)?
    readObject(Key.keys) { decoder, key in
      switch key {
      case .name: header.name = decoder.cursor.readNonEmpty(limit: 1024)
      case .crashed: header.isCrashed = decoder.cursor.readBool() ?? false
      case .registers: registers = decoder.readRegisters()
      case .frames:
        let line = decoder.lineOfValue()
        stack = (decoder.cursor.offset, line)
        decoder.cursor.skipValue()
      default: return false
      }
      return true
    }
    draft.begin(header, line: line, limits)
    draft.setRegisters(registers)
    guard let stack else { return }
    let end = cursor
    cursor = JSONCursor(
      end.bytes, range: stack.offset..<max(end.offset, stack.offset), line: stack.line, depthLimit: limits.depth)
    var number = 0
    readArray { $0.readFrame(&number) }
    cursor = end
  }

  private mutating func readRegisters() -> [CrashReport.Register] {
    var registers: [CrashReport.Register] = []
    guard cursor.enterObject() else { return [] }
    while let key = cursor.nextKey() {
      let name = cursor.string(key, limit: 32)
      guard let value = cursor.readUInt64(), registers.count < 256 else { continue }
      registers.append(CrashReport.Register(name: name, value: value))
    }
    return registers
  }

  private mutating func readFrame(_ number: inout Int) {
    guard framesLeft > 0 || draft.isStackFull else { return cursor.skipValue() }
    let line = lineOfValue()
    var row = FrameMembers()
    readObject(Key.keys) { decoder, key in
      switch key {
      case .kind: row.kind = decoder.cursor.readNonEmpty(limit: 32)
      case .count: row.count = decoder.cursor.readInt()
      case .address: row.address = decoder.cursor.readUInt64()
      case .symbol: row.symbol = decoder.cursor.readNonEmpty(limit: decoder.limits.textBytes)
      case .description: row.description = decoder.cursor.readNonEmpty(limit: decoder.limits.textBytes)
      case .offset: row.offset = decoder.cursor.readInt()
      case .image: row.image = decoder.cursor.readNonEmpty(limit: 1024)
      case .inlined: row.isInlined = decoder.cursor.readBool() ?? false
      case .sourceLocation: row.source = decoder.readSource()
      default: return false
      }
      return true
    }
    if row.kind == "omittedFrames" {
      let (sum, overflow) = number.addingReportingOverflow(max(0, row.count ?? 1))
      if !overflow, sum < 1_000_000_000 { number = sum }
      return
    }
    guard row.address != nil || row.symbol != nil else { return }
    if !draft.isStackFull { framesLeft -= 1 }
    draft.append(number: number) { frame in
      frame.address = row.address.map { RuntimeAddress($0) }
      frame.image = row.image
      frame.inlined = row.isInlined
      frame.source = row.source
      frame.symbol = row.name
      frame.line = line
    }
    if row.kind == "asyncResumePoint" { draft.markLastFrameAsync() }
    number += 1
  }

  private mutating func readSource() -> SourceLocation? {
    var file: String?
    var line: Int?
    var column: Int?
    readObject(Key.keys) { decoder, key in
      switch key {
      case .file: file = decoder.cursor.readNonEmpty(limit: decoder.limits.textBytes)
      case .line: line = decoder.cursor.readInt()
      case .column: column = decoder.cursor.readInt()
      default: return false
      }
      return true
    }
    // Line 0 is code that the compiler generated.
    return file.map { SourceLocation(file: $0, line: line == 0 ? nil : line, column: column == 0 ? nil : column) }
  }

  private mutating func readImage() {
    var image = BinaryImage()
    image.line = lineOfValue()
    var end: UInt64?
    readObject(Key.keys) { decoder, key in
      switch key {
      case .name: image.name = decoder.cursor.readNonEmpty(limit: 1024)
      case .path: image.path = decoder.cursor.readNonEmpty(limit: decoder.limits.textBytes)
      case .baseAddress: image.loadAddress = decoder.cursor.readUInt64().map { RuntimeAddress($0) }
      case .endOfText: end = decoder.cursor.readUInt64()
      case .buildId: image.setBuildID(decoder.cursor.readNonEmpty(limit: 256).flatMap { BuildID($0) })
      default: return false
      }
      return true
    }
    if let start = image.loadAddress?.value, let end, end > start { image.size = end - start }
    if !draft.append(image, limits) { omittedImages += 1 }
  }
}

/// The members of a frame in the order of the JSON.
private struct FrameMembers {
  var kind: String?
  var count: Int?
  var address: UInt64?
  var symbol: String?
  var description: String?
  var offset: Int?
  var image: String?
  var isInlined = false
  var source: SourceLocation?

  /// The function: the demangled name as the text form prints it, or else the symbol.
  var name: CrashReport.Symbol? {
    var text = description ?? symbol
    if let offset, offset > 0, let name = text, name.hasSuffix(" + \(offset)") {
      text = String(name.dropLast(3 + String(offset).utf8.count))
    }
    guard let text, text != "<unknown>", text != "<unavailable>" else { return nil }
    let isFailure = text.hasPrefix("Swift runtime failure: ")
    return CrashReport.Symbol(name: text, offset: isFailure ? nil : offset)
  }
}
