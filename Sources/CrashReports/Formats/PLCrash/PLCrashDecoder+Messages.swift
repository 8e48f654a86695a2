import Bytes
import Vocabulary

// MARK: - The system, the app and the process

extension PLCrashDecoder {
  /// Reads a field of `CrashReport`.
  mutating func readMember(_ field: UInt64, _ value: ProtobufReader.Value) {
    guard case .bytes(let range) = value else { return }
    switch field {
    case 1: readSystem(range)
    case 2: readApplication(range)
    case 3: readThread(range)
    case 4: readImage(range)
    case 5: readException(range)
    case 6: read(range) { decoder, field, value in decoder.readSignal(field, value) }
    case 7: read(range) { decoder, field, value in decoder.readProcess(field, value) }
    case 8: read(range) { decoder, field, value in decoder.readMachine(field, value) }
    case 9:
      read(range) { decoder, field, value in
        if field == 1 { decoder.isRequested = decoder.number(value) == 1 }
        if field == 2 { decoder.report.incident = decoder.uuid(value)?.description.uppercased() }
      }
    default: break
    }
  }

  /// Reads `SystemInfo`.
  private mutating func readSystem(_ range: Range<Int>) {
    var system: UInt64 = 3
    var version: String?
    read(range) { decoder, field, value in
      switch field {
      case 1: system = decoder.number(value) ?? system
      case 2: version = decoder.text(value)
      case 3:
        // Reports of version 1.0 state the processor only here.
        let names = ["i386", "x86_64", "arm", "ppc", "ppc64", "arm"]
        guard let number = decoder.number(value).flatMap(Int.init(exactly:)), names.indices.contains(number) else {
          return
        }
        decoder.report.host.architecture = decoder.report.host.architecture ?? names[number]
      case 4:
        let time = decoder.time(value)
        decoder.editTimes { $0.crashed = time }
      case 5: decoder.report.host.osBuild = decoder.text(value)
      default: break
      }
    }
    let names: [UInt64: String] = [0: "Mac OS X", 1: "iPhone OS", 4: "tvOS"]
    if system == 2 {
      // The version is that of the simulated system, the build that of the Mac.
      report.host.isSimulator = true
      report.host.simulatedRuntime = version.map { "iOS " + $0 }
    } else {
      let words = [names[system], version].compactMap { $0 }
      report.host.os = words.isEmpty ? nil : words.joined(separator: " ")
    }
  }

  /// Reads `ApplicationInfo`. Without a marketing version, its version is the only one.
  private mutating func readApplication(_ range: Range<Int>) {
    var (build, version): (String?, String?)
    read(range) { decoder, field, value in
      switch field {
      case 1:
        let identifier = decoder.text(value)
        decoder.editProcess { $0.bundleID = identifier }
      case 2: build = decoder.text(value)
      case 3: version = decoder.text(value)
      default: break
      }
    }
    editProcess { process in
      process.version = version ?? build
      process.build = version == nil ? nil : build
    }
  }

  private mutating func readProcess(_ field: UInt64, _ value: ProtobufReader.Value) {
    let text = text(value)
    let pid = number(value).flatMap { Int(exactly: $0) }
    switch field {
    case 1: editProcess { $0.name = text }
    case 2: editProcess { $0.pid = pid }
    case 3: editProcess { $0.path = text }
    case 4: editProcess { $0.parent = CrashReport.ProcessReference(name: text, pid: $0.parent?.pid) }
    case 5: editProcess { $0.parent = CrashReport.ProcessReference(name: $0.parent?.name, pid: pid) }
    case 6: report.host.isTranslated = number(value).map { $0 == 0 }
    case 7:
      let time = time(value)
      editTimes { $0.launched = time }
    default: break
    }
  }

  private mutating func readMachine(_ field: UInt64, _ value: ProtobufReader.Value) {
    switch (field, value) {
    case (1, _): report.host.device = text(value)
    case (2, .bytes(let range)):
      let processor = readProcessor(range)
      if let name = MachArchitecture.name(type: processor.type, subtype: nil) { report.host.architecture = name }
    default: break
    }
  }

  /// Reads `Processor`; its numbers are those of the kernel if the encoding is 1.
  private mutating func readProcessor(_ range: Range<Int>) -> (type: UInt64?, subtype: UInt64?) {
    var (encoding, type, subtype): (UInt64?, UInt64?, UInt64?)
    read(range) { decoder, field, value in
      switch field {
      case 1: encoding = decoder.number(value)
      case 2: type = decoder.number(value)
      case 3: subtype = decoder.number(value)
      default: break
      }
    }
    return encoding == 1 ? (type, subtype) : (nil, nil)
  }
}

// MARK: - Stacks and images

extension PLCrashDecoder {
  private mutating func readThread(_ range: Range<Int>) {
    guard (report.threads?.count ?? 0) < limits.threads else {
      omittedThreads += 1
      return
    }
    var thread = CrashReport.Thread(index: report.threads?.count ?? 0)
    var list = FrameList()
    var registers: [CrashReport.Register] = []
    let limit = max(limits.framesPerThread, 2)
    read(range) { decoder, field, value in
      switch (field, value) {
      case (1, .number(let number)): thread.index = Int(exactly: number) ?? thread.index
      case (2, .bytes(let range)): decoder.readFrame(range, &list, limit)
      case (3, .number(let number)): thread.crashed = number != 0
      case (4, .bytes(let range)) where registers.count < 256:
        if let register = decoder.readRegister(range) { registers.append(register) }
      default: break
      }
    }
    list.finish(limit: limit)
    thread.frames = list.frames
    thread.omittedFrames = list.omitted
    thread.registers = registers.isEmpty ? nil : registers
    if report.threads == nil { report.threads = [] }
    report.threads?.append(thread)
  }

  private mutating func readFrame(_ range: Range<Int>, _ list: inout FrameList, _ limit: Int) {
    guard framesLeft > 0 else { return }
    var address: UInt64?
    var symbol: (name: String?, start: UInt64?)
    read(range) { decoder, field, value in
      switch (field, value) {
      case (3, _): address = decoder.number(value)
      // HockeyApp's fork had the name and the start of the function in the frame.
      case (4, _): symbol.name = decoder.text(value)
      case (5, _): symbol.start = decoder.number(value)
      case (6, .bytes(let range)):
        decoder.read(range) { decoder, field, value in
          if field == 1 { symbol.name = decoder.text(value) }
          if field == 2 { symbol.start = decoder.number(value) }
        }
      default: break
      }
    }
    guard let address else { return }
    framesLeft -= 1
    list.append(limit: limit) { frame in
      frame.address = RuntimeAddress(address)
      frame.addressKind = frame.index == 0 ? .exact : .return
      guard let name = symbol.name else { return }
      var offset: Int?
      if let start = symbol.start, start > 0, start <= address { offset = Int(exactly: address - start) }
      frame.symbol = CrashReport.Symbol(name: Self.withoutUnderscore(name), offset: offset)
      frame.outcome = .fromReport
    }
  }

  /// Removes the underscore that the compiler puts before every C name; the symbol table has it, other reports have not.
  private static func withoutUnderscore(_ name: String) -> String {
    name.utf8.first == UInt8(ascii: "_") && name.utf8.count > 1 ? String(name.dropFirst()) : name
  }

  private mutating func readRegister(_ range: Range<Int>) -> CrashReport.Register? {
    var (name, number): (String?, UInt64?)
    read(range) { decoder, field, value in
      if field == 1 { name = decoder.text(value).map { String($0.prefix(characters: 16)) } }
      if field == 2 { number = decoder.number(value) }
    }
    guard let name, let number else { return nil }
    return CrashReport.Register(name: name, value: number)
  }

  private mutating func readImage(_ range: Range<Int>) {
    guard images.count < limits.images else {
      omittedImages += 1
      return
    }
    var image = BinaryImage()
    read(range) { decoder, field, value in
      switch (field, value) {
      case (1, _): image.loadAddress = decoder.number(value).map(RuntimeAddress.init)
      case (2, _): image.size = decoder.number(value).flatMap { $0 == 0 ? nil : $0 }
      case (3, _): image.path = decoder.text(value)
      case (4, _): image.uuid = decoder.uuid(value)
      case (5, .bytes(let range)):
        let processor = decoder.readProcessor(range)
        image.architecture = MachArchitecture.name(type: processor.type, subtype: processor.subtype)
      default: break
      }
    }
    image.name = image.path.flatMap(IPSDecoder.lastComponent)
    if image.loadAddress != nil || image.uuid != nil { images.append(image) }
  }

  private mutating func readException(_ range: Range<Int>) {
    var exception = report.exception ?? CrashReport.Exception()
    var list = FrameList()
    let limit = max(limits.framesPerThread, 2)
    read(range) { decoder, field, value in
      switch (field, value) {
      case (1, _): exception.name = decoder.text(value)
      case (2, _): exception.reason = decoder.text(value)
      case (3, .bytes(let range)): decoder.readFrame(range, &list, limit)
      default: break
      }
    }
    report.exception = exception.isEmpty ? nil : exception
    list.finish(limit: limit)
    guard !list.frames.isEmpty else { return }
    // Every address in the backtrace of an exception is a return address.
    for index in list.frames.indices { list.frames[index].addressKind = .return }
    report.lastExceptionBacktrace = list.frames
  }

  private mutating func readSignal(_ field: UInt64, _ value: ProtobufReader.Value) {
    switch (field, value) {
    case (1, _): signal.name = text(value)
    case (2, _): signal.code = text(value)
    case (3, _): signal.address = number(value)
    case (4, .bytes(let range)):
      read(range) { decoder, field, value in
        switch (field, value) {
        case (1, _): decoder.signal.machType = decoder.number(value)
        case (2, .number(let code)) where decoder.signal.machCodes.count < 8: decoder.signal.machCodes.append(code)
        default: break
        }
      }
    default: break
    }
  }
}

// MARK: - The result

extension PLCrashDecoder {
  /// Converts the signal to the exception of the report, and sets the images of the frames.
  mutating func finish() {
    if let offset = faultOffset {
      notes.add("damaged", "The report is damaged at offset \(offset); what could be read was read.")
    }
    // The writer stores the threads before the images, and the signal after them.
    if faultOffset == nil, !isRequested, images.isEmpty || signal.name == nil {
      let missing = images.isEmpty ? "binary images" : "signal"
      notes.add("truncated", "The report is truncated: it has no \(missing).")
    }
    if omittedImages > 0 {
      notes.add("limit-reached", "\(omittedImages) images after the first \(limits.images) were not read.")
    }
    if omittedThreads > 0 {
      notes.add("limit-reached", "\(omittedThreads) threads after the first \(limits.threads) were not read.")
    }
    if isRequested {
      report.kind = .sample
      report.eventSummary = "the program requested this report; nothing crashed"
    } else {
      setException()
    }
    guard !images.isEmpty else { return }
    report.images = images.sorted { ($0.loadAddress?.value ?? .max) < ($1.loadAddress?.value ?? .max) }
    report.resolveFrames(in: report.images ?? [])
  }

  private mutating func setException() {
    guard signal != Signal() else { return }
    var exception = report.exception ?? CrashReport.Exception()
    let machName = signal.machType.flatMap(SystemNames.exception)
    exception.type = machName ?? signal.name
    exception.signal = machName == nil ? nil : signal.name
    if machName != nil, !signal.machCodes.isEmpty { exception.codes = signal.machCodes }
    let isAccess = signal.name == "SIGSEGV" || signal.name == "SIGBUS"
    let address = signal.address.map { " at " + $0.hexadecimal } ?? ""
    exception.subtype = signal.code.map { $0 + (isAccess ? address : "") }
    if isAccess { exception.faultAddress = signal.address.map(RuntimeAddress.init) }
    report.exception = exception
  }
}
