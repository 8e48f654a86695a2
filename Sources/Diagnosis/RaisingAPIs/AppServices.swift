extension RaisingAPI {
  /// CallKit, StoreKit, Photos and other frameworks of app services.
  static let appServices: StaticString = #"""
    api: -[CXProvider reportNewIncomingCallWithUUID:update:completion:]
    id: cxprovider-report-call
    image: CallKit
    raises: exception NSInvalidArgumentException
    requires: The UUID and the update are not nil.
    reason: -[CXProvider reportNewIncomingCallWithUUID:update:completion:]: parameter 'UUID' cannot be nil
    cause: The call's identifier from the push is not a valid UUID string.
    fix: Create a new `UUID()` for the call and store the server's identifier next to it.
    count: 1
    search: reportNewIncomingCall crash; parameter 'UUID' cannot be nil
    seen: 1
    source: https://github.com/flutter-webrtc/callkeep/issues/164

    api: -[CXProviderConfiguration initWithLocalizedName:]
    id: cxproviderconfiguration-name
    image: CallKit
    raises: exception NSInvalidArgumentException
    requires: The localized name is not nil.
    cause: The app's name that is passed is nil, for example because the plug-in was not set up yet when the VoIP push arrived.
    fix: Pass a constant name, and set up the provider before the first push.
    search: CXProviderConfiguration initWithLocalizedName crash
    seen: 2
    source: https://github.com/flutter-webrtc/callkeep/issues/66
    source: https://github.com/peerwaya/flutter_call_kit/issues/4

    api: -[SKPaymentQueue finishTransaction:]
    id: skpaymentqueue-finish
    image: StoreKit
    raises: exception NSInvalidArgumentException
    requires: The transaction is not in the state `purchasing`.
    reason: Cannot finish a purchasing transaction
    cause: `finishTransaction` is called for a transaction whose state is still `purchasing`.
    fix: Finish only transactions with the state `purchased`, `failed` or `restored`.
    count: 2
    search: Cannot finish a purchasing transaction; finishTransaction crash; StoreKit crash
    seen: 2
    source: https://github.com/j3k0/cordova-plugin-purchase/issues/93
    source: https://github.com/hyochan/react-native-iap/issues/1587

    api: +[PHPhotoLibrary assertTransaction]
    api: +[PHAssetChangeRequest creationRequestForAssetFromImage:]
    api: +[PHAssetChangeRequest creationRequestForAssetFromImageAtFileURL:]
    api: +[PHAssetChangeRequest creationRequestForAssetFromVideoAtFileURL:]
    api: +[PHAssetCreationRequest creationRequestForAsset]
    api: +[PHAssetCollectionChangeRequest creationRequestForAssetCollectionWithTitle:]
    id: photos-change-request
    image: Photos
    raises: exception NSInternalInconsistencyException
    requires: Change requests are created inside the block of `performChanges`.
    reason: This method can only be called from inside of -[PHPhotoLibrary performChanges:completionHandler:] or -[PHPhotoLibrary performChangesAndWait:error:]
    cause: The change request is created outside a change block, or asynchronously after the block returned.
    fix: Create the request inside `PHPhotoLibrary.shared().performChanges { }`.
    count: 1
    needs: call performChanges or performChangesAndWait:
    search: This method can only be called from inside of PHPhotoLibrary performChanges; PHAssetChangeRequest crash
    seen: 1
    source: https://github.com/onmyway133/notes/issues/200

    api: -[PHPhotoLibrary init]
    id: photos-library-init
    image: Photos
    raises: exception NSInternalInconsistencyException
    requires: The shared library is used.
    reason: -[PHPhotoLibrary init] unsupported
    cause: A `PHPhotoLibrary` object was created with `init`.
    fix: Use `PHPhotoLibrary.shared()`.
    count: 1
    search: PHPhotoLibrary init unsupported
    seen: 1
    source: https://github.com/ProcedureKit/ProcedureKit/issues/280

    api: -[SFSpeechRecognizer recognitionTaskWithRequest:resultHandler:]
    api: -[SFSpeechRecognizer recognitionTaskWithRequest:delegate:]
    id: sfspeech-request-reuse
    image: Speech
    raises: assertion NSInternalInconsistencyException
    requires: Each recognition request is used for one recognition task.
    reason: SFSpeechAudioBufferRecognitionRequest cannot be re-used
    cause: The request of an earlier task is passed again, for example when recognition is started twice.
    fix: Create a new `SFSpeechAudioBufferRecognitionRequest` for each task, and cancel the earlier task first.
    count: 4
    search: SFSpeechAudioBufferRecognitionRequest cannot be re-used; speech recognition crash
    seen: 4
    source: https://github.com/react-native-voice/voice/issues/139
    source: https://github.com/spokestack/spokestack-ios/pull/107
    source: https://github.com/spokestack/spokestack-ios/pull/18
    source: https://github.com/spokestack/spokestack-ios/issues/109

    api: -[CNContact organizationName]
    api: -[CNContact givenName]
    api: -[CNContact middleName]
    api: -[CNContact familyName]
    api: -[CNContact phoneNumbers]
    api: -[CNContact emailAddresses]
    api: -[CNContact imageData]
    api: -[CNContact imageDataAvailable]
    api: -[CNContact thumbnailImageData]
    id: cncontact-property-not-fetched
    image: Contacts
    raises: exception CNPropertyNotFetchedException
    requires: The property's key was in `keysToFetch` when the contact was fetched.
    reason: A property was not requested when contact was fetched.
    cause: The code, or a `CNContactFormatter` it calls, reads a property whose key was not requested.
    fix: Add the key to `keysToFetch`, or `CNContactFormatter.descriptorForRequiredKeys(for:)` for a formatter. Check with `isKeyAvailable(_:)`.
    count: 8
    search: CNPropertyNotFetchedException; A property was not requested when contact was fetched; Contacts crash
    seen: 9
    source: https://github.com/BelledonneCommunications/linphone-iphone/issues/400
    source: https://github.com/SwiftyContacts/SwiftyContacts/issues/16
    source: https://github.com/openclaw/openclaw/pull/99475
    source: https://github.com/ZekeSnider/Jared/issues/44

    api: -[EKObjectID entityName]
    id: ekobjectid-entity
    image: EventKit
    raises: assertion NSInternalInconsistencyException
    requires: The calendar database returns objects of a kind that EventKit supports.
    reason: Unknown entity type while trying to create an object ID
    cause: The reply of the calendar service to a search contains an object that EventKit does not support.
    fix: Use one `EKEventStore` for the whole app, and limit the predicate's date range.
    count: 1
    search: Unknown entity type while trying to create an object ID; EKObjectID entityName crash
    seen: 1
    source: https://github.com/lionheart/openradar-mirror/issues/13049

    api: -[CKRecord setShare:]
    api: -[CKShare initWithRootRecord:]
    api: -[CKShare initWithRootRecord:shareID:]
    id: ckrecord-share-zone
    image: CloudKit
    raises: assertion NSInternalInconsistencyException
    requires: The record to share is in the same custom zone as its share.
    reason: Share must be in the same zone as the current record
    cause: The record is in the default zone or in another zone than the share.
    fix: Create the record in a custom zone, and create the share with `CKShare(rootRecord:)`.
    count: 1
    search: Share must be in the same zone as the current record; CKShare crash
    seen: 1
    source: https://github.com/lionheart/openradar-mirror/issues/15239

    api: _CFAssertMismatchedTypeID
    id: cf-mismatched-type
    image: CoreFoundation
    kind: handler
    raises: abort
    requires: A Core Foundation function gets an object of its own type.
    cause: The object is of another type, or was released and its memory is used by another object.
    fix: Look for an over-release or a wrong cast of the object that is passed, with Zombie Objects or Address Sanitizer.
    search: _CFAssertMismatchedTypeID crash
    seen: 1
    source: https://github.com/insidegui/MultipeerKit/issues/12

    api: -[GKScore reportScoreWithCompletionHandler:]
    api: +[GKScore reportScores:withCompletionHandler:]
    id: gkscore-report
    image: GameKit, GameCenterFoundation
    raises: exception GKInvalidArgumentException
    requires: The score has a value.
    reason: A GKScore must contain an initialized value
    cause: The score's value was never set.
    fix: Set `value` before you report the score, or use `GKLeaderboard.submitScore`.
    count: 1
    search: A GKScore must contain an initialized value; GKScore crash
    seen: 1
    source: https://github.com/funkyvisions/DDGameKitHelper/pull/6

    api: -[NSArray _gkInternalsFromPlayers]
    id: gamekit-player-type
    image: GameCenterFoundation
    kind: handler
    raises: exception GameKit Exception
    requires: The array contains GKPlayer objects.
    reason: expected GKPlayer, got {} ([player isKindOfClass:[GKPlayer class]])
    cause: Player identifiers (strings) are passed where GKPlayer objects are required.
    fix: Pass `GKPlayer` objects.
    count: 1
    search: expected GKPlayer, got; GameKit Exception
    seen: 1
    source: https://github.com/nihalahmed/GameCenterManager/issues/37

    api: -[WCSession updateApplicationContext:error:]
    id: wcsession-context-nil
    image: WatchConnectivity
    raises: exception NSInvalidArgumentException
    requires: The application context is not nil.
    reason: -[WCSession updateApplicationContext:error:]: applicationContext cannot be nil.
    cause: The dictionary is nil, for example a copy of the context of a session that does not exist on this device (iPad).
    fix: Check `WCSession.isSupported()` and pass a dictionary.
    count: 1
    search: WCSession updateApplicationContext applicationContext cannot be nil; WatchConnectivity crash
    seen: 1
    source: https://github.com/leecrossley/cordova-plugin-apple-watch/issues/33

    api: -[MPSGraphExecutable initWithMPSGraphPackageAtURL:compilationDescriptor:]
    id: mpsgraph-package
    image: MetalPerformanceShadersGraph
    raises: abort
    requires: The compiled graph package of the Core ML model can be loaded on this device and system.
    cause: The compiled model in the cache is damaged or was compiled for another system version.
    fix: Delete the compiled model and compile it again, or load it with `computeUnits = .cpuOnly`.
    search: MPSGraphExecutable initWithMPSGraphPackageAtURL crash; Core ML model load crash Espresso
    seen: 2
    source: https://github.com/argmaxinc/argmax-oss-swift/issues/264
    source: https://github.com/Muesli-HQ/muesli/issues/344

    api: -[EKEvent _deleteThisOccurrence]
    id: ekevent-delete-occurrence
    image: EventKit
    raises: assertion NSInternalInconsistencyException
    requires: The event is still a saved occurrence in its event store when it is removed.
    cause: The occurrence was already deleted, moved or detached, or the event belongs to an older state of the store.
    fix: Call `refresh()` on the event and remove it only if that returns true. Fetch events again after `EKEventStoreChanged`.
    search: EKEvent deleteThisOccurrence crash; EventKit remove event assertion
    seen: 1
    source: https://github.com/lionheart/openradar-mirror/issues/11612
    """#
}
