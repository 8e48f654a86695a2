extension RaisingAPI {
  /// File handles, processes, URL sessions, user defaults, JSON, archives, KVO and operation queues.
  static let foundationServices: StaticString = #"""
    api: -[NSConcreteFileHandle writeData:]
    api: -[NSConcreteFileHandle truncateFileAtOffset:]
    api: -[NSFileHandle writeData:]
    api: _NSFileHandleRaiseOperationExceptionWhileReading
    api: _NSFileHandleRaiseOperationException
    id: nsfilehandle-write
    image: Foundation
    raises: exception NSFileHandleOperationException
    requires: The file is open for writing, and the volume has enough space.
    reason: *** -[NSConcreteFileHandle writeData:]: No space left on device
    cause: The device's storage is full; the old methods raise instead of returning an error.
    fix: Use `write(contentsOf:)` with `try`, which reports the error.
    count: 9
    reason: *** -[NSConcreteFileHandle truncateFileAtOffset:]: No space left on device
    cause: The device's storage is full.
    fix: Use `truncate(atOffset:)` with `try`.
    count: 1
    search: NSFileHandle writeData No space left on device; NSFileHandleOperationException; FileHandle.write crash
    seen: 12
    source: https://github.com/SwiftyBeaver/SwiftyBeaver/issues/518
    source: https://github.com/CocoaLumberjack/CocoaLumberjack/issues/47
    source: https://github.com/rollbar/rollbar-apple/issues/176
    source: https://github.com/ChangbaDevs/KTVHTTPCache/issues/77

    api: -[NSConcreteTask launchWithDictionary:]
    api: -[NSConcreteTask launchWithDictionary:error:]
    api: -[NSConcreteTask launch]
    id: nstask-launch
    image: Foundation
    raises: exception NSInvalidArgumentException
    requires: The executable exists and can be run, and the task was not launched before.
    reason: launch path not accessible
    cause: The executable does not exist at this path, is not executable, or the sandbox forbids it.
    fix: Use `executableURL` and `try process.run()`, which reports the error instead of raising.
    count: 10
    search: NSTask launch path not accessible; Process launch crash; NSConcreteTask launchWithDictionary
    seen: 10
    source: https://github.com/realmacsoftware/RMConnecter/issues/25
    source: https://github.com/bbqsrc/borg-machine/issues/2
    source: https://github.com/dracos/soundcaster/issues/6
    source: https://github.com/fork-dev/Tracker/issues/1488

    api: -[__NSURLSessionLocal taskForClass:request:uploadFile:bodyData:completion:]
    api: -[__NSURLSessionLocal taskForClassInfo:]
    api: -[__NSURLSessionLocal dataTaskForRequest:completion:]
    api: -[NSURLSession dataTaskWithRequest:]
    api: -[NSURLSession dataTaskWithRequest:completionHandler:]
    api: -[NSURLSession dataTaskWithURL:completionHandler:]
    id: nsurlsession-invalidated
    image: CFNetwork
    raises: exception NSGenericException
    requires: The session was not invalidated.
    reason: Task created in a session that has been invalidated
    cause: `invalidateAndCancel()` or `finishTasksAndInvalidate()` was called on this session before.
    fix: Create a new session after invalidation, and set the stored session to `nil` in `urlSession(_:didBecomeInvalidWithError:)`.
    count: 9
    search: Task created in a session that has been invalidated; URLSession invalidated crash
    seen: 11
    source: https://github.com/Alamofire/Alamofire/issues/1562
    source: https://github.com/wordpress-mobile/WordPress-iOS/issues/15095
    source: https://github.com/element-hq/element-ios/issues/490
    source: https://github.com/AFNetworking/AFNetworking/issues/3900

    api: -[__NSURLBackgroundSession validateConfigurationForTaskClass:]
    api: -[__NSURLBackgroundSession taskForClassInfo:]
    api: -[__NSURLBackgroundSession _onqueue_taskForClassInfo:]
    api: -[__NSURLBackgroundSession uploadTaskWithRequest:fromData:]
    api: -[NSURLSession uploadTaskWithRequest:fromData:]
    api: -[NSURLSession uploadTaskWithRequest:fromData:completionHandler:]
    api: -[NSURLSession uploadTaskWithStreamedRequest:]
    id: nsurlsession-background-task
    image: CFNetwork
    raises: exception NSGenericException
    requires: A background session only gets upload tasks from a file and download tasks, with a delegate and without completion handlers.
    reason: Upload tasks from NSData are not supported in background sessions
    cause: The body of the upload is data in memory.
    fix: Write the body to a file and use `uploadTask(with:fromFile:)`.
    count: 4
    reason: Completion handler blocks are not supported in background sessions. Use a delegate instead.
    cause: A task with a completion handler is created in a background session.
    fix: Create the task without a completion handler, and implement the session's delegate.
    count: 1
    reason: Data tasks are not supported in background sessions.
    cause: A data task is created in a background session.
    fix: Use a download task or an upload task from a file.
    count: 1
    reason: Upload tasks in background sessions must be from a file
    cause: The upload is streamed or from memory.
    fix: Use `uploadTask(with:fromFile:)`.
    count: 1
    search: Upload tasks from NSData are not supported in background sessions; Completion handler blocks are not supported in background sessions
    seen: 9
    source: https://github.com/Alamofire/Alamofire/issues/740
    source: https://github.com/vadymmarkov/Malibu/issues/40
    source: https://github.com/MKSG-MugunthKumar/MKNetworkKit/issues/474
    source: https://github.com/Alamofire/Alamofire/issues/315

    api: _CFPrefsValidateValueForKey
    api: -[NSUserDefaults setObject:forKey:]
    api: _CFPreferencesSetAppValueWithContainer
    api: createDeepCopyOfValueForKey
    id: nsuserdefaults-non-plist
    image: CoreFoundation, Foundation
    raises: exception NSInvalidArgumentException
    requires: The value is a property list: strings, numbers, dates, data, and arrays and dictionaries (with string keys) of these.
    reason: Attempt to insert non-property list object {} for key {}
    cause: The value contains something else: NSNull from JSON, a custom object, a URL, a Swift enum or an optional.
    fix: Convert the value first, for example encode it to `Data`. Remove NSNull values from JSON.
    count: 9
    search: Attempt to insert non-property list object; Attempt to set a non-property-list object as an NSUserDefaults value; UserDefaults null crash
    seen: 11
    source: https://github.com/amplitude/Amplitude-Swift/issues/302
    source: https://github.com/nugu-developers/nugu-ios/issues/748
    source: https://github.com/OpenTreeMap/otm-ios/issues/313
    source: https://github.com/rafaelsetragni/awesome_notifications/issues/542

    api: +[NSJSONSerialization dataWithJSONObject:options:error:]
    api: -[_NSJSONWriter dataWithRootObject:options:error:]
    api: -[_NSJSONWriter dataWithRootObject:options:]
    api: _writeJSONValue
    api: _writeJSONNumber
    api: _writeJSONObject
    api: _writeJSONArray
    id: nsjsonserialization-write
    image: Foundation
    raises: exception NSInvalidArgumentException
    requires: The object is an array or dictionary with string keys, and contains only strings, finite numbers, NSNull, arrays and dictionaries.
    reason: Invalid type in JSON write ({})
    cause: The object contains a value of another type, which the parentheses name (date, URL, data, a Swift type).
    fix: Convert the value to a string or number first, or use `JSONEncoder`. `JSONSerialization.isValidJSONObject` tells before.
    count: 6
    reason: *** +[NSJSONSerialization dataWithJSONObject:options:error:]: Invalid top-level type in JSON write
    cause: The top-level object is not an array or dictionary.
    fix: Pass an array or dictionary, or the option `.fragmentsAllowed`.
    count: 2
    reason: Invalid number value (infinite) in JSON write
    cause: A number is infinite.
    fix: Check `isFinite` before you store a number.
    count: 1
    search: Invalid type in JSON write; Invalid top-level type in JSON write; Invalid number value (infinite) in JSON write; JSONSerialization crash
    seen: 10
    source: https://github.com/Alamofire/Alamofire/issues/1021
    source: https://github.com/AFNetworking/AFNetworking/issues/3886
    source: https://github.com/kasketis/netfox/pull/33
    source: https://github.com/appnexus/mobile-sdk-ios/issues/45

    api: -[NSKeyedUnarchiver decodeObjectForKey:]
    api: -[NSCoder __failWithExceptionName:errorCode:format:]
    api: _decodeObjectBinary
    api: +[NSKeyedUnarchiver unarchiveObjectWithData:]
    api: +[NSKeyedUnarchiver unarchiveObjectWithFile:]
    id: nskeyedunarchiver-decode
    image: Foundation
    raises: exception NSInvalidUnarchiveOperationException
    requires: Each class in the archive exists in the app under the same name.
    reason: *** -[NSKeyedUnarchiver decodeObjectForKey:]: cannot decode object of class ({}) for key ({}); the class may be defined in source code or a library that is not linked
    cause: The class was renamed, moved to another module (Swift names contain the module), or is not linked into this process (extension, watch app).
    fix: Give the class a fixed name with `@objc(Name)`, or call `setClass(_:forClassName:)`. Use `unarchivedObject(ofClass:from:)` with `try`.
    count: 3
    reason: *** -[NSKeyedUnarchiver decodeObjectForKey:]: cannot decode object of class ({}) for key ({}) because no class named "{}" was found; the class needs to be defined in source code or linked in from a library (ensure the class is part of the correct target). If the class was renamed, use setClassName:forClass: to add a class translation mapping to NSKeyedUnarchiver
    cause: No class of this name exists in the process.
    fix: Link the class into this target, or map the old name with `setClass(_:forClassName:)`.
    count: 1
    search: NSKeyedUnarchiver cannot decode object of class; NSInvalidUnarchiveOperationException
    seen: 4
    source: https://github.com/qonversion/qonversion-ios-sdk/issues/329
    source: https://github.com/matrix-hacks/ichat2json/issues/1
    source: https://github.com/bryanjclark/SwiftTweaks/pull/97
    source: https://github.com/whyallyn/unarchive-plist/issues/2

    api: -[NSKeyedUnarchiver initForReadingWithData:]
    id: nskeyedunarchiver-incomprehensible
    image: Foundation
    raises: exception NSInvalidArgumentException
    requires: The data is a complete keyed archive.
    reason: *** -[NSKeyedUnarchiver initForReadingWithData:]: incomprehensible archive ({})
    cause: The data is truncated, empty, encrypted, or another format than a keyed archive.
    fix: Use `init(forReadingFrom:)` with `try`, and write archives atomically.
    count: 5
    search: NSKeyedUnarchiver incomprehensible archive; initForReadingWithData crash
    seen: 5
    source: https://github.com/ibireme/YYText/issues/822
    source: https://github.com/yapstudios/YapDatabase/issues/43
    source: https://github.com/ChangbaDevs/KTVHTTPCache/issues/73
    source: https://github.com/eladb/Parse-NSCoding/issues/31

    api: -[NSObject _removeObserver:forProperty:]
    api: -[NSObject removeObserver:forKeyPath:]
    api: -[NSObject removeObserver:forKeyPath:context:]
    id: kvo-remove-observer
    image: Foundation
    raises: exception NSRangeException
    requires: The observer is registered for this key path on this object.
    reason: Cannot remove an observer {} for the key path "{}" from {} because it is not registered as an observer.
    cause: The observer is removed twice, was never added, or was added to another object (the observed property changed meanwhile).
    fix: Use the block-based `observe(_:)` and keep the token, or store which object you observe.
    count: 12
    search: Cannot remove an observer because it is not registered as an observer; removeObserver forKeyPath crash
    seen: 12
    source: https://github.com/jessesquires/JSQMessagesViewController/issues/379
    source: https://github.com/yannickl/YLMoment/issues/38
    source: https://github.com/LeoNatan/LNPopupController/issues/408
    source: https://github.com/element-hq/element-ios/issues/453

    api: -[NSOperationQueue addOperation:]
    api: __addOperations
    id: nsoperationqueue-add
    image: Foundation
    raises: exception NSInvalidArgumentException
    requires: The operation is new: not in a queue, not executing and not finished.
    reason: *** -[NSOperationQueue addOperation:]: operation is already enqueued on a queue
    cause: The same operation is added a second time.
    fix: Create a new operation each time.
    count: 1
    reason: *** -[{} addOperation:]: operation is finished and cannot be enqueued
    cause: The operation finished or was canceled and finished before it was added.
    fix: Do not set the operation to finished before the queue starts it, and create a new operation for a retry.
    count: 1
    search: NSOperationQueue addOperation crash; operation is finished and cannot be enqueued; operation is already enqueued on a queue
    seen: 4
    source: https://github.com/AssistoLab/KVNProgress/issues/72
    source: https://github.com/ProcedureKit/ProcedureKit/pull/328
    source: https://github.com/forcedotcom/SalesforceMobileSDK-iOS/pull/1163
    """#
}
