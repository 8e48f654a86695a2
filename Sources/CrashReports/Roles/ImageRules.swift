import Bytes

/// A user's rules for images, for findings and for signatures: which images belong to the app, regardless of their
/// path, and which load the app and are never blamed. The rules take precedence over the lists and over paths.
package struct ImageRules: Sendable {
  private let apps: GlobSet
  private let hosts: GlobSet

  /// No rules of a user: only the built-in lists apply.
  package static let builtIn = ImageRules()

  /// Creates rules from globs (`GlobSet`), which are compared with the short name of an image, with its name in the
  /// frame, which may be a bundle identifier, and with its bundle identifier.
  ///
  /// - Parameters:
  ///   - apps: Names or bundle identifiers of the app's images; they take precedence over `hosts`.
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
