import CrashReports

extension Pattern {
  /// A view that replaces a placeholder without taking over its constraints.
  static let nibPlaceholderConstraintsLost: Pattern = Pattern(
    "nib-placeholder-constraints-lost",
    title: "A view that replaces its placeholder loses the placeholder's constraints",
    family: .nib, severity: .warning,
    symptom: "A view from its own xib, put into a storyboard by replacement, has the wrong size or place, or is gone.",
    grades: [
      Grade(.likely, cause: .likely, replacedWithoutConstraints),
      Grade(.possible, cause: .possible, .all([conflict, maskConstraint, .any([replacement, sizeTwice])])),
    ],
    headline: "{class|The view} replaces its placeholder and does not take over its constraints",
    cause: """
      The storyboard's constraints of size belong to the placeholder. The view that awakeAfterUsingCoder: returns is \
      another object: it has none of them, and still translates its autoresizing mask into constraints, which conflict \
      with those of the storyboard.
      """,
    remedy: [
      "Set translatesAutoresizingMaskIntoConstraints of the real view to NO in awakeAfterUsingCoder:.",
      "Copy the placeholder's own constraints (those without second item) to the real view, with priority and identifier.",
      "Outlets to the old constraints stay empty; connect them in the real view, or embed the nib instead.",
    ],
    changes: [
      Change(
        "objective-c",
        after: """
          real.translatesAutoresizingMaskIntoConstraints = NO;
          for (NSLayoutConstraint *old in placeholder.constraints) {
            if (old.firstItem != placeholder || old.secondItem != nil) { continue; }
            NSLayoutConstraint *new = [NSLayoutConstraint constraintWithItem:real attribute:old.firstAttribute
                relatedBy:old.relation toItem:nil attribute:NSLayoutAttributeNotAnAttribute
                multiplier:old.multiplier constant:old.constant];
            new.priority = old.priority;
            new.identifier = old.identifier;
            new.active = YES;
          }
          """),
      Change(
        "swift",
        after: """
          real.translatesAutoresizingMaskIntoConstraints = false
          for old in placeholder.constraints where old.firstItem === placeholder && old.secondItem == nil {
            let new = NSLayoutConstraint(
              item: real, attribute: old.firstAttribute, relatedBy: old.relation, toItem: nil,
              attribute: .notAnAttribute, multiplier: old.multiplier, constant: old.constant)
            new.priority = old.priority
            new.isActive = true
          }
          """),
    ],
    gaps: [
      Gap(
        unless: .has(.source),
        "The source of awakeAfterUsingCoder:: it would show whether constraints are copied.")
    ],
    lookalikes: [
      LookAlike("nib-awakeafter-recursion", because: "No round of calls repeats.", when: .not(.anyRepetition))
    ],
    knownGaps: ["A conflict of constraints without a sign of a replaced view is not taken for this."],
    references: [.autoLayoutGuide, .nibFiles],
    generality: 2,
    examples: [
      .matches(
        "a replacement that returns the real view as it is", atLeast: .likely,
        """
        @implementation CardView
        →- (id)awakeAfterUsingCoder:(NSCoder *)coder {
          if (self.subviews.count > 0) { return self; }
          return [[NSBundle mainBundle] loadNibNamed:@"CardView" owner:nil options:nil].firstObject;
        }
        @end
        """),
      .matches(
        "the conflict that follows", atLeast: .possible,
        """
        →Unable to simultaneously satisfy constraints.
        (
        →    "<NSAutoresizingMaskLayoutConstraint:0x600002a0c4b0 h=--& v=--& CardView:0x7fc5d2c0b8a0.height == 0   (active)>",
        →    "<NSLayoutConstraint:0x600002a0c500 CardView:0x7fc5d2c0b8a0.height == 80   (active)>"
        )
        """),
      .doesNotMatch(
        "a replacement that turns the autoresizing mask off",
        """
        @implementation CardView
        - (id)awakeAfterUsingCoder:(NSCoder *)coder {
          CardView *real = [self realView];
          real.frame = self.frame;
          real.translatesAutoresizingMaskIntoConstraints = NO;
          [self copyConstraintsTo:real];
          return real;
        }
        - (CardView *)realView {
          return [[NSBundle mainBundle] loadNibNamed:@"CardView" owner:nil options:nil].firstObject;
        }
        @end
        """),
      .doesNotMatch(
        "conflicting constraints with no sign of a replaced view",
        """
        Unable to simultaneously satisfy constraints.
        Probably at least one of the constraints in the following list is one you don't want.
        (
            "<NSAutoresizingMaskLayoutConstraint:0x600002a0c4b0 h=--& v=--& CardView:0x7fc5d2c0b8a0.height == 0   (active)>"
        )
        """),
    ])

  private static let conflict = Evidence.text(
    ["Unable to simultaneously satisfy constraints"], statement: "Constraints conflict.")
  private static let maskConstraint = Evidence.text(
    ["NSAutoresizingMaskLayoutConstraint"], statement: "One of them was translated from an autoresizing mask.")
  private static let replacement = Evidence.any([
    .frame(FrameQuery(["*awakeAfterUsingCoder:*", "*awakeAfter(using:)*"], statement: "A view was being replaced.")),
    .text(
      ["awakeAfterUsingCoder:", "awakeAfter(using:)", "instantiateRealViewFromPlaceholder"],
      statement: "A view is replaced while it is decoded."),
  ])

  /// A view of the app whose size is set by its autoresizing mask and by a constraint of its own, as it is where the
  /// storyboard's constraints of a placeholder were given to the view that replaces it.
  private static let sizeTwice = Evidence.custom(
    CustomEvidence(
      "a view of the app whose width or height is set by its autoresizing mask and by a constraint of its own",
      reason: "Constraints of several lines are compared.", explanations: [sizeTwiceSays], check: constrainedTwice))
  private static let sizeTwiceSays = "{class} has its size set twice: by its mask and here."

  private static func constrainedTwice(_ context: AnalysisContext) -> EvidenceMatch? {
    var masked: Set<Substring> = []
    var constrained: [(size: Substring, line: Int)] = []
    for line in context.report.consoleLines {
      for entry in line.text.split(separator: "<") {
        let isMask = entry.hasPrefix("NSAutoresizingMaskLayoutConstraint:")
        guard isMask || entry.hasPrefix("NSLayoutConstraint:") else { continue }
        for word in entry.split(whereSeparator: { $0 == " " || $0 == ">" }) {
          guard word.hasSuffix(".width") || word.hasSuffix(".height"), word.contains(":0x") else { continue }
          if ["UI", "_UI", "NS"].contains(where: word.hasPrefix) { continue }
          if isMask { masked.insert(word) } else { constrained.append((word, line.line)) }
        }
      }
    }
    guard let both = constrained.first(where: { masked.contains($0.size) }) else { return nil }
    return context.proof(
      line: both.line, member: String(both.size), statement: sizeTwiceSays,
      captures: ["class": String(both.size.prefix { $0 != ":" })])
  }

  private static let replacedWithoutConstraints = Evidence.sourceClass(
    "awakeAfterUsingCoder: that loads a nib, in a class that never turns the autoresizing mask off",
    explanations: [maskSays]
  ) { type, context in
    guard let method = type.method(named: ["awakeAfterUsingCoder:", "awakeAfter"]) else { return nil }
    let called = type.methods.filter { method.callees.contains($0.name) }
    let loading: Set<String> = [
      "loadNibNamed", "instantiateWithOwner", "instantiate", "nibWithNibName", "UINib",
    ]
    guard ([method] + called).contains(where: { $0.line(mentioning: loading) != nil }) else { return nil }
    let care: Set<String> = [
      "translatesAutoresizingMaskIntoConstraints", "setTranslatesAutoresizingMaskIntoConstraints",
    ]
    guard !type.methods.contains(where: { $0.line(mentioning: care) != nil }) else { return nil }
    return context.sourceProof(type, method, [context.sourceWitness(line: method.line, statement: maskSays)])
  }
  private static let maskSays = "The real view is returned as it is: its autoresizing mask still makes constraints."
}
