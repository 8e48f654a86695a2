import Vocabulary

/// A decoder for a Sentry event (`event.json`) of an Apple platform.
///
///     {"event_id":"…","timestamp":"…","exception":{"values":[{"type":"EXC_BAD_ACCESS","value":"…","thread_id":0,
///        "mechanism":{"meta":{"signal":{"name":"SIGSEGV"},"mach_exception":{"name":"EXC_BAD_ACCESS","code":1}}},
///        "stacktrace":{"frames":[{"instruction_addr":"0x…","package":"…","function":"main"},…]}}]},
///      "threads":{"values":[…]},"debug_meta":{"images":[{"image_addr":"0x…","debug_id":"…","code_file":"…"}]},
///      "contexts":{"os":{…},"device":{…},"app":{…}}}
///
/// Stacks begin with the outermost frame.
struct SentryDecoder: JSONBodyDecoder {
  var cursor: JSONCursor
  let limits: DecodingLimits
  var report = CrashReport(source: CrashReport.Source(format: "third-party-json"))
  var notes: NoteList
  private var framesLeft: Int
  private var images: [BinaryImage] = []
  private var threads: [(id: String?, thread: CrashReport.Thread)] = []
  /// The exception that was raised: the last in the list. Those before it are its causes.
  private var raised = Raised()

  private struct Raised {
    var type: String?
    var value: String?
    var thread: String?
    var mach: String?
    var codes: [UInt64] = []
    var signal: String?
    var frames: [CrashReport.Frame] = []
    var omitted = 0
    var line: Int?
  }

  private enum Key: String, CaseIterable {
    case exception, threads, timestamp, contexts
    case eventID = "event_id"
    case debugMeta = "debug_meta"
    case values, type, value, mechanism, meta, stacktrace, frames
    case threadID = "thread_id"
    case mach = "mach_exception"
    case signal, name, code, subcode
    case function, package, filename, lineno
    case instruction = "instruction_addr"
    case symbol = "symbol_addr"
    case id, crashed, images
    case imageAddress = "image_addr"
    case imageSize = "image_size"
    case debugID = "debug_id"
    case uuid, arch
    case codeFile = "code_file"
    case os, device, app, version, build, model
    case identifier = "app_identifier"
    case appName = "app_name"
    case appVersion = "app_version"
    case appBuild = "app_build"
    static let keys = JSONKeyTable<Key>()
  }

  init(_ segment: Segment, _ limits: DecodingLimits) {
    cursor = JSONCursor(bodyOf: segment, depthLimit: limits.depth)
    self.limits = limits
    framesLeft = limits.frames
    notes = NoteList(limit: limits.notes)
    report.source.quotesLines = false
  }

  mutating func decode(_ segment: Segment) -> SegmentOutcome {
    readObject(Key.keys) { decoder, key in decoder.read(key) }
    finish()
    noteDamage()
    return SegmentOutcome(
      reports: [Decoded(report, notes: notes.finished)], end: cursor.offset, endLine: cursor.line,
      frameCount: limits.frames - framesLeft, isDamaged: isDamaged)
  }

  private mutating func read(_ key: Key) -> Bool {
    let line = lineOfValue()
    switch key {
    case .eventID: set(\.incident, cursor.readNonEmpty(limit: 128)?.uppercased(), .incident, line)
    case .timestamp: setTime(cursor.readNonEmpty(limit: 128), line)
    case .exception: readValues { decoder in decoder.readException() }
    case .threads: readValues { decoder in decoder.readThread() }
    case .debugMeta:
      readObject(Key.keys) { decoder, key in
        guard key == .images else { return false }
        decoder.report.lines[.images] = decoder.lineOfValue()
        decoder.readArray { decoder in decoder.readImage() }
        return true
      }
    case .contexts: readContexts()
    default: return false
    }
    return true
  }

  /// Reads `{"values":[…]}` or the array alone; `readElement` consumes each element.
  private mutating func readValues(_ readElement: (inout Self) -> Void) {
    if cursor.peek() == UInt8(ascii: "[") { return readArray(readElement) }
    readObject(Key.keys) { decoder, key in
      guard key == .values else { return false }
      decoder.readArray(readElement)
      return true
    }
  }

  private mutating func readException() {
    var raised = Raised()
    raised.line = lineOfValue()
    readObject(Key.keys) { decoder, key in
      switch key {
      case .type: raised.type = decoder.cursor.readNonEmpty(limit: 1024)
      case .value: raised.value = decoder.cursor.readNonEmpty(limit: decoder.limits.textBytes)
      case .threadID: raised.thread = decoder.cursor.readNonEmpty(limit: 64)
      case .stacktrace: (raised.frames, raised.omitted) = decoder.readStack()
      case .mechanism:
        decoder.readObject(Key.keys) { decoder, key in
          guard key == .meta else { return false }
          decoder.readMeta(&raised)
          return true
        }
      default: return false
      }
      return true
    }
    self.raised = raised
  }

  private mutating func readMeta(_ raised: inout Raised) {
    readObject(Key.keys) { decoder, part in
      guard part == .signal || part == .mach else { return false }
      decoder.readObject(Key.keys) { decoder, key in
        switch (part, key) {
        case (.signal, .name): raised.signal = decoder.cursor.readNonEmpty(limit: 64)
        case (.mach, .name): raised.mach = decoder.cursor.readNonEmpty(limit: 64)
        case (.mach, .code), (.mach, .subcode):
          if let code = decoder.cursor.readUInt64(), raised.codes.count < 2 { raised.codes.append(code) }
        default: return false
        }
        return true
      }
      return true
    }
  }

  private mutating func readThread() {
    guard threads.count < limits.threads else { return cursor.skipValue() }
    var thread = CrashReport.Thread(index: threads.count)
    thread.line = lineOfValue()
    var id: String?
    readObject(Key.keys) { decoder, key in
      switch key {
      case .id: id = decoder.cursor.readNonEmpty(limit: 64)
      case .name: thread.name = decoder.cursor.readNonEmpty(limit: 1024)
      case .crashed: thread.crashed = decoder.cursor.readBool() ?? false
      case .stacktrace: (thread.frames, thread.omittedFrames) = decoder.readStack()
      default: return false
      }
      return true
    }
    threads.append((id, thread))
  }

  /// Reads a stack and reverses it, so that the innermost frame is first.
  private mutating func readStack() -> (frames: [CrashReport.Frame], omitted: Int) {
    var list = FrameList()
    let limit = max(limits.framesPerThread, 2)
    readObject(Key.keys) { decoder, key in
      guard key == .frames else { return false }
      decoder.readArray { decoder in decoder.readFrame(&list, limit) }
      return true
    }
    list.finish(limit: limit)
    var frames = list.frames
    frames.reverse()
    let last = list.total - 1
    for index in frames.indices {
      frames[index].index = last - frames[index].index
      frames[index].addressKind = index == 0 ? .exact : .return
    }
    return (frames, list.omitted)
  }

  private mutating func readFrame(_ list: inout FrameList, _ limit: Int) {
    guard framesLeft > 0 else { return cursor.skipValue() }
    let line = lineOfValue()
    var address: UInt64?
    var start: UInt64?
    var function: String?
    var image: String?
    var file: String?
    var number: Int?
    readObject(Key.keys) { decoder, key in
      switch key {
      case .instruction: address = decoder.cursor.readUInt64()
      case .symbol: start = decoder.cursor.readUInt64()
      case .function: function = decoder.cursor.readNonEmpty(limit: 4096)
      case .package: image = decoder.cursor.readNonEmpty(limit: 4096)
      case .filename: file = decoder.cursor.readNonEmpty(limit: 4096)
      case .lineno: number = decoder.cursor.readInt()
      default: return false
      }
      return true
    }
    guard cursor.fault == nil, address != nil || function != nil else { return }
    framesLeft -= 1
    list.append(limit: limit) { frame in
      frame.line = line
      frame.address = address.map(RuntimeAddress.init)
      frame.image = image.flatMap(IPSDecoder.lastComponent)
      if let file { frame.source = SourceLocation(file: file, line: number == 0 ? nil : number) }
      guard let function, function != "<redacted>" else { return }
      var offset: Int?
      if let address, let start, start > 0, start <= address { offset = Int(exactly: address - start) }
      frame.symbol = CrashReport.Symbol(name: function, offset: offset)
      frame.outcome = .fromReport
    }
  }

  private mutating func readImage() {
    guard images.count < limits.images else { return cursor.skipValue() }
    var image = BinaryImage()
    image.line = lineOfValue()
    readObject(Key.keys) { decoder, key in
      switch key {
      case .imageAddress: image.loadAddress = decoder.cursor.readUInt64().map(RuntimeAddress.init)
      case .imageSize: image.size = decoder.cursor.readUInt64().flatMap { $0 == 0 ? nil : $0 }
      case .debugID, .uuid:
        let text = decoder.cursor.readNonEmpty(limit: 64)
        image.uuid = image.uuid ?? text.flatMap { ImageUUID($0) }
      case .codeFile, .name:
        let text = decoder.cursor.readNonEmpty(limit: 4096)
        image.path = image.path ?? text
      case .arch: image.architecture = decoder.cursor.readNonEmpty(limit: 64)
      default: return false
      }
      return true
    }
    image.name = image.path.flatMap(IPSDecoder.lastComponent)
    if image.loadAddress != nil || image.uuid != nil { images.append(image) }
  }

  private mutating func readContexts() {
    readObject(Key.keys) { decoder, part in
      guard part == .os || part == .device || part == .app else { return false }
      var name: String?
      var version: String?
      let line = decoder.lineOfValue()
      decoder.readObject(Key.keys) { decoder, key in
        let limit = 1024
        switch (part, key) {
        case (.os, .name): name = decoder.cursor.readNonEmpty(limit: limit)
        case (.os, .version): version = decoder.cursor.readNonEmpty(limit: limit)
        case (.os, .build): decoder.report.host.osBuild = decoder.cursor.readNonEmpty(limit: limit)
        case (.device, .model): decoder.set(\.host.device, decoder.cursor.readNonEmpty(limit: limit), .device, line)
        case (.device, .arch):
          let text = decoder.cursor.readNonEmpty(limit: limit).map(IPSDecoder.architecture)
          decoder.set(\.host.architecture, text, .architecture, line)
        case (.app, .appName), (.app, .identifier), (.app, .appVersion), (.app, .appBuild):
          guard let text = decoder.cursor.readNonEmpty(limit: limit) else { return true }
          decoder.editProcess { process in
            switch key {
            case .appName: process.name = text
            case .identifier: process.bundleID = text
            case .appVersion: process.version = text
            default: process.build = text
            }
          }
          decoder.report.lines[.processName] = line
        default: return false
        }
        return true
      }
      let system = [name, version].compactMap { $0 }.joined(separator: " ")
      if part == .os { decoder.set(\.host.os, system, .os, line) }
      return true
    }
  }

  private mutating func finish() {
    var exception = CrashReport.Exception()
    exception.type = raised.mach
    exception.signal = raised.signal
    exception.codes = raised.codes.isEmpty ? nil : raised.codes
    if raised.mach == nil, let type = raised.type, type.hasPrefix("EXC_") || type.hasPrefix("SIG") {
      exception.type = type
    }
    if let type = raised.type, !type.hasPrefix("EXC_"), !type.hasPrefix("SIG") {
      exception.name = type
      exception.reason = raised.value
    } else {
      exception.message = raised.value
    }
    if exception.signal == exception.type { exception.signal = nil }
    if !exception.isEmpty {
      report.exception = exception
      report.lines[.exceptionType] = raised.line
      report.lines[.exceptionReason] = raised.line
      report.lines[.exceptionMessage] = raised.line
    }
    if !raised.frames.isEmpty { assignStack() }
    if !threads.isEmpty { report.threads = threads.map(\.thread) }
    guard !images.isEmpty else { return }
    report.images = images.sorted { ($0.loadAddress?.value ?? .max) < ($1.loadAddress?.value ?? .max) }
    report.resolveFrames(in: report.images ?? [])
  }

  /// Assigns the stack of the exception to the thread that raised it, which often has no stack; adds a thread if none
  /// matches.
  private mutating func assignStack() {
    let raisingThread =
      threads.firstIndex { $0.id != nil && $0.id == raised.thread } ?? threads.firstIndex { $0.thread.crashed }
    if let raisingThread {
      if threads[raisingThread].thread.frames.isEmpty {
        threads[raisingThread].thread.frames = raised.frames
        threads[raisingThread].thread.omittedFrames = raised.omitted
      }
      if !threads.contains(where: \.thread.crashed) { threads[raisingThread].thread.crashed = true }
      return
    }
    var thread = CrashReport.Thread(index: threads.count)
    thread.crashed = true
    thread.frames = raised.frames
    thread.omittedFrames = raised.omitted
    thread.line = raised.line
    threads.append((nil, thread))
  }
}
