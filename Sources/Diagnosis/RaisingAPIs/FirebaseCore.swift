extension RaisingAPI {
  /// Firebase Core, Installations, Messaging, App Check, Functions, Auth, Performance and Remote Config, which raise when the app is not configured.
  static let firebaseCore: StaticString = #"""
    api: +[FIRApp configure]
    id: firapp-configure
    image: FirebaseCore
    raises: exception com.firebase.core
    requires: GoogleService-Info.plist is in the app bundle, and the default app is configured exactly once.
    reason: Default app has already been configured.
    cause: `FirebaseApp.configure()` runs twice, often once in the app delegate and once in a plugin.
    fix: Call `FirebaseApp.configure()` once, and only if `FirebaseApp.app()` is nil on the main thread.
    count: 2
    reason: `FirebaseApp.configure()` could not find a valid GoogleService-Info.plist in your project. Please download one from {}.
    cause: GoogleService-Info.plist is missing in the bundle or is not a member of this target.
    fix: Download GoogleService-Info.plist from the Firebase console and add it to the target's Copy Bundle Resources.
    count: 0
    needs: file GoogleService-Info.plist
    source-call: FirebaseApp.configure()
    source-call: FIRApp configure]
    search: FirebaseApp.configure crash; FIRApp configure exception; GoogleService-Info.plist missing
    seen: 5
    source: https://github.com/firebase/firebase-ios-sdk/issues/15788
    source: https://github.com/firebase/firebase-ios-sdk/issues/6152
    source: https://github.com/firebase/firebase-ios-sdk/issues/12131
    source: https://github.com/fuse-compound/Fuse.Firebase/issues/49

    api: +[FIRApp configureWithName:options:]
    api: +[FIRApp appWasConfiguredTwice:usingOptions:]
    id: firapp-configure-name-options
    image: FirebaseCore
    raises: exception com.firebase.core
    requires: The name contains only letters, digits, `-` and `_`, and no app has been configured with this name.
    reason: Default app has already been configured.
    cause: The default Firebase app is configured a second time with other options.
    fix: Configure the default app once, and check `FirebaseApp.app()` before.
    count: 2
    reason: App named {} has already been configured.
    cause: A second call uses the name of an existing Firebase app with other options.
    fix: Look up the app with `FirebaseApp.app(name:)` before you configure it.
    count: 0
    reason: App name can only contain alphanumeric, hyphen (-), and underscore (_) characters
    cause: The app name contains a character that Firebase does not allow.
    fix: Use only letters, digits, `-` and `_` in the name.
    count: 0
    search: FirebaseApp configure twice; default app has already been configured
    seen: 3
    source: https://github.com/firebase/firebase-ios-sdk/issues/6152
    source: https://github.com/firebase/firebase-ios-sdk/blob/main/FirebaseCore/Sources/FIRApp.m

    api: +[FIRApp configureWithOptions:]
    id: firapp-configure-options
    image: FirebaseCore
    raises: exception com.firebase.core
    requires: The options are not nil.
    reason: Options is nil. Please pass a valid options.
    cause: `FirebaseOptions` could not be created, often because the plist path passed to it is wrong.
    fix: Check the path passed to `FirebaseOptions(contentsOfFile:)` and unwrap the result before you configure Firebase.
    count: 1
    search: FIROptions nil; Firebase options is nil
    seen: 1
    source: https://github.com/firebase/firebase-ios-sdk/issues/5143

    api: +[FIRApp addAppToAppDictionary:]
    id: firapp-invalid-google-app-id
    image: FirebaseCore
    raises: exception com.firebase.core
    requires: `GOOGLE_APP_ID` in GoogleService-Info.plist or in the options has the format that Firebase expects and matches the bundle identifier.
    reason: Configuration fails. It may be caused by an invalid GOOGLE_APP_ID in GoogleService-Info.plist or set in the customized options.
    cause: `GOOGLE_APP_ID` is malformed, edited, or belongs to another platform or bundle identifier.
    fix: Use the GoogleService-Info.plist of this iOS app unchanged, or copy `GOOGLE_APP_ID` exactly.
    count: 1
    reason: Configuration fails. It may be caused by an invalid GOOGLE_APP_ID in GoogleService-Info.plist or set in the {} options.
    cause: `GOOGLE_APP_ID` is malformed, edited, or belongs to another platform or bundle identifier.
    fix: Use the GoogleService-Info.plist of this iOS app unchanged, or copy `GOOGLE_APP_ID` exactly.
    count: 1
    search: invalid GOOGLE_APP_ID; Firebase configuration fails
    seen: 2
    source: https://github.com/firebase/firebase-ios-sdk/issues/1581
    source: https://github.com/firebase/firebase-ios-sdk/issues/4155

    api: +[FIRApp findMisnamedGoogleServiceInfoPlist]
    id: firapp-misnamed-plist
    image: FirebaseCore
    raises: exception com.firebase.core
    requires: The configuration file is named GoogleService-Info.plist exactly.
    reason: `FirebaseApp.configure()` could not find the default configuration plist in your project, but did find one at {}. Please rename this file to GoogleService-Info.plist to use it as the default configuration.
    cause: The plist has another name, for example with a number that the browser appended.
    fix: Rename the file to GoogleService-Info.plist.
    count: 0
    needs: file GoogleService-Info.plist
    search: GoogleService-Info.plist renamed; Firebase default configuration plist not found
    seen: 0
    source: https://github.com/firebase/firebase-ios-sdk/blob/main/FirebaseCore/Sources/FIRApp.m

    api: -[FIROptions checkEditingLocked]
    id: firoptions-editing-locked
    image: FirebaseCore
    raises: exception com.firebase.core
    requires: `FirebaseOptions` are changed only before `FirebaseApp.configure` is called with them.
    reason: Attempted to modify options after it's set on FIRApp. Please modify all properties before initializing FIRApp.
    cause: A property of `FirebaseOptions` is set after the app was configured.
    fix: Set all options before `FirebaseApp.configure(options:)`.
    count: 0
    search: FirebaseOptions change after configure
    seen: 0
    source: https://github.com/firebase/firebase-ios-sdk/blob/main/FirebaseCore/Sources/FIROptions.m

    api: +[FIRInstallations installations]
    id: firinstallations-default-app
    image: FirebaseInstallations
    raises: exception com.firebase.installations
    requires: The default Firebase app is configured before Installations is used.
    reason: The default FirebaseApp instance must be configured before the defaultFirebaseApp instance can be initialized. One way to ensure that is to call `[FIRApp configure];` (`FirebaseApp.configure()` in Swift) in the App Delegate's `application:didFinishLaunchingWithOptions:` (`application(_:didFinishLaunchingWithOptions:)` in Swift).
    cause: A Firebase product is used before `FirebaseApp.configure()`, or its pods have incompatible versions.
    fix: Call `FirebaseApp.configure()` first in `application(_:didFinishLaunchingWithOptions:)`, and update all Firebase pods together.
    count: 3
    needs: call FirebaseApp.configure or FIRApp configure
    search: default FirebaseApp instance must be configured; com.firebase.installations crash
    seen: 3
    source: https://github.com/firebase/quickstart-ios/issues/936
    source: https://github.com/firebase/firebase-ios-sdk/issues/6925
    source: https://github.com/firebase/firebase-ios-sdk/issues/5425

    api: +[FIRInstallations validateAppOptions:appName:]
    api: +[FIRInstallations validateAPIKey:]
    id: firinstallations-validate-options
    image: FirebaseInstallations
    raises: exception com.firebase.installations
    requires: The Firebase options contain a valid API key, a project ID and a Google app ID.
    reason: {}[{}] Could not configure Firebase Installations due to invalid FirebaseApp options. The following parameters are nil or empty: {}. If you use GoogleServices-Info.plist please download the most recent version from the Firebase Console. {}
    cause: `API_KEY`, `PROJECT_ID` or `GOOGLE_APP_ID` is missing in GoogleService-Info.plist or in the options.
    fix: Download the current GoogleService-Info.plist, or set `apiKey` and `projectID` on `FirebaseOptions`.
    count: 1
    reason: {}[{}] Could not configure Firebase Installations due to invalid FirebaseApp options. `FirebaseOptions.APIKey` doesn't match the expected format: {}. If you use GoogleServices-Info.plist please download the most recent version from the Firebase Console. {}
    cause: The API key has the wrong length or characters, for example a placeholder.
    fix: Use the API key of GoogleService-Info.plist unchanged (39 characters, starting with `A`).
    count: 1
    search: Could not configure Firebase Installations; FirebaseOptions.APIKey doesn't match the expected format
    seen: 2
    source: https://github.com/firebase/firebase-ios-sdk/pull/4683
    source: https://github.com/firebase/firebase-ios-sdk/pull/6678

    api: +[FIRInstallations assertCompatibleIIDVersion]
    id: firinstallations-instance-id
    image: FirebaseInstallations
    raises: exception com.firebase.installations
    requires: The app does not link Firebase Instance ID together with Firebase 8 or newer.
    cause: FirebaseInstanceID is still a dependency of the app, and Firebase 8 removed support for it.
    fix: Remove FirebaseInstanceID, and read the token with `Messaging.messaging().token`.
    search: Firebase Instance ID is not compatible with Firebase 8
    seen: 0
    source: https://github.com/firebase/firebase-ios-sdk/blob/main/FirebaseInstallations/Source/Library/FIRInstallations.m

    api: -[FIRMessaging configureMessagingWithOptions:]
    id: firmessaging-sender-id
    image: FirebaseMessaging
    raises: exception com.google.fcm
    requires: `GCM_SENDER_ID` is in GoogleService-Info.plist or `gcmSenderID` is set in the options.
    reason: Could not configure Firebase Messaging. GCMSenderID must not be nil or empty.
    cause: The sender ID is missing.
    fix: Download the current GoogleService-Info.plist, or pass `gcmSenderID` to `FirebaseOptions`.
    count: 0
    search: GCMSenderID must not be nil; Firebase Messaging configure crash
    seen: 0
    source: https://github.com/firebase/firebase-ios-sdk/blob/main/FirebaseMessaging/Sources/FIRMessaging.m

    api: +[FIRAppCheck appCheck]
    id: firappcheck-default-app
    image: FirebaseAppCheck
    raises: exception com.firebase.appCheck
    requires: The default Firebase app is configured before `AppCheck.appCheck()`.
    cause: `AppCheck.appCheck()` is called before `FirebaseApp.configure()`.
    fix: Call `FirebaseApp.configure()` first.
    needs: call FirebaseApp.configure or FIRApp configure
    search: AppCheck crash; default FirebaseApp instance must be configured before the default AppCheck
    seen: 0
    source: https://github.com/firebase/firebase-ios-sdk/blob/main/FirebaseAppCheck/Sources/Core/FIRAppCheck.m

    api: +[FIRPerformance startTraceWithName:]
    api: -[FIRPerformance traceWithName:]
    id: firperformance-trace
    image: FirebasePerformance
    raises: exception com.firebase.perf
    requires: The default Firebase app is configured before a trace is created.
    reason: The default Firebase app has not yet been configured. Add `FirebaseApp.configure()` to your application initialization.
    cause: A trace is created before `FirebaseApp.configure()`.
    fix: Call `FirebaseApp.configure()` before you start traces.
    count: 0
    needs: call FirebaseApp.configure or FIRApp configure
    search: Firebase Performance trace crash
    seen: 0
    source: https://github.com/firebase/firebase-ios-sdk/blob/main/FirebasePerformance/Sources/FIRPerformance.m

    api: ThrowExceptionBecauseSelectorNotFoundOnClass
    api: ThrowExceptionBecauseSelectorInstrumentorHasBeenDeallocated
    api: ThrowExceptionBecauseInstrumentHasBeenDeallocated
    id: firperformance-swizzling
    image: FirebasePerformance
    raises: exception NSInternalInconsistencyException
    kind: handler
    requires: No other library replaces the `URLSession` methods that Firebase Performance swizzles, and its instruments stay alive.
    reason: Selector {} not found on class {}
    cause: Another SDK swizzles the same class, or the delegate class changed at run time.
    fix: Set `firebase_performance_collection_deactivated` in Info.plist as a test, then keep only one SDK that instruments `URLSession`.
    count: 0
    reason: Selector instrumentor has been deallocated: {}|{}
    cause: Firebase Performance was turned off while an instrumented method still ran.
    fix: Do not toggle `isInstrumentationEnabled` at run time; set it before `FirebaseApp.configure()`.
    count: 0
    search: Firebase Performance swizzling crash; Selector instrumentor has been deallocated
    seen: 0
    source: https://github.com/firebase/firebase-ios-sdk/blob/main/FirebasePerformance/Sources/Instrumentation/Network/FPRNetworkInstrumentHelpers.m

    api: +[FIRAuth auth]
    api: Auth.auth()
    id: firauth-default-app
    image: FirebaseAuth
    raises: exception NSInternalInconsistencyException, swift
    requires: The default Firebase app is configured before `Auth.auth()`.
    reason: The default FirebaseApp instance must be configured before the default Auth instance can be initialized. One way to ensure this is to call `FirebaseApp.configure()` in the App Delegate's `application(_:didFinishLaunchingWithOptions:)`.
    cause: `Auth.auth()` runs before `FirebaseApp.configure()`, for example in a stored property or a `@StateObject`.
    fix: Call `FirebaseApp.configure()` in the app delegate or in the `App`'s initializer, before anything touches `Auth`.
    count: 2
    needs: call FirebaseApp.configure or FIRApp configure
    search: Auth.auth() crash; default FirebaseApp instance must be configured before the default FIRAuth
    seen: 2
    source: https://github.com/chemerisuk/cordova-plugin-firebase-authentication/issues/5
    source: https://github.com/firebase/flutterfire/issues/11746
    source: https://github.com/firebase/firebase-ios-sdk/blob/main/FirebaseAuth/Sources/Swift/Auth/Auth.swift

    api: -[FIRPhoneAuthProvider verifyPhoneNumber:UIDelegate:completion:]
    api: PhoneAuthProvider.verifyPhoneNumber(_:uiDelegate:completion:)
    id: firphoneauth-url-scheme
    image: FirebaseAuth
    raises: exception NSInternalInconsistencyException, swift
    requires: The reversed client ID (or the encoded app ID) is a URL scheme of the app.
    reason: Please register custom URL scheme '{}' in the app's Info.plist file.
    cause: The URL scheme for reCAPTCHA is missing in `CFBundleURLTypes`.
    fix: Add the scheme that the message names to `CFBundleURLTypes` in Info.plist.
    count: 6
    needs: url-scheme com.googleusercontent.apps.* or app-*
    search: verifyPhoneNumber crash; Please register custom URL scheme; phone auth crash
    seen: 7
    source: https://github.com/firebase/FirebaseUI-iOS/issues/357
    source: https://github.com/flutter/flutter/issues/46185
    source: https://github.com/invertase/react-native-firebase/issues/976
    source: https://github.com/chemerisuk/cordova-plugin-firebase-authentication/issues/65

    api: Functions.functions(app:region:customDomain:)
    api: +[FIRFunctions functions]
    id: firfunctions-default-app
    image: FirebaseFunctions
    raises: swift
    requires: The default Firebase app is configured, and its options have a project ID.
    reason: `FirebaseApp.configure()` needs to be called before using Functions.
    cause: `Functions.functions()` runs before `FirebaseApp.configure()`.
    fix: Call `FirebaseApp.configure()` first.
    count: 0
    needs: call FirebaseApp.configure or FIRApp configure
    search: Firebase Functions crash before configure
    seen: 0
    source: https://github.com/firebase/firebase-ios-sdk/blob/main/FirebaseFunctions/Sources/Functions.swift

    api: +[FIRRemoteConfig remoteConfig]
    api: +[FIRRemoteConfig remoteConfigWithFIRNamespace:]
    id: firremoteconfig-default-app
    image: FirebaseRemoteConfig
    raises: exception FIRAppNotConfigured
    requires: The default Firebase app is configured before `RemoteConfig.remoteConfig()`.
    cause: `RemoteConfig.remoteConfig()` runs before `FirebaseApp.configure()`.
    fix: Call `FirebaseApp.configure()` first.
    needs: call FirebaseApp.configure or FIRApp configure
    search: RemoteConfig.remoteConfig crash; FIRAppNotConfigured
    seen: 0
    source: https://github.com/firebase/firebase-ios-sdk/blob/main/FirebaseRemoteConfig/Sources/FIRRemoteConfig.m

    api: -[FIRRemoteConfigComponent remoteConfigForNamespace:]
    id: firremoteconfig-component
    image: FirebaseRemoteConfig
    raises: exception com.firebase.config
    requires: The options of the Firebase app have a Google app ID, a GCM sender ID and a project ID.
    reason: Firebase Remote Config is missing the required {} property from the configured FirebaseApp and will not be able to function properly. Please fix this issue to ensure that Firebase is correctly configured.
    cause: GoogleService-Info.plist or the options made in code lack that property, often `GCM_SENDER_ID`.
    fix: Download GoogleService-Info.plist again, or set `gcmSenderID` and `projectID` in the options.
    count: 2
    search: Firebase Remote Config is missing the required property
    seen: 2
    source: https://github.com/firebase/firebase-ios-sdk/issues/9414
    source: https://github.com/invertase/firestore-ios-sdk-frameworks/issues/48

    api: FIRCLSExceptionRaiseTestObjCException
    id: crashlytics-test-exception
    image: FirebaseCrashlytics
    raises: exception CrashlyticsTestException
    kind: handler
    requires: The Crashlytics test function is not called in a release build.
    reason: This is an Objective-C exception used for testing.
    cause: The app raised Crashlytics' test exception on purpose.
    fix: Remove the call of the test crash.
    count: 0
    search: Crashlytics test crash
    seen: 0
    source: https://github.com/firebase/firebase-ios-sdk/blob/main/Crashlytics/Crashlytics/Handlers/FIRCLSException.mm
    """#
}
