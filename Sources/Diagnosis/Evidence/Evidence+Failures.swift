import CrashReports
import Vocabulary
import Bytes

extension Evidence {
  /// A line states that an exception was caught or only logged: it did not terminate the process.
  static let exceptionWasCaught = Evidence.all([
    .not(.field(.exceptionType)),
    .text(caughtWords, without: uncaughtWords, statement: "The exception was caught and logged."),
  ])

  private static let caughtWords: [TextTemplate] = [
    "caught{}exception", "exception was caught", "handled exception", "exception caught",
  ]
  private static let uncaughtWords: [TextTemplate] = ["uncaught", "unhandled", "terminating app", "not caught"]

  /// The process executed a trap instruction: `brk` on ARM, `ud2` on Intel.
  static func trapped(statement: String = "The process executed a trap instruction: it stopped on purpose.") -> Evidence
  {
    .exception(types: ["EXC_BREAKPOINT", "EXC_BAD_INSTRUCTION"], signals: ["SIGTRAP", "SIGILL"], statement: statement)
  }

  /// The process made an invalid memory access.
  static func badAccess(statement: String? = "Invalid memory access.") -> Evidence {
    .all([
      // EXC_CRASH: the signal was sent, and is not that of an access.
      .any([.not(.exception(types: ["EXC_CRASH"])), .field(.faultAddress)]),
      .exception(types: ["EXC_BAD_ACCESS"], signals: ["SIGSEGV"], statement: statement),
    ])
  }

  /// A handler of a signal was running: the failure is in the frame below the function that called it. Captures
  /// `handler`.
  static let signalHandlerRuns = Evidence.all([
    .frame(
      FrameQuery(
        AnalysisContext.signalHandlerCallers, images: ["libsystem_*", "libSystem*"], position: .first(32),
        statement: "{function} called a handler of the signal: the frame below is the one that the signal interrupted.")
    ),
    .capture("handler", "called"),
  ])

  /// A failure of the Swift runtime, identified by its message or by the name of the inlined frame that replaces the
  /// message in reports of optimized builds. Reads file and line from the message if it contains them.
  static func swiftFailure(_ templates: [TextTemplate], frames: [String], statement: String) -> Evidence {
    let message = Evidence.text(TextQuery(templates, readsSwiftLocation: true, statement: statement))
    if frames.isEmpty { return message }
    return .any([message, .frame(FrameQuery(frames, position: .first(12), statement: statement))])
  }

  /// The frames of the crashed thread repeat, and the stack is hundreds of frames deep.
  static func deepRecursion(statement: String) -> Evidence {
    .all([.has(.deepStack), .recursion(RecursionQuery(statement: statement))])
  }

  /// A repetition of at least ten rounds near the top of the crashed thread, up to the last listed frame: the stack goes
  /// on, because the report lists no start of the thread.
  ///
  /// A recursion that follows data, such as a parser's, is not as deep, and its thread's start is listed. An address
  /// close to NULL, or one that cannot be an address, is another failure, whose stack may be recursive, too.
  static func openRecursion(statement: String) -> Evidence {
    .custom(
      CustomEvidence(
        "a repetition of at least ten rounds up to the last listed frame",
        reason: "It compares the repetition with the ends of the stack.",
        needs: EvidenceNeeds(facts: [EvidenceNeeds.fact(.repetition)]), explanations: [statement]
      ) { context in
        guard let cycle = context.cycle, cycle.rounds >= 10, cycle.omittedFrames == 0, !context.isTreeWalk(cycle),
          cycle.start < 32, let fault = context.memoryFault, fault.value == nil || fault.value == .plausible
        else { return nil }
        let (covered, overflow) = cycle.rounds.multipliedReportingOverflow(by: cycle.period)
        // The last round may be incomplete.
        guard !overflow, cycle.start + covered + cycle.period > context.threadStack.count,
          context.threadStack[cycle.round].contains(where: { $0.role == .app || $0.role == nil || $0.role == .unknown })
        else { return nil }
        return context.recursionMatch(RecursionQuery(minRounds: 10, statement: statement))
      })
  }

  /// The same call sites repeat from the innermost frames on, and the faulting address is at the stack pointer: the stack had no room
  /// for one more call. Reporters inside of the process store so few frames that a stack is seldom deep.
  static func recursionAtStackPointer(statement: String) -> Evidence {
    innermostRecursion("the same call sites from the innermost frames on, and a fault at the stack pointer", statement)
    {
      context, _ in context.distanceToStackPointer.map { $0 <= AnalysisContext.maxStackDistance } ?? false
    }
  }

  /// The same call sites repeat from the innermost frames to the last one that the report lists, or more often than data is
  /// usually nested; the report does not state where the stack ends.
  static func innermostRecursion(statement: String) -> Evidence {
    innermostRecursion("the same call sites from the innermost frames on, very often or to the last frame", statement) {
      context, cycle in
      guard context.distanceToStackPointer == nil else { return false }
      let (covered, overflow) = cycle.rounds.multipliedReportingOverflow(by: cycle.period)
      guard !overflow else { return true }
      // The last round may be incomplete.
      let isOpen = cycle.start + covered + cycle.period > context.threadStack.count
      // Views that are nested in views of the same class lay out in rounds of several functions, which are as deep as the views.
      return isOpen ? covered >= 24 && (cycle.period <= 2 || cycle.rounds >= 8) : cycle.rounds >= 32
    }
  }

  private static func innermostRecursion(
    _ meaning: String, _ statement: String,
    _ accepts: @escaping @Sendable (AnalysisContext, Cycle) -> Bool
  ) -> Evidence {
    .custom(
      CustomEvidence(
        meaning, reason: "It compares the addresses of frames.",
        needs: EvidenceNeeds(facts: [EvidenceNeeds.fact(.repetition)]), explanations: [statement]
      ) { context in
        guard let cycle = context.cycle, cycle.rounds >= 3, cycle.omittedFrames == 0, cycle.start < 4,
          !context.isTreeWalk(cycle), let fault = context.memoryFault, fault.value == nil || fault.value == .plausible,
          context.repeatsCallSites(cycle),
          context.threadStack[cycle.round].contains(where: { $0.role == .app || $0.role == nil || $0.role == .unknown }
          ),
          accepts(context, cycle)
        else { return nil }
        return context.recursionMatch(RecursionQuery(minRounds: 3, minFrames: 8, statement: statement))
      })
  }

  /// The faulting address is protected memory near the stack pointer: the next call did not fit on the stack.
  static func faultAtStackPointer(statement: String) -> Evidence {
    .custom(
      CustomEvidence(
        "a protection failure within 64 KB of the stack pointer",
        reason: "It computes the distance between two addresses.",
        needs: EvidenceNeeds(
          fields: [GlobSet.grams(of: "KERN_PROTECTION_FAILURE")], facts: ["EXC_BAD_ACCESS", "SIGSEGV", "SIGBUS"]),
        explanations: [statement]
      ) { context in
        guard let exception = context.report.exception, let fault = exception.faultAddress?.value else {
          return nil
        }
        // The first code of EXC_BAD_ACCESS is the result of the kernel: KERN_PROTECTION_FAILURE is 2.
        let isProtected =
          exception.subtype.map { $0.containsBytes("KERN_PROTECTION_FAILURE") } ?? false
          || exception.type == "EXC_BAD_ACCESS" && exception.codes?.first == 2
          || [exception.subtype, exception.codesText].contains { $0?.containsBytes("SEGV_ACCERR") ?? false }
        guard isProtected, let thread = context.report.crashedThread else { return nil }
        guard let distance = AnalysisContext.distance(of: fault, to: thread),
          distance <= AnalysisContext.maxStackDistance
        else { return nil }
        let line = context.report.lines[.exceptionSubtype] ?? context.report.lines[.exceptionCodes]
        return EvidenceMatch(witnesses: [
          context.witness(line: line, member: exception.subtype ?? "", statement: statement, kind: .inferred)
        ])
      })
  }

  /// A field of the exception contains one of `words`; letter case is ignored.
  static func exceptionField(containing words: [String], statement: String? = nil) -> Evidence {
    .field(
      FieldQuery(
        [.exceptionType, .exceptionSignal, .exceptionCodes, .exceptionSubtype, .exceptionMessage], .contains(words),
        statement: statement))
  }
}

extension AnalysisContext {
  /// The maximum distance of an access from the stack pointer for a call that had no room on the stack, in bytes.
  static let maxStackDistance: UInt64 = 0x10000

  /// The distance of the faulting address from the stack pointer of the crashed thread; `nil` if the report does not state both.
  var distanceToStackPointer: UInt64? {
    guard let fault = report.exception?.faultAddress?.value, let thread = report.crashedThread else { return nil }
    return Self.distance(of: fault, to: thread)
  }

  /// The distance of an address from the stack pointer of a thread; `nil` without the register.
  static func distance(of address: UInt64, to thread: CrashReport.Thread) -> UInt64? {
    let pointer = thread.registers?.first { ["sp", "rsp", "esp"].contains($0.name.lowercased()) }?.value
    guard let pointer, pointer > 0 else { return nil }
    return max(address, pointer) - min(address, pointer)
  }

  /// Whether each frame of the repetition, except the innermost ones, has the same address or offset as the frame one round further
  /// in. A parser or a walk that repeats the functions for other reasons calls them at several points.
  func repeatsCallSites(_ cycle: Cycle) -> Bool {
    let (covered, overflow) = cycle.rounds.multipliedReportingOverflow(by: cycle.period)
    guard !overflow, cycle.start + covered <= threadStack.count else { return false }
    return ((cycle.start + cycle.period)..<(cycle.start + covered)).allSatisfy { index in
      // The address of the innermost frame is that of the fault, and not that of a call.
      guard index - cycle.period > 0 else { return true }
      let (inner, outer) = (threadStack[index - cycle.period], threadStack[index])
      if let left = inner.imageOffset?.value, let right = outer.imageOffset?.value {
        return left == right && inner.image == outer.image
      }
      if let left = inner.symbol?.offset, let right = outer.symbol?.offset {
        return left == right && inner.symbol?.readable == outer.symbol?.readable
      }
      guard let left = inner.address, let right = outer.address else { return false }
      return left == right
    }
  }
}
