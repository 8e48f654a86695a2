extension RaisingAPI {
  /// Image contexts, fonts and drawing of UIKit.
  static let uiKitGraphics: StaticString = #"""
    api: _UIGraphicsBeginImageContextWithOptions
    api: UIGraphicsBeginImageContextWithOptions
    api: UIGraphicsBeginImageContext
    id: uigraphics-begin-image-context
    image: UIKitCore
    raises: assertion NSInternalInconsistencyException
    requires: The size of an image context is above zero in both dimensions.
    reason: UIGraphicsBeginImageContext() failed to allocate CGBitampContext: size={}, scale={}, bitmapInfo={}. Use UIGraphicsImageRenderer to avoid this assert.
    cause: The size is zero (a view before layout, an image that failed to load) or too large for memory; raises since iOS 17.
    fix: Return early for an empty size, or draw with `UIGraphicsImageRenderer`.
    count: 8
    search: UIGraphicsBeginImageContext() failed to allocate CGBitampContext; iOS 17 crash size 0
    seen: 8
    source: https://github.com/banchichen/TZImagePickerController/issues/1674
    source: https://github.com/hughkli/Lookin/issues/21
    source: https://github.com/ibireme/YYKit/issues/616
    source: https://github.com/indulgeIn/YBImageBrowser/issues/354
    """#
}
