extension RaisingAPI {
  /// Texture, IGListKit, RxSwift, RevenueCat and similar libraries with preconditions of their own.
  static let listsAndReactive: StaticString = #"""
    api: -[ASDisplayNode _removeFromSupernode]
    api: -[ASDisplayNode removeFromSupernode]
    api: -[ASImageNode setImage:]
    api: -[ASDisplayNode alpha]
    api: -[ASDisplayNode setAlpha:]
    api: -[ASDisplayNode setFrame:]
    api: -[ASDisplayNode view]
    api: -[ASTableNode view]
    api: -[ASCollectionNode view]
    api: -[ASDisplayNode layer]
    id: texture-thread-affinity
    image: AsyncDisplayKit
    raises: assertion NSInternalInconsistencyException
    requires: A node is used off the main thread only until its view or layer is loaded.
    reason: Incorrect display node thread affinity - this method should not be called off the main thread after the ASDisplayNode's view or layer have been created
    cause: A property or method of a loaded node is used on a background thread.
    fix: Dispatch the change to the main thread, or make it before the node is loaded.
    count: 2
    reason: Incorrect display node thread affinity
    cause: A property of a loaded node is used on a background thread (older versions).
    fix: Dispatch the change to the main thread.
    count: 2
    search: Incorrect display node thread affinity; Texture crash background thread
    seen: 6
    source: https://github.com/TextureGroup/Texture/issues/846
    source: https://github.com/facebookarchive/AsyncDisplayKit/issues/66
    source: https://github.com/facebookarchive/AsyncDisplayKit/issues/2911
    source: https://github.com/facebookarchive/AsyncDisplayKit/issues/2621

    api: -[ASDataController isProcessingUpdates]
    id: texture-data-controller-busy
    image: AsyncDisplayKit
    raises: assertion NSInternalInconsistencyException
    requires: The state of the data controller's editing queue and its counter agree.
    cause: An assertion added in version 2.7 found the editing queue busy without a transaction.
    fix: Update Texture.
    search: ASDataController isProcessingUpdates crash
    seen: 1
    source: https://github.com/TextureGroup/Texture/issues/878

    api: -[ASDisplayNode _didLoad]
    id: texture-assert-unlocked
    image: AsyncDisplayKit
    raises: assertion NSInternalInconsistencyException
    requires: The node is not locked by the thread that loads it.
    cause: The node is loaded while its lock is held, for example from a property setter.
    fix: Do not touch `view` or `layer` while the node is locked, and update Texture.
    search: ASAssertUnlocked crash; Texture _didLoad
    seen: 1
    source: https://github.com/TextureGroup/Texture/issues/1094

    api: -[IGListBatchUpdateTransaction _applyDiff:]
    api: -[IGListBatchUpdateTransaction _didDiff:onBackground:]
    id: iglistkit-batch-update
    image: IGListKit
    raises: exception NSInternalInconsistencyException
    requires: The objects and the section controllers' item counts do not change between the diff and its application.
    reason: attempt to insert section {} but there are only {} sections after the update
    cause: `objects(for:)` returned another list during the update, or a section controller changed its count outside a batch update.
    fix: Return an immutable snapshot from `objects(for:)`, give each object a unique and stable `diffIdentifier`, and change items only in `performBatch(animated:updates:)`.
    count: 1
    cause: A section's item count changed without an update (UIKit raises in `_Bug_Detected_In_Client_Of_UICollectionView_Invalid_Number_Of_Items_In_Section:`).
    fix: Change items only in `performBatch(animated:updates:)` of the section controller's context.
    search: IGListKit performUpdates crash; IGListBatchUpdateTransaction applyDiff
    seen: 4
    source: https://github.com/Instagram/IGListKit/issues/1623
    source: https://github.com/Instagram/IGListKit/issues/519
    source: https://github.com/Instagram/IGListKit/issues/1576
    source: https://github.com/Instagram/IGListKit/issues/483

    api: -[IGListAdapter collectionView:cellForItemAtIndexPath:]
    id: iglistkit-cell
    image: IGListKit
    raises: assertion NSInternalInconsistencyException
    requires: A section controller exists for the index path, and it returns a cell that it dequeued from its context.
    reason: the cell returned from -collectionView:cellForItemAtIndexPath: does not have a reuseIdentifier - cells must be retrieved by calling -dequeueReusableCellWithReuseIdentifier:forIndexPath:
    cause: The section controller lost its collection context and returned a cell that was not dequeued.
    fix: Dequeue each cell from `collectionContext`, and keep the adapter's collection view and data source alive during updates.
    count: 1
    reason: Returned a nil cell {}
    cause: `cellForItem(at:)` returned nil.
    fix: Return a dequeued cell.
    count: 0
    search: IGListKit cell crash; section controller nil
    seen: 1
    source: https://github.com/Instagram/IGListKit/issues/641

    api: -[IGListAdapter performUpdatesAnimated:completion:]
    api: -[IGListAdapterUpdater performUpdateWithCollectionViewBlock:animated:sectionDataBlock:applySectionDataBlock:completion:]
    api: -[IGListAdapterUpdater performUpdateWithCollectionViewBlock:fromObjects:toObjectsBlock:animated:objectTransitionBlock:completion:]
    api: -[IGListAdapter reloadDataWithCompletion:]
    id: iglistkit-perform-updates
    image: IGListKit
    raises: assertion NSInternalInconsistencyException
    requires: Updates run on the main thread, with a data source and a collection view.
    cause: `performUpdates` or `reloadData` runs on a background thread.
    fix: Dispatch it to the main thread.
    search: IGListAdapter performUpdatesAnimated crash
    seen: 1
    source: https://github.com/Instagram/IGListKit/issues/1562

    api: castOptionalOrFatalError(_:)
    api: castOrFatalError(_:)
    api: castOrFatalError(_:message:)
    id: rxcocoa-cast
    image: RxCocoa
    raises: swift
    requires: The delegate or value that RxCocoa finds has the type it expects.
    reason: Failure converting from {} to {}
    cause: Another library set or swizzled the delegate, so RxCocoa finds an object of another type.
    fix: Use only one reactive delegate proxy for this view, and set `rx.setDelegate` instead of `delegate`.
    count: 1
    search: RxCocoa failure converting from; castOrFatalError crash
    seen: 2
    source: https://github.com/ReactiveX/RxSwift/issues/1492
    source: https://github.com/RxSwiftCommunity/RxWebKit/issues/52

    api: DelegateProxyType.proxy(for:)
    id: rxcocoa-delegate-proxy
    image: RxCocoa
    raises: swift
    requires: The view's delegate or data source is the proxy that RxCocoa set, and it is set once.
    reason: Proxy changed from the time it was first set. Original: {} Existing: {}
    cause: The delegate or data source is set directly after RxCocoa installed its proxy, or another SDK swizzled it.
    fix: Set the delegate to nil before you bind, bind once, and forward with `rx.setDelegate`.
    count: 1
    search: RxSwift Proxy changed from the time it was first set; rx.items crash
    seen: 1
    source: https://github.com/ReactiveX/RxSwift/issues/1758

    api: rxFatalErrorInDebug(_:file:line:)
    api: bindingError(_:)
    id: rxcocoa-binding-error
    image: RxSwift, RxCocoa, RxRelay
    raises: swift
    requires: A sequence that is bound to a relay or to the user interface never emits an error.
    reason: Binding error to behavior relay: {}
    cause: The sequence bound to a `BehaviorRelay` failed (debug builds stop here; release builds print).
    fix: Add `catchAndReturn` or `asDriver(onErrorJustReturn:)` before you bind.
    count: 1
    reason: Binding error: {}
    cause: The sequence bound to a `Binder` failed.
    fix: Handle the error before you bind.
    count: 0
    search: RxSwift binding error to behavior relay
    seen: 1
    source: https://github.com/ReactiveX/RxSwift/issues/2025

    api: rxFatalError(_:file:line:)
    id: rxswift-fatal
    image: RxSwift
    raises: swift
    kind: handler
    requires: Schedulers, sinks and operators of RxSwift are in the state that their contract demands.
    reason: Completables can't emit values
    cause: A `Completable` was created from a sequence that emits values.
    fix: Use `ignoreElements()`.
    count: 0
    reason: count can't be negative
    cause: `Observable.range` gets a negative count.
    fix: Check the count.
    count: 0
    search: rxFatalError crash
    seen: 0
    source: https://github.com/ReactiveX/RxSwift/blob/main/RxSwift/Rx.swift

    api: Purchases.shared.getter
    api: +[RCPurchases sharedPurchases]
    api: CommonFunctionality.sharedInstance.getter
    id: revenuecat-not-configured
    image: RevenueCat, PurchasesHybridCommon
    raises: swift
    requires: `Purchases.configure` ran before `Purchases.shared` is used.
    reason: Purchases has not been configured. Please configure the SDK before calling this method
    cause: A purchase method of the hybrid SDK is called before `configure` finished.
    fix: Await `Purchases.configure`, or check `Purchases.isConfigured`, before other calls.
    count: 5
    reason: Purchases has not been configured. Please call Purchases.configure()
    cause: `Purchases.shared` is used before `Purchases.configure(withAPIKey:)`.
    fix: Call `Purchases.configure(withAPIKey:)` at launch, before views use `Purchases.shared`.
    count: 0
    needs: call Purchases.configure or RCPurchases configureWith
    search: Purchases has not been configured; RevenueCat crash
    seen: 5
    source: https://github.com/RevenueCat/purchases-flutter/issues/651
    source: https://github.com/RevenueCat/purchases-flutter/issues/1121
    source: https://github.com/RevenueCat/purchases-flutter/issues/1233
    source: https://github.com/RevenueCat/purchases-flutter/issues/754
    """#
}
