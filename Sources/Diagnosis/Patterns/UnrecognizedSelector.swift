import CrashReports

extension Pattern {
  /// A message to an object that does not have a method for it.
  static let unrecognizedSelector: Pattern = Pattern(
    "unrecognized-selector",
    title: "Unrecognized selector sent to an object",
    family: .exception, revision: 3,
    symptom: "The app crashes: \"unrecognized selector sent to instance 0x…\".",
    grades: [
      Grade(
        .certain, cause: .likely,
        .all([
          wording, .not(.exceptionWasCaught), .not(inDocumentCompiler), .optional(.calledByDelegator),
          .optional(sender),
        ])),
      Grade(
        .certain, cause: .possible,
        .all([
          .frame(
            FrameQuery(["*doesNotRecognizeSelector:*"], statement: "The runtime raises \"unrecognized selector\" here.")
          ),
          .not(inDocumentCompiler),
        ])),
    ],
    headline: """
      {delegating?The delegate of {delegating} does not implement {selector}: unrecognized selector{object? sent to {object}}|\
      Unrecognized selector{selector? {selector}} sent to {object|an object}}
      """,
    cause: """
      The object that received {selector|the message} is an instance of {object?{object}, which|a class that} does \
      not implement it. Either the pointer refers to an object of the wrong class (a cast, a freed object whose \
      memory was reused, an action or target in a nib), or the method is missing (renamed, or in a category of a \
      static library that was not linked).
      """,
    remedy: [
      """
      {delegating?Implement {selector} in the class that is the delegate of {delegating}, or find out why an object of \
      {object|another class} is its delegate.|Where {selector|the selector} is sent, find out why the receiver is an \
      instance of {object|this class}.}
      """,
      "For an action of a button or gesture, compare the selector, including its colons, with the name of the method.",
      "For a category in a static library, add -ObjC to Other Linker Flags.",
      "If the class makes no sense, run with Zombie Objects: the memory may have been reused.",
    ],
    cases: [ofClass],
    changes: [
      Change(
        "objective-c",
        before: "[button addTarget:self action:@selector(tap) forControlEvents:UIControlEventTouchUpInside];",
        after: "[button addTarget:self action:@selector(tap:) forControlEvents:UIControlEventTouchUpInside];"),
      Change(
        "swift",
        after: "button.addTarget(self, action: #selector(tap(_:)), for: .touchUpInside)  // checked by the compiler"),
    ],
    gaps: [
      Gap(unless: wording, "The message in the console, which names the class and the selector."),
      Gap(unless: .hasStack, "The stack of the exception: it would show the caller."),
    ],
    lookalikes: [
      LookAlike(
        "objc-zombie-message", because: "The message reports a missing method, not a deallocated instance.",
        when: wording),
      LookAlike("ibtool-crash", because: "The process is not Interface Builder's document compiler."),
    ],
    references: [.languageExceptions, .zombies],
    supersedes: ["nsexception-uncaught", "ib-agent-exception-unspecified", "ib-agent-crashed-unspecified"],
    generality: 3,
    searchTerms: """
      unrecognized selector
      unrecognized selector sent to instance
      unrecognized selector sent to class
      doesNotRecognizeSelector:
      does not respond to selector
      selector not found
      selector
      """,
    examples: [
      .matches(
        "the runtime's message",
        """
        →*** Terminating app due to uncaught exception 'NSInvalidArgumentException', reason: '-[__NSCFString showCard:]: unrecognized selector sent to instance 0x600001c04230'
        """),
      .matches(
        "a stack without the message",
        """
        Last Exception Backtrace:
        0   CoreFoundation                	0x00000001a3e5a9ac __exceptionPreprocess + 224
        →1   libobjc.A.dylib               	0x00000001a3b830a4 objc_exception_throw + 64
        →2   CoreFoundation                	0x00000001a3d5e1e8 -[NSObject(NSObject) doesNotRecognizeSelector:] + 144
        3   CoreFoundation                	0x00000001a3e5ef38 ___forwarding___ + 1412
        4   Cards                         	0x0000000102d34f50 -[CardController tapped:] + 76
        """),
      .matches(
        "a message to a class", case: "to-class",
        """
        →*** Terminating app due to uncaught exception 'NSInvalidArgumentException', reason: '+[CardDeck shuffle:]: unrecognized selector sent to class 0x10e6513b8'
        """),
      .doesNotMatch(
        "an exception with another reason",
        """
        *** Terminating app due to uncaught exception 'NSInvalidArgumentException', reason: '*** -[__NSDictionaryM setObject:forKey:]: object cannot be nil (key: title)'
        """),
      .doesNotMatch(
        "a failure of the document compiler",
        """
        2021-03-02 10:11:12.345 ibtoold[4711:90210] -[IBUIStackView proxyCard]: unrecognized selector sent to instance 0x7fb1c5800000
        """),
    ])

  /// The receiver is the class itself, so that its memory is not in question.
  private static let ofClass = Case(
    "to-class", line: ["+[{object} {selector}]: unrecognized selector sent to class"], certainty: .likely,
    headline: "Unrecognized selector +{selector} sent to the class {object}",
    cause: """
      The class {object} has no class method {selector}. The code that sends the message was written for another version of the class: a \
      library was updated only partly, a category in a static library was not linked, or the method is one of instances.
      """,
    remedy: [
      "Find out which library defines {object}, and whether its version fits the code that calls +[{object} {selector}].",
      "For a category in a static library, add -ObjC to Other Linker Flags.",
      "If the method is one of instances, send the message to an instance.",
    ])

  private static let wording = Evidence.text(
    [
      "-[{object} {selector}]: unrecognized selector sent to", "+[{object} {selector}]: unrecognized selector sent to",
      "unrecognized selector sent to", "objc: {object}: Does not recognize selector {selector}",
      "*** -[{object} {selector}]: selector not recognized", "*** +[{object} {selector}]: selector not recognized",
      "[{object} {selector}]: selector not recognized [self =",
    ], statement: "The object has no method for this selector.")

  /// What sends messages that were arranged earlier: the code that did so is not on the stack.
  private static let sender = Evidence.any([
    sentBy(
      ["__NSFireDelayedPerform"],
      "performSelector:withObject:afterDelay: sent the message, with a selector that was given earlier."),
    sentBy(["__NSFireTimer"], "A timer sent the message, with the target and the selector of its creation."),
    sentBy(
      ["__NSThreadPerformPerform"],
      "performSelector:onThread: or performSelectorOnMainThread: sent the message, with a selector that was given earlier."
    ),
  ])

  private static func sentBy(_ functions: [String], _ statement: String) -> Evidence {
    .frame(
      FrameQuery(functions, roles: [.system], position: .first(12), kind: .inferred, statement: statement))
  }

  private static let inDocumentCompiler = Evidence.any([
    .field(.process, .matches(["ibtool*"])),
    .text([""], from: [.console], author: .named(["ibtool*"])),
    .text(["unrecognized selector"], from: [.document]),
  ])
}
