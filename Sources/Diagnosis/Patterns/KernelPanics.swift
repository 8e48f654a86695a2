import CrashReports

/// Kernel panics and forced resets, by the message of the panic. One table, because the evidence is the same for all.
extension Pattern {
  static let kernelPanics: [Pattern] = panicRows.map { $0.pattern }

  private struct PanicRow {
    var id: String
    /// Words of the message, in lower case; empty for any panic.
    var words: [String]
    /// Identifiers of kernel extensions, of which one in the backtrace has the same meaning as the words.
    var extensions: [String] = []
    var title: String
    var certaintyOfCause = Confidence.likely
    var cause: String
    var remedy: [String]
    var searchTerms: String
    /// A message of this kind, and one that only resembles it.
    var example: String
    var nearMiss: String

    var pattern: Pattern {
      // The message is a fact; what it means for the cause is documented only in part.
      let stated: [Evidence] = words.isEmpty ? [] : [.field(.event, .contains(words))]
      var grades = [
        Grade(
          .likely, cause: certaintyOfCause,
          .all(evidence(stated, statement: "The message of the panic: \(title.continuedTitle).")))
      ]
      if !extensions.isEmpty {
        // Code of a driver was running: that does not say that its device failed.
        let found = Evidence.panicExtension(extensions, statement: Pattern.extensionStatement)
        grades.append(Grade(.likely, cause: .possible, .all(evidence([found], statement: "The message of the panic."))))
      }
      let isNamed = !extensions.isEmpty
      return Pattern(
        id, title: title, family: .kill,
        symptom: "The whole device stops or restarts; the report is a kernel panic or forced reset.",
        grades: grades,
        headline: (isNamed ? "{extension?Kernel panic with code of {extension} in the backtrace|\(title)}" : title)
          + "{message?: {message}}",
        cause: (isNamed ? Pattern.extensionCause : "") + cause, remedy: remedy,
        gaps: [Gap(unless: .field(.detail(.panickedTask)), "The process that ran on the processor that panicked.")],
        references: [
          Reference("osfmk/kern/debug.c (XNU)"),
          Reference(
            "If your Mac restarts because of a problem (Apple Support)", url: "https://support.apple.com/HT200553"),
        ],
        generality: words.isEmpty ? 10 : extensions.isEmpty ? 2 : 3,
        fallback: words.isEmpty ? .ifNothingElse : .unlessExplained,
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

    /// What tells the kind, and the facts of the panic that the texts name.
    private func evidence(_ kind: [Evidence], statement: String) -> [Evidence] {
      [.kind([.panic])] + kind + [
        .optional(.field(.event, .isText, capture: "message")),
        .any([
          .field(.detail(.panicCaller), statement: statement), .field(.event, statement: statement),
        ]),
        .optional(.field(.detail(.panickedTask), .isText, capture: "task")), .optional(.panicFacts),
      ]
    }
  }

  private static let extensionCause = """
    {extension?The message does not state what failed; code of {extension} was running, which may or may not be the cause. If its device \
    is to blame: |}
    """

  private static let otherPanic = """
    panic(cpu 1 caller 0xfffffff0211c2f0c): deck driver: queue is empty
    Debugger message: panic
    """
  private static let notTheApp = """
    An app without special rights cannot cause a kernel panic by an ordinary bug: look at kernel extensions, drivers and \
    hardware first.
    """
  private static let extensionStatement = "{extension} is in the backtrace of the panic."
  /// The step about kernel extensions: it names the one in the backtrace, and does not ask for one if all are Apple's.
  private static let ofExtensions = """
    {thirdParty?Update or remove the kernel extension {thirdParty}, which is in the backtrace and not Apple's.|{driver?All \
    kernel extensions in the backtrace are Apple's, the first one is {driver}: look at the device that it drives, and install \
    system updates.|If the report lists kernel extensions in the backtrace, update or remove the first one that is not Apple's.}}
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
        {selfCheck?The watchdog's own process did not run{seconds? for {seconds} s}: the whole system was blocked, usually by \
        storage, by a driver, or because memory ran out.|{service|A service of the system (the message names it)} did not check \
        in with the watchdog for {seconds?{seconds} s|minutes}, so the system was restarted. Usually the service waits for \
        {graphics?the graphics driver, a display|storage, the graphics system} or another service, or memory ran out.}
        """,
      remedy: [
        """
        {selfCheck?Look at the threads of the kernel and of storage, if the report has them|Look at the stacks of \
        {service|the service that the message names}, if the report has them: what does it wait for?{graphics? A stackshot or spin \
        report of {service} from the minutes before shows the driver that did not answer}}.
        """,
        ofExtensions,
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
        ofExtensions, report, "If panics differ each time, test the memory of the machine (Apple Diagnostics).",
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
      id: "kernel-storage-timeout",
      words: [
        "nvme:", "ionvme", "applenvme", "nvme controller", "ans2 ", "ans panic", "ioahci", "ahci port", "apfs_",
        "apfs:", "jnl:", "hfs:",
      ],
      extensions: [
        "com.apple.iokit.IONVMeFamily", "com.apple.iokit.IOAHCI*", "com.apple.driver.AppleNVMe*",
      ],
      title: "Kernel panic: the storage failed or did not answer",
      cause: """
        The driver of the internal or external storage, or its file system, gave up: a command was not answered in time, or the \
        storage returned an error. The SSD, its firmware or its connection is to blame first; a damaged file system is \
        possible. An app cannot cause it.
        """,
      remedy: [
        "Back up the data now, and check the SSD: SMART status, Disk Utility's First Aid, Apple Diagnostics.",
        "Update the firmware of an SSD that is not Apple's, or replace it; disconnect external drives and adapters.",
        report,
      ],
      searchTerms: "nvme panic\nIONVMeController\nSSD kernel panic\nCommand timeout\nstorage panic\nANS2 panic",
      example: "nvme: \"Command timeout. Delete IO submission queue.\"@IONVMeController.cpp:12", nearMiss: otherPanic),
    PanicRow(
      id: "kernel-graphics-failure",
      words: [
        "gpu panic", "gpupanic", "applemuxcontrol", "agx:", "agxg", "gpu hang", "gpu restart", "ioaccel", "amdradeon",
        "appleintelframebuffer", "nvrm", "nvda", "iomobileframebuffer", "dcp panic",
      ],
      extensions: [
        "com.apple.kext.AMD*", "com.apple.driver.AppleIntel*Graphics*", "com.apple.iokit.IOAccelerator*",
        "com.apple.AGX*", "com.apple.driver.AppleMuxControl", "com.apple.GeForce*", "com.apple.nvidia*",
        "com.apple.iokit.IOGPUFamily",
      ],
      title: "Kernel panic: the graphics driver or GPU failed",
      cause: """
        The driver of the GPU or of the displays stopped: the hardware did not answer, or its state was not valid. The GPU, a \
        display or its adapter, or the driver is to blame first; an app only submits work to it.
        """,
      remedy: [
        "Disconnect external displays, docks and external GPUs, and try again; then connect them one by one.",
        "Install the current system update, which contains the drivers. Test the hardware with Apple Diagnostics.",
        report,
      ],
      searchTerms: "GPU panic\nAppleMuxControl panic\nAMDRadeon panic\nAGX panic\ngraphics kernel panic",
      example: "\"GPU Panic: mux-regs 5 3 7f 0 0 0 severity 3\" @GPUPanic.cpp:12", nearMiss: otherPanic),
    PanicRow(
      id: "kernel-power-transition",
      words: [
        "sleep transition timed out", "wake transition timed out", "sleep wake failure", "sleep/wake hang",
        "halt/restart timed out",
      ],
      title: "Kernel panic: a driver did not finish going to sleep or waking",
      cause: """
        A driver did not answer in time while the system went to sleep, woke or shut down{suspect?; the message suspects \
        {suspect}}. Usual causes: a device or its driver (USB, display, network), a third-party extension, or storage that does \
        not answer.
        """,
      remedy: [
        """
        {foreignSuspect?Update or remove {foreignSuspect}.|Disconnect external devices, and connect them again one by one: the \
        one with which the failure returns is to blame{suspect? (look at those of {suspect} first)}.}
        """,
        ofExtensions, report,
      ],
      searchTerms: "Sleep transition timed out\nWake transition timed out\nSleep Wake failure\npanic on wake",
      example: "Sleep transition timed out after 180 seconds while calling power state change callbacks.",
      nearMiss: otherPanic),
    PanicRow(
      id: "kernel-coprocessor-panic",
      words: [
        "smc panic", "sep panic", "aop panic", "aop data abort", "isp panic", "pmp panic", "sio panic", "ane panic",
        "bridgeos", "x86 global reset", "x86 cpu caterr", "macos watchdog detected", "panic - assertion failed",
        "applesepmanager",
      ],
      title: "Kernel panic: a coprocessor stopped",
      cause: """
        {coprocessor?The firmware of the coprocessor {coprocessor} stopped|The firmware of a coprocessor (SMC, SEP, T2, sensors) \
        stopped, or found that the main processor did}, and the system cannot continue without it. Usual causes: hardware \
        (sensors, batteries, power), or a bug of that firmware; an app cannot cause it.
        """,
      remedy: [
        "Install the current system update: it contains the firmware of the coprocessors.",
        "If it happens again, test the hardware (Apple Diagnostics); after a repair, check the parts that were replaced.",
        report,
      ],
      searchTerms: "SMC PANIC\nSEP Panic\nAOP PANIC\nbridgeOS panic\nx86 CPU CATERR detected\nT2 panic",
      example: "\"SMC PANIC - ASSERTION FAILED: power.cpp:12\"", nearMiss: otherPanic),
    PanicRow(
      id: "kernel-hardware-error",
      words: [
        "machine check", "machine-check", "soc error", "unexpected serror", "serror interrupt", "uncorrectable ecc",
        "ecc error", "uncorrectable error", "llc bus error", "pcie link", "dram error",
      ],
      title: "Kernel panic: the hardware reported an error",
      cause: """
        The processor or the memory reported an error that it cannot correct. It is a failure of the hardware, of its power or \
        temperature, or of a device on its bus; rarely of a driver that accessed a device that was switched off.
        """,
      remedy: [
        "Test the hardware (Apple Diagnostics), also the memory; remove memory and expansion cards that were added.",
        "If it happens again, have the machine checked, with this report.", report,
      ],
      searchTerms: "machine check panic\nSoC error\nSError panic\nECC error\nhardware error panic",
      example: "Machine Check at 0xfffffff0211c2f0c, registers: CPU 2", nearMiss: otherPanic),
    PanicRow(
      id: "kernel-processor-stuck",
      words: [
        "ap watchdog", "wdt timeout", "wdt reset", "soc watchdog", "spinlock acquisition timed out", "spinlock timeout",
        "ipi timeout", "unresponsive processor", "preemption disable timeout",
      ],
      title: "Kernel panic: a processor did not respond",
      cause: """
        A processor did not react to the hardware's watchdog, or to the other processors: it was in a loop with interrupts \
        disabled, waited for a lock of the kernel, or the hardware stopped. A driver or the kernel is to blame first, then the \
        hardware.
        """,
      remedy: [
        ofExtensions, "If it happens again without third-party extensions, test the hardware (Apple Diagnostics).",
        report,
      ],
      searchTerms: "AP watchdog\nWDT timeout\nSpinlock acquisition timed out\nunresponsive processor",
      example: "AP watchdog expired", nearMiss: otherPanic),
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
        ofExtensions, report, "If panics differ each time, test the hardware (Apple Diagnostics).",
      ],
      searchTerms: "kernel panic\npanic\nmac restarted because of a problem",
      example: "deck driver: queue is empty",
      nearMiss: """
        2024-05-06 07:08:09.123 Cards[4711:90210] panic: the deck is empty
        """),
  ]
}
