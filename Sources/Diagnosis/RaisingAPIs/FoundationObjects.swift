extension RaisingAPI {
  /// Key-value coding, URLs, strings with nil, data, undo and privacy checks.
  static let foundationObjects: StaticString = #"""
    api: -[NSObject setValue:forUndefinedKey:]
    api: -[NSObject setValue:forKey:]
    api: -[NSObject setValue:forKeyPath:]
    api: -[UIViewController setValue:forKey:]
    id: kvc-set-undefined-key
    image: Foundation, UIKitCore
    raises: exception NSUnknownKeyException
    requires: The object has a property or outlet with this key.
    reason: [{} setValue:forUndefinedKey:]: this class is not key value coding-compliant for the key {}.
    cause: A nib or storyboard connects an outlet that the class does not have (renamed, wrong class or module), or code sets a key that is not a property.
    fix: Remove the stale connection in Interface Builder, or add the property with `@IBOutlet` or `@objc`.
    count: 5
    search: setValue:forUndefinedKey: this class is not key value coding-compliant for the key; NSUnknownKeyException; outlet crash
    seen: 5
    source: https://github.com/crisp-im/crisp-sdk-ios/issues/59
    source: https://github.com/ketzusaka/KEZCollectionViewTableLayout/issues/1
    source: https://github.com/nicklockwood/FastCoding/issues/3
    source: https://github.com/AssistoLab/KVNProgress/issues/26

    api: -[NSObject valueForUndefinedKey:]
    api: -[NSObject valueForKey:]
    api: -[NSObject valueForKeyPath:]
    id: kvc-get-undefined-key
    image: Foundation
    raises: exception NSUnknownKeyException
    requires: The object has a property with this key.
    reason: [{} valueForUndefinedKey:]: this class is not key value coding-compliant for the key {}.
    cause: The object is of another type than expected (a number instead of a dictionary in JSON), or the property is not visible to Objective-C.
    fix: Check the object's class before `value(forKey:)`, and mark Swift properties with `@objc`.
    count: 7
    search: valueForUndefinedKey this class is not key value coding-compliant for the key; NSUnknownKeyException
    seen: 7
    source: https://github.com/dennisreimann/ioctocat/issues/259
    source: https://github.com/roomorama/RMMapper/issues/10
    source: https://github.com/huangzhibiao/BGFMDB/issues/65
    source: https://github.com/orta/ARAnalytics/issues/215

    api: -[NSURL initFileURLWithPath:]
    api: -[NSURL initFileURLWithPath:isDirectory:]
    api: +[NSURL fileURLWithPath:]
    api: +[NSURL fileURLWithPath:isDirectory:]
    id: nsurl-nil-path
    image: Foundation
    raises: exception NSInvalidArgumentException
    requires: The path is not nil.
    reason: *** -[NSURL initFileURLWithPath:]: nil string parameter
    cause: The path is nil: the resource is not in the bundle, or the app group's container does not exist (identifier or entitlement).
    fix: Check the path for nil, and check the app group identifier and the target membership of the resource.
    count: 8
    reason: *** -[NSURL initFileURLWithPath:isDirectory:]: nil string parameter
    cause: The path is nil.
    fix: Check the path for nil.
    count: 1
    search: NSURL initFileURLWithPath nil string parameter; fileURLWithPath nil crash
    seen: 10
    source: https://github.com/griddynamics-archive/MMWormhole/issues/82
    source: https://github.com/drewmccormack/ensembles/issues/81
    source: https://github.com/nextcloud/talk-ios/issues/972
    source: https://github.com/pinterest/PINRemoteImage/issues/455

    api: -[NSURL initWithString:relativeToURL:]
    api: +[NSURL URLWithString:]
    api: +[NSURL URLWithString:relativeToURL:]
    id: nsurl-nil-string
    image: Foundation
    raises: exception NSInvalidArgumentException
    requires: The string is not nil.
    reason: *** -[NSURL initWithString:relativeToURL:]: nil string parameter
    cause: The string is nil, for example a missing field of a response.
    fix: Check the string for nil before you create the URL.
    count: 1
    search: NSURL initWithString nil string parameter; URLWithString nil crash
    seen: 1
    source: https://github.com/Alterplay/APAddressBook/pull/150

    api: -[NSURL URLByAppendingPathComponent:]
    api: -[NSURL URLByAppendingPathComponent:isDirectory:]
    id: nsurl-append-nil
    image: Foundation
    raises: exception NSInvalidArgumentException
    requires: The path component is not nil.
    reason: *** -[NSURL URLByAppendingPathComponent:]: component, components, or pathExtension cannot be nil.
    cause: The component is nil, for example the `lastPathComponent` of an invalid URL.
    fix: Check the component for nil.
    count: 1
    search: URLByAppendingPathComponent component cannot be nil
    seen: 1
    source: https://github.com/chasseurmic/TWRDownloadManager/issues/45

    api: -[NSConcreteAttributedString initWithString:]
    api: -[NSConcreteAttributedString initWithString:attributes:]
    api: -[NSConcreteMutableAttributedString initWithString:]
    api: -[NSConcreteMutableAttributedString initWithString:attributes:]
    id: nsattributedstring-nil
    image: Foundation
    raises: exception NSInvalidArgumentException
    requires: The string is not nil.
    reason: NSConcreteAttributedString initWithString:: nil value
    cause: The text is nil: a missing title, or data that is not valid UTF-8.
    fix: Use `text ?: @""`.
    count: 4
    search: NSConcreteAttributedString initWithString nil value; attributed string nil crash
    seen: 7
    source: https://github.com/stephsharp/MaterialTextField/issues/17
    source: https://github.com/LeoNatan/LNPopupController/issues/16
    source: https://github.com/soffes/SAMTextView/issues/30
    source: https://github.com/signalapp/Signal-iOS/pull/2062

    api: -[__NSCFString appendString:]
    api: -[__NSCFString replaceCharactersInRange:withString:]
    api: -[NSMutableString appendString:]
    id: nsmutablestring-nil
    image: CoreFoundation, Foundation
    raises: exception NSInvalidArgumentException, NSRangeException
    requires: The string to append or insert is not nil, and the range lies within the receiver.
    reason: -[__NSCFString appendString:]: nil argument
    cause: The string is nil, for example because the bytes received are not valid UTF-8.
    fix: Check the string for nil before you append it.
    count: 1
    reason: -[__NSCFString replaceCharactersInRange:withString:]: nil argument
    cause: The replacement is nil.
    fix: Check the replacement for nil.
    count: 1
    search: appendString nil argument; replaceCharactersInRange withString nil argument
    seen: 2
    source: https://github.com/jetseven/skpsmtpmessage/issues/26
    source: https://github.com/element-hq/element-ios/issues/663

    api: -[NSData subdataWithRange:]
    api: -[NSData getBytes:range:]
    api: -[_NSInlineData subdataWithRange:]
    api: -[_NSZeroData subdataWithRange:]
    id: nsdata-range
    image: Foundation
    raises: exception NSRangeException
    requires: The range lies within the data.
    reason: *** -[_NSZeroData subdataWithRange:]: range {} exceeds data length {}
    cause: The data is empty or shorter than the format requires: a failed download, or a truncated packet.
    fix: Check `data.length` before you read a header.
    count: 3
    reason: *** -[_NSZeroData getBytes:range:]: range {} exceeds data length {}
    cause: The data is empty.
    fix: Check `data.length` first.
    count: 1
    reason: *** -[_NSInlineData subdataWithRange:]: range {} exceeds data length {}
    cause: The data is shorter than expected.
    fix: Check `data.length` first.
    count: 1
    reason: *** -[_NSInlineData getBytes:range:]: range {} exceeds data length {}
    cause: The data is shorter than expected.
    fix: Check `data.length` first.
    count: 1
    search: subdataWithRange range exceeds data length; _NSZeroData getBytes range; NSData range crash
    seen: 7
    source: https://github.com/svga/SVGAPlayer-iOS/issues/66
    source: https://github.com/krzyzanowskim/ObjectivePGP/issues/78
    source: https://github.com/watson-developer-cloud/swift-sdk/pull/554
    source: https://github.com/kolpanic/ZipKit/pull/38

    api: -[NSConcreteMutableData replaceBytesInRange:withBytes:length:]
    api: -[NSConcreteMutableData replaceBytesInRange:withBytes:]
    id: nsmutabledata-range
    image: Foundation
    raises: exception NSRangeException
    requires: The range lies within the data.
    reason: *** -[NSConcreteMutableData replaceBytesInRange:withBytes:length:]: range {} exceeds data length {}
    cause: The buffer was emptied or shortened meanwhile, often by another thread.
    fix: Access the buffer on one queue, and check its length.
    count: 1
    search: replaceBytesInRange exceeds data length
    seen: 1
    source: https://github.com/novastone-media/MQTT-Client-Framework/issues/245

    api: -[NSData initWithBase64EncodedString:options:]
    api: -[_NSPlaceholderData initWithBase64EncodedString:options:]
    id: nsdata-base64-nil
    image: Foundation
    raises: exception NSInvalidArgumentException
    requires: The string is not nil.
    cause: The Base64 string is nil.
    fix: Check the string for nil before you decode it.
    search: initWithBase64EncodedString nil crash
    seen: 1
    source: https://github.com/lionheart/openradar-mirror/issues/3754

    api: -[NSUndoManager _endUndoGroupRemovingIfEmpty:]
    api: -[NSUndoManager endUndoGrouping]
    api: -[NSUndoManager _postCheckpointNotification]
    id: nsundomanager-end-grouping
    image: Foundation
    raises: exception NSInternalInconsistencyException
    requires: Each `endUndoGrouping()` follows a `beginUndoGrouping()`.
    reason: _endUndoGroupRemovingIfEmpty:: NSUndoManager {} is in invalid state, endUndoGrouping called with no matching begin
    cause: The group was closed already, or `removeAllActions()` was called inside an undo handler.
    fix: Close only groups that you opened, on the main thread, and do not call `removeAllActions()` while a group is open.
    count: 3
    search: endUndoGrouping called with no matching begin; NSUndoManager is in invalid state
    seen: 5
    source: https://github.com/palmier-io/palmier-pro/issues/320
    source: https://github.com/palmier-io/palmier-pro/pull/359
    source: https://github.com/lionheart/openradar-mirror/issues/20783
    source: https://github.com/ls1intum/Themis/pull/182

    api: -[NSUndoManager undo]
    api: -[NSUndoManager undoNestedGroup]
    id: nsundomanager-undo-nested
    image: Foundation
    raises: exception NSInternalInconsistencyException
    requires: No undo group is open when `undo()` is called, except the automatic one.
    reason: undo: NSUndoManager {} is in invalid state, undo was called with too many nested undo groups
    cause: A group that was opened with `beginUndoGrouping()` is still open.
    fix: Close all groups before you call `undo()`, or call `undoNestedGroup()`.
    count: 2
    search: undo was called with too many nested undo groups; NSUndoManager undo crash
    seen: 2
    source: https://github.com/XVimProject/XVim/issues/817
    source: https://github.com/Naituw/WeiboX/issues/1891

    api: -[NSUndoManager _prepareEventGrouping]
    api: -[NSUndoManager _registerUndoObject:]
    api: NSUndoManager.registerUndo(withTarget:handler:)
    api: -[NSUndoManager registerUndoWithTarget:selector:object:]
    id: nsundomanager-register
    image: Foundation
    raises: exception NSInternalInconsistencyException
    requires: An undo group is open when an action is registered and `groupsByEvent` is `false`.
    reason: _registerUndoObject:: NSUndoManager {} is in invalid state, must begin a group before registering undo
    cause: No group is open: the automatic group was closed, or the call runs outside the main run loop.
    fix: Register undo actions on the main thread between `beginUndoGrouping()` and `endUndoGrouping()`.
    count: 1
    search: must begin a group before registering undo; registerUndo crash
    seen: 1
    source: https://github.com/palmier-io/palmier-pro/issues/320

    api: __TCC_CRASHING_DUE_TO_PRIVACY_VIOLATION__
    api: __CRASHING_DUE_TO_PRIVACY_VIOLATION__
    id: tcc-privacy-violation
    image: TCC
    kind: handler
    raises: kill
    requires: Info.plist contains the usage description of each protected resource that the app, or a library in it, accesses.
    reason: This app has crashed because it attempted to access privacy-sensitive data without a usage description.  The app's Info.plist must contain an {} key with a string value explaining to the user how the app uses this data.
    cause: Info.plist lacks the usage description that the termination reason names.
    fix: Add the key with a sentence as its value to the Info.plist of this target.
    count: 10
    search: attempted to access privacy-sensitive data without a usage description; CRASHING_DUE_TO_PRIVACY_VIOLATION; usage description missing crash
    seen: 12
    source: https://github.com/wordpress-mobile/WordPress-iOS/issues/8795
    source: https://github.com/felfele/felfele/issues/378
    source: https://github.com/isontheline/pro.webssh.net/issues/34
    source: https://github.com/element-hq/element-ios/issues/605

    api: -[NSObject observeValueForKeyPath:ofObject:change:context:]
    id: kvo-observe-not-handled
    image: Foundation
    raises: exception NSInternalInconsistencyException
    requires: The observer implements `observeValue(forKeyPath:of:change:context:)` and passes only foreign observations to `super`.
    reason: {}: An -observeValueForKeyPath:ofObject:change:context: message was received but not handled.
    cause: The observer was released without removing the observation, and another object now has its address; or it calls `super` for its own observation.
    fix: Remove the observer in `deinit`, or use the block-based `observe(_:)` and keep its token.
    count: 10
    search: observeValueForKeyPath message was received but not handled; KVO crash
    seen: 12
    source: https://github.com/AFNetworking/AFNetworking/issues/4497
    source: https://github.com/square/PonyDebugger/issues/27
    source: https://github.com/element-hq/element-ios/issues/452
    source: https://github.com/jessesquires/JSQMessagesViewController/issues/206

    api: -[NSDecimalNumberHandler exceptionDuringOperation:error:leftOperand:rightOperand:]
    api: -[NSDecimalNumber decimalNumberByDividingBy:]
    api: -[NSDecimalNumber decimalNumberByDividingBy:withBehavior:]
    api: -[NSDecimalNumber decimalNumberByMultiplyingBy:]
    api: -[NSDecimalNumber decimalNumberByMultiplyingBy:withBehavior:]
    id: nsdecimalnumber-operation
    image: Foundation
    raises: exception NSDecimalNumberOverflowException, NSDecimalNumberDivideByZeroException, NSDecimalNumberUnderflowException
    requires: The result is representable and the divisor is not zero.
    reason: NSDecimalNumber overflow exception
    cause: The result is too large, or an operand is not a number (a string that could not be parsed).
    fix: Check operands for `NSDecimalNumber.notANumber`, or pass an `NSDecimalNumberHandler` that does not raise.
    count: 1
    reason: NSDecimalNumber divide by zero exception
    cause: The divisor is zero, for example an exchange rate that is missing.
    fix: Check the divisor, or use Swift's `Decimal`.
    count: 1
    search: NSDecimalNumber overflow exception; NSDecimalNumber divide by zero exception
    seen: 4
    source: https://github.com/artsy/energy-legacy/issues/165
    source: https://github.com/hivewallet/hive-mac/issues/377
    source: https://github.com/splendo/kaluga/issues/616
    source: https://github.com/bang590/JSPatch/issues/829

    api: -[NSObject performSelector:onThread:withObject:waitUntilDone:modes:]
    api: -[NSObject performSelector:onThread:withObject:waitUntilDone:]
    id: nsthread-perform-exited
    image: Foundation
    raises: exception NSDestinationInvalidException
    requires: The target thread runs a run loop until the selector was performed.
    reason: *** -[{} performSelector:onThread:withObject:waitUntilDone:modes:]: target thread exited while waiting for the perform
    cause: The thread ended before it performed the selector.
    fix: Keep the thread's run loop alive with a port or timer, or use a dispatch queue.
    count: 2
    search: target thread exited while waiting for the perform; NSDestinationInvalidException
    seen: 3
    source: https://github.com/AlphaWallet/alpha-wallet-ios/issues/4883
    source: https://github.com/forcedotcom/SalesforceMobileSDK-iOS/issues/1580
    source: https://github.com/adam-roth/coredata-threadsafe/issues/2
    """#
}
