import Bytes
import CrashReports

extension Pattern {
  /// Infinite recursion: `initWithCoder:` loads a nib whose root view has the same class, so that decoding it calls
  /// `initWithCoder:` again.
  static let nibSelfClassRecursion: Pattern = Pattern(
    "nib-self-class-recursion",
    title: "Infinite recursion: a view's initializer loads a nib whose root view has the same class",
    family: .nib,
    symptom: """
      The app crashes with EXC_BAD_ACCESS as soon as the view appears, with a stack of hundreds or thousands of \
      repeating frames. In Interface Builder the view stays empty and Xcode reports "The agent crashed", usually \
      twice.
      """,
    grades: [
      Grade(.certain, cause: .certain, .all([loadingCycle, exhausted])),
      Grade(.likely, cause: .likely, loadingCycle),
      Grade(.possible, cause: .possible, chain),
    ],
    headline: "{class|The view} loads its own nib in init(coder:): infinite recursion",
    cause: """
      {class|The class} loads its nib in its initializer, and the root view of that nib also has {class?the class \
      {class}|that class}. Decoding the root view calls init(coder:) of {class|the class} again, which loads the nib \
      again, until the stack overflows.
      """,
    remedy: [
      "In the xib, set the class of the root view to UIView and the class of File's Owner to {class|the view's class}.",
      """
      Choose one style and use it everywhere. Owner style: File's Owner has the custom class, the root is a plain \
      UIView, outlets are connected to File's Owner, both initializers load the nib and add its root as a subview.
      """,
      """
      Root-view style: the root view has the custom class, File's Owner is NSObject, outlets are connected to the \
      view, and the nib is loaded from outside (a class method, registerNib), never in an initializer. Table cells \
      work this way, which is why this setting is correct for them.
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
          + (instancetype)viewFromNib {  // root-view style: not called from any initializer
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
      Gap(unless: .hasStack, "The stack of the crashed thread: it would show the repeating calls."),
      Gap(
        unless: exhausted,
        "The exception and the memory region: they would confirm the stack overflow."),
      Gap(
        unless: .has(.repetition),
        "A second cycle of the same calls: every nib that is loaded passes through UIClassSwapper once."),
    ],
    lookalikes: [
      LookAlike(
        "stack-overflow", because: "The repeating calls include the loading of a nib.", when: loadingCycle),
      LookAlike(
        "nib-awakeafter-recursion", because: "None of the repeating frames is awakeAfterUsingCoder:.",
        when: .all([loadingCycle, .not(.frame(FrameQuery(["*awakeAfter*"])))])),
      LookAlike(
        "ib-overlays-mainbundle-nib",
        because: "The nib was found: its root view is being decoded.", when: loadingCycle),
    ],
    knownGaps: [
      "\"The agent crashed\" twice in the build log is not enough evidence: every crash of the agent looks like that."
    ],
    references: [
      Reference("UINib (Apple, UIKit)", url: "https://developer.apple.com/documentation/uikit/uinib"),
      Reference("Resource Programming Guide: Nib Files, \"About the File's Owner\" (Apple)"),
      Reference("NibDesignable #10 and #51"),
    ],
    supersedes: ["stack-overflow", "ib-agent-crashed-unspecified", "memory-bad-access", "ib-xib-self-render"],
    searchTerms: """
      nib recursion
      loadNibNamed recursion
      xib loads itself
      nib loads itself
      infinite recursion in init(coder:)
      loadNibNamed infinite loop
      infinite recursion nib
      infinite recursion
      """,
    examples: [
      .matches(
        "a crash of the app: the same calls repeat, and the faulting address is in the stack guard",
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
        "the call path as written in a bug report, one cycle only: weak evidence", atLeast: .possible,
        """
        →[NSBundle loadNibNamed:owner:options:] —— [UINib instantiateWithOwner:options:] —— [UINibDecoder decodeObjectForKey:] —— [UIClassSwapper initWithCoder:] —— [CardView initWithCoder:]
        """),
      .doesNotMatch(
        "one pass through UIClassSwapper, as for every nib",
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
  private static let appInitializers = ["*initWithCoder:*", "*init(coder:)*", "*.init?(coder:)*"]

  /// A cycle of calls that decodes a view of the app through a class swapper and loads a nib from its initializer.
  private static let loadingCycle = Evidence.custom(
    CustomEvidence(
      "a repeating cycle of calls that contains a class swapper, the loading of a nib, and an initializer of the app",
      reason: "The initializer must be a frame of the cycle.", needs: Evidence.recursion(cycleQuery).needs,
      explanations: cycleQuery.explanations + [initializerStatement]
    ) { context in
      guard let cycle = context.cycle, var match = context.recursionMatch(cycleQuery) else { return nil }
      let stack = context.threadStack
      guard let initializer = stack[cycle.round].indices.first(where: { isAppInitializer(stack[$0]) }) else {
        return nil
      }
      let frame = stack[initializer]
      match.witnesses.append(context.witness(frame: frame, at: initializer, statement: initializerStatement))
      match.blame = AnalysisContext.blame(frame)
      match.blamedFrame = initializer
      return match
    })
  private static let cycleQuery = RecursionQuery(
    through: [swapper, instantiating],
    statement: "A cycle of {period} calls, which decodes a view through the class swapper, repeats "
      + RecursionQuery.often + ".")
  private static let initializerStatement = "The initializer of the app's class is part of the cycle: it loads the nib."

  private static func isAppInitializer(_ frame: CrashReport.Frame) -> Bool {
    guard frame.role == .app || frame.role == .unknown else { return false }
    return frame.symbol == nil ? frame.role == .app : appInitializerQuery.accepts(frame)
  }
  private static let appInitializerQuery = FrameQuery(
    appInitializers,
    excluding: [
      "*[UIClassSwapper *", "*[NSClassSwapper *", "*[UIRuntimeConnection *", "*[UINibDecoder *", "*[UIView *",
      "*[UIView(*", "UIView.*", "*.UIView.*",
    ], roles: [.app, .unknown], position: .first(1), blamed: true, statement: "The call path ends in {function} …")

  /// The same calls written once, from the loading of a nib to the initializer, without addresses or a fault.
  private static let chain = Evidence.all([
    .not(.has(.repetition)), .not(.has(.frameAddress)),
    .frames([
      appInitializerQuery,
      FrameQuery(swapper, statement: "… which a class swapper called while decoding the root view of the nib …"),
      FrameQuery(instantiating, statement: "… and the path begins with the loading of a nib."),
    ]),
  ])

  private static let exhausted = Evidence.any([
    .stackExhausted(statement: "The faulting address is in the guard region of the stack: stack overflow."),
    .all([
      .uncited(.recursion(RecursionQuery(minRounds: 20))),
      .field(
        .exceptionSubtype, .matches(["KERN_PROTECTION_FAILURE*"]),
        statement: "The memory is protected, and the calls repeat at least 20 times: stack overflow."),
    ]),
    .field(.recursionDepth, capture: "depth", statement: "The system reports a recursion depth of {depth}."),
  ])
}
