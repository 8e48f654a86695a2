extension Pattern {
  /// Key-value coding on a private instance variable of UIKit, which iOS 13 and later prohibit.
  static let uikitPrivateIvarKVC: Pattern = Pattern(
    "uikit-private-ivar-kvc",
    title: "Access to a private ivar of UIKit is prohibited (key-value coding)",
    family: .exception,
    symptom: "Since iOS 13 the app crashes with \"Access to …'s … ivar is prohibited. This is an application bug\".",
    grades: [
      Grade(.certain, cause: .certain, prohibited),
      Grade(
        .certain, cause: .likely,
        .frame(
          FrameQuery(
            ["UIKVCAccessProhibited", "_UIKVCAccessProhibited*"], statement: "UIKit prohibits the access here."))
      ),
    ],
    headline: "Access to {object|a UIKit class}'s {key|private} ivar is prohibited: the app used key-value coding",
    cause: """
      The app uses key-value coding with {key|the name of a private variable} on {object|a UIKit class} (for example \
      `setValue(_:forKeyPath: "_placeholderLabel.textColor")`). UIKit in iOS 13 and later raises an exception for \
      this. The call may be in a library.
      """,
    remedy: [
      """
      Replace the key path with public API: attributedPlaceholder for the color of a placeholder, searchTextField for \
      the text field of a search bar.
      """,
      "Do not just remove the underscore: `placeholderLabel` is private too.",
      "If the call is in a library, update it.",
    ],
    changes: [
      Change(
        "objective-c", before: #"[field setValue:color forKeyPath:@"_placeholderLabel.textColor"];"#,
        after: """
          field.attributedPlaceholder = [[NSAttributedString alloc]
              initWithString:field.placeholder ?: @"" attributes:@{NSForegroundColorAttributeName : color}];
          """),
      Change(
        "swift", before: #"field.setValue(color, forKeyPath: "_placeholderLabel.textColor")"#,
        after: """
          field.attributedPlaceholder = NSAttributedString(
            string: field.placeholder ?? "", attributes: [.foregroundColor: color])
          """),
    ],
    gaps: [
      Gap(unless: .hasStack, "The stack of the exception: it would show the function that accesses the variable."),
      Gap(unless: prohibited, "The message, which names the class and the variable."),
    ],
    lookalikes: [
      LookAlike("nib-kvc-undefined-key", because: "The key exists; UIKit prohibits access to it.")
    ],
    references: [
      Reference("iOS 13 release notes (Apple)"),
      Reference(
        "attributedPlaceholder (Apple, UIKit)",
        url: "https://developer.apple.com/documentation/uikit/uitextfield/attributedplaceholder"),
    ],
    supersedes: ["nsexception-uncaught", "nsexception-internal-inconsistency", "ib-agent-exception-unspecified"],
    searchTerms: """
      access to UITextField's _placeholderLabel ivar is prohibited
      ivar is prohibited
      _placeholderLabel
      this is an application bug
      private ivar
      """,
    examples: [
      .matches(
        "the placeholder label of a text field",
        """
        →*** Terminating app due to uncaught exception 'NSGenericException', reason: 'Access to UITextField's _placeholderLabel ivar is prohibited. This is an application bug'
        *** First throw call stack:
        (0x1a3e5a98c 0x1a3b830a4 0x1a3d5a1e8 0x1a7f0a2b8 0x1a7f0a310 0x102d34f50)
        """),
      .matches(
        "a stack without the message",
        """
        Last Exception Backtrace:
        0   CoreFoundation                	0x00000001a3e5a9ac __exceptionPreprocess + 224
        →1   libobjc.A.dylib               	0x00000001a3b830a4 objc_exception_throw + 64
        →2   UIKitCore                     	0x00000001a7f0a2b8 UIKVCAccessProhibited + 160
        3   UIKitCore                     	0x00000001a7f0a310 -[UISearchBar _searchField] + 40
        4   Cards                         	0x0000000102d34f50 -[SearchController viewDidLoad] + 176
        """),
      .doesNotMatch(
        "a key that does not exist",
        """
        *** Terminating app due to uncaught exception 'NSUnknownKeyException', reason: '[<UITextField 0x10590a600> valueForUndefinedKey:]: this class is not key value coding-compliant for the key _placeholder.'
        """),
    ])

  private static let prohibited = Evidence.text(
    ["Access to {object}'s {key} ivar is prohibited"], statement: "UIKit prohibits access to {key} of {object}.")
}
