import CrashReports

extension Pattern {
  /// std::terminate for an exception whose language and location the report does not show.
  static let terminateUnspecified = Pattern(
    "terminate-unspecified",
    title: "An exception ended the process; the report does not show of which language, and where",
    family: .exception, revision: 2,
    symptom: "The process aborts below std::terminate or _objc_terminate, and the report has no exception backtrace.",
    grades: [
      Grade(
        .likely, cause: .possible,
        .all([.optional(.workersOfSameLoop), .terminated, aborted, .not(shown), .optional(inBlock)]))
    ],
    headline: """
      An exception (C++ or Objective-C) {block?left a block of libdispatch|was not caught}{function? in {function}}: type and \
      reason not recorded
      """,
    cause: """
      std::terminate() ended the process, as it does for exceptions of both languages that nothing catches. The report shows \
      only that, and not where the exception was raised.{block? libdispatch catches no exceptions: one that leaves a block ends \
      the process, and its stack is lost.}{sibling? Other threads run {sibling} in the same loop, so the block is probably its \
      caller.}{handler? {handler} is only the function that was installed with std::set_terminate(): it did not raise the \
      exception.}
      """,
    remedy: [
      """
      {sibling?Catch exceptions inside the block that calls {sibling}.|Set Exception Breakpoints for both languages (Xcode: \
      All Exceptions; lldb: breakpoint set -E c++ and -E objc): they stop where the exception is raised.}
      """,
      "Read the console of that moment: libc++abi prints the type of the exception.",
      "{block?Catch exceptions inside each block of libdispatch: one that leaves a block ends the process.|Catch the exception, or remove its cause.}",
    ],
    gaps: [
      Gap(unless: .text(["uncaught exception"]), "The type of the exception, which libc++abi prints in the console."),
      Gap(unless: .has(.exceptionStack), "The backtrace of the exception: it shows where it was raised."),
    ],
    lookalikes: [
      LookAlike("nsexception-uncaught", because: "Nothing in the report shows that the exception is an NSException."),
      LookAlike("cpp-exception-uncaught", because: "Nothing in the report shows that it is a C++ exception."),
      LookAlike("cpp-terminate-called", because: "The stack shows no other reason of std::terminate()."),
    ],
    references: [
      .languageExceptions,
      Reference("std::terminate (cppreference.com)", url: "https://en.cppreference.com/w/cpp/error/terminate"),
    ],
    supersedes: ["abort-unspecified", "exc-crash-unspecified", "trap-unspecified"],
    generality: 9,
    fallback: .unlessSpecific,
    searchTerms: """
      std::terminate
      _objc_terminate
      exception in a dispatch block
      dispatch_apply exception
      """,
    examples: [
      .matches(
        "an exception that left a block", atLeast: .likely,
        """
        →Exception Type:  EXC_CRASH (SIGABRT)

        Thread 0 Crashed:
        0   libsystem_kernel.dylib        	0x00000001873ea1f0 __pthread_kill + 8
        1   libsystem_c.dylib             	0x00000001873ec210 abort + 180
        2   libc++abi.dylib               	0x00000001873ed220 abort_message + 128
        3   libobjc.A.dylib               	0x00000001873ee230 _objc_terminate() + 156
        4   libc++abi.dylib               	0x00000001873ef240 std::__terminate(void (*)()) + 16
        →5   libc++abi.dylib               	0x00000001873f0250 std::terminate() + 108
        →6   libdispatch.dylib             	0x00000001873f1260 _dispatch_client_callout2 + 28
        7   libdispatch.dylib             	0x00000001873f2270 _dispatch_apply_invoke + 214
        """),
      .matches(
        "frames of the system without names, and an installed handler", atLeast: .likely,
        """
        →Exception Type:  EXC_CRASH (SIGABRT)

        Thread 0 Crashed:
        0   libsystem_kernel.dylib        	0x00000001873ea1f0 0x1873e1000 + 37360
        1   libsystem_c.dylib             	0x00000001873ec210 abort + 180
        2   libc++abi.dylib               	0x00000001873ed220 0x1873ec000 + 4640
        3   libc++abi.dylib               	0x00000001873ed270 0x1873ec000 + 4720
        4   libobjc.A.dylib               	0x00000001873ee230 0x1873ee000 + 560
        →5   libtensors.dylib              	0x0000000103bc1228 0x103bac000 + 86568
        →6   libc++abi.dylib               	0x00000001873ef240 0x1873ec000 + 12864
        →7   Cards                         	0x0000000102d34f50 deck::Model::load() + 176
        """),
      .doesNotMatch(
        "a pure virtual function was called",
        """
        Exception Type:  EXC_CRASH (SIGABRT)

        Thread 0 Crashed:
        0   libsystem_kernel.dylib        	0x00000001873ea1f0 __pthread_kill + 8
        1   libsystem_c.dylib             	0x00000001873ec210 abort + 180
        2   libc++abi.dylib               	0x00000001873ed220 0x1873ec000 + 4640
        3   libc++abi.dylib               	0x00000001873ed270 0x1873ec000 + 4720
        4   Cards                         	0x0000000102d34f50 deck::Model::load() + 176
        """),
      .doesNotMatch(
        "the exception's stack",
        """
        Exception Type:  EXC_CRASH (SIGABRT)

        Last Exception Backtrace:
        0   CoreFoundation                	0x00000001a3e5a9ac __exceptionPreprocess + 224
        1   libobjc.A.dylib               	0x00000001a3b830a4 objc_exception_throw + 64
        2   Cards                         	0x0000000102d34f50 -[CardController viewDidLoad] + 176

        Thread 0 Crashed:
        0   libsystem_kernel.dylib        	0x00000001a3c5a414 __pthread_kill + 8
        1   libsystem_c.dylib             	0x00000001a3b0e844 abort + 100
        2   libobjc.A.dylib               	0x00000001873ee230 _objc_terminate() + 156
        3   libc++abi.dylib               	0x00000001873ef240 std::__terminate(void (*)()) + 16
        """),
      .doesNotMatch(
        "an exception that left a noexcept function",
        """
        Exception Type:  EXC_CRASH (SIGABRT)

        Thread 0 Crashed:
        0   libsystem_kernel.dylib        	0x00000001873ea1f0 __pthread_kill + 8
        1   libsystem_c.dylib             	0x00000001873ec210 abort + 180
        2   libc++abi.dylib               	0x00000001873ef240 std::__terminate(void (*)()) + 16
        3   libc++abi.dylib               	0x00000001873f0250 std::terminate() + 108
        4   Cards                         	0x0000000102d34f50 __clang_call_terminate + 12
        5   Cards                         	0x0000000102d35100 Deck::close() + 52
        """),
    ])

  private static let aborted = Evidence.exception(
    types: ["EXC_CRASH"], signals: ["SIGABRT"], statement: "The process was aborted.")
  /// What shows the language, the type or the location of the exception.
  private static let shown = Evidence.any([
    .has(.exceptionStack), .field(.exceptionReason), .field(.exceptionName), .text(["uncaught exception"]),
    .text(["uncaught foreign exception"]),
    .frame(
      FrameQuery([
        "objc_exception_throw", "objc_exception_rethrow", "__cxa_throw", "__cxa_rethrow", "__clang_call_terminate",
        "__cxa_pure_virtual", "*_crashOnException:*", "std::thread::~thread*", "std::__1::thread::~thread*",
      ])),
  ])
  private static let inBlock = Evidence.all([
    .frames([
      FrameQuery(["std::terminate*", "std::__terminate*"], position: .first(12)),
      FrameQuery(
        ["_dispatch_client_callout*", "_dispatch_call_block_and_release"], position: .first(16),
        statement: "{function} of libdispatch called the block that the exception left."),
    ]), .capture("block", "block"),
  ])
}
