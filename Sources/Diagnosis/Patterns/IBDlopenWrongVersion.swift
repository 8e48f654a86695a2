extension Pattern {
  /// A library that the agent found, of an older version than the designables were linked with.
  static let ibDlopenWrongVersion: Pattern = Pattern(
    "ib-dlopen-wrong-version",
    title: "Incompatible library version: Interface Builder's agent found an older library",
    family: .designables,
    symptom: """
      Xcode shows an empty frame instead of an @IBDesignable view, and an error with "Library not loaded" and \
      "Incompatible library version".
      """,
    grades: [
      Grade(.certain, cause: .likely, .agentDlopenFailure(reasons, statement: statement)),
      Grade(.likely, cause: .likely, .unattributedDlopenFailure(reasons, statement: statement)),
    ],
    headline: """
      Incompatible library version: {user|the app} requires {library} {required} or later, but Interface Builder found \
      {provided}
      """,
    cause: """
      The agent found {library}, so its run path is right. The file is older ({provided}) than the one that {user|the \
      app} was linked with ({required}): a product of an earlier build, or another copy on the search path.
      """,
    remedy: [
      "Clean the build folder and delete derived data, then build and refresh the views.",
      "Update {library} (pod install, or its package version), so that all targets are linked with the same version.",
    ],
    changes: [
      Change(
        "shell",
        after: """
          otool -L {fulluser|MyApp.app/MyApp} | grep {library}   # the version that it was linked with
          find ~/Library/Developer/Xcode/DerivedData -name '{library}.framework' -maxdepth 6
          """)
    ],
    lookalikes: [
      LookAlike("ib-dlopen-library-missing", because: "The library was found; the loader refused its version.")
    ],
    references: [.dyldManual, .appleDesignableViews],
    supersedes: Designables.symptoms + [
      "ib-dlopen-library-missing", "dyld-library-missing", "dyld-library-wrong-version",
    ],
    searchTerms: """
      Incompatible library version
      requires version or later, but provides version
      designables incompatible library version
      """,
    examples: [
      .matches(
        "a pod that was updated for one target only",
        """
        →Main.storyboard: error: IB Designables: Failed to render instance of CardView: dlopen(Cards.app, 1): Library not loaded: @rpath/DeckKit.framework/DeckKit
          Referenced from: Cards.app
          Reason: Incompatible library version: Cards requires version 3.0.0 or later, but DeckKit provides version 2.0.0
        """),
      .doesNotMatch(
        "a library that was not found",
        """
        Main.storyboard: error: IB Designables: Failed to render instance of CardView: dlopen(Cards.app, 1): Library not loaded: @rpath/DeckKit.framework/DeckKit
          Referenced from: Cards.app
          Reason: image not found
        """),
    ])

  private static let reasons = [
    """
    Incompatible library version: {user} requires version {required} or later, but {library} provides version {provided}
    """,
    "Incompatible library version",
  ]
  private static let statement = "The loader found {library|the library} and refused its version."
}
