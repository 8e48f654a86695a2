import Bytes

/// The purpose of frame roles.
///
/// Both purposes use the same lists. The rules differ where a comment of `ImageTraits` or `FrameRole` states it,
/// because the rules of signatures are frozen with their version: a changed rule would give known failures new keys.
package enum RolePurpose: Sendable {
  /// Choosing the frame that a finding points to.
  case blame
  /// Choosing the frames of a signature, version 1.
  case grouping
}

/// The traits of an image that determine the role of its frames, independent of the function.
package struct ImageTraits: Sendable, Equatable {
  /// The dynamic loader.
  package var isLoader = false
  /// A program that loads the app as a library, or a framework of such a program.
  package var isHost = false
  /// An image of the system or of Xcode.
  package var isSystem = false
  /// A crash reporter in an image of its own.
  package var isReporter = false
  /// The runtime of a managed language, such as Mono.
  var isManagedRuntime = false

  /// The kind of folder that an image is in.
  package enum Folder: String, Sendable {
    /// A folder of the system, of a simulator runtime or of Xcode.
    case system
    case other
  }

  private static let loaders = GlobSet(FrameRoleLists.loaderImages)
  private static let hosts = GlobSet(FrameRoleLists.hostImages)
  private static let systemImages = GlobSet(
    FrameRoleLists.systemImages + FrameRoleLists.kernelImages + FrameRoleLists.systemLibraries)
  private static let runtimeImages = GlobSet(FrameRoleLists.runtimeImages)
  private static let managedRuntimes = GlobSet(FrameRoleLists.managedRuntimeImages)
  private static let systemBundleIDs = GlobSet(FrameRoleLists.systemBundleIDs)
  private static let systemPaths = GlobSet(
    tagged: (FrameRoleLists.systemPaths + FrameRoleLists.systemFolders).map {
      ($0, $0.contains("/Xcode*.app/") ? 1 : 0)
    }
  )

  /// Determines the traits of an image.
  ///
  /// - Parameters:
  ///   - name: The short name of the image.
  ///   - written: Its name in the frame: in text reports of macOS a bundle identifier, with `+` before images that are
  ///     not Apple's.
  ///   - folder: The kind of its folder; `nil` if the report does not state the path.
  ///   - bundleID: Its bundle identifier, if the report lists it.
  package init(
    name: ArraySlice<UInt8>, written: ArraySlice<UInt8>, folder: Folder?, bundleID: String? = nil, rules: ImageRules,
    for purpose: RolePurpose
  ) {
    let written = ImageName.withoutPlus(written)
    if rules.isApp(name, written: written, bundleID: bundleID) { return }
    isLoader = Self.loaders.matches(name)
    isReporter = Blamability.isReporter(image: name)
    isHost = Self.hosts.matches(name) || rules.isHost(name, written: written, bundleID: bundleID)
    isManagedRuntime = purpose == .blame && Self.managedRuntimes.matches(name)
    isSystem =
      isLoader || folder == .system || Self.runtimeImages.matches(name)
      || (folder == nil && Self.systemImages.matches(name))
      || isManagedRuntime
    // Safari is in /Applications and has the identifier com.apple.Safari: for blame it is an app like any other.
    // Version 1 of the signatures uses the identifier.
    if !isSystem, folder == nil || purpose == .grouping { isSystem = Self.systemBundleIDs.matches(written) }
  }

  /// Determines the traits of an image for blame, by its name in the frame and its path in the list of images.
  ///
  /// The path decides. Without one, it is what the report shows about the image (`context`), then its name.
  package init(
    written: String, path: String?, bundleID: String? = nil, rules: ImageRules = .builtIn, context: ImageContext = []
  ) {
    let bytes = Array(written.utf8)[...]
    let path = path.flatMap(Self.stated)
    let name = ImageName.short(bytes)
    let isSystemFolder = !context.isDisjoint(with: [.simulatorRuntime, .systemApplication])
    self.init(
      name: name, written: bytes,
      folder: path.map {
        (isSystemFolder || ProcessTraits.isOfSystem($0)) && !LinkedLibraries.isInjected($0) ? .system : .other
      },
      bundleID: bundleID, rules: rules, for: .blame)
    if !isSystem, !isHost, !rules.isApp(name, written: ImageName.withoutPlus(bytes), bundleID: bundleID) {
      if AppleImages.isEmbedded(name.text) {
        isSystem = true
      } else if path == nil {
        isSystem = Self.isSystem(named: name.text, context)
      }
    } else if path == nil, context.contains(.process), !isLoader, !isHost {
      isSystem = false
    }
    // These folders contain Xcode's agents; their frames belong to the host, regardless of the image name. Version 1 of
    // the signatures uses only names.
    if let path, path.containsBytes("/Library/Xcode/Overlays/") || path.containsBytes("/Library/Xcode/Agents/"),
      !rules.isApp(ImageName.short(bytes), written: ImageName.withoutPlus(bytes), bundleID: bundleID)
    {
      isHost = true
    }
  }

  /// Whether an image is the system's for other reasons than that it is the runtime of another language.
  var isApple: Bool { isSystem && !isManagedRuntime }

  /// Returns the path if it is one; reports also write `???` and names.
  static func stated(_ path: String) -> String? {
    path.hasPrefix("/") || path.hasPrefix("@") || isSystem(path: path) ? path : nil
  }

  /// Returns whether an image without a path is the system's, by its short name.
  private static func isSystem(named name: String, _ context: ImageContext) -> Bool {
    guard context.isDisjoint(with: [.process, .sourceLine]) else { return false }
    return switch AppleImages.kind(of: name) {
    case .system, .embedded: true
    case .shared: context.contains(.appleClass)
    case nil: false
    }
  }

  /// Returns whether a path belongs to the system, to a simulator runtime or to Xcode.
  ///
  /// The name of Xcode's bundle is one component of the path: Xcode builds apps in `…/Developer/Xcode/DerivedData/`.
  package static func isSystem(path: String) -> Bool {
    var path = path
    return path.withUTF8 { bytes in
      var matchesFolder = false
      var matchesXcode = false
      systemPaths.forEachMatch(bytes) { tag in if tag == 0 { matchesFolder = true } else { matchesXcode = true } }
      return matchesFolder || matchesXcode && hasXcodeBundle(bytes)
    }
  }

  /// Returns whether a component is the bundle of a version of Xcode, such as `Xcode.app`, `Xcode-beta.app` or
  /// `Xcode16.2.app`, and not of another app, such as `Xcodes.app`.
  private static func hasXcodeBundle(_ path: UnsafeBufferPointer<UInt8>) -> Bool {
    path.split(separator: UInt8(ascii: "/")).contains { component in
      guard component.starts(with: "Xcode".utf8), component.count >= 9,
        component.suffix(4).elementsEqual(".app".utf8)
      else { return false }
      let next = component[component.startIndex + 5] | 0x20
      return !(UInt8(ascii: "a")...UInt8(ascii: "z")).contains(next)
    }
  }

  /// The role of frames whose function does not determine one.
  package var role: FrameRole { isLoader ? .loader : isHost ? .host : isSystem ? .system : .app }
}
