import Vocabulary

extension SentryDecoder {
  mutating func readImage() {
    guard images.count < limits.images else { return cursor.skipValue() }
    var image = BinaryImage()
    image.line = lineOfValue()
    var type: UInt64?
    var subtype: UInt64?
    var codeID: String?
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
      case .codeID: codeID = decoder.cursor.readNonEmpty(limit: 64)
      case .cpuType: type = decoder.cursor.readUInt64()
      case .cpuSubtype: subtype = decoder.cursor.readUInt64()
      case .arch: image.architecture = decoder.cursor.readNonEmpty(limit: 64)
      default: return false
      }
      return true
    }
    image.uuid = image.uuid ?? codeID.flatMap { ImageUUID($0) }
    image.architecture = image.architecture ?? MachArchitecture.name(type: type, subtype: subtype)
    image.name = image.path.flatMap(IPSDecoder.lastComponent)
    if image.loadAddress != nil || image.uuid != nil { images.append(image) }
  }

  /// Reads the kind in the context of an event that this program wrote.
  private mutating func readKind() {
    statedKind = cursor.readNonEmpty(limit: 32).flatMap(CrashReport.Kind.stated)
  }

  mutating func readContexts() {
    readObject(Key.keys) { decoder, part in
      if part == .termination {
        decoder.readTermination()
        return true
      }
      guard part == .os || part == .device || part == .app || part == .diagnose else { return false }
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
        case (.device, .simulator): if decoder.cursor.readBool() == true { decoder.report.host.isSimulator = true }
        case (.diagnose, .kind): decoder.readKind()
        case (.app, .appStart): decoder.readTime(\.launched, .launched, isUTC: true)
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

  /// Reads the context `termination`, which this program writes.
  private mutating func readTermination() {
    var termination = CrashReport.Termination()
    let line = lineOfValue()
    readObject(Key.keys) { decoder, key in
      switch key {
      case .namespace: termination.namespace = decoder.cursor.readNonEmpty(limit: 128)
      case .code: termination.code = decoder.cursor.readUInt64()
      case .indicator: termination.indicator = decoder.cursor.readNonEmpty(limit: 1024)
      case .reasons:
        var reasons: [String] = []
        decoder.readArray { decoder in
          guard reasons.count < Self.maxReasons else { return decoder.cursor.skipValue() }
          if let text = decoder.cursor.readNonEmpty(limit: decoder.limits.textBytes) { reasons.append(text) }
        }
        if !reasons.isEmpty { termination.reasons = reasons }
      default: return false
      }
      return true
    }
    guard !termination.isEmpty else { return }
    report.termination = termination
    report.lines[.termination] = line
  }

  /// The maximum number of reasons that are read.
  private static let maxReasons = 16
}

extension SentryDecoder {
  mutating func finish() {
    var exception = CrashReport.Exception()
    exception.type = raised.mach
    exception.signal = raised.signal
    if let code = raised.code { exception.codes = [code] + (raised.subcode.map { [$0] } ?? []) }
    if raised.mach == nil, let type = raised.type, type.hasPrefix("EXC_") || type.hasPrefix("SIG") {
      exception.type = type
    }
    if let type = raised.type, !type.hasPrefix("EXC_"), !type.hasPrefix("SIG") {
      exception.name = type
      exception.reason = raised.value
    } else {
      exception.message = raised.value
    }
    if exception.type == nil { (exception.type, exception.signal) = (exception.signal, nil) }
    if exception.signal == exception.type { exception.signal = nil }
    if ["EXC_BAD_ACCESS", "SIGSEGV", "SIGBUS"].contains(exception.type) {
      exception.faultAddress = raised.address.map(RuntimeAddress.init) ?? statedAddress
    }
    if let kind = raised.mechanism.flatMap({ Self.syntheticKinds[$0] }) {
      // Sentry words these events as exceptions, but nothing was thrown.
      report.eventSummary = raised.value ?? raised.type
      report.kind = kind
      exception = CrashReport.Exception()
    } else if raised.isHandled == true {
      report.kind = .fault
      notes.add("handled", "The app handled this error and went on running.")
    }
    // Sentry's own events have no such kinds.
    if report.kind == .crash, let statedKind { report.kind = statedKind }
    if !exception.isEmpty {
      report.exception = exception
      report.lines[.exceptionType] = raised.line
      report.lines[.exceptionReason] = raised.line
      report.lines[.exceptionMessage] = raised.line
    }
    if !raised.stack.frames.isEmpty { assignStack() }
    if !threads.isEmpty { report.threads = threads.map(\.thread) }
    guard !images.isEmpty else { return }
    report.images = images.sorted { ($0.loadAddress?.value ?? .max) < ($1.loadAddress?.value ?? .max) }
    report.resolveFrames(in: report.images ?? [])
  }

  /// The kinds of events that are worded as exceptions, by `mechanism.type`.
  private static let syntheticKinds: [String: CrashReport.Kind] = [
    "AppHang": .hang, "watchdog_termination": .crash, "mx_hang_diagnostic": .hang, "mx_cpu_exception": .resource,
    "mx_disk_write_exception": .resource,
  ]

  /// The address that the text of the exception or its subcode states: for the codes of a memory access (1 and 2), the
  /// subcode is the address.
  private var statedAddress: RuntimeAddress? {
    var stated = CrashReport.Exception()
    stated.subtype = raised.value
    if let address = IPSDecoder.faultAddress(stated) { return address }
    guard raised.mach == "EXC_BAD_ACCESS", let code = raised.code, code == 1 || code == 2 else { return nil }
    return raised.subcode.map(RuntimeAddress.init)
  }

  /// Whether the exception is one of a language and not of the processor.
  private var isLanguageException: Bool {
    raised.type.map { !$0.hasPrefix("EXC_") && !$0.hasPrefix("SIG") } ?? false
  }

  private func hasSameStack(_ thread: CrashReport.Thread) -> Bool {
    thread.frames.map(\.address) == raised.stack.frames.map(\.address)
      && thread.frames.map(\.symbol?.name) == raised.stack.frames.map(\.symbol?.name)
  }

  /// Assigns the stack of the exception to the thread that raised it, which often has no stack; adds a thread if none
  /// matches.
  private mutating func assignStack() {
    let raisingThread =
      threads.firstIndex { $0.id != nil && $0.id == raised.thread } ?? threads.firstIndex { $0.thread.crashed }
    if let raisingThread {
      if threads[raisingThread].thread.frames.isEmpty {
        threads[raisingThread].thread.frames = raised.stack.frames
        threads[raisingThread].thread.omittedFrames = raised.stack.omitted
      } else if isLanguageException, !hasSameStack(threads[raisingThread].thread) {
        // The thread shows the abort, the exception where it was raised.
        report.lastExceptionBacktrace = raised.stack.frames
      }
      let registers = threads[raisingThread].thread.registers ?? raised.stack.registers
      threads[raisingThread].thread.registers = registers
      if !threads.contains(where: \.thread.crashed) { threads[raisingThread].thread.crashed = true }
      return
    }
    var thread = CrashReport.Thread(index: threads.count)
    thread.crashed = true
    thread.frames = raised.stack.frames
    thread.omittedFrames = raised.stack.omitted
    thread.registers = raised.stack.registers
    thread.line = raised.line
    threads.append((nil, thread))
  }
}
