extension RaisingAPI {
  /// Alamofire, AppAuth, Bugsnag, Capacitor, Cordova, Segment, SDWebImage, Mixpanel, The Composable Architecture, Charts, Lottie and others.
  static let moreSDKs: StaticString = #"""
    api: Request.redirect(using:)
    api: Request.cacheResponse(using:)
    id: alamofire-handler-twice
    image: Alamofire
    raises: swift
    requires: A redirect handler and a cached response handler are set once for each request.
    reason: Redirect handler has already been set.
    cause: `redirect(using:)` is called twice on one request.
    fix: Call it once for each request, or set the handler on the session.
    count: 0
    reason: Cached response handler has already been set.
    cause: `cacheResponse(using:)` is called twice on one request.
    fix: Call it once for each request, or set the handler on the session.
    count: 0
    search: Alamofire redirect handler has already been set
    seen: 0
    source: https://github.com/Alamofire/Alamofire/blob/master/Source/Core/Request.swift

    api: RequestTaskMap.subscript.setter
    api: RequestTaskMap.subscript.modify
    api: RequestTaskMap.disassociateIfNecessaryAfterGatheringMetricsForTask(_:)
    api: RequestTaskMap.disassociateIfNecessaryAfterCompletingTask(_:)
    id: alamofire-request-task-map
    image: Alamofire
    raises: swift
    requires: Each task of an Alamofire session belongs to exactly one request, and the session's delegate runs on its root queue.
    reason: RequestTaskMap consistency error: no task corresponding to request found.
    cause: The session's `rootQueue` is concurrent, or its `URLSession` uses another delegate queue.
    fix: Use a serial `rootQueue` and a delegate queue based on it.
    count: 0
    reason: RequestTaskMap consistency error: no events corresponding to task found.
    cause: The session has a background configuration, or code outside Alamofire made a task on Alamofire's `URLSession`.
    fix: Use a default configuration, and give the other library a `URLSession` of its own.
    count: 2
    reason: RequestTaskMap consistency error: no request corresponding to task found.
    cause: A task finishes that Alamofire did not make, or that it already removed.
    fix: Do not share Alamofire's `URLSession` with other code.
    count: 1
    search: Alamofire RequestTaskMap consistency error
    seen: 4
    source: https://github.com/Alamofire/Alamofire/issues/3196
    source: https://github.com/Alamofire/Alamofire/issues/3013
    source: https://github.com/openid/AppAuth-iOS/issues/610
    source: https://github.com/Alamofire/Alamofire/blob/master/Source/Core/RequestTaskMap.swift

    api: -[OIDAuthorizationResponse tokenExchangeRequestWithAdditionalParameters:additionalHeaders:]
    api: -[OIDAuthorizationResponse tokenExchangeRequestWithAdditionalParameters:]
    api: -[OIDAuthorizationResponse tokenExchangeRequest]
    id: appauth-token-exchange
    image: AppAuth, AppAuthCore
    raises: exception Attempted to create a token exchange request from an authorization response with no authorization code.
    requires: The authorization response contains an authorization code.
    reason: Attempted to create a token exchange request from an authorization response with no authorization code.
    cause: The response type was not `code`, or the server returned no code.
    fix: Check `authorizationCode` before you create the token request.
    count: 0
    search: AppAuth token exchange request no authorization code
    seen: 0
    source: https://github.com/openid/AppAuth-iOS/blob/master/Sources/AppAuthCore/OIDAuthorizationResponse.m

    api: -[OIDExternalUserAgentIOS initWithPresentingViewController:]
    id: appauth-presenting-view-controller
    image: AppAuth
    raises: assertion NSInternalInconsistencyException
    requires: The presenting view controller is not nil.
    reason: presentingViewController cannot be nil on iOS 13
    cause: The view controller passed to AppAuth is nil.
    fix: Pass the view controller that is on the screen.
    count: 0
    search: AppAuth presentingViewController cannot be nil
    seen: 0
    source: https://github.com/openid/AppAuth-iOS/blob/master/Sources/AppAuth/iOS/OIDExternalUserAgentIOS.m

    api: +[OIDErrorUtilities raiseException:]
    api: +[OIDErrorUtilities raiseException:message:]
    id: appauth-raise
    image: AppAuth, AppAuthCore
    raises: exception A OIDTokenRequest was created with a grant_type that requires a redirectURL, but a null redirectURL was given
    kind: handler
    requires: A request of AppAuth is created with the parameters that its grant type needs.
    cause: A parameter that the grant type needs is missing, for example the refresh token.
    fix: Read the exception's reason, and check that parameter before you create the request.
    search: AppAuth exception refresh token nil
    seen: 0
    source: https://github.com/openid/AppAuth-iOS/blob/master/Sources/AppAuthCore/OIDErrorUtilities.m

    api: -[BugsnagConfiguration validate]
    api: BSGConfigurationWithOptions
    id: bugsnag-api-key
    image: Bugsnag
    raises: exception NSInvalidArgumentException
    requires: Info.plist contains the Bugsnag API key, or it is passed to the configuration.
    reason: No Bugsnag API key has been provided
    cause: The API key is missing or empty.
    fix: Add `bugsnag` with `apiKey` to Info.plist, or pass it to `BugsnagConfiguration`.
    count: 0
    needs: plist bugsnag or BugsnagAPIKey unless BugsnagConfiguration or startWithApiKey
    reason: Bugsnag apiKey must be a string
    cause: `apiKey` in Info.plist is not a string.
    fix: Store the key as a string.
    count: 0
    search: No Bugsnag API key has been provided
    seen: 0
    source: https://github.com/bugsnag/bugsnag-cocoa/blob/next/Bugsnag/Configuration/BugsnagConfiguration.m

    api: CapacitorBridge.registerPluginType(_:)
    id: capacitor-register-plugin
    image: Capacitor
    raises: swift
    requires: Subclasses of `CAPInstancePlugin` are registered with `registerPluginInstance(_:)`.
    reason: Cannot register class {}: CAPInstancePlugin through registerPluginType(_:).
    cause: An instance plugin is registered by its type.
    fix: Call `registerPluginInstance(_:)`.
    count: 0
    search: Capacitor cannot register class CAPInstancePlugin
    seen: 0
    source: https://github.com/ionic-team/capacitor/blob/main/ios/Capacitor/Capacitor/CapacitorBridge.swift

    api: -[CDVViewController configFilePath]
    id: cordova-config-file
    image: Cordova
    raises: assertion NSInternalInconsistencyException
    requires: config.xml is in the app bundle.
    reason: ERROR: {} does not exist. {}
    cause: config.xml is missing in the bundle, often because `cordova prepare` did not run.
    fix: Run `cordova prepare ios`, and check that config.xml is in Copy Bundle Resources.
    count: 0
    needs: file config.xml
    reason: ERROR: {} not found in the main bundle!
    cause: config.xml is missing in the bundle.
    fix: Run `cordova prepare ios`.
    count: 0
    needs: file config.xml
    search: Cordova config.xml does not exist crash
    seen: 0
    source: https://github.com/apache/cordova-ios/blob/master/CordovaLib/Classes/Public/CDVViewController.m

    api: -[CDVConfigParser parser:parseErrorOccurred:]
    id: cordova-config-parse
    image: Cordova
    raises: assertion NSInternalInconsistencyException
    requires: config.xml is well-formed XML.
    reason: config.xml parse error line {} col {}
    cause: config.xml has a syntax error at this line and column.
    fix: Fix config.xml and run `cordova prepare ios`.
    count: 0
    search: Cordova config.xml parse error
    seen: 0
    source: https://github.com/apache/cordova-ios/blob/master/CordovaLib/Classes/Public/CDVConfigParser.m

    api: -[SEGAnalytics identify:traits:options:]
    api: -[SEGIntegrationsManager identify:]
    id: segment-identify
    image: Segment, Analytics
    raises: assertion NSInternalInconsistencyException
    requires: `identify` gets a user ID or traits.
    reason: either userId ({}) or traits ({}) must be provided.
    cause: Both the user ID and the traits are empty.
    fix: Check the user ID before you call `identify`.
    count: 0
    search: Segment identify either userId or traits must be provided
    seen: 0
    source: https://github.com/segmentio/analytics-ios/blob/master/Segment/Classes/SEGAnalytics.m

    api: -[SEGIntegrationsManager track:]
    api: -[SEGIntegrationsManager screen:]
    id: segment-track
    image: Segment, Analytics
    raises: assertion NSInternalInconsistencyException
    requires: The event and the screen have a name.
    reason: event ({}) must not be empty.
    cause: The event's name is empty.
    fix: Check the name before you call `track`.
    count: 0
    reason: screen name ({}) must not be empty.
    cause: The screen's name is empty.
    fix: Check the name before you call `screen`.
    count: 0
    search: Segment event must not be empty
    seen: 0
    source: https://github.com/segmentio/analytics-ios/blob/master/Segment/Internal/SEGIntegrationsManager.m

    api: -[SDWebImageManager loadImageWithURL:options:context:progress:completed:]
    id: sdwebimage-completed-block
    image: SDWebImage
    raises: assertion NSInternalInconsistencyException
    requires: A completion block is passed.
    reason: If you mean to prefetch the image, use -[SDWebImagePrefetcher prefetchURLs] instead
    cause: The completion block is nil.
    fix: Pass a completion block, or use `SDWebImagePrefetcher`.
    count: 0
    search: SDWebImage prefetch assertion completedBlock
    seen: 0
    source: https://github.com/SDWebImage/SDWebImage/blob/master/SDWebImage/Core/SDWebImageManager.m

    api: Mixpanel.mainInstance()
    id: mixpanel-main-instance
    image: Mixpanel
    raises: swift
    requires: `Mixpanel.initialize` runs before `Mixpanel.mainInstance()` (checked in debug builds on devices).
    reason: You have to call initialize(token:trackAutomaticEvents:) before calling the main instance, or define a new main instance if removing the main one
    cause: `mainInstance()` is used before the SDK is initialized.
    fix: Call `Mixpanel.initialize(token:trackAutomaticEvents:)` at launch.
    count: 0
    needs: call Mixpanel.initialize
    search: Mixpanel mainInstance crash; You have to call initialize
    seen: 0
    source: https://github.com/mixpanel/mixpanel-swift/blob/master/Sources/Mixpanel.swift

    api: _StoreCollection.subscript.getter
    id: tca-store-collection-main-thread
    image: ComposableArchitecture
    raises: swift
    requires: A collection of stores is used on the main thread.
    reason: Store collections must be interacted with on the main actor. {}
    cause: A lazy container (`LazyVStack`, `List`) reads a scoped store collection off the main thread.
    fix: Wrap the scoped store in `Array(…)` before you pass it to `ForEach`.
    count: 0
    search: Store collections must be interacted with on the main actor; TCA ForEach crash
    seen: 0
    source: https://github.com/pointfreeco/swift-composable-architecture/blob/main/Sources/ComposableArchitecture/Observation/IdentifiedArray%2BObservation.swift

    api: Reducer.body.getter
    id: tca-reducer-body
    image: ComposableArchitecture
    raises: swift
    requires: A reducer has a `body` or a `reduce(into:action:)`, and code calls `reduce`, not `body`.
    reason: '{}' has no body.
    cause: The reducer declares neither `body` nor `reduce(into:action:)`, or its `body` is read directly.
    fix: Add a `body`, or call `reduce(into:action:)`.
    count: 0
    search: TCA reducer has no body
    seen: 0
    source: https://github.com/pointfreeco/swift-composable-architecture/blob/main/Sources/ComposableArchitecture/Reducer.swift

    api: PieRadarHighlighter.closestHighlight(index:x:y:)
    api: ChartBaseDataSet.calcMinMax()
    id: charts-abstract
    image: Charts, DGCharts
    raises: swift
    requires: A subclass of an abstract class of Charts overrides its abstract methods.
    reason: closestHighlight(index, x, y) cannot be called on PieRadarChartHighlighter
    cause: A custom highlighter does not override `closestHighlight`.
    fix: Override the method that the message names.
    count: 0
    reason: calcMinMax is not implemented in ChartBaseDataSet
    cause: A custom data set does not override `calcMinMax`.
    fix: Override the method that the message names.
    count: 0
    search: Charts calcMinMax is not implemented
    seen: 0
    source: https://github.com/ChartsOrg/Charts/blob/master/Source/Charts/Data/Implementations/ChartBaseDataSet.swift

    api: CompositionLayer.init(layer:)
    id: lottie-wrong-layer-class
    image: Lottie
    raises: swift
    requires: A layer of Lottie is copied only from a layer of the same class.
    reason: Wrong Layer Class
    cause: Core Animation copied a Lottie layer from a layer of another class.
    fix: Do not create Lottie's layers yourself, and update Lottie.
    count: 0
    search: Lottie wrong layer class crash
    seen: 0
    source: https://github.com/airbnb/lottie-ios/blob/master/Sources/Private/MainThread/LayerContainers/CompLayers/CompositionLayer.swift

    api: +[FLTFirebaseFirestoreUtils getCachedInstanceForFirestore:]
    id: flutterfire-firestore-instance
    image: cloud_firestore
    raises: exception NoCachedInstance
    requires: The Firestore instance was created by the plugin.
    reason: No cached instance of Firestore
    cause: The plugin's cache has no entry for this Firestore object.
    fix: Update cloud_firestore, and do not create Firestore instances in native code.
    count: 0
    search: FlutterFire No cached instance of Firestore
    seen: 0
    source: https://github.com/firebase/flutterfire/blob/main/packages/cloud_firestore/cloud_firestore/macos/cloud_firestore/Sources/cloud_firestore/FLTFirebaseFirestoreUtils.m

    api: -[MGLMapSnapshotter startWithQueue:overlayHandler:completionHandler:]
    id: mapbox-snapshotter
    image: Mapbox
    raises: exception NSInvalidArgumentException, NSInternalInconsistencyException
    requires: A snapshotter is started once, on the main thread, while the app runs.
    reason: -[MGLMapSnapshotter startWithQueue:completionHandler:] must be called from the main thread, not {}.
    cause: The snapshotter is started on a background thread.
    fix: Start it on the main thread.
    count: 0
    reason: Already started this snapshotter.
    cause: The snapshotter is started twice.
    fix: Create a new snapshotter.
    count: 0
    search: MGLMapSnapshotter crash
    seen: 0
    source: https://github.com/mapbox/mapbox-gl-native-ios/blob/main/platform/darwin/src/MGLMapSnapshotter.mm

    api: -[MGLMultiPoint initWithCoordinates:count:]
    api: -[MGLMultiPoint setCoordinates:count:]
    id: mapbox-coordinates
    image: Mapbox
    raises: exception NSInvalidArgumentException
    requires: A shape has at least one vertex.
    reason: A multipoint must have at least one vertex.
    cause: The array of coordinates is empty.
    fix: Check that the array is not empty.
    count: 0
    search: Mapbox multipoint must have at least one vertex
    seen: 0
    source: https://github.com/mapbox/mapbox-gl-native-ios/blob/main/platform/darwin/src/MGLMultiPoint.mm

    api: -[MGLOfflineStorage _addPackForRegion:withContext:completionHandler:]
    api: -[MGLOfflineStorage addContentsOfURL:withCompletionHandler:]
    id: mapbox-offline
    image: Mapbox
    raises: exception MGLUnsupportedRegionTypeException, NSInvalidArgumentException
    requires: An offline region has a supported type, and a file passed to `addContents` can be written.
    reason: Regions of type {} are unsupported.
    cause: A custom region class is passed.
    fix: Use `MGLTilePyramidOfflineRegion` or `MGLShapeOfflineRegion`.
    count: 0
    reason: The file path: {} must be writable
    cause: The file is in the app bundle or read-only.
    fix: Copy the file to a writable directory first.
    count: 0
    search: Mapbox offline storage crash
    seen: 0
    source: https://github.com/mapbox/mapbox-gl-native-ios/blob/main/platform/darwin/src/MGLOfflineStorage.mm

    api: -[OIDAuthorizationSession resumeExternalUserAgentFlowWithURL:]
    api: -[OIDEndSessionImplementation resumeExternalUserAgentFlowWithURL:]
    id: appauth-redirect-after-completion
    image: AppAuth, AppAuthCore
    raises: exception An OAuth redirect was sent to a OIDExternalUserAgentSession after it already completed.
    requires: An authorization session receives one redirect, while it is pending.
    reason: An OAuth redirect was sent to a OIDExternalUserAgentSession after it already completed.
    cause: The redirect URL arrives a second time or after the session was canceled (the app was in the background, and the login finished in Safari).
    fix: Clear the stored session after its callback, pass URLs only while a session is pending, and update AppAuth (newer versions return an error).
    count: 6
    search: OAuth redirect was sent to a OIDExternalUserAgentSession after it already completed; resumeExternalUserAgentFlowWithURL crash
    seen: 7
    source: https://github.com/google/GoogleSignIn-iOS/issues/547
    source: https://github.com/FormidableLabs/react-native-app-auth/issues/1080
    source: https://github.com/MaikuB/flutter_appauth/issues/634
    source: https://github.com/openid/AppAuth-iOS/pull/955

    api: mbgl::LatLng::LatLng
    id: mapbox-latlng
    image: Mapbox, MapLibre
    raises: cxx std::domain_error
    requires: Latitude and longitude are numbers, and the latitude is between -90 and 90.
    reason: latitude must not be NaN
    cause: A coordinate is NaN, or the map view has a zero frame when its camera is set.
    fix: Check coordinates with `CLLocationCoordinate2DIsValid`, and set the camera after the view has a size.
    count: 1
    search: latitude must not be NaN; Mapbox std::domain_error; MapLibre domain_error
    seen: 3
    source: https://github.com/mapbox/mapbox-gl-native/issues/13938
    source: https://github.com/maplibre/flutter-maplibre-gl/issues/819
    source: https://github.com/nitaliano/react-native-mapbox-gl/issues/1703

    api: +[Fabric with:]
    id: fabric-info-plist
    image: Fabric
    raises: exception FABException
    requires: Info.plist contains a dictionary `Fabric` with the API key.
    reason: [Fabric] Value of Info.plist key "Fabric" must be a NSDictionary.
    cause: The key `Fabric` in Info.plist is missing or not a dictionary.
    fix: Remove Fabric (it is shut down) and use Firebase Crashlytics, or add the dictionary.
    count: 1
    needs: plist Fabric (not only)
    search: FABException; Fabric Info.plist key must be a NSDictionary
    seen: 1
    source: https://github.com/KosyanMedia/Aviasales-iOS-SDK/issues/54
    """#
}
