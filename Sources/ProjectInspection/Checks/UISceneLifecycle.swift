import Diagnosis
import SourceText

extension ProjectCheck {
  /// An app with an app delegate and without scenes.
  static let uiSceneLifecycleMissing = ProjectCheck(
    "uiscene-lifecycle-missing",
    title: "The app has an app delegate and does not adopt scenes",
    explanation: """
      UIKit stops an app at launch on iOS 27 if the app was built with the SDK of iOS 27 and does not use scenes. Reported \
      if the app begins with a class that conforms to UIApplicationDelegate, and each configuration of each app that \
      compiles it lacks UIApplicationSceneManifest, in its Info.plist and in the setting \
      INFOPLIST_KEY_UIApplicationSceneManifest_Generation, or has a manifest without a scene. Not reported for apps that \
      begin with a SwiftUI App, for delegates with a superclass of a framework, and if code chooses the configuration of a \
      scene (configurationForConnecting).
      """,
    examples: [
      .fault("an app delegate without a manifest", sceneExample("→<dict>", "")),
      .fault(
        "a manifest without a configuration",
        sceneExample(
          "<dict>",
          """
          →  <key>UIApplicationSceneManifest</key>
            <dict>
              <key>UIApplicationSupportsMultipleScenes</key><false/>
              <key>UISceneConfigurations</key><dict/>
            </dict>
          """)),
      .noFault(
        "a configuration with a scene delegate",
        sceneExample(
          "<dict>",
          """
            <key>UIApplicationSceneManifest</key>
            <dict>
              <key>UISceneConfigurations</key>
              <dict>
                <key>UIWindowSceneSessionRoleApplication</key>
                <array>
                  <dict>
                    <key>UISceneDelegateClassName</key><string>$(PRODUCT_MODULE_NAME).SceneDelegate</string>
                  </dict>
                </array>
              </dict>
            </dict>
          """, isFault: false)),
      .noFault(
        "a SwiftUI App, which has scenes",
        [
          (
            "CardsApp.swift",
            """
            @main struct CardsApp: App {
              @UIApplicationDelegateAdaptor(CardsDelegate.self) var delegate
              var body: some Scene { WindowGroup { Text("Cards") } }
            }
            class CardsDelegate: NSObject, UIApplicationDelegate {}
            """
          ),
          (
            "Info.plist",
            """
            <plist version="1.0">
            <dict>
              <key>CFBundlePackageType</key><string>APPL</string>
            </dict>
            </plist>
            """
          ),
        ]),
    ]
  ) { index in
    index.appsWithoutScenes()
  }

  /// Returns the files of an example: an app delegate, and an Info.plist with more keys below its first line.
  private static func sceneExample(_ dictionary: String, _ keys: String, isFault: Bool = true)
    -> [(path: String, text: String)]
  {
    [
      (
        "AppDelegate.swift",
        """
        \(isFault ? "→" : "")@main class AppDelegate: UIResponder, UIApplicationDelegate {
          var window: UIWindow?
        }
        """
      ),
      (
        "Info.plist",
        """
        <plist version="1.0">
        \(dictionary)
          <key>CFBundlePackageType</key><string>APPL</string>
        \(keys.isEmpty ? "  <key>UILaunchScreen</key><dict/>" : keys)
        </dict>
        </plist>
        """
      ),
    ]
  }
}

extension ProjectIndex {
  /// The app delegates with which an app begins, if none of its configurations adopts scenes.
  fileprivate func appsWithoutScenes() -> [ProjectCheck.Hit] {
    guard isComplete, !choosesConfigurationInCode, let need = RaisingAPI.Need("plist " + Self.manifest) else {
      return []
    }
    let lookup = NeedLookup(self)
    return sortedClasses.compactMap { type in
      guard let (file, line) = entryPoint(type) else { return nil }
      let apps = apps(containing: file)
      guard !apps.isEmpty, !apps.contains(where: \.isMac), !generatesManifest(apps) else { return nil }
      let location = location(file, line, "\(type.name) is the delegate with which the app begins.")
      switch lookup.status(need, in: apps) {
      case .missing(let place, let what, _):
        return hit(
          "\(what) \(place.path): built with the SDK of iOS 27, the app stops at launch", [location, place], type.name)
      case .present:
        guard let place = emptyManifest(apps) else { return nil }
        return hit(
          "\(Self.manifest) has no scene in \(place.path): built with the SDK of iOS 27, the app stops at launch",
          [place, location], type.name)
      case .unknown: return nil
      }
    }
  }

  private static let manifest = "UIApplicationSceneManifest"

  private func hit(_ headline: String, _ locations: [ProjectLocation], _ name: String) -> ProjectCheck.Hit {
    ProjectCheck.Hit(
      headline: headline, locations: locations,
      remedy: """
        Add UIApplicationSceneManifest with one configuration that names a scene delegate, and create the window in \
        scene(_:willConnectTo:options:).
        """, subjects: [name, Self.manifest])
  }

  /// The line of the class if the app begins with it: it conforms to UIApplicationDelegate, adds nothing to a class of a
  /// framework that might adopt scenes, and is marked as the entry point, or the project calls UIApplicationMain.
  private func entryPoint(_ type: ProjectClass) -> (file: Int, line: Int)? {
    guard type.isDefined, let location = type.location, !isTest(location.file), !isVendor(location.file),
      type.declarations.contains(where: { $0.type.inherits.contains("UIApplicationDelegate") }),
      ["UIResponder", "NSObject"].contains(type.superclass)
    else { return nil }
    if type.isSwift, let tokens = sources[location.file]?.tokens,
      tokens.contains(where: { $0.text == "@main" || $0.text == "@UIApplicationMain" })
    {
      // The mark may belong to another type of the file.
      let isOther = sources[location.file]?.types.contains { $0.kind == .other && $0.inherits.contains("App") } == true
      return isOther ? nil : location
    }
    return callsMain ? location : nil
  }

  /// Whether the project calls UIApplicationMain itself, in `main.m` or `main.swift`.
  private var callsMain: Bool {
    sources.contains { file, source in
      !isTest(file) && source.tokens.contains { $0.text == "UIApplicationMain" }
    }
  }

  /// Whether code returns the configuration of a scene, so that no manifest needs one.
  private var choosesConfigurationInCode: Bool {
    sources.contains { file, source in
      !isTest(file)
        && source.tokens.contains {
          $0.text == "configurationForConnecting" || $0.text == "configurationForConnectingSceneSession"
        }
    }
  }

  /// Whether Xcode writes the manifest.
  private func generatesManifest(_ apps: [ProjectProduct]) -> Bool {
    apps.contains { app in
      app.variants.contains { $0.info?[Self.manifest + "_Generation"]?.entry.texts.first?.text == "true" }
    }
  }

  /// The location of a manifest without a scene; `nil` if one of the apps has a scene.
  private func emptyManifest(_ apps: [ProjectProduct]) -> ProjectLocation? {
    var place: ProjectLocation?
    for variant in apps.flatMap(\.variants) {
      guard let found = variant.info?[Self.manifest] else { return nil }
      let names = ["UISceneDelegateClassName", "UISceneStoryboardFile", "UISceneConfigurationName", "UISceneClassName"]
      guard names.allSatisfy({ found.entry.texts(below: $0).isEmpty }),
        !found.entry.texts.contains(where: { $0.text.contains("$") })
      else { return nil }
      place = place ?? location(found.file, found.entry.line, "This manifest names no scene.")
    }
    return place
  }
}
