import CrashReports

extension Pattern {
  /// A method that was meant to be `prepareForInterfaceBuilder` and has another name.
  static let ibPrepareNotCalled: Pattern = Pattern(
    "ib-prepare-not-called",
    title: "prepareForInterfaceBuilder is misspelt, so Interface Builder never calls it",
    family: .designables, severity: .warning,
    symptom:
      "An @IBDesignable view is drawn without its sample content. There is no error, and the app itself is right.",
    grades: [Grade(.certain, cause: .certain, misspelt)],
    headline: "{class|The view} has {method|a method} instead of prepareForInterfaceBuilder, which is never called",
    cause: """
      Interface Builder calls prepareForInterfaceBuilder by its name. {method|The method} is another name, so nothing \
      calls it; neither compiler nor runtime can notice, because an extra method is legal.
      """,
    remedy: [
      "Rename {method|the method} to prepareForInterfaceBuilder.",
      "In Swift write `override`: the compiler then refuses a name that the superclass does not have.",
      "Call super first, then the same drawing code that the property setters and layoutSubviews call.",
    ],
    changes: [
      Change(
        "objective-c", before: "- (void){method|prepareForIntefaceBuilder} {",
        after: """
          - (void)prepareForInterfaceBuilder {
            [super prepareForInterfaceBuilder];
            [self render];
          }
          """),
      Change(
        "swift", before: "func {method|prepareForIntefaceBuilder}() {",
        after: """
          override func prepareForInterfaceBuilder() {
            super.prepareForInterfaceBuilder()
            render()
          }
          """),
    ],
    lookalikes: [
      LookAlike(
        "ib-awakefromnib-not-called",
        because: "The class does have a method for design time; only its name is wrong.")
    ],
    knownGaps: ["Only pasted source can show it: no log says that a method was not called."],
    references: [.prepareForInterfaceBuilder, .designableViews],
    supersedes: ["ib-awakefromnib-not-called", "ib-stale-render"],
    examples: [
      .matches(
        "a letter is missing",
        """
        IB_DESIGNABLE
        @interface CardView : UIView
        @property (nonatomic, copy) IBInspectable NSString *title;
        @end

        @implementation CardView
        →- (void)prepareForIntefaceBuilder {
            self.titleLabel.text = @"Sample";
        }
        @end
        """),
      .matches(
        "the same in Swift",
        """
        @IBDesignable
        final class CardView: UIView {
          @IBOutlet private var titleLabel: UILabel!

        →  func prepareForInterfaceBulder() {
            titleLabel.text = "Sample"
          }
        }
        """),
      .doesNotMatch(
        "the right name, and a helper with another",
        """
        @IBDesignable
        final class CardView: UIView {
          override func prepareForInterfaceBuilder() {
            super.prepareForInterfaceBuilder()
            prepareForInterface()
          }
          private func prepareForInterface() { backgroundColor = .red }
        }
        """),
    ])

  private static let misspelt = Evidence.sourceClass(
    "a method whose name is one to three letters off prepareForInterfaceBuilder", explanations: [misspeltSays]
  ) { type, context in
    let right = "prepareForInterfaceBuilder"
    guard type.method(named: [right]) == nil else { return nil }
    for method in type.methods where !method.isTypeMethod {
      var name = method.name
      if name.hasSuffix(":") { name.removeLast() }
      guard method.name != right, editDistance(name, right, limit: 3) != nil else { continue }
      return context.sourceProof(
        type, method, [context.sourceWitness(line: method.line, statement: misspeltSays)])
    }
    return nil
  }
  private static let misspeltSays =
    "The name is not prepareForInterfaceBuilder, the one that Interface Builder calls."
}
