import CrashReports

extension FrameRole {
  private static let hosts = GlobSet(FrameRoleLists.hostImages)
  private static let loaders = GlobSet(FrameRoleLists.loaderImages)
  private static let systemPaths = GlobSet(FrameRoleLists.systemPaths)
  private static let systemImages = GlobSet(FrameRoleLists.systemImages)
  private static let machineryFunctions = GlobSet(FrameRoleLists.machinery)
  private static let glueFunctions = GlobSet(FrameRoleLists.glue)

  /// The role that an image gives its frames.
  ///
  /// A path decides before a name, because an app may contain a framework that is named like one of the system's.
  static func ofImage(named written: String, path: String?) -> FrameRole {
    let name = shortImageName(written)
    if loaders.matches(name) { return .loader }
    if hosts.matches(name) { return .host }
    if let path, !path.isEmpty, path != "???" {
      if contains(path, "/Library/Xcode/Overlays/") || contains(path, "/Library/Xcode/Agents/") {
        // Xcode's agents live there; a frame in one of them is the host's, whatever its name.
        return .host
      }
      if systemPaths.matches(path) { return .system }
      if path.hasPrefix("/") || path.hasPrefix("@") { return .app }
    }
    if written.hasPrefix("com.apple.") { return .system }
    return systemImages.matches(name) ? .system : .app
  }

  /// The role of a frame whose image has the role `image`.
  ///
  /// Machinery and glue are recognised by function. Code of the app is never called either, except for `main`: the
  /// names are the system's, and an app may have a function `dispatch_all` of its own.
  static func ofFunction(_ function: String?, image: FrameRole) -> FrameRole {
    guard let function, image != .loader else { return image }
    if function == "main" || function == "$main" { return .glue }
    if image == .app {
      return function.hasPrefix("__swift_runtime_failure") || function.hasPrefix("Swift runtime failure:")
        ? .machinery : .app
    }
    let name = withoutCategory(function)
    if machineryFunctions.matches(name) { return .machinery }
    if glueFunctions.matches(name) { return .glue }
    return image
  }
}

/// `-[NSRunLoop run]` for `-[NSRunLoop(NSRunLoop) run]`: the lists name classes, not categories.
private func withoutCategory(_ function: String) -> String {
  guard function.hasPrefix("-[") || function.hasPrefix("+["), let open = function.firstIndex(of: "("),
    let close = function.firstIndex(of: ")"), let blank = function.firstIndex(of: " "), open < close, close < blank
  else { return function }
  return String(function[..<open] + function[function.index(after: close)...])
}

/// The image's name as a person says it: the last part of a path or bundle identifier, without `+` and `(*)`.
package func shortImageName(_ written: String) -> String {
  var name = Substring(written)
  if name.hasPrefix("+") { name = name.dropFirst() }
  if name.hasSuffix(" (*)") { name = name.dropLast(4) }
  if let slash = name.utf8.lastIndex(of: UInt8(ascii: "/")) { name = name[name.index(after: slash)...] }
  // The kernel is named after its build and chip: kernel.release.t6000.
  if name.hasPrefix("kernel.release.") || name.hasPrefix("kernel.development.") { return "kernel" }
  if name.hasSuffix(".debug.dylib") { name = name.dropLast(12) }
  if isBundleIdentifier(name), let dot = name.lastIndex(of: ".") { name = name[name.index(after: dot)...] }
  return String(name)
}

/// Three or more parts, no blank, the first of 2–6 lower-case letters, and the last no extension of a binary.
private func isBundleIdentifier(_ name: Substring) -> Bool {
  var dots = 0
  for byte in name.utf8 {
    if byte == 0x20 { return false }
    if byte == 0x2e { dots += 1 }
  }
  guard dots >= 2 else { return false }
  let parts = name.split(separator: ".", omittingEmptySubsequences: false)
  guard parts.count >= 3, let first = parts.first, let last = parts.last else { return false }
  guard (2...6).contains(first.utf8.count), first.utf8.allSatisfy({ (0x61...0x7a).contains($0) }) else { return false }
  let binaries: Set<Substring> = [
    "dylib", "framework", "bundle", "app", "appex", "xpc", "so", "tbd", "xctest", "plugin", "kext", "debug",
  ]
  return !binaries.contains(last)
}

extension CrashReport {
  /// Fills in the role of every frame.
  ///
  /// - Parameter own: What a user says of images; it goes before everything that paths and names tell.
  package mutating func assignFrameRoles(_ own: OwnImages = OwnImages()) {
    var roles = RoleTable(images: images ?? [], own: own)
    if var all = threads {
      threads = nil  // so that the array is changed in place
      for index in all.indices { roles.assign(&all[index].frames) }
      threads = all
    }
    if var frames = lastExceptionBacktrace {
      roles.assign(&frames)
      lastExceptionBacktrace = frames
    }
    if var all = applicationSpecificBacktraces {
      for index in all.indices { roles.assign(&all[index]) }
      applicationSpecificBacktraces = all
    }
  }
}

/// The roles of one report's images and functions, each worked out once.
private struct RoleTable {
  private let images: [BinaryImage]
  private let own: OwnImages
  private var byIndex: [FrameRole?]
  private var byName: [String: FrameRole] = [:]
  /// Of functions in images of the system or a host; `nil` where the function says nothing.
  private var byFunction: [String: FrameRole?] = [:]

  init(images: [BinaryImage], own: OwnImages) {
    self.images = images
    self.own = own
    byIndex = Array(repeating: nil, count: images.count)
  }

  mutating func assign(_ frames: inout [CrashReport.Frame]) {
    for index in frames.indices { frames[index].role = role(of: frames[index]) }
  }

  private mutating func role(of frame: CrashReport.Frame) -> FrameRole {
    guard let image = imageRole(of: frame) else { return .unknown }
    guard let function = frame.symbol?.readable else { return image }
    switch image {
    case .app, .loader: return FrameRole.ofFunction(function, image: image)
    default: break
    }
    if let known = byFunction[function] { return known ?? image }
    let found = FrameRole.ofFunction(function, image: image)
    byFunction[function] = .some(found == image ? nil : found)
    return found
  }

  private mutating func imageRole(of frame: CrashReport.Frame) -> FrameRole? {
    guard let written = frame.image else { return nil }
    if let index = frame.imageIndex, images.indices.contains(index) {
      if let known = byIndex[index] { return known }
      let role =
        own.role(named: written, bundleID: images[index].bundleID)
        ?? FrameRole.ofImage(named: written, path: images[index].path)
      byIndex[index] = role
      return role
    }
    if let known = byName[written] { return known }
    let role = own.role(named: written, bundleID: nil) ?? FrameRole.ofImage(named: written, path: nil)
    byName[written] = role
    return role
  }
}
