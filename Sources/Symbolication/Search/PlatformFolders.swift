import CrashReports
import Platform

/// The folders in which Xcode stores the system's images of devices and simulators.
///
/// The images of a device are copied when it is connected for development: `iOS DeviceSupport/17.5 (21F90)/Symbols`,
/// below it with the path that they have on the device. Those of a simulator are below the `RuntimeRoot` of its runtime.
enum PlatformFolders {
  /// Returns the files that may be an image of the system, by its path; the caller compares UUIDs.
  ///
  /// - Parameters:
  ///   - home: The user's home folder.
  ///   - library: The folder of runtimes that all users share.
  static func candidates(
    of image: BinaryImage, home: FilePath?, library: FilePath = FilePath("/Library")
  ) -> [FilePath] {
    guard let path = image.path.map({ Array($0.utf8) }), path.count <= maxPath, path.starts(with: "/".utf8),
      !path.contains(0), !path.split(separator: UInt8(ascii: "/")).contains(where: { $0.elementsEqual("..".utf8) })
    else { return [] }
    var found: [FilePath] = []
    // The path of an image in a simulator is that of the file, if its runtime is still there.
    if let range = path.firstRange(of: runtimeRoot) {
      found.append(FilePath(bytes: path))
      let rest = Array(path[range.upperBound...])
      found += roots(library).map { $0.appending(rest) }
    } else if path.starts(with: "/System/".utf8) || path.starts(with: "/usr/lib/".utf8) {
      let rest = Array(path.dropFirst())
      found = (supportFolders(home) + roots(library)).map { $0.appending(rest) }
    }
    return found.filter { (try? FileStatus(of: $0))?.kind == .regular }
  }

  private static let maxPath = 1_024
  private static let runtimeRoot = Array("/RuntimeRoot/".utf8)
  /// The maximum number of systems that are examined.
  private static let maxSystems = 64

  /// Returns the folder `Symbols` of each system of a device, newest first.
  private static func supportFolders(_ home: FilePath?) -> [FilePath] {
    guard let xcode = home?.appending("Library/Developer/Xcode") else { return [] }
    let platforms = folders(in: xcode).filter { $0.lastComponent.ends(with: " DeviceSupport") }
    return Array(platforms.flatMap { folders(in: $0) }.map { $0.appending("Symbols") }.prefix(maxSystems))
  }

  /// Returns the folder `RuntimeRoot` of each runtime: installed ones, and those on mounted volumes.
  private static func roots(_ library: FilePath) -> [FilePath] {
    let simulator = library.appending("Developer/CoreSimulator")
    let volumes = folders(in: simulator.appending("Volumes")).map {
      $0.appending("Library/Developer/CoreSimulator/Profiles/Runtimes")
    }
    let runtimes = ([simulator.appending("Profiles/Runtimes")] + volumes).flatMap { folders(in: $0) }
    return Array(
      runtimes.filter { $0.lastComponent.ends(with: ".simruntime") }
        .map { $0.appending("Contents/Resources/RuntimeRoot") }.prefix(maxSystems))
  }

  private static func folders(in path: FilePath) -> [FilePath] {
    guard let entries = try? FolderEntry.list(path) else { return [] }
    return entries.filter { $0.kind == .folder }.map { path.appending($0.name) }.sorted(by: >)
  }
}
