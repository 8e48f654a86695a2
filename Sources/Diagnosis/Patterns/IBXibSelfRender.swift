import CrashReports

extension Pattern {
  /// A designable loaded from a nib, rendered while that nib is the document being edited.
  static let ibXibSelfRender: Pattern = Pattern(
    "ib-xib-self-render",
    title: "A designable loaded from a nib is rendered while its own xib is being edited",
    family: .designables,
    symptom: """
      With the xib of a custom view open, Xcode reports "The agent crashed" or hangs for an instance of that same \
      view. In other documents, and in the app, the view is drawn correctly.
      """,
    grades: [Grade(.possible, cause: .possible, ownDocument)],
    headline:
      """
      Rendering {object|the view} in {document|its own xib} failed: the view may load the same nib again (infinite \
      recursion)
      """,
    cause: """
      The document has the name of the class whose instance the agent was rendering. If {object|the class} loads that \
      nib when it is created, Interface Builder renders the nib's root view, which is an instance of {object|the \
      class} and loads the nib again.
      """,
    remedy: [
      "Set the class of the xib's root view to UIView, and the class of File's Owner to {object|the custom class}.",
      "Or remove IB_DESIGNABLE from the class, or return early from the loading code under TARGET_INTERFACE_BUILDER.",
      "Look for the agent's crash report: a stack that repeats the loading of the nib would prove the recursion.",
    ],
    changes: [
      Change(
        "xml", before: #"<view contentMode="scaleToFill" id="iN0-l3-epB" customClass="{object|CardView}">"#,
        after: #"<view contentMode="scaleToFill" id="iN0-l3-epB">"#),
      Change(
        "objective-c",
        after: """
          #if !TARGET_INTERFACE_BUILDER
            [self embedNib];
          #endif
          """),
      Change(
        "swift",
        after: """
          #if !TARGET_INTERFACE_BUILDER
            embedNib()
          #endif
          """),
    ],
    gaps: [
      Gap(unless: .hasStack, "The agent's crash report: its stack would show whether the nib loads itself."),
      Gap(unless: .has(.source), "The xib and the class's initializers."),
    ],
    lookalikes: [
      LookAlike(
        "nib-self-class-recursion",
        because: "That failure also crashes the app; a build log alone cannot distinguish the two.",
        when: .not(.anyRepetition))
    ],
    knownGaps: ["A nib whose name differs from its class is not recognized."],
    references: [.designableViews, .nibFiles],
    generality: 5,
    searchTerms: """
      xib rendering itself
      xib renders itself
      designable in its own xib
      """,
    examples: [
      .matches(
        "the document has the name of the class", atLeast: .possible,
        """
        →/Users/user/Cards/Views/CardView.xib: error: IB Designables: Failed to render instance of CardView: The agent crashed
        """),
      .doesNotMatch(
        "the same class in another document",
        """
        /Users/user/Cards/Base.lproj/Main.storyboard: error: IB Designables: Failed to render instance of CardView: The agent crashed
        """),
      .doesNotMatch(
        "another class in the xib of this one",
        """
        /Users/user/Cards/Views/CardView.xib: error: IB Designables: Failed to render instance of BadgeView: The agent crashed
        """),
    ])

  private static let ownDocument = Evidence.custom(
    CustomEvidence(
      "\"The agent crashed\" for an instance of a class in the xib of the same name",
      reason: "Two names of one message are compared.",
      needs: EvidenceNeeds(facts: [EvidenceNeeds.fact(.previewMessage)]), explanations: [ownDocumentStatement]
    ) { context in
      for message in context.report.previewMessages {
        guard let type = message.objectClass, let document = message.document,
          message.action == .renderInstance || message.action == .renderAndUpdate
        else { continue }
        guard shortImageName(document) == type + ".xib" else { continue }
        let text = MatchableText(message.cause)
        guard crashed.contains(where: { $0.match(text) != nil }) else { continue }
        let parts = ["object": type, "document": type + ".xib"]
        let witness = context.witness(
          line: message.line, member: message.cause, statement: ownDocumentStatement, captures: parts, kind: .inferred)
        return EvidenceMatch(witnesses: [witness], captures: parts)
      }
      return nil
    })
  private static let ownDocumentStatement =
    "The agent failed to render an instance of {object} in the document {document}."
  private static let crashed: [TextTemplate] = ["agent crashed", "tool crashed", "timed out", "excessive recursion"]
}
