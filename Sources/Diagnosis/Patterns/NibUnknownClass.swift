extension Pattern {
  /// A nib names a class that the program does not contain.
  static let nibUnknownClass: Pattern = Pattern(
    "nib-unknown-class",
    title: "Unknown class in a nib: the program does not contain it",
    family: .nib,
    symptom: """
      The console reports "Unknown class … in Interface Builder file." The view is created as its plain base class, \
      and the app often crashes soon after at one of its outlets.
      """,
    grades: [
      Grade(
        .certain, cause: .likely,
        .all([
          .text(
            [
              "Unknown class {object} in Interface Builder file", "Unknown class '{object}' in Interface Builder",
              "for object with custom class because the class {object} does not exist",
              "because the class {object} does not exist",
            ],
            statement: "The nib names the class {object}, which the runtime did not find."),
          .optional(
            .text(
              ["forUndefinedKey:]: this class is not key value coding-compliant"],
              statement: "The plain object therefore lacks the outlet.")),
        ]))
    ],
    headline: "Unknown class {object|of a view} in a nib: the program does not contain it",
    cause: """
      The runtime did not find a class {object|with that name}. Common reasons: the Module field is empty or wrong for \
      a Swift class; the file is not a member of the target; or the linker removed the class of a static library \
      because only the nib refers to it.
      """,
    remedy: [
      """
      Set Module of {object|the class} in the Identity inspector (or "Inherit Module From Target"), and check target \
      membership.
      """,
      "For a class of a static library, add -ObjC to Other Linker Flags, or refer to the class in code.",
      "After renaming the class or module, set the class again in every nib that uses it.",
    ],
    changes: [
      Change(
        "xml", before: #"<view customClass="{object|CardView}" id="iN0-l3-epB"/>"#,
        after: #"<view customClass="CardView" customModule="Cards" customModuleProvider="target" id="iN0-l3-epB"/>"#),
      Change(
        "swift", after: "@objc(CardView) final class CardView: UIView {}  // a name without a module, for the nib"),
      Change("objective-c", after: "[CardView class];  // prevents the linker from removing the class"),
    ],
    gaps: [
      Gap(
        unless: .text(["forUndefinedKey"]), "The next lines of the log: an exception for an outlet of the same object.")
    ],
    lookalikes: [
      LookAlike(
        "nib-kvc-undefined-key",
        because: "The key is missing because the class is missing; the unknown class was reported first.")
    ],
    references: [.nibFiles],
    supersedes: [
      "nib-kvc-undefined-key", "nsexception-uncaught", "ib-agent-exception-unspecified", "ib-runtime-attribute-ignored",
    ],
    searchTerms: """
      unknown class in interface builder file
      Unknown class
      unknown class in interface builder
      custom class module
      unknown class _TtC
      """,
    examples: [
      .matches(
        "an unknown class, and then an exception for its outlet",
        """
        →Unknown class CardView in Interface Builder file.
        →*** Terminating app due to uncaught exception 'NSUnknownKeyException', reason: '[<UIView 0x7fd4e3c09b20> setValue:forUndefinedKey:]: this class is not key value coding-compliant for the key titleLabel.'
        """),
      .doesNotMatch(
        "the exception for the outlet alone",
        """
        *** Terminating app due to uncaught exception 'NSUnknownKeyException', reason: '[<UIView 0x7fd4e3c09b20> setValue:forUndefinedKey:]: this class is not key value coding-compliant for the key titleLabel.'
        """),
    ])
}
