import CrashReports

extension Pattern {
  /// A view that replaces a placeholder without copying its constraints.
  static let nibPlaceholderConstraintsLost: Pattern = Pattern(
    "nib-placeholder-constraints-lost",
    title: "A view replaces its placeholder without copying the placeholder's constraints",
    family: .nib, severity: .warning,
    symptom: """
      A view from its own xib that replaces a placeholder in a storyboard has the wrong size or position, or is \
      missing.
      """,
    grades: [
      Grade(.likely, cause: .likely, replacedWithoutConstraints),
      Grade(.possible, cause: .possible, .all([conflict, maskConstraint, .any([replacement, sizeTwice])])),
    ],
    headline: "{class|The view} replaces its placeholder without copying the placeholder's constraints",
    cause: """
      The storyboard's size constraints belong to the placeholder. The view that awakeAfterUsingCoder: returns is \
      another object: it has none of these constraints, and it still translates its autoresizing mask into \
      constraints, which conflict with those of the storyboard.
      """,
    remedy: [
      "Set translatesAutoresizingMaskIntoConstraints of the real view to NO in awakeAfterUsingCoder:.",
      """
      Copy the placeholder's own constraints (those without a second item) to the real view, with priority and \
      identifier.
      """,
      "Outlets to the old constraints stay nil; connect them in the real view, or embed the nib instead.",
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
        "The source of awakeAfterUsingCoder:, which would show whether constraints are copied.")
    ],
    lookalikes: [
      LookAlike("nib-awakeafter-recursion", because: "No sequence of calls repeats.", when: .not(.anyRepetition))
    ],
    knownGaps: ["Conflicting constraints without evidence of a replaced view are not attributed to this failure."],
    references: [.autoLayoutGuide, .nibFiles],
    generality: 2,
    searchTerms: """
      placeholder constraints
      constraints lost
      constraints missing after replacing view
      lost constraints
      """,
    examples: [
      .matches(
        "a replacement that returns the real view without its constraints", atLeast: .possible,
        """
        @implementation CardView
        →- (id)awakeAfterUsingCoder:(NSCoder *)coder {
          if (self.subviews.count > 0) { return self; }
          return [[NSBundle mainBundle] loadNibNamed:@"CardView" owner:nil options:nil].firstObject;
        }
        @end
        """),
      .matches(
        "the conflict of constraints that follows", atLeast: .possible,
        """
        →Unable to simultaneously satisfy constraints.
        (
        →    "<NSAutoresizingMaskLayoutConstraint:0x600002a0c4b0 h=--& v=--& CardView:0x7fc5d2c0b8a0.height == 0   (active)>",
        →    "<NSLayoutConstraint:0x600002a0c500 CardView:0x7fc5d2c0b8a0.height == 80   (active)>"
        )
        """),
      .doesNotMatch(
        "a replacement that turns off translation of the autoresizing mask",
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
        "conflicting constraints without evidence of a replaced view",
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

  /// A view of the app whose size is set both by its autoresizing mask and by one of its own constraints. This happens
  /// when the storyboard's constraints of a placeholder apply to the view that replaces it.
  private static let sizeTwice = Evidence.custom(
    CustomEvidence(
      "a view of the app whose width or height is set both by its autoresizing mask and by one of its own constraints",
      reason: "It compares constraints on several lines.", needs: .texts(["NSAutoresizingMaskLayoutConstraint:"]),
      explanations: [sizeTwiceStatement], check: constrainedTwice))
  private static let sizeTwiceStatement =
    "The size of {class} is set twice: by its autoresizing mask and by this constraint."

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
    return context.match(
      line: both.line, member: String(both.size), statement: sizeTwiceStatement,
      captures: ["class": String(both.size.prefix { $0 != ":" })])
  }

  private static let replacedWithoutConstraints = Evidence.sourceClass(
    "awakeAfterUsingCoder: loads a nib, in a class that never turns off translation of the autoresizing mask",
    explanations: [maskStatement]
  ) { type, context in
    guard let method = type.method(named: ["awakeAfterUsingCoder:", "awakeAfter"]) else { return nil }
    let called = type.methods.filter { method.callees.contains($0.name) }
    let loading: Set<String> = [
      "loadNibNamed", "instantiateWithOwner", "instantiate", "nibWithNibName", "UINib",
    ]
    guard ([method] + called).contains(where: { $0.line(mentioning: loading) != nil }) else { return nil }
    let maskProperties: Set<String> = [
      "translatesAutoresizingMaskIntoConstraints", "setTranslatesAutoresizingMaskIntoConstraints",
    ]
    guard !type.methods.contains(where: { $0.line(mentioning: maskProperties) != nil }) else { return nil }
    return context.sourceMatch(type, method, [context.sourceWitness(line: method.line, statement: maskStatement)])
  }
  private static let maskStatement =
    "The real view is returned unchanged: its autoresizing mask is still translated into constraints."
}
