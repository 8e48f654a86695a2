extension RaisingAPI {
  /// The entries, one text for each family of APIs.
  static let catalog: [StaticString] = [
    avfAudioEngine, avFoundationCapture, avFoundationMedia, appKitDrawing, appKitInteraction, appKitTables,
    appKitWindows, appServices, autoLayout, carPlayTemplates, castParseAndCalls, coreAnimation, coreData,
    coreGraphicsPaths, crossPlatform, databasesAndServices, dispatch, firebaseCore, firebaseData,
    foundationCollections, foundationObjects, foundationServices, foundationText, googleAndFacebook, healthBluetooth,
    layoutAndNetworking, listsAndReactive, mapKitViews, metal, moreSDKs, realm, sceneKitAndPDF, spriteKitNodes,
    swiftRuntime, swiftUIViews, swiftValues, systemLibraries, systemServices, uiKitAnimation, uiKitAppearance,
    uiKitCollections,
    uiKitCompositionalLayout, uiKitContainers, uiKitGraphics, uiKitInteraction, uiKitNibs, uiKitPresentation,
    uiKitScenes, uiKitTables, uiKitText, webKitViews,
  ]

  /// Calls that the system refuses without being on the stack of a crash, by what they need.
  static let refusedCalls: [StaticString] = [capabilities, privacyUsage]

  /// The entries whose requirements `diagnose check` looks up: those with calls as sources contain them.
  package static let checkedCalls: [RaisingAPI] =
    RaisingAPIIndex(refusedCalls + catalog).all.filter { !$0.sourceCalls.isEmpty && !$0.needs.isEmpty }

  /// Whether the system terminates the process because of a missing usage description.
  package var isPrivacyViolation: Bool {
    mechanisms == [.abort] && needs.contains { $0.kind == .plist && $0.names[0].hasSuffix("UsageDescription") }
  }
}
