extension Pattern {
  /// A call of an initializer that the Swift class neither declares nor inherits.
  static let swiftUnimplementedInit: Pattern = Pattern(
    "swift-unimplemented-init",
    title: "Use of unimplemented initializer in a Swift class",
    family: .swift,
    symptom: """
      The app crashes with "Use of unimplemented initializer" when a nib, a storyboard or Objective-C code creates a \
      view, controller or other object.
      """,
    grades: [
      Grade(.certain, cause: .certain, written),
      Grade(.certain, cause: .certain, debugged),
      Grade(.certain, cause: .likely, other),
      Grade(.certain, cause: .likely, .all([inRuntime, .not(.agent)])),
      Grade(.possible, cause: .possible, .all([anyInitializer, .not(.agent)])),
    ],
    headline: "Use of unimplemented initializer{initializer? {initializer}} for {class|a class}",
    cause: """
      A Swift class that declares its own designated initializer does not inherit the initializers of its superclass. \
      {initializer|The initializer} of {class|the class} was called anyway, through a nib, a storyboard, an \
      Objective-C class or an initializer of the superclass, and Swift stops the process there.
      """,
    remedy: [
      """
      Override {initializer|the initializer} in {class|the class}, and do the same setup as in the other initializers.
      """,
      """
      Or make your own initializer a convenience initializer, so that the class inherits all \
      initializers of its superclass.
      """,
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
        before: "[[{class|CardView} alloc] initWithFrame:frame];   // not an initializer of the Swift class",
        after: "[[{class|CardView} alloc] initWithTitle:title];"),
    ],
    gaps: [
      Gap(unless: .hasStack, "The stack: the caller of the initializer would show where the object was created."),
      Gap(
        unless: .any([written, debugged]),
        "The process that logged it: in Interface Builder's agent the reason is different."
      ),
    ],
    lookalikes: [
      LookAlike(
        "ib-initframe-unimplemented",
        because: "The message comes from a process that is not Interface Builder's agent.",
        when: .any([written, debugged])),
      LookAlike(
        "swift-initcoder-unimplemented",
        because: "The class has no such initializer, not even one that calls fatalError.",
        when: .not(.text(["init(coder:) has not been implemented"]))),
    ],
    references: [
      Reference("Initialization: Automatic Initializer Inheritance (The Swift Programming Language)"),
      .appleSwiftRuntimeErrors, Reference("APNGKit PR 49"),
    ],
    supersedes: ["swift-trap-unspecified", "swift-fatal-error"],
    searchTerms: """
      use of unimplemented initializer
      unimplemented initializer
      """,
    examples: [
      .matches(
        "the console of a running app",
        """
        →2024-05-04 10:11:12.131415+0200 MyApp[4711:70536] Fatal error: Use of unimplemented initializer 'init(frame:)' for class 'CardKit.CardView'
        """),
      .matches(
        "an initializer that Interface Builder does not call",
        """
        →CardCell.swift:12: Fatal error: Use of unimplemented initializer 'init(style:reuseIdentifier:)' for class 'MyApp.CardCell'
        """),
      .doesNotMatch(
        "an initializer that exists and calls fatalError",
        """
        Thread 1: Fatal error: init(coder:) has not been implemented
        """),
      .doesNotMatch(
        "an error message of the compiler",
        """
        CardView.swift:12:1: error: 'required' initializer 'init(coder:)' must be provided by subclass of 'UIView'
        """),
    ])

  private static let inRuntime = Evidence.frame(
    FrameQuery(
      ["*_unimplementedInitializer(*"], images: ["libswiftCore*"], position: .first(6),
      statement: "The Swift runtime calls {function} if an initializer is not implemented."))
  private static let all: [TextTemplate] = [
    "unimplemented initializer '{initializer}' for class '{class}'", "unimplemented initializer '{initializer}'",
  ]
  private static let statement = "{class|The class} has no {initializer}, but it was called."
  private static let anyInitializer = Evidence.text(all, shortens: false, statement: statement)
  private static let written = Evidence.text(all, author: .notAgent, statement: statement)
  private static let other = Evidence.text(
    all, without: ["unimplemented initializer 'init(frame:)"], statement: statement)
  private static let debugged = Evidence.text(
    [
      "Thread {number}: fatal error: use of unimplemented initializer '{initializer}' for class '{class}'",
      "Thread {number}: fatal error: use of unimplemented initializer '{initializer}'",
    ], shortens: false, statement: "{class|The class} has no {initializer}, but it was called; the debugger reports it."
  )
}
