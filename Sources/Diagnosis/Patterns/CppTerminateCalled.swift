extension Pattern {
  /// std::terminate for a reason that the stack or the message shows.
  static let cppTerminateCalled = Pattern(
    "cpp-terminate-called",
    title: "std::terminate: noexcept, pure virtual call or joinable thread",
    family: .exception,
    symptom: """
      The process aborts below __clang_call_terminate, __cxa_pure_virtual or std::thread::~thread.
      """,
    grades: LanguageRuntime.cppTerminate.grades(adding: thrownType),
    headline: """
      std::terminate{function? in {function}}: {kind|reason not recorded}{type? (exception {type}{message?: \
      {message}})}
      """,
    cause: """
      The C++ runtime ended the process: {kind|the reason is not recorded}.{type? The exception is {type}.}
      """,
    remedy: [
      "{advice?{advice}|Look at {location|the first frame of the app}.}",
      "Run with Address Sanitizer if the object may already be destroyed.",
    ],
    gaps: [
      Gap(unless: .hasStack, "The stack of the crashed thread.")
    ],
    lookalikes: [
      LookAlike("cpp-exception-uncaught", because: "The stack shows why the runtime could not continue.")
    ],
    references: [
      Reference("std::terminate (cppreference.com)", url: "https://en.cppreference.com/w/cpp/error/terminate")
    ],
    supersedes: LanguageRuntime.superseded,
    generality: 2,
    phrases: ["kind": meanings, "advice": advice],
    searchTerms: """
      std::terminate
      noexcept
      __clang_call_terminate
      Pure virtual function called
      __cxa_pure_virtual
      joinable thread
      std::thread destructor
      Deleted virtual function called
      __cxa_guard_acquire detected recursive initialization
      """,
    examples: [
      .matches(
        "an exception that left a noexcept function", atLeast: .certain,
        """
        Exception Type:  EXC_CRASH (SIGABRT)

        Application Specific Information:
        →terminating due to uncaught exception of type std::runtime_error: the file is damaged

        Thread 0 Crashed:
        0   libsystem_kernel.dylib        	0x00000001873ea1f0 __pthread_kill + 8
        1   libsystem_pthread.dylib       	0x00000001873eb200 pthread_kill + 288
        2   libsystem_c.dylib             	0x00000001873ec210 abort + 180
        3   libc++abi.dylib               	0x00000001873ed220 abort_message + 128
        4   libc++abi.dylib               	0x00000001873ee230 demangling_terminate_handler() + 256
        5   libc++abi.dylib               	0x00000001873ef240 std::__terminate(void (*)()) + 16
        6   libc++abi.dylib               	0x00000001873f0250 std::terminate() + 108
        →7   Cards                         	0x00000001873f1260 __clang_call_terminate + 12
        →8   Cards                         	0x00000001873f2270 DeckFile::close() + 40
        """),
      .matches(
        "a pure virtual function", atLeast: .certain,
        """
        →libc++abi: Pure virtual function called!
        """),
      .matches(
        "a thread that is destroyed", atLeast: .certain,
        """
        Exception Type:  EXC_CRASH (SIGABRT)

        Thread 0 Crashed:
        0   libsystem_kernel.dylib        	0x00000001873ea1f0 __pthread_kill + 8
        1   libsystem_pthread.dylib       	0x00000001873eb200 pthread_kill + 288
        2   libsystem_c.dylib             	0x00000001873ec210 abort + 180
        3   libc++abi.dylib               	0x00000001873ed220 abort_message + 128
        4   libc++abi.dylib               	0x00000001873ee230 std::terminate() + 108
        →5   libc++.1.dylib                	0x00000001873ef240 std::__1::thread::~thread() + 32
        →6   Cards                         	0x00000001873f0250 DeckLoader::~DeckLoader() + 40
        """),
      .doesNotMatch(
        "an exception that nothing caught",
        """
        Exception Type:  EXC_CRASH (SIGABRT)

        Application Specific Information:
        terminating due to uncaught exception of type std::runtime_error: the file is damaged

        Thread 0 Crashed:
        0   libsystem_kernel.dylib        	0x00000001873ea1f0 __pthread_kill + 8
        1   libsystem_pthread.dylib       	0x00000001873eb200 pthread_kill + 288
        2   libsystem_c.dylib             	0x00000001873ec210 abort + 180
        3   libc++abi.dylib               	0x00000001873ed220 abort_message + 128
        4   libc++abi.dylib               	0x00000001873ee230 std::__terminate(void (*)()) + 16
        5   libc++abi.dylib               	0x00000001873ef240 __cxa_throw + 140
        6   Cards                         	0x00000001873f0250 DeckFile::open() + 40
        """),
    ])

  private static let meanings = [
    "pure": "a pure virtual function was called",
    "deleted": "a deleted virtual function was called",
    "initialization": "a static variable needs itself during its initialization",
    "thread": "a std::thread was destroyed or assigned while it is joinable",
    "noexcept": "an exception left a function that is noexcept, or a destructor",
  ]
  private static let advice = [
    "pure":
      "Do not call virtual functions in constructors and destructors; check that the object is not already destroyed on another thread.",
    "deleted": "Check the lifetime and the type of the object.",
    "initialization": "Break the cycle: the initializer of the static variable calls the function that contains it.",
    "thread": "Call join() or detach() before the std::thread is destroyed, or use std::jthread.",
    "noexcept": "Catch the exception inside the noexcept function or the destructor.",
  ]

  private static let thrownType = Evidence.text(
    ["uncaught exception of type {type}: {message}", "uncaught exception of type {type}"],
    statement: "The C++ runtime reports the type of the exception.")
}
