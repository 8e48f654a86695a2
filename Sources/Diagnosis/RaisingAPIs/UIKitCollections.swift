extension RaisingAPI {
  /// `UICollectionView`, its layouts and diffable data sources.
  static let uiKitCollections: StaticString = #"""
    api: -[UICollectionView _endItemAnimationsWithInvalidationContext:tentativelyForReordering:animator:collectionViewAnimator:]
    api: -[UICollectionView _endItemAnimationsWithInvalidationContext:tentativelyForReordering:animator:]
    api: -[UICollectionView _endItemAnimationsWithInvalidationContext:tentativelyForReordering:]
    api: -[UICollectionView _endItemAnimations]
    api: -[UICollectionView _Bug_Detected_In_Client_Of_UICollectionView_Invalid_Batch_Updates:]
    api: -[UICollectionView _updateRowsAtIndexPaths:updateAction:updates:]
    api: -[UICollectionView _performBatchUpdates:completion:invalidationContext:tentativelyForReordering:animator:animationHandler:]
    api: -[UICollectionView performBatchUpdates:completion:]
    api: -[UICollectionView insertItemsAtIndexPaths:]
    api: -[UICollectionView deleteItemsAtIndexPaths:]
    api: -[UICollectionView reloadItemsAtIndexPaths:]
    api: -[UICollectionView insertSections:]
    api: -[UICollectionView deleteSections:]
    api: -[UICollectionView reloadSections:]
    id: uicollectionview-batch-update
    image: UIKitCore, UIKit
    raises: assertion NSInternalInconsistencyException
    requires: After a batch update, the item and section counts of the data source equal the old counts plus the insertions minus the deletions that were announced.
    reason: Invalid update: invalid number of items in section {}. The number of items contained in an existing section after the update ({}) must be equal to the number of items contained in that section before the update ({}), plus or minus the number of items inserted or deleted from that section
    cause: The data source changed without a matching insert or delete, before the batch, or on another thread.
    fix: Change the model inside the `performBatchUpdates` block on the main thread, or use a diffable data source.
    count: 9
    reason: Invalid update: invalid number of sections. The number of sections contained in the collection view after the update ({}) must be equal to the number of sections contained in the collection view before the update ({}), plus or minus the number of sections inserted or deleted
    cause: The number of sections changed without `insertSections` or `deleteSections`, or sections were inserted before the first layout.
    fix: Announce the section changes in the same batch, or call `reloadData()` while the collection view is not on screen.
    count: 4
    search: Invalid update: invalid number of items in section; performBatchUpdates crash; Bug_Detected_In_Client_Of_UICollectionView
    seen: 15
    source: https://github.com/MessageKit/MessageKit/issues/1008
    source: https://github.com/Netvent/storyly-sdk/issues/287
    source: https://github.com/ekazaev/ChatLayout/issues/89
    source: https://github.com/pia-foss/mobile-ios/pull/407

    api: -[UICollectionView _dequeueReusableViewOfKind:withIdentifier:forIndexPath:viewCategory:]
    api: -[UICollectionView dequeueReusableCellWithReuseIdentifier:forIndexPath:]
    api: -[UICollectionView dequeueReusableSupplementaryViewOfKind:withReuseIdentifier:forIndexPath:]
    id: uicollectionview-dequeue-view
    image: UIKitCore, UIKit
    raises: assertion NSInternalInconsistencyException
    requires: A class, a nib or a storyboard prototype is registered for this kind and reuse identifier.
    reason: could not dequeue a view of kind: {} with identifier {} - must register a nib or a class for the identifier or connect a prototype cell in a storyboard
    cause: The identifier is not registered for this kind; the kind matters for headers and footers.
    fix: Call `register(_:forCellWithReuseIdentifier:)` or `register(_:forSupplementaryViewOfKind:withReuseIdentifier:)` before the first layout.
    count: 12
    search: could not dequeue a view of kind UICollectionElementKindCell with identifier must register
    seen: 12
    source: https://github.com/MQZHot/ZCycleView/issues/16
    source: https://github.com/nuno/TiCollectionView/issues/81
    source: https://github.com/airbnb/MagazineLayout/issues/73
    source: https://github.com/wordpress-mobile/WordPressCom-Stats-iOS/issues/424

    api: -[UICollectionView dequeueConfiguredReusableCellWithRegistration:forIndexPath:item:]
    api: -[UICollectionView dequeueConfiguredReusableSupplementaryViewWithRegistration:forIndexPath:]
    api: -[UICollectionView _dequeueConfiguredReusableViewOfKind:viewRegistration:forIndexPath:item:]
    id: uicollectionview-cell-registration
    image: UIKitCore
    raises: assertion NSInternalInconsistencyException
    requires: The cell registration was created before the cell is requested, outside the cell provider.
    reason: Attempted to dequeue a cell using a registration that was created inside -collectionView:cellForItemAtIndexPath: or inside a UICollectionViewDiffableDataSource cell provider.
    cause: A new `CellRegistration` is created each time a cell is requested (raises since iOS 15); a lazy property first used in the cell provider counts too.
    fix: Create the registration once, for example in `viewDidLoad`, and capture it in the cell provider.
    count: 2
    search: registration that was created inside cellForItemAtIndexPath; CellRegistration crash iOS 15
    seen: 2
    source: https://github.com/noppefoxwolf/DebugMenu/pull/4
    source: https://github.com/Iron-Ham/Lists/pull/8

    api: -[UICollectionViewData validateLayoutInRect:]
    api: -[UICollectionViewData _validateLayoutInRect:]
    id: uicollectionview-layout-attributes
    image: UIKitCore, UIKit
    raises: assertion NSInternalInconsistencyException
    requires: The layout returns attributes only for items that the data source has, and changes them only after an invalidation.
    reason: UICollectionView received layout attributes for a cell with an index path that does not exist: {}
    cause: The custom layout's cache is older than the data: it still has attributes for items that were removed.
    fix: Clear the layout's cache in `prepare()` or `invalidateLayout(with:)` when `invalidateDataSourceCounts` is true, and skip missing index paths.
    count: 11
    reason: layout attributes for supplementary item at index path ({}) changed from {} to {} without invalidating the layout
    cause: Headers or footers got a new frame or zIndex without an invalidation, often in a sticky-header layout.
    fix: Return copies of the attributes and invalidate the supplementary elements through the invalidation context.
    count: 4
    search: UICollectionView received layout attributes for a cell with an index path that does not exist; without invalidating the layout
    seen: 15
    source: https://github.com/jumartin/Calendar/issues/106
    source: https://github.com/CosmicMind/Samples/issues/127
    source: https://github.com/zenangst/Blueprints/issues/49
    source: https://github.com/ChatSecure/ChatSecure-iOS/issues/998

    api: -[UICollectionViewData layoutAttributesForSupplementaryElementOfKind:atIndexPath:]
    id: uicollectionview-supplementary-attributes
    image: UIKitCore, UIKit
    raises: assertion NSInternalInconsistencyException
    requires: The layout returns attributes for every supplementary view that the collection view requests.
    reason: no UICollectionViewLayoutAttributes instance for -layoutAttributesForSupplementaryElementOfKind: {} at path {}
    cause: A header or footer appeared or disappeared during a batch update, or the layout returns nil for it.
    fix: Call `invalidateLayout()` when a header or footer changes, and give flow-layout headers a size above zero instead of removing them.
    count: 3
    search: no UICollectionViewLayoutAttributes instance for -layoutAttributesForSupplementaryElementOfKind
    seen: 3
    source: https://github.com/Instagram/IGListKit/issues/920
    source: https://github.com/Instagram/IGListKit/issues/1035
    source: https://github.com/lionheart/openradar-mirror/issues/14651

    api: -[UICollectionView initWithFrame:collectionViewLayout:]
    api: -[UICollectionViewController loadView]
    id: uicollectionview-nil-layout
    image: UIKitCore, UIKit
    raises: exception NSInvalidArgumentException
    requires: A collection view is created with a layout.
    reason: UICollectionView must be initialized with a non-nil layout parameter
    cause: The collection view or its controller was created with `init()` or `init(frame:)`.
    fix: Create it with `init(frame:collectionViewLayout:)`, and the controller with `init(collectionViewLayout:)`.
    count: 8
    search: UICollectionView must be initialized with a non-nil layout parameter
    seen: 8
    source: https://github.com/nicklockwood/layout/issues/55
    source: https://github.com/PureLayout/PureLayout/issues/47
    source: https://github.com/jwfriese/Fleet/issues/23

    api: -[UICollectionView scrollToItemAtIndexPath:atScrollPosition:animated:]
    api: -[UICollectionView _contentOffsetForScrollingToItemAtIndexPath:atScrollPosition:]
    api: -[UICollectionView selectItemAtIndexPath:animated:scrollPosition:]
    id: uicollectionview-scroll-to-item
    image: UIKitCore, UIKit
    raises: exception NSRangeException, NSInvalidArgumentException
    requires: The item to scroll to exists in the collection view at the time of the call.
    reason: Attempted to scroll the collection view to an out-of-bounds item ({}) when there are only {} items in section {}.
    cause: The data is empty or was not reloaded yet.
    fix: Compare the index path with `numberOfItems(inSection:)` before you scroll, and scroll after the reload.
    count: 3
    reason: attempt to scroll to invalid index path: {}
    cause: The item does not exist (wording of older systems).
    fix: Compare the index path with `numberOfItems(inSection:)` before you scroll.
    count: 1
    search: scrollToItem out of bounds; Attempted to scroll the collection view to an out-of-bounds item
    seen: 4
    source: https://github.com/Coder-TanJX/JXBanner/issues/30
    source: https://github.com/chiahsien/CHTCollectionViewWaterfallLayout/issues/203
    source: https://github.com/SRGSSR/playsrg-apple/issues/180

    api: -[_UIDiffableDataSourceUpdate initWithIdentifiers:sectionIdentifiers:action:desinationIdentifier:relativePosition:destinationIsSection:]
    api: -[_UIDiffableDataSourceUpdate initWithIdentifiers:sectionIdentifiers:action:destinationIdentifier:relativePosition:destinationIsSection:]
    api: -[__UIDiffableDataSourceSnapshot appendItemsWithIdentifiers:intoSectionWithIdentifier:]
    api: -[__UIDiffableDataSource appendItemsWithIdentifiers:intoSectionWithIdentifier:]
    api: NSDiffableDataSourceSnapshot.appendItems(_:toSection:)
    api: NSDiffableDataSourceSectionSnapshot.append(_:to:)
    id: diffable-duplicate-items
    image: UIKitCore, UIKit, libswiftUIKit.dylib
    raises: assertion NSInternalInconsistencyException
    requires: Every item identifier occurs once in the whole snapshot, and the target section exists.
    reason: Fatal: supplied item identifiers are not unique. Duplicate identifiers: {}
    cause: Two items have equal identifiers (`Hashable`), often because the server returned the same element twice.
    fix: Remove duplicates before `appendItems`, and let `==` and `hash(into:)` use a unique id.
    count: 5
    reason: Fatal: supplied identifiers are not unique.
    cause: Two items have equal identifiers (wording of iOS 13).
    fix: Remove duplicates before `appendItems`.
    count: 1
    reason: Identifiers in a section snapshot must be unique. Duplicate item identifiers: {}
    cause: A section snapshot has the same item twice.
    fix: Remove duplicates before `append`.
    count: 1
    search: supplied item identifiers are not unique; Duplicate identifiers; diffable data source crash appendItems
    seen: 7
    source: https://github.com/mastodon/mastodon-ios/issues/1366
    source: https://github.com/mozilla-mobile/firefox-ios/issues/23056
    source: https://github.com/wordpress-mobile/WordPress-iOS/issues/23271
    source: https://github.com/apptekstudios/ASCollectionView/issues/80

    api: -[__UIDiffableDataSource reloadFromSnapshot:completion:]
    api: -[__UIDiffableDataSource _applyDifferencesFromSnapshot:animatingDifferences:]
    id: diffable-apply-queue
    image: UIKitCore
    raises: assertion NSInternalInconsistencyException
    requires: All snapshots are applied on the same queue, either always the main queue or always the same background queue.
    reason: Deadlock detected: calling this method on the main queue with outstanding async updates is not permitted and will deadlock. Please always submit updates either always on the main queue or always off the main queue
    cause: Some snapshots are applied on the main queue and others on a background queue.
    fix: Call `apply` on the main queue everywhere.
    count: 3
    search: Deadlock detected diffable data source; outstanding async updates; apply snapshot background queue
    seen: 3
    source: https://github.com/the-blue-alliance/the-blue-alliance-ios/issues/794
    source: https://github.com/anyproto/anytype-swift/pull/998
    source: https://github.com/anyproto/anytype-swift/pull/4954

    api: -[__UIDiffableDataSource _commitUpdate:completion:]
    api: -[__UIDiffableDataSource appendSectionsWithIdentifiers:]
    api: -[__UIDiffableDataSourceSnapshot appendSectionsWithIdentifiers:]
    api: NSDiffableDataSourceSnapshot.appendSections(_:)
    id: diffable-append-sections
    image: UIKitCore, libswiftUIKit.dylib
    raises: assertion NSInternalInconsistencyException
    requires: Every section identifier occurs once in the snapshot.
    reason: Invalid parameter not satisfying: dataSourceSnapshot.numberOfSections == sectionIdentifiers.count
    cause: The same section was appended twice.
    fix: Test `snapshot.sectionIdentifiers.contains(_:)` before `appendSections`.
    count: 1
    search: appendSections crash; numberOfSections == sectionIdentifiers.count; section identifiers not unique
    seen: 1
    source: https://github.com/the-blue-alliance/the-blue-alliance-ios/issues/713

    api: -[__UIDiffableDataSourceSnapshot itemIdentifiersInSectionWithIdentifier:]
    api: -[__UIDiffableDataSourceSnapshot reloadSectionsWithIdentifiers:]
    api: -[__UIDiffableDataSourceSnapshot deleteSectionsWithIdentifiers:]
    api: NSDiffableDataSourceSnapshot.itemIdentifiers(inSection:)
    api: NSDiffableDataSourceSnapshot.reloadSections(_:)
    id: diffable-missing-section
    image: UIKitCore, libswiftUIKit.dylib
    raises: assertion NSInternalInconsistencyException
    requires: The section identifier is part of the snapshot.
    reason: Section identifier was not found. You can verify the section exists by calling the indexOfSectionIdentifier API (which has O(1) performance)
    cause: The section was never appended, or its identifier changed (its hash includes data that changes).
    fix: Test `snapshot.indexOfSection(_:) != nil` first, and let the section's hash depend on its id only.
    count: 1
    search: Section identifier was not found; itemIdentifiers(inSection:) crash iOS 14
    seen: 2
    source: https://github.com/CovidTrackerFr/vitemadose-ios/issues/69
    source: https://github.com/the-blue-alliance/the-blue-alliance-ios/pull/899

    api: -[UICollectionViewFlowLayout _getSizingInfosWithExistingSizingDictionary:]
    api: -[UICollectionViewFlowLayout _getSizingInfos]
    id: uicollectionviewflowlayout-negative-size
    image: UIKitCore, UIKit
    raises: assertion NSInternalInconsistencyException
    requires: Item, header and footer sizes of a flow layout are not negative.
    reason: negative sizes are not supported in the flow layout
    cause: `sizeForItemAt` computed a negative width or height, often because it ran before the view had its size.
    fix: Return at least 0 with `max(0, …)`, and compute from `collectionView.bounds` after layout.
    count: 4
    reason: negative or zero sizes are not supported in the flow layout
    cause: `sizeForItemAt` returned zero or a negative value (wording of older systems).
    fix: Return a positive size, or remove the item from the data.
    count: 2
    search: negative sizes are not supported in the flow layout; negative or zero item sizes; sizeForItemAt crash
    seen: 6
    source: https://github.com/Instagram/IGListKit/issues/937
    source: https://github.com/Coeur/CollectionViewCenteredFlowLayout/issues/6
    source: https://github.com/wordpress-mobile/WordPress-iOS/pull/10748
    source: https://github.com/kvyatkovskys/KVKCalendar/issues/123

    api: -[UICollectionView _updateVisibleCellsNow:]
    id: uicollectionview-update-visible-cells
    image: UIKitCore
    raises: assertion NSInternalInconsistencyException
    requires: Each dequeued view is returned to the collection view, and a layout pass settles.
    reason: Expected dequeued view to be returned to the collection view in preparation for display. When the collection view's data source is asked to provide a view for a given index path, ensure that a single view is dequeued and returned to the collection view. Avoid dequeuing views without a request from the collection view. For retrieving an existing view in the collection view, use -[UICollectionView cellForItemAtIndexPath:] or -[UICollectionView supplementaryViewForElementKind:atIndexPath:]. Dequeued view: {}; Collection view: {}
    cause: A cell or supplementary view is dequeued but not returned: for measuring, in `sizeForItemAt`, twice in `cellForItemAt`, or by calling the data source method directly; raises since iOS 18.
    fix: Dequeue exactly one view per request and return it; measure with a view that you create yourself, and get visible cells with `cellForItem(at:)`.
    count: 11
    reason: UICollectionView ({}) is stuck in its update/layout loop. This can happen for various reasons, including self-sizing views whose preferred attributes are not returning a consistent size. To debug this issue, check the Console app for logs in the "UICollectionViewRecursion" category.
    cause: Self-sizing cells return changing sizes, or the layout is invalidated during the layout (content offset, bounds, content size that is too small).
    fix: Return a constant result from `preferredLayoutAttributesFitting`, and do not change bounds, offset or data in a layout callback.
    count: 1
    search: Expected dequeued view to be returned to the collection view in preparation for display; iOS 18 crash; UICollectionView is stuck in its update/layout loop; UICollectionViewRecursion; SwiftUI List recursive layout loop
    seen: 13
    source: https://github.com/Juanpe/SkeletonView/issues/580
    source: https://github.com/mozilla-mobile/firefox-ios/issues/22278
    source: https://github.com/didi/DoKit/issues/1191
    source: https://github.com/meshtastic/Meshtastic-Apple/pull/1931

    api: -[UICollectionViewData numberOfItemsInSection:]
    api: -[UICollectionViewData numberOfItemsBeforeSection:]
    id: uicollectionview-section-count
    image: UIKitCore, UIKit
    raises: assertion NSInternalInconsistencyException
    requires: The section number is below the collection view's number of sections.
    reason: request for number of items in section {} when there are only {} sections in the collection view
    cause: A custom layout's `prepare` or the app's code asks for section 0 of an empty collection view, or for a section of old data.
    fix: Return early when `collectionView.numberOfSections` is too small, also in `prepare` and `collectionViewContentSize`.
    count: 4
    reason: request for number of items before section {} when there are only {} sections in the collection view
    cause: The code scrolls or selects in a section that the data source does not have.
    fix: Compare the section with `numberOfSections` first.
    count: 1
    search: request for number of items in section 0 when there are only 0 sections in the collection view
    seen: 5
    source: https://github.com/RxSwiftCommunity/RxDataSources/issues/232
    source: https://github.com/ReactiveX/RxSwift/issues/1060
    source: https://github.com/Provenance-Emu/Provenance/issues/1781
    source: https://github.com/fpt-software/Material-Controls-For-iOS/issues/85
    """#
}
