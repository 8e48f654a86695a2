import CrashReports

extension Pattern {
  /// A call through a function pointer that is NULL.
  static let memoryNullCall: Pattern = Pattern(
    "memory-null-call",
    title: "Call through a NULL function pointer",
    family: .memory,
    symptom: "The app crashes with EXC_BAD_ACCESS at address 0, and the innermost frame is 0x0 without an image.",
    // The access is a fact, but a specific cause that is only likely has to outrank it.
    grades: [
      Grade(.likely, cause: .likely, .all([nullCall, .not(.threadChangedFromOutside), caller])),
      // A library called the pointer, or nothing shows who did.
      Grade(
        .likely, cause: .possible,
        .all([
          nullCall, .optional(.threadChangedFromOutside), .optional(.callerInLibrary), .optional(appFrame),
        ])),
    ],
    headline: """
      {changed?The program counter is NULL, and another process changed a thread of {process|this one}|\
      Call through a NULL function pointer{library?, called from {library}| in {function|the process}}}
      """,
    cause: """
      {changed?Another process, such as a debugger or a tool that injects code, changed the registers of a thread of this \
      process: it may have set the program counter to {offset?{offset}|NULL} itself.|The processor fetched an instruction from {offset?{offset}|NULL}: the code called a function pointer that is NULL. \
      Usually a callback was never set, a symbol was not found (dlsym, or a weakly linked function that this system does \
      not have), or a table of functions was cleared.\
      {library? The call was made by {library}, a library: the pointer is one that it was given, such as a callback, a \
      delegate or a function of a class.}}
      """,
    remedy: [
      """
      {changed?Reproduce the crash without a debugger or a tool that injects code: the report shows that another \
      process changed a thread.|{library?Check which callbacks, blocks and objects the app passes to {library}, and whether they still exist\
      {function?; {function} is the innermost frame of the app}.|In {location?{location}|{function|the caller}}, check \
      the function pointer for NULL before the call.}}
      """,
      "For a function of a newer system, test its availability: `if (@available(…))`, `#available`, or `&function != NULL`.",
    ],
    changes: [
      Change(
        "c", before: "deck->callback(deck);", after: "if (deck->callback != NULL) { deck->callback(deck); }"),
      Change(
        "objective-c", before: "completion(error);", after: "if (completion != nil) { completion(error); }"),
    ],
    gaps: [Gap(unless: .hasStack, "The stack: the second frame is the caller.")],
    lookalikes: [
      LookAlike("memory-null-dereference", because: "An instruction was fetched from the address, not data."),
      LookAlike("memory-wild-jump", because: "The address is NULL, not a damaged pointer."),
      LookAlike(
        "codesign-kill",
        because: "Nothing is mapped at the address: there is no page whose signature could be invalid.",
        when: .uncited(.termination(namespace: "CODESIGNING", statement: nil))),
    ],
    knownGaps: ["A call of a nil block reads its function first: that is memory-null-dereference at 0x10."],
    references: [.memoryAccess, .exceptionTypes],
    supersedes: ["memory-bad-access", "memory-bus-error"],
    generality: 4, fallback: .unlessSpecific,
    searchTerms: """
      null function pointer
      jump to 0x0
      call to NULL
      pc is 0
      weak linked function NULL
      """,
    examples: [
      .matches(
        "the innermost frame is at 0", atLeast: .likely,
        """
        →Exception Type:        EXC_BAD_ACCESS (SIGSEGV)
        →Exception Codes:       KERN_INVALID_ADDRESS at 0x0000000000000000

        Thread 0 Crashed:
        0   ???                           0x0000000000000000 0 + 0
        →1   Cards                         0x0000000104d2d190 -[CardController viewDidLoad] + 80
        """),
      .matches(
        "a library made the call", atLeast: .likely,
        """
        →Exception Type:        EXC_BAD_ACCESS (SIGSEGV)
        →Exception Codes:       KERN_INVALID_ADDRESS at 0x0000000000000000

        Thread 0 Crashed:
        0   ???                           0x0000000000000000 0 + 0
        →1   AppKit                        0x0000000190001110 -[NSButton mouseDown:] + 12
        2   AppKit                        0x0000000190001210 -[NSWindow sendEvent:] + 12
        →3   Cards                         0x0000000104d2d190 -[DeckWindow sendEvent:] + 80
        """),
      .matches(
        "another process set the registers of a thread", atLeast: .likely,
        """
        →Exception Type:        EXC_BAD_ACCESS (SIGSEGV)
        →Exception Codes:       KERN_INVALID_ADDRESS at 0x0000000000000000

        Thread 0 Crashed:
        0   ???                           0x0000000000000000 0 + 0
        →1   Cards                         0x0000000104d2d190 -[CardController viewDidLoad] + 80

        External Modification Summary:
          Calls made by other processes targeting this process:
            task_for_pid: 2
            thread_create: 0
        →    thread_set_state: 1
          Calls made by this process:
            thread_set_state: 0
        """),
      .matches(
        "a report that states an invalid page", atLeast: .likely,
        """
        Exception Type:        EXC_BAD_ACCESS (SIGKILL)
        →Exception Subtype:     KERN_INVALID_ADDRESS at 0x0000000000000000
        Exception Codes:       0x0000000000000001, 0x0000000000000000
        Termination Reason:    CODESIGNING 2 Invalid Page

        Thread 0 Crashed:
        0   ???                           0x0000000000000000 0x0 + 0
        →1   Cards                         0x0000000104d2d190 -[CardController viewDidLoad] + 80
        """),
      .doesNotMatch(
        "data at NULL",
        """
        Exception Type:        EXC_BAD_ACCESS (SIGSEGV)
        Exception Codes:       KERN_INVALID_ADDRESS at 0x0000000000000000

        Thread 0 Crashed:
        0   Cards                         0x0000000104d2d110 deck_count + 8 (deck.c:12)
        1   Cards                         0x0000000104d2d190 -[CardController viewDidLoad] + 80
        """),
    ])

  static let nullCall = Evidence.memoryFault(
    "an instruction was fetched close to address 0",
    statement: "The processor fetched an instruction from {offset|NULL}."
  ) { fault, _ in fault.nullOffset != nil && fault.access == .execute }

  private static let caller = Evidence.frames([
    FrameQuery([], traits: [.inNoImage], position: .first(1)),
    FrameQuery([], roles: [.app], position: .first(2), blamed: true, statement: "The call was made in {function}."),
  ])
  private static let appFrame = Evidence.frame(
    FrameQuery(
      [], roles: [.app], position: .first(24), blamed: true, statement: "The innermost frame of the app is {function}.")
  )
}
