extension Pattern {
  /// Constraints or layout were changed on a thread other than the main one.
  static let autolayoutEngineBackground: Pattern = Pattern(
    "autolayout-engine-background",
    title: "The layout engine was changed on a background thread",
    family: .autolayout,
    symptom: "The app stops, or warns, that the layout engine is modified from a background thread.",
    grades: [
      Grade(
        .certain, cause: .certain,
        .text(
          [
            "Modifications to the layout engine must not be performed from a background thread",
            "This application is modifying the autolayout engine from a background thread",
            "modifying the autolayout engine from a background thread",
          ], statement: "Layout was changed on a thread that is not the main one.")),
      Grade(
        .certain, cause: .certain,
        .frame(
          FrameQuery(
            ["_AssertAutoLayoutOnAllowedThreadsOnly*", "_AssertAutolayoutOnAllowedThreadsOnly*"],
            statement: "The layout engine refuses this thread here."))),
    ],
    headline: "{function|The app} changes views or constraints on a background thread",
    cause: """
      UIKit and AppKit may be used on the main thread only. A view, its text or a constraint was changed on another \
      thread, mostly in the completion of a network call.
      """,
    remedy: [
      "Wrap the change of views at {function|that place} in DispatchQueue.main.async (or mark it @MainActor).",
      "Turn on the Main Thread Checker (scheme, Diagnostics): it stops at the first call.",
    ],
    changes: [
      Change("swift", after: "DispatchQueue.main.async { self.titleLabel.text = card.title }"),
      Change(
        "objective-c", after: "dispatch_async(dispatch_get_main_queue(), ^{ self.titleLabel.text = card.title; });"),
    ],
    gaps: [Gap(unless: .hasStack, "The stack: it would name the function that changed the layout.")],
    lookalikes: [
      LookAlike("autolayout-engine-internal", because: "The thread is wrong; the values are not.")
    ],
    references: [
      Reference("Main Thread Checker (Apple, Xcode)"), .autoLayoutGuide,
    ],
    supersedes: [
      "nsexception-uncaught", "nsexception-internal-inconsistency", "ui-off-main-thread", "autolayout-engine-internal",
    ],
    generality: 2,
    examples: [
      .matches(
        "the exception of newer systems",
        """
        →*** Terminating app due to uncaught exception 'NSInternalInconsistencyException', reason: 'Modifications to the layout engine must not be performed from a background thread after it has been accessed from the main thread.'
        """),
      .matches(
        "a stack without message",
        """
        Last Exception Backtrace:
        0   CoreFoundation                	0x00000001a3e5a9ac __exceptionPreprocess + 224
        1   libobjc.A.dylib               	0x00000001a3b830a4 objc_exception_throw + 64
        →2   CoreAutoLayout                	0x00000001a3d5e1e8 _AssertAutoLayoutOnAllowedThreadsOnly + 400
        3   CoreAutoLayout                	0x00000001a3d5ef38 -[NSISEngine withBehaviors:performModifications:] + 36
        4   Cards                         	0x0000000102d34f50 -[CardController reload] + 76
        """),
      .doesNotMatch(
        "conflicting constraints, on the right thread",
        """
        Unable to simultaneously satisfy constraints.
        """),
    ])
}
