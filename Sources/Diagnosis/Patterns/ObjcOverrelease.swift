import CrashReports
import Vocabulary

extension Pattern {
  /// A message or reference count through a pointer to a freed or damaged object.
  static let objcOverrelease: Pattern = Pattern(
    "objc-overrelease",
    title: "A message was sent through a pointer to a freed or damaged object",
    family: .memory,
    symptom: "The app dies with EXC_BAD_ACCESS in objc_msgSend, objc_release or objc_retain, often not every time.",
    grades: [
      Grade(.likely, cause: .likely, .all([fault, runtimeOnTop, .also(selector)])),
      Grade(.possible, cause: .possible, .all([fault, selector, .not(.hasStack)])),
    ],
    headline: "{function|The app} used an Objective-C object that was already freed",
    cause: """
      The Objective-C runtime followed the object's pointer to memory that no longer holds an object. It was released \
      once too often, kept without being retained (unowned, unsafe_unretained, a C structure, a Core Foundation \
      object of the Get rule), or overwritten.
      """,
    remedy: [
      "Run with Zombie Objects (scheme, Diagnostics): the message then names the class and selector of the freed object.",
      "Look at {function|the first frame of the app} for unowned, assign, unsafe_unretained, __bridge and CFRelease.",
      "If a delegate or observer is freed early: make it weak, and take the observer away in dealloc.",
    ],
    changes: [
      Change(
        "objective-c", before: "@property (nonatomic, assign) id<CardDelegate> delegate;",
        after: "@property (nonatomic, weak) id<CardDelegate> delegate;"),
      Change("swift", before: "unowned let delegate: CardDelegate", after: "weak var delegate: CardDelegate?"),
    ],
    gaps: [
      Gap(unless: selector, "The selector: newer systems write \"objc_msgSend() selector name\"."),
      Gap(unless: .statesException, "The exception and its address."),
    ],
    lookalikes: [
      LookAlike("memory-bad-access", because: "The innermost frame is the Objective-C runtime's.", when: runtimeOnTop),
      LookAlike("stack-overflow", because: "No sequence of frames repeats.", when: .not(.anyRepetition)),
    ],
    knownGaps: ["Damage of the heap by C code looks the same."],
    references: [.zombies, .memoryAccess],
    supersedes: ["memory-bad-access", "memory-bus-error"],
    generality: 4,
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
      .doesNotMatch(
        "the selector's line stands in the report, but the fault is in the app's own code",
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
        "a small offset from NULL",
        """
        Exception Type:        EXC_BAD_ACCESS (SIGSEGV)
        Exception Codes:       KERN_INVALID_ADDRESS at 0x0000000000000008

        Thread 0 Crashed:
        0   libobjc.A.dylib               	0x00007fff68655f3d objc_retain + 29
        1   Cards                         	0x0000000104d2d190 -[CardController showTitle] + 80
        """),
    ])

  private static let runtimeOnTop = Evidence.frame(
    FrameQuery(
      [
        "objc_msgSend*", "objc_release*", "objc_retain*", "lookUpImpOrForward*", "objc_storeStrong*", "objc_loadWeak*",
        "objc_opt_*", "_objc_msgSend_uncached*", "*AutoreleasePoolPage::*", "object_getClass*", "_objc_release*",
        "-[NSObject release]", "objc_autorelease*", "object_isClass", "CFRelease", "_CFRelease", "CFRetain",
      ], images: ["libobjc.A.dylib", "libobjc.A", "CoreFoundation"], position: .first(2),
      statement: "The fault is in {function}, which follows the object's pointer."))

  private static let selector = Evidence.text(
    ["objc_msgSend() selector name: {selector}"], statement: "The message that was being sent.")

  /// A wild address: near zero the pointer was NULL, which is another matter.
  private static let fault = Evidence.all([
    .badAccess(),
    .any([
      .not(.field(.faultAddress, .atMost(0xfff))),
      // objc_msgSend returns at once for nil, so a small address in it means that the object's class was gone.
      .all([
        .not(.field(.faultAddress, .atMost(0))),
        .uncited(.frame(FrameQuery(["objc_msgSend"], position: .first(1)))),
      ]),
    ]),
    .not(.field(.exceptionSubtype, .contains(["pointer authentication"]))),
    .not(.stackExhausted()),
  ])
}
