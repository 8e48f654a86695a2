import Bytes
import Vocabulary

/// A reader for the text of spindump and similar reports: a header, an event, and for each process a tree of sampled
/// stacks.
///
/// Only the process that the report is about is stored; `Command:` and `PID:` of the header name it. In a dump of the
/// entire system without them, it is the process that did not respond, one that the event or the reason mentions, or
/// the one that used the most processor time, except for `spindump` itself.
struct SpindumpReader {
  private enum Section { case header, heaviest, process, images, output }

  private var base: TextReader
  private let text: ByteText
  private let budget: SampledStacks.Budget
  private var section = Section.header
  private var header = SpindumpHeader()
  private var heaviest = SampledStacks()
  private var process: SpindumpProcess?
  private var target: SpindumpProcess?
  private var processCount = 0
  /// The first processes, for an event that is about all of them.
  private var processNames: [String] = []
  /// In a dump of the entire system that names no process: those that did not respond, and those with the most processor time.
  private var unresponsive: [String] = []
  private var busiest: [(words: String, seconds: Double)] = []
  /// A date in the output of other tools: only a report has the end of its sampling below it.
  private var date: (value: Slice, line: Line)?
  private var begin: Line?
  private var lastLine = 0
  private(set) var reports: [Decoded<CrashReport>] = []
  /// The maximum number of processes that a summary names.
  private static let maxNames = 40
  /// The maximum number of processes with the most processor time that a summary names.
  private static let maxBusiest = 5

  init(_ source: UnescapedText, _ bytes: UnsafeBufferPointer<UInt8>, firstLine: Int, limits: DecodingLimits) {
    base = TextReader(source, bytes, firstLine: firstLine, limits: limits)
    text = base.text
    budget = SampledStacks.Budget(limits)
    base.section = .images
  }

  /// Reads to the end; `frames` is the number of frames read, which counts against the limit of the input.
  mutating func read() -> (reports: [Decoded<CrashReport>], frames: Int) {
    while let line = base.cursor.next() {
      if line.isEmpty || text.hasPrefix("```", line.content) {
        if section == .heaviest, !heaviest.isEmpty { section = .header }
        continue
      }
      consume(line)
    }
    finish()
    return (reports, budget.limits.frames - budget.framesLeft)
  }

  private mutating func consume(_ line: Line) {
    let content = line.content
    if section == .output {
      guard let (label, value) = field(content) else { return }
      if label == "Date/Time" { date = (value, line) }
      guard let date, label == "End time" || label == "Data Source" else { return }
      finish()
      begin = date.line
      consumeField("Date/Time", date.value, date.line)
      consumeField(label, value, line)
      lastLine = line.number
      return
    }
    if section == .process, consumeThread(line) {
      lastLine = line.number
      return
    }
    if let (label, value) = field(content) {
      if label == "Date/Time", startsAnother { finish() }
      if begin == nil { begin = line }
      lastLine = line.number
      for (label, value) in fields(label, value) { consumeField(label, value, line) }
      return
    }
    guard begin != nil else { return }
    switch section {
    case .images:
      if isRelevant, base.consumeImage(line) { lastLine = line.number }
      // Only images follow until the next label, except in truncated texts and on jailbroken devices.
      return
    case .header:
      if text.hasPrefix("exceeding limit of ", content) { header.continueSentence(content, line: line.number, text) }
      return
    case .heaviest:
      guard let row = text.sampledRow(line) else { return }
      heaviest.append(row, line: line.number)
    case .process:
      guard isRelevant, let row = text.sampledRow(line) else { return }
      process?.stacks.append(row, line: line.number)
    case .output: return
    }
    lastLine = line.number
  }

  private var startsAnother: Bool { process != nil || target != nil || !heaviest.isEmpty }

  /// True unless the process being read is known not to be the one that the report is about.
  private var isRelevant: Bool { process?.isOther == false }

  /// Parses `Label:   value`. A label begins with a letter and its colon is within the first 64 bytes.
  private func field(_ content: Slice) -> (String, Slice)? {
    guard text[content.start].isLetter else { return nil }
    guard let colon = text.first(UInt8(ascii: ":"), Slice(content.start, min(content.end, content.start + 64))) else {
      return nil
    }
    let value = text.trimmed(Slice(colon + 1, content.end))
    return (text.string(text.trimmed(Slice(content.start, colon))), value)
  }

  /// Splits a line with several fields: `CPU limit: 48s      Limit duration:  60s`.
  private func fields(_ label: String, _ value: Slice) -> [(String, Slice)] {
    guard let gap = text.find("  ", value) else { return [(label, value)] }
    let rest = text.trimmed(Slice(gap, value.end))
    guard let (next, nextValue) = field(rest), next.hasSuffix("limit") || next.hasSuffix("duration") else {
      return [(label, value)]
    }
    return [(label, text.trimmed(Slice(value.start, gap))), (next, nextValue)]
  }

  private mutating func consumeField(_ label: String, _ value: Slice, _ line: Line) {
    if label.hasPrefix("Heaviest stack") {
      endProcess()
      section = .heaviest
      heaviest.begin(CrashReport.Thread(index: 0), text, budget)
      heaviest.beginChain()
      return
    }
    switch label {
    // What other tools print about the processes follows, to the end.
    case "Custom Output" where startsAnother:
      endProcess()
      section = .output
    case "Process", "Powerstats for": beginProcess(value, line)
    case "Binary Images" where section == .process || section == .images: section = .images
    case "Command" where section == .process || section == .images: beginProcess(value, line)
    default:
      switch section {
      case .header, .heaviest:
        section = .header
        header.consume(label, value, line: line.number, text)
      case .process, .images:
        if section == .images, label == "Event" { section = .process }
        if isRelevant { process?.consume(label, value, line: line.number, text) }
      case .output: break
      }
    }
  }

  private mutating func beginProcess(_ value: Slice, _ line: Line) {
    endProcess()
    section = .process
    processCount += 1
    let (name, pid) = processName(value)
    var next = SpindumpProcess(name: text.value(name), pid: pid, line: line.number)
    if processNames.count < Self.maxNames, let name = next.name, name != "spindump", name != "kernel_task" {
      processNames.append(name)
    }
    if header.pid != nil || header.command != nil {
      let isSameNumber = header.pid == nil || pid == nil || header.pid == pid
      let isSameName = header.command == nil || next.name == nil || header.command == next.name
      next.isOther = !(header.pid != nil && pid != nil ? isSameNumber : isSameName)
    }
    if let name = next.name { next.isMentioned = header.mentions(name, pid: pid) }
    process = next
  }

  /// Parses `Slack [2252]`, `Slack [2252] [unique pid 128030570]`, `Slack (Not Responding) [2252]`.
  private func processName(_ value: Slice) -> (name: Slice, pid: Int?) {
    guard let open = text.first(UInt8(ascii: "["), value),
      let close = text.first(UInt8(ascii: "]"), Slice(open, value.end)),
      let pid = text.integer(Slice(open + 1, close))
    else { return (value, nil) }
    return (text.trimmed(Slice(value.start, open)), pid)
  }

  private mutating func endProcess() {
    heaviest.finish(text, budget)
    guard var ended = process else { return }
    process = nil
    guard !ended.isOther else { return }
    ended.stacks.finish(text, budget)
    base.draft.imageList.sort()
    ended.images = base.draft.imageList.images
    base.draft.imageList = ImageList()
    base.draft.pieces = []
    base.section = .images
    if header.pid == nil, header.command == nil { note(ended) }
    guard let known = target else {
      target = ended
      return
    }
    if header.pid == nil && header.command == nil {
      if ended.isPreferred(to: known) { target = ended }
    } else {
      target = known.merged(with: ended)
    }
  }

  /// Records what a dump of the entire system says about one of its processes.
  private mutating func note(_ process: SpindumpProcess) {
    if let seconds = process.unresponsive, unresponsive.count < Self.maxNames {
      unresponsive.append(process.words + (seconds > 0 ? " for \(Self.words(seconds))" : ""))
    }
    guard process.cpuTime > 0, !process.isRecorder else { return }
    let position = busiest.firstIndex { $0.seconds < process.cpuTime } ?? busiest.count
    busiest.insert((process.words, process.cpuTime), at: position)
    if busiest.count > Self.maxBusiest { busiest.removeLast() }
  }

  /// A duration with as many digits as it is known: `12 s`, `2.1 s`, `0.002 s`.
  private static func words(_ seconds: Double) -> String {
    let thousandths = Int(exactly: (seconds * 1000).rounded()) ?? .max
    guard thousandths < 10_000 else { return "\(thousandths / 1000) s" }
    let (whole, rest) = thousandths.quotientAndRemainder(dividingBy: 1000)
    var digits = String(String(1000 + rest).dropFirst())
    while digits.last == "0" { digits.removeLast() }
    return digits.isEmpty ? "\(whole) s" : "\(whole).\(digits) s"
  }

  /// The summary of a dump of the entire system that names no process.
  private var systemSummary: String {
    var words = "samples of \(processCount) processes, of which the report names none as its subject"
    if !unresponsive.isEmpty { words += "; not responding: " + unresponsive.joined(separator: ", ") }
    if !busiest.isEmpty {
      words += "; most CPU time: " + busiest.map { "\($0.words) \(Self.words($0.seconds))" }.joined(separator: ", ")
    }
    return words
  }

  /// Reads the line above the call tree of a thread,
  /// `Thread 0x3e3    DispatchQueue "com.apple.main-thread"(1)    Thread name "x"    41 samples (1-41)    cpu time 0.9s`;
  /// returns false for other lines.
  private mutating func consumeThread(_ line: Line) -> Bool {
    let content = line.content
    guard text.hasPrefix("Thread 0x", content) else { return false }
    guard isRelevant else { return true }
    var thread = CrashReport.Thread(index: 0)
    thread.line = line.number
    if let mark = text.find("DispatchQueue", content) {
      let rest = Slice(mark + 13, content.end)
      if let quoted = quotation(rest) {
        thread.queue = text.value(quoted)
      } else if text.integer(text.token(rest)) == 1 {
        // The first systems write only a number; 1 is the main queue.
        thread.queue = "com.apple.main-thread"
      }
    }
    if let mark = text.find("Thread name", content) {
      thread.name = quotation(Slice(mark + 11, content.end)).flatMap { text.value($0) }
    }
    if let mark = text.find(" samples", content) ?? text.find(" sample ", content) {
      var start = mark
      while start > content.start, text[start - 1].isDigit { start -= 1 }
      thread.samples = text.integer(Slice(start, mark))
    }
    var seconds = 0.0
    if let mark = text.find("cpu time ", content) {
      seconds = Quantity.seconds(text, Slice(mark + 9, content.end)) ?? 0
    }
    process?.stacks.begin(thread, seconds: seconds, text, budget)
    return true
  }

  /// Returns the text in quotation marks at the start of `slice`; `nil` if there is none.
  private func quotation(_ slice: Slice) -> Slice? {
    let slice = text.trimmed(slice)
    guard text[slice.start] == UInt8(ascii: "\""),
      let close = text.first(UInt8(ascii: "\""), Slice(slice.start + 1, slice.end))
    else { return nil }
    return Slice(slice.start + 1, close)
  }

  // MARK: - The end of a report

  private mutating func finish() {
    endProcess()
    defer {
      header = SpindumpHeader()
      heaviest = SampledStacks()
      target = nil
      processCount = 0
      processNames = []
      unresponsive = []
      busiest = []
      date = nil
      begin = nil
      section = .header
    }
    guard let begin, reports.count < budget.limits.reports else { return }
    var report = CrashReport(source: .init(format: "spindump"))
    var notes: [Note] = []
    report.source.firstLine = begin.number
    report.source.lastLine = max(lastLine, begin.number)
    header.fill(&report)
    let kind = report.kind
    let isOfSystem = processCount > 1 && header.pid == nil && header.command == nil
    if isOfSystem, target?.isDistinguished != true { target = nil }
    var stacks = target?.stacks ?? SampledStacks()
    target?.fill(&report)
    if isOfSystem, report.eventSummary == nil { report.eventSummary = systemSummary }
    if isOfSystem, let target { notes.append(choiceNote(target)) }
    let images = target?.images ?? []
    if stacks.threads.allSatisfy({ $0.frames.isEmpty }), !heaviest.isEmpty {
      notes.append(
        Note("heaviest-stack-only", "The report has no call tree of the process; its heaviest stack is used instead."))
      stacks = heaviest
    }
    if !images.isEmpty {
      report.images = images
      report.lines[.images] = images.compactMap(\.line).min()
    }
    stacks.resolve(in: ImageFinder(images), text, budget)
    stacks.markHeaviest(preferMain: kind == .hang || kind == .watchdog)
    complete(&stacks, images, &notes)
    if !stacks.threads.isEmpty { report.threads = stacks.threads }
    report.callTree = stacks.callTree
    notes += report.callTree?.notes ?? []
    report.add(.heaviestShare, stacks.heaviestShare.map { .percent($0) })
    if let event = report.eventSummary, event.lowercased().hasPrefix("shutdown stall"), !processNames.isEmpty {
      // Only processes that did not exit are sampled.
      report.eventSummary = "\(event); still running: " + processNames.joined(separator: ", ")
    }
    if processCount > 1 { report.add(.processesCount, .number(processCount)) }
    if stacks.omittedThreads > 0 {
      notes.append(
        Note("too-many-threads", "Threads after the first \(budget.limits.threads) were dropped."))
    }
    let missing = stacks.threads.isEmpty ? "stacks" : images.isEmpty ? "binary images" : nil
    // The stacks of a process that nothing distinguishes were left out on purpose.
    if let missing, !isOfSystem || target != nil {
      notes.append(Note("truncated", "The report has no \(missing).", line: report.source.lastLine))
    }
    reports.append(Decoded(report, notes: notes))
  }

  /// States which process of a dump of the entire system was read, and why.
  private func choiceNote(_ target: SpindumpProcess) -> Note {
    Note(
      "process-chosen",
      "The report contains the stacks of \(processCount) processes and names none; those of "
        + "\(target.name ?? "the process"), \(target.choice), were read.",
      line: target.line)
  }

  /// Replaces the stack of the marked thread by the heaviest one at the head of the report, if its call tree is cut off.
  private mutating func complete(_ stacks: inout SampledStacks, _ images: [BinaryImage], _ notes: inout [Note]) {
    heaviest.resolve(in: ImageFinder(images), text, budget)
    guard stacks.complete(from: heaviest.threads) else { return }
    notes.append(
      Note(
        "heaviest-stack-only",
        "The call tree of the thread is cut off; the heaviest stack at the head of the report is used instead."))
  }
}
