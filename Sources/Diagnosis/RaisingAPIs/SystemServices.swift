extension RaisingAPI {
  /// BackgroundTasks, Core Location, PushKit, UserNotifications, CloudKit and HealthKit.
  static let systemServices: StaticString = #"""
    api: -[BGTaskScheduler registerForTaskWithIdentifier:usingQueue:launchHandler:]
    api: -[BGTaskScheduler _unsafe_registerForTaskWithIdentifier:usingQueue:launchHandler:]
    id: bgtaskscheduler-register
    image: BackgroundTasks
    raises: assertion NSInternalInconsistencyException
    requires: Each identifier is registered once, before the app finishes launching.
    reason: All launch handlers must be registered before application finishes launching
    cause: `register(forTaskWithIdentifier:)` is called after `application(_:didFinishLaunchingWithOptions:)` returned, for example from a scene, a view or a lazy singleton.
    fix: Register all handlers in `application(_:didFinishLaunchingWithOptions:)` or the SwiftUI app's initializer.
    count: 4
    reason: Launch handler for task with identifier {} has already been registered
    cause: The identifier is registered twice, often by two SDKs that both read `BGTaskSchedulerPermittedIdentifiers`.
    fix: Register each identifier once, and leave another SDK's identifiers to it.
    count: 2
    search: BGTaskScheduler register crash; All launch handlers must be registered before application finishes launching; Launch handler has already been registered
    seen: 6
    source: https://github.com/transistorsoft/flutter_background_geolocation/issues/1205
    source: https://github.com/transistorsoft/flutter_background_fetch/issues/414
    source: https://github.com/microsoftconnect/ms-intune-app-sdk-ios/issues/132
    source: https://github.com/shinyorg/shiny/issues/280

    api: -[BGTaskScheduler _runTask:registration:]
    api: -[BGTaskScheduler _handleLaunchRequestForTask:]
    api: -[BGTaskScheduler _simulateLaunchForTaskWithIdentifier:]
    id: bgtaskscheduler-no-handler
    image: BackgroundTasks
    raises: assertion NSInternalInconsistencyException
    requires: A launch handler is registered at each launch for each task that was submitted.
    reason: No launch handler registered for task with identifier {}
    cause: The system launches the app for a task that an earlier version or session submitted, and this launch does not register its handler.
    fix: Register the handler at every launch, without conditions, and cancel requests that are no longer used.
    count: 2
    needs: call register(forTaskWithIdentifier: or registerForTaskWithIdentifier:
    search: No launch handler registered for task with identifier; BGTaskScheduler crash in background
    seen: 2
    source: https://github.com/wordpress-mobile/WordPress-iOS/issues/18156
    source: https://github.com/fluttercommunity/flutter_workmanager/pull/692

    api: -[CLLocationManager setAllowsBackgroundLocationUpdates:]
    api: CLClientStopVehicleHeadingUpdates
    api: CLClientGetCapabilities
    id: cllocationmanager-background-updates
    image: CoreLocation
    raises: assertion NSInternalInconsistencyException
    requires: The app declares the background mode `location` before it sets `allowsBackgroundLocationUpdates` to `true`.
    reason: Invalid parameter not satisfying: !stayUp || CLClientIsBackgroundable(internal->fClient)
    cause: `UIBackgroundModes` in Info.plist does not contain `location` (wording up to iOS 13).
    fix: Add the capability Background Modes, Location updates, or do not set the property.
    count: 3
    needs: background-mode location
    reason: Invalid parameter not satisfying: !stayUp || CLClientIsBackgroundable(internal->fClient) || _CFMZEnabled()
    cause: `UIBackgroundModes` in Info.plist does not contain `location`.
    fix: Add the capability Background Modes, Location updates, or do not set the property.
    count: 2
    needs: background-mode location
    source-call: allowsBackgroundLocationUpdates = true
    source-call: allowsBackgroundLocationUpdates = YES
    source-call: setAllowsBackgroundLocationUpdates:YES
    search: allowsBackgroundLocationUpdates crash; !stayUp || CLClientIsBackgroundable; background location crash
    seen: 8
    source: https://github.com/mauron85/react-native-background-geolocation/issues/60
    source: https://github.com/mauron85/cordova-plugin-background-geolocation/issues/622
    source: https://github.com/AtB-AS/mittatb-app/pull/4129
    source: https://github.com/HaylLtd/cordova-background-geolocation-plugin/issues/211

    api: -[PKPushRegistry _terminateAppIfThereAreUnhandledVoIPPushes]
    id: pkpushregistry-unhandled-voip-push
    image: PushKit
    kind: handler
    raises: assertion NSInternalInconsistencyException
    requires: Each VoIP push is reported to CallKit as an incoming call before its completion handler is called.
    reason: Killing app because it never posted an incoming call to the system after receiving a PushKit VoIP push callback.
    cause: The delegate returned or called its completion without `reportNewIncomingCall`: canceled call, parse error, duplicate, or the call is reported asynchronously.
    fix: Call `CXProvider.reportNewIncomingCall` synchronously for each VoIP push, and end the call afterwards if it is void. Send other content by standard pushes.
    count: 10
    needs: call reportNewIncomingCall or reportNewIncomingCallWithUUID:
    reason: Killing app because it never posted an incoming call to the system after receiving a PushKit VoIP push.
    cause: No incoming call was reported for a VoIP push.
    fix: Call `CXProvider.reportNewIncomingCall` synchronously for each VoIP push.
    count: 5
    needs: call reportNewIncomingCall or reportNewIncomingCallWithUUID:
    search: Killing app because it never posted an incoming call to the system; PushKit VoIP push crash; CallKit killed
    seen: 18
    source: https://github.com/hiennguyen92/flutter_callkit_incoming/issues/197
    source: https://github.com/react-native-webrtc/react-native-callkeep/issues/664
    source: https://github.com/element-hq/element-ios/issues/4269
    source: https://github.com/BelledonneCommunications/linphone-iphone/issues/669

    api: +[UNUserNotificationCenter currentNotificationCenter]
    api: -[UNUserNotificationCenter initWithBundleProxy:]
    api: -[UNUserNotificationCenter initWithBundleIdentifier:]
    id: unusernotificationcenter-current
    image: UserNotifications
    raises: assertion NSInternalInconsistencyException
    requires: The process runs from an app bundle with a bundle identifier.
    reason: bundleProxyForCurrentProcess is nil: mainBundle.bundleURL {}
    cause: The executable runs outside an app bundle: a command-line tool, a helper in `Contents/Resources`, a development build, or a unit test without a host app.
    fix: Package the executable in an app bundle, or check `Bundle.main.bundleIdentifier` before you use the notification center. Give tests a host app.
    count: 4
    reason: Invalid parameter not satisfying: bundleIdentifier != nil
    cause: No bundle identifier belongs to this process (wording of iOS 10).
    fix: Run the executable from an app bundle with a bundle identifier.
    count: 3
    reason: Invalid parameter not satisfying: bundleProxy != nil
    cause: No app bundle belongs to this process (wording up to iOS 13 and macOS 10.15).
    fix: Run the executable from an app bundle with a bundle identifier.
    count: 2
    search: UNUserNotificationCenter current crash; bundleProxyForCurrentProcess is nil; bundleProxy != nil
    seen: 10
    source: https://github.com/OneSignal/OneSignal-iOS-SDK/issues/935
    source: https://github.com/stablyai/orca/issues/7929
    source: https://github.com/ronaldoussoren/pyobjc/issues/270
    source: https://github.com/firebase/firebase-ios-sdk/issues/195

    api: -[UNTimeIntervalNotificationTrigger _initWithTimeInterval:repeats:]
    api: +[UNTimeIntervalNotificationTrigger triggerWithTimeInterval:repeats:]
    id: untimeintervaltrigger-interval
    image: UserNotifications
    raises: assertion NSInternalInconsistencyException
    requires: The interval is greater than 0, and at least 60 seconds for a repeating notification.
    reason: time interval must be greater than 0
    cause: The interval was computed from a date that is already past.
    fix: Skip the notification, or use `max(1, date.timeIntervalSinceNow)` or a calendar trigger.
    count: 3
    reason: time interval must be at least 60 if repeating
    cause: A repeating notification has an interval below 60 seconds.
    fix: Use at least 60 seconds, or do not repeat.
    count: 3
    search: time interval must be greater than 0; time interval must be at least 60 if repeating; UNTimeIntervalNotificationTrigger crash
    seen: 6
    source: https://github.com/superwall/Superwall-iOS/issues/185
    source: https://github.com/batoulapps/adhan-swift/issues/86
    source: https://github.com/ChenYilong/iOS10AdaptationTips/pull/7
    source: https://github.com/rafaelsetragni/awesome_notifications/issues/316

    api: +[CKContainer defaultContainer]
    api: +[CKContainer containerWithIdentifier:]
    api: -[CKContainer initWithContainerIdentifier:]
    api: -[CKContainer initWithContainerID:options:]
    api: -[CKContainer _initWithContainerIdentifier:]
    id: ckcontainer-entitlement
    image: CloudKit
    raises: exception CKException
    requires: The app is signed with the entitlement `com.apple.developer.icloud-services` and the container's identifier.
    reason: The application is missing required entitlement com.apple.developer.icloud-services
    cause: The app is signed without the iCloud capability (re-signed, sideloaded, unsigned test build).
    fix: Add the capability iCloud with CloudKit to this target, and check that the provisioning profile contains it.
    count: 2
    needs: entitlement com.apple.developer.icloud-services
    reason: containerIdentifier can not be nil
    cause: The entitlements list no container, so no default container exists.
    fix: Add a container to `com.apple.developer.icloud-container-identifiers`, or pass its identifier to `CKContainer(identifier:)`.
    count: 1
    needs: entitlement com.apple.developer.icloud-container-identifiers (not only)
    source-call: CKContainer.default()
    source-call: CKContainer(identifier:
    source-call: CKContainer defaultContainer
    source-call: CKContainer containerWithIdentifier:
    search: CKContainer crash; missing required entitlement com.apple.developer.icloud-services; containerIdentifier can not be nil; CKException
    seen: 7
    source: https://github.com/TermiT/Flycut/issues/321
    source: https://github.com/calabash/iOSDeviceManager/pull/127
    source: https://github.com/Provenance-Emu/Provenance/issues/3648
    source: https://github.com/adamwulf/loose-leaf/issues/1631

    api: -[HKHealthStoreImplementation _throwIfAuthorizationDisallowedForSharing:types:]
    api: -[HKHealthStore _throwIfAuthorizationDisallowedForSharing:types:]
    id: hkhealthstore-disallowed-types
    image: HealthKit
    kind: handler
    raises: exception NSInvalidArgumentException
    requires: Only types that apps may write (share) or read are requested.
    reason: Authorization to share the following types is disallowed: {}
    cause: A read-only type (exercise time, stand time, wrist temperature, clinical records) or a correlation type is in the set to share.
    fix: Move the type to the read set, and request the component quantity types of a correlation.
    count: 3
    search: Authorization to share the following types is disallowed; HealthKit requestAuthorization crash
    seen: 4
    source: https://github.com/jevonmao/PermissionsSwiftUI/issues/41
    source: https://github.com/Cap-go/capacitor-health/issues/81
    source: https://github.com/ryanbr/noop/pull/1371
    source: https://github.com/EddyVerbruggen/HealthKit/issues/106

    api: -[HKHealthStore requestAuthorizationToShareTypes:readTypes:completion:]
    api: -[HKHealthStoreImplementation requestAuthorizationToShareTypes:readTypes:completion:]
    api: -[HKHealthStore _validateHealthUpdateUsageDescription]
    api: -[HKHealthStore _validateHealthShareUsageDescription]
    id: hkhealthstore-request-authorization
    image: HealthKit
    raises: exception NSInvalidArgumentException
    requires: Info.plist has non-empty usage descriptions for the kinds of access requested, and at least one type is requested.
    reason: -[__NSCFBoolean hk_isValidPurposeString]: unrecognized selector sent to instance {}
    cause: The usage description in Info.plist is a Boolean instead of a string.
    fix: Change the value's type to String.
    count: 2
    reason: Must request authorization for at least one data type
    cause: Both sets of types are empty.
    fix: Request at least one type, and skip the call otherwise.
    count: 1
    reason: The string "{}" is an invalid value for NSHealthUpdateUsageDescription
    cause: The usage description in Info.plist is empty or too short.
    fix: Write a sentence as the value of `NSHealthUpdateUsageDescription`.
    count: 1
    reason: NSHealthShareUsageDescription must be set in the app's Info.plist in order to request read authorization for the following types: {}
    cause: `NSHealthShareUsageDescription` is missing in Info.plist.
    fix: Add `NSHealthShareUsageDescription` to Info.plist.
    count: 1
    needs: plist NSHealthShareUsageDescription (not only)
    reason: NSHealthUpdateUsageDescription must be set in the app's Info.plist in order to request write authorization for the following types: {}
    cause: `NSHealthUpdateUsageDescription` is missing in Info.plist.
    fix: Add `NSHealthUpdateUsageDescription` to Info.plist.
    count: 0
    needs: plist NSHealthUpdateUsageDescription (not only)
    search: HealthKit requestAuthorization crash; NSHealthUpdateUsageDescription must be set; hk_isValidPurposeString
    seen: 6
    source: https://github.com/jevonmao/PermissionsSwiftUI/issues/72
    source: https://github.com/dariosalvi78/cordova-plugin-health/issues/285
    source: https://github.com/APP-iOS2/final-pickle/pull/53
    source: https://github.com/kingstinct/react-native-healthkit/issues/135

    api: -[CBCentralManager cancelPeripheralConnection:]
    api: -[CBCentralManager cancelPeripheralConnection:force:]
    api: -[CBCentralManager cancelPeripheralConnection:options:]
    api: -[CBCentralManager connectPeripheral:options:]
    id: cbcentralmanager-nil-peripheral
    image: CoreBluetooth
    raises: assertion NSInternalInconsistencyException
    requires: The peripheral is not nil.
    reason: Invalid parameter not satisfying: peripheral != nil
    cause: The peripheral was not found or was released before the call (disconnected, Bluetooth switched off, unknown identifier).
    fix: Keep a strong reference to the peripheral, and check it for nil before you connect or cancel.
    count: 3
    search: CBCentralManager cancelPeripheralConnection crash; peripheral != nil
    seen: 3
    source: https://github.com/thon-ju/bluetooth_print/issues/179
    source: https://github.com/wwandreww/flutter_bluetooth_basic/issues/14
    source: https://github.com/Rightpoint/RZBluetooth/issues/76

    api: -[CBPeripheral writeValue:forCharacteristic:type:]
    api: -[CBPeripheral writeValue:forDescriptor:]
    api: -[CBPeripheral readValueForCharacteristic:]
    api: -[CBPeripheral setNotifyValue:forCharacteristic:]
    id: cbperipheral-nil-characteristic
    image: CoreBluetooth
    raises: assertion NSInternalInconsistencyException
    requires: The characteristic and the data are not nil.
    reason: Invalid parameter not satisfying: characteristic != nil
    cause: The characteristic was not discovered yet, or the device has no characteristic with this UUID.
    fix: Write only after `peripheral(_:didDiscoverCharacteristicsFor:error:)`, and check the characteristic for nil.
    count: 1
    search: CBPeripheral writeValue crash; characteristic != nil
    seen: 1
    source: https://github.com/don/cordova-plugin-rfduino/issues/7

    api: -[CBPeripheralManager updateValue:forCharacteristic:onSubscribedCentrals:]
    id: cbperipheralmanager-nil-value
    image: CoreBluetooth
    raises: assertion NSInternalInconsistencyException
    requires: The value is not nil.
    reason: Invalid parameter not satisfying: value != nil
    cause: The data to send is nil, for example after Base64 decoding failed.
    fix: Check the data before you call `updateValue`.
    count: 1
    search: CBPeripheralManager updateValue crash; value != nil
    seen: 1
    source: https://github.com/randdusing/cordova-plugin-bluetoothle/issues/598
    """#
}
