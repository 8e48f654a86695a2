import CrashReports
import Platform
import Synchronization
import Vocabulary

/// The symbol files that Spotlight and Xcode's folders contain on a Mac.
struct SystemSymbolPaths: Sendable {
  private let home: FilePath?

  /// Creates the search; `nil` on systems other than macOS.
  init?(home: FilePath?) {
    guard OperatingSystem.current == .macOS else { return nil }
    self.home = home
  }

  /// The names of the searched locations, for the user.
  let descriptions = ["Spotlight", "Xcode's archives", "Xcode's derived data"]

  /// Returns false for images of the system and of Xcode, whose symbol files are not available.
  func mayHave(_ image: BinaryImage) -> Bool {
    guard let path = image.path else { return true }
    return !path.hasPrefix("/System/") && !path.hasPrefix("/usr/lib/") && !path.contains(".simruntime/")
      && !path.contains("/Xcode.app/") && !path.contains("/RuntimeRoot/")
  }

  /// Returns the files of an image of the system in the folders of Xcode for devices and simulators.
  func platformFiles(of image: BinaryImage) -> SymbolCatalog {
    let files = PlatformFolders.candidates(of: image, home: home)
    return SymbolCatalog(files.map { SymbolFolder($0) })
  }

  /// Returns the files that Spotlight finds for the UUID or, if there are none, the contents of Xcode's folders.
  func folders(for uuid: ImageUUID) -> [SymbolFolder] {
    let found = Self.spotlight(uuid)
    if !found.isEmpty { return found.map { SymbolFolder($0) } }
    return XcodeFolders.cached(home: home)
  }

  private static func spotlight(_ uuid: ImageUUID) -> [FilePath] {
    let query = "com_apple_xcode_dsym_uuids == \(uuid)"
    guard let output = BoundedProcess.output(of: "/usr/bin/mdfind", [query], seconds: 5) else { return [] }
    return output.split(separator: 0x0A).prefix(16).map { FilePath(bytes: Array($0)) }
  }
}

/// The folders of Xcode's archives and build products.
enum XcodeFolders {
  private static let known = Mutex<[FilePath: [SymbolFolder]]>([:])

  /// Returns the contents of the folders, which are searched once per run.
  static func cached(home: FilePath?) -> [SymbolFolder] {
    guard let home else { return [] }
    if let folders = known.withLock({ $0[home] }) { return folders }
    let folders = paths(home: home).map { SymbolFolder($0) }
    known.withLock { $0[home] = folders }
    return folders
  }

  /// Returns the folders with dSYMs, images and lists of hidden names: the symbol folders of archives, and the products
  /// of builds, including those of Interface Builder's previews.
  static func paths(home: FilePath) -> [FilePath] {
    let xcode = home.appending("Library/Developer/Xcode")
    var found: [FilePath] = []
    for day in folders(in: xcode.appending("Archives")) {
      for archive in folders(in: day) where archive.lastComponent.ends(with: ".xcarchive") {
        found += [archive.appending("dSYMs"), archive.appending("BCSymbolMaps")]
      }
    }
    for project in folders(in: xcode.appending("DerivedData")) {
      let build = project.appending("Build")
      found.append(build.appending("Products"))
      for name in ["Intermediates", "Intermediates.noindex"] {
        found.append(build.appending(name + "/IBDesignables/Products"))
      }
    }
    return found.filter { (try? FolderEntry.list($0)) != nil }
  }

  /// Returns the subfolders, sorted by name in descending order: the newest archive has the latest date.
  private static func folders(in path: FilePath) -> [FilePath] {
    guard let entries = try? FolderEntry.list(path) else { return [] }
    return entries.filter { $0.kind == .folder && $0.name.first != UInt8(ascii: ".") }
      .map { path.appending($0.name) }.sorted(by: >)
  }
}
