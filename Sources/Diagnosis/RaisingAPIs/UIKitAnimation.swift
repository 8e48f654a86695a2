extension RaisingAPI {
  /// Animators and dynamics of UIKit.
  static let uiKitAnimation: StaticString = #"""
    api: -[UIViewPropertyAnimator dealloc]
    id: uiviewpropertyanimator-release
    image: UIKitCore, UIKit
    raises: exception NSInternalInconsistencyException
    requires: A property animator has finished, or was stopped and finished, before it is released.
    reason: It is an error to release a paused or stopped property animator. Property animators must either finish animating or be explicitly stopped and finished before they can be released.
    cause: The animator is paused (an interactive transition, a `fractionComplete` blur) when its owner is deallocated.
    fix: Call `stopAnimation(true)` in the owner's `deinit`, or `stopAnimation(false)` and `finishAnimation(at:)`.
    count: 3
    search: It is an error to release a paused or stopped property animator
    seen: 5
    source: https://github.com/amirdew/CollectionViewPagingLayout/issues/58
    source: https://github.com/m1entus/MZFormSheetPresentationController/issues/167
    source: https://github.com/OfTheWolf/TwitterProfile/issues/14

    api: -[UIViewPropertyAnimator stopAnimation:]
    api: -[UIViewPropertyAnimator finishAnimationAtPosition:]
    id: uiviewpropertyanimator-state
    image: UIKitCore, UIKit
    raises: exception NSInternalInconsistencyException
    requires: `stopAnimation` is called on an active animator, and `finishAnimation(at:)` on a stopped one.
    cause: The animator was never started, or has finished already, for example when its own completion handler stops it again.
    fix: Test `animator.state == .active` before you stop it and `.stopped` before you finish it, and drop the reference in the completion handler.
    search: UIViewPropertyAnimator stopAnimation crash inactive; finishAnimation(at:) exception
    seen: 3
    source: https://github.com/microsoft/fluentui-apple/pull/1385
    source: https://github.com/microsoft/fluentui-apple/pull/915
    source: https://github.com/mapbox/mapbox-maps-ios/pull/519

    api: -[UIDynamicAnimator _registerBodyForItem:]
    api: -[UIDynamicAnimator _registerBodyForItem:shape:]
    id: uidynamicanimator-item-size
    image: UIKitCore, UIKit
    raises: assertion NSInternalInconsistencyException
    requires: An item in UIKit Dynamics has a width and height above zero when its behavior is added.
    reason: Invalid size {} for item {} in Dynamics
    cause: The view was not laid out yet, collapsed during a rotation, or an ad or message view has no content.
    fix: Call `layoutIfNeeded()` first and add the behavior only if `bounds` is not empty.
    count: 7
    search: Invalid size for item in Dynamics; UIDynamicAnimator addBehavior crash; UISnapBehavior UIAttachmentBehavior
    seen: 7
    source: https://github.com/zhxnlai/ZLSwipeableView/issues/4
    source: https://github.com/sparrowcode/PermissionsKit/issues/213
    source: https://github.com/material-components/material-components-ios/issues/3011
    source: https://github.com/SwiftKickMobile/SwiftMessages/issues/215
    """#
}
