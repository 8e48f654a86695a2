import CrashReports
import Platform
import Synchronization
import Vocabulary

/// Where Xcode and the system keep symbol files on a Mac.
struct SystemSymbolPaths: Sendable {
  private let home: FilePath?

  /// `nil` but on a Mac.
  init?(home: FilePath?) {
    guard OperatingSystem.current == .macOS else { return nil }
    self.home = home
  }

  /// For the user.
  let descriptions = ["Spotlight", "Xcode's archives", "Xcode's derived data"]

  /// False for images of the system and of Xcode, of which nobody has symbol files.
  func mayHave(_ image: BinaryImage) -> Bool {
    guard let path = image.path else { return true }
    return !path.hasPrefix("/System/") && !path.hasPrefix("/usr/lib/") && !path.contains(".simruntime/")
      && !path.contains("/Xcode.app/") && !path.contains("/RuntimeRoot/")
  }

  /// What Spotlight knows under the UUID; without an answer, what is in Xcode's own folders.
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

/// Xcode's archives and the products of its builds.
enum XcodeFolders {
  private static let known = Mutex<[FilePath: [SymbolFolder]]>([:])

  /// Searched once in a run.
  static func cached(home: FilePath?) -> [SymbolFolder] {
    guard let home else { return [] }
    if let folders = known.withLock({ $0[home] }) { return folders }
    let folders = places(home: home).map { SymbolFolder($0) }
    known.withLock { $0[home] = folders }
    return folders
  }

  /// The folders in which dSYMs, images and lists of hidden names are: of archives those for symbols only, of builds
  /// the products, those for Interface Builder's previews too.
  static func places(home: FilePath) -> [FilePath] {
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

  /// By name, backwards: the newest archive has the latest date.
  private static func folders(in path: FilePath) -> [FilePath] {
    guard let entries = try? FolderEntry.list(path) else { return [] }
    return entries.filter { $0.kind == .folder && $0.name.first != UInt8(ascii: ".") }
      .map { path.appending($0.name) }.sorted(by: >)
  }
}
