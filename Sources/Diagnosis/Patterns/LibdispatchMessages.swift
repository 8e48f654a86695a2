import Bytes
import CrashReports

/// The messages of libdispatch about misuse, each with its cause and remedy.
enum Dispatch {
  private struct Message: Sendable {
    /// The identifier, which is a capture.
    var id: String
    /// Words of the message, in any case of letters.
    var words: [String]
    /// Globs for functions of libdispatch that state the same on devices, whose reports lack the message.
    var functions: [String] = []
    var cause: String
    /// An instruction that follows a location, and a colon.
    var fix: String
  }

  /// Captures the message as `misuse` and `advice`, whose phrases are `causes` and `fixes`. Cites nothing.
  static let misuse = Evidence.custom(
    CustomEvidence(
      "a message of libdispatch whose cause is known, or the function that writes it",
      reason: "It looks up the message in a table.", explanations: []
    ) { context in
      guard let message = message(in: context) else { return nil }
      return EvidenceMatch(captures: ["misuse": message.id, "advice": message.id])
    })

  private static func message(in context: AnalysisContext) -> Message? {
    let texts = context.texts.lazy.map(\.message.text).filter { $0.containsBytes("LIBDISPATCH") }
    for text in texts {
      if let found = messages.first(where: { $0.words.contains { text.containsBytes(ignoringCase: $0) } }) {
        return found
      }
    }
    guard texts.isEmpty else { return nil }
    for frame in context.threadStack.prefix(4) where frame.image.map(shortImageName) == "libdispatch.dylib" {
      guard let name = frame.functionName else { continue }
      if let found = messages.first(where: { !$0.functions.isEmpty && GlobSet.shared($0.functions).matches(name) }) {
        return found
      }
    }
    return nil
  }

  static let causes = Dictionary(uniqueKeysWithValues: messages.map { ($0.id, $0.cause) })
  static let fixes = Dictionary(uniqueKeysWithValues: messages.map { ($0.id, $0.fix) })

  private static let messages: [Message] = [
    Message(
      id: "sync-self",
      words: ["dispatch_sync called on queue already owned", "dispatch_barrier_sync called on queue already owned"],
      functions: ["__DISPATCH_WAIT_FOR_QUEUE__*"],
      cause: """
        dispatch_sync was called on the queue on which the code already runs: it would wait for itself (a deadlock).
        """, fix: "call the code directly, or use async instead of sync."),
    Message(
      id: "semaphore",
      words: ["Semaphore object deallocated while in use"], functions: ["_dispatch_semaphore_dispose*"],
      cause: """
        The semaphore is freed while its value is lower than at its creation: a wait() has no signal() yet.
        """,
      fix: """
        create the semaphore with 0 and signal it, instead of with a larger value; or make sure that each wait() has its \
        signal() before the semaphore is released, also when the work is canceled.
        """),
    Message(
      id: "group-free", words: ["Group object deallocated while in use"], functions: ["_dispatch_group_dispose*"],
      cause: "The group is freed while it was entered more often than left.",
      fix: "call leave() once for each enter() on every path, also for errors, before the group is released."),
    Message(
      id: "group-leave", words: ["Unbalanced call to dispatch_group_leave"],
      functions: ["dispatch_group_leave*", "_dispatch_group_leave*"],
      cause: "The group was left more often than it was entered.",
      fix: "find a completion handler that is called twice, or a leave() without its enter()."),
    Message(
      id: "group-enter", words: ["Too many nested calls to dispatch_group_enter"],
      cause: "The group was entered far more often than it was left.", fix: "call leave() once for each enter()."),
    Message(
      id: "suspended",
      words: ["Release of a suspended object", "Release of an inactive object"],
      functions: ["_dispatch_queue_xref_dispose*", "_dispatch_source_xref_dispose*"],
      cause: """
        A queue or source is freed while it is suspended, or was never activated: its blocks would never run.
        """,
      fix: "call resume() once for each suspend(), and activate() before the last reference is released."),
    Message(
      id: "resume",
      words: ["Over-resume of an object", "Over-activation of an object"],
      cause: "An object was resumed or activated more often than it was suspended.",
      fix: "call resume() only for a suspend() that happened before, and activate() once."),
    Message(
      id: "locked", words: ["Release of a locked queue"],
      cause: "A queue is freed while a block still runs on it.",
      fix: "keep a strong reference to the queue until its blocks have finished."),
    Message(
      id: "once", words: ["trying to lock recursively"],
      functions: ["_dispatch_once_wait*", "_dispatch_gate_wait_slow*"],
      cause: "A lock or a dispatch_once block is entered again by the thread that holds it.",
      fix: "break the cycle: the initializer of a static value or singleton needs itself."),
    Message(
      id: "source-descriptor",
      words: ["Unexpected EV_VANISHED", "Source was activated with an invalid descriptor"],
      cause: "A file descriptor or Mach port was closed while a dispatch source still monitored it.",
      fix: "cancel the source first, and close the descriptor in its cancel handler."),
    Message(
      id: "source-handler", words: ["dispatch_source_set_timer on a canceled", "no event handler"],
      cause: "A dispatch source is used after its cancellation, or has no handler.",
      fix: "set the handler before activate(), and do not use the source after cancel()."),
    Message(
      id: "corruption", words: ["corrupt"],
      cause: "The memory of a dispatch object was overwritten, or the object was freed too early.",
      fix: "run with Address Sanitizer, and check the lifetime of the object."),
    Message(
      id: "assert-queue",
      words: ["expected to execute on queue", "not expected to execute on queue"],
      functions: ["_dispatch_assert_queue_fail*"],
      cause: "A block ran on another queue than the one that it asserts.",
      fix: "call this code on the required queue, for example with DispatchQueue.main.async."),
    Message(
      id: "target",
      words: ["Cannot change the target", "Target queue", "target of this object after it has been activated"],
      cause: "The target queue of a queue or source was changed after its activation.",
      fix: "set the target queue when the object is created."),
    Message(
      id: "apply", words: ["dispatch_apply"],
      cause: "dispatch_apply was called on a queue from which it cannot run its iterations.",
      fix: "call concurrentPerform on a queue other than the serial one that already runs."),
    Message(
      id: "thread", words: ["pthread_", "thread creation"],
      cause: "libdispatch could not create or configure a thread: the process has too many.",
      fix: "find blocks that wait and keep their threads, and limit how many run at the same time."),
  ]
}
