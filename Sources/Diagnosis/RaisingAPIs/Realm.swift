extension RaisingAPI {
  /// Realm, which raises `RLMException` for threads, transactions, invalidated objects, keys and indexes.
  static let realm: StaticString = #"""
    api: -[RLMRealm verifyThread]
    api: realm::Realm::verify_thread
    id: realm-incorrect-thread
    image: Realm
    raises: exception RLMException, cxx realm::IncorrectThreadException
    requires: A Realm and its objects are used only on the thread or queue on which the Realm was opened.
    reason: Realm accessed from incorrect thread.
    cause: A Realm, object, list or results was passed to another thread or queue; a queue that is not the main queue can also change threads between blocks.
    fix: Open a Realm on each thread, and pass `ThreadSafeReference`, a frozen copy or the primary key instead of the object.
    count: 8
    search: Realm accessed from incorrect thread; verifyThread crash
    seen: 9
    source: https://github.com/realm/realm-swift/issues/6253
    source: https://github.com/realm/realm-swift/issues/3923
    source: https://github.com/realm/realm-swift/issues/6712
    source: https://github.com/RocketChat/Rocket.Chat.iOS/issues/1151

    api: -[RLMRealm refresh]
    id: realm-refresh
    image: Realm
    raises: exception RLMException
    requires: `refresh()` runs on the thread of the Realm, and the Realm is not read-only or frozen.
    reason: Realm accessed from incorrect thread.
    cause: `refresh()` is called on another thread than the one that opened the Realm.
    fix: Open a Realm on the thread that refreshes it.
    count: 1
    reason: Read-only Realms do not change and cannot be refreshed.
    cause: The Realm was opened with `readOnly`.
    fix: Do not refresh a read-only Realm.
    count: 0
    search: Realm refresh crash
    seen: 1
    source: https://github.com/realm/realm-swift/issues/6712

    api: RLMVerifyInWriteTransaction
    api: RLMAddObjectToRealm
    api: RLMDeleteObjectFromRealm
    api: RLMCreateObjectInRealmWithValue
    id: realm-write-transaction
    image: Realm
    raises: exception RLMException
    requires: Managed objects are added, changed and deleted only inside a write transaction of their Realm.
    reason: Attempting to modify object outside of a write transaction - call beginWriteTransaction on an RLMRealm instance first.
    cause: A property of a managed object is set outside `realm.write`, for example in a view, in a mapper or after the transaction ended.
    fix: Set the property inside `realm.write { }`, or work on an unmanaged or detached copy.
    count: 6
    reason: Can only add, remove, or create objects in a Realm in a write transaction - call beginWriteTransaction on an RLMRealm instance first.
    cause: `add`, `create` or `delete` is called outside `realm.write`, or after the transaction was canceled.
    fix: Call it inside `realm.write { }` of the same Realm.
    count: 1
    reason: Object has been deleted or invalidated.
    cause: The object was deleted, or its Realm was invalidated, before it was changed.
    fix: Check `isInvalidated` before you use an object that another screen can delete.
    count: 1
    reason: Can't create object with existing primary key value '{}'.
    cause: An object with this primary key exists already.
    fix: Use `realm.add(object, update: .modified)`.
    count: 1
    reason: Can only delete an object from the Realm it belongs to.
    cause: The object is unmanaged or belongs to another Realm instance.
    fix: Fetch the object in the Realm that deletes it.
    count: 1
    search: Realm outside of a write transaction; beginWriteTransaction crash
    seen: 10
    source: https://github.com/realm/realm-swift/issues/8581
    source: https://github.com/realm/realm-swift/issues/4215
    source: https://github.com/realm/realm-swift/issues/8675
    source: https://github.com/realm/realm-swift/issues/8745

    api: RLMVerifyAttached
    api: RLMDynamicGet
    api: RLMDynamicGetByName
    api: objc_object*
    id: realm-invalidated-object
    image: Realm
    raises: exception RLMException
    requires: A managed object still exists in its Realm when a property is read.
    reason: Object has been deleted or invalidated.
    cause: The object was deleted while a view, a closure or an array still refers to it.
    fix: Check `isInvalidated`, keep the primary key or a frozen copy in the view, and observe deletions.
    count: 11
    reason: Realm accessed from incorrect thread.
    cause: The property is read on another thread than the one that opened the Realm.
    fix: Pass `ThreadSafeReference` or a frozen copy to the other thread.
    count: 0
    search: Realm object has been deleted or invalidated
    seen: 11
    source: https://github.com/Provenance-Emu/Provenance/issues/1659
    source: https://github.com/Provenance-Emu/Provenance/issues/1852
    source: https://github.com/Provenance-Emu/Provenance/issues/1174
    source: https://github.com/CatchChat/Yep/issues/682

    api: RLMDynamicValidatedSet
    id: realm-primary-key-change
    image: Realm
    raises: exception RLMException
    requires: The primary key of a managed object does not change, and the property belongs to the class.
    reason: Primary key can't be changed after an object is inserted.
    cause: The primary key of an object that is already in a Realm is set again.
    fix: Set the primary key before `realm.add`, or create a new object and delete the old one.
    count: 2
    reason: Invalid property name '{}' for class '{}'.
    cause: The name passed to `setValue(_:forKey:)` or a subscript is not a property of the class.
    fix: Check the property's name and that it is persisted.
    count: 0
    search: Realm primary key can't be changed
    seen: 2
    source: https://github.com/realm/realm-swift/issues/2398
    source: https://github.com/realm/realm-swift/issues/2361

    api: RLMThrowCollectionException
    id: realm-collection
    image: Realm
    raises: exception RLMException
    kind: handler
    requires: A Realm collection is valid, is changed inside a write transaction, and its index is in range.
    reason: Cannot modify managed objects outside of a write transaction.
    cause: A `List` of a managed object is changed outside `realm.write`.
    fix: Change the list inside `realm.write { }`.
    count: 1
    reason: Index {} is out of bounds (must be less than {}).
    cause: The index is stale: the results changed after the count was read.
    fix: Check the index against `count`, or use the frozen results of the notification in the table view.
    count: 0
    search: Realm results index out of bounds; Realm list write transaction
    seen: 1
    source: https://github.com/realm/realm-swift/issues/6271
    source: https://github.com/realm/realm-swift/blob/master/Realm/RLMResults.mm

    api: RLMThrowResultsError
    api: -[RLMResults objectAtIndex:]
    id: realm-results-index
    image: Realm
    raises: exception RLMException
    requires: The index is less than the `count` of the results.
    reason: Index {} is out of bounds (must be less than {}).
    cause: The index is stale: the results changed after the count was read, or they are empty.
    fix: Check the index against `count`, and feed a table view from frozen results or from the changes of the notification.
    count: 4
    search: Realm results index out of bounds (must be less than)
    seen: 4
    source: https://github.com/realm/realm-swift/issues/6139
    source: https://github.com/realm/realm-swift/issues/4499

    api: -[RLMFastEnumerator countByEnumeratingWithState:count:]
    id: realm-enumeration
    image: Realm
    raises: exception RLMException
    requires: The collection stays valid while it is enumerated.
    reason: Collection is no longer valid
    cause: The Realm was invalidated or its owner deleted during the loop.
    fix: Copy the objects to an array, or freeze the collection, before you delete in a loop.
    count: 0
    search: Realm collection is no longer valid
    seen: 0
    source: https://github.com/realm/realm-swift/blob/master/Realm/RLMCollection.mm

    api: -[RLMRealm verifyNotificationsAreSupported:]
    api: -[RLMRealm addNotificationBlock:]
    api: RLMObjectAddNotificationBlock
    id: realm-notifications
    image: Realm
    raises: exception RLMException
    requires: Notifications are added on a thread with a run loop, outside a write transaction, and not on a frozen or read-only Realm.
    reason: Can only add notification blocks from within runloops.
    cause: `observe` is called on a background thread without a run loop.
    fix: Observe on the main thread, or pass `on:` with a queue.
    count: 3
    reason: Frozen Realms do not change and do not have change notifications.
    cause: `observe` is called on a frozen Realm.
    fix: Observe the live Realm.
    count: 0
    search: Realm can only add notification blocks from within runloops
    seen: 5
    source: https://github.com/ReactiveX/RxRealm/issues/11
    source: https://github.com/ReactiveX/RxRealm/issues/116
    source: https://github.com/RocketChat/Rocket.Chat.iOS/issues/1149
    source: https://github.com/realm/realm-swift/blob/master/Realm/RLMRealm.mm

    api: RLMAddNotificationBlock
    id: realm-unmanaged-notifications
    image: Realm
    raises: exception RLMException
    requires: The collection that is observed is managed by a Realm.
    reason: Change notifications are only supported on managed collections.
    cause: `observe` is called on a list of an object that was not added to a Realm.
    fix: Add the object to the Realm before you observe it.
    count: 0
    search: Realm observe unmanaged collection
    seen: 0
    source: https://github.com/realm/realm-swift/blob/master/Realm/RLMCollection.mm

    api: RLMRealmValidatedEncryptionKey
    id: realm-encryption-key
    image: Realm
    raises: exception RLMException
    requires: The encryption key has exactly 64 bytes.
    reason: Encryption key must be exactly 64 bytes long
    cause: The key read from the keychain is empty or has another length.
    fix: Create a key of 64 random bytes, and store it with an accessibility that background launches can read.
    count: 0
    search: Realm encryption key must be exactly 64 bytes
    seen: 0
    source: https://github.com/realm/realm-swift/blob/master/Realm/RLMRealm.mm

    api: -[RLMThreadSafeReference initWithThreadConfined:]
    api: -[RLMThreadSafeReference resolveReferenceInRealm:]
    id: realm-thread-safe-reference
    image: Realm
    raises: exception RLMException
    requires: A thread-safe reference is created from a valid managed object and resolved once.
    reason: Cannot construct reference to invalidated object
    cause: The object was deleted before the reference was created.
    fix: Check `isInvalidated` first.
    count: 0
    reason: Cannot construct reference to unmanaged object, which can be passed across threads directly
    cause: The object is not in a Realm.
    fix: Pass the unmanaged object itself.
    count: 0
    reason: Can only resolve a thread safe reference once.
    cause: `resolve` is called twice with the same reference.
    fix: Create one reference for each use.
    count: 0
    search: Realm ThreadSafeReference crash
    seen: 0
    source: https://github.com/realm/realm-swift/blob/master/Realm/RLMThreadSafeReference.mm

    api: +[RLMSchema sharedSchema]
    api: +[RLMObjectSchema schemaForObjectClass:]
    api: -[RLMProperty setTypeFromRawType:]
    id: realm-schema
    image: Realm
    raises: exception RLMException
    requires: Each model class has persisted properties of supported types, unique names and a valid primary key.
    reason: Property '{}' is declared multiple times in the class hierarchy of '{}'
    cause: A subclass declares a property again that its superclass persists.
    fix: Remove or rename the property in the subclass.
    count: 0
    reason: No properties are defined for '{}'. Did you remember to mark them with '@objc' or '@Persisted' in your model?
    cause: The class has no persisted property.
    fix: Mark the properties with `@Persisted`.
    count: 0
    reason: Illegal recursive call of +[{} {}]. Note: Properties of Swift `Object` classes must not be prepopulated with queried results from a Realm.
    cause: A property's default value queries a Realm while the schema is read.
    fix: Query the Realm after the object is created, not in the default value.
    count: 0
    search: Realm schema crash at launch; RLMObjectSchema exception
    seen: 0
    source: https://github.com/realm/realm-swift/blob/master/Realm/RLMObjectSchema.mm

    api: RLMSchemaInfo::operator[]
    id: realm-type-not-managed
    image: Realm
    raises: exception RLMException
    requires: The object's class is in the schema of the Realm.
    reason: Object type '{}' is not managed by the Realm. If using a custom `objectClasses` / `objectTypes` array in your configuration, add `{}` to the list of `objectClasses` / `objectTypes`.
    cause: The configuration lists `objectTypes` without this class.
    fix: Add the class to `objectTypes`, or remove the list.
    count: 0
    search: Realm object type is not managed by the Realm
    seen: 0
    source: https://github.com/realm/realm-swift/blob/master/Realm/RLMClassInfo.mm
    """#
}
