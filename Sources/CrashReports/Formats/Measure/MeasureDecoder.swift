import Vocabulary

/// A decoder for the exceptions of measure.sh.
///
///     {"exceptions":[{"type":"NSRangeException","message":"…","signal":"SIGABRT","thread_name":"Thread 0 Crashed",
///                     "thread_sequence":0,"os_build_number":"23F79","frames":[
///         {"frame_index":0,"binary_name":"MyApp","binary_address":"1084c4000","symbol_address":"00000001084c6cf4",
///          "offset":11508,"method_name":"","file_name":"","line_num":0},…]}],
///      "threads":[{"name":"Thread 1","sequence":1,"frames":[…]}],"handled":false,
///      "binary_images":[{"name":"MyApp","start_addr":"1084c4000","end_addr":"1084d1fff","uuid":"…","path":"…","arch":"…"}]}
///
/// Addresses have no prefix. `symbol_address` is the address of the frame; `offset` counts from the image or, in newer
/// versions, from the function, so it is not read.
struct MeasureDecoder: ReporterDecoder {
  var base: ReporterBase
  private var images: [BinaryImage] = []
  private var raised: (exception: CrashReport.Exception, thread: CrashReport.Thread)?
  private var isHandled = false
  /// True once a frame had an address or an image: JavaScript, Dart and JVM exceptions have neither.
  private var isNative = false
  private var isInEvents = false
  private var hasForeignException = false

  enum Key: String, CaseIterable {
    case exceptions, exception, threads, handled, events, attribute, timestamp, id, type, message, signal, frames, name
    case binaryImages = "binary_images"
    case sequence
    case threadName = "thread_name"
    case threadSequence = "thread_sequence"
    case osBuild = "os_build_number"
    case binaryName = "binary_name"
    case binaryAddress = "binary_address"
    case symbolAddress = "symbol_address"
    case instructionAddress = "instruction_address"
    case method = "method_name"
    case className = "class_name"
    case file = "file_name"
    case lineNumber = "line_num"
    case start = "start_addr"
    case end = "end_addr"
    case uuid, path, arch
    case osName = "os_name"
    case osVersion = "os_version"
    case model = "device_model"
    case identifier = "app_unique_id"
    case appVersion = "app_version"
    case appBuild = "app_build"
    case processor = "device_cpu_arch"
    static let keys = JSONKeyTable<Key>()
  }

  init(_ segment: Segment, _ limits: DecodingLimits) {
    base = ReporterBase(segment, limits, format: "measure")
  }

  mutating func decode(_ segment: Segment) -> SegmentOutcome {
    readEvent()
    finishEvent()
    let reason =
      hasForeignException
      ? "measure.sh JSON whose exception has no native stack: JavaScript, Dart or JVM"
      : "measure.sh JSON without a crash"
    return outcome(finished, orElse: reason, segment)
  }

  /// Reads an exception, an event, or a session.
  private mutating func readEvent() {
    readObject(Key.keys) { decoder, key in
      let line = decoder.lineOfValue()
      switch key {
      case .id: decoder.set(\.incident, decoder.cursor.readNonEmpty(limit: 128)?.uppercased(), .incident, line)
      case .timestamp: decoder.readTime(\.crashed, .crashed)
      case .exception: decoder.readEvent()
      case .exceptions: decoder.readArray { decoder in decoder.readException() }
      case .threads: decoder.readArray { decoder in decoder.readThread() }
      case .handled: decoder.isHandled = decoder.cursor.readBool() ?? false
      case .binaryImages: decoder.readArray { decoder in decoder.readImage() }
      case .attribute: decoder.readAttribute()
      case .events where !decoder.isInEvents: decoder.readEvents()
      default: return false
      }
      return true
    }
  }

  private mutating func readEvents() {
    isInEvents = true
    let source = report.source
    readRecords { decoder in
      decoder.report = CrashReport(source: source)
      decoder.report.source.firstLine = decoder.lineOfValue()
      decoder.readEvent()
      decoder.report.source.lastLine = decoder.cursor.line
      decoder.finishEvent()
    }
    report = CrashReport(source: source)
  }

  /// Reads an exception. The first in the list was raised; the others are its causes.
  private mutating func readException() {
    var exception = CrashReport.Exception()
    var thread = CrashReport.Thread(index: 0)
    thread.crashed = true
    thread.line = lineOfValue()
    readObject(Key.keys) { decoder, key in
      switch key {
      case .type: exception.name = decoder.cursor.readNonEmpty(limit: 1024)
      case .message: exception.reason = decoder.cursor.readNonEmpty(limit: decoder.limits.textBytes)
      case .signal: exception.type = decoder.cursor.readNonEmpty(limit: 64)
      case .threadName: thread.name = decoder.cursor.readNonEmpty(limit: 1024)
      case .threadSequence: thread.index = decoder.cursor.readInt() ?? 0
      case .osBuild: decoder.report.host.osBuild = decoder.cursor.readNonEmpty(limit: 64)
      case .frames: (thread.frames, thread.omittedFrames) = decoder.readStack { $0.readFrame(&$1, $2) }
      default: return false
      }
      return true
    }
    if exception.name == nil { (exception.message, exception.reason) = (exception.reason, nil) }
    if raised == nil { raised = (exception, thread) }
  }

  private mutating func readThread() {
    guard (report.threads?.count ?? 0) < limits.threads, cursor.peek() == UInt8(ascii: "{") else {
      return cursor.skipOther(than: UInt8(ascii: "{"))
    }
    var thread = CrashReport.Thread(index: report.threads?.count ?? 0)
    thread.line = lineOfValue()
    readObject(Key.keys) { decoder, key in
      switch key {
      case .sequence: thread.index = decoder.cursor.readInt() ?? thread.index
      case .name: thread.name = decoder.cursor.readNonEmpty(limit: 1024)
      case .frames: (thread.frames, thread.omittedFrames) = decoder.readStack { $0.readFrame(&$1, $2) }
      default: return false
      }
      return true
    }
    append(thread)
  }

  private mutating func readFrame(_ list: inout FrameList, _ limit: Int) {
    guard framesLeft > 0 else { return cursor.skipValue() }
    let line = lineOfValue()
    var (address, instruction, base): (UInt64?, UInt64?, UInt64?)
    var (image, method, type, file): (String?, String?, String?, String?)
    var number: Int?
    readObject(Key.keys) { decoder, key in
      switch key {
      case .symbolAddress: address = decoder.readAddress()
      case .instructionAddress: instruction = decoder.readAddress()
      case .binaryAddress: base = decoder.readAddress()
      case .binaryName: image = decoder.cursor.readNonEmpty(limit: 4096)
      case .method: method = decoder.cursor.readNonEmpty(limit: 4096)
      case .className: type = decoder.cursor.readNonEmpty(limit: 4096)
      case .file: file = decoder.cursor.readNonEmpty(limit: 4096)
      case .lineNumber: number = decoder.cursor.readInt()
      default: return false
      }
      return true
    }
    let location = instruction.flatMap { $0 == 0 ? nil : $0 } ?? address
    guard cursor.fault == nil, location != nil || method != nil else { return }
    // The frames of compiled Dart have an address alone.
    if address != nil || image != nil { isNative = true }
    framesLeft -= 1
    list.append(limit: limit) { frame in
      frame.line = line
      frame.address = location.map(RuntimeAddress.init)
      frame.addressKind = frame.index == 0 ? .exact : .return
      frame.image = image == "???" ? nil : image
      if let location, let base, base > 0, base <= location { frame.imageOffset = ImageOffset(location - base) }
      if let file { frame.source = SourceLocation(file: file, line: number == 0 ? nil : number) }
      guard let method else { return }
      frame.symbol = CrashReport.Symbol(name: [type, method].compactMap { $0 }.joined(separator: "."))
      frame.outcome = .fromReport
    }
  }

  /// Reads an address, which is written as hexadecimal digits alone.
  private mutating func readAddress() -> UInt64? {
    guard let text = cursor.readNonEmpty(limit: 32) else { return nil }
    return UInt64(text.hasPrefix("0x") ? text.dropFirst(2) : text[...], radix: 16)
  }

  private mutating func readImage() {
    guard images.count < limits.images else { return cursor.skipValue() }
    var image = BinaryImage()
    image.line = lineOfValue()
    var end: UInt64?
    readObject(Key.keys) { decoder, key in
      switch key {
      case .start: image.loadAddress = decoder.readAddress().map(RuntimeAddress.init)
      case .end: end = decoder.readAddress()
      case .uuid: image.uuid = decoder.cursor.readNonEmpty(limit: 64).flatMap { ImageUUID($0) }
      case .name: image.name = decoder.cursor.readNonEmpty(limit: 4096)
      case .path: image.path = decoder.cursor.readNonEmpty(limit: 4096)
      case .arch: image.architecture = decoder.cursor.readNonEmpty(limit: 64)
      default: return false
      }
      return true
    }
    image.name = image.name ?? image.path.flatMap(IPSDecoder.lastComponent)
    // The end is the address of the last byte.
    if let start = image.loadAddress?.value, let end, end > start { image.size = (end - start).addingLimited(1) }
    if image.loadAddress != nil || image.uuid != nil { images.append(image) }
  }
}

// MARK: - The app, the device and the result

extension MeasureDecoder {
  private mutating func readAttribute() {
    var (name, version): (String?, String?)
    let start = lineOfValue()
    readObject(Key.keys) { decoder, key in
      let line = decoder.lineOfValue()
      switch key {
      case .osName: name = decoder.cursor.readNonEmpty(limit: 64)
      case .osVersion: version = decoder.cursor.readNonEmpty(limit: 64)
      case .model:
        // For a simulator: `Simulator iPhone17,3`.
        let words = (decoder.cursor.readNonEmpty(limit: 128) ?? "").split(separator: " ")
        if words.count > 1, words[0] == "Simulator" { decoder.report.host.isSimulator = true }
        decoder.set(\.host.device, words.last.map(String.init), .device, line)
      case .processor:
        let architecture = decoder.cursor.readNonEmpty(limit: 64).map(IPSDecoder.architecture)
        decoder.set(\.host.architecture, architecture, .architecture, line)
      case .identifier, .appVersion, .appBuild:
        guard let text = decoder.cursor.readNonEmpty(limit: 1024) else { return true }
        decoder.editProcess { process in
          switch key {
          case .identifier: process.bundleID = text
          case .appVersion: process.version = text
          default: process.build = text
          }
        }
      default: return false
      }
      return true
    }
    let system = name.map { ["ios": "iOS", "macos": "macOS", "tvos": "tvOS", "ipados": "iPadOS"][$0] ?? $0 }
    set(\.host.os, [system, version].compactMap { $0 }.joined(separator: " "), .os, start)
  }

  /// Completes the report of one exception and begins the next.
  private mutating func finishEvent() {
    defer {
      notes = NoteList(limit: limits.notes)
      (raised, images, isHandled, isNative) = (nil, [], false, false)
    }
    guard let (exception, thread) = raised else { return }
    guard isNative else {
      hasForeignException = true
      return
    }
    report.exception = exception.isEmpty ? nil : exception
    report.lines[.exceptionType] = thread.line
    report.lines[.exceptionReason] = thread.line
    report.lines[.exceptionMessage] = thread.line
    // The thread of the exception is not in the list of threads, or is there with the same number.
    var threads = (report.threads ?? []).filter { $0.index != thread.index }
    threads.insert(thread, at: threads.firstIndex { $0.index > thread.index } ?? threads.count)
    report.threads = threads
    if isHandled {
      report.kind = .fault
      notes.add("handled", "The app handled this error and went on running.")
    }
    if !images.isEmpty {
      report.images = images.sorted { ($0.loadAddress?.value ?? .max) < ($1.loadAddress?.value ?? .max) }
      report.resolveFrames(in: report.images ?? [])
    }
    finished.append(Decoded(report, notes: notes.finished))
  }
}

extension UInt64 {
  /// Returns the sum, or the largest number if it is larger than that.
  fileprivate func addingLimited(_ other: UInt64) -> UInt64 {
    let (sum, overflow) = addingReportingOverflow(other)
    return overflow ? .max : sum
  }
}
