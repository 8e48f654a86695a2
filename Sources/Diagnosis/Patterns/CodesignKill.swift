import CrashReports

extension Pattern {
  /// Code that the kernel rejected because its signature is missing or invalid.
  static let codesignKill: Pattern = Pattern(
    "codesign-kill",
    title: "Killed by the system: invalid code signature",
    family: .kill, revision: 2,
    symptom: "The app does not start, or is killed at once; the report has CODESIGNING or \"Code Signature Invalid\".",
    grades: [
      Grade(
        .certain, cause: .likely,
        .any([
          .all(
            [
              .termination(namespace: "CODESIGNING", statement: signatureStatement), .optional(invalid),
              .optional(rule),
            ]
              + codes + [.not(nullCall)]), .all([invalid, .not(otherTermination), .not(nullCall)]),
        ])),
      // The namespace of the termination states more than the words of the exception.
      Grade(.likely, cause: .possible, .all([invalid, .not(nullCall)])),
      Grade(
        .likely, cause: .possible,
        .text(["Termination Reason: CODESIGNING", "Namespace CODESIGNING"], statement: signatureStatement)),
    ],
    headline: """
      {constraint?Launch constraint|Invalid code signature}: {process|the app} was killed by the system{rule? ({rule})}
      """,
    cause: """
      {constraint?The signature of a program may state which process may start it, and from where. This program was started \
      in another way. The signature itself is valid.|{launch?The system rejected the signature when the program started, \
      before any of its code ran: it is missing, expired or of another team, or it has entitlements that the provisioning \
      profile does not contain.|{page?A page of code does not match the signature: the file was changed after signing, also by \
      replacing it in place while it ran.|The kernel checks each page of code against the signature. The signature is missing, \
      expired or of another team, or the file was changed after signing (also by replacing it in place while it ran). \
      Generated code without the right entitlement fails in the same way.}}} EXC_BAD_ACCESS in such a report is not a memory \
      bug.
      """,
    remedy: [
      """
      {constraint?Start the app itself, where its installer put it, and not a copy or a helper in it; signing it again does \
      not help.|{page?Never overwrite a binary that may be running: write a new file and rename it; then sign again.|Sign the \
      app and every framework in it again, and check with `codesign --verify --deep --strict --verbose=2`.}}
      """,
      """
      {launch?Compare `codesign -d --entitlements - App.app` with the entitlements of the embedded provisioning profile.|\
      Check the signature of each framework and helper, too.}
      """,
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
      .matches(
        "a program that may only be started by another one",
        """
        Exception Type:        EXC_CRASH (SIGKILL)

        →Termination Reason: CODESIGNING 4 Launch Constraint Violation
        """),
      .doesNotMatch(
        "a plain invalid memory access",
        """
        Exception Type:        EXC_BAD_ACCESS (SIGSEGV)
        Exception Codes:       KERN_INVALID_ADDRESS at 0x0000000000000018
        """),
    ])

  private static let signatureStatement = "The system killed the process because of its code signature."
  private static let otherTermination = Evidence.uncited(.termination(statement: nil))
  /// The words of the report for what was violated.
  private static let rule = Evidence.field(.terminationReason, .isText, capture: "rule")
  /// The codes of the namespace (XNU, `bsd/sys/reason.h`).
  private static let codes = [(1, "launch"), (2, "page"), (4, "constraint")].map { code, name in
    Evidence.optional(
      .all([.uncited(.termination(namespace: "CODESIGNING", codes: [code])), .capture(name, name)]))
  }
  private static let invalid = Evidence.exceptionField(
    containing: ["CODESIGNING", "Code Signature Invalid"], statement: "The exception itself names the code signature.")
}
