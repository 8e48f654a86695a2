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
          frames: ["Swift runtime failure: *ndex*out of *"], statement: "An index is beyond the bounds of a collection."
        ))
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
      .doesNotMatch(
        "an exception of Foundation",
        """
        *** Terminating app due to uncaught exception 'NSRangeException', reason: '*** -[__NSArrayM objectAtIndexedSubscript:]: index 4 beyond bounds [0 .. 3]'
        """),
    ])
}
