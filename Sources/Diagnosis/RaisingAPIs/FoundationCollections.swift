extension RaisingAPI {
  /// NSArray, NSDictionary, NSSet and their mutable forms.
  static let foundationCollections: StaticString = #"""
    api: -[__NSPlaceholderDictionary initWithObjects:forKeys:count:]
    api: +[NSDictionary dictionaryWithObjects:forKeys:count:]
    api: +[NSDictionary dictionaryWithObjectsAndKeys:]
    api: -[NSDictionary initWithObjectsAndKeys:]
    id: nsdictionary-nil-object
    image: CoreFoundation
    raises: exception NSInvalidArgumentException
    requires: No object and no key of a dictionary literal is nil.
    reason: *** -[__NSPlaceholderDictionary initWithObjects:forKeys:count:]: attempt to insert nil object from objects[{}]
    cause: A value of an Objective-C dictionary literal `@{…}` is nil; the number in brackets counts the pairs from 0.
    fix: Check the value, or use `value ?: [NSNull null]`.
    count: 10
    reason: +[NSDictionary dictionaryWithObjectsAndKeys:]: second object of each pair must be non-nil.  Or, did you forget to nil-terminate your parameter list?
    cause: A key is nil, or the list ends after a value.
    fix: Use a literal `@{key: value}` and check that the key is not nil.
    count: 1
    search: attempt to insert nil object from objects[0]; NSPlaceholderDictionary crash; nil in dictionary literal
    seen: 11
    source: https://github.com/mixpanel/mixpanel-iphone/issues/155
    source: https://github.com/marcoarment/FCModel/pull/128
    source: https://github.com/mybigday/react-native-s3/pull/2
    source: https://github.com/EvgenyKarkan/EKAlgorithms/issues/82

    api: -[__NSArrayM insertObject:atIndex:]
    api: -[NSMutableArray insertObject:atIndex:]
    api: -[NSMutableArray addObject:]
    id: nsmutablearray-insert
    image: CoreFoundation
    raises: exception NSInvalidArgumentException, NSRangeException
    requires: The object is not nil, and the index is at most the count.
    reason: *** -[__NSArrayM insertObject:atIndex:]: object cannot be nil
    cause: A nil object is added (`addObject:` appears as `insertObject:atIndex:` in the stack).
    fix: Check the object for nil before you add it.
    count: 8
    search: __NSArrayM insertObject:atIndex: object cannot be nil; addObject nil crash
    seen: 8
    source: https://github.com/Instabug/Instabug-iOS/issues/170
    source: https://github.com/parse-community/Parse-SDK-iOS-OSX/issues/445
    source: https://github.com/dbukowski/DBDebugToolkit/issues/59
    source: https://github.com/MKSG-MugunthKumar/MKNetworkKit/issues/252

    api: -[__NSPlaceholderArray initWithObjects:count:]
    api: +[NSArray arrayWithObjects:count:]
    api: +[NSArray arrayWithObject:]
    id: nsarray-nil-object
    image: CoreFoundation
    raises: exception NSInvalidArgumentException
    requires: No object of an array literal is nil.
    reason: *** -[__NSPlaceholderArray initWithObjects:count:]: attempt to insert nil object from objects[{}]
    cause: An element of an Objective-C array literal `@[…]` is nil; the number in brackets is its index.
    fix: Check the element for nil before you create the array.
    count: 1
    search: __NSPlaceholderArray initWithObjects:count: attempt to insert nil object
    seen: 1
    source: https://github.com/MortimerGoro/MGSwipeTableCell/issues/91

    api: -[__NSArrayM objectAtIndex:]
    api: -[__NSArrayM objectAtIndexedSubscript:]
    api: -[__NSArrayI objectAtIndex:]
    api: -[__NSArrayI objectAtIndexedSubscript:]
    api: -[__NSArray0 objectAtIndex:]
    api: -[__NSSingleObjectArrayI objectAtIndex:]
    api: -[__NSCFArray objectAtIndex:]
    api: -[__NSFrozenArrayM objectAtIndexedSubscript:]
    id: nsarray-object-at-index
    image: CoreFoundation
    raises: exception NSRangeException
    requires: The index is smaller than the array's count.
    reason: *** -[__NSArrayM objectAtIndex:]: index {} beyond bounds [0 .. {}]
    cause: The index is past the end: the array is shorter than expected, or another thread or a callback changed it.
    fix: Check `index < array.count`, and change the array on one queue only.
    count: 6
    reason: *** -[__NSArrayI objectAtIndex:]: index {} beyond bounds [0 .. {}]
    cause: The index is past the end of an immutable array.
    fix: Check `index < array.count`, or use `firstObject` and `lastObject`.
    count: 5
    reason: *** -[__NSArrayM objectAtIndex:]: index {} beyond bounds for empty array
    cause: The array is empty.
    fix: Check that the array has elements, or use `firstObject`.
    count: 1
    reason: *** __boundsFail: index {} beyond bounds [0 .. {}]
    cause: The index is past the end of the array (wording of newer systems).
    fix: Check `index < array.count`.
    search: NSRangeException objectAtIndex index beyond bounds; index beyond bounds for empty array
    seen: 12
    source: https://github.com/tomaz/appledoc/pull/308
    source: https://github.com/MKSG-MugunthKumar/MKNetworkKit/issues/112
    source: https://github.com/NYPL-Simplified/Simplified-iOS/issues/899
    source: https://github.com/dennisreimann/ioctocat/issues/196

    api: -[__NSArrayM replaceObjectAtIndex:withObject:]
    api: -[__NSArrayM setObject:atIndexedSubscript:]
    api: -[__NSArrayM setObject:atIndex:]
    id: nsmutablearray-replace
    image: CoreFoundation
    raises: exception NSRangeException, NSInvalidArgumentException
    requires: The index is smaller than the array's count, and the object is not nil.
    reason: *** -[__NSArrayM replaceObjectAtIndex:withObject:]: index {} beyond bounds [0 .. {}]
    cause: The index is past the end of the array.
    fix: Check `index < array.count` before you replace the element.
    count: 1
    search: replaceObjectAtIndex beyond bounds crash; setObject:atIndexedSubscript crash
    seen: 1
    source: https://github.com/artsy/energy-legacy/issues/300

    api: __NSFastEnumerationMutationHandler
    id: collection-mutated-while-enumerated
    image: CoreFoundation
    kind: handler
    raises: exception NSGenericException
    requires: A collection is not changed while a `for … in` loop or an enumerator runs over it.
    reason: *** Collection {} was mutated while being enumerated.
    cause: The loop's body, a callback or another thread adds or removes elements during the enumeration.
    fix: Enumerate a copy (`[array copy]`), collect changes and apply them after the loop, or protect the collection with one serial queue.
    count: 11
    search: Collection was mutated while being enumerated; NSFastEnumerationMutationHandler; NSGenericException
    seen: 11
    source: https://github.com/firebase/firebase-ios-sdk/issues/7882
    source: https://github.com/Livefyre/StreamHub-iOS-SDK/issues/74
    source: https://github.com/MKSG-MugunthKumar/MKNetworkKit/issues/318
    source: https://github.com/ethan605/UIPhotoGallery/issues/19

    api: -[__NSDictionaryM setObject:forKey:]
    api: -[__NSDictionaryM setObject:forKeyedSubscript:]
    api: -[__NSCFDictionary setObject:forKey:]
    id: nsmutabledictionary-nil
    image: CoreFoundation
    raises: exception NSInvalidArgumentException
    requires: Neither the key nor the object is nil.
    reason: *** -[__NSDictionaryM setObject:forKey:]: object cannot be nil (key: {})
    cause: The value is nil; the message names its key.
    fix: Use `dictionary[key] = value`, which accepts nil, or check the value.
    count: 1
    reason: *** -[__NSDictionaryM setObject:forKeyedSubscript:]: key cannot be nil
    cause: The key is nil.
    fix: Check the key before you set the value.
    count: 1
    reason: -[__NSCFDictionary setObject:forKey:]: attempt to insert nil value (key: {})
    cause: The value is nil.
    fix: Check the value, or use subscript syntax.
    count: 1
    search: setObject:forKey: object cannot be nil; setObject:forKeyedSubscript: key cannot be nil; attempt to insert nil value
    seen: 4
    source: https://github.com/flurry/flurry-ios-sdk/issues/166
    source: https://github.com/RevenueCat/purchases-ios/issues/225
    source: https://github.com/robotmedia/RMStore/pull/105
    source: https://github.com/tidev/titanium-sdk/pull/1302

    api: -[__NSSetM addObject:]
    id: nsmutableset-nil
    image: CoreFoundation
    raises: exception NSInvalidArgumentException
    requires: The object is not nil.
    reason: *** -[__NSSetM addObject:]: object cannot be nil
    cause: A nil object is added to the set.
    fix: Check the object for nil before you add it.
    count: 1
    search: __NSSetM addObject object cannot be nil
    seen: 1
    source: https://github.com/saturngod/IAPHelper/issues/20

    api: -[NSArray subarrayWithRange:]
    api: -[NSArray initWithArray:range:copyItems:]
    id: nsarray-subarray
    image: CoreFoundation
    raises: exception NSRangeException
    requires: The range lies within the array.
    reason: *** -[NSArray subarrayWithRange:]: range {} extends beyond bounds [0 .. {}]
    cause: The array is shorter than the range.
    fix: Limit the length with `MIN(count - location, length)`.
    count: 1
    reason: *** -[NSArray subarrayWithRange:]: range {} extends beyond bounds for empty array
    cause: The array is empty, so a computed length became negative.
    fix: Check that the array has elements.
    count: 1
    reason: *** -[NSArray initWithArray:range:copyItems:]: range {} extends beyond bounds [0 .. {}]
    cause: Another thread removed elements while the array was copied.
    fix: Copy and change the array on one serial queue.
    count: 1
    search: subarrayWithRange extends beyond bounds; mutableCopy NSArray crash extends beyond bounds
    seen: 3
    source: https://github.com/layerhq/Atlas-iOS/issues/1331
    source: https://github.com/firebase/firebase-ios-sdk/issues/13542
    source: https://github.com/gaosboy/kache/issues/6

    api: -[__NSArrayM removeObjectsInRange:]
    api: -[__NSArrayM removeObjectAtIndex:]
    id: nsmutablearray-remove
    image: CoreFoundation
    raises: exception NSRangeException
    requires: The index or range lies within the array.
    reason: *** -[__NSArrayM removeObjectsInRange:]: range {} extends beyond bounds [0 .. {}]
    cause: The array is shorter than expected, often because another thread changed it; `removeObjectAtIndex:` appears as this method.
    fix: Check the index against `count`, and change the array on one queue.
    count: 1
    search: removeObjectsInRange extends beyond bounds; removeObjectAtIndex crash
    seen: 1
    source: https://github.com/SVProgressHUD/SVProgressHUD/issues/818

    api: -[NSConstantArray objectAtIndex:]
    api: -[NSConstantArray objectAtIndexedSubscript:]
    id: nsconstantarray-index
    image: CoreFoundation
    raises: exception NSRangeException
    requires: The index is smaller than the count of the array literal.
    reason: -[NSConstantArray objectAtIndex:]: index {} beyond bounds [0 .. {}]
    cause: The index is past the end of an array literal that the compiler stored as a constant.
    fix: Check `index < array.count`.
    count: 1
    search: NSConstantArray objectAtIndex beyond bounds
    seen: 1
    source: https://github.com/jasenhuang/NSObjectSafe/issues/35

    api: -[NSMutableIndexSet addIndexesInRange:]
    api: -[NSMutableIndexSet addIndex:]
    api: +[NSIndexSet indexSetWithIndex:]
    api: -[NSIndexSet initWithIndexesInRange:]
    id: nsindexset-not-found
    image: Foundation
    raises: exception NSRangeException
    requires: Each index is at most `NSNotFound - 1`.
    reason: *** -[NSMutableIndexSet addIndexesInRange:]: Range {} exceeds maximum index value of NSNotFound - 1
    cause: The index is `NSNotFound`, the result of a failed search such as `indexOfObject:`, or a negative number.
    fix: Compare the index with `NSNotFound` and 0 before you add it.
    count: 5
    search: exceeds maximum index value of NSNotFound - 1; NSMutableIndexSet addIndexesInRange crash
    seen: 5
    source: https://github.com/wordpress-mobile/WordPress-iOS/issues/13889
    source: https://github.com/wordpress-mobile/WordPress-iOS/issues/14
    source: https://github.com/skywinder/ActionSheetPicker-3.0/issues/307
    source: https://github.com/AlanQuatermain/AQGridView/issues/162

    api: -[NSArray objectsAtIndexes:]
    id: nsarray-objects-at-indexes
    image: Foundation, CoreFoundation
    raises: exception NSRangeException
    requires: All indexes of the set are smaller than the array's count.
    reason: -[NSArray objectsAtIndexes:]: index {} in index set beyond bounds [{} .. {}]
    cause: The index set belongs to another state of the array, for example a selection from before a reload.
    fix: Intersect the set with `0..<count` before the call.
    count: 1
    search: objectsAtIndexes index in index set beyond bounds
    seen: 1
    source: https://github.com/sonoramac/Sonora/issues/23

    api: -[NSCache setObject:forKey:cost:]
    api: -[NSCache setObject:forKey:]
    id: nscache-nil-object
    image: Foundation, CoreFoundation
    raises: exception NSInvalidArgumentException
    requires: The object is not nil.
    reason: -[NSCache setObject:forKey:cost:]: attempt to insert nil value (key: {})
    cause: The object is nil, for example an image that could not be decoded.
    fix: Check the object for nil before you store it.
    count: 2
    search: NSCache setObject attempt to insert nil value
    seen: 3
    source: https://github.com/soffes/SAMCache/pull/17
    source: https://github.com/soffes/SAMCache/pull/7
    source: https://github.com/m1entus/INSElectronicProgramGuideLayout/issues/14
    """#
}
