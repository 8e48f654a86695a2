extension RaisingAPI {
  /// Image pickers, page view controllers and tab bars of UIKit (see also UIKitPresentation).
  static let uiKitContainers: StaticString = #"""
    api: -[UIImagePickerController setSourceType:]
    api: -[UIImagePickerController sourceType]
    id: uiimagepickercontroller-source-type
    image: UIKitCore, UIKit
    raises: exception NSInvalidArgumentException
    requires: The source type is available on the device.
    reason: Source type {} not available
    cause: The source type is the camera (1), and the device has none: a simulator, a Mac that runs the iPad app, an old iPad. The frame is often printed as `sourceType + 0`, the method that follows `setSourceType:`.
    fix: Test `UIImagePickerController.isSourceTypeAvailable(.camera)` first, and offer the photo library otherwise.
    count: 8
    search: Source type 1 not available; UIImagePickerController camera crash in simulator
    seen: 8
    source: https://github.com/flutter/flutter/issues/10113
    source: https://github.com/microsoft/EmbeddedSocial-iOS-SDK/issues/326
    source: https://github.com/AvdLee/RocketSimApp/issues/794
    source: https://github.com/MikeCodesDotNET/Beer-Drinkin/issues/13

    api: -[UIImagePickerController setCameraDevice:]
    api: -[UIImagePickerController setShowsCameraControls:]
    api: -[UIImagePickerController setCameraCaptureMode:]
    api: -[UIImagePickerController setCameraFlashMode:]
    api: -[UIImagePickerController setCameraOverlayView:]
    api: -[UIImagePickerController _cameraViewController]
    id: uiimagepickercontroller-camera-only
    image: UIKitCore, UIKit
    raises: exception NSInvalidArgumentException
    requires: The camera properties are set after `sourceType` is `.camera`.
    reason: Source type must be UIImagePickerControllerSourceTypeCamera
    cause: A camera property is set while the source type is still the photo library.
    fix: Set `sourceType = .camera` first, and only if the camera is available.
    count: 1
    search: Source type must be UIImagePickerControllerSourceTypeCamera; cameraDevice crash
    seen: 1
    source: https://github.com/deltachat/deltachat-ios/issues/28

    api: -[UIPageViewController _flushViewController:animated:]
    api: -[UIPageViewController queuingScrollView:didFlushView:animated:]
    id: uipageviewcontroller-flushed-view
    image: UIKitCore, UIKit
    raises: assertion NSInternalInconsistencyException
    requires: The pages of a page view controller change one at a time, and their views stay in the hierarchy.
    reason: Don't know about flushed view {}
    cause: Pages are changed quickly, by taps during a swipe, or the page's view was moved out while a transition ran.
    fix: Ignore taps until the transition has ended, and call `setViewControllers` without animation for pages that are not adjacent.
    count: 2
    search: Don't know about flushed view; UIPageViewController crash when swiping fast
    seen: 2
    source: https://github.com/uias/Pageboy/issues/113
    source: https://github.com/conmulligan/TabBarPageController/issues/1

    api: -[UIPageViewController queuingScrollView:didEndManualScroll:toRevealView:direction:animated:didFinish:didComplete:]
    id: uipageviewcontroller-visible-view
    image: UIKitCore, UIKit
    raises: assertion NSInternalInconsistencyException
    requires: The visible page still belongs to a view controller when a swipe ends.
    reason: No view controller managing visible view {}
    cause: `setViewControllers` replaced the pages while the scroll view still bounced back from a swipe.
    fix: Change pages from code only after scrolling has ended, for example by disabling the page buttons during a swipe.
    count: 1
    search: No view controller managing visible view; UIPageViewController assertion
    seen: 1
    source: https://github.com/hons82/THSegmentedPager/issues/17

    api: -[UITabBar setDelegate:]
    id: uitabbar-delegate-managed
    image: UIKitCore, UIKit
    raises: exception NSInternalInconsistencyException
    requires: The delegate of a tab bar controller's own bar stays the controller.
    reason: Changing the delegate of a tab bar managed by a tab bar controller is not allowed.
    cause: Code or a reactive extension sets `tabBarController.tabBar.delegate`.
    fix: Override `tabBar(_:didSelect:)` in a `UITabBarController` subclass, or use `UITabBarControllerDelegate`.
    count: 3
    search: Changing the delegate of a tab bar managed by a tab bar controller is not allowed
    seen: 3
    source: https://github.com/ReactiveX/RxSwift/issues/1627

    api: -[UIVisualEffectView _addSubview:positioned:relativeTo:]
    id: uivisualeffectview-add-subview
    image: UIKitCore, UIKit
    raises: assertion NSInternalInconsistencyException
    requires: Subviews of a visual effect view are added to its `contentView`.
    reason: {} has been added as a subview to {}. Do not add subviews directly to the visual effect view itself, instead add them to the -contentView.
    cause: `addSubview` is called on a `UIVisualEffectView` itself; raises since iOS 11.
    fix: Call `effectView.contentView.addSubview(_:)`.
    count: 9
    search: Do not add subviews directly to the visual effect view itself, instead add them to the contentView
    seen: 12
    source: https://github.com/ibireme/YYText/issues/689
    source: https://github.com/CooperRS/RMActionController/issues/34
    source: https://github.com/gklka/GKFadeNavigationController/issues/6
    source: https://github.com/hyperoslo/BarcodeScanner/issues/207
    """#
}
