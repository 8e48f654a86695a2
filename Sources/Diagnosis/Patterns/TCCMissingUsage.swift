extension Pattern {
  /// Privacy protection ended the app because a usage text is missing in Info.plist.
  static let tccMissingUsage: Pattern = Pattern(
    "tcc-missing-usage",
    title: "Ended by privacy protection: a usage text is missing in Info.plist",
    family: .kill,
    symptom: "The app disappears when it first asks for the camera, photos, contacts, the microphone or the like.",
    grades: [
      Grade(.certain, cause: .certain, named),
      Grade(
        .certain, cause: .likely,
        .any([
          .termination(namespace: "TCC", statement: "The privacy protection (TCC) ended the process."),
          .frame(
            FrameQuery(
              ["__TCC_CRASHING_DUE_TO_PRIVACY_VIOLATION__*"], position: .anyThread,
              statement: "The privacy protection (TCC) ends the process here.")),
        ])),
    ],
    headline: "{process|The app} was ended because Info.plist lacks {key|a usage text}",
    cause: """
      The app asked for data that the user must allow, and its Info.plist has no text that says what for \
      ({key|the key is not named here}). The system then ends the app. The thread that is marked as crashed is \
      the system's, not the one that asked.
      """,
    remedy: [
      "Add {key|the NS…UsageDescription key} with a sentence for the user to the target's Info.plist.",
      "If you do not use that data yourself, a library does: look through all threads for its call.",
    ],
    changes: [
      Change(
        "xml",
        after: """
          <key>{key|NSCameraUsageDescription}</key>
          <string>Cards takes a picture of a card.</string>
          """)
    ],
    gaps: [Gap(unless: named, "The message that names the key: Termination Reason or the console has it.")],
    lookalikes: [
      LookAlike("codesign-kill", because: "The namespace is TCC: privacy, not the signature.")
    ],
    references: [
      Reference(
        "Requesting access to protected resources (Apple, UIKit)",
        url: "https://developer.apple.com/documentation/uikit/requesting-access-to-protected-resources"), .sigkill,
    ],
    generality: 2,
    examples: [
      .matches(
        "the termination names the key",
        """
        Exception Type:  EXC_CRASH (SIGABRT)
        →Termination Reason: TCC, This app has crashed because it attempted to access privacy-sensitive data without a usage description.  The app's Info.plist must contain an NSCameraUsageDescription key with a string value explaining to the user how the app uses this data.
        """),
      .doesNotMatch(
        "access was asked for and refused",
        """
        2023-05-06 07:08:09.123 Cards[4711:90210] Access to the camera was denied.
        """),
    ])

  private static let named = Evidence.text(
    [
      "without a usage description{}Info.plist must contain an {key} key",
      "without a usage description{}must contain {key} key",
      "attempted to access privacy-sensitive data without a usage description",
    ], statement: "The system names the missing key.")
}
