extension Pattern {
  /// nil as an element, value or key of a Foundation collection.
  static let nsexceptionNilInsert: Pattern = Pattern(
    "nsexception-nil-insert",
    title: "nil was inserted into a Foundation collection",
    family: .exception, revision: 2,
    symptom: "The app crashes with \"attempt to insert nil object\" or \"object cannot be nil\".",
    grades: [
      Grade(.certain, cause: .likely, stated),
      Grade(.likely, cause: .likely, .all([wording, .not(.exceptionWasCaught), .not(isOther)])),
      Grade(.likely, cause: .likely, .all([raising, collection, .not(isOther)])),
    ],
    headline: "nil inserted into a collection in {function|the app}",
    cause: """
      Foundation arrays and dictionaries cannot contain nil. A literal (`@[a, b]`, `@{key: value}`), setObject:forKey: \
      or addObject: received nil, usually the result of a call that failed, such as a file, image or string that was \
      not found.
      """,
    remedy: [
      "In {function|the caller}, find which object is nil, and leave it out or use NSNull.null.",
      "To remove a value, use setValue:forKey: or removeObjectForKey:.",
    ],
    changes: [
      Change(
        "objective-c", before: "NSDictionary *card = @{@\"title\" : title};",
        after: "NSDictionary *card = title ? @{@\"title\" : title} : @{};"),
      Change("swift", after: "let card = [\"title\": title].compactMapValues { $0 }"),
    ],
    gaps: [
      Gap(unless: .hasStack, "The stack of the exception: it would name the caller.")
    ],
    lookalikes: [
      LookAlike("nsexception-range", because: "An object was nil; no index was out of range.")
    ],
    references: [.languageExceptions],
    supersedes: ["nsexception-uncaught", "ib-agent-exception-unspecified", "ib-agent-crashed-unspecified"],
    generality: 4,
    searchTerms: """
      object cannot be nil
      nil inserted into a collection
      attempt to insert nil object
      insertObject:atIndex: object cannot be nil
      setObjectForKey: object cannot be nil
      insert nil
      nil in dictionary
      attempt to insert nil object from objects
      """,
    examples: [
      .matches(
        "a literal that contains nil",
        """
        →*** Terminating app due to uncaught exception 'NSInvalidArgumentException', reason: '*** -[__NSPlaceholderArray initWithObjects:count:]: attempt to insert nil object from objects[1]'
        """),
      .matches(
        "setObject:forKey: in the log", atLeast: .likely,
        """
        →2023-05-06 07:08:09.123 Cards[4711:90210] *** -[__NSDictionaryM setObject:forKey:]: object cannot be nil (key: title)
        """),
      .doesNotMatch(
        "an unrecognized selector",
        """
        *** Terminating app due to uncaught exception 'NSInvalidArgumentException', reason: '-[Card count]: unrecognized selector sent to instance 0x600001c04230'
        """),
    ])

  private static let statement = "An object to be inserted into the collection is nil."
  private static let wordings: [TextTemplate] = [
    "attempt to insert nil object from objects[{index}]", "attempt to insert nil object",
    "attempt to insert nil value",
    "attempt to insert nil key", "setObject:forKey:]: object cannot be nil (key: {key})",
    "]: object cannot be nil", "]: key cannot be nil", "setObjectForKey: object cannot be nil (key: {key})",
    "setObjectForKey: object cannot be nil", "setObjectForKey: key cannot be nil", "]: nil object",
    "attempt to insert nil",
  ]
  private static let stated = Evidence.uncaughtException(names: [], reason: .states(wordings), statement: statement)
  private static let wording = Evidence.text(wordings, statement: statement)
  private static let isOther = Evidence.uncaughtException(names: [], reason: .statesOther(wordings))
  /// Without the reason: these functions raise an exception only for nil.
  private static let raising = Evidence.frame(
    FrameQuery(["objc_exception_throw", "*[NSException raise*"], position: .first(4)))
  private static let collection = Evidence.frames([
    FrameQuery(["objc_exception_throw"], position: .first(3)),
    FrameQuery(
      [
        "-[__NSPlaceholderDictionary initWithObjects:forKeys:count:]", "-[__NSPlaceholderArray initWithObjects:count:]",
        "-[__NSDictionaryM setObject:forKey:]", "-[__NSDictionaryM setObject:forKeyedSubscript:]",
        "-[__NSSetM addObject:]", "-[__NSPlaceholderSet initWithObjects:count:]",
      ], position: .first(4), statement: "{function} raises an exception for an object or key that is nil."),
  ])
}
