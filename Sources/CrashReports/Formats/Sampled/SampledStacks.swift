import Vocabulary

/// Threads and images of one process of a sampled report, from rows to the model.
struct SampledStacks {
  private(set) var threads: [CrashReport.Thread] = []
  /// Processor time of each thread in seconds, where the report states it.
  private(set) var times: [Double] = []
  /// Samples in which the innermost frame of the thread's heaviest stack was seen.
  private(set) var leafSamples: [Int] = []
  private(set) var omittedThreads = 0

  private var thread: CrashReport.Thread?
  private var time = 0.0
  private var tree = CallTree()

  var isEmpty: Bool { threads.isEmpty && thread == nil && tree.isEmpty }

  /// Begins a thread; rows that follow are its call tree.
  mutating func begin(_ thread: CrashReport.Thread, seconds: Double = 0, _ text: ByteText, _ limits: Limits) {
    finish(text, limits)
    self.thread = thread
    time = seconds
  }

  /// What the stacks of one input may still cost.
  final class Limits {
    let limits: DecodingLimits
    var framesLeft: Int
    var names = NameCache()
    init(_ limits: DecodingLimits) {
      self.limits = limits
      framesLeft = limits.frames
    }
  }

  mutating func append(_ row: CallTreeRow, line: Int) { tree.append(row, line: line) }

  /// The rows to come are one stack, the outermost frame first.
  mutating func beginChain() { tree.isChain = true }

  /// Turns the rows read since the thread began into its heaviest stack.
  mutating func finish(_ text: ByteText, _ limits: Limits) {
    defer {
      thread = nil
      tree = CallTree()
      time = 0
    }
    guard thread != nil || !tree.isEmpty else { return }
    guard threads.count < limits.limits.threads else {
      omittedThreads += 1
      return
    }
    var made = thread ?? CrashReport.Thread(index: threads.count)
    made.index = threads.count
    let path = tree.heaviestPath()
    made.line = made.line ?? path.last?.line
    let total = tree.isChain ? path.last?.count : tree.samples
    made.samples = made.samples ?? (tree.isEmpty ? nil : total)
    var stack = FrameStack(limit: limits.limits.framesPerThread)
    for (number, node) in path.enumerated() {
      if !stack.isFull {
        guard limits.framesLeft > 0 else {
          stack.skip(to: path.count - 1)
          break
        }
        limits.framesLeft -= 1
      }
      stack.append(number: number, ofThread: true) { frame in
        text.readSampledFrame(node.content, into: &frame, names: &limits.names)
        frame.line = node.line
        if node.isKernel, frame.image == nil { frame.image = "kernel" }
      }
    }
    made.omittedFrames = stack.omitted
    made.frames = stack.consumeFrames()
    threads.append(made)
    times.append(time)
    leafSamples.append(path.first?.count ?? 0)
  }

  /// Marks the thread that the report is about: the main thread of a hang, else the one with most processor time, else
  /// the one with most samples; of equals, the first.
  mutating func markHeaviest(preferMain: Bool) {
    guard !threads.isEmpty, !threads.contains(where: { $0.crashed }) else { return }
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

  /// Share of the marked thread's samples in which its heaviest stack was seen, in percent.
  var heaviestShare: Double? {
    guard let index = threads.firstIndex(where: { $0.crashed }), let all = threads[index].samples, all > 0 else {
      return nil
    }
    return (1000 * Double(leafSamples[index]) / Double(all)).rounded() / 10
  }

  /// Gives each frame its image and what follows from it.
  mutating func resolve(in list: ImageFinder) {
    for thread in threads.indices {
      for index in threads[thread].frames.indices { list.resolve(&threads[thread].frames[index]) }
    }
  }
}

/// Finds the image of a sampled frame: by its load address, its range, its name or its UUID.
struct ImageFinder {
  private let images: [BinaryImage]
  private var loads: [UInt64: Int] = [:]
  private var names: [String: Int] = [:]

  /// - Parameter images: in ascending order of load address.
  init(_ images: [BinaryImage]) {
    self.images = images
    for (index, image) in images.enumerated() {
      if let load = image.loadAddress?.value, loads[load] == nil { loads[load] = index }
      for name in [image.name, image.bundleID, image.uuid.map { "\($0)".uppercased() }] {
        if let name, names[name] == nil { names[name] = index }
      }
    }
  }

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
