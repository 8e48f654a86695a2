import CrashReports

extension Pattern {
  /// An uncaught C++ exception, which is not an `NSException`.
  static let cppExceptionUncaught: Pattern = Pattern(
    "cpp-exception-uncaught",
    title: "An uncaught C++ exception ended the process",
    family: .exception,
    symptom: """
      The app aborts with "terminating due to uncaught exception of type …", and the type is a C++ type such as \
      std::runtime_error.
      """,
    grades: [
      // Like nsexception-uncaught: the exception is a fact, but not why it was thrown.
      Grade(.likely, cause: .likely, .all([named, .not(managed), .optional(thrower), type])),
      Grade(.likely, cause: .likely, .all([recorded, .not(managed), .optional(thrower), type])),
      Grade(.likely, cause: .possible, .all([unnamed, .not(managed), .optional(thrower)])),
      Grade(.likely, cause: .possible, .all([thrown, aborted, .not(objectiveC), .not(managed)])),
      Grade(.possible, cause: .possible, .all([plainName, .not(managed), .not(objectiveC)])),
    ],
    headline: "Uncaught C++ exception{exception? {exception}}{function? in {function}}{reason?: {reason}}",
    cause: """
      {exception|A C++ exception} was thrown, and no catch clause matched, so std::terminate() aborted the process. \
      {reason?what() returned "{reason}".|The report does not record what().} {type?{type} }\
      The process also aborts if the exception \
      leaves a noexcept function, a destructor, a thread's function, or crosses a frame of Objective-C, Swift or a C \
      library that does not support exceptions.
      """,
    remedy: [
      "{advice?{advice}|Find out what throws {exception|the exception}: its type and the text of what() name the failure.}",
      "Look at {location|the first frame of the app above __cxa_throw}, and catch {exception|the exception} where it can be handled.",
      "If the stack begins in std::terminate(), set an Exception Breakpoint for C++ (throw) in Xcode, or `breakpoint set -E c++` in lldb: it stops where the exception is thrown.",
      "Catch exceptions before they leave C++: Swift and Objective-C code cannot handle them.",
    ],
    changes: [
      Change(
        "cpp", before: "deck.open(path);",
        after: "try { deck.open(path); } catch (const std::exception &error) { report(error.what()); }")
    ],
    gaps: [
      Gap(unless: .any([named, .text(["what():"])]), "The type of the exception and the text of what()."),
      Gap(unless: .hasStack, "The stack: it shows where the exception was thrown."),
    ],
    lookalikes: [
      LookAlike("nsexception-uncaught", because: "The exception is a C++ exception, not an NSException."),
      LookAlike("managed-runtime-exception", because: "No frame of a managed runtime is below the abort."),
    ],
    references: [
      .languageExceptions,
      Reference("std::terminate (cppreference.com)", url: "https://en.cppreference.com/w/cpp/error/terminate"),
    ],
    supersedes: ["nsexception-uncaught"],
    generality: 7,
    phrases: ["type": CppExceptionType.causes, "advice": CppExceptionType.advice],
    searchTerms: """
      c++ exception
      uncaught c++ exception
      uncaught exception of type std::runtime_error
      std::out_of_range
      std::bad_alloc
      terminate called after throwing an instance of
      uncaught foreign exception
      __cxa_throw
      what()
      """,
    examples: [
      .matches(
        "libc++abi names type and text", atLeast: .likely,
        """
        →libc++abi: terminating due to uncaught exception of type std::runtime_error: the deck file is damaged
        """),
      .matches(
        "the type alone, in Application Specific Information", atLeast: .likely,
        """
        Exception Type:  EXC_CRASH (SIGABRT)

        Application Specific Information:
        →terminating with uncaught exception of type cards::ParseError
        abort() called
        """),
      .matches(
        "libstdc++ names the type on one line and the text on the next", atLeast: .likely,
        """
        →terminate called after throwing an instance of 'std::out_of_range'
        →  what():  vector::_M_range_check
        """),
      .matches(
        "an exception of another language", atLeast: .likely,
        """
        →libc++abi: terminating with uncaught foreign exception
        """),
      .matches(
        "only the stack: thrown and not caught", atLeast: .likely,
        """
        →Exception Type:  EXC_CRASH (SIGABRT)

        Thread 0 Crashed:
        0   libsystem_kernel.dylib        	0x00000001a3c5a414 __pthread_kill + 8
        1   libsystem_c.dylib             	0x00000001a3b0e844 abort + 100
        2   libc++abi.dylib               	0x00000001a3c20788 abort_message + 128
        3   libc++abi.dylib               	0x00000001a3c2079c demangling_terminate_handler() + 256
        →4   libc++abi.dylib               	0x00000001a3c207b0 __cxa_throw + 140
        5   Cards                         	0x0000000102d34f50 DeckFile::open(std::string const&) + 176
        """),
      .doesNotMatch(
        "an NSException",
        """
        libc++abi: terminating due to uncaught exception of type NSException
        """),
      .doesNotMatch(
        "a subclass of NSException",
        """
        libc++abi.dylib: terminating with uncaught exception of type _NSCoreDataException
        """),
      .doesNotMatch(
        "an exception that was caught and logged",
        """
        2024-05-06 07:08:09.123 Cards[4711:90210] caught exception of type std::runtime_error: the deck file is damaged
        """),
    ])

  private static let type = Evidence.optional(CppExceptionType.evidence)

  private static let statement = "The C++ runtime ended the process because of an uncaught exception."

  /// Texts about Objective-C exceptions.
  private static let objectiveCNames: [TextTemplate] = [
    "uncaught exception of type NS", "uncaught exception of type _NS", "'NS", "'_NS",
  ]

  /// The message of libc++abi or libstdc++ with the type.
  private static let named = Evidence.any([
    // libc++abi prints what() only for subclasses of std::exception, so any type may precede it.
    .text(
      TextQuery(
        [
          "terminating due to uncaught exception of type {exception}: {reason}",
          "terminating with uncaught exception of type {exception}: {reason}",
        ], without: objectiveCNames, statement: statement)),
    .text(
      TextQuery(
        [
          "terminating due to uncaught exception of type {exception}",
          "terminating with uncaught exception of type {exception}",
        ], without: objectiveCNames, requires: ["exception": cppTypes], statement: statement)),
    .all([
      .text(
        ["terminate called after throwing an instance of '{exception}'"], without: objectiveCNames,
        statement: statement),
      .optional(.text(["what(): {reason}"], statement: "what() describes the exception.")),
    ]),
  ])

  /// A crash reporter recorded the mangled type.
  private static let recorded = Evidence.field(
    .exceptionName, .matches(["*::*", "NSt*"] + (0...9).flatMap { ["N\($0)*", "\($0)*"] }), capture: "exception",
    statement: "{exception} is the name of a C++ type.")

  /// Types that are not Objective-C classes: in a namespace, mangled, built in, a pointer, a template.
  private static let cppTypes =
    ["*::*", "St*", "NSt*", "*<*", "*Wrapper*", "int*", "char*", "unsigned*", "long*", "double*", "bool*", "const *"]
    + (0...9).flatMap { ["N\($0)*", "\($0)*"] }

  /// A plain name may be a C++ class or a subclass of NSException.
  private static let plainName = Evidence.text(
    [
      "terminating due to uncaught exception of type {exception}",
      "terminating with uncaught exception of type {exception}",
    ], without: objectiveCNames,
    statement: "The runtime ended the process because of an uncaught exception; its type is not an NSException by name."
  )

  private static let unnamed = Evidence.text(
    [
      "terminating with uncaught foreign exception", "terminating due to uncaught foreign exception",
      "terminate called throwing an exception",
      "terminating due to uncaught exception of unknown type", "terminate called after throwing an instance of",
    ], without: objectiveCNames, statement: statement)

  private static let thrower = Evidence.frame(
    FrameQuery(["__cxa_throw"], position: .first(16), statement: "The exception was thrown here."))
  private static let thrown = Evidence.frame(
    FrameQuery(
      ["__cxa_throw"], position: .first(16), statement: "The exception was thrown here and not caught."))
  private static let aborted = Evidence.exception(
    types: ["EXC_CRASH"], signals: ["SIGABRT"], statement: "The process was aborted.")
  private static let objectiveC = Evidence.any([
    .frame(FrameQuery(["objc_exception_throw", "objc_exception_rethrow", "*_crashOnException:*"])),
    .has(.exceptionStack), .field(.exceptionReason), .text(["uncaught exception '", "NSException"]),
  ])
  private static let managed = Evidence.frame(
    FrameQuery(["mono_*", "*xamarin_*"], position: .anyThread))
}
