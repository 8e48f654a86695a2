import CrashReports

extension Pattern {
  /// A hang of the agent, or of Xcode while it waits for the agent.
  static let ibAgentHang: Pattern = Pattern(
    "ib-agent-hang",
    title: "Interface Builder's agent, or Xcode waiting for it, hangs",
    family: .designables,
    symptom: """
      Xcode shows the beach ball when you open or leave a storyboard, the designables stay at "Updating", or an \
      Interface Builder process uses a full CPU core.
      """,
    grades: [
      Grade(.likely, cause: .possible, .all([hang, .agent])),
      Grade(.likely, cause: .possible, .all([hang, waiting])),
      Grade(.likely, cause: .possible, flood),
      Grade(.possible, cause: .possible, assertion),
      Grade(.possible, cause: .possible, updating),
      Grade(.possible, cause: .possible, describedHang),
    ],
    headline: "Hang: Interface Builder's agent does not respond",
    cause: """
      Xcode draws @IBDesignable views in an agent and waits for it. The agent is in an endless loop or blocked. The \
      usual reasons are a loop in the layout or drawing of a designable view, work on fonts or files while the view is \
      created, or a bug in that version of Xcode or of its simulator.
      """,
    remedy: [
      "Turn off Editor > Automatically Refresh Views and end the agent's process; Xcode starts a new one when needed.",
      "Take a sample of the agent while it hangs, and look for one of your functions in the busy thread.",
      "Remove @IBDesignable from the views of the document one by one: if the hang disappears without one of them, that view causes it.",
      "Try a newer Xcode: several such hangs were bugs in Xcode.",
    ],
    changes: [
      Change(
        "shell",
        after: """
          pgrep -l 'IBDesignablesAgent|IBAgent'      # which agents run
          sample IBDesignablesAgent-iOS 5 -file agent.txt
          """),
      Change(
        "swift",
        after: """
          override func layoutSubviews() {
            super.layoutSubviews()
            guard lastWidth != bounds.width else { return }   // prevents an endless layout loop
            lastWidth = bounds.width
            invalidateIntrinsicContentSize()
          }
          """),
    ],
    gaps: [
      Gap(unless: .hasStack, "A sample or spindump of the agent and of Xcode: it shows which function does not return.")
    ],
    lookalikes: [
      LookAlike("ib-agent-crashed-unspecified", because: "The process did not crash; it does not respond."),
      LookAlike("ib-render-slow", because: "The drawing does not finish."),
    ],
    knownGaps: [
      "The waiting threads of an idle agent (readDataOfLength:, runBlockingReceiveLoop) are not a hang."
    ],
    references: [.appleDesignableViews, Reference("sample(1) and spindump(8), manual pages of macOS")],
    searchTerms: """
      IBDesignablesAgent hang
      interface builder hang
      interface builder freezes
      xcode hang
      xcode freezes
      xcode spinning beach ball
      rendering took too long
      agent timeout
      """,
    examples: [
      .matches(
        "one of the many lines that the agent writes during a hang", atLeast: .possible,
        """
        →5/4/16 10:11:12.131 AM Interface Builder Cocoa Touch Tool[4711]: assertion failed: 15E65 13E230: libxpc.dylib + 27596 [11C28065-C9DB-3C8E-926F-5A40210A6D1B]: 0x8d
        """),
      .doesNotMatch(
        "the same assertion in another process",
        """
        5/4/16 10:11:12.131 AM MyHelper[4711]: assertion failed: 15E65: libxpc.dylib + 27596 [11C28065-C9DB-3C8E-926F-5A40210A6D1B]: 0x8d
        """),
      .doesNotMatch(
        "idle threads of an agent",
        """
        Process:               IBDesignablesAgentCocoaTouch [4711]

        Thread 1:
        0   libsystem_kernel.dylib          0x0000000112fd2ccf read + 18
        1   Foundation                      0x0000000112f0ef7f -[NSConcreteFileHandle readDataOfLength:] + 127
        2   IBFoundation                    0x0000000113f0ef6f -[IBMessageReceiveChannel runBlockingReceiveLoopNotifyingQueue:notifyingTarget:withArgument:] + 130
        """),
    ])

  private static let hang = Evidence.all([
    .kind([.hang]),
    .any([.field(.process, statement: hangStatement), .kind([.hang], statement: hangStatement)]),
  ])
  private static let hangStatement = "The report is about a process that did not respond."
  private static let waiting = Evidence.frame(
    FrameQuery(
      ["*[IBMessageSendChannel *", "*[IBCocoaTouchPlatformToolProxy *", "*[IBAbstractPlatformToolProxy *"],
      position: .anyThread, statement: "Xcode waits in {function} for the agent."))

  private static let template: [TextTemplate] = ["assertion failed: {}libxpc.dylib + {offset}"]
  private static let assertion = Evidence.text(
    TextQuery(template, author: .agent, statement: "An assertion" + assertionStatement))
  private static let flood = Evidence.text(
    TextQuery(template, author: .agent, minCount: 3, statement: "{count} assertions" + assertionStatement))
  private static let assertionStatement =
    " about the agent's connection to Xcode failed; while Xcode hangs, the agent logs many per second."
  private static let describedHang = Evidence.text(
    [
      "IBDesignable{} hangs", "IBDesignable{}beach ball", "IBDesignable{}beachball", "IBDesignable{}100%",
      "Cocoa Touch Tool{}100%",
    ],
    statement: "The text describes a hang of the agent, or of Xcode because of it; no sample confirms it.")
  private static let updating = Evidence.text(
    [
      "stalling at 'Updating'", "stays at 'Updating'", "stuck at 'Updating'", "stuck on 'Updating'",
      "hangs at 'Updating'",
    ],
    statement: "The state of the designables in the Identity inspector stays at \"Updating\".")
}
