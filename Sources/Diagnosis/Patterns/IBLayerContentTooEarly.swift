import CrashReports

extension Pattern {
  /// Images and layer contents that are set while the view is made, and are gone when Interface Builder draws it.
  static let ibLayerContentTooEarly: Pattern = Pattern(
    "ib-layer-content-too-early",
    title: "Images or layer contents are set in the initialiser, too early for Interface Builder",
    family: .designables, severity: .warning,
    symptom: "An image or layer content is missing from the preview in the storyboard; in the app it is there.",
    grades: [
      Grade(.likely, cause: .possible, contentInInitializer(ofDesignable: true)),
      Grade(.possible, cause: .possible, contentInInitializer(ofDesignable: false)),
    ],
    headline: "{class|The view} sets {content|content} while it is made, which has no effect in Interface Builder",
    cause: """
      Interface Builder makes the view with init(frame:), then sets its attributes, then draws. What is put into the \
      layer or a button during the initialiser is replaced or drawn over by what follows.
      """,
    remedy: [
      "Set {content|the content} in a method that layoutSubviews and prepareForInterfaceBuilder call.",
      "Find the image with the class's bundle: the main bundle is Xcode's while Interface Builder draws.",
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
        "The class's declaration: only a designable is drawn by Interface Builder.")
    ],
    lookalikes: [
      LookAlike(
        "ib-overlays-mainbundle-resource",
        because: "The code shows when the image is set; where it is looked up is another question.")
    ],
    knownGaps: ["Content set through a helper in another file is not seen."],
    references: [.designableViews, .prepareForInterfaceBuilder],
    generality: 2,
    examples: [
      .matches(
        "a button's image, set in the initialiser", atLeast: .likely,
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
        "layer contents, set in a method of the initialiser", atLeast: .likely,
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
        "the content is set again when the view lays out",
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
      "an initialiser that sets an image or layer contents", designable: designable, explanations: [contentSays]
    ) { type, context in
      // A paste without the class's declaration cannot show whether it is a designable.
      if !designable, type.name != nil { return nil }
      let later = Set(type.renderingCode.map(\.name))
      for method in type.initialCode where !later.contains(method.name) {
        guard let (line, content) = contentAssignment(in: method.body) else { continue }
        let captures = ["content": content]
        return context.sourceProof(
          type, method, captures: captures,
          [context.sourceWitness(line: line, statement: contentSays, captures: captures)])
      }
      return nil
    }
  }
  private static let contentSays = "{content} is set while the view is made."

  private static func contentAssignment(in body: [SourceExcerpt.Token]) -> (line: Int, content: String)? {
    for (index, token) in body.enumerated() where token.kind == .word {
      func text(_ offset: Int) -> String {
        body.indices.contains(index + offset) ? body[index + offset].text : ""
      }
      if ["setImage", "setBackgroundImage"].contains(token.text), text(1) == ":" || text(1) == "(" {
        let own = text(-1) == "self" || (text(-1) == "." && text(-2) == "self") || (text(1) == "(" && text(-1) != ".")
        if own { return (token.line, "the image") }
      }
      if token.text == "contents", text(-1) == ".", text(-2) == "layer", text(1) == "=", text(2) != "=" {
        return (token.line, "the layer's contents")
      }
    }
    return nil
  }
}
