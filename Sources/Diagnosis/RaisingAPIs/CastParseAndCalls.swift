extension RaisingAPI {
  /// MBProgressHUD, Google Cast, Parse, Twilio, Zoom and Zendesk.
  static let castParseAndCalls: StaticString = #"""
    api: -[MBProgressHUD initWithView:]
    id: mbprogresshud-nil-view
    image: MBProgressHUD
    raises: assertion NSInternalInconsistencyException
    requires: The view that shows the HUD is not nil.
    reason: View must not be nil.
    cause: The view passed to `showHUDAddedTo:animated:` is nil, for example a window or a view controller's view that does not exist yet.
    fix: Pass the view that is on the screen, and check it first.
    count: 2
    search: MBProgressHUD View must not be nil
    seen: 2
    source: https://github.com/jdg/MBProgressHUD/issues/419
    source: https://github.com/jdg/MBProgressHUD/issues/310

    api: -[MBProgressHUD showAnimated:]
    api: -[MBProgressHUD hideAnimated:]
    id: mbprogresshud-main-thread
    image: MBProgressHUD
    raises: assertion NSInternalInconsistencyException
    requires: The HUD is shown and hidden on the main thread.
    reason: MBProgressHUD needs to be accessed on the main thread.
    cause: `show` or `hide` is called on a background thread, often in a network callback.
    fix: Dispatch the call to the main thread.
    count: 2
    search: MBProgressHUD needs to be accessed on the main thread
    seen: 3
    source: https://github.com/jdg/MBProgressHUD/issues/505
    source: https://github.com/jdg/MBProgressHUD/issues/399
    source: https://github.com/jdg/MBProgressHUD/issues/396

    api: +[GCKCastContext sharedInstance]
    id: googlecast-context
    image: GoogleCast
    raises: exception NSInternalInconsistencyException
    requires: `GCKCastContext.setSharedInstanceWith(_:)` runs before the shared instance is used.
    reason: GCKCastContext has not been created yet with +[setSharedInstanceWithOptions:]
    cause: The cast context is used before it is created at launch.
    fix: Call `GCKCastContext.setSharedInstanceWith(_:)` in `application(_:didFinishLaunchingWithOptions:)`.
    count: 2
    search: GCKCastContext has not been created yet; Google Cast crash
    seen: 2
    source: https://github.com/react-native-google-cast/react-native-google-cast/issues/44
    source: https://github.com/react-native-google-cast/react-native-google-cast/issues/32

    api: +[GCKUIStyle sharedInstance]
    api: -[GCKCastContext createMiniMediaControlsViewController]
    id: googlecast-resources
    image: GoogleCast
    raises: exception NSInvalidArgumentException
    requires: The resource bundles of the Cast SDK are in the app, and the cast context exists.
    reason: *** -[__NSDictionaryM setObject:forKey:]: object cannot be nil (key: playImage)
    cause: An image of the Cast SDK is not found, because its resource bundle is missing or the context is not created.
    fix: Install the SDK again with its resource bundles, and create the context first.
    count: 2
    search: GCKUIStyle crash; object cannot be nil (key: playImage)
    seen: 2
    source: https://github.com/googlecast/CastVideos-ios/issues/81
    source: https://github.com/googlecast/CastVideos-ios/issues/74

    api: +[Parse initializeWithConfiguration:]
    id: parse-already-initialized
    image: Parse, ParseCore
    raises: exception NSInternalInconsistencyException
    requires: Parse is initialized once in the process.
    reason: Parse is already initialized.
    cause: `Parse.initialize` runs again, for example each time an extension's controller loads.
    fix: Initialize Parse once, and check `Parse.currentConfiguration` before.
    count: 2
    search: Parse is already initialized
    seen: 2
    source: https://github.com/parse-community/parse-server/issues/4011
    source: https://github.com/parse-community/Parse-SDK-iOS-OSX/issues/1393

    api: +[PFObject _assertValidInstanceClassName:]
    id: parse-class-name
    image: Parse, ParseCore
    raises: exception NSInvalidArgumentException
    requires: The class name of a `PFObject` does not start with an underscore, unless its class is registered.
    reason: Invalid class name. Class names cannot start with an underscore.
    cause: A built-in class such as `_Installation` is created before Parse registered its subclasses (also on iOS 18 with older versions of Parse).
    fix: Update Parse, or call `registerSubclass()` on the built-in classes before `Parse.initialize`.
    count: 1
    search: Parse Invalid class name cannot start with an underscore
    seen: 2
    source: https://github.com/parse-community/Parse-SDK-iOS-OSX/issues/1809
    source: https://github.com/parse-community/Parse-SDK-iOS-OSX/issues/1851

    api: +[PFObject assertSubclassIsRegistered:]
    id: parse-register-subclass
    image: Parse, ParseCore
    raises: exception NSInternalInconsistencyException
    requires: Parse is initialized, and each subclass of `PFObject` is registered, before an object is created.
    reason: The class {} must be registered with registerSubclass before using Parse.
    cause: An object is created before `Parse.initialize`, or its class is not registered.
    fix: Initialize Parse first, and call `registerSubclass()`.
    count: 1
    search: must be registered with registerSubclass before using Parse
    seen: 1
    source: https://github.com/parse-community/Parse-SDK-iOS-OSX/issues/810

    api: +[Parse getApplicationId]
    id: parse-application-id
    image: Parse
    raises: exception NSInternalInconsistencyException
    requires: Parse is configured before its other methods are used.
    reason: You have to call setApplicationId:clientKey: on Parse to configure Parse.
    cause: A method of Parse runs before the application ID is set.
    fix: Configure Parse in `application(_:didFinishLaunchingWithOptions:)`.
    count: 1
    search: You have to call setApplicationId clientKey on Parse
    seen: 1
    source: https://github.com/avivais/phonegap-parse-plugin/issues/7

    api: -[PFObjectSubclassingController _registerSubclassesInBundle:]
    id: parse-register-subclasses-in-bundle
    image: Parse, ParseCore
    raises: exception NSInternalInconsistencyException
    requires: No two classes that Parse finds in loaded bundles use the same Parse class name.
    cause: A bundle that was loaded later contains a subclass whose name conflicts with a registered one; Parse scans each loaded bundle.
    fix: Update Parse, and link Parse and your subclasses only once.
    search: PFObjectSubclassingController registerSubclassesInBundle crash
    seen: 2
    source: https://github.com/parse-community/Parse-SDK-iOS-OSX/issues/989
    source: https://github.com/parse-community/Parse-SDK-iOS-OSX/pull/967

    api: +[TwilioVoiceSDK setAudioDevice:]
    api: +[TwilioVideoSDK setAudioDevice:]
    api: +[TVOMediaFactory setAudioDevice:]
    id: twilio-audio-device
    image: TwilioVoice, TwilioVideo
    raises: exception TVOAudioDeviceMustBeSetBeforeMediaStackSetup, TVIAudioDeviceMustBeSetBeforeMediaStackSetup
    requires: The audio device is set before the first call or room creates the media stack.
    reason: WebRTC does not allow updating the audio device once the media stack is created {}
    cause: `audioDevice` is set after a call or a push message already started the media stack.
    fix: Set `audioDevice` at launch, before any other call of the SDK.
    count: 4
    search: TVOAudioDeviceMustBeSetBeforeMediaStackSetup; Twilio audio device crash
    seen: 4
    source: https://github.com/twilio/twilio-voice-react-native/issues/187
    source: https://github.com/twilio/video-quickstart-ios/issues/371
    source: https://github.com/twilio/video-quickstart-ios/issues/230
    source: https://github.com/twilio/voice-quickstart-ios/issues/525

    api: -[MobileRTC initialize:]
    id: zoom-resources-bundle
    image: MobileRTC
    raises: exception NSInvalidArgumentException
    requires: MobileRTCResources.bundle is in the app bundle.
    reason: *** -[NSBundle initWithURL:]: nil URL argument
    cause: MobileRTCResources.bundle is missing, so its URL is nil.
    fix: Add MobileRTCResources.bundle to Copy Bundle Resources.
    count: 1
    needs: file MobileRTCResources.bundle
    search: Zoom SDK initialize crash; NSBundle initWithURL nil URL argument
    seen: 1
    source: https://github.com/nagarro-dv/react-native-zoom-us-bridge/issues/46

    api: +[ZDKLocalization buildInitialBundleArray]
    id: zendesk-localization-bundle
    image: ZendeskProviderSDK
    raises: exception NSInvalidArgumentException
    requires: The string bundles of the Zendesk SDK are in the app bundle.
    reason: *** -[__NSArrayM insertObject:atIndex:]: object cannot be nil
    cause: A localization bundle of the SDK is missing in the app.
    fix: Add the SDK's bundles (ZendeskSDKStrings.bundle) to Copy Bundle Resources, or install with CocoaPods.
    count: 1
    search: Zendesk crash ZDKLocalization object cannot be nil
    seen: 1
    source: https://github.com/RosterBuster/rn-zendesk/issues/7
    """#
}
