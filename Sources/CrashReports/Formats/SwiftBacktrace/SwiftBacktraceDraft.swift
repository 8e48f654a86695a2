import Bytes
import Vocabulary

/// A backtrace of the Swift runtime while its lines are read.
struct SwiftBacktraceDraft {
  var firstLine = 0
  var lastLine = 0
  var messages: [CrashReport.ApplicationMessage] = []
  private var report = CrashReport(source: .init(format: "swift-backtrace"))
  private var exception = CrashReport.Exception()
  private var threads: [(thread: CrashReport.Thread, stack: FrameStack)] = []
  private var images: [BinaryImage] = []
  private var notes: [Note] = []
  private var omitted = 0
  /// The line of a heading of registers that are below all threads and belong to the crashed one.
  private var registersLine: Int?
  /// Frames that are resumed and not returned to (`[async]`).
  private var asyncFrames: Set<AsyncFrame> = []

  private struct AsyncFrame: Hashable {
    var thread: Int
    var number: Int
  }

  var isStackFull: Bool { threads.last?.stack.isFull ?? true }

  /// The signal of the line above the title, `*** Signal 4: Backtracing from 0x7f… done ***`, which also tells the
  /// signal of a crash whose title is a runtime failure.
  var signal: String?

  /// Reads `Illegal instruction at 0x00007fddff96df7f ***` or `Swift runtime failure: arithmetic overflow ***`.
  mutating func consumeReason(_ slice: Slice, line: Int, _ text: ByteText) {
    var slice = slice
    if text.hasSuffix("***", slice) { slice = text.trimmed(Slice(slice.start, slice.end - 3)) }
    let at = text.findLast(" at 0x", slice)
    let address = at.flatMap { text.number(text.token(Slice($0 + 4, slice.end))) }
    setReason(text.value(slice), address: address, line: line)
  }

  /// Sets the failure: `description` in words of the runtime, and its address.
  mutating func setReason(_ description: String?, address: UInt64?, line: Int) {
    exception.message = description
    report.lines[.exceptionMessage] = line
    report.lines[.exceptionType] = line
    exception.type = description.flatMap { SwiftSignal.name($0) }
    // For other signals the address is that of the instruction and not a faulting address.
    guard exception.type == "SIGSEGV" || exception.type == "SIGBUS" else { return }
    exception.faultAddress = address.map { RuntimeAddress($0) }
  }

  /// Reads `x86_64 Linux (Debian GNU/Linux 12 (bookworm))`, `arm64 macOS 14.4.1 (23E224)`.
  mutating func consumePlatform(_ slice: Slice, line: Int, _ text: ByteText) {
    let first = text.token(slice)
    report.host.architecture = text.architecture(first).name
    setSystem(text.value(text.trimmed(Slice(first.end, slice.end))), line: line)
  }

  /// Sets the architecture, in the spelling of the runtime.
  mutating func setArchitecture(_ name: String?) { report.host.architecture = name }

  /// Sets the system. The version in parentheses is part of the name of a Linux system, and a build on others.
  mutating func setSystem(_ name: String?, line: Int) {
    guard let name else { return }
    report.lines[.os] = line
    var header = IPSHeader()
    header.osVersion = name
    guard !name.lowercased().hasPrefix("linux"), let system = header.system else {
      report.host.os = name
      return
    }
    (report.host.os, report.host.osBuild) = system
  }

  /// Sets the time, which only the JSON form states.
  mutating func setTime(_ text: String, line: Int) {
    report.times = CrashReport.Times()
    report.times?.crashed = CrashReport.ReportTime(reportText: text)
    report.lines[.crashed] = line
  }

  /// Begins a thread; threads beyond the limit are counted and dropped.
  mutating func begin(_ header: SwiftThreadHeader, line: Int, _ limits: DecodingLimits) {
    registersLine = nil
    guard threads.count < limits.threads else {
      omitted += 1
      return
    }
    var thread = CrashReport.Thread(index: header.index)
    thread.name = header.name
    thread.crashed = header.isCrashed
    thread.line = line
    if header.isCrashed { report.lines[.faultingThread] = line }
    threads.append((thread, FrameStack(limit: limits.framesPerThread)))
  }

  /// Appends a frame to the current thread.
  mutating func append(_ row: SwiftFrameRow, line: Int, _ text: ByteText, _ names: inout NameCache) {
    guard !threads.isEmpty, omitted == 0 else { return }
    threads[threads.count - 1].stack.append(number: row.index, ofThread: true) { frame in
      text.read(row, into: &frame, names: &names)
      frame.line = line
    }
    if row.isAsync { markLastFrameAsync() }
  }

  /// Appends a frame of the JSON form to the current thread.
  mutating func append(number: Int, _ fill: (inout CrashReport.Frame) -> Void) {
    guard !threads.isEmpty, omitted == 0 else { return }
    threads[threads.count - 1].stack.append(number: number, ofThread: true, fill)
  }

  /// Marks the last frame of the current thread as one that is resumed and not returned to.
  mutating func markLastFrameAsync() {
    guard let thread = threads.indices.last, omitted == 0 else { return }
    asyncFrames.insert(AsyncFrame(thread: thread, number: threads[thread].stack.lastNumber ?? 0))
  }

  /// Sets the registers of the current thread.
  mutating func setRegisters(_ registers: [CrashReport.Register]) {
    guard !threads.isEmpty, omitted == 0, !registers.isEmpty else { return }
    threads[threads.count - 1].thread.registers = registers
  }

  /// Begins registers below all threads, which belong to the crashed thread; with `registers=all` they are above the
  /// frames of each thread instead.
  mutating func beginCrashedRegisters(line: Int) { registersLine = line }

  /// Reads `rax 0x0000000000000000  0`; segment registers share one line. Returns false for other lines.
  mutating func consumeRegisters(_ content: Slice, _ text: ByteText) -> Bool {
    let crashed = registersLine == nil ? threads.indices.last : threads.firstIndex { $0.thread.crashed }
    guard let index = crashed, omitted == 0 || registersLine != nil else { return false }
    var rest = content
    var found = false
    while true {
      let name = text.token(rest)
      let value = text.token(Slice(name.end, rest.end))
      guard !name.isEmpty, name.count <= 8, text[name.start].isLetter, text.hasPrefix("0x", value),
        let number = text.number(value)
      else { return found }
      var registers = threads[index].thread.registers ?? []
      guard registers.count < 256 else { return true }
      registers.append(CrashReport.Register(name: text.string(name), value: number))
      threads[index].thread.registers = registers
      found = true
      rest.start = value.end
    }
  }

  /// Appends an image of the JSON form; false if the limit is reached.
  mutating func append(_ image: BinaryImage, _ limits: DecodingLimits) -> Bool {
    guard images.count < limits.images else { return false }
    images.append(image)
    return true
  }

  /// Adds a note to the report.
  mutating func add(_ note: Note) { notes.append(note) }

  /// Reads `0x000055d159447000–0x000055d1594485c0 c31d0f…76ea MyServer   /app/MyServer`; returns false for other lines.
  mutating func consumeImage(_ content: Slice, line: Int, _ text: ByteText, _ limits: DecodingLimits) -> Bool {
    guard let load = address(content, text) else { return false }
    var next = load.end
    if text[next] == 0xE2, text[next + 1] == 0x80 {
      next += 3
    } else if text[next] == UInt8(ascii: "-") {
      next += 1
    } else {
      return false
    }
    guard let end = address(Slice(next, content.end), text), images.count < limits.images else { return false }
    var image = BinaryImage()
    image.line = line
    image.loadAddress = RuntimeAddress(load.value)
    if end.value > load.value { image.size = end.value - load.value }
    var rest = text.trimmed(Slice(end.end, content.end))
    if text.hasPrefix("<no build ID>", rest) {
      rest = text.trimmed(Slice(rest.start + 13, rest.end))
    } else {
      let identifier = text.token(rest)
      let isHexadecimal = (identifier.start..<identifier.end).allSatisfy {
        text[$0].isHexDigit || text[$0] == UInt8(ascii: "-")
      }
      if isHexadecimal, identifier.count >= 8 {
        image.setBuildID(text.value(identifier).flatMap { BuildID($0) })
        rest = text.trimmed(Slice(identifier.end, rest.end))
      }
    }
    let path = text.find(" /", rest)
    image.name = text.value(Slice(rest.start, path ?? rest.end))
    image.path = path.flatMap { text.value(Slice($0, rest.end)) }
    images.append(image)
    return true
  }

  private func address(_ slice: Slice, _ text: ByteText) -> (value: UInt64, end: Int)? {
    guard text.hasPrefix("0x", slice) else { return nil }
    var end = slice.start + 2
    while end < slice.end, text[end].isHexDigit { end += 1 }
    return text.number(Slice(slice.start, end)).map { ($0, end) }
  }

  // MARK: - The end

  /// Returns the report; `nil` if it has neither a thread nor a message.
  consuming func completed() -> Decoded<CrashReport>? {
    guard !threads.isEmpty || exception.message != nil else { return nil }
    report.source.firstLine = firstLine
    report.source.lastLine = lastLine
    exception.type = exception.type ?? signal
    if !exception.isEmpty { report.exception = exception }
    if !messages.isEmpty { report.applicationSpecificInformation = messages }
    images.sort { ($0.loadAddress?.value ?? .max) < ($1.loadAddress?.value ?? .max) }
    if !images.isEmpty {
      report.images = images
      report.lines[.images] = images.compactMap(\.line).min()
    }
    let finder = ImageFinder(images)
    var finishedThreads: [CrashReport.Thread] = []
    for index in threads.indices {
      var thread = threads[index].thread
      thread.omittedFrames = threads[index].stack.omitted
      thread.frames = threads[index].stack.consumeFrames()
      for frame in thread.frames.indices {
        finder.resolve(&thread.frames[frame])
        if asyncFrames.contains(AsyncFrame(thread: index, number: thread.frames[frame].index)) {
          thread.frames[frame].addressKind = .asyncResume
        }
      }
      finishedThreads.append(thread)
    }
    report.threads = finishedThreads
    inferProcess()
    if omitted > 0 {
      notes.append(Note("too-many-threads", "\(omitted) threads were dropped: the limit was reached."))
    }
    if finishedThreads.isEmpty { notes.append(Note("truncated", "The backtrace has no threads.", line: lastLine)) }
    return Decoded(report, notes: notes)
  }

  /// Sets the process to the image that has `main` in a stack, because the runtime does not print the program's name.
  private mutating func inferProcess() {
    for thread in report.threads ?? [] {
      guard let frame = thread.frames.last(where: { $0.symbol?.name == "main" }), let name = frame.image else {
        continue
      }
      var process = CrashReport.Process()
      process.name = name
      process.path = frame.imageIndex.flatMap { images[$0].path }
      report.process = process
      notes.append(
        Note(
          "process-concluded", "The name of the process, \(name), was inferred from the image of its function main.",
          line: frame.line))
      return
    }
  }
}

extension BinaryImage {
  /// Sets the identifier that the runtime prints: a UUID on a Mac, and the build ID of an ELF file elsewhere. One of 16
  /// bytes is either.
  mutating func setBuildID(_ id: BuildID?) {
    uuid = id?.uuid
    buildID = uuid == nil ? id : nil
  }
}
