import CrashReports
import Vocabulary

extension Pattern {
  /// Misuse of a guarded descriptor, port or memory region.
  static let excGuard: Pattern = Pattern(
    "exc-guard",
    title: "EXC_GUARD: a guarded file descriptor, port or memory region was misused",
    family: .kill,
    symptom: "The app crashes with EXC_GUARD, often in close() or in a Mach call, and not always in the same function.",
    grades: [
      // GUARD_TYPE_USER is os_fault_with_payload: a library reports a fault, and the process continues.
      Grade(.certain, cause: .certain, severity: .warning, .all([.reportedFault])),
      Grade(.certain, cause: .likely, severity: .warning, .all([guarded, Evidence.processContinued])),
      Grade(.certain, cause: .likely, guarded),
      // The keyword alone may be part of an explanation.
      Grade(.possible, cause: .possible, .text(["EXC_GUARD"], statement: "The message reports a guard violation.")),
    ],
    headline: """
      {reporter?{reporter} reported a fault (reason {reasonCode}){function? in {function}}; the process was not terminated|\
      EXC_GUARD in {function|the process}: {resource|a guarded resource}{target? {target}} was {violation|misused}}
      """,
    cause: """
      {reporter?A library found that it was used incorrectly, and reported it (GUARD_TYPE_USER, a simulated exception). No \
      guard was violated, and the process continued.|The system guards some descriptors, ports and regions, so that only their owner may close or change them. Here \
      {resource|one of them}{target? {target}} was {violation|misused by other code}. Usually a file descriptor or \
      port was closed twice: its number had been assigned to another owner in the meantime.}
      """,
    remedy: [
      "{reporter?Look at {function|the first frame of the app}, and at what it passes to the library that reported the fault.}",
      "{reporter?|In {function|the first frame of the app}, check which descriptor or port is closed or changed, and which code owns it.}",
      "{reporter?|Close each descriptor in exactly one function, and set the variable to -1 at once; never combine close() with a FILE or NSFileHandle that owns the number.}",
      "{reporter?|Look for a double close anywhere in the program: the code that crashes is seldom the cause. `sudo dtruss -t close` lists the calls.}",
    ],
    changes: [
      Change(
        "objective-c", before: "close(_descriptor);",
        after: "if (_descriptor >= 0) { close(_descriptor); _descriptor = -1; }"
      ).unless("reporter"),
      Change(
        "swift",
        before: "let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)\nclose(descriptor)",
        after: "let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)  // the handle closes it"
      ).unless("reporter"),
    ],
    gaps: [
      Gap(unless: .hasStack, "The stack: it names the call that was rejected."),
      Gap(
        unless: .field(.firstExceptionCode),
        "The exception codes: they state what was guarded and how it was misused."),
    ],
    lookalikes: [
      LookAlike("memory-bad-access", because: "No invalid address was accessed; a guard rejected an operation."),
      LookAlike("codesign-kill", because: "The namespace is GUARD, not CODESIGNING."),
    ],
    references: [
      .exceptionTypes, Reference("osfmk/kern/exc_guard.h and bsd/sys/guarded.h (XNU)"),
    ],
    supersedes: ["memory-bad-access"],
    generality: 2,
    phrases: ["resource": resources, "violation": violations],
    searchTerms: """
      double close
      file descriptor closed twice
      GUARD_TYPE_FD
      GUARD_TYPE_MACH_PORT
      GUARD_TYPE_VN
      guarded file descriptor
      close file descriptor
      """,
    examples: [
      .matches(
        "a guarded file descriptor was closed",
        """
        →Exception Type:  EXC_GUARD
        Exception Codes: 0x4000000100000005, 0x08fd4dbfade2dead
        Termination Reason: Namespace GUARD, Code 0x4000000100000005

        Thread 3 Crashed:
        0   libsystem_kernel.dylib        	0x00000001a3c5a414 close + 8
        1   Cards                         	0x0000000102d34f50 deck_close + 76
        """),
      .matches(
        "a port; the subtype names the kind of guard",
        """
        →Exception Type:        EXC_GUARD (SIGKILL)
        Exception Subtype:     GUARD_TYPE_MACH_PORT
        Exception Codes:       0x2000000000000c03, 0x0000000000000000
        """),
      .doesNotMatch(
        "a fault in close(), but no guard",
        """
        Exception Type:  EXC_BAD_ACCESS (SIGSEGV)
        Exception Codes: KERN_INVALID_ADDRESS at 0x0000000000000018

        Thread 3 Crashed:
        0   libsystem_c.dylib             	0x00000001a3c5a414 fclose + 8
        1   Cards                         	0x0000000102d34f50 deck_close + 76
        """),
      .doesNotMatch(
        "the guard page of a stack",
        """
        Exception Type:        EXC_BAD_ACCESS (SIGSEGV)
        Exception Codes:       KERN_PROTECTION_FAILURE at 0x000070000a3fcff8

        VM Regions Near 0x70000a3fcff8:
        --> STACK GUARD            000070000a3fc000-000070000a3fd000 [    4K] ---/rwx SM=NUL  stack guard for thread 3
        """),
    ])

  private static let guarded = Evidence.all([
    .not(.reportedFault),
    .any([
      .exception(types: ["EXC_GUARD"], statement: "The system stopped the process because a guard was violated."),
      .termination(namespace: "GUARD", statement: "The process was terminated because of a guard violation."),
    ]),
    .optional(
      .any([
        .all([
          .field(.guardedType, .matches(resources.keys.sorted()), capture: "resource"),
          .optional(.field(.guardTarget, capture: "target")),
          .optional(.field(.guardViolation, .matches(violations.keys.sorted()), capture: "violation")),
        ]),
        // Without a code, the subtype still names the kind.
        .all([
          .not(.field(.guardedType)),
          .any(
            ["GUARD_TYPE_MACH_PORT", "GUARD_TYPE_FD", "GUARD_TYPE_VN", "GUARD_TYPE_VM"].map { name in
              .all([.field(.exceptionSubtype, .contains([name])), .capture("resource", name)])
            }),
        ]),
      ])),
  ])

  /// What was guarded, by the type in a code or in a subtype (XNU, `osfmk/kern/exc_guard.h`).
  private static let resources: [String: String] = [
    "1": "Mach port", "2": "file descriptor", "3": "a framework object", "4": "a file",
    "5": "a virtual memory region", "6": "a rejected system call",
    "GUARD_TYPE_MACH_PORT": "a Mach port", "GUARD_TYPE_FD": "a file descriptor", "GUARD_TYPE_VN": "a file",
    "GUARD_TYPE_VM": "a virtual memory region",
  ]

  /// How it was misused, by type and flavor.
  private static let violations: [String: String] = [
    "1.1": "destroyed", "1.2": "modified (its reference count changed)",
    "1.3": "used with options that are not allowed",
    "1.4": "given another context", "1.8": "used as guarded although it is not guarded",
    "1.16": "used with an incorrect guard", "1.32": "moved although it is immovable",
    "1.64": "used against the rules for reply ports", "1.128": "used for a message that a filter rejects",
    "1.256": "used with an invalid port right", "1.512": "used although no such port exists",
    "1.1024": "used with an invalid value", "1.2048": "used with an invalid argument",
    "1.4096": "inserted although the right already exists", "1.8192": "used with no space left",
    "1.16384": "used in a way that the kernel rejects", "1.32768": "used when the kernel was out of resources",
    "1.65536": "used for a reply that cannot be sent",
    "2.1": "closed", "2.2": "duplicated", "2.4": "stripped of its close-on-exec flag",
    "2.8": "sent through a socket", "2.16": "converted to a Mach port", "2.32": "used with an incorrect guard",
    "2.64": "written to",
    "4.1": "replaced by a rename", "4.2": "renamed", "4.4": "deleted", "4.8": "written to by another process",
    "4.16": "truncated by another process", "4.32": "linked", "4.64": "exchanged with another file",
    "5.1": "deallocated although part of it is not mapped", "6": "made",
  ]
}

extension Evidence {
  /// A fault that a library reported with os_fault_with_payload: captures `reporter` and `reasonCode`.
  fileprivate static let reportedFault = Evidence.custom(
    CustomEvidence(
      "an EXC_GUARD of type USER, with the namespace and the code of the report", reason: "It decodes a code.",
      needs: EvidenceNeeds(facts: ["EXC_GUARD"]), explanations: [faultStatement]
    ) { context in
      guard let exception = context.report.exception, exception.type == "EXC_GUARD",
        let code = exception.codes?.first, GuardCode(code).type == 3
      else { return nil }
      let namespace = GuardCode(code).target
      let name = Topic.namespace(UInt64(namespace)) ?? "A library (namespace \(namespace))"
      var captures = ["reporter": name]
      captures["reasonCode"] = (exception.codes?.dropFirst().first).map { String($0) } ?? "not recorded"
      return context.match(
        line: context.report.lines[.exceptionCodes] ?? context.report.lines[.exceptionType],
        member: exception.codesText ?? "EXC_GUARD", statement: faultStatement, captures: captures)
    })

  private static let faultStatement = """
    The code has the type USER: {reporter} reported a fault with reason {reasonCode}, without a guard.
    """
}
