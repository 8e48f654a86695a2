extension Pattern {
  /// Drawing on a display that was in secure mode.
  static let insecureDrawing2BAD45EC: Pattern = Pattern(
    "insecure-drawing-2bad45ec",
    title: "The app was killed for drawing while the screen was in secure mode (0x2bad45ec)",
    family: .kill,
    symptom: "The app disappears after it used an external or locked display; the code is 0x2bad45ec.",
    grades: [
      Grade(.certain, cause: .likely, .any([.all([insecureCode, .optional(insecureText)]), insecureText])),
      Grade(.possible, cause: .possible, .mentionedCode(0x2bad_45ec, statement: insecureStatement)),
    ],
    headline: "{process|The app} was killed for drawing while the screen was in secure mode (0x2bad45ec)",
    cause: """
      {process|The app} drew while the system was showing something that no app may draw over (a locked screen, \
      protected content, secure input). The code is 0x2bad45ec. Typical cause: drawing with OpenGL or Metal that \
      continues in the background, or on an external display that is locked.
      """,
    remedy: [
      """
      Stop drawing (display links, OpenGL and Metal) in applicationWillResignActive, and resume in \
      applicationDidBecomeActive.
      """,
      "Release windows on external displays when the scene is disconnected, and stop drawing on background queues.",
    ],
    changes: [
      Change(
        "swift",
        after: """
          func sceneWillResignActive(_ scene: UIScene) { displayLink.isPaused = true }
          func sceneDidBecomeActive(_ scene: UIScene) { displayLink.isPaused = false }
          """),
      Change(
        "objective-c",
        after: "- (void)applicationWillResignActive:(UIApplication *)application { self.displayLink.paused = YES; }"),
    ],
    gaps: [
      Gap(unless: .hasStack, "The stacks at that moment: they would show what the app was doing.")
    ],
    lookalikes: [
      LookAlike("watchdog-8badf00d", because: "The code is 0x2bad45ec: drawing, not a missing response.")
    ],
    references: [.sigkill, .exceptionTypes],
    generality: 1,
    searchTerms: """
      2bad45ec
      insecure drawing
      secure drawing
      secure draw
      """,
    examples: [
      .matches(
        "the code in the termination reason",
        """
        Exception Type:  EXC_CRASH (SIGKILL)
        →Termination Reason: Namespace SPRINGBOARD, Code 0x2bad45ec
        """),
      .matches(
        "older systems record it as the exception code",
        """
        Exception Type:  EXC_CRASH (SIGKILL)
        →Exception Codes: 0x000000002bad45ec, 0x0000000000000000
        """),
      .doesNotMatch(
        "the watchdog",
        """
        Exception Type:  EXC_CRASH (SIGKILL)
        Termination Reason: FRONTBOARD 2343432205
        """),
    ])

  private static let insecureCode = Evidence.systemCode(
    0x2bad_45ec, namespaces: ["SPRINGBOARD", "FRONTBOARD", "RUNNINGBOARD", "BACKBOARD", "THERMAL"],
    statement: insecureStatement)
  private static let insecureStatement = "0x2bad45ec: the process drew while the screen was in secure mode."
  private static let insecureText = Evidence.text(
    ["insecure drawing while in secure mode", "doing insecure drawing"],
    statement: "The system's explanation names insecure drawing.")
}
