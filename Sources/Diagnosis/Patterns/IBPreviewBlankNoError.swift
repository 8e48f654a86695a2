import CrashReports

extension Pattern {
  /// A blank preview without an error message, as far as pasted source shows the reason.
  static let ibPreviewBlankNoError: Pattern = Pattern(
    "ib-preview-blank-no-error",
    title: "A designable view stays blank in Interface Builder without an error",
    family: .designables,
    severity: .warning,
    symptom: """
      An @IBDesignable view is blank in the storyboard or xib, and Xcode reports no error. When the app runs, the view \
      is visible.
      """,
    grades: [
      Grade(.possible, cause: .possible, .all([designableSource, .not(.statesFailure), .not(previewFailure)]))
    ],
    headline: "A designable view that uses the main bundle stays blank in Interface Builder",
    cause: """
      The source marks a view as designable and loads from the main bundle (mainBundle, Bundle.main, or nil as the \
      bundle). In Interface Builder's agent the main bundle is a folder of Xcode. If the lookup returns nil and the \
      code continues, the view has no content, and no error is reported.
      """,
    remedy: [
      """
      Pass the bundle of the view's class, bundleForClass: or Bundle(for:), everywhere the source uses the main bundle \
      or nil.
      """,
      "Do the setup in both initWithFrame: and initWithCoder:, because the agent calls initWithFrame:.",
      "Select the view, then choose Editor > Debug Selected Views, with a breakpoint where the content is loaded.",
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
        "What the lookup returns in the agent: Editor > Debug Selected Views with a breakpoint shows it.")
    ],
    lookalikes: [
      LookAlike("ib-overlays-mainbundle-nib", because: "No exception was raised for a nib that could not be loaded.")
    ],
    knownGaps: [
      "Without the source, or a message from the agent, nothing in a report shows that a preview is blank.",
      "Setup in awakeFromNib, which the agent never calls, looks the same.",
    ],
    references: [.appleDesignableViews, Reference("bundleForClass: (Apple, NSBundle)")],
    generality: 8,
    searchTerms: """
      designable blank
      blank preview
      IBDesignable not rendering
      IBDesignable blank
      preview blank
      designable not showing
      """,
    examples: [
      .matches(
        "the source of a designable view that uses the main bundle", atLeast: .possible,
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
        "the same view, with the bundle of the class",
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

  private static let designableMarks: [TextTemplate] = ["IB_DESIGNABLE", "@IBDesignable"]
  private static let lookups: [TextTemplate] = [
    "[NSBundle mainBundle] loadNibNamed", "[NSBundle mainBundle] pathForResource",
    "[NSBundle mainBundle] URLForResource",
    "NSBundle.mainBundle", "Bundle.main.", "nibWithNibName:{}bundle:nil", "UINib(nibName:{}bundle: nil",
    "[UIImage imageNamed:", "UIImage(named:{})", "UIColor(named:{})",
  ]

  private static let explicitBundles = ["bundleForClass", "Bundle(for", "Bundle.module", "#bundle"]

  private static let designableSource = Evidence.custom(
    CustomEvidence(
      "source of a designable view (IB_DESIGNABLE) that uses the main bundle, or passes nil for the bundle",
      reason: "Source code is evaluated, even if no class is recognized in it.", needs: .texts(designableMarks),
      explanations: [mainBundleStatement], check: usesMainBundle))
  private static let mainBundleStatement =
    "This line uses the main bundle, which in Interface Builder's agent is a folder of Xcode."

  private static func usesMainBundle(_ context: AnalysisContext) -> EvidenceMatch? {
    guard context.texts.contains(where: { text in designableMarks.contains { $0.match(text.matchable) != nil } })
    else { return nil }
    var lines: [(text: Substring, number: Int?)] = []
    for text in context.texts where text.message.origin == .console {
      let messageLines = text.message.text.split(separator: "\n", omittingEmptySubsequences: false)
      for (index, line) in messageLines.enumerated() { lines.append((line, text.message.line.map { $0 + index })) }
    }
    for (index, line) in lines.enumerated() {
      let matchable = MatchableText(line.text)
      guard lookups.contains(where: { $0.match(matchable) != nil }) else { continue }
      // An Objective-C call may name its bundle on one of the next lines.
      var call = ""
      for part in lines[index...].prefix(maxCallLines) {
        call += part.text
        if part.text.contains(";") { break }
      }
      guard !explicitBundles.contains(where: { call.contains($0) }) else { continue }
      return EvidenceMatch(witnesses: [
        context.witness(
          line: line.number, member: String(line.text), statement: mainBundleStatement, kind: .inferred)
      ])
    }
    return nil
  }

  /// The maximum number of lines that one call is assumed to cover.
  private static let maxCallLines = 5
}
