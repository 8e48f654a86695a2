extension LanguageRuntime {
  /// libsqlite3: it checks how connections and files are used.
  static let sqlite = LanguageRuntime(
    name: "sqlite",
    messages: [
      Message(templates: ["illegal multi-threaded access to database connection"], kind: "thread"),
      Message(
        templates: ["database integrity compromised by API violation: {message}: {database}"], kind: "file",
        isFinal: false),
      Message(
        templates: ["API call with {state} database connection pointer"], kind: "connection", isFinal: false),
    ],
    stops: [Stop(functions: ["sqlite3MutexMisuseAssert*", "checkMutexEnter*"], kind: "thread")],
    messageStatement: "SQLite reports how it was misused.", stopStatement: "SQLite ended the process because of misuse."
  )

  /// libxpc: the contract of its functions.
  static let xpc = LanguageRuntime(
    name: "xpc",
    messages: [Message(templates: ["XPC API Misuse: {message}"])],
    stops: [Stop(functions: ["_xpc_api_misuse*"])],
    kinds: [
      ("reply", ["expecting a reply"]), ("resume", ["over-resume"]), ("release", ["over-release", "underflow"]),
      ("memory", ["xpc_shmem_create"]), ("mutation", ["mutated during iteration"]),
      ("session", ["must be inactive", "inactive"]), ("handler", ["event handler"]),
    ],
    messageStatement: "libxpc reports which rule of its functions was violated.",
    stopStatement: "libxpc ended the process because of misuse of its functions.")

  /// libsystem_platform: locks and once tokens.
  static let unfairLock = LanguageRuntime(
    name: "unfairLock",
    messages: [Message(templates: ["BUG IN CLIENT OF LIBPLATFORM: {message}"])],
    stops: [
      Stop(functions: ["_os_unfair_lock_recursive_abort*", "_os_lock_recursive_abort*"], kind: "recursive"),
      Stop(functions: ["_os_unfair_lock_unowned_abort*", "_os_lock_unowned_abort*"], kind: "unowned"),
      Stop(functions: ["_os_unfair_lock_corruption_abort*", "_os_lock_corruption_abort*"], kind: "corrupt"),
    ],
    kinds: [
      ("assertion", ["unexpectedly"]), ("recursive", ["recursively lock"]),
      ("unowned", ["not owned by current thread"]), ("corrupt", ["is corrupt"]),
    ],
    messageStatement: "libsystem_platform reports how the lock was misused.",
    stopStatement: "libsystem_platform ended the process because a lock was misused.")

  /// libsystem_pthread.
  static let pthread = LanguageRuntime(
    name: "pthread",
    messages: [
      Message(templates: ["BUG IN CLIENT OF LIBPTHREAD: {message}", "BUG IN LIBPTHREAD: {message}"]),
      Message(templates: ["pthread_t was corrupted"], kind: "thread"),
    ],
    stops: [Stop(functions: ["_pthread_mutex_corruption_abort*"], kind: "mutex")],
    kinds: [
      ("ports", ["unable to allocate thread port"]), ("exit", ["pthread_exit() called"]),
      ("mutex", ["pthread_mutex corruption"]),
      ("join", ["pthread_join()"]), ("thread", ["pthread_t was corrupted"]), ("jit", ["jit"]),
      ("attributes", ["stack size in attrs", "unaligned stack addr"]),
    ],
    messageStatement: "libsystem_pthread reports how it was misused.",
    stopStatement: "libsystem_pthread ended the process because of a corrupted mutex.")

  /// The checked functions of the C library (`_FORTIFY_SOURCE`).
  static let checkedBuffers = LanguageRuntime(
    name: "checkedBuffers",
    messages: [
      Message(templates: ["detected source and destination buffer overlap"], kind: "overlap"),
      Message(templates: ["detected buffer overflow"], kind: "overflow"),
    ],
    stops: [
      Stop(functions: ["__chk_fail_overlap*"], kind: "overlap"),
      Stop(functions: ["__darwin_check_fd_set_overflow*"], kind: "descriptors"),
      Stop(functions: ["__chk_fail*"], kind: "overflow"),
    ],
    messageStatement: "The C library reports that a function would have written beyond a buffer.",
    stopStatement: "The C library ended the process: the size of a buffer was exceeded.")

  /// Terminations of the C++ runtime without an uncaught exception as their cause.
  static let cppTerminate = LanguageRuntime(
    name: "cppTerminate",
    messages: [
      Message(templates: ["Pure virtual function called!"], kind: "pure"),
      Message(templates: ["Deleted virtual function called!"], kind: "deleted"),
      Message(templates: ["__cxa_guard_acquire detected recursive initialization"], kind: "initialization"),
    ],
    stops: [
      Stop(functions: ["__cxa_pure_virtual*"], kind: "pure"),
      Stop(functions: ["__cxa_deleted_virtual*"], kind: "deleted"),
      Stop(functions: ["std::*thread::~thread*", "std::*thread::operator=(std::*"], kind: "thread"),
      Stop(functions: ["__clang_call_terminate*"], kind: "noexcept"),
    ],
    messageStatement: "The C++ runtime reports why it ended the process.",
    stopStatement: "The C++ runtime ended the process here.")
}
