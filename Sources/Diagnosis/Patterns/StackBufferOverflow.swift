import CrashReports

extension Pattern {
  /// A write beyond the end of a local buffer.
  static let stackBufferOverflow: Pattern = Pattern(
    "stack-buffer-overflow",
    title: "Stack buffer overflow",
    family: .stack,
    symptom: "The app aborts with __stack_chk_fail on the stack, or with the message \"stack buffer overflow\".",
    grades: [
      Grade(.certain, cause: .likely, .all([canary, .optional(stated), .optional(caller)])),
      Grade(.certain, cause: .likely, sanitizer),
      Grade(.likely, cause: .likely, stated),
    ],
    headline: "Stack buffer overflow in {function|a function of the process}",
    cause: """
      The compiler puts a known value (a canary) between local buffers and the return address. When {function|the \
      function} was about to return, the value had changed: a buffer on its stack was overrun by the function itself \
      or by a function that received the buffer.
      """,
    remedy: [
      """
      In {function|the function}, check the size of local arrays and structures that are filled by strcpy, sprintf, \
      scanf, memcpy or a loop.
      """,
      "Run with Address Sanitizer: it stops at the write itself and names the variable.",
      "Check the size of structures that are shared with a library: a newer header can make them larger.",
    ],
    changes: [
      Change(
        "c",
        before: """
          char name[32];
          strcpy(name, title);
          """,
        after: """
          char name[32];
          snprintf(name, sizeof name, "%s", title);
          """),
      Change(
        "objective-c",
        before: """
          unichar buffer[64];
          [title getCharacters:buffer];
          """,
        after: """
          unichar buffer[64];
          [title getCharacters:buffer range:NSMakeRange(0, MIN(title.length, 64))];
          """),
      Change(
        "swift", after: "withUnsafeTemporaryAllocation(of: UInt8.self, capacity: data.count) { data.copyBytes(to: $0) }"
      ),
    ],
    gaps: [
      Gap(unless: .hasStack, "The stack: the caller of __stack_chk_fail is the function with the overflow."),
      Gap(unless: .namesSourceLine, "The source line: symbolicate with the dSYM."),
    ],
    lookalikes: [
      LookAlike(
        "stack-overflow", because: "No calls repeat, and the stack is not exhausted: a canary was overwritten."),
      LookAlike("malloc-corruption", because: "The damage is on the stack, not on the heap."),
    ],
    references: [Reference("Address Sanitizer (Apple, Xcode)"), .memoryAccess],
    supersedes: ["memory-bad-access", "assert-failed", "address-sanitizer"],
    generality: 2,
    searchTerms: """
      stack buffer overflow
      __stack_chk_fail
      stack smashing
      stack canary
      stack smashing detected
      stack corruption
      """,
    examples: [
      .matches(
        "the frame that checks the canary",
        """
        Exception Type:  EXC_CRASH (SIGABRT)

        Application Specific Information:
        →stack buffer overflow

        Thread 0 Crashed:
        0   libsystem_kernel.dylib        	0x00000001a3c5a414 __pthread_kill + 8
        1   libsystem_pthread.dylib       	0x00000001a3c7b010 pthread_kill + 272
        2   libsystem_c.dylib             	0x00000001a3b0e844 abort + 100
        →3   libsystem_c.dylib             	0x00000001a3b0e844 __stack_chk_fail + 96
        →4   Cards                         	0x0000000102d34f50 deck_title + 76
        """),
      .matches(
        "a report of Address Sanitizer",
        """
        →==4711==ERROR: AddressSanitizer: stack-buffer-overflow on address 0x00016b0c4020 at pc 0x000102d34f50 bp 0x00016b0c3fd0 sp 0x00016b0c3fc8
        """),
      .doesNotMatch(
        "a stack overflow by recursion",
        """
        Exception Type:        EXC_BAD_ACCESS (SIGSEGV)
        Exception Codes:       KERN_PROTECTION_FAILURE at 0x000070000a3fcff8

        VM Regions Near 0x70000a3fcff8:
        --> STACK GUARD            000070000a3fc000-000070000a3fd000 [    4K] ---/rwx SM=NUL  stack guard for thread 3
        """),
      .doesNotMatch(
        "an overflow of a heap buffer",
        """
        ==4711==ERROR: AddressSanitizer: heap-buffer-overflow on address 0x000106b0c402 at pc 0x000102d34f50
        """),
    ])

  private static let canary = Evidence.frame(
    FrameQuery(
      ["__stack_chk_fail", "___stack_chk_fail", "__stack_chk_fail_*"], position: .first(8),
      statement: "{function} detected that a function's canary was overwritten."))
  private static let stated = Evidence.text(
    ["stack buffer overflow", "stack smashing detected"], from: [.applicationSpecificInformation, .console],
    statement: "The system reports that a buffer on the stack overflowed.")
  private static let sanitizer = Evidence.text(
    ["AddressSanitizer: stack-buffer-overflow", "AddressSanitizer: stack-buffer-underflow"],
    statement: "Address Sanitizer stopped at the access.")
  private static let caller = Evidence.frames([
    FrameQuery(["*__stack_chk_fail*"], position: .first(8)),
    FrameQuery(
      [], roles: [.app, .unknown], position: .first(10), blamed: true,
      statement: "{function} is the function whose canary was overwritten."),
  ])
}
