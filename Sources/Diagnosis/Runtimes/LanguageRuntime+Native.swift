extension LanguageRuntime {
  /// Rust: `panic!` and the errors of its runtime (library/std/src/panicking.rs, library/std/src/rt.rs).
  static let rust = LanguageRuntime(
    name: "rust",
    messages: [
      Message(
        templates: [
          "thread '{thread}' has overflowed its stack",
          "fatal runtime error: stack overflow",
        ], kind: "stack-overflow"),
      Message(templates: ["memory allocation of {size} bytes failed"], kind: "out-of-memory", isAtStart: true),
      Message(templates: ["fatal runtime error: {message}"], isAtStart: true),
      Message(
        templates: [
          "thread 'main' panicked at '{message}', {location}", "thread 'main' ({}) panicked at {location}: {message}",
          "thread 'main' panicked at {location}: {message}",
        ]),
      Message(
        templates: [
          "thread '{thread}' panicked at '{message}', {location}",
          "thread '{thread}' ({}) panicked at {location}: {message}",
          "thread '{thread}' panicked at {location}: {message}",
          "thread '{thread}' panicked at {location}:", "thread '{thread}' panicked at '{message}'",
        ], with: aborting),
      Message(
        templates: [
          "thread '{thread}' panicked at '{message}', {location}",
          "thread '{thread}' ({}) panicked at {location}: {message}",
          "thread '{thread}' panicked at {location}: {message}",
          "thread '{thread}' panicked at {location}:", "thread '{thread}' panicked at '{message}'",
        ],
        // libtest names threads after tests; their panics end only the test.
        excluding: ["thread": ["*::*"]], isFinal: false),
    ],
    stops: [
      Stop(functions: ["core::panicking::panic_bounds_check*", "core::slice::index::*_fail*"], kind: "index"),
      Stop(functions: ["core::option::unwrap_failed*", "core::option::expect_failed*"], kind: "none"),
      Stop(functions: ["core::result::unwrap_failed*"], kind: "result"),
      Stop(functions: ["core::panicking::panic_const::panic_const_*_overflow*"], kind: "overflow"),
      Stop(functions: ["core::panicking::panic_const::*by_zero*"], kind: "division"),
      Stop(
        functions: ["core::cell::panic_already_borrowed*", "core::cell::panic_already_mutably_borrowed*"],
        kind: "borrow"),
      Stop(functions: ["core::str::slice_error_fail*"], kind: "string"),
      Stop(
        functions: [
          "alloc::alloc::handle_alloc_error*", "alloc::raw_vec::capacity_overflow*", "__rust_alloc_error_handler*",
          "rust_oom*", "__rdl_oom*", "alloc::raw_vec::handle_error*",
        ],
        kind: "out-of-memory"),
      // Checks of pointers end in a panic that cannot unwind.
      Stop(
        functions: [
          "core::panicking::panic_null_pointer_dereference*", "core::panicking::panic_misaligned_pointer_dereference*",
        ], kind: "pointer"),
      Stop(functions: ["core::panicking::panic_invalid_enum_construction*"], kind: "enumeration"),
      Stop(functions: ["core::*::precondition_check*", "alloc::*::precondition_check*"], kind: "unsafe"),
      Stop(
        functions: ["core::slice::copy_from_slice_impl::len_mismatch_fail*", "*::copy_from_slice::len_mismatch_fail*"],
        kind: "index"),
      Stop(functions: ["core::panicking::assert_failed*"], kind: "assertion"),
      Stop(
        functions: [
          "core::panicking::panic_cannot_unwind*", "core::panicking::panic_in_cleanup*",
        ], kind: "nounwind"),
      Stop(functions: ["__rust_foreign_exception*", "__rustc::__rust_foreign_exception*"], kind: "foreign"),
      Stop(functions: [
        "core::panicking::*", "rust_begin_unwind", "*___rustc17rust_begin_unwind", "rust_panic", "__rust_start_panic",
        "__rustc::rust_begin_unwind*", "__rustc::rust_panic*", "__rustc::__rust_start_panic*",
        "std::panicking::*panic*", "panic_abort::*", "std::process::abort*",
        "std::sys*::__rust_end_short_backtrace*", "std::rt::begin_panic*", "std::panicking::begin_panic*",
        "std::sys::*abort_internal*", "std::alloc::rust_oom*",
      ]),
    ],
    kinds: [
      ("none", ["on a `none` value", "option::expect_none"]), ("result", ["on an `err` value", "result::unwrap()"]),
      ("index", ["index out of bounds", "out of range for slice", "range end index", "range start index"]),
      ("overflow", ["attempt to add with overflow", "attempt to subtract with overflow", "with overflow"]),
      ("division", ["attempt to divide by zero", "with a divisor of zero"]),
      ("borrow", ["already borrowed", "already mutably borrowed"]),
      ("string", ["is not a char boundary", "out of bounds of `"]),
      ("pointer", ["null pointer dereference occurred", "misaligned pointer dereference"]),
      ("enumeration", ["trying to construct an enum from an invalid value"]),
      ("unsafe", ["unsafe precondition(s) violated"]),
      ("nounwind", ["panic in a function that cannot unwind", "panic in a destructor during cleanup"]),
      ("assertion", ["assertion failed", "assertion `"]),
      ("unimplemented", ["not implemented", "not yet implemented", "entered unreachable code"]),
      ("foreign", ["cannot catch foreign exceptions"]),
    ],
    trace: .rust, callsHooks: true, hasPackages: true, kindsWithoutUnwinding: ["pointer", "enumeration", "unsafe"],
    messageStatement: "Rust reports the panic, its message and its source location.",
    stopStatement: "Rust's panic handling ended the process.")

  private static let aborting: [TextTemplate] = [
    "thread caused non-unwinding panic. aborting.", "thread panicked while processing panic. aborting.",
    "thread panicked while panicking. aborting.", "fatal runtime error:", "Abort trap: 6", "signal: 6, SIGABRT",
    "abort() called",
  ]

  /// Go: `panic` and `runtime.throw` (src/runtime/panic.go).
  static let go = LanguageRuntime(
    name: "go",
    messages: [
      Message(
        templates: ["panic: runtime error: invalid memory address or nil pointer dereference"], kind: "nil",
        isAtStart: true),
      Message(templates: ["panic: runtime error: {message}"], isAtStart: true),
      Message(
        templates: ["panic: {message}", "fatal error: {message}"],
        with: ["goroutine {} [", "[signal SIG{}: ", "runtime stack:"], isAtStart: true),
      Message(templates: ["runtime: goroutine stack exceeds {limit}-byte limit"], kind: "stack-overflow"),
      Message(
        templates: ["signal {} received on thread with no signal stack"], with: ["non-Go code"], kind: "cgo-signal"),
    ],
    stops: [
      Stop(
        functions: ["runtime.goPanicIndex*", "runtime.goPanicSlice*", "runtime.panicIndex*", "runtime.panicSlice*"],
        kind: "index"),
      Stop(functions: ["runtime.panicmem*"], kind: "nil"),
      Stop(functions: ["runtime.panicdivide*"], kind: "division"),
      Stop(functions: ["runtime.panicdottype*", "runtime.panicnildottype*"], kind: "type-assertion"),
      Stop(functions: ["runtime.gopanic*", "runtime.fatalpanic*"]),
      Stop(functions: ["runtime.throw*", "runtime.fatalthrow*", "runtime.fatal*"], kind: "throw"),
      Stop(functions: [
        "runtime.raise_trampoline*", "runtime.raiseproc*", "runtime.raise", "runtime.raise.abi0",
        "runtime.dieFromSignal*", "runtime.crash", "runtime.crash.abi0", "runtime.raisebadsignal*",
        "runtime.badsignal*", "runtime.abort*",
      ]),
    ],
    kinds: [
      ("nil", ["nil pointer dereference"]), ("index", ["index out of range", "slice bounds out of range"]),
      ("division", ["integer divide by zero"]), ("type-assertion", ["interface conversion"]),
      ("nil-map", ["assignment to entry in nil map"]),
      ("channel", ["close of closed channel", "send on closed channel", "close of nil channel"]),
      ("deadlock", ["all goroutines are asleep"]), ("map-race", ["concurrent map"]),
      ("out-of-memory", ["out of memory", "cannot allocate memory"]), ("stack-overflow", ["stack overflow"]),
      ("mutex", ["unlock of unlocked mutex", "unlock of unlocked rwmutex", "negative waitgroup counter"]),
      ("cgo-signal", ["unexpected signal during runtime execution", "non-go code"]),
      ("cgo-pointer", ["cgo argument has go pointer", "cgo result"]),
    ],
    trace: .go,
    messageStatement: "Go reports the error; it ends the process after this message.",
    stopStatement: "Go's runtime ended the process after a panic or a fatal error.")

  /// Kotlin/Native (kotlin-native/runtime/src/main/cpp/Exceptions.cpp).
  static let kotlin = LanguageRuntime(
    name: "kotlin",
    messages: [
      Message(
        templates: ["Uncaught Kotlin exception: {type}: {message}", "Uncaught Kotlin exception: {type}"],
        isAtStart: true),
      Message(
        templates: [
          "Function doesn't have or inherit @Throws annotation and thus exception isn't propagated from Kotlin to Objective-C",
          "Instances of kotlin.Error, kotlin.RuntimeException and subclasses aren't propagated from Kotlin to Objective-C",
          "doesn't match @Throws-specified class(es) and thus isn't propagated from Kotlin to Objective-C",
          "Exception doesn't match @Throws-specified class(es)",
        ], kind: "throws", isAtStart: true),
    ],
    stops: [
      Stop(functions: ["Kotlin_ObjCExport_trapOnUndeclaredException*"], kind: "throws"),
      Stop(functions: [
        "konan::abort*", "*(anonymous namespace)::*UnhandledException*",
        "TerminateWithUnhandledException*", "OnUnhandledException*", "ReportUnhandledException*",
        "ProcessUnhandledException*", "Kotlin_terminateWithUnhandledException*", "Kotlin_processUnhandledException*",
        "kfun:kotlinx.coroutines#handleCoroutineException*",
        "kfun:kotlinx.coroutines.internal#propagateExceptionFinalResort*",
        "kfun:kotlin.native#terminateWithUnhandledException*", "kfun:kotlin.native#processUnhandledException*",
        "kfun:kotlin.native.internal#terminateWithUnhandledException*",
      ]),
    ],
    kinds: [
      ("throws", ["@throws"]),
      ("frozen", ["invalidmutabilityexception", "freezingexception", "incorrectdereferenceexception", "frozen"]),
      ("npe", ["nullpointerexception"]), ("cast", ["classcastexception", "typecastexception"]),
      ("index", ["indexoutofboundsexception"]),
      ("uninitialized", ["uninitializedpropertyaccessexception"]), ("out-of-memory", ["outofmemoryerror"]),
    ],
    trace: .kotlin,
    messageStatement: "Kotlin/Native reports the exception that was not caught.",
    stopStatement: "Kotlin/Native ended the process because of an unhandled exception.")

  /// Unity's IL2CPP.
  static let il2cpp = LanguageRuntime(
    name: "il2cpp",
    messages: [
      Message(templates: [
        "terminating due to uncaught exception of type Il2CppExceptionWrapper: {message}",
        "terminating with uncaught exception of type Il2CppExceptionWrapper: {message}",
        "uncaught exception of type Il2CppExceptionWrapper", "Fatal Exception: Il2CppExceptionWrapper",
      ])
    ],
    stops: [
      Stop(
        functions: [
          "*il2cpp::vm::Exception::RaiseNullReferenceException*", "*il2cpp_codegen_raise_null_reference_exception*",
        ], kind: "npe"),
      Stop(
        functions: ["*il2cpp::vm::Exception::RaiseIndexOutOfRange*", "*il2cpp_codegen_raise_index_out_of_range*"],
        kind: "index"),
      Stop(functions: ["*il2cpp::vm::Exception::RaiseOutOfMemoryException*"], kind: "out-of-memory"),
      Stop(functions: [
        "*il2cpp::vm::Exception::Raise*", "*il2cpp_codegen_raise*", "il2cpp_raise_exception*",
        "*il2cpp::vm::Exception::Rethrow*",
      ]),
    ],
    messageStatement: "The C++ runtime reports an exception of C# code (Il2CppExceptionWrapper) that was not caught.",
    stopStatement: "IL2CPP raised a C# exception that was not caught.")
}
