import CrashReports

extension Pattern {
  /// The Swift runtime counted references of an object that was freed or overwritten.
  static let swiftOverrelease: Pattern = Pattern(
    "swift-overrelease",
    title: "Use after free: swift_retain or swift_release accessed a freed or damaged object",
    family: .memory,
    symptom:
      "The app crashes with EXC_BAD_ACCESS in swift_retain, swift_release or a similar function, often not every time.",
    grades: [
      Grade(
        .likely, cause: .possible,
        .all([fault, .any([runtimeOnTop, typeOnTop]), .optional(caller), .optional(.pointerValue)]))
    ],
    headline:
      "Use after free: {operation|the Swift runtime} accessed a freed or damaged object{function? in {function}}",
    cause: """
      The Swift runtime followed a reference to memory that no longer contains an object. In safe Swift code this is \
      usually a data race: two threads change the same property, array or dictionary at the same time, and one releases \
      what the other still uses. Otherwise the reference was not counted (unowned(unsafe), Unmanaged, a C callback with a \
      raw pointer), or the memory was overwritten.
      """,
    remedy: [
      "Run with Thread Sanitizer (scheme, Diagnostics): it reports the property that two threads access without a lock.",
      "In {location?{location}|{function|the first frame of the app}}, check which property is read or replaced there, and confine it to one actor, queue or lock.",
      "Look for Unmanaged, unowned(unsafe), unsafeBitCast and pointers of withUnsafe… that outlive their closure; run with Address Sanitizer.",
    ],
    changes: [
      Change(
        "swift", before: "var cards: [Card] = []   // written by several threads",
        after: "let cards = Mutex<[Card]>([])   // or isolate it to an actor"),
      Change(
        "swift", before: "Unmanaged.passUnretained(self).toOpaque()",
        after: "Unmanaged.passRetained(self).toOpaque()   // and takeRetainedValue() in the last callback"),
    ],
    gaps: [
      Gap(unless: .hasStack, "The stack of the crashed thread."),
      Gap(unless: .namesSourceLine, "The line in the source: symbolicate with the dSYM of this build."),
    ],
    lookalikes: [
      LookAlike("objc-overrelease", because: "The innermost frame belongs to the Swift runtime."),
      LookAlike(
        "memory-null-dereference", because: "The function ignores NULL, so the object's own memory is invalid."),
    ],
    references: [.memoryAccess, .zombies],
    supersedes: ["memory-bad-access", "memory-bus-error", "objc-overrelease"],
    generality: 4, phrases: ["fill": fillWords],
    searchTerms: """
      swift_retain
      swift_release
      swift_bridgeObjectRelease
      swift_unknownObjectRelease
      swift_release_dealloc
      data race crash
      EXC_BAD_ACCESS swift_retain
      """,
    examples: [
      .matches(
        "a property that two threads replace", atLeast: .likely,
        """
        →Exception Type:  EXC_BAD_ACCESS (SIGSEGV)
        Exception Codes: KERN_INVALID_ADDRESS at 0x0000000bd1f2a8d0

        Thread 7 Crashed:
        →0   libswiftCore.dylib            	0x00000001a3c5a414 swift_retain + 24
        →1   Cards                         	0x0000000102d34f50 CardStore.append(_:) + 76
        2   libdispatch.dylib             	0x00000001a3b0e844 _dispatch_client_callout + 20
        """),
      .doesNotMatch(
        "a fault of the app below which the runtime was called",
        """
        Exception Type:  EXC_BAD_ACCESS (SIGSEGV)
        Exception Codes: KERN_INVALID_ADDRESS at 0x0000000bd1f2a8d0

        Thread 7 Crashed:
        0   Cards                         	0x0000000102d34f50 CardStore.deinit + 76
        1   libswiftCore.dylib            	0x00000001a3c5a414 _swift_release_dealloc + 24
        2   Cards                         	0x0000000102d34f90 CardStore.append(_:) + 76
        """),
      .doesNotMatch(
        "a trap of the runtime",
        """
        Exception Type:  EXC_BREAKPOINT (SIGTRAP)

        Thread 7 Crashed:
        0   libswiftCore.dylib            	0x00000001a3c5a414 swift_unknownObjectRetain + 24
        1   Cards                         	0x0000000102d34f50 CardStore.append(_:) + 76
        """),
    ])

  private static let fault = Evidence.all([
    .badAccess(), .not(.field(.exceptionSubtype, .contains(["pointer authentication"]))), .not(.stackExhausted()),
    .not(.anyRepetition),
  ])

  /// The other functions do nothing for NULL, and this one reads from the object at once.
  private static let typeOnTop = Evidence.all([
    .uncited(
      .memoryFault("an access that is not close to address 0", statement: "The address is not close to 0.") {
        fault, _ in
        fault.nullOffset == nil
      }),
    .frame(
      FrameQuery(
        ["swift_getObjectType"], named: ["{operation}"], images: ["libswiftCore.dylib", "libswiftCore"],
        position: .first(1), statement: "The fault is in {function}, which follows the object's pointer.")),
  ])

  private static let runtimeOnTop = Evidence.frame(
    FrameQuery(
      [
        "swift_retain*", "_swift_retain*", "swift_release*", "_swift_release*", "swift_bridgeObject*",
        "swift_unknownObject*", "swift_nonatomic_*", "swift_unowned*", "swift_weak*", "swift_isUniquelyReferenced*",
        "swift_isEscapingClosureAtFileLocation", "swift::RefCounts<*", "swift_arrayDestroy", "swift_arrayInitWithCopy*",
        "swift_arrayAssignWithCopy*", "bool swift::RefCounts<*",
      ], named: ["{operation}"], images: ["libswiftCore.dylib", "libswiftCore", "libswift_Concurrency*"],
      position: .first(1), statement: "The fault is in {function}, which follows the object's pointer."))

  private static let caller = Evidence.frame(
    FrameQuery([], roles: [.app], blamed: true, statement: "The object was used in {function}."))
}
