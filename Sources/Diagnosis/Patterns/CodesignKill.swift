import CrashReports

extension Pattern {
  /// Code that the kernel rejected because its signature is missing or invalid.
  static let codesignKill: Pattern = Pattern(
    "codesign-kill",
    title: "Killed by the system: invalid code signature",
    family: .kill,
    symptom: "The app does not start, or is killed at once; the report has CODESIGNING or \"Code Signature Invalid\".",
    grades: [
      Grade(
        .certain, cause: .likely,
        .any([
          .all([.termination(namespace: "CODESIGNING", statement: signatureStatement), .optional(invalid)]), invalid,
        ])),
      Grade(
        .likely, cause: .possible,
        .text(["Termination Reason: CODESIGNING", "Namespace CODESIGNING"], statement: signatureStatement)),
    ],
    headline: "Invalid code signature: {process|the app} was killed by the system",
    cause: """
      The kernel checks each page of code against the signature. The signature is missing, expired or of another team, \
      or the file was changed after signing (also by replacing it in place while it ran). Generated code without the \
      right entitlement fails in the same way. EXC_BAD_ACCESS in such a report is not a memory bug.
      """,
    remedy: [
      "Sign the app and every framework in it again, and check with `codesign --verify --deep --strict --verbose=2`.",
      "Never overwrite a binary that may be running: write a new file and rename it.",
      "For generated code, use the entitlement com.apple.security.cs.allow-jit and MAP_JIT.",
    ],
    changes: [
      Change("shell", after: "codesign --verify --deep --strict --verbose=2 Cards.app"),
      Change(
        "shell", before: "cp new/Cards Cards.app/Contents/MacOS/Cards",
        after: "mv new/Cards Cards.app/Contents/MacOS/Cards"),
    ],
    gaps: [
      Gap(
        unless: .field(.terminationCode),
        "The termination code: 1 means an invalid signature at launch, 2 a page that does not match the signature.")
    ],
    lookalikes: [
      LookAlike("memory-bad-access", because: "The system killed the process; no invalid address was used."),
      LookAlike("dyld-library-missing", because: "No library is missing; a signature was rejected."),
    ],
    references: [
      .sigkill, .exceptionTypes, Reference("TN3126: Inside Code Signing: Hashes (Apple)"),
      Reference("Updating Mac Software (Apple)"),
    ],
    supersedes: ["memory-bad-access", "memory-bus-error"],
    generality: 2,
    searchTerms: """
      invalid code signature
      code signature invalid
      code signature
      SIGKILL (Code Signature Invalid)
      codesign
      code sign
      provisioning profile
      """,
    examples: [
      .matches(
        "the CODESIGNING namespace",
        """
        →Exception Type:        EXC_CRASH (Code Signature Invalid)
        Exception Codes:       0x0000000000000000, 0x0000000000000000

        →Termination Reason:    Namespace CODESIGNING, Code 0x1

        Thread 0 Crashed:
        0                                 	0x000000010e305000 _dyld_start + 0
        """),
      .matches(
        "older iOS: CODESIGNING in the signal's name",
        """
        →Exception Type:  EXC_BAD_ACCESS (SIGKILL - CODESIGNING)
        Exception Subtype: UNKNOWN_0x32 at 0x0000000100bfc000
        """),
      .doesNotMatch(
        "a plain invalid memory access",
        """
        Exception Type:        EXC_BAD_ACCESS (SIGSEGV)
        Exception Codes:       KERN_INVALID_ADDRESS at 0x0000000000000018
        """),
    ])

  private static let signatureStatement = "The system killed the process because of its code signature."
  private static let invalid = Evidence.exceptionField(
    containing: ["CODESIGNING", "Code Signature Invalid"], statement: "The exception itself names the code signature.")
}
