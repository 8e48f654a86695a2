import CrashReports

/// Limits on the number of threads and of Mach ports of a process.
extension Pattern {
  /// A process with more threads than the system allows.
  static let excResourceThreads: Pattern = Pattern(
    "exc-resource-threads",
    title: "Thread limit exceeded: the process created too many threads",
    family: .kill,
    symptom: "The report is an EXC_RESOURCE with the subtype THREADS; the app has hundreds of threads.",
    grades: threadLimit.grades,
    headline: "Thread limit exceeded by {process|the process}: {observed|more threads than allowed}",
    cause: """
      {process|The process} created more threads than its limit ({limit|not recorded}). Usually blocks on concurrent \
      queues wait for something (a lock, a semaphore, the network), and the queue starts a new thread for each further \
      block.
      """,
    remedy: [
      "Look at the stacks: many equal ones that wait show where the threads block.",
      "Limit the concurrency: OperationQueue.maxConcurrentOperationCount, a serial queue, or a task group.",
      "Never wait on a concurrent queue for another block of the same queue.",
    ],
    changes: [
      Change(
        "swift", before: "for card in cards { DispatchQueue.global().async { loader.loadAndWait(card) } }",
        after: "let queue = OperationQueue()\nqueue.maxConcurrentOperationCount = 4")
    ],
    gaps: [Gap(unless: .hasStack, "The stacks: they show where the threads wait.")],
    lookalikes: [LookAlike("exc-resource-cpu", because: "The limit is on threads, not on CPU time.")],
    references: [.exceptionTypes, Reference("osfmk/kern/exc_resource.h (XNU)")],
    generality: 2,
    searchTerms: """
      too many threads
      thread limit
      RESOURCE_TYPE_THREADS
      thread explosion
      """,
    examples: [
      .matches(
        "the subtype",
        """
        Exception Type:  EXC_RESOURCE
        →Exception Subtype: THREADS
        """),
      .doesNotMatch(
        "a limit on memory",
        """
        Exception Type:  EXC_RESOURCE
        Exception Subtype: MEMORY
        """),
    ])

  /// A process with more Mach ports than the system allows.
  static let excResourcePorts: Pattern = Pattern(
    "exc-resource-ports",
    title: "Port limit exceeded: the process uses too many Mach ports",
    family: .kill,
    symptom: "The report is an EXC_RESOURCE with the subtype PORTS.",
    grades: portLimit.grades,
    headline: "Mach port limit exceeded by {process|the process}: {observed|more ports than allowed}",
    cause: """
      {process|The process} uses more Mach ports than its limit ({limit|not recorded}). Usually it leaks them: XPC \
      connections, dispatch sources or run loop sources that are never released, or port rights that are not deallocated.
      """,
    remedy: [
      "Run `lsmp -p PID` at intervals: the port type whose count grows is leaking.",
      "Cancel and release connections, sources and timers that are no longer used.",
    ],
    changes: [Change("c", after: "mach_port_deallocate(mach_task_self(), port);")],
    gaps: [Gap(unless: .hasStack, "The stack: it shows which call needed the last port.")],
    lookalikes: [LookAlike("exc-resource-threads", because: "The limit is on ports, not on threads.")],
    references: [.exceptionTypes, Reference("osfmk/kern/exc_resource.h (XNU)")],
    generality: 2,
    searchTerms: """
      mach port leak
      RESOURCE_TYPE_PORTS
      port limit
      """,
    examples: [
      .matches(
        "the subtype",
        """
        Exception Type:  EXC_RESOURCE
        →Exception Subtype: PORTS
        """),
      .doesNotMatch(
        "a limit on threads",
        """
        Exception Type:  EXC_RESOURCE
        Exception Subtype: THREADS
        """),
    ])

  private static let threadLimit = ResourceLimit(
    events: ["thread"], subtypes: ["THREADS"], type: 5,
    wordings: ["EXC_RESOURCE THREADS", "EXC_RESOURCE RESOURCE_TYPE_THREADS", "RESOURCE_TYPE_THREADS"],
    statement: "The process exceeded the limit on threads.")
  private static let portLimit = ResourceLimit(
    events: ["mach ports"], subtypes: ["PORTS"], type: 6,
    wordings: ["EXC_RESOURCE PORTS", "EXC_RESOURCE RESOURCE_TYPE_PORTS", "RESOURCE_TYPE_PORTS"],
    statement: "The process exceeded the limit on Mach ports.")
}
