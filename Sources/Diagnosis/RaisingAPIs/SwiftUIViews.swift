extension RaisingAPI {
  /// SwiftUI and AttributeGraph.
  static let swiftUIViews: StaticString = #"""
    api: EnvironmentObject.error()
    api: EnvironmentObject.wrappedValue.getter
    id: swiftui-environment-object
    image: SwiftUI, SwiftUICore
    raises: swift
    requires: An ancestor of the view provides the object with `environmentObject(_:)`.
    reason: Fatal error: No ObservableObject of type {} found. A View.environmentObject(_:) for {} may be missing as an ancestor of this view.
    cause: The object is not in the environment: the modifier is missing, sits on a sibling, or the view is in a sheet, popover, hosting controller or preview that does not inherit it.
    fix: Add `.environmentObject(object)` to the root view, and to every sheet, `UIHostingController` and preview that shows this view.
    count: 13
    reason: Fatal error: No observable object of type {} found. A View.environmentObject(_:) for {} may be missing as an ancestor of this view.
    cause: The object is not in the environment (wording of older systems).
    fix: Add `.environmentObject(object)` to an ancestor of the view.
    count: 1
    search: No ObservableObject of type found; environmentObject may be missing as an ancestor of this view; EnvironmentObject crash sheet
    seen: 14
    source: https://github.com/kean/Pulse/issues/211
    source: https://github.com/gao-sun/eul/issues/168
    source: https://github.com/Amzd/ResponderChain/issues/5
    source: https://github.com/Abedalkareem/LanguageManager-SwiftUI/issues/6

    api: AG::precondition_failure
    id: attributegraph-precondition
    image: AttributeGraph
    raises: abort
    requires: SwiftUI's dependency graph is changed on the main thread only, not during its own update, and every attribute gets a value.
    reason: AttributeGraph precondition failure: attribute failed to set an initial value: {}
    cause: A view's input got no value, for example a `ForEach` row whose id is not unique or whose element vanished during the update.
    fix: Give `ForEach` stable unique ids, change state on the main actor only, and never in `body` or `updateUIView`.
    count: 1
    search: AttributeGraph precondition failure; attribute failed to set an initial value; AG::precondition_failure SwiftUI crash
    seen: 2
    source: https://github.com/wordpress-mobile/WordPress-iOS/issues/22526
    source: https://github.com/pointfreeco/swift-composable-architecture/issues/3247

    api: NavigationColumnState.boundPathChange(to:)
    api: NavigationAuthority.flushRequestQueue()
    id: swiftui-navigation-path-type
    image: SwiftUI
    raises: swift
    requires: All elements that are compared at one position of a navigation path have the same type, and stacks are not nested.
    reason: Fatal error: 'try!' expression unexpectedly raised an error: SwiftUI.AnyNavigationPath.Error.comparisonTypeMismatch
    cause: A `NavigationStack` is nested in another one, or two element types are pushed at the same depth of one path.
    fix: Keep one `NavigationStack` per column, and wrap all destinations in one enum type.
    count: 4
    search: AnyNavigationPath.Error.comparisonTypeMismatch; nested NavigationStack crash; NavigationColumnState
    seen: 5
    source: https://github.com/wouterdebie/davit/issues/17
    source: https://github.com/home-assistant/iOS/pull/5515
    source: https://github.com/manaflow-ai/cmux/pull/8188
    source: https://github.com/onmyway133/notes/issues/656

    api: UIViewRepresentable._makeView(view:inputs:)
    api: UIViewControllerRepresentable._makeView(view:inputs:)
    api: NSViewRepresentable._makeView(view:inputs:)
    api: NSViewControllerRepresentable._makeView(view:inputs:)
    id: swiftui-representable-value-type
    image: SwiftUI
    raises: swift
    requires: A type that conforms to a representable protocol is a struct (since iOS 16 and macOS 13).
    reason: Fatal error: UIViewRepresentables must be value types: {}
    cause: The representable is declared as a class.
    fix: Declare it as a struct and move its mutable state into the coordinator.
    count: 6
    reason: Fatal error: UIViewControllerRepresentables must be value types: {}
    cause: The representable is declared as a class.
    fix: Declare it as a struct and move its mutable state into the coordinator.
    count: 3
    reason: Fatal error: NSViewRepresentables must be value types: {}
    cause: The representable is declared as a class.
    fix: Declare it as a struct and move its mutable state into the coordinator.
    count: 2
    search: UIViewRepresentables must be value types; UIViewControllerRepresentables must be value types; iOS 16 crash class representable
    seen: 12
    source: https://github.com/Adyen/adyen-ios/issues/1026
    source: https://github.com/popei69/samples/issues/14
    source: https://github.com/aheze/SupportDocs/issues/18
    source: https://github.com/joshdholtz/DeckUI/issues/10

    api: AG::data::table::grow_region
    id: attributegraph-grow-region
    image: AttributeGraph
    raises: abort
    requires: The attributes of all SwiftUI views fit into AttributeGraph's data table.
    cause: The number of attributes grows without limit, for example a chart or list that adds data in the background or a view tree that creates itself again.
    fix: Limit the number of marks and rows, stop updates while the window is hidden, and look for views that grow in the SwiftUI instrument.
    search: AG::data::table::grow_region; AttributeGraph out of memory; SwiftUI Charts crash AG::precondition_failure
    seen: 1
    source: https://github.com/orbstack/orbstack/issues/2526
    """#
}
