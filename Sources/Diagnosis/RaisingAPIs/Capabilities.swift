extension RaisingAPI {
  /// Calls that fail without an entitlement, background mode or key, but do not stop the process.
  static let capabilities: StaticString = #"""
    api: -[UIApplication registerForRemoteNotifications]
    id: push-entitlement
    image: UIKitCore
    raises: error
    requires: The app is signed with the entitlement `aps-environment`.
    cause: The target has no entitlement `aps-environment`, so registration fails with "no valid aps-environment entitlement string found".
    fix: Add the capability Push Notifications to the target.
    needs: entitlement aps-environment or com.apple.developer.aps-environment
    source-call: registerForRemoteNotifications()
    source-call: registerForRemoteNotifications]
    search: no valid aps-environment entitlement string found for application; push notifications not registered
    seen: 0
    source: https://developer.apple.com/documentation/bundleresources/entitlements/aps-environment

    api: -[ASAuthorizationAppleIDProvider createRequest]
    id: sign-in-with-apple-entitlement
    image: AuthenticationServices
    raises: error
    requires: The app is signed with the entitlement `com.apple.developer.applesignin`.
    cause: The target has no entitlement `com.apple.developer.applesignin`, so each request fails with error 1000 of ASAuthorizationError.
    fix: Add the capability Sign in with Apple to the target.
    needs: entitlement com.apple.developer.applesignin
    source-call: ASAuthorizationAppleIDProvider()
    source-call: SignInWithAppleButton(
    source-call: ASAuthorizationAppleIDProvider alloc
    search: ASAuthorizationError 1000; Sign in with Apple entitlement missing
    seen: 0
    source: https://developer.apple.com/documentation/bundleresources/entitlements/com.apple.developer.applesignin

    api: -[HKHealthStore requestAuthorizationToShareTypes:readTypes:completion:]
    id: healthkit-entitlement
    image: HealthKit
    raises: error
    requires: The app is signed with the entitlement `com.apple.developer.healthkit`.
    cause: The target has no entitlement `com.apple.developer.healthkit`, so the request fails with "Missing com.apple.developer.healthkit entitlement".
    fix: Add the capability HealthKit to the target.
    needs: entitlement com.apple.developer.healthkit
    source-call: requestAuthorization(toShare:
    source-call: requestAuthorizationToShareTypes:
    search: Missing com.apple.developer.healthkit entitlement
    seen: 0
    source: https://developer.apple.com/documentation/bundleresources/entitlements/com.apple.developer.healthkit

    api: -[NSFileManager containerURLForSecurityApplicationGroupIdentifier:]
    id: app-group-entitlement
    image: Foundation
    raises: error
    requires: The app is signed with the entitlement `com.apple.security.application-groups`, which lists the group.
    cause: The target has no entitlement `com.apple.security.application-groups`, so the container is nil.
    fix: Add the capability App Groups with this group to the target.
    needs: entitlement com.apple.security.application-groups
    source-call: containerURL(forSecurityApplicationGroupIdentifier:
    source-call: containerURLForSecurityApplicationGroupIdentifier:
    search: containerURL forSecurityApplicationGroupIdentifier returns nil; app group container nil
    seen: 0
    source: https://developer.apple.com/documentation/bundleresources/entitlements/com.apple.security.application-groups

    api: -[NSFileManager URLForUbiquityContainerIdentifier:]
    id: icloud-documents-entitlement
    image: Foundation
    raises: error
    requires: The app is signed with an entitlement for an iCloud container.
    cause: The target has no entitlement `com.apple.developer.icloud-container-identifiers`, so the container is nil.
    fix: Add the capability iCloud with a container to the target.
    needs: entitlement com.apple.developer.icloud-container-identifiers or com.apple.developer.ubiquity-container-identifiers
    source-call: url(forUbiquityContainerIdentifier:
    source-call: URLForUbiquityContainerIdentifier:
    search: url forUbiquityContainerIdentifier returns nil; iCloud container nil
    seen: 0
    source: https://developer.apple.com/documentation/bundleresources/entitlements/com.apple.developer.icloud-container-identifiers

    api: -[NFCReaderSession beginSession]
    id: nfc-entitlement
    image: CoreNFC
    raises: error
    requires: The app is signed with the entitlement `com.apple.developer.nfc.readersession.formats`.
    cause: The target has no entitlement `com.apple.developer.nfc.readersession.formats`, so the session ends with "Missing required entitlement".
    fix: Add the capability Near Field Communication Tag Reading to the target.
    needs: entitlement com.apple.developer.nfc.readersession.formats
    source-call: NFCNDEFReaderSession(
    source-call: NFCTagReaderSession(
    source-call: NFCNDEFReaderSession alloc
    source-call: NFCTagReaderSession alloc
    search: NFC Missing required entitlement; NFCReaderSession invalidated
    seen: 0
    source: https://developer.apple.com/documentation/bundleresources/entitlements/com.apple.developer.nfc.readersession.formats

    api: -[HMHomeManager init]
    id: homekit-entitlement
    image: HomeKit
    raises: error
    requires: The app is signed with the entitlement `com.apple.developer.homekit`.
    cause: The target has no entitlement `com.apple.developer.homekit`, so HomeKit reports no homes.
    fix: Add the capability HomeKit to the target.
    needs: entitlement com.apple.developer.homekit
    source-call: HMHomeManager()
    source-call: HMHomeManager alloc
    search: HomeKit entitlement missing
    seen: 0
    source: https://developer.apple.com/documentation/bundleresources/entitlements/com.apple.developer.homekit

    api: WeatherService.weather(for:)
    id: weatherkit-entitlement
    image: WeatherKit
    raises: error
    requires: The app is signed with the entitlement `com.apple.developer.weatherkit`.
    cause: The target has no entitlement `com.apple.developer.weatherkit`, so each request fails.
    fix: Add the capability WeatherKit to the target and to its App ID.
    needs: entitlement com.apple.developer.weatherkit
    source-call: import WeatherKit; WeatherService.shared
    source-call: import WeatherKit; WeatherService()
    search: WeatherKit request fails; WeatherDaemon WDSJWTAuthenticator
    seen: 0
    source: https://developer.apple.com/documentation/bundleresources/entitlements/com.apple.developer.weatherkit

    api: -[BGTaskScheduler registerForTaskWithIdentifier:usingQueue:launchHandler:]
    id: bgtask-permitted-identifiers
    image: BackgroundTasks
    raises: error
    requires: `BGTaskSchedulerPermittedIdentifiers` in Info.plist contains the identifier of each task.
    cause: `BGTaskSchedulerPermittedIdentifiers` in Info.plist does not contain the identifier, so `register` returns false and `submit(_:)` throws `notPermitted`.
    fix: Add the identifier to `BGTaskSchedulerPermittedIdentifiers` in Info.plist.
    needs: plist-array BGTaskSchedulerPermittedIdentifiers identifier
    source-call: register(forTaskWithIdentifier:
    source-call: registerForTaskWithIdentifier:
    search: is not advertised in the application's Info.plist; BGTaskSchedulerErrorDomain error 3; BGTaskScheduler notPermitted
    seen: 0
    source: https://github.com/fluttercommunity/flutter_workmanager/issues/660
    source: https://developer.apple.com/documentation/bundleresources/information-property-list/bgtaskschedulerpermittedidentifiers

    api: -[BGProcessingTaskRequest initWithIdentifier:]
    id: bgprocessing-mode
    image: BackgroundTasks
    raises: error
    requires: `UIBackgroundModes` in Info.plist contains `processing`.
    cause: `UIBackgroundModes` in Info.plist does not contain `processing`, so `submit(_:)` throws `notPermitted`.
    fix: Add the capability Background Modes, Background processing.
    needs: background-mode processing
    source-call: BGProcessingTaskRequest(
    source-call: BGProcessingTaskRequest alloc
    search: BGProcessingTaskRequest notPermitted; background processing mode missing
    seen: 0
    source: https://developer.apple.com/documentation/bundleresources/information-property-list/uibackgroundmodes

    api: -[BGAppRefreshTaskRequest initWithIdentifier:]
    id: bgapprefresh-mode
    image: BackgroundTasks
    raises: error
    requires: `UIBackgroundModes` in Info.plist contains `fetch`.
    cause: `UIBackgroundModes` in Info.plist does not contain `fetch`, so `submit(_:)` throws `notPermitted`.
    fix: Add the capability Background Modes, Background fetch.
    needs: background-mode fetch
    source-call: BGAppRefreshTaskRequest(
    source-call: BGAppRefreshTaskRequest alloc
    search: BGAppRefreshTaskRequest notPermitted; background fetch mode missing
    seen: 0
    source: https://developer.apple.com/documentation/bundleresources/information-property-list/uibackgroundmodes

    api: -[PKPushRegistry setDesiredPushTypes:]
    id: voip-background-mode
    image: PushKit
    raises: error
    requires: `UIBackgroundModes` in Info.plist contains `voip`.
    cause: `UIBackgroundModes` in Info.plist does not contain `voip`, so the app gets no VoIP push token.
    fix: Add the capability Background Modes, Voice over IP.
    needs: background-mode voip
    source-call: desiredPushTypes = [.voIP
    source-call: desiredPushTypes = Set([.voIP
    source-call: desiredPushTypes = [PKPushType.voIP
    source-call: setWithObject:PKPushTypeVoIP
    search: VoIP push token never arrives; pushRegistry didUpdate not called
    seen: 0
    source: https://developer.apple.com/documentation/bundleresources/information-property-list/uibackgroundmodes

    api: Activity.request(attributes:content:pushType:)
    id: live-activities-support
    image: ActivityKit
    raises: error
    requires: Info.plist contains `NSSupportsLiveActivities` with the value `YES`.
    cause: `NSSupportsLiveActivities` is missing in Info.plist or is `NO`, so the request throws an error.
    fix: Add `NSSupportsLiveActivities` with the value `YES` to Info.plist.
    needs: plist NSSupportsLiveActivities = true
    source-call: import ActivityKit; Activity.request(
    source-call: import ActivityKit; >.request(attributes:
    search: Live Activity does not start; NSSupportsLiveActivities; target does not include NSSupportsLiveActivities plist key
    seen: 0
    source: https://developer.apple.com/documentation/bundleresources/information-property-list/nssupportsliveactivities
    """#
}
