/// The modifiers of SwiftUI that put no object of the app into the environment.
enum SwiftUIModifiers {
  static let names = Set(
    """
    accentColor accessibility accessibilityAction accessibilityAddTraits accessibilityChildren accessibilityElement \
    accessibilityFocused accessibilityHeading accessibilityHidden accessibilityHint accessibilityIdentifier \
    accessibilityInputLabels accessibilityLabel accessibilityRemoveTraits accessibilityRepresentation \
    accessibilityRotor accessibilityShowsLargeContentViewer accessibilitySortPriority accessibilityValue alert \
    alignmentGuide allowsHitTesting allowsTightening anchorPreference animation aspectRatio autocapitalization \
    autocorrectionDisabled background backgroundStyle badge baselineOffset blendMode blur bold border brightness \
    buttonBorderShape buttonStyle clipShape clipped colorInvert colorMultiply colorScheme compositingGroup \
    confirmationDialog containerBackground containerRelativeFrame containerShape contentMargins contentShape \
    contentTransition contextMenu contrast controlGroupStyle controlSize coordinateSpace cornerRadius datePickerStyle \
    defaultScrollAnchor deleteDisabled dialogIcon digitalCrownRotation disableAutocorrection disabled \
    disclosureGroupStyle drag draggable drawingGroup dropDestination dynamicTypeSize edgesIgnoringSafeArea \
    exportsItemProviders fileExporter fileImporter fixedSize flipsForRightToLeftLayoutDirection focusable focused \
    focusedObject focusedSceneObject focusedSceneValue focusedValue font fontDesign fontWeight fontWidth \
    foregroundColor foregroundStyle formStyle frame fullScreenCover gaugeStyle geometryGroup gesture grayscale \
    gridCellAnchor gridCellColumns gridCellUnsizedAxes gridColumnAlignment groupBoxStyle headerProminence help hidden \
    highPriorityGesture hoverEffect hueRotation id ignoresSafeArea imageScale indexViewStyle inspector \
    interactiveDismissDisabled interpolation italic itemProvider kerning keyboardShortcut keyboardType labelStyle \
    labelsHidden layoutPriority lineLimit lineSpacing listItemTint listRowBackground listRowInsets listRowSeparator \
    listRowSeparatorTint listRowSpacing listSectionSeparator listSectionSpacing listStyle luminanceToAlpha mask \
    matchedGeometryEffect menuIndicator menuOrder menuStyle minimumScaleFactor modelContainer modelContext monospaced \
    monospacedDigit moveDisabled multilineTextAlignment navigationBarBackButtonHidden navigationBarHidden \
    navigationBarItems navigationBarTitle navigationBarTitleDisplayMode navigationDestination navigationSplitViewColumnWidth \
    navigationSplitViewStyle navigationSubtitle navigationTitle navigationTransition navigationViewStyle offset onAppear \
    onChange onContinueUserActivity onDelete onDisappear onDrag onDrop onGeometryChange onHover onLongPressGesture onMove \
    onMoveCommand onOpenURL onPreferenceChange onReceive onScrollGeometryChange onSubmit onTapGesture opacity overlay \
    overlayPreferenceValue padding persistentSystemOverlays phaseAnimator pickerStyle popover position \
    preferredColorScheme presentationBackground presentationCompactAdaptation presentationCornerRadius \
    presentationDetents presentationDragIndicator preview previewContext previewDevice previewDisplayName \
    previewInterfaceOrientation previewLayout privacySensitive progressViewStyle projectionEffect redacted refreshable \
    renderingMode resizable rotation3DEffect rotationEffect safeAreaInset safeAreaPadding saturation scaleEffect scaledToFill \
    scaledToFit scenePadding scrollBounceBehavior scrollClipDisabled scrollContentBackground scrollDisabled \
    scrollDismissesKeyboard scrollIndicators scrollPosition scrollTargetBehavior scrollTargetLayout searchable \
    searchScopes searchSuggestions sectionActions selectionDisabled sensoryFeedback shadow sheet simultaneousGesture \
    speechSpellsOutCharacters stroke strokeBorder strikethrough submitLabel submitScope swipeActions symbolEffect \
    symbolRenderingMode symbolVariant tabItem tabViewStyle tag task textCase textContentType textEditorStyle \
    textFieldStyle textInputAutocapitalization textSelection tint toggleStyle toolbar toolbarBackground \
    toolbarColorScheme toolbarRole toolbarTitleDisplayMode tracking transaction transformEffect transition \
    truncationMode typesettingLanguage underline unredacted userActivity visualEffect zIndex fill trim inset rotation \
    scale map filter sorted joined enumerated forEach prefix suffix formatted description isEmpty contains first last
    """.split(separator: " ").map(String.init))
}
