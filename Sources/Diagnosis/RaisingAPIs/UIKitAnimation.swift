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
  """#
}
