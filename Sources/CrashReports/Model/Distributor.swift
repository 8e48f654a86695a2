/// Where an app was installed from.
enum Distributor {
  /// Returns the name for users: `TestFlight` for `com.apple.TestFlight`; an identifier of another marketplace as it is.
  static func name(of identifier: String) -> String {
    switch identifier {
    case "com.apple.TestFlight": "TestFlight"
    case "com.apple.AppStore": "App Store"
    default: identifier
    }
  }
}
