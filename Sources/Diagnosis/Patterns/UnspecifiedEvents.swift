import CrashReports

/// Events that a report describes as a whole: hangs, slow launches, leaks, resource diagnostics. Fallbacks in one table:
/// patterns with a cause are preferred.
extension Pattern {
  static let unspecifiedEvents: [Pattern] = eventRows.map { $0.pattern }

  private struct EventRow {
    var id: String
    var family = Family.kill
    var evidence: Evidence
    var title: String
    var symptom: String
    var headline: String
    var cause: String
    var remedy: [String]
    var searchTerms: String
    /// A report of this kind, and one of another kind.
    var example: String
    var nearMiss: String

    var pattern: Pattern {
      Pattern(
        id, title: title, family: family, severity: .warning, symptom: symptom,
        grades: [Grade(.likely, cause: .possible, evidence)], headline: headline, cause: cause, remedy: remedy,
        gaps: [Gap(unless: .hasStack, "The stacks: they show what the process was doing.")],
        references: [
          Reference(
            "Improving app responsiveness (Apple, Xcode)",
            url: "https://developer.apple.com/documentation/xcode/improving-app-responsiveness"),
          Reference("MetricKit (Apple)", url: "https://developer.apple.com/documentation/metrickit"),
        ],
        generality: 10, fallback: .unlessExplained, searchTerms: searchTerms,
        examples: [
          .matches("the report", atLeast: .likely, example), .doesNotMatch("another kind of report", nearMiss),
        ])
    }
  }

  private static let appFrame = Evidence.optional(
    .frame(
      FrameQuery(
        [], roles: [.app], blamed: true, kind: .inferred, statement: "{function} is the first frame of the app.")
    ))

  /// A payload of MetricKit with one diagnostic, on one line.
  private static func payload(_ kind: String, _ facts: String) -> String {
    """
    {"\(kind)":[{"version":"1.0.0","diagnosticMetaData":{\(facts),"appVersion":"2.4","osVersion":"iPhone OS 17.4 (21E219)",\
    "platformArchitecture":"arm64e"},"callStackTree":{"callStackPerThread":true,"callStacks":[{"threadAttributed":true,\
    "callStackRootFrames":[{"binaryUUID":"00000000-0000-4000-8000-000000000001","offsetIntoBinaryTextSegment":16480,\
    "binaryName":"Cards","address":4295000160}]}]}}]}
    """
  }

  private static let crash = payload("crashDiagnostics", "\"exceptionType\":1,\"signal\":11")

  /// The titles that services give a hang, and what debuggers and the Hangs instrument print.
  private static let printedHang = Evidence.text(
    [
      "App hanging for at least {duration} s", "App hanging for {duration} s", "App hang detected: {duration} s",
      "App hanging for at least {milliseconds} ms", "App hanging for {milliseconds} ms",
      "Hang detected: {duration} s", "Hang detected: {milliseconds} ms", "App Hanging:",
      "main thread was blocked for {duration} s", "main thread was blocked for {milliseconds} ms",
      "main thread has been blocked for {duration} s", "main thread unresponsive for {duration} s",
    ], statement: "The text states that the app did not respond.")

  private static let eventRows: [EventRow] = [
    EventRow(
      id: "app-hang",
      evidence: .all([
        .any([.kind([.hang], statement: "The report describes a hang."), printedHang]),
        .optional(
          .any([
            .field(
              .detail(.unresponsive), .isStated, capture: "duration",
              statement: "The process did not respond for {duration} seconds before it was sampled."),
            .field(.detail(.duration), .isStated, capture: "duration", statement: "It lasted {duration} seconds."),
          ])),
        .optional(
          .all([
            .kind([.hang]),
            .field(.detail(.reason), .isText, capture: "stated", statement: "The report states why it was written."),
          ])),
        .optional(.mainThreadWaits), .optional(.mainThreadIdle), .optional(.waitsForPages), appFrame,
      ]),
      title: "App hang: the main thread did not respond",
      symptom: "The app freezes; MetricKit, the system or a crash reporter writes a hang report.",
      headline: """
        App hang{duration? of {duration} s}{footprint?: memory pressure, the process uses {footprint}|{deadlock?: deadlock of the main thread and {other}|{pool?: {workers} threads of \
        the pool wait in {other}|{idle?: the main thread waited for events when the stacks were taken|{function?: main thread \
        in {function}}}}}}{stated?: {stated}}
        """,
      cause: """
        The main thread of {process|the app} did not handle events for {duration?{duration} seconds|a while}. {footprint?The \
        process uses {footprint} of memory, which is more than most devices have: the system probably compresses memory and moves it to \
        disk and back{pageFault?, and the main thread waits for a page of memory}. Every access to memory is slow then, so that the \
        functions on the stack need not be the cause.|{idle?When \
        the stacks were taken, it was idle: they do not show the cause.|Either it was busy (work, layout, decoding), or it \
        waited (for a lock, a file, the network, another process).}}
        """,
      remedy: [
        """
        {footprint?Find out what uses {footprint}: a leak or a cache without a limit. Record with Instruments (Allocations, marking \
        generations), or run vmmap --summary and heap on the process.|{deadlock?Make one of the two calls asynchronous: the one in \
        {function|the main thread}, or the one in {other}.|{pool?Do not block in {other}: use asynchronous calls, or limit the number of blocks that run at the same time.|{idle?Take \
        the sample while the app does not respond: this one shows an idle main thread.|Look at the main thread: a frame that waits (semaphore, lock, read, mach_msg) names what it waits for; otherwise the heaviest frame of \
        the app is the work.}}}}
        """,
        "{footprint?|Move that work off the main thread, and never wait there for another thread.}",
        "Record the same action with Instruments (Time Profiler, Hangs).",
      ],
      searchTerms:
        "app hang\nhangDiagnostic\nMXHangDiagnostic\nmain thread blocked\nspinning beach ball\nunresponsive",
      example: "→" + payload("hangDiagnostics", "\"hangDuration\":\"3 sec\""), nearMiss: crash),
    EventRow(
      id: "service-watchdog",
      evidence: .all([
        .kind([.watchdog]),
        .any([
          .field(
            .detail(.event), .contains(["service process watchdog", "userspace watchdog", "userspace_watchdog"]),
            statement: "The event is the watchdog of services."),
          .field(
            .detail(.reason), .contains(["monitored services unresponsive", "returned not alive"]),
            statement: "The reason is that of the watchdog of services."),
        ]), .optional(.unresponsiveService), .optional(.waitsInDriver), .optional(.mainThreadWaits),
      ]),
      title: "Watchdog of services: a service of the system did not respond",
      symptom: "The screen freezes, and the system writes a spin report or restarts the service (often WindowServer).",
      headline: """
        Watchdog timeout: {service|a service} did not respond{seconds? for {seconds} s}{worker? ({worker})}{graphics?: it waits for \
        the GPU in {driver}|{storage?: it waits for storage in {driver}|{driver?: it waits in {driver}}}}
        """,
      cause: """
        {service|The service} did not check in with the watchdog{seconds? for {seconds} s}, and the stacks were taken to show why. The \
        duration of the report is only that of the samples. {graphics?Its thread waits in the kernel for the GPU \
        ({driverFunction}), which did not finish its work: a hang of the GPU or of its driver.|{storage?Its thread waits in the \
        kernel for storage ({driverFunction}).|{driver?Its thread waits in the kernel, in {driverFunction} of {driver}.|It \
        waits for a lock, another service or a driver, or it was busy: the stack of the thread shows which.}}}
        """,
      remedy: [
        """
        {graphics?Install the current system update, disconnect external displays and GPUs, and test the hardware (Apple \
        Diagnostics); look for gpuRestart and panic reports of the same time.|{storage?Check the storage (SMART status, First Aid), \
        and disconnect external drives.|{driver?Update or remove software that belongs to {driver}; install the current system \
        update.|Look at the {worker|main thread} of {service|the service}: which lock, service or driver does it wait for? If the \
        service is yours, move this work to another queue.}}}
        """,
        "An app is to blame only if it makes the service work: leave out the last one that was started, and try again.",
        "Send the report to Apple with Feedback Assistant if the service is one of the system.",
      ],
      searchTerms:
        "service process watchdog\nWindowServer main thread seconds since last successful checkin\nuserspace_watchdog_timeout\nmonitored services unresponsive",
      example: """
        Date/Time:        2026-01-05 10:00:00.000 +0100
        End time:         2026-01-05 10:00:10.000 +0100
        OS Version:       macOS 26.3 (Build 25D125)
        Report Version:   67
        Data Source:      Stackshots
        →Reason:           (1 monitored services unresponsive): checkin with service: deckserver returned not alive with context: unresponsive work processor(s): deckserver main thread  40 seconds since last successful checkin

        Command:          deckserver
        PID:              310

        →Event:            service process watchdog
        Duration:         5.51s
        Steps:            12
        """,
      nearMiss: """
        Date/Time:        2026-01-05 10:00:00.000 +0100
        End time:         2026-01-05 10:00:10.000 +0100
        OS Version:       macOS 26.3 (Build 25D125)
        Data Source:      Stackshots

        Command:          deckserver
        PID:              310

        Event:            hang
        Duration:         5.51s
        Steps:            12
        """),
    EventRow(
      id: "slow-launch",
      evidence: .all([
        .kind([.launch], statement: "The report describes a slow launch."),
        .optional(
          .field(
            .detail(.launchDuration), .isStated, capture: "duration", statement: "The launch took {duration} seconds.")),
        appFrame,
      ]),
      title: "Slow launch",
      symptom: "The app takes long to show its first screen; MetricKit writes an app launch diagnostic.",
      headline: "Slow launch{duration?: {duration} s}{function? (in {function})}",
      cause: """
        {process|The app} took {duration?{duration} seconds|a long time} until its first frame. Usual causes: work in \
        application(_:didFinishLaunchingWithOptions:) and in initializers, synchronous requests, many dynamic libraries.
        """,
      remedy: [
        "Look at {function|the first frame of the app}: what must happen before the first screen, and what may happen later?",
        "Record a launch with Instruments (App Launch), and defer everything that the first screen does not need.",
      ],
      searchTerms: "slow launch\nlaunch time\nappLaunchDiagnostic\nMXAppLaunchDiagnostic",
      example: "→" + payload("appLaunchDiagnostics", "\"launchDuration\":\"9 sec\""), nearMiss: crash),
    EventRow(
      id: "memory-leak", family: .memory,
      evidence: .all([
        .kind([.leak]), .field(.detail(.leaks), .atLeast(1), statement: "leaks found memory that nothing refers to."),
        .optional(.field(.detail(.leaks), .isStated, capture: "leaks")),
        .optional(.field(.detail(.leakedBytes), .isStated, capture: "bytes")),
      ]),
      title: "Memory leak: allocations that nothing refers to",
      symptom: "Memory grows over time; the leaks tool lists allocations.",
      headline: "Memory leak{leaks? (count: {leaks}{bytes?, bytes: {bytes}})}",
      cause: """
        Nothing refers to these allocations any more, and they were not freed: a missing free() or release, or objects \
        that refer to each other (retain cycle).
        """,
      remedy: [
        "Start with the root of the largest leak: who allocated it, and who should free it? Turn on MallocStackLogging to see the stacks.",
        "For a retain cycle, make one of the references weak: a delegate, or self in a closure.",
      ],
      searchTerms: "memory leak\nleaks\nROOT LEAK",
      example: """
        Process:         Cards [4711]
        Path:            /Applications/Cards.app/Contents/MacOS/Cards
        Analysis Tool:   /usr/bin/leaks

        leaks Report Version: 4.0
        Process 4711: 1209 nodes malloced for 210 KB
        →Process 4711: 2 leaks for 96 total leaked bytes.

            2 (96 bytes) ROOT LEAK: 0x600000c04150 [48]
               1 (48 bytes) 0x600000c04180 [48]
        """,
      nearMiss: """
        2024-05-06 07:08:09.123 Cards[4711:90210] 2 leaks for 96 total leaked bytes were fixed
        """),
  ]
}
