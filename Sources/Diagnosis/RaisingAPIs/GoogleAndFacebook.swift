extension RaisingAPI {
  /// Google Mobile Ads, Google Sign-In, Google Maps and the Facebook SDK, which raise when the app's configuration is incomplete.
  static let googleAndFacebook: StaticString = #"""
    api: GADApplicationVerifyPublisherInitializedCorrectly
    id: gad-application-identifier
    image: GoogleMobileAds
    raises: exception GADInvalidInitializationException
    requires: Info.plist contains `GADApplicationIdentifier` with the AdMob app ID, and the target links with `-ObjC`.
    reason: The Google Mobile Ads SDK was initialized without an application ID. Google AdMob publishers, follow instructions at {} to set a valid application ID. Google Ad Manager publishers, follow instructions at {}
    cause: `GADApplicationIdentifier` is missing in Info.plist or is not a valid AdMob app ID (`ca-app-pub-…~…`).
    fix: Add `GADApplicationIdentifier` with the app ID (with `~`, not the ad unit ID with `/`) to Info.plist.
    count: 5
    needs: plist GADApplicationIdentifier = ca-app-pub-*~*
    reason: The Google Mobile Ads SDK was initialized without AppMeasurement. Google AdMob publishers, follow instructions here: {} to include the AppMeasurement framework and set the -ObjC linker flag. Google Ad Manager publishers, follow instructions here: {}
    cause: The target does not link with `-ObjC`, so the categories of GoogleAppMeasurement are missing.
    fix: Add `-ObjC` to Other Linker Flags.
    count: 2
    reason: The Google Mobile Ads SDK was initialized incorrectly. Google AdMob publishers should follow instructions here: {} to include the AppMeasurement framework, set the -ObjC linker flag, and set GADApplicationIdentifier with a valid App ID. Google Ad Manager publishers should follow instructions here: {}
    cause: `GADApplicationIdentifier` or the linker flag `-ObjC` is missing.
    fix: Add `GADApplicationIdentifier` to Info.plist and `-ObjC` to Other Linker Flags.
    count: 1
    needs: plist GADApplicationIdentifier = ca-app-pub-*~* (not only)
    source-call: GADMobileAds.sharedInstance().start
    source-call: GADMobileAds.sharedInstance startWithCompletionHandler:
    source-call: GADMobileAds sharedInstance] startWithCompletionHandler:
    source-call: import GoogleMobileAds; MobileAds.shared.start(
    search: GADInvalidInitializationException; AdMob crash at launch; GADApplicationIdentifier missing
    seen: 9
    source: https://github.com/googleads/googleads-mobile-unity/issues/2601
    source: https://github.com/googleads/googleads-mobile-unity/issues/2045
    source: https://github.com/googleads/googleads-mobile-flutter/issues/572
    source: https://github.com/googleads/swift-package-manager-google-mobile-ads/issues/52

    api: -[GIDSignIn signInWithOptions:]
    api: -[GIDSignIn assertValidParameters]
    api: -[GIDSignIn assertValidPresentingViewController]
    id: gidsignin-configuration
    image: GoogleSignIn
    raises: exception NSInvalidArgumentException
    requires: The reversed client ID is a URL scheme of the app, a client ID is configured, and a presenting view controller is set.
    reason: Your app is missing support for the following URL schemes: {}
    cause: The reversed client ID is not in `CFBundleURLTypes`, or the client ID belongs to another app.
    fix: Add the scheme that the message names (`com.googleusercontent.apps.…`) to `CFBundleURLTypes` in Info.plist.
    count: 9
    needs: url-scheme com.googleusercontent.apps.*
    reason: You must specify |clientID| in |GIDConfiguration|
    cause: `GIDClientID` is missing in Info.plist and no configuration is set.
    fix: Add `GIDClientID` to Info.plist, or set `GIDSignIn.sharedInstance.configuration`.
    count: 0
    reason: You must specify |clientID| for |GIDSignIn|
    cause: The client ID is not set.
    fix: Add `GIDClientID` to Info.plist, or set the client ID before you sign in.
    count: 1
    reason: No active configuration. Make sure GIDClientID is set in Info.plist.
    cause: `GIDClientID` is missing in Info.plist and no configuration is set.
    fix: Add `GIDClientID` to Info.plist, or set `GIDSignIn.sharedInstance.configuration`.
    count: 0
    needs: plist GIDClientID unless GIDConfiguration or clientID =
    reason: |presentingViewController| must be set.
    cause: The view controller passed to `signIn` is nil.
    fix: Pass the view controller that is on the screen.
    count: 0
    source-call: GIDSignIn.sharedInstance.signIn(
    source-call: GIDSignIn.sharedInstance signInWithPresentingViewController:
    search: Google Sign-In crash; Your app is missing support for the following URL schemes
    seen: 10
    source: https://github.com/googlesamples/google-services/issues/81
    source: https://github.com/react-native-google-signin/google-signin/issues/1300
    source: https://github.com/google/GoogleSignIn-iOS/issues/48
    source: https://github.com/flutter/flutter/issues/85738

    api: +[GMSServices checkServicePreconditions]
    id: gmsservices-api-key
    image: GoogleMaps
    raises: exception GMSServicesException
    requires: `GMSServices.provideAPIKey(_:)` runs before the first map view or service is created.
    reason: Google Maps SDK for iOS must be initialized via [GMSServices provideAPIKey:...] prior to use
    cause: The API key is not provided, or it is provided after the first `GMSMapView`.
    fix: Call `GMSServices.provideAPIKey(_:)` in `application(_:didFinishLaunchingWithOptions:)`.
    count: 3
    needs: call GMSServices.provideAPIKey or GMSServices provideAPIKey:
    search: GMSServicesException; Google Maps must be initialized via provideAPIKey
    seen: 3
    source: https://github.com/flutter/flutter/issues/17894
    source: https://github.com/marchdev-tk/flutter_google_maps/issues/5
    source: https://github.com/googlemaps/react-native-navigation-sdk/issues/451

    api: +[GMSPlacesClient sharedClient]
    id: gmsplaces-api-key
    image: GooglePlaces
    raises: exception GMSPlacesException
    requires: `GMSPlacesClient.provideAPIKey(_:)` runs before `GMSPlacesClient.shared()`.
    cause: The API key of the SDK (`GMSPlacesClient`) is not provided before the shared client is used.
    fix: Call `GMSPlacesClient.provideAPIKey(_:)` in `application(_:didFinishLaunchingWithOptions:)`.
    needs: call GMSPlacesClient.provideAPIKey or GMSPlacesClient provideAPIKey:
    search: GMSPlacesClient crash; GMSPlacesClient provideAPIKey
    seen: 1
    source: https://github.com/TheMrugraj/MVAutocompletePlaceSearchTextField/issues/5

    api: +[FBSDKInternalUtility validateURLSchemes]
    api: -[FBSDKInternalUtility validateURLSchemes]
    id: fbsdk-url-scheme
    image: FBSDKCoreKit
    raises: exception InvalidOperationException
    requires: `fb` plus the app ID is a URL scheme of the app.
    reason: {} is not registered as a URL scheme. Please add it in your Info.plist
    cause: The scheme `fb<app ID>` is missing in `CFBundleURLTypes`, or a second `CFBundleURLTypes` key hides it.
    fix: Add `fb<app ID>` to `CFBundleURLSchemes` in Info.plist.
    count: 10
    needs: url-scheme fb*
    search: Facebook login crash; is not registered as a URL scheme
    seen: 10
    source: https://github.com/facebook/facebook-ios-sdk/issues/783
    source: https://github.com/facebook/facebook-ios-sdk/issues/1543
    source: https://github.com/magus/react-native-facebook-login/issues/97
    source: https://github.com/NativeScript/NativeScript/issues/192

    api: +[FBSDKInternalUtility validateAppID]
    api: -[FBSDKInternalUtility validateAppID]
    id: fbsdk-app-id
    image: FBSDKCoreKit
    raises: exception InvalidOperationException
    requires: Info.plist contains `FacebookAppID`, and the SDK is initialized at launch.
    reason: App ID not found. Add a string value with your app ID for the key FacebookAppID to the Info.plist or call Settings.shared.appID.
    cause: `FacebookAppID` is missing in Info.plist, or a method runs before `ApplicationDelegate.shared.application(_:didFinishLaunchingWithOptions:)`.
    fix: Add `FacebookAppID` to Info.plist, and call `ApplicationDelegate.shared.application(_:didFinishLaunchingWithOptions:)` first.
    count: 3
    needs: plist FacebookAppID unless appID = or setAppID:
    reason: App ID not found. Add a string value with your app ID for the key FacebookAppID to the Info.plist or call [FBSDKSettings setAppID:].
    cause: `FacebookAppID` is missing in Info.plist, or the SDK is not initialized (a defect of 9.3.0 also raised this).
    fix: Add `FacebookAppID` to Info.plist, initialize the SDK at launch, and update it.
    count: 1
    needs: plist FacebookAppID unless appID = or setAppID:
    search: FacebookAppID; App ID not found; validateAppID crash
    seen: 5
    source: https://github.com/facebook/facebook-ios-sdk/issues/2598
    source: https://github.com/facebook/facebook-ios-sdk/issues/1745
    source: https://github.com/MaximBelov/cordova-plugin-fbsdk/issues/21
    source: https://github.com/capacitor-community/facebook-login/issues/116

    api: +[FBSDKInternalUtility validateRequiredClientAccessToken]
    api: -[FBSDKInternalUtility validateRequiredClientAccessToken]
    id: fbsdk-required-client-token
    image: FBSDKCoreKit
    raises: exception InvalidOperationException
    requires: Info.plist contains `FacebookClientToken` and `FacebookAppID`.
    reason: ClientToken is required to be set for this operation. Set the FacebookClientToken in the Info.plist or set `Settings.shared.clientToken`. You can find your client token in your App Settings -> Advanced.
    cause: `FacebookClientToken` is missing in Info.plist.
    fix: Add `FacebookClientToken` to Info.plist.
    count: 0
    needs: plist FacebookClientToken unless clientToken = or setClientToken:
    reason: App ID not found. Add a string value with your app ID for the key FacebookAppID to the Info.plist or call Settings.shared.appID.
    cause: The app ID is not found; the report shows the inlined check at this frame.
    fix: Add `FacebookAppID` to Info.plist and initialize the SDK at launch.
    count: 1
    needs: plist FacebookAppID unless appID = or setAppID:
    search: FacebookClientToken; client token required
    seen: 1
    source: https://github.com/facebook/facebook-ios-sdk/issues/2094

    api: -[FBSDKGraphRequestConnection raiseExceptionIfMissingClientToken]
    id: fbsdk-graph-client-token
    image: FBSDKCoreKit
    raises: exception NSInternalInconsistencyException
    requires: Info.plist contains `FacebookClientToken` (version 13 or newer of the SDK).
    reason: Starting with v13 of the SDK, a client token must be embedded in your client code before making Graph API calls. Visit {} to find your client token for this app. Add a key named FacebookClientToken to your Info.plist, and add your client token as its value. Visit {} for more information.
    cause: `FacebookClientToken` is missing in Info.plist.
    fix: Add `FacebookClientToken` to Info.plist, with the token of App Settings, Advanced.
    count: 1
    needs: plist FacebookClientToken unless clientToken = or setClientToken:
    search: Starting with v13 of the SDK, a client token must be embedded; Facebook SDK 13 crash
    seen: 2
    source: https://github.com/thebergamo/react-native-fbsdk-next/issues/228
    source: https://github.com/darwin-morocho/flutter-facebook-auth/issues/271

    api: -[FBSDKInternalUtility validateFacebookReservedURLSchemes]
    api: +[FBSDKInternalUtility validateFacebookReservedURLSchemes]
    id: fbsdk-reserved-url-scheme
    image: FBSDKCoreKit
    raises: exception InvalidOperationException
    requires: Facebook's own schemes (`fbapi`, `fbauth2`, …) are in `LSApplicationQueriesSchemes`, not in `CFBundleURLTypes`.
    reason: {} is registered as a URL scheme. Please move the entry from CFBundleURLSchemes in your Info.plist to LSApplicationQueriesSchemes. {}
    cause: A scheme of the Facebook app is registered as a scheme of this app.
    fix: Move the entry to `LSApplicationQueriesSchemes`.
    count: 0
    search: fbapi registered as a URL scheme; LSApplicationQueriesSchemes Facebook
    seen: 0
    source: https://github.com/facebook/facebook-ios-sdk/blob/main/FBSDKCoreKit/FBSDKCoreKit/FBSDKInternalUtility.m

    api: -[FBSDKInternalUtility validateConfiguration]
    api: -[FBSDKAppEvents validateConfiguration]
    api: +[FBSDKAppLinkUtility validateConfiguration]
    api: Settings.validateConfiguration()
    id: fbsdk-not-initialized
    image: FBSDKCoreKit
    raises: exception InvalidOperationException, swift
    requires: The SDK is initialized before any of its methods or properties is used (checked in debug builds).
    reason: As of v9.0, you must initialize the SDK prior to calling any methods or setting any properties. {}
    cause: A method or property of the SDK is used before `ApplicationDelegate.shared.application(_:didFinishLaunchingWithOptions:)`.
    fix: Call `ApplicationDelegate.shared.application(_:didFinishLaunchingWithOptions:)` first at launch.
    count: 5
    needs: call ApplicationDelegate.shared or FBSDKApplicationDelegate sharedInstance or ApplicationDelegate sharedInstance
    search: As of v9.0 you must initialize the SDK; Facebook SDK not initialized
    seen: 6
    source: https://github.com/facebook/facebook-ios-sdk/issues/1807
    source: https://github.com/darwin-morocho/flutter-facebook-auth/issues/114
    source: https://github.com/NativeScript/plugins/issues/191
    source: https://github.com/facebook/facebook-ios-sdk/blob/main/FBSDKCoreKit/FBSDKCoreKit/AppEvents/FBSDKAppEvents.m

    api: -[FBSDKGraphRequestConnection requestWithBatch:timeout:]
    api: -[FBSDKGraphRequestConnection addRequest:parameters:completion:]
    id: fbsdk-graph-request
    image: FBSDKCoreKit
    raises: exception NSInvalidArgumentException, NSInternalInconsistencyException
    requires: Requests are added before the connection starts, and the connection has at least one.
    reason: Cannot add requests once started or if a URLRequest is set
    cause: A request is added to a connection that was already started.
    fix: Create a new `GraphRequestConnection`.
    count: 0
    reason: FBSDKGraphRequestConnection: Must have at least one request or urlRequest not specified.
    cause: The connection is started without a request.
    fix: Add a request before `start()`.
    count: 0
    search: GraphRequestConnection crash
    seen: 0
    source: https://github.com/facebook/facebook-ios-sdk/blob/main/FBSDKCoreKit/FBSDKCoreKit/GraphAPI/FBSDKGraphRequestConnection.m
    """#
}
