import CrashReports

/// What a user says of images: which are the app's, whatever their path, and which belong to a host of it.
package struct OwnImages: Sendable {
  private let bundleIDs: GlobSet
  private let images: GlobSet
  private let hosts: GlobSet
  private let isEmpty: Bool

  /// - Parameters:
  ///   - bundleIDs: Globs over identifiers of the app's images.
  ///   - images: Globs over short names of the app's images.
  ///   - hosts: Globs over short names of images that load the app and are never blamed.
  package init(bundleIDs: [String] = [], images: [String] = [], hosts: [String] = []) {
    self.bundleIDs = GlobSet(bundleIDs)
    self.images = GlobSet(images)
    self.hosts = GlobSet(hosts)
    isEmpty = bundleIDs.isEmpty && images.isEmpty && hosts.isEmpty
  }

  /// The role of an image of which the user said something. Text reports write an identifier where a name is due.
  func role(named written: String, bundleID: String?) -> FrameRole? {
    if isEmpty { return nil }
    let name = shortImageName(written)
    if hosts.matches(name) { return .host }
    if images.matches(name) { return .app }
    var identifier = bundleID ?? written
    if identifier.hasPrefix("+") { identifier.removeFirst() }
    return bundleIDs.matches(identifier) ? .app : nil
  }
}
