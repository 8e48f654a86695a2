import CrashReports

extension Pattern {
  /// Setup in `awakeFromNib`, which does not run when Interface Builder creates the view itself.
  static let ibAwakeFromNibNotCalled: Pattern = Pattern(
    "ib-awakefromnib-not-called",
    title: "awakeFromNib is not called in Interface Builder, so its setup is missing",
    family: .designables, severity: .warning,
    symptom: "The preview in the storyboard lacks what the view sets up in awakeFromNib; the app shows it.",
    grades: [
      Grade(.likely, cause: .likely, setUpOnlyInAwake(designable: true)),
      Grade(.possible, cause: .possible, setUpOnlyInAwake(designable: false)),
    ],
    headline: "{class|The view} does its setup in awakeFromNib, which Interface Builder does not call",
    cause: """
      Interface Builder creates a designable view with init(frame:), not from a nib. awakeFromNib is part of nib \
      loading and is not called, so the setup that {class|the view} does there is missing from the preview.
      """,
    remedy: [
      "Move the body of awakeFromNib to a method that both initializers and prepareForInterfaceBuilder call.",
      "Keep in awakeFromNib only code that needs the outlets of a loaded nib.",
    ],
    changes: [
      Change(
        "swift",
        after: """
          override func awakeFromNib() {
            super.awakeFromNib()
            render()
          }
          override func prepareForInterfaceBuilder() {
            super.prepareForInterfaceBuilder()
            render()
          }
          """),
      Change(
        "objective-c",
        after: """
          - (void)awakeFromNib { [super awakeFromNib]; [self render]; }
          - (void)prepareForInterfaceBuilder { [super prepareForInterfaceBuilder]; [self render]; }
          """),
    ],
    gaps: [
      Gap(
        unless: .has(.designableClass),
        "The class declaration: Interface Builder draws only designable classes.")
    ],
    lookalikes: [
      LookAlike(
        "ib-prepare-not-called", because: "No method of the class has a name similar to prepareForInterfaceBuilder."
      )
    ],
    knownGaps: ["A superclass or category in another file may do the same setup elsewhere."],
    references: [.prepareForInterfaceBuilder, .designableViews],
    generality: 2,
    searchTerms: """
      awakeFromNib not called
      awakeFromNib
      awakeFromNib in interface builder
      """,
    examples: [
      .matches(
        "a designable class with awakeFromNib and no code for design time", atLeast: .possible,
        """
        IB_DESIGNABLE
        @interface CardView : UIView
        @end
        @implementation CardView
        →- (void)awakeFromNib {
          [super awakeFromNib];
          self.layer.cornerRadius = 6;
        }
        @end
        """),
      .matches(
        "a method without its class", atLeast: .possible,
        """
        @IBInspectable var radius: CGFloat = 4

        →override func awakeFromNib() {
          super.awakeFromNib()
          layer.cornerRadius = radius
        }
        """),
      .doesNotMatch(
        "the same drawing code for both",
        """
        @IBDesignable class CardView: UIView {
          override func awakeFromNib() { super.awakeFromNib(); render() }
          override func prepareForInterfaceBuilder() { super.prepareForInterfaceBuilder(); render() }
          private func render() { layer.cornerRadius = 6 }
        }
        """),
      .doesNotMatch(
        "a cell that is not designable",
        """
        class CardCell: UITableViewCell {
          override func awakeFromNib() { super.awakeFromNib(); selectionStyle = .none }
        }
        """),
    ])

  private static func setUpOnlyInAwake(designable: Bool) -> Evidence {
    .sourceClass(
      "awakeFromNib with its own setup and no prepareForInterfaceBuilder", designable: designable,
      explanations: [setUpStatement]
    ) { type, context in
      // Without a declaration, an inspectable property is the only sign that the view is meant for Interface Builder.
      if !designable, type.name != nil || !type.properties.contains(where: \.isInspectable) { return nil }
      guard let awake = type.method(named: ["awakeFromNib"]), awake.hasOwnWork else { return nil }
      let others = Set((type.initialCode + type.renderingCode).map(\.name))
      guard type.method(named: ["prepareForInterfaceBuilder"]) == nil, awake.callees.isDisjoint(with: others) else {
        return nil
      }
      return context.sourceMatch(type, awake, [context.sourceWitness(line: awake.line, statement: setUpStatement)])
    }
  }
  private static let setUpStatement = "This setup runs only when a nib is loaded."
}
