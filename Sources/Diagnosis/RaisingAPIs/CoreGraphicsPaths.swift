extension RaisingAPI {
  /// Core Graphics paths.
  static let coreGraphicsPaths: StaticString = #"""
    api: CGPathAddLineToPoint
    api: CGPathMoveToPoint
    api: CGPathAddArc
    api: CGPathAddArcToPoint
    api: CGPathAddCurveToPoint
    api: CGPathAddQuadCurveToPoint
    api: CGPathAddRelativeArc
    id: cgpath-invalid-coordinate
    image: CoreGraphics
    raises: abort
    requires: Coordinates of a path are numbers, not NaN.
    reason: Assertion failed: (CGFloatIsValid(x) && CGFloatIsValid(y)), function {}, file {}, line {}.
    cause: A coordinate is NaN, usually from a division by zero or a view without a size.
    fix: Check the divisor and skip the drawing when the rectangle is empty or not finite.
    count: 4
    reason: Assertion failed: (CGFloatIsValid(x2) && CGFloatIsValid(y2)), function {}, file {}, line {}.
    cause: The end point of an arc is NaN.
    fix: Check the rectangle before you add the arc.
    count: 1
    search: CGFloatIsValid assertion failed; CGPathAddLineToPoint NaN crash; CGPathMoveToPoint
    seen: 5
    source: https://github.com/jfahrenkrug/VertexHelper/issues/8
    source: https://github.com/ckteebe/CustomBadge/issues/10
    source: https://github.com/nealyoung/NYSegmentedControl/issues/33
    source: https://github.com/ddeville/DDProgressView/issues/9

    api: CGPathAddRoundedRect
    api: CGPathCreateWithRoundedRect
    id: cgpath-rounded-rect
    image: CoreGraphics
    raises: abort
    requires: The corner radii are at least 0 and at most half the width and height of the rectangle.
    reason: Assertion failed: (corner_height >= 0 && 2 * corner_height <= CGRectGetHeight(rect)), function {}, file {}, line {}.
    cause: The rectangle is lower than twice the corner height, for example a bar with value 0 or a view before layout.
    fix: Limit the radius with `min(radius, rect.width / 2, rect.height / 2)`.
    count: 2
    reason: Assertion failed: (corner_width >= 0 && 2 * corner_width <= CGRectGetWidth(rect)), function {}, file {}, line {}.
    cause: The rectangle is narrower than twice the corner width.
    fix: Limit the radius with `min(radius, rect.width / 2, rect.height / 2)`.
    count: 2
    search: corner_height >= 0 && 2 * corner_height <= CGRectGetHeight(rect); corner_width assertion; rounded rect crash
    seen: 6
    source: https://github.com/SVGKit/SVGKit/issues/210
    source: https://github.com/FelixKratz/yabai/issues/3
    source: https://github.com/viniciusaro/ios-bar-chart-view/issues/4
    source: https://github.com/dotnet/macios/pull/966
    """#
}
