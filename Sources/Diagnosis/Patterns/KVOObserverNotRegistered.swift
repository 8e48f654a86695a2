import CrashReports

extension Pattern {
  /// An observer that was removed although it was not registered.
  static let kvoObserverNotRegistered: Pattern = Pattern(
    "kvo-observer-not-registered",
    title: "A key-value observer (KVO) was removed that was not registered",
    family: .exception,
    symptom: """
      The app crashes with NSRangeException: "Cannot remove an observer … for the key path … because it is not \
      registered as an observer". In Interface Builder the agent crashes when a designable view is deallocated.
      """,
    grades: [
      Grade(.certain, cause: .likely, .all([stated, .optional(.agent)])),
      Grade(.likely, cause: .likely, .all([logged, .not(.exceptionWasCaught), .not(isOther)])),
      Grade(.likely, cause: .likely, .all([removing, .not(isOther), .optional(.agent)])),
    ],
    headline:
      "KVO observer {observer|of a key path} is not registered{key? for {key}}, and was removed{function? in {function}}",
    cause: """
      removeObserver:forKeyPath: raises NSRangeException if the observer is not registered for the key path on this \
      object. There are four usual reasons: the observer is removed twice; it was never added, because the code that adds \
      it did not run (awakeFromNib is not called in Interface Builder); the observed property changed meanwhile, so that \
      another object is asked; or the context differs from the one it was added with.
      """,
    remedy: [
      "Use observation tokens (NSKeyValueObservation, observe(_:changeHandler:)): each is removed exactly once.",
      """
      If addObserver:forKeyPath: must stay, add and remove the observer under the same condition, on the same object and \
      with the same context.
      """,
    ],
    changes: [
      Change(
        "objective-c", before: "[self.item removeObserver:self forKeyPath:@\"{key|status}\"];",
        after: """
          if (_observedItem) { [_observedItem removeObserver:self forKeyPath:@"{key|status}" context:Context]; }
          _observedItem = nil;
          """),
      Change(
        "swift", before: "item.removeObserver(self, forKeyPath: \"{key|status}\")",
        after: "observation = item.observe(\\.{key|status}) { [weak self] _, _ in self?.update() }  // ends with self"),
    ],
    gaps: [
      Gap(
        unless: .any([stated, logged]), "The exception's reason: it names the observer, the key path and the object."),
      Gap(unless: .hasStack, "The stack of the exception: it shows which code removes the observer."),
    ],
    lookalikes: [
      LookAlike(
        "nsexception-range", because: "No index is involved: Foundation uses the same exception for observers."),
      LookAlike("kvo-observer-dealloc", because: "The observer was removed; the observed object still exists."),
      LookAlike("kvo-unhandled", because: "The observer was removed; no change was left unhandled."),
    ],
    references: [
      Reference(
        "NSKeyValueObserving (Apple, Foundation)",
        url: "https://developer.apple.com/documentation/objectivec/nsobject-swift.class/keyvalueobserving"),
      .languageExceptions,
    ],
    supersedes: Designables.generalFailures + ["nsexception-range", "api-precondition"],
    generality: 2,
    searchTerms: """
      Cannot remove an observer for the key path because it is not registered as an observer
      Cannot remove an observer
      not registered as an observer
      observer removed twice
      removeObserver forKeyPath crash
      KVO
      """,
    examples: [
      .matches(
        "Foundation's message",
        """
        →*** Terminating app due to uncaught exception 'NSRangeException', reason: 'Cannot remove an observer <CardView 0x1002000b0> for the key path "count" from <Deck 0x100200080> because it is not registered as an observer.'
        """),
      .matches(
        "a report without the reason", atLeast: .likely,
        """
        Exception Type:  EXC_CRASH (SIGABRT)

        Last Exception Backtrace:
        0   CoreFoundation                	0x00000001a3e5a9ac __exceptionPreprocess + 224
        →1   libobjc.A.dylib               	0x00000001a3b830a4 objc_exception_throw + 64
        2   CoreFoundation                	0x00000001a3e5a9ac +[NSException raise:format:] + 100
        →3   Foundation                    	0x00000001a4e5a9ac -[NSObject(NSKeyValueObserverRegistration) _removeObserver:forProperty:] + 620
        4   Foundation                    	0x00000001a4e5aa00 -[NSObject(NSKeyValueObserverRegistration) removeObserver:forKeyPath:] + 130
        5   Cards                         	0x0000000102d34f50 -[CardView dealloc] + 76
        """),
      .doesNotMatch(
        "an index out of bounds, which raises the same exception",
        """
        *** Terminating app due to uncaught exception 'NSRangeException', reason: '*** -[__NSArrayM objectAtIndex:]: index 0 beyond bounds for empty array'
        """),
      .doesNotMatch(
        "the exception was caught and logged",
        """
        Caught exception while closing: Cannot remove an observer <CardView 0x1002000b0> for the key path "count" from <Deck 0x100200080> because it is not registered as an observer.
        """),
      .doesNotMatch(
        "the observed object was deallocated",
        """
        *** Terminating app due to uncaught exception 'NSInternalInconsistencyException', reason: 'An instance 0x7f8 of class CardView was deallocated while key value observers were still registered with it.'
        """),
    ])

  private static let statement = "The observer was not registered."
  private static let wordings: [TextTemplate] = [
    "Cannot remove an observer <{observer} 0x{}> for the key path \"{key}\" from <{} 0x{}> because it is not registered",
    "Cannot remove an observer {} for the key path \"{key}\" from {} because it is not registered",
    "because it is not registered as an observer",
  ]
  private static let stated = Evidence.uncaughtException(names: [], reason: .states(wordings), statement: statement)
  private static let logged = Evidence.text(wordings, statement: statement)
  private static let isOther = Evidence.uncaughtException(names: [], reason: .statesOther(wordings))
  private static let removing = Evidence.frames([
    FrameQuery(["objc_exception_throw", "*[NSException raise*"], position: .first(4)),
    FrameQuery(
      ["-[NSObject* _removeObserver:forProperty:]", "-[NSObject* removeObserver:forKeyPath:*"], position: .first(6),
      statement: "{function} raises an exception only for an observer that is not registered."),
  ])
}
