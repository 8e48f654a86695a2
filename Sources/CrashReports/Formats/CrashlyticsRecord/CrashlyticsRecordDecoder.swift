import Bytes
import Vocabulary

/// A decoder for records of Crashlytics: consecutive objects, each with one member.
///
///     {"mach_exception":{"exception":1,"codes":[1,0],"name":"EXC_BAD_ACCESS","code_name":"KERN_INVALID_ADDRESS","time":…}}
///     {"threads":[{"registers":{"pc":…},"stacktrace":[4521223853,…],"crashed":true},…]}
///     {"thread_names":["",…]}
///     {"load":{"path":"…","base":…,"size":…,"uuid":"…"}}
///
/// Texts that come from the app are written as hexadecimal digits. Threads are numbered from 0 in every record.
struct CrashlyticsRecordDecoder: ReporterDecoder {
  var base: ReporterBase
  private var images: [BinaryImage] = []
  private var exception = CrashReport.Exception()
  private var queues: [String?] = []
  private var names: [String?] = []
  private var address: UInt64?

  enum Key: String, CaseIterable {
    case machException = "mach_exception"
    case signal, exception, threads, load, identity, host, application
    case queueNames = "dispatch_queue_names"
    case threadNames = "thread_names"
    case runtime, unload, storage, executable, kv, log, error
    case processStats = "process_stats"
    case internalKV = "internal_kv"
    case userKV = "user_kv"
    case crashInfo = "crash_info_entries"
    case codes, name, time, registers, stacktrace, crashed, frames, reason, pc, symbol, file, line, path, base, size,
      uuid
    case codeName = "code_name"
    case number, address
    case sessionID = "session_id"
    case model, system
    case osVersion = "os_display_version"
    case osBuild = "os_build_version"
    case bundleID = "bundle_id"
    case buildVersion = "build_version"
    case displayVersion = "display_version"
    static let keys = JSONKeyTable<Key>()

    /// True for the member of a record.
    var isRecord: Bool {
      switch self {
      case .machException, .signal, .exception, .threads, .load, .identity, .host, .application, .queueNames,
        .threadNames, .runtime, .unload, .storage, .executable, .kv, .log, .error, .processStats, .internalKV, .userKV:
        true
      default: false
      }
    }
  }

  init(_ segment: Segment, _ limits: DecodingLimits) {
    base = ReporterBase(segment, limits, format: "crashlytics-record")
  }

  mutating func decode(_ segment: Segment) -> SegmentOutcome {
    while readRecord() {}
    finish()
    return outcome(orElse: "Crashlytics records without an exception, a signal or a stack", segment)
  }

  /// Reads the next object if its first member is one of a record; returns false and consumes nothing otherwise.
  private mutating func readRecord() -> Bool {
    guard cursor.fault == nil else { return false }
    let before = cursor
    guard cursor.peek() == UInt8(ascii: "{"), cursor.enterObject(), let text = cursor.nextKey(),
      let (key, _) = cursor.find(text, in: Key.keys), key.isRecord
    else {
      if cursor.fault == nil || report.exception != nil || report.threads != nil { cursor = before }
      return false
    }
    read(key)
    while cursor.nextKey() != nil { cursor.skipValue() }
    return true
  }

  private mutating func read(_ key: Key) {
    let line = lineOfValue()
    switch key {
    case .machException, .signal, .exception:
      if report.lines[.exceptionType] == nil { report.lines[.exceptionType] = line }
      readException(key)
    case .threads: readArray { decoder in decoder.readThread() }
    case .queueNames: queues = readTexts()
    case .threadNames: names = readTexts()
    case .load: readImage()
    case .identity, .host, .application: readIdentity()
    default: cursor.skipValue()
    }
  }

  private mutating func readException(_ part: Key) {
    let limit = limits.textBytes
    readObject(Key.keys) { decoder, key in
      switch (part, key) {
      case (_, .time): decoder.readTime(\.crashed, .crashed)
      case (.machException, .exception):
        let type = decoder.cursor.readUInt64().flatMap(SystemNames.exception)
        decoder.exception.type = decoder.exception.type ?? type
      case (.machException, .name): decoder.exception.type = decoder.cursor.readNonEmpty(limit: 64)
      case (.machException, .codes):
        var codes: [UInt64] = []
        decoder.readArray { decoder in
          if let code = decoder.cursor.readUInt64(), codes.count < 8 { codes.append(code) }
        }
        decoder.exception.codes = codes.isEmpty ? nil : codes
      case (.machException, .codeName), (.signal, .codeName):
        decoder.exception.subtype = decoder.cursor.readNonEmpty(limit: 64)
      case (.signal, .name): decoder.exception.signal = decoder.cursor.readNonEmpty(limit: 64)
      case (.signal, .address): decoder.address = decoder.cursor.readUInt64()
      case (.exception, .name):
        decoder.exception.name = decoder.cursor.readNonEmpty(limit: limit).map(Self.unhexed)
        decoder.report.lines[.exceptionReason] = decoder.cursor.line
      case (.exception, .reason): decoder.exception.reason = decoder.cursor.readNonEmpty(limit: limit).map(Self.unhexed)
      case (.exception, .frames):
        let (frames, _) = decoder.readStack()
        if !frames.isEmpty { decoder.report.lastExceptionBacktrace = frames }
      default: return false
      }
      return true
    }
  }

  private mutating func readThread() {
    guard (report.threads?.count ?? 0) < limits.threads, cursor.peek() == UInt8(ascii: "{") else {
      return cursor.skipOther(than: UInt8(ascii: "{"))
    }
    var thread = CrashReport.Thread(index: report.threads?.count ?? 0)
    thread.line = lineOfValue()
    var registers: [CrashReport.Register] = []
    readObject(Key.keys) { decoder, key in
      switch key {
      case .registers: decoder.readRegisters(into: &registers)
      case .stacktrace: (thread.frames, thread.omittedFrames) = decoder.readStack()
      case .crashed: thread.crashed = decoder.cursor.readBool() ?? false
      default: return false
      }
      return true
    }
    thread.registers = registers.isEmpty ? nil : registers
    if report.threads == nil { report.threads = [] }
    report.threads?.append(thread)
  }

  /// Reads a list of addresses, or of objects with an address, a symbol and a location.
  private mutating func readStack() -> (frames: [CrashReport.Frame], omitted: Int) {
    var list = FrameList()
    let limit = max(limits.framesPerThread, 2)
    readArray { decoder in
      guard decoder.framesLeft > 0 else { return decoder.cursor.skipValue() }
      let number = decoder.lineOfValue()
      var (address, symbol, file): (UInt64?, String?, String?)
      var line: Int?
      if decoder.cursor.peek() == UInt8(ascii: "{") {
        decoder.readObject(Key.keys) { decoder, key in
          switch key {
          case .pc: address = decoder.cursor.readUInt64()
          case .symbol: symbol = decoder.cursor.readNonEmpty(limit: 4096).map(Self.unhexed)
          case .file: file = decoder.cursor.readNonEmpty(limit: 4096).map(Self.unhexed)
          case .line: line = decoder.cursor.readInt()
          default: return false
          }
          return true
        }
      } else {
        address = decoder.cursor.readUInt64()
      }
      guard decoder.cursor.fault == nil, address != nil || symbol != nil else { return }
      decoder.framesLeft -= 1
      list.append(limit: limit) { frame in
        frame.line = number
        frame.address = address.map(RuntimeAddress.init)
        frame.addressKind = frame.index == 0 ? .exact : .return
        if let file { frame.source = SourceLocation(file: file, line: line == 0 ? nil : line) }
        guard let symbol else { return }
        frame.symbol = CrashReport.Symbol(name: symbol)
        frame.outcome = .fromReport
      }
    }
    list.finish(limit: limit)
    return (list.frames, list.omitted)
  }

  private mutating func readTexts() -> [String?] {
    var texts: [String?] = []
    readArray { decoder in
      let text = decoder.cursor.readNonEmpty(limit: 1024)
      if texts.count < decoder.limits.threads { texts.append(text) }
    }
    return texts
  }

  private mutating func readImage() {
    guard images.count < limits.images else { return cursor.skipValue() }
    var image = BinaryImage()
    image.line = lineOfValue()
    readObject(Key.keys) { decoder, key in
      switch key {
      case .path: image.path = decoder.cursor.readNonEmpty(limit: 4096).map(Self.unhexed)
      case .base: image.loadAddress = decoder.cursor.readUInt64().map(RuntimeAddress.init)
      case .size: image.size = decoder.cursor.readUInt64().flatMap { $0 == 0 ? nil : $0 }
      case .uuid: image.uuid = decoder.cursor.readNonEmpty(limit: 64).flatMap { ImageUUID($0) }
      default: return false
      }
      return true
    }
    image.name = image.path.flatMap(IPSDecoder.lastComponent)
    if image.loadAddress != nil || image.uuid != nil { images.append(image) }
  }

  /// Reads `identity`, `host` or `application`.
  private mutating func readIdentity() {
    readObject(Key.keys) { decoder, key in
      let line = decoder.lineOfValue()
      guard [.sessionID, .model, .osVersion, .osBuild, .bundleID, .buildVersion, .displayVersion].contains(key) else {
        return false
      }
      guard let text = decoder.cursor.readNonEmpty(limit: 1024) else { return true }
      switch key {
      case .sessionID: decoder.set(\.incident, text.uppercased(), .incident, line)
      case .model: decoder.set(\.host.device, text, .device, line)
      case .osVersion: decoder.set(\.host.os, text, .os, line)
      case .osBuild: decoder.report.host.osBuild = text
      case .bundleID: decoder.editProcess { $0.bundleID = text }
      case .buildVersion: decoder.editProcess { $0.build = text }
      default: decoder.editProcess { $0.version = text }
      }
      return true
    }
  }

  private mutating func finish() {
    for index in (report.threads ?? []).indices {
      if names.indices.contains(index) { base.report.threads?[index].name = names[index] }
      if queues.indices.contains(index) { base.report.threads?[index].queue = queues[index] }
    }
    if exception.type == nil { (exception.type, exception.signal) = (exception.signal, nil) }
    let isAccess = ["EXC_BAD_ACCESS", "SIGSEGV", "SIGBUS"].contains(exception.type)
    // The second code of an EXC_BAD_ACCESS is the address.
    let codes = exception.codes ?? []
    if isAccess, let address = address ?? (codes.count > 1 ? codes[1] : nil) {
      exception.faultAddress = RuntimeAddress(address)
      exception.subtype = exception.subtype.map { $0 + " at " + address.hexadecimal }
    }
    if !exception.isEmpty { report.exception = exception }
    guard !images.isEmpty else { return }
    report.images = images.sorted { ($0.loadAddress?.value ?? .max) < ($1.loadAddress?.value ?? .max) }
    report.resolveFrames(in: report.images ?? [])
  }

  /// Returns the text that `text` spells in hexadecimal digits; `text` itself if it is not such a spelling of UTF-8.
  private static func unhexed(_ text: String) -> String {
    let digits = Array(text.utf8)
    guard digits.count >= 2, digits.count % 2 == 0 else { return text }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(digits.count / 2)
    for index in stride(from: 0, to: digits.count, by: 2) {
      guard let high = digits[index].hexDigitValue, let low = digits[index + 1].hexDigitValue else { return text }
      bytes.append(high << 4 | low)
    }
    let value = String(streamSafe: bytes)
    return value.utf8.elementsEqual(bytes) ? value : text
  }
}
