import Bytes
import Vocabulary

extension IPSDecoder {
  /// Reads the value of a known member of the body.
  mutating func read(_ key: IPSBodyKey) {
    let line = cursor.line
    let limit = limits.textBytes
    switch key {
    case .uptime: if let value = cursor.readInt() { editTimes { $0.uptimeSeconds = value } }
    case .captureTime: if let text = cursor.readNonEmpty(limit: 128) { setTime(\.crashed, text, .crashed, line) }
    case .procLaunch: if let text = cursor.readNonEmpty(limit: 128) { setTime(\.launched, text, .launched, line) }
    case .incident: set(\.incident, cursor.readNonEmpty(limit: 128)?.uppercased(), .incident, line)
    case .procName: setProcess(\.name, cursor.readNonEmpty(limit: 4096), .processName, line)
    case .procPath: setProcess(\.path, cursor.readNonEmpty(limit: limit), .processPath, line)
    case .procRole: setProcess(\.role, cursor.readNonEmpty(limit: 256), .role, line)
    case .coalitionName: setProcess(\.coalition, cursor.readNonEmpty(limit: 1024), nil, line)
    case .pid: if let value = cursor.readInt() { editProcess { $0.pid = value } }
    case .parentProc: reference(\.parent, name: cursor.readNonEmpty(limit: 1024), .parent, line)
    case .parentPid: reference(\.parent, pid: cursor.readInt(), .parent, line)
    case .responsibleProc: reference(\.responsible, name: cursor.readNonEmpty(limit: 1024), .responsible, line)
    case .responsiblePid: reference(\.responsible, pid: cursor.readInt(), .responsible, line)
    case .modelCode: set(\.host.device, cursor.readNonEmpty(limit: 256), .device, line)
    case .cpuType:
      let name = cursor.readNonEmpty(limit: 64).map(Self.architecture)
      set(\.host.architecture, name, .architecture, line)
    case .crashReporterKey: report.host.reporterKey = cursor.readNonEmpty(limit: 128)
    case .translated: report.host.isTranslated = cursor.readBool()
    case .osVersion: readSystem(line)
    case .bundleInfo: readBundle(line)
    case .isCorpse: if cursor.readBool() == true { setNote("EXC_CORPSE_NOTIFY", rank: 0) }
    case .isNonFatal: if cursor.readBool() == true { setNote("NON-FATAL CONDITION", rank: 1) }
    case .isSimulated: if cursor.readBool() == true { setNote("SIMULATED (this is NOT a crash)", rank: 2) }
    case .exception: readException(line)
    case .exceptionReason: readExceptionReason(line)
    case .vmRegionInfo, .vmregioninfo: readRegion(line)
    case .termination: readTermination(line)
    case .asi: readApplicationMessages()
    case .asiBacktraces: readBacktraces()
    case .dyldMessages: readLoaderMessages()
    case .reportNotes: readReportNotes(line)
    case .kernelTriage: if let text = cursor.readNonEmpty(limit: 4096) { report.addTriage(text, line: line) }
    case .lastExceptionBacktrace: report.lastExceptionBacktrace = readFrames(isBacktrace: true).frames
    case .faultingThread:
      faultingThread = cursor.readInt()
      report.lines[.faultingThread] = line
    case .legacyInfo: readLegacyInfo()
    case .threadState:
      _ = cursor.peek()
      commonState = (cursor.offset, cursor.line)
      cursor.skipValue()
    case .parsedData: readParsedData()
    case .consecutiveCrashCount, .throttleTimeout, .lowPowerMode, .isLocked, .wasUnlockedSinceBoot, .isBeta, .storeInfo,
      .developerMode, .mteState, .lockdownMode:
      readFact(key, line)
    case .instructionByteStream: readInstructionByteStream(line)
    case .extMods: readModifications(line)
    case .threads: readThreads()
    case .usedImages:
      report.lines[.images] = line
      readImages()
    }
  }

  /// Returns the canonical spelling of an architecture: `ARM-64` is `arm64`. Unknown names are returned unchanged.
  static func architecture(_ name: String) -> String {
    switch name.uppercased() {
    case "ARM-64", "ARM64": "arm64"
    case "X86-64", "X86_64": "x86_64"
    case "X86", "I386": "i386"
    case "ARM": "arm"
    case "PPC": "ppc"
    default: name
    }
  }
}

// MARK: - Setting

extension IPSDecoder {
  @inline(__always)
  private mutating func set(
    _ path: WritableKeyPath<CrashReport, String?>, _ value: String?, _ field: CrashReport.Field, _ line: Int
  ) {
    guard let value else { return }
    report[keyPath: path] = value
    report.lines[field] = line
  }

  @inline(__always)
  private mutating func editProcess(_ change: (inout CrashReport.Process) -> Void) {
    var process = report.process.take() ?? CrashReport.Process()
    change(&process)
    report.process = process
  }

  @inline(__always)
  private mutating func editTimes(_ change: (inout CrashReport.Times) -> Void) {
    var times = report.times.take() ?? CrashReport.Times()
    change(&times)
    report.times = times
  }

  private mutating func editException(_ change: (inout CrashReport.Exception) -> Void) {
    var exception = report.exception.take() ?? CrashReport.Exception()
    change(&exception)
    report.exception = exception.isEmpty ? nil : exception
  }

  @inline(__always)
  private mutating func setProcess(
    _ path: WritableKeyPath<CrashReport.Process, String?>, _ value: String?, _ field: CrashReport.Field?, _ line: Int
  ) {
    guard let value else { return }
    editProcess { $0[keyPath: path] = value }
    if let field { report.lines[field] = line }
  }

  @inline(__always)
  private mutating func setTime(
    _ path: WritableKeyPath<CrashReport.Times, CrashReport.ReportTime?>, _ text: String, _ field: CrashReport.Field,
    _ line: Int
  ) {
    editTimes { $0[keyPath: path] = CrashReport.ReportTime(reportText: text) }
    report.lines[field] = line
  }

  @inline(__always)
  private mutating func reference(
    _ path: WritableKeyPath<CrashReport.Process, CrashReport.ProcessReference?>, name: String? = nil, pid: Int? = nil,
    _ field: CrashReport.Field, _ line: Int
  ) {
    guard name != nil || pid != nil else { return }
    editProcess {
      var reference = $0[keyPath: path] ?? CrashReport.ProcessReference()
      reference.name = name ?? reference.name
      reference.pid = pid ?? reference.pid
      $0[keyPath: path] = reference
    }
    if report.lines[field] == nil { report.lines[field] = line }
  }

  /// Sets the note of the exception unless a note of higher rank is set. "SIMULATED" ranks highest because a simulated
  /// report is not a crash.
  private mutating func setNote(_ text: String, rank: Int) {
    let ranks = ["EXC_CORPSE_NOTIFY": 0, "NON-FATAL CONDITION": 1]
    editException {
      let present = $0.note.map { ranks[$0] ?? 2 } ?? -1
      if rank > present { $0.note = text }
    }
  }
}

// MARK: - Objects

extension IPSDecoder {
  /// Reads an object whose members are in `IPSDetailKey`. `body` consumes the value and returns true, or returns false
  /// for a key it does not use.
  @inline(__always)
  mutating func readObject(_ body: (inout IPSDecoder, IPSDetailKey) -> Bool) {
    guard cursor.enterObject() else { return }
    var seen = SeenKeys()
    while let key = nextMember(IPSDetailKey.keys, &seen) {
      if !body(&self, key) { cursor.skipValue() }
    }
  }

  private mutating func readSystem(_ line: Int) {
    readObject { decoder, key in
      switch key {
      case .train:
        decoder.report.host.os = decoder.cursor.readNonEmpty(limit: 256)
        if decoder.report.host.os != nil { decoder.report.lines[.os] = line }
      case .build: decoder.report.host.osBuild = decoder.cursor.readNonEmpty(limit: 64)
      default: return false
      }
      return true
    }
  }

  private mutating func readBundle(_ line: Int) {
    readObject { decoder, key in
      let limit = 1024
      switch key {
      case .bundleID: decoder.setProcess(\.bundleID, decoder.cursor.readNonEmpty(limit: limit), .bundleID, line)
      case .shortVersion: decoder.setProcess(\.version, decoder.cursor.readNonEmpty(limit: limit), .version, line)
      case .bundleVersion: decoder.setProcess(\.build, decoder.cursor.readNonEmpty(limit: limit), nil, line)
      default: return false
      }
      return true
    }
  }

  private mutating func readException(_ line: Int) {
    guard isObject(.exception) else { return readOtherException(line) }
    readExceptionObject(line)
  }

  mutating func readExceptionObject(_ line: Int) {
    var exception = report.exception ?? CrashReport.Exception()
    var lines: [CrashReport.Field: Int] = [:]
    var codeLine = line
    readObject { decoder, key in
      let limit = decoder.limits.textBytes
      let line = decoder.cursor.line
      switch key {
      case .type:
        exception.type = decoder.cursor.readNonEmpty(limit: 256)
        lines[.exceptionType] = line
      case .signal: exception.signal = decoder.cursor.readNonEmpty(limit: 256)
      case .codes:
        exception.codesText = decoder.cursor.readNonEmpty(limit: 1024)
        codeLine = line
      case .rawCodes: exception.codes = decoder.readCodes()
      case .subtype:
        exception.subtype = decoder.cursor.readNonEmpty(limit: limit)
        lines[.exceptionSubtype] = line
      case .message:
        exception.message = decoder.cursor.readNonEmpty(limit: limit)
        lines[.exceptionMessage] = line
      default: return false
      }
      return true
    }
    if exception.codes == nil, let text = exception.codesText { exception.codes = Self.codes(text) }
    if exception.codes != nil || exception.codesText != nil { lines[.exceptionCodes] = codeLine }
    exception.faultAddress = Self.faultAddress(exception)
    report.lines.merge(lines) { first, _ in first }
    if !exception.isEmpty { report.exception = exception }
  }

  private mutating func readCodes() -> [UInt64]? {
    guard cursor.enterArray() else { return nil }
    var codes: [UInt64] = []
    while cursor.nextElement() {
      guard codes.count < 16 else {
        cursor.skipValue()
        continue
      }
      if let code = cursor.readUInt64() { codes.append(code) }
    }
    return codes
  }

  /// Parses `0x0000000000000001, 0x0000000000000000`; `nil` unless every part is a number.
  static func codes(_ text: String) -> [UInt64]? {
    let bytes = Array(text.utf8)
    var codes: [UInt64] = []
    for part in bytes.split(separator: UInt8(ascii: ","), maxSplits: 15) {
      guard let code = ByteSearch.integer(Array(part), 0..<part.count) else { return nil }
      codes.append(code)
    }
    return codes.isEmpty ? nil : codes
  }

  /// Returns the faulting address from the subtype, `KERN_INVALID_ADDRESS at 0x…`, or for EXC_BAD_ACCESS from the
  /// second code (`mach/exception_types.h`).
  static func faultAddress(_ exception: CrashReport.Exception) -> RuntimeAddress? {
    if let subtype = exception.subtype {
      let bytes = Array(subtype.utf8)
      if let match = ByteSearch.find(" at 0x", bytes, 0..<bytes.count) {
        let start = match + 4
        var end = start + 2
        while end < bytes.count, bytes[end].isHexDigit { end += 1 }
        if let address = ByteSearch.integer(bytes, start..<end) { return RuntimeAddress(address) }
      }
    }
    // EXC_I386_GPFLT (13): Intel processors do not record an address that is not canonical.
    guard exception.type == "EXC_BAD_ACCESS", let codes = exception.codes, codes.count > 1, codes[0] != 13 else {
      return nil
    }
    return RuntimeAddress(codes[1])
  }

  /// Reads an uncaught language exception: an object with name and composed message, or only the reason as a string.
  private mutating func readExceptionReason(_ line: Int) {
    var name: String?
    var reason: String?
    if cursor.peek() == UInt8(ascii: "{") {
      readObject { decoder, key in
        let limit = decoder.limits.textBytes
        switch key {
        case .name: name = decoder.cursor.readNonEmpty(limit: 1024)
        case .composedMessage: reason = decoder.cursor.readNonEmpty(limit: limit) ?? reason
        case .reason, .message: reason = reason ?? decoder.cursor.readNonEmpty(limit: limit)
        case .formatString:
          let text = decoder.cursor.readNonEmpty(limit: limit)
          reason = reason ?? text
        default: return false
        }
        return true
      }
    } else {
      reason = cursor.readNonEmpty(limit: limits.textBytes)
    }
    guard name != nil || reason != nil else { return }
    report.lines[.exceptionReason] = line
    editException {
      $0.name = name
      $0.reason = reason
    }
  }

  /// Reads the description of the memory region, of which one line is stored; see `region(_:)`.
  private mutating func readRegion(_ line: Int) {
    guard let text = cursor.readNonEmpty(limit: limits.textBytes), report.exception?.region == nil else { return }
    guard let region = Self.region(text) else { return }
    report.lines[.region] = line
    editException { $0.region = region }
  }

  /// Returns the line of a table of memory regions that the arrow marks, or the sentence that states the region of the
  /// address; `nil` if there is neither.
  static func region(_ text: String) -> String? {
    let bytes = Array(text.utf8)
    var first: Range<Int>?
    var at = 0
    while at < bytes.count {
      let line = at..<lineEnd(bytes, at)
      at = line.upperBound + 1
      guard !line.isEmpty else { continue }
      if first == nil { first = line }
      guard
        ByteSearch.matches(bytes, at: line.lowerBound, end: line.upperBound, "--->")
          || ByteSearch.matches(bytes, at: line.lowerBound, end: line.upperBound, "-->")
      else { continue }
      let rest = bytes[line].drop { $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: ">") }
      let region = String(streamSafe: rest).trimmedOfSpace
      if !region.isEmpty { return region }
      break
    }
    guard let first, ByteSearch.contains(" is in ", bytes, first) else { return nil }
    return String(streamSafe: bytes[first]).trimmedOfSpace
  }

  /// Returns the offset of the next line feed that has no carriage return before it; CR LF does not end a line here.
  private static func lineEnd(_ bytes: [UInt8], _ start: Int) -> Int {
    var end = ByteSearch.lineEnd(bytes, from: start, end: bytes.count)
    while end > 0, end < bytes.count, bytes[end - 1] == UInt8(ascii: "\r") {
      end = ByteSearch.lineEnd(bytes, from: end + 1, end: bytes.count)
    }
    return end
  }

  private mutating func readTermination(_ line: Int) {
    guard isObject(.termination) else { return readOtherTermination(line) }
    var termination = CrashReport.Termination()
    var process = CrashReport.ProcessReference()
    var lines: [CrashReport.Field: Int] = [:]
    readObject { decoder, key in
      let limit = decoder.limits.textBytes
      let line = decoder.cursor.line
      switch key {
      case .namespace: termination.namespace = decoder.cursor.readNonEmpty(limit: 256)
      case .code: termination.code = decoder.cursor.readUInt64()
      case .indicator, .signal:
        let text = decoder.cursor.readNonEmpty(limit: limit)
        termination.indicator = termination.indicator ?? text
      case .description:
        // macOS 11: `DYLD_EXIT_REASON options:[0x206]Library not loaded: … | Reason: …`
        let parts = decoder.cursor.readNonEmpty(limit: limit).map(Self.describedReasons) ?? []
        if termination.reasons == nil, !parts.isEmpty {
          termination.reasons = parts
          lines[.terminationReasons] = line
        }
      case .reason:
        let parts = decoder.cursor.readStrings(limit: limit)
        if termination.reasons == nil, !parts.isEmpty {
          termination.reasons = parts
          lines[.terminationReasons] = line
        }
      case .reasons:
        termination.reasons = decoder.cursor.readStrings(limit: limit)
        lines[.terminationReasons] = line
      case .details:
        let isText = decoder.cursor.peek() == UInt8(ascii: "\"")
        let parts = decoder.cursor.readStrings(limit: limit)
        termination.details = isText ? parts.flatMap(Self.describedReasons) : parts
        lines[.terminationDetails] = line
      case .byProc: process.name = decoder.cursor.readNonEmpty(limit: 1024)
      case .byPid: process.pid = decoder.cursor.readInt()
      default: return false
      }
      return true
    }
    if process != CrashReport.ProcessReference() { termination.byProcess = process }
    guard !termination.isEmpty else { return }
    report.lines[.termination] = line
    report.lines.merge(lines) { first, _ in first }
    report.termination = termination
  }

  private mutating func readLegacyInfo() {
    readObject { decoder, key in
      switch key {
      case .threadHighlighted: decoder.highlightedThread = decoder.cursor.readInt()
      case .threadTriggered:
        decoder.readObject { decoder, key in
          guard key == .index else { return false }
          let index = decoder.cursor.readInt()
          decoder.faultingThread = decoder.faultingThread ?? index
          return true
        }
      case .imageExtraInfo: decoder.readExtraImages()
      default: return false
      }
      return true
    }
  }
}
