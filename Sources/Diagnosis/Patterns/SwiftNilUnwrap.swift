extension Pattern {
  /// Force-unwrapped nil.
  static let swiftNilUnwrap: Pattern = Pattern(
    "swift-nil-unwrap",
    title: "Force-unwrapped nil: an Optional was nil when unwrapped",
    family: .swift,
    symptom: "A Swift app crashes: \"Unexpectedly found nil while unwrapping an Optional value\".",
    grades: [
      Grade(
        .certain, cause: .likely,
        .swiftFailure(
          [
            "found nil while unwrapping an Optional", "found nil while implicitly unwrapping an Optional",
            "found nil while {} unwrapping an Optional",
          ],
          frames: [
            "Swift runtime failure: *found nil*", "Swift runtime failure: unsafelyUnwrapped of nil*",
            "*_diagnoseUnexpectedNilOptional*",
          ],
          statement: "An Optional was force-unwrapped, and it was nil."))
    ],
    headline: "{function|The app} force-unwrapped nil{location? at {location}}",
    cause: """
      An Optional was nil when it was unwrapped with `!` or `as!`, or through an implicitly unwrapped variable (such \
      as an @IBOutlet). Outlets are nil before the view is loaded, and when the nib has no connection for them.
      """,
    remedy: [
      "At {location|the source line}, bind the value with `guard let` or `if let`, and decide what nil means there.",
      "For an outlet, check its connection in the nib, and use it in viewDidLoad or later.",
      "For a resource, load it from the right bundle, Bundle(for:), and handle a missing resource.",
    ],
    changes: [
      Change(
        "swift", before: "titleLabel.text = card!.title",
        after: """
          guard let card else { return }
          titleLabel.text = card.title
          """)
    ],
    gaps: [
      Gap(
        unless: .any([.namesSourceLine, .text([".swift:"])]),
        "The source line: symbolicate with the dSYM of this build."),
      Gap(unless: .hasStack, "The stack: it would show the function and its callers."),
    ],
    lookalikes: [
      LookAlike("swift-trap-unspecified", because: "The message states the reason."),
      LookAlike("memory-bad-access", because: "A Swift check stopped the process; no invalid address was accessed."),
    ],
    references: [.swiftRuntimeErrors],
    supersedes: ["swift-fatal-error", "swift-trap-unspecified", "memory-bad-access", "ib-agent-crashed-unspecified"],
    generality: 3,
    searchTerms: """
      force unwrap
      unexpectedly found nil while unwrapping an optional value
      unexpectedly found nil
      unexpectedly found nil while implicitly unwrapping an optional value
      force unwrapped nil
      forced unwrap
      unwrapping nil
      nil unwrap
      optional
      optional unwrap
      implicitly unwrapped optional
      IBOutlet nil
      outlet nil
      nil
      """,
    examples: [
      .matches(
        "the message with file and line",
        """
        →Cards/CardController.swift:27: Fatal error: Unexpectedly found nil while implicitly unwrapping an Optional value
        """),
      .matches(
        "the older message, in a report",
        """
        →Exception Type:        EXC_BAD_INSTRUCTION (SIGILL)

        Application Specific Information:
        →fatal error: unexpectedly found nil while unwrapping an Optional value

        Thread 0 Crashed:: Dispatch queue: com.apple.main-thread
        →0   libswiftCore.dylib            	0x000000010d8e1f81 _fatalErrorMessage + 33
        1   com.example.Cards             	0x000000010d4b110c CardController.show(_:) + 92 (CardController.swift:18)
        """),
      .matches(
        "the function of the runtime that reports nil",
        """
        →Exception Type:  EXC_BREAKPOINT (SIGTRAP)

        Thread 0 Crashed:
        →0   libswiftCore.dylib            	0x00000001a2b94560 _assertionFailure(_:_:file:line:flags:) + 484
        →1   libswiftCore.dylib            	0x00000001a2b91a10 _diagnoseUnexpectedNilOptional(_filenameStart:_filenameLength:_filenameIsASCII:_line:_isImplicitUnwrap:) + 120
        2   Cards                         	0x0000000100d4a3f8 CardStore.card(at:) + 180
        """),
      .doesNotMatch(
        "a trap without a recorded reason",
        """
        Exception Type:  EXC_BREAKPOINT (SIGTRAP)

        Thread 0 Crashed:
        0   libswiftCore.dylib            	0x00000001a2b94560 _assertionFailure(_:_:file:line:flags:) + 484
        1   Cards                         	0x0000000100d4a3f8 CardStore.card(at:) + 180
        """),
    ])
}
