import CrashReports
import Knowledge
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

  private static let lists = KnowledgeText.guards.lists
  /// What was guarded, by the type in a code or in a subtype (XNU, `osfmk/kern/exc_guard.h`).
  private static let resources = lists.dictionary("resources")

  /// How it was misused, by type and flavor.
  private static let violations = lists.dictionary("violations")
}
