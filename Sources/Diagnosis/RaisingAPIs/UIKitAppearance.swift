extension RaisingAPI {
  /// Appearance proxies, search controllers and documents of UIKit.
  static let uiKitAppearance: StaticString = #"""
    api: +[NSObject(UIAppearanceAdditions) _installAppearanceSwizzlesForSetter:]
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
    image: UIKitCore
    raises: exception NSInternalInconsistencyException
    requires: A document is closed when it is opened.
    cause: The document is opened a second time while it is open or opening.
    fix: Test `documentState.contains(.closed)` first, and open each document instance from one place.
    search: UIDocument open crash; open called twice
    seen: 1
    source: https://github.com/louisdh/openterm/issues/122
  """#
}
