import Bytes
import Synchronization

/// A user's rules for images, for findings and for signatures: which images belong to the app, regardless of their
/// path, and which load the app and are never blamed. The rules take precedence over the lists and over paths.
package struct ImageRules: Sendable {
  private let apps: GlobSet
  private let hosts: GlobSet
  /// The traits of images under these rules. Copies of the rules share them.
  let known = KnownTraits()

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

/// The traits of images that were determined before: reports share most images, and a path is compared with a hundred
/// globs. Can be used by several threads.
final class KnownTraits: Sendable {
  struct Image: Hashable, Sendable {
    var written: String
    var path: String?
    var bundleID: String?
    var context: ImageContext = []
  }

  private let traits = Mutex<[Image: ImageTraits]>([:])
  /// The maximum number of images, and the maximum length of a name or path in bytes: they come from reports.
  private static let (maxCount, maxLength) = (4096, 512)

  /// Returns the traits of an image; `determine` is called if they are not known.
  func traits(of image: Image, _ determine: () -> ImageTraits) -> ImageTraits {
    if let known = traits.withLock({ $0[image] }) { return known }
    let new = determine()
    let length = image.written.utf8.count + (image.path?.utf8.count ?? 0) + (image.bundleID?.utf8.count ?? 0)
    guard length <= Self.maxLength else { return new }
    traits.withLock { traits in
      if traits.count >= Self.maxCount { traits.removeAll(keepingCapacity: true) }
      traits[image] = new
    }
    return new
  }
}
