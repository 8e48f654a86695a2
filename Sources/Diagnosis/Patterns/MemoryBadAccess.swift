import CrashReports
import Vocabulary

extension Pattern {
  /// An invalid access to memory that nothing narrower explains.
  static let memoryBadAccess: Pattern = Pattern(
    "memory-bad-access",
    title: "Memory was touched that the process may not touch",
    family: .memory,
    symptom: "The app dies with EXC_BAD_ACCESS (SIGSEGV).",
    grades: [Grade(.likely, cause: .possible, badAccess)],
    headline: """
      {function|The process} touched {null?a NULL pointer|{offset?offset {offset} of a NULL pointer|\
      {address?memory at {address} that it may not touch|memory that is not its own}}}
      """,
    cause: """
      The address is {null?a NULL pointer|{offset?offset {offset} of a NULL pointer|\
      {address?memory at {address} that it may not touch|not mapped or protected}}}. An address near zero means a member or element of a NULL pointer; \
      any other mostly a freed object, a damaged pointer, or one used after its end.
      """,
    remedy: [
      "Look at {location|the first frame of the app} for a pointer that may be NULL or freed.",
      "Run with Address Sanitizer, and for Objective-C objects with Zombie Objects (scheme, Diagnostics).",
    ],
    changes: [
      Change(
        "objective-c", before: "char first = buffer->bytes[0];",
        after: "if (buffer == NULL) { return; }\nchar first = buffer->bytes[0];"),
      Change(
        "swift", before: "let first = pointer![0]", after: "guard let pointer else { return }\nlet first = pointer[0]"),
    ],
    gaps: [
      Gap(unless: .hasStack, "The stack of the crashed thread."),
      Gap(unless: .namesSourceLine, "The line in the source: symbolicate with the dSYM of this build."),
    ],
    lookalikes: [
      LookAlike(
        "stack-overflow", because: "The address is not in the guard region of the stack.", when: .not(.anyRepetition)),
      LookAlike("codesign-kill", because: "The system did not end the process for its signature."),
    ],
    references: [.memoryAccess, .exceptionTypes],
    generality: 9,
    examples: [
      .matches(
        "a member of a NULL pointer", atLeast: .likely,
        """
        →Exception Type:        EXC_BAD_ACCESS (SIGSEGV)
        Exception Codes:       KERN_INVALID_ADDRESS at 0x0000000000000018

        Thread 0 Crashed:
        0   Cards                         0x0000000104d2d110 deck_count + 8 (deck.c:12)
        1   Cards                         0x0000000104d2d190 -[CardController viewDidLoad] + 80
        """),
      .doesNotMatch(
        "the system ended it for its code signature",
        """
        Exception Type:  EXC_BAD_ACCESS (SIGKILL - CODESIGNING)
        Exception Subtype: UNKNOWN_0x32 at 0x0000000100bfc000
        """),
      .doesNotMatch(
        "a misaligned access",
        """
        Exception Type:        EXC_BAD_ACCESS (SIGBUS)
        Exception Codes:       BUS_ADRALN at 0x0000000000000001
        """),
    ])

  private static let others = Evidence.any([
    .exceptionField(
      containing: ["CODESIGNING", "Code Signature Invalid", "BUS_ADRALN", "BUS_ADRERR", "SIGKILL"]),
    .termination(namespace: "CODESIGNING"),
  ])

  private static let badAccess = Evidence.all([
    .not(others), .badAccess(),
    .also(
      .any([
        .field(.faultAddress, .atMost(0), capture: "null"), .field(.faultOffset, .atMost(0x3fff), capture: "offset"),
        .field(.faultAddress, capture: "address"),
      ])),
  ])
}
