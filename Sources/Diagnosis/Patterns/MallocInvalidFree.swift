import CrashReports

extension Pattern {
  /// A free of memory that was not allocated, or was already freed.
  static let mallocInvalidFree: Pattern = Pattern(
    "malloc-invalid-free",
    title: "Invalid free: memory was not allocated, or was already freed",
    family: .memory,
    symptom: "The app aborts with \"malloc: *** error for object …: pointer being freed was not allocated\".",
    grades: [
      Grade(.certain, cause: .likely, .all([stated, .not(Pattern.isolatedDeinit), .optional(caller)])),
      Grade(.certain, cause: .likely, .all([libraryFrame, .not(Pattern.isolatedDeinit), .optional(caller)])),
      Grade(
        .likely, cause: .likely,
        .all([reportingFree, .not(Pattern.isolatedDeinit), .not(.text(["malloc: ***"])), .optional(caller)])),
    ],
    headline: "Invalid free in {function|the process}: {pointer|the pointer} was not allocated, or was already freed",
    cause: """
      free() was called with a pointer that malloc does not recognize: the memory was already freed, the pointer \
      points into the middle of a block, to the stack or to a constant, or the pointer was overwritten. The call to \
      free() can come from the deallocation of an object, from a C++ destructor or from CFRelease.
      """,
    remedy: [
      """
      Run with Address Sanitizer (scheme, Diagnostics): after a double free it reports where the memory was first \
      freed.
      """,
      """
      In {function|the caller}, look for two owners of one pointer: a copied C structure, a bridged object, a C++ \
      class without a copy constructor.
      """,
      "A symbolic breakpoint on malloc_error_break stops at the invalid free.",
    ],
    changes: [
      Change(
        "objective-c", before: "free(_buffer);",
        after: """
          free(_buffer);
          _buffer = NULL;
          """),
      Change(
        "swift",
        after: """
          let buffer = UnsafeMutableBufferPointer<Card>.allocate(capacity: count)
          defer { buffer.deallocate() }   // the only owner
          """),
      Change(
        "c++",
        before: """
          Card *cards = new Card[count];
          free(cards);
          """, after: "std::unique_ptr<Card[]> cards(new Card[count]);"),
    ],
    gaps: [
      Gap(unless: .hasStack, "The stack: the frame below free is the caller."),
      Gap(unless: .namesSourceLine, "The line in the source: symbolicate with the dSYM."),
    ],
    lookalikes: [
      LookAlike("malloc-corruption", because: "The pointer was invalid; malloc did not detect heap corruption."),
      LookAlike("swift-isolated-deinit-runtime-bug", because: "The stack has no frame of an isolated deinit."),
      LookAlike("memory-bad-access", because: "malloc itself stopped the process; no invalid address was accessed."),
    ],
    references: [
      Reference("malloc(3) (macOS manual page)"), .memoryAccess, Reference("malloc_error_break (Apple, malloc.h)"),
    ],
    supersedes: ["memory-bad-access", "swift-trap-unspecified", "libdispatch-client-bug"],
    generality: 4,
    searchTerms: """
      double free
      invalid free
      pointer being freed was not allocated
      free twice
      bad free
      freed twice
      """,
    examples: [
      .matches(
        "the console message",
        """
        →Cards(4711,0x1050f8580) malloc: *** error for object 0x148008000: pointer being freed was not allocated
        Cards(4711,0x1050f8580) malloc: *** set a breakpoint in malloc_error_break to debug
        """),
      .matches(
        "freed twice, in a report",
        """
        Exception Type:        EXC_CRASH (SIGABRT)

        Application Specific Information:
        →*** error for object 0x7fa1b8d00000: double free

        Thread 0 Crashed:
        0   libsystem_kernel.dylib        	0x00000001a3c5a414 __pthread_kill + 8
        1   libsystem_pthread.dylib       	0x00000001a3c7b010 pthread_kill + 272
        2   libsystem_c.dylib             	0x00000001a3b0e844 abort + 100
        3   libsystem_malloc.dylib        	0x00000001a3b0e844 malloc_vreport + 596
        4   libsystem_malloc.dylib        	0x00000001a3b0e844 malloc_report + 64
        →5   Cards                         	0x0000000102d34f50 deck_free + 76
        """),
      .matches(
        "current systems: the message is the name of a frame",
        """
        Exception Type:  EXC_BREAKPOINT (SIGTRAP)

        Thread 0 Crashed:
        →0   libsystem_malloc.dylib        	0x00000001a3b0e844 ___BUG_IN_CLIENT_OF_LIBMALLOC_POINTER_BEING_FREED_WAS_NOT_ALLOCATED + 32
        →1   Cards                         	0x0000000102d34f50 deck_free + 76
        """),
      .doesNotMatch(
        "heap corruption",
        """
        Cards(4711,0x1050f8580) malloc: Incorrect checksum for freed object 0x600000e1c0a8: probably modified after being freed.
        """),
      .doesNotMatch(
        "the same message, but the Swift runtime is at fault",
        """
        Exception Type:  EXC_CRASH (SIGABRT)

        Application Specific Information:
        pointer being freed was not allocated

        Thread 0 Crashed:
        0   libsystem_kernel.dylib        	0x00000001a3c5a414 __pthread_kill + 8
        1   libsystem_pthread.dylib       	0x00000001a3c7b010 pthread_kill + 272
        2   libsystem_c.dylib             	0x00000001a3b0e844 abort + 100
        3   libsystem_malloc.dylib        	0x00000001a3b0e844 malloc_vreport + 596
        4   libswift_Concurrency.dylib    	0x00000001a3b0e844 swift::TaskLocal::StopLookupScope::~StopLookupScope() + 64
        5   libswift_Concurrency.dylib    	0x00000001a3b0e844 swift_task_deinitOnExecutorImpl(void*, void (void*) swiftcall*, swift::SerialExecutorRef, unsigned long) + 464
        6   Cards                         	0x0000000102d34f50 CardStore.__deallocating_deinit + 76
        """),
    ])

  private static let stated = Evidence.text(
    [
      "error for object {pointer}: pointer being freed was not allocated",
      "error for object {pointer}: pointer being realloc'd was not allocated",
      "error for object {pointer}: Non-aligned pointer being freed", "error for object {pointer}: double free",
      "error for object {pointer}: Invalid pointer being freed", "pointer being freed was not allocated",
      "pointer being reallocated was not allocated", "attempting free on address which was not malloc()-ed",
      "Non-aligned pointer being freed", "double free for ptr {pointer}", "AddressSanitizer: attempting double-free",
      "BUG IN CLIENT OF LIBMALLOC: pointer being freed",
    ], statement: "malloc rejects the pointer.")
  private static let libraryFrame = Evidence.frame(
    FrameQuery(
      [
        "*BUG_IN_CLIENT_OF_LIBMALLOC_POINTER_BEING_FREED*", "*BUG_IN_CLIENT_OF_LIBMALLOC_DOUBLE_FREE*",
        "*POINTER_BEING_FREED_WAS_NOT_ALLOCATED*", "free_tiny_botch*", "free_small_botch*", "free_medium_botch*",
        "free_large_botch*",
      ], images: ["libsystem_malloc*"], position: .first(12),
      statement: "malloc stops in {function} when it rejects a pointer."))
  /// Devices do not record the message: the frames show that free() or realloc() reported an error.
  private static let reportingFree = Evidence.frames([
    FrameQuery(
      ["malloc_report*", "malloc_vreport*", "malloc_error_break", "_malloc_report*", "malloc_printf*"],
      images: ["libsystem_malloc*"], position: .first(10), statement: "malloc reports an error and ends the process."),
    FrameQuery(
      [
        "free", "_free", "find_zone_and_free", "malloc_zone_free", "realloc", "_realloc", "malloc_zone_realloc",
        "free_*", "szone_free*", "szone_realloc*", "nano_free*", "nanov2_free*", "nanov2_realloc*", "xzm_free*",
        "_xzm_free*", "xzm_realloc*", "malloc_type_realloc*", "_free_*", "mfm_free*",
      ], excluding: ["free_list_*"], images: ["libsystem_malloc*"], position: .first(12), kind: .inferred,
      statement: "{function} rejected the pointer that it was called with."),
  ])
  private static let caller = Evidence.frame(
    FrameQuery(
      [], roles: [.app], position: .first(16), blamed: true,
      statement: "{function} is the first function of the app in the stack."))
}
