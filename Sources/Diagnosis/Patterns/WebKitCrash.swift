import CrashReports

extension Pattern {
  /// WebKit stopped the process on purpose.
  static let webKitCrashBBADBEEF: Pattern = Pattern(
    "webkit-crash-bbadbeef",
    title: "WebKit or JavaScriptCore stopped the process on purpose (0xbbadbeef)",
    family: .memory,
    symptom: "The app crashes with EXC_BAD_ACCESS at address 0xbbadbeef or 0xfbadbeef.",
    grades: [
      Grade(
        .likely, cause: .likely,
        .memoryFault("an access to the address that WebKit uses", statement: statement) {
          fault, _ in
          fault.value == .fill(.webKit)
        })
    ],
    headline: "WebKit assertion (CRASH()) at {address}{function?, called from {function}}: the reason is not recorded",
    cause: """
      WebKit, WTF or JavaScriptCore wrote to {address} on purpose: an assertion of the library failed, a request for \
      memory could not be fulfilled, or an API was called on a wrong thread or with an invalid object. The address is not \
      a damaged pointer.
      """,
    remedy: [
      "Look at the frames above WTFCrash or the innermost frame of WebKit or JavaScriptCore: their names state which check failed.",
      "Call WebKit on the main thread only, and use a JSContext only with its own virtual machine.",
      "Check memory use at that time: JavaScriptCore stops in the same way if it cannot allocate memory.",
    ],
    gaps: [Gap(unless: .hasStack, "The stack: the innermost frames name the check that failed.")],
    lookalikes: [
      LookAlike("memory-bad-access", because: "The address is a constant of WebKit.")
    ],
    references: [Reference("WTF/wtf/Assertions.h (WebKit): CRASH()", url: "https://github.com/WebKit/WebKit")],
    supersedes: ["memory-bad-access", "memory-bus-error"],
    generality: 3, fallback: .unlessSpecific,
    searchTerms: """
      0xbbadbeef
      bbadbeef
      0xfbadbeef
      WTFCrash
      WebKit crash on purpose
      JavaScriptCore assertion
      """,
    examples: [
      .matches(
        "JavaScriptCore failed a check", atLeast: .likely,
        """
        →Exception Type:        EXC_BAD_ACCESS (SIGSEGV)
        →Exception Codes:       KERN_INVALID_ADDRESS at 0x00000000bbadbeef

        Thread 0 Crashed:
        →0   JavaScriptCore                0x00000001904a1c20 WTFCrash + 16
        1   JavaScriptCore                0x00000001904b1c20 JSC::JSLock::unlock() + 80
        2   Cards                         0x0000000104d2d190 -[ScriptHost evaluate:] + 80
        """),
      .doesNotMatch(
        "an address that only looks similar",
        """
        Exception Type:        EXC_BAD_ACCESS (SIGSEGV)
        Exception Codes:       KERN_INVALID_ADDRESS at 0x00000001bbadbeef

        Thread 0 Crashed:
        0   Cards                         0x0000000104d2d110 deck_count + 8 (deck.c:12)
        """),
    ])

  private static let statement = "WebKit uses this address to stop the process on purpose."
}
