extension RaisingAPI {
  /// Scenes and windows of UIKit.
  static let uiKitScenes: StaticString = #"""
    api: -[UIWindowScene _attachWindow:]
    api: -[UIWindow _commonInitDebugName:uiScene:]
    api: -[UIWindow _initWithFrame:debugName:windowScene:]
    api: -[UIWindow initWithWindowScene:]
    id: uiwindowscene-invalidated
    image: UIKitCore
    raises: assertion NSInternalInconsistencyException
    requires: A window is created for a scene that is connected.
    reason: Attempting to attach window to an invalidated scene: {}; window: {}
    cause: An overlay window (alert, toast, ad, StoreKit overlay) is created for a scene that the system has disconnected.
    fix: Take the scene from `UIApplication.shared.connectedScenes` right before, and test `activationState != .unattached`.
    count: 2
    search: Attempting to attach window to an invalidated scene; UIWindow(windowScene:) crash
    seen: 2
    source: https://github.com/divadretlaw/WindowKit/issues/9
    source: https://github.com/AppLovin/AppLovin-MAX-Unity-Plugin/issues/456

    api: -[UIScene initWithSession:connectionOptions:]
    id: uisceneconfiguration-delegate-class
    image: UIKitCore
    raises: assertion NSInternalInconsistencyException
    requires: The scene delegate class conforms to `UISceneDelegate`.
    reason: representation's delegateClass must conform to UISceneDelegate protocol
    cause: The class named by `UISceneDelegateClassName` or returned in a scene configuration does not adopt `UIWindowSceneDelegate`.
    fix: Declare the class as `UIResponder, UIWindowSceneDelegate` and check the name in the scene manifest.
    count: 1
    search: delegateClass must conform to UISceneDelegate protocol; SceneDelegate crash iOS 13
    seen: 1
    source: https://github.com/grab/cocoapods-pod-merge/pull/13

    api: -[UIRefreshControl didMoveToSuperview]
    api: -[UIRefreshControl _didMoveFromOldWindow:toNewWindow:]
    id: uirefreshcontrol-superview
    image: UIKitCore, UIKit
    raises: exception NSInternalInconsistencyException
    requires: A refresh control is added to a scroll view.
    reason: UIRefreshControl may only be managed by a UITableViewController
    cause: The control is added to a plain view with `addSubview`.
    fix: Set `scrollView.refreshControl` (or `tableView.refreshControl`).
    count: 1
    search: UIRefreshControl may only be managed by a UITableViewController
    seen: 1
    source: https://github.com/jessesquires/JSQMessagesViewController/issues/775
    """#
}
