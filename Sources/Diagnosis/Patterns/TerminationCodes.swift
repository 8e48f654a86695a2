import CrashReports
import Vocabulary

/// Terminations by the system that a documented code identifies.
///
/// One table, because these patterns have the same evidence and differ only in the code and in its meaning. Codes with
/// more evidence than the number have files of their own: `WatchdogTermination.swift`, `FileLockDead10cc.swift`.
extension Pattern {
  static let terminationCodes: [Pattern] = documentedCodes.map { $0.pattern }

  /// The ids of the patterns for a code without a namespace, such as 0xdeadfa11.
  static func patterns(forTerminationCode code: UInt64) -> [String] {
    documentedCodes.filter { $0.code == code }.map(\.id)
  }

  private struct DocumentedCode {
    var id: String
    var code: UInt64
    var title: String
    var severity = Finding.Severity.error
    var symptom: String
    var headline: String
    var cause: String
    var remedy: [String]
    var namespace = "SPRINGBOARD"
    var searchTerms: String

    var pattern: Pattern {
      let written = code.hexadecimal
      let statement = "\(written): \(title.continuedTitle)."
      return Pattern(
        id, title: "\(title) (\(written))", family: .kill, severity: severity, symptom: symptom,
        grades: [
          Grade(
            .certain, cause: .likely,
            .systemCode(
              code, namespaces: ["SPRINGBOARD", "FRONTBOARD", "RUNNINGBOARD", "BACKBOARD", "CAROUSEL", "ASSERTIOND"],
              statement: statement)),
          Grade(.possible, cause: .possible, .mentionedCode(code, statement: statement)),
        ],
        headline: "\(headline) (\(written))", cause: cause, remedy: remedy,
        gaps: [Gap(unless: .hasStack, "The stacks at that moment: they would show what the app was doing.")],
        lookalikes: [LookAlike("watchdog-8badf00d", because: "The code is \(written), not 0x8badf00d.")],
        references: [.sigkill, Reference("TN2151: Understanding and Analyzing Application Crash Reports (Apple)")],
        generality: 1, searchTerms: String(written.dropFirst(2)) + "\n" + searchTerms,
        examples: [
          .matches(
            "the code in hexadecimal",
            """
            Exception Type:  EXC_CRASH (SIGKILL)
            →Termination Reason: Namespace \(namespace), Code \(written)
            """),
          .matches(
            "the code in decimal",
            """
            Exception Type:  EXC_CRASH (SIGKILL)
            →Termination Reason: \(namespace) \(code)
            """),
          .matches(
            "early systems record it as the exception code",
            """
            Exception Type:  00000020
            →Exception Codes: \(written)
            """),
          .doesNotMatch(
            "another code",
            """
            Exception Type:  EXC_CRASH (SIGKILL)
            Termination Reason: Namespace \(namespace), Code \((code &+ 16).hexadecimal)
            """),
          .doesNotMatch(
            "an address that contains the digits",
            """
            Exception Type:  EXC_BAD_ACCESS (SIGSEGV)
            Exception Codes: KERN_INVALID_ADDRESS at 0x00000001\(written.dropFirst(2))
            """),
        ])
    }
  }

  private static let watchTask = """
    A background task of an app on Apple Watch has a limited time, and must report its end with \
    setTaskCompletedWithSnapshot(_:).
    """

  private static let documentedCodes: [DocumentedCode] = [
    DocumentedCode(
      id: "user-force-quit-deadfa11", code: 0xdead_fa11, title: "Force quit by the user", severity: .note,
      symptom: "A report exists although the app did not crash; the code is 0xdeadfa11 (\"dead fall\").",
      headline: "{process|The app} was force quit by the user",
      cause: """
        The user force quit {process|the app}. This is not a crash. Users do so when an app does not respond, or out of \
        habit.
        """,
      remedy: [
        "Look at the main thread: if it waits for a lock, a network request or a file, the app did not respond.",
        "If the main thread is idle in its run loop, ignore the report.",
      ],
      searchTerms: "force quit\nuser force quit\ndead fall\nforce quit by user"),
    DocumentedCode(
      id: "stackshot-baaaaaad", code: 0xbaaa_aaad, title: "Stackshot on request, nothing crashed", severity: .note,
      symptom: "A report with the code 0xbaaaaaad lists stacks, but the app continued.",
      headline: "Stackshot on request: {process|the app} did not crash",
      cause: """
        The code belongs to a stackshot of the whole system, which a user requested with a combination of buttons. \
        Nothing crashed; the stacks show what each process was doing.
        """,
      remedy: ["Ignore the report, unless the stackshot was taken because the device did not respond."],
      searchTerms: "stackshot\nstackshot on request"),
    DocumentedCode(
      id: "callkit-baadca11", code: 0xbaad_ca11, title: "A PushKit call was not reported to CallKit",
      symptom:
        "A VoIP app is killed shortly after a push arrives in the background; the code is 0xbaadca11 (\"bad call\").",
      headline: "{process|The app} was killed: it did not report an incoming PushKit call to CallKit",
      cause: """
        A VoIP push woke {process|the app}, and the app did not report an incoming call to CallKit. Since iOS 13 the \
        system kills apps that do not, and stops delivering VoIP pushes to them after repeated failures.
        """,
      remedy: [
        "Call reportNewIncomingCall(with:update:completion:) in pushRegistry(_:didReceiveIncomingPushWith:for:completion:), for each VoIP push and before the handler returns.",
        "Send pushes that are not calls as user notifications, not as VoIP pushes.",
        "Report the call even if it was canceled in the meantime, and end it at once.",
      ],
      searchTerms: "bad call\nPushKit\nCallKit\nvoip push\nreportNewIncomingCall"),
    DocumentedCode(
      id: "disk-space-baddd15c", code: 0xbadd_d15c, title: "Killed by the system to free disk space",
      symptom: "The app disappears on a device with a full disk; the code is 0xbaddd15c (\"bad disk\").",
      headline: "{process|The app} was killed by the system to free disk space",
      cause: """
        The device ran out of disk space. The system deletes caches of apps, and kills an app before it deletes the \
        caches of that app. {process|The app} is not necessarily the one that filled the disk.
        """,
      remedy: [
        "Check the free space of the device; compare with reports of other devices.",
        "Limit the size of Library/Caches and tmp, and delete files that are no longer needed.",
      ],
      namespace: "RUNNINGBOARD", searchTerms: "bad disk\ndisk full\nlow disk space\ncache deletion"),
    DocumentedCode(
      id: "watch-background-cpu-c51bad01", code: 0xc51b_ad01,
      title: "watchOS: a background task used too much CPU time",
      symptom: "A watchOS app is killed in the background; the code is 0xc51bad01.",
      headline: "{process|The watchOS app} was killed: its background task used too much CPU time",
      cause: watchTask + " This task used more CPU time than allowed.",
      remedy: [
        "Do less in one background task, or split the work into several tasks.",
        "Profile the task with Time Profiler, and move computations to the iPhone or to a server.",
      ],
      namespace: "CAROUSEL", searchTerms: "watchOS background task cpu\nwatch app killed in background"),
    DocumentedCode(
      id: "watch-background-incomplete-c51bad02", code: 0xc51b_ad02,
      title: "watchOS: a background task was not completed in time",
      symptom: "A watchOS app is killed in the background; the code is 0xc51bad02.",
      headline: "{process|The watchOS app} was killed: its background task was not completed in time",
      cause: watchTask + " This task did not do so in time.",
      remedy: [
        "Call setTaskCompletedWithSnapshot(_:) on each code path of handle(_:), including errors and cancellation.",
        "Start downloads with a background URLSession instead of waiting for them.",
      ],
      namespace: "CAROUSEL", searchTerms: "setTaskCompletedWithSnapshot\nwatchOS background task timeout"),
    DocumentedCode(
      id: "watch-background-busy-c51bad03", code: 0xc51b_ad03,
      title: "watchOS: a background task was not completed while the system was busy",
      symptom: "A watchOS app is killed in the background; the code is 0xc51bad03.",
      headline: "{process|The watchOS app} was killed: its background task was not completed while the system was busy",
      cause: watchTask + " This task was not completed in time, but it also got little CPU time: the system was busy.",
      remedy: [
        "Treat single reports as unavoidable; compare their number with 0xc51bad02.",
        "Do less in background tasks, so that they finish also on a busy system.",
      ],
      namespace: "CAROUSEL", searchTerms: "watchOS system busy\nwatchOS background task"),
  ]
}
