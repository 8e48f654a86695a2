extension Pattern {
  /// A Rust panic that ended the process.
  static let rustPanic = Pattern(
    "rust-panic",
    title: "Rust panic",
    family: .exception, revision: 2,
    symptom: """
      A program with Rust code aborts; std::panicking and core::panicking are on the stack, or the console says \
      "thread … panicked at …".
      """,
    grades: LanguageRuntime.rust.grades(),
    headline: """
      Rust panic{location? at {location}}{function? in {function}}: {message?{message}|{kind|message not \
      recorded}}
      """,
    cause: """
      Rust code panicked, and the panic ended the process: with panic = "abort", in a function that cannot unwind \
      (a callback of C or Objective-C), or on the main thread. {kind?Kind: {kind}.|The message states the reason.} \
      Rust writes the message to standard error, so Apple's report does not contain it.
      """,
    remedy: [
      """
      {advice?{advice}|Open {location|the first frame of your own crate}: the panic message states which condition \
      failed.}
      """,
      """
      Run with RUST_BACKTRACE=1 from Terminal, or install a hook with std::panic::set_hook that writes the message \
      to the log.
      """,
      """
      {endsHere?std::panic::catch_unwind cannot catch this panic: Rust ends the process without unwinding. Only the code in front of it \
      can prevent it.|In callbacks of C or Objective-C (extern "C"), wrap the body in std::panic::catch_unwind: a panic cannot \
      leave them.}
      """,
    ],
    changes: [
      Change("rust", before: "let card = deck[index];", after: "let Some(card) = deck.get(index) else { return };")
    ],
    gaps: [
      Gap(
        unless: .text(["panicked at", "has overflowed its stack", "fatal runtime error"]),
        """
        The panic message with file and line: it is in standard error (console, Terminal), not in the report.
        """),
      Gap(unless: .hasStack, "The stack of the crashed thread."),
    ],
    lookalikes: [
      LookAlike("swift-trap-unspecified", because: "The stack shows Rust's panic handling."),
      LookAlike("cpp-exception-uncaught", because: "The error is a Rust panic, not a C++ exception."),
    ],
    knownGaps: [
      """
      A panic that unwinds and is caught (by tokio, rayon or catch_unwind) does not end the process; its message \
      alone is reported as likely.
      """
    ],
    references: [Reference("std::panic (Rust)", url: "https://doc.rust-lang.org/std/panic/index.html")],
    supersedes: LanguageRuntime.superseded,
    generality: 2,
    phrases: ["kind": meanings, "advice": advice],
    searchTerms: """
      rust
      rust panic
      panicked at
      thread main panicked
      called Option::unwrap() on a None value
      core::panicking
      rust_panic
      rust_begin_unwind
      panic in a function that cannot unwind
      tauri crash
      """,
    examples: [
      .matches(
        "the message with its location on the first line", atLeast: .certain,
        """
        →thread 'main' panicked at src/deck.rs:41:18:
        index out of bounds: the len is 3 but the index is 7
        note: run with `RUST_BACKTRACE=1` environment variable to display a backtrace
        """),
      .matches(
        "the message before Rust 1.73, with a backtrace", atLeast: .likely,
        """
        →thread 'worker' panicked at 'called `Option::unwrap()` on a `None` value', src/deck.rs:41:18
        stack backtrace:
           0: rust_begin_unwind
                     at /rustc/90c541806f23a127002de5b4038be731ba1458ca/library/std/src/panicking.rs:578:5
           1: core::panicking::panic_fmt
                     at /rustc/90c541806f23a127002de5b4038be731ba1458ca/library/core/src/panicking.rs:67:14
        →   2: cards::deck::Deck::draw
                     at ./src/deck.rs:41:18
        """),
      .matches(
        "the frames alone, from a device", atLeast: .certain,
        """
        Exception Type:  EXC_CRASH (SIGABRT)

        Application Specific Information:
        abort() called

        Thread 0 Crashed:
        0   libsystem_kernel.dylib        	0x00000001873ea1f0 __pthread_kill + 8
        1   libsystem_pthread.dylib       	0x00000001873eb200 pthread_kill + 288
        2   libsystem_c.dylib             	0x00000001873ec210 abort + 180
        3   Cards                         	0x00000001873ed220 std::sys::pal::unix::abort_internal::h0123456789abcdef + 12
        4   Cards                         	0x00000001873ee230 std::panicking::rust_panic_with_hook::h0123456789abcdef + 600
        5   Cards                         	0x00000001873ef240 rust_begin_unwind + 48
        6   Cards                         	0x00000001873f0250 core::panicking::panic_fmt::h0123456789abcdef + 52
        →7   Cards                         	0x00000001873f1260 core::panicking::panic_bounds_check::h0123456789abcdef + 88
        →8   Cards                         	0x00000001873f2270 cards::deck::Deck::draw::h0123456789abcdef + 140 (deck.rs:41)
        """),
      .matches(
        "a panic hook of the app above the panic", atLeast: .certain,
        """
        Exception Type:  EXC_CRASH (SIGABRT)

        Thread 0 Crashed:
        0   libsystem_kernel.dylib        	0x00000001873ea1f0 __pthread_kill + 8
        1   libsystem_pthread.dylib       	0x00000001873eb200 pthread_kill + 288
        2   libsystem_c.dylib             	0x00000001873ec210 abort + 180
        3   Cards                         	0x00000001873ed220 cards::main::install_hook::_$u7b$$u7b$closure$u7d$$u7d$::h0123456789abcdef + 12
        4   Cards                         	0x00000001873ee230 std::panicking::rust_panic_with_hook::h0123456789abcdef + 600
        5   Cards                         	0x00000001873ef240 core::panicking::panic_fmt::h0123456789abcdef + 52
        →6   Cards                         	0x00000001873f0250 core::option::unwrap_failed::h0123456789abcdef + 30
        →7   Cards                         	0x00000001873f1260 cards::deck::Deck::draw::h0123456789abcdef + 140
        """),
      .doesNotMatch(
        "a Rust function that accesses invalid memory",
        """
        Exception Type:  EXC_BAD_ACCESS (SIGSEGV)

        Thread 0 Crashed:
        0   Cards                         	0x00000001873ea1f0 cards::deck::Deck::draw::h0123456789abcdef + 140
        1   Cards                         	0x00000001873eb200 std::panicking::try::h0123456789abcdef + 20
        """),
      .doesNotMatch(
        "a sentence about panics",
        """
        The app panicked at startup before we fixed it. See thread 'main' in the log. *** Terminating app due to uncaught exception 'NSRangeException', reason: 'index 3 beyond bounds'
        """),
    ])

  private static let meanings = [
    "none": "unwrap() or expect() on None",
    "result": "unwrap() or expect() on Err",
    "index": "index or slice out of range",
    "overflow": "arithmetic overflow",
    "division": "division by zero",
    "borrow": "RefCell already borrowed",
    "string": "string index not on a character boundary",
    "out-of-memory": "memory allocation failed",
    "assertion": "assertion failed",
    "pointer": "a raw pointer that is NULL or misaligned was dereferenced",
    "enumeration": "an invalid value was turned into an enum",
    "unsafe": "a precondition of an unsafe function of the standard library was not met",
    "nounwind": "panic in a function that cannot unwind",
    "stack-overflow": "stack overflow",
    "unimplemented": "unreachable or unimplemented code",
    "foreign": "exception of another language",
  ]
  private static let advice = [
    "none": "Handle None with match, if let, or ok_or before the value is used.",
    "result": "Handle the error with match or the ? operator; its description is in the panic message.",
    "index": "Use get() or compare the index with len() first.",
    "overflow": "Use checked_add, checked_sub or checked_mul, and handle None.",
    "division": "Check the divisor for zero first.",
    "borrow": "Use try_borrow or try_borrow_mut, and end the first borrow before the call that borrows again.",
    "string": "Use char_indices(), get(..) or is_char_boundary() for string indices.",
    "out-of-memory":
      "Check the size that is allocated: a wrong length or unbounded growth is more frequent than a lack of memory.",
    "assertion": "Find out why the asserted condition was false.",
    "pointer":
      "Find out where the raw pointer came from, and test it before it is dereferenced: this check stops debug builds.",
    "enumeration": "Find the transmute or the C interface that made the value: no variant has it.",
    "unsafe":
      "Find the unsafe block that called it: a pointer is NULL, misaligned or overlaps, or an index is out of range.",
    "nounwind":
      "Catch the panic inside the callback with std::panic::catch_unwind; the first panic on the stack is the cause.",
    "stack-overflow": "Look for endless recursion, or give the thread a larger stack with std::thread::Builder.",
    "unimplemented": "Implement the branch that the message names, or return an error there.",
    "foreign": "Catch exceptions of C++ or Objective-C before they reach Rust frames.",
  ]
}
