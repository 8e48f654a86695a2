import CrashReports

extension Pattern {
  /// A memory tag fault (MTE) in a process.
  static let memoryTagFault: Pattern = Pattern(
    "memory-tag-fault",
    title: "Memory tag fault (MTE): use after free or buffer overflow",
    family: .memory, revision: 2,
    symptom: """
      On devices with Memory Integrity Enforcement the app crashes with EXC_BAD_ACCESS or EXC_GUARD, and the report \
      mentions a tag check fault or MTE.
      """,
    grades: [
      Grade(.certain, cause: .certain, .all([inException, .optional(accessor), .optional(late)])),
      Grade(.likely, cause: .likely, inText),
    ],
    headline: "Memory tag fault (MTE) in {function|the process}: use after free or buffer overflow",
    cause: """
      With memory tagging (MTE), each allocation and each pointer to it have a tag. The tag of this pointer does not \
      match the memory: the memory was freed or reused, or the access is outside its allocation. Without memory tagging \
      the same bug damages data silently.{late? The fault is asynchronous: the access was made before this moment, possibly \
      in another function.}
      """,
    remedy: [
      "Look at {location|the first frame of the app}: which pointer is used there, and who frees it?",
      "Run with Address Sanitizer: it reports the access, the allocation and where it was freed.",
      "For Objective-C objects, use Zombie Objects; for C and C++ buffers, check the index before the access.",
    ],
    changes: [
      Change("c", before: "free(card); use(card->title);", after: "use(card->title); free(card); card = NULL;")
    ],
    gaps: [Gap(unless: .hasStack, "The stack: its first frame of the app used the pointer.")],
    lookalikes: [
      LookAlike("pointer-authentication", because: "The tag of the memory is wrong, not the signature of the pointer."),
      LookAlike("kernel-tag-fault", because: "The fault is in a process, not in the kernel."),
    ],
    references: [
      .exceptionTypes,
      Reference(
        "Enabling enhanced security for your app (Apple, Xcode)",
        url: "https://developer.apple.com/documentation/xcode/enabling-enhanced-security-for-your-app"),
      Reference("mach/arm/exception.h (XNU)"),
    ],
    supersedes: ["memory-bad-access", "memory-bus-error", "exc-guard", "objc-overrelease"],
    generality: 1,
    searchTerms: """
      MTE
      memory tagging
      tag check fault
      EXC_ARM_MTE
      memory integrity enforcement
      memory tag fault
      enhanced security
      """,
    examples: [
      .matches(
        "the subtype names the tag check",
        """
        Exception Type:    EXC_BAD_ACCESS (SIGKILL)
        →Exception Subtype: EXC_ARM_MTE_TAGCHECK_FAIL at 0x0500000102d34f50

        Thread 0 Crashed:
        0   libsystem_platform.dylib      	0x00000001a3c5a414 _platform_memmove + 84
        →1   Cards                         	0x0000000102d34f50 deck_copy + 76 (deck.c:31)
        """),
      .matches(
        "the debugger's stop reason",
        """
        →Thread 1: EXC_BAD_ACCESS (code=EXC_ARM_MTE_TAG_FAULT, address=0x500000102d34f50)
        """),
      .doesNotMatch(
        "a pointer authentication failure",
        """
        Exception Type:    EXC_BAD_ACCESS (SIGSEGV)
        Exception Subtype: EXC_ARM_PAC_FAIL at 0x0500000102d34f50
        """),
      .doesNotMatch(
        "a log line of an app with image metadata tags",
        """
        2024-05-06 07:08:09.123 Cards[4711:90210] metadata: tag check failed for orientation
        """),
    ])

  private static let tagStatement = "The exception names a memory tag fault: the tags of pointer and memory differ."
  private static let inException = Evidence.all([
    .not(.kind([.panic])),
    .any([
      .exceptionField(
        containing: ["exc_arm_mte", "mte tag", "tag check fault", "tag_check_fail", "mte_soft", "mte fault"],
        statement: tagStatement),
      .termination(namespace: "MTE_FAIL", statement: tagStatement),
      // Crash reporters and MetricKit have no subtype: EXC_ARM_MTE_TAGCHECK_FAIL.
      .all([
        .exception(types: ["EXC_BAD_ACCESS"]), .field(.firstExceptionCode, .equals("0x106"), statement: tagStatement),
      ]),
      // In soft mode the kernel raises a guard exception once, and the process continues.
      .all([
        .exception(types: ["EXC_GUARD"]),
        .field(.guardViolation, .matches(["5.200", "5.201", "5.202"]), statement: tagStatement),
      ]),
    ]),
  ])
  private static let inText = Evidence.all([
    .not(.kind([.panic])),
    .text(
      ["EXC_ARM_MTE_TAG", "memory tag check fault", "MTE tag check fault", "synchronous tag check fault"],
      statement: "This line reports a memory tag fault."),
  ])
  /// Flavors of a guard exception in soft mode, of the user's and of the kernel's accesses.
  private static let late = Evidence.field(.guardViolation, .matches(["5.201", "5.202"]), capture: "late")
  private static let accessor = Evidence.frame(
    FrameQuery([], roles: [.app], blamed: true, statement: "{function} is the first frame of the app."))
}
