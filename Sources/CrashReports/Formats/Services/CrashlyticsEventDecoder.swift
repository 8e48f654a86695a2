import Vocabulary

/// A decoder for events of Crashlytics as its API, the tools of the Firebase command line and rows of BigQuery have them.
///
///     {"platform":"IOS","bundleOrPackage":"…","eventId":"…","eventTime":"2026-11-20T08:12:43.501Z",
///      "issue":{"errorType":"FATAL",…},"device":{"model":"iPhone18,3",…},"operatingSystem":{"os":"iOS",…},
///      "version":{"displayVersion":"3.2","buildVersion":"418"},
///      "threads":[{"crashed":true,"signal":"SIGSEGV","crashAddress":16,"title":"…","subtitle":"…",
///                  "frames":[{"symbol":"-[TreeView grow]","file":"TreeView.m","line":42,"offset":19736,
///                             "address":4344270104,"library":"MyApp","owner":"DEVELOPER","blamed":true}]}],
///      "errors":[…]}
///
/// BigQuery has the same members in snake case. Frames are symbolicated; there are no images and no UUIDs.
struct CrashlyticsEventDecoder: ReporterDecoder {
  var base: ReporterBase
  private var cache = TextCache()
  private var event = Event()
  private var isInEvents = false
  private var foreignEvents = 0

  /// What the members of an event state together.
  private struct Event {
    var platform: String?
    var errorType: String?
    var isFatal: Bool?
    var system: String?
    var systemVersion: String?
    var title: String?
    var subtitle: String?
    var signal: String?
    var address: UInt64?
    var errors: [(title: String?, subtitle: String?, thread: CrashReport.Thread)] = []
    var line: Int?
  }

  enum Key: String, CaseIterable {
    case events, platform, threads, errors, error, issue, device, version, application, title, subtitle
    case bundleOrPackage, bundleIdentifier = "bundle_identifier"
    case eventId, eventID = "event_id"
    case eventTime, eventTimestamp = "event_timestamp"
    case errorType, errorTypeSnake = "error_type"
    case isFatal = "is_fatal"
    case operatingSystem, operatingSystemSnake = "operating_system"
    case displayVersion, displayVersionSnake = "display_version"
    case buildVersion, buildVersionSnake = "build_version"
    case processState, processStateSnake = "process_state"
    case os, name, model, architecture, crashed, queue, frames, blamed
    case threadName = "thread_name"
    case queueName = "queue_name"
    case signal, signalName = "signal_name"
    case crashAddress, crashAddressSnake = "crash_address"
    case line, file, symbol, offset, address, library
    static let keys = JSONKeyTable<Key>()
  }

  init(_ segment: Segment, _ limits: DecodingLimits) {
    base = ReporterBase(segment, limits, format: "crashlytics-event")
  }

  mutating func decode(_ segment: Segment) -> SegmentOutcome {
    report.source.firstLine = lineOfValue()
    readEvent()
    if !isInEvents { finishEvent() }
    if let last = finished.indices.last, foreignEvents > 0 {
      finished[last].notes.append(
        Note("other-events", "\(foreignEvents) events of apps for other systems than Apple's were not read."))
    }
    let explanation =
      foreignEvents > 0
      ? "\(foreignEvents == 1 ? "a Crashlytics event" : "\(foreignEvents) Crashlytics events") of an app for another "
        + "system than Apple's"
      : "a Crashlytics event without an exception and without a stack"
    return outcome(finished, orElse: explanation, segment)
  }

  private mutating func readEvent() {
    readObject(Key.keys) { decoder, key in
      if key == .events, !decoder.isInEvents {
        decoder.readEvents()
        return true
      }
      return decoder.read(key)
    }
  }

  private mutating func readEvents() {
    isInEvents = true
    let source = report.source
    readRecords(countsEmpty: false) { decoder in
      let line = decoder.lineOfValue()
      decoder.report = CrashReport(source: source)
      decoder.report.source.firstLine = line
      decoder.readEvent()
      decoder.report.source.lastLine = decoder.cursor.line
      let isForeign = decoder.isForeign
      let count = decoder.finished.count
      decoder.finishEvent()
      if !isForeign, decoder.finished.count == count { decoder.records.empty.add(line: line) }
    }
  }

  private mutating func read(_ key: Key) -> Bool {
    let line = lineOfValue()
    switch key {
    case .platform: event.platform = cursor.readNonEmpty(limit: 64)
    case .bundleOrPackage, .bundleIdentifier:
      let text = cursor.readNonEmpty(limit: 1024)
      editProcess { $0.bundleID = text }
      if text != nil { report.lines[.bundleID] = line }
    case .eventId, .eventID: set(\.incident, cursor.readNonEmpty(limit: 128)?.uppercased(), .incident, line)
    case .eventTime, .eventTimestamp: readTime(\.crashed, .crashed, isUTC: true)
    case .errorType, .errorTypeSnake: event.errorType = cursor.readNonEmpty(limit: 64)
    case .isFatal: event.isFatal = cursor.readBool()
    case .processState, .processStateSnake:
      let text = cursor.readNonEmpty(limit: 64)
      editProcess { $0.role = text }
    case .issue:
      readObject(Key.keys) { decoder, key in
        guard key == .errorType else { return false }
        decoder.event.errorType = decoder.cursor.readNonEmpty(limit: 64)
        return true
      }
    case .device, .operatingSystem, .operatingSystemSnake, .version, .application: readPart(key, line)
    case .threads:
      readArray { decoder in
        guard let thread = decoder.readThread() else { return }
        decoder.report.threads = (decoder.report.threads ?? []) + [thread]
      }
    case .errors, .error: readArray { decoder in decoder.readError() }
    default: return false
    }
    return true
  }

  private mutating func readPart(_ part: Key, _ line: Int) {
    readObject(Key.keys) { decoder, key in
      switch (part, key) {
      case (.device, .model): decoder.set(\.host.device, decoder.cursor.readNonEmpty(limit: 128), .device, line)
      case (.device, .architecture):
        let text = decoder.cursor.readNonEmpty(limit: 64).map(IPSDecoder.architecture)
        decoder.set(\.host.architecture, text, .architecture, line)
      case (.operatingSystem, .os), (.operatingSystemSnake, .name):
        decoder.event.system = decoder.cursor.readNonEmpty(limit: 64)
      case (.operatingSystem, .displayVersion), (.operatingSystemSnake, .displayVersionSnake):
        decoder.event.systemVersion = decoder.cursor.readNonEmpty(limit: 64)
      case (.version, .displayVersion), (.application, .displayVersionSnake):
        let text = decoder.cursor.readNonEmpty(limit: 256)
        decoder.editProcess { $0.version = text }
        if text != nil { decoder.report.lines[.version] = line }
      case (.version, .buildVersion), (.application, .buildVersionSnake):
        let text = decoder.cursor.readNonEmpty(limit: 256)
        decoder.editProcess { $0.build = text }
      default: return false
      }
      return true
    }
  }

  private mutating func readThread() -> CrashReport.Thread? {
    let index = report.threads?.count ?? 0
    guard index < limits.threads, cursor.peek() == UInt8(ascii: "{") else {
      cursor.skipOther(than: UInt8(ascii: "{"))
      return nil
    }
    var thread = CrashReport.Thread(index: index)
    thread.line = lineOfValue()
    var (title, subtitle, signal): (String?, String?, String?)
    var address: UInt64?
    readObject(Key.keys) { decoder, key in
      switch key {
      case .crashed: thread.crashed = decoder.cursor.readBool() ?? false
      case .name, .threadName: thread.name = decoder.cursor.readNonEmpty(limit: 1024)
      case .queue, .queueName: thread.queue = decoder.cursor.readNonEmpty(limit: 1024)
      case .signal, .signalName: signal = decoder.cursor.readNonEmpty(limit: 64)
      case .crashAddress, .crashAddressSnake: address = decoder.cursor.readUInt64()
      case .title: title = decoder.cursor.readNonEmpty(limit: 4096)
      case .subtitle: subtitle = decoder.cursor.readNonEmpty(limit: decoder.limits.textBytes)
      case .frames: (thread.frames, thread.omittedFrames) = decoder.readStack { $0.readFrame(&$1, $2) }
      default: return false
      }
      return true
    }
    if thread.crashed, event.line == nil {
      (event.title, event.subtitle, event.signal, event.address) = (title, subtitle, signal, address)
      event.line = thread.line
    }
    return thread
  }

  private mutating func readError() {
    guard event.errors.count < 64, cursor.peek() == UInt8(ascii: "{") else {
      return cursor.skipOther(than: UInt8(ascii: "{"))
    }
    var thread = CrashReport.Thread(index: 0)
    thread.line = lineOfValue()
    var (title, subtitle): (String?, String?)
    readObject(Key.keys) { decoder, key in
      switch key {
      case .queue, .queueName: thread.queue = decoder.cursor.readNonEmpty(limit: 1024)
      case .title: title = decoder.cursor.readNonEmpty(limit: 4096)
      case .subtitle: subtitle = decoder.cursor.readNonEmpty(limit: decoder.limits.textBytes)
      case .frames: (thread.frames, thread.omittedFrames) = decoder.readStack { $0.readFrame(&$1, $2) }
      default: return false
      }
      return true
    }
    event.errors.append((title, subtitle, thread))
  }

  private mutating func readFrame(_ list: inout FrameList, _ limit: Int) {
    guard framesLeft > 0 else { return cursor.skipValue() }
    let line = lineOfValue()
    var (symbol, file, library): (String?, String?, String?)
    var (address, offset): (UInt64?, UInt64?)
    var number: Int?
    readObject(Key.keys) { decoder, key in
      switch key {
      case .symbol: symbol = decoder.readCached()
      case .file: file = decoder.readCached()
      case .library: library = decoder.readCached()
      case .address: address = decoder.cursor.readUInt64()
      case .offset: offset = decoder.cursor.readUInt64()
      case .line: number = decoder.cursor.readInt()
      default: return false
      }
      return true
    }
    guard cursor.fault == nil, address != nil || symbol != nil || offset != nil else { return }
    framesLeft -= 1
    list.append(limit: limit) { frame in
      frame.line = line
      frame.address = address.flatMap { $0 == 0 ? nil : RuntimeAddress($0) }
      frame.addressKind = frame.index == 0 ? .exact : .return
      frame.image = library
      frame.imageOffset = offset.map(ImageOffset.init)
      if let file { frame.source = SourceLocation(file: file, line: number == 0 ? nil : number) }
      guard let symbol else { return }
      frame.symbol = CrashReport.Symbol(name: symbol)
      frame.outcome = .fromReport
    }
  }

  private mutating func readCached() -> String? {
    guard cursor.peek() == UInt8(ascii: "\"") else { return cursor.readNonEmpty(limit: limits.textBytes) }
    guard let text = cursor.scanString(), !text.range.isEmpty else { return nil }
    return cache.string(text, &base.cursor, limit: limits.textBytes)
  }
}

// MARK: - Completing

extension CrashlyticsEventDecoder {
  /// Completes the report of one event and begins the next.
  private mutating func finishEvent() {
    defer {
      event = Event()
      notes = NoteList(limit: limits.notes)
    }
    if isForeign {
      foreignEvents += 1
      return
    }
    report.host.os = [event.system, event.systemVersion].compactMap { $0 }.joined(separator: " ")
    if report.host.os?.isEmpty == true { report.host.os = nil }
    setException()
    setKind()
    if !report.statesNoFailure { finished.append(Decoded(report, notes: notes.finished)) }
  }

  /// Whether the event is of an app for another system than Apple's.
  private var isForeign: Bool { event.platform.map { $0.uppercased() != "IOS" } ?? false }

  /// Sets the exception from the title and the subtitle of the crashed thread: `Crashed: com.apple.main-thread` and
  /// `EXC_BAD_ACCESS KERN_INVALID_ADDRESS 0x10`, or `Fatal Exception: NSRangeException` and the reason.
  private mutating func setException() {
    var exception = CrashReport.Exception()
    exception.signal = event.signal
    let label = "Fatal Exception: "
    if let title = event.title, title.hasPrefix(label) {
      exception.name = String(title.dropFirst(label.count))
      exception.reason = event.subtitle
    } else if let words = event.subtitle?.split(separator: " "), let type = words.first, type.hasPrefix("EXC_") {
      exception.type = String(type)
      if words.count > 1 {
        exception.subtype = String(words[1]) + (event.address.map { " at \($0.hexadecimal)" } ?? "")
      }
    } else if let subtitle = event.subtitle, subtitle != event.signal {
      exception.message = subtitle
    }
    if exception.type == nil { (exception.type, exception.signal) = (exception.signal, nil) }
    if ["EXC_BAD_ACCESS", "SIGSEGV", "SIGBUS"].contains(exception.type) {
      exception.faultAddress = event.address.map(RuntimeAddress.init)
    }
    guard !exception.isEmpty else { return }
    report.exception = exception
    for field in [CrashReport.Field.exceptionType, .exceptionSubtype, .exceptionReason, .exceptionMessage] {
      report.lines[field] = event.line
    }
  }

  private mutating func setKind() {
    let type = event.errorType?.uppercased()
    let isFatal = event.isFatal ?? (type.map { $0 == "FATAL" } ?? !(report.threads?.isEmpty ?? true))
    if type == "ANR" {
      report.kind = .hang
      report.eventSummary = "the main thread did not respond"
    } else if !isFatal {
      report.kind = .fault
      notes.add("handled", "The app handled this error and went on running.")
    }
    guard report.exception == nil, let error = event.errors.first else { return }
    if report.kind == .fault {
      report.eventSummary = [error.title, error.subtitle].compactMap { $0 }.joined(separator: ": ")
    }
    guard report.threads?.contains(where: \.crashed) != true else { return }
    var thread = error.thread
    thread.index = report.threads?.count ?? 0
    thread.crashed = true
    report.threads = (report.threads ?? []) + [thread]
  }
}
