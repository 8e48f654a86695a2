import CrashReports

extension Pattern {
  /// A key-value change that reached an observer without being handled.
  static let kvoUnhandled: Pattern = Pattern(
    "kvo-unhandled",
    title: "A key-value change (KVO) was received but not handled",
    family: .exception,
    revision: 2,
    symptom: """
      The app crashes with "An -observeValueForKeyPath:ofObject:change:context: message was received but not handled".
      """,
    grades: [
      Grade(.certain, cause: .likely, .all([stated, .not(.exceptionWasCaught), .optional(keyPath)])),
      Grade(.likely, cause: .likely, .all([frame, thrown, .not(isOther)])),
    ],
    headline: "{observer|An observer} received a KVO change of {key|a key path} but did not handle it",
    cause: """
      NSObject itself raises this exception for a change that no class handles. There are three usual reasons: the \
      observer passes a change that it does not recognize to super, although its superclass does not observe it; the \
      observation continues after the object that handled it was replaced; or the key path is spelled differently in \
      the comparison and in the registration.
      """,
    remedy: [
      """
      In observeValueForKeyPath:ofObject:change:context:, call super only if the context is not yours, and handle \
      every key path that you register.
      """,
      "Remove the observation before the observer is deallocated, with the context it was added with.",
      "Use observation tokens (NSKeyValueObservation, observe(_:changeHandler:)): each has its own change handler.",
    ],
    changes: [
      Change(
        "objective-c",
        before: "[super observeValueForKeyPath:path ofObject:object change:change context:context];  // always",
        after: """
          static void *Context = &Context;

          - (void)observeValueForKeyPath:(NSString *)path ofObject:(id)object change:(NSDictionary *)change
                                 context:(void *)context {
            if (context == Context) { [self update]; return; }
            [super observeValueForKeyPath:path ofObject:object change:change context:context];
          }
          """),
      Change(
        "swift", before: "deck.addObserver(self, forKeyPath: \"{key|count}\", options: [], context: nil)",
        after: "observation = deck.observe(\\.{key|count}) { [weak self] _, _ in self?.update() }"),
    ],
    gaps: [
      Gap(unless: keyPath, "The key path and the observed object: they are in the lines after the message."),
      Gap(unless: .hasStack, "The stack: it shows which code changed the value."),
    ],
    lookalikes: [
      LookAlike(
        "kvo-observer-dealloc", because: "The observed object still exists; the observer did not handle the change."),
      LookAlike("nsexception-internal-inconsistency", because: "The reason names key-value observing."),
    ],
    references: [
      Reference(
        "NSKeyValueObserving (Apple, Foundation)",
        url: "https://developer.apple.com/documentation/objectivec/nsobject-swift.class/keyvalueobserving"),
      .languageExceptions,
    ],
    supersedes: Designables.generalFailures,
    generality: 2,
    searchTerms: """
      An -observeValueForKeyPath:ofObject:change:context: message was received but not handled
      observeValueForKeyPath
      observeValue not handled
      message was received but not handled
      KVO
      KVO observer
      """,
    examples: [
      .matches(
        "Foundation's message",
        """
        →*** Terminating app due to uncaught exception 'NSInternalInconsistencyException', reason: '<CardView: 0x1002000b0>: An -observeValueForKeyPath:ofObject:change:context: message was received but not handled.
        Key path: count
        Observed object: <Deck: 0x100200080>
        Change: { kind = 1; new = 1; old = 0; }
        Context: 0x0'
        """),
      .matches(
        "a report without the reason", atLeast: .likely,
        """
        Exception Type:  EXC_CRASH (SIGABRT)

        Last Exception Backtrace:
        0   CoreFoundation                	0x00000001a3e5a9ac __exceptionPreprocess + 224
        →1   libobjc.A.dylib               	0x00000001a3b830a4 objc_exception_throw + 64
        2   CoreFoundation                	0x00000001a3e5a9ac +[NSException raise:format:] + 100
        →3   Foundation                    	0x00000001a4e5a9ac -[NSObject(NSKeyValueObserving) observeValueForKeyPath:ofObject:change:context:] + 212
        4   Foundation                    	0x00000001a4e5aa00 NSKeyValueNotifyObserver + 300
        5   Cards                         	0x0000000102d34f50 -[Deck draw] + 76
        """),
      .doesNotMatch(
        "the observed object was deallocated",
        """
        *** Terminating app due to uncaught exception 'NSInternalInconsistencyException', reason: 'An instance 0x7f8 of class CardView was deallocated while key value observers were still registered with it.'
        """),
      .doesNotMatch(
        "the observer raised an exception of its own",
        """
        *** Terminating app due to uncaught exception 'NSGenericException', reason: 'the deck is empty'
        *** First throw call stack:
        (
        0   CoreFoundation                	0x00000001a3e5a9ac __exceptionPreprocess + 224
        1   libobjc.A.dylib               	0x00000001a3b830a4 objc_exception_throw + 64
        2   CoreFoundation                	0x00000001a3e5a9ac +[NSException raise:format:] + 100
        3   Foundation                    	0x00000001a4e5a9ac -[NSObject(NSKeyValueObserving) observeValueForKeyPath:ofObject:change:context:] + 212
        )
        """),
      .doesNotMatch(
        "an observer that was never added",
        """
        *** Terminating app due to uncaught exception 'NSRangeException', reason: 'Cannot remove an observer <CardView 0x7f8> for the key path "count" from <Deck 0x7f9> because it is not registered as an observer.'
        """),
    ])

  private static let wordings: [TextTemplate] = [
    "<{observer}: 0x{}>: An -observeValueForKeyPath:ofObject:change:context: message was received but not handled",
    "observeValueForKeyPath:ofObject:change:context: message was received but not handled",
  ]
  private static let stated = Evidence.text(
    wordings, statement: "Foundation reports that the change was not handled.")
  private static let isOther = Evidence.uncaughtException(names: [], reason: .statesOther(wordings))
  private static let keyPath = Evidence.text(["Key path: {key}"], statement: "This line names the key path.")
  private static let frame = Evidence.frame(
    FrameQuery(
      ["-[NSObject(NSKeyValueObserving) observeValueForKeyPath:ofObject:change:context:]"], position: .first(8),
      statement: "NSObject's implementation always raises an exception."))
  private static let thrown = Evidence.frame(
    FrameQuery(["objc_exception_throw", "*[NSException raise*"], position: .first(6)))
}
