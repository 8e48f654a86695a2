import CrashReports

extension Pattern {
  /// An error that ThreadSanitizer reported.
  static let threadSanitizer: Pattern = Pattern(
    "thread-sanitizer",
    title: "ThreadSanitizer: data race or other threading error",
    family: .memory, revision: 3,
    symptom: "The output of the process contains \"WARNING: ThreadSanitizer\", usually with \"data race\".",
    grades: [
      Grade(
        .certain, cause: .likely,
        .all([
          reported, .hasStack, .optional(appFrame), .optional(.sanitizerObject), .optional(.sanitizerStacks),
        ])),
      Grade(.certain, cause: .likely, .all([.threadSanitizerStop, .optional(appFrame)])),
      Grade(
        .likely, cause: .likely,
        .all([
          withoutHeading, .hasStack, .optional(appFrame), .optional(.sanitizerObject), .optional(.sanitizerStacks),
        ])),
      Grade(.likely, cause: .likely, .any([.threadSanitizerWords, stated])),
      Grade(.likely, cause: .likely, loggedSummary),
      // Without its stack the line may be a quotation.
      Grade(.possible, cause: .possible, .any([reported, summary])),
    ],
    headline:
      "ThreadSanitizer: {kind}{function? in {function}|{where? in {where}|}}{same?: two calls ran at the same time|{previous? and in {previous}}}{variable?, variable {variable}}",
    cause: """
      Data race: two threads access the same memory without synchronization, and at least one of them writes. The \
      report shows both stacks: the current access and the previous one. Other kinds are named in the first line: \
      lock-order-inversion (a possible deadlock), use of a destroyed mutex, a signal-unsafe call.\
      {same? Both accesses are in the same function: two calls of it ran on different threads at the same time.|{previous? The previous access{before? (a {before})} was in {previous}.}}{variable? Both concern {variable}.}\
      {allocated? The memory was allocated by {allocated}.}{locked? The other lock was acquired by {locked}.}
      """,
    remedy: [
      """
      {same?Two calls of {function|the function} run at the same time, and both use {variable|the same variable}: make its owner an \
      actor, run the calls one after the other (a serial queue), or do not start the second one while the first runs.|{previous?Compare {location|the first frame of the app} with {previous}: both use {variable|the same variable}, at the same \
      time|Compare {location|the first frame of the app} with the stack of the previous access: which variable do both use?}}
      """,
      "Read and write the variable only on one actor or serial queue, or under one lock.",
      "In Swift, enable complete concurrency checking: the compiler then reports most data races.",
    ],
    changes: [
      Change("swift", before: "final class DeckStore {", after: "actor DeckStore {"),
      Change(
        "objective-c", before: "[self.cards addObject:card];",
        after: "dispatch_sync(self.queue, ^{ [self.cards addObject:card]; });"),
    ],
    gaps: [
      Gap(unless: .hasStack, "The stacks of both accesses."),
      Gap(unless: .namesSourceLine, "The source lines: build with -g."),
    ],
    lookalikes: [
      LookAlike("swift-exclusivity", because: "Two threads access the variable, not one thread twice."),
      LookAlike("ui-off-main-thread", because: "Main Thread Checker reports API calls; this is an access to memory."),
    ],
    references: [
      Reference("ThreadSanitizer (Clang documentation)", url: "https://clang.llvm.org/docs/ThreadSanitizer.html"),
      Reference(
        "Diagnosing memory, thread, and crash issues early (Apple)",
        url: "https://developer.apple.com/documentation/xcode/diagnosing-memory-thread-and-crash-issues-early"),
    ],
    generality: 3,
    searchTerms: """
      ThreadSanitizer
      thread sanitizer
      TSan
      data race
      race condition
      """,
    examples: [
      .matches(
        "a data race",
        """
        ==================
        →WARNING: ThreadSanitizer: data race (pid=4711)
          Write of size 8 at 0x00010c4d2c10 by thread T3:
        →    #0 DeckStore.add(_:) DeckStore.swift:27 (Cards:arm64+0x100003f80)
            #1 closure #1 in DeckController.reload() DeckController.swift:61 (Cards:arm64+0x100004110)

          Previous read of size 8 at 0x00010c4d2c10 by main thread:
        →    #0 DeckStore.count.getter DeckStore.swift:19 (Cards:arm64+0x100003e20)
            #1 DeckController.viewDidLoad() DeckController.swift:22 (Cards:arm64+0x100004020)

        SUMMARY: ThreadSanitizer: data race DeckStore.swift:27 in DeckStore.add(_:)
        ==================
        """),
      .matches(
        "two calls of one function",
        """
        →WARNING: ThreadSanitizer: Swift access race (pid=4711)
          Modifying access of Swift variable at 0x00010c4d2c10 by thread T26:
        →    #0 DeckStore.refresh() DeckStore.swift:27 (Cards:arm64+0x100003f80)
            #1 swift::runJobInEstablishedExecutorContext(swift::Job*) <null> (libswift_Concurrency.dylib:arm64+0x43b4c)

          Previous modifying access of Swift variable at 0x00010c4d2c10 by thread T23:
        →    #0 DeckStore.refresh() DeckStore.swift:27 (Cards:arm64+0x100003f80)
            #1 swift::runJobInEstablishedExecutorContext(swift::Job*) <null> (libswift_Concurrency.dylib:arm64+0x43b4c)
        """),
      .doesNotMatch(
        "a scheme setting that names the tool",
        """
        Diagnostics: Thread Sanitizer enabled, ThreadSanitizer: data race detection on
        """),
    ])

  private static let reported = Evidence.all([
    .field(.format, .equals("sanitizer")),
    .text(["WARNING: ThreadSanitizer: {kind} (pid"], statement: "ThreadSanitizer reported: {kind}."),
  ])

  /// The access and its stack, pasted without the line that names the tool.
  private static let withoutHeading = Evidence.all([
    .field(.format, .equals("sanitizer")),
    .text(
      TextQuery(
        [
          "Write of size {size} at {address} by ", "Read of size {size} at {address} by ",
          "Atomic write of size {size} at {address} by ", "Atomic read of size {size} at {address} by ",
        ], isAtStart: true, statement: "The sanitizer reports an access of {size} bytes by one of two threads.")),
    .capture("kind", "data race"),
  ])

  private static let appFrame = Evidence.frame(
    FrameQuery(
      [], roles: [.app, .unknown], blamed: true, statement: "{function} is the first frame of the app in the report."))

  /// The words of Xcode with the variable and its address, in any text.
  private static let stated = Evidence.any(
    ["Swift access race", "Data race"].map { words in
      .all([
        .text(
          [TextTemplate("\(words) in {where} at 0x")], statement: "Xcode shows the error that ThreadSanitizer reported."
        ),
        .capture("kind", words.lowercased()),
      ])
    })

  /// The last line of a report of the sanitizer in the log of a process: not a quotation.
  private static let loggedSummary = Evidence.text(
    TextQuery(
      ["SUMMARY: ThreadSanitizer: {kind} "], author: .named(["*"]), isAtStart: true,
      statement: "This line is of a report of ThreadSanitizer."))

  private static let summary = Evidence.text(
    TextQuery(
      ["SUMMARY: ThreadSanitizer: {kind} ", "ThreadSanitizer: {kind} on ", "ThreadSanitizer: {kind}"], isAtStart: true,
      statement: "This line is of a report of ThreadSanitizer."))
}
