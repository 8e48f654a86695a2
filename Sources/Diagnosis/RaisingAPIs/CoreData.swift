extension RaisingAPI {
  /// Core Data and SwiftData.
  static let coreData: StaticString = #"""
    api: -[NSManagedObject _didChangeValue:forRelationship:named:withInverse:]
    api: -[NSManagedObject _maintainInverseRelationship:forProperty:forChange:onSet:]
    api: _PF_ManagedObject_DidChangeValueForKeyIndex
    api: _sharedIMPL_setvfk_core
    id: coredata-different-contexts
    image: CoreData
    raises: exception NSInvalidArgumentException
    requires: Both objects of a relationship belong to the same managed object context.
    reason: Illegal attempt to establish a relationship '{}' between objects in different contexts (source = {} , destination = {})
    cause: One object was fetched or created in another context, or not inserted into a context at all.
    fix: Fetch the other object in this context: `context.object(with: other.objectID)`.
    count: 5
    search: Illegal attempt to establish a relationship between objects in different contexts
    seen: 6
    source: https://github.com/wordpress-mobile/WordPress-iOS/issues/14794
    source: https://github.com/3lvis/SwiftSync/issues/557
    source: https://github.com/forcedotcom/ServiceSDK-iOS/issues/30
    source: https://github.com/vdhamer/Photo-Club-Hub/issues/372

    api: +[NSManagedObjectContext __Multithreading_Violation_AllThatIsLeftToUsIsHonor__]
    api: -[NSManagedObjectContext __Multithreading_Violation_AllThatIsLeftToUsIsHonor__]
    api: _PFAssertSafeMultiThreadedAccess_impl
    id: coredata-concurrency-violation
    image: CoreData
    kind: handler
    raises: abort
    requires: A context and its objects are used on the context's own queue only, inside `perform` or `performAndWait`.
    cause: A managed object or context is used on another queue; the check is active because of the launch argument `-com.apple.CoreData.ConcurrencyDebug 1`.
    fix: Wrap the access in `context.perform { }`, and pass `NSManagedObjectID` between queues instead of objects.
    search: Core Data multithreading violation; __Multithreading_Violation_AllThatIsLeftToUsIsHonor__; ConcurrencyDebug crash
    seen: 12
    source: https://github.com/JohnEstropia/CoreStore/issues/60
    source: https://github.com/lionheart/openradar-mirror/issues/14856
    source: https://github.com/splitio/ios-client/issues/248
    source: https://github.com/launchdarkly/ios-client-sdk/issues/49

    api: +[NSEntityDescription entityForName:inManagedObjectContext:]
    api: +[NSEntityDescription insertNewObjectForEntityForName:inManagedObjectContext:]
    id: coredata-entity-for-name
    image: CoreData
    raises: exception NSInvalidArgumentException, NSInternalInconsistencyException
    requires: The context is not nil and has a coordinator with a model that contains the entity.
    reason: +entityForName: nil is not a legal NSManagedObjectContext parameter searching for entity name '{}'
    cause: The context is nil: the Core Data stack is not set up yet, or its setup failed.
    fix: Create the container before first use, and handle the error of `loadPersistentStores`.
    count: 6
    reason: +entityForName: nil is not a legal NSPersistentStoreCoordinator for searching for entity name '{}'
    cause: The context has no coordinator, or the coordinator was released (access from another thread during setup or teardown).
    fix: Keep a strong reference to the container, and use the context only after its setup.
    count: 4
    reason: +entityForName: could not locate an NSManagedObjectModel for entity name '{}'
    cause: The context has no model, or the model does not contain an entity of this name.
    fix: Check the entity's name and that the model file (`.momd`) is in the bundle that you load it from.
    count: 2
    search: entityForName nil is not a legal NSManagedObjectContext parameter; could not locate an NSManagedObjectModel for entity name; nil is not a legal NSPersistentStoreCoordinator
    seen: 12
    source: https://github.com/magicalpanda/MagicalRecord/issues/701
    source: https://github.com/novastone-media/MQTT-Client-Framework/issues/504
    source: https://github.com/lhunath/UbiquityStoreManager/issues/24
    source: https://github.com/apptentive/apptentive-ios/issues/142

    api: _PFFaultHandlerLookupRow
    api: _PF_FulfillDeferredFault
    id: coredata-unfulfilled-fault
    image: CoreData
    raises: exception NSObjectInaccessibleException
    requires: The object's row still exists in the store when a property is read.
    reason: CoreData could not fulfill a fault for '{}'
    cause: The object was deleted in another context or process, or its store was removed, while a reference to it remained.
    fix: Set `shouldDeleteInaccessibleFaults`, observe deletions, and check `isDeleted` and `managedObjectContext != nil` before you use an object that you hold.
    count: 7
    search: CoreData could not fulfill a fault; NSObjectInaccessibleException; _PFFaultHandlerLookupRow crash
    seen: 12
    source: https://github.com/wordpress-mobile/WordPress-iOS/issues/2690
    source: https://github.com/wordpress-mobile/WordPress-iOS/issues/2719
    source: https://github.com/Simperium/simperium-ios/issues/436
    source: https://github.com/robbiehanson/XMPPFramework/issues/1086

    api: -[NSPersistentStoreCoordinator _introspectLastErrorAndThrow]
    api: -[NSPersistentStoreCoordinator _coordinator_you_never_successfully_opened_the_database_so_saving_back_to_it_is_kinda_hard:]
    api: -[NSPersistentStoreCoordinator _coordinator_you_never_successfully_opened_the_database_corrupted:]
    api: -[NSPersistentStoreCoordinator _coordinator_you_never_successfully_opened_the_database_schema_mismatch:]
    api: -[NSPersistentStoreCoordinator _coordinator_you_never_successfully_opened_the_database_disk_full:]
    api: -[NSPersistentStoreCoordinator _coordinator_you_never_successfully_opened_the_database_device_locked:]
    api: -[NSPersistentStoreCoordinator _coordinator_you_never_successfully_opened_the_database_no_such_file:]
    id: coredata-no-persistent-stores
    image: CoreData
    kind: handler
    raises: exception NSInternalInconsistencyException
    requires: A persistent store was opened successfully before the first fetch or save.
    reason: This NSPersistentStoreCoordinator has no persistent stores (unknown).  It cannot perform a save operation.
    cause: The store is not added yet, or adding it failed and the error was ignored.
    fix: Save only after the completion handler of `loadPersistentStores` reported no error.
    count: 6
    reason: This NSPersistentStoreCoordinator has no persistent stores (schema mismatch or migration failure).  It cannot perform a save operation.
    cause: The model changed and the store could not be migrated.
    fix: Add a new model version and a mapping, or allow lightweight migration.
    count: 1
    reason: This NSPersistentStoreCoordinator has no persistent stores (disk full).  It cannot perform a save operation.
    cause: The device's storage is full, so the store could not be opened.
    fix: Handle the error of `loadPersistentStores` and tell the user.
    count: 1
    reason: This NSPersistentStoreCoordinator has no persistent stores (corrupt file).  It cannot perform a save operation.
    cause: The file is not a valid SQLite database.
    fix: Move the file away and restore or rebuild the store.
    count: 1
    search: This NSPersistentStoreCoordinator has no persistent stores. It cannot perform a save operation; Core Data save crash
    seen: 11
    source: https://github.com/the-blue-alliance/the-blue-alliance-ios/issues/875
    source: https://github.com/the-blue-alliance/the-blue-alliance-ios/issues/401
    source: https://github.com/Iterable/iterable-swift-sdk/pull/816
    source: https://github.com/matomo-org/matomo-sdk-ios/issues/85

    api: -[NSSQLGenerator newSQLStatementForRequest:ignoreInheritance:countOnly:nestingLevel:]
    api: -[NSFunctionExpression minimalFormInContext:]
    api: -[NSSQLFetchRequestContext _createStatement]
    id: coredata-fetch-predicate
    image: CoreData
    raises: exception NSInvalidArgumentException
    requires: Each key path of the predicate and the sort descriptors exists in the model, and each function can be translated to SQL.
    reason: keypath {} not found in entity {}
    cause: The predicate or a sort descriptor names a property that the entity does not have (renamed, misspelled, transient).
    fix: Use `#keyPath` or the model's current names. Filter transient properties in memory.
    count: 1
    reason: Unsupported function expression {}
    cause: The SQL store cannot evaluate this function.
    fix: Use collection operators such as `tracks.events.@count`, or filter in memory.
    count: 1
    search: keypath not found in entity; Unsupported function expression; NSFetchRequest predicate crash
    seen: 3
    source: https://github.com/3lvis/SwiftSync/issues/73
    source: https://github.com/OpenStack-mobile/summit-app-ios/pull/109
    source: https://github.com/richardoti/MAMK-iOS-Docs/issues/11

    api: -[NSManagedObjectContext executeFetchRequest:error:]
    api: -[NSManagedObjectContext countForFetchRequest:error:]
    id: coredata-fetch-without-entity
    image: CoreData
    raises: exception NSInvalidArgumentException
    requires: The fetch request has an entity of the context's model.
    reason: executeFetchRequest:error: A fetch request must have an entity.
    cause: The entity is nil: its name is not in the model, or the model was not loaded.
    fix: Check the entity name and that the `.momd` file is in the bundle.
    count: 3
    search: A fetch request must have an entity; executeFetchRequest crash
    seen: 3
    source: https://github.com/magicalpanda/MagicalRecord/issues/1266
    source: https://github.com/omz/AppSales-Mobile/issues/123
    source: https://github.com/omz/AppSales-Mobile/issues/134

    api: -[NSFetchRequest setPropertiesToFetch:]
    id: coredata-properties-to-fetch
    image: CoreData
    raises: exception NSInvalidArgumentException
    requires: The properties belong to the request's entity.
    reason: Invalid property {} passed to setPropertiesToFetch: (entity mismatch)
    cause: A property of another entity, or of another copy of the model, is passed.
    fix: Take the properties from `request.entity`, or pass their names.
    count: 1
    search: setPropertiesToFetch entity mismatch; Invalid property passed to setPropertiesToFetch
    seen: 1
    source: https://github.com/AFNetworking/AFIncrementalStore/pull/181

    api: _InvalidFutureBackingData.getValue
    api: _KKMDBackingData.getValue
    api: _FullFutureBackingData.getValue
    api: PersistentModel.getValue
    api: _InitialBackingData.getValue
    id: swiftdata-invalidated-model
    image: SwiftData
    raises: swift
    requires: The model object is still in its store and its context when a property is read.
    reason: This model instance was invalidated because its backing data could no longer be found the store. {}
    cause: The object was deleted, for example in another context, and a view or task still reads it.
    fix: Keep the `persistentModelID` and fetch again, or check `modelContext != nil` and `!isDeleted` first.
    count: 2
    reason: This backing data was detached from a context without resolving attribute faults: {} - {}
    cause: A property is read after the object was deleted or its context was released.
    fix: Read the values you need before you delete the object, and keep the `ModelContainer` alive.
    count: 1
    search: SwiftData This model instance was invalidated because its backing data could no longer be found the store; detached from a context without resolving attribute faults
    seen: 5
    source: https://github.com/brightdigit/DataThespian/issues/49
    source: https://github.com/vultisig/vultisig-ios/issues/3275
    source: https://github.com/Pocket/pocket-ios/pull/1133
    source: https://github.com/meshtastic/Meshtastic-Apple/pull/2027

    api: -[NSFetchedResultsController initWithFetchRequest:managedObjectContext:sectionNameKeyPath:cacheName:]
    id: nsfetchedresultscontroller-sort
    image: CoreData
    raises: exception NSInvalidArgumentException
    requires: The fetch request has at least one sort descriptor.
    reason: An instance of NSFetchedResultsController requires a fetch request with sort descriptors
    cause: `sortDescriptors` of the fetch request is nil or empty.
    fix: Set `fetchRequest.sortDescriptors` before you create the controller.
    count: 3
    search: NSFetchedResultsController requires a fetch request with sort descriptors
    seen: 4
    source: https://github.com/magicalpanda/MagicalRecord/issues/348
    source: https://github.com/magicalpanda/MagicalRecord/issues/306
    source: https://github.com/modo-studio/SugarRecord/issues/349
    source: https://github.com/JohnEstropia/CoreStore/issues/240

    api: _PFManagedObject_coerceValueForKeyWithDescription
    id: coredata-value-type
    image: CoreData
    kind: handler
    raises: exception NSInvalidArgumentException
    requires: The value has the type that the model declares for the property.
    reason: Unacceptable type of value for to-one relationship: property = "{}"; desired type = {}; given type = {}; value = {}.
    cause: The object is of another entity, or of the same class loaded from a second copy of the model (two containers, tests).
    fix: Load the `NSManagedObjectModel` once and share it.
    count: 3
    reason: Unacceptable type of value for attribute: property = "{}"; desired type = {}; given type = {}; value = {}.
    cause: The value's class is not that of the attribute, for example a string for a number.
    fix: Convert the value to the attribute's type before you set it.
    count: 2
    reason: Unacceptable type of value for ordered to-many relationship: property = "{}"; desired type = NSOrderedSet; given type = {}; value = {}.
    cause: A set or array is assigned to an ordered relationship.
    fix: Assign an `NSOrderedSet`.
    count: 2
    reason: Unacceptable type of value for to-many relationship: property = "{}"; desired type = NSSet; given type = {}; value = {}.
    cause: An array is assigned to a to-many relationship.
    fix: Assign an `NSSet`.
    count: 1
    search: Unacceptable type of value for attribute; Unacceptable type of value for to-one relationship; Core Data type crash
    seen: 8
    source: https://github.com/alecrim/AlecrimCoreData/issues/106
    source: https://github.com/lionheart/openradar-mirror/issues/7059
    source: https://github.com/contentful/contentful.objc/issues/14
    source: https://github.com/arranger1044/iSoul/issues/20

    api: -[NSManagedObjectContext setPersistentStoreCoordinator:]
    api: -[NSManagedObjectContext setParentContext:]
    id: coredata-context-coordinator
    image: CoreData
    raises: exception NSInternalInconsistencyException
    requires: The context has no coordinator yet.
    reason: Context already has a coordinator;  cannot replace.
    cause: The coordinator or parent of a context is set a second time.
    fix: Create a new context for the other container.
    count: 1
    search: Context already has a coordinator; cannot replace
    seen: 1
    source: https://github.com/magicalpanda/MagicalRecord/issues/1382

    api: -[NSSecureUnarchiveFromDataTransformer reverseTransformedValue:]
    api: -[NSSecureUnarchiveFromDataTransformer transformedValue:]
    id: coredata-transformer-class
    image: Foundation
    raises: exception NSInvalidArgumentException
    requires: The class of a transformable attribute is in the transformer's list of allowed classes.
    reason: Object of class {} is not among allowed top level class list ({})
    cause: The attribute uses `NSSecureUnarchiveFromData`, which accepts only the listed Foundation classes.
    fix: Write a subclass of `NSSecureUnarchiveFromDataTransformer` with your class in `allowedTopLevelClasses`, register it, and name it in the model.
    count: 1
    search: is not among allowed top level class list; NSSecureUnarchiveFromDataTransformer crash
    seen: 1
    source: https://github.com/the-blue-alliance/the-blue-alliance-ios/pull/640
    """#
}
