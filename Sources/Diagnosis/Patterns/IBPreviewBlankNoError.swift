import CrashReports

extension Pattern {
  /// A blank preview without a word, as far as the source that was pasted shows why.
  static let ibPreviewBlankNoError: Pattern = Pattern(
    "ib-preview-blank-no-error",
    title: "A designable view stays blank in Interface Builder, though it shows when the app runs",
    family: .designables,
    severity: .warning,
    symptom: """
      An @IBDesignable view is blank in the storyboard or xib, and Xcode reports nothing. When the app runs, the view \
      is there.
      """,
    grades: [
      Grade(.possible, cause: .possible, .all([designableSource, .not(.statesFailure), .not(previewFailure)]))
    ],
    headline: "A designable view that asks the main bundle stays blank in Interface Builder",
    cause: """
      The source marks a view as designable and loads from the main bundle (mainBundle, Bundle.main, or nil for the \
      bundle). In Interface Builder's agent that is a folder of Xcode: where the lookup gives nil and the code goes on, \
      the view has no content, and nothing is reported.
      """,
    remedy: [
      "Pass the bundle of the view's class, bundleForClass: or Bundle(for:), wherever the source says main or nil.",
      "Do the set-up in both initWithFrame: and initWithCoder:, because the agent calls the former.",
      "Choose the view, then Editor > Debug Selected Views, with a breakpoint where the content is loaded.",
    ],
    changes: [
      Change(
        "objective-c",
        before: "[[NSBundle mainBundle] loadNibNamed:@\"CardView\" owner:self options:nil];",
        after: "[[NSBundle bundleForClass:[CardView class]] loadNibNamed:@\"CardView\" owner:self options:nil];"),
      Change(
        "swift",
        before: "UINib(nibName: \"CardView\", bundle: nil).instantiate(withOwner: self)",
        after: "UINib(nibName: \"CardView\", bundle: Bundle(for: CardView.self)).instantiate(withOwner: self)"),
    ],
    gaps: [
      Gap(
        unless: .not(designableSource),
        "What the agent does with the view: Editor > Debug Selected Views stops where the lookup gives nil.")
    ],
    lookalikes: [
      LookAlike("ib-overlays-mainbundle-nib", because: "No exception was raised for a nib that could not be loaded.")
    ],
    knownGaps: [
      "Without the source, or a word of the agent, nothing in a report shows that a preview is blank.",
      "Set-up in awakeFromNib, which the agent never calls, looks the same.",
    ],
    references: [.appleDesignableViews, Reference("bundleForClass: (Apple, NSBundle)")],
    generality: 8,
    examples: [
      .matches(
        "the source of a designable view that asks the main bundle", atLeast: .possible,
        """
        IB_DESIGNABLE
        @interface CardView : UIView
        @end
        @implementation CardView
        - (instancetype)initWithFrame:(CGRect)frame {
          if ((self = [super initWithFrame:frame])) {
        →    UIView *view = [[NSBundle mainBundle] loadNibNamed:@"CardView" owner:self options:nil].firstObject;
            [self addSubview:view];
          }
          return self;
        }
        @end
        """),
      .doesNotMatch(
        "the same with the bundle of the class",
        """
        IB_DESIGNABLE
        @interface CardView : UIView
        @end
        @implementation CardView
        - (instancetype)initWithFrame:(CGRect)frame {
          if ((self = [super initWithFrame:frame])) {
            NSBundle *bundle = [NSBundle bundleForClass:[CardView class]];
            [self addSubview:[bundle loadNibNamed:@"CardView" owner:self options:nil].firstObject];
          }
          return self;
        }
        @end
        """),
      .doesNotMatch(
        "Interface Builder did report a failure",
        """
        Main.storyboard: error: IB Designables: Failed to render instance of CardView: The agent crashed
        """),
    ])

  private static let previewFailure = Evidence.has(.previewMessage)

  private static let marks: [TextTemplate] = ["IB_DESIGNABLE", "@IBDesignable"]
  private static let lookups: [TextTemplate] = [
    "[NSBundle mainBundle] loadNibNamed", "[NSBundle mainBundle] pathForResource",
    "[NSBundle mainBundle] URLForResource",
    "NSBundle.mainBundle", "Bundle.main.", "nibWithNibName:{}bundle:nil", "UINib(nibName:{}bundle: nil",
    "[UIImage imageNamed:", "UIImage(named:{})", "UIColor(named:{})",
  ]

  private static let named = ["bundleForClass", "Bundle(for", "Bundle.module", "#bundle"]

  private static let designableSource = Evidence.custom(
    CustomEvidence(
      "source of a designable view (IB_DESIGNABLE) that asks the main bundle, or passes nil for the bundle",
      reason: "Source code is evaluated, also where no class can be made out.", explanations: [mainBundleSays],
      check: asksMainBundle))
  private static let mainBundleSays =
    "It asks the main bundle, which in Interface Builder's agent is a folder of Xcode."

  private static func asksMainBundle(_ context: AnalysisContext) -> EvidenceMatch? {
    guard context.texts.contains(where: { text in marks.contains { $0.match(text.matchable) != nil } })
    else { return nil }
    var lines: [(text: Substring, number: Int?)] = []
    for text in context.texts where text.message.origin == .console {
      let own = text.message.text.split(separator: "\n", omittingEmptySubsequences: false)
      for (index, line) in own.enumerated() { lines.append((line, text.message.line.map { $0 + index })) }
    }
    for (index, line) in lines.enumerated() {
      let matchable = MatchableText(line.text)
      guard lookups.contains(where: { $0.match(matchable) != nil }) else { continue }
      // A call in Objective-C may name its bundle on one of its next lines.
      var call = ""
      for part in lines[index...].prefix(longestCall) {
        call += part.text
        if part.text.contains(";") { break }
      }
      guard !named.contains(where: { call.contains($0) }) else { continue }
      return EvidenceMatch(witnesses: [
        context.witness(
          line: line.number, member: String(line.text), statement: mainBundleSays, kind: .inferred)
      ])
    }
    return nil
  }

  /// Lines that one call is taken to cover at most.
  private static let longestCall = 5
}
