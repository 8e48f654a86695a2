import CrashReports
import Vocabulary

extension Pattern {
  /// An invalid memory access that no narrower pattern explains.
  static let memoryBadAccess: Pattern = Pattern(
    "memory-bad-access",
    title: "Invalid memory access (EXC_BAD_ACCESS)",
    family: .memory,
    symptom: "The app crashes with EXC_BAD_ACCESS (SIGSEGV).",
    grades: [Grade(.likely, cause: .possible, badAccess)],
    headline: """
      {null?{function|The process} dereferenced a NULL pointer|\
      {offset?{function|The process} dereferenced a NULL pointer (offset {offset})|\
      Invalid memory access in {library?{library}{caller?, called from {caller}}|{function?{function}|{unnamed|the process}}}{address? (address {address}{access?, {access}})}}}
      """,
    cause: """
      The accessed address is {null?NULL|{offset?{offset} bytes past NULL|{address?{address}, which the process may \
      not access|not mapped, or is protected}}}. An address near zero usually means a member or element of a NULL \
      pointer. Any other address usually means a use after free (of an object or of other memory) or a damaged \
      pointer.
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
      LookAlike("codesign-kill", because: "The report does not mention a code signature."),
    ],
    references: [.memoryAccess, .exceptionTypes],
    generality: 9,
    searchTerms: """
      dangling pointer
      invalid pointer
      wild pointer
      access violation
      segmentation fault
      invalid memory access
      """,
    examples: [
      .matches(
        "an address that is not mapped", atLeast: .likely,
        """
        →Exception Type:        EXC_BAD_ACCESS (SIGSEGV)
        Exception Codes:       KERN_INVALID_ADDRESS at 0x00000001f0debc90

        Thread 0 Crashed:
        0   Cards                         0x0000000104d2d110 deck_count + 8 (deck.c:12)
        1   Cards                         0x0000000104d2d190 -[CardController viewDidLoad] + 80
        """),
      .doesNotMatch(
        "the system killed it because of its code signature",
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
    .not(others), .badAccess(), .optional(.memoryAccess), .optional(.faultInLibrary),
    .optional(
      .any([
        .field(.faultAddress, .atMost(0), capture: "null"), .field(.faultOffset, .atMost(0x3fff), capture: "offset"),
        .field(.faultAddress, capture: "address"),
      ])),
  ])
}
