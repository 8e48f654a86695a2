import CrashReports

extension Pattern {
  /// Execution at an address without code.
  static let memoryWildJump: Pattern = Pattern(
    "memory-wild-jump",
    title: "Jump to an invalid address: a damaged function pointer or return address",
    family: .memory, revision: 2,
    symptom: "The app crashes with EXC_BAD_ACCESS, and the faulting address is the program counter itself.",
    // The access is a fact, but a specific cause that is only likely has to outrank it.
    grades: [
      Grade(
        .likely, cause: .possible, .all([jump, .optional(.callerInLibrary), .optional(debugger), .optional(caller)])),
      Grade(.likely, cause: .possible, .all([.instructionInNoImage, .optional(caller)])),
    ],
    headline: """
      {target?Jump to {target}, whose memory is not executable{protection? ({region}, {protection})}\
      {library?, called from {library}|{function?, called from {function}}}|\
      Jump to an invalid address{library?, called from {library}| in {function|the process}}: {address} \
      {text?is the text "{text}"|{refused?is in no image|{protection?is not executable ({region}, {protection})|\
      contains no code}}}}
      """,
    cause: """
      The processor {refused?executed|fetched an instruction from} {address}{fill?, which is {fill}|{text?, which is the text "{text}"}}. \
      {target?That is the address of {target}, so the pointer is intact, but its memory has no permission to execute: a \
      tool for instrumentation or fuzzing, or a call of mprotect(), changed it, or the image was unloaded.\
      {debugger? A debugger was attached to the process.}|The code called \
      a function pointer, a block or a virtual function of an object that was freed or overwritten, returned to an \
      overwritten return address, or called code that was unloaded or has no permission to execute.}
      """,
    remedy: [
      """
      {target?Find what changed the protection of the memory of {target}: a debugger, a tool for instrumentation or \
      fuzzing, or a call of mprotect() or vm_protect(). Run without that tool.|Look at \
      {location?{location}|{function|the second frame, the caller}}: what it calls, and whether its owner was freed before.}
      """,
      "{target?Compare its protection with that of other code, r-x: pages of a mapped image lose it only by such a call.|Run with Address Sanitizer: it stops where the object or the stack is overwritten, or used after it was freed.}",
      "{target?If no tool is involved, set breakpoints on mprotect and vm_protect.|If the stack makes no sense, a buffer on the stack was overwritten: check arrays and copies in the caller.}",
    ],
    changes: [
      Change(
        "c", before: "deck_set_callback(deck, callback, card);   // card may be freed before the callback",
        after: "deck_set_callback(deck, NULL, NULL);   // before card is freed\nfree(card);")
    ],
    gaps: [
      Gap(unless: .hasStack, "The stack: the second frame is usually the caller."),
      Gap(unless: .field(.exceptionSubtype), "The exception subtype, which states whether the address is mapped."),
    ],
    lookalikes: [
      LookAlike("memory-null-call", because: "The address is not NULL."),
      LookAlike("codesign-kill", because: "The report does not mention a code signature."),
      LookAlike("pointer-authentication", because: "The system does not report a failed pointer signature."),
    ],
    references: [.memoryAccess, .exceptionTypes],
    supersedes: ["memory-bad-access", "memory-bus-error", "illegal-instruction", "bad-instruction-unspecified"],
    generality: 5, fallback: .unlessSpecific,
    phrases: ["fill": fillWords],
    searchTerms: """
      jump to bad address
      instruction abort
      pc equals fault address
      damaged function pointer
      return address overwritten
      execute protected memory
      """,
    examples: [
      .matches(
        "the program counter is in the heap", atLeast: .likely,
        """
        →Exception Type:        EXC_BAD_ACCESS (SIGBUS)
        →Exception Codes:       KERN_PROTECTION_FAILURE at 0x0000600000a4dc80

        Thread 0 Crashed:
        0   ???                           0x0000600000a4dc80 0 + 105553127013504
        →1   Cards                         0x0000000104d2d190 -[CardController viewDidLoad] + 80
        """),
      .matches(
        "text was written over a function pointer", atLeast: .likely,
        """
        →Exception Type:        EXC_BAD_ACCESS (SIGSEGV)
        →Exception Codes:       KERN_INVALID_ADDRESS at 0x6b63654464726143

        Thread 0 Crashed:
        0   ???                           0x6b63654464726143 0 + 7738148163862356291
        →1   Cards                         0x0000000104d2d190 -[CardController viewDidLoad] + 80
        """),
      .matches(
        "data was executed, and is not a valid instruction", atLeast: .likely,
        """
        Code Type:             ARM-64
        →Exception Type:        EXC_BAD_INSTRUCTION (SIGILL)
        Exception Codes:       0x0000000000000001, 0x0000000000000000

        Thread 0 Crashed:
        →0   ???                           0x0000600000a4dc80 0 + 105553127013504
        →1   Cards                         0x0000000104d2d190 -[CardController viewDidLoad] + 80

        Binary Images:
               0x104d28000 -        0x104d4ffff com.example.cards (1.0) <6f1f2a3b-0000-3000-8000-0123456789ab> /Applications/Cards.app/Contents/MacOS/Cards
        """),
      .matches(
        "only the link register shows the caller", atLeast: .likely,
        """
        →Exception Type:        EXC_BAD_ACCESS (SIGSEGV)
        →Exception Codes:       KERN_INVALID_ADDRESS at 0x0000001122334455

        Thread 0 Crashed:
        0   ???                           0x0000001122334455 0 + 73588229205

        Thread 0 crashed with ARM Thread State (64-bit):
            x0: 0x0000000000000000   x1: 0x0000000104d2e0aa   fp: 0x000000016b0d1000
            lr: 0x0000000104d2d190   sp: 0x000000016b0d0fe0   pc: 0x0000001122334455

        Binary Images:
               0x104d28000 -        0x104d4ffff com.example.cards (1.0) <6f1f2a3b-0000-3000-8000-0123456789ab> /Applications/Cards.app/Contents/MacOS/Cards
        """),
      .doesNotMatch(
        "code that an engine generated stops on purpose",
        """
        Code Type:             ARM-64
        Exception Type:        EXC_BAD_INSTRUCTION (SIGILL)
        Exception Codes:       0x0000000000000001, 0x0000000000000000

        Thread 0 Crashed:
        0   ???                           0x0000600000a4dc80 0 + 105553127013504
        1   JavaScriptCore                0x0000000190001110 vmEntryToJavaScript + 12

        Binary Images:
               0x190000000 -        0x1900fffff com.apple.JavaScriptCore (1.0) <6f1f2a3b-0000-3000-8000-0123456789ab> /System/Library/Frameworks/JavaScriptCore.framework/Versions/A/JavaScriptCore
        """),
      .doesNotMatch(
        "data in the heap",
        """
        Exception Type:        EXC_BAD_ACCESS (SIGSEGV)
        Exception Codes:       KERN_INVALID_ADDRESS at 0x0000600000a4dc80

        Thread 0 Crashed:
        0   Cards                         0x0000000104d2d110 deck_count + 8 (deck.c:12)
        """),
    ])

  private static let jump = Evidence.memoryFault(
    "an instruction was fetched from the faulting address",
    statement: "The processor fetched an instruction from {address}."
  ) { fault, _ in fault.access == .execute && fault.nullOffset == nil && fault.address != nil }

  private static let debugger = Evidence.all([
    .text(["Debugger attached to process"], statement: "A debugger was attached to the process."),
    .capture("debugger", "attached"),
  ])

  private static let caller = Evidence.frames([
    FrameQuery([], position: .first(1)),
    FrameQuery(
      [], roles: [.app], position: .first(6), blamed: true, statement: "The next frame of the app is {function}."),
  ])
}
