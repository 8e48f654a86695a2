import CrashReports

extension Pattern {
  /// An access to a member or element of a NULL pointer.
  static let memoryNullDereference: Pattern = Pattern(
    "memory-null-dereference",
    title: "NULL pointer dereference",
    family: .memory, revision: 4,
    symptom: "The app crashes with EXC_BAD_ACCESS (KERN_INVALID_ADDRESS) at address 0 or at a very small address.",
    // The access is a fact, but a specific cause that is only likely has to outrank it.
    grades: [
      Grade(
        .likely, cause: .likely,
        .all([
          .memoryFault("a recorded read or write close to address 0", statement: statement) { fault, _ in
            isNull(fault) && fault.accessSource != nil
          }, .optional(.callerInOtherLanguage),
        ])),
      Grade(
        .likely, cause: .possible,
        .all([
          .memoryFault("an access close to address 0", statement: statement) { fault, _ in
            isNull(fault)
          }, .optional(.callerInOtherLanguage),
        ])),
      Grade(.likely, cause: .possible, .all([.badAccess(statement: nil), .not(.field(.faultAddress)), reported])),
    ],
    headline: """
      NULL dereference in {top?{top}{argument? ({argument} is NULL)}{function?, called from {function}}|{function?{function}|{unnamed?{unnamed}|{counter?the code at {counter}|the process}}}}\
      {offset?: offset {offset}{access?, {access}}|{access? ({access})}}
      """,
    cause: """
      {argument?The {argument} that was passed to {top} is NULL{offset?, or an address {offset} bytes from it}|\
      The code used a pointer that is NULL{offset?, and accessed {member|a member or an element} \
      at offset {offset}|{wrote?, and wrote to its first bytes|, and accessed its first member, such as the isa of an \
      object or a virtual function table}}}. The pointer was never set, was cleared before, or comes from a call that failed and \
      returned NULL.{topKind? {topKind}}{duringInit? {duringInit} was still running: the system called back before it returned, so that what it sets later was not set.}\
      {outer? {outer} called this code, further out on the stack.}
      """,
    remedy: [
      """
      {passer?{passer} called code of {passedImage}, and {top} probably got an object that is NULL: \
      {duringInit?{duringInit} had not returned, so set the object before the call that calls back|find out why {passer} has no \
      object there}.|}
      """,
      """
      {location?In {location}|{function?In {function}|{unnamed?At {unnamed} (symbolicate {image} with the dSYM of its build)|\
      {top?|{counter?At {counter}, the instruction in pc (symbolicate this address)|In the innermost frame of the program}}}}}\
      {location?, check the pointer for NULL before its use{top?, or what is passed to {top}}\
      {argumentRegister?: the first argument ({argumentRegister}) is NULL}|\
      {function?, check the pointer for NULL before its use{top?, or what is passed to {top}}\
      {argumentRegister?: the first argument ({argumentRegister}) is NULL}|\
      {unnamed?{top?, check what is passed to {top}|, find the pointer that is NULL}|\
      {top?{lone?The report shows only {top}{argumentRegister?, whose first argument ({argumentRegister}) is NULL}: add the frames below \
      it, and the registers. They show whether the pointer was passed to {top}|\
      {started?The app's code on this stack only starts the event loop|No code of the app is on this stack}: \
      {caller?{argumentRegister?{caller} passed NULL to {top} ({argumentRegister})|{caller} called {top}\
      {argument?, whose {argument} is NULL|, which used a NULL pointer}}|{top}{argument?: its {argument} is NULL| used a NULL pointer}}. \
      Look at what the app passed to {image|the system} before, and at the other threads of the report}|\
      , find the pointer that is NULL}}}}.
      """,
      "Find out why it is NULL: a failed lookup or allocation, a missing initialization, or another thread that cleared it.",
    ],
    changes: [
      Change("c", before: "deck->count += 1;", after: "if (deck == NULL) { return; }\ndeck->count += 1;"),
      Change(
        "objective-c", before: "char first = buffer->bytes[0];",
        after: "if (buffer == NULL) { return; }\nchar first = buffer->bytes[0];"),
      Change(
        "swift", before: "let first = pointer.unsafelyUnwrapped[0]",
        after: "guard let pointer else { return }\nlet first = pointer[0]"),
    ],
    gaps: [
      Gap(unless: .hasStack, "The stack of the crashed thread."),
      Gap(
        unless: .callersShown,
        "The frames below the innermost one, and the registers: they show where the NULL pointer comes from."),
      Gap(unless: .namesSourceLine, "The line in the source: symbolicate with the dSYM of this build."),
    ],
    lookalikes: [
      LookAlike("memory-null-call", because: "The access was to data; no instruction was fetched from the address."),
      LookAlike("swift-nil-unwrap", because: "A forced nil is a trap in Swift; it does not access memory."),
    ],
    knownGaps: [
      "Some programs write to NULL on purpose to crash.",
      "The member of an object whose memory was cleared after it was freed looks the same.",
    ],
    references: [.memoryAccess, .exceptionTypes],
    supersedes: ["memory-bad-access", "memory-bus-error"],
    generality: 5, fallback: .unlessSpecific,
    phrases: [
      "topKind": [
        "swift_getObjectType":
          "swift_getObjectType() reads the class of an object that may not be nil: probably a parameter, property or result "
          + "of Objective-C that is not optional in Swift was nil."
      ],
      "member": [
        "0x8":
          "the type of a Core Foundation object, the reference count of a Swift object, or the first instance variable "
          + "of an Objective-C object",
        "0x10":
          "the function of a block (a nil block was called), or the first stored property of a Swift object",
      ],
    ],
    searchTerms: """
      NULL dereference
      null pointer dereference
      NULL pointer
      nil pointer
      dereferenced NULL
      EXC_BAD_ACCESS address=0x0
      EXC_BAD_ACCESS address=0x8
      EXC_BAD_ACCESS address=0x10
      KERN_INVALID_ADDRESS at 0x0000000000000000
      nil block call
      """,
    examples: [
      .matches(
        "a member of a NULL structure, read on an ARM processor", atLeast: .likely,
        """
        →Exception Type:        EXC_BAD_ACCESS (SIGSEGV)
        →Exception Codes:       KERN_INVALID_ADDRESS at 0x0000000000000018

        Thread 0 Crashed:
        0   Cards                         0x0000000104d2d110 deck_count + 8 (deck.c:12)
        →1   Cards                         0x0000000104d2d190 -[CardController viewDidLoad] + 80

        Thread 0 crashed with ARM Thread State (64-bit):
            x0: 0x0000000000000000   x1: 0x0000000104d2e0aa   x2: 0x0000000000000000   x3: 0x0000000000000000
            lr: 0x0000000104d2d190   sp: 0x000000016b0d2f10   pc: 0x0000000104d2d110 cpsr: 0x20001000
           far: 0x0000000000000018  esr: 0x92000006 (Data Abort) byte read Translation fault
        """),
      .matches(
        "a function of Core Foundation was called with NULL", atLeast: .likely,
        """
        →Exception Type:        EXC_BAD_ACCESS (SIGSEGV)
        →Exception Codes:       KERN_INVALID_ADDRESS at 0x0000000000000008

        Thread 0 Crashed:
        →0   CoreFoundation                0x00007fff20412ccf CFGetTypeID + 14
        1   Cards                         0x0000000104d2d190 -[CardController viewDidLoad] + 80

        Thread 0 crashed with X86 Thread State (64-bit):
          rax: 0x0000000000000000  rbx: 0x0000000000000000  rcx: 0x0000000000000000  rdx: 0x0000000000000000
          rdi: 0x0000000000000000  rsi: 0x0000000000000000  rbp: 0x00007ff7b0b9be20  rsp: 0x00007ff7b0b9be00
          rip: 0x00007fff20412ccf  rfl: 0x0000000000010246  cr2: 0x0000000000000008

        Logical CPU:     2
        Error Code:      0x00000004 (no mapping for user data read)
        Trap Number:     14
        """),
      .matches(
        "only the exception", atLeast: .likely,
        """
        →Exception Type:  EXC_BAD_ACCESS (SIGSEGV)
        →Exception Codes: 0x0000000000000001, 0x0000000000000020
        """),
      .doesNotMatch(
        "an address that is not close to 0",
        """
        Exception Type:        EXC_BAD_ACCESS (SIGSEGV)
        Exception Codes:       KERN_INVALID_ADDRESS at 0x00000001f0debc9a

        Thread 0 Crashed:
        0   Cards                         0x0000000104d2d110 deck_count + 8 (deck.c:12)
        """),
      .doesNotMatch(
        "Intel: the address of a general protection fault is not recorded",
        """
        Exception Type:        EXC_BAD_ACCESS (SIGSEGV)
        Exception Codes:       0x000000000000000d, 0x0000000000000000
        Exception Note:        EXC_CORPSE_NOTIFY

        Thread 0 Crashed:
        0   Cards                         0x0000000104d2d110 deck_count + 8 (deck.c:12)

        Thread 0 crashed with X86 Thread State (64-bit):
          rax: 0x00d3b2f0a1c2e4f0  rbx: 0x0000000000000000  rcx: 0x0000000000000000  rdx: 0x0000000000000000
        """),
      .doesNotMatch(
        "a call through NULL",
        """
        Exception Type:        EXC_BAD_ACCESS (SIGSEGV)
        Exception Codes:       KERN_INVALID_ADDRESS at 0x0000000000000000

        Thread 0 Crashed:
        0   ???                           0x0000000000000000 0 + 0
        1   Cards                         0x0000000104d2d190 -[CardController viewDidLoad] + 80
        """),
    ])

  private static let statement = "The address is {offset?{offset} bytes from NULL|NULL}."

  /// The words of KSCrash, which other reporters contain.
  private static let reported = Evidence.text(
    ["Attempted to dereference null pointer"], statement: "The reporter classified the access as one to NULL.")

  private static func isNull(_ fault: MemoryFault) -> Bool { fault.nullOffset != nil && fault.access != .execute }
}
