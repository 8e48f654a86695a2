import CrashReports

extension Pattern {
  /// An initializer that assigns a property that the Attributes inspector also sets.
  static let ibInitOverridesAttributes: Pattern = Pattern(
    "ib-init-overrides-attributes",
    title: "The initializer assigns what the Attributes inspector sets, so preview and app differ",
    family: .designables, severity: .warning,
    symptom: """
      The view has one color (or text, or size) in the storyboard and another in the running app, or a value in the \
      inspector seems to be ignored.
      """,
    grades: [
      Grade(.likely, cause: .likely, assignsAfterDecoding),
      Grade(.possible, cause: .possible, assignsInspectable),
    ],
    headline: "{class|The view}'s initializer assigns {property|a property}, which the inspector can also set",
    cause: """
      In the app, init(coder:) decodes the inspector's values and then overwrites {property|the property}. Interface \
      Builder calls init(frame:) first and sets the inspector's values afterwards. As a result, the code's value is \
      used in the app, and the inspector's value in the storyboard. (User Defined Runtime Attributes are set last in \
      both.)
      """,
    remedy: [
      "Remove the assignment of {property|the property} from the initializer and leave it to the inspector.",
      "For a default, give the property an initial value, or assign it only in init(frame:).",
    ],
    changes: [
      Change(
        "swift",
        after: """
          override init(frame: CGRect) {
            super.init(frame: frame)
            {property|backgroundColor} = defaultValue  // created in code: no inspector values
          }
          required init?(coder: NSCoder) {
            super.init(coder: coder)  // created from a nib: the inspector's values are used
          }
          """),
      Change(
        "objective-c",
        after: """
          - (instancetype)initWithCoder:(NSCoder *)coder {
            return [super initWithCoder:coder];  // the inspector's values are used
          }
          """),
    ],
    lookalikes: [
      LookAlike("ib-stale-render", because: "The initializer assigns the property; it does not only read it.")
    ],
    knownGaps: ["Only the storyboard shows whether the inspector sets the property; it is not part of the excerpt."],
    references: [.designableViews, .nibFiles],
    generality: 3,
    searchTerms: """
      attributes inspector ignored
      attributes inspector
      IBInspectable overwritten
      IBInspectable not applied
      """,
    examples: [
      .matches(
        "the background color, after decoding", atLeast: .possible,
        """
        IB_DESIGNABLE
        @interface CardView : UIView
        @end
        @implementation CardView
        - (instancetype)initWithCoder:(NSCoder *)coder {
          if ((self = [super initWithCoder:coder])) {
        →    self.backgroundColor = [UIColor redColor];
          }
          return self;
        }
        @end
        """),
      .matches(
        "an inspectable property of the class itself", atLeast: .possible,
        """
        @IBDesignable class CardView: UIView {
          @IBInspectable var radius: CGFloat = 0 { didSet { layer.cornerRadius = radius } }
          override init(frame: CGRect) {
            super.init(frame: frame)
        →    radius = 8
          }
        }
        """),
      .doesNotMatch(
        "another object's property, and a comparison",
        """
        @IBDesignable class CardView: UIView {
          @IBInspectable var radius: CGFloat = 0 { didSet { layer.cornerRadius = radius } }
          required init?(coder: NSCoder) {
            super.init(coder: coder)
            badge.radius = 8
            if radius == 0 { badge.isHidden = true }
            badge.backgroundColor = .red
          }
        }
        """),
    ])

  /// Attributes of UIView and its controls that every Attributes inspector shows.
  private static let inspectorAttributes = [
    "backgroundColor", "tintColor", "alpha", "text", "textColor", "font", "placeholder", "contentMode", "clipsToBounds",
    "textAlignment", "numberOfLines",
  ]

  private static let assignsAfterDecoding = Evidence.sourceClass(
    "init(coder:) of a designable that assigns an attribute of the inspector", designable: true,
    explanations: [assignedStatement]
  ) { type, context in
    let decoders = type.methods.filter { ["initWithCoder:", "init(coder:)"].contains($0.name) }
    let called = decoders.reduce(into: Set<String>()) { $0.formUnion($1.callees) }
    let code = decoders + type.methods.filter { !$0.isInitializer && called.contains($0.name) }
    for method in code {
      for property in inspectorAttributes {
        guard let line = method.line(assigning: property) else { continue }
        let captures = ["property": property]
        return context.sourceMatch(
          type, method, captures: captures,
          [context.sourceWitness(line: line, statement: assignedStatement, captures: captures)])
      }
    }
    return nil
  }
  private static let assignedStatement = "{property} is assigned after the inspector's values were decoded."

  private static let assignsInspectable = Evidence.sourceClass(
    "an initializer that assigns an inspectable property of its class", explanations: [inspectableStatement]
  ) { type, context in
    for method in type.initialCode {
      for property in type.properties where property.isInspectable {
        guard let line = method.line(assigning: property.name) else { continue }
        let captures = ["property": property.name]
        return context.sourceMatch(
          type, method, captures: captures,
          [context.sourceWitness(line: line, statement: inspectableStatement, captures: captures)])
      }
    }
    return nil
  }
  private static let inspectableStatement = "The inspectable property {property} is assigned while the view is created."
}
