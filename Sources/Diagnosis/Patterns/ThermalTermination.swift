extension Pattern {
  /// The device got too hot.
  static let thermalC00010FF: Pattern = Pattern(
    "thermal-c00010ff",
    title: "The system ended the app because the device got too hot",
    family: .kill,
    symptom: "The app is gone on a warm device under load; the code is 0xc00010ff.",
    grades: [
      Grade(.certain, cause: .likely, .any([.all([thermalCode, .also(thermalText)]), thermalText]))
    ],
    headline: "{process|The app} was ended, because the device got too hot",
    cause: """
      The device was too hot, and the system ended processes to cool it ("cool off"). It need not be the fault of \
      {process|the app}: charging, sunlight and other apps add to it. If it comes back, the app keeps processor, graphics or \
      camera busy for long.
      """,
    remedy: [
      "Measure what the app uses over time with Instruments (Energy Log, Time Profiler), and lower the longest load.",
      "Follow ProcessInfo.thermalState, and do less from .serious on: fewer frames, smaller images, no work ahead of need.",
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
      Gap(unless: .hasStack, "The stacks of that moment: they show what the app was doing.")
    ],
    lookalikes: [
      LookAlike("exc-resource-cpu", because: "The device's heat was the reason, not a limit of the process."),
      LookAlike("watchdog-8badf00d", because: "The code is 0xc00010ff: heat, not a missing answer."),
    ],
    references: [.sigkill, .exceptionTypes],
    generality: 1,
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
        "the watchdog",
        """
        Exception Type:  EXC_CRASH (SIGKILL)
        Termination Reason: FRONTBOARD 2343432205
        """),
    ])

  private static let thermalCode = Evidence.systemCode(
    0xc000_10ff, namespaces: ["SPRINGBOARD", "FRONTBOARD", "RUNNINGBOARD", "BACKBOARD", "THERMAL"],
    statement: "0xc00010ff: the system ended the process because of the heat.")
  private static let thermalText = Evidence.text(
    ["thermal{}0xc00010ff", "terminated due to thermal"], statement: "The system's own explanation.")
}
