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
}
