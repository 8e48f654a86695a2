extension Pattern {
  /// Every built-in pattern, sorted by id. A new pattern is a document in `Knowledge/patterns`, or, if its evidence
  /// is code, one file in `Patterns/` and one line here, or a row in the table of its family.
  package static let catalog: [Pattern] = (specific + tabulatedFallbacks).sorted { $0.id < $1.id }

  /// The patterns without the tables of fallbacks, sorted by id. Few reports need those tables, so they are separate:
  /// otherwise each start would take the time to build them.
  static let specific: [Pattern] = (single + documented + terminationCodes + previewCauses + documentFailures).sorted {
    $0.id < $1.id
  }

  /// Fallbacks of the same shape, from one table for each family. None is of the stage `unlessSpecific`.
  static let tabulatedFallbacks: [Pattern] =
    kernelPanics + terminationNamespaces + unspecifiedEvents + unspecifiedExceptions + unspecifiedSignals

  private static let single: [Pattern] = [
    addressSanitizer,
    apiPrecondition,
    autolayoutFeedbackLoop,
    autolayoutSelfSizingWrong,
    boundsSafetyTrap,
    bufferOverflowChecked,
    chromiumFatal,
    cppExceptionUncaught,
    cppTerminateCalled,
    engineCodeUnnamed,
    exceptionRethrown,
    excResourceMemory,
    excResourcePorts,
    excResourceThreads,
    excResourceWakeups,
    exitDestructorCrash,
    exitInProgress,
    flutterEngineFatal,
    goPanic,
    guardMallocFault,
    ibAwakeFromNibNotCalled,
    ibInitFrameUnimplemented,
    ibInitOverridesAttributes,
    ibInspectableUnsupportedType,
    ibLayerContentTooEarly,
    ibLoadTimeCode,
    ibOverlaysMainBundleResource,
    ibPrepareNotCalled,
    ibPreviewBlankNoError,
    ibRuntimeAttributeIgnored,
    ibStaleRender,
    ibXibSelfRender,
    il2cppExceptionUncaught,
    initializerAbort,
    javaScriptFatal,
    javaScriptOutOfMemory,
    jvmFatalError,
    kotlinExceptionUncaught,
    leakSanitizer,
    libdispatchClientBug,
    mallocCorruption,
    abortCalled,
    codesignKill,
    dyldImageUnreadable,
    dyldSymbolMissing,
    terminateUnspecified,
    uiOffMainThread,
    reactNativeExceptionRace,
    managedNativeSignal,
    managedRuntimeException,
    memoryDamagedPointer,
    memoryNullCall,
    memoryNullDereference,
    memoryOverrun,
    memoryUninitialized,
    memoryUseAfterFree,
    memoryWildJump,
    memoryWriteProtected,
    nibOwnerReplaced,
    nibPlaceholderConstraintsLost,
    nibSelfClassRecursion,
    nsexceptionUncaught,
    objcOverrelease,
    objcSetterRecursion,
    osUnfairLockMisuse,
    pointerAuthentication,
    pthreadMisuse,
    pythonFatalError,
    qtFatalError,
    reactNativeFatal,
    rustPanic,
    sqliteMisuse,
    stackOverflow,
    swiftIndexOutOfRange,
    swiftInitInaccessible,
    swiftOverrelease,
    swiftTrapUnspecified,
    threadPerformanceChecker,
    threadSanitizer,
    ubsanTrap,
    undefinedBehaviorSanitizer,
    unrecognizedSelector,
    webKitAssertionFailed,
    xpcAPIMisuse,
  ]

  /// Returns the built-in pattern with this identifier; `nil` for an unknown one.
  package static func with(id: String) -> Pattern? { specificByID[id] ?? fallbacksByID[id] }

  private static let specificByID = Dictionary(specific.map { ($0.id, $0) }) { first, _ in first }
  private static let fallbacksByID = Dictionary(tabulatedFallbacks.map { ($0.id, $0) }) { first, _ in first }
}
