extension Pattern {
  /// Interface Builder has no built product that the agent could load the designables from.
  static let ibLoadNullPath: Pattern = Pattern(
    "ib-load-null-path",
    title: "Failed to load designables: Interface Builder has no built product",
    family: .designables,
    symptom: """
      Xcode shows an empty frame where an @IBDesignable view should be, and the error "Failed to load designables from \
      path (null)". The app builds and runs; the error does not stop the build.
      """,
    grades: [
      Grade(.certain, cause: .likely, .text(wordings, statement: statement))
    ],
    headline: "Failed to load designables: Interface Builder has no built product for {object|the view} (path is null)",
    cause: """
      The agent loads the designables from the dynamic framework or app that contains their class. No such product \
      exists: the class comes from a static library (pods without use_frameworks!), or the target was not built for \
      the simulator, or its deployment target is earlier than iOS 8.
      """,
    remedy: [
      "Make the library with the class a dynamic framework: use_frameworks! in the Podfile, platform iOS 8 or later.",
      "Build for a simulator without errors first; then choose Editor > Refresh All Views.",
      "In the Identity inspector, set Module to the framework that contains {object|the class}.",
    ],
    changes: [
      Change(
        "ruby",
        before: """
          target 'MyApp' do
            pod 'CardKit'
          end
          """,
        after: """
          platform :ios, '12.0'
          target 'MyApp' do
            use_frameworks!   # dynamic, so that Interface Builder can load it
            pod 'CardKit'
          end
          """)
    ],
    gaps: [
      Gap(
        unless: .not(.text(wordings)),
        "How the class is linked (Podfile, or the target's product type): this would make the cause certain.")
    ],
    lookalikes: [
      LookAlike("ib-dlopen-not-dynamic", because: "There, a file was found and rejected; here, there is no path."),
      LookAlike("ib-dlopen-library-missing", because: "No dlopen was attempted."),
    ],
    references: [
      .appleDesignableViews, Reference("HCSStarRatingView #70"), Reference("SZTextView PR 54"),
    ],
    supersedes: Designables.symptoms,
    searchTerms: """
      failed to load designables from path (null)
      designables path null
      path (null)
      (null) path
      """,
    examples: [
      .matches(
        "a pod without use_frameworks!",
        """
        →file:///Users/dev/My%20Projects/MyApp/Base.lproj/Main.storyboard: error: IB Designables: Failed to render and update auto layout status for CardViewController (BYZ-38-t0r): Failed to load designables from path (null)
        """),
      .matches(
        "the message, retyped by hand",
        """
        →Failed to render and update auto layout status for CardView : Failed to load designables from path (null)
        """),
      .doesNotMatch(
        "the product exists, but one of its libraries is missing",
        """
        Main.storyboard: error: IB Designables: Failed to render and update auto layout status for CardViewController (BYZ-38-t0r): dlopen(CardKit.framework, 1): Library not loaded: @rpath/ShadowKit.framework/ShadowKit
          Referenced from: CardKit.framework
          Reason: image not found
        """),
      .doesNotMatch(
        "a symptom without its reason",
        """
        Main.storyboard: error: IB Designables: Failed to render and update auto layout status for CardViewController (BYZ-38-t0r): The agent crashed
        """),
    ])

  /// Also as people retype it.
  private static let wordings: [TextTemplate] = [
    "Failed to load designables from path", "Failed to load designables form path",
    "Failed to load designable from path",
    "Failed to load designable form path", "Failed to load designables{}path (null)",
  ]
  private static let statement = "Interface Builder found no built product to load."
}
