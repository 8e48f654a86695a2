import Vocabulary

/// A decoder for an event of Bugsnag's notifier for Apple platforms.
///
///     {"exceptions":[{"errorClass":"NSRangeException","message":"…","type":"cocoa","stacktrace":[
///         {"method":"main","machoFile":"\/…\/MyApp","frameAddress":"0x…","symbolAddress":"0x…","machoLoadAddress":"0x…",
///          "machoUUID":"…","isPC":true},…]}],
///      "threads":[{"id":"0","name":"…","errorReportingThread":true,"stacktrace":[…]}],"unhandled":true,
///      "severityReason":{"type":"signal","attributes":{"signalType":"SIGABRT"}},
///      "app":{"id":"…","version":"…"},"device":{"osName":"iOS","osVersion":"…","time":"…"}}
///
/// Frames state their images; there is no list. A request has several events in `events`.
struct BugsnagDecoder: ReporterDecoder {
  var base: ReporterBase
  private var images = StatedImages()
  private var exception = Raised()
  private var reason = Reason()
  private var isHandled = false
  private var isInEvents = false

  private struct Raised {
    var name: String?
    var message: String?
    var frames: [CrashReport.Frame] = []
    var omitted = 0
    var line: Int?
  }

  /// `severityReason`: what made the notifier report the event.
  private struct Reason {
    var type: String?
    var signal: String?
  }

  enum Key: String, CaseIterable {
    case exceptions, threads, unhandled, severityReason, app, device, events, stacktrace
    case errorClass, message, type, name, id, errorReportingThread, attributes, signalType
    case method, machoFile, machoUUID, frameAddress, symbolAddress, machoLoadAddress, isPC, lineNumber, file
    case version, bundleVersion, binaryArch, osName, osVersion, model, modelNumber, time, runtimeVersions, osBuild
    case simulator
    static let keys = JSONKeyTable<Key>()
  }

  init(_ segment: Segment, _ limits: DecodingLimits) {
    base = ReporterBase(segment, limits, format: "bugsnag")
  }

  mutating func decode(_ segment: Segment) -> SegmentOutcome {
    readEvent()
    finishEvent()
    return outcome(finished, orElse: "a Bugsnag event without an exception and without a stack", segment)
  }

  private mutating func readEvent() {
    readObject(Key.keys) { decoder, key in
      switch key {
      case .exceptions: decoder.readArray { decoder in decoder.readException() }
      case .threads: decoder.readArray { decoder in decoder.readThread() }
      case .unhandled: decoder.isHandled = decoder.cursor.readBool() == false
      case .severityReason: decoder.readReason()
      case .app: decoder.readApp()
      case .device: decoder.readDevice()
      case .events where !decoder.isInEvents: decoder.readEvents()
      default: return false
      }
      return true
    }
  }

  private mutating func readEvents() {
    isInEvents = true
    let (app, source) = (report, report.source)
    readRecords { decoder in
      decoder.report = app
      decoder.report.source.firstLine = decoder.lineOfValue()
      decoder.readEvent()
      decoder.report.source.lastLine = decoder.cursor.line
      decoder.finishEvent()
    }
    report = CrashReport(source: source)
  }

  private mutating func readReason() {
    readObject(Key.keys) { decoder, key in
      switch key {
      case .type: decoder.reason.type = decoder.cursor.readNonEmpty(limit: 64)
      case .attributes:
        decoder.readObject(Key.keys) { decoder, key in
          guard key == .signalType else { return false }
          decoder.reason.signal = decoder.cursor.readNonEmpty(limit: 64)
          return true
        }
      default: return false
      }
      return true
    }
  }

  /// Reads an exception. The first in the list was raised; the others are its causes.
  private mutating func readException() {
    var raised = Raised()
    raised.line = lineOfValue()
    readObject(Key.keys) { decoder, key in
      switch key {
      case .errorClass: raised.name = decoder.cursor.readNonEmpty(limit: 1024)
      case .message: raised.message = decoder.cursor.readNonEmpty(limit: decoder.limits.textBytes)
      case .stacktrace: (raised.frames, raised.omitted) = decoder.readStack { $0.readFrame(&$1, $2) }
      default: return false
      }
      return true
    }
    if exception.line == nil { exception = raised }
  }

  private mutating func readThread() {
    guard (report.threads?.count ?? 0) < limits.threads, cursor.peek() == UInt8(ascii: "{") else {
      return cursor.skipOther(than: UInt8(ascii: "{"))
    }
    var thread = CrashReport.Thread(index: report.threads?.count ?? 0)
    thread.line = lineOfValue()
    readObject(Key.keys) { decoder, key in
      switch key {
      case .id: thread.index = decoder.cursor.readInt() ?? thread.index
      case .name: thread.name = decoder.cursor.readNonEmpty(limit: 1024)
      case .errorReportingThread: thread.crashed = decoder.cursor.readBool() ?? false
      case .stacktrace: (thread.frames, thread.omittedFrames) = decoder.readStack { $0.readFrame(&$1, $2) }
      default: return false
      }
      return true
    }
    append(thread)
  }

  private mutating func readFrame(_ list: inout FrameList, _ limit: Int) {
    guard framesLeft > 0 else { return cursor.skipValue() }
    let line = lineOfValue()
    var (address, start, base): (UInt64?, UInt64?, UInt64?)
    var (method, path, file): (String?, String?, String?)
    var uuid: ImageUUID?
    var number: Int?
    var isExact: Bool?
    readObject(Key.keys) { decoder, key in
      switch key {
      case .frameAddress: address = decoder.cursor.readUInt64()
      case .symbolAddress: start = decoder.cursor.readUInt64()
      case .machoLoadAddress: base = decoder.cursor.readUInt64()
      case .method: method = decoder.cursor.readNonEmpty(limit: 4096)
      case .machoFile: path = decoder.cursor.readNonEmpty(limit: 4096)
      case .machoUUID: uuid = decoder.cursor.readNonEmpty(limit: 64).flatMap { ImageUUID($0) }
      case .isPC: isExact = decoder.cursor.readBool()
      case .file: file = decoder.cursor.readNonEmpty(limit: 4096)
      case .lineNumber: number = decoder.cursor.readInt()
      default: return false
      }
      return true
    }
    guard cursor.fault == nil, address != nil || method != nil else { return }
    framesLeft -= 1
    let image = images.add(base, path: path, uuid: uuid, line: line, limit: limits.images)
    list.append(limit: limit) { frame in
      frame.line = line
      frame.address = address.map(RuntimeAddress.init)
      frame.addressKind = isExact ?? (frame.index == 0) ? .exact : .return
      frame.image = path.flatMap(IPSDecoder.lastComponent)
      if let address, let image, image <= address { frame.imageOffset = ImageOffset(address - image) }
      if let file { frame.source = SourceLocation(file: file, line: number == 0 ? nil : number) }
      // A method that is not known is written as its address.
      guard let method, method != "<redacted>", !method.hasPrefix("0x") else { return }
      var offset: Int?
      if let address, let start, start > 0, start <= address { offset = Int(exactly: address - start) }
      frame.symbol = CrashReport.Symbol(name: method, offset: offset)
      frame.outcome = .fromReport
    }
  }
}

// MARK: - The app, the device and the result

extension BugsnagDecoder {
  private mutating func readApp() {
    let line = lineOfValue()
    readObject(Key.keys) { decoder, key in
      guard [.id, .version, .bundleVersion, .binaryArch, .name].contains(key) else { return false }
      guard let text = decoder.cursor.readNonEmpty(limit: 1024) else { return true }
      switch key {
      case .binaryArch: decoder.set(\.host.architecture, IPSDecoder.architecture(text), .architecture, line)
      case .id:
        decoder.editProcess { $0.bundleID = text }
        decoder.report.lines[.bundleID] = line
      case .version:
        decoder.editProcess { $0.version = text }
        decoder.report.lines[.version] = line
      case .name: decoder.editProcess { $0.name = text }
      default: decoder.editProcess { $0.build = text }
      }
      return true
    }
  }

  private mutating func readDevice() {
    var (name, version): (String?, String?)
    let line = lineOfValue()
    readObject(Key.keys) { decoder, key in
      switch key {
      case .osName: name = decoder.cursor.readNonEmpty(limit: 64)
      case .osVersion: version = decoder.cursor.readNonEmpty(limit: 64)
      case .model: decoder.set(\.host.device, decoder.cursor.readNonEmpty(limit: 128), .device, line)
      case .modelNumber:
        if decoder.cursor.readNonEmpty(limit: 128) == "simulator" { decoder.report.host.isSimulator = true }
      case .simulator: if decoder.cursor.readBool() == true { decoder.report.host.isSimulator = true }
      case .time: decoder.readTime(\.crashed, .crashed)
      case .runtimeVersions:
        decoder.readObject(Key.keys) { decoder, key in
          guard key == .osBuild else { return false }
          decoder.report.host.osBuild = decoder.cursor.readNonEmpty(limit: 64)
          return true
        }
      default: return false
      }
      return true
    }
    set(\.host.os, [name, version].compactMap { $0 }.joined(separator: " "), .os, line)
  }

  /// Completes the report of one event and begins the next.
  private mutating func finishEvent() {
    let (raised, reason) = (exception, reason)
    var stated = CrashReport.Exception()
    let name = raised.name ?? ""
    if let type = reason.type, ["appHang", "outOfMemory", "thermalKill"].contains(type) {
      // The notifier words these events as exceptions, but nothing was thrown.
      report.eventSummary = [raised.name, raised.message].compactMap { $0 }.joined(separator: ": ")
    } else if name.hasPrefix("EXC_") || name.hasPrefix("SIG") {
      stated.type = name
      stated.signal = reason.signal == name ? nil : reason.signal
      stated.message = raised.message
      if ["EXC_BAD_ACCESS", "SIGSEGV", "SIGBUS"].contains(name) {
        // "Attempted to dereference garbage pointer at 0x10."
        var words = CrashReport.Exception()
        words.subtype = raised.message
        stated.faultAddress = IPSDecoder.faultAddress(words)
      }
    } else {
      stated.name = raised.name
      stated.reason = raised.message
      stated.type = reason.signal
    }
    if !stated.isEmpty {
      report.exception = stated
      report.lines[.exceptionType] = raised.line
      report.lines[.exceptionReason] = raised.line
      report.lines[.exceptionMessage] = raised.line
    }
    assignStack(raised)
    if reason.type == "appHang" { report.kind = .hang }
    if isHandled {
      report.kind = .fault
      notes.add("handled", "The app handled this error and went on running.")
    }
    images.finish(&report)
    if !report.statesNoFailure || finished.isEmpty && !isInEvents {
      finished.append(Decoded(report, notes: notes.finished))
    }
    notes = NoteList(limit: limits.notes)
    (exception, self.reason, images, isHandled) = (Raised(), Reason(), StatedImages(), false)
  }

  /// Assigns the stack of the exception to the thread that reported it, whose own stack is the same or missing.
  private mutating func assignStack(_ raised: Raised) {
    guard !raised.frames.isEmpty else { return }
    if let index = report.threads?.firstIndex(where: \.crashed) {
      guard report.threads?[index].frames.isEmpty == true else { return }
      report.threads?[index].frames = raised.frames
      report.threads?[index].omittedFrames = raised.omitted
      return
    }
    var thread = CrashReport.Thread(index: report.threads?.count ?? 0)
    thread.crashed = true
    thread.frames = raised.frames
    thread.omittedFrames = raised.omitted
    thread.line = raised.line
    report.threads = (report.threads ?? []) + [thread]
  }
}
