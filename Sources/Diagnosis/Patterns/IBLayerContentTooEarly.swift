import CrashReports
import SourceText

extension Pattern {
  /// Images and layer contents that are set in the initializer, before Interface Builder sets attributes and draws.
  static let ibLayerContentTooEarly: Pattern = Pattern(
    "ib-layer-content-too-early",
    title: "Images or layer contents are set in the initializer, too early for Interface Builder",
    family: .designables, severity: .warning,
    symptom: "An image or layer content is missing from the storyboard preview, but shows in the running app.",
    grades: [
      Grade(.likely, cause: .possible, contentInInitializer(ofDesignable: true)),
      Grade(.possible, cause: .possible, contentInInitializer(ofDesignable: false)),
    ],
    headline: "{class|The view} sets {content|content} in its initializer, too early for Interface Builder",
    cause: """
      Interface Builder creates the view with init(frame:), then sets its attributes, then draws it. The later steps \
      replace or draw over anything that the initializer puts into the layer or a button.
      """,
    remedy: [
      "Set {content|the content} in a method that both layoutSubviews and prepareForInterfaceBuilder call.",
      "Look the image up in the bundle of the class: in Interface Builder the main bundle is Xcode's.",
    ],
    changes: [
      Change(
        "swift",
        after: """
          override func prepareForInterfaceBuilder() {
            super.prepareForInterfaceBuilder()
            applyContent()  // layer.contents, setImage(_:for:)
          }
          """),
      Change(
        "objective-c",
        after: """
          - (void)prepareForInterfaceBuilder {
            [super prepareForInterfaceBuilder];
            [self applyContent];  // layer.contents, setImage:forState:
          }
          """),
    ],
    gaps: [
      Gap(
        unless: .has(.designableClass),
        "The class's declaration: Interface Builder draws only designable classes.")
    ],
    lookalikes: [
      LookAlike(
        "ib-overlays-mainbundle-resource",
        because: "The code shows when the image is set; where it is looked up is a separate question.")
    ],
    knownGaps: ["Content set through a helper in another file is not detected."],
    references: [.designableViews, .prepareForInterfaceBuilder],
    generality: 2,
    searchTerms: """
      layer contents
      image nil in interface builder
      CALayer contents
      """,
    examples: [
      .matches(
        "a button's image, set in the initializer", atLeast: .possible,
        """
        IB_DESIGNABLE
        @interface RoundButton : UIButton
        @end
        @implementation RoundButton
        - (instancetype)initWithFrame:(CGRect)frame {
          if ((self = [super initWithFrame:frame])) {
        →    [self setImage:[UIImage imageNamed:@"round"] forState:UIControlStateNormal];
          }
          return self;
        }
        @end
        """),
      .matches(
        "layer contents, set in a method that the initializers call", atLeast: .possible,
        """
        @IBDesignable class BadgeView: UIView {
          required init?(coder: NSCoder) { super.init(coder: coder); setUp() }
          override init(frame: CGRect) { super.init(frame: frame); setUp() }
          private func setUp() {
        →    layer.contents = UIImage(named: "badge")?.cgImage
          }
        }
        """),
      .doesNotMatch(
        "the content is set again in layoutSubviews",
        """
        @IBDesignable class BadgeView: UIView {
          override init(frame: CGRect) { super.init(frame: frame); apply() }
          override func layoutSubviews() { super.layoutSubviews(); apply() }
          private func apply() { layer.contents = badge.cgImage }
        }
        """),
    ])

  private static func contentInInitializer(ofDesignable designable: Bool) -> Evidence {
    .sourceClass(
      "an initializer that sets an image or layer contents", designable: designable, explanations: [contentStatement]
    ) { type, context in
      // A paste without the class's declaration cannot show whether it is a designable.
      if !designable, type.name != nil { return nil }
      let later = Set(type.renderingCode.map(\.name))
      for method in type.initialCode where !later.contains(method.name) {
        guard let (line, content) = contentAssignment(in: method.body) else { continue }
        let captures = ["content": content]
        return context.sourceMatch(
          type, method, captures: captures,
          [context.sourceWitness(line: line, statement: contentStatement, captures: captures)])
      }
      return nil
    }
  }
  private static let contentStatement = "The initializer sets {content}."

  private static func contentAssignment(in body: [SourceExcerpt.Token]) -> (line: Int, content: String)? {
    for (index, token) in body.enumerated() where token.kind == .word {
      func text(_ offset: Int) -> String {
        body.indices.contains(index + offset) ? body[index + offset].text : ""
      }
      if ["setImage", "setBackgroundImage"].contains(token.text), text(1) == ":" || text(1) == "(" {
        let isOnSelf =
          text(-1) == "self" || (text(-1) == "." && text(-2) == "self") || (text(1) == "(" && text(-1) != ".")
        if isOnSelf { return (token.line, "the image") }
      }
      if token.text == "contents", text(-1) == ".", text(-2) == "layer", text(1) == "=", text(2) != "=" {
        return (token.line, "the layer's contents")
      }
    }
    return nil
  }
}
