extension Pattern {
  /// An app that is built with the SDK of iOS 27 and has no scenes, which UIKit stops at launch.
  static let uiSceneLifecycleMissing: Pattern = Pattern(
    "uiscene-lifecycle-missing",
    title: "UIScene life cycle is required: the app does not adopt scenes",
    family: .kill,
    symptom: """
      After the app was built with the SDK of iOS 27, it crashes at launch on iOS 27, on devices and in the simulator; \
      the same code built with an older SDK works.
      """,
    grades: [
      Grade(.certain, cause: .likely, .any([.frame(assertion), .text([required], statement: messageStatement)])),
      Grade(
        .certain, cause: .likely, severity: .warning,
        .text(
          warnings, statement: "UIKit warns that the app does not adopt scenes, which later SDKs require.")),
      Grade(
        .likely, cause: .likely,
        .text(["EvaluateRuntimeIssueForNoSceneLifecycleAdoption"], statement: functionStatement)),
    ],
    headline: "UIScene life cycle is required: {process|the app} does not adopt scenes",
    cause: """
      On iOS 27 and the systems that came with it, UIKit stops an app at launch if the app is linked with their SDK and \
      does not use scenes. The version of the SDK decides, not the deployment target and not the version of the system. \
      One of these is missing: UIApplicationSceneManifest in Info.plist, a configuration in it (an empty \
      UISceneConfigurations counts as none), or a scene delegate. No function of the app is on the stack.
      """,
    remedy: [
      "Add UIApplicationSceneManifest to the Info.plist of the app, with one configuration that names a scene delegate.",
      "Create the window in scene(_:willConnectTo:options:) of the scene delegate, and move there what applicationDidBecomeActive and the like do.",
      "Flutter, Expo and React Native, .NET and Gluon have releases that adopt scenes: update the framework and its templates of Info.plist and AppDelegate.",
      "Until then, build with the SDK of iOS 26: such apps still launch.",
    ],
    changes: [
      Change(
        "xml",
        after: """
          <key>UIApplicationSceneManifest</key>
          <dict>
            <key>UIApplicationSupportsMultipleScenes</key><false/>
            <key>UISceneConfigurations</key>
            <dict>
              <key>UIWindowSceneSessionRoleApplication</key>
              <array>
                <dict>
                  <key>UISceneConfigurationName</key><string>Default</string>
                  <key>UISceneDelegateClassName</key><string>$(PRODUCT_MODULE_NAME).SceneDelegate</string>
                </dict>
              </array>
            </dict>
          </dict>
          """),
      Change(
        "swift",
        after: """
          final class SceneDelegate: UIResponder, UIWindowSceneDelegate {
            var window: UIWindow?

            func scene(_ scene: UIScene, willConnectTo session: UISceneSession, options: UIScene.ConnectionOptions) {
              guard let scene = scene as? UIWindowScene else { return }
              window = UIWindow(windowScene: scene)
              window?.rootViewController = CardsViewController()
              window?.makeKeyAndVisible()
            }
          }
          """),
    ],
    lookalikes: [
      LookAlike("trap-unspecified", because: "The function that stops the process names the reason.")
    ],
    references: [
      Reference(
        "TN3187: Migrating to the UIKit scene-based life cycle (Apple)",
        url: "https://developer.apple.com/documentation/technotes/tn3187-migrating-to-the-uikit-scene-based-life-cycle"),
      Reference(
        "Transitioning to the UIKit scene-based life cycle (Apple, UIKit)",
        url: "https://developer.apple.com/documentation/uikit/transitioning-to-the-uikit-scene-based-life-cycle"),
    ],
    generality: 1,
    searchTerms: """
      UIScene
      UIApplicationSceneManifest
      scene life cycle
      scene delegate
      UISceneDelegate
      iOS 27 crash at launch
      UIScene life cycle is required for apps built with this SDK
      NoSceneLifecycleAdoption
      UIScene lifecycle will soon be required
      """,
    examples: [
      .matches(
        "the stack of a crash report",
        """
        Exception Type:  EXC_BREAKPOINT (SIGTRAP)
        Triggered by Thread:  0

        Thread 0 Crashed:
        →0   UIKitCore                     	0x00000001a3c5a414 ___UIApplicationEvaluateRuntimeIssueForNoSceneLifecycleAdoption_block_invoke + 700
        1   libdispatch.dylib             	0x00000001a2d34f50 _dispatch_client_callout + 16
        2   libdispatch.dylib             	0x00000001a2d35a50 _dispatch_once_callout + 32
        3   UIKitCore                     	0x00000001a3c5b000 -[UIApplication workspace:didCreateScene:withTransitionContext:completion:] + 1200
        """),
      .matches(
        "the line in the log",
        """
        →2026-10-02 07:08:09.123 Cards[4711:90210] Application failed to launch: UIScene life cycle is required for apps built with this SDK.
        """),
      .matches(
        "the warning of iOS 26",
        """
        →2026-02-02 07:08:09.123 Cards[4711:90210] [UIKit App Config] `UIScene` lifecycle will soon be required. Failure to adopt will result in an assert in the future.
        """),
      .doesNotMatch(
        "another crash while a scene is created",
        """
        Exception Type:  EXC_BREAKPOINT (SIGTRAP)
        Triggered by Thread:  0

        Thread 0 Crashed:
        0   Cards                         	0x0000000102d34f50 SceneDelegate.scene(_:willConnectTo:options:) + 76
        1   UIKitCore                     	0x00000001a3c5b000 -[UIApplication workspace:didCreateScene:withTransitionContext:completion:] + 1200
        """),
      .doesNotMatch(
        "an app that lists its scenes",
        """
        2026-10-02 07:08:09.123 Cards[4711:90210] UIScene: 2 scenes connected, life cycle started
        """),
    ])

  private static let messageStatement = "UIKit states that the life cycle of scenes is required."
  private static let functionStatement = "UIKit checks in this function whether the app adopts scenes."
  private static let required: TextTemplate = "UIScene life cycle is required for apps built with this SDK"
  private static let warnings: [TextTemplate] = [
    "`UIScene` lifecycle will soon be required", "UIScene lifecycle will soon be required",
    "This process does not adopt UIScene lifecycle",
  ]
  private static let assertion = FrameQuery(
    ["*UIApplicationEvaluateRuntimeIssueForNoSceneLifecycleAdoption*"], position: .first(6),
    statement: "UIKit stops the process here because the app does not adopt scenes.")
}
