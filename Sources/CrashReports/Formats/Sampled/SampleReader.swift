import Bytes
import Knowledge
import Vocabulary

/// A reader for the output of the tools `sample` and `leaks`: a header like that of a crash report, then a call graph
/// with guides or the stacks that allocated leaked memory, then the images.
struct SampleReader {
  private enum Section { case header, graph, leaks, tables, images }

  private var base: TextReader
  private let text: ByteText
  private let budget: SampledStacks.Budget
  private var section = Section.header
  private var header = SampleHeader()
  private var stacks = SampledStacks()
  private var leaks = LeakList()
  /// The column of the rows of threads in the call graph.
  private var threadColumn: Int?
  /// Rows of the table of innermost functions, and whether it is being read.
  private var topRows: [(row: SampledRow, line: Int)] = []
  private var isTopTable = false
  private static let maxTopRows = 200
  private var begin: Line?
  private var lastLine = 0
  private var reports: [Decoded<CrashReport>] = []

  init(_ source: UnescapedText, _ bytes: UnsafeBufferPointer<UInt8>, firstLine: Int, limits: DecodingLimits) {
    base = TextReader(source, bytes, firstLine: firstLine, limits: limits)
    text = base.text
    budget = SampledStacks.Budget(limits)
    base.section = .images
  }

  /// Reads to the end; `frames` is the number of frames read, which counts against the limit of the input.
  mutating func read() -> (reports: [Decoded<CrashReport>], frames: Int) {
    while let line = base.cursor.next() {
      if line.isEmpty || text.hasPrefix("```", line.content) { continue }
      if consume(line) {
        if begin == nil { begin = line }
        lastLine = line.number
      }
    }
    finish()
    return (reports, budget.limits.frames - budget.framesLeft)
  }

  /// Consumes a line; returns false if it is not recognized.
  private mutating func consume(_ line: Line) -> Bool {
    let content = line.content
    switch text[content.start] {
    case UInt8(ascii: "A") where text.hasPrefix("Analysis of sampling ", content):
      if section != .header { finish() }
      header.consumeTitle(content, line: line.number, text)
      return true
    case UInt8(ascii: "C") where text.equals(content, "Call graph:"):
      section = .graph
      return true
    case UInt8(ascii: "T") where text.hasPrefix("Total number in stack", content),
      UInt8(ascii: "S") where text.hasPrefix("Sort by top of stack", content):
      section = .tables
      isTopTable = text.hasPrefix("Sort", content)
      return true
    case UInt8(ascii: "B") where text.hasPrefix("Binary Images:", content):
      section = .images
      return true
    case UInt8(ascii: "l") where text.hasPrefix("leaks Report Version:", content):
      section = .leaks
      header.isLeaks = true
      return true
    case UInt8(ascii: "P") where text.hasPrefix("Process:", content) && section == .images:
      finish()
    default: break
    }
    switch section {
    case .header:
      // A truncated text may begin inside the leaks.
      if text.hasPrefix("STACK OF ", content) || text.contains(LeakList.totalPhrase, content) {
        section = .leaks
        header.isLeaks = true
        return leaks.consume(line, text)
      }
      // So may a part of a call graph.
      if text.isCallGraphRow(content) || isThreadRow(line) {
        section = .graph
        return consumeRow(line)
      }
      return header.consume(line, text)
    case .graph: return consumeRow(line)
    case .leaks: return leaks.consume(line, text)
    case .tables: return isTopTable && consumeTopRow(line)
    case .images: return base.consumeImage(line)
    }
  }

  private func isThreadRow(_ line: Line) -> Bool {
    text.sampledRow(line).map { text.hasPrefix("Thread_", $0.content) } ?? false
  }

  /// Reads a row of the table of innermost functions, which is all that some excerpts have.
  private mutating func consumeTopRow(_ line: Line) -> Bool {
    guard topRows.count < Self.maxTopRows, let row = text.topOfStackRow(line) else { return false }
    topRows.append((row, line.number))
    return true
  }

  /// Functions in which threads wait for work or events.
  private static let waits = GlobSet(KnowledgeText.threads.lists["idle functions"])

  /// Makes a stack of one frame from each innermost function, unless a call graph was read.
  ///
  /// The table counts functions of all threads, so that it tells nothing about the samples of a thread. The one to look at is
  /// the first function of the app, or else the first that does not wait.
  private mutating func addTopRows() {
    guard stacks.isEmpty, !topRows.isEmpty else { return }
    stacks.isCounted = false
    let parts = topRows.map { topRowParts($0.row.content) }
    let busy = parts.indices.filter { !Self.waits.matches(parts[$0].function) }
    let chosen = busy.first { ImageTraits(written: parts[$0].image, path: nil).role == .app } ?? busy.first
    for (index, (row, line)) in topRows.enumerated() {
      var thread = CrashReport.Thread(index: 0)
      thread.line = line
      thread.crashed = index == chosen
      stacks.begin(thread, text, budget)
      stacks.append(row, line: line)
      stacks.finish(text, budget)
    }
  }

  /// The function and the image of a row: `read` and `libsystem_kernel.dylib` in `read  (in libsystem_kernel.dylib)`.
  private func topRowParts(_ content: Slice) -> (function: String, image: String) {
    guard let mark = text.findLast("  (in ", content) else { return (text.string(content), "") }
    return (
      text.string(text.trimmed(Slice(content.start, mark))),
      text.string(text.trimmed(Slice(mark + 6, content.end - 1)))
    )
  }

  /// Reads `2611 Thread_90050   DispatchQueue_1: com.apple.main-thread  (serial)`, or a frame.
  private mutating func consumeRow(_ line: Line) -> Bool {
    guard let row = text.sampledRow(line) else { return false }
    guard text.hasPrefix("Thread_", row.content), threadColumn.map({ row.column <= $0 }) ?? true else {
      stacks.append(row, line: line.number)
      return true
    }
    threadColumn = row.column
    var thread = CrashReport.Thread(index: 0)
    thread.line = line.number
    thread.samples = row.count
    if let mark = text.find("DispatchQueue_", row.content) {
      var name = Slice(mark, row.content.end)
      if let colon = text.first(UInt8(ascii: ":"), name) { name.start = colon + 1 }
      if let kind = text.findLast("  (", name) { name.end = kind }
      thread.queue = text.value(name)
    } else if let colon = text.first(UInt8(ascii: ":"), row.content) {
      thread.name = text.value(Slice(colon + 1, row.content.end))
    }
    stacks.begin(thread, text, budget)
    return true
  }

  /// Returns the sentences for a call graph that ends at a function which only starts work: what it calls is missing.
  private func cut(_ threads: [CrashReport.Thread]) -> String {
    guard !header.isLeaks, section == .graph, let thread = threads.first(where: \.crashed),
      let name = thread.frames.first?.symbol?.readable, Self.starters.matches(name)
    else { return "" }
    let samples = thread.samples.map { "all \($0) samples" } ?? "the samples"
    let queue = thread.queue.map { " of the queue \($0)" } ?? ""
    return
      " The call graph ends at \(name): \(samples)\(queue) are below it, and what it calls is missing. Ask for the "
      + "complete call graph."
  }

  /// Functions that call the work of a queue, a run loop or a thread, and do no work of their own.
  private static let starters = GlobSet(KnowledgeText.threads.lists["work callers"])

  private mutating func finish() {
    addTopRows()
    stacks.finish(text, budget)
    defer {
      topRows = []
      header = SampleHeader()
      stacks = SampledStacks()
      leaks = LeakList()
      base.draft = Draft()
      threadColumn = nil
      begin = nil
      section = .header
    }
    guard let begin, reports.count < budget.limits.reports else { return }
    var report = CrashReport(source: .init(format: header.isLeaks ? "leaks" : "sample"))
    report.source.firstLine = begin.number
    report.source.lastLine = max(lastLine, begin.number)
    header.fill(&report)
    base.draft.imageList.sort()
    let images = base.draft.imageList.images
    if !images.isEmpty {
      report.images = images
      report.lines[.images] = images.compactMap(\.line).min()
    }
    var notes: [Note] = []
    if header.isLeaks {
      leaks.fill(&report, text, budget, ImageFinder(images), &notes)
    } else {
      stacks.resolve(in: ImageFinder(images), text, budget)
      stacks.markHeaviest(preferMain: report.kind == .hang)
      if !stacks.threads.isEmpty { report.threads = stacks.threads }
      report.callTree = stacks.callTree
      notes += report.callTree?.notes ?? []
      // All threads are sampled together, so the maximum per thread is the number of samples taken.
      report.add(.samples, stacks.threads.compactMap(\.samples).max().map { .number($0) })
      report.add(.heaviestShare, stacks.heaviestShare.map { .percent($0) })
    }
    if images.isEmpty || report.threads == nil {
      let missing = report.threads == nil ? "stacks" : "binary images"
      notes.append(
        Note(
          "truncated", "The output is truncated: it has no \(missing)." + cut(report.threads ?? []),
          line: report.source.lastLine))
    }
    reports.append(Decoded(report, notes: notes))
  }
}
