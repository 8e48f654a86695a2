import CrashReports

extension Pattern {
  /// Memory that nothing refers to at the end of the process, as LeakSanitizer lists it.
  static let leakSanitizer: Pattern = Pattern(
    "leak-sanitizer",
    title: "LeakSanitizer: memory that nothing refers to",
    family: .memory,
    severity: .warning,
    symptom: """
      The output of the process ends with "ERROR: LeakSanitizer: detected memory leaks"; the process did its work and then \
      exits with a status that is not 0.
      """,
    grades: [
      Grade(
        .certain, cause: .likely,
        .all([reported, .hasStack, .optional(first), .optional(sum), .optional(appFrame)])),
      // Without its stack the line may be a quotation.
      Grade(.possible, cause: .possible, .all([line, .optional(sum)])),
    ],
    headline: """
      Memory leak{several?: {several}{function?, the first{size? ({size})} allocated in {function}}|\
      {block?: {block}|{all?: {all}}}{function?, allocated in {function}}}
      """,
    cause: """
      When the process ended, nothing referred to these blocks any more: they were not freed. "Direct" means that nothing \
      refers to the block; "indirect", that only other leaked blocks refer to it, which disappears with them. The process \
      did not crash: the sanitizer only sets its exit status.
      """,
    remedy: [
      """
      Open {location|the first frame of the app}: who should free this block, and on which path is it forgotten (an early \
      return, an error, an overwritten pointer)?
      """,
      "Fix the direct leaks first, and run again: indirect ones usually disappear with them.",
      """
      If the block lives as long as the process on purpose, let a global variable refer to it, or list its function in the \
      file of LSAN_OPTIONS=suppressions=FILE.
      """,
    ],
    changes: [
      Change(
        "c", before: "if (!deck_read(deck)) { return NULL; }",
        after: "if (!deck_read(deck)) { deck_free(deck); return NULL; }")
    ],
    gaps: [
      Gap(unless: .hasStack, "The stacks below \"Direct leak of …\": they show who allocated the blocks."),
      Gap(unless: .namesSourceLine, "The source line: build with -g and run with llvm-symbolizer or atos in the PATH."),
    ],
    lookalikes: [
      LookAlike("address-sanitizer", because: "No access was invalid: blocks were not freed."),
      LookAlike("memory-leak", because: "The report is of LeakSanitizer, not of the tool leaks."),
    ],
    references: [
      Reference("LeakSanitizer (Clang documentation)", url: "https://clang.llvm.org/docs/LeakSanitizer.html")
    ],
    supersedes: ["memory-leak"],
    generality: 3,
    searchTerms: """
      LeakSanitizer
      leak sanitizer
      LSan
      detected memory leaks
      byte(s) leaked in
      detect_leaks
      """,
    examples: [
      .matches(
        "two leaks",
        """
        =================================================================
        →==4711==ERROR: LeakSanitizer: detected memory leaks

        →Direct leak of 48 byte(s) in 1 object(s) allocated from:
            #0 0x105b0c15c in malloc+0x98 (libclang_rt.lsan_osx_dynamic.dylib:arm64+0x4815c)
        →    #1 0x104a3fd10 in deck_new deck.c:12:10
            #2 0x104a40110 in main main.c:9

        Indirect leak of 32 byte(s) in 2 object(s) allocated from:
            #0 0x105b0c15c in malloc+0x98 (libclang_rt.lsan_osx_dynamic.dylib:arm64+0x4815c)
            #1 0x104a3fe20 in card_new card.c:7:10

        →SUMMARY: LeakSanitizer: 80 byte(s) leaked in 3 allocation(s).
        """),
      .matches(
        "the sum of a runtime that also has AddressSanitizer", atLeast: .possible,
        """
        →SUMMARY: AddressSanitizer: 80 byte(s) leaked in 3 allocation(s).
        """),
      .doesNotMatch(
        "an invalid access",
        """
        ==4711==ERROR: AddressSanitizer: heap-use-after-free on address 0x602000003a30 at pc 0x000104a3ff81
        READ of size 8 at 0x602000003a30 thread T0
            #0 0x104a3ff80 in -[DeckController total] DeckController.m:41
        """),
      .doesNotMatch(
        "a sentence that names the tool",
        """
        LeakSanitizer is not supported by the compiler of Xcode.
        """),
    ])

  private static let reported = Evidence.all([
    .field(.format, .equals("sanitizer")),
    .kind([.leak]),
    .optional(
      .text(
        ["LeakSanitizer: detected memory leaks"], statement: "LeakSanitizer found memory that nothing refers to.")),
  ])
  private static let firstStatement = "The first block of the list: {block}."
  private static let first = Evidence.custom(
    CustomEvidence(
      "the leaked block whose stack is shown", reason: "It is the line above the stack.", explanations: [firstStatement]
    ) { context in
      guard let thread = context.report.crashedThread, let title = thread.name else { return nil }
      let text = MatchableText(title)
      guard let found = titles.lazy.compactMap({ $0.match(text) }).first, let bytes = found["bytes"],
        let objects = found["objects"]
      else { return nil }
      let size = amount(bytes, "byte")
      let captures = [
        "bytes": bytes, "objects": objects, "size": size, "block": "\(size) in \(amount(objects, "object"))",
      ]
      return EvidenceMatch(
        witnesses: [
          context.witness(line: thread.line, member: title, statement: firstStatement, captures: captures)
        ], captures: captures)
    })
  private static let titles: [TextTemplate] = [
    "Direct leak of {bytes} byte(s) in {objects} object(s) allocated from",
    "Indirect leak of {bytes} byte(s) in {objects} object(s) allocated from",
  ]

  private static let sumStatement = "The sum: {all}."
  private static let sums: [TextTemplate] = ["Sanitizer: {total} byte(s) leaked in {allocations} allocation(s)"]
  private static let sum = Evidence.custom(
    CustomEvidence("the sum of all leaks", reason: "It counts.", explanations: [sumStatement]) { context in
      guard var match = context.match(of: TextQuery(sums, statement: sumStatement)),
        let total = match.captures["total"], let allocations = match.captures["allocations"]
      else { return nil }
      let all = "\(amount(total, "byte")) in \(amount(allocations, "allocation"))"
      match.captures["all"] = all
      if allocations != "1" { match.captures["several"] = all }
      for index in match.witnesses.indices { match.witnesses[index].captures["all"] = all }
      return match
    })

  /// A number with its unit: `1 object`, `3 objects`.
  private static func amount(_ number: String, _ unit: String) -> String {
    "\(number) \(unit)\(number == "1" ? "" : "s")"
  }
  private static let line = Evidence.any([
    .text(["ERROR: LeakSanitizer: detected memory leaks"], statement: "This line is of a report of LeakSanitizer."),
    sum,
  ])

  private static let appFrame = Evidence.frame(
    FrameQuery(
      [], excluding: Evidence.allocatingFunctions, roles: [.app, .unknown], blamed: true,
      statement: "{function} allocated the first block of the list."))
}
