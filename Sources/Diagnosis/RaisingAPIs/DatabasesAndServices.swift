extension RaisingAPI {
  /// FMDB, GRDB, MMKV, Swinject, MSAL, AppAuth, Amplify, Stripe, Intercom, Mapbox and AppLovin.
  static let databasesAndServices: StaticString = #"""
    api: -[FMDatabaseQueue inDatabase:]
    id: fmdb-reentrant-queue
    image: FMDB
    raises: abort
    requires: `inDatabase:` is not called inside another `inDatabase:` or `inTransaction:` of the same queue.
    reason: inDatabase: was called reentrantly on the same queue, which would lead to a deadlock
    cause: A function called inside the block (often through a notification or a log call) uses the same queue again.
    fix: Pass the `FMDatabase` of the block to that function instead of using the queue again.
    count: 5
    search: FMDatabaseQueue inDatabase was called reentrantly; FMDB deadlock assertion
    seen: 6
    source: https://github.com/ccgus/fmdb/issues/528
    source: https://github.com/ccgus/fmdb/pull/224
    source: https://github.com/ccgus/fmdb/pull/415
    source: https://github.com/HDB-Li/LLDebugTool/issues/15

    api: -[FMDatabase warnInUse]
    id: fmdb-in-use
    image: FMDB
    raises: abort
    kind: handler
    requires: One `FMDatabase` runs one statement at a time, and `crashOnErrors` is off in release builds.
    reason: The FMDatabase {} is currently in use.
    cause: Two threads use one `FMDatabase`, and `crashOnErrors` is on.
    fix: Use `FMDatabaseQueue` or one database object for each thread.
    count: 0
    search: FMDatabase is currently in use
    seen: 0
    source: https://github.com/ccgus/fmdb/blob/master/src/fmdb/FMDatabase.m

    api: -[FMDatabase executeQuery:withArgumentsInArray:orDictionary:orVAList:shouldBind:]
    api: -[FMDatabase executeUpdate:error:withArgumentsInArray:orDictionary:orVAList:]
    id: fmdb-crash-on-errors
    image: FMDB
    raises: abort
    requires: `crashOnErrors` is off, or every statement is valid.
    reason: DB Error: {} "{}"
    cause: The SQL failed, and `crashOnErrors` is on.
    fix: Fix the statement that the message names, and set `crashOnErrors` only in debug builds.
    count: 0
    search: FMDB crashOnErrors; FMDatabase DB Error abort
    seen: 0
    source: https://github.com/ccgus/fmdb/blob/master/src/fmdb/FMDatabase.m

    api: -[FMDatabasePool pushDatabaseBackInPool:]
    id: fmdb-pool
    image: FMDB
    raises: exception Database already in pool
    requires: A database is returned to the pool once.
    reason: The FMDatabase being put back into the pool is already present in the pool
    cause: A database of the pool is returned twice.
    fix: Use the database only inside the pool's block.
    count: 0
    search: FMDatabasePool Database already in pool
    seen: 0
    source: https://github.com/ccgus/fmdb/blob/master/src/fmdb/FMDatabasePool.m

    api: SchedulingWatchdog.preconditionValidQueue(_:_:file:line:)
    id: grdb-wrong-thread
    image: GRDB
    raises: swift
    requires: A `Database`, cursor or statement of GRDB is used only inside the `read` or `write` block that provides it.
    reason: Database was not used on the correct thread.
    cause: The `Database` or a cursor escaped from its block, or GRDB is linked twice (in the app and in a framework).
    fix: Fetch arrays or values inside the block and return those; link GRDB once.
    count: 5
    search: GRDB Database was not used on the correct thread; preconditionValidQueue
    seen: 5
    source: https://github.com/groue/GRDB.swift/issues/621
    source: https://github.com/groue/GRDB.swift/issues/1031
    source: https://github.com/groue/GRDB.swift/issues/465
    source: https://github.com/groue/GRDB.swift/issues/1159

    api: SerializedDatabase.sync(_:)
    api: SerializedDatabase.sync(allowingLongLivedTransaction:_:)
    api: SerializedDatabase.async(_:)
    api: DatabasePool.read(_:)
    api: DatabasePool.write(_:)
    id: grdb-reentrant
    image: GRDB
    raises: swift
    requires: `read` and `write` are not called inside another `read` or `write` of the same database.
    reason: Database methods are not reentrant.
    cause: A function called inside a database block opens another block on the same queue or pool.
    fix: Pass the `Database` argument to that function, or use `unsafeReentrantRead` and `unsafeReentrantWrite` knowingly.
    count: 1
    search: GRDB Database methods are not reentrant
    seen: 2
    source: https://github.com/tqbf/selfdrivingwiki/issues/591
    source: https://github.com/oxen-io/session-ios/pull/794

    api: DatabaseMigrator.registerMigration(_:)
    api: DatabaseMigrator.unappliedExecutions(upTo:appliedIdentifiers:)
    api: DatabaseMigrator.runMigrations(_:upTo:)
    id: grdb-migrator
    image: GRDB
    raises: swift
    requires: Each migration has a unique identifier, and the target of `migrate(upTo:)` is registered and not already passed.
    reason: database is already migrated beyond migration {}
    cause: The database was opened by a newer version of the app.
    fix: Check `hasBeenSuperseded` before you migrate.
    count: 0
    reason: undefined migration: {}
    cause: The identifier passed to `migrate(upTo:)` is not registered.
    fix: Register the migration, or correct the identifier.
    count: 0
    search: GRDB migration crash
    seen: 0
    source: https://github.com/groue/GRDB.swift/blob/master/GRDB/Migration/DatabaseMigrator.swift

    api: +[MMKV mmkvWithID:cryptKey:aes256:rootPath:mode:expectedCapacity:]
    api: +[MMKV mmkvWithID:cryptKey:rootPath:mode:expectedCapacity:]
    api: +[MMKV mmkvWithID:cryptKey:rootPath:mode:]
    api: +[MMKV initializeMMKV:logLevel:handler:]
    id: mmkv-not-initialized
    image: MMKV
    raises: assertion NSInternalInconsistencyException
    requires: `MMKV.initialize` runs on the main thread before other MMKV methods.
    reason: MMKV not initialized properly, must call +initializeMMKV: in main thread before calling any other MMKV methods
    cause: MMKV is used before it is initialized, often by a plugin that loads early.
    fix: Call `MMKV.initialize(rootDir:)` first in `application(_:didFinishLaunchingWithOptions:)`.
    count: 2
    search: MMKV not initialized properly
    seen: 2
    source: https://github.com/Tencent/MMKV/issues/1299
    source: https://github.com/Tencent/MMKV/issues/1082
    source: https://github.com/Tencent/MMKV/blob/master/iOS/MMKV/MMKV/libMMKV.mm

    api: Container.incrementResolutionDepth()
    id: swinject-circular-dependency
    image: Swinject
    raises: swift
    requires: Services do not need each other in their initializers.
    reason: Infinite recursive call for circular dependency has been detected. To avoid the infinite call, 'initCompleted' handler should be used to inject circular dependency.
    cause: Two services resolve each other in their factories, or several threads resolve from one container.
    fix: Inject one of them in `initCompleted`, and resolve through `synchronize()`.
    count: 4
    search: Swinject infinite recursive call for circular dependency
    seen: 5
    source: https://github.com/Swinject/Swinject/issues/284
    source: https://github.com/Swinject/Swinject/issues/232
    source: https://github.com/Swinject/Swinject/issues/344

    api: Container.resolve(entry:invoker:)
    id: swinject-multiple-threads
    image: Swinject
    raises: swift
    requires: A container is used on one thread, or through its synchronized resolver.
    reason: If accessing container from multiple threads, make sure to use a synchronized resolver.
    cause: Two threads resolve from the same container at the same time.
    fix: Resolve with `container.synchronize()`, or only on the main thread.
    count: 1
    search: Swinject crash resolve threads; synchronized resolver
    seen: 3
    source: https://github.com/Swinject/Swinject/issues/361
    source: https://github.com/Swinject/Swinject/issues/377
    source: https://github.com/Swinject/Swinject/issues/388

    api: -[MSALLoggerConfig setLogCallback:]
    id: msal-log-callback
    image: MSAL
    raises: exception NSInternalInconsistencyException
    requires: The log callback of MSAL is set once in the process.
    reason: MSAL logging callback can only be set once per process and should never changed once set.
    cause: The app and another SDK (such as Intune), or the app twice, set the callback; older versions throw a string instead of an exception.
    fix: Set the callback once, and update MSAL (newer versions raise only in debug builds).
    count: 1
    reason: MSAL logging callback can only be set once per process and should never be changed once set.
    cause: The callback is set twice.
    fix: Set the callback once.
    count: 0
    search: MSAL logging callback can only be set once per process
    seen: 2
    source: https://github.com/microsoftconnect/ms-intune-app-sdk-ios/issues/149
    source: https://github.com/AzureAD/microsoft-authentication-library-for-objc/pull/2633

    api: AuthCategory.plugin.getter
    api: AnalyticsCategory.plugin.getter
    api: AmplifyAPICategory.plugin.getter
    api: APICategory.plugin.getter
    api: DataStoreCategory.plugin.getter
    api: StorageCategory.plugin.getter
    api: PredictionsCategory.plugin.getter
    api: GeoCategory.plugin.getter
    api: Fatal.preconditionFailure(_:file:line:)
    id: amplify-not-configured
    image: Amplify
    raises: swift
    requires: `Amplify.configure()` succeeded, and a plugin for the category was added before.
    reason: {} category is not configured. Call Amplify.configure() before using any methods on the category.
    cause: A method is called before `Amplify.configure()`, or the configuration failed and its error was ignored.
    fix: Add the plugin and call `Amplify.configure()` at launch, and handle its error.
    count: 8
    needs: call Amplify.configure
    search: Amplify category is not configured; Authentication category is not configured
    seen: 8
    source: https://github.com/aws-amplify/amplify-swift/issues/549
    source: https://github.com/aws-amplify/amplify-swift/issues/617
    source: https://github.com/aws-amplify/amplify-swift/issues/3897
    source: https://github.com/aws-amplify/amplify-flutter/issues/153

    api: -[STPEphemeralKeyManager getCustomerKey:]
    id: stripe-ephemeral-key
    image: Stripe
    raises: assertion NSInternalInconsistencyException
    requires: The backend returns the ephemeral key's JSON unchanged.
    reason: Could not parse the ephemeral key response. Make sure your backend is sending the unmodified JSON of the ephemeral key to your app. For more info, see {}
    cause: The key provider calls its completion with neither a valid key nor an error.
    fix: Pass the error to the completion when the request fails, and send the key's JSON unchanged.
    count: 1
    search: Stripe could not parse the ephemeral key response
    seen: 1
    source: https://github.com/stripe/stripe-ios/issues/819

    api: -[STPAPIClient createTokenWithData:completion:]
    id: stripe-nil-key
    image: Stripe
    raises: exception NSInvalidArgumentException
    requires: The publishable key is set before a request.
    reason: *** -[__NSCFConstantString stringByAppendingString:]: nil argument
    cause: `publishableKey` is nil when the request is built.
    fix: Set the default publishable key at launch.
    count: 1
    search: Stripe publishable key nil crash; stringByAppendingString nil argument Stripe
    seen: 2
    source: https://github.com/stripe/stripe-ios/issues/280
    source: https://github.com/stripe/stripe-ios/issues/208

    api: +[STPAPIClient validateKey:]
    api: -[STPAPIClient setPublishableKey:]
    id: stripe-validate-key
    image: Stripe
    raises: assertion NSInternalInconsistencyException
    requires: The key is a publishable key (`pk_…`), not a secret key.
    reason: You must use a valid publishable key to create a token. {}
    cause: A secret or empty key is passed to the SDK.
    fix: Use the publishable key, and revoke the secret key if it was shipped.
    count: 1
    search: You must use a valid publishable key; Stripe invalid publishable key crash
    seen: 2
    source: https://github.com/ParsePlatform/ParseStore/issues/19
    source: https://github.com/stripe/stripe-ios/issues/1376

    api: -[STDSACSNetworkingManager submitChallengeRequest:withCompletion:]
    id: stripe-3ds2-concurrent
    image: Stripe3DS2
    raises: assertion NSInternalInconsistencyException
    requires: One 3DS2 challenge request runs at a time.
    reason: STDSACSNetworkingManager is not intended to handle multiple concurrent tasks.
    cause: The customer canceled while a challenge request was still running (assertions are on in some release builds of Swift packages).
    fix: Update the Stripe SDK, which removed this assertion.
    count: 2
    search: STDSACSNetworkingManager is not intended to handle multiple concurrent tasks
    seen: 2
    source: https://github.com/stripe/stripe-ios/issues/1858
    source: https://github.com/stripe/stripe-ios/issues/2094

    api: -[ICMComposerView didSelectImageUploadButton:]
    api: -[ICMConversationViewController didSelectUploadAttachment]
    id: intercom-photo-library
    image: Intercom
    raises: exception NSPhotoLibraryUsageDescription not present
    requires: Info.plist contains `NSPhotoLibraryUsageDescription`.
    reason: Your app will be rejected from the AppStore unless you add NSPhotoLibraryUsageDescription to your Info.plist. More information is available here: {}
    cause: The usage description for the photo library is missing, and the user tapped the image button.
    fix: Add `NSPhotoLibraryUsageDescription` to Info.plist.
    count: 1
    needs: plist NSPhotoLibraryUsageDescription
    search: Intercom crash attach photo; NSPhotoLibraryUsageDescription not present
    seen: 1
    source: https://github.com/intercom/intercom-ios/issues/206

    api: -[MGLMapView validateLocationServices]
    id: mapbox-location-usage
    image: Mapbox
    raises: exception MGLMissingLocationServicesUsageDescriptionException
    requires: Info.plist contains `NSLocationWhenInUseUsageDescription` before the map shows the user's location.
    reason: This app must have a value for {} in its Info.plist.
    cause: `showsUserLocation` or a tracking mode is set, and the usage description is missing.
    fix: Add `NSLocationWhenInUseUsageDescription` to Info.plist.
    count: 1
    needs: plist NSLocationWhenInUseUsageDescription (not only)
    reason: In iOS 8 and above, this app must have a value for NSLocationWhenInUseUsageDescription or NSLocationAlwaysUsageDescription in its Info.plist.
    cause: The usage description is missing (older versions).
    fix: Add `NSLocationWhenInUseUsageDescription` to Info.plist.
    count: 1
    needs: plist NSLocationWhenInUseUsageDescription or NSLocationAlwaysUsageDescription
    search: Mapbox showsUserLocation crash; MGLMissingLocationServicesUsageDescriptionException
    seen: 3
    source: https://github.com/flutter-mapbox-gl/maps/issues/246
    source: https://github.com/mapbox/mapbox-gl-native/pull/15583
    source: https://github.com/mapbox/mapbox-gl-native/pull/3809

    api: -[ALSdk initializeWithConfiguration:completionHandler:]
    id: applovin-sdk-key
    image: AppLovinSDK
    raises: exception NSInternalInconsistencyException
    requires: Info.plist has no `AppLovinSdkKey` when the SDK is initialized with a configuration object.
    reason: Invalid initialization process: please remove the AppLovinSdkKey entry from your Info.plist and set your SDK key with the ALSdkInitializationConfiguration object.
    cause: `AppLovinSdkKey` of an older integration is still in Info.plist.
    fix: Remove `AppLovinSdkKey` from Info.plist, and pass the key to `ALSdkInitializationConfiguration`.
    count: 3
    needs: no-plist AppLovinSdkKey
    search: AppLovin invalid initialization process; remove the AppLovinSdkKey entry
    seen: 3
    source: https://github.com/AppLovin/AppLovin-MAX-Flutter/issues/250
    source: https://github.com/yandexmobile/yandex-ads-sdk-ios/issues/260
    source: https://github.com/yandexmobile/yandex-ads-flutter-plugin/issues/50

    api: +[MARewardedAd sharedWithAdUnitIdentifier:sdk:]
    api: +[MARewardedAd sharedWithAdUnitIdentifier:]
    api: -[MAInterstitialAd initWithAdUnitIdentifier:sdk:]
    id: applovin-no-sdk
    image: AppLovinSDK
    raises: exception NSInvalidArgumentException
    requires: An ad unit identifier and an initialized SDK are passed.
    reason: No sdk specified
    cause: The ad is created before the SDK is initialized.
    fix: Create ads in the completion handler of the initialization.
    count: 1
    reason: Empty ad unit ID specified
    cause: The ad unit identifier is an empty string, for example because remote settings are not loaded.
    fix: Check the identifier before you create the ad.
    count: 1
    search: AppLovin No sdk specified; MARewardedAd crash
    seen: 3
    source: https://github.com/AppLovin/AppLovin-MAX-Unity-Plugin/issues/221
    source: https://github.com/AppLovin/AppLovin-MAX-Flutter/issues/44
    source: https://github.com/AppLovin/AppLovin-MAX-SDK-iOS/issues/73
    """#
}
