extension Pattern {
  /// A termination by privacy protection (TCC), because Info.plist has no usage description.
  static let tccMissingUsage: Pattern = Pattern(
    "tcc-missing-usage",
    title: "Privacy violation: a usage description is missing in Info.plist",
    family: .kill,
    symptom: """
      The app disappears when it first requests access to the camera, photos, contacts, the microphone or similar.
      """,
    grades: [
      Grade(.certain, cause: .certain, named),
      Grade(
        .certain, cause: .likely,
        .any([
          .termination(namespace: "TCC", statement: "The system's privacy protection (TCC) terminated the process."),
          .all([
            // The function aborts. Searching all threads of all other crashes takes time.
            .not(
              .exception(types: [
                "EXC_BAD_ACCESS", "EXC_BREAKPOINT", "EXC_BAD_INSTRUCTION", "EXC_ARITHMETIC", "EXC_RESOURCE",
                "EXC_GUARD",
              ])),
            .frame(
              FrameQuery(
                ["__TCC_CRASHING_DUE_TO_PRIVACY_VIOLATION__*"], position: .anyThread,
                statement: "The system's privacy protection (TCC) terminates the process here.")),
          ]),
        ])),
      Grade(.likely, cause: .likely, wrapped),
    ],
    headline: "Privacy violation: the Info.plist of {process|the app} is missing {key|a usage description}",
    cause: """
      The app requested access to data that needs the user's permission, but its Info.plist has no usage description \
      that states the purpose ({key|the report does not name the key}). The system then terminates the app. The \
      thread that is marked as crashed belongs to the system; it is not the thread that requested access.
      """,
    remedy: [
      "Add {key|the NS…UsageDescription key} with a sentence for the user to the target's Info.plist.",
      "If your code does not use that data, a library does: look for its call in all threads.",
    ],
    changes: [
      Change(
        "xml",
        after: """
          <key>{key|NSCameraUsageDescription}</key>
          <string>Cards takes a picture of a card.</string>
          """)
    ],
    gaps: [Gap(unless: named, "The message that names the key, in Termination Reason or in the console.")],
    lookalikes: [
      LookAlike("codesign-kill", because: "The termination namespace is TCC: privacy, not the code signature.")
    ],
    references: [
      Reference(
        "Requesting access to protected resources (Apple, UIKit)",
        url: "https://developer.apple.com/documentation/uikit/requesting-access-to-protected-resources"), .sigkill,
    ],
    generality: 2,
    searchTerms: """
      privacy usage description
      NSCameraUsageDescription
      usage description
      missing usage description
      this app has crashed because it attempted to access privacy-sensitive data without a usage description
      privacy-sensitive data
      NSPhotoLibraryUsageDescription
      NSMicrophoneUsageDescription
      NSLocationWhenInUseUsageDescription
      Info.plist missing key
      camera permission
      privacy
      """,
    examples: [
      .matches(
        "the termination names the key",
        """
        Exception Type:  EXC_CRASH (SIGABRT)
        →Termination Reason: TCC, This app has crashed because it attempted to access privacy-sensitive data without a usage description.  The app's Info.plist must contain an NSCameraUsageDescription key with a string value explaining to the user how the app uses this data.
        """),
      .doesNotMatch(
        "access was requested and denied",
        """
        2023-05-06 07:08:09.123 Cards[4711:90210] Access to the camera was denied.
        """),
    ])

  private static let named = Evidence.text(
    [
      "without a usage description{}Info.plist must contain an {key} key",
      "without a usage description{}must contain {key} key",
      "attempted to access privacy-sensitive data without a usage description",
    ], statement: "The system reports the missing usage description.")
  /// The message with line breaks inside, of which each line is a separate text.
  private static let wrapped = Evidence.all([
    .text(
      ["crashed because it attempted to access privacy"],
      statement: "The system reports access to private data without a usage description."),
    .optional(.text(["an {key} key with a string value", "must contain an {key} key", "an {key} key with"])),
  ])
}
