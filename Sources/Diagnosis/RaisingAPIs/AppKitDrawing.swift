extension RaisingAPI {
  /// Colors, images and other drawing of AppKit.
  static let appKitDrawing: StaticString = #"""
    api: -[NSColor getRed:green:blue:alpha:]
    api: -[NSColor getHue:saturation:brightness:alpha:]
    api: -[NSColor redComponent]
    api: -[NSColor greenComponent]
    api: -[NSColor blueComponent]
    api: -[NSColor hueComponent]
    api: -[NSColor brightnessComponent]
    api: -[NSColor saturationComponent]
    api: -[NSColor whiteComponent]
    api: -[NSColor numberOfComponents]
    id: nscolor-components
    image: AppKit
    raises: exception NSInvalidArgumentException
    requires: The color is in a color space that has these components.
    reason: *** -getRed:green:blue:alpha: not valid for the NSColor {}; need to first convert colorspace.
    cause: A catalog, dynamic, gray or pattern color has no RGB components.
    fix: Call `usingColorSpace(.sRGB)` (or `.deviceRGB`) first and read the components of the result.
    count: 2
    reason: *** -getHue:saturation:brightness:alpha: not valid for the NSColor {}; need to first convert colorspace.
    cause: A catalog, dynamic or gray color has no hue.
    fix: Call `usingColorSpace(.sRGB)` first and read the components of the result.
    count: 2
    search: not valid for the NSColor need to first convert colorspace; redComponent crash; NSColor getRed
    seen: 7
    source: https://github.com/superhighfives/pika/issues/5
    source: https://github.com/microsoft/react-native-macos/pull/1813
    source: https://github.com/markbattistella/ContrastKit/issues/4
    source: https://github.com/bennyguitar/Colours/pull/53

    api: -[NSColorSpaceColor initWithColorSpace:components:count:]
    api: +[NSColor colorWithColorSpace:components:count:]
    id: nscolor-component-count
    image: AppKit
    raises: exception NSInvalidArgumentException
    requires: The number of components is that of the color space plus one for alpha.
    reason: *** invalid number of components for colorspace in initWithColorSpace:components:count:
    cause: Gray or CMYK components were passed with an RGB color space, or alpha is missing.
    fix: Pass `colorSpace.numberOfColorComponents + 1` values.
    count: 1
    search: invalid number of components for colorspace
    seen: 1
    source: https://github.com/ramonpoca/ColorTools/issues/5

    api: -[NSGradient initWithColors:atLocations:colorSpace:]
    id: nsgradient-color-space
    image: AppKit
    raises: exception NSInvalidArgumentException
    requires: Every color of a gradient can be converted to its color space.
    reason: *** -[NSGradient initWithColors:atLocations:colorSpace:]: the color {} cannot be converted into color space {}
    cause: A pattern or system color without a fixed value is used in a gradient.
    fix: Convert the color with `usingColorSpace(_:)` and handle nil.
    count: 1
    search: NSGradient color cannot be converted into color space
    seen: 1
    source: https://github.com/panicinc/ColorArt/pull/9

    api: -[NSImage lockFocus]
    api: -[NSImage lockFocusFlipped:]
    api: -[NSImage _lockFocusOnRepresentation:rect:context:hints:flipped:]
    id: nsimage-lock-focus
    image: AppKit
    raises: exception NSImageCacheException
    requires: The image has a size above zero.
    reason: Cannot lock focus on image {}, because it is size zero.
    cause: The image failed to load (empty file, missing resource) or was created with size zero.
    fix: Check `image.size` and `isValid` first, or draw with `NSImage(size:flipped:drawingHandler:)`.
    count: 3
    search: Cannot lock focus on image because it is size zero; NSImageCacheException
    seen: 3
    source: https://github.com/alcatraz/Alcatraz/issues/479
    source: https://github.com/superpowers/superpowers-game/issues/20

    api: NSNewBitmapBackingStore
    id: nsbitmap-backing-store
    image: AppKit
    raises: exception NSBadBitmapParametersException
    requires: The size of a bitmap is positive and small enough to allocate.
    reason: Overflow allocating bitmap backing store.  Cannot back bitmap with {} bytes per row, {} height, and {} planes.
    cause: The image size is computed from untrusted data, infinite or not a number.
    fix: Limit width and height before you draw or convert the image.
    count: 1
    search: NSBadBitmapParametersException; Overflow allocating bitmap backing store
    seen: 1
    source: https://github.com/xsscx/macos-research/issues/4
    """#
}
