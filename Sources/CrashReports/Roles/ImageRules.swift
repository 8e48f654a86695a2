import Bytes

/// What a user says of images, for findings and for signatures: which are the app's, whatever their path, and which load
/// the app and are never blamed. It precedes the lists and all that paths tell.
package struct ImageRules: Sendable {
  private let apps: GlobSet
  private let hosts: GlobSet

  /// The lists alone.
  package static let builtIn = ImageRules()

  /// Globs (`GlobSet`), compared with an image's short name, with its text in the frame, which may be a bundle
  /// identifier, and with its bundle identifier.
  ///
  /// - Parameters:
  ///   - apps: Names or bundle identifiers of the app's images; these precede `hosts`.
  ///   - hosts: Names or bundle identifiers of images that load the app.
  package init(apps: [String] = [], hosts: [String] = []) {
    self.apps = GlobSet(apps)
    self.hosts = GlobSet(hosts)
  }

  func isApp(_ name: ArraySlice<UInt8>, written: ArraySlice<UInt8>, bundleID: String?) -> Bool {
    !apps.isEmpty && (apps.matches(name) || apps.matches(written) || bundleID.map(apps.matches) ?? false)
  }

  func isHost(_ name: ArraySlice<UInt8>, written: ArraySlice<UInt8>, bundleID: String?) -> Bool {
    !hosts.isEmpty && (hosts.matches(name) || hosts.matches(written) || bundleID.map(hosts.matches) ?? false)
  }
}
