extension Pattern {
  /// A failed NSAssert or framework check that no narrower pattern explains.
  static let nsexceptionInternalInconsistency: Pattern = Pattern(
    "nsexception-internal-inconsistency",
    title: "An assertion or framework check failed (NSInternalInconsistencyException)",
    family: .exception,
    symptom: "The app crashes with NSInternalInconsistencyException and a reason specific to the failed check.",
    grades: [
      Grade(
        .likely, cause: .possible,
        .all([
          .uncaughtException(
            names: ["NSInternalInconsistencyException"],
            statement: "NSInternalInconsistencyException was raised and not caught."),
          .optional(.text(["Assertion failure in {assertion},"], statement: "An assertion failed in {assertion}.")),
        ]))
    ],
    headline: "NSInternalInconsistencyException (failed assertion or framework check): {reason|reason not recorded}",
    cause: """
      NSAssert, or a check in a framework, found an invalid state{reason? ("{reason}")|; the reason is not \
      recorded}. The exception is raised where the state is detected, which may be long after it arose.
      """,
    remedy: [
      "Read the reason literally, and look at {function|the first frame of the app} in the exception's stack.",
      """
      For table and collection views, the counts before and after an update must agree with the inserted and deleted \
      rows.
      """,
    ],
    changes: [
      Change(
        "objective-c",
        after: """
          [self.cards insertObject:card atIndex:0];  // the data first
          [self.tableView insertRowsAtIndexPaths:@[ path ] withRowAnimation:UITableViewRowAnimationNone];
          """),
      Change(
        "swift", after: "cards.insert(card, at: 0)  // the data first\ntableView.insertRows(at: [path], with: .none)"),
    ],
    gaps: [
      Gap(unless: .hasStack, "The stack of the exception: it would name the caller."),
      Gap(unless: .text(["reason:"]), "The reason: it is in the console output."),
    ],
    lookalikes: [
      LookAlike("assert-failed", because: "It is an exception (NSAssert), not the C function assert().")
    ],
    references: [.languageExceptions],
    supersedes: ["nsexception-uncaught", "ib-agent-exception-unspecified"],
    generality: 7,
    searchTerms: """
      NSInternalInconsistencyException
      invalid number of rows in section
      invalid update
      internal inconsistency
      NSAssert
      UITableView internal consistency
      """,
    examples: [
      .matches(
        "a table update with inconsistent row counts", atLeast: .likely,
        """
        →*** Terminating app due to uncaught exception 'NSInternalInconsistencyException', reason: 'Invalid update: invalid number of rows in section 0.'
        """),
      .doesNotMatch(
        "another exception",
        """
        *** Terminating app due to uncaught exception 'NSInvalidArgumentException', reason: 'Application tried to push a nil view controller.'
        """),
    ])
}
