extension Pattern {
  /// A termination by the system because the device was too hot.
  static let thermalC00010FF: Pattern = Pattern(
    "thermal-c00010ff",
    title: "Killed by the system because the device was too hot (0xc00010ff)",
    family: .kill,
    symptom: "The app disappears on a warm device under load; the termination code is 0xc00010ff.",
    grades: [
      Grade(.certain, cause: .likely, .any([.all([thermalCode, .optional(thermalText)]), thermalText])),
      Grade(.possible, cause: .possible, .mentionedCode(0xc000_10ff, statement: thermalStatement)),
    ],
    headline: "{process|The app} was killed by the system: the device was too hot (0xc00010ff)",
    cause: """
      The device was too hot, and the system terminated processes to cool it (0xc00010ff: "cool off"). {process|The \
      app} is not necessarily the cause: charging, sunlight and other apps contribute. If it happens repeatedly, the \
      app keeps the processor, graphics or camera busy for a long time.
      """,
    remedy: [
      """
      Measure what the app uses over time with Instruments (Energy Log, Time Profiler), and shorten the longest \
      periods of high load.
      """,
      """
      Observe ProcessInfo.thermalState, and reduce work at .serious and above: fewer frames, \
      smaller images, no prefetching.
      """,
    ],
    changes: [
      Change(
        "swift",
        after: """
          NotificationCenter.default.addObserver(
            forName: ProcessInfo.thermalStateDidChangeNotification, object: nil, queue: .main
          ) { _ in
            renderer.preferredFramesPerSecond = ProcessInfo.processInfo.thermalState.rawValue >= 2 ? 30 : 60
          }
          """),
      Change(
        "objective-c",
        after: """
          BOOL hot = NSProcessInfo.processInfo.thermalState >= NSProcessInfoThermalStateSerious;
          self.view.preferredFramesPerSecond = hot ? 30 : 60;
          """),
    ],
    gaps: [
      Gap(unless: .hasStack, "The stacks at that moment: they would show what the app was doing.")
    ],
    lookalikes: [
      LookAlike(
        "exc-resource-cpu", because: "The reason was the heat of the device, not a resource limit of the process."),
      LookAlike("watchdog-8badf00d", because: "The code is 0xc00010ff: heat, not an unresponsive app."),
    ],
    references: [.sigkill, .exceptionTypes],
    generality: 1,
    searchTerms: """
      c00010ff
      thermal
      too hot
      overheating
      device too hot
      heat
      """,
    examples: [
      .matches(
        "the code in decimal",
        """
        Exception Type:  EXC_CRASH (SIGKILL)
        →Termination Reason: SPRINGBOARD 3221229823
        """),
      .matches(
        "the code in hexadecimal",
        """
        Exception Type:  EXC_CRASH (SIGKILL)
        →Exception Codes: 0x00000000c00010ff, 0x0000000000000000
        """),
      .doesNotMatch(
        "a termination by the watchdog",
        """
        Exception Type:  EXC_CRASH (SIGKILL)
        Termination Reason: FRONTBOARD 2343432205
        """),
    ])

  private static let thermalCode = Evidence.systemCode(
    0xc000_10ff, namespaces: ["SPRINGBOARD", "FRONTBOARD", "RUNNINGBOARD", "BACKBOARD", "THERMAL"],
    statement: thermalStatement)
  private static let thermalStatement = "0xc00010ff: the system terminated the process because of the heat."
  private static let thermalText = Evidence.text(
    ["thermal{}0xc00010ff", "terminated due to thermal"],
    statement: "The system's explanation names the temperature of the device.")
}
