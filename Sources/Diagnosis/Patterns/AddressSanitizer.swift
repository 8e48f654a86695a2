import CrashReports

extension Pattern {
  /// An error that AddressSanitizer or HWAddressSanitizer reported.
  static let addressSanitizer: Pattern = Pattern(
    "address-sanitizer",
    title: "AddressSanitizer: memory error",
    family: .memory, revision: 3,
    symptom: "The process stops with \"ERROR: AddressSanitizer\" in its output.",
    grades: [
      Grade(
        .certain, cause: .likely,
        .all([
          reported, .hasStack, .optional(appFrame), .optional(.sanitizerObject), .optional(.sanitizerStacks),
          .optional(doubleFree),
        ])),
      Grade(.certain, cause: .likely, .all([.addressSanitizerStop, .optional(innermostFrame)])),
      Grade(
        .likely, cause: .likely,
        .all([
          withoutHeading, .hasStack, .optional(appFrame), .optional(.sanitizerObject), .optional(.sanitizerStacks),
        ])),
      Grade(.likely, cause: .likely, .addressSanitizerWords),
      Grade(.likely, cause: .likely, loggedSummary),
      // Without its stack the line may be a quotation.
      Grade(.possible, cause: .possible, .any([reported, summary])),
    ],
    headline:
      "AddressSanitizer: {kind}{function? in {function}|{symbol? in {symbol}|}}{variable?, variable {variable}}{freed?, freed by {freed}}",
    cause: """
      AddressSanitizer checks each access to memory and stopped the process at the first invalid one, so the top frame \
      of the app shows the faulty access itself. use-after-free: the block was already freed; the report shows where. \
      buffer-overflow: the access is outside its block. SEGV: the address is not mapped or not accessible, often \
      because of a NULL or uninitialized pointer.{variable? This access concerns {variable}{declared? (line {declared})}.}\
      {freed? The block was freed by {freed}.}{allocated? It was allocated by {allocated}.}
      """,
    remedy: [
      "Open {location|the first frame of the app} and find the pointer or index of this access{variable? to {variable}}.",
      """
      {double?{freed?{freed} freed the block first|The stack "freed by thread" shows who freed the block first}: decide which of the \
      two owns it and frees it, and clear the pointer when it is freed.|\
      {freed?{freed} freed the block: keep the object alive as long as {function|this code} uses it, or clear the pointer there.|\
      Use-after-free: the stack "freed by thread" shows who freed the block. Keep the object alive, or clear the pointer when it \
      is freed.}}
      """,
      """
      Buffer overflow: compare the index with the size of {variable?{variable}|{block?the block, {block} bytes|the region that the \
      report states}}, and check the index before the access.
      """,
    ],
    changes: [
      Change("c", before: "int last = values[count];", after: "int last = values[count - 1];"),
      Change(
        "objective-c", before: "@property (unsafe_unretained) Deck *deck;", after: "@property (weak) Deck *deck;"),
      Change("swift", before: "unowned(unsafe) let deck: Deck", after: "weak var deck: Deck?"),
    ],
    gaps: [
      Gap(unless: .hasStack, "The stack below the error line."),
      Gap(
        unless: .text(["AddressSanitizer"]),
        "The report of AddressSanitizer in the output of the process: the kind of error, the address and its block."),
      Gap(
        unless: .namesSourceLine,
        "The source line: build with -g and run with llvm-symbolizer or atos in the PATH."),
    ],
    lookalikes: [
      LookAlike("memory-bad-access", because: "AddressSanitizer found the access before it could damage other data."),
      LookAlike("malloc-corruption", because: "The faulty access itself is reported, not damage found later."),
    ],
    references: [
      Reference("AddressSanitizer (Clang documentation)", url: "https://clang.llvm.org/docs/AddressSanitizer.html"),
      Reference(
        "Diagnosing memory, thread, and crash issues early (Apple)",
        url: "https://developer.apple.com/documentation/xcode/diagnosing-memory-thread-and-crash-issues-early"),
    ],
    supersedes: ["memory-bad-access", "memory-bus-error"],
    generality: 3,
    searchTerms: """
      AddressSanitizer
      address sanitizer
      ASan
      heap-use-after-free
      heap-buffer-overflow
      stack-use-after-return
      stack-use-after-scope
      """,
    examples: [
      .matches(
        "use after free",
        """
        =================================================================
        →==4711==ERROR: AddressSanitizer: heap-use-after-free on address 0x602000003a30 at pc 0x000104a3ff81 bp 0x00016b4d2c10 sp 0x00016b4d2c08
        READ of size 8 at 0x602000003a30 thread T0
        →    #0 0x104a3ff80 in -[DeckController total] DeckController.m:41
            #1 0x104a40110 in -[DeckController viewDidLoad] DeckController.m:22
            #2 0x18f1c2a54 in -[UIViewController loadViewIfRequired]+0x64 (UIKitCore:arm64e+0x1c2a54)

        →0x602000003a30 is located 0 bytes inside of 16-byte region [0x602000003a30,0x602000003a40)
        freed by thread T0 here:
            #0 0x105b0c2a0 in free+0x9c (libclang_rt.asan_iossim_dynamic.dylib:arm64+0x482a0)
        →    #1 0x104a3fe20 in -[DeckController reload] DeckController.m:33

        SUMMARY: AddressSanitizer: heap-use-after-free DeckController.m:41 in -[DeckController total]
        ==4711==ABORTING
        """),
      .matches(
        "an interceptor on top",
        """
        →==4711==ERROR: AddressSanitizer: heap-buffer-overflow on address 0x00016f0a2c48 at pc 0x000105b0c2a4 bp 0x00016f0a2b10 sp 0x00016f0a22d0
        WRITE of size 12 at 0x00016f0a2c48 thread T0
            #0 0x105b0c2a0 in __asan_memcpy+0x1a4 (libclang_rt.asan_osx_dynamic.dylib:arm64+0x3c2a0)
        →    #1 0x104a3fe20 in deck_copy deck.c:18:3 (Cards:arm64+0x100003e20)
            #2 0x104a40110 in main main.c:9
        """),
      .matches(
        "a variable on the stack",
        """
        →==4711==ERROR: AddressSanitizer: stack-use-after-scope on address 0x00016b4d2c48 at pc 0x000104a3fe24 bp 0x00016b4d2b10 sp 0x00016b4d2b08
        WRITE of size 4 at 0x00016b4d2c48 thread T0
        →    #0 0x104a3fe20 in deck_fill deck.c:18
            #1 0x104a40110 in main main.c:9

        Address 0x00016b4d2c48 is located in stack of thread T0 at offset 40 in frame
            #0 0x104a3fd8c in deck_fill deck.c:14

          This frame has 2 object(s):
        →    [32, 72) 'order' (line 15) <== Memory access at offset 40 is inside this variable
            [112, 116) 'total' (line 16)
        """),
      .matches(
        "the functions of the sanitizer in Apple's report",
        """
        Exception Type:        EXC_CRASH (SIGABRT)

        Thread 0 Crashed:
        0   libsystem_kernel.dylib        0x0000000190001010 __pthread_kill + 8
        1   libsystem_c.dylib             0x0000000190001110 abort + 126
        2   libclang_rt.asan_osx_dynamic.dylib  0x0000000105b0c2a0 __asan::ReportGenericError(unsigned long, unsigned long, unsigned long, unsigned long, bool, unsigned long, unsigned int, bool) + 112
        →3   libclang_rt.asan_osx_dynamic.dylib  0x0000000105b0c3a0 __asan_report_store8 + 40
        →4   Cards                         0x0000000100001110 -[Deck open] + 8 (Deck.m:12)
        """),
      .doesNotMatch(
        "an app that is built with the sanitizer, and aborts itself",
        """
        Exception Type:        EXC_CRASH (SIGABRT)

        Thread 0 Crashed:
        0   libsystem_kernel.dylib        0x0000000190001010 __pthread_kill + 8
        1   libclang_rt.asan_osx_dynamic.dylib  0x0000000105b0c2a0 wrap_abort + 12
        2   Cards                         0x0000000100001110 -[Deck open] + 8 (Deck.m:12)
        """),
      .doesNotMatch(
        "a sentence that names the tool",
        """
        Run the tests with Address Sanitizer. AddressSanitizer: heap-use-after-free is the error to look for.
        """),
      .doesNotMatch(
        "leaks that the same runtime reports",
        """
        ==4711==ERROR: LeakSanitizer: detected memory leaks

        Direct leak of 48 byte(s) in 1 object(s) allocated from:
            #0 0x105b0c15c in malloc+0x98 (libclang_rt.asan_osx_dynamic.dylib:arm64+0x4815c)
            #1 0x104a3fd10 in deck_new deck.c:12

        SUMMARY: AddressSanitizer: 48 byte(s) leaked in 1 allocation(s).
        """),
      .doesNotMatch(
        "a data race",
        """
        WARNING: ThreadSanitizer: data race (pid=4711)
          Write of size 8 at 0x00010c4d2c10 by thread T3:
            #0 DeckStore.add(_:) DeckStore.swift:27 (Cards:arm64+0x100003f80)
            #1 closure #1 in DeckController.reload() DeckController.swift:61 (Cards:arm64+0x100004110)
        """),
    ])

  private static let reported = Evidence.all([
    .field(.format, .equals("sanitizer")),
    .text(
      [
        "AddressSanitizer: {kind} on address", "AddressSanitizer: {kind} on unknown address",
        "AddressSanitizer: attempting {kind} on", "AddressSanitizer: {kind} on ", "AddressSanitizer: {kind}: ",
        "AddressSanitizer: {kind} ",
      ], without: [leaked], statement: "AddressSanitizer reported: {kind}."),
  ])

  /// A block that was freed twice; cited with the line that states it.
  private static let doubleFree = Evidence.all([
    .text(["AddressSanitizer: attempting double-free", "AddressSanitizer: double-free"]), .capture("double", "free"),
  ])

  /// The access and its stack, pasted without the line that names the tool and the kind.
  private static let withoutHeading = Evidence.all([
    .field(.format, .equals("sanitizer")),
    .any([access("READ", "invalid read"), access("WRITE", "invalid write")]),
  ])
  private static func access(_ word: String, _ kind: String) -> Evidence {
    .all([
      .text(
        TextQuery(
          [TextTemplate("\(word) of size {size} at {address} thread T")],
          without: [" by thread T", " by main thread"], isAtStart: true,
          statement: "The sanitizer reports an access of {size} bytes.")),
      .capture("kind", kind),
    ])
  }

  private static let appFrame = Evidence.frame(
    FrameQuery(
      [], roles: [.app, .unknown], blamed: true, statement: "{function} is the first frame of the app in the report."))

  private static let innermostFrame = Evidence.frame(
    FrameQuery(
      [], roles: [.app, .unknown], position: .first(20), blamed: true,
      statement: "{function} made the access that the sanitizer checked."))

  /// The last line of a report of the sanitizer in the log of a process: not a quotation.
  private static let loggedSummary = Evidence.text(
    TextQuery(
      [
        "SUMMARY: AddressSanitizer: {kind} {} in {symbol}", "SUMMARY: AddressSanitizer: {kind} ",
      ], without: [leaked], author: .named(["*"]), isAtStart: true,
      statement: "This line is of a report of AddressSanitizer."))

  /// The sum of a report about leaks, which has the name of the runtime.
  private static let leaked: TextTemplate = "byte(s) leaked in"
  private static let summary = Evidence.text(
    TextQuery(
      ["SUMMARY: AddressSanitizer: {kind} ", "AddressSanitizer: {kind} on ", "AddressSanitizer: {kind}"],
      without: [leaked], isAtStart: true,
      statement: "This line is of a report of AddressSanitizer."))
}
