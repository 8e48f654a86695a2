extension RaisingAPI {
  /// Checks of Swift collections, optionals, references and errors.
  static let swiftValues: StaticString = #"""
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
    api: _ContiguousArrayBuffer._checkValidSubscript(_:)
    api: _ContiguousArrayBuffer._checkValidSubscriptMutating(_:)
    api: _ArrayBuffer._checkValidSubscriptMutating(_:)
    api: _SliceBuffer._checkValidSubscript(_:)
    api: Array._checkSubscript_mutating(_:)
    api: Array._checkSubscript_native(_:)
    api: Array._checkIndex(_:)
    api: ArraySlice._checkSubscript(_:wasNativeTypeChecked:)
    api: ArraySlice._checkSubscript_native(_:)
    api: ArraySlice._checkIndex(_:)
    api: ContiguousArray._checkSubscript_native(_:)
    api: ContiguousArray._checkSubscript_mutating(_:)
    api: ContiguousArray._checkIndex(_:)
    api: Swift runtime failure: Negative Array index is out of range
    api: Swift runtime failure: ArraySlice index is out of range
    api: Swift runtime failure: Range out of bounds
    api: Array.subscript.getter
    api: Array.subscript.setter
    api: Array.subscript.modify
    api: Array.subscript.read
    api: ArraySlice.subscript.getter
    api: ArraySlice.subscript.setter
    api: ArraySlice.subscript.modify
    api: ContiguousArray.subscript.getter
    api: ContiguousArray.subscript.setter
    api: ContiguousArray.subscript.modify
    api: _ArrayBuffer.subscript.getter
    api: _ArrayBuffer.getElement(_:wasNativeTypeChecked:)
    api: _ContiguousArrayBuffer.getElement(_:)
    api: Array.remove(at:)
    api: Array.insert(_:at:)
    api: Array.replaceSubrange(_:with:)
    api: Array.removeSubrange(_:)
    api: RangeReplaceableCollection.removeSubrange(_:)
    api: MutableCollection.swapAt(_:_:)
    api: UnsafeBufferPointer.subscript.getter
    api: UnsafeMutableBufferPointer.subscript.getter
    api: UnsafeMutableBufferPointer.subscript.setter
    api: UnsafeRawBufferPointer.subscript.getter
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
    id: swift-unowned-deallocated
    image: libswiftCore.dylib
    kind: handler
    raises: swift
    requires: The object of an `unowned` reference still exists when it is used.
    reason: Fatal error: Attempted to read an unowned reference but {} was already de{}
    cause: An `unowned` reference is read after its object was released: often a closure with `[unowned self]` that runs later.
    fix: Use `[weak self]` and `guard let self else { return }`, or `weak` for the property.
    count: 12
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
    api: RangeReplaceableCollection.removeLast()
    api: BidirectionalCollection.removeLast()
    api: Array.removeFirst()
    api: Array.removeLast()
    api: ArraySlice.removeLast()
    api: ContiguousArray.removeLast()
    api: Set.removeFirst()
    api: Swift runtime failure: Can't removeLast from an empty Array
    api: Swift runtime failure: Can't remove from an empty collection
    api: Swift runtime failure: Can't remove first element from an empty collection
    api: Swift runtime failure: Can't remove last element from an empty collection
    id: swift-remove-from-empty
    image: libswiftCore.dylib
    raises: swift
    requires: The collection is not empty.
    reason: Fatal error: Can't remove first element from an empty collection
    cause: An element is removed from an empty collection, often because another thread removed the last one.
    fix: Check `isEmpty` first, or use `popLast()` and `popFirst()`, which return nil.
    count: 1
    search: Can't remove first element from an empty collection; removeLast crash; removeFirst crash
    seen: 2
    source: https://github.com/pusher/push-notifications-swift/issues/121
    source: https://github.com/arkivanov/Decompose/issues/298

    api: RangeReplaceableCollection.removeFirst(_:)
    api: RangeReplaceableCollection.removeLast(_:)
    api: BidirectionalCollection.removeLast(_:)
    id: swift-remove-too-many
    image: libswiftCore.dylib
    raises: swift
    requires: The collection has at least as many elements as are removed, and the number is not negative.
    reason: Fatal error: Can't remove more items from a collection than it contains
    cause: The number of elements to remove is larger than the count.
    fix: Use `dropFirst(_:)` or limit the number with `min`.
    count: 1
    search: Can't remove more items from a collection than it contains
    seen: 1
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

    api: swift_deletedMethodError
    id: swift-deleted-method
    image: libswiftCore.dylib
    kind: handler
    raises: swift
    requires: The class was compiled with the same declarations as its callers.
    reason: Fatal error: Call of deleted method
    cause: The linker or compiler removed a method that nothing seemed to call, or an old object file or library is linked with a new one.
    fix: Clean the build folder, rebuild all libraries of the app, and check libraries that are linked twice.
    search: Call of deleted method; swift_deletedMethodError
    seen: 1
    source: https://github.com/onmyway133/notes/issues/241

    api: swift_abortRetainOverflow
    api: swift_abortUnownedRetainOverflow
    api: swift_abortWeakRetainOverflow
    api: swift_abortUnownedRetainUnowned
    api: swift_abortDisableUnownedRefCounting
    id: swift-reference-count
    image: libswiftCore.dylib
    kind: handler
    raises: swift
    requires: The reference count of an object is intact.
    reason: Fatal error: Object was retained too many times
    cause: The object's header was overwritten or belongs to freed memory; rarely, the object has very many references, or its kind of references is not allowed.
    fix: Run with Address Sanitizer and look for unbalanced `Unmanaged` retains and unsafe pointers.
    search: Object was retained too many times; swift_abortRetainOverflow
    seen: 1
    source: https://github.com/swiftlang/swift/pull/11290
    source: https://github.com/swiftlang/swift/blob/main/stdlib/public/runtime/Errors.cpp

    api: _diagnoseUnexpectedEnumCase(type:)
    api: _diagnoseUnexpectedEnumCaseValue(type:rawValue:)
    api: Swift runtime failure: unexpected enum case
    id: swift-unexpected-enum-case
    image: libswiftCore.dylib
    kind: handler
    raises: swift
    requires: The value of an imported enumeration is one of its declared cases, or the switch has a default.
    reason: Fatal error: unexpected enum case {}
    cause: The system or a C library returned a value that the enumeration did not have when the app was built.
    fix: Add `@unknown default` to the switch, and create the value with `init(rawValue:)`.
    search: unexpected enum case while switching on value of type; unknown default
    seen: 1
    source: https://github.com/swiftlang/swift/pull/15614

    api: stride(from:to:by:)
    api: stride(from:through:by:)
    api: StrideTo.init(_start:end:stride:)
    api: StrideThrough.init(_start:end:stride:)
    api: Swift runtime failure: Stride size must not be zero
    id: swift-stride-zero
    image: libswiftCore.dylib
    raises: swift
    requires: The stride is not zero.
    reason: Fatal error: Stride size must not be zero
    cause: The step is computed, and it is zero.
    fix: Check the step before the call.
    search: Stride size must not be zero
    source: https://github.com/swiftlang/swift/blob/main/stdlib/public/core/Stride.swift

    api: Character.init(_:)
    api: Swift runtime failure: Can't form a Character from an empty String
    api: Swift runtime failure: Can't form a Character from a String containing more than one extended grapheme cluster
    id: swift-character-from-string
    image: libswiftCore.dylib
    raises: swift
    requires: The string is exactly one character.
    reason: Fatal error: Can't form a Character from {}
    cause: The string is empty or has several characters.
    fix: Use `text.first`, and check that `text.count == 1`.
    search: Can't form a Character from an empty String; extended grapheme cluster
    source: https://github.com/swiftlang/swift/blob/main/stdlib/public/core/Character.swift

    api: FixedWidthInteger.random(in:using:)
    api: FixedWidthInteger.random(in:)
    api: BinaryFloatingPoint.random(in:using:)
    api: BinaryFloatingPoint.random(in:)
    api: Swift runtime failure: Can't get random value with an empty range
    id: swift-random-empty-range
    image: libswiftCore.dylib
    raises: swift
    requires: The range is not empty.
    reason: Fatal error: Can't get random value with an empty range
    cause: The range is `0..<count` of an empty collection.
    fix: Use `randomElement()`, which returns nil for an empty collection.
    search: Can't get random value with an empty range; Int.random crash
    source: https://github.com/swiftlang/swift/blob/main/stdlib/public/core/Integers.swift

    api: Collection.prefix(_:)
    api: Collection.dropFirst(_:)
    api: Sequence.prefix(_:)
    api: Sequence.dropFirst(_:)
    api: BidirectionalCollection.suffix(_:)
    api: BidirectionalCollection.dropLast(_:)
    api: Swift runtime failure: Can't take a prefix of negative length from a collection
    api: Swift runtime failure: Can't take a suffix of negative length from a collection
    api: Swift runtime failure: Can't drop a negative number of elements from a collection
    id: swift-negative-length
    image: libswiftCore.dylib
    raises: swift
    requires: The number of elements is not negative.
    reason: Fatal error: Can't take a prefix of negative length from a collection
    cause: The number is computed as a difference, and it is below zero.
    fix: Limit the number with `max(0, n)`.
    search: Can't take a prefix of negative length; Can't drop a negative number of elements
    source: https://github.com/swiftlang/swift/blob/main/stdlib/public/core/Collection.swift

    api: Array.init(repeating:count:)
    api: ContiguousArray.init(repeating:count:)
    api: Swift runtime failure: Can't construct Array with count < 0
    id: swift-array-negative-count
    image: libswiftCore.dylib
    raises: swift
    requires: The count is not negative.
    reason: Fatal error: Can't construct Array with count < 0
    cause: The count is computed as a difference, and it is below zero.
    fix: Limit the count with `max(0, n)`.
    search: Can't construct Array with count < 0; Array(repeating:count:) crash
    source: https://github.com/swiftlang/swift/blob/main/stdlib/public/core/Array.swift

    api: UnsafeRawPointer.load(fromByteOffset:as:)
    api: UnsafeMutableRawPointer.load(fromByteOffset:as:)
    api: UnsafeRawBufferPointer.load(fromByteOffset:as:)
    api: Swift runtime failure: load from misaligned raw pointer
    id: swift-raw-pointer-load
    image: libswiftCore.dylib
    raises: swift
    requires: The address is aligned for the type, and inside the buffer.
    reason: Fatal error: load from misaligned raw pointer
    cause: A number is read from a byte offset that its alignment does not divide, or beyond the end of the buffer.
    fix: Use `loadUnaligned(fromByteOffset:as:)`, and check the length first.
    search: load from misaligned raw pointer; UnsafeRawBufferPointer.load out of bounds
    source: https://github.com/swiftlang/swift/blob/main/stdlib/public/core/UnsafeRawPointer.swift

    api: Data._Representation.subscript.getter
    api: Data._Representation.subscript.setter
    api: Data.InlineData.subscript.getter
    api: Data.InlineSlice.subscript.getter
    api: Data.InlineSlice.subscript.setter
    api: Data.LargeSlice.subscript.getter
    api: Data.LargeSlice.subscript.setter
    api: Data.subscript.getter
    api: Data.subscript.setter
    api: Data.subdata(in:)
    api: Data._Representation.replaceSubrange(_:with:count:)
    id: foundation-data-index
    image: Foundation, libswiftFoundation.dylib, FoundationEssentials
    raises: swift
    requires: The index or range is inside `startIndex..<endIndex` of the data; a slice does not begin at 0.
    cause: The data is shorter than expected, or a slice of data is indexed from 0.
    fix: Compare with `count` first, use `data.startIndex + n` for slices, or copy the slice with `Data(slice)`.
    search: Data subscript crash; Data.subdata crash; Data slice index
    seen: 1
    source: https://github.com/Whisky-App/Whisky/issues/529
    source: https://github.com/swiftlang/swift-corelibs-foundation/issues/3394
    """#
}
