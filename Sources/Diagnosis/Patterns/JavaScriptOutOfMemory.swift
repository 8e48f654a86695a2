extension Pattern {
  /// A JavaScript engine that ran out of memory.
  static let javaScriptOutOfMemory = Pattern(
    "javascript-out-of-memory",
    title: "JavaScript heap out of memory (V8, Node.js, Electron, Hermes)",
    family: .memory,
    symptom: """
      A Node.js, Electron or React Native program stops with "JavaScript heap out of memory", or \
      FatalProcessOutOfMemory or hermes::vm::GCBase::oom is on the stack.
      """,
    grades: LanguageRuntime.javaScript.grades(["out-of-memory"]),
    headline: "JavaScript heap out of memory{message?: {message}}",
    cause: """
      The heap of the JavaScript engine reached its limit, and garbage collection did not free enough. The engine \
      ended the process on purpose. Either objects are retained that are no longer needed, or the program needs \
      more than the limit (Node.js: about 2 to 4 GB; Hermes: the configured maximum). Hermes ends the process by \
      writing through a null pointer: that fault is not the cause.
      """,
    remedy: [
      """
      Take heap snapshots (Chrome DevTools, node --inspect, Hermes sampling) and look for arrays, maps, caches and \
      listeners that only grow.
      """,
      """
      For a build or a script that needs more memory, raise the limit: NODE_OPTIONS=--max-old-space-size=8192.
      """,
      "Process large data in parts (streams) instead of in one string or array.",
    ],
    gaps: [
      Gap(
        unless: .text(["out of memory", "Max heap size"]),
        "The engine's message with the sizes of the heap: it is in standard error."),
      Gap(unless: .hasStack, "The stack of the crashed thread."),
    ],
    lookalikes: [
      LookAlike("jetsam-memory", because: "The engine ended the process; the system did not."),
      LookAlike("memory-bad-access", because: "The invalid access, if there is one, is on purpose."),
    ],
    references: [Reference("Command-line API: --max-old-space-size (Node.js)", url: "https://nodejs.org/api/cli.html")],
    supersedes: LanguageRuntime.superseded + ["javascript-fatal"],
    generality: 2,
    searchTerms: """
      javascript heap out of memory
      FATAL ERROR: Reached heap limit
      Ineffective mark-compacts near heap limit
      node out of memory
      max-old-space-size
      FatalProcessOutOfMemory
      hermes OOM
      Max heap size was exceeded
      electron out of memory
      """,
    examples: [
      .matches(
        "the message of Node.js", atLeast: .certain,
        """
        <--- Last few GCs --->

        [4711:0x7f8b0a008000]    38414 ms: Mark-sweep 2044.7 (2084.2) -> 2043.9 (2085.0) MB, 1052.8 / 0.0 ms

        <--- JS stacktrace --->

        →FATAL ERROR: Reached heap limit Allocation failed - JavaScript heap out of memory
         1: 0x1000b2289 node::Abort() [/usr/local/bin/node]
         2: 0x1000b246f node::OnFatalError(char const*, char const*) [/usr/local/bin/node]
        """),
      .matches(
        "the frames of Hermes, which writes through a null pointer", atLeast: .certain,
        """
        →Exception Type:  EXC_BAD_ACCESS (SIGSEGV)
        Exception Codes: KERN_INVALID_ADDRESS at 0x0000000000000000

        Thread 0 Crashed:
        0   hermes                        	0x00000001873ea1f0 facebook::hermes::detail::hermesFatalErrorHandler(void*, std::__1::basic_string<char> const&, bool) + 44
        1   hermes                        	0x00000001873eb200 llvh::report_fatal_error(llvh::Twine const&, bool) + 120
        2   hermes                        	0x00000001873ec210 hermes::hermes_fatal(std::__1::basic_string<char> const&) + 30
        →3   hermes                        	0x00000001873ed220 hermes::vm::GCBase::oom(std::__1::error_code) + 210
        4   hermes                        	0x00000001873ee230 hermes::vm::HadesGC::allocSlow(unsigned int) + 90
        """),
      .matches(
        "the frames of V8", atLeast: .certain,
        """
        Exception Type:  EXC_CRASH (SIGABRT)

        Thread 0 Crashed:
        0   libsystem_kernel.dylib        	0x00000001873ea1f0 __pthread_kill + 8
        1   libsystem_pthread.dylib       	0x00000001873eb200 pthread_kill + 288
        2   libsystem_c.dylib             	0x00000001873ec210 abort + 180
        3   Electron Framework            	0x00000001873ed220 node::Abort() + 20
        4   Electron Framework            	0x00000001873ee230 node::OOMErrorHandler(char const*, bool) + 30
        →5   Electron Framework            	0x00000001873ef240 v8::internal::V8::FatalProcessOutOfMemory(v8::internal::Isolate*, char const*, bool) + 40
        6   Electron Framework            	0x00000001873f0250 v8::internal::Heap::CollectGarbage() + 90
        """),
      .doesNotMatch(
        "the system killed the process",
        """
        Exception Type:  EXC_CRASH (SIGKILL)
        Termination Reason: Namespace JETSAM, Code 1
        """),
      .doesNotMatch(
        "another fatal error of V8",
        """
        # Fatal error in , line 0
        # Check failed: current_item_ != nullptr
        #
        """),
    ])
}
