import CrashReports

extension Pattern {
  /// Set-up in `awakeFromNib`, which does not run where Interface Builder makes the view itself.
  static let ibAwakeFromNibNotCalled: Pattern = Pattern(
    "ib-awakefromnib-not-called",
    title: "Set-up in awakeFromNib does not run in Interface Builder",
    family: .designables, severity: .warning,
    symptom: "The preview in the storyboard lacks what the view sets up in awakeFromNib; the app shows it.",
    grades: [
      Grade(.likely, cause: .likely, setUpOnlyInAwake(designable: true)),
      Grade(.possible, cause: .possible, setUpOnlyInAwake(designable: false)),
    ],
    headline: "{class|The view} sets itself up in awakeFromNib, which Interface Builder does not call",
    cause: """
      Interface Builder makes a designable with init(frame:), not from a nib. awakeFromNib belongs to the loading of a \
      nib and is not called, so what {class|the view} does there is missing from the preview.
      """,
    remedy: [
      "Move the body of awakeFromNib to a method that both initialisers and prepareForInterfaceBuilder call.",
      "Leave in awakeFromNib only what needs outlets of a loaded nib.",
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
        "The class's declaration: only a designable is drawn by Interface Builder.")
    ],
    lookalikes: [
      LookAlike(
        "ib-prepare-not-called", because: "No method of the class has a name that resembles prepareForInterfaceBuilder."
      )
    ],
    knownGaps: ["A superclass or category in another file may do the same set-up elsewhere."],
    references: [.prepareForInterfaceBuilder, .designableViews],
    generality: 2,
    examples: [
      .matches(
        "a designable with awakeFromNib and nothing for design time", atLeast: .likely,
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
        "a cell that is no designable",
        """
        class CardCell: UITableViewCell {
          override func awakeFromNib() { super.awakeFromNib(); selectionStyle = .none }
        }
        """),
    ])

  private static func setUpOnlyInAwake(designable: Bool) -> Evidence {
    .sourceClass(
      "awakeFromNib with set-up of its own and no prepareForInterfaceBuilder", designable: designable,
      explanations: [setUpSays]
    ) { type, context in
      // Without a declaration an inspectable property is the only sign that the view is meant for Interface Builder.
      if !designable, type.name != nil || !type.properties.contains(where: \.isInspectable) { return nil }
      guard let awake = type.method(named: ["awakeFromNib"]), awake.hasOwnWork else { return nil }
      let others = Set((type.initialCode + type.renderingCode).map(\.name))
      guard type.method(named: ["prepareForInterfaceBuilder"]) == nil, awake.callees.isDisjoint(with: others) else {
        return nil
      }
      return context.sourceProof(type, awake, [context.sourceWitness(line: awake.line, statement: setUpSays)])
    }
  }
  private static let setUpSays = "This set-up runs only where a nib is loaded."
}
