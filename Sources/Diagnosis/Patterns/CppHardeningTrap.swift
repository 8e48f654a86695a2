import CrashReports

extension Pattern {
  /// A failed check of the hardened C++ standard library.
  static let cppHardeningTrap: Pattern = Pattern(
    "cpp-hardening-trap",
    title: "libc++ hardening assertion failed",
    family: .memory,
    symptom: """
      The app crashes with EXC_BREAKPOINT in a std:: function, or aborts with "libc++ Hardening assertion … failed".
      """,
    grades: [
      Grade(.certain, cause: .likely, .all([stated, .optional(caller)])),
      Grade(.certain, cause: .likely, .all([assertingFrame, .optional(caller)])),
      Grade(.certain, cause: .possible, .all([verboseAbort, .optional(caller)])),
      Grade(.likely, cause: .possible, .all([.trapped(), libraryOnTop, .optional(caller)])),
    ],
    headline: "libc++ hardening assertion failed in {function|the app}: {assertion|check not recorded}",
    cause: """
      The C++ standard library was built with checks (hardening), and one of them failed: {assertion|the report does \
      not state which}. Typical reasons: an index beyond the end of a vector, front() of an empty container, an \
      iterator that is no longer valid, an empty optional. Without the check, the program would have read or corrupted \
      other memory.
      """,
    remedy: [
      "In {location|the first frame of the app}, compare the index with the size, or check empty() or has_value(), before the access.",
      "Build with Address Sanitizer and -D_LIBCPP_HARDENING_MODE=_LIBCPP_HARDENING_MODE_DEBUG: they detect more such mistakes, and earlier.",
      "Do not disable the check: it prevents undefined behavior.",
    ],
    changes: [
      Change(
        "c++", before: "return &cards[index];",
        after: """
          if (index >= cards.size()) { return nullptr; }
          return &cards[index];
          """),
      Change(
        "objective-c", before: "return _cards.front();",
        after: """
          if (_cards.empty()) { return nil; }
          return _cards.front();
          """),
      Change(
        "swift",
        after: "guard index < Int(cards.size()) else { return nil }   // std::vector through C++ interoperability"),
    ],
    gaps: [
      Gap(
        unless: .any([stated, assertingFrame]),
        "The text of the assertion: with debug information, it is the name of the inlined frame."),
      Gap(unless: .namesSourceLine, "The source line: symbolicate with the dSYM of the same build."),
    ],
    lookalikes: [
      LookAlike("swift-trap-unspecified", because: "The failed check belongs to the C++ library, not to Swift."),
      LookAlike("assert-failed", because: "The check is inside the library; it is not an assert() of the program."),
      LookAlike("memory-bad-access", because: "The check stopped the access before it happened."),
    ],
    knownGaps: [
      "Release builds keep the trap but not the text; then only the name of the library function is known."
    ],
    references: [
      Reference("Hardening Modes (LLVM, libc++)", url: "https://libcxx.llvm.org/Hardening.html"), .exceptionTypes,
    ],
    supersedes: ["swift-trap-unspecified", "libdispatch-client-bug", "illegal-instruction", "assert-failed"],
    generality: 4,
    searchTerms: """
      libc++ hardening
      libcpp hardening
      libc++ assertion
      std::vector out of bounds
      """,
    examples: [
      .matches(
        "the inlined frame has the assertion as its name",
        """
        Exception Type:  EXC_BREAKPOINT (SIGTRAP)

        Thread 4 Crashed:
        →0   Cards                         	0x0000000102d34f50 /usr/include/c++/v1/vector:1393: assertion __n < size() failed: vector[] index out of bounds
        1   Cards                         	0x0000000102d34f50 std::__1::vector<Card, std::__1::allocator<Card>>::operator[][abi:se180100](unsigned long) + 28 [inlined]
        →2   Cards                         	0x0000000102d34f50 DeckSorter::cardAt(unsigned long) + 76 (DeckSorter.cpp:41)
        """),
      .matches(
        "the library's message",
        """
        →libc++abi: libc++ Hardening assertion !empty() failed: front() called on an empty vector
        """),
      .matches(
        "the function that ends the process",
        """
        Exception Type:  EXC_CRASH (SIGABRT)

        Thread 0 Crashed:
        0   libsystem_kernel.dylib        	0x00000001a3c5a414 __pthread_kill + 8
        1   libsystem_pthread.dylib       	0x00000001a3c7b010 pthread_kill + 272
        2   libsystem_c.dylib             	0x00000001a3b0e844 abort + 100
        →3   libc++.1.dylib                	0x00000001a3c20788 std::__1::__libcpp_verbose_abort(char const*, ...) + 28
        →4   Cards                         	0x0000000102d34f50 DeckSorter::cardAt(unsigned long) + 76
        """),
      .doesNotMatch(
        "an uncaught C++ exception",
        """
        Exception Type:  EXC_CRASH (SIGABRT)

        Application Specific Information:
        terminating due to uncaught exception of type std::out_of_range: vector

        Thread 0 Crashed:
        0   libsystem_kernel.dylib        	0x00000001a3c5a414 __pthread_kill + 8
        1   libsystem_pthread.dylib       	0x00000001a3c7b010 pthread_kill + 272
        2   libsystem_c.dylib             	0x00000001a3b0e844 abort + 100
        3   libc++abi.dylib               	0x00000001a3c20788 abort_message + 128
        4   libc++abi.dylib               	0x00000001a3c20790 std::__terminate(void (*)()) + 16
        5   Cards                         	0x0000000102d34f50 DeckSorter::cardAt(unsigned long) + 76
        """),
      .doesNotMatch(
        "a Swift check",
        """
        Exception Type:  EXC_BREAKPOINT (SIGTRAP)

        Thread 0 Crashed:
        0   libswiftCore.dylib            	0x00000001a2b94560 _assertionFailure(_:_:file:line:flags:) + 484
        1   Cards                         	0x0000000100d4a3f8 CardStore.card(at:) + 180
        """),
    ])

  private static let stated = Evidence.text(
    [
      "libc++ Hardening assertion {assertion} failed: {detail}", "libc++ Hardening assertion {assertion} failed",
      "/c++/v1/{}: assertion {assertion} failed: {detail}", "/c++/v1/{}: assertion {assertion} failed",
      "libc++: Hardening assertion {assertion}", "_LIBCPP_ASSERT {assertion} failed",
    ], statement: "The library reports the check that failed.")

  /// In optimized builds the text is only in the name of an inlined frame.
  private static let assertingFrame = Evidence.frame(
    FrameQuery(
      [], named: frameTemplates, position: .first(6),
      statement: "The name of the inlined frame is the text of the failed check."))
  private static let frameTemplates: [TextTemplate] = [
    "c++/v1/{}assertion {} failed: {assertion}", "c++/v1/{}assertion {assertion} failed",
    "assertion {} failed: {assertion}",
  ]

  private static let verboseAbort = Evidence.frame(
    FrameQuery(
      ["*__libcpp_verbose_abort*", "*__libcpp_assertion_handler*", "*__libcpp_hardening_failure*"], position: .first(8),
      statement: "The hardened library terminates the process by calling {function}."))

  /// The trap is inside an inlined function of the library. The app's own templates have another namespace.
  private static let libraryOnTop = Evidence.frame(
    FrameQuery(
      [
        "std::__1::vector<*operator[]*", "std::__1::vector<*::front*", "std::__1::vector<*::back*",
        "std::__1::span<*", "std::__1::optional<*", "std::__1::basic_string_view<*", "std::__1::basic_string<*",
        "std::__1::deque<*", "std::__1::array<*", "std::__1::unique_ptr<*operator*",
      ], position: .first(1), statement: "The trap is in {function}, which checks its arguments and state."))

  private static let caller = Evidence.frame(
    FrameQuery(
      ["*"], excluding: ["std::*", "*assertion *", "*__libcpp*"], roles: [.app, .unknown], blamed: true,
      kind: .inferred, statement: "This function called the library function."))
}
