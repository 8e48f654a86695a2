extension Pattern {
  /// A fatal error of a JavaScript engine other than a lack of memory.
  static let javaScriptFatal = Pattern(
    "javascript-fatal",
    title: "Fatal error of the JavaScript engine (V8, Node.js, Hermes, NativeScript)",
    family: .exception,
    symptom: """
      The console says "# Fatal error in …", "FATAL ERROR: …" or "NativeScript encountered a fatal error", or \
      V8_Fatal, node::OnFatalError or hermesFatalErrorHandler is on the stack.
      """,
    grades: LanguageRuntime.javaScript.grades(except: ["out-of-memory"]),
    headline: """
      Fatal error of the JavaScript engine{function? below {function}}: {message|message not recorded}
      """,
    cause: """
      The JavaScript engine found an error that it cannot report to JavaScript, and ended the process on purpose: \
      a failed check, misuse of its C++ API (a native addon, a wrong thread), or an error that nothing caught in a \
      runtime that treats it as fatal. Hermes ends the process by writing through a null pointer: that fault is \
      not the cause. The message is in standard error.
      """,
    remedy: [
      "Read the message in standard error: it names the check or the error.",
      """
      If a native addon or module is on the stack, check that it uses the engine only on the JavaScript thread, \
      and update it.
      """,
      """
      Update the engine: failed checks of the engine itself are defects that are often already fixed.
      """,
    ],
    gaps: [
      Gap(
        unless: .text(["fatal error"]),
        "The engine's message: it is in standard error."),
      Gap(unless: .hasStack, "The stack of the crashed thread."),
    ],
    lookalikes: [
      LookAlike("javascript-out-of-memory", because: "Neither the message nor the stack shows a lack of memory."),
      LookAlike("memory-bad-access", because: "The invalid access, if there is one, is on purpose."),
    ],
    references: [Reference("Node-API: napi_fatal_error (Node.js)", url: "https://nodejs.org/api/n-api.html")],
    supersedes: LanguageRuntime.superseded,
    generality: 3,
    searchTerms: """
      V8_Fatal
      node::OnFatalError
      Fatal error in , line 0
      hermesFatalErrorHandler
      hermes crash
      electron crash
      NativeScript encountered a fatal error
      v8 fatal error
      node::Abort
      """,
    examples: [
      .matches(
        "a failed check of V8", atLeast: .certain,
        """
        #
        →# Fatal error in , line 0
        # Check failed: current_item_ != nullptr
        #
        #
        #FailureMessage Object: 0x16f0a2c48
        """),
      .matches(
        "the frames of Hermes", atLeast: .certain,
        """
        →Exception Type:  EXC_BAD_ACCESS (SIGSEGV)
        Exception Codes: KERN_INVALID_ADDRESS at 0x0000000000000000

        Thread 0 Crashed:
        0   hermes                        	0x00000001873ea1f0 facebook::hermes::detail::hermesFatalErrorHandler(void*, std::__1::basic_string<char> const&, bool) + 44
        →1   hermes                        	0x00000001873eb200 llvh::report_fatal_error(char const*, bool) + 120
        2   hermes                        	0x00000001873ec210 hermes::vm::HiddenClass::addProperty(hermes::vm::Handle<hermes::vm::HiddenClass>) + 210
        """),
      .doesNotMatch(
        "a fault inside the engine",
        """
        Exception Type:  EXC_BAD_ACCESS (SIGSEGV)

        Thread 0 Crashed:
        0   hermes                        	0x00000001873ea1f0 hermes::vm::HiddenClass::addProperty(hermes::vm::Handle<hermes::vm::HiddenClass>) + 210
        1   hermes                        	0x00000001873eb200 facebook::hermes::HermesRuntimeImpl::call() + 20
        """),
      .doesNotMatch(
        "a JavaScript error that was logged",
        """
        2024-05-06 07:08:09.123 Cards[4711:90210] TypeError: undefined is not an object (evaluating deck.cards)
        """),
    ])
}
