import CrashReports

extension Pattern {
  /// A nib sets an outlet or attribute that the object does not have.
  static let nibKVCUndefinedKey: Pattern = Pattern(
    "nib-kvc-undefined-key",
    title: "A nib sets a key for which the object is not key value coding-compliant",
    family: .nib,
    symptom: """
      The app crashes when a screen is about to appear: "this class is not key value coding-compliant for the key …".
      """,
    grades: [
      Grade(.certain, cause: .likely, .all([refused, connecting])),
      Grade(.likely, cause: .likely, .all([refused, .not(ignoredByInterfaceBuilder)])),
    ],
    headline: "{object|The object} is not key value coding-compliant for the key {key|that the nib sets}",
    cause: """
      setValue:forKey: was called for {key?the key {key}|a key} on an instance of {object|a class}, which has no such \
      property; usually a nib or storyboard was being loaded. If the object is a plain UIView, UIViewController or \
      NSObject, the custom class was not found, or the outlet is connected to the wrong object. Otherwise the \
      property was renamed or removed.
      """,
    remedy: [
      """
      In the nib, open the connections of {object|the object}, and delete or reconnect {key|the key} (marked with a \
      warning sign).
      """,
      "Check Custom Class and Module in the Identity inspector; for Swift use \"Inherit Module From Target\".",
      "Delete stale entries under User Defined Runtime Attributes.",
      "If your own code calls setValue:forKey: there, correct the key.",
    ],
    changes: [
      Change(
        "xml", before: #"<outlet property="{key|titleLabel}" destination="kQ3-1b-xYz" id="a7c-Qd-2Fe"/>"#,
        after: "<!-- removed: {object|the class} has no property {key|titleLabel} -->"),
      Change("objective-c", after: "@property (nonatomic, weak) IBOutlet UIView *{key|titleLabel};"),
      Change("swift", after: "@IBOutlet private weak var {key|titleLabel}: UIView!"),
    ],
    gaps: [
      Gap(
        unless: connecting,
        "The stack of the exception: a frame -[UIRuntimeOutletConnection connect] would prove that a nib set the key.")
    ],
    lookalikes: [
      LookAlike(
        "nib-unknown-class", because: "No line reports an unknown class in the nib.",
        when: .not(.text(["in Interface Builder file"]))),
      LookAlike("unrecognized-selector", because: "The object rejected a key, not a message."),
    ],
    knownGaps: ["Without a stack, the app's own use of key-value coding looks the same."],
    references: [.nibFiles, Reference("Key-Value Coding Programming Guide (Apple)"), .languageExceptions],
    supersedes: ["nsexception-uncaught", "ib-agent-exception-unspecified", "ib-agent-crashed-unspecified"],
    searchTerms: """
      this class is not key value coding-compliant for the key
      not key value coding-compliant
      setValue:forUndefinedKey:
      NSUnknownKeyException
      key value coding
      key value coding compliant
      valueForUndefinedKey:
      KVC
      outlet renamed
      undefined key
      IBOutlet
      """,
    examples: [
      .matches(
        "an outlet of a plain view controller, with the frames that load the nib",
        """
        →*** Terminating app due to uncaught exception 'NSUnknownKeyException', reason: '[<UIViewController 0x7fd4e3c09b20> setValue:forUndefinedKey:]: this class is not key value coding-compliant for the key titleLabel.'
        *** First throw call stack:
        (
        0   CoreFoundation                      0x000000010f6d21bb __exceptionPreprocess + 331
        1   libobjc.A.dylib                     0x000000010ec70735 objc_exception_throw + 108
        2   CoreFoundation                      0x000000010f6d1d89 -[NSException raise] + 9
        →3   Foundation                          0x000000010e701c0f -[NSObject(NSKeyValueCoding) setValue:forKey:] + 325
        →4   UIKitCore                           0x0000000111f8e2c1 -[UIRuntimeOutletConnection connect] + 134
        5   UIKitCore                           0x0000000111f8ba0c -[UINib instantiateWithOwner:options:] + 1837
        )
        """),
      .matches(
        "the message alone", atLeast: .likely,
        """
        →[<NSObject 0x600001c04230> setValue:forUndefinedKey:]: this class is not key value coding-compliant for the key view.
        """),
      .doesNotMatch(
        "a warning after which Interface Builder continues",
        """
        /Users/user/Cards/Main.storyboard: warning: IB Designables: Ignoring user defined runtime attribute for key path "cornerRadius" on instance of "UIView". Hit an exception when attempting to set its value: [<UIView 0x7fd1c2e0a310> setValue:forUndefinedKey:]: this class is not key value coding-compliant for the key cornerRadius.
        """),
      .doesNotMatch(
        "a key that was read, not set",
        """
        *** Terminating app due to uncaught exception 'NSUnknownKeyException', reason: '[<Card 0x600001c04230> valueForUndefinedKey:]: this class is not key value coding-compliant for the key titel.'
        """),
    ])

  private static let refused = Evidence.text(
    [
      "[<{object} 0x{}> setValue:forUndefinedKey:]: this class is not key value coding-compliant for the key {key}.",
      "[<{object} 0x{}> setValue:forUndefinedKey:]: this class is not key value coding-compliant for the key {key}",
      "setValue:forUndefinedKey:]: this class is not key value coding-compliant for the key {key}.",
      "setValue:forUndefinedKey:]: this class is not key value coding-compliant",
    ], statement: "The object has no such key.")

  private static let connecting = Evidence.frame(
    FrameQuery(
      [
        "-[UIRuntimeOutletConnection connect]", "-[UIRuntimeOutletCollectionConnection connect]",
        "-[NSNibOutletConnector establishConnection]", "-[NSIBUserDefinedRuntimeAttributesConnector *",
        "-[_UIRuntimeAttribute*", "-[UINib instantiateWithOwner:options:]", "-[NSNib *nstantiate*",
      ], statement: "A nib was being loaded by {function}."))

  private static let ignoredByInterfaceBuilder = Evidence.text(
    ["user defined runtime attribute", "Hit an exception when attempting to set"])
}
