import Bytes
package import Platform
import Vocabulary

/// Folders in which a search for reports does not look, because they contain only what tools built or downloaded.
///
/// A folder that the user names is always searched.
package enum UnsearchedFolders {
  private static let names = DependencyFolders.managers.union(["__pycache__"])
  /// The bundles of programs and symbols, and the intermediate files of Xcode (`*.noindex`).
  private static let endings: Set<String> = [
    "app", "appex", "bundle", "dSYM", "framework", "kext", "noindex", "playground", "plugin", "storyboardc",
    "xcassets", "xcframework", "xcodeproj", "xcworkspace", "xpc",
  ]

  /// Returns true for a folder that is not searched; a name that begins with a dot is hidden.
  package static func contains(_ path: FilePath) -> Bool {
    let name = String(streamSafe: path.lastComponent)
    if name.hasPrefix(".") || names.contains(name) { return true }
    if let dot = name.lastIndex(of: "."), endings.contains(String(name[name.index(after: dot)...])) { return true }
    // DerivedData/MyApp-abc/Build; the Logs folder beside it has results of tests.
    return name == "Build" && path.parent.parent.lastComponent.elementsEqual("DerivedData".utf8)
  }
}
