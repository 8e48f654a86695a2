import Bytes
import CrashReports

extension Pattern {
  /// Infinite recursion: a setter assigns its own property and so calls itself.
  static let objcSetterRecursion: Pattern = Pattern(
    "objc-setter-recursion",
    title: "Infinite recursion: a property setter calls itself",
    family: .stack,
    revision: 2,
    symptom: "The app crashes with EXC_BAD_ACCESS as soon as a property is set, with a stack that repeats one setter.",
    grades: [
      Grade(.certain, cause: .certain, .all([setterCycle, exhausted])),
      Grade(.likely, cause: .likely, setterCycle),
    ],
    headline: "Infinite recursion: {function|the setter} sets its own property and so calls itself",
    cause: """
      {function|The setter} assigns the property through its own setter (`self.x =`, `[self setX:]`). This calls the \
      setter again, until the stack overflows.
      """,
    remedy: [
      "In {function|the setter}, assign the instance variable (`_x = x`), not the property.",
      "In Swift use `didSet` on a stored property, or a private stored property behind the computed one.",
      "With key-value coding, setValue:forKey: for the same key inside the setter is the same mistake.",
    ],
    changes: [
      Change(
        "objective-c", before: "- (void)setTitle:(NSString *)title { self.title = title; }",
        after: "- (void)setTitle:(NSString *)title { _title = [title copy]; }"),
      Change(
        "swift", before: "var title: String { get { title } set { title = newValue } }",
        after: "var title: String = \"\" { didSet { label.text = title } }"),
    ],
    gaps: [
      Gap(
        unless: exhausted,
        "The exception and the memory region: they would confirm the stack overflow.")
    ],
    lookalikes: [
      LookAlike("stack-overflow", because: "All repeating frames of the app are setters.", when: setterCycle),
      LookAlike("nib-self-class-recursion", because: "None of the repeating frames loads a nib.", when: setterCycle),
    ],
    knownGaps: [
      "Two setters that call each other through several other methods are reported as a plain stack overflow."
    ],
    references: [
      Reference("Programming with Objective-C: Encapsulating Data, \"Use Accessor Methods…\" (Apple)"), .exceptionTypes,
    ],
    supersedes: ["stack-overflow", "memory-bad-access", "ib-agent-crashed-unspecified", "autolayout-feedback-loop"],
    searchTerms: """
      setter recursion
      setter calls itself
      recursive setter
      infinite recursion setter
      property setter recursion
      """,
    examples: [
      .matches(
        "the same setter on the whole stack",
        """
        →Exception Type:        EXC_BAD_ACCESS (SIGSEGV)
        Exception Codes:       KERN_PROTECTION_FAILURE at 0x000000016b0c3ff0

        VM Regions Near 0x16b0c3ff0:
        →--> STACK GUARD            000000016b0c0000-000000016b0c4000 [   16K] ---/rwx SM=NUL  stack guard for thread 0
            Stack                  000000016b0c4000-000000016b1c0000 [ 1008K] rw-/rwx SM=COW  thread 0

        Thread 0 Crashed:
        →0   Cards                         0x0000000104d2c0a4 -[CardView setTitle:] + 12
        →1   Cards                         0x0000000104d2c0d0 -[CardView setTitle:] + 56
        2   Cards                         0x0000000104d2c0d0 -[CardView setTitle:] + 56
        3   Cards                         0x0000000104d2c0d0 -[CardView setTitle:] + 56
        4   Cards                         0x0000000104d2c0d0 -[CardView setTitle:] + 56
        """),
      .matches(
        "the source code", atLeast: .possible,
        """
        @interface CardView : UIView
        @property (nonatomic, copy) IBInspectable NSString *title;
        @end

        @implementation CardView
        →- (void)setTitle:(NSString *)title {
        →  self.title = title;
          [self setNeedsDisplay];
        }
        @end
        """),
      .doesNotMatch(
        "a setter that sets the same property of another object, once",
        """
        Exception Type:        EXC_BAD_ACCESS (SIGSEGV)
        Exception Codes:       KERN_INVALID_ADDRESS at 0x0000000000000010

        Thread 0 Crashed:
        0   Cards                         0x0000000104d2c0a4 -[CardHeader setTitle:] + 12
        1   Cards                         0x0000000104d2c0d0 -[CardView setTitle:] + 56
        2   Cards                         0x0000000104d2d110 -[CardController viewDidLoad] + 80
        """),
      .doesNotMatch(
        "the setter assigns the instance variable",
        """
        @interface CardView : UIView
        @property (nonatomic, copy) IBInspectable NSString *title;
        @end

        @implementation CardView
        - (void)setTitle:(NSString *)title {
          _title = [title copy];
          self.label.title = title;
        }
        @end
        """),
    ])

  private static let exhausted = Evidence.any([
    .stackExhausted(statement: "The faulting address is in the guard region of the stack: stack overflow."),
    .deepRecursion(statement: "{period} frames repeat in a stack that is hundreds of frames deep."),
  ])

  private static let setterNames = GlobSet(["-[* set*:]", "+[* set*:]", "*.setter", "*.setter : *", "@objc *.setter"])

  /// A short cycle in which all of the app's functions are setters: one setter, or setters that call each other.
  private static let setterCycle = Evidence.custom(
    CustomEvidence(
      "a cycle of at most four frames, in which all frames of the app are setters",
      reason: "It tests every frame of the cycle.", needs: EvidenceNeeds(facts: [EvidenceNeeds.fact(.repetition)]),
      explanations: RecursionQuery(through: [[]], statement: setterStatement).explanations
    ) { context in
      guard let cycle = context.cycle, cycle.period <= 4, cycle.rounds >= 2 else { return nil }
      let frames = context.threadStack[cycle.round]
      let appFrames = frames.filter { $0.role == .app || $0.role == .unknown }
      guard !appFrames.isEmpty, appFrames.allSatisfy({ $0.symbol.map { setterNames.matches($0.readable) } ?? false })
      else {
        return nil
      }
      return context.recursionMatch(
        RecursionQuery(through: [appFrames.compactMap { $0.symbol?.readable }], statement: setterStatement))
    })
  private static let setterStatement = "The setter calls itself: it is on the stack " + RecursionQuery.often + "."
}
