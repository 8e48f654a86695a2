extension RaisingAPI {
  /// Swift standard library and concurrency.
  static let swiftRuntime: StaticString = #"""
    api: Dictionary.init(uniqueKeysWithValues:)
    id: swift-dictionary-unique-keys
    image: libswiftCore.dylib
    raises: swift
    requires: No key occurs twice in the sequence.
    reason: Fatal error: Duplicate values for key: '{}'
    cause: Two elements have the same key: data from a server, a file or a URL repeats it, or keys become equal after `lowercased()`.
    fix: Use `Dictionary(_:uniquingKeysWith:)` and decide which value wins.
    count: 2
    search: Dictionary uniqueKeysWithValues crash; Fatal error: Duplicate values for key
    seen: 4
    source: https://github.com/manaflow-ai/cmux/issues/10472
    source: https://github.com/tuist/XcodeProj/issues/426
    source: https://github.com/duckduckgo/apple-browsers/pull/4023
    source: https://github.com/swiftlang/swift/pull/20540

    api: Dictionary.init(dictionaryLiteral:)
    id: swift-dictionary-literal
    image: libswiftCore.dylib
    raises: swift
    requires: No key occurs twice in a dictionary literal.
    reason: Fatal error: Dictionary literal contains duplicate keys
    cause: The literal `[key: value, …]` repeats a key; variables as keys can have equal values.
    fix: Remove the repeated key, or build the dictionary with assignments.
    count: 4
    search: Fatal error: Dictionary literal contains duplicate keys
    seen: 5
    source: https://github.com/soto-project/soto/issues/644
    source: https://github.com/ml-explore/mlx-swift-examples/pull/365
    source: https://github.com/pointfreeco/swift-nonempty/issues/12
    source: https://github.com/swiftlang/swift/issues/78595

    api: KEY_TYPE_OF_DICTIONARY_VIOLATES_HASHABLE_REQUIREMENTS
    api: ELEMENT_TYPE_OF_SET_VIOLATES_HASHABLE_REQUIREMENTS
    id: swift-hashable-violation
    image: libswiftCore.dylib
    kind: handler
    raises: swift
    requires: Equal keys have equal hashes, and a key does not change while it is in a dictionary or set.
    reason: Fatal error: Duplicate keys of type '{}' were found in a Dictionary. This usually means either that the type violates Hashable's requirements, or that members of such a dictionary were mutated after insertion.
    cause: `==` and `hash(into:)` of the key's type do not agree, or an object was changed after insertion, or two threads changed the dictionary.
    fix: Use the same stored properties in `==` and `hash(into:)`, use immutable keys, and change the dictionary on one queue.
    count: 2
    search: Duplicate keys of type were found in a Dictionary; violates Hashable's requirements
    seen: 2
    source: https://github.com/Ranchero-Software/NetNewsWire/issues/734
    source: https://github.com/FlineDev/AnyLint/issues/22

    api: CheckedContinuation.resume(returning:)
    api: CheckedContinuation.resume(throwing:)
    api: CheckedContinuation.resume(with:)
    id: swift-continuation-misuse
    image: libswift_Concurrency.dylib
    raises: swift
    requires: A checked continuation is resumed exactly once.
    reason: Fatal error: SWIFT TASK CONTINUATION MISUSE: {} tried to resume its continuation more than once, returning {}!
    cause: A callback or delegate method runs twice, or two paths (result and timeout) both resume.
    fix: Set the stored continuation to `nil` before you resume it, under a lock or on an actor.
    count: 3
    reason: Fatal error: SWIFT TASK CONTINUATION MISUSE: {} tried to resume its continuation more than once, throwing {}!
    cause: Cancellation or an error resumes a continuation that was resumed already.
    fix: Set the stored continuation to `nil` before you resume it, and protect it with a lock.
    count: 1
    search: SWIFT TASK CONTINUATION MISUSE; tried to resume its continuation more than once; withCheckedContinuation crash
    seen: 9
    source: https://github.com/livekit/client-sdk-swift/issues/528
    source: https://github.com/auth0/Auth0.swift/issues/827
    source: https://github.com/meshtastic/Meshtastic-Apple/pull/1755
    source: https://github.com/mattt/iMCP/issues/111

    api: _swift_task_checkIsolatedSwift
    api: swift_task_isCurrentExecutorWithFlagsImpl
    api: swift_task_isCurrentExecutorImpl
    api: swift_task_checkIsolatedImpl
    api: _checkExpectedExecutor
    id: swift-executor-isolation-check
    image: libswift_Concurrency.dylib
    raises: swift
    requires: A closure or method that is isolated to an actor, such as the main actor, runs on that actor's executor.
    cause: A framework calls a closure on a background queue, and the closure inherited `@MainActor` isolation from the place where it was written (Swift 6 language mode).
    fix: Mark the closure `@Sendable` or write it in a `nonisolated` function, and hop to the actor inside: `Task { @MainActor in … }`.
    search: Swift 6 crash dispatch_assert_queue; swift_task_isCurrentExecutor crash; MainActor closure called on background thread
    seen: 7
    source: https://github.com/iliyami/MacSai/issues/58
    source: https://github.com/batonogov/pine/pull/683
    source: https://github.com/swiftlang/swift/issues/76068
    source: https://github.com/feedback-assistant/reports/issues/839

    api: MainActor.assumeIsolated
    api: Actor.assumeIsolated
    id: swift-assume-isolated
    image: libswift_Concurrency.dylib
    raises: swift
    requires: `assumeIsolated` is called on the actor's executor.
    reason: Fatal error: Incorrect actor executor assumption; Expected same executor as {}.
    cause: The code runs on another thread or queue than it assumes.
    fix: Replace `assumeIsolated` with `await`, or dispatch to the main queue before the call.
    count: 4
    search: Incorrect actor executor assumption; Expected same executor as MainActor; assumeIsolated crash
    seen: 6
    source: https://github.com/swiftlang/swift/issues/80115
    source: https://github.com/swiftlang/swift/issues/74626
    source: https://github.com/swiftlang/swift/issues/76804
    source: https://github.com/adaptyteam/AdaptySDK-iOS/issues/139

    api: Swift runtime failure: Range requires lowerBound <= upperBound
    api: Swift runtime failure: Can't form Range with upperBound < lowerBound
    id: swift-range-bounds
    image: libswiftCore.dylib
    kind: handler
    raises: swift
    requires: The lower bound of a range is not above its upper bound.
    reason: Fatal error: Range requires lowerBound <= upperBound
    cause: One of the bounds is computed and became smaller than the other: empty collection, negative difference, stale index.
    fix: Compare the bounds first, or use `stride(from:to:by:)`, which allows an empty result.
    count: 4
    reason: Fatal error: Can't form Range with upperBound < lowerBound
    cause: The upper bound is smaller than the lower bound (wording up to Swift 5.3).
    fix: Compare the bounds first.
    count: 2
    search: Range requires lowerBound <= upperBound; Can't form Range with upperBound < lowerBound
    seen: 9
    source: https://github.com/mozilla-mobile/firefox-ios/pull/11277
    source: https://github.com/swiftlang/swift-build/issues/351
    source: https://github.com/xi-editor/xi-mac/issues/433
    source: https://github.com/Sorix/CloudCore/issues/26

    api: Swift runtime failure: Double value cannot be converted to Int because it is either infinite or NaN
    api: Swift runtime failure: Float value cannot be converted to Int because it is either infinite or NaN
    id: swift-double-to-int
    image: libswiftCore.dylib
    kind: handler
    raises: swift
    requires: A floating-point number is finite and within the integer's range before it is converted.
    reason: Fatal error: Double value cannot be converted to Int because it is either infinite or NaN
    cause: The value is NaN or infinite: division by zero, `log10(0)`, an empty duration or a layout size that is not known.
    fix: Check `value.isFinite`, or use `Int(exactly: value.rounded())`.
    count: 8
    search: Double value cannot be converted to Int because it is either infinite or NaN
    seen: 11
    source: https://github.com/ChartsOrg/Charts/issues/1511
    source: https://github.com/mapbox/mapbox-navigation-ios/issues/4830
    source: https://github.com/PostHog/posthog-ios/issues/293
    source: https://github.com/swiftlang/swift/issues/61043

    api: Swift runtime failure: Not enough bits to represent the passed value
    api: Swift runtime failure: Negative value is not representable
    id: swift-integer-conversion
    image: libswiftCore.dylib
    kind: handler
    raises: swift
    requires: The value fits into the integer type it is converted to.
    reason: Fatal error: Not enough bits to represent the passed value
    cause: The value is larger than the target type allows (`UInt16` for a port, `Int32` for a large count).
    fix: Use `init(exactly:)`, `init(clamping:)` or `init(truncatingIfNeeded:)`.
    count: 5
    reason: Fatal error: Negative value is not representable
    cause: A negative number is converted to an unsigned type.
    fix: Check the sign, or use `UInt32(bitPattern:)` for bit patterns.
    count: 2
    search: Not enough bits to represent the passed value; Negative value is not representable
    seen: 8
    source: https://github.com/splitio/ios-client/issues/612
    source: https://github.com/sameerasw/airsync-mac/issues/121
    source: https://github.com/SwiftGit2/SwiftGit2/issues/198
    source: https://github.com/Kitura/BlueSocket/issues/180

    api: Swift runtime failure: arithmetic overflow
    id: swift-arithmetic-overflow
    image: libswiftCore.dylib
    kind: handler
    raises: swift
    requires: The result of an integer operation fits into its type.
    cause: An addition, subtraction or multiplication exceeds the type's range; a subtraction of unsigned numbers below zero is the usual case.
    fix: Use a wider or signed type, check the operands, or use `&+`, `&-` where wrapping is intended.
    search: Swift runtime failure: arithmetic overflow; integer overflow crash
    seen: 3
    source: https://github.com/nordicsemi/IOS-nRF-Connect-Device-Manager/pull/501
    source: https://github.com/swiftlang/swift/pull/25978
    source: https://github.com/lionheart/openradar-mirror/issues/8296

    api: Swift runtime failure: Unexpectedly found nil while unwrapping an Optional value
    api: Swift runtime failure: Unexpectedly found nil while implicitly unwrapping an Optional value
    id: swift-force-unwrap-nil
    image: libswiftCore.dylib
    kind: handler
    raises: swift
    requires: An optional that is unwrapped with `!` has a value.
    reason: Fatal error: Unexpectedly found nil while unwrapping an Optional value
    cause: The expression with `!` was nil.
    fix: Use `guard let`, `if let` or `??` at the line that the next frame names.
    count: 4
    reason: Fatal error: Unexpectedly found nil while implicitly unwrapping an Optional value
    cause: A property of type `T!`, often an outlet, was nil.
    fix: Connect the outlet, or do not use the property before it is set.
    count: 1
    search: Unexpectedly found nil while unwrapping an Optional value; force-unwrapped nil
    seen: 6
    source: https://github.com/jellyfin/Swiftfin/issues/50
    source: https://github.com/jellyfin/Swiftfin/issues/51
    source: https://github.com/mozilla-mobile/focus-ios/pull/2794
    source: https://github.com/HarshilShah/DeckTransition/issues/78

    api: Swift runtime failure: Index out of range
    api: Swift runtime failure: Array index is out of range
    api: Array._checkSubscript(_:wasNativeTypeChecked:)
    api: _ArrayBuffer._checkInoutAndNativeTypeCheckedBounds(_:wasNativeTypeChecked:)
    api: ContiguousArrayBuffer._checkValidSubscript(_:)
    id: swift-array-index
    image: libswiftCore.dylib
    raises: swift
    requires: The index is in `indices` of the array.
    reason: Fatal error: Index out of range
    cause: The index is negative or not smaller than `count`: stale index path, empty response, or the array changed on another thread.
    fix: Check `array.indices.contains(index)`, and change the array on one queue or actor.
    count: 2
    search: Fatal error: Index out of range; Array index is out of range; Swift array subscript crash
    seen: 3
    source: https://github.com/odyshewroman/AndroidTVRemoteControl/issues/32
    source: https://github.com/ruddarr/app/issues/260
    source: https://github.com/DragonCherry/AssetsPickerViewController/issues/91

    api: swift_abortRetainUnowned
    api: swift_unownedRetainStrong
    id: swift-unowned-deallocated
    image: libswiftCore.dylib
    raises: swift
    requires: The object of an `unowned` reference still exists when it is used.
    reason: Fatal error: Attempted to read an unowned reference but object {} was already deallocated
    cause: A closure with `[unowned self]` runs after its owner was released.
    fix: Use `[weak self]` and `guard let self else { return }`.
    count: 6
    reason: Fatal error: Attempted to read an unowned reference but the object was already deallocated
    cause: An `unowned` property or capture outlives its object.
    fix: Use `weak` instead of `unowned`.
    count: 6
    search: Attempted to read an unowned reference but the object was already deallocated; swift_abortRetainUnowned
    seen: 12
    source: https://github.com/wordpress-mobile/WordPress-iOS/issues/22711
    source: https://github.com/beeminder/BeeSwift/issues/178
    source: https://github.com/Kitura/BlueSocket/issues/189
    source: https://github.com/kean/NukeUI/issues/35

    api: String.index(_:offsetBy:)
    api: String.index(after:)
    api: String.index(before:)
    api: String.subscript.getter
    api: Substring.subscript.getter
    api: Swift runtime failure: String index is out of bounds
    id: swift-string-index
    image: libswiftCore.dylib
    raises: swift
    requires: The index belongs to this string and lies between `startIndex` and `endIndex`.
    reason: Fatal error: String index is out of bounds
    cause: The offset is larger than the string's length, or the index was made for another string.
    fix: Use `index(_:offsetBy:limitedBy:)` and check for nil, or `prefix(_:)` and `suffix(_:)`.
    count: 2
    reason: Fatal error: cannot increment beyond endIndex
    cause: The offset is larger than the string's length (wording up to Swift 4).
    fix: Use `index(_:offsetBy:limitedBy:)`.
    count: 1
    search: String index is out of bounds; cannot increment beyond endIndex; Swift substring crash
    seen: 5
    source: https://github.com/tophat/RichTextView/issues/118
    source: https://github.com/tw93/MiaoYan/pull/258
    source: https://github.com/dillidon/alerts-and-pickers/issues/55
    source: https://github.com/krzysztofzablocki/Sourcery/pull/1342

    api: swift_unexpectedError
    id: swift-try-force
    image: libswiftCore.dylib
    kind: handler
    raises: swift
    requires: The expression after `try!` does not throw.
    reason: Fatal error: 'try!' expression unexpectedly raised an error: {}
    cause: The call after `try!` threw the error that the message prints.
    fix: Use `do`/`catch` or `try?`, and handle the error.
    count: 2
    search: 'try!' expression unexpectedly raised an error; swift_unexpectedError
    seen: 3
    source: https://github.com/swiftwasm/carton/issues/72
    source: https://github.com/maxgribov/Spine/issues/52
    source: https://github.com/3lvis/SwiftSync/issues/579

    api: RangeReplaceableCollection.removeFirst()
    api: RangeReplaceableCollection.removeFirst(_:)
    api: RangeReplaceableCollection.removeLast()
    api: Array.removeFirst()
    api: Array.removeLast()
    api: Swift runtime failure: Can't remove first element from an empty collection
    api: Swift runtime failure: Can't remove last element from an empty collection
    id: swift-remove-from-empty
    image: libswiftCore.dylib
    raises: swift
    requires: The collection has at least as many elements as are removed.
    reason: Fatal error: Can't remove first element from an empty collection
    cause: `removeFirst()` is called on an empty collection, often because another thread removed the element.
    fix: Check `isEmpty` first, or use `popLast()`.
    count: 1
    reason: Fatal error: Can't remove more items from a collection than it contains
    cause: The number of elements to remove is larger than the count.
    fix: Use `dropFirst(_:)` or limit the number with `min`.
    count: 1
    search: Can't remove first element from an empty collection; Can't remove more items from a collection than it contains; removeLast crash
    seen: 3
    source: https://github.com/pusher/push-notifications-swift/issues/121
    source: https://github.com/arkivanov/Decompose/issues/298
    source: https://github.com/gertrude-app/swift/pull/157

    api: UnsafeMutablePointer.deinitialize(count:)
    id: unsafemutablepointer-negative-count
    image: libswiftCore.dylib
    raises: swift
    requires: The count is not negative.
    reason: Fatal error: UnsafeMutablePointer.deinitialize with negative count
    cause: A computed count is below zero, or the buffer that held it was changed from two threads.
    fix: Check the count before the call, and use a buffer from one thread only.
    count: 1
    search: UnsafeMutablePointer.deinitialize with negative count
    seen: 1
    source: https://github.com/cats-oss/VideoCast-Swift/issues/48

    api: AsyncPublisher.Iterator.Inner.receive(_:)
    id: combine-async-publisher-demand
    image: Combine
    raises: swift
    requires: The upstream publisher sends no more values than the demand of the async sequence.
    cause: A custom publisher or operator sends values to `.values` without a request, so that a value arrives without demand.
    fix: Make the custom operator follow the demand of its subscriber, or put `.buffer(size:prefetch:whenFull:)` before `.values`.
    search: AsyncPublisher crash receive; Combine values for await crash; custom publisher ignores demand
    seen: 1
    source: https://github.com/manaflow-ai/cmux/issues/8276
    """#
}
