extension RaisingAPI {
  /// Nibs, storyboards, segues, app launch.
  static let uiKitNibs: StaticString = #"""
    api: -[UIViewController performSegueWithIdentifier:sender:]
    api: -[UIViewController _segueTemplateWithIdentifier:]
    id: uiviewcontroller-perform-segue
    image: UIKitCore, UIKit
    raises: exception NSInvalidArgumentException, NSInternalInconsistencyException
    requires: The view controller was created from the storyboard that defines a segue with this identifier.
    reason: Receiver ({}) has no segue with identifier '{}'
    cause: The segue starts at another view controller, its identifier differs, or the controller was created in code.
    fix: Instantiate the controller from the storyboard, and compare the segue's identifier in Interface Builder, including case.
    count: 7
    reason: Could not perform segue with identifier '{}'. A segue must either have a performHandler or it must override -perform.
    cause: The segue is of kind Custom without a class that overrides `perform()`.
    fix: Set the segue's class in Interface Builder, or choose a standard kind.
    count: 1
    search: has no segue with identifier; performSegue crash
    seen: 8
    source: https://github.com/mamaral/Onboard/issues/98
    source: https://github.com/xmartlabs/XLPagerTabStrip/issues/213
    source: https://github.com/ivanvorobei/SPStorkController/issues/82

    api: +[UIStoryboard storyboardWithName:bundle:]
    id: uistoryboard-not-found
    image: UIKitCore, UIKit
    raises: exception NSInvalidArgumentException
    requires: The bundle contains the compiled storyboard with this name.
    reason: Could not find a storyboard named '{}' in bundle {}
    cause: The storyboard is in another bundle (framework, CocoaPods resource bundle), not a member of the target, or named by a stale `UIMainStoryboardFile`.
    fix: Pass the bundle that contains it (`Bundle(for:)` or `.module`), check target membership, and remove `UIMainStoryboardFile` if you deleted the storyboard.
    count: 9
    search: Could not find a storyboard named in bundle; UIMainStoryboardFile Main crash on launch
    seen: 9
    source: https://github.com/happyfoxinc/helpstack/issues/72
    source: https://github.com/mobileprint/ios-print-sdk/issues/16
    source: https://github.com/MicrosoftDocs/xamarin-docs/issues/2513

    api: -[UINib instantiateWithOwner:options:]
    api: -[NSBundle loadNibNamed:owner:options:]
    id: uinib-load
    image: UIKitCore, UIKit
    raises: exception NSInternalInconsistencyException
    requires: The bundle contains the compiled nib with this name.
    reason: Could not load NIB in bundle: '{}' with name '{}'
    cause: The nib is missing in this bundle: wrong name, no target membership, or it belongs to a framework's resource bundle.
    fix: Pass the bundle that contains the nib, and check the file's target membership and the case of its name.
    count: 4
    search: Could not load NIB in bundle with name; UINib crash; nib not found
    seen: 4
    source: https://github.com/nek023/QBImagePicker/issues/96
    source: https://github.com/mattgemmell/MGSplitViewController/issues/71
    source: https://github.com/Driftt/drift-sdk-ios/issues/113
    source: https://github.com/mikefrederick/MFSideMenu/issues/211

    api: -[UIViewController _loadViewFromNibNamed:bundle:]
    id: uiviewcontroller-nib-view-outlet
    image: UIKitCore, UIKit
    raises: assertion NSInternalInconsistencyException
    requires: The nib's File's Owner has its `view` outlet connected.
    reason: -[UIViewController _loadViewFromNibNamed:bundle:] loaded the "{}" nib but the view outlet was not set.
    cause: The nib's File's Owner is not connected to a view; often UIKit loaded a nib by name (`LittleView.xib` for `LittleViewController`) that was meant for a view.
    fix: Connect `view` of File's Owner in the nib, or pass the right nib name to `init(nibName:bundle:)`.
    count: 6
    search: loaded the nib but the view outlet was not set
    seen: 6
    source: https://github.com/checkout/frames-ios/issues/17
    source: https://github.com/lionheart/openradar-mirror/issues/10726
    source: https://github.com/hyperoslo/BarcodeScanner/issues/210

    api: -[UIApplication _runWithMainScene:transitionContext:completion:]
    id: uiapplication-root-view-controller
    image: UIKitCore, UIKit
    raises: assertion NSInternalInconsistencyException
    requires: Every window that is visible when launch ends has a `rootViewController`.
    reason: Application windows are expected to have a root view controller at the end of application launch
    cause: A window (the main one or an extra overlay window) was shown without a root view controller.
    fix: Set `window.rootViewController` before `makeKeyAndVisible()`, for overlay windows too.
    count: 9
    search: Application windows are expected to have a root view controller at the end of application launch
    seen: 10
    source: https://github.com/frankus/MeterView/issues/3
    source: https://github.com/vecter/Audio-Queue-Services-Example/issues/5
    source: https://github.com/kconner/KMCGeigerCounter/issues/17

    api: -[UIStoryboard instantiateViewControllerWithIdentifier:]
    api: -[UIStoryboard _instantiateViewControllerWithIdentifier:creator:]
    api: -[UIStoryboard instantiateViewControllerWithIdentifier:creator:]
    id: uistoryboard-view-controller-identifier
    image: UIKitCore, UIKit
    raises: exception NSInvalidArgumentException, NSInternalInconsistencyException
    requires: A scene of this storyboard has the identifier as its Storyboard ID.
    reason: Storyboard ({}) doesn't contain a view controller with identifier '{}'
    cause: The Storyboard ID is missing, spelled differently, or set in another storyboard (or in the iPhone variant only).
    fix: Set the Storyboard ID in the Identity inspector of that storyboard and compare it with the code, including case.
    count: 5
    search: Storyboard doesn't contain a view controller with identifier; instantiateViewController crash
    seen: 6
    source: https://github.com/nek023/QBImagePicker/issues/95
    source: https://github.com/Provenance-Emu/Provenance/issues/1867
    source: https://github.com/jiulongw/swift-unity/issues/100
    source: https://github.com/quemb/QMBTabs/issues/2

    api: -[UIRuntimeOutletConnection connect]
    api: -[UIRuntimeOutletCollectionConnection connect]
    id: uiruntimeoutletconnection-key
    image: UIKitCore, UIKit
    raises: exception NSUnknownKeyException
    requires: Every outlet in a nib or storyboard exists as a property of the connected object's class.
    reason: [<{}> setValue:forUndefinedKey:]: this class is not key value coding-compliant for the key {}.
    cause: An outlet was renamed or deleted in code but is still connected, or the scene's class or module is not set (the object is a plain `UIViewController` or `UIView`).
    fix: Remove or reconnect the outlet in the Connections inspector, and check Custom Class and Module.
    count: 10
    search: this class is not key value coding-compliant for the key; outlet crash; Unknown class in Interface Builder file
    seen: 10
    source: https://github.com/netguru/BlueSwift/issues/16
    source: https://github.com/googleads/googleads-mobile-ios-examples/issues/95
    source: https://github.com/hartlco/MHCustomTabBarController/issues/15
    source: https://github.com/ladmini/LZViewPager/issues/29

    api: -[UIClassSwapper initWithCoder:]
    id: uiclassswapper-missing-class
    image: UIKitCore, UIKit
    raises: exception NSInvalidUnarchiveOperationException
    requires: The class that a nib or storyboard names is linked into the app.
    reason: Could not instantiate class named {} because no class named {} was found; the class needs to be defined in source code or linked in from a library (ensure the class is part of the correct target)
    cause: The framework of the class is not linked (for example WebKit for `WKWebView`, MapKit for `MKMapView`).
    fix: Import the framework in a source file, or add it under Frameworks, Libraries, and Embedded Content.
    count: 2
    search: Could not instantiate class named WKWebView because no class named WKWebView was found; MKMapView storyboard crash
    seen: 2
    source: https://github.com/doitswift/example/issues/2
    source: https://github.com/BadIdeaFactory/biffud-ios-virus/issues/7

    api: -[UITableViewController loadView]
    id: uitableviewcontroller-nib
    image: UIKitCore, UIKit
    raises: assertion NSInternalInconsistencyException
    requires: The view of a table view controller's scene or nib is a `UITableView`.
    reason: -[UITableViewController loadView] loaded the "{}" nib but didn't get a UITableView.
    cause: A subclass of `UITableViewController` is set as the class of a plain View Controller scene.
    fix: Use a Table View Controller scene, or derive the class from `UIViewController`.
    count: 4
    reason: -[UITableViewController loadView] instantiated view controller with identifier "{}" from storyboard "{}", but didn't get a UITableView.
    cause: The scene's root view is not a table view (wording of newer systems).
    fix: Use a Table View Controller scene, or derive the class from `UIViewController`.
    count: 1
    search: UITableViewController loadView loaded the nib but didn't get a UITableView
    seen: 5
    source: https://github.com/Ramotion/elongation-preview/issues/10
    source: https://github.com/ortuman/SwiftForms/issues/13
    source: https://github.com/layerhq/Atlas-iOS/issues/954
    """#
}
