extension RaisingAPI {
  /// SQLite, NSXPCConnection and the Objective-C runtime.
  static let systemLibraries: StaticString = #"""
    api: sqlite3MutexMisuseAssert
    api: checkMutexEnter
    id: sqlite-thread-misuse
    image: libsqlite3.dylib
    kind: handler
    raises: abort
    requires: A database connection that was opened in multi-thread mode is used by one thread at a time.
    reason: BUG IN CLIENT OF sqlite3.dylib: illegal multi-threaded access to database connection
    cause: Two threads use the same connection or statement at the same time.
    fix: Use one serial queue per connection (for example `FMDatabaseQueue`), or open the connection with `SQLITE_OPEN_FULLMUTEX`.
    count: 6
    reason: BUG IN CLIENT OF libsqlite3.dylib: illegal multi-threaded access to database connection
    cause: Two threads use the same connection or statement at the same time.
    fix: Use one serial queue per connection, or open the connection with `SQLITE_OPEN_FULLMUTEX`.
    count: 3
    search: BUG IN CLIENT OF libsqlite3.dylib: illegal multi-threaded access to database connection; sqlite3MutexMisuseAssert
    seen: 11
    source: https://github.com/ccgus/fmdb/issues/724
    source: https://github.com/ccgus/fmdb/issues/682
    source: https://github.com/stephencelis/SQLite.swift/issues/813
    source: https://github.com/Adobe-Marketing-Cloud/acp-sdks/issues/158

    api: -[_NSXPCDistantObject methodSignatureForSelector:]
    id: nsxpc-no-protocol
    image: Foundation
    raises: exception NSInvalidArgumentException
    requires: The connection has a remote object interface before its proxy is used.
    reason: *** -[_NSXPCDistantObject methodSignatureForSelector:]: No protocol has been set on connection {}
    cause: `remoteObjectInterface` is not set, or the connection was invalidated meanwhile (a known race of background URL sessions on iOS 9).
    fix: Set `remoteObjectInterface` before `resume()`, and do not use a proxy after the connection was invalidated.
    count: 1
    search: No protocol has been set on connection; _NSXPCDistantObject methodSignatureForSelector crash
    seen: 2
    source: https://github.com/datatheorem/TrustKit/issues/58
    source: https://github.com/tumtumtum/StreamingKit/issues/290

    api: -[NSXPCEncoder _checkObject:]
    id: nsxpc-class-not-allowed
    image: Foundation
    raises: exception NSInvalidArgumentException
    requires: Each object in an XPC message or reply is of a class that the interface allows and that supports secure coding.
    cause: A collection in the message contains an object of a class that is not in the interface's list.
    fix: Call `setClasses(_:for:argumentIndex:ofReply:)` on the interface, on both sides, and use classes with `NSSecureCoding`.
    search: NSXPCEncoder _checkObject crash; NSXPCConnection class not allowed
    seen: 1
    source: https://github.com/saurabhav88/EnviousWispr/issues/297

    api: +[NSXPCInterface interfaceWithProtocol:]
    api: -[NSXPCInterface setProtocol:]
    id: nsxpcinterface-protocol
    image: Foundation
    raises: exception NSInvalidArgumentException
    requires: The protocol has complete type information for each method.
    reason: NSXPCInterface: Unable to get extended method signature from Protocol data ({} / {}). Use of clang is required for NSXPCInterface.
    cause: The protocol was created at run time or by another language.
    fix: Declare the protocol in Objective-C or as an `@objc` Swift protocol that the target compiles.
    count: 1
    search: NSXPCInterface Unable to get extended method signature from Protocol data
    seen: 1
    source: https://github.com/ronaldoussoren/pyobjc/issues/256

    api: +[NSMethodSignature signatureWithObjCTypes:]
    id: nsmethodsignature-types
    image: CoreFoundation
    raises: exception NSInvalidArgumentException
    requires: The type encoding is complete.
    reason: +[NSMethodSignature signatureWithObjCTypes:]: type signature is empty.
    cause: A category or swizzled `methodSignatureForSelector:` builds a signature from an empty encoding.
    fix: Return `nil` or a valid encoding such as `v@:` from `methodSignatureForSelector:`.
    count: 1
    search: NSMethodSignature signatureWithObjCTypes type signature is empty
    seen: 1
    source: https://github.com/nicklockwood/NullSafe/issues/18

    api: _objc_fatal
    api: _objc_fatalv
    id: objc-fatal
    image: libobjc.A.dylib
    kind: handler
    raises: abort
    requires: Classes and objects that are passed to the Objective-C runtime are valid.
    reason: Attempt to use unknown class {}.
    cause: The object's class pointer is invalid: the object was freed and its memory reused, or a class was created but not registered.
    fix: Look for use after free with Zombie Objects or Address Sanitizer, and register classes before use.
    count: 4
    search: objc Attempt to use unknown class; _objc_fatal crash
    seen: 4
    source: https://github.com/google/j2objc/issues/1052
    source: https://github.com/sequelpro/sequelpro/issues/3634
    source: https://github.com/ronaldoussoren/pyobjc/issues/389
    source: https://github.com/LingDong-/VisionOSC/issues/13

    api: cache_t::bad_cache
    id: objc-method-cache-corrupted
    image: libobjc.A.dylib
    kind: handler
    raises: abort
    requires: The receiver of a message is a valid object.
    reason: Method cache corrupted. This may be a message to an invalid object, or a memory error somewhere else.
    cause: The receiver was freed, or its class's memory was overwritten.
    fix: Look for use after free and memory corruption with Address Sanitizer.
    count: 1
    search: Method cache corrupted. This may be a message to an invalid object
    seen: 1
    source: https://github.com/DoubangoTelecom/idoubs/issues/220

    api: NSKVODeallocate
    api: _NSKVODeallocate
    id: kvo-deallocated-with-observers
    image: Foundation
    raises: exception NSInternalInconsistencyException
    requires: All key-value observers are removed before the observed object is deallocated.
    reason: An instance {} of class {} was deallocated while key value observers were still registered with it. Current observation info: {}
    cause: The observed object goes away before its observer calls `removeObserver:forKeyPath:`.
    fix: Remove the observer in its `deinit` while you keep a strong reference to the object, or use the block API and keep the `NSKeyValueObservation`.
    count: 8
    search: was deallocated while key value observers were still registered with it; KVO dealloc crash
    seen: 12
    source: https://github.com/CrossWaterBridge/GMCPagingScrollView/issues/8
    source: https://github.com/EddyBorja/MLPAutoCompleteTextField/issues/110
    source: https://github.com/SVGKit/SVGKit/issues/401
    source: https://github.com/icodesign/Potatso-Project/issues/38

    api: -[NSInvocation setArgument:atIndex:]
    api: -[NSInvocation getArgument:atIndex:]
    id: nsinvocation-argument-index
    image: CoreFoundation
    raises: exception NSInvalidArgumentException
    requires: The argument index is smaller than the number of arguments in the method signature, where 0 and 1 are `self` and `_cmd`.
    reason: -[NSInvocation setArgument:atIndex:]: index ({}) out of bounds [-1, {}]
    cause: The method has fewer parameters than the code sets.
    fix: Compare the index with `methodSignature.numberOfArguments` first.
    count: 1
    reason: -[NSInvocation getArgument:atIndex:]: index ({}) out of bounds [-1, {}]
    cause: The method has fewer parameters than the code reads.
    fix: Compare the index with `methodSignature.numberOfArguments` first.
    count: 1
    search: NSInvocation setArgument index out of bounds; NSInvocation getArgument out of bounds
    seen: 2
    source: https://github.com/WenchaoD/FSCalendar/issues/476
    source: https://github.com/bugsnag/bugsnag-cocoa/pull/1208

    api: +[NSInvocation _invocationWithMethodSignature:frame:]
    api: +[NSInvocation invocationWithMethodSignature:]
    id: nsinvocation-nil-signature
    image: CoreFoundation
    raises: exception NSInvalidArgumentException
    requires: The method signature is not nil.
    reason: +[NSInvocation _invocationWithMethodSignature:frame:]: method signature argument cannot be nil
    cause: The target does not respond to the selector, so `methodSignatureForSelector:` returned nil.
    fix: Check `respondsToSelector:` before you create the invocation, or call the method directly.
    count: 2
    search: NSInvocation method signature argument cannot be nil
    seen: 2
    source: https://github.com/jezzmemo/JJException/issues/89
    source: https://github.com/segmentio/analytics-ios/issues/200

    api: -[NSProgress addChild:withPendingUnitCount:]
    id: nsprogress-add-child
    image: Foundation
    raises: exception NSInvalidArgumentException
    requires: The child progress has no parent yet.
    reason: *** -[NSProgress addChild:withPendingUnitCount:]: NSProgress {} was already the child of another progress {}
    cause: The same progress was added twice, or it became a child implicitly because a parent was current when it was created.
    fix: Add each progress to one parent only, and create it with `Progress(parent: nil)` or `discreteProgress(totalUnitCount:)`.
    count: 2
    search: NSProgress was already the child of another progress; addChild progress crash
    seen: 4
    source: https://github.com/bignerdranch/Deferred/issues/230
    source: https://github.com/bignerdranch/Deferred/issues/130
    source: https://github.com/corona-warn-app/cwa-app-ios/pull/3940
    source: https://github.com/corona-warn-app/cwa-app-ios/pull/2995

    api: -[NSProgress becomeCurrentWithPendingUnitCount:]
    id: nsprogress-become-current
    image: Foundation
    raises: exception NSInvalidArgumentException
    requires: The progress is not yet the current one of this thread.
    reason: *** -[NSProgress becomeCurrentWithPendingUnitCount:]: NSProgress object is already current on this thread {}
    cause: The call is not followed by `resignCurrent` on the same thread.
    fix: Balance each call with `resignCurrent` in the same method, or use `performAsCurrent(withPendingUnitCount:using:)`.
    count: 1
    search: NSProgress object is already current on this thread; becomeCurrentWithPendingUnitCount crash
    seen: 1
    source: https://github.com/forcedotcom/SalesforceMobileSDK-iOS/pull/1239

    api: -[CIFilter setValue:forUndefinedKey:]
    id: cifilter-undefined-key
    image: CoreImage
    raises: exception NSUnknownKeyException
    requires: The filter has an input parameter with this name.
    reason: [<{} {}> setValue:forUndefinedKey:]: this class is not key value coding-compliant for the key {}.
    cause: The key is misspelled, or this filter does not have that input, for example `inputImage` on a generator.
    fix: Compare the key with `filter.inputKeys`, or use the typed protocols of `CIFilterBuiltins`.
    count: 2
    search: CIFilter not key value coding-compliant for the key inputImage; CIFilter setValue crash
    seen: 2
    source: https://github.com/danlozano/Filtr/issues/3
    source: https://github.com/jameswomack/iOS-Image-Filters/issues/8

    api: CFRelease
    id: cfrelease-null
    image: CoreFoundation
    raises: abort
    requires: The argument is not NULL and was not released before.
    reason: *** CFRelease() called with NULL ***
    cause: A function with Copy or Create in its name returned NULL, and the result is released without a check.
    fix: Test the pointer before you call `CFRelease`.
    count: 1
    search: CFRelease() called with NULL; CFRelease NULL crash
    seen: 6
    source: https://github.com/datatheorem/TrustKit/issues/249
    source: https://github.com/curl/curl/pull/11554
    source: https://github.com/quicksilver/Quicksilver/pull/1775
    source: https://github.com/shoenig/go-m1cpu/pull/29
    """#
}
