extension RaisingAPI {
  /// `NSTableView`, `NSOutlineView`, `NSCollectionView`.
  static let appKitTables: StaticString = #"""
    api: -[NSTableView insertRowsAtIndexes:withAnimation:]
    api: -[NSTableView removeRowsAtIndexes:withAnimation:]
    api: -[NSTableView moveRowAtIndex:toIndex:]
    api: -[NSTableRowData removeRowsAtIndexes:withAnimation:]
    api: -[NSTableRowData insertRowsAtIndexes:withAnimation:]
    id: nstableview-row-update
    image: AppKit
    raises: exception NSTableViewException
    requires: Inserted and removed row indexes fit the number of rows that the table has at that moment.
    reason: NSTableView error inserting/removing/moving row {} (numberOfRows: {}).
    cause: The table and the data source are out of step: the model changed before a reload, on another thread, or the indexes were computed from the new state.
    fix: Take the indexes from the state that the table shows, change the model and the table together on the main thread inside `beginUpdates` and `endUpdates`.
    count: 2
    search: NSTableView error inserting/removing/moving row; removeRows crash; NSTableViewException
    seen: 4
    source: https://github.com/neilalexander/seaglass/issues/66
    source: https://github.com/mangerlahn/Latest/issues/25
    source: https://github.com/kishikawakatsumi/SMBClient/pull/226

    api: -[NSTableRowData rowViewAtRow:createIfNeeded:]
    api: -[NSTableView rowViewAtRow:makeIfNecessary:]
    api: -[NSTableView viewAtColumn:row:makeIfNecessary:]
    id: nstableview-row-view-range
    image: AppKit
    raises: exception NSTableViewException
    requires: The row is within the table's rows.
    reason: Row {} out of row range [{}] for rowViewAtRow:createIfNeeded:
    cause: The index is -1 or `NSNotFound`, for example from `selectedRow` or `firstIndex(of:)` without a match.
    fix: Check that the row is at least 0 and less than `numberOfRows`.
    count: 2
    search: out of row range for rowViewAtRow:createIfNeeded; NSTableView row view crash; Row -1 out of row range
    seen: 2
    source: https://github.com/streamcloudapp/StreamCloud/issues/36
    source: https://github.com/MichaelJBerk/Splitter/issues/88

    api: -[_NSCollectionViewCore _dequeueReusableViewOfKind:withIdentifier:forIndexPath:viewCategory:]
    api: -[_NSCollectionViewCore dequeueReusableItemWithReuseIdentifier:forIndexPath:]
    api: -[NSCollectionView makeItemWithIdentifier:forIndexPath:]
    id: nscollectionview-dequeue-item
    image: AppKit
    raises: assertion NSInternalInconsistencyException
    requires: A class or nib is registered for the identifier, or a nib or class has the identifier as its name.
    reason: could not dequeue an item of kind: {} with identifier {} - must register a nib or a class for the identifier, or name a nib or class to match the identifier
    cause: The identifier is not registered, or the registration was lost when `collectionViewLayout` was replaced.
    fix: Call `register(_:forItemWithIdentifier:)` after you set the layout.
    count: 1
    search: could not dequeue an item of kind NSCollectionElementKindItem; NSCollectionView makeItem crash
    seen: 1
    source: https://github.com/feedback-assistant/reports/issues/705

    api: -[NSCollectionView reloadItemsAtIndexPaths:]
    api: -[NSCollectionView insertItemsAtIndexPaths:]
    api: -[NSCollectionView deleteItemsAtIndexPaths:]
    api: -[NSCollectionView performBatchUpdates:completionHandler:]
    id: nscollectionview-batch-update
    image: AppKit
    raises: assertion NSInternalInconsistencyException
    requires: Index paths of a batch update exist, and the data source's counts match the announced changes.
    cause: Index paths are stale because the data changed, or another batch or animation is running.
    fix: Take the index paths again right before the call, compare them with `numberOfItems(inSection:)`, and change the data inside `performBatchUpdates`.
    search: NSCollectionView reloadItems crash; NSCollectionView batch update assertion
    seen: 1
    source: https://github.com/jipika/WaifuX/issues/75

    api: -[NSSplitView _sortSubviews]
    api: -[NSSplitViewController removeSplitViewItem:]
    api: -[NSSplitView insertArrangedSubview:atIndex:]
    id: nssplitview-arranged-subviews
    image: AppKit
    raises: exception NSRangeException
    requires: The arranged subviews of a split view are changed only through the split view or its controller, one change at a time.
    reason: *** __boundsFail: index {} beyond bounds [{}]
    cause: A split view item was removed twice or while SwiftUI's navigation changed the same split view.
    fix: Change the selection after the current update (`DispatchQueue.main.async`), and do not remove arranged subviews directly.
    count: 1
    reason: *** -[NSArray objectsAtIndexes:]: index {} in index set beyond bounds for empty array
    cause: A view that the split view does not know was among its subviews.
    fix: Add views only with `addSplitViewItem(_:)` or `addArrangedSubview(_:)`.
    count: 1
    search: NSSplitViewController removeSplitViewItem crash; NSSplitView insertArrangedSubview NSRangeException; NavigationView macOS crash
    seen: 2
    source: https://github.com/writefreely/writefreely-swiftui-multiplatform/issues/147
    source: https://github.com/lbrndnr/StackNavigationView/issues/1

    api: -[NSOutlineView _validateParentRowEntry:reason:indexes:]
    api: -[NSOutlineView _insertItemsAtIndexes:inParentRowEntry:withAnimation:]
    api: -[NSOutlineView insertItemsAtIndexes:inParent:withAnimation:]
    api: -[NSOutlineView removeItemsAtIndexes:inParent:withAnimation:]
    id: nsoutlineview-child-indexes
    image: AppKit
    raises: exception NSOutlineView
    requires: The parent is known to the outline view, and the indexes fit its current number of children.
    reason: NSOutlineView error inserting child indexes {} in parent {} (which has {} children).
    cause: The rows are changed before the outline view loaded its data, or after the model changed more than once since the last update.
    fix: Change the model and call `insertItems`/`removeItems` in the same main-thread step, or call `reloadData()` when the two may differ.
    count: 1
    search: NSOutlineView error inserting child indexes; insertItems(at:inParent:) crash
    seen: 1
    source: https://github.com/glushchenko/fsnotes/issues/1620

    api: -[NSSplitView setDelegate:]
    id: nssplitview-delegate-managed
    image: AppKit
    raises: exception NSInternalInconsistencyException
    requires: The delegate of a split view controller's split view stays the controller.
    reason: A SplitView managed by a SplitViewController cannot have its delegate modified
    cause: Code or a nib sets `splitView.delegate` for a split view that belongs to an `NSSplitViewController`.
    fix: Override the delegate methods in a subclass of `NSSplitViewController`.
    count: 1
    search: A SplitView managed by a SplitViewController cannot have its delegate modified
    seen: 1
    source: https://github.com/insidegui/WWDC/issues/62
    """#
}
