extension RaisingAPI {
  /// Swift standard library and concurrency.
  static let swiftRuntime: StaticString = #"""
    api: Dictionary.init(uniqueKeysWithValues:)
    api: _NativeDictionary.merge(_:isUnique:uniquingKeysWith:)
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
    api: Swift runtime failure: Dictionary literal contains duplicate keys
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
    api: KEY_TYPE_OF_DICTIONARY_VIOLATES_HASHABLE_REQUIREMENTS(_:)
    api: ELEMENT_TYPE_OF_SET_VIOLATES_HASHABLE_REQUIREMENTS(_:)
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
    cause: A framework calls a closure on a background queue, and the closure inherited `@MainActor` isolation from the code around it (Swift 6 language mode).
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

    api: Range.init(uncheckedBounds:)
    api: ClosedRange.init(uncheckedBounds:)
    api: Comparable..< infix(_:_:)
    api: Comparable.... infix(_:_:)
    id: swift-range-operator
    image: libswiftCore.dylib
    raises: swift
    requires: The lower bound of a range is not above its upper bound.
    reason: Range requires lowerBound <= upperBound
    cause: The upper bound is below the lower bound: it is computed from an empty collection, a negative difference or a stale index.
    fix: Compare the bounds first, or use `stride(from:to:by:)`, which allows an empty result.
    search: range operator crash; Range.init(uncheckedBounds:); upperBound < lowerBound
    source: https://github.com/swiftlang/swift/blob/main/stdlib/public/core/Range.swift
    source: https://github.com/swiftlang/swift/blob/main/stdlib/public/core/ClosedRange.swift

    api: Swift runtime failure: Double value cannot be converted to Int because it is either infinite or NaN
    api: Swift runtime failure: Float value cannot be converted to Int because it is either infinite or NaN
    api: Swift runtime failure: Double value cannot be converted to Int because the result would be greater than Int.max
    api: Swift runtime failure: Double value cannot be converted to Int because the result would be less than Int.min
    api: Swift runtime failure: Float value cannot be converted to Int because the result would be greater than Int.max
    api: Swift runtime failure: Float value cannot be converted to Int because the result would be less than Int.min
    api: Swift runtime failure: Double value cannot be converted to UInt because the result would be less than UInt.min
    api: Swift runtime failure: Double value cannot be converted to UInt because it is either infinite or NaN
    api: Swift runtime failure: Double value cannot be converted to UInt8 because the result would be greater than UInt8.max
    api: Swift runtime failure: Double value cannot be converted to UInt8 because the result would be less than UInt8.min
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
    api: Swift runtime failure: Not enough bits to represent a signed value
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

    api: Int.init(_:)
    api: Int8.init(_:)
    api: Int16.init(_:)
    api: Int32.init(_:)
    api: Int64.init(_:)
    api: UInt.init(_:)
    api: UInt8.init(_:)
    api: UInt16.init(_:)
    api: UInt32.init(_:)
    api: UInt64.init(_:)
    api: FixedWidthInteger.init(_:)
    api: BinaryInteger.init(_:)
    id: swift-integer-initializer
    image: libswiftCore.dylib
    raises: swift
    requires: The value fits into the integer type it is converted to; a floating-point number is finite.
    cause: The value is too large, negative for an unsigned type, or a floating-point number that is NaN or infinite.
    fix: Use `init(exactly:)`, `init(clamping:)` or `init(truncatingIfNeeded:)`, and check floating-point numbers with `isFinite`.
    search: integer conversion crash; FixedWidthInteger.init; UInt8 init crash
    source: https://github.com/swiftlang/swift/blob/main/stdlib/public/core/Integers.swift
    source: https://github.com/swiftlang/swift/blob/main/stdlib/public/core/IntegerTypes.swift.gyb

    api: Swift runtime failure: Division by zero
    api: Swift runtime failure: Division by zero in remainder operation
    id: swift-division-by-zero
    image: libswiftCore.dylib
    kind: handler
    raises: swift
    requires: The divisor of `/` and `%` is not zero.
    reason: Fatal error: Division by zero
    cause: The divisor is zero: the count of an empty collection, a size before layout, or a default value.
    fix: Check the divisor before the division.
    search: Fatal error: Division by zero; integer division crash; remainder
    source: https://github.com/swiftlang/swift/blob/main/stdlib/public/core/IntegerTypes.swift.gyb

    api: Swift runtime failure: Division results in overflow
    api: Swift runtime failure: Division results in an overflow
    api: Swift runtime failure: Division results in overflow in remainder operation
    api: Swift runtime failure: Division results in an overflow in remainder operation
    id: swift-division-overflow
    image: libswiftCore.dylib
    kind: handler
    raises: swift
    requires: The smallest integer of a signed type is not divided by -1.
    reason: Fatal error: Division results in an overflow
    cause: The smallest value of the type is divided by -1, and the result is larger than the largest value.
    fix: Check the operands, or use `dividedReportingOverflow(by:)`.
    search: Division results in an overflow
    source: https://github.com/swiftlang/swift/blob/main/stdlib/public/core/IntegerTypes.swift.gyb

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
    """#
}
