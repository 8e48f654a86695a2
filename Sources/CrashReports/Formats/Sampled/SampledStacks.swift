import Vocabulary

/// The threads of one process of a sampled report, converted from rows of call trees to frames.
struct SampledStacks {
  private(set) var threads: [CrashReport.Thread] = []
  /// The processor time of each thread in seconds; 0 if the report does not state it.
  private(set) var times: [Double] = []
  /// The number of samples of the innermost frame of each thread's heaviest stack.
  private(set) var leafSamples: [Int] = []
  private(set) var omittedThreads = 0
  /// Whether the counts of rows are samples of their thread.
  var isCounted = true

  private var thread: CrashReport.Thread?
  private var time = 0.0
  private var rows = SampledRows()
  /// The rows of the threads. Of a dump of the entire system, the call tree of one process is built.
  private var rowsOfThreads: [SampledRows] = []
  /// The stacks of all threads with all their branches; `nil` until `resolve`, or if there are none.
  private(set) var callTree: CallTree?

  var isEmpty: Bool { threads.isEmpty && thread == nil && rows.isEmpty }

  /// Begins a thread; the rows appended next are its call tree.
  mutating func begin(_ thread: CrashReport.Thread, seconds: Double = 0, _ text: ByteText, _ budget: Budget) {
    finish(text, budget)
    self.thread = thread
    time = seconds
  }

  /// The remaining limits of one input, shared by all its stacks.
  final class Budget {
    let limits: DecodingLimits
    var framesLeft: Int
    var names = NameCache()
    init(_ limits: DecodingLimits) {
      self.limits = limits
      framesLeft = limits.frames
    }
  }

  mutating func append(_ row: SampledRow, line: Int) { rows.append(row, line: line) }

  /// Declares that the rows appended next are one stack, outermost frame first.
  mutating func beginChain() { rows.isChain = true }

  /// Converts the rows appended since the thread began into its heaviest stack.
  mutating func finish(_ text: ByteText, _ budget: Budget) {
    defer {
      self.thread = nil
      rows = SampledRows()
      time = 0
    }
    guard thread != nil || !rows.isEmpty else { return }
    guard threads.count < budget.limits.threads else {
      omittedThreads += 1
      return
    }
    var thread = thread ?? CrashReport.Thread(index: threads.count)
    thread.index = threads.count
    let path = rows.heaviestPath()
    thread.line = thread.line ?? path.last?.line
    let total = rows.isChain ? path.last?.count : rows.samples
    if isCounted { thread.samples = thread.samples ?? (rows.isEmpty ? nil : total) }
    var stack = FrameStack(limit: budget.limits.framesPerThread)
    for (number, node) in path.enumerated() {
      if !stack.isFull {
        guard budget.framesLeft > 0 else {
          stack.skip(to: path.count - 1)
          break
        }
        budget.framesLeft -= 1
      }
      stack.append(number: number, ofThread: true) { frame in
        text.readSampledFrame(node.content, into: &frame, names: &budget.names)
        frame.line = node.line
        if node.isKernel, frame.image == nil { frame.image = "kernel" }
      }
    }
    thread.omittedFrames = stack.omitted
    thread.frames = stack.consumeFrames()
    threads.append(thread)
    rowsOfThreads.append(rows)
    times.append(time)
    leafSamples.append(path.first?.count ?? 0)
  }

  /// Marks the thread that the report is about as crashed: the main thread of a hang; otherwise the thread with the most
  /// processor time, and of equal ones the thread with the most samples, and then the first.
  mutating func markHeaviest(preferMain: Bool) {
    guard isCounted, !threads.isEmpty, !threads.contains(where: { $0.crashed }) else { return }
    let isMain: (CrashReport.Thread) -> Bool = { $0.queue == "com.apple.main-thread" }
    var best = preferMain ? threads.firstIndex(where: isMain) ?? 0 : 0
    if !preferMain {
      for index in threads.indices {
        let (one, other) = (threads[index].samples ?? 0, threads[best].samples ?? 0)
        if times[index] > times[best] || times[index] == times[best] && one > other { best = index }
      }
    }
    threads[best].crashed = true
  }

  /// Replaces the frames of the marked thread by those of a stack that continues it: the report ends within its call tree, and
  /// states its heaviest stack elsewhere.
  ///
  /// Only the last thread can be cut off. One frame is that of the start of any thread, and does not tell which one the stack is of.
  ///
  /// - Returns: Whether the frames were replaced.
  mutating func complete(from heaviest: [CrashReport.Thread]) -> Bool {
    guard let index = threads.firstIndex(where: { $0.crashed }), index == threads.count - 1,
      threads[index].frames.count >= 2
    else { return false }
    let known = threads[index].frames
    for stack in heaviest where stack.frames.count > known.count && threads[index].omittedFrames == 0 {
      let outer = stack.frames.suffix(known.count)
      guard zip(outer, known).allSatisfy({ Self.isSame($0, $1) }) else { continue }
      threads[index].frames = stack.frames
      threads[index].omittedFrames = stack.omittedFrames
      leafSamples[index] = min(leafSamples[index], stack.samples ?? leafSamples[index])
      return true
    }
    return false
  }

  private static func isSame(_ left: CrashReport.Frame, _ right: CrashReport.Frame) -> Bool {
    if let name = left.symbol?.name, let other = right.symbol?.name {
      return name == other && left.image == right.image
    }
    return left.address != nil && left.address == right.address
  }

  /// The share of the marked thread's samples that have its heaviest stack, in percent.
  var heaviestShare: Double? {
    guard let index = threads.firstIndex(where: { $0.crashed }), let all = threads[index].samples, all > 0 else {
      return nil
    }
    return (1000 * Double(leafSamples[index]) / Double(all)).rounded() / 10
  }

  /// Sets the image, offset and address of each frame, and the call tree.
  mutating func resolve(in list: ImageFinder, _ text: ByteText, _ budget: Budget) {
    var calls = SampledCalls()
    for (index, rows) in rowsOfThreads.enumerated() {
      calls.add(rows, thread: index, samples: threads[index].samples, text, budget)
    }
    rowsOfThreads = []
    callTree = calls.finish()
    callTree?.changeEachFunction { frames in
      for index in frames.indices { list.resolve(&frames[index]) }
    }
    for thread in threads.indices {
      for index in threads[thread].frames.indices { list.resolve(&threads[thread].frames[index]) }
    }
  }
}

/// A lookup of the image of a sampled frame by load address, address range, name or UUID.
struct ImageFinder {
  private let images: [BinaryImage]
  private var loads: [UInt64: Int] = [:]
  private var names: [String: Int] = [:]

  /// Creates a lookup.
  ///
  /// - Parameter images: The images in ascending order of load address.
  init(_ images: [BinaryImage]) {
    self.images = images
    for (index, image) in images.enumerated() {
      if let load = image.loadAddress?.value, loads[load] == nil { loads[load] = index }
      for name in [image.name, image.bundleID, image.uuid.map { "\($0)".uppercased() }] {
        if let name, names[name] == nil { names[name] = index }
      }
    }
  }

  /// Sets the image of the frame, and its offset or address, if the image is found.
  func resolve(_ frame: inout CrashReport.Frame) {
    guard !images.isEmpty else { return }
    guard let index = position(of: frame) else { return }
    let image = images[index]
    frame.imageIndex = index
    if let name = image.name,
      frame.image == nil || frame.image?.uppercased() == image.uuid.map({ "\($0)" })?.uppercased()
    {
      frame.image = name
    }
    guard let load = image.loadAddress?.value else { return }
    if let address = frame.address?.value, address >= load {
      frame.imageOffset = ImageOffset(address - load)
    } else if frame.address == nil, let offset = frame.imageOffset?.value {
      let (address, overflow) = load.addingReportingOverflow(offset)
      if !overflow { frame.address = RuntimeAddress(address) }
    }
  }

  private func position(of frame: CrashReport.Frame) -> Int? {
    if let address = frame.address?.value {
      if let offset = frame.imageOffset?.value, offset <= address, let index = loads[address - offset] { return index }
      if let index = position(holding: address) { return index }
    }
    guard let name = frame.image else { return nil }
    return names[name] ?? names[name.uppercased()]
  }

  private func position(holding address: UInt64) -> Int? {
    var low = 0
    var high = images.count
    while low < high {
      let middle = low + (high - low) / 2
      if let load = images[middle].loadAddress?.value, load <= address { low = middle + 1 } else { high = middle }
    }
    guard low > 0, let load = images[low - 1].loadAddress?.value, let size = images[low - 1].size else { return nil }
    return address - load < size ? low - 1 : nil
  }
}
