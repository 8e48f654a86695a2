extension RaisingAPI {
  /// MapKit.
  static let mapKitViews: StaticString = #"""
    api: -[MKMapView setRegion:animated:]
    api: -[MKMapView setRegion:]
    api: -[MKMapView _goToMapRegion:duration:springMass:springStiffness:springDamping:springVelocity:]
    api: -[MKMapView regionThatFits:]
    id: mkmapview-invalid-region
    image: MapKit
    raises: exception NSInvalidArgumentException
    requires: The region has a valid center and a span of at least 0 that stays within the earth.
    reason: Invalid Region <center:{}, {} span:{}, {}>
    cause: The region was computed from no annotations, from an invalid location (-180, -180), with a negative span, or before the map had a size.
    fix: Test `CLLocationCoordinate2DIsValid` and that the span is finite and not negative, and set the region after the first layout.
    count: 5
    search: Invalid Region center span MKMapView setRegion crash; NaN coordinate
    seen: 8
    source: https://github.com/applidium/ADClusterMapView/issues/35
    source: https://github.com/mullvad/mullvadvpn-app/pull/4309
    source: https://github.com/AdamShare/TSClusterMapView/issues/30
    source: https://github.com/react-native-maps/react-native-maps/issues/5730
    """#
}
