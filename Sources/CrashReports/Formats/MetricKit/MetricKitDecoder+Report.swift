import Vocabulary

extension MetricKitDecoder {
  /// Makes the report of what was read of a diagnostic.
  mutating func fill(_ kind: MetricKitKind) {
    report.kind = kind.reportKind
    report.eventSummary = kind.summary(data)
    fillException()
    fillTermination()
    report.add(.duration, data.hangDuration.map(Detail.Value.seconds))
    report.add(.cpuTime, data.cpuTime.map(Detail.Value.seconds))
    if kind == .processorTime { report.add(.duration, data.sampledTime.map(Detail.Value.seconds)) }
    report.add(.writtenBytes, data.written.map(Detail.Value.bytes))
    report.add(.launchDuration, data.launchDuration.map(Detail.Value.seconds))
    fillStacks(kind)
  }

  private mutating func fillException() {
    guard data.exceptionType != nil || data.signal != nil || data.exceptionCode != nil else { return }
    var exception = report.exception ?? CrashReport.Exception()
    exception.type = data.exceptionType.map { SystemNames.exception($0) ?? "exception type \($0)" }
    exception.signal = data.signal.map { SystemNames.signal($0) ?? "signal \($0)" }
    exception.codes = data.exceptionCode.map { [$0] }
    exception.codesText = data.exceptionCode.map(\.hexadecimal)
    // An address that was touched belongs to a bad access only.
    if exception.type != "EXC_BAD_ACCESS" { exception.faultAddress = nil }
    report.exception = exception
  }

  /// `Namespace SIGNAL, Code 0xb` in the grammar of text reports, or the sentence of RunningBoard:
  /// `<RBSTerminateContext| domain:10 code:0x8BADF00D explanation:scene-update watchdog transgression: … reportType:…>`
  private mutating func fillTermination() {
    guard let (text, line) = terminationText else { return }
    if text.hasPrefix("KERN_") {
      // Some writers put the exception's subtype here.
      var exception = report.exception ?? CrashReport.Exception()
      exception.subtype = text
      exception.faultAddress = IPSDecoder.faultAddress(exception) ?? exception.faultAddress
      report.exception = exception
      report.lines[.exceptionSubtype] = line
      return
    }
    if let context = Self.runningBoard(text) {
      report.termination = context
      report.lines[.terminationReasons] = line
    } else {
      let label = Array("Termination Reason: \(text)\n".utf8)
      let read = TextDecoder.decode(label, range: 0..<label.count, firstLine: line, limits: limits)
      report.termination = read.first?.value.termination ?? Self.plain(text)
    }
    if report.termination != nil { report.lines[.termination] = line }
  }

  private static func plain(_ text: String) -> CrashReport.Termination {
    var termination = CrashReport.Termination()
    termination.reasons = [text]
    return termination
  }

  private static func runningBoard(_ text: String) -> CrashReport.Termination? {
    guard text.range(of: "RBSTerminateContext") != nil else { return nil }
    var termination = CrashReport.Termination()
    func value(_ label: StaticString) -> String? {
      guard let place = text.range(of: label) else { return nil }
      return text[place.upperBound...].split(whereSeparator: { $0 == " " || $0 == ">" }).first.map(String.init)
    }
    switch value("domain:") {
    case "10": termination.namespace = "FRONTBOARD"
    case "15": termination.namespace = "RUNNINGBOARD"
    case let other: termination.namespace = other.map { "domain \($0)" }
    }
    if let code = value("code:") {
      let digits = Array(code.utf8)
      termination.code = ByteSearch.integer(digits, 0..<digits.count)
    }
    if let place = text.range(of: "explanation:") {
      var reason = String(text[place.upperBound...])
      if let end = reason.range(of: "reportType:") { reason = String(reason[..<end.lowerBound]) }
      termination.reasons = [reason.trimmedOfSpace]
    }
    return termination.isEmpty ? nil : termination
  }
}

// MARK: - Stacks

extension MetricKitDecoder {
  private mutating func fillStacks(_ kind: MetricKitKind) {
    guard !stacks.isEmpty else { return }
    var paths = stacks.map(\.tree.heaviestPath)
    let isReversed = decideOrder(kind, paths)
    var images = MetricKitImages()
    var places: [[Int?]] = []
    var duplicates = 0
    for index in stacks.indices {
      if isReversed { paths[index].reverse() }
      let nodes = stacks[index].tree.nodes
      // The place of the fault is written twice by some systems.
      if paths[index].count > 1, let address = nodes[paths[index][0]].address, address != 0,
        nodes[paths[index][1]].address == address, nodes[paths[index][0]].uuid == nodes[paths[index][1]].uuid
      {
        paths[index].removeFirst()
        duplicates += 1
      }
      let limit = limits.images
      places.append(
        paths[index].map { at in
          guard let image = images.index(of: nodes[at], limit: limit) else { return nil }
          images.learn(image, nodes[at])
          return image
        })
    }
    let (list, positions) = images.sorted(architecture: report.host.architecture)
    report.images = list
    report.lines[.images] = stacks[0].line
    report.threads = stacks.indices.map { index in
      thread(index, paths[index], places[index], images, list, positions, kind)
    }
    markThread(kind)
    addStackNotes(duplicates)
  }

  private func thread(
    _ index: Int, _ path: [Int], _ places: [Int?], _ images: MetricKitImages, _ list: [BinaryImage],
    _ positions: [Int], _ kind: MetricKitKind
  ) -> CrashReport.Thread {
    let stack = stacks[index]
    var thread = CrashReport.Thread(index: index)
    thread.crashed = stack.isAttributed
    thread.line = stack.line
    if kind != .crash, isPerThread == false || stack.tree.isSampled { thread.samples = stack.tree.samples }
    let limit = max(limits.framesPerThread, 2)
    var frames = FrameList()
    for (number, at) in path.enumerated() {
      let node = stack.tree.nodes[at]
      frames.append(limit: limit) { frame in
        frame.line = node.line
        frame.address = node.address.flatMap { $0 == 0 ? nil : RuntimeAddress($0) }
        frame.addressKind = frame.index == 0 ? .exact : .return
        guard let image = places[number] else {
          frame.imageOffset = node.offset.map(ImageOffset.init)
          return
        }
        frame.imageIndex = positions[image]
        frame.image = list[positions[image]].name
        frame.imageOffset = images.offset(image, node).map(ImageOffset.init)
      }
    }
    frames.finish(limit: limit)
    thread.frames = frames.frames
    thread.omittedFrames = frames.omitted
    return thread
  }

  /// The tree of a crash begins with the innermost frame. Other trees may run the other way, which shows in the libraries
  /// at the ends of the stacks; true if so.
  private mutating func decideOrder(_ kind: MetricKitKind, _ paths: [[Int]]) -> Bool {
    guard kind != .crash else { return false }
    var evidence = 0
    for index in stacks.indices.prefix(1000) { evidence += MetricKitOrder.evidence(stacks[index].tree, paths[index]) }
    if evidence > 0 {
      notes.add(
        "frame-order",
        "The tree runs from the outermost frame inwards: its stacks begin in the library that starts threads.")
      return true
    }
    if evidence == 0, paths.contains(where: { $0.count > 1 }) {
      notes.add(
        "frame-order",
        "Nothing shows which end of the tree is the innermost frame; its root was taken for it, as in crashes.")
    }
    return false
  }

  /// The attributed thread; for samples without one, the one seen most often.
  private mutating func markThread(_ kind: MetricKitKind) {
    guard var threads = report.threads, !threads.contains(where: \.crashed), kind != .crash else { return }
    var heaviest = 0
    for index in threads.indices where (threads[index].samples ?? 0) > (threads[heaviest].samples ?? 0) {
      heaviest = index
    }
    threads[heaviest].crashed = true
    report.threads = threads
  }

  private mutating func addStackNotes(_ duplicates: Int) {
    if duplicates > 0 {
      notes.add("duplicate-frame", "The innermost frame stood twice in \(duplicates) stacks; it was read once.")
    }
    if omittedThreads > 0 {
      notes.add("limit-reached", "\(omittedThreads) call stacks beyond the first \(limits.threads) were not read.")
    }
    var omitted = 0
    for stack in stacks { omitted += stack.tree.omitted }
    if omitted > 0 {
      notes.add("limit-reached", "\(omitted) branches of call stack trees were not read: there are too many frames.")
    }
  }
}
