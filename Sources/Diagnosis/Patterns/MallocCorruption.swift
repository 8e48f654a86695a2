import CrashReports

extension Pattern {
  /// Heap corruption that malloc detected.
  static let mallocCorruption: Pattern = Pattern(
    "malloc-corruption",
    title: "Heap corruption: memory was written to after it was freed, or beyond its end",
    family: .memory,
    revision: 2,
    symptom: """
      The app aborts inside malloc or free, often in different code on each run, with "incorrect checksum for freed \
      object".
      """,
    grades: [
      Grade(.certain, cause: .likely, .all([stated, .optional(aborted)])),
      Grade(.certain, cause: .likely, libraryFrame),
      Grade(.likely, cause: .likely, .all([.badAccess(), faultInside, elsewhere])),
      Grade(.likely, cause: .likely, .all([.trapped(), trapInside])),
    ],
    headline:
      "Heap corruption{pointer? at {pointer}}: detected in {function|malloc}, probably caused elsewhere",
    cause: """
      malloc stores its own data in freed memory and next to blocks, and found this data overwritten. Some code wrote \
      to a block after it was freed, or beyond its end, at some earlier time. The stack shows which code used malloc \
      next; that code is usually not at fault.
      """,
    remedy: [
      """
      Run with Address Sanitizer (scheme, Diagnostics): it stops at the faulty write and reports where the block was \
      freed.
      """,
      """
      Without Address Sanitizer use Guard Malloc, or MallocScribble=1 and MallocCheckHeapEach=1000 in the environment.
      """,
      """
      Look for C buffers, memcpy and unsafe Swift pointers whose size is computed by hand, and for objects used by two \
      threads.
      """,
    ],
    changes: [
      Change("objective-c", before: "strcpy(name, title);", after: "snprintf(name, sizeof name, \"%s\", title);"),
      Change(
        "swift", before: "memcpy(pointer, source, data.count)",
        after: """
          buffer.withUnsafeMutableBytes { bytes in
            precondition(data.count <= bytes.count)
            bytes.copyBytes(from: data)
          }
          """),
      Change(
        "shell",
        after: "MallocScribble=1 MallocGuardEdges=1 MallocCheckHeapStart=1000 MallocCheckHeapEach=100 ./Cards"),
    ],
    gaps: [
      Gap(unless: .hasStack, "The stack, although it shows only where the corruption was detected."),
      Gap(unless: .namesSourceLine, "The line in the source: symbolicate with the dSYM."),
    ],
    lookalikes: [
      LookAlike("malloc-invalid-free", because: "The block was allocated; its memory was overwritten."),
      LookAlike("memory-bad-access", because: "malloc itself stopped the process; no invalid address was accessed."),
      LookAlike("stack-buffer-overflow", because: "The heap was corrupted, not the stack."),
    ],
    references: [
      Reference("malloc(3) (macOS manual page)"),
      Reference("Enabling the Malloc Debugging Features (Apple, Memory Usage Performance Guidelines)"), .memoryAccess,
    ],
    supersedes: [
      "libmalloc-client-bug", "memory-bad-access", "swift-trap-unspecified", "libdispatch-client-bug",
      "malloc-invalid-free",
    ],
    generality: 3,
    searchTerms: """
      heap corruption
      incorrect checksum for freed object
      object was probably modified after being freed
      memory corruption
      heap buffer overflow
      buffer overflow
      malloc corruption
      corrupt heap
      malloc
      malloc_error_break
      """,
    examples: [
      .matches(
        "the checksum of a freed block",
        """
        →Cards(4711,0x1050f8580) malloc: Incorrect checksum for freed object 0x600000e1c0a8: probably modified after being freed.
        Corrupt value: 0x1
        """),
      .matches(
        "the older wording, in a report",
        """
        Exception Type:        EXC_CRASH (SIGABRT)

        Application Specific Information:
        →*** error for object 0x7fa1b8d00000: incorrect checksum for freed object - object was probably modified after being freed.

        Thread 0 Crashed:
        0   libsystem_kernel.dylib        	0x00000001a3c5a414 __pthread_kill + 8
        1   libsystem_pthread.dylib       	0x00000001a3c7b010 pthread_kill + 272
        2   libsystem_c.dylib             	0x00000001a3b0e844 abort + 100
        →3   libsystem_malloc.dylib        	0x00000001a3b0e844 szone_error + 596
        4   Cards                         	0x0000000102d34f50 -[Deck shuffle] + 76
        """),
      .matches(
        "the message of current systems",
        """
        Exception Type:  EXC_BREAKPOINT (SIGTRAP)

        Application Specific Information:
        →BUG IN CLIENT OF LIBMALLOC: memory corruption of free block

        Thread 0 Crashed:
        →0   libsystem_malloc.dylib        	0x00000001a3b0e844 _xzm_xzone_malloc_freelist_outlined + 864
        1   Cards                         	0x0000000102d34f50 -[Deck shuffle] + 76
        """),
      .matches(
        "malloc follows a damaged list of free blocks, without a message", atLeast: .likely,
        """
        →Exception Type:        EXC_BAD_ACCESS (SIGSEGV)
        Exception Codes:       KERN_INVALID_ADDRESS at 0x00007fa1b8d00020

        Thread 4 Crashed:
        →0   libsystem_malloc.dylib        	0x00000001a3b0e844 tiny_malloc_from_free_list + 152
        1   libsystem_malloc.dylib        	0x00000001a3b0e144 tiny_malloc_should_clear + 220
        2   libsystem_malloc.dylib        	0x00000001a3b0d844 szone_malloc_should_clear + 92
        3   Cards                         	0x0000000102d34f50 -[Deck shuffle] + 76
        """),
      .doesNotMatch(
        "malloc was called with a NULL zone",
        """
        Exception Type:        EXC_BAD_ACCESS (SIGSEGV)
        Exception Codes:       KERN_INVALID_ADDRESS at 0x0000000000000018

        Thread 0 Crashed:
        0   libsystem_malloc.dylib        	0x00000001a3b0e844 malloc_zone_malloc + 32
        1   Cards                         	0x0000000102d34f50 -[Deck shuffle] + 76
        """),
      .doesNotMatch(
        "a pointer that was never allocated",
        """
        Cards(4711,0x1050f8580) malloc: *** error for object 0x148008000: pointer being freed was not allocated
        """),
      .doesNotMatch(
        "the checksum of a download",
        """
        Cards[4711:90210] Incorrect checksum for file deck.zip: expected 0x1, found 0x2
        """),
    ])

  private static let stated = Evidence.text(
    [
      "incorrect checksum for freed object {pointer}: probably modified",
      "error for object {pointer}: incorrect checksum",
      "error for object {pointer}: {}probably modified after being freed",
      "object was probably modified after being freed",
      "Heap corruption detected, free list is damaged at {pointer} ", "Heap corruption detected",
      "BUG IN CLIENT OF LIBMALLOC: memory corruption", "free list is damaged", "tiny_free_list_remove_ptr",
      "error for object {pointer}: Internal invariant broken", "error for object {pointer}: Invalid pointer dequeued",
      "error for object {pointer}: Freelist corruption", "error for object {pointer}: {}guard page was corrupted",
      "malloc: *** {}corruption", "Region cookie corrupted for region", "heap corruption: block {}",
    ], statement: "malloc detected heap corruption.")
  private static let libraryFrame = Evidence.frame(
    FrameQuery(
      [
        "*BUG_IN_CLIENT_OF_LIBMALLOC_MEMORY_CORRUPTION*", "*free_list_checksum_botch*",
        "*_xzm_xzone_freelist_corruption*", "*malloc_zone_error_corrupt*", "*_malloc_report_corruption*",
        "*guard_corruption_detected*", "*_corruption_detected*", "*tiny_free_list_checksum*", "*free_list_corrupt*",
        "*xzm_*corrupt*",
      ], images: ["libsystem_malloc*"], position: .first(12),
      statement: "malloc stops in {function} when it detects heap corruption."))
  /// Functions that read what malloc itself stored in free blocks and in its regions.
  private static let internals = [
    "tiny_*", "small_*", "medium_*", "large_*", "szone_*", "nano_*", "_nano_*", "nanov2_*", "xzm_*", "_xzm_*",
    "free_list_*", "rack_*", "*_free_list_*", "find_zone_and_free", "_malloc_zone_malloc*", "malloc", "calloc",
    "malloc_zone_malloc", "malloc_zone_calloc", "_malloc_type_*", "malloc_type_*",
  ]
  private static let faultInside = Evidence.frame(
    FrameQuery(
      // A function that looks up the size of a block faults for a pointer that was not allocated, too.
      internals, excluding: ["*_size*"], images: ["libsystem_malloc*"], position: .first(1), kind: .inferred,
      statement: "The fault is in {function}: malloc followed a damaged pointer in its own data."))
  /// Not a NULL zone, and not the end of the stack, which a recursion may reach in any function.
  private static let elsewhere = Evidence.all([
    .not(
      .all([
        .field(.faultAddress, .atMost(0xfff)),
        .frame(FrameQuery(["malloc_zone_*", "_malloc_zone_*", "malloc_type_zone_*"], position: .first(1))),
      ])), .not(.stackExhausted()), .not(.anyRepetition),
    .not(.faultAtStackPointer(statement: "")),
  ])
  private static let trapInside = Evidence.frame(
    FrameQuery(
      ["nanov2_*", "tiny_*", "small_*", "medium_*", "*freelist*", "*free_list*"], excluding: ["*CLIENT*", "*_size*"],
      images: ["libsystem_malloc*"], position: .first(1), kind: .inferred,
      statement: "malloc stopped in {function}, which checks the lists of free blocks."))
  private static let aborted = Evidence.frame(
    FrameQuery(
      ["malloc_*", "szone_*", "tiny_*", "nano*", "free", "_xzm_*", "small_*"], images: ["libsystem_malloc*"],
      position: .first(8), statement: "The corruption was detected here."))
}
