@testable import ProjectInspection

extension RequirementCase {
  private static let services = "GoogleService-Info.plist"
  private static let project = "Cards.xcodeproj/project.pbxproj"
  private static let info = "App/Info.plist"
  private static let entitlementsFile = "App/App.entitlements"

  private static func string(_ key: String, _ value: String = "A sentence.") -> String {
    "  <key>\(key)</key>\n  <string>\(value)</string>"
  }
  private static func array(_ key: String, _ values: String...) -> String {
    "  <key>\(key)</key>\n  <array>\n" + values.map { "    <string>\($0)</string>\n" }.joined() + "  </array>"
  }
  private static func scheme(_ text: String) -> String {
    """
      <key>CFBundleURLTypes</key>
      <array>
        <dict>
          <key>CFBundleURLName</key>
          <string>com.company.cards</string>
          <key>CFBundleURLSchemes</key>
          <array>
            <string>\(text)</string>
          </array>
        </dict>
      </array>
    """
  }

  /// A key of Info.plist that the app lacks.
  private static func key(
    _ name: String, _ entry: String, reason: Int = 0, code: String = "", faulty: String = "", fixed: String,
    isCertain: Bool = true, isRefuted: Bool = false, check: String? = nil
  ) -> RequirementCase {
    RequirementCase(
      name: name, crash: .entry(entry), reason: reason, file: info, isCertain: isCertain, isRefuted: isRefuted,
      check: check, faulty: { MadeProject(info: faulty, code: code) }, fixed: { MadeProject(info: fixed, code: code) })
  }

  /// A usage description that the app lacks.
  private static func usage(_ name: String, _ key: String, code: String) -> RequirementCase {
    RequirementCase(
      name: name, crash: .usage(key), file: info, check: "tcc-missing-usage", faulty: { MadeProject(code: code) },
      fixed: { MadeProject(info: string(key), code: code) })
  }

  /// An entitlement that the target lacks.
  private static func entitlement(
    _ name: String, _ entry: String, reason: Int = 0, code: String, faulty: String?, fixed: String
  ) -> RequirementCase {
    RequirementCase(
      name: name, crash: .entry(entry), reason: reason, file: faulty == nil ? project : entitlementsFile,
      check: "api-precondition", faulty: { MadeProject(entitlements: faulty, code: code) },
      fixed: { MadeProject(entitlements: fixed, code: code) })
  }

  /// A call that the sources lack.
  private static func call(_ name: String, _ entry: String, reason: Int = 0, code: String, fixed: String)
    -> RequirementCase
  {
    RequirementCase(
      name: name, crash: .entry(entry), reason: reason, file: "App/AppDelegate.swift",
      faulty: { MadeProject(code: code) }, fixed: { MadeProject(code: fixed + "\n    " + code) })
  }

  /// A file that the target does not copy.
  private static func resource(
    _ name: String, _ entry: String, reason: Int = 0, file: String, code: String = "", check: String? = nil,
    isOnDisk: Bool = false
  ) -> RequirementCase {
    RequirementCase(
      name: name, crash: .entry(entry), reason: reason, file: project, isRefuted: true, check: check,
      faulty: { MadeProject(code: code, paths: isOnDisk ? ["App/" + file] : []) },
      fixed: { MadeProject(resources: ["App/" + file], code: code, paths: ["App/" + file]) })
  }

  private static let location = "manager.allowsBackgroundLocationUpdates = true"
  private static let ads = "GADMobileAds.sharedInstance().start(completionHandler: nil)"
  private static let iCloud = "let container = CKContainer.default()"
  private static let container = array("com.apple.developer.icloud-container-identifiers", "iCloud.com.company.cards")
  private static let services1 = array("com.apple.developer.icloud-services", "CloudKit")

  static let all: [RequirementCase] = keys + entitlements + others + usages

  private static let keys: [RequirementCase] = [
    key(
      "ads without an app ID", "gad-application-identifier", code: ads,
      fixed: string("GADApplicationIdentifier", "ca-app-pub-1~2"), isRefuted: true, check: "api-precondition"),
    key(
      "ads with the ID of an ad unit", "gad-application-identifier", code: ads,
      faulty: string("GADApplicationIdentifier", "ca-app-pub-1/2"),
      fixed: string("GADApplicationIdentifier", "ca-app-pub-1~2"), isRefuted: true, check: "api-precondition"),
    RequirementCase(
      name: "ads with an ID from a build setting", crash: .entry("gad-application-identifier"), file: info,
      isRefuted: true, check: "api-precondition",
      faulty: {
        MadeProject(info: string("GADApplicationIdentifier", "$(ADS_ID)"), code: ads, settings: ["ADS_ID": "none"])
      },
      fixed: {
        MadeProject(
          info: string("GADApplicationIdentifier", "$(ADS_ID)"), code: ads, settings: ["ADS_ID": "ca-app-pub-1~2"])
      }),
    key(
      "no background modes", "cllocationmanager-background-updates", code: location,
      fixed: array("UIBackgroundModes", "location"), isRefuted: true, check: "api-precondition"),
    key(
      "another background mode", "cllocationmanager-background-updates", code: location,
      faulty: array("UIBackgroundModes", "audio", "fetch"), fixed: array("UIBackgroundModes", "audio", "location"),
      isRefuted: true, check: "api-precondition"),
    key(
      "no activity types", "nsuseractivity-activity-type", code: "let activity = NSUserActivity()",
      fixed: array("NSUserActivityTypes", "com.company.cards.open"), isRefuted: true, check: "api-precondition"),
    key(
      "no scheme for Google Sign-In", "gidsignin-configuration",
      code: "GIDSignIn.sharedInstance.signIn(withPresenting: controller)", faulty: scheme("cards"),
      fixed: scheme("com.googleusercontent.apps.1-a") + string("GIDClientID", "1-a.apps.googleusercontent.com"),
      check: "api-precondition"),
    key(
      "no client ID for Google Sign-In", "gidsignin-configuration", reason: 3,
      faulty: scheme("com.googleusercontent.apps.1-a"),
      fixed: scheme("com.googleusercontent.apps.1-a") + string("GIDClientID", "1-a.apps.googleusercontent.com"),
      isCertain: false),
    key("no scheme for Facebook", "fbsdk-url-scheme", faulty: scheme("cards"), fixed: scheme("fb1234")),
    key("no Facebook app ID", "fbsdk-app-id", fixed: string("FacebookAppID", "1234"), isCertain: false),
    key(
      "no Facebook client token", "fbsdk-graph-client-token", fixed: string("FacebookClientToken", "abcd"),
      isCertain: false),
    key(
      "no usage description for Intercom", "intercom-photo-library", fixed: string("NSPhotoLibraryUsageDescription"),
      isRefuted: true),
    key(
      "no usage description for Mapbox", "mapbox-location-usage", reason: 1,
      fixed: string("NSLocationWhenInUseUsageDescription"), isRefuted: true),
    key(
      "a key that must not be there", "applovin-sdk-key", faulty: string("AppLovinSdkKey", "abc"),
      fixed: string("CFBundleName", "Cards"), isRefuted: true),
    key(
      "no purpose for health data", "hkhealthstore-request-authorization", reason: 3,
      faulty: string("NSHealthUpdateUsageDescription"),
      fixed: string("NSHealthUpdateUsageDescription") + string("NSHealthShareUsageDescription"), isCertain: false),
  ]

  private static let entitlements: [RequirementCase] = [
    entitlement(
      "CloudKit without entitlements", "ckcontainer-entitlement", code: iCloud, faulty: nil,
      fixed: services1 + container),
    entitlement(
      "CloudKit without its entitlement", "ckcontainer-entitlement", code: iCloud,
      faulty: array("com.apple.security.application-groups", "group.cards"),
      fixed: services1 + container),
    RequirementCase(
      name: "CloudKit without a container", crash: .entry("ckcontainer-entitlement"), reason: 1, file: entitlementsFile,
      isCertain: false, faulty: { MadeProject(entitlements: services1, code: iCloud) },
      fixed: { MadeProject(entitlements: services1 + container, code: iCloud) }),
    entitlement(
      "Siri that is off", "inpreferences-siri-entitlement", code: "INPreferences.requestSiriAuthorization { _ in }",
      faulty: "  <key>com.apple.developer.siri</key>\n  <false/>",
      fixed: "  <key>com.apple.developer.siri</key>\n  <true/>"),
  ]

  private static let others: [RequirementCase] = [
    resource(
      "no GoogleService-Info.plist", "firapp-configure", reason: 1, file: services, code: "FirebaseApp.configure()",
      check: "api-precondition"),
    resource(
      "GoogleService-Info.plist that is not a member", "firapp-configure", reason: 1, file: services,
      code: "FirebaseApp.configure()", check: "api-precondition", isOnDisk: true),
    resource("another name of GoogleService-Info.plist", "firapp-misnamed-plist", file: services),
    resource("no resource bundle", "zoom-resources-bundle", file: "MobileRTCResources.bundle"),
    call(
      "Maps without a key", "gmsservices-api-key", code: "let map = GMSMapView()",
      fixed: "GMSServices.provideAPIKey(\"a\")"),
    call(
      "Firestore before Firebase", "firestore-default-app", code: "let store = Firestore.firestore()",
      fixed: "FirebaseApp.configure()"),
    call(
      "Auth before Firebase", "firauth-default-app", code: "let auth = Auth.auth()", fixed: "FirebaseApp.configure()"),
    call(
      "a VoIP push without a call", "pkpushregistry-unhandled-voip-push", code: "registry.delegate = self",
      fixed: "provider.reportNewIncomingCall(with: id, update: update) { _ in }"),
    call(
      "a task without a handler", "bgtaskscheduler-no-handler", code: "schedule()",
      fixed: "BGTaskScheduler.shared.register(forTaskWithIdentifier: id, using: nil) { _ in }"),
    call(
      "Amplify that is not configured", "amplify-not-configured", code: "Amplify.Auth.signOut()",
      fixed: "try? Amplify.configure()"),
    call(
      "Mixpanel that is not initialized", "mixpanel-main-instance", code: "Mixpanel.mainInstance()",
      fixed: "Mixpanel.initialize(token: \"a\", trackAutomaticEvents: true)"),
    call(
      "Purchases that is not configured", "revenuecat-not-configured", reason: 1, code: "let shared = Purchases.shared",
      fixed: "Purchases.configure(withAPIKey: \"a\")"),
  ]

  private static let usages: [RequirementCase] = [
    usage("the camera", "NSCameraUsageDescription", code: "AVCaptureDevice.requestAccess(for: .video) { _ in }"),
    usage(
      "the microphone", "NSMicrophoneUsageDescription",
      code: "AVAudioSession.sharedInstance().requestRecordPermission { _ in }"),
    usage(
      "Face ID", "NSFaceIDUsageDescription",
      code: "LAContext().evaluatePolicy(.deviceOwnerAuthenticationWithBiometrics, localizedReason: \"a\") { _, _ in }"),
    usage("contacts", "NSContactsUsageDescription", code: "CNContactStore().requestAccess(for: .contacts) { _, _ in }"),
    usage(
      "Bluetooth", "NSBluetoothAlwaysUsageDescription",
      code: "let manager = CBCentralManager(delegate: self, queue: nil)"),
  ]
}
