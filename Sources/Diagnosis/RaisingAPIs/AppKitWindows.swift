extension RaisingAPI {
  /// `NSWindow`, `NSToolbar`, `NSPopover`, `NSMenu`, `NSEvent`.
  static let appKitWindows: StaticString = #"""
    api: -[NSWindow _postWindowNeedsToResetDragMarginsUnlessPostingDisabled]
    id: nswindow-drag-regions-main-thread
    image: AppKit
    raises: exception NSInternalInconsistencyException
    requires: Windows and views are created and changed on the main thread.
    reason: NSWindow drag regions should only be invalidated on the Main Thread!
    cause: A window or alert is created, or a view is changed, on a background thread.
    fix: Move the call to the main thread with `DispatchQueue.main.async` or `@MainActor`.
    count: 7
    search: NSWindow drag regions should only be invalidated on the Main Thread; NSAlert background thread crash
    seen: 7
    source: https://github.com/neilalexander/seaglass/issues/98
    source: https://github.com/ravidavi/OpenFrames/issues/5
    source: https://github.com/SubmarinerApp/Submariner/issues/2

    api: -[NSWindow _postWindowNeedsUpdateConstraints]
    api: -[NSWindow _postWindowNeedsUpdateConstraintsUnlessPostingDisabled]
    api: -[NSWindow _postWindowNeedsLayout]
    api: -[NSWindow _postWindowNeedsDisplay]
    id: nswindow-update-constraints-loop
    image: AppKit
    raises: exception NSGenericException
    requires: A constraint, layout or display pass does not request another pass of the same kind endlessly.
    reason: The window has been marked as needing another Update Constraints in Window pass, but it has already had more Update Constraints in Window passes than there are views in the window.
    cause: A view invalidates its constraints or size while constraints are updated (layout loop), often a SwiftUI hosting view or a table whose width and height depend on each other.
    fix: Do not change constraints, frames or `needsUpdateConstraints` in `updateConstraints`, `layout` or a size callback; defer the change, and give the hosting view a fixed size range.
    count: 9
    search: window has been marked as needing another Update Constraints in Window pass; layout loop NSHostingView; _postWindowNeedsUpdateConstraints
    seen: 9
    source: https://github.com/iina/iina/issues/3505
    source: https://github.com/SuperCmdLabs/SuperCmd-v2-releases/issues/98
    source: https://github.com/Sequel-Ace/Sequel-Ace/issues/1774
    source: https://github.com/manaflow-ai/cmux/issues/2299

    api: -[NSToolbar _insertNewItemWithItemIdentifier:atIndex:propertyListRepresentation:notifyFlags:]
    api: -[NSToolbar insertItemWithItemIdentifier:atIndex:]
    id: nstoolbar-duplicate-item
    image: AppKit
    raises: assertion NSInternalInconsistencyException
    requires: An item identifier occurs at most once in a toolbar.
    reason: NSToolbar {} already contains an item with the identifier {}. Duplicate items of this type are not allowed.
    cause: The same identifier is inserted twice: from `toolbarDefaultItemIdentifiers`, a saved configuration, or two SwiftUI `toolbar` modifiers with equal ids (raises since the macOS 15 SDK).
    fix: Test `toolbar.items` before you insert, use unique ids in SwiftUI's `ToolbarItem(id:)`, and attach `.toolbar` to one view only.
    count: 6
    search: NSToolbar already contains an item with the identifier; Duplicate items of this type are not allowed; SwiftUI toolbar crash macOS 15
    seen: 6
    source: https://github.com/Code-Hex/vz/issues/185
    source: https://github.com/trozware/mos_book_code/issues/2
    source: https://github.com/kvnlng/Murmur/issues/298
    source: https://github.com/wxWidgets/wxWidgets/pull/26057

    api: -[NSToolbar setAllowsUserCustomization:]
    api: -[NSToolbar setAutosavesConfiguration:]
    id: nstoolbar-identifier
    image: AppKit
    raises: exception NSInternalInconsistencyException
    requires: A customizable toolbar has a unique identifier.
    reason: Customizable toolbars require unique toolbarIdentifiers. Please use initWithIdentifier: with a unique identifier.
    cause: The toolbar was created with `NSToolbar()` (macOS 11 and earlier raise).
    fix: Create it with `NSToolbar(identifier:)`.
    count: 1
    search: Customizable toolbars require unique toolbarIdentifiers
    seen: 2
    source: https://github.com/iina/iina/issues/6259
    source: https://github.com/MarkEdit-app/MarkEdit/pull/286

    api: -[_NSTouchBarItemTreeBuilder _expandBarChildren:inNode:centeredNode:]
    id: nstouchbar-duplicate-item
    image: AppKit
    raises: assertion NSInternalInconsistencyException
    requires: An item identifier occurs once in a Touch Bar and its groups.
    reason: Duplicate item identifier ({}) found in touch bar ({})
    cause: Two items of the Touch Bar have the same identifier.
    fix: Give every `NSTouchBarItem` its own identifier.
    count: 2
    search: Duplicate item identifier found in touch bar
    seen: 2
    source: https://github.com/Hammerspoon/hammerspoon/issues/1078
    source: https://github.com/CommandPost/CommandPost/issues/1492

    api: -[NSPopover showRelativeToRect:ofView:preferredEdge:]
    id: nspopover-view-without-window
    image: AppKit
    raises: exception NSInvalidArgumentException
    requires: The positioning view is in a window.
    reason: -[NSPopover showRelativeToRect:ofView:preferredEdge:]: view has no window. You must supply a view in a window.
    cause: The view was removed from its window before the popover is shown, for example a reused table row or a status item that was removed.
    fix: Test `view.window != nil` first, and show the popover without delay after the click.
    count: 5
    search: NSPopover view has no window You must supply a view in a window
    seen: 5
    source: https://github.com/Naituw/WeiboX/issues/1706
    source: https://github.com/waydabber/BetterDisplay/issues/4084
    source: https://github.com/Atelier-Shiori/Shukofukurou/pull/2

    api: -[NSMenu insertItem:atIndex:]
    api: -[NSMenu addItem:]
    id: nsmenu-item-in-two-menus
    image: AppKit
    raises: assertion NSInternalInconsistencyException
    requires: A menu item belongs to one menu only.
    reason: Item to be inserted into menu already is in another menu
    cause: The same `NSMenuItem` is added to a second menu.
    fix: Add a `copy()` of the item, or call `removeItem` on the first menu before.
    count: 2
    search: Item to be inserted into menu already is in another menu; NSMenu insertItem crash
    seen: 3
    source: https://github.com/visualfc/liteide/issues/806
    source: https://github.com/nwjs/nw.js/issues/6195
    source: https://github.com/electron/electron/pull/3968

    api: -[NSEvent clickCount]
    api: -[NSEvent keyCode]
    api: -[NSEvent characters]
    api: -[NSEvent charactersIgnoringModifiers]
    api: -[NSEvent charactersByApplyingModifiers:]
    api: -[NSEvent isARepeat]
    api: -[NSEvent buttonNumber]
    id: nsevent-wrong-type
    image: AppKit
    raises: assertion NSInternalInconsistencyException
    requires: The property is valid for the event's type: characters only for key events, click counts only for mouse events.
    reason: Invalid message sent to event "NSEvent: type={}"
    cause: A key property is read from a mouse or flags-changed event, or a mouse property from another event (such as `NSApp.currentEvent` in a status item's action).
    fix: Test `event.type` before you read the property.
    count: 4
    search: Invalid message sent to event NSEvent type; clickCount crash; characters of flagsChanged event
    seen: 4
    source: https://github.com/ogaml/ogaml/issues/10
    source: https://github.com/ynput/ayon-launcher/issues/329
    source: https://github.com/umputun/agterm/pull/261
    source: https://github.com/rogual/neovim-dot-app/pull/38

    api: +[NSEvent eventWithCGEvent:]
    id: nsevent-with-cgevent
    image: AppKit
    raises: assertion NSInternalInconsistencyException
    requires: The `CGEvent` is of an input type.
    reason: Invalid parameter not satisfying: _type > 0 && _type <= kCGSLastEventType
    cause: An event tap passes `tapDisabledByTimeout` or `tapDisabledByUserInput` to `NSEvent(cgEvent:)`.
    fix: Handle these two types in the tap's callback (enable the tap again) before you convert the event.
    count: 1
    search: _type > 0 && _type <= kCGSLastEventType; CGEventTap crash; eventWithCGEvent
    seen: 1
    source: https://github.com/keymanapp/keyman/issues/882

    api: NSEventToCGEventRef
    id: nsevent-to-cgevent
    image: AppKit
    raises: assertion NSInternalInconsistencyException
    requires: The event has a valid type.
    reason: Unrecognized event type 0
    cause: A local event monitor returned an empty `NSEvent()` instead of the original event or nil.
    fix: Return the original event to pass it on, or nil to consume it.
    count: 1
    search: Unrecognized event type 0; addLocalMonitorForEvents crash
    seen: 1
    source: https://github.com/IvanMathy/Boop/issues/15

    api: -[NSViewController loadView]
    id: nsviewcontroller-load-nib
    image: AppKit
    raises: exception NSInternalInconsistencyException
    requires: A nib with the controller's `nibName` exists in its bundle, or `loadView` is overridden.
    reason: -[NSViewController loadView] could not load the "{}" nib.
    cause: The nib is missing in the bundle, or the controller is created in code without a nib.
    fix: Override `loadView()` and set `view`, or add the nib to the target.
    count: 1
    search: NSViewController loadView could not load the nib
    seen: 1
    source: https://github.com/hivewallet/hive-mac/issues/410

    api: -[NSWindow _initContent:styleMask:backing:defer:contentView:]
    api: -[NSWindow initWithContentRect:styleMask:backing:defer:]
    api: -[NSPanel _initContent:styleMask:backing:defer:contentView:]
    id: nswindow-init-main-thread
    image: AppKit
    raises: exception NSInternalInconsistencyException
    requires: Windows, panels and alerts are created on the main thread.
    reason: NSWindow should only be instantiated on the main thread!
    cause: A window is created on a background thread, for example an `NSAlert` in a completion handler or a plot window of a Python server thread.
    fix: Create it inside `DispatchQueue.main.async`; in Python choose a backend without windows (matplotlib `Agg`).
    count: 3
    search: NSWindow should only be instantiated on the main thread; matplotlib macosx backend thread crash
    seen: 4
    source: https://github.com/banodoco/Steerable-Motion/issues/53
    source: https://github.com/aviks/MiniFB.jl/issues/24
    source: https://github.com/Gimer-Studios/APIMyLlama/issues/23

    api: -[NSDraggingSession _initWithPasteboard:image:offset:source:]
    api: -[NSDraggingSession _initWithPasteboard:draggingItems:clippingRect:source:]
    api: -[NSCoreDragManager dragImage:fromWindow:at:offset:event:pasteboard:source:slideBack:]
    id: nsdraggingsession-item-count
    image: AppKit
    raises: exception NSGenericException
    requires: The dragging pasteboard has exactly one item per dragging image.
    reason: There are {} items on the pasteboard, but {} drag images. There must be 1 draggingItem per pasteboardItem.
    cause: The pasteboard item has no data yet (0 items), or a data source or the old `dragImage` call writes no item or several items for one dragged row or image (raises since macOS 10.14).
    fix: Return one pasteboard writer per row from `tableView(_:pasteboardWriterForRow:)`, or write several files with `setPropertyList(_:forType:)` as one item.
    count: 7
    search: There are items on the pasteboard, but 1 drag images; There must be 1 draggingItem per pasteboardItem; drag crash
    seen: 7
    source: https://github.com/defold/defold/issues/7148
    source: https://github.com/iMediaSandboxing/iMedia/issues/106
    source: https://github.com/lionheart/openradar-mirror/issues/20372
    source: https://github.com/gitx/gitx/pull/224

    api: -[NSView setFrameOrigin:]
    api: -[NSView setFrameSize:]
    api: -[NSView setFrame:]
    id: nsview-nan-geometry
    image: AppKit
    raises: exception NSInternalInconsistencyException
    requires: The frame of a view is finite.
    reason: attempting to set illegal NSView geometry: x is NaN
    cause: The frame was computed as NaN, usually by a division by zero.
    fix: Check the divisor and `isFinite` before you set the frame.
    count: 1
    search: attempting to set illegal NSView geometry x is NaN
    seen: 1
    source: https://github.com/waydabber/BetterDisplay/issues/2687

    api: _NSRunModal
    api: -[NSApplication runModalForWindow:]
    api: -[NSApplication runModalSession:]
    api: -[NSAlert runModal]
    api: -[NSSavePanel runModal]
    id: nsapplication-run-modal
    image: AppKit
    raises: exception NSGenericException
    requires: A modal alert, panel or window is run on the main thread and not while views are drawn.
    reason: -[NSAlert runModal] may only be invoked from the main thread. Behavior on other threads is undefined.
    cause: `runModal` is called on a background thread, for example in a completion handler.
    fix: Call it inside `DispatchQueue.main.async`.
    count: 3
    reason: -[NSApplication runModalForWindow:] may not be invoked inside of transaction begin/commit pair, or inside of transaction commit (usually this means it was invoked inside of a view's -drawRect: method.)
    cause: The dialog is opened from drawing or layout code or from an animation's completion.
    fix: Open it in the next pass of the run loop, or use `beginSheetModal(for:)`.
    count: 4
    search: NSAlert runModal may only be invoked from the main thread; runModalForWindow may not be invoked inside of transaction begin/commit pair
    seen: 8
    source: https://github.com/sequelpro/sequelpro/issues/2812
    source: https://github.com/kaunteya/MacCacheCleaner/issues/2
    source: https://github.com/native-dialog-rs/native-dialog-rs/issues/36
    source: https://github.com/MegaMek/mekhq/issues/953

    api: -[NSNib initWithNibNamed:bundle:]
    api: -[NSNib _initWithNibNamed:bundle:options:]
    api: -[NSViewController _nibWithName:bundle:]
    id: nsnib-not-found
    image: AppKit
    raises: exception NSInternalInconsistencyException
    requires: The bundle contains the compiled nib with this name.
    reason: -[NSNib initWithNibNamed:bundle:] could not load the nibName: {} in bundle {}.
    cause: An `NSViewController` without a nib was created with `init()`, which looks for a nib with the name of the class.
    fix: Override `loadView()` and set `view`, or pass the right name to `init(nibName:bundle:)`.
    count: 1
    reason: -[NSNib _initWithNibNamed:bundle:options:] could not load the nibName: {} in bundle {}.
    cause: The nib is missing in this bundle (wording since OS X 10.11).
    fix: Override `loadView()`, or add the nib to the target.
    count: 2
    search: could not load the nibName in bundle (null); NSViewController without nib crash; NSNib
    seen: 3
    source: https://github.com/iosxtools/WWDC2014/issues/2
    source: https://github.com/C4Labs/C4iOS/issues/573
    source: https://github.com/feedback-assistant/reports/issues/705
    """#
}
