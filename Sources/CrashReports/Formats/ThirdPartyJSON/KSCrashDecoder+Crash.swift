import Vocabulary

/// The failure in a KSCrash report (`crash.error`).
struct KSCrashFailure: Equatable {
  /// `mach`, `signal`, `nsexception`, `cpp_exception`, `deadlock`, `user`, `memory_termination`; of version 2 also
  /// `termination`, `hang`, `profile`.
  var type: String?
  /// `is_fatal`: whether the process ended.
  var isFatal: Bool?
  /// `is_clean_exit`: whether the process ended as it should.
  var isCleanExit = false
  /// `exit_reason.code`: the code with which the system ended the process.
  var exitCode: UInt64?
  var hang = Hang()
  /// `profile.name` and its duration.
  var profileName: String?
  var profileNanoseconds: UInt64?

  /// `hang`: when the main thread stopped to respond and when it did again, in nanoseconds of a clock that only counts.
  struct Hang: Equatable {
    var start: UInt64?
    var end: UInt64?
    var hasRecovered: Bool?

    /// The duration in seconds; `nil` if it is not stated.
    var seconds: Double? {
      guard let start, let end, end >= start else { return nil }
      return Double(end - start) / 1e9
    }
  }
  var address: UInt64?
  var reason: String?
  var machType: UInt64?
  var machName: String?
  var machCode: UInt64?
  var machSubcode: UInt64?
  var codeName: String?
  var signal: UInt64?
  var signalName: String?
  var signalCodeName: String?
  var exceptionName: String?
  var exceptionReason: String?
  var diagnosis: String?
  var line: Int?
  var reasonLine: Int?
  /// The reason of `termination`, a report about the process that ran before: `memory_limit`, `unexplained`.
  var termination: String?
  /// True if the crashed thread has `stack.overflow`.
  var hasStackOverflow = false

  var isEmpty: Bool { self == KSCrashFailure() }
}

extension KSCrashDecoder {
  enum CrashKey: String, CaseIterable {
    case error, threads, diagnosis
    case type, address, reason, mach, signal, nsexception
    case cpp = "cpp_exception"
    case user = "user_reported"
    case exception
    case exceptionName = "exception_name"
    case code
    case codeName = "code_name"
    case subcode, name
    case index, crashed
    case crashedThread = "crashed_thread"
    case terminationReason = "termination_reason"
    case lastException = "last_dealloced_nsexception"
    case stack, overflow
    case queue = "dispatch_queue"
    case backtrace, contents, skipped, registers, basic
    case instruction = "instruction_addr"
    case objectAddress = "object_addr"
    case objectName = "object_name"
    case symbolAddress = "symbol_addr"
    case symbolName = "symbol_name"
    case isFatal = "is_fatal"
    case isCleanExit = "is_clean_exit"
    case exitReason = "exit_reason"
    case hang
    case hangStart = "hang_start_nanos"
    case hangEnd = "hang_end_nanos"
    case hangRecovered = "hang_recovered"
    case profile, duration, frames, samples
    static let keys = JSONKeyTable<CrashKey>()
  }

  /// Reads `crash`: the error, the threads and the diagnosis.
  mutating func readCrash() {
    readObject(CrashKey.keys) { decoder, key in
      switch key {
      case .error: decoder.readError()
      case .threads: decoder.readThreads()
      // A minimal report has the crashed thread alone.
      case .crashedThread: decoder.readThread(decoder.report.threads?.count ?? 0)
      case .diagnosis: decoder.failure.diagnosis = decoder.cursor.readNonEmpty(limit: decoder.limits.textBytes)
      default: return false
      }
      return true
    }
  }

  private mutating func readError() {
    failure.line = lineOfValue()
    let limit = limits.textBytes
    readObject(CrashKey.keys) { decoder, key in
      switch key {
      case .type: decoder.failure.type = decoder.cursor.readNonEmpty(limit: 64)
      case .address: decoder.failure.address = decoder.cursor.readUInt64()
      case .reason:
        decoder.failure.reasonLine = decoder.lineOfValue()
        decoder.failure.reason = decoder.cursor.readNonEmpty(limit: limit)
      case .terminationReason: decoder.failure.termination = decoder.cursor.readNonEmpty(limit: 256)
      case .mach, .signal, .nsexception, .cpp, .user, .exitReason, .hang, .profile: decoder.readPart(key)
      case .isFatal: decoder.failure.isFatal = decoder.cursor.readBool()
      case .isCleanExit: decoder.failure.isCleanExit = decoder.cursor.readBool() ?? false
      default: return false
      }
      return true
    }
  }

  private mutating func readPart(_ part: CrashKey) {
    let limit = limits.textBytes
    readObject(CrashKey.keys) { decoder, key in
      switch (part, key) {
      case (.mach, .exception): decoder.failure.machType = decoder.cursor.readUInt64()
      case (.mach, .exceptionName): decoder.failure.machName = decoder.cursor.readNonEmpty(limit: 64)
      case (.mach, .code): decoder.failure.machCode = decoder.cursor.readUInt64()
      case (.mach, .subcode): decoder.failure.machSubcode = decoder.cursor.readUInt64()
      case (.mach, .codeName): decoder.failure.codeName = decoder.cursor.readNonEmpty(limit: 64)
      case (.signal, .signal): decoder.failure.signal = decoder.cursor.readUInt64()
      case (.signal, .name): decoder.failure.signalName = decoder.cursor.readNonEmpty(limit: 64)
      case (.signal, .codeName): decoder.failure.signalCodeName = decoder.cursor.readNonEmpty(limit: 64)
      case (.nsexception, .name), (.cpp, .name), (.user, .name):
        decoder.failure.exceptionName = decoder.cursor.readNonEmpty(limit: 1024)
      case (.nsexception, .reason): decoder.failure.exceptionReason = decoder.cursor.readNonEmpty(limit: limit)
      case (.exitReason, .code): decoder.failure.exitCode = decoder.cursor.readUInt64()
      case (.hang, .hangStart): decoder.failure.hang.start = decoder.cursor.readUInt64()
      case (.hang, .hangEnd): decoder.failure.hang.end = decoder.cursor.readUInt64()
      case (.hang, .hangRecovered): decoder.failure.hang.hasRecovered = decoder.cursor.readBool()
      case (.profile, .name): decoder.failure.profileName = decoder.cursor.readNonEmpty(limit: 1024)
      case (.profile, .duration): decoder.failure.profileNanoseconds = decoder.cursor.readUInt64()
      case (.profile, .frames): decoder.readProfileFrames()
      case (.profile, .samples): decoder.readProfileSamples()
      default: return false
      }
      return true
    }
  }

  private mutating func readThreads() {
    report.threads = report.threads ?? []
    var omitted = 0
    readArray { decoder in
      let index = decoder.report.threads?.count ?? 0
      guard index < decoder.limits.threads else {
        omitted += 1
        return decoder.cursor.skipValue()
      }
      decoder.readThread(index)
    }
    if omitted > 0 {
      notes.add("limit-reached", "\(omitted) threads after the first \(limits.threads) were not read.")
    }
  }

  private mutating func readThread(_ index: Int) {
    guard cursor.peek() == UInt8(ascii: "{") else { return cursor.skipMismatch() }
    var thread = CrashReport.Thread(index: index)
    var overflows = false
    thread.line = lineOfValue()
    readObject(CrashKey.keys) { decoder, key in
      switch key {
      case .stack: decoder.readStackState(&overflows)
      case .index: thread.index = decoder.cursor.readInt() ?? index
      case .crashed: thread.crashed = decoder.cursor.readBool() ?? false
      case .name: thread.name = decoder.cursor.readNonEmpty(limit: 1024)
      case .queue: thread.queue = decoder.cursor.readNonEmpty(limit: 1024)
      case .backtrace: decoder.readBacktrace(&thread)
      case .registers: thread.registers = decoder.readRegisters()
      default: return false
      }
      return true
    }
    if thread.crashed, overflows { failure.hasStackOverflow = true }
    append(thread)
  }

  /// Reads `stack`, whose `overflow` states whether the stack pointer had left the memory of the stack.
  private mutating func readStackState(_ overflows: inout Bool) {
    readObject(CrashKey.keys) { decoder, key in
      guard key == .overflow else { return false }
      overflows = decoder.cursor.readBool() ?? false
      return true
    }
  }

  /// Reads `process`: the NSException that was deallocated last, which KSCrash remembers if it watches for zombies. It is
  /// not the reason of the crash, but the crash may be an access to it.
  mutating func readProcessState() {
    let limit = limits.textBytes
    readObject(CrashKey.keys) { decoder, key in
      guard key == .lastException else { return false }
      let line = decoder.lineOfValue()
      var (address, name, reason): (UInt64?, String?, String?)
      decoder.readObject(CrashKey.keys) { decoder, key in
        switch key {
        case .address: address = decoder.cursor.readUInt64()
        case .name: name = decoder.cursor.readNonEmpty(limit: 1024)
        case .reason: reason = decoder.cursor.readNonEmpty(limit: limit)
        default: return false
        }
        return true
      }
      guard let name else { return true }
      let text =
        "Last deallocated NSException (\((address ?? 0).hexadecimal)): \(name)" + (reason.map { ": " + $0 } ?? "")
      decoder.report.applicationSpecificInformation =
        (decoder.report.applicationSpecificInformation ?? []) + [CrashReport.ApplicationMessage(text: text, line: line)]
      return true
    }
  }

  private mutating func readBacktrace(_ thread: inout CrashReport.Thread) {
    var list = FrameList()
    var skipped = 0
    let limit = max(limits.framesPerThread, 2)
    readObject(CrashKey.keys) { decoder, key in
      switch key {
      case .contents:
        decoder.readArray { decoder in decoder.readFrame(&list, limit) }
      case .skipped: skipped = decoder.cursor.readInt() ?? 0
      default: return false
      }
      return true
    }
    list.finish(limit: limit)
    thread.frames = list.frames
    thread.omittedFrames = list.omitted.addingReportingOverflow(max(0, min(skipped, Int(Int32.max)))).partialValue
  }

  mutating func readFrame(_ list: inout FrameList, _ limit: Int) {
    guard framesLeft > 0 else { return cursor.skipValue() }
    let line = lineOfValue()
    var address: UInt64?
    var start: UInt64?
    var image: String?
    var base: UInt64?
    var symbol: String?
    readObject(CrashKey.keys) { decoder, key in
      switch key {
      case .objectAddress: base = decoder.cursor.readUInt64()
      case .instruction: address = decoder.cursor.readUInt64()
      case .symbolAddress: start = decoder.cursor.readUInt64()
      case .objectName: image = decoder.readCached()
      case .symbolName: symbol = decoder.readCached()
      default: return false
      }
      return true
    }
    guard cursor.fault == nil, address != nil || symbol != nil else { return }
    framesLeft -= 1
    list.append(limit: limit) { frame in
      frame.line = line
      frame.address = address.map(RuntimeAddress.init)
      frame.addressKind = frame.index == 0 ? .exact : .return
      frame.image = image
      if let address, let base, base > 0, base <= address { frame.imageOffset = ImageOffset(address - base) }
      // The system writes `<redacted>` for symbols that it does not expose.
      guard let symbol, symbol != "<redacted>" else { return }
      var offset: Int?
      if let address, let start, start <= address, start > 0 { offset = Int(exactly: address - start) }
      frame.symbol = CrashReport.Symbol(name: symbol, offset: offset)
      frame.outcome = .fromReport
    }
  }

  private mutating func readCached() -> String? {
    guard cursor.peek() == UInt8(ascii: "\"") else { return cursor.readNonEmpty(limit: limits.textBytes) }
    guard let text = cursor.scanString(), !text.range.isEmpty else { return nil }
    return cache.string(text, &base.cursor, limit: limits.textBytes)
  }

  private mutating func readRegisters() -> [CrashReport.Register]? {
    var registers: [CrashReport.Register] = []
    readObject(CrashKey.keys) { decoder, key in
      guard key == .basic || key == .exception else { return false }
      decoder.readRegisters(into: &registers)
      return true
    }
    return registers.isEmpty ? nil : registers
  }
}
