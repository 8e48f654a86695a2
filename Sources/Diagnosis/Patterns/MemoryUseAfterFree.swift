import CrashReports

/// Pointers whose value is that with which memory is filled: before its first use, or after it was freed.
extension Pattern {
  /// A pointer that was read from freed memory.
  static let memoryUseAfterFree: Pattern = Pattern(
    "memory-use-after-free",
    title: "Use after free: the pointer was read from freed memory",
    family: .memory,
    symptom: "The app crashes with EXC_BAD_ACCESS at an address such as 0x5555555555555555 or 0xdeadbeef.",
    grades: [
      Grade(
        .likely, cause: .likely,
        .memoryFault("a pointer with a value that fills freed memory", statement: statement) {
          fault, _ in
          if case .fill(let value) = fault.value { fault.access != .execute && value.isFreed } else { false }
        })
    ],
    headline: "Use after free in {function|the process}: {address|a pointer} is {fill}",
    cause: """
      The pointer has the value {fill}. So the object or structure from which it was read had been freed before, and the \
      code still has a pointer to that.
      """,
    remedy: [
      "Find the owner of what {location?{location}|{function|the first frame of the app}} reads, and keep it alive until its last use, or clear the pointer when it is freed.",
      "Run with Address Sanitizer (scheme, Diagnostics): it reports where the memory was allocated and freed.",
    ],
    changes: [
      Change("c", before: "free(deck->cards);", after: "free(deck->cards);\ndeck->cards = NULL;")
    ],
    gaps: [
      Gap(unless: .hasStack, "The stack of the crashed thread."),
      Gap(unless: .namesSourceLine, "The line in the source: symbolicate with the dSYM of this build."),
    ],
    lookalikes: [
      LookAlike(
        "memory-uninitialized", because: "The value is that of freed memory, not of memory before its first use."),
      LookAlike("memory-bad-access", because: "The value of the pointer shows where it comes from."),
    ],
    references: [.memoryAccess, Reference("malloc(3) (macOS manual page): MallocScribble")],
    supersedes: ["memory-bad-access", "memory-bus-error"],
    generality: 4, fallback: .unlessSpecific, phrases: ["fill": fillWords],
    searchTerms: """
      0x5555555555555555
      0xdeadbeef
      0xbaddc0dedeadbead
      MallocScribble
      freed memory pattern
      use after free
      poison value
      """,
    examples: [
      .matches(
        "MallocScribble fills freed memory", atLeast: .likely,
        """
        →Exception Type:        EXC_BAD_ACCESS (SIGSEGV)
        →Exception Codes:       KERN_INVALID_ADDRESS at 0x5555555555555565

        Thread 0 Crashed:
        0   Cards                         0x0000000104d2d110 deck_count + 8 (deck.c:12)
        """),
      .doesNotMatch(
        "a normal address of the heap",
        """
        Exception Type:        EXC_BAD_ACCESS (SIGSEGV)
        Exception Codes:       KERN_INVALID_ADDRESS at 0x0000600005555570

        Thread 0 Crashed:
        0   Cards                         0x0000000104d2d110 deck_count + 8 (deck.c:12)
        """),
    ])

  /// A pointer that was read from memory that was never written.
  static let memoryUninitialized: Pattern = Pattern(
    "memory-uninitialized",
    title: "Use of an uninitialized pointer",
    family: .memory,
    symptom: "The app crashes with EXC_BAD_ACCESS at an address such as 0xaaaaaaaaaaaaaaaa.",
    grades: [
      Grade(
        .likely, cause: .likely,
        .memoryFault("a pointer with a value that fills new memory", statement: statement) {
          fault, _ in
          fault.value == .fill(.prescribble) || fault.value == .fill(.notWritten)
        })
    ],
    headline: "Use of an uninitialized pointer in {function|the process}: {address|its value} is {fill}",
    cause: """
      The pointer has the value {fill}. So the code used a variable or a member of an allocated block that was never \
      assigned.
      """,
    remedy: [
      "In {location?{location}|{function|the first frame of the app}}, assign each pointer before its first use; initialize structures with `= {0}`, or allocate them with calloc().",
      "Compile with -Wuninitialized and -Wconditional-uninitialized, and run the static analyzer.",
    ],
    changes: [
      Change("c", before: "Deck *deck = malloc(sizeof *deck);", after: "Deck *deck = calloc(1, sizeof *deck);")
    ],
    gaps: [
      Gap(unless: .hasStack, "The stack of the crashed thread."),
      Gap(unless: .namesSourceLine, "The line in the source: symbolicate with the dSYM of this build."),
    ],
    lookalikes: [
      LookAlike("memory-use-after-free", because: "The value is that of memory before its first use.")
    ],
    references: [.memoryAccess, Reference("malloc(3) (macOS manual page): MallocPreScribble")],
    supersedes: ["memory-bad-access", "memory-bus-error"],
    generality: 4, fallback: .unlessSpecific, phrases: ["fill": fillWords],
    searchTerms: """
      0xaaaaaaaaaaaaaaaa
      MallocPreScribble
      uninitialized pointer
      uninitialized variable
      uninitialized memory
      trivial-auto-var-init
      """,
    examples: [
      .matches(
        "MallocPreScribble fills new memory", atLeast: .likely,
        """
        →Exception Type:        EXC_BAD_ACCESS (SIGSEGV)
        →Exception Codes:       KERN_INVALID_ADDRESS at 0xaaaaaaaaaaaaaab2

        Thread 0 Crashed:
        0   Cards                         0x0000000104d2d110 deck_count + 8 (deck.c:12)
        """),
      .doesNotMatch(
        "a general protection fault without such a register",
        """
        Exception Type:        EXC_BAD_ACCESS (SIGSEGV)
        Exception Codes:       EXC_I386_GPFLT

        Thread 0 Crashed:
        0   Cards                         0x0000000104d2d110 deck_count + 8 (deck.c:12)

        Thread 0 crashed with X86 Thread State (64-bit):
          rax: 0x00d3b2f0a1c2e4f0  rbx: 0x0000000000000000  rcx: 0x0000000000000000  rdx: 0x0000000000000000
        """),
    ])

  private static let statement = "{address|A register} is {fill}."

  /// Descriptions of ``FillValue``.
  static let fillWords: [String: String] = [
    "scribble": "0x55 in each byte, with which MallocScribble fills freed memory",
    "prescribble":
      "0xAA in each byte, with which MallocPreScribble fills allocated memory, and compilers automatic variables",
    "pool": "0xA3 in each byte, with which an autorelease pool fills slots that it released",
    "nano": "0xbaddc0dedeadbead, which malloc writes into freed blocks",
    "jemallocFreed": "0xE5 in each byte, with which jemalloc fills freed memory",
    "notWritten": "a value with which allocators fill new memory",
    "marker": "0xdeadbeef, which libraries write to memory that is not valid any more",
    "webKit": "the address to which WebKit writes to stop the process",
  ]
}
