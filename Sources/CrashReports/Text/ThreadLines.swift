extension TextDialect {
  /// Headers and names of threads, and the headers of their registers.
  static let threads = TextDialect(
    name: "threads",
    example: Example(
      """
      Thread 3 name:  com.example.cards
      Thread 3 Crashed:
      0   MyApp   0x0000000104a1c2b0 -[CardView load] + 12
      """, .excerpt),
    offer: .beginning(with: "TU"), mark: .threads
  ) { reader, line, _ in reader.consumeThreadHeader(line) }
}

extension TextReader {
  mutating func consumeThreadHeader(_ line: Line) -> Bool {
    guard text[line.content.start] == UInt8(ascii: "T") || text[line.content.start] == UInt8(ascii: "U") else {
      return false
    }
    if text.hasPrefix("Unknown thread crashed with", line.content) || text.equals(line.content, "Thread State") {
      beginRegisters(of: draft.faultingThread, line)
      return true
    }
    guard let header = text.threadHeader(line.content) else { return false }
    switch header.kind {
    case .frames(let crashed): beginThread(header, crashed: crashed, line)
    case .name:
      include(line, as: .threads)
      let (name, queue) = text.nameAndQueue(header.rest)
      draft.pendingName = Draft.PendingName(index: header.index, name: name, queue: queue, line: line.number)
      section = .frames
      draft.target = .none
    case .state:
      beginRegisters(of: header.index, line)
      if draft.crashState == nil { draft.crashState = (line.number, draft.registerPosition) }
    case .dump:
      include(line)
      let isSection = text.hasSuffix(":", line.content)
      section = !isSection ? .unsectioned : isInstructionDump(header) ? .instructions : .skipped
    case .stop: consumeStop(header.rest, thread: header.index, line)
    }
    return true
  }

  private mutating func beginThread(_ header: ThreadHeader, crashed: Bool, _ line: Line) {
    include(line, as: .threads)
    draft.lastSection = "Thread \(header.index)"
    section = .frames
    var index = header.index
    // The same number twice in one report means a paste of two stacks.
    if let known = draft.threadPositions[index], !draft.threads[known].stack.isEmpty { index = draft.nextThreadIndex }
    guard let position = draft.position(ofThread: index, line: line.number, limits) else {
      noteThreadLimit(line)
      draft.target = .none
      section = .skipped
      return
    }
    draft.target = .thread(position)
    // Registers below this line are those of this thread.
    draft.registerPosition = nil
    if header.isQueue {
      draft.threads[position].thread.queue = text.value(text.token(header.rest))
      return
    }
    if let pending = draft.pendingName, pending.index == header.index {
      draft.threads[position].thread.name = pending.name
      draft.threads[position].thread.queue = pending.queue
    }
    draft.pendingName = nil
    if crashed, !header.rest.isEmpty, consumeInlineFrames(header.rest, line) {
      draft.threads[position].thread.crashed = true
      draft.explicitFault = true
      return
    }
    if !header.rest.isEmpty {
      let (name, queue) = text.nameAndQueue(header.rest)
      draft.threads[position].thread.name = name ?? draft.threads[position].thread.name
      draft.threads[position].thread.queue = queue ?? draft.threads[position].thread.queue
    }
    if crashed {
      draft.threads[position].thread.crashed = true
      draft.explicitFault = true
    }
  }

  private mutating func noteThreadLimit(_ line: Line) {
    if draft.notes.contains(where: { $0.code == "too-many-threads" }) { return }
    draft.note(
      Note("too-many-threads", "Threads after the first \(limits.threads) are omitted.", line: line.number), limits)
  }

  private mutating func beginRegisters(of index: Int?, _ line: Line) {
    include(line, as: .registers)
    draft.lastSection = "Thread State"
    section = .registers
    let index =
      index ?? draft.threads.first { $0.thread.crashed }?.thread.index ?? draft.threads.first?.thread.index ?? 0
    if text.contains("ARM-64 Thread State:", line.content) || text.contains("X86-64 Thread State:", line.content) {
      draft.pieces.insert(.thirdParty)
    }
    draft.registerPosition = draft.position(ofThread: index, line: line.number, limits)
    draft.target = draft.registerPosition.map { .thread($0) } ?? .none
  }
}
