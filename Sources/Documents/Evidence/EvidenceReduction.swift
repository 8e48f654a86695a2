import Bytes
import CrashReports
import Diagnosis
import Vocabulary

/// Reduces a report to the evidence that patterns read, without values that differ between runs.
struct EvidenceReduction {
  struct Limits {
    /// The maximum size of one text, and of all texts of one kind, in bytes.
    var text = 2_000
    var texts = 6_000
    /// The maximum size of pasted source code, which is one text of many lines.
    var source = 32_768
    /// The maximum number of frames of the crashed thread.
    var frames = 512
    /// The maximum number of rounds of a repetition: more than any pattern counts.
    var rounds = 24
    var otherThreads = 16
    var otherFrames = 8

    static let usual = Limits()
    /// Limits for the few reports that are still too large.
    static let small = Limits(text: 400, texts: 2_000, source: 8_192, frames: 64, rounds: 2, otherThreads: 4)
  }

  private let limits: Limits
  private let original: CrashReport
  private let text: EvidenceText
  /// The lines of the input that findings cite. Their content takes precedence.
  private let citedLines: Set<Int>
  private var report: CrashReport
  private lazy var fault = MemoryFaultEvidence(original)
  private lazy var process = ProcessTraits(original)
  /// The retained images, by index in `original.images`, and in the order in which frames refer to them.
  private var imagePositions: [Int: Int] = [:]
  private var retainedImages: [(position: Int, written: String)] = []
  /// The images whose frames keep an offset, so that they can be symbolicated later.
  private var imagesWithOffsets: Set<Int> = []

  /// The placeholder for all addresses beyond the first 64 KiB.
  static let farAddress: UInt64 = 0x1_0000_0000
  static let nearAddresses: UInt64 = 0x1_0000

  static func reduced(_ assessment: Assessment, _ limits: Limits) -> CrashReport {
    var reduction = EvidenceReduction(assessment, limits)
    return reduction.reduce()
  }

  private static let shortArchitectures: Set<String> = ["i386", "arm", "armv7", "armv7s", "armv6", "ppc"]

  private init(_ assessment: Assessment, _ limits: Limits) {
    original = assessment.report
    self.limits = limits
    citedLines = Set(assessment.findings.lazy.flatMap(\.citations).compactMap(\.line))
    text = EvidenceText(hasShortAddresses: original.host.architecture.map(Self.shortArchitectures.contains) ?? false)
    var source = CrashReport.Source(format: original.source.format)
    source.quotesLines = original.source.quotesLines
    source.isMention = original.source.isMention
    report = CrashReport(source: source)
  }

  private mutating func reduce() -> CrashReport {
    report.kind = original.kind
    reduceProcess()
    reduceException()
    reduceTermination()
    reduceDetails()
    reduceMessages()
    reduceStacks()
    reduceImages()
    return report
  }

  private func normalized(_ value: String?) -> String? { value.map { text.normalized($0, limit: limits.text) } }

  // MARK: Process, exception, termination

  private mutating func reduceProcess() {
    if let original = original.process {
      var process = CrashReport.Process()
      process.name = original.name
      if let path = original.path, path.containsBytes("/Library/Xcode/Overlays/") {
        process.path = "/Library/Xcode/Overlays/"
      }
      if process != CrashReport.Process() { report.process = process }
    }
    // Only the name of the system: its version differs between machines, and is a column of the history.
    report.host.os = original.host.os.map { String($0.prefix { $0 != " " }) }
    report.host.architecture = original.host.architecture
    report.host.isSimulator = original.host.isSimulator
    report.host.isTranslated = original.host.isTranslated
  }

  private mutating func reduceException() {
    guard let original = original.exception else { return }
    var exception = CrashReport.Exception()
    exception.type = original.type
    exception.signal = original.signal
    exception.codes = codes(of: original)
    exception.codesText = normalized(original.codesText)
    exception.subtype = normalized(original.subtype)
    exception.message = normalized(original.message)
    exception.name = original.name
    exception.reason = normalized(original.reason)
    exception.region = original.region.map(Self.region)
    exception.note = normalized(original.note)
    if let fault = original.faultAddress?.value {
      let far = self.fault.address ?? Self.farAddress
      exception.faultAddress = RuntimeAddress(fault < Self.nearAddresses ? fault : far)
    }
    report.exception = exception
  }

  /// Returns the retained codes. The first code states what happened; the others are mostly addresses.
  private func codes(of exception: CrashReport.Exception) -> [UInt64]? {
    guard let codes = exception.codes else { return nil }
    guard let first = codes.first else { return [] }
    let isCoded = exception.type == "EXC_GUARD" || exception.type == "EXC_RESOURCE"
    guard isCoded || first <= 0xFFFF_FFFF else { return [] }
    return [first] + codes.dropFirst().prefix { $0 < Self.nearAddresses }
  }

  /// Returns the words of the region line. Only words such as "STACK GUARD" are evidence.
  private static func region(_ line: String) -> String {
    line.split(separator: " ").filter { word in !word.contains { $0.isNumber } }.joined(separator: " ")
  }

  private mutating func reduceTermination() {
    guard let original = original.termination else { return }
    var termination = CrashReport.Termination()
    termination.namespace = original.namespace
    termination.code = original.code
    termination.indicator = normalized(original.indicator)
    termination.reasons = original.reasons.map { bounded($0, \.self) }
    termination.details = original.details.map { bounded($0, \.self) }
    report.termination = termination
  }

  private mutating func reduceDetails() {
    report.eventSummary = normalized(original.eventSummary)
    for detail in original.details.prefix(64) {
      switch detail.value {
      case .text(let value):
        report.details.append(Detail(detail.key, .text(text.normalized(value, limit: limits.text))))
      case .rows: break
      default: report.details.append(Detail(detail.key, detail.value))
      }
    }
  }

  // MARK: Messages

  private mutating func reduceMessages() {
    report.applicationSpecificInformation = original.applicationSpecificInformation.map {
      bounded($0, \.text).map { .init(text: $0.text, line: $0.line) }
    }
    report.loaderMessages = bounded(original.loaderMessages, \.text, line: \.line).map(Self.withoutTime)
    report.previewMessages = bounded(original.previewMessages, \.cause, line: \.line)
    for index in report.previewMessages.indices {
      report.previewMessages[index].document = report.previewMessages[index].document.map(Self.fileName)
    }
    report.documentMessages = bounded(original.documentMessages, \.text, line: \.line)
    for index in report.documentMessages.indices {
      report.documentMessages[index].document = report.documentMessages[index].document.map(Self.fileName)
    }
    report.canvasLines = bounded(original.canvasLines, \.text, line: \.line)
    let isSource = original.source.format == "source-excerpt"
    report.consoleLines = bounded(
      original.consoleLines, \.text, line: \.line, total: isSource ? limits.source : limits.texts,
      limit: isSource ? limits.source : limits.text
    ).map(Self.withoutTime)
    rankLines()
  }

  /// Returns the elements whose texts fit the limits, in order, with texts independent of the run. Elements that
  /// findings cite take precedence.
  private func bounded<Element>(
    _ elements: [Element], _ path: WritableKeyPath<Element, String>, line: KeyPath<Element, Int>? = nil,
    total: Int? = nil, limit: Int? = nil
  ) -> [Element] {
    var room = total ?? limits.texts
    let limit = limit ?? limits.text
    let isCited = elements.map { element in line.map { citedLines.contains(element[keyPath: $0]) } ?? false }
    var retained: [(position: Int, element: Element)] = []
    for cited in [true, false] {
      for (position, element) in elements.enumerated() where isCited[position] == cited {
        guard room > 0 else { break }
        var element = element
        element[keyPath: path] = text.normalized(element[keyPath: path], limit: min(room, limit))
        room -= element[keyPath: path].utf8.count + 16
        retained.append((position, element))
      }
    }
    return retained.sorted { $0.position < $1.position }.map(\.element)
  }

  private static func withoutTime(_ line: ConsoleLine) -> ConsoleLine {
    var line = line
    line.pid = nil
    line.time = nil
    return line
  }

  private static func fileName(_ path: String) -> String { path.lastPathComponent ?? path }

  /// Replaces lines by ranks: whether two texts are on the same line, and their order, is evidence; the number is not.
  private mutating func rankLines() {
    var lines: Set<Int> = []
    let fields: [CrashReport.Field] = [
      .exceptionMessage, .exceptionReason, .termination, .terminationReasons, .terminationDetails,
    ]
    for field in fields { if let line = original.lines[field] { lines.insert(line) } }
    for message in report.applicationSpecificInformation ?? [] { if let line = message.line { lines.insert(line) } }
    for message in report.loaderMessages { lines.insert(message.line) }
    for message in report.previewMessages { lines.formUnion([message.line, message.lastLine]) }
    for message in report.documentMessages { lines.insert(message.line) }
    for message in report.canvasLines { lines.insert(message.line) }
    for message in report.consoleLines { lines.insert(message.line) }
    var ranks: [Int: Int] = [:]
    for (index, line) in lines.sorted().enumerated() { ranks[line] = index + 1 }
    func rank(_ line: Int) -> Int { ranks[line] ?? line }
    for field in fields { if let line = original.lines[field] { report.lines[field] = rank(line) } }
    for index in (report.applicationSpecificInformation ?? []).indices {
      let line = report.applicationSpecificInformation?[index].line
      report.applicationSpecificInformation?[index].line = line.map(rank)
    }
    for index in report.loaderMessages.indices {
      report.loaderMessages[index].line = rank(report.loaderMessages[index].line)
    }
    for index in report.previewMessages.indices {
      report.previewMessages[index].line = rank(report.previewMessages[index].line)
      report.previewMessages[index].lastLine = rank(report.previewMessages[index].lastLine)
    }
    for index in report.documentMessages.indices {
      report.documentMessages[index].line = rank(report.documentMessages[index].line)
    }
    for index in report.canvasLines.indices { report.canvasLines[index].line = rank(report.canvasLines[index].line) }
    for index in report.consoleLines.indices { report.consoleLines[index].line = rank(report.consoleLines[index].line) }
  }
}

// MARK: - Stacks

extension EvidenceReduction {
  private mutating func reduceStacks() {
    if let frames = original.lastExceptionBacktrace {
      report.lastExceptionBacktrace = frames.prefix(limits.frames).map { reduced($0) }
    }
    if let stacks = original.applicationSpecificBacktraces {
      report.applicationSpecificBacktraces = stacks.prefix(4).map { $0.prefix(limits.frames).map { reduced($0) } }
    }
    guard let threads = original.threads else { return }
    let crashed = threads.firstIndex { $0.crashed } ?? (threads.count == 1 ? 0 : nil)
    var retained: [CrashReport.Thread] = []
    if let crashed { retained.append(reducedCrashed(threads[crashed])) }
    let relevance = ThreadRelevance.catalog
    var others = 0
    for (position, thread) in threads.enumerated() where position != crashed {
      let isMain = position == 0
      guard isMain || others < limits.otherThreads else { continue }
      var frames = Array(thread.frames.prefix(isMain ? limits.otherFrames : 0))
      if let cited = relevance.firstRelevant(in: thread.frames) {
        frames = Array(thread.frames.prefix(limits.otherFrames))
        if cited >= frames.count { frames.append(thread.frames[cited]) }
        if !isMain { others += 1 }
      } else if !isMain {
        continue
      }
      var reducedThread = CrashReport.Thread(index: isMain ? 0 : retained.count)
      reducedThread.frames = frames.map { reduced($0) }
      retained.append(reducedThread)
    }
    // A thread that is the only one counts as the crashed one.
    if crashed == nil, retained.count == 1 { retained.append(CrashReport.Thread(index: 1)) }
    report.threads = retained
  }

  private mutating func reducedCrashed(_ thread: CrashReport.Thread) -> CrashReport.Thread {
    var reduced = CrashReport.Thread(index: thread.index == 0 ? 0 : 1)
    reduced.crashed = thread.crashed
    var frames = thread.frames[...]
    let recursed = thread.recursion.map(\.depth).max() ?? 0
    var depth = frames.count.addingReportingOverflow(max(0, thread.omittedFrames)).partialValue
    // If the sum or a frame number overflows, the depth is unknown.
    depth = max(0, depth, thread.frames.map(\.index).max() ?? 0)
    var tail: ArraySlice<CrashReport.Frame> = []
    if frames.count > 5 * limits.rounds,
      let cycle = Cycle.longest(in: thread.frames, omitted: max(thread.omittedFrames, recursed)),
      cycle.rounds > limits.rounds
    {
      let end = min(frames.count, cycle.start + cycle.period * limits.rounds)
      let last = min(frames.count, max(end, cycle.start + cycle.period * cycle.rounds))
      tail = frames[max(last, frames.count - 32)...]
      frames = frames[..<end]
    }
    if frames.count > limits.frames { frames = frames.prefix(limits.frames) }
    reduced.frames = frames.map { self.reduced($0) } + tail.map { self.reduced($0) }
    let count = reduced.frames.count
    if thread.omittedFrames > 0 || count < thread.frames.count {
      reduced.omittedFrames = max(1, Self.rounded(depth - count))
      // The exact depth differs between runs, but a large depth is evidence.
      if depth >= 256, count + reduced.omittedFrames < 256 { reduced.omittedFrames = 256 - count }
    }
    reduced.recursion = thread.recursion.prefix(1).map { info in
      CrashReport.RecursionInfo(depth: Self.rounded(recursed == 0 ? info.depth : recursed))
    }
    let registers = (stackPointer(of: thread) ?? []) + fault.registers
    reduced.registers = registers.isEmpty ? nil : registers
    return reduced
  }

  /// Returns the largest power of two that is not larger than `number`.
  private static func rounded(_ number: Int) -> Int {
    number <= 0 ? 0 : 1 << (Int.bitWidth - 1 - number.leadingZeroBitCount)
  }

  /// Returns the stack pointer if the fault is close to it, which is evidence of stack exhaustion.
  private func stackPointer(of thread: CrashReport.Thread) -> [CrashReport.Register]? {
    guard let fault = original.exception?.faultAddress?.value, fault >= Self.nearAddresses,
      let register = thread.registers?.first(where: { ["sp", "rsp", "esp"].contains($0.name.lowercased()) }),
      (fault > register.value ? fault - register.value : register.value - fault) <= 0x10000
    else { return nil }
    return [.init(name: register.name, value: Self.farAddress)]
  }

  private mutating func reduced(_ frame: CrashReport.Frame) -> CrashReport.Frame {
    var reduced = CrashReport.Frame(index: 0)
    reduced.image = frame.image
    reduced.inlined = frame.inlined
    if let symbol = frame.symbol {
      reduced.symbol = .init(name: symbol.name)
      if let demangled = symbol.demangled, demangled != symbol.name {
        // The prefix of a mangled name identifies the language; the demangled name contains the rest, without the module that
        // identifies a library.
        let name = frame.library == nil ? Self.manglingPrefix(symbol.name) : symbol.name
        reduced.symbol = .init(name: name, demangled: demangled)
      }
    }
    reduced.source = frame.source.map { source in
      let path = frame.library == nil ? nil : LibraryNames.source(source.file)?.path
      return SourceLocation(file: path ?? Self.fileName(source.file), line: source.line)
    }
    // An address distinguishes a report from a manually written stack.
    if let address = frame.address {
      reduced.address = RuntimeAddress(address.value < Self.nearAddresses ? address.value : Self.farAddress)
    }
    if let index = frame.imageIndex,
      let image = original.images.flatMap({ $0.indices.contains(index) ? $0[index] : nil })
    {
      if let position = imagePositions[index] {
        reduced.imageIndex = position
      } else {
        reduced.imageIndex = retainedImages.count
        imagePositions[index] = retainedImages.count
        retainedImages.append((index, frame.image ?? ""))
      }
      if frame.symbol == nil || frame.role == .app && frame.source == nil {
        imagesWithOffsets.insert(index)
        reduced.imageOffset = frame.imageOffset ?? Self.offset(of: frame.address, in: image)
      }
    } else if frame.symbol == nil {
      reduced.imageOffset = frame.imageOffset
    }
    return reduced
  }

  private static func manglingPrefix(_ name: String) -> String {
    for prefix in ["$s", "_$s", "$S", "_$S", "_T", "_Z", "__Z"] where name.hasPrefix(prefix) { return prefix }
    return name
  }

  private static func offset(of address: RuntimeAddress?, in image: BinaryImage) -> ImageOffset? {
    guard let address = address?.value, let load = image.loadAddress?.value, address >= load else { return nil }
    guard image.size.map({ address - load < $0 }) ?? true else { return nil }
    return ImageOffset(address - load)
  }

  /// Retains the images of retained frames, and those whose presence is evidence.
  private mutating func reduceImages() {
    guard let images = original.images else { return }
    let process = process
    report.images = retainedImages.map { retained in
      let original = images[retained.position]
      var image = BinaryImage()
      image.name = original.name
      image.path = FrameRole.placeholderPath(named: retained.written, path: original.path, in: process)
      if imagesWithOffsets.contains(retained.position) {
        image.uuid = original.uuid
        image.architecture = original.architecture
      }
      if image.path == "/" { image.bundleID = original.bundleID }
      return image
    }
    for (index, image) in images.enumerated() where imagePositions[index] == nil {
      guard image.name == "libswiftCore.dylib" || image.name == "dyld_sim" else { continue }
      var marker = BinaryImage()
      marker.name = image.name
      report.images?.append(marker)
    }
    // An empty list of images differs from no list.
    if report.images?.isEmpty == true, !images.isEmpty { report.images = [BinaryImage()] }
  }
}
