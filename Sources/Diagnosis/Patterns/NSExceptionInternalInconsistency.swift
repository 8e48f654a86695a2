extension Pattern {
  /// A failed NSAssert or a broken rule of a framework, without a narrower pattern.
  static let nsexceptionInternalInconsistency: Pattern = Pattern(
    "nsexception-internal-inconsistency",
    title: "A framework or assertion found an impossible state (NSInternalInconsistencyException)",
    family: .exception,
    symptom: "The app stops with NSInternalInconsistencyException and a reason of its own.",
    grades: [
      Grade(
        .likely, cause: .possible,
        .all([
          .uncaughtException(
            names: ["NSInternalInconsistencyException"],
            statement: "NSInternalInconsistencyException was raised and not caught."),
          .also(.text(["Assertion failure in {assertion},"], statement: "An assertion failed in {assertion}.")),
        ]))
    ],
    headline: "An assertion or framework rule was broken: {reason|no reason recorded}",
    cause: """
      NSAssert, or a check in a framework, found a state that should not be: {reason|the reason is not recorded}. The \
      exception is raised where the state is noticed, which may be long after it came about.
      """,
    remedy: [
      "Take the reason word by word, and look at {function|the first frame of the app} in the exception's stack.",
      "For table and collection views: the counts before and after an update must agree with the inserted and deleted rows.",
    ],
    changes: [
      Change(
        "objective-c",
        after:
          "[self.cards insertObject:card atIndex:0];  // first the data\n[self.tableView insertRowsAtIndexPaths:@[ path ] withRowAnimation:UITableViewRowAnimationNone];"
      ),
      Change(
        "swift", after: "cards.insert(card, at: 0)  // first the data\ntableView.insertRows(at: [path], with: .none)"),
    ],
    gaps: [
      Gap(unless: .hasStack, "The stack of the exception: it would name the caller."),
      Gap(unless: .text(["reason:"]), "The reason: it stands in the console."),
    ],
    lookalikes: [
      LookAlike("assert-failed", because: "It is an exception (NSAssert), not the C function assert().")
    ],
    references: [.languageExceptions],
    supersedes: ["nsexception-uncaught", "ib-agent-exception-unspecified"],
    generality: 7,
    examples: [
      .matches(
        "an update of a table that does not add up", atLeast: .likely,
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
