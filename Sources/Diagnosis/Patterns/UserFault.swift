import CrashReports

extension Pattern {
  /// A fault that a library reported with `os_fault_with_payload`; the process continued.
  static let userFault: Pattern = Pattern(
    "user-fault",
    title: "A library reported a fault; the process continued",
    family: .kill, severity: .warning,
    symptom: """
      A report named ExcUserFault appears although the app did not crash; its exception is EXC_GUARD with the type \
      GUARD_TYPE_USER.
      """,
    grades: [
      Grade(
        .certain, cause: .possible,
        .all([
          .exception(types: ["EXC_GUARD"]),
          .any([
            .all([
              .field(.guardedType, .equals("3"), statement: faultStatement),
              .optional(.field(.guardTarget, .matches(libraries.keys.sorted()), capture: "library")),
            ]),
            .all([
              .not(.field(.guardedType)),
              .field(.exceptionSubtype, .contains(["GUARD_TYPE_USER"]), statement: faultStatement),
            ]),
          ]),
        ]))
    ],
    headline: "Fault reported by {library|a library} in {process|the process}; it was not terminated",
    cause: """
      {library|A library} found a state that should not occur, reported it, and continued. The system wrote this report \
      with the stacks of that moment. The exception is simulated: nothing was terminated, and no descriptor and no port \
      was misused.
      """,
    remedy: [
      "Look at {function|the first frame of the app}: the call below it is what the library complains about.",
      """
      Search the log of that moment for the name of the process: libraries print the reason of a fault \
      (`log show --predicate 'messageType == fault'`).
      """,
      "Do not count these reports as crashes.",
    ],
    gaps: [
      Gap(unless: .hasStack, "The stack: it names the library and the call."),
      Gap(unless: .field(.firstExceptionCode), "The exception codes: they state which library reported the fault."),
    ],
    lookalikes: [
      LookAlike(
        "exc-guard", because: "The type of the guard is 3: a fault that a library reports, not a guarded resource.")
    ],
    references: [.exceptionTypes, Reference("osfmk/kern/exc_guard.h and bsd/sys/reason.h (XNU)")],
    supersedes: ["exc-guard"],
    generality: 1,
    phrases: ["library": libraries],
    searchTerms: """
      ExcUserFault
      GUARD_TYPE_USER
      os_fault_with_payload
      simulated crash report
      """,
    examples: [
      .matches(
        "a fault of XPC",
        """
        →Exception Type:  EXC_GUARD
        Exception Subtype: GUARD_TYPE_USER
        →Exception Codes: 0x6000000000000007, 0x0000000000000009
        Exception Note:  SIMULATED (this is NOT a crash)

        Thread 3 Crashed:
        0   libsystem_kernel.dylib        	0x00000001a3c5a414 os_fault_with_payload + 8
        1   libxpc.dylib                  	0x00000001a2d34f50 _xpc_fault + 76
        2   Cards                         	0x0000000102d34f50 deck_connect + 76
        """),
      .doesNotMatch(
        "a guarded file descriptor was closed",
        """
        Exception Type:  EXC_GUARD
        Exception Codes: 0x4000000100000005, 0x08fd4dbfade2dead

        Thread 3 Crashed:
        0   libsystem_kernel.dylib        	0x00000001a3c5a414 close + 8
        1   Cards                         	0x0000000102d34f50 deck_close + 76
        """),
    ])

  private static let faultStatement = "The type of the exception code: a library reported a fault."

  /// The libraries that report faults, by the number of their namespace (XNU, `bsd/sys/reason.h`).
  private static let libraries: [String: String] = [
    "6": "the dynamic loader", "7": "libxpc", "8": "the Objective-C runtime", "13": "Core Animation",
    "18": "a library of libSystem", "19": "Foundation", "21": "Metal", "31": "WebKit",
  ]
}
