import CrashReports

extension Pattern {
  /// A pointer whose value cannot be an address.
  static let memoryDamagedPointer: Pattern = Pattern(
    "memory-damaged-pointer",
    title: "Damaged pointer: its value is not an address",
    family: .memory, revision: 2,
    symptom: """
      The app crashes with EXC_BAD_ACCESS at an address that no process can have: text, a truncated pointer, a small or \
      negative number, or on Intel EXC_I386_GPFLT without an address.
      """,
    grades: [
      Grade(.likely, cause: .likely, .all([damaged(textStatement) { if case .text = $0 { true } else { false } }])),
      Grade(.likely, cause: .likely, damaged(truncatedStatement) { if case .truncated = $0 { true } else { false } }),
      Grade(.likely, cause: .possible, .all([damaged(negativeStatement) { $0 == .negative }, kind("negative")])),
      Grade(.likely, cause: .possible, .all([damaged(smallStatement) { $0 == .small }, kind("small")])),
      Grade(.likely, cause: .possible, .all([damaged(outsideStatement) { $0 == .outside }, kind("outside")])),
    ],
    headline: """
      Invalid pointer in {function|the process}{address?: {address}|: its value}\
      {text? is the text "{text}"|{pointer? is the pointer {pointer} cut to 32 bits|{kind? is {kind}{held?; {holder} contains the text "{held}"}}}}
      """,
    cause: """
      {text?The bytes that were used as a pointer are the text "{text}": a string was written over the pointer, or beyond \
      the end of a buffer next to it, or memory that contains text was used as an object.|\
      {pointer?{register} contains {pointer}, and the faulting address is its low half: the pointer passed through a \
      32-bit integer. Usually a function without a declaration, which returns int in C, or a cast to int or a 32-bit \
      format.|The pointer has a value that cannot be the address of data: {why}.\
      {held? {holder} contains the text "{held}": probably the pointer, over which a string was written.}}}
      """,
    remedy: [
      """
      {pointer?Declare the function that returns the pointer, and use intptr_t or a pointer type for its value|\
      Run with Address Sanitizer: it stops where memory is overwritten, or used after it was freed}.
      """,
      "Look at {location?{location}|{function|the first frame of the app}}: find the pointer it reads, and who writes it or its neighbors.",
    ],
    changes: [
      Change(
        "c", before: "char *name = deck_name(deck);   // no declaration: int",
        after: "#include \"deck.h\"\nchar *name = deck_name(deck);"),
      Change("objective-c", before: "int handle = (int)pointer;", after: "intptr_t handle = (intptr_t)pointer;"),
    ],
    gaps: [
      Gap(unless: .hasStack, "The stack of the crashed thread."),
      Gap(unless: .namesSourceLine, "The line in the source: symbolicate with the dSYM of this build."),
    ],
    lookalikes: [
      LookAlike("memory-null-dereference", because: "The address is not close to 0."),
      LookAlike("pointer-authentication", because: "The system does not report a failed pointer signature."),
    ],
    references: [.memoryAccess, .exceptionTypes],
    // The kernel notes a possible failure of a signature for text, too.
    supersedes: ["memory-bad-access", "memory-bus-error", "pointer-authentication"],
    generality: 5, fallback: .unlessSpecific,
    phrases: [
      "kind": [
        "negative": "a negative number", "small": "below 4 GB, where 64-bit processes have no memory",
        "outside": "not a valid address (non-canonical)",
      ],
      "why": [
        "negative":
          "it is a small negative number, as functions return it for an error (MAP_FAILED, or -1 as an index)",
        "small":
          "64-bit processes have no memory below 4 GB. It is an integer that was used as a pointer, a pointer cut to 32 "
          + "bits, or NULL plus a large offset",
        "outside":
          "bits are set that addresses do not have. It was overwritten, read from freed memory, or is a tagged or signed "
          + "pointer that was used as it is",
      ],
    ],
    searchTerms: """
      EXC_I386_GPFLT
      general protection fault
      non-canonical address
      pointer truncated to 32 bits
      implicit declaration pointer truncation
      damaged pointer
      corrupt pointer
      text used as pointer
      """,
    examples: [
      .matches(
        "text was written over a pointer", atLeast: .likely,
        """
        →Exception Type:        EXC_BAD_ACCESS (SIGSEGV)
        →Exception Codes:       KERN_INVALID_ADDRESS at 0x64656c7469746e55

        Thread 0 Crashed:
        0   Cards                         0x0000000104d2d110 deck_count + 8 (deck.c:12)
        """),
      .matches(
        "a pointer that was cut to 32 bits", atLeast: .likely,
        """
        →Exception Type:        EXC_BAD_ACCESS (SIGSEGV)
        →Exception Codes:       KERN_INVALID_ADDRESS at 0xffffffff8abc4560

        Thread 0 Crashed:
        0   Cards                         0x0000000104d2d110 deck_count + 8 (deck.c:12)

        Thread 0 crashed with ARM Thread State (64-bit):
            x0: 0xffffffff8abc4560   x1: 0x0000000104d2e0aa   x2: 0x000060008abc4560   x3: 0x0000000000000000
        """),
      .matches(
        "Intel does not record an address that is not canonical", atLeast: .likely,
        """
        →Exception Type:        EXC_BAD_ACCESS (SIGSEGV)
        →Exception Codes:       EXC_I386_GPFLT

        Thread 0 Crashed:
        0   Cards                         0x0000000104d2d110 deck_count + 8 (deck.c:12)
        """),
      .matches(
        "text in a register, of which the address is a part", atLeast: .likely,
        """
        →Exception Type:        EXC_BAD_ACCESS (SIGSEGV)
        →Exception Codes:       KERN_INVALID_ADDRESS at 0x0000654464726140

        Thread 0 Crashed:
        0   Cards                         0x0000000104d2d110 deck_count + 8 (deck.c:12)

        Thread 0 crashed with ARM Thread State (64-bit):
            x0: 0x000060008abc4560   x1: 0x0000000104d2e0aa   x8: 0x6b63654464726143   x9: 0x0000000000000000
        """),
      .matches(
        "the note about signatures for an address that is text", atLeast: .likely,
        """
        →Exception Type:        EXC_BAD_ACCESS (SIGSEGV)
        →Exception Codes:       KERN_INVALID_ADDRESS at 0x6b63654464726143 -> 0x0000006544647261 (possible pointer authentication failure)

        Thread 0 Crashed:
        0   Cards                         0x0000000104d2d110 deck_count + 8 (deck.c:12)
        """),
      .matches(
        "Intel: a register contains text", atLeast: .likely,
        """
        →Exception Type:        EXC_BAD_ACCESS (SIGSEGV)
        →Exception Codes:       EXC_I386_GPFLT

        Thread 0 Crashed:
        0   Cards                         0x0000000104d2d110 deck_count + 8 (deck.c:12)

        Thread 0 crashed with X86 Thread State (64-bit):
          rax: 0x0000000000000001  rbx: 0x0000000000000002  rcx: 0x0000000000000003  rdx: 0x0000000000000004
          rdi: 0x6b63654464726143  rsi: 0x0000000000000003  rbp: 0x00007ff7b0d10000  rsp: 0x00007ff7b0d0fe00
        """),
      .doesNotMatch(
        "an address of the heap whose last bytes are letters",
        """
        Exception Type:        EXC_BAD_ACCESS (SIGSEGV)
        Exception Codes:       KERN_INVALID_ADDRESS at 0x0000600061626364

        Thread 0 Crashed:
        0   Cards                         0x0000000104d2d110 deck_count + 8 (deck.c:12)
        """),
      .doesNotMatch(
        "a possible address that is not mapped",
        """
        Exception Type:        EXC_BAD_ACCESS (SIGSEGV)
        Exception Codes:       KERN_INVALID_ADDRESS at 0x00000001f0debc9a

        Thread 0 Crashed:
        0   Cards                         0x0000000104d2d110 deck_count + 8 (deck.c:12)
        """),
    ])

  private static let textStatement = "The address consists of characters: \"{text}\"."
  private static let truncatedStatement = "The address is the low half of a pointer."
  private static let negativeStatement = "The address is a small negative number."
  private static let smallStatement = "The address is below 4 GB, where a 64-bit process has no memory."
  private static let outsideStatement = "The address is not one that a process can have."

  private static func damaged(
    _ statement: String, _ accepts: @escaping @Sendable (PointerValue) -> Bool
  ) -> Evidence {
    .memoryFault("an address that cannot be one of data", statement: statement) { fault, _ in
      fault.access != .execute && fault.value.map(accepts) ?? false
    }
  }

  private static func kind(_ name: String) -> Evidence { .all([.capture("kind", name), .capture("why", name)]) }
}
