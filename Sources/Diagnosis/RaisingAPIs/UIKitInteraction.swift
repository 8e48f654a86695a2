extension RaisingAPI {
  /// Context menus, drag and drop, menus, controls and system pickers.
  static let uiKitInteraction: StaticString = #"""
    api: BUG_IN_CLIENT_OF_TARGETED_PREVIEW__VIEW_IS_NOT_IN_A_WINDOW
    api: -[UITargetedPreview initWithView:parameters:]
    api: -[UITargetedPreview initWithView:]
    id: uitargetedpreview-view-window
    image: UIKitCore
    raises: assertion NSInternalInconsistencyException
    requires: The view of a context menu or drag preview is in a window.
    reason: This UITargetedPreview initializer requires that the view is in a window, but it is not. Either fix that, or use the other initializer that takes a target with an explicit container. (view: {})
    cause: The cell or view was removed or reused (reload, navigation) while its context menu or drag was active.
    fix: Return nil from the preview delegate method when `view.window == nil`, or pass a `UIPreviewTarget` with a container that stays on screen.
    count: 3
    search: BUG_IN_CLIENT_OF_TARGETED_PREVIEW VIEW_IS_NOT_IN_A_WINDOW; UITargetedPreview requires that the view is in a window; context menu crash
    seen: 5
    source: https://github.com/dominicstop/react-native-ios-context-menu/pull/140
    source: https://github.com/Ranchero-Software/NetNewsWire/issues/5151
    source: https://github.com/danielsaidi/RichTextKit/issues/236

    api: -[UIPreviewTarget initWithContainer:center:transform:]
    api: -[UIPreviewTarget initWithContainer:center:]
    id: uipreviewtarget-container-window
    image: UIKitCore
    raises: assertion NSInternalInconsistencyException
    requires: The container of a preview target is in a window.
    reason: UIPreviewTarget requires that the container view is in a window, but it is not. (container: {})
    cause: The container was removed from the screen while the context menu was being shown.
    fix: Test `container.window != nil` and return nil from the delegate method otherwise.
    count: 3
    search: UIPreviewTarget requires that the container view is in a window; context menu highlight preview crash
    seen: 4
    source: https://github.com/WebKit/WebKit/pull/55381
    source: https://github.com/mpiannucci/react-native-context-menu-view/pull/180
    source: https://github.com/feedback-assistant/reports/issues/550

    api: UIMenuBuilder.perform(instruction:)
    id: swiftui-menu-builder
    image: SwiftUI
    raises: exception NSInternalInconsistencyException
    requires: A command group refers to a menu that exists in the main menu.
    cause: SwiftUI's commands insert, replace or remove a menu that the system's menu tree does not contain.
    fix: Test which `CommandGroup` placement fails by removing them one by one, and add it only on the system versions that have this menu.
    search: UIMenuBuilder crash; buildMenu(with:) exception; CommandGroup Mac Catalyst launch crash
    seen: 1
    source: https://github.com/home-assistant/iOS/issues/5407

    api: -[UIDocumentPickerViewController _commonInitWithCompletion:]
    api: -[UIDocumentPickerViewController initWithDocumentTypes:inMode:]
    api: -[UIDocumentMenuViewController initWithDocumentTypes:inMode:]
    id: uidocumentpicker-icloud-entitlement
    image: UIKitCore, UIKit
    raises: assertion NSInternalInconsistencyException
    requires: Before iOS 11, the app has the iCloud entitlement.
    reason: Application initializing document picker is missing the iCloud entitlement. Is com.apple.developer.icloud-container-identifiers set?
    cause: The iCloud Documents capability is missing, or the device is not signed in to iCloud (iOS 10 and earlier).
    fix: Enable iCloud Documents in Signing & Capabilities, or use the picker on iOS 11 and later only.
    count: 8
    search: Application initializing document picker is missing the iCloud entitlement; icloud-container-identifiers
    seen: 8
    source: https://github.com/vicajilau/flutter_file_picker/issues/45
    source: https://github.com/react-native-documents/document-picker/issues/115
    source: https://github.com/lionheart/openradar-mirror/issues/1610

    api: -[SFSafariViewController initWithURL:]
    api: -[SFSafariViewController initWithURL:configuration:]
    api: -[SFSafariViewController initWithURL:entersReaderIfAvailable:]
    id: sfsafariviewcontroller-scheme
    image: SafariServices
    raises: exception NSInvalidArgumentException
    requires: The URL has the scheme http or https.
    reason: The specified URL has an unsupported scheme. Only HTTP and HTTPS URLs are supported.
    cause: The URL has no scheme (`www.example.com`), or is a mailto, tel, about or custom URL; a string that could not be parsed counts too.
    fix: Test `url.scheme` for http and https first, and pass other URLs to `UIApplication.open`.
    count: 8
    search: SFSafariViewController unsupported scheme; Only HTTP and HTTPS URLs are supported
    seen: 10
    source: https://github.com/kickstarter/ios-oss/pull/655
    source: https://github.com/stleamist/BetterSafariView/issues/37
    source: https://github.com/lionheart/openradar-mirror/issues/16214
    source: https://github.com/pichillilorenzo/flutter_inappwebview/issues/1164

    api: -[UIDatePicker setDate:]
    api: -[UIDatePicker setDate:animated:]
    id: uidatepicker-nil-date
    image: UIKitCore, UIKit
    raises: assertion NSInternalInconsistencyException
    requires: The date is not nil.
    reason: Invalid parameter not satisfying: date
    cause: The date came from a formatter or a string that could not be parsed.
    fix: Check the parsed date for nil and use a default.
    count: 1
    search: Invalid parameter not satisfying: date; UIDatePicker setDate nil crash
    seen: 1
    source: https://github.com/VitaliiBlagodir/cordova-plugin-datepicker/issues/134

    api: -[UISegmentedControl setTitle:forSegmentAtIndex:]
    api: -[UISegmentedControl setImage:forSegmentAtIndex:]
    api: -[UISegmentedControl setEnabled:forSegmentAtIndex:]
    id: uisegmentedcontrol-index
    image: UIKitCore, UIKit
    raises: exception NSRangeException
    requires: The segment index is less than `numberOfSegments`.
    cause: The index is beyond the last segment; UIKit does not limit it, although the documentation says so.
    fix: Compare the index with `numberOfSegments` first.
    search: UISegmentedControl setTitle forSegmentAt NSRangeException
    seen: 1
    source: https://github.com/lionheart/openradar-mirror/issues/4626

    api: -[_UIConcretePasteboard setString:]
    api: -[UIPasteboard setString:]
    id: uipasteboard-nil-string
    image: UIKitCore, UIKit
    raises: exception NSInvalidArgumentException
    requires: The string is not nil.
    reason: -[_UIConcretePasteboard setString:]: Argument is not an object of type NSString [(null)]
    cause: `UIPasteboard.general.string` is set to nil, although the property is optional.
    fix: Test the value first; set `items = []` to clear the pasteboard.
    count: 1
    search: UIPasteboard setString nil crash; Argument is not an object of type NSString
    seen: 2
    source: https://github.com/lionheart/openradar-mirror/issues/19078
    source: https://github.com/lionheart/openradar-mirror/issues/17781

    api: -[_UIDragSnappingFeedbackGenerator userInteractionStarted]
    id: uidrag-feedback-generator
    image: UIKitCore
    raises: assertion NSInternalInconsistencyException
    requires: One drag interaction at a time lifts an item of a view.
    reason: {} is already being interacted with
    cause: A second drag lift starts in a collection view before the first one has ended (seen on beta systems of iOS 12).
    fix: Avoid a second drag interaction or long-press gesture on the same view.
    count: 1
    search: _UIDragSnappingFeedbackGenerator is already being interacted with
    seen: 1
    source: https://github.com/lionheart/openradar-mirror/issues/20083
    """#
}
