extension Pattern {
  /// An object that was deallocated while it was still observed.
  static let kvoObserverDealloc: Pattern = Pattern(
    "kvo-observer-dealloc",
    title: "An object was deallocated while key value observers were still registered",
    family: .exception,
    symptom: """
      The app, or Xcode's agent that draws a designable view, crashes when an object is deallocated, with "deallocated \
      while key value observers were still registered with it".
      """,
    grades: [
      Grade(.certain, cause: .certain, .all([stated, .optional(keyPath), .optional(.agent)]))
    ],
    headline: "{class|An object} was deallocated while key value observers were still registered with it",
    cause: """
      A key-value observer was added to {class|the object} and was not removed before the object was deallocated. \
      Typically the observer is added in an initializer or awakeFromNib and removed in code that does not always \
      run. In Interface Builder awakeFromNib is never called, and code that is left out at design time leaves \
      additions and removals unbalanced.
      """,
    remedy: [
      """
      Use observation tokens (NSKeyValueObservation, observe(_:changeHandler:)), which stop observing when they are \
      deallocated, or use didSet.
      """,
      """
      If addObserver:forKeyPath: must stay, pair it with removeObserver:forKeyPath: under the same condition, at the \
      latest in dealloc.
      """,
      "Do not add observers at design time: prepareForInterfaceBuilder can set everything that changes there.",
    ],
    changes: [
      Change(
        "swift",
        before: "addObserver(self, forKeyPath: \"{key|state}\", options: [.new], context: nil)",
        after: """
          private var observation: NSKeyValueObservation?

          func startObserving() {
            observation = observe(\\.{key|state}, options: [.new]) { view, _ in view.update() }
          }   // ends when self is deallocated
          """),
      Change(
        "objective-c",
        after: """
          - (void)dealloc {
            if (_observing) { [self removeObserver:self forKeyPath:@"{key|state}" context:Context]; }
          }
          """),
    ],
    gaps: [
      Gap(unless: keyPath, "The observation info: it names the key path and the observer."),
      Gap(unless: .hasStack, "The stack: it shows which code released the object."),
    ],
    lookalikes: [
      LookAlike("kvo-unhandled", because: "The observed object was deallocated; no change was left unhandled."),
      LookAlike("objc-zombie-message", because: "No message was sent to the object after it was deallocated."),
    ],
    references: [
      Reference(
        "Using Key-Value Observing in Swift (Apple)",
        url: "https://developer.apple.com/documentation/swift/using-key-value-observing-in-swift"),
      Reference("Key-Value Observing Programming Guide (Apple)"),
    ],
    supersedes: Designables.generalFailures,
    searchTerms: """
      deallocated while key value observers were still registered with it
      KVO dealloc
      removeObserver
      deallocated while observed
      observer not removed
      KVO
      """,
    examples: [
      .matches(
        "a view that observes itself",
        """
        →*** Terminating app due to uncaught exception 'NSInternalInconsistencyException', reason: 'An instance 0x7f816f64ba00 of class CardKit.CardButton was deallocated while key value observers were still registered with it. Current observation info: <NSKeyValueObservationInfo 0x7f8170bc8260> (
        <NSKeyValueObservance 0x7f8170b0a800: Observer: 0x7f816f64ba00, Key path: state, Options: <New: YES, Old: NO, Prior: NO> Context: 0x0, Property: 0x7f816f598b80>
        )'
        """),
      .matches(
        "the console message of a running app",
        """
        →2024-05-04 10:11:12.131 MyApp[4711:2342] An instance 0x7f816f64ba00 of class CardPlayer was deallocated while key value observers were still registered with it.
        """),
      .doesNotMatch(
        "an observer that does not handle the change",
        """
        *** Terminating app due to uncaught exception 'NSInternalInconsistencyException', reason: '<CardView: 0x7f816f64ba00; frame = (0 0; 20 20)>: An -observeValueForKeyPath:ofObject:change:context: message was received but not handled.'
        """),
      .doesNotMatch(
        "an observer that was removed twice",
        """
        *** Terminating app due to uncaught exception 'NSRangeException', reason: 'Cannot remove an observer <CardView 0x7f816f64ba00> for the key path "state" from <CardButton 0x7f816f67d250> because it is not registered as an observer.'
        """),
    ])

  private static let stated = Evidence.text(
    [
      "An instance {address} of class {class} was deallocated while key value observers were still registered",
      "was deallocated while key value observers were still registered",
    ], shortens: false, statement: "{class|The object} was deallocated while it was observed.")
  private static let keyPath = Evidence.text(
    ["Key path: {key}, Options:"], statement: "The observed key path is {key}.")
}
