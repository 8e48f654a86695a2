import CrashReports

extension Pattern {
  /// An `IBInspectable` property of a type for which the Attributes inspector has no field.
  static let ibInspectableUnsupportedType: Pattern = Pattern(
    "ib-inspectable-unsupported-type",
    title: "Unsupported IBInspectable type: Interface Builder cannot show the property",
    family: .designables, severity: .warning,
    symptom: "A property marked IBInspectable does not appear in the Attributes inspector. There is no error.",
    grades: [Grade(.certain, cause: .certain, unsupported)],
    headline:
      "Unsupported IBInspectable type{type? {type}}: the inspector has no field for {property|a property} of {class|the view}",
    cause: """
      The Attributes inspector has fields for integers and floating-point numbers, Bool, String, CGPoint, CGSize, \
      CGRect, UIColor and UIImage. It has no field for {type|other types}, and silently omits the property.
      """,
    remedy: [
      "Wrap {property|the property} in an inspectable property of a supported type, and convert in its setter.",
      "For an enumeration, use its raw value as an Int; for edge insets, four CGFloat properties; for a date, a String.",
      "A value typed by hand under User Defined Runtime Attributes works only if the setter accepts that type.",
    ],
    changes: [
      Change(
        "swift",
        after: """
          var insets = UIEdgeInsets.zero { didSet { setNeedsLayout() } }
          @IBInspectable var topInset: CGFloat {
            get { insets.top }
            set { insets.top = newValue }
          }
          """),
      Change(
        "objective-c",
        after: """
          @property (nonatomic) IBInspectable NSInteger styleValue;  // `style` as the inspector shows it
          - (void)setStyleValue:(NSInteger)value { self.style = (CardStyle)value; }
          - (NSInteger)styleValue { return self.style; }
          """),
    ],
    lookalikes: [
      LookAlike(
        "ib-runtime-attribute-ignored",
        because: "No value was set and rejected; the inspector does not show the property at all.")
    ],
    knownGaps: ["An enumeration declared in another file is not recognized as one, and its property is ignored."],
    references: [.designableViews],
    searchTerms: """
      IBInspectable
      IBInspectable type
      IBInspectable enum
      inspectable
      IBInspectable not showing
      """,
    examples: [
      .matches(
        "a date and edge insets", atLeast: .possible,
        """
        IB_DESIGNABLE
        @interface EventView : UIView
        @property (nonatomic, strong) IBInspectable UIColor *tint;
        →@property (nonatomic, strong) IBInspectable NSDate *startDate;
        @end
        """),
      .matches(
        "an enumeration declared in the same excerpt, in Swift", atLeast: .possible,
        """
        @objc enum CardStyle: Int { case plain, raised }

        @IBDesignable class CardView: UIView {
          @IBInspectable var radius: CGFloat = 4
        →  @IBInspectable var style: CardStyle = .plain
        }
        """),
      .doesNotMatch(
        "supported types only",
        """
        @IBDesignable class CardView: UIView {
          @IBInspectable var radius: CGFloat = 4
          @IBInspectable var title: String? { didSet { label.text = title } }
          @IBInspectable var picture: UIImage?
          var insets: UIEdgeInsets = .zero
        }
        """),
    ])

  private static let unsupportedTypes: Set<String> = [
    "NSDate", "Date", "UIEdgeInsets", "NSEdgeInsets", "NSDirectionalEdgeInsets", "NSNumber", "NSURL", "URL", "NSArray",
    "NSDictionary", "NSSet", "NSData", "Data", "UIOffset", "NSDecimalNumber", "Decimal", "NSAttributedString",
    "CGAffineTransform", "NSRange", "TimeZone", "NSTimeZone", "Locale", "NSLocale",
  ]

  private static let unsupported = Evidence.source(
    "an inspectable property of a type without inspector field", explanations: [typeStatement]
  ) { excerpt, context in
    for type in excerpt.classes {
      let found = type.properties.filter { property in
        guard property.isInspectable, let name = property.type else { return false }
        return unsupportedTypes.contains(name) || excerpt.enumerations.contains(name)
      }
      guard let first = found.first, let name = first.type else { continue }
      let witnesses = found.prefix(8).map {
        context.sourceWitness(
          line: $0.line, statement: typeStatement, captures: ["property": $0.name, "type": $0.type ?? name])
      }
      let parts = ["property": first.name, "type": name]
      return context.sourceMatch(type, nil, captures: parts, Array(witnesses))
    }
    return nil
  }
  private static let typeStatement =
    "{property} is inspectable and of type {type}, for which the inspector has no field."
}
