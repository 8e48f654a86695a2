import Platform

/// Finds the dSYM of an image by the names that Xcode gives it.
enum DSYMNeighbors {
  /// Returns the files in the dSYMs that may belong to an image: next to the image (`MyApp.dSYM`), next to the bundles
  /// that contain it (`MyApp.app.dSYM`), in a folder `dSYMs` there, and in that of an Xcode archive. The caller compares
  /// UUIDs.
  static func files(ofImage image: FilePath) -> [FilePath] {
    var bundles: [FilePath] = []
    var names: [[UInt8]] = []
    var path = image.isAbsolute ? image : Files.resolved(image) ?? image
    for level in 0..<maxLevels {
      let name = Array(path.lastComponent)
      let isBundle = level == 0 || bundleTypes.contains { name.ends(with: $0) }
      if isBundle {
        names.append(name + Array(".dSYM".utf8))
        bundles.append(path.extended(by: Array(".dSYM".utf8)))
      }
      let parent = path.parent
      let dSYMs = parent.appending("dSYMs")
      if isBundle { bundles += names.map { dSYMs.appending($0) } }
      if name.ends(with: ".xcarchive") { bundles += names.map { path.appending("dSYMs").appending($0) } }
      if parent == path || parent.bytes == [UInt8(ascii: ".")] || parent.bytes == [UInt8(ascii: "/")] { break }
      path = parent
    }
    return bundles.flatMap { files(inBundle: $0) }
  }

  /// The maximum number of enclosing folders that are examined: an app in an archive has six.
  private static let maxLevels = 8
  private static let bundleTypes: [StaticString] = [
    ".app", ".framework", ".appex", ".xctest", ".bundle", ".xpc", ".systemextension", ".dylib",
  ]

  private static func files(inBundle bundle: FilePath) -> [FilePath] {
    let folder = bundle.appending("Contents/Resources/DWARF")
    guard let entries = try? FolderEntry.list(folder) else { return [] }
    return entries.filter { $0.kind == .file }.prefix(64).map { folder.appending($0.name) }.sorted()
  }
}
