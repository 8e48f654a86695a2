import Bytes
import CrashReports
import Knowledge
import Vocabulary

extension Evidence {
  /// What the main thread waits for, according to the other threads: captures `deadlock` with `queue`, `other` and
  /// `otherLocation`, or `pool` with `workers` and `other`.
  static let mainThreadWaits = Evidence.custom(
    CustomEvidence(
      "a main thread that waits for another thread, which waits, too",
      reason: "It compares the stacks of several threads.",
      explanations: [holderStatement, poolStatement]
    ) { context in context.poolMatch(statement: poolStatement) ?? context.deadlockMatch(statement: holderStatement) })

  private static let holderStatement = """
    {holder} {queue?serves the queue {queue}, and |}waits in {other}: the two threads probably wait for each other.
    """
  private static let poolStatement = """
    {workers} threads of the pool wait in {other}: while they wait, the pool can start no other work.
    """
}

extension Evidence {
  /// The main thread waits for events: its stack is not that of a failure. Captures `idle`.
  static let mainThreadIdle = Evidence.custom(
    CustomEvidence(
      "a main thread that waits for events", reason: "Several frames must be in this order.", explanations: []
    ) { context in context.report.waitsForEvents ? EvidenceMatch(captures: ["idle": "idle"]) : nil })

  /// Other threads that work on the same dispatch_apply as the crashed one, whose own frames were unwound. Captures
  /// `sibling`, and blames it.
  static let workersOfSameLoop = Evidence.custom(
    CustomEvidence(
      "other threads in the same loop of dispatch_apply", reason: "It compares the stacks of several threads.",
      needs: EvidenceNeeds(functions: [GlobSet.grams(of: "_dispatch_apply*")]), explanations: [workerStatement]
    ) { context in context.workersOfSameLoop(statement: workerStatement) })

  private static let workerStatement = "{sibling} runs in the same loop on another thread."
}

/// How a thread waits.
private enum Waiting {
  /// For a block on a serial queue.
  case queue
  /// For a lock.
  case lock
  /// For a semaphore, a group or a condition that other work signals.
  case work

  /// Reads the innermost frames of a thread; `nil` for a thread that runs, or waits for events.
  init?(_ thread: CrashReport.Thread) {
    let top = thread.frames.prefix(12)
    let names = top.compactMap { $0.role == .app ? nil : $0.functionName }
    func isOn(_ globs: GlobSet) -> Bool { names.contains(where: globs.matches) }
    guard isOn(Self.traps) else { return nil }
    if isOn(Self.queues) {
      self = .queue
    } else if isOn(Self.locks) {
      self = .lock
    } else if isOn(Self.works) {
      self = .work
    } else {
      return nil
    }
  }

  private static let lists = KnowledgeText.threads.lists
  private static let traps = GlobSet(lists["waiting calls"])
  private static let queues = GlobSet(lists["queue waits"])
  private static let locks = GlobSet(lists["lock waits"])
  private static let works = GlobSet(lists["work waits"])
}

extension CrashReport {
  /// Whether the main thread is idle: its run loop waits for the next event.
  var waitsForEvents: Bool {
    guard let main = crashedThread ?? threads?.first(where: { $0.index == 0 }) ?? threads?.first else { return false }
    let names = main.frames.prefix(12).compactMap(\.functionName)
    guard let first = names.first, first.hasPrefix("mach_msg") || first.hasPrefix("ipc_mqueue_receive") else {
      return false
    }
    return names.contains { name in
      ["__CFRunLoopServiceMachPort", "CFRunLoopServiceMachPort", "ReceiveNextEvent", "BlockUntilNextEvent"].contains {
        name.containsBytes($0)
      }
    }
  }
}

extension AnalysisContext {
  /// The number of threads that a pool of the system starts at most for one quality of service is 64; fewer wait at the same
  /// time if some threads have no work.
  private static let poolSize = 24

  private var otherThreads: [CrashReport.Thread] {
    let crashed = report.crashedThread?.index
    return (report.threads ?? []).filter { $0.index != crashed && !$0.frames.isEmpty }
  }

  /// The crashed thread, if it is the main thread and waits.
  private var waitingMain: Waiting? {
    guard let main = report.crashedThread, main.index == 0 || main.queue == "com.apple.main-thread" else { return nil }
    return Waiting(main)
  }

  fileprivate func workersOfSameLoop(statement: String) -> EvidenceMatch? {
    let isLoop = { (frame: CrashReport.Frame) in frame.functionName?.hasPrefix("_dispatch_apply") ?? false }
    guard firstAppFrame() == nil, threadStack.contains(where: isLoop) else { return nil }
    for thread in otherThreads where thread.frames.contains(where: isLoop) {
      guard let position = Self.firstApp(thread.frames), let name = thread.frames[position].functionName else {
        continue
      }
      let captures = ["sibling": shortened(name)]
      return EvidenceMatch(
        witnesses: [context(thread, position, statement, captures)], captures: captures,
        blame: Self.blame(in: thread.frames, at: position))
    }
    return nil
  }

  fileprivate func poolMatch(statement: String) -> EvidenceMatch? {
    guard waitingMain != nil else { return nil }
    var groups: [String: (count: Int, thread: CrashReport.Thread, position: Int)] = [:]
    for thread in otherThreads {
      guard Waiting(thread) != nil, let position = Self.firstApp(thread.frames),
        let name = thread.frames[position].functionName, Self.isWorker(thread)
      else { continue }
      groups[name, default: (0, thread, position)].count += 1
    }
    guard let most = groups.values.max(by: { $0.count < $1.count }), most.count >= Self.poolSize else { return nil }
    let blame = Self.blame(in: most.thread.frames, at: most.position)
    let captures = ["pool": "pool", "workers": "\(most.count)", "other": Self.place(blame)]
    return EvidenceMatch(
      witnesses: [
        context(most.thread, most.position, statement, captures)
      ], captures: captures, blame: blame)
  }

  fileprivate func deadlockMatch(statement: String) -> EvidenceMatch? {
    guard let waiting = waitingMain, let main = report.crashedThread else { return nil }
    let mine = Self.firstApp(main.frames).flatMap { main.frames[$0].functionName }.flatMap(Self.className)
    for thread in otherThreads {
      guard let wait = Waiting(thread), let position = Self.firstApp(thread.frames) else { continue }
      let other = thread.frames[position].functionName.flatMap(Self.className)
      let queue = thread.queue.flatMap { $0.hasPrefix("com.apple.root.") || $0 == "com.apple.main-thread" ? nil : $0 }
      switch (waiting, wait) {
      // A thread that serves a serial queue waits for another queue or lock, while the main thread waits for a queue.
      case (.queue, .queue), (.queue, .lock): guard queue != nil else { continue }
      case (.lock, .queue): guard mine != nil, mine == other else { continue }
      case (.lock, .lock): guard mine != nil, mine == other else { continue }
      case (.work, .queue): guard mine != nil, mine == other else { continue }
      default: continue
      }
      let blame = Self.blame(in: thread.frames, at: position)
      var captures = ["deadlock": "deadlock", "other": Self.place(blame), "holder": "Thread \(thread.index)"]
      captures["queue"] = queue
      return EvidenceMatch(witnesses: [context(thread, position, statement, captures)], captures: captures)
    }
    return nil
  }

  private func context(
    _ thread: CrashReport.Thread, _ position: Int, _ statement: String, _ captures: [String: String]
  ) -> Witness {
    var witness = witness(
      frame: thread.frames[position], at: position, statement: statement, captures: captures, kind: .inferred)
    // The position is that in another thread.
    witness.frame = nil
    return witness
  }

  private static func firstApp(_ frames: [CrashReport.Frame]) -> Int? {
    mostBlamable(frames, frames.indices) { $0.role == .app }
  }

  private static func isWorker(_ thread: CrashReport.Thread) -> Bool {
    if thread.queue?.hasPrefix("com.apple.root.") ?? false { return true }
    let workers: Set<String> = [
      "_dispatch_worker_thread2", "_dispatch_worker_thread", "start_wqthread", "_pthread_wqthread",
      "_dispatch_root_queue_drain", "_dispatch_workloop_worker_thread",
    ]
    return thread.frames.contains { $0.functionName.map(workers.contains) ?? false }
  }

  /// The function with its location, or else image and offset.
  static func place(_ blame: Blame) -> String {
    let name = blame.function.map { shortened($0) }
    let location = blame.file.map { file in fileName(file) + (blame.line.map { ":\($0)" } ?? "") }
    switch (name, location) {
    case (let name?, let location?): return "\(name) (\(location))"
    case (let name?, nil): return name
    case (nil, let location?): return location
    case (nil, nil): return [blame.image, blame.offset.map(String.init)].compactMap { $0 }.joined(separator: " + ")
    }
  }
}

extension Evidence {
  /// A signal without a fault ended the process while the marked thread waited; never cited.
  static let signaledWhileWaiting = Evidence.custom(
    CustomEvidence(
      "a marked thread that waits, and a signal without a fault", reason: "It compares the function with a list.",
      explanations: []
    ) { context in context.report.wasSignaledWhileWaiting ? EvidenceMatch() : nil })

  /// Most threads wait with the same stack: captures `waiting`, their number; `threads`, the number of all; and `waitFunction`, the
  /// innermost function of the app in that stack, or else its innermost function.
  static let threadsWithSameWait = Evidence.custom(
    CustomEvidence(
      "many threads that wait with the same stack", reason: "It compares the stacks of all threads.",
      explanations: [sameWaitStatement]
    ) { context in
      guard let (thread, count, position) = context.report.commonWait,
        let name = thread.frames[position].functionName
      else { return nil }
      let captures = [
        "waiting": "\(count)", "threads": "\(context.report.threads?.count ?? 0)", "waitFunction": shortened(name),
      ]
      var witness = context.witness(
        frame: thread.frames[position], at: position, statement: sameWaitStatement, captures: captures)
      // The position is that in another thread.
      witness.frame = nil
      return EvidenceMatch(witnesses: [witness], captures: captures)
    })

  private static let sameWaitStatement = "{waiting} of {threads} threads wait in {waitFunction}, with the same stack."
}

extension CrashReport {
  private static let idle = GlobSet(KnowledgeText.threads.lists["idle functions"])

  /// Signals that also another process may send, and that the thread on which the system reports them did not cause if it waits.
  private static let signalsFromOutside: Set<String> = [
    "SIGSEGV", "SIGBUS", "SIGILL", "SIGFPE", "SIGTRAP", "SIGTERM", "SIGINT", "SIGHUP", "SIGUSR1", "SIGUSR2",
  ]

  /// Whether a signal without a fault ended the process while the marked thread waited: another process, or another thread, sent it, so
  /// that nothing on the stack of this thread is the reason.
  var wasSignaledWhileWaiting: Bool {
    guard let exception, exception.type == "EXC_CRASH", exception.codes?.allSatisfy({ $0 == 0 }) ?? true,
      exception.faultAddress == nil, exception.signal.map(Self.signalsFromOutside.contains) ?? false,
      raisedStack.isEmpty, let frame = crashedThread?.frames.first
    else { return false }
    return Self.isIdle(frame)
  }

  private static func isIdle(_ frame: Frame) -> Bool {
    frame.role != .app && (frame.functionName.map(idle.matches) ?? false)
  }

  /// The minimum number of threads with the same stack that are worth a sentence.
  private static let minWaiting = 8
  /// The number of threads, and of frames of each, that are compared.
  private static let maxCompared = (threads: 2048, frames: 24)

  /// The stack with which at least half of the threads wait, its number of threads, and the index of the frame to name.
  fileprivate var commonWait: (thread: Thread, count: Int, position: Int)? {
    let all = (threads ?? []).prefix(Self.maxCompared.threads)
    guard all.count >= Self.minWaiting else { return nil }
    var counts: [[String]: (first: Int, count: Int)] = [:]
    for (index, thread) in all.enumerated() {
      guard let top = thread.frames.first, Self.isIdle(top) else { continue }
      let key = thread.frames.prefix(Self.maxCompared.frames).map { frame in
        (frame.image ?? "") + "+" + (frame.functionName ?? frame.imageOffset.map { "\($0.value)" } ?? "")
      }
      counts[key, default: (index, 0)].count += 1
    }
    guard let most = counts.values.max(by: { ($0.count, $1.first) < ($1.count, $0.first) }),
      most.count >= Self.minWaiting, most.count * 2 >= all.count
    else { return nil }
    let thread = all[most.first]
    let own = AnalysisContext.mostBlamable(thread.frames, thread.frames.indices) { $0.role == .app && $0.isNamed }
    return (thread, most.count, own ?? 0)
  }
}
