import Bytes

/// What roles of frames are used for. The lists are the same; rules differ where a comment of `ImageTraits` or `FrameRole`
/// says so, because those of signatures are frozen with their version: another rule would give known failures new keys.
package enum RolePurpose: Sendable {
  /// Which frame a finding points to.
  case blame
  /// Which frames are part of a signature, version 1.
  case grouping
}

/// What an image is, whatever function of it a frame is in.
package struct ImageTraits: Sendable, Equatable {
  /// The dynamic loader.
  package var isLoader = false
  /// A program that loads the app as a library, or a framework of one.
  package var isHost = false
  /// An image of the system or of Xcode.
  package var isSystem = false

  /// What a path says of an image.
  package enum Folder: String, Sendable {
    /// A folder of the system, of a simulator's runtime or of Xcode.
    case system
    case other
  }

  private static let loaders = GlobSet(FrameRoleLists.loaderImages)
  private static let hosts = GlobSet(FrameRoleLists.hostImages)
  private static let systemImages = GlobSet(FrameRoleLists.systemImages + FrameRoleLists.kernelImages)
  private static let systemBundleIDs = GlobSet(FrameRoleLists.systemBundleIDs)
  private static let systemPaths = GlobSet(FrameRoleLists.systemPaths)

  /// - Parameters:
  ///   - name: Short name of the image.
  ///   - written: Its text in the frame: in text reports of macOS a bundle identifier, `+` in front of what is not
  ///     Apple's.
  ///   - folder: Where it is; `nil` if the report does not say.
  ///   - bundleID: Its bundle identifier, where the report lists it.
  package init(
    name: ArraySlice<UInt8>, written: ArraySlice<UInt8>, folder: Folder?, bundleID: String? = nil, rules: ImageRules,
    for purpose: RolePurpose
  ) {
    let written = ImageName.withoutPlus(written)
    if rules.isApp(name, written: written, bundleID: bundleID) { return }
    isLoader = Self.loaders.matches(name)
    isHost = Self.hosts.matches(name) || rules.isHost(name, written: written, bundleID: bundleID)
    isSystem = isLoader || folder == .system || (folder == nil && Self.systemImages.matches(name))
    // Safari is in /Applications and calls itself com.apple.Safari: for blame it is an app like any other. Version 1 of
    // the signatures goes by the identifier.
    if !isSystem, folder == nil || purpose == .grouping { isSystem = Self.systemBundleIDs.matches(written) }
  }

  /// The traits of an image for blame, by its text in the frame and its path in the list of images.
  package init(written: String, path: String?, bundleID: String? = nil, rules: ImageRules = .builtIn) {
    let bytes = Array(written.utf8)[...]
    let path = path.flatMap { $0.hasPrefix("/") || $0.hasPrefix("@") || Self.isSystem(path: $0) ? $0 : nil }
    self.init(
      name: ImageName.short(bytes), written: bytes, folder: path.map { Self.isSystem(path: $0) ? .system : .other },
      bundleID: bundleID, rules: rules, for: .blame)
    // Xcode's agents are there; a frame in one of them is the host's, whatever its name. Version 1 of the signatures
    // goes by the names alone.
    if let path, path.containsBytes("/Library/Xcode/Overlays/") || path.containsBytes("/Library/Xcode/Agents/"),
      !rules.isApp(ImageName.short(bytes), written: ImageName.withoutPlus(bytes), bundleID: bundleID)
    {
      isHost = true
    }
  }

  /// True for a path of the system, of a simulator's runtime or of Xcode.
  package static func isSystem(path: String) -> Bool { systemPaths.matches(path) }

  /// The role of frames whose function says nothing.
  package var role: FrameRole { isLoader ? .loader : isHost ? .host : isSystem ? .system : .app }
}
