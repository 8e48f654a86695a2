extension Pattern {
  /// Index out of range in a Swift collection or string.
  static let swiftIndexOutOfRange: Pattern = Pattern(
    "swift-index-out-of-range",
    title: "Index out of range in a Swift array or string",
    family: .swift,
    symptom: "A Swift app crashes: \"Index out of range\".",
    grades: [
      Grade(
        .certain, cause: .likely,
        .swiftFailure(
          [
            "Fatal error: Index out of range", "Fatal error: Array index out of range",
            "Fatal error: Index {} out of range", "Fatal error: Negative {} index is out of range",
            "Fatal error: Array index is out of range",
            "Fatal error: {} index is out of range", "Fatal error: String index is out of bounds",
            "Fatal error: {} index is out of bounds", "Fatal error: Index out of bounds",
            "Swift runtime failure: Index out of range", "Swift runtime failure: {} index is out of",
            "Swift runtime failure: Index out of bounds",
          ],
          frames: ["Swift runtime failure: *ndex*out of *", "Swift runtime failure: Range out of bounds"],
          statement: "An index is beyond the bounds of a collection."
        )),
      Grade(.certain, cause: .likely, checked(isDirect: true)),
      Grade(.likely, cause: .likely, .all([.trapped(), checked(isDirect: false)])),
    ],
    headline: "Index out of range in {function|the app}{location? at {location}}",
    cause: """
      The collection has fewer elements than the index requires: it is empty, it changed between the count and the \
      access, or the index belongs to another collection.
      """,
    remedy: [
      "At {location|the source line}, check `indices.contains(index)` or use `first`, `last`, `for … in` or `zip`.",
      "If another thread changes the list, read it once into a constant, and use that constant.",
    ],
    changes: [
      Change(
        "swift", before: "let card = cards[index]",
        after: "guard cards.indices.contains(index) else { return }\nlet card = cards[index]")
    ],
    gaps: [
      Gap(
        unless: .any([.namesSourceLine, .text([".swift:"])]),
        "The source line: symbolicate with the dSYM of this build.")
    ],
    lookalikes: [
      LookAlike("nsexception-range", because: "This is a Swift runtime check, not a Foundation exception."),
      LookAlike("swift-trap-unspecified", because: "The message states the reason."),
    ],
    references: [.swiftRuntimeErrors],
    supersedes: ["swift-fatal-error", "swift-trap-unspecified", "ib-agent-crashed-unspecified"],
    generality: 3,
    searchTerms: """
      index out of range
      array index out of range
      string index out of range
      array out of bounds
      index out of bounds
      ContiguousArrayBuffer.swift
      out of range
      """,
    examples: [
      .matches(
        "the message for an array",
        """
        →Swift/ContiguousArrayBuffer.swift:600: Fatal error: Index out of range
        """),
      .matches(
        "an inlined frame in an optimized build",
        """
        →Exception Type:  EXC_BREAKPOINT (SIGTRAP)

        Thread 0 Crashed:
        →0   Cards                         	0x0000000100d4a3f8 Swift runtime failure: Index out of range + 0 [inlined]
        1   Cards                         	0x0000000100d4a3f8 specialized CardStore.card(at:) + 180
        """),
      .matches(
        "the check of a subscript, without its message",
        """
        →Exception Type:  EXC_BREAKPOINT (SIGTRAP)

        Thread 0 Crashed:
        →0   libswiftCore.dylib            	0x00000001a2b94560 _assertionFailure(_:_:file:line:flags:) + 484
        →1   libswiftCore.dylib            	0x00000001a2b91a10 Array._checkSubscript(_:wasNativeTypeChecked:) + 120
        2   libswiftCore.dylib            	0x00000001a2b91b40 Array.subscript.getter + 44
        3   Cards                         	0x0000000100d4a3f8 CardStore.card(at:) + 180 (CardStore.swift:41)
        """),
      .matches(
        "the subscript of an array, inlined into the function that traps", atLeast: .likely,
        """
        →Exception Type:  EXC_BREAKPOINT (SIGTRAP)

        Thread 0 Crashed:
        →0   Cards                         	0x0000000100d4a3f8 specialized Array.subscript.getter + 4 (<compiler-generated>:0) [inlined]
        1   Cards                         	0x0000000100d4a3f8 CardStore.card(at:) + 180 (CardStore.swift:41)
        """),
      .doesNotMatch(
        "a subscript below a function of the app",
        """
        Exception Type:  EXC_BREAKPOINT (SIGTRAP)

        Thread 0 Crashed:
        0   libswiftCore.dylib            	0x00000001a2b94560 _assertionFailure(_:_:file:line:flags:) + 484
        1   Cards                         	0x0000000100d4a4f0 Card.title.getter + 80 (Card.swift:12)
        2   libswiftCore.dylib            	0x00000001a2b91b40 Array.subscript.getter + 44
        3   Cards                         	0x0000000100d4a3f8 CardStore.card(at:) + 180 (CardStore.swift:41)
        """),
      .doesNotMatch(
        "an exception of Foundation",
        """
        *** Terminating app due to uncaught exception 'NSRangeException', reason: '*** -[__NSArrayM objectAtIndexedSubscript:]: index 4 beyond bounds [0 .. 3]'
        """),
    ])

  private static func checked(isDirect: Bool) -> Evidence {
    .raisedAPI(
      "swift-array-index",
      functions: [
        "*subscript.*", "*_check*", "*getElement*", "*.remove(at:)*", "*.insert(*", "*replaceSubrange*",
        "*removeSubrange*", "*swapAt*", "Swift runtime failure: *",
      ], isDirect: isDirect, statement: "{api} checks the index, and stopped the process.")
  }
}
