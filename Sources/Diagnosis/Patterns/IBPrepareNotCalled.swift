import CrashReports
import Vocabulary

extension Pattern {
  /// A method that was meant to be `prepareForInterfaceBuilder` but has a different name.
  static let ibPrepareNotCalled: Pattern = Pattern(
    "ib-prepare-not-called",
    title: "prepareForInterfaceBuilder is misspelled, so Interface Builder never calls it",
    family: .designables, severity: .warning,
    symptom:
      "An @IBDesignable view is drawn without its sample content. There is no error, and the running app is correct.",
    grades: [Grade(.certain, cause: .certain, misspelled)],
    headline:
      "prepareForInterfaceBuilder is misspelled in {class|the view}: Interface Builder never calls {method|the method}",
    cause: """
      Interface Builder calls prepareForInterfaceBuilder by name. {method|The method} is a different name, so nothing \
      calls it. Neither the compiler nor the runtime reports this, because an extra method is legal.
      """,
    remedy: [
      "Rename {method|the method} to prepareForInterfaceBuilder.",
      "In Swift write `override`: the compiler then rejects a name that the superclass does not have.",
      "Call super first, then the drawing code that the property setters and layoutSubviews call.",
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
        because: "The class does have a design-time method; only its name is wrong.")
    ],
    knownGaps: ["Only pasted source can show this: no log reports that a method was not called."],
    references: [.prepareForInterfaceBuilder, .designableViews],
    supersedes: ["ib-awakefromnib-not-called", "ib-stale-render"],
    searchTerms: """
      prepareForInterfaceBuilder not called
      prepareForInterfaceBuilder
      """,
    examples: [
      .matches(
        "a letter is missing", atLeast: .possible,
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
        "the same in Swift", atLeast: .possible,
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
        "the right name, and a helper with a similar one",
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

  private static let misspelled = Evidence.sourceClass(
    "a method whose name differs from prepareForInterfaceBuilder by one to three letters",
    explanations: [misspelledStatement]
  ) { type, context in
    let expected = "prepareForInterfaceBuilder"
    guard type.method(named: [expected]) == nil else { return nil }
    for method in type.methods where !method.isTypeMethod {
      var name = method.name
      if name.hasSuffix(":") { name.removeLast() }
      guard method.name != expected, editDistance(name, expected, limit: 3) != nil else { continue }
      return context.sourceMatch(
        type, method, [context.sourceWitness(line: method.line, statement: misspelledStatement)])
    }
    return nil
  }
  private static let misspelledStatement =
    "The method is not named prepareForInterfaceBuilder, the name that Interface Builder calls."
}
