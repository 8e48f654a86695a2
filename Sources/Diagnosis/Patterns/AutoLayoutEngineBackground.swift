extension Pattern {
  /// A change of constraints or layout on a thread other than the main thread.
  static let autolayoutEngineBackground: Pattern = Pattern(
    "autolayout-engine-background",
    title: "Main thread violation: the layout engine was modified on a background thread",
    family: .autolayout,
    symptom: "The app crashes, or logs a warning, because the layout engine is modified from a background thread.",
    grades: [
      Grade(
        .certain, cause: .certain,
        .text(
          [
            "Modifications to the layout engine must not be performed from a background thread",
            "This application is modifying the autolayout engine from a background thread",
            "modifying the autolayout engine from a background thread",
          ], statement: "Layout was changed on a thread other than the main thread.")),
      Grade(
        .certain, cause: .certain,
        .frame(
          FrameQuery(
            ["_AssertAutoLayoutOnAllowedThreadsOnly*", "_AssertAutolayoutOnAllowedThreadsOnly*"],
            statement: "The layout engine checks the thread here and rejects it."))),
    ],
    headline: "Main thread violation: {function|the app} changed views or constraints on a background thread",
    cause: """
      UIKit and AppKit may be used only on the main thread. A view, its text or a constraint was changed on another \
      thread, usually in the completion handler of a network call.
      """,
    remedy: [
      "Wrap the view changes in {function|this code} in DispatchQueue.main.async, or mark the code @MainActor.",
      "Turn on the Main Thread Checker (scheme, Diagnostics): it stops at the first call on another thread.",
    ],
    changes: [
      Change("swift", after: "DispatchQueue.main.async { self.titleLabel.text = card.title }"),
      Change(
        "objective-c", after: "dispatch_async(dispatch_get_main_queue(), ^{ self.titleLabel.text = card.title; });"),
    ],
    gaps: [Gap(unless: .hasStack, "The stack: it would name the function that changed the layout.")],
    lookalikes: [
      LookAlike("autolayout-engine-internal", because: "The thread is wrong, not the values.")
    ],
    references: [
      Reference("Main Thread Checker (Apple, Xcode)"), .autoLayoutGuide,
    ],
    supersedes: [
      "nsexception-uncaught", "nsexception-internal-inconsistency", "ui-off-main-thread", "autolayout-engine-internal",
    ],
    generality: 2,
    searchTerms: """
      modifying the autolayout engine from a background thread
      auto layout background thread
      layout engine background thread
      main thread
      NSISEngine background thread
      """,
    examples: [
      .matches(
        "the exception of newer systems",
        """
        →*** Terminating app due to uncaught exception 'NSInternalInconsistencyException', reason: 'Modifications to the layout engine must not be performed from a background thread after it has been accessed from the main thread.'
        """),
      .matches(
        "a stack without a message",
        """
        Last Exception Backtrace:
        0   CoreFoundation                	0x00000001a3e5a9ac __exceptionPreprocess + 224
        →1   libobjc.A.dylib               	0x00000001a3b830a4 objc_exception_throw + 64
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
