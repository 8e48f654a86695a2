extension Pattern {
  /// A Swift class was asked for an initialiser that it neither has nor inherits.
  static let swiftUnimplementedInit: Pattern = Pattern(
    "swift-unimplemented-init",
    title: "A Swift class was made with an initialiser that it does not have",
    family: .swift,
    symptom: """
      The app stops when it makes a view, controller or other object from a nib, a storyboard or Objective-C code, with \
      "Use of unimplemented initializer".
      """,
    grades: [
      Grade(.certain, cause: .certain, written),
      Grade(.certain, cause: .certain, debugged),
      Grade(.certain, cause: .likely, other),
      Grade(.possible, cause: .possible, .all([anyInitializer, .not(.agent)])),
    ],
    headline: "{class|A class} was made with {initializer|an initialiser}, which it does not implement",
    cause: """
      A Swift class that declares a designated initialiser of its own inherits none of its superclass. \
      {initializer|The initialiser} of {class|the class} was called nevertheless, through a nib, a storyboard, a class \
      in Objective-C or an initialiser of the superclass, and Swift stops the process there.
      """,
    remedy: [
      "Override {initializer|the initialiser} in {class|the class} and do the same set-up as in the others.",
      "Or make your own initialiser a convenience one, so that the class inherits all of its superclass.",
    ],
    changes: [
      Change(
        "swift",
        before: """
          final class {class|CardView}: UIView {
            init(title: String) { super.init(frame: .zero) }
          }
          """,
        after: """
          final class {class|CardView}: UIView {
            convenience init(title: String) { self.init(frame: .zero) }
            override init(frame: CGRect) { super.init(frame: frame); setUp() }
            required init?(coder: NSCoder) { super.init(coder: coder); setUp() }
          }
          """),
      Change(
        "objective-c",
        before: "[[{class|CardView} alloc] initWithFrame:frame];   // not one of the Swift class's initialisers",
        after: "[[{class|CardView} alloc] initWithTitle:title];"),
    ],
    gaps: [
      Gap(unless: .hasStack, "The stack: the frame that called the initialiser says where the object was made."),
      Gap(
        unless: .any([written, debugged]), "Which process wrote it: in Interface Builder's agent it has another reason."
      ),
    ],
    lookalikes: [
      LookAlike(
        "ib-initframe-unimplemented",
        because: "The message comes from a process that is not Interface Builder's agent.",
        when: .any([written, debugged])),
      LookAlike(
        "swift-initcoder-unimplemented",
        because: "The initialiser is missing altogether; it is none that calls fatalError.",
        when: .not(.text(["init(coder:) has not been implemented"]))),
    ],
    references: [
      Reference("Initialization: Automatic Initializer Inheritance (The Swift Programming Language)"),
      .appleSwiftRuntimeErrors, Reference("APNGKit PR 49"),
    ],
    supersedes: ["swift-trap-unspecified", "swift-fatal-error"],
    examples: [
      .matches(
        "the console of a running app",
        """
        →2024-05-04 10:11:12.131415+0200 MyApp[4711:70536] Fatal error: Use of unimplemented initializer 'init(frame:)' for class 'CardKit.CardView'
        """),
      .matches(
        "an initialiser that Interface Builder does not call",
        """
        →CardCell.swift:12: Fatal error: Use of unimplemented initializer 'init(style:reuseIdentifier:)' for class 'MyApp.CardCell'
        """),
      .doesNotMatch(
        "an initialiser that is there and calls fatalError",
        """
        Thread 1: Fatal error: init(coder:) has not been implemented
        """),
      .doesNotMatch(
        "what the compiler says",
        """
        CardView.swift:12:1: error: 'required' initializer 'init(coder:)' must be provided by subclass of 'UIView'
        """),
    ])

  private static let all: [TextTemplate] = [
    "unimplemented initializer '{initializer}' for class '{class}'", "unimplemented initializer '{initializer}'",
  ]
  private static let statement = "{class|The class} has no {initializer}, and it was called."
  private static let anyInitializer = Evidence.text(all, shortens: false, statement: statement)
  private static let written = Evidence.text(all, author: .notAgent, statement: statement)
  private static let other = Evidence.text(
    all, without: ["unimplemented initializer 'init(frame:)"], statement: statement)
  private static let debugged = Evidence.text(
    [
      "Thread {number}: fatal error: use of unimplemented initializer '{initializer}' for class '{class}'",
      "Thread {number}: fatal error: use of unimplemented initializer '{initializer}'",
    ], shortens: false, statement: "{class|The class} has no {initializer}, and it was called; the debugger shows it.")
}
