import CrashReports

extension Pattern {
  /// A fault inside libdispatch: a note beside another finding, never a finding by itself.
  static let libdispatchFault: Pattern = Pattern(
    "libdispatch",
    title: "Invalid memory access inside a libdispatch call",
    family: .concurrency,
    symptom: "The app crashes with EXC_BAD_ACCESS, and the innermost frame is a function of libdispatch.",
    grades: [
      Grade(.possible, cause: .possible, .all([fault, onTop]))
    ],
    headline:
      """
      Invalid memory access in libdispatch{function?, called from {function}}: a queue, source or block may be freed \
      or NULL
      """,
    cause: """
      libdispatch followed an invalid pointer: a queue, source, semaphore or block that was freed, a context that no \
      longer exists, or a NULL block. The library itself is hardly ever at fault. The other finding about this crash \
      also applies.
      """,
    remedy: [
      """
      Look at {function|the first frame of the app} and at what it passes to libdispatch: is the block nil, is the \
      queue still alive?
      """,
      "Copy blocks that are called later, and check completion handlers for nil before they are called.",
      "Run with Zombie Objects and Address Sanitizer (scheme, Diagnostics).",
    ],
    changes: [
      Change(
        "objective-c", before: "dispatch_async(queue, completion);   // completion may be nil",
        after: "if (completion) { dispatch_async(queue, completion); }"),
      Change(
        "swift",
        after: "private let queue = DispatchQueue(label: \"com.example.cards\")   // lives as long as its owner"
      ),
    ],
    gaps: [
      Gap(unless: .namesSourceLine, "The line in the source: symbolicate with the dSYM.")
    ],
    lookalikes: [
      LookAlike("libdispatch-client-bug", because: "libdispatch did not report a misuse; it accessed invalid memory."),
      LookAlike("objc-overrelease", because: "The innermost frame is a function of libdispatch."),
    ],
    knownGaps: [
      "This is a note on another finding; it has no meaning by itself."
    ],
    references: [
      Reference("Dispatch (Apple)", url: "https://developer.apple.com/documentation/dispatch"), .memoryAccess,
    ],
    generality: 10,
    searchTerms: """
      libdispatch
      GCD
      dispatch queue
      grand central dispatch
      dispatch_async
      """,
    examples: [
      .matches(
        "a NULL block", atLeast: .possible,
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
        "libdispatch stops the process because of a misuse",
        """
        Exception Type:        EXC_BREAKPOINT (SIGTRAP)

        Application Specific Information:
        BUG IN CLIENT OF LIBDISPATCH: dispatch_sync called on queue already owned by current thread

        Thread 0 Crashed:
        0   libdispatch.dylib             	0x00000001a2b04560 __DISPATCH_WAIT_FOR_QUEUE__ + 484
        """),
    ])

  private static let fault = Evidence.badAccess(statement: "The process accessed invalid memory.")
  private static let onTop = Evidence.frame(
    FrameQuery([], images: ["libdispatch.dylib"], position: .first(1), statement: "The fault is in {function}."))
}
