extension RaisingAPI {
  /// `UITableView`: updates, dequeuing, cells, scrolling, index paths.
  static let uiKitTables: StaticString = #"""
    api: -[UITableView _endCellAnimationsWithContext:]
    api: -[UITableView _Bug_Detected_In_Client_Of_UITableView_Invalid_Number_Of_Rows_In_Section:]
    api: -[UITableView endUpdates]
    api: -[UITableView endUpdatesWithContext:]
    api: -[UITableView _updateRowsAtIndexPaths:updateAction:withRowAnimation:]
    api: -[UITableView insertRowsAtIndexPaths:withRowAnimation:]
    api: -[UITableView deleteRowsAtIndexPaths:withRowAnimation:]
    api: -[UITableView reloadRowsAtIndexPaths:withRowAnimation:]
    api: -[UITableView _updateSections:updateAction:withRowAnimation:]
    api: -[UITableView insertSections:withRowAnimation:]
    api: -[UITableView deleteSections:withRowAnimation:]
    api: -[UITableView reloadSections:withRowAnimation:]
    api: -[_UITableViewUpdateSupport _computeRowUpdates]
    id: uitableview-batch-update
    image: UIKitCore, UIKit
    raises: assertion NSInternalInconsistencyException
    requires: After an update, the row and section counts of the data source equal the old counts plus the insertions minus the deletions that were announced.
    reason: Invalid update: invalid number of rows in section {}. The number of rows contained in an existing section after the update ({}) must be equal to the number of rows contained in that section before the update ({}), plus or minus the number of rows inserted or deleted from that section
    cause: The data source changed without a matching insert or delete, or it changed before or after the update block instead of inside it.
    fix: Change the model on the main thread inside `performBatchUpdates` together with the matching inserts and deletes, or use a diffable data source or `reloadData()`.
    count: 14
    reason: attempt to delete row {} from section {} which only contains {} rows before the update
    cause: A row is deleted or reloaded that the table did not have before the update; index paths of deletions and reloads refer to the state before the update.
    fix: Compute the index paths from the state before the update, and do not handle the same change twice.
    count: 9
    reason: Invalid update: invalid number of sections. The number of sections contained in the table view after the update ({}) must be equal to the number of sections contained in the table view before the update ({}), plus or minus the number of sections inserted or deleted
    cause: The number of sections changed, but only rows were inserted or deleted.
    fix: Call `insertSections` or `deleteSections` in the same update.
    count: 2
    reason: attempt to insert row {} into section {}, but there are only {} rows in section {} after the update
    cause: A row is inserted beyond the end of its section; index paths of insertions refer to the state after the update.
    fix: Add the item to the model before the update ends and compute the index path from the new state.
    count: 2
    reason: Invalid table view update.  The application has requested an update to the table view that is inconsistent with the state provided by the data source.
    cause: The row or section counts do not match the announced changes (wording of systems before iOS 6).
    fix: Change the model together with the matching inserts and deletes.
    count: 1
    reason: Attempt to create two animations for cell
    cause: One row is reloaded and moved, or deleted and reloaded, in the same update.
    fix: Do moves and reloads in separate updates.
    count: 1
    search: Invalid update: invalid number of rows in section; table view batch update crash; endUpdates; attempt to delete row
    seen: 29
    source: https://github.com/zbrateam/Zebra/issues/345
    source: https://github.com/woocommerce/woocommerce-ios/pull/16425
    source: https://github.com/teads/TeadsSDK-iOS/issues/91
    source: https://github.com/forkingdog/UITableView-FDTemplateLayoutCell/issues/40

    api: -[UITableView dequeueReusableCellWithIdentifier:forIndexPath:]
    api: -[UITableView _dequeueReusableCellWithIdentifier:forIndexPath:usingPresentationValues:]
    api: -[UITableView _dequeueReusableViewOfType:withIdentifier:]
    id: uitableview-dequeue-cell
    image: UIKitCore, UIKit
    raises: assertion NSInternalInconsistencyException
    requires: A class, a nib or a storyboard prototype is registered for the reuse identifier, and one cell is dequeued per index path.
    reason: unable to dequeue a cell with identifier {} - must register a nib or a class for the identifier or connect a prototype cell in a storyboard
    cause: The reuse identifier is not registered with this table view; identifiers are case-sensitive.
    fix: Register the cell with `register(_:forCellReuseIdentifier:)` or give the storyboard prototype this identifier.
    count: 9
    reason: Attempted to dequeue multiple cells for the same index path, which is not allowed.
    cause: `cellForRowAt` dequeues more than one cell for one index path.
    fix: Decide which identifier is needed before you dequeue, or use `dequeueReusableCell(withIdentifier:)` without an index path.
    count: 1
    reason: invalid nib registered for identifier ({}) - nib must contain exactly one top level object which must be a UITableViewCell instance
    cause: The registered nib has several top-level objects (a second cell, a gesture recognizer) or none of class `UITableViewCell`.
    fix: Keep one cell per nib and move other objects out of it.
    count: 2
    reason: cell reuse indentifier in nib ({}) does not match the identifier used to register the nib ({})
    cause: The nib's cell has another reuse identifier in Interface Builder.
    fix: Clear the identifier in the nib or make both equal.
    count: 2
    search: unable to dequeue a cell with identifier must register a nib or a class; dequeueReusableCell crash; invalid nib registered for identifier; nib must contain exactly one top level object
    seen: 15
    source: https://github.com/renzifeng/ZFPlayer/issues/253
    source: https://github.com/element-hq/element-ios/issues/3433
    source: https://github.com/tigerAndBull/TABAnimated/issues/158

    api: -[UITableView _configureCellForDisplay:forIndexPath:]
    api: -[UITableView _createPreparedCellForGlobalRow:withIndexPath:willDisplay:]
    api: -[UITableView _createPreparedCellForRowAtIndexPath:willDisplay:]
    id: uitableview-nil-cell
    image: UIKitCore, UIKit
    raises: assertion NSInternalInconsistencyException
    requires: `tableView(_:cellForRowAt:)` returns a cell for every row that the data source announced.
    reason: UITableView ({}) failed to obtain a cell from its dataSource ({})
    cause: The data source returned nil, usually for an identifier that is not registered or for a row it no longer has.
    fix: Return a cell on every path of `cellForRowAt`; use `dequeueReusableCell(withIdentifier:for:)`, which never returns nil.
    count: 4
    reason: UITableView dataSource must return a cell from tableView:cellForRowAtIndexPath:
    cause: The data source returned nil (wording of older systems).
    fix: Return a cell on every path of `cellForRowAt`.
    count: 2
    reason: UITableView dataSource is not set
    cause: The table, or the wheel of a picker or date picker (`UIPickerTableView`), is laid out after its data source went away, often because the picker was removed while its wheel still turned.
    fix: Keep the picker and its data source until scrolling has ended.
    count: 3
    reason: UITableView internal inconsistency: cannot create a cell with a nil index path for global row {}.
    cause: The rows of the table or picker changed during a layout pass.
    fix: Change the data and reload in the same main-thread step.
    count: 1
    search: failed to obtain a cell from its dataSource; must return a cell from tableView:cellForRowAtIndexPath; UIPickerTableView UITableView dataSource is not set
    seen: 11
    source: https://github.com/react-native-picker/picker/issues/473
    source: https://github.com/innovian/HVTableView/issues/27
    source: https://github.com/Augustyniak/RATreeView/issues/220
    source: https://github.com/Grouper/FlatUIKit/issues/93

    api: -[UITableView scrollToRowAtIndexPath:atScrollPosition:animated:]
    api: -[UITableView _contentOffsetForScrollingToRowAtIndexPath:atScrollPosition:]
    api: -[UITableView _contentOffsetForScrollingToRowAtIndexPath:atScrollPosition:usingPresentationValues:]
    api: -[UITableView selectRowAtIndexPath:animated:scrollPosition:]
    id: uitableview-scroll-to-row
    image: UIKitCore, UIKit
    raises: exception NSRangeException
    requires: The row to scroll to exists in the table view at the time of the call.
    reason: Attempted to scroll the table view to an out-of-bounds row ({}) when there are only {} rows in section {}.
    cause: The row is beyond the end of the section: the table is empty, not reloaded yet, or shows a filtered list.
    fix: Compare the index path with `numberOfSections` and `numberOfRows(inSection:)` before you scroll, and scroll after the reload.
    count: 2
    reason: -[UITableView _contentOffsetForScrollingToRowAtIndexPath:atScrollPosition:]: row ({}) beyond bounds ({}) for section ({}).
    cause: The row is beyond the end of the section (wording of older systems).
    fix: Compare the index path with `numberOfRows(inSection:)` before you scroll.
    count: 7
    reason: Attempted to scroll the table view to an out-of-bounds section ({}) when there are only {} sections.
    cause: The section does not exist, for example while a search filters the table.
    fix: Compare the section with `numberOfSections` before you scroll.
    count: 2
    search: scrollToRow out of bounds; beyond bounds for section; Attempted to scroll the table view to an out-of-bounds row
    seen: 11
    source: https://github.com/itsmeichigo/DateTimePicker/issues/91
    source: https://github.com/zendesk/zendesk_sdk_chat_ios/issues/79
    source: https://github.com/SURYAKANTSHARMA/CountryPicker/issues/54

    api: -[NSIndexPath row]
    api: -[NSIndexPath section]
    id: nsindexpath-row-length
    image: UIKitCore, UIKit
    raises: assertion NSInternalInconsistencyException
    requires: The index path has exactly two indices.
    reason: Invalid index path for use with UITableView. Index paths passed to table view must contain exactly two indices specifying the section and row. Please use the category on NSIndexPath in {} if possible.
    cause: The index path was created with `IndexPath()` or `IndexPath(index:)` and has no row.
    fix: Create it with `IndexPath(row:section:)`.
    count: 3
    search: Invalid index path for use with UITableView; NSIndexPath row crash
    seen: 3
    source: https://developer.apple.com/documentation/foundation/nsindexpath/row

    api: -[UICollectionViewAnimation initWithView:viewType:finalLayoutAttributes:startFraction:endFraction:animateFromCurrentPostion:deleteAfterAnimation:customAnimations:]
    api: -[UICollectionViewAnimation initWithView:viewType:finalLayoutAttributes:startFraction:endFraction:animateFromCurrentPosition:deleteAfterAnimation:customAnimations:]
    id: uicollectionview-animation-nil-view
    image: UIKitCore, UIKit
    raises: assertion NSInternalInconsistencyException
    requires: Every cell that is animated in a batch update has a view.
    reason: attempt to create view animation for nil view
    cause: A section is reloaded in a batch update although its item count changes, or the reload touches cells that the collection view does not have.
    fix: Insert and delete the items instead of reloading the section, or call `reloadData()`.
    count: 1
    search: attempt to create view animation for nil view; reloadSections performBatchUpdates crash
    seen: 1
    source: https://github.com/lionheart/openradar-mirror/issues/15767

    api: -[UISectionRowData refreshWithSection:tableView:tableViewRowData:]
    id: uitableview-row-count-allocation
    image: UIKitCore, UIKit
    raises: assertion NSInternalInconsistencyException
    requires: The number of rows of a section is a count that fits in memory.
    reason: Failed to allocate data stores for {} rows in section {}. Consider using fewer rows
    cause: `numberOfRowsInSection` returns a wrong value, such as a division by zero turned into an integer (2147483647), or memory is exhausted.
    fix: Check the value that `numberOfRowsInSection` returns, and guard against a divisor of zero.
    count: 3
    search: Failed to allocate data stores for rows; Consider using fewer rows
    seen: 3
    source: https://github.com/B-Sides/ELCImagePickerController/issues/52
    source: https://github.com/kishikawakatsumi/PEPhotoCropEditor/issues/18
    source: https://github.com/skywinder/ActionSheetPicker-3.0/issues/142

    api: -[UITableViewRowData rectForRow:inSection:heightCanBeGuessed:]
    api: -[UITableViewRowData rectForRow:inSection:]
    api: -[UITableViewRowData rectForSection:]
    id: uitableview-rect-for-row
    image: UIKitCore, UIKit
    raises: assertion NSInternalInconsistencyException
    requires: The row or section whose rectangle is asked for exists in the table.
    reason: request for rect at invalid index path ({})
    cause: `rectForRow(at:)`, a dequeue with an index path of another table (search results), or an update asks for a row that the table does not have.
    fix: Compare the index path with `numberOfSections` and `numberOfRows(inSection:)`, and dequeue from the table view that was passed to the data source.
    count: 4
    reason: request for rect of invalid section ({})
    cause: `rect(forSection:)` is called for a section that the table does not have, for example in an empty table.
    fix: Test the section against `numberOfSections` first.
    count: 2
    search: request for rect at invalid index path; request for rect of invalid section; rectForRow crash
    seen: 7
    source: https://github.com/lionheart/openradar-mirror/issues/5395
    source: https://github.com/TalkingJourney/SCIndexView/issues/11
    """#
}
