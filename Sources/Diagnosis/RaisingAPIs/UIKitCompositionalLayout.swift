extension RaisingAPI {
  /// Compositional layouts and layout attributes of UIKit.
  static let uiKitCompositionalLayout: StaticString = #"""
    api: UICollectionViewCompositionalLayoutAlertForInvalidLayout
    id: compositional-layout-invalid
    image: UIKitCore
    raises: assertion NSInternalInconsistencyException
    requires: Each group of a compositional layout has room for its items, spacing and insets.
    reason: NSCollectionLayoutItem created with invalid combination of spacing and size specified. This group cannot fit even a single item.
    cause: Spacing and insets take more than the group's width or height.
    fix: Subtract spacing and insets from the container's size before you choose the item's size, and use fewer columns in a narrow container.
    count: 1
    reason: There is no room for this NSCollectionLayoutGroup to fit into its parent group or section, or it has no room for any subitems itself.
    cause: The layout is computed for a container whose size is zero or smaller than its insets.
    fix: Return a layout with positive dimensions when `environment.container.effectiveContentSize` is small.
    count: 1
    kind: handler
    search: NSCollectionLayoutGroup no room; UICollectionViewCompositionalLayout invalid layout crash
    seen: 2
    source: https://github.com/LiveContainer/LiveContainer/issues/1414
    source: https://github.com/SideStore/SideStore/issues/1340

    api: +[NSCollectionLayoutGroup horizontalGroupWithLayoutSize:subitems:]
    api: +[NSCollectionLayoutGroup verticalGroupWithLayoutSize:subitems:]
    id: nscollectionlayoutgroup-no-subitems
    image: UIKitCore
    raises: assertion NSInternalInconsistencyException
    requires: A layout group has at least one subitem.
    reason: At least 1 subitem is required for a group
    cause: The array of subitems is built from data that is empty.
    fix: Return a section with a placeholder item, or leave the section out of the snapshot, when there is no data.
    count: 1
    search: At least 1 subitem is required for a group; NSCollectionLayoutGroup crash
    seen: 1
    source: https://github.com/apptekstudios/ASCollectionView/issues/73

    api: -[UICollectionViewLayoutAttributes setSize:]
    api: -[UICollectionViewLayoutAttributes setFrame:]
    id: uicollectionviewlayoutattributes-finite-size
    image: UIKitCore
    raises: assertion NSInternalInconsistencyException
    requires: The size of layout attributes is finite.
    reason: UICollectionViewLayoutAttributes: -setSize: requires finite dimensions {} - {}
    cause: A size computed in `preferredLayoutAttributesFitting` or `sizeThatFits` is infinite or not a number.
    fix: Replace an infinite or not-a-number dimension by the collection view's bounds before you set it.
    count: 1
    search: setSize: requires finite dimensions inf; self-sizing cell crash
    seen: 1
    source: https://github.com/apptekstudios/ASCollectionView/issues/243

    api: -[UICollectionView _finishInteractiveTransitionShouldFinish:finalAnimation:]
    api: -[UICollectionView finishInteractiveTransition]
    api: -[UICollectionView cancelInteractiveTransition]
    api: -[UICollectionView startInteractiveTransitionToCollectionViewLayout:completion:]
    id: uicollectionview-interactive-transition
    image: UIKitCore, UIKit
    raises: assertion NSInternalInconsistencyException
    requires: An interactive layout transition is started once and finished or canceled once.
    reason: the collection was not prepared for an interactive transition. see startInteractiveTransitionToCollectionViewLayout:completion:
    cause: A gesture ends twice, or a new pinch begins while the finish animation still runs.
    fix: Keep a flag for the running transition, and disable the gesture until the completion handler is called.
    count: 3
    reason: the collection is already in the middle of an interactive transition
    cause: A second transition starts, for example by rotating the device during the first one.
    fix: Start a transition only after the completion handler of the previous one.
    count: 1
    search: the collection was not prepared for an interactive transition; already in the middle of an interactive transition
    seen: 5
    source: https://github.com/SwiftKickMobile/TLLayoutTransitioning/issues/17
    source: https://github.com/SwiftKickMobile/TLLayoutTransitioning/issues/7
    source: https://github.com/mukyasa/MMPaper/issues/4
    source: https://github.com/michaelbabiy/InteractiveSpace/issues/1

    api: -[UICollectionView _createPreparedSupplementaryViewForElementOfKind:atIndexPath:withLayoutAttributes:applyAttributes:]
    api: -[UICollectionView _createPreparedSupplementaryViewForElementOfKind:atIndexPath:withLayoutAttributes:applyAttributes:notify:]
    id: uicollectionview-nil-supplementary-view
    image: UIKitCore, UIKit
    raises: assertion NSInternalInconsistencyException
    requires: `viewForSupplementaryElementOfKind` returns a dequeued view for every header, footer or badge that the layout asks for.
    reason: the view returned from -collectionView:viewForSupplementaryElementOfKind:atIndexPath ({},{}) was not retrieved by calling -dequeueReusableSupplementaryViewOfKind:withReuseIdentifier:forIndexPath: or is nil ({})
    cause: The data source returns nil or a view created by hand for a kind that the layout contains.
    fix: Register and dequeue a view for each kind, and give the header or footer the size zero when there is none to show.
    count: 2
    search: viewForSupplementaryElementOfKind was not retrieved by calling dequeueReusableSupplementaryViewOfKind or is nil
    seen: 7
    source: https://github.com/parse-community/ParseUI-iOS/issues/66
    source: https://github.com/njdehoog/NHBalancedFlowLayout/issues/36
    source: https://github.com/DenTelezhkin/DTCollectionViewManager/issues/5
    source: https://github.com/CSStickyHeaderFlowLayout/CSStickyHeaderFlowLayout/pull/104
    """#
}
