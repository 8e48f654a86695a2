import Vocabulary

extension MetricKitDecoder {
  /// Completes the report of a diagnostic from the data and stacks read.
  mutating func fill(_ kind: MetricKitKind) {
    if let unknownKind { data.event = unknownKind }
    readEventDetail(kind)
    report.kind = kind.reportKind
    report.eventSummary = kind.summary(data)
    nameNodes()
    fillException()
    fillTermination()
    report.add(.duration, data.hangDuration.map(Detail.Value.seconds))
    report.add(.cpuTime, data.cpuTime.map(Detail.Value.seconds))
    if kind == .processorTime { report.add(.duration, data.sampledTime.map(Detail.Value.seconds)) }
    report.add(.writtenBytes, data.written.map(Detail.Value.bytes))
    report.add(.launchDuration, data.launchDuration.map(Detail.Value.seconds))
    fillStacks(kind)
  }

  /// Reads the duration or amount that App Store Connect states beside the kind of event.
  private mutating func readEventDetail(_ kind: MetricKitKind) {
    guard let detail = data.eventDetail else { return }
    switch kind {
    case .hang: data.hangDuration = data.hangDuration ?? Amounts.secondsMeasured(detail)
    case .launch: data.launchDuration = data.launchDuration ?? Amounts.secondsMeasured(detail)
    case .processorTime: data.cpuTime = data.cpuTime ?? Amounts.secondsMeasured(detail)
    case .diskWrite: data.written = data.written ?? Amounts.bytesMeasured(detail)
    case .crash, .memory, .unknown: report.add(.reason, detail)
    }
  }

  private mutating func fillException() {
    guard data.exceptionType != nil || data.signal != nil || data.exceptionCode != nil else { return }
    var exception = report.exception ?? CrashReport.Exception()
    exception.type = data.exceptionType.map { SystemNames.exception($0) ?? "exception type \($0)" }
    exception.signal = data.signal.map { SystemNames.signal($0) ?? "signal \($0)" }
    exception.codes = data.exceptionCode.map { [$0] }
    exception.codesText = data.exceptionCode.map(\.hexadecimal)
    // Only a bad access has a faulting address.
    if exception.type != "EXC_BAD_ACCESS" { exception.faultAddress = nil }
    report.exception = exception
  }

  /// Parses the termination: `Namespace SIGNAL, Code 0xb` as in text reports, or the context of RunningBoard,
  /// `<RBSTerminateContext| domain:10 code:0x8BADF00D explanation:scene-update watchdog transgression: … reportType:…>`,
  /// which iOS 27 writes without its beginning.
  private mutating func fillTermination() {
    report.add(.terminationCategory, data.category, line: data.categoryLine)
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
    if let context = CrashReport.Termination(runningBoard: text) {
      report.termination = context
      report.lines[.terminationReasons] = line
    } else {
      let lines = Array("Termination Reason: \(text)\n".utf8)
      let decoded = TextDecoder.decode(lines, range: 0..<lines.count, firstLine: line, limits: limits)
      report.termination = decoded.first?.value.termination ?? Self.plain(text)
    }
    if report.termination != nil { report.lines[.termination] = line }
  }

  private static func plain(_ text: String) -> CrashReport.Termination {
    var termination = CrashReport.Termination()
    termination.reasons = [text]
    return termination
  }
}

extension CrashReport.Termination {
  /// Parses the text of a termination that RunningBoard or FrontBoard requested; `nil` for any other text.
  init?(runningBoard text: String) {
    guard text.range(of: "RBSTerminateContext") != nil || text.hasPrefix("domain:") && text.range(of: "code:") != nil
    else { return nil }
    self.init()
    func value(_ label: StaticString) -> String? {
      guard let range = text.range(of: label) else { return nil }
      return text[range.upperBound...].split(whereSeparator: { $0 == " " || $0 == ">" }).first.map(String.init)
    }
    if let domain = value("domain:") {
      // Reports of these terminations name the subsystem that SPRINGBOARD became.
      let name = UInt64(domain).flatMap(TerminationNamespaces.name)
      namespace = name == "SPRINGBOARD" ? "FRONTBOARD" : name ?? "domain \(domain)"
    }
    if let code = value("code:") {
      let digits = Array(code.utf8)
      self.code = ByteSearch.integer(digits, 0..<digits.count)
    }
    if let label = text.range(of: "explanation:") {
      var reason = String(text[label.upperBound...])
      if let end = reason.range(of: "reportType:") { reason = String(reason[..<end.lowerBound]) }
      let lines = reason.split(whereSeparator: \.isNewline).prefix(64).map { String($0).trimmedOfSpace }
      reasons = lines.filter { !$0.isEmpty }
    }
    if isEmpty { return nil }
  }
}

// MARK: - Stacks

extension MetricKitDecoder {
  private mutating func fillStacks(_ kind: MetricKitKind) {
    guard !stacks.isEmpty else { return }
    var paths = stacks.map(\.tree.heaviestPath)
    let isReversed = decideOrder(kind, paths)
    var images = MetricKitImages()
    var imageIndices: [[Int?]] = []
    var duplicates = 0
    for index in stacks.indices {
      if isReversed { paths[index].reverse() }
      let nodes = stacks[index].tree.nodes
      // Some systems write the innermost frame twice.
      if paths[index].count > 1, let address = nodes[paths[index][0]].address, address != 0,
        nodes[paths[index][1]].address == address, nodes[paths[index][0]].uuid == nodes[paths[index][1]].uuid
      {
        paths[index].removeFirst()
        duplicates += 1
      }
      let limit = limits.images
      imageIndices.append(
        paths[index].map { at in
          guard let image = images.index(of: nodes[at], limit: limit) else { return nil }
          images.record(image, nodes[at])
          return image
        })
    }
    let calls = MetricKitCalls(stacks.map(\.tree), &images, kind, isReversed: isReversed, limits)
    let (list, positions) = images.sorted(architecture: report.host.architecture)
    report.images = list
    report.callTree = calls?.tree(images, list, positions)
    for note in report.callTree?.notes ?? [] { notes.add(note.code, note.text) }
    report.lines[.images] = stacks[0].line
    report.threads = stacks.indices.map { index in
      thread(index, paths[index], imageIndices[index], images, list, positions, kind)
    }
    markThread(kind)
    addStackNotes(duplicates)
  }

  private func thread(
    _ index: Int, _ path: [Int], _ imageIndices: [Int?], _ images: MetricKitImages, _ list: [BinaryImage],
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
        if let symbol = stack.tree.symbols[at] { frame.setSymbol(symbol) }
        guard let image = imageIndices[number] else {
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

  /// Returns whether the trees run from the outermost frame inward. The tree of a crash begins with the innermost frame.
  /// Other trees may run in the opposite direction, which is inferred from the libraries at the ends of their stacks.
  private mutating func decideOrder(_ kind: MetricKitKind, _ paths: [[Int]]) -> Bool {
    guard kind != .crash, !isInnermostFirst else { return false }
    // The trees of App Store Connect begin with the function that started the thread.
    if report.source.format == "app-store-connect" { return true }
    var evidence = 0
    for index in stacks.indices.prefix(1000) { evidence += MetricKitOrder.evidence(stacks[index].tree, paths[index]) }
    if evidence > 0 {
      notes.add(
        "frame-order",
        "The tree was read from the outermost frame inward: its stacks begin in the library that starts threads.")
      return true
    }
    if evidence == 0, paths.contains(where: { $0.count > 1 }) {
      notes.add(
        "frame-order",
        "The direction of the tree is unknown; its root was read as the innermost frame, as in crashes.")
    }
    return false
  }

  /// Marks the thread with the most samples as crashed if no thread is attributed. A crash is left unchanged.
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
      notes.add("duplicate-frame", "\(duplicates) stacks have the innermost frame twice; it was read once.")
    }
    if omittedThreads > 0 {
      notes.add("limit-reached", "\(omittedThreads) call stacks after the first \(limits.threads) were not read.")
    }
    var omitted = 0
    for stack in stacks { omitted += stack.tree.omitted }
    if omitted > 0 {
      notes.add(
        "limit-reached", "\(omitted) branches of call stack trees were not read: the limit of frames was reached.")
    }
  }
}

extension CrashReport.Frame {
  mutating func setSymbol(_ symbol: MetricKitTree.Symbol) {
    if let file = symbol.file { source = SourceLocation(file: file, line: symbol.line == 0 ? nil : symbol.line) }
    guard let name = symbol.name else { return }
    self.symbol = CrashReport.Symbol(name: name, offset: symbol.offset)
    outcome = .fromReport
  }
}
