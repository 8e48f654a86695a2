/// Services of newer systems that terminate processes, and whose codes are not documented.
extension Pattern {
  static let serviceRows: [NamespaceRow] = [
    NamespaceRow(
      id: "termination-backboard", namespace: "BACKBOARD", title: "Terminated by BackBoard",
      cause: """
        BackBoard, which serves the display, touches and buttons, terminated {process|the process}. The code of this \
        report is not documented.
        """,
      remedy: [readTerminationReason, readTerminationLog], searchTerms: "backboardd\nkilled by BackBoard"),
    NamespaceRow(
      id: "termination-powerexceptions", namespace: "POWEREXCEPTIONS", title: "Terminated because of its power use",
      cause: """
        The service that supervises the power use of processes terminated {process|the process}. The code of this report \
        is not documented.
        """,
      remedy: [
        readTerminationReason,
        "Look for a report on processor time of the same process (bug_type 202): it has the stacks of the work.",
      ], searchTerms: "power exceptions\nenergy use"),
    NamespaceRow(
      id: "termination-secinit", namespace: "SECINIT", title: "The sandbox could not be set up",
      cause: """
        libsecinit, which sets up the sandbox of a process before its main function, terminated {process|the process}. \
        No code of the app has run.
        """,
      remedy: [
        readTerminationReason,
        "Check the entitlements and the bundle identifier of the process: `codesign -d --entitlements - PATH`.",
        readTerminationLog,
      ], searchTerms: "libsystem_secinit\n_libsecinit_appsandbox\nsandbox initialization"),
    NamespaceRow(
      id: "termination-self-restrict", namespace: "SELF_RESTRICT",
      title: "Terminated for breaking a restriction that it had set for itself",
      cause: """
        {process|The process} had restricted what it may do, and then did what it had excluded. The kernel ended it. The \
        code of this report is not documented.
        """,
      remedy: [
        readTerminationReason, "Look at the innermost frame of the app: its operation is the one that was excluded.",
      ],
      searchTerms: "self restrict"),
  ]
}
