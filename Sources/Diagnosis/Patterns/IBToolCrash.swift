import Bytes
import CrashReports

extension Pattern {
  /// The compiler of storyboards and xibs failed itself.
  static let ibtoolCrash: Pattern = Pattern(
    "ibtool-crash",
    title: "The compiler of storyboards and xibs failed",
    family: .ibtool,
    symptom: """
      The build stops while a storyboard or xib is compiled, with an internal error of ibtool or ibtoold: an assertion, \
      an exception, or "ibtool exited with code 255".
      """,
    grades: [
      Grade(.certain, cause: .possible, .text(assertions, author: .named(tools), statement: assertionSays)),
      Grade(.certain, cause: .possible, .text([tagged], statement: assertionSays)),
      Grade(.certain, cause: .possible, .text([selector], author: .named(tools), statement: selectorSays)),
      Grade(.certain, cause: .possible, .all([process, .statesFailure])),
      Grade(
        .likely, cause: .possible,
        .text(crashed, without: ["IB Designables"], statement: "The compiler is said to have crashed.")),
      Grade(.likely, cause: .possible, .any([.all([.also(function), builderFrames]), function])),
    ],
    headline: "The compiler of documents failed in its own code",
    cause: """
      ibtool compiles storyboards and xibs with a helper, ibtoold, and that failed in its own code. The document may be \
      damaged, made by a newer Xcode, or use a class for which a support module is missing; or it is a fault of this \
      Xcode. The app was not running, and its code is not at fault.
      """,
    remedy: [
      "Compile {document|the document that the build log names} by itself with ibtool --errors, and read its first message.",
      "Undo the last change of the document; look for merge marks in its XML, and for a toolsVersion newer than this Xcode.",
      "Quit Xcode, end ibtoold, delete the derived data and build again; then try a newer Xcode.",
    ],
    changes: [
      Change(
        "shell",
        after: """
          xcrun ibtool --errors --warnings --notices --output-format human-readable-text \\
            --compile /tmp/out.storyboardc {document|Main.storyboard}
          xmllint --noout {document|Main.storyboard}          # is it well-formed?
          grep -n '<<<<<<<\\|>>>>>>>' {document|Main.storyboard}   # marks of a merge
          """)
    ],
    gaps: [
      Gap(
        unless: .has(.documentName),
        "The name of the document: the line CompileStoryboard or CompileXIB in the build log has it."),
      Gap(unless: .text(["Details:"]), "The lines after the assertion (Details, Object, Method)."),
    ],
    lookalikes: [
      LookAlike(
        "ib-agent-crashed-unspecified", because: "A document was being compiled; no designable view was drawn."),
      LookAlike(
        "unrecognized-selector", because: "The process is ibtoold, not the app.",
        when: .text([selector], author: .named(tools))),
    ],
    knownGaps: ["\"ibtool failed with exit code 255\" alone is a symptom of any failure of the tool."],
    references: [
      Reference("ibtool(1), manual page of Xcode"), Reference("openradar #7647"), Reference("openradar #16769"),
    ],
    supersedes: [
      "nsexception-internal-inconsistency", "nsexception-uncaught", "unrecognized-selector",
      "ib-agent-crashed-unspecified",
    ],
    examples: [
      .matches(
        "an assertion of ibtoold",
        """
        →2024-05-04 10:11:12.131 ibtoold[4711:e0f] [MT] DVTAssertions: ASSERTION FAILURE in /SourceCache/IDEInterfaceBuilder/IDEInterfaceBuilder-2104/Framework/Model/IBDocumentStore.m:512
        Details:  Failed to find a description of class CardCellView
        Object:   <IBDocumentStore: 0x400a2c940>
        Method:   -descriptionOfClassNamed:inBundle:
        """),
      .matches(
        "a selector that an object of the document does not know",
        """
        →2024-05-04 10:11:12.131 ibtoold[4711:e0f] -[IBUICardView layoutGuides]: unrecognized selector sent to instance 0x7f9a1c0a2b30
        """),
      .matches(
        "the end of the assertion, with its stack", atLeast: .likely,
        """
        →Function: __IBAssertDocumentIsLoaded_block_invoke
        Thread:   <NSThread: 0x7fd31c406e10>{number = 1, name = main}
        Hints: None
        Backtrace:
        →  0  0x0000000106f0a071 -[DVTAssertionHandler handleFailureInFunction:fileName:lineNumber:assertionSignature:messageFormat:arguments:](in DVTFoundation)
        →  1  0x0000000107fb4798 __IBAssertDocumentIsLoaded_block_invoke (in IDEInterfaceBuilderKit)
        """),
      .doesNotMatch(
        "an ordinary error in a document",
        """
        /Users/dev/MyApp/Main.storyboard:BYZ-38-t0r: error: Auto Layout: constraint is invalid in this document.
        """),
      .doesNotMatch(
        "an assertion of another tool",
        """
        2024-05-04 10:11:12.131 mytool[4711:e0f] [MT] DVTAssertions: ASSERTION FAILURE in /Sources/DVTFoundation/DVTFilePath.m:373
        """),
    ])

  private static let tools = ["ibtool", "ibtoold", "com.apple.dt.IBTool*"]
  private static let assertions: [TextTemplate] = ["DVTAssertions: ASSERTION FAILURE in", "ASSERTION FAILURE in"]
  private static let tagged: TextTemplate = "ibtoold[{}DVTAssertions: ASSERTION FAILURE in"
  private static let assertionSays = "An assertion of the compiler itself failed."
  private static let selector: TextTemplate = "unrecognized selector sent to"
  private static let selectorSays = "An object of the compiler was sent a message that it does not know."
  private static let crashed: [TextTemplate] = ["ibtoold crashed", "ibtool crashed", "actool crashed"]
  private static let builderFunction: TextTemplate = "Function: {}IBAssert"
  private static let function = Evidence.text([builderFunction], statement: functionSays)
  private static let functionSays = "An assertion of Interface Builder failed in this function."
  private static let process = Evidence.field(
    .process, .matches(tools), capture: "process", statement: "The process is {process}, the compiler of documents.")
  private static let builderFrames = Evidence.frames([
    FrameQuery(
      ["-[DVTAssertionHandler *", "_DVTAssertion*", "-[IDEAssertionHandler *", "*IBAssert*"], position: .first(6),
      statement: "An assertion of Xcode's tools failed."),
    FrameQuery(
      [], images: ["IDEInterfaceBuilder*", "IBFoundation"], position: .first(10),
      statement: "It was made by Interface Builder."
    ),
  ])
}
