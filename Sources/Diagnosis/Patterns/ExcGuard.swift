import CrashReports
import Vocabulary

extension Pattern {
  private static let guarded = Evidence.all([
    .any([
      .exception(types: ["EXC_GUARD"], statement: "The system stopped the process because a guard was violated."),
      .termination(namespace: "GUARD", statement: "The process was terminated because of a guard violation."),
    ]),
    .optional(
      .any([
        .all([
          .field(.guardedType, .matches(resources.keys.sorted()), capture: "resource"),
          .optional(.field(.guardTarget, capture: "target")),
          .optional(.all([.field(.guardedType, .equals("5")), .capture("memory", "yes")])),
          .optional(.all([.field(.guardedType, .equals("6")), .capture("call", "yes")])),
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
    "1.4": "given another context", "1.5": "used to set the state of a thread",
    "1.6": "used with an exception behavior that is not allowed", "1.7": "used against the rules for service ports",
    "1.9": "used against the rules for reply ports of kernel objects",
    "1.10": "used against the rules for reply ports", "1.65": "used for an invalid notification request",
    "1.8": "used as guarded although it is not guarded",
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
    "5.1": "deallocated although part of it is not mapped", "5.2": "not reclaimed because it could not be read",
    "5.4": "not reclaimed because of an invalid index", "5.8": "not reclaimed because it could not be deallocated",
    "5.98": "accessed against its security policy", "5.99": "accessed against its security policy (found later)",
    "5.100": "copied against its security policy", "5.101": "shared against its security policy",
    "6": "made",
  ]
}
