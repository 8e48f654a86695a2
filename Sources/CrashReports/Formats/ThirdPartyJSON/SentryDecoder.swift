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
struct SentryDecoder: ReporterDecoder {
  var base: ReporterBase
  var cache = TextCache()
  var images: [BinaryImage] = []
  var threads: [(id: String?, thread: CrashReport.Thread)] = []
  /// The exception that was raised: the last in the list. Those before it are its causes.
  var raised = Raised()
  /// The kind that this program stated when it wrote the event.
  var statedKind: CrashReport.Kind?

  struct Raised {
    var type: String?
    var value: String?
    var thread: String?
    var mach: String?
    /// The code and the subcode of the Mach exception, in any order.
    var code: UInt64?
    var subcode: UInt64?
    var signal: String?
    var address: UInt64?
    /// `mechanism.type`: `mach`, `signal`, `nsexception`, `AppHang`.
    var mechanism: String?
    /// `mechanism.handled`: true if the app caught the error.
    var isHandled: Bool?
    var stack = Stack()
    var line: Int?
  }

  /// A `stacktrace`: frames, innermost first, and the registers of the innermost.
  struct Stack {
    var frames: [CrashReport.Frame] = []
    var omitted = 0
    var registers: [CrashReport.Register]?
  }

  enum Key: String, CaseIterable {
    case exception, threads, timestamp, contexts, handled
    case eventID = "event_id"
    case debugMeta = "debug_meta"
    case values, type, value, mechanism, meta, stacktrace, frames
    case threadID = "thread_id"
    case mach = "mach_exception"
    case exceptionName = "exception_name"
    case posixSignal = "posix_signal"
    case relevantAddress = "relevant_address"
    case data, registers, number
    case signal, name, code, subcode
    case function, package, filename, lineno
    case instruction = "instruction_addr"
    case symbol = "symbol_addr"
    case id, crashed, images
    case imageAddress = "image_addr"
    case imageSize = "image_size"
    case debugID = "debug_id"
    case uuid, arch
    case codeID = "code_id"
    case cpuType = "cpu_type"
    case cpuSubtype = "cpu_subtype"
    case simulator
    case appStart = "app_start_time"
    case codeFile = "code_file"
    case os, device, app, version, build, model, diagnose, kind
    case termination, namespace, indicator, reasons
    case identifier = "app_identifier"
    case appName = "app_name"
    case appVersion = "app_version"
    case appBuild = "app_build"
    static let keys = JSONKeyTable<Key>()
  }

  init(_ segment: Segment, _ limits: DecodingLimits) {
    base = ReporterBase(segment, limits, format: "third-party-json")
  }

  mutating func decode(_ segment: Segment) -> SegmentOutcome {
    readObject(Key.keys) { decoder, key in decoder.read(key) }
    finish()
    return outcome(orElse: "a Sentry event without an exception and without a stack", segment)
  }

  private mutating func read(_ key: Key) -> Bool {
    let line = lineOfValue()
    switch key {
    case .eventID: set(\.incident, cursor.readNonEmpty(limit: 128)?.uppercased(), .incident, line)
    // Sentry's documentation: RFC 3339 without a zone is UTC.
    case .timestamp: readTime(\.crashed, .crashed, isUTC: true)
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
      case .stacktrace: raised.stack = decoder.readStack()
      case .mechanism: decoder.readMechanism(&raised)
      default: return false
      }
      return true
    }
    if raised.type == nil, raised.value == nil, raised.stack.frames.isEmpty {
      cursor.recordMismatch("an object without type, value and stack", line: raised.line ?? cursor.line)
    }
    self.raised = raised
  }

  /// Reads `mechanism`. Events before 2018 have the exception and the signal in it, later ones in its `meta`.
  private mutating func readMechanism(_ raised: inout Raised) {
    readObject(Key.keys) { decoder, key in
      switch key {
      case .type: raised.mechanism = decoder.cursor.readNonEmpty(limit: 64)
      case .handled: raised.isHandled = decoder.cursor.readBool()
      case .meta, .data: decoder.readMechanism(&raised)
      case .signal, .posixSignal, .mach: decoder.readCode(key == .mach, &raised)
      case .relevantAddress: raised.address = decoder.cursor.readUInt64()
      default: return false
      }
      return true
    }
  }

  /// Reads `mach_exception` or a signal, in the names of any version.
  private mutating func readCode(_ isMach: Bool, _ raised: inout Raised) {
    var number: UInt64?
    var name: String?
    readObject(Key.keys) { decoder, key in
      switch key {
      case .name, .exceptionName: name = decoder.cursor.readNonEmpty(limit: 64)
      case .number, .signal, .exception: number = decoder.cursor.readUInt64()
      case .code where isMach: raised.code = decoder.cursor.readUInt64()
      case .subcode where isMach: raised.subcode = decoder.cursor.readUInt64()
      default: return false
      }
      return true
    }
    if isMach {
      raised.mach = name ?? number.flatMap(SystemNames.exception)
    } else {
      raised.signal = name ?? number.flatMap(SystemNames.signal)
    }
  }

  private mutating func readThread() {
    guard threads.count < limits.threads, cursor.peek() == UInt8(ascii: "{") else {
      return cursor.skipOther(than: UInt8(ascii: "{"))
    }
    var thread = CrashReport.Thread(index: threads.count)
    thread.line = lineOfValue()
    var id: String?
    readObject(Key.keys) { decoder, key in
      switch key {
      case .id: id = decoder.cursor.readNonEmpty(limit: 64)
      case .name: thread.name = decoder.cursor.readNonEmpty(limit: 1024)
      case .crashed: thread.crashed = decoder.cursor.readBool() ?? false
      case .stacktrace:
        let stack = decoder.readStack()
        (thread.frames, thread.omittedFrames, thread.registers) = (stack.frames, stack.omitted, stack.registers)
      default: return false
      }
      return true
    }
    if id == nil, thread.frames.isEmpty {
      cursor.recordMismatch("an object without ID and stack", line: thread.line ?? cursor.line)
    }
    threads.append((id, thread))
  }

  /// Reads a stack and reverses it, so that the innermost frame is first.
  private mutating func readStack() -> Stack {
    var list = FrameList()
    var registers: [CrashReport.Register] = []
    let limit = max(limits.framesPerThread, 2)
    readObject(Key.keys) { decoder, key in
      switch key {
      case .frames: decoder.readArray { decoder in decoder.readFrame(&list, limit) }
      case .registers: decoder.readRegisters(into: &registers)
      default: return false
      }
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
    return Stack(frames: frames, omitted: list.omitted, registers: registers.isEmpty ? nil : registers)
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
}
