extension RaisingAPI {
  /// Appearance proxies, search controllers and documents of UIKit.
  static let uiKitAppearance: StaticString = #"""
    api: +[NSObject _installAppearanceSwizzlesForSetter:]
    api: -[_UIAppearance _beginListeningForAppearanceEventsForSetter:]
    id: uiappearance-property-type
    image: UIKitCore, UIKit
    raises: exception NSInvalidArgumentException
    requires: A setter called through `appearance()` has a property type that the appearance proxy supports.
    reason: *** Illegal property type, c for appearance setter, _installAppearanceSwizzlesForSetter:
    cause: A `BOOL` property (such as `translucent` or a library's own flag) is set through the appearance proxy; 32-bit systems and iOS 7 do not support it.
    fix: Set the property on each instance, and mark only supported properties of your views with `UI_APPEARANCE_SELECTOR`.
    count: 3
    search: Illegal property type for appearance setter; UIAppearance BOOL crash
    seen: 3
    source: https://github.com/hackiftekhar/IQKeyboardManager/issues/329
    source: https://github.com/andreamazz/AMPopTip/issues/54

    api: -[UISearchDisplayController initWithSearchBar:contentsController:]
    api: -[UISearchDisplayController initWithCoder:]
    id: uisearchdisplaycontroller-removed
    image: UIKitCore
    raises: exception NSInternalInconsistencyException
    requires: The app does not use `UISearchDisplayController` on iOS 13 or later.
    reason: No UISearchDisplayController support methods should run on this version of iOS
    cause: A storyboard or code still creates a `UISearchDisplayController`.
    fix: Replace it with `UISearchController` and remove the object from the storyboard.
    count: 1
    search: UISearchDisplayController is no longer supported; crash iOS 13
    seen: 1
    source: https://github.com/Kapeli/Dash-iOS/issues/118

    api: -[UIDocument openWithCompletionHandler:]
    id: uidocument-open-state
    image: UIKitCore, UIKit
    raises: assertion NSInternalInconsistencyException
    requires: No other open or revert operation of the document is running when it is opened.
    reason: attempt to open or a revert document that already has an open or revert operation in flight: {}
    cause: The document is opened a second time while it is opening, or while the system reverts it after a conflict.
    fix: Test `documentState.contains(.closed)` first, open each document instance once, and wait for the completion handler.
    count: 1
    search: UIDocument open crash; attempt to open or a revert document; open called twice
    seen: 2
    source: https://github.com/louisdh/openterm/issues/122

    api: -[UIDocument revertToContentsOfURL:completionHandler:]
    id: uidocument-revert-not-open
    image: UIKitCore, UIKit
    raises: assertion NSInternalInconsistencyException
    requires: A document is open when it is reverted.
    reason: attempt to revert document at URL ({}) to URL ({}) that is not yet open
    cause: The document is reverted, saved or renamed before `open` has finished, often with several operations on one iCloud file.
    fix: Wait for the completion handler of `open`, and run one operation per file at a time.
    count: 2
    search: attempt to revert document at URL that is not yet open; UIDocument revert crash iCloud
    seen: 2
    source: https://github.com/nenosinc/iCloudDocumentSync/issues/114
    source: https://github.com/nenosinc/iCloudDocumentSync/issues/101
    """#
}
