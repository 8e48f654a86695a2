extension Pattern {
  /// A subscript beyond the ends of a Swift collection or string.
  static let swiftIndexOutOfRange: Pattern = Pattern(
    "swift-index-out-of-range",
    title: "A Swift array or string was indexed beyond its ends",
    family: .swift,
    symptom: "A Swift app stops: \"Index out of range\".",
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
          frames: ["Swift runtime failure: *ndex*out of *"], statement: "An index lies beyond the ends of a collection."
        ))
    ],
    headline: "{function|The app} used an index beyond the ends of a collection {location|}",
    cause: """
      The collection has fewer elements than the index needs: it is empty, it was changed between counting and use, or \
      the index belongs to another collection.
      """,
    remedy: [
      "At {location|the source line}, check `indices.contains(index)` or use `first`, `last`, `for … in` or `zip`.",
      "If a list changes on another thread, read it once into a constant and use that.",
    ],
    changes: [
      Change(
        "swift", before: "let card = cards[index]",
        after: "guard cards.indices.contains(index) else { return }\nlet card = cards[index]")
    ],
    gaps: [
      Gap(
        unless: .any([.namesSourceLine, .text([".swift:"])]),
        "The line in the source: symbolicate with the dSYM of this build.")
    ],
    lookalikes: [
      LookAlike("nsexception-range", because: "It is a check of Swift's, not an exception of Foundation's."),
      LookAlike("swift-trap-unspecified", because: "The message states the reason."),
    ],
    references: [.swiftRuntimeErrors],
    supersedes: ["swift-fatal-error", "swift-trap-unspecified", "ib-agent-crashed-unspecified"],
    generality: 3,
    examples: [
      .matches(
        "the message of an array",
        """
        →Swift/ContiguousArrayBuffer.swift:600: Fatal error: Index out of range
        """),
      .matches(
        "an inlined frame in an optimised build",
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
