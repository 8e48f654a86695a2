extension RaisingAPI {
  /// Dragging, menus on background threads and first responders of AppKit.
  static let appKitInteraction: StaticString = #"""
    api: -[NSDraggingItem setDraggingFrame:]
    api: -[NSDraggingItem draggingFrame]
    api: -[NSView beginDraggingSessionWithItems:event:source:]
    id: nsdraggingitem-frame
    image: AppKit
    raises: exception NSRangeException
    requires: The dragging frame of each item has a size above zero.
    reason: NSDraggingItem.draggingFrame cannot be set to a zero size {}
    cause: The drag starts without a frame for the item.
    fix: Call `setDraggingFrame(_:contents:)` with the size of the drag image before the session begins.
    count: 1
    search: NSDraggingItem.draggingFrame cannot be set to a zero size
    seen: 1
    source: https://github.com/xamarin/mac-samples/pull/136

    api: -[NSWindow _oldFirstResponderBeforeBecoming]
    api: -[NSWindow _newFirstResponderAfterResigning]
    id: nswindow-first-responder-direct
    image: AppKit
    raises: exception NSInternalInconsistencyException
    requires: `becomeFirstResponder` and `resignFirstResponder` are called by the window only.
    reason: NSWindow: -_oldFirstResponderBeforeBecoming is not a valid message outside of a responder's implementation of -becomeFirstResponder.
    cause: The app calls `becomeFirstResponder()` directly on a text field or text view.
    fix: Call `window.makeFirstResponder(view)`.
    count: 3
    reason: NSWindow: -_newFirstResponderAfterResigining is not a valid message outside of a responder's implementation of -resignFirstResponder.
    cause: The app calls `resignFirstResponder()` directly, or the window changes while a responder resigns.
    fix: Call `window.makeFirstResponder(nil)`.
    count: 1
    search: is not a valid message outside of a responder's implementation of becomeFirstResponder; NSTextField focus crash
    seen: 4
    source: https://github.com/xamarin/Xamarin.Forms/pull/12267
    source: https://github.com/onmyway133/notes/issues/688
    source: https://github.com/lionheart/openradar-mirror/issues/14155

    api: -[NSMenu _setMenuName:]
    api: -[NSApplication setMainMenu:]
    id: nsmenu-main-menu-thread
    image: AppKit
    raises: assertion NSInternalInconsistencyException
    requires: The main menu is set and changed on the main thread.
    reason: API misuse: setting the main menu on a non-main thread. Main menu contents should only be modified from the main thread.
    cause: A framework or game engine creates its application object or menu on another thread.
    fix: Create the application and its menus on the main thread.
    count: 1
    reason: API misuse: modification of a menu's items on a non-main thread when the menu is part of the main menu. Main menu contents may only be modified from the main thread.
    cause: Menu items are changed in the completion of a background task.
    fix: Change menus in `DispatchQueue.main.async`.
    count: 1
    search: API misuse setting the main menu on a non-main thread; modification of a menu's items on a non-main thread
    seen: 2
    source: https://github.com/SFTtech/openage/issues/1811
    source: https://github.com/QiuChenlyOpenSource/91QiuChen/issues/29

    api: -[NSMenu itemAtIndex:]
    api: -[NSMenu removeItemAtIndex:]
    id: nsmenu-item-index
    image: AppKit
    raises: assertion NSInternalInconsistencyException
    requires: The item's index is below the number of items of the menu.
    reason: Invalid parameter not satisfying: (index >= 0) && (index < [_itemArray count])
    cause: The item was already removed, or the index was computed from another list than the menu.
    fix: Test `menu.items.contains(item)` or the index against `numberOfItems` before you remove it.
    count: 1
    search: NSMenu itemAtIndex Invalid parameter not satisfying; removeItem crash
    seen: 2
    source: https://github.com/nwjs/nw.js/issues/3223
    source: https://github.com/okwasniewski/MiniSim/pull/30

    api: -[NSStatusItem setMenu:]
    api: -[NSStatusBarButtonCell setStatusMenu:]
    api: -[NSSceneStatusItem _updateSupportsExpandedInterfaceSession]
    id: nsstatusitem-thread
    image: AppKit
    raises: abort
    requires: The properties of a status item are set on the main thread.
    cause: The app sets the status item's menu or title on a background queue; macOS 27 stops it with an assertion of the scene service.
    fix: Create and change the status item in `DispatchQueue.main.async`.
    search: Setting NSStatusItem property on background thread; NSStatusItem setMenu crash macOS 27
    seen: 2
    source: https://github.com/ttscoff/bunch/issues/360
    source: https://github.com/ChaceQC/bilibili_live_stream_code/pull/27

    api: -[NSView setSubviews:]
    id: nsview-duplicate-subviews
    image: AppKit
    raises: assertion NSInternalInconsistencyException
    requires: The array of subviews has no view twice.
    reason: Parameter to -setSubviews: contained one or more duplicate entries
    cause: The same view object is placed twice in the array, often because two list items map to one view.
    fix: Remove duplicates from the array before you set `subviews`.
    count: 1
    search: setSubviews contained one or more duplicate entries
    seen: 1
    source: https://github.com/moreSwift/swift-cross-ui/issues/415

    api: -[NSApplication _commonBeginModalSessionForWindow:relativeToWindow:modalDelegate:didEndSelector:contextInfo:]
    api: -[NSApplication beginSheet:modalForWindow:modalDelegate:didEndSelector:contextInfo:]
    api: -[NSApplication beginModalSessionForWindow:]
    id: nsapplication-modal-window-nil
    image: AppKit
    raises: assertion NSInternalInconsistencyException
    requires: The window of a sheet or modal session is not nil.
    reason: Modal session requires modal window
    cause: The outlet of the panel or window is nil because its nib is not loaded yet or the outlet is not connected.
    fix: Load the window before you show it (`windowController.window`), and check the outlet in the nib.
    count: 8
    search: Modal session requires modal window; beginSheet nil window
    seen: 8
    source: https://github.com/electron/electron/issues/536
    source: https://github.com/Galeas/CocoaPodUI/issues/24
    source: https://github.com/Galeas/CocoaPodUI/issues/23

    api: -[NSPasteboard writeObjects:]
    id: nspasteboard-item-associated
    image: AppKit
    raises: exception NSInvalidArgumentException
    requires: A pasteboard item is written to one pasteboard, once.
    reason: Cannot write pasteboard item {}.  It is already associated with another pasteboard.
    cause: Items taken from `pasteboardItems` (to restore the clipboard) are written back to a pasteboard.
    fix: Copy the data of each type into a new `NSPasteboardItem` and write that one.
    count: 7
    search: Cannot write pasteboard item It is already associated with another pasteboard; restore clipboard crash
    seen: 9
    source: https://github.com/Beingpax/VoiceInk/issues/103
    source: https://github.com/manaflow-ai/cmux/pull/3769

    api: -[NSArrayController insertObject:atArrangedObjectIndex:]
    api: -[NSArrayController addObject:]
    id: nsarraycontroller-filter-insertion
    image: AppKit
    raises: exception NSInternalInconsistencyException
    requires: An object that is added to an array controller passes its active filter, or the filter is cleared on insertion.
    cause: `addObject` runs while a filter predicate is active and `clearsFilterPredicateOnInsertion` is false, and the insertion index does not exist in the arranged objects.
    fix: Add the object to the content array itself, or set `clearsFilterPredicateOnInsertion` to true.
    search: NSArrayController addObject crash with filterPredicate
    seen: 1
    source: https://github.com/lionheart/openradar-mirror/issues/18857
    """#
}
