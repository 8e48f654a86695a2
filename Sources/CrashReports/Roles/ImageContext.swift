import Bytes

/// What a report shows about an image, besides its name and path, as far as it decides whose code the image is.
package struct ImageContext: OptionSet, Hashable, Sendable {
  /// One bit for each fact below.
  package let rawValue: UInt8

  /// Creates a set from its bits; unknown bits are preserved and ignored.
  package init(rawValue: UInt8) { self.rawValue = rawValue }

  /// It is in the runtime of a simulator: the report hides the folders of that volume.
  package static let simulatorRuntime = ImageContext(rawValue: 1)
  /// It has the name of the process, which is not one of the system.
  package static let process = ImageContext(rawValue: 2)
  /// A frame of it names a line of a source file that is not a vendor's: images of the system have no lines.
  package static let sourceLine = ImageContext(rawValue: 4)
  /// A frame of it is a method of a class with a prefix that Apple's image of this name uses.
  package static let appleClass = ImageContext(rawValue: 8)
  /// It is in a folder that contains only programs of the system on the system of the report.
  package static let systemApplication = ImageContext(rawValue: 16)
}

/// What a report states about its process, as far as it decides whose code an image is.
package struct ProcessTraits: Sendable, Equatable {
  /// True for a process in a simulator.
  package var isSimulated = false
  /// True for a program of the system or of Xcode, which the reader of the report did not write.
  package var isApple = false
  /// The short name of the program; `nil` if it is unknown.
  package var name: String?
  /// True if the program is on a volume whose folders the report hides.
  private var isOnVolume = false
  /// True for iOS and the systems based on it: their folder `/Applications` contains only programs of the system.
  private var isMobile = false
  private var isMac = false

  /// Nothing is known about the process.
  package static let unknown = ProcessTraits()

  private init() {}

  /// Reads the process of a report.
  package init(_ report: CrashReport) {
    isSimulated = report.host.isSimulator ?? (report.simulatorEvidence != nil)
    let os = report.host.os ?? ""
    isMobile = ["iOS", "iPhone", "iPad", "watchOS", "Watch OS", "tvOS", "Apple TVOS", "visionOS", "xrOS"].contains {
      os.hasPrefix($0)
    }
    isMac = ["macOS", "Mac OS", "OS X"].contains { os.hasPrefix($0) }
    guard let process = report.process else { return }
    name = process.name.map(shortImageName)
    let path = process.path.flatMap { $0.hasPrefix("/") ? $0 : nil }
    isOnVolume = path?.hasPrefix(Self.volumes) ?? false
    if let path {
      isApple = Self.isOfSystem(path) || isProgramOfSystem(path)
      // Apps of Apple that users install are in the folders of all apps.
      if !isApple { isApple = process.bundleID?.hasPrefix(Self.appleID) ?? false }
    } else {
      isApple = process.bundleID?.hasPrefix(Self.appleID) ?? false
    }
  }

  private static let appleID = "com.apple."
  private static let volumes = "/Volumes/"
  private static let applications = "/Applications/"

  /// Returns whether a path is that of a program or library which belongs to the system or to Xcode.
  static func isOfSystem(_ path: String) -> Bool {
    folders.contains(where: path.hasPrefix) || ImageTraits.isSystem(path: path)
  }

  /// Folders of the system that version 1 of the signatures does not contain.
  private static let folders = [
    "/usr/libexec/", "/private/preboot/Cryptexes/", "/lib/", "/lib64/", "/private/var/staged_system_apps/",
  ]
  /// Folders of programs, which contain only those of the system on Apple's systems.
  private static let programs = ["/usr/bin/", "/usr/sbin/", "/bin/", "/sbin/"]

  private func isProgramOfSystem(_ path: String) -> Bool {
    isMobile && path.hasPrefix(Self.applications)
      || (isMobile || isMac) && Self.programs.contains(where: path.hasPrefix)
  }

  /// Returns what the process shows about an image with a path.
  func context(path: String) -> ImageContext {
    if isProgramOfSystem(path) { return .systemApplication }
    guard isSimulated, path.hasPrefix(Self.volumes), !Self.isInBundle(path) else { return [] }
    // With the app on such a volume, only the name can distinguish its frameworks from those of the runtime.
    guard isOnVolume else { return .simulatorRuntime }
    let file = path.lastPathComponent ?? path
    return AppleImages.kind(of: file) == .system ? .simulatorRuntime : []
  }

  /// Returns what the process shows about an image without a path.
  func context(name image: String) -> ImageContext { !isApple && image == name ? .process : [] }

  /// Whether a folder of a path is a bundle of an app, an extension or tests.
  private static func isInBundle(_ path: String) -> Bool {
    [".app/", ".appex/", ".xctest/", "/PackageFrameworks/", "/DerivedData/"].contains { path.containsBytes($0) }
  }
}

extension CrashReport {
  /// The evidence that the process ran in a simulator, in one sentence, with its line; `nil` if there is none.
  package var simulatorEvidence: (words: String, line: Int?)? {
    if let path = process?.path,
      path.containsBytes("Simulator.platform/") || path.containsBytes("/CoreSimulator/Devices/")
    {
      return ("The program's path is inside a simulator.", lines[.processPath])
    }
    if let parent = process?.parent?.name, parent == "launchd_sim" {
      return ("launchd_sim starts simulator processes.", lines[.parent])
    }
    if let coalition = process?.coalition, coalition.hasPrefix("com.apple.CoreSimulator.SimDevice.") {
      return ("The process belongs to the coalition of a simulated device.", nil)
    }
    if let image = images?.first(where: { Self.isSimulatorImage($0.name ?? $0.path ?? "") }) {
      return ("The image \(image.name ?? "dyld_sim") is loaded only in a simulator.", image.line)
    }
    guard images == nil else { return nil }
    let stacks = (threads ?? []).map(\.frames) + [lastExceptionBacktrace ?? []]
    return stacks.joined().first { Self.isSimulatorImage($0.image ?? "") }.map {
      ("Frames of \($0.image ?? "dyld_sim") occur only in a simulator.", $0.line)
    }
  }

  private static func isSimulatorImage(_ written: String) -> Bool {
    guard written.containsBytes("_sim") || written.containsBytes("SimulatorTrampoline") else { return false }
    let name = shortImageName(written)
    return name == "dyld_sim" || name.hasPrefix("libsystem_sim_") || name == "SimulatorTrampoline"
  }
}
