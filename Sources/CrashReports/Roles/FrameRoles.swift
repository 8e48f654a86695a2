import Bytes

/// What the name of a function tells about the role of its frames.
package struct FunctionTraits: OptionSet, Sendable {
  /// One bit for each trait below.
  package let rawValue: Int

  /// Creates a set from its bits; unknown bits are kept and mean nothing.
  package init(rawValue: Int) { self.rawValue = rawValue }

  /// Code of the system that only carries a failure out.
  package static let machinery = FunctionTraits(rawValue: 1)
  /// The same, where the compiler may have inlined it into any image.
  package static let machineryAnywhere = FunctionTraits(rawValue: 2)
  /// Code that only passes control on.
  package static let glue = FunctionTraits(rawValue: 4)

  private static let functions = GlobSet(
    tagged: FrameRoleLists.machinery.map { ($0, machinery.rawValue) }
      + FrameRoleLists.machineryAnywhere.map { ($0, machineryAnywhere.rawValue) }
      + FrameRoleLists.glue.map { ($0, glue.rawValue) })

  /// - Parameter function: A readable name without the category of Objective-C: the lists name classes.
  package init(of function: ArraySlice<UInt8>) {
    var bits = 0
    Self.functions.forEachMatch(function) { bits |= $0 }
    rawValue = bits
  }
}

extension FrameRole {
  /// The role of a frame of a named function, as signatures of version 1 have it.
  ///
  /// In code of the app, too, functions are told by their names alone.
  package static func ofGrouped(_ function: FunctionTraits, in image: ImageTraits) -> FrameRole {
    if function.contains(.machineryAnywhere) || (image.isSystem && function.contains(.machinery)) { return .machinery }
    return !image.isLoader && function.contains(.glue) ? .glue : image.role
  }

  /// The role of a frame for blame.
  ///
  /// Code of the app is never machinery or glue, except for `main` and failures that the compiler put there: the names
  /// are the system's, and an app may have a function `dispatch_all` or `assert(_:)` of its own. What the loader does
  /// is its own, so that a missing library is not hidden by how dyld ends the process.
  package static func ofBlamed(_ function: String?, in image: ImageTraits) -> FrameRole {
    guard let function, !image.isLoader else { return image.role }
    if function == "main" || function == "$main" { return .glue }
    if image.role == .app {
      return function.hasPrefix("__swift_runtime_failure") || function.hasPrefix("Swift runtime failure:")
        ? .machinery : .app
    }
    let traits = FunctionTraits(of: withoutCategory(function))
    if !traits.isDisjoint(with: [.machinery, .machineryAnywhere]) { return .machinery }
    return traits.contains(.glue) ? .glue : image.role
  }

  /// `-[NSRunLoop run]` for `-[NSRunLoop(NSRunLoop) run]`.
  private static func withoutCategory(_ function: String) -> ArraySlice<UInt8> {
    let name = Array(function.utf8)
    guard name.count > 2, name[1] == UInt8(ascii: "["), name[0] == UInt8(ascii: "-") || name[0] == UInt8(ascii: "+"),
      let open = name.firstIndex(of: UInt8(ascii: "(")), let close = name.firstIndex(of: UInt8(ascii: ")")),
      let space = name.firstIndex(of: UInt8(ascii: " ")), open < close, close < space
    else { return name[...] }
    return (name[..<open] + name[(close + 1)...])[...]
  }

  /// A path that says no more of an image than its real one does for the role of its frames; `nil` where its name says
  /// as much.
  package static func placeholderPath(named written: String, path: String?) -> String? {
    let role = ImageTraits(written: written, path: path).role
    if ImageTraits(written: written, path: nil).role == role { return nil }
    switch role {
    case .system: return "/System/"
    case .host: return "/Library/Xcode/Agents/"
    default: return "/"
    }
  }
}

extension CrashReport {
  /// Fills in the role of every frame, for blame.
  package mutating func assignFrameRoles(_ rules: ImageRules = .builtIn) {
    var roles = RoleTable(images: images ?? [], rules: rules)
    changeEachStack { frames, _ in
      for index in frames.indices { frames[index].role = roles.role(of: frames[index]) }
    }
  }
}

/// The roles of one report's frames; what each image is is worked out once.
private struct RoleTable {
  private let images: [BinaryImage]
  private let rules: ImageRules
  private var byIndex: [ImageTraits?]
  private var byName: [String: ImageTraits] = [:]

  init(images: [BinaryImage], rules: ImageRules) {
    self.images = images
    self.rules = rules
    byIndex = Array(repeating: nil, count: images.count)
  }

  mutating func role(of frame: CrashReport.Frame) -> FrameRole {
    traits(of: frame).map { FrameRole.ofBlamed(frame.symbol?.readable, in: $0) } ?? .unknown
  }

  private mutating func traits(of frame: CrashReport.Frame) -> ImageTraits? {
    guard let written = frame.image else { return nil }
    guard let index = frame.imageIndex, images.indices.contains(index) else {
      if let known = byName[written] { return known }
      let traits = ImageTraits(written: written, path: nil, rules: rules)
      byName[written] = traits
      return traits
    }
    if let known = byIndex[index] { return known }
    let image = images[index]
    let traits = ImageTraits(written: written, path: image.path, bundleID: image.bundleID, rules: rules)
    byIndex[index] = traits
    return traits
  }
}
