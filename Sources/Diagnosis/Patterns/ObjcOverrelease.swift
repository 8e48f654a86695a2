import CrashReports
import Vocabulary

extension Pattern {
  /// A message or a reference count operation through a pointer to a freed or damaged object.
  static let objcOverrelease: Pattern = Pattern(
    "objc-overrelease",
    title: "Use after free or over-release: the Objective-C runtime accessed a freed or damaged object",
    family: .memory,
    revision: 4,
    symptom: "The app crashes with EXC_BAD_ACCESS in objc_msgSend, objc_release or objc_retain, often not every time.",
    grades: [
      Grade(.likely, cause: .likely, .all([fault, runtimeOnTop, .optional(selector), .optional(.pointerValue)])),
      Grade(.likely, cause: .likely, .all([overreleasedObserver, runtimeOnTop])),
      Grade(.likely, cause: .likely, .all([fault, statedZombie, .optional(selector)])),
      Grade(.likely, cause: .possible, .all([fault, selector, .not(crashedStack)])),
    ],
    headline: """
      Use after free or over-release: {function|the app} used a freed or damaged object{text?, in whose memory is the text \
      "{text}"}
      """,
    cause: """
      The Objective-C runtime followed a pointer to memory that no longer contains an object. The object was \
      over-released, stored without being retained (unowned(unsafe), unsafe_unretained, a C structure, a Core \
      Foundation object under the Get rule), or overwritten.
      """,
    remedy: [
      """
      Run with Zombie Objects (scheme, Diagnostics): the console then names the class of the freed object and the \
      selector.
      """,
      """
      Look at {function|the first frame of the app} for unowned(unsafe), assign, unsafe_unretained, __bridge and \
      CFRelease.
      """,
      "If a delegate or observer is freed too early, make the reference weak, and remove the observer in dealloc.",
    ],
    changes: [
      Change(
        "objective-c", before: "@property (nonatomic, assign) id<CardDelegate> delegate;",
        after: "@property (nonatomic, weak) id<CardDelegate> delegate;"),
      Change("swift", before: "unowned(unsafe) let delegate: CardDelegate", after: "weak var delegate: CardDelegate?"),
    ],
    gaps: [
      Gap(unless: selector, "The selector: newer systems record \"objc_msgSend() selector name\"."),
      Gap(unless: .statesException, "The exception and its faulting address."),
    ],
    lookalikes: [
      LookAlike(
        "memory-bad-access", because: "The innermost frame belongs to the Objective-C runtime.", when: runtimeOnTop),
      LookAlike("stack-overflow", because: "No sequence of frames repeats.", when: .not(.anyRepetition)),
    ],
    knownGaps: ["Heap corruption by C code looks the same."],
    references: [.zombies, .memoryAccess],
    supersedes: ["memory-bad-access", "memory-bus-error"],
    generality: 4, phrases: ["fill": fillWords],
    searchTerms: """
      over-release
      overreleased
      over-released object
      use after free
      objc_msgSend
      objc_release
      deallocated object
      freed object
      dangling object
      message to freed object
      objc_retain
      zombie
      unsafe_unretained
      """,
    examples: [
      .matches(
        "a message to a freed object", atLeast: .likely,
        """
        →Exception Type:        EXC_BAD_ACCESS (SIGSEGV)
        Exception Codes:       KERN_INVALID_ADDRESS at 0x00003eadde8eda88

        Application Specific Information:
        →objc_msgSend() selector name: title

        Thread 0 Crashed:: Dispatch queue: com.apple.main-thread
        →0   libobjc.A.dylib               	0x00007fff68655f3d objc_msgSend + 109
        1   Cards                         	0x0000000104d2d190 -[CardController showTitle] + 80
        """),
      .matches(
        "the object's memory was freed and cleared: its class is NULL", atLeast: .likely,
        """
        →Exception Type:        EXC_BAD_ACCESS (SIGSEGV)
        Exception Codes:       KERN_INVALID_ADDRESS at 0x0000000000000020

        Thread 0 Crashed:
        →0   libobjc.A.dylib               	0x00000001a3c5a414 objc_release + 16
        1   Cards                         	0x0000000104d2d190 -[CardController showTitle] + 80
        """),
      .matches(
        "the conclusion of a crash reporter", atLeast: .likely,
        """
        →Exception Type:  EXC_BAD_ACCESS (SIGSEGV)
        Exception Codes: KERN_INVALID_ADDRESS at 0x9eda8887

        Thread 0 Crashed:
        0   Cards                           0x0003b070 0x36000 + 20592 (-[CardController showTitle] + 16)

        →CrashDoctor Diagnosis: Possible zombie in call: Function: objc_msgSend
        """),
      .doesNotMatch(
        "the report names a selector, but the fault is in the app's own code",
        """
        Exception Type:        EXC_BAD_ACCESS (SIGSEGV)
        Exception Codes:       KERN_INVALID_ADDRESS at 0x0000000000000018

        Application Specific Information:
        objc_msgSend() selector name: title

        Thread 0 Crashed:: Dispatch queue: com.apple.main-thread
        0   Cards                         	0x0000000104d2d110 deck_count + 8 (deck.c:12)
        1   Cards                         	0x0000000104d2d190 -[CardController showTitle] + 80
        """),
      .doesNotMatch(
        "a small offset from NULL in a function that does not accept nil",
        """
        Exception Type:        EXC_BAD_ACCESS (SIGSEGV)
        Exception Codes:       KERN_INVALID_ADDRESS at 0x0000000000000008

        Thread 0 Crashed:
        0   CoreFoundation                	0x00007fff68655f3d CFRetain + 29
        1   Cards                         	0x0000000104d2d190 -[CardController showTitle] + 80
        """),
    ])

  private static let runtimeOnTop = Evidence.frame(
    FrameQuery(
      [
        "objc_msgSend*", "objc_release*", "objc_retain*", "lookUpImpOrForward*", "objc_storeStrong*", "objc_loadWeak*",
        "objc_opt_*", "_objc_msgSend_uncached*", "*AutoreleasePoolPage::*", "object_getClass*", "_objc_release*",
        "-[NSObject release]", "objc_autorelease*", "object_isClass", "CFRelease", "_CFRelease", "CFRetain",
        "_Block_release", "_Block_copy", "_Block_object_dispose", "_Block_object_assign",
      ], images: ["libobjc.A.dylib", "libobjc.A", "CoreFoundation", "libsystem_blocks*"], position: .first(2),
      statement: "The fault is in {function}, which follows the object's pointer."))

  /// Foundation names this function after the failure.
  private static let overreleasedObserver = Evidence.frame(
    FrameQuery(
      ["KVO_IS_RETAINING_ALL_OBSERVERS*OVERRELEASED*"], position: .first(4),
      statement: "Foundation names the cause in {function}: an observer was over-released, or its memory overwritten."))

  /// The stack of the crashed thread, which a shortened report may lack.
  private static let crashedStack = Evidence.custom(
    CustomEvidence(
      "the stack of the crashed thread is in the report",
      reason: "It compares the threads with the mark of the crash.", explanations: []
    ) { context in
      let threads = context.report.threads ?? []
      let hasStack =
        threads.contains { $0.crashed && !$0.frames.isEmpty } || context.report.lastExceptionBacktrace != nil
      return hasStack ? EvidenceMatch() : nil
    })

  private static let selector = Evidence.text(
    ["objc_msgSend() selector name: {selector}"], statement: "The selector being sent was {selector}.")

  /// A wild address: an address near zero means a NULL pointer, which is another failure.
  /// The conclusion of a crash reporter, which remembers the classes of freed objects.
  private static let statedZombie = Evidence.field(
    .detail(.cause), .matches(["Possible zombie*"]), statement: "The crash reporter states a message to a freed object."
  )
  private static let fault = Evidence.all([
    .badAccess(),
    .any([
      .not(.field(.faultAddress, .atMost(0xfff))),
      // These functions return immediately for nil, so a small address in them means an invalid class pointer: malloc
      // clears freed memory.
      .all([
        .not(.field(.faultAddress, .atMost(0))),
        .uncited(
          .frame(
            FrameQuery(
              ["objc_msgSend", "objc_retain", "objc_release", "objc_autorelease", "objc_retain_x*", "objc_release_x*"],
              position: .first(1)))),
      ]),
    ]),
    .not(.field(.exceptionSubtype, .contains(["pointer authentication"]))),
    .not(.stackExhausted()),
  ])
}
