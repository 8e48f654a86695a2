extension Pattern {
  /// Misuse of a lock that libsystem_platform detected.
  static let osUnfairLockMisuse = Pattern(
    "os-unfair-lock-misuse",
    title: "os_unfair_lock misuse (BUG IN CLIENT OF LIBPLATFORM)",
    family: .concurrency,
    symptom: """
      The process stops in _os_unfair_lock_recursive_abort, _os_unfair_lock_unowned_abort or \
      _os_unfair_lock_corruption_abort.
      """,
    grades: LanguageRuntime.unfairLock.grades(),
    headline: """
      os_unfair_lock misuse{function? in {function}}: {kind?{kind}|{message|rule not recorded}}
      """,
    cause: """
      os_unfair_lock (also OSAllocatedUnfairLock and Mutex of Swift) records which thread holds it, and ends the \
      process if it is misused. {kind?Here: {kind}.|The message states the rule.} System libraries use such locks, \
      too: without a frame of the app that takes the lock, look for damaged memory or for a signal handler that \
      calls functions that are not safe there.
      """,
    remedy: [
      "{advice?{advice}|Look at all code that locks and unlocks the same lock.}",
      "Keep the locked part short and free of callbacks, delegate calls and await.",
    ],
    gaps: [
      Gap(
        unless: .text(["BUG IN CLIENT OF LIBPLATFORM"]),
        """
        The message in Application Specific Information; Abort Cause below it is the thread port of the owner or \
        the value of the lock.
        """),
      Gap(unless: .hasStack, "The stack of the crashed thread."),
    ],
    lookalikes: [
      LookAlike("libdispatch-client-bug", because: "The library is libsystem_platform, not libdispatch.")
    ],
    references: [
      Reference("os_unfair_lock (Apple)", url: "https://developer.apple.com/documentation/os/os_unfair_lock")
    ],
    supersedes: LanguageRuntime.superseded,
    generality: 2,
    phrases: ["kind": meanings, "advice": advice],
    searchTerms: """
      os_unfair_lock
      BUG IN CLIENT OF LIBPLATFORM
      Trying to recursively lock an os_unfair_lock
      os_unfair_lock is corrupt
      Unlock of an os_unfair_lock not owned by current thread
      _os_unfair_lock_recursive_abort
      _os_unfair_lock_corruption_abort
      OSAllocatedUnfairLock crash
      """,
    examples: [
      .matches(
        "a lock that the thread already holds", atLeast: .certain,
        """
        Exception Type:  EXC_BREAKPOINT (SIGTRAP)

        Application Specific Information:
        →BUG IN CLIENT OF LIBPLATFORM: Trying to recursively lock an os_unfair_lock
        Abort Cause 259

        Thread 0 Crashed:
        →0   libsystem_platform.dylib      	0x00000001873ea1f0 _os_unfair_lock_recursive_abort + 36
        1   libsystem_platform.dylib      	0x00000001873eb200 _os_unfair_lock_lock_slow + 308
        →2   Cards                         	0x00000001873ec210 DeckStore.card(at:) + 60
        3   Cards                         	0x00000001873ed220 DeckStore.draw() + 40
        """),
      .matches(
        "the frame alone", atLeast: .certain,
        """
        Exception Type:  EXC_BREAKPOINT (SIGTRAP)

        Thread 0 Crashed:
        →0   libsystem_platform.dylib      	0x00000001873ea1f0 _os_unfair_lock_corruption_abort + 88
        1   libsystem_platform.dylib      	0x00000001873eb200 _os_unfair_lock_lock_slow + 328
        →2   Cards                         	0x00000001873ec210 DeckStore.card(at:) + 60
        """),
      .doesNotMatch(
        "a thread that waits for a lock",
        """
        Exception Type:  EXC_BAD_ACCESS (SIGSEGV)

        Thread 0 Crashed:
        0   Cards                         	0x00000001873ea1f0 DeckStore.draw() + 40

        Thread 1:
        0   libsystem_kernel.dylib        	0x00000001873ea1f0 __ulock_wait2 + 8
        1   libsystem_platform.dylib      	0x00000001873eb200 _os_unfair_lock_lock_slow + 188
        """),
    ])

  private static let meanings = [
    "recursive": "a thread locked a lock that it already holds",
    "unowned": "a thread unlocked a lock that it does not hold",
    "corrupt": "the memory of the lock is damaged or was freed",
    "assertion": "an assertion about the owner of the lock failed",
  ]
  private static let advice = [
    "recursive":
      "In the function that locks, do not call code that takes the same lock while it is held; move the call behind the unlock.",
    "unowned": "Unlock on the thread that locked: no await, queue change or early return between lock and unlock.",
    "corrupt":
      "Check the lifetime of the object that contains the lock, do not copy the lock (Swift: not as a struct member passed by value), and do not use it in a child after fork.",
    "assertion": "Call os_unfair_lock_assert_owner only while this thread holds the lock.",
  ]
}
