extension RaisingAPI {
  /// Presentation, navigation, containment, orientation.
  static let uiKitPresentation: StaticString = #"""
    api: -[UIViewController _presentViewController:withAnimationController:completion:]
    api: -[UIViewController _presentViewController:animated:completion:]
    api: -[UIViewController presentViewController:animated:completion:]
    id: uiviewcontroller-present
    image: UIKitCore, UIKit
    raises: exception NSInvalidArgumentException
    requires: The view controller to present is not nil, not presented already, and has no parent.
    reason: Application tried to present modally an active controller {}.
    cause: The controller is already on screen: it presents itself, its navigation controller, or a controller that belongs to the current hierarchy.
    fix: Create a new instance for each presentation, and present from the topmost controller.
    count: 8
    reason: Application tried to present modally a view controller {} that is already being presented by {}.
    cause: The same instance is presented twice, for example after a double tap.
    fix: Test `presentedViewController` before you present, or create a new instance.
    count: 1
    search: Application tried to present modally an active controller; present view controller already being presented
    seen: 9
    source: https://github.com/banchichen/TZImagePickerController/issues/402
    source: https://github.com/awslabs/aws-sdk-ios-samples/issues/203
    source: https://github.com/Expensify/react-native-share-menu/issues/101

    api: -[UIPopoverPresentationController presentationTransitionWillBegin]
    id: uipopoverpresentationcontroller-source
    image: UIKitCore, UIKit
    raises: exception NSGenericException
    requires: On iPad, an action sheet, activity controller or popover has a `sourceView` with a `sourceRect`, or a `barButtonItem`.
    reason: UIPopoverPresentationController ({}) should have a non-nil sourceView or barButtonItem set before the presentation occurs.
    cause: An action sheet or `UIActivityViewController` is presented on iPad without a location for its popover.
    fix: Set `popoverPresentationController?.sourceView` and `sourceRect`, or `barButtonItem`, before you present.
    count: 7
    reason: Your application has presented a UIAlertController ({}) of style UIAlertControllerStyleActionSheet. The modalPresentationStyle of a UIAlertController with this style is UIModalPresentationPopover. You must provide location information for this popover through the alert controller's popoverPresentationController.
    cause: An action sheet is presented on iPad without a location for its popover.
    fix: Set `popoverPresentationController?.sourceView` and `sourceRect`, or use the `.alert` style on iPad.
    count: 2
    search: iPad action sheet crash; sourceView or barButtonItem; UIActivityViewController crash on iPad; popoverPresentationController
    seen: 9
    source: https://github.com/viezel/TiSocial.Framework/issues/153
    source: https://github.com/tasanobu-zz/Kamagari/issues/1
    source: https://github.com/sunlightlabs/congress-ios/issues/425
    source: https://github.com/RefugeRestrooms/refugerestrooms-ios/issues/119

    api: -[UINavigationController pushViewController:transition:forceImmediate:]
    api: -[UINavigationController pushViewController:animated:]
    id: uinavigationcontroller-push
    image: UIKitCore, UIKit
    raises: exception NSInvalidArgumentException
    requires: The pushed view controller is not on the navigation stack and is not a navigation controller.
    reason: Pushing the same view controller instance more than once is not supported ({})
    cause: A double tap or two callbacks push the same instance twice.
    fix: Test `navigationController.topViewController` or `viewControllers.contains` before you push, or create a new instance.
    count: 7
    reason: {} is pushing the same view controller instance ({}) more than once which is not supported and is most likely an error in the application : {}
    cause: The same instance is pushed twice (wording since iOS 13).
    fix: Disable the control after the first tap, or test `viewControllers.contains` before you push.
    count: 3
    reason: Pushing a navigation controller is not supported
    cause: A `UINavigationController` is pushed onto another one.
    fix: Push its root view controller, or present the navigation controller modally.
    count: 2
    reason: Split View Controllers cannot be pushed to a Navigation Controller {}
    cause: A `UISplitViewController` is pushed, also by the More tab of a tab bar controller.
    fix: Set it as the window's root view controller, or show it with a different container.
    count: 2
    search: Pushing the same view controller instance more than once is not supported; push twice crash; Pushing a navigation controller is not supported; Split View Controllers cannot be pushed
    seen: 14
    source: https://github.com/isontheline/pro.webssh.net/issues/16
    source: https://github.com/zendesk/zendesk_sdk_chat_ios/issues/220
    source: https://github.com/react-navigation/react-navigation/issues/10740
    source: https://github.com/skywinder/ActionSheetPicker-3.0/issues/70

    api: -[UIView _setViewDelegate:]
    api: +[UIViewController setViewController:forView:]
    api: -[UIViewController setView:]
    id: uiviewcontroller-view-shared
    image: UIKitCore, UIKit
    raises: exception UIViewControllerHierarchyInconsistency
    requires: A view is the root view of at most one view controller.
    reason: A view can only be associated with at most one view controller at a time! View {} is associated with {}. Clear this association before associating this view with {}.
    cause: The same view is set as `view` of a second controller, often a view that a singleton holds or returned from `loadView`.
    fix: Create the view per controller, or set the first controller's `view` to nil before.
    count: 5
    search: A view can only be associated with at most one view controller at a time
    seen: 5
    source: https://github.com/Sumi-Interactive/SIAlertView/issues/120
    source: https://github.com/griddynamics-archive/MMProgressHUD/issues/6
    source: https://github.com/ViewDeck/ViewDeck/issues/145

    api: -[UIView _addSubview:positioned:relativeTo:]
    api: -[UIView _associatedViewControllerForwardsAppearanceCallbacks:performHierarchyCheck:isRoot:]
    api: -[UIViewController _addChildViewController:performHierarchyCheck:notifyWillMove:]
    api: -[UIViewController addChildViewController:]
    id: uiviewcontroller-hierarchy
    image: UIKitCore, UIKit
    raises: exception UIViewControllerHierarchyInconsistency, NSInvalidArgumentException
    requires: A view is added to a superview of its view controller's parent, and never to itself.
    reason: child view controller:{} should have parent view controller:{} but requested parent is:{}
    cause: A child controller's view is added under another controller's view, or an input view belongs to a controller on screen and to the keyboard.
    fix: Call `willMove(toParent: nil)`, `removeFromSuperview()` and `removeFromParent()` first; use a plain view as input view.
    count: 3
    reason: child view controller:{} should have parent view controller:{} but actual parent is:{}
    cause: The view of a child controller is added without `addChild(_:)`.
    fix: Call `addChild(_:)` before `addSubview(_:)`, and `didMove(toParent:)` after it.
    count: 3
    reason: Can't add self as subview
    cause: Two push or pop transitions run at the same time, or a view is added to itself.
    fix: Wait for the end of a transition before you start the next one.
    count: 1
    search: child view controller should have parent view controller but requested parent is; UIViewControllerHierarchyInconsistency; Can't add self as subview
    seen: 7
    source: https://github.com/smartnsoft/Extra/pull/7
    source: https://github.com/zhwayne/WLUnitField/issues/10
    source: https://github.com/jmascia/KLCPopup/issues/6
    source: https://github.com/lionheart/openradar-mirror/issues/19278

    api: -[UINavigationBar setDelegate:]
    id: uinavigationbar-set-delegate
    image: UIKitCore, UIKit
    raises: exception NSInternalInconsistencyException
    requires: The delegate of a navigation controller's own navigation bar stays the navigation controller.
    reason: Cannot manually set the delegate on a UINavigationBar managed by a controller.
    cause: The app sets `navigationController.navigationBar.delegate`.
    fix: Subclass `UINavigationController`, which is the bar's delegate, and implement the delegate methods there.
    count: 3
    search: Cannot manually set the delegate on a UINavigationBar managed by a controller
    seen: 3
    source: https://github.com/marty-suzuki/SAHistoryNavigationViewController/issues/38
    source: https://github.com/lionheart/openradar-mirror/issues/14137

    api: -[UINavigationBar pushNavigationItem:animated:]
    api: -[UINavigationBar popNavigationItemAnimated:]
    api: -[UINavigationBar setItems:animated:]
    id: uinavigationbar-managed-items
    image: UIKitCore, UIKit
    raises: exception NSInternalInconsistencyException
    requires: The items of a navigation controller's own bar are changed only by that controller.
    reason: Cannot call pushNavigationItem:animated: directly on a UINavigationBar managed by a controller.
    cause: The app pushes, pops or sets items on `navigationController.navigationBar`.
    fix: Push or pop view controllers, or change `navigationItem` of a view controller.
    count: 2
    search: Cannot call pushNavigationItem directly on a UINavigationBar managed by a controller
    seen: 2
    source: https://github.com/lionheart/openradar-mirror/issues/14136

    api: -[UINavigationBar addConstraint:]
    api: -[UINavigationBar addConstraints:]
    id: uinavigationbar-constraints
    image: UIKitCore, UIKit
    raises: exception NSInternalInconsistencyException
    requires: The app adds no constraints to a navigation controller's own bar.
    reason: Cannot modify constraints for UINavigationBar managed by a controller
    cause: A constraint that is installed on the bar itself is activated, for example for a progress view inside the bar.
    fix: Pin the view to the controller's `view.safeAreaLayoutGuide` or add it to the navigation controller's view.
    count: 1
    search: Cannot modify constraints for UINavigationBar managed by a controller
    seen: 1
    source: https://github.com/tanner0101/activity-bar/issues/1

    api: -[UITabBar setItems:animated:]
    api: -[UITabBar setSelectedItem:]
    api: -[UITabBar beginCustomizingItems:]
    id: uitabbar-managed
    image: UIKitCore, UIKit
    raises: exception NSInternalInconsistencyException
    requires: The items and the selection of a tab bar controller's own bar are changed only by that controller.
    reason: Directly modifying a tab bar managed by a tab bar controller is not allowed.
    cause: The app sets `items` or `selectedItem` of `tabBarController.tabBar`.
    fix: Set `viewControllers`, `selectedIndex` or `selectedViewController` of the tab bar controller.
    count: 2
    search: Directly modifying a tab bar managed by a tab bar controller is not allowed
    seen: 2
    source: https://github.com/bfeher/BFPaperTabBarController/issues/20
    source: https://github.com/aromajoin/material-showcase-ios/pull/112

    api: -[UIPageViewController setViewControllers:direction:animated:completion:]
    api: -[UIPageViewController _validatedViewControllersForTransitionWithViewControllers:animated:]
    id: uipageviewcontroller-count
    image: UIKitCore, UIKit
    raises: exception NSInvalidArgumentException
    requires: The array has exactly as many view controllers as the spine location shows: one, or two for a double-sided spread.
    reason: The number of view controllers provided ({}) doesn't match the number required ({}) for the requested transition
    cause: An empty array, or all pages at once, were passed to `setViewControllers`.
    fix: Pass only the page that is visible now; deliver the others from the data source.
    count: 2
    search: number of view controllers provided (0) doesn't match the number required (1); UIPageViewController crash
    seen: 2
    source: https://github.com/NYPL-Simplified/Simplified-iOS/issues/781
    source: https://github.com/Taehyeon-Kim/TIL/issues/18

    api: -[_UIQueuingScrollView _replaceViews:updatingContents:adjustContentInsets:animated:]
    api: -[_UIQueuingScrollView _enqueueCompletionState:]
    api: -[_UIQueuingScrollView setView:direction:animated:completion:]
    id: uipageviewcontroller-queue
    image: UIKitCore, UIKit
    raises: assertion NSInternalInconsistencyException
    requires: A page view controller in scroll style gets no new page while a transition runs.
    reason: Invalid parameter not satisfying: [views count] == 3
    cause: `setViewControllers` was called during a swipe or a running animation, or off the main thread.
    fix: Call it on the main thread without animation, or after the completion of the previous call.
    count: 5
    reason: Duplicate states in queue
    cause: Two animated transitions to the same page were started in quick succession.
    fix: Ignore taps until `didFinishAnimating` or the completion handler was called.
    count: 2
    search: UIPageViewController crash views count == 3; Duplicate states in queue; _UIQueuingScrollView
    seen: 7
    source: https://github.com/uias/Pageboy/issues/140
    source: https://github.com/ElaWorkshop/TagListView/issues/145
    source: https://github.com/lionheart/openradar-mirror/issues/1638
    source: https://github.com/openedx/edx-app-ios/pull/1095

    api: -[UIViewController _preferredInterfaceOrientationForPresentationInWindow:fromInterfaceOrientation:]
    api: -[UIViewController __preferredInterfaceOrientationForPresentation]
    id: uiviewcontroller-preferred-orientation
    image: UIKitCore, UIKit
    raises: exception UIApplicationInvalidInterfaceOrientation
    requires: `preferredInterfaceOrientationForPresentation` is one of the view controller's supported orientations.
    reason: preferredInterfaceOrientationForPresentation must return a supported interface orientation!
    cause: The preferred orientation is not in `supportedInterfaceOrientations`, or a mask was returned instead of an orientation.
    fix: Return an orientation (not a mask) that `supportedInterfaceOrientations` contains.
    count: 3
    reason: preferredInterfaceOrientationForPresentation '{}' must match a supported interface orientation: '{}'!
    cause: The preferred orientation is not in `supportedInterfaceOrientations`.
    fix: Return an orientation that `supportedInterfaceOrientations` contains.
    count: 2
    search: preferredInterfaceOrientationForPresentation must return a supported interface orientation; orientation crash
    seen: 5
    source: https://github.com/thiagoperes/IDMPhotoBrowser/issues/31
    source: https://github.com/bytedance/Bytedance-UnionAD/issues/105
    source: https://github.com/nytimes/NYTPhotoViewer/issues/360

    api: -[UIViewController __supportedInterfaceOrientations]
    id: uiviewcontroller-supported-orientations
    image: UIKitCore, UIKit
    raises: exception UIApplicationInvalidInterfaceOrientation
    requires: The view controller and the app support at least one orientation in common.
    reason: Supported orientations has no common orientation with the application, and [{} shouldAutorotate] is returning YES
    cause: The app allows only landscape (or only portrait), and a controller of the system or of an SDK supports only the other one.
    fix: Return the missing orientation from `application(_:supportedInterfaceOrientationsFor:)` and limit it per view controller.
    count: 5
    search: Supported orientations has no common orientation with the application; shouldAutorotate is returning YES
    seen: 5
    source: https://github.com/Instabug/Instabug-iOS/issues/90
    source: https://github.com/forcedotcom/SalesforceMobileSDK-iOS/issues/2723
    source: https://github.com/rolandleth/LTHPasscodeViewController/issues/129

    api: -[UINavigationBar layoutSubviews]
    id: uinavigationbar-nested-controllers
    image: UIKitCore
    raises: assertion NSInternalInconsistencyException
    requires: A navigation item belongs to one navigation bar, and navigation controllers are not nested.
    reason: Layout requested for visible navigation bar, {}, when the top item belongs to a different navigation bar. topItem = {}, navigation bar = {}, possibly from a client attempt to nest wrapped navigation controllers.
    cause: A navigation controller (or a SwiftUI `NavigationView` or `NavigationStack`) is inside another one and both claim the same item.
    fix: Keep one navigation container per screen, and remove the inner one.
    count: 1
    search: Layout requested for visible navigation bar when the top item belongs to a different navigation bar; nest wrapped navigation controllers
    seen: 1
    source: https://github.com/katagaki/CirclesApp/issues/37

    api: -[UINavigationController popToViewController:transition:]
    api: -[UINavigationController popToViewController:animated:]
    id: uinavigationcontroller-pop-to
    image: UIKitCore, UIKit
    raises: assertion NSInternalInconsistencyException
    requires: The view controller to pop to is on the navigation stack.
    reason: Tried to pop to a view controller that doesn't exist.
    cause: The controller is a new instance, was removed from the stack already, or belongs to another navigation controller; in early SwiftUI also a `NavigationLink` inside a page view or tab view.
    fix: Take the controller from `navigationController.viewControllers` and pop only if it is found.
    count: 7
    search: Tried to pop to a view controller that doesn't exist; popToViewController crash
    seen: 7
    source: https://github.com/helpscout/beacon-ios-sdk/issues/132
    source: https://github.com/xiaopin/NavigationContainer/issues/11
    source: https://github.com/facebookarchive/account-kit-samples-for-ios/issues/33
    source: https://github.com/mercadopago/px-ios/issues/745

    api: -[UIAlertController addAction:]
    id: uialertcontroller-two-cancel-actions
    image: UIKitCore, UIKit
    raises: assertion NSInternalInconsistencyException
    requires: An alert controller has at most one action with the style `.cancel`.
    reason: UIAlertController can only have one action with a style of UIAlertActionStyleCancel
    cause: A second action with the style `.cancel` is added.
    fix: Give the other actions the style `.default` or `.destructive`.
    count: 2
    search: UIAlertController can only have one action with a style of UIAlertActionStyleCancel
    seen: 2
    source: https://github.com/dpa99c/phonegap-launch-navigator/issues/263

    api: -[UIAlertController addTextFieldWithConfigurationHandler:]
    id: uialertcontroller-text-field
    image: UIKitCore, UIKit
    raises: assertion NSInternalInconsistencyException
    requires: The alert controller has the style `.alert`.
    reason: Text fields can only be added to an alert controller of style UIAlertControllerStyleAlert
    cause: A text field is added to an action sheet.
    fix: Create the controller with `preferredStyle: .alert`.
    count: 3
    search: Text fields can only be added to an alert controller of style UIAlertControllerStyleAlert
    seen: 3
    source: https://github.com/jonreid/MockUIAlertController/pull/3
    source: https://developer.apple.com/documentation/uikit/uialertcontroller/addtextfield(configurationhandler:)

    api: -[UIViewController transitionFromViewController:toViewController:duration:options:animations:completion:]
    id: uiviewcontroller-transition-parent
    image: UIKitCore, UIKit
    raises: exception NSInvalidArgumentException
    requires: Both view controllers are children of the receiver.
    reason: Children view controllers {} and {} must have a common parent view controller when calling -[UIViewController transitionFromViewController:toViewController:duration:options:animations:completion:]
    cause: The new controller was not added with `addChild(_:)`, or a previous transition has removed the old one already.
    fix: Call `addChild(_:)` before the transition, and do not start a second transition before the first one ends.
    count: 1
    search: must have a common parent view controller when calling transitionFromViewController
    seen: 1
    source: https://github.com/Awful/Awful.app/issues/213

    api: -[UIPopoverController presentPopoverFromRect:inView:permittedArrowDirections:animated:]
    id: uipopovercontroller-view-window
    image: UIKitCore, UIKit
    raises: exception NSGenericException
    requires: The view that the popover points at is in a window.
    reason: Popovers cannot be presented from a view which does not have a window.
    cause: The view is not on screen yet or any more, for example during a rotation or under a full-screen controller.
    fix: Test `view.window` first, and replace `UIPopoverController` with the `.popover` presentation style.
    count: 1
    search: Popovers cannot be presented from a view which does not have a window
    seen: 1
    source: https://github.com/mattgemmell/MGSplitViewController/pull/31

    api: -[UIPopoverController initWithContentViewController:]
    id: uipopovercontroller-content
    image: UIKitCore, UIKit
    raises: exception NSGenericException
    requires: The content view controller has no parent.
    reason: The content view controller argument must be the root of its associated view controller hierarchy.
    cause: The controller is a child of another controller.
    fix: Remove it from its parent first, or pass the outermost controller.
    count: 1
    search: content view controller argument must be the root of its associated view controller hierarchy
    seen: 1
    source: https://github.com/mattgemmell/MGSplitViewController/issues/51

    api: -[UINavigationController setViewControllers:animated:]
    api: -[UINavigationController setViewControllers:]
    id: uinavigationcontroller-distinct
    image: UIKitCore, UIKit
    raises: exception NSInternalInconsistencyException
    requires: An array of view controllers for a navigation controller contains each controller once.
    reason: All view controllers in a navigation controller must be distinct ({})
    cause: The same instance is in the array twice, for example when a split view collapses and both columns return it.
    fix: Remove duplicates from the array before you set it.
    count: 1
    search: All view controllers in a navigation controller must be distinct; setViewControllers crash
    seen: 1
    source: https://github.com/wordpress-mobile/WordPress-iOS/issues/15337

    api: -[UITabBarController _tabBarItemClicked:]
    id: uitabbarcontroller-item-mismatch
    image: UIKitCore
    raises: exception NSInternalInconsistencyException
    requires: Every item of a tab bar controller's bar is the `tabBarItem` of one of its view controllers.
    reason: Inconsistency in UITabBar items and view controllers detected. No view controller matches the UITabBarItem '{}' selected.
    cause: The tab's controller was wrapped in a navigation controller after its `tabBarItem` was set, or a custom bar replaced the items.
    fix: Set `tabBarItem` on exactly the controller that is in `viewControllers`.
    count: 1
    search: Inconsistency in UITabBar items and view controllers detected; No view controller matches the UITabBarItem
    seen: 1
    source: https://github.com/Ramotion/animated-tab-bar/issues/305
    """#
}
