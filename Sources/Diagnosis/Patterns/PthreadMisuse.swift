extension Pattern {
  /// Misuse of threads or mutexes that libsystem_pthread detected.
  static let pthreadMisuse = Pattern(
    "pthread-misuse",
    title: "pthread misuse (BUG IN CLIENT OF LIBPTHREAD)",
    family: .concurrency,
    symptom: """
      Application Specific Information says "BUG IN CLIENT OF LIBPTHREAD: …", or the termination reason says \
      "pthread_t was corrupted".
      """,
    grades: LanguageRuntime.pthread.grades(),
    headline: """
      pthread misuse{function? in {function}}: {message?{message}|{kind|rule not recorded}}
      """,
    cause: """
      libsystem_pthread ended the process because of misuse or damaged data. {kind?Here: {kind}.|The message \
      states the rule.}
      """,
    remedy: [
      """
      {advice?{advice}|Look at {function|the first frame of the app}, and at the rule that the message names.}
      """,
      """
      Run with Thread Sanitizer and Address Sanitizer: damaged thread data is often a consequence of an overrun.
      """,
    ],
    gaps: [
      Gap(
        unless: .text(["LIBPTHREAD", "pthread_t was corrupted"]),
        "The message in Application Specific Information: it names the rule."),
      Gap(unless: .hasStack, "The stack of the crashed thread."),
    ],
    lookalikes: [
      LookAlike("libdispatch-client-bug", because: "The library is libsystem_pthread, not libdispatch.")
    ],
    references: [
      Reference("libpthread (Apple open source)", url: "https://github.com/apple-oss-distributions/libpthread")
    ],
    supersedes: LanguageRuntime.superseded,
    generality: 2,
    phrases: ["kind": meanings, "advice": advice],
    searchTerms: """
      BUG IN CLIENT OF LIBPTHREAD
      pthread_mutex corruption
      Unable to allocate thread port, possible port leak
      pthread_exit() called from a thread not created by pthread_create()
      pthread_t was corrupted
      pthread_join() state corruption
      pthread crash
      """,
    examples: [
      .matches(
        "pthread_exit on a worker thread", atLeast: .certain,
        """
        Exception Type:  EXC_BREAKPOINT (SIGTRAP)

        Application Specific Information:
        →BUG IN CLIENT OF LIBPTHREAD: pthread_exit() called from a thread not created by pthread_create()

        Thread 0 Crashed:
        0   libsystem_pthread.dylib       	0x00000001873ea1f0 pthread_exit + 80
        1   Cards                         	0x00000001873eb200 deck_worker + 40
        """),
      .doesNotMatch(
        "a fault in a function for mutexes",
        """
        Exception Type:  EXC_BAD_ACCESS (SIGSEGV)

        Thread 0 Crashed:
        0   libsystem_pthread.dylib       	0x00000001873ea1f0 pthread_mutex_lock + 12
        1   Cards                         	0x00000001873eb200 deck_worker + 40
        """),
    ])

  private static let meanings = [
    "ports": "no Mach port for a new thread; the process probably leaks ports or threads",
    "exit": "pthread_exit() on a thread that pthread_create() did not create, such as a worker of libdispatch",
    "mutex": "a mutex was copied, overwritten or freed while it was in use",
    "join": "two threads joined one thread, or its data is damaged",
    "thread": "the data of the thread was overwritten",
    "jit": "writing of JIT memory that the process is not allowed to do",
    "attributes": "wrong stack size or address for a new thread",
  ]
  private static let advice = [
    "ports": "Look for threads that never end and for ports that are not deallocated.",
    "exit":
      "Return from the block instead of calling pthread_exit(). Python does so for threads that use it after its shutdown.",
    "mutex": "Initialize each mutex once, do not copy it, and destroy it only when no thread uses it.",
    "join": "Join each thread exactly once.",
    "thread": "Look for a buffer overrun on the stack of this thread; run with Address Sanitizer.",
    "jit": "Check the entitlement com.apple.security.cs.jit-write-allowlist and its callbacks.",
    "attributes": "Use a multiple of the page size that is at least PTHREAD_STACK_MIN.",
  ]
}
