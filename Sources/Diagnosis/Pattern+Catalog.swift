extension Pattern {
  /// Every known failure, sorted by id. A new pattern is one file in `Patterns/` and one line here.
  package static let catalog: [Pattern] = [
    cfReleaseNullOther,
    dlopenInjectionFailed,
    dlopenLibraryValidation,
    dyldLibraryMissing,
    dyldMapOutOfMemory,
    dyldSymbolMissing,
    fontFileMissing,
    fontRegistrationDeadlock,
    ibAgentCrashedUnspecified,
    ibAgentExceptionUnspecified,
    ibAgentHang,
    ibAgentLaunchFailed,
    ibAppContextMissing,
    ibBundleExecutableMissing,
    ibDlopenCodesignMissing,
    ibDlopenLibraryMissing,
    ibDlopenNotDynamic,
    ibDlopenSymbolMissing,
    ibDlopenWrongArch,
    ibDlopenWrongPlatform,
    ibFontCFReleaseNull,
    ibInitFrameUnimplemented,
    ibLoadNullPath,
    ibLoadTimeCode,
    ibOverlaysMainBundleNib,
    ibOverlaysMainBundleResource,
    ibPreviewBlankNoError,
    ibRenderSlow,
    ibUnifiedAgentCrashed,
    ibtoolAgentCommunication,
    ibtoolCrash,
    initializerAbort,
    kvoObserverDealloc,
    nibSelfClassRecursion,
    swiftInitCoderUnimplemented,
    swiftUnimplementedInit,
  ]

  /// The pattern with this permanent identifier.
  package static func with(id: String) -> Pattern? { byID[id] }

  private static let byID = Dictionary(catalog.map { ($0.id, $0) }) { first, _ in first }
}
