extension RaisingAPI {
  /// Core Animation layers.
  static let coreAnimation: StaticString = #"""
    api: CA::Layer::set_position
    api: CA::Layer::set_bounds
    api: -[CALayer setPosition:]
    api: -[CALayer setBounds:]
    api: -[CALayer setFrame:]
    id: calayer-invalid-geometry
    image: QuartzCore
    raises: exception CALayerInvalidGeometry
    requires: Position and bounds of a layer are numbers, not NaN.
    reason: CALayer position contains NaN: [{}]
    cause: A frame or center was computed as NaN, usually by a division by zero, with `sqrt` of a negative number, or from an image or view of size zero.
    fix: Check the divisor before you compute the frame; set the environment variable `CG_NUMERICS_SHOW_BACKTRACE` to find the source.
    count: 9
    reason: CALayer bounds contains NaN: [{}]
    cause: A size was computed as NaN, or a transform with scale 0 was applied.
    fix: Check the divisor and the transform before you set bounds or content offset.
    count: 2
    search: CALayerInvalidGeometry; CALayer position contains NaN; CALayer bounds contains NaN; division by zero frame
    seen: 12
    source: https://github.com/neilang/NAMapKit/issues/12
    source: https://github.com/calimarkus/JDFlipNumberView/issues/44
    source: https://github.com/xmartlabs/XLForm/issues/1020
    source: https://github.com/HeshamMegid/HMSegmentedControl/issues/13

    api: -[CADisplayLink setPreferredFrameRateRange:]
    id: cadisplaylink-frame-rate-range
    image: QuartzCore
    raises: exception NSInvalidArgumentException
    requires: Minimum, preferred and maximum of a frame rate range are ascending.
    reason: invalid range (minimum: {} maximum: {} preferred: {})
    cause: The maximum was taken from `UIScreen.maximumFramesPerSecond`, which can be lower than a fixed minimum (61 on some devices, 30 in low power mode).
    fix: Compute the minimum as `min(80, maximum)` and keep the preferred rate between both.
    count: 3
    search: CADisplayLink preferredFrameRateRange invalid range crash; CAFrameRateRange minimum maximum preferred
    seen: 3
    source: https://github.com/jtrivedi/Wave/issues/30
    source: https://github.com/b3ll/Motion/issues/25
    source: https://github.com/jtrivedi/Wave/pull/31

    api: CA::Layer::ensure_transaction_recursively
    id: calayer-cycle
    image: QuartzCore
    raises: exception CALayerInvalid
    requires: A layer or view is not added to one of its own descendants.
    reason: layer {} is a part of cycle in its layer tree
    cause: A view is added to itself or to its own subview, a child controller shows its parent's view, or a private layer (secure text field) was moved.
    fix: Find the `addSubview` whose view contains the receiver; return a new child controller instead of `self`.
    count: 6
    search: CALayerInvalid layer is a part of cycle in its layer tree; addSubview self crash
    seen: 11
    source: https://github.com/pgorzelany/ScratchCardView/issues/8
    source: https://github.com/Yalantis/Koloda/issues/341
    source: https://github.com/pujiaxin33/JXCategoryView/issues/108
    source: https://github.com/CommunityToolkit/Maui/pull/1813
    """#
}
