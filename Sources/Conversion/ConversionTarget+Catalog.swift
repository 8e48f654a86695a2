extension ConversionTarget {
  /// Every format, sorted by identifier. A new one is a value in its own file and one line here.
  package static let catalog: [ConversionTarget] = [
    appleText, firefox, folded, ips, json, openTelemetry, sentry, speedscope,
  ]

  /// Returns the format with this identifier, or `nil` if the catalog has none.
  package static func with(id: String) -> ConversionTarget? { catalog.first { $0.id == id } }
}
