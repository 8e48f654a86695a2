import CrashReports

extension Pattern {
  /// A preview that does not change, because a property is used only in the initializer.
  static let ibStaleRender: Pattern = Pattern(
    "ib-stale-render",
    title: "The preview does not follow property edits, because the property is used only in the initializer",
    family: .designables, severity: .warning,
    symptom: "Changing a value in the Attributes inspector does not change the preview in the storyboard.",
    grades: [Grade(.likely, cause: .likely, readOnce)],
    headline:
      "{class|The view} uses {property|a property} only in its initializer; later edits do not change the preview",
    cause: """
      Interface Builder creates the view once and then only sets its properties. {property|The property} has no \
      setter that redraws the view, and is used only in code that runs in the initializer, before Interface Builder \
      sets its value.
      """,
    remedy: [
      """
      Give {property|the property} a setter (`didSet`) that applies the value, and call the same code from \
      prepareForInterfaceBuilder.
      """,
      "Write one method that draws everything from the properties, and call it from setters and layoutSubviews.",
    ],
    changes: [
      Change(
        "swift",
        after: """
          @IBInspectable var {property|radius}: CGFloat = 4 { didSet { render() } }
          override func prepareForInterfaceBuilder() {
            super.prepareForInterfaceBuilder()
            render()
          }
          """),
      Change(
        "objective-c",
        after: """
          - (void)setRadius:(CGFloat)radius {
            _radius = radius;
            [self render];
          }
          """),
    ],
    gaps: [
      Gap(
        unless: .sourceClass(
          "drawing code", explanations: [], { type, _ in type.renderingCode.isEmpty ? nil : EvidenceMatch() }),
        "The rest of the class: a superclass or another file may read the property later.")
    ],
    lookalikes: [
      LookAlike(
        "ib-init-overrides-attributes", because: "The initializer reads the property; it does not assign it.")
    ],
    knownGaps: ["Key-value observers and bindings that read the property are not detected."],
    references: [.designableViews, .prepareForInterfaceBuilder],
    generality: 2,
    searchTerms: """
      preview not updating
      stale preview
      designable not updating
      IBDesignable not updating
      """,
    examples: [
      .matches(
        "the corner radius is applied in a method that only the initializers call", atLeast: .possible,
        """
        @IBDesignable class CardView: UIView {
        →  @IBInspectable var cornerRadius: CGFloat = 4

          override init(frame: CGRect) {
            super.init(frame: frame)
            setUp()
          }
          required init?(coder: NSCoder) {
            super.init(coder: coder)
            setUp()
          }
          private func setUp() {
        →    layer.cornerRadius = self.cornerRadius * 2
          }
        }
        """),
      .doesNotMatch(
        "the property has an observer",
        """
        @IBDesignable class CardView: UIView {
          @IBInspectable var radius: CGFloat = 4 { didSet { setUp() } }
          override init(frame: CGRect) {
            super.init(frame: frame)
            setUp()
          }
          private func setUp() { layer.cornerRadius = radius }
        }
        """),
      .doesNotMatch(
        "the property is read again in drawRect:",
        """
        IB_DESIGNABLE
        @interface RingView : UIView
        @property (nonatomic) IBInspectable CGFloat width;
        @end
        @implementation RingView
        - (instancetype)initWithFrame:(CGRect)frame {
          if ((self = [super initWithFrame:frame])) { NSLog(@"%f", self.width); }
          return self;
        }
        - (void)drawRect:(CGRect)rect { [self strokeWithWidth:self.width]; }
        @end
        """),
    ])

  private static let readOnce = Evidence.sourceClass(
    "a designable's inspectable property without a setter, used only in code that its initializers run",
    designable: true,
    explanations: [setterStatement, readOnceStatement]
  ) { type, context in
    let initial = type.initialCode
    let others = type.methods.filter { method in !initial.contains(method) }
    for property in type.properties where property.isInspectable && !property.isObserved {
      guard !others.contains(where: { $0.line(using: property.name) != nil }) else { continue }
      for method in initial where method.line(assigning: property.name) == nil {
        guard let line = method.line(using: property.name) else { continue }
        let captures = ["property": property.name]
        return context.sourceMatch(
          type, method, captures: captures,
          [
            context.sourceWitness(line: property.line, statement: setterStatement),
            context.sourceWitness(line: line, statement: readOnceStatement),
          ])
      }
    }
    return nil
  }
  private static let setterStatement = "The property has no setter that redraws the view."
  private static let readOnceStatement = "It is read here, while the view is created, and nowhere else in the excerpt."
}
