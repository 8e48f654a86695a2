extension ProjectCheck {
  /// Every check, sorted by identifier. A new check is a value in `Checks/` and one line here.
  package static let catalog: [ProjectCheck] = [
    apiPrecondition,
    autolayoutFeedbackLoop,
    autolayoutPrivateAPI,
    capabilityMissing,
    fontFileMissing,
    ibAppContextMissing,
    ibAwakeFromNibNotCalled,
    ibDlopenCodesignMissing,
    ibDlopenWrongArch,
    ibFontCFReleaseNull,
    ibFontMainBundleLoad,
    ibInitOverridesAttributes,
    ibInitFrameUnimplemented,
    ibInspectableUnsupportedType,
    ibLayerContentTooEarly,
    ibLoadNullPath,
    ibLoadTimeCode,
    ibOverlaysMainBundleNib,
    ibOverlaysMainBundleNibElsewhere,
    ibOverlaysMainBundleResource,
    ibPrepareNotCalled,
    ibRuntimeAttributeIgnored,
    nibAwakeAfterRecursion,
    nibKVCUndefinedKey,
    nibMissingInBundle,
    nibOwnerReplaced,
    nibSelfClassRecursion,
    nibUnknownClass,
    nibViewOutletNotSet,
    objcSetterRecursion,
    swiftInitInaccessible,
    swiftInitCoderUnimplemented,
    tccMissingUsage,
    uikitPrivateIvarKVC,
    viewControllerViewInInitWithCoder,
  ]

  /// Returns the check with this identifier, or `nil` if the catalog has none.
  package static func with(id: String) -> ProjectCheck? { catalog.first { $0.id == id } }
}
