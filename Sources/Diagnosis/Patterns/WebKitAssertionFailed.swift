extension Pattern {
  /// A failed check of WebKit or JavaScriptCore.
  static let webKitAssertionFailed = Pattern(
    "webkit-assertion-failed",
    title: "WebKit or JavaScriptCore stopped the process (WTFCrash)",
    family: .exception,
    symptom: """
      WTFCrash, WTFCrashWithInfo or pas_panic is on top of the stack; older systems show an access to 0xbbadbeef.
      """,
    grades: LanguageRuntime.webKit.grades() + [
      Grade(
        .likely, cause: .likely,
        .memoryFault("an access to 0xbbadbeef or 0xfbadbeef", statement: "WebKit accesses {address} on purpose.") {
          fault, _ in fault.value == .fill(.webKit)
        })
    ],
    headline: """
      WebKit stopped the process (WTFCrash{checking? in {checking}}){kind?: {kind}}{function?, called from {function}}
      """,
    cause: """
      WebKit or JavaScriptCore ended the process because a check of its own failed, or memory was not available. \
      The invalid access (0xbbadbeef), if the report states one, is on purpose. JavaScript errors never end a \
      process that uses JavaScriptCore. Frequent causes: use of WebKit or of a JSContext from several threads, a \
      lack of memory, damaged memory, and defects of WebKit.
      """,
    remedy: [
      """
      Check that {function|the app} uses WKWebView on the main thread only, and each JSContext on one thread at a \
      time.
      """,
      "Check the memory use of the process at that moment.",
      """
      If the stack has no frame of the app, search bugs.webkit.org for the function below WTFCrash, and test a \
      newer system.
      """,
    ],
    gaps: [
      Gap(unless: .hasStack, "The stack of the crashed thread.")
    ],
    lookalikes: [
      LookAlike("memory-bad-access", because: "The access is on purpose: WebKit ends the process with it.")
    ],
    references: [
      Reference(
        "WTF/wtf/Assertions.cpp (WebKit)",
        url: "https://github.com/WebKit/WebKit/blob/main/Source/WTF/wtf/Assertions.cpp")
    ],
    supersedes: LanguageRuntime.superseded,
    generality: 3,
    phrases: ["kind": meanings, "advice": advice],
    searchTerms: """
      WTFCrash
      WTFCrashWithInfo
      bbadbeef
      0xbbadbeef
      0xfbadbeef
      JavaScriptCore crash
      WebKit crash
      pas_panic
      bmalloc crash
      """,
    examples: [
      .matches(
        "the frame of the check", atLeast: .certain,
        """
        Exception Type:  EXC_BREAKPOINT (SIGTRAP)

        Thread 0 Crashed:
        →0   JavaScriptCore                	0x00000001873ea1f0 WTFCrashWithInfo(int, char const*, char const*, int) + 20
        1   JavaScriptCore                	0x00000001873eb200 JSC::VM::ensureTerminationException() + 120
        2   WebCore                       	0x00000001873ec210 WebCore::ScriptController::evaluate() + 40
        """),
      .matches(
        "the address alone, without names", atLeast: .likely,
        """
        →Exception Type:        EXC_BAD_ACCESS (SIGSEGV)
        →Exception Codes:       KERN_INVALID_ADDRESS at 0x00000000bbadbeef

        Thread 0 Crashed:
        →0   JavaScriptCore                0x00000001904a1c20 0x190400000 + 662560
        1   Cards                         0x0000000104d2d190 -[ScriptHost evaluate:] + 80
        """),
      .doesNotMatch(
        "an address that only looks similar",
        """
        Exception Type:        EXC_BAD_ACCESS (SIGSEGV)
        Exception Codes:       KERN_INVALID_ADDRESS at 0x00000001bbadbeef

        Thread 0 Crashed:
        0   Cards                         0x0000000104d2d190 -[ScriptHost evaluate:] + 80
        """),
      .doesNotMatch(
        "a fault inside JavaScriptCore",
        """
        Exception Type:  EXC_BAD_ACCESS (SIGSEGV)

        Thread 0 Crashed:
        0   JavaScriptCore                	0x00000001873ea1f0 JSC::JSCell::isObject() const + 20
        1   JavaScriptCore                	0x00000001873eb200 JSC::VM::run() + 120
        """),
    ])

  private static let meanings = [
    "allocator": "the allocator detected damaged memory or ran out of it",
    "out-of-memory": "out of memory",
  ]
  private static let advice = [
    "allocator": "Run with Address Sanitizer.",
    "out-of-memory": "Reduce the memory use.",
  ]
}
