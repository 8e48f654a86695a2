import CrashReports
import Vocabulary

/// Terminations that only the namespace of the termination identifies, and documented codes of namespaces.
///
/// Fallbacks: a pattern with a cause for the same namespace is preferred. One table, because the evidence is the same for
/// all. JETSAM, CODESIGNING, TCC, GUARD, PAC_EXCEPTION and SIGNAL have patterns of their own.
extension Pattern {
  static let terminationNamespaces: [Pattern] = namespaceRows.map { $0.pattern } + [terminationUnspecified]

  /// The ids of the fallbacks for a namespace, such as `LIBXPC`, or for one of its codes.
  static func fallbacks(forNamespace namespace: String, code: UInt64? = nil) -> [String] {
    let rows = namespaceRows.filter { $0.namespace == namespace }
    let ofCode = rows.filter { row in code.map(row.codes.contains) ?? false }
    return (ofCode.isEmpty ? rows.filter(\.codes.isEmpty) : ofCode).map(\.id)
  }

  struct NamespaceRow {
    var id: String
    var namespace: String
    /// The codes to which the row applies; empty for all codes.
    var codes: Set<UInt64> = []
    var family = Family.kill
    var title: String
    var cause: String
    var remedy: [String]
    var searchTerms: String
    var nearMiss: String?
    /// What the reason text names, for headline and remedy.
    var named: Evidence?

    var pattern: Pattern {
      let code = codes.min() ?? 99
      let lowered = title.continuedTitle
      return Pattern(
        id, title: "\(title) (\(namespace)\(codes.isEmpty ? "" : " \(code)"))", family: family,
        symptom: "The termination reason has the namespace \(namespace)\(codes.isEmpty ? "" : " and code \(code)").",
        grades: [
          // At most likely: the namespace is a fact, but it does not explain the failure.
          Grade(
            .likely, cause: .possible,
            .all(
              [
                .termination(namespace: namespace, codes: codes, statement: "The termination reason: \(lowered)."),
                .optional(.any([.field(.terminationReason, .isText, capture: "reason"), .recordedReason])),
              ] + (named.map { [.optional($0)] } ?? [])))
        ],
        headline: "{process|The process}: \(lowered) (\(namespace){code? {code}}){reason?: {reason}}", cause: cause,
        remedy: remedy,
        gaps: [
          Gap(
            unless: .any([.field(.terminationReason), .recordedReason]),
            "The reason text of the termination, below its namespace and code."),
          Gap(unless: .hasStack, "The stack: it shows what the process was doing."),
        ],
        references: [.sigkill, Reference("bsd/sys/reason.h (XNU)")],
        supersedes: codes.isEmpty ? [] : Pattern.fallbacks(forNamespace: namespace).filter { $0 != id },
        generality: codes.isEmpty ? 10 : 5,
        fallback: .unlessExplained, searchTerms: searchTerms,
        examples: [
          .matches(
            "namespace and code in the layout of text reports", atLeast: .likely,
            """
            Exception Type:  EXC_CRASH (SIGABRT)
            →Termination Reason: Namespace \(namespace), Code \(code.hexadecimal)
            """),
          .matches(
            "the layout of newer reports", atLeast: .likely,
            """
            Exception Type:  EXC_CRASH (SIGKILL)
            →Termination Reason: \(namespace) \(code)
            """),
          .doesNotMatch(
            "a log line that begins with the name",
            """
            2024-05-06 07:08:09.123 Cards[4711:90210] \(namespace): 1 connection was closed
            """),
          .doesNotMatch(
            "another namespace",
            """
            Exception Type:  EXC_CRASH (SIGKILL)
            Termination Reason: Namespace \(nearMiss ?? "CODESIGNING"), Code 0x2
            """),
        ])
    }
  }

  /// A termination with a namespace that has no pattern.
  private static let terminationUnspecified: Pattern = Pattern(
    "termination-unspecified",
    title: "Terminated by the system; the namespace has no known cause",
    family: .kill,
    symptom: "The termination reason has a namespace that is rare or new.",
    grades: [
      Grade(
        .likely, cause: .possible,
        .all([
          .termination(statement: "The system terminated the process; this line names the subsystem and the code."),
          .not(.termination(namespace: "SIGNAL")), .not(.any(knownNamespaces.map { .termination(namespace: $0) })),
          .optional(.field(.terminationReason, .isText, capture: "reason")),
        ]))
    ],
    headline: "{process|The process} was terminated by the system{code? with code {code}}{reason?: {reason}}",
    cause: """
      A subsystem of the operating system terminated the process. Its namespace in Termination Reason names the \
      subsystem; the meaning of the code is not documented. {reason?Reason: {reason}|The report has no reason text.}
      """,
    remedy: [
      "Read Termination Reason and the lines below it: the namespace names the subsystem, the text the rule.",
      "Search the system log of that moment for the name of the process (`log show --last 5m`).",
    ],
    gaps: [Gap(unless: .field(.terminationReason), "The reason text of the termination.")],
    references: [.sigkill, Reference("bsd/sys/reason.h (XNU)")],
    generality: 11,
    fallback: .unlessExplained,
    searchTerms: """
      termination reason
      terminated by the system
      unknown namespace
      """,
    examples: [
      .matches(
        "a namespace without a pattern", atLeast: .likely,
        """
        Exception Type:  EXC_CRASH (SIGKILL)
        →Termination Reason: Namespace CARDSD, Code 0x3
        """),
      .doesNotMatch(
        "a signal",
        """
        Exception Type:  EXC_CRASH (SIGABRT)
        Termination Reason: Namespace SIGNAL, Code 6
        """),
    ])

  private static let knownNamespaces =
    namespaceRows.filter(\.codes.isEmpty).map(\.namespace) + ["JETSAM", "CODESIGNING", "TCC", "GUARD"]

  static let readTerminationReason = """
    {reason?Start with the reason that the report states: {reason}|Find the reason of the termination: a complete report \
    states it below Termination Reason, or in Application Specific Information}.
    """
  static let readTerminationLog = """
    Search the system log of that moment for the name of the process (`log show --last 5m`).
    """

  private static let namespaceRows: [NamespaceRow] =
    loaderRows + jetsamRows + serviceRows + [
      NamespaceRow(
        id: "termination-springboard", namespace: "SPRINGBOARD", title: "Terminated by SpringBoard",
        cause: """
          SpringBoard, the home screen process, terminated {process|the app}. The code of this report is not documented. \
          Usual reasons: the app did not respond, was force quit, or used a background mode against its rules.
          """,
        remedy: [readTerminationReason, readTerminationLog], searchTerms: "killed by SpringBoard"),
      NamespaceRow(
        id: "termination-frontboard", namespace: "FRONTBOARD", title: "Terminated by FrontBoard",
        cause: """
          FrontBoard, which manages scenes, terminated {process|the app}. The code of this report is not documented. \
          Usually a scene was not created or updated in time.
          """,
        remedy: [readTerminationReason, "Look at the main thread: what it was doing may have blocked a scene change."],
        searchTerms: "killed by FrontBoard"),
      NamespaceRow(
        id: "termination-runningboard", namespace: "RUNNINGBOARD", title: "Terminated by RunningBoard",
        cause: """
          RunningBoard, which manages the life cycle of processes, terminated {process|the process}. The code of this \
          report is not documented. Usual reasons: a background task that was not ended, or a request of another process.
          """,
        remedy: [
          readTerminationReason,
          "End each background task (endBackgroundTask) before its time expires, also on errors.", readTerminationLog,
        ], searchTerms: "killed by RunningBoard\nRBSTerminateContext\nASSERTIOND"),
      NamespaceRow(
        id: "termination-watchdog", namespace: "WATCHDOG", title: "A service did not check in with the watchdog",
        cause: """
          The system's watchdog for services terminated {process|the process}, because {service?{service}|it} did not check in \
          for {seconds?{seconds} s|too long}. {worker?What did not respond: {worker}|Its main queue, or a queue that it monitors, \
          was blocked}.
          """,
        remedy: [
          """
          Look at {worker?{worker}|the main thread and at the queue that the reason names}: which lock, request or driver does it \
          wait for?
          """,
          readTerminationLog,
        ], searchTerms: "watchdogd\nservice watchdog\nmonitored process", named: .unresponsiveService),
      NamespaceRow(
        id: "termination-hangtracer", namespace: "HANGTRACER", title: "Terminated because of a hang",
        cause: "The system's hang detection terminated {process|the process}, because its main thread did not respond.",
        remedy: ["Look at the main thread: move what it waits for to another thread."], searchTerms: "hang tracer"),
      NamespaceRow(
        id: "termination-libxpc", namespace: "LIBXPC", title: "Invalid use of XPC",
        cause: """
          libxpc terminated {process|the process}, because it was used against its rules: an unbalanced resume or \
          suspend, a connection that was released while suspended, a bootstrap failure, or an invalid message.
          """,
        remedy: [
          readTerminationReason,
          "Check that each xpc_connection is resumed once, canceled before its last release, and never suspended then.",
        ], searchTerms: "xpc misuse\nXPC_CRASH\nbug in client of libxpc"),
      NamespaceRow(
        id: "termination-objc", namespace: "OBJC", title: "Terminated by the Objective-C runtime",
        cause: """
          The Objective-C runtime found a state in which it cannot continue: a damaged class or object, a weak reference \
          to an object that is being deallocated, or metadata of another compiler. The reason text states which.
          """,
        remedy: [
          readTerminationReason,
          "If it names an object, run with Zombie Objects and Address Sanitizer: the object may be damaged.",
        ], searchTerms: "objc fatal\n_objc_fatal\nobjective-c runtime abort"),
      NamespaceRow(
        id: "termination-exec", namespace: "EXEC", title: "The program could not be started",
        cause:
          "The kernel could not start the program: the file is damaged, too large, or of another kind than expected.",
        remedy: [
          "Check the file with `file` and `codesign --verify --verbose`, and install it again.", readTerminationReason,
        ],
        searchTerms: "exec failure\nbad executable\nposix_spawn"),
      NamespaceRow(
        id: "termination-reportcrash", namespace: "REPORTCRASH", title: "Terminated by the crash reporter",
        cause: "The crash reporter ended the process after it had examined it. The reason is in another report.",
        remedy: ["Look for another report of the same process and minute."], searchTerms: "crash reporter"),
      NamespaceRow(
        id: "termination-coreanimation", namespace: "COREANIMATION", title: "Terminated by Core Animation",
        cause: """
          The render server terminated {process|the process}, because it violated a rule of rendering or used too many \
          resources, such as too many layers or too much image memory.
          """,
        remedy: [readTerminationReason, "Reduce the number and size of layers and offscreen images."],
        searchTerms: "render server\nbackboardd"),
      NamespaceRow(
        id: "termination-libsystem", namespace: "LIBSYSTEM", title: "Terminated by a system library",
        cause: "A library of the system found a state in which it cannot continue. The reason text states which.",
        remedy: [readTerminationReason, "Look at the innermost frames: they name the library and the call."],
        searchTerms: "libsystem\nabort_with_reason"),
      NamespaceRow(
        id: "termination-foundation", namespace: "FOUNDATION", title: "Terminated by Foundation",
        cause: "Foundation found a state in which it cannot continue. The reason text states which.",
        remedy: [readTerminationReason, "Look at the innermost frames: they name the call."],
        searchTerms: "foundation abort"),
      NamespaceRow(
        id: "termination-metal", namespace: "METAL", title: "Terminated by Metal",
        cause: "A GPU command failed or took too long, or the Metal API was used against its rules.",
        remedy: [
          readTerminationReason,
          "Run with Metal API Validation and Shader Validation (scheme, Diagnostics): they name the command.",
        ], searchTerms: "gpu command buffer\nmetal validation"),
      NamespaceRow(
        id: "termination-watchkit", namespace: "WATCHKIT", title: "Terminated by WatchKit",
        cause: "Usually a background task was not completed in time, or the extension did not respond.",
        remedy: ["Call setTaskCompletedWithSnapshot(_:) on each code path of handle(_:).", readTerminationReason],
        searchTerms: "watchOS extension killed"),
      NamespaceRow(
        id: "termination-sandbox", namespace: "SANDBOX", title: "Terminated by the sandbox",
        cause: "The process violated a rule of its sandbox profile that is enforced by termination.",
        remedy: [
          "Search the system log for \"Sandbox:\" and the name of the process: the line names the operation and the path.",
          "Add the entitlement for this operation, or do not use it.",
        ], searchTerms: "sandbox violation\ndeny(1)"),
      NamespaceRow(
        id: "termination-security", namespace: "SECURITY", title: "Terminated for security reasons",
        cause: "A security subsystem of the system terminated {process|the process}. The reason text gives details.",
        remedy: [readTerminationReason, readTerminationLog], searchTerms: "security termination"),
      NamespaceRow(
        id: "termination-endpointsecurity", namespace: "ENDPOINTSECURITY", title: "Ended by security software",
        cause: """
          An endpoint security extension of that machine (antivirus, device management) denied the start of the program, \
          or ended it. The program did not fail by itself.
          """,
        remedy: [
          "Ask the administrator of the machine which rule applies, and to allow the program.",
          "Sign and notarize the program: rules usually trust signed programs.",
        ], searchTerms: "endpoint security\nantivirus\nes_client"),
      NamespaceRow(
        id: "termination-port-space", namespace: "PORT_SPACE", title: "Out of Mach ports",
        cause: """
          {process|The process} leaked Mach ports until it reached the limit of the kernel. Usual sources: mach_task_self() \
          rights that are not deallocated, XPC connections and dispatch sources that are never released.
          """,
        remedy: [
          "Run `lsmp -p PID` at intervals: the port type whose count grows is leaking.",
          "Deallocate each port right that a Mach call returns (mach_port_deallocate).",
        ], searchTerms: "mach port leak\nport limit\ntoo many mach ports"),
      NamespaceRow(
        id: "termination-webkit", namespace: "WEBKIT", title: "WebKit terminated a content process",
        cause: """
          WebKit ended a web content, network or GPU process, usually because it did not respond or sent an invalid \
          message. The app itself may continue.
          """,
        remedy: [
          "Implement webViewWebContentProcessDidTerminate(_:), and load the page again.", readTerminationReason,
        ],
        searchTerms: "web content process\nWKWebView terminated"),
      NamespaceRow(
        id: "termination-rosetta", namespace: "ROSETTA", title: "Terminated by Rosetta",
        cause: """
          Rosetta, which translates Intel code on Apple silicon, met code that it cannot translate, or an internal error. \
          The reason text states which.
          """,
        remedy: ["Build the program and its libraries for arm64.", readTerminationReason],
        searchTerms: "rosetta error\ntranslated"
      ),
    ]

  private static let loaderRows: [NamespaceRow] = [
    NamespaceRow(
      id: "termination-dyld", namespace: "DYLD", family: .loading, title: "The dynamic loader ended the process",
      cause: """
        The dynamic loader could not load what the program needs. If this happened at launch, no code of the app has \
        run. The lines below the termination reason name the library or symbol.
        """,
      remedy: [readTerminationReason, "Check the library with `otool -L` and `dyld_info -platform`."],
      searchTerms: "dyld error\ndynamic loader")
  ]

  /// Codes of JETSAM that do not mean that memory ran short (XNU, `bsd/sys/reason.h`).
  private static let jetsamRows: [NamespaceRow] = [
    NamespaceRow(
      id: "jetsam-vnode-limit", namespace: "JETSAM", codes: [3], title: "Killed because the system ran out of vnodes",
      cause: """
        Too many files were open in the whole system, so the system killed processes. Memory is not the reason, and \
        {process|the process} is not necessarily the one that opened the files.
        """,
      remedy: [
        "Look for a leak of file descriptors: `lsof -p PID` at intervals.", "Close files and folders after use.",
      ],
      searchTerms: "vnode-limit\ntoo many open files"),
    NamespaceRow(
      id: "jetsam-idle-exit", namespace: "JETSAM", codes: [9], title: "Killed while idle",
      cause: "The system killed an idle service to free its memory. It starts the service again when needed.",
      remedy: ["Ignore the report: this is the normal end of an idle service."], searchTerms: "idle-exit\nidle exit"),
    NamespaceRow(
      id: "jetsam-cpu-limit", namespace: "JETSAM", codes: [100], title: "Killed for exceeding a CPU time limit",
      cause: "{process|The process} used more CPU time than its limit. Memory is not the reason.",
      remedy: ["Profile the process with Time Profiler, and look for an endless loop or polling."],
      searchTerms: "jetsam cpu limit"),
  ]
}
