extension RaisingAPI {
  /// Auto Layout: constraints, anchors, the layout engine's thread.
  static let autoLayout: StaticString = #"""
    api: _AssertAutoLayoutOnAllowedThreadsOnly
    api: _AssertAutolayoutOnAllowedThreadsOnly
    api: -[NSISEngine _optimizeWithoutRebuilding]
    api: -[NSISEngine withBehaviors:performModifications:]
    api: -[NSISEngine _optimizeIfNotDisabled]
    id: autolayout-background-thread
    image: CoreAutoLayout, Foundation
    raises: exception NSInternalInconsistencyException
    requires: Views and constraints are changed on the main thread only.
    reason: Modifications to the layout engine must not be performed from a background thread after it has been accessed from the main thread.
    cause: A view, label text or constraint is changed on a background thread, typically in a network completion handler.
    fix: Wrap the change in `DispatchQueue.main.async` or mark the method `@MainActor`; the Main Thread Checker finds the line.
    count: 3
    reason: This application is modifying the autolayout engine from a background thread after the engine was accessed from the main thread. This can lead to engine corruption and weird crashes.
    cause: A view or constraint is changed on a background thread (logged, not raised, by older systems).
    fix: Move the change to the main thread.
    count: 5
    search: modifying the autolayout engine from a background thread; UI update on background thread crash; main thread
    seen: 9
    source: https://github.com/flutter/flutter/issues/143734
    source: https://github.com/udesk/UdeskSDK-iOS/issues/43
    source: https://github.com/layerhq/Atlas-iOS/issues/1284
    source: https://github.com/thewca/tnoodle/issues/673

    api: +[NSLayoutConstraint _addOrRemoveConstraints:activate:]
    api: +[NSLayoutConstraint activateConstraints:]
    api: -[NSLayoutConstraint setActive:]
    api: -[NSLayoutConstraint _setActive:mutuallyExclusiveConstraints:]
    id: nslayoutconstraint-activate
    image: CoreAutoLayout, Foundation
    raises: exception NSGenericException
    requires: Both items of the constraint are in the same view hierarchy when it is activated.
    reason: Unable to activate constraint with anchors {} and {} because they have no common ancestor. Does the constraint or its anchors reference items in different view hierarchies? That's illegal.
    cause: A view was not added with `addSubview` yet, or was removed, or the two views are in different windows.
    fix: Call `addSubview` (or `addArrangedSubview`) for both views before you activate the constraint.
    count: 10
    search: Unable to activate constraint with anchors because they have no common ancestor; addSubview before constraints
    seen: 10
    source: https://github.com/SnapKit/SnapKit/issues/478
    source: https://github.com/mozilla-mobile/prox/issues/497
    source: https://github.com/Naituw/WeiboX/issues/2395
    source: https://github.com/chaneeii/iOS-Study-Log/issues/8

    api: +[NSLayoutConstraint constraintsWithVisualFormat:options:metrics:views:]
    api: +[NSLayoutConstraintParser constraintsWithVisualFormat:options:metrics:views:]
    api: -[NSLayoutConstraintParser finishConstraint]
    api: -[NSLayoutConstraintParser parse]
    api: -[NSLayoutConstraintParser failWithDescription:]
    id: nslayoutconstraint-visual-format
    image: CoreAutoLayout, Foundation, UIFoundation
    raises: exception NSInvalidArgumentException
    requires: The format string is valid, names only keys of the dictionary, and a view next to `|` has a superview.
    reason: Unable to parse constraint format: {}
    cause: The format has a syntax error or an unknown name, or a view at the `|` edge has no superview.
    fix: Add the views to their superview first and compare the names with the `views` dictionary.
    count: 2
    search: Unable to parse constraint format; visual format language crash
    seen: 2
    source: https://github.com/dzenbot/DZNEmptyDataSet/issues/334
    source: https://github.com/oleksii-demedetskyi/Parus/issues/14

    api: +[NSLayoutConstraint constraintWithItem:attribute:relatedBy:toItem:attribute:multiplier:constant:]
    api: VerifyConstraintArguments
    id: nslayoutconstraint-arguments
    image: CoreAutoLayout, Foundation
    raises: exception NSInvalidArgumentException
    requires: A location attribute (left, top, centerX …) is paired with a location of a second item and a multiplier other than 0.
    reason: *** +[NSLayoutConstraint constraintWithItem:attribute:relatedBy:toItem:attribute:multiplier:constant:]: A multiplier of 0 or a nil second item together with a location for the first attribute creates an illegal constraint of a location equal to a constant. Location attributes must be specified in pairs
    cause: The second item is nil (the view was not created, or its superview is gone), or the multiplier is 0.
    fix: Check that the second view exists before you create the constraint.
    count: 2
    search: Location attributes must be specified in pairs; nil second item constraint crash; Masonry SnapKit constraint crash
    seen: 2
    source: https://github.com/mwaterfall/MWPhotoBrowser/issues/399
    source: https://github.com/privacysandbox/topics-android/issues/5

    api: -[NSLayoutConstraint setPriority:]
    id: nslayoutconstraint-priority
    image: CoreAutoLayout, Foundation
    raises: assertion NSInternalInconsistencyException
    requires: The priority of an active constraint does not change between required (1000) and optional.
    reason: Mutating a priority from required to not on an installed constraint (or vice-versa) is not supported. You passed priority {} and the existing priority was {}.
    cause: The priority was changed after the constraint was activated.
    fix: Set the priority before `isActive = true`, or use 999 instead of 1000 if it must change later.
    count: 4
    search: Mutating a priority from required to not on an installed constraint
    seen: 5
    source: https://github.com/PureLayout/PureLayout/issues/147
    source: https://github.com/PureLayout/PureLayout/issues/8
    source: https://github.com/roberthein/TinyConstraints/issues/28

    api: -[NSLayoutConstraint setConstant:]
    api: -[NSLayoutConstraint _setSymbolicConstant:constant:]
    api: -[NSLayoutConstraint _setSymbolicConstant:constant:symbolicConstantMultiplier:]
    api: -[NSContentSizeLayoutConstraint _setSymbolicConstant:constant:]
    api: +[NSLayoutConstraint constraintWithAnchor:relatedBy:toAnchor:multiplier:constant:]
    id: nslayoutconstraint-constant
    image: CoreAutoLayout, Foundation
    raises: assertion NSInternalInconsistencyException
    requires: The constant of a constraint is a finite number.
    reason: NSLayoutConstraint constant is not finite! That's illegal. constant:{} firstAnchor:{} secondAnchor:{}
    cause: The constant was computed as NaN or infinity, usually by a division by zero or from `intrinsicContentSize`.
    fix: Check the divisor and `isFinite` before you set the constant.
    count: 4
    reason: Constant is not finite! That's illegal. constant:{}
    cause: The constant was computed as NaN or infinity (wording of older systems).
    fix: Check `isFinite` before you set the constant.
    count: 1
    search: NSLayoutConstraint constant is not finite nan inf; division by zero constraint
    seen: 5
    source: https://github.com/ephread/Instructions/issues/282
    source: https://github.com/huri000/SwiftEntryKit/issues/228
    source: https://github.com/FreeRDP/FreeRDP/issues/4170
    source: https://github.com/mapbox/mapbox-gl-native/issues/8854

    api: -[NSLayoutConstraint _setMultiplier:]
    id: nslayoutconstraint-multiplier
    image: CoreAutoLayout, Foundation
    raises: assertion NSInternalInconsistencyException
    requires: The multiplier of a constraint is a finite number.
    reason: Multiplier is not finite! That's illegal. multiplier:{}
    cause: The multiplier was computed as NaN or infinity, typically an aspect ratio of an image with size zero.
    fix: Check that width and height are above zero before you create an aspect-ratio constraint.
    count: 4
    search: Multiplier is not finite! That's illegal; aspect ratio constraint nan
    seen: 4
    source: https://github.com/Appboy/appboy-ios-sdk/issues/106
    source: https://github.com/deepak786/intercom_flutter/issues/133
    source: https://github.com/toggl/mobileapp/issues/7025

    api: -[UIView layoutSublayersOfLayer:]
    id: uiview-layoutsubviews-super
    image: UIKitCore, UIKit
    raises: assertion NSInternalInconsistencyException
    requires: A view that takes part in Auto Layout calls `super.layoutSubviews()`.
    reason: Auto Layout still required after executing -layoutSubviews. {}'s implementation of -layoutSubviews needs to call super.
    cause: The class overrides `layoutSubviews` without calling super (iOS 7 and earlier raise).
    fix: Call `super.layoutSubviews()` in the override.
    count: 9
    search: Auto Layout still required after executing -layoutSubviews needs to call super
    seen: 9
    source: https://github.com/SnapKit/Masonry/issues/209
    source: https://github.com/gblancogarcia/GBInfiniteScrollView/issues/44
    source: https://github.com/nicklockwood/iCarousel/pull/436
    """#
}
