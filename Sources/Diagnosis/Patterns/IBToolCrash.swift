import Bytes
import CrashReports

extension Pattern {
  /// A failure inside the storyboard and xib compiler.
  static let ibtoolCrash: Pattern = Pattern(
    "ibtool-crash",
    title: "ibtool, the storyboard and xib compiler, failed with an internal error",
    family: .ibtool,
    symptom: """
      The build stops while a storyboard or xib is compiled, with an internal error of ibtool or ibtoold: an \
      assertion, an exception, or "ibtool exited with code 255".
      """,
    grades: [
      Grade(.certain, cause: .possible, .text(assertions, author: .named(tools), statement: assertionStatement)),
      Grade(.certain, cause: .possible, .text([tagged], statement: assertionStatement)),
      Grade(
        .certain, cause: .possible,
        .text(
          ["Exception raised while unarchiving document objects - {reason}"],
          statement: "The compiler could not read an object of the document.")),
      Grade(
        .certain, cause: .possible, .text([receiver, selector], author: .named(tools), statement: selectorStatement)),
      Grade(.certain, cause: .possible, .all([process, .statesFailure])),
      Grade(
        .likely, cause: .possible,
        .text(crashed, without: ["IB Designables"], statement: "The text states that the compiler crashed.")),
      Grade(
        .certain, cause: .possible,
        .text(
          ["Terminating app due to uncaught exception '{exception}', reason: '{reason}'"], author: .named(tools),
          statement: "The compiler ended with an uncaught exception.")),
      Grade(.certain, cause: .possible, .text(ended, from: [.document, .console], statement: endStatement)),
      Grade(.likely, cause: .possible, .any([.all([.optional(function), builderFrames]), function])),
    ],
    headline: """
      Internal error in ibtool, the storyboard and xib compiler{reason?: {reason}|{receiver?: unrecognized selector -[{receiver}]}}{code? (exit code {code})}\
      {report? (IB-agent-diagnostics)}
      """,
    cause: """
      ibtool compiles storyboards and xibs with a helper, ibtoold, which failed with an internal error. The document \
      may be damaged, may have been saved by a newer Xcode, or may use a class whose support module is missing; or \
      this Xcode has a bug. The app was not running, and its code is not at fault.
      """,
    remedy: [
      """
      Compile {document|the document named in the build log} by itself with ibtool --errors, and read the first \
      message.
      """,
      """
      Undo the last change of the document; look for merge conflict markers in its XML, and for a toolsVersion newer \
      than this Xcode.
      """,
      "Quit Xcode, kill ibtoold, delete derived data, and build again. If that does not help, try a newer Xcode.",
    ],
    changes: [
      Change(
        "shell",
        after: """
          xcrun ibtool --errors --warnings --notices --output-format human-readable-text \\
            --compile /tmp/out.storyboardc {document|Main.storyboard}
          xmllint --noout {document|Main.storyboard}          # is it well-formed?
          grep -n '<<<<<<<\\|>>>>>>>' {document|Main.storyboard}   # conflict markers
          """)
    ],
    gaps: [
      Gap(
        unless: .has(.documentName),
        "The name of the document: it is in the line CompileStoryboard or CompileXIB of the build log."),
      Gap(unless: .text(["Details:"]), "The lines after the assertion (Details, Object, Method)."),
    ],
    lookalikes: [
      LookAlike(
        "ib-agent-crashed-unspecified", because: "A document was being compiled; no designable view was being drawn."),
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
    searchTerms: """
      ibtool crash
      ibtool
      ibtoold
      compile storyboard failed
      CompileStoryboard
      CompileXIB
      command CompileStoryboard failed
      ibtool failed with exception
      """,
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
        "an unrecognized selector, sent to an object of the document",
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

  private static let tools = XcodeTools.names
  private static let assertions: [TextTemplate] = [
    "ASSERTION FAILURE in {}NSLocalizedFailureReason = \"{reason}\"",
    "ASSERTION FAILURE in {}Details: {reason} Object:",
    "ASSERTION FAILURE in {}Details: {reason} Function:", "ASSERTION FAILURE in {}Details: {reason} Method:",
    "ASSERTION FAILURE in {}Details: {reason} Thread:", "ASSERTION FAILURE in {}Details: {reason}",
    "DVTAssertions: ASSERTION FAILURE in", "ASSERTION FAILURE in",
  ]
  private static let tagged: TextTemplate = "ibtoold[{}DVTAssertions: ASSERTION FAILURE in"
  private static let ended: [TextTemplate] = [
    "Exception while running ibtool: {reason}", "Exception while running actool: {reason}",
    "Internal error. Please file a bug{}IB-agent-diagnostics_{report}\"",
    "Internal error. Please file a bug", "IB-agent-diagnostics_{report}\"", "IB-agent-diagnostics",
    "ibtool failed with exit code {code}", "ibtool exited with code {code}", "ibtool exited with status {code}",
    "Command CompileStoryboard failed with exit code {code}", "Command CompileXIB failed with exit code {code}",
  ]
  private static let endStatement = "The compiler reports an internal error."
  private static let assertionStatement = "An assertion of the compiler itself failed."
  private static let selector: TextTemplate = "unrecognized selector sent to"
  private static let receiver: TextTemplate = "-[{receiver}]: unrecognized selector sent to"
  private static let selectorStatement = "An unrecognized selector was sent to an object of the compiler."
  private static let crashed: [TextTemplate] = ["ibtoold crashed", "ibtool crashed", "actool crashed"]
  private static let builderFunction: TextTemplate = "Function: {}IBAssert"
  private static let function = Evidence.text([builderFunction], statement: functionStatement)
  private static let functionStatement = "An assertion of Interface Builder failed in this function."
  private static let process = Evidence.field(
    .process, .matches(tools), capture: "process",
    statement: "The process is {process}, the storyboard and xib compiler.")
  private static let builderFrames = Evidence.frames([
    FrameQuery(
      ["-[DVTAssertionHandler *", "_DVTAssertion*", "-[IDEAssertionHandler *", "*IBAssert*"], position: .first(6),
      statement: "An assertion of Xcode's tools failed."),
    FrameQuery(
      [], images: ["IDEInterfaceBuilder*", "IBFoundation"], position: .first(10),
      statement: "Interface Builder raised the assertion."
    ),
  ])
}
