extension RaisingAPI {
  /// Core Animation layers.
  static let coreAnimation: StaticString = #"""
    api: CA::Layer::set_position(CA::Vec2<double> const&, bool)
    api: CA::Layer::set_bounds(CA::Rect const&, bool)
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
  """#
}
