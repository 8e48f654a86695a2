import Bytes
import Vocabulary

/// The leaks that `leaks` found: the stacks that allocated them, each with the type and the size of the leaked memory.
///
///     STACK OF 2 INSTANCES OF 'ROOT LEAK: <CardStore>':
///     2   dyld     0x10f1a351e start + 462
///     0   libsystem_malloc.dylib   0x10e0dd91 _malloc_zone_malloc + 241
///     ====
///         2 (96 bytes) ROOT LEAK: <CardStore 0x600001] [48]
struct LeakList {
  /// What only the line with the totals has.
  static let totalPhrase: StaticString = " total leaked bytes"

  private struct Leak {
    var kind: String?
    var type: String?
    var instances: Int
    var bytes: UInt64 = 0
    /// True after a `<< TOTAL >>` line, which includes the instances below it.
    var hasTotal = false
    var line: Int
    /// The rows of the stack, outermost frame first.
    var rows: [(content: Slice, line: Int)] = []
  }

  private var leaks: [Leak] = []
  private var isInStack = false
  private var total: (leaks: Int, bytes: UInt64, line: Int)?
  private var allocated: (text: String, line: Int)?

  /// Consumes a line; returns false if it is not about leaks.
  mutating func consume(_ line: Line, _ text: ByteText) -> Bool {
    let content = line.content
    if text.hasPrefix("STACK OF ", content) {
      begin(line, text)
      return true
    }
    if text.hasPrefix("Process ", content), consumeTotal(line, text) { return true }
    if text.hasPrefix("====", content) || text.hasPrefix("----", content) {
      isInStack = false
      return true
    }
    if isInStack {
      guard text[content.start].isDigit, !leaks.isEmpty else { return false }
      leaks[leaks.count - 1].rows.append((content, line.number))
      return true
    }
    return consumeInstance(line, text)
  }

  private mutating func begin(_ line: Line, _ text: ByteText) {
    let content = line.content
    var leak = Leak(
      instances: text.integer(text.token(Slice(content.start + 9, content.end))) ?? 1, line: line.number)
    if let open = text.find(" OF '", content) {
      var inner = Slice(open + 5, content.end)
      if let close = text.last(UInt8(ascii: "'"), inner) { inner.end = close }
      (leak.kind, leak.type) = kindAndType(inner, text)
    }
    leaks.append(leak)
    isInStack = true
  }

  /// Parses `ROOT LEAK: <CardStore 0x6000021>`, `ROOT CYCLE: malloc<176>`.
  private func kindAndType(_ slice: Slice, _ text: ByteText) -> (kind: String?, type: String?) {
    guard let colon = text.find(": ", slice) else { return (nil, text.value(slice)) }
    var type = text.trimmed(Slice(colon + 2, slice.end))
    if text[type.start] == UInt8(ascii: "<"), text[type.end - 1] == UInt8(ascii: ">"), type.count > 2 {
      type = Slice(type.start + 1, type.end - 1)
    }
    if let address = text.find(" 0x", type) { type.end = address }
    return (text.value(Slice(slice.start, colon)), text.value(type))
  }

  /// Reads `Process 4711: 57 leaks for 162515152 total leaked bytes.`; returns false for other lines.
  private mutating func consumeTotal(_ line: Line, _ text: ByteText) -> Bool {
    guard let colon = text.first(UInt8(ascii: ":"), line.content) else { return false }
    let rest = text.trimmed(Slice(colon + 1, line.content.end))
    if text.contains(" total leaked bytes", rest), let mark = text.find(" for ", rest) {
      let count = text.integer(text.token(rest))
      let bytes = text.decimal(text.token(Slice(mark + 5, rest.end)))
      if total == nil, let count, let bytes { total = (count, bytes, line.number) }
      return true
    }
    if allocated == nil { allocated = (text.string(rest), line.number) }
    return text.contains("malloced", rest)
  }

  /// Reads an instance below `====`: `1 (176 bytes) ROOT LEAK: 0x6000013746e0 [176]`. The least indented rows have the
  /// sum.
  private mutating func consumeInstance(_ line: Line, _ text: ByteText) -> Bool {
    guard line.indent <= 8, let open = text.find(" (", line.content),
      let close = text.find(") ", Slice(open, line.content.end)),
      text.integer(text.token(line.content)) != nil,
      let bytes = Quantity.bytes(text, Slice(open + 2, close), isDecimal: false)
    else { return text.contains("ROOT ", line.content) }
    let root = Slice(close + 2, line.content.end)
    guard text.hasPrefix("ROOT ", root) || text.hasPrefix("<< TOTAL >>", root) else { return true }
    if leaks.isEmpty || isWithoutStack(text) { beginWithoutStack(line, root, text) }
    guard !leaks.isEmpty else { return true }
    let index = leaks.count - 1
    guard !leaks[index].hasTotal else { return true }
    leaks[index].hasTotal = text.hasPrefix("<< TOTAL >>", root)
    let (sum, overflow) = leaks[index].bytes.addingReportingOverflow(bytes)
    leaks[index].bytes = overflow ? .max : sum
    return true
  }

  /// Returns whether the last leak has no stack: without stack logging there are only instances.
  private func isWithoutStack(_ text: ByteText) -> Bool { leaks.last.map { $0.rows.isEmpty } ?? true }

  private mutating func beginWithoutStack(_ line: Line, _ root: Slice, _ text: ByteText) {
    guard text.hasPrefix("ROOT ", root) else { return }
    var name = root
    if let size = text.findLast(" [", root) { name.end = size }
    let count = text.integer(text.token(line.content)) ?? 1
    var leak = Leak(instances: count, line: line.number)
    (leak.kind, leak.type) = kindAndType(name, text)
    leaks.append(leak)
  }

  // MARK: - The model

  /// The maximum number of stacks reported; those with the most bytes take precedence.
  private static let maxStacks = 64

  /// Adds the leaks to the report: details, and a thread for each stack.
  func fill(
    _ report: inout CrashReport, _ text: ByteText, _ budget: SampledStacks.Budget, _ images: ImageFinder,
    _ notes: inout [Note]
  ) {
    if let total {
      report.add(.leaks, .number(total.leaks), line: total.line)
      report.add(.leakedBytes, .bytes(total.bytes), line: total.line)
      let leaks = total.leaks == 1 ? "1 leak" : "\(total.leaks) leaks"
      report.eventSummary = "\(leaks), \(total.bytes) bytes in total"
    }
    let order = leaks.indices.sorted { left, right in
      leaks[left].bytes == leaks[right].bytes ? left < right : leaks[left].bytes > leaks[right].bytes
    }
    var rows: [[Detail]] = []
    var threads: [CrashReport.Thread] = []
    for index in order.prefix(Self.maxStacks) {
      let leak = leaks[index]
      var row: [Detail] = []
      if let type = leak.type { row.append(Detail(.leakType, .text(type), line: leak.line)) }
      if let kind = leak.kind { row.append(Detail(.leakKind, .text(kind), line: leak.line)) }
      row.append(Detail(.leakInstances, .number(leak.instances), line: leak.line))
      row.append(Detail(.leakedBytes, .bytes(leak.bytes), line: leak.line))
      rows.append(row)
      if !leak.rows.isEmpty { threads.append(thread(leak, index: threads.count, text, budget, images)) }
    }
    if !rows.isEmpty { report.add(.leakedObjects, .rows(rows), line: leaks[order[0]].line) }
    if !threads.isEmpty {
      threads[0].crashed = true
      report.threads = threads
    }
    if leaks.count > Self.maxStacks {
      notes.append(
        Note(
          "too-many-leaks",
          "\(leaks.count - Self.maxStacks) stacks were dropped: only the \(Self.maxStacks) with the most bytes are used."
        ))
    }
  }

  private func thread(
    _ leak: Leak, index: Int, _ text: ByteText, _ budget: SampledStacks.Budget, _ images: ImageFinder
  ) -> CrashReport.Thread {
    var thread = CrashReport.Thread(index: index)
    thread.name = [leak.kind, leak.type].compactMap { $0 }.joined(separator: ": ")
    thread.line = leak.line
    var stack = FrameStack(limit: budget.limits.framesPerThread)
    for (number, row) in leak.rows.reversed().enumerated() {
      if !stack.isFull {
        guard budget.framesLeft > 0 else {
          stack.skip(to: leak.rows.count - 1)
          break
        }
        budget.framesLeft -= 1
      }
      stack.append(number: number, ofThread: false) { frame in
        read(row.content, into: &frame, text, budget)
        frame.line = row.line
        images.resolve(&frame)
      }
    }
    thread.omittedFrames = stack.omitted
    thread.frames = stack.consumeFrames()
    return thread
  }

  /// Parses a frame, `3   com.example.MyApp   0x103ddfce1 CardStore.init() + 161  CardStore.swift:34`.
  private func read(
    _ content: Slice, into frame: inout CrashReport.Frame, _ text: ByteText, _ budget: SampledStacks.Budget
  ) {
    let number = text.token(content)
    let rest = text.trimmed(Slice(number.end, content.end))
    guard let mark = text.find(" 0x", rest) else {
      frame.symbol = text.value(rest).map { CrashReport.Symbol(name: $0) }
      return
    }
    let address = text.token(Slice(mark + 1, rest.end))
    frame.image = budget.names.name(text.trimmed(Slice(rest.start, mark)), in: text)
    frame.address = text.number(address).map { RuntimeAddress($0) }
    var symbol = text.trimmed(Slice(address.end, rest.end))
    if let gap = text.findLast("  ", symbol), let source = text.sourceLocation(text.trimmed(Slice(gap, symbol.end))) {
      frame.source = source
      symbol = text.trimmed(Slice(symbol.start, gap))
    }
    var offset: UInt64?
    if let plus = text.findLast(" + ", symbol), let value = text.number(text.trimmed(Slice(plus + 3, symbol.end))) {
      offset = value
      symbol = text.trimmed(Slice(symbol.start, plus))
    }
    // In `0x104c28000 + 4096` the name is not a symbol but the load address.
    guard let name = text.value(symbol), text.number(symbol) == nil else { return }
    frame.symbol = CrashReport.Symbol(name: name, offset: offset.flatMap { Int(exactly: $0) })
  }
}
