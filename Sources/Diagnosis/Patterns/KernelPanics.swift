import CrashReports

/// Kernel panics and forced resets, by the message of the panic. One table, because the evidence is the same for all.
extension Pattern {
  static let kernelPanics: [Pattern] = panicRows.map { $0.pattern }

  private struct PanicRow {
    var id: String
    /// Words of the message, in lower case; empty for any panic.
    var words: [String]
    var title: String
    var certaintyOfCause = Confidence.likely
    var cause: String
    var remedy: [String]
    var searchTerms: String
    /// A message of this kind, and one that only resembles it.
    var example: String
    var nearMiss: String

    var pattern: Pattern {
      let statement = "The message of the panic: \(title.continuedTitle)."
      var parts: [Evidence] = [.kind([.panic])]
      if !words.isEmpty { parts.append(.field(.event, .contains(words))) }
      parts += [
        .optional(.field(.event, .isText, capture: "message")),
        .any([
          .field(.detail(.panicCaller), statement: statement), .field(.event, statement: statement),
        ]),
        .optional(.field(.detail(.panickedTask), .isText, capture: "task")),
      ]
      return Pattern(
        id, title: title, family: .kill,
        symptom: "The whole device stops or restarts; the report is a kernel panic or forced reset.",
        // The message is a fact; what it means for the cause is documented only in part.
        grades: [Grade(.likely, cause: certaintyOfCause, .all(parts))],
        headline: "\(title){message?: {message}}", cause: cause, remedy: remedy,
        gaps: [Gap(unless: .field(.detail(.panickedTask)), "The process that ran on the processor that panicked.")],
        references: [
          Reference("osfmk/kern/debug.c (XNU)"),
          Reference(
            "If your Mac restarts because of a problem (Apple Support)", url: "https://support.apple.com/102367"),
        ],
        generality: words.isEmpty ? 10 : 2, fallback: words.isEmpty ? .ifNothingElse : .unlessExplained,
        searchTerms: searchTerms,
        examples: [
          .matches(
            "the text of the panic", atLeast: .likely,
            """
            →panic(cpu 1 caller 0xfffffff0211c2f0c): \(example)
            Debugger message: panic
            OS version: 23B85
            """),
          .doesNotMatch("another event", nearMiss),
        ])
    }
  }

  private static let otherPanic = """
    panic(cpu 1 caller 0xfffffff0211c2f0c): deck driver: queue is empty
    Debugger message: panic
    """
  private static let notTheApp = """
    An app without special rights cannot cause a kernel panic by an ordinary bug: look at kernel extensions, drivers and \
    hardware first.
    """
  private static let report = """
    Send the complete report to Apple with Feedback Assistant, and install the current system update.
    """

  private static let panicRows: [PanicRow] = [
    PanicRow(
      id: "kernel-tag-fault", words: ["tag check fault", "tag_check_fail", "mte tag"],
      title: "Kernel memory tag fault",
      cause: """
        The kernel accessed memory through a pointer whose tag does not match the memory (memory tagging, MTE). The \
        memory was freed or belongs to another allocation: a use after free or buffer overflow in the kernel or in a \
        driver.{task? The processor was running {task}, which is not necessarily the cause.}
        """,
      remedy: [
        report, notTheApp, "Note what the device did at that moment; a report with reproduction steps is useful.",
      ],
      searchTerms: "kernel tag check fault\nMTE panic\nmemory integrity enforcement\nmemory tagging",
      example: "Kernel tag check fault at pc 0xfffffff0211c2f0c, lr 0xfffffff0211c2e00", nearMiss: otherPanic),
    PanicRow(
      id: "kernel-element-modified",
      words: [
        "element modified after free", "freed zone element has been modified", "element was modified after free",
      ],
      title: "Kernel heap corruption: element modified after free",
      cause: """
        The kernel found that a freed element of one of its zones was written to. Code of the kernel or of a driver used \
        the memory after it was freed. The panic happens at the next allocation, so its stack is usually not that of \
        the faulty write.
        """,
      remedy: [report, "Remove third-party kernel and system extensions one by one.", notTheApp],
      searchTerms: "element modified after free\nzone element modified\nkernel heap corruption\nuse after free kernel",
      example: "[data.kalloc.64]: element modified after free (off:8, val:0x0000000000000001, sz:64)",
      nearMiss: otherPanic),
    PanicRow(
      id: "kernel-watchdog-timeout",
      words: [
        "watchdog timeout", "no successful checkins", "no checkins from", "userspace watchdog", "watchdogd",
      ],
      title: "Kernel panic: watchdog timeout of a system service",
      cause: """
        A service of the system (the message names it) did not check in with the watchdog for minutes, so the system was \
        restarted. Usually the service waits for storage, the graphics system or another service, or memory ran out.
        """,
      remedy: [
        "Look at the stacks of the service that the message names, if the report has them: what does it wait for?",
        "Check free memory and disk space of the device, and look for JetsamEvent reports before the restart.", report,
      ],
      searchTerms: "userspace watchdog timeout\nno successful checkins from\nwatchdogd panic",
      example: "userspace watchdog timeout: no successful checkins from WindowServer in 120 seconds",
      nearMiss: """
        Exception Type:  EXC_CRASH (SIGKILL)
        Termination Reason: Namespace WATCHDOG, Code 0x1
        """),
    PanicRow(
      id: "forced-reset", words: ["btn_rst", "forced reset", "btn_shdn"],
      title: "The device was reset with its buttons",
      cause: """
        The device was restarted by holding its buttons. The software did not stop by itself, but it may not have \
        responded before.
        """,
      remedy: [
        "Ask what the device did before: a reset with the buttons usually follows a frozen screen.",
        "Look for hang, JetsamEvent and stackshot reports of the minutes before.",
      ],
      searchTerms: "btn_rst\nforced reset\nhard reset\nreset by buttons", example: "btn_rst",
      nearMiss: """
        2024-05-06 07:08:09.123 Cards[4711:90210] button reset (btn_rst) pressed in the settings view
        """),
    PanicRow(
      id: "kernel-memory-fault",
      words: [
        "kernel data abort", "kernel instruction fetch abort", "kernel trap at", "page fault", "kernel data alignment",
        "kernel pac failure", "general protection", "kernel fault",
      ],
      title: "Kernel panic: invalid memory access in the kernel",
      cause: """
        Code of the kernel or of a driver accessed invalid memory, or used a damaged pointer. Usual causes: a bug of a \
        driver, or damaged memory.
        """,
      remedy: [
        "If the report lists kernel extensions in the backtrace, update or remove the first one that is not Apple's.",
        report, "If panics differ each time, test the memory of the machine (Apple Diagnostics).",
      ],
      searchTerms: "kernel data abort\nkernel trap\nkernel page fault",
      example: "Kernel data abort. at pc 0xfffffff0211c2f0c, lr 0xfffffff0211c2e00", nearMiss: otherPanic),
    PanicRow(
      id: "kernel-zone-exhausted", words: ["zone_map_exhaust", "zone map exhausted", "zalloc"],
      title: "Kernel panic: out of kernel memory (zone exhausted)",
      cause: """
        The kernel could not allocate memory in one of its zones, usually because the kernel or a driver leaks it, or \
        because a process holds very many kernel objects (ports, files, sockets).
        """,
      remedy: [
        "The message names the zone and often the process with most of its elements: look for a leak there.", report,
      ],
      searchTerms: "zone map exhausted\nkernel out of memory",
      example: "zalloc[3]: zone map exhausted while allocating from zone [ipc ports], likely due to memory leak",
      nearMiss: otherPanic),
    PanicRow(
      id: "kernel-panic-init-exited", words: ["initproc exited", "initproc failed", "launchd exited", "launchd died"],
      title: "Kernel panic: launchd exited",
      cause: """
        The first process (launchd) ended, which the system cannot survive. Usually a file that it needs is missing or \
        damaged, for example after a change of the system's volume.
        """,
      remedy: ["Install the system again without erasing the data.", report],
      searchTerms: "initproc exited\nlaunchd exited",
      example: "initproc exited -- exit reason namespace 2 subcode 0x5", nearMiss: otherPanic),
    PanicRow(
      id: "kernel-panic-unspecified", words: [], title: "Kernel panic or forced reset", certaintyOfCause: .possible,
      cause: """
        The whole system stopped. The message is {message|missing}. The cause is in the kernel, in a driver, in the \
        hardware or in a service that the kernel waits for; an app is seldom to blame.{task? The processor was running \
        {task}, which is not necessarily the cause.}
        """,
      remedy: [
        "If the report lists kernel extensions in the backtrace, update or remove the first one that is not Apple's.",
        report, "If panics differ each time, test the hardware (Apple Diagnostics).",
      ],
      searchTerms: "kernel panic\npanic\nmac restarted because of a problem",
      example: "deck driver: queue is empty",
      nearMiss: """
        2024-05-06 07:08:09.123 Cards[4711:90210] panic: the deck is empty
        """),
  ]
}
