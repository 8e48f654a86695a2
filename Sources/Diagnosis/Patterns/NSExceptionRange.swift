extension Pattern {
  /// An index or range that is out of bounds for a Foundation collection or string.
  static let nsexceptionRange: Pattern = Pattern(
    "nsexception-range",
    title: "An index or range is beyond the bounds of a Foundation collection (NSRangeException)",
    family: .exception,
    symptom: "The app crashes with NSRangeException: \"index … beyond bounds …\".",
    grades: [
      Grade(.certain, cause: .likely, .all([named, .optional(wording)])),
      Grade(.likely, cause: .likely, .all([wording, .not(.exceptionWasCaught)])),
    ],
    headline: "Index {index|or range} beyond bounds {bounds|of a collection} in {function|the app}",
    cause: """
      The collection or string is shorter than the index requires. It was empty, it changed after it was counted \
      (a table that reloads, another thread), or an index of one list was used in another.
      """,
    remedy: [
      """
      In {function|the caller}, compare the index with the count just before use, and find out why the list is \
      shorter.
      """,
      """
      In a table or collection view, take the counts and the rows of the data source from the same array, and change \
      it only on the main thread.
      """,
    ],
    changes: [
      Change(
        "objective-c", before: "Card *card = self.cards[index];",
        after: "if (index >= self.cards.count) { return; }\nCard *card = self.cards[index];"),
      Change("swift", after: "guard index < cards.count else { return }\nlet card = cards[index]"),
    ],
    gaps: [
      Gap(unless: .hasStack, "The stack of the exception: it would name the caller.")
    ],
    lookalikes: [
      LookAlike("swift-index-out-of-range", because: "It is a Foundation exception, not a Swift runtime check."),
      LookAlike("nsexception-nil-insert", because: "An index was wrong, not an object."),
    ],
    references: [
      .languageExceptions,
      Reference("NSRangeException (Apple, Foundation)"),
    ],
    supersedes: ["nsexception-uncaught", "ib-agent-exception-unspecified", "ib-agent-crashed-unspecified"],
    generality: 3,
    searchTerms: """
      NSRangeException
      index beyond bounds
      objectAtIndex: index beyond bounds
      beyond bounds
      out of bounds
      NSArray out of bounds
      index beyond bounds for empty array
      index out of bounds
      """,
    examples: [
      .matches(
        "an empty array",
        """
        →*** Terminating app due to uncaught exception 'NSRangeException', reason: '*** -[__NSArrayM objectAtIndex:]: index 0 beyond bounds for empty array'
        """),
      .doesNotMatch(
        "the exception was caught and logged",
        """
        Caught exception while sorting: *** -[__NSArrayM objectAtIndex:]: index 3 beyond bounds [0 .. 2]
        """),
      .doesNotMatch(
        "Swift's own check",
        """
        Swift/ContiguousArrayBuffer.swift:600: Fatal error: Index out of range
        """),
    ])

  private static let named = Evidence.uncaughtException(
    names: ["NSRangeException"], statement: "NSRangeException was raised and not caught.")
  private static let wording = Evidence.text(
    [
      "index {index} beyond bounds {bounds}'", "index {index} beyond bounds {bounds}", "beyond bounds for empty",
      "index {index} beyond bounds", "Range or index out of bounds", "Range {} out of bounds; string length",
      "is out of bounds; string length",
    ], statement: "The index is out of bounds.")
}
