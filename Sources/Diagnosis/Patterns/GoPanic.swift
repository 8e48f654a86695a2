extension Pattern {
  /// A Go panic or a fatal error of the Go runtime.
  static let goPanic = Pattern(
    "go-panic",
    title: "Go panic or fatal error of the Go runtime",
    family: .exception,
    symptom: """
      A program with Go code stops with "panic: …" or "fatal error: …" and a list of goroutines, or its report \
      ends in runtime.raise_trampoline.
      """,
    grades: LanguageRuntime.go.grades(),
    headline: """
      Go panic{location? at {location}}{function? in {function}}: {message?{message}|{kind|message not recorded}}
      """,
    cause: """
      Go code panicked and nothing recovered, or the Go runtime found a fatal error. {kind?Kind: {kind}.|The \
      message states the reason.} Go writes the message and the stacks of all goroutines to standard error; \
      Apple's report contains neither, and its stack often ends in runtime.raise_trampoline.
      """,
    remedy: [
      """
      {advice?{advice}|Read the message and the first goroutine in standard error: it names the function, file and \
      line.}
      """,
      """
      For an app with gomobile or cgo, redirect standard error to a file, or recover in each exported function and \
      goroutine.
      """,
    ],
    changes: [
      Change("go", before: "deck.cards[index]", after: "if index < len(deck.cards) { use(deck.cards[index]) }")
    ],
    gaps: [
      Gap(
        unless: .text(["goroutine", "panic: runtime error"]),
        "The message and the stacks of the goroutines: they are in standard error."),
      Gap(unless: .hasStack, "The stack of the crashed thread."),
    ],
    lookalikes: [
      LookAlike(
        "memory-bad-access",
        because: "Go turns an invalid access into a panic; the signal was raised by the runtime itself.")
    ],
    knownGaps: [
      """
      By default, a Go program without cgo exits with status 2, and macOS writes no report.
      """
    ],
    references: [Reference("Package runtime (Go)", url: "https://pkg.go.dev/runtime")],
    supersedes: LanguageRuntime.superseded,
    generality: 2,
    phrases: ["kind": meanings, "advice": advice],
    searchTerms: """
      go
      golang
      go panic
      goroutine
      panic: runtime error
      invalid memory address or nil pointer dereference
      runtime.raise_trampoline
      runtime.gopanic
      runtime.throw
      gomobile crash
      concurrent map writes
      all goroutines are asleep
      """,
    examples: [
      .matches(
        "the message and the first goroutine", atLeast: .certain,
        """
        →panic: runtime error: index out of range [7] with length 3

        goroutine 1 [running]:
        →main.(*Deck).Draw(0x14000104f18, 0x7)
        	/Users/me/cards/deck.go:41 +0x2c
        main.main()
        	/Users/me/cards/main.go:12 +0x38
        exit status 2
        """),
      .matches(
        "a fatal error of the runtime", atLeast: .certain,
        """
        →fatal error: concurrent map writes

        goroutine 18 [running]:
        →main.(*Deck).shuffle(0x14000104f18)
        	/Users/me/cards/deck.go:57 +0x2c
        """),
      .matches(
        "the frames alone", atLeast: .certain,
        """
        Exception Type:  EXC_CRASH (SIGABRT)

        Thread 0 Crashed:
        0   Cards                         	0x00000001873ea1f0 runtime.raise_trampoline.abi0 + 12
        1   Cards                         	0x00000001873eb200 runtime.dieFromSignal + 64
        2   Cards                         	0x00000001873ec210 runtime.fatalpanic + 120
        3   Cards                         	0x00000001873ed220 runtime.gopanic + 400
        →4   Cards                         	0x00000001873ee230 runtime.goPanicIndex + 120
        →5   Cards                         	0x00000001873ef240 main.(*Deck).Draw + 44 (deck.go:41)
        """),
      .doesNotMatch(
        "a fault in C code that Go called",
        """
        Exception Type:  EXC_BAD_ACCESS (SIGSEGV)

        Thread 0 Crashed:
        0   Cards                         	0x00000001873ea1f0 deck_draw + 44
        1   Cards                         	0x00000001873eb200 _cgo_3d5 + 20
        2   Cards                         	0x00000001873ec210 runtime.asmcgocall.abi0 + 120
        """),
      .doesNotMatch(
        "a Swift failure",
        """
        Cards/Deck.swift:41: Fatal error: Index out of range
        """),
    ])

  private static let meanings = [
    "nil": "nil pointer dereference",
    "index": "index or slice bounds out of range",
    "division": "integer division by zero",
    "type-assertion": "failed type assertion",
    "nil-map": "assignment to a nil map",
    "channel": "misuse of a closed or nil channel",
    "deadlock": "all goroutines are asleep (deadlock)",
    "map-race": "concurrent access to a map",
    "out-of-memory": "out of memory",
    "stack-overflow": "stack overflow",
    "mutex": "misuse of a mutex or wait group",
    "cgo-signal": "signal in C code",
    "cgo-pointer": "Go pointer passed to C",
    "throw": "fatal error of the runtime",
  ]
  private static let advice = [
    "nil": "Check the pointer for nil in the function that the first goroutine names.",
    "index": "Compare the index with len() before the access.",
    "division": "Check the divisor for zero first.",
    "type-assertion": "Use the form value, ok := x.(T), and handle !ok.",
    "nil-map": "Create the map with make before the first assignment.",
    "channel": "Close a channel once, by its only sender.",
    "deadlock": "Look for channels and locks that no goroutine serves.",
    "map-race": "Protect the map with a mutex, or use sync.Map; run the tests with -race.",
    "out-of-memory": "Check the sizes that are allocated.",
    "stack-overflow": "Look for endless recursion in the first goroutine.",
    "mutex": "Lock and unlock in pairs (defer), and call Add before Done.",
    "cgo-signal": "Find the C function in the report: the fault is there, not in Go.",
    "cgo-pointer": "Copy the data to C memory, or use runtime.Pinner.",
    "throw": "Read the line that begins with fatal error: in standard error.",
  ]
}
