extension RaisingAPI {
  /// Cloud Firestore and Firebase Realtime Database, which check paths, values, queries and the order of calls.
  static let firebaseData: StaticString = #"""
    api: -[FIRCollectionReference documentWithPath:]
    id: firestore-collection-document
    image: FirebaseFirestore, FirebaseFirestoreInternal
    raises: exception FIRInvalidArgumentException
    requires: The document path is a non-empty string with an even number of segments below the collection.
    reason: Document path cannot be empty.
    cause: An empty string is passed as the document ID, often an ID that is not loaded yet.
    fix: Check that the ID is not empty before you call `document(_:)`.
    count: 1
    reason: Document path cannot be nil.
    cause: The document ID is nil, which only Objective-C or a bridge can pass.
    fix: Check that the ID is not nil.
    count: 0
    search: Firestore document path cannot be empty; FIRInvalidArgumentException
    seen: 1
    source: https://github.com/firebase/firebase-ios-sdk/issues/14605

    api: -[FIRFirestore documentWithPath:]
    api: -[FIRDocumentReference initWithPath:firestore:]
    id: firestore-document-path
    image: FirebaseFirestore, FirebaseFirestoreInternal
    raises: exception FIRInvalidArgumentException, NSInternalInconsistencyException
    requires: The path of a document has an even number of segments, is not empty and has no `//`.
    reason: Invalid document reference. Document references must have an even number of segments, but {} has {}
    cause: The path names a collection, or an ID in the middle of the path is empty.
    fix: Alternate collection and document IDs in the path, and check each ID before you build it.
    count: 4
    reason: Document path cannot be empty.
    cause: The path is an empty string.
    fix: Check that the path is not empty.
    count: 0
    reason: Invalid path ({}). Paths must not contain // in them.
    cause: An ID inside the path is empty.
    fix: Check each ID before you join the path.
    count: 0
    search: Firestore even number of segments; Invalid document reference
    seen: 5
    source: https://github.com/firebase/firebase-ios-sdk/issues/1825
    source: https://github.com/flutter/flutter/issues/29514
    source: https://github.com/firebase/flutterfire/issues/204
    source: https://github.com/atn832/fake_cloud_firestore/issues/30

    api: -[FIRFirestore collectionWithPath:]
    api: -[FIRDocumentReference collectionWithPath:]
    id: firestore-collection-path
    image: FirebaseFirestore, FirebaseFirestoreInternal
    raises: exception FIRInvalidArgumentException
    requires: The collection path is a non-empty string with an odd number of segments and without `//`.
    reason: Collection path cannot be empty.
    cause: An empty string is passed as the collection path.
    fix: Check that the path is not empty.
    count: 0
    reason: Invalid path ({}). Paths must not contain // in them.
    cause: An ID inside the path is empty.
    fix: Check each ID before you join the path.
    count: 0
    search: Firestore collection path cannot be empty
    seen: 0
    source: https://github.com/firebase/firebase-ios-sdk/blob/main/Firestore/Source/API/FIRFirestore.mm

    api: +[FIRFirestore firestore]
    api: +[FIRFirestore firestoreForDatabase:]
    id: firestore-default-app
    image: FirebaseFirestore, FirebaseFirestoreInternal
    raises: exception FIRIllegalStateException
    requires: The default Firebase app is configured before `Firestore.firestore()`.
    reason: Failed to get FirebaseApp instance. Please call FirebaseApp.configure() before using Firestore
    cause: `Firestore.firestore()` runs before `FirebaseApp.configure()`, for example in a stored property.
    fix: Call `FirebaseApp.configure()` first, and make the property lazy.
    count: 1
    needs: call FirebaseApp.configure or FIRApp configure
    search: Firestore.firestore() crash; Failed to get FirebaseApp instance
    seen: 1
    source: https://github.com/firebase/firebase-ios-sdk/issues/9687
    source: https://github.com/firebase/firebase-ios-sdk/blob/main/Firestore/Source/API/FIRFirestore.mm

    api: -[FSTUserDataReader parsedSetData:]
    api: -[FSTUserDataReader parsedMergeData:fieldMask:]
    api: -[FSTUserDataReader parsedUpdateData:]
    api: -[FSTUserDataReader parseData:context:]
    api: -[FSTUserDataReader parseScalarValue:context:]
    id: firestore-write-data
    image: FirebaseFirestore, FirebaseFirestoreInternal
    raises: exception FIRInvalidArgumentException
    requires: The data to write is a dictionary with string keys and values of types that Firestore stores.
    reason: Unsupported type: {}
    cause: The data holds a Swift enumeration or structure (`__SwiftValue`), a Kotlin object or a class of the app.
    fix: Convert it to a string, number, `Timestamp`, dictionary or array, or encode it with `Firestore.Encoder`.
    count: 3
    reason: Data to be written must be an NSDictionary.
    cause: The value passed is not a dictionary.
    fix: Pass a `[String: Any]`.
    count: 0
    reason: Dictionary keys in updateData: must be NSStrings or FIRFieldPaths.
    cause: A key of the dictionary is not a string.
    fix: Use strings or `FieldPath` as keys.
    count: 0
    search: Firestore setData crash; updateData crash; unsupported type
    seen: 3
    source: https://github.com/firebase/firebase-ios-sdk/issues/9523
    source: https://github.com/GitLiveApp/firebase-kotlin-sdk/issues/554
    source: https://github.com/GitLiveApp/firebase-kotlin-sdk/issues/717
    source: https://github.com/firebase/firebase-ios-sdk/blob/main/Firestore/Source/API/FSTUserDataReader.mm

    api: -[FIRQuery queryFilteredUsingPredicate:]
    api: -[FIRQuery queryWhereFieldPath:isEqualTo:]
    api: -[FIRQuery boundFromSnapshot:isInclusive:]
    api: -[FIRQuery boundFromFieldValues:isInclusive:]
    id: firestore-query
    image: FirebaseFirestore, FirebaseFirestoreInternal
    raises: exception FIRInvalidArgumentException
    requires: The query's filters, cursors and order are compatible.
    reason: Invalid query. You are trying to start or end a query using a document that doesn't exist.
    cause: The cursor document was deleted or never existed.
    fix: Check `snapshot.exists` before you use it as a cursor.
    count: 0
    reason: Invalid query. You are trying to start or end a query using more values than were specified in the order by.
    cause: More cursor values are passed than the query has `order(by:)` fields.
    fix: Pass one value for each `order(by:)`.
    count: 0
    reason: Invalid query. Only compound queries using AND are supported.
    cause: The `NSPredicate` contains OR or NOT.
    fix: Use `Filter.orFilter`, or split the query.
    count: 0
    search: Firestore invalid query crash
    seen: 0
    source: https://github.com/firebase/firebase-ios-sdk/blob/main/Firestore/Source/API/FIRQuery.mm

    api: -[FIRFirestoreSettings setCacheSizeBytes:]
    api: -[FIRFirestoreSettings setHost:]
    api: -[FIRFirestoreSettings setDispatchQueue:]
    id: firestore-settings
    image: FirebaseFirestore, FirebaseFirestoreInternal
    raises: exception FIRInvalidArgumentException
    requires: The cache size is at least the minimum (or unlimited), and host and queue are not nil.
    reason: Cache size must be set to at least {} bytes
    cause: The cache size is below the minimum.
    fix: Use at least 1 MB, or `FirestoreCacheSizeUnlimited`.
    count: 0
    search: Firestore settings crash; cache size must be set
    seen: 0
    source: https://github.com/firebase/firebase-ios-sdk/blob/main/Firestore/Source/API/FIRFirestoreSettings.mm

    api: -[FIRFirestore setSettings:]
    api: firebase::firestore::api::Firestore::set_settings
    id: firestore-settings-after-start
    image: FirebaseFirestore, FirebaseFirestoreInternal
    raises: exception FIRIllegalStateException, NSInternalInconsistencyException
    requires: Firestore's settings are set before any other method of that instance.
    reason: Firestore instance has already been started and its settings can no longer be changed. You can only set settings before calling any other methods on a Firestore instance.
    cause: The settings are set after Firestore was used, for example once in native code and once in a plugin.
    fix: Set the settings once, directly after `FirebaseApp.configure()`.
    count: 2
    search: Firestore settings can no longer be changed; Firestore instance has already been started
    seen: 2
    source: https://github.com/firebase/flutterfire/issues/4165
    source: https://github.com/firebase/flutterfire/issues/3562

    api: -[FIRTimestamp initWithSeconds:nanoseconds:]
    id: firtimestamp-range
    image: FirebaseFirestore, FirebaseFirestoreInternal, FirebaseCore
    raises: exception Invalid timestamp
    requires: The seconds are between the years 1 and 9999, and the nanoseconds are from 0 to 999999999.
    reason: Timestamp seconds out of range: {}
    cause: Milliseconds are passed as seconds, or the date is `Date.distantFuture` or later than the year 9999.
    fix: Divide milliseconds by 1000, and limit the date.
    count: 1
    reason: Timestamp nanoseconds out of range: {}
    cause: The nanoseconds are negative or a second or more.
    fix: Use `Timestamp(date:)`.
    count: 0
    search: Timestamp seconds out of range; Firestore timestamp crash
    seen: 1
    source: https://github.com/firebase/flutterfire/issues/10716

    api: firebase::firestore::util::internal::FailAssertion
    id: firestore-internal-assertion
    image: FirebaseFirestore, FirebaseFirestoreInternal
    raises: exception NSInternalInconsistencyException
    kind: handler
    requires: Firestore's internal state and its local cache are consistent.
    reason: FIRESTORE INTERNAL ASSERTION FAILED: value.has_value()
    cause: A document in the local cache cannot be decoded, or Firestore has a defect.
    fix: Update Firestore; if it still crashes at launch, call `clearPersistence()` before the first use.
    count: 2
    reason: FIRESTORE INTERNAL ASSERTION FAILED: Expected to be called by the executor associated with this queue (expected executor: '{}', actual executor: '{}') (expected executor_->IsCurrentExecutor())
    cause: A defect of Firestore 1.4.4 called its queue from another thread.
    fix: Update Firestore.
    count: 1
    reason: FIRESTORE INTERNAL ASSERTION FAILED: Failed to commit transaction
    cause: LevelDB could not write the cache, for example because the disk is full.
    fix: Check the free disk space and update Firestore.
    count: 1
    search: FIRESTORE INTERNAL ASSERTION FAILED; Firestore crash at launch
    seen: 5
    source: https://github.com/firebase/firebase-ios-sdk/issues/9985
    source: https://github.com/firebase/firebase-ios-sdk/issues/8561
    source: https://github.com/firebase/flutterfire/issues/9252
    source: https://github.com/firebase/firebase-ios-sdk/issues/3678

    api: +[FIRDatabase database]
    api: +[FIRDatabase databaseWithURL:]
    id: firdatabase-default-app
    image: FirebaseDatabase, FirebaseDatabaseInternal
    raises: exception FIRAppNotConfigured
    requires: The default Firebase app is configured before `Database.database()`.
    reason: Failed to get default FIRDatabase instance. Must call FIRApp.configure() before using FIRDatabase.
    cause: `Database.database()` runs before the app is configured, for example in a stored property, or two copies of Firebase are linked.
    fix: Call `FirebaseApp.configure()` first, and make properties that use the database lazy.
    count: 3
    needs: call FirebaseApp.configure or FIRApp configure
    reason: Failed to get default Firebase Database instance. Must call `[FIRApp configure]` (`FirebaseApp.configure()` in Swift) before using Firebase Database.
    cause: `Database.database()` runs before `FirebaseApp.configure()`, for example in a stored property.
    fix: Call `FirebaseApp.configure()` first, and make properties that use the database lazy.
    count: 1
    needs: call FirebaseApp.configure or FIRApp configure
    search: FIRAppNotConfigured; Database.database() crash; must call FirebaseApp.configure before using Firebase Database
    seen: 4
    source: https://github.com/firebase/FirebaseUI-iOS/issues/124
    source: https://github.com/invertase/react-native-firebase/issues/243
    source: https://github.com/firebase/quickstart-ios/issues/346
    source: https://github.com/fullstackreact/FirestackApp/issues/14

    api: +[FIRDatabase databaseForApp:]
    api: +[FIRDatabase databaseForApp:URL:]
    api: -[FIRDatabaseComponent databaseForApp:URL:]
    id: firdatabase-for-app
    image: FirebaseDatabase, FirebaseDatabaseInternal
    raises: exception InvalidFIRApp, MissingDatabaseURL, InvalidDatabaseURL, MissingProjectId
    requires: The Firebase app is not nil, and the database URL is valid and points to the root of the database.
    reason: nil FIRApp instance passed to databaseForApp.
    cause: The Firebase app passed is nil, because it is not configured.
    fix: Configure the app before you pass it.
    count: 0
    reason: Failed to get FirebaseDatabase instance: Specify DatabaseURL within FIRApp or from your databaseForApp:URL: call.
    cause: `DATABASE_URL` is missing in GoogleService-Info.plist.
    fix: Create the database in the Firebase console and download GoogleService-Info.plist again, or pass the URL.
    count: 0
    reason: The Database URL '{}' cannot be parsed. Specify a valid DatabaseURL within FIRApp or from your databaseForApp:URL: call.
    cause: The database URL is malformed.
    fix: Copy the URL from the Firebase console.
    count: 0
    search: MissingDatabaseURL; InvalidDatabaseURL; Firebase database URL crash
    seen: 0
    source: https://github.com/firebase/firebase-ios-sdk/blob/main/FirebaseDatabase/Sources/Api/FIRDatabaseComponent.m

    api: -[FIRDatabase assertUnfrozen:]
    api: -[FIRDatabase setPersistenceEnabled:]
    api: -[FIRDatabase setPersistenceCacheSizeBytes:]
    id: firdatabase-already-in-use
    image: FirebaseDatabase, FirebaseDatabaseInternal
    raises: exception FIRDatabaseAlreadyInUse
    requires: `isPersistenceEnabled` is set once, before the database is used for anything else.
    reason: Calls to {} must be made before any other usage of FIRDatabase instance.
    cause: The database was used before persistence was set, or the line runs twice (after a reload or a second sign-in).
    fix: Set `isPersistenceEnabled` directly after `FirebaseApp.configure()`, and only once in the process.
    count: 2
    search: setPersistenceEnabled must be made before any other usage; FIRDatabaseAlreadyInUse
    seen: 3
    source: https://github.com/firebase/firebase-ios-sdk/issues/9349
    source: https://github.com/fullstackreact/react-native-firestack/issues/216
    source: https://github.com/fullstackreact/react-native-firestack/pull/101

    api: +[FValidation validateFrom:validPathString:]
    api: +[FValidation validateFrom:validRootPathString:]
    id: firdatabase-path
    image: FirebaseDatabase, FirebaseDatabaseInternal
    raises: exception InvalidPathValidation
    requires: A path of the Realtime Database is a non-empty string without `.`, `#`, `$`, `[` and `]`.
    reason: ({}) Must be a non-empty string and not contain '.' '#' '$' '[' or ']'
    cause: The key is empty (a user ID that is not loaded yet) or contains a forbidden character, as email addresses do.
    fix: Check that the key is not empty, and replace forbidden characters before you call `child(_:)`.
    count: 2
    search: InvalidPathValidation; child must be a non-empty string; Firebase child crash
    seen: 2
    source: https://github.com/chat-sdk/chat-sdk-ios/issues/512
    source: https://github.com/SinsaStation/FullStackCodingBot/issues/178

    api: +[FValidation validateFrom:validKey:]
    api: +[FValidation parseAndValidateKey:fromFunction:path:]
    api: +[FValidation validateFrom:validDictionaryKey:withPath:]
    api: +[FValidation validateFrom:validUpdateDictionaryKey:withValue:]
    id: firdatabase-key
    image: FirebaseDatabase, FirebaseDatabaseInternal
    raises: exception InvalidKeyValidation, InvalidFirebaseData
    requires: Keys of the Realtime Database are non-empty strings without `/`, `.`, `#`, `$`, `[` and `]`.
    reason: ({}) Non-string keys are not allowed in object at path: {}
    cause: A dictionary that is written has a key that is not a string.
    fix: Convert the keys to strings.
    count: 0
    cause: A key is empty or contains a forbidden character.
    fix: Replace the forbidden characters in the keys before you write.
    search: InvalidFirebaseData; invalid key in object
    seen: 0
    source: https://github.com/firebase/firebase-ios-sdk/blob/main/FirebaseDatabase/Sources/Utilities/FValidation.m

    api: +[FSnapshotUtilities internalNodeFrom:priority:withValidationFrom:atDepth:path:]
    api: +[FSnapshotUtilities nodeFrom:withValidationFrom:]
    api: +[FValidation validateFrom:isValidLeafValue:withPath:]
    id: firdatabase-value
    image: FirebaseDatabase, FirebaseDatabaseInternal
    raises: exception InvalidFirebaseData, InvalidLeafValueType
    requires: Values written to the Realtime Database are `NSNumber`, `NSString`, `NSDictionary`, `NSArray` or `NSNull`, and not NaN.
    reason: ({}) Cannot store object of type {} at {}. Can only store objects of type NSNumber, NSString, NSDictionary, and NSArray.
    cause: A `Date`, `Data`, `URL`, enum or custom object is inside the value.
    fix: Convert the value to numbers, strings, dictionaries and arrays before `setValue`.
    count: 0
    reason: ({}) Cannot store NaN at path: {}.
    cause: A computed number is NaN.
    fix: Check `isNaN` before you write.
    count: 0
    search: Firebase setValue crash; InvalidFirebaseData; Cannot store object of type
    seen: 0
    source: https://github.com/firebase/firebase-ios-sdk/blob/main/FirebaseDatabase/Sources/Snapshot/FSnapshotUtilities.m

    api: -[FIRDatabaseQuery validateQueryEndpointsForParams:]
    api: -[FIRDatabaseQuery validateNoPreviousOrderByCalled]
    api: -[FIRDatabaseQuery validateEqualToCall]
    api: -[FIRDatabaseQuery validateIndexValueType:fromMethod:]
    api: -[FIRDatabaseQuery validateLimitRange:]
    id: firdatabase-query
    image: FirebaseDatabase, FirebaseDatabaseInternal
    raises: exception InvalidQueryParameter
    requires: A query has one order, one limit, and start and end values that fit the order.
    reason: Cannot use multiple queryOrderedBy calls!
    cause: `queryOrdered` is called twice on one query.
    fix: Order by one key, and sort the rest in the app.
    count: 0
    reason: Limit can't be zero
    cause: The limit is 0, often because it comes from an empty list.
    fix: Pass a limit of at least 1.
    count: 0
    search: Firebase query crash; InvalidQueryParameter
    seen: 0
    source: https://github.com/firebase/firebase-ios-sdk/blob/main/FirebaseDatabase/Sources/Api/FIRDatabaseQuery.m

    api: -[FLevelDBStorageEngine createDB:]
    api: +[FLevelDBStorageEngine ensureDir:markAsDoNotBackup:]
    id: firdatabase-persistence-failure
    image: FirebaseDatabase, FirebaseDatabaseInternal
    raises: exception FirebaseDatabasePersistenceFailure, FailedToCreatePersistenceDir
    requires: The database's directory can be created and opened (free disk, unlocked device, one process).
    reason: Failed to create persistence directory.
    cause: The directory cannot be created because the disk is full or the data is protected while the device is locked.
    fix: Do not start the database before the first unlock, and handle a full disk.
    count: 0
    search: FirebaseDatabasePersistenceFailure; LevelDB crash Firebase
    seen: 0
    source: https://github.com/firebase/firebase-ios-sdk/blob/main/FirebaseDatabase/Sources/Persistence/FLevelDBStorageEngine.m
    """#
}
