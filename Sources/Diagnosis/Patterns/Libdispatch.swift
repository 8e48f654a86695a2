import CrashReports

extension Pattern {
  /// A fault inside libdispatch: a remark, never a finding by itself.
  static let libdispatchFault: Pattern = Pattern(
    "libdispatch",
    title: "The fault is inside a call of libdispatch",
    family: .concurrency,
    symptom: "The app dies with EXC_BAD_ACCESS, and the innermost frame is a function of libdispatch.",
    grades: [
      Grade(.possible, cause: .possible, .all([fault, onTop]))
    ],
    headline: "The fault is inside {function|libdispatch}: a queue, source or block was used after its end",
    cause: """
      libdispatch followed a pointer that was not what it should be: a queue, source, semaphore or block that \
      was freed, a context that is gone, or a block of NULL. The library itself is hardly ever to blame. What \
      the finding above says holds as well.
      """,
    remedy: [
      "Look at {function|the first frame of the app} and at what it hands to libdispatch: is the block nil, is the queue still alive?",
      "Blocks that are called later must be copied, and completion handlers checked for nil before they are called.",
      "Run with Zombie Objects and Address Sanitizer (scheme, Diagnostics).",
    ],
    changes: [
      Change(
        "objective-c", before: "dispatch_async(queue, completion);   // completion may be nil",
        after: "if (completion) { dispatch_async(queue, completion); }"),
      Change(
        "swift", after: "private let queue = DispatchQueue(label: \"com.example.cards\")   // as long as its user"),
    ],
    gaps: [
      Gap(unless: .namesSourceLine, "The line in the source: symbolicate with the dSYM.")
    ],
    lookalikes: [
      LookAlike("libdispatch-client-bug", because: "libdispatch found no mistake of its caller; it was hit by one."),
      LookAlike("objc-overrelease", because: "The innermost frame is a function of libdispatch."),
    ],
    knownGaps: [
      "It is a remark beside another finding; alone it says nothing."
    ],
    references: [
      Reference("Dispatch (Apple)", url: "https://developer.apple.com/documentation/dispatch"), .memoryAccess,
    ],
    generality: 10,
    examples: [
      .matches(
        "a block of NULL", atLeast: .possible,
        """
        →Exception Type:        EXC_BAD_ACCESS (SIGSEGV)
        Exception Codes:       KERN_INVALID_ADDRESS at 0x0000000000000010

        Thread 0 Crashed:
        →0   libdispatch.dylib             	0x00000001a2b04560 dispatch_async + 56
        1   Cards                         	0x0000000100d4a3f8 -[CardStore loadWithCompletion:] + 180
        """),
      .doesNotMatch(
        "a fault in a block that a queue runs",
        """
        Exception Type:        EXC_BAD_ACCESS (SIGSEGV)
        Exception Codes:       KERN_INVALID_ADDRESS at 0x0000000000000010

        Thread 0 Crashed:
        0   Cards                         	0x0000000100d4a3f8 -[CardStore load] + 180
        1   libdispatch.dylib             	0x00000001a2b04560 _dispatch_call_block_and_release + 32
        """),
      .doesNotMatch(
        "libdispatch stops its caller",
        """
        Exception Type:        EXC_BREAKPOINT (SIGTRAP)

        Application Specific Information:
        BUG IN CLIENT OF LIBDISPATCH: dispatch_sync called on queue already owned by current thread

        Thread 0 Crashed:
        0   libdispatch.dylib             	0x00000001a2b04560 __DISPATCH_WAIT_FOR_QUEUE__ + 484
        """),
    ])

  private static let fault = Evidence.badAccess(statement: "The process touched memory that it may not touch.")
  private static let onTop = Evidence.frame(
    FrameQuery([], images: ["libdispatch.dylib"], position: .first(1), statement: "The fault is in {function}."))
}
