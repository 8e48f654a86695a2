extension RaisingAPI {
  /// CarPlay templates.
  static let carPlayTemplates: StaticString = #"""
    api: CPAssertAllowedClasses
    id: carplay-unsupported-template
    image: CarPlay
    raises: exception NSInvalidArgumentException
    requires: The template is one that the app's CarPlay entitlement and the method allow.
    reason: Unsupported object {} passed to setRootTemplate:animated:completion:. Allowed classes: {}
    cause: The CarPlay entitlement is missing (the list of allowed classes is null), or its category does not allow this template.
    fix: Request the CarPlay entitlement for the app's category, add it to the entitlements file and the profile, and use only templates of that category.
    count: 1
    reason: Unsupported object {} passed to setBackButton:. Allowed classes: {}
    cause: A subclass or a wrong class is passed; CarPlay compares classes exactly.
    fix: Pass an instance of the listed class, not of a subclass.
    count: 1
    search: Unsupported object passed to setRootTemplate Allowed classes; CarPlay crash CPAssertAllowedClasses; pushTemplate unsupported
    seen: 3
    source: https://github.com/oguzhnatly/flutter_carplay/issues/7
    source: https://github.com/birkir/react-native-carplay/issues/176
    source: https://github.com/dotnet/macios/issues/18934

    api: -[CPInterfaceController pushTemplate:animated:completion:]
    api: -[CPInterfaceController pushTemplate:animated:]
    id: carplay-hierarchy-depth
    image: CarPlay
    raises: exception NSGenericException
    requires: The template stack, with its root, does not exceed the depth limit of the app's category (5 for most apps, 2 or 3 for some).
    reason: Application exceeded the hierarchy depth limit.
    cause: A template is pushed at the depth limit, or pushed twice.
    fix: Compare `interfaceController.templates.count` with the limit before you push, or replace the top template.
    count: 1
    search: Application exceeded the hierarchy depth limit; CarPlay pushTemplate crash
    seen: 1
    source: https://github.com/radio-garden/react-native-audio-browser/issues/90
    """#
}
