extension Pattern {
  /// An index or range that is out of bounds for a Foundation collection or string.
  static let nsexceptionRange: Pattern = Pattern(
    "nsexception-range",
    title: "An index or range is beyond the bounds of a Foundation collection (NSRangeException)",
    family: .exception, revision: 2,
    symptom: "The app crashes with NSRangeException: \"index … beyond bounds …\".",
    grades: [
      Grade(.certain, cause: .likely, stated),
      Grade(.certain, cause: .likely, .all([named, raising])),
      Grade(.likely, cause: .likely, .all([wording, .not(.exceptionWasCaught), .not(isOther)])),
      // Foundation raises this exception for other failures, too, such as an observer that is not registered.
      Grade(.likely, cause: .possible, .all([named, .not(.raisedByCatalogAPI)])),
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

  private static let statement = "The index is out of bounds."
  /// The most specific wordings of Foundation, UIKit and AppKit first.
  private static let wordings: [TextTemplate] = [
    "index {index} beyond bounds {bounds}'", "index {index} beyond bounds {bounds}", "beyond bounds for empty",
    "index {index} beyond bounds", "row ({index}) beyond bounds ({bounds}) for section", "row ({index}) beyond bounds",
    "section ({index}) beyond bounds ({bounds})", "item ({index}) beyond bounds ({bounds})",
    "index ({index}) beyond bounds ({bounds})", "beyond bounds", "Range or index out of bounds",
    "Range {} out of bounds; string length", "is out of bounds; string length",
    "Index {index} out of bounds; string length",
    "range {index} exceeds data length {bounds}", "exceeds data length", "or index out of bounds", "out of bounds",
    "index {index} out of range", "out of range", "invalid range", "invalid index", "is outside of the range",
    "exceeds the bounds", "extends beyond",
  ]
  private static let stated = Evidence.uncaughtException(
    names: ["NSRangeException"], reason: .states(wordings), statement: statement)
  private static let named = Evidence.uncaughtException(
    names: ["NSRangeException"], reason: .isMissing,
    statement: "NSRangeException was raised and not caught; its reason is not recorded.")
  private static let isOther = Evidence.uncaughtException(names: [], reason: .statesOther(wordings))
  /// Without the reason: these functions raise an NSRangeException only for their bounds.
  private static let raising = Evidence.frames([
    FrameQuery(["objc_exception_throw", "*[NSException raise*", "_CFThrowFormattedException*"], position: .first(4)),
    FrameQuery(
      [
        "-[__NS*Array* objectAtIndex*", "-[__NS*Array* insertObject:atIndex:*", "-[__NS*Array* removeObject*AtIndex:*",
        "-[__NS*Array* replaceObject*AtIndex*", "-[__NS*Array* setObject:atIndex*", "-[NSArray* objectAtIndex*",
        "-[__NS*Array* getObjects:range:*", "-[__NS*Array* exchangeObjectAtIndex*",
        "-[__NS*Array* removeObjectsInRange:*",
        "_NSArrayRaiseBoundException", "__NSArrayRaise*Bound*", "_NSArrayRaiseInsert*", "-[*String characterAtIndex:]",
        "-[*String substring*", "-[*String getCharacters:range:]", "-[*String replaceCharactersInRange:*",
        "-[*Data subdataWithRange:]", "-[*Data getBytes:range:]",
      ], position: .first(6), statement: "{function} raises NSRangeException for an index or range out of bounds."),
  ])
  private static let wording = Evidence.text(
    [
      "index {index} beyond bounds {bounds}'", "index {index} beyond bounds {bounds}", "beyond bounds for empty",
      "index {index} beyond bounds", "Range or index out of bounds", "Range {} out of bounds; string length",
      "is out of bounds; string length",
    ], statement: statement)
}
