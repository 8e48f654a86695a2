extension ProjectCheck {
  /// Every check, sorted by id. A new check is a value in `Checks/` and one line here.
  package static let catalog: [ProjectCheck] = [
    autolayoutFeedbackLoop,
    autolayoutPrivateAPI,
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

  /// The check of the catalog with this identifier; `nil` if there is none.
  package static func with(id: String) -> ProjectCheck? { catalog.first { $0.id == id } }
}
