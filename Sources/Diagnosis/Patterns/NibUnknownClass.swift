extension Pattern {
  /// A nib names a class that the program does not contain.
  static let nibUnknownClass: Pattern = Pattern(
    "nib-unknown-class",
    title: "A nib names a class that is not in the program",
    family: .nib,
    symptom: """
      The console says "Unknown class … in Interface Builder file." The view is a plain one, and often the app stops \
      soon after at an outlet of it.
      """,
    grades: [
      Grade(
        .certain, cause: .likely,
        .all([
          .text(
            ["Unknown class {object} in Interface Builder file", "Unknown class '{object}' in Interface Builder"],
            statement: "The nib asked for the class {object}, and the runtime has none of that name."),
          .also(
            .text(
              ["forUndefinedKey:]: this class is not key value coding-compliant"],
              statement: "So the plain object lacks the outlet.")),
        ]))
    ],
    headline: "The nib names the class {object|of a view}, which the program does not contain",
    cause: """
      The runtime found no class {object|of that name}. Usual reasons: the Module field is empty or wrong for a Swift \
      class, the file is not a member of the target, or the linker left the class of a static library out because \
      nothing but the nib refers to it.
      """,
    remedy: [
      "Set Module of {object|the class} in the Identity inspector (or \"Inherit Module From Target\"), and check target membership.",
      "For a class of a static library add -ObjC to Other Linker Flags, or refer to the class in code.",
      "After a rename of the class or module: set the class anew in every nib that uses it.",
    ],
    changes: [
      Change(
        "xml", before: #"<view customClass="{object|CardView}" id="iN0-l3-epB"/>"#,
        after: #"<view customClass="CardView" customModule="Cards" customModuleProvider="target" id="iN0-l3-epB"/>"#),
      Change("swift", after: "@objc(CardView) final class CardView: UIView {}  // a name without module for the nib"),
      Change("objective-c", after: "[CardView class];  // keeps the linker from leaving the class out"),
    ],
    gaps: [
      Gap(
        unless: .text(["forUndefinedKey"]), "What followed: an exception for an outlet of the same object.")
    ],
    lookalikes: [
      LookAlike(
        "nib-kvc-undefined-key", because: "The key is missing because the class is; the class was unknown before.")
    ],
    references: [.nibFiles],
    supersedes: ["nib-kvc-undefined-key", "nsexception-uncaught", "ib-agent-exception-unspecified"],
    examples: [
      .matches(
        "the class is unknown, and then its outlet",
        """
        →Unknown class CardView in Interface Builder file.
        →*** Terminating app due to uncaught exception 'NSUnknownKeyException', reason: '[<UIView 0x7fd4e3c09b20> setValue:forUndefinedKey:]: this class is not key value coding-compliant for the key titleLabel.'
        """),
      .doesNotMatch(
        "the outlet alone",
        """
        *** Terminating app due to uncaught exception 'NSUnknownKeyException', reason: '[<UIView 0x7fd4e3c09b20> setValue:forUndefinedKey:]: this class is not key value coding-compliant for the key titleLabel.'
        """),
    ])
}
