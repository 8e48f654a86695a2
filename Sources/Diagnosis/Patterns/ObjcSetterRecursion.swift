import Bytes
import CrashReports

extension Pattern {
  /// A setter that assigns its own property, and so calls itself.
  static let objcSetterRecursion: Pattern = Pattern(
    "objc-setter-recursion",
    title: "A property setter calls itself without end",
    family: .stack,
    symptom: "The app dies with EXC_BAD_ACCESS as soon as a property is set, with a stack of one setter over and over.",
    grades: [
      Grade(.certain, cause: .certain, .all([setterRound, exhausted])),
      Grade(.certain, cause: .certain, ownAssignment),
      Grade(.likely, cause: .likely, setterRound),
    ],
    headline: "{function|The setter} sets its own property and so calls itself without end",
    cause: """
      In {function|the setter} the property is assigned through its own setter (`self.x =`, `[self setX:]`). That \
      calls the setter again, until the stack is used up.
      """,
    remedy: [
      "In {function|the setter}, assign the instance variable (`_x = x`), not the property.",
      "In Swift use `didSet` on a stored property, or a private stored property behind the computed one.",
      "With key-value coding: setValue:forKey: for the same key inside the setter is the same mistake.",
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
        unless: .any([exhausted, ownAssignment]),
        "The exception and the memory region: they would show that the stack was used up.")
    ],
    lookalikes: [
      LookAlike("stack-overflow", because: "The whole round is a setter.", when: setterRound),
      LookAlike("nib-self-class-recursion", because: "No nib is loaded in the round.", when: setterRound),
    ],
    knownGaps: ["Two setters that call each other through several other methods count as a plain stack overflow."],
    references: [
      Reference("Programming with Objective-C: Encapsulating Data, \"Use Accessor Methods…\" (Apple)"), .exceptionTypes,
    ],
    supersedes: ["stack-overflow", "memory-bad-access", "ib-agent-crashed-unspecified", "autolayout-feedback-loop"],
    examples: [
      .matches(
        "the stack of one setter",
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
        "the source",
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
        "the instance variable is assigned",
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
    .stackExhausted(statement: "The fault lies in the guard region of the stack: the stack is used up."),
    .deepRecursion(statement: "{period} frames repeat in a stack hundreds of frames deep."),
  ])

  private static let setterNames = GlobSet(["-[* set*:]", "+[* set*:]", "*.setter", "*.setter : *", "@objc *.setter"])

  /// A short round whose functions of the app are all setters, and all the same or two that call each other.
  private static let setterRound = Evidence.custom(
    CustomEvidence(
      "a round of at most four frames, all of the app's being setters",
      reason: "Every frame of the round is tested.",
      explanations: RecursionQuery(through: [[]], statement: setterSays).explanations
    ) { context in
      guard let cycle = context.cycle, cycle.period <= 4, cycle.rounds >= 2 else { return nil }
      let round = context.threadStack[cycle.round]
      let own = round.filter { $0.role == .app || $0.role == .unknown }
      guard !own.isEmpty, own.allSatisfy({ $0.symbol.map { setterNames.matches($0.readable) } ?? false }) else {
        return nil
      }
      return context.recursionProof(
        RecursionQuery(through: [own.compactMap { $0.symbol?.readable }], statement: setterSays))
    })
  private static let setterSays = "The setter calls itself: it stands here " + RecursionQuery.often + "."

  private static let ownAssignment = Evidence.sourceClass(
    "a setter that assigns its own property", explanations: [ownSetterSays, ownAssignmentSays]
  ) { type, context in
    for method in type.methods where !method.isSwift && method.name.hasPrefix("set") && method.name.hasSuffix(":") {
      let base = method.name.dropFirst(3).dropLast()
      guard let initial = base.first, initial.isUppercase, !base.contains(":") else { continue }
      let property = initial.lowercased() + base.dropFirst()
      let body = method.body
      for (index, token) in body.enumerated() where token.text == "self" {
        func text(_ offset: Int) -> String {
          body.indices.contains(index + offset) ? body[index + offset].text : ""
        }
        let dotted = text(1) == "." && text(2) == property && text(3) == "=" && text(4) != "="
        let sent = text(-1) == "[" && text(1) + ":" == method.name
        guard dotted || sent else { continue }
        return context.sourceProof(
          type, method,
          [
            context.sourceWitness(line: method.line, statement: ownSetterSays, captures: ["property": property]),
            context.sourceWitness(line: token.line, statement: ownAssignmentSays, captures: ["property": property]),
          ])
      }
    }
    return nil
  }
  private static let ownSetterSays = "This is the setter of {property}."
  private static let ownAssignmentSays = "It sets {property} through the setter itself."
}
