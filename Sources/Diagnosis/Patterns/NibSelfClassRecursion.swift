import Bytes
import CrashReports

extension Pattern {
  /// `initWithCoder:` loads a nib whose root view is of the same class, whose `initWithCoder:` loads the nib, …
  static let nibSelfClassRecursion: Pattern = Pattern(
    "nib-self-class-recursion",
    title: "A view's initialiser loads a nib whose root view is of the same class, without end",
    family: .nib,
    symptom: """
      The app dies with EXC_BAD_ACCESS as soon as the view appears, with a stack of hundreds or thousands of frames \
      that repeat. In Interface Builder the view stays empty and Xcode says "The agent crashed", usually twice.
      """,
    grades: [
      Grade(.certain, cause: .certain, .all([round, exhausted])),
      Grade(.likely, cause: .likely, round),
      Grade(.possible, cause: .possible, chain),
    ],
    headline: "{class|The view} loads its own nib in init(coder:) without end",
    cause: """
      {class|The class} loads its nib in its initialiser, and the root view of that nib is itself of class \
      {class|that class}. Decoding the root view calls init(coder:) of {class|the class} again, which loads the nib \
      again, until the stack is used up.
      """,
    remedy: [
      "In the xib set the class of the root view to UIView and the class of File's Owner to {class|the view's class}.",
      """
      Choose one style and keep to it. Owner style: File's Owner is the class, the root is a plain UIView, outlets hang \
      on File's Owner, the nib is loaded in both initialisers and its root added as a subview.
      """,
      """
      Root-view style: the root is of the class, File's Owner is NSObject, outlets hang on the view, and the nib is \
      loaded from outside (a class method, registerNib), never in an initialiser. Table cells work this way, which is \
      why the same setting is right there.
      """,
    ],
    changes: [
      Change(
        "swift",
        after: """
          private func embedNib() {  // owner style: called from init(frame:) and init(coder:)
            let nib = UINib(nibName: "{class|CardView}", bundle: Bundle(for: {class|CardView}.self))
            guard let root = nib.instantiate(withOwner: self).first as? UIView else { return }
            root.frame = bounds
            root.autoresizingMask = [.flexibleWidth, .flexibleHeight]
            addSubview(root)
          }
          """),
      Change(
        "objective-c",
        after: """
          + (instancetype)viewFromNib {  // root-view style: not called from any initialiser
            UINib *nib = [UINib nibWithNibName:@"{class|CardView}" bundle:[NSBundle bundleForClass:self]];
            return [nib instantiateWithOwner:nil options:nil].firstObject;
          }
          """),
      Change(
        "xml",
        before: #"<view contentMode="scaleToFill" id="iN0-l3-epB" customClass="{class|CardView}">"#,
        after: #"<view contentMode="scaleToFill" id="iN0-l3-epB">"#),
    ],
    gaps: [
      Gap(unless: .hasStack, "The stack of the crashed thread: it would show the round of calls."),
      Gap(
        unless: exhausted,
        "The exception and the memory region: they would show that the stack was used up."),
      Gap(
        unless: .has(.repetition),
        "A second round of the same calls: one pass through UIClassSwapper is how every nib is loaded."),
    ],
    lookalikes: [
      LookAlike(
        "stack-overflow", because: "The round that repeats goes through the loading of a nib.", when: round),
      LookAlike(
        "nib-awakeafter-recursion", because: "No frame of the round is awakeAfterUsingCoder:.",
        when: .all([round, .not(.frame(FrameQuery(["*awakeAfter*"])))])),
      LookAlike(
        "ib-overlays-mainbundle-nib", because: "The nib was found: its root view is being decoded.", when: round),
    ],
    knownGaps: [
      "\"The agent crashed\" twice in the build log alone is not enough: every crash of the agent looks like that."
    ],
    references: [
      Reference("UINib (Apple, UIKit)", url: "https://developer.apple.com/documentation/uikit/uinib"),
      Reference("Resource Programming Guide: Nib Files, \"About the File's Owner\" (Apple)"),
      Reference("NibDesignable #10 and #51"),
    ],
    supersedes: ["stack-overflow", "ib-agent-crashed-unspecified", "memory-bad-access", "ib-xib-self-render"],
    examples: [
      .matches(
        "the app's own crash: the same calls repeat, and the fault is in the stack's guard",
        """
        →Exception Type:        EXC_BAD_ACCESS (SIGSEGV)
        Exception Codes:       KERN_PROTECTION_FAILURE at 0x00007ffee0a4fff8

        VM Regions Near 0x7ffee0a4fff8:
            MALLOC_SMALL           00007fb1c5800000-00007fb1c6000000 [ 8192K] rw-/rwx SM=PRV
        →--> STACK GUARD            00007ffedd250000-00007ffee0a50000 [ 56.0M] ---/rwx SM=NUL  stack guard for thread 0
            Stack                  00007ffee0a50000-00007ffee1250000 [ 8192K] rw-/rwx SM=COW  thread 0

        Thread 0 Crashed:: Dispatch queue: com.apple.main-thread
        0   UIFoundation                  0x00007fff4bb1c0f0 UINibDecoderDecodeObjectForValue + 12
        →1   UIKitCore                     0x00007fff4b1d2a11 -[UIClassSwapper initWithCoder:] + 241
        2   UIKitCore                     0x00007fff4b1c8e04 -[UINibDecoder decodeObjectForKey:] + 251
        →3   UIKitCore                     0x00007fff4b1c7b02 -[UINib instantiateWithOwner:options:] + 1217
        4   UIKitCore                     0x00007fff4b1cd2c0 -[NSBundle(UINSBundleAdditions) loadNibNamed:owner:options:] + 223
        →5   Cards                         0x000000010a2037b4 -[CardView initWithCoder:] + 180
        →6   UIKitCore                     0x00007fff4b1d2a11 -[UIClassSwapper initWithCoder:] + 241
        7   UIKitCore                     0x00007fff4b1c8e04 -[UINibDecoder decodeObjectForKey:] + 251
        8   UIKitCore                     0x00007fff4b1c7b02 -[UINib instantiateWithOwner:options:] + 1217
        9   UIKitCore                     0x00007fff4b1cd2c0 -[NSBundle(UINSBundleAdditions) loadNibNamed:owner:options:] + 223
        10  Cards                         0x000000010a2037b4 -[CardView initWithCoder:] + 180
        11  UIKitCore                     0x00007fff4b1d2a11 -[UIClassSwapper initWithCoder:] + 241
        """),
      .matches(
        "the path as people write it down, once round: thin evidence", atLeast: .possible,
        """
        →[NSBundle loadNibNamed:owner:options:] —— [UINib instantiateWithOwner:options:] —— [UINibDecoder decodeObjectForKey:] —— [UIClassSwapper initWithCoder:] —— [CardView initWithCoder:]
        """),
      .doesNotMatch(
        "one healthy pass through UIClassSwapper: how every nib is loaded",
        """
        Exception Type:        EXC_BAD_ACCESS (SIGSEGV)
        Exception Codes:       KERN_INVALID_ADDRESS at 0x0000000000000018

        Thread 0 Crashed:: Dispatch queue: com.apple.main-thread
        0   Cards                         0x000000010a203100 -[CardView setUpShadow] + 32
        1   Cards                         0x000000010a2037b4 -[CardView initWithCoder:] + 180
        2   UIKitCore                     0x00007fff4b1d2a11 -[UIClassSwapper initWithCoder:] + 241
        3   UIKitCore                     0x00007fff4b1c8e04 -[UINibDecoder decodeObjectForKey:] + 251
        4   UIKitCore                     0x00007fff4b1c7b02 -[UINib instantiateWithOwner:options:] + 1217
        5   UIKitCore                     0x00007fff4b1c0002 -[UIViewController loadView] + 191
        """),
    ])

  private static let swapper = ["*[UIClassSwapper initWithCoder:*", "*[NSClassSwapper initWithCoder:*"]
  private static let instantiating = [
    "*[UINib instantiateWithOwner:*", "*[NSNib *nstantiate*", "*loadNibNamed:*", "*loadNibNam*",
  ]
  private static let ownInitializer = ["*initWithCoder:*", "*init(coder:)*", "*.init?(coder:)*"]

  /// A round that decodes a view of the app through a class swapper and loads a nib from its initialiser.
  private static let round = Evidence.custom(
    CustomEvidence(
      "a round of calls that repeats and holds a class swapper, the loading of a nib, and an initialiser of the app",
      reason: "The initialiser must be a frame of the round.",
      explanations: roundQuery.explanations + [initializerSays]
    ) { context in
      guard let cycle = context.cycle, var proof = context.recursionProof(roundQuery) else { return nil }
      let stack = context.threadStack
      guard let own = stack[cycle.round].indices.first(where: { isOwnInitializer(stack[$0]) }) else { return nil }
      let frame = stack[own]
      proof.witnesses.append(context.witness(frame: frame, at: own, statement: initializerSays))
      proof.blame = AnalysisContext.blame(frame)
      proof.blamedFrame = own
      return proof
    })
  private static let roundQuery = RecursionQuery(
    through: [swapper, instantiating],
    statement: "A round of {period} calls repeats " + RecursionQuery.often
      + "; it decodes a view through the class swapper.")
  private static let initializerSays = "The initialiser of the app's class is part of the round: it loads the nib."

  private static func isOwnInitializer(_ frame: CrashReport.Frame) -> Bool {
    guard frame.role == .app || frame.role == .unknown else { return false }
    return frame.symbol == nil ? frame.role == .app : ownQuery.accepts(frame)
  }
  private static let ownQuery = FrameQuery(
    ownInitializer,
    excluding: [
      "*[UIClassSwapper *", "*[NSClassSwapper *", "*[UIRuntimeConnection *", "*[UINibDecoder *", "*[UIView *",
      "*[UIView(*", "UIView.*", "*.UIView.*",
    ], roles: [.app, .unknown], position: .first(1), blamed: true, statement: "The path ends in {function} …")

  /// The same calls written down once, from the loading of a nib to the initialiser, without addresses or a fault.
  private static let chain = Evidence.all([
    .not(.has(.repetition)), .not(.has(.frameAddress)),
    .frames([
      ownQuery,
      FrameQuery(swapper, statement: "… which a class swapper called while it decoded the nib's root view …"),
      FrameQuery(instantiating, statement: "… and it begins with the loading of a nib."),
    ]),
  ])

  private static let exhausted = Evidence.any([
    .stackExhausted(statement: "The fault lies in the guard region of the stack: the stack is used up."),
    .all([
      .uncited(.recursion(RecursionQuery(minRounds: 20))),
      .field(
        .exceptionSubtype, .matches(["KERN_PROTECTION_FAILURE*"]),
        statement: "The memory may not be touched, and hundreds of frames repeat: the stack is used up."),
    ]),
    .field(.recursionDepth, capture: "depth", statement: "The system itself counted a recursion {depth} deep."),
  ])
}
