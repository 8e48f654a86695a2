import CrashReports

extension Pattern {
  /// `CFRelease(NULL)` in code other than the loading of fonts.
  static let cfReleaseNullOther: Pattern = Pattern(
    "cfrelease-null-other",
    title: "CFRelease or CFRetain was called with NULL",
    family: .memory,
    symptom:
      "The process crashes in CFRelease, CFRetain or CFAutorelease with a breakpoint exception (EXC_BREAKPOINT).",
    grades: [
      Grade(.certain, cause: .likely, .all([halt, .optional(halted), caller])),
      Grade(.certain, cause: .possible, halt),
      Grade(.likely, cause: .likely, .all([cold, .not(halt)])),
      Grade(.possible, cause: .possible, .all([trap, innermost, .not(halt)])),
    ],
    headline: "CFRelease or CFRetain was called with NULL{function? in {function}}",
    cause: """
      Unlike free() and Objective-C messages, CFRelease() and CFRetain() do not accept NULL: Core Foundation halts the \
      process on purpose. {function|The caller} passed NULL. Usually a Create or Copy function failed and returned NULL, \
      or an error was released although there was none.
      """,
    remedy: [
      "In {function|the caller}, check each result of a Create or Copy function for NULL before you release it.",
      "Release a CFErrorRef only if the call failed: after a success it is still NULL.",
      "If the call is in a system framework, check what your code passes to it: a nil in a value that is declared non-optional becomes NULL there.",
    ],
    changes: [
      Change(
        "objective-c",
        before: "CFRelease(image);",
        after: "if (image != NULL) { CFRelease(image); }   // CGImageRelease and similar functions accept NULL"),
      Change(
        "swift",
        after: """
          // Keep a value that may be missing optional; Swift then never releases NULL.
          guard let buffer: CMSampleBuffer = makeBuffer() else { return }
          handler(buffer)
          """),
    ],
    gaps: [
      Gap(unless: .hasStack, "The stack: the frame below CFRelease is the caller that passed NULL."),
      Gap(unless: .namesSourceLine, "The source line: symbolicate with the dSYM."),
    ],
    lookalikes: [
      LookAlike(
        "ib-font-cfrelease-null", because: "No frame below CFRelease belongs to a font loader.", when: .hasStack),
      LookAlike(
        "objc-overrelease", because: "The message reports NULL; an over-released object has an address.", when: halt),
      LookAlike(
        "swift-trap-unspecified",
        because: "The trap is in Core Foundation, not in the Swift runtime.",
        when: .any([halt, cold])),
    ],
    knownGaps: [
      "Without the message, a halt of CFRelease for another reason, such as an over-release it detected, looks the same."
    ],
    references: [
      Reference(
        "CFRelease (Apple, Core Foundation): \"If cf is NULL, this will cause a runtime error\"",
        url: "https://developer.apple.com/documentation/corefoundation/cfrelease"),
      .appleExceptionTypes,
    ],
    supersedes: ["swift-trap-unspecified", "ib-agent-crashed-unspecified", "ib-unified-agent-crashed"],
    generality: 5,
    searchTerms: """
      CFRelease NULL
      CFRelease(NULL)
      CFRelease() called with NULL
      CFRetain() called with NULL
      CFRetain NULL
      CFRelease
      """,
    examples: [
      .matches(
        "an app releases an image that was never created",
        """
        Process:               MyApp [4711]
        Exception Type:        EXC_BREAKPOINT (SIGTRAP)

        Application Specific Information:
        →*** CFRelease() called with NULL ***

        Thread 0 Crashed:
        →0   CoreFoundation                  0x0000000112fd2ccf CFRelease + 1183
        →1   MyApp                           0x0000000104406b17 -[RecorderController stop] + 91
        2   UIKitCore                       0x0000000118a06b17 -[UIApplication sendAction:to:from:forEvent:] + 96
        """),
      .matches(
        "without the message, in the cold part of CFRelease", atLeast: .likely,
        """
        Exception Type:  EXC_BREAKPOINT (SIGTRAP)

        Thread 3 Crashed:
        →0   CoreFoundation                  0x1b2c3d4e0 CFRelease.cold.2 + 16
        1   CoreFoundation                  0x1b2b3d4e0 CFRelease + 136
        2   MyApp                           0x104406b17 -[RecorderController stop] + 91
        """),
      .doesNotMatch(
        "a fault in CFRelease: the object was already freed",
        """
        Exception Type:        EXC_BAD_ACCESS (SIGSEGV)
        Exception Codes:       KERN_INVALID_ADDRESS at 0x00000001f0debc9a

        Thread 0 Crashed:
        0   CoreFoundation                  0x0000000112fd2ccf CFRelease + 28
        1   MyApp                           0x0000000104406b17 -[RecorderController stop] + 91
        """),
    ])

  private static let halt = Evidence.any([
    .text(
      ["*** CFRelease() called with NULL ***"],
      statement: "CFRelease was called with NULL and halted the process on purpose."),
    .text(
      ["*** CFRetain() called with NULL ***"],
      statement: "CFRetain was called with NULL and halted the process on purpose."),
    .text(
      ["*** CFAutorelease() called with NULL ***"],
      statement: "CFAutorelease was called with NULL and halted the process on purpose."),
  ])
  private static let functions = ["CFRelease", "CFRetain", "CFAutorelease", "_CFRelease"]
  private static let halted = Evidence.frame(
    FrameQuery(
      functions + ["CFRelease.cold.*", "CFRetain.cold.*"], position: .first(3), statement: "The halt is in {function}.")
  )
  private static let trap = Evidence.exception(
    types: ["EXC_BREAKPOINT", "EXC_BAD_INSTRUCTION"], signals: ["SIGTRAP", "SIGILL"],
    statement: "The process halted itself; it did not access invalid memory.")
  private static let innermost = Evidence.frame(
    FrameQuery(
      functions, position: .first(1), statement: "The process stopped in {function}, which halts when called with NULL."
    )
  )
  private static let cold = Evidence.frame(
    FrameQuery(
      ["CFRelease.cold.*", "CFRetain.cold.*", "CFAutorelease.cold.*"], position: .first(3),
      statement: "{function} is the code that halts the process, for example when it is called with NULL."))
  private static let caller = Evidence.frames([
    FrameQuery(functions, position: .first(3)),
    FrameQuery(
      [], roles: [.app, .unknown], position: .first(8), blamed: true,
      statement: "{function} made the call ({location})."),
  ])
}
