import CrashReports

extension Pattern {
  /// Stack overflow by recursion, without a narrower explanation.
  static let stackOverflow: Pattern = Pattern(
    "stack-overflow",
    title: "Stack overflow by recursion",
    family: .stack,
    revision: 4,
    symptom: "The app crashes with EXC_BAD_ACCESS, and its stack repeats the same functions hundreds of times.",
    grades: [
      Grade(
        .certain, cause: .likely,
        .all([.stackExhausted(statement: guardStatement), .optional(.anyRepetition), recursing])),
      Grade(.certain, cause: .likely, .all([systemCounted, recursing])),
      Grade(
        .certain, cause: .likely, .all([.deepRecursion(statement: deepStatement), fault, .not(nearNull), recursing])),
      Grade(
        .likely, cause: .likely, .all([.anyRepetition, .faultAtStackPointer(statement: pointerStatement), recursing])),
      Grade(.likely, cause: .likely, .all([.deepRecursion(statement: deepStatement), recursing])),
      Grade(.likely, cause: .likely, .all([.badAccess(), .openRecursion(statement: openStatement), recursing])),
      Grade(
        .likely, cause: .likely,
        .all([.badAccess(), .recursionAtStackPointer(statement: callSiteStatement), recursing])),
      Grade(.likely, cause: .likely, .all([.badAccess(), statedByReporter, .optional(.anyRepetition), recursing])),
      Grade(
        .likely, cause: .possible, .all([.badAccess(), .innermostRecursion(statement: repeatedStatement), recursing])),
      Grade(
        .likely, cause: .possible,
        .all([
          .faultAtStackPointer(statement: pointerStatement), writesBelowStack, .capture("exhausted", "exhausted"),
        ])),
      Grade(.possible, cause: .possible, .faultAtStackPointer(statement: pointerStatement)),
    ],
    headline: """
      Stack overflow{exhausted?: the stack is exhausted|: infinite or very deep recursion}\
      {recursing? in {recursing}{systemImage? of {systemImage}}{mutual? and {mutual}}|{function? in {function}}}
      """,
    cause: """
      Each call uses space on the thread's stack: 1 MB on the main thread of iOS, 8 MB on macOS, 512 KB on other \
      threads. Functions that call each other endlessly, or very deeply because of their data, reach the guard \
      region at the end of the stack.{systemImage? The frames that repeat are functions of the system{caller?, below {caller}}: the \
      system recurses, and not the app's code.|{mutual? {recursing} and {mutual} call each other.}}
      """,
    remedy: [
      """
      {systemImage?{recursing} recurses over an object that refers to itself, or that the app extended: look at what {caller?{caller} \
      passes to the system|the app's code passed to {systemImage} before} and at overrides, subclasses and swizzled methods of the class, \
      and use another object there (a constant instead of one that is computed on demand).|Find the frames that repeat, and give \
      {mutual?{recursing} or {mutual}|{function|one of their functions}} a condition that ends the recursion.}
      """,
      """
      {systemImage?If no code of the app is part of it, report the recursion to Apple, with this report.|}
      """,
      """
      {systemImage?|For deep data (JSON, view hierarchies, linked objects that free one another), use a loop with an array as its \
      stack.}
      """,
      "On a secondary thread, a larger stackSize only moves the limit.",
    ],
    changes: [
      Change(
        "swift",
        after: """
          var open = [root]
          while let node = open.popLast() {
            visit(node)
            open += node.children
          }
          """
      ).unless("systemImage"),
      Change(
        "objective-c",
        after: """
          NSMutableArray<Node *> *open = [NSMutableArray arrayWithObject:root];
          while (open.count > 0) {
            Node *node = open.lastObject;
            [open removeLastObject];
            [self visit:node];
            [open addObjectsFromArray:node.children];
          }
          """
      ).unless("systemImage"),
    ],
    gaps: [
      Gap(unless: .hasStack, "The stack of the crashed thread: it would show which calls repeat."),
      Gap(
        unless: .any([.field(.exceptionType), .field(.exceptionSignal), systemCounted]),
        "The exception: an invalid memory access would confirm the stack overflow."),
      Gap(
        unless: .any([
          .stackExhausted(statement: guardStatement), systemCounted, .faultAtStackPointer(statement: pointerStatement),
        ]),
        "The memory region at the faulting address: a guard region would confirm the stack overflow."),
    ],
    lookalikes: [
      LookAlike(
        "memory-bad-access", because: "The faulting address is in the guard region of the stack.",
        when: .stackExhausted(statement: guardStatement)),
      LookAlike("stack-buffer-overflow", because: "No canary was overwritten; the stack itself is exhausted."),
    ],
    knownGaps: ["One very large local array overflows the stack without any repetition."],
    references: [.memoryAccess, .exceptionTypes, Reference("Thread Management (Apple, Threading Programming Guide)")],
    supersedes: ["memory-bad-access", "memory-bus-error"],
    generality: 6,
    searchTerms: """
      stack overflow
      infinite recursion
      recursion
      endless recursion
      stack exhausted
      stack size exceeded due to excessive recursion
      excessive recursion
      stack guard
      stackoverflow
      recursive call
      infinite loop
      """,
    examples: [
      .matches(
        "the faulting address is in the guard region",
        """
        →Exception Type:        EXC_BAD_ACCESS (SIGSEGV)
        Exception Codes:       KERN_PROTECTION_FAILURE at 0x000070000a3fcff8

        VM Regions Near 0x70000a3fcff8:
            MALLOC_LARGE           0000000120000000-0000000121000000 [ 16.0M] rw-/rwx SM=PRV
        →--> STACK GUARD            000070000a3fc000-000070000a3fd000 [    4K] ---/rwx SM=NUL  stack guard for thread 3
            Stack                  000070000a3fd000-000070000a47f000 [  520K] rw-/rwx SM=COW  thread 3
        """),
      .matches(
        "a debugger's stack thousands of frames deep", atLeast: .likely,
        """
        →    frame #5120: 0x00007fff2031b2d1 CoreFoundation`-[__NSArrayM dealloc] + 289
        →    frame #5121: 0x0000000100c2f0a0 Cards`-[Node dealloc] + 64
            frame #5122: 0x00007fff2031b2d1 CoreFoundation`-[__NSArrayM dealloc] + 289
            frame #5123: 0x0000000100c2f0a0 Cards`-[Node dealloc] + 64
            frame #5124: 0x00007fff2031b2d1 CoreFoundation`-[__NSArrayM dealloc] + 289
            frame #5125: 0x0000000100c2f0a0 Cards`-[Node dealloc] + 64
        """),
      .matches(
        "a reporter that lists only the first frames of a deep stack", atLeast: .likely,
        """
        →Exception Type:  EXC_BAD_ACCESS (SIGBUS)
        Exception Codes: 0x0000000000000002, 0x000000016b0c3ff0

        Thread 0 Crashed:
        →0   Cards                         0x0000000104d2d110 -[Node depth] + 12
        1   Cards                         0x0000000104d2d118 -[Node depth] + 20
        2   Cards                         0x0000000104d2d118 -[Node depth] + 20
        3   Cards                         0x0000000104d2d118 -[Node depth] + 20
        4   Cards                         0x0000000104d2d118 -[Node depth] + 20
        5   Cards                         0x0000000104d2d118 -[Node depth] + 20
        6   Cards                         0x0000000104d2d118 -[Node depth] + 20
        7   Cards                         0x0000000104d2d118 -[Node depth] + 20
        8   Cards                         0x0000000104d2d118 -[Node depth] + 20
        9   Cards                         0x0000000104d2d118 -[Node depth] + 20
        10  Cards                         0x0000000104d2d118 -[Node depth] + 20
        11  Cards                         0x0000000104d2d118 -[Node depth] + 20
        """),
      .matches(
        "a stack that a reporter stored to its start, with the stack pointer", atLeast: .likely,
        """
        →Exception Type:  EXC_BAD_ACCESS (SIGSEGV)
        Exception Codes: KERN_INVALID_ADDRESS at 0x000000016b0c3ff0

        Thread 0 Crashed:
        →0   Cards                         0x0000000104d2d110 -[Node depth] + 12
        1   Cards                         0x0000000104d2d118 -[Node depth] + 20
        2   Cards                         0x0000000104d2d118 -[Node depth] + 20
        3   Cards                         0x0000000104d2d118 -[Node depth] + 20
        4   Cards                         0x0000000104d2d118 -[Node depth] + 20
        5   Cards                         0x0000000104d2d118 -[Node depth] + 20
        6   Cards                         0x0000000104d2d118 -[Node depth] + 20
        7   Cards                         0x0000000104d2d118 -[Node depth] + 20
        8   Cards                         0x0000000104d2d118 -[Node depth] + 20
        9   Cards                         0x0000000104d2d140 main + 20

        Thread 0 crashed with ARM Thread State (64-bit):
            x0: 0x0000000000000000   sp: 0x000000016b0c4000   pc: 0x0000000104d2d110
        """),
      .matches(
        "two functions that call each other", atLeast: .likely,
        """
        →Exception Type:  EXC_BAD_ACCESS (SIGSEGV)
        Exception Codes: KERN_INVALID_ADDRESS at 0x000000016b0c3ff0

        Thread 0 Crashed:
        →0   Cards                         0x0000000104d2d110 -[Node width] + 12
        1   Cards                         0x0000000104d2e118 -[Node height] + 20
        2   Cards                         0x0000000104d2d118 -[Node width] + 20
        3   Cards                         0x0000000104d2e118 -[Node height] + 20
        4   Cards                         0x0000000104d2d118 -[Node width] + 20
        5   Cards                         0x0000000104d2e118 -[Node height] + 20
        6   Cards                         0x0000000104d2d118 -[Node width] + 20
        7   Cards                         0x0000000104d2e118 -[Node height] + 20
        8   Cards                         0x0000000104d2d140 main + 20

        Thread 0 crashed with ARM Thread State (64-bit):
            x0: 0x0000000000000000   sp: 0x000000016b0c4000   pc: 0x0000000104d2d110
        """),
      .matches(
        "a long repetition to the start of the thread, without registers", atLeast: .likely,
        """
        →Exception Type:  EXC_BAD_ACCESS (SIGSEGV)
        Exception Codes: KERN_INVALID_ADDRESS at 0x000000016b0c3ff0

        Thread 0 Crashed:
        →0   Cards                         0x0000000104d2d110 -[Node depth] + 12
        1   Cards                         0x0000000104d2d118 -[Node depth] + 20
        2   Cards                         0x0000000104d2d118 -[Node depth] + 20
        3   Cards                         0x0000000104d2d118 -[Node depth] + 20
        4   Cards                         0x0000000104d2d118 -[Node depth] + 20
        5   Cards                         0x0000000104d2d118 -[Node depth] + 20
        6   Cards                         0x0000000104d2d118 -[Node depth] + 20
        7   Cards                         0x0000000104d2d118 -[Node depth] + 20
        8   Cards                         0x0000000104d2d118 -[Node depth] + 20
        9   Cards                         0x0000000104d2d118 -[Node depth] + 20
        10  Cards                         0x0000000104d2d118 -[Node depth] + 20
        11  Cards                         0x0000000104d2d118 -[Node depth] + 20
        12  Cards                         0x0000000104d2d118 -[Node depth] + 20
        13  Cards                         0x0000000104d2d118 -[Node depth] + 20
        14  Cards                         0x0000000104d2d118 -[Node depth] + 20
        15  Cards                         0x0000000104d2d118 -[Node depth] + 20
        16  Cards                         0x0000000104d2d118 -[Node depth] + 20
        17  Cards                         0x0000000104d2d118 -[Node depth] + 20
        18  Cards                         0x0000000104d2d118 -[Node depth] + 20
        19  Cards                         0x0000000104d2d118 -[Node depth] + 20
        20  Cards                         0x0000000104d2d118 -[Node depth] + 20
        21  Cards                         0x0000000104d2d118 -[Node depth] + 20
        22  Cards                         0x0000000104d2d118 -[Node depth] + 20
        23  Cards                         0x0000000104d2d118 -[Node depth] + 20
        24  Cards                         0x0000000104d2d118 -[Node depth] + 20
        25  Cards                         0x0000000104d2d118 -[Node depth] + 20
        26  Cards                         0x0000000104d2d118 -[Node depth] + 20
        27  Cards                         0x0000000104d2d118 -[Node depth] + 20
        28  Cards                         0x0000000104d2d118 -[Node depth] + 20
        29  Cards                         0x0000000104d2d118 -[Node depth] + 20
        30  Cards                         0x0000000104d2d118 -[Node depth] + 20
        31  Cards                         0x0000000104d2d118 -[Node depth] + 20
        32  Cards                         0x0000000104d2d118 -[Node depth] + 20
        33  Cards                         0x0000000104d2d140 main + 20
        """),
      .doesNotMatch(
        "a few rounds of several functions up to the last listed frame, as of nested views",
        """
        Exception Type:  EXC_BAD_ACCESS (SIGSEGV)
        Exception Codes: KERN_INVALID_ADDRESS at 0x00000001f0debc9a

        Thread 0 Crashed:
        0   Cards                         0x0000000104d2d110 -[CardView layoutSubviews] + 12
        1   Cards                         0x0000000104d2d218 -[CardView place] + 40
        2   Cards                         0x0000000104d2d318 -[Deck each:] + 52
        3   Cards                         0x0000000104d2d118 -[CardView layoutSubviews] + 20
        4   Cards                         0x0000000104d2d218 -[CardView place] + 40
        5   Cards                         0x0000000104d2d318 -[Deck each:] + 52
        6   Cards                         0x0000000104d2d118 -[CardView layoutSubviews] + 20
        7   Cards                         0x0000000104d2d218 -[CardView place] + 40
        8   Cards                         0x0000000104d2d318 -[Deck each:] + 52
        9   Cards                         0x0000000104d2d118 -[CardView layoutSubviews] + 20
        10  Cards                         0x0000000104d2d218 -[CardView place] + 40
        11  Cards                         0x0000000104d2d318 -[Deck each:] + 52
        12  Cards                         0x0000000104d2d118 -[CardView layoutSubviews] + 20
        13  Cards                         0x0000000104d2d218 -[CardView place] + 40
        14  Cards                         0x0000000104d2d318 -[Deck each:] + 52
        15  Cards                         0x0000000104d2d118 -[CardView layoutSubviews] + 20
        16  Cards                         0x0000000104d2d218 -[CardView place] + 40
        17  Cards                         0x0000000104d2d318 -[Deck each:] + 52
        """),
      .doesNotMatch(
        "a recursion whose fault is far from the stack pointer",
        """
        Exception Type:  EXC_BAD_ACCESS (SIGSEGV)
        Exception Codes: KERN_INVALID_ADDRESS at 0x00000001f0debc9a

        Thread 0 Crashed:
        0   Cards                         0x0000000104d2d110 -[Node depth] + 12
        1   Cards                         0x0000000104d2d118 -[Node depth] + 20
        2   Cards                         0x0000000104d2d118 -[Node depth] + 20
        3   Cards                         0x0000000104d2d118 -[Node depth] + 20
        4   Cards                         0x0000000104d2d118 -[Node depth] + 20
        5   Cards                         0x0000000104d2d118 -[Node depth] + 20
        6   Cards                         0x0000000104d2d118 -[Node depth] + 20
        7   Cards                         0x0000000104d2d118 -[Node depth] + 20
        8   Cards                         0x0000000104d2d118 -[Node depth] + 20
        9   Cards                         0x0000000104d2d118 -[Node depth] + 20
        10  Cards                         0x0000000104d2d118 -[Node depth] + 20
        11  Cards                         0x0000000104d2d118 -[Node depth] + 20
        12  Cards                         0x0000000104d2d118 -[Node depth] + 20
        13  Cards                         0x0000000104d2d118 -[Node depth] + 20
        14  Cards                         0x0000000104d2d118 -[Node depth] + 20
        15  Cards                         0x0000000104d2d118 -[Node depth] + 20
        16  Cards                         0x0000000104d2d118 -[Node depth] + 20
        17  Cards                         0x0000000104d2d118 -[Node depth] + 20
        18  Cards                         0x0000000104d2d118 -[Node depth] + 20
        19  Cards                         0x0000000104d2d118 -[Node depth] + 20
        20  Cards                         0x0000000104d2d118 -[Node depth] + 20
        21  Cards                         0x0000000104d2d118 -[Node depth] + 20
        22  Cards                         0x0000000104d2d118 -[Node depth] + 20
        23  Cards                         0x0000000104d2d118 -[Node depth] + 20
        24  Cards                         0x0000000104d2d118 -[Node depth] + 20
        25  Cards                         0x0000000104d2d118 -[Node depth] + 20
        26  Cards                         0x0000000104d2d118 -[Node depth] + 20
        27  Cards                         0x0000000104d2d118 -[Node depth] + 20
        28  Cards                         0x0000000104d2d118 -[Node depth] + 20
        29  Cards                         0x0000000104d2d118 -[Node depth] + 20
        30  Cards                         0x0000000104d2d118 -[Node depth] + 20
        31  Cards                         0x0000000104d2d118 -[Node depth] + 20
        32  Cards                         0x0000000104d2d118 -[Node depth] + 20
        33  Cards                         0x0000000104d2d118 -[Node depth] + 20
        34  Cards                         0x0000000104d2d118 -[Node depth] + 20
        35  Cards                         0x0000000104d2d118 -[Node depth] + 20
        36  Cards                         0x0000000104d2d118 -[Node depth] + 20
        37  Cards                         0x0000000104d2d118 -[Node depth] + 20
        38  Cards                         0x0000000104d2d118 -[Node depth] + 20
        39  Cards                         0x0000000104d2d118 -[Node depth] + 20
        40  Cards                         0x0000000104d2d140 main + 20

        Thread 0 crashed with ARM Thread State (64-bit):
            x0: 0x00000001f0debc9a   sp: 0x000000016b0c4000   pc: 0x0000000104d2d110
        """),
      .doesNotMatch(
        "a parser that calls itself at several points, to the start of the thread",
        """
        Exception Type:  EXC_BAD_ACCESS (SIGSEGV)
        Exception Codes: KERN_INVALID_ADDRESS at 0x000000016b0c3ff0

        Thread 0 Crashed:
        0   Cards                         0x0000000104d2d110 parse_value + 12
        1   Cards                         0x0000000104d2d118 parse_value + 20
        2   Cards                         0x0000000104d2d148 parse_value + 68
        3   Cards                         0x0000000104d2d118 parse_value + 20
        4   Cards                         0x0000000104d2d178 parse_value + 116
        5   Cards                         0x0000000104d2d118 parse_value + 20
        6   Cards                         0x0000000104d2d148 parse_value + 68
        7   Cards                         0x0000000104d2d148 parse_value + 68
        8   Cards                         0x0000000104d2d118 parse_value + 20
        9   Cards                         0x0000000104d2d140 main + 20

        Thread 0 crashed with ARM Thread State (64-bit):
            x0: 0x0000000000000000   sp: 0x000000016b0c4000   pc: 0x0000000104d2d110
        """),
      .matches(
        "the conclusion of a crash reporter", atLeast: .likely,
        """
        →Exception Type:  EXC_BAD_ACCESS (SIGSEGV)
        Exception Codes: KERN_INVALID_ADDRESS at 0x2fd35ffc

        Thread 0 Crashed:
        0   Cards                           0x0003b070 0x36000 + 20592 (-[Node depth] + 16)
        1   Cards                           0x0003a658 0x36000 + 18008 (-[CardController show] + 36)

        →CrashDoctor Diagnosis: Stack overflow in -[Node depth]
        """),
      .doesNotMatch(
        "a recursion of a dozen calls that ends at the start of the thread",
        """
        Exception Type:  EXC_BAD_ACCESS (SIGSEGV)
        Exception Codes: 0x0000000000000001, 0x00000001f0debc9a

        Thread 0 Crashed:
        0   Cards                         0x0000000104d2d110 -[Node depth] + 12
        1   Cards                         0x0000000104d2d118 -[Node depth] + 20
        2   Cards                         0x0000000104d2d118 -[Node depth] + 20
        3   Cards                         0x0000000104d2d118 -[Node depth] + 20
        4   Cards                         0x0000000104d2d118 -[Node depth] + 20
        5   Cards                         0x0000000104d2d118 -[Node depth] + 20
        6   Cards                         0x0000000104d2d118 -[Node depth] + 20
        7   Cards                         0x0000000104d2d118 -[Node depth] + 20
        8   Cards                         0x0000000104d2d118 -[Node depth] + 20
        9   Cards                         0x0000000104d2d118 -[Node depth] + 20
        10  Cards                         0x0000000104d2d118 -[Node depth] + 20
        11  Cards                         0x0000000104d2d140 main + 20
        """),
      .doesNotMatch(
        "the table of regions lists a guard, as every report does; the faulting address is elsewhere",
        """
        Exception Type:        EXC_BAD_ACCESS (SIGSEGV)
        Exception Codes:       KERN_INVALID_ADDRESS at 0x0000000000000018

        VM Regions Near 0x18:
        -->
            __TEXT                 0000000104d2c000-0000000104d70000 [  272K] r-x/rwx SM=COW  /Applications/Cards.app/Contents/MacOS/Cards
            STACK GUARD            000000016b0c0000-000000016b0c4000 [   16K] ---/rwx SM=NUL  stack guard for thread 0
            Stack                  000000016b0c4000-000000016b1c0000 [ 1008K] rw-/rwx SM=COW  thread 0

        Thread 0 Crashed:
        0   Cards                         0x0000000104d2d110 -[CardController viewDidLoad] + 80
        """),
      .doesNotMatch(
        "an ordinary recursion of a few frames",
        """
        Exception Type:        EXC_BAD_ACCESS (SIGSEGV)
        Exception Codes:       KERN_INVALID_ADDRESS at 0x0000000000000018

        Thread 0 Crashed:
        0   Cards                         0x0000000104d2d110 -[Node visit:] + 80
        1   Cards                         0x0000000104d2d140 -[Node visitChildren:] + 40
        2   Cards                         0x0000000104d2d118 -[Node visit:] + 88
        3   Cards                         0x0000000104d2d140 -[Node visitChildren:] + 40
        4   Cards                         0x0000000104d2d118 -[Node visit:] + 88
        """),
    ])

  /// The function that repeats, whosever it is.
  private static let recursing = Evidence.optional(.recursingFunction)
  private static let guardStatement = "The faulting address is in the guard region of the stack: stack overflow."
  private static let deepStatement =
    "The stack is hundreds of frames deep, and {single?one frame repeats|{period} frames repeat} "
    + RecursionQuery.often + "."
  private static let openStatement =
    "The same {period}-frame sequence repeats {rounds} times up to the end of the listed stack, which does not reach the "
    + "start of the thread."
  private static let callSiteStatement =
    "The same {period}-frame sequence repeats {rounds} times at the same call sites from the innermost frame on, and the "
    + "faulting address is within 64 KB of the stack pointer: the stack had no room for one more call."
  private static let repeatedStatement =
    "The same {period}-frame sequence repeats {rounds} times at the same call sites from the innermost frame on; the report "
    + "does not state the stack pointer."
  /// The conclusion of a crash reporter, which compared the stack pointer with the limits of the stack while the process existed.
  private static let statedByReporter = Evidence.field(
    .detail(.cause), .matches(["Stack overflow*"]), statement: "The crash reporter states a stack overflow.")
  private static let pointerStatement =
    "The faulting address is near the stack pointer, in protected memory: the end of the stack."

  private static let fault = Evidence.any([
    .badAccess(statement: "The process accessed invalid memory."),
    .text(["EXC_BAD_ACCESS"], statement: "The process accessed invalid memory."),
  ])

  /// A deep stack explains a fault at its end, not an access to a member of NULL.
  private static let nearNull = Evidence.field(.faultAddress, .atMost(0x3fff))

  /// The processor recorded a write: a function that stores its registers when it is called.
  private static let writesBelowStack = Evidence.memoryFault(
    "a recorded write to protected memory within 16 KB of the stack pointer",
    statement: "A write close to the stack pointer reached protected memory, which is the end of the stack."
  ) { fault, _ in
    guard let address = fault.address, let pointer = fault.registers["sp"] ?? fault.registers["rsp"],
      fault.access == .write, fault.isProtected == true
    else { return false }
    return max(address, pointer) - min(address, pointer) <= 0x4000
  }

  private static let systemCounted = Evidence.all([
    .field(.recursionDepth, capture: "depth", statement: "The system reports a recursion depth of {depth}."),
    .optional(.recursion(RecursionQuery(statement: RecursionQuery.sequence))),
  ])
}
