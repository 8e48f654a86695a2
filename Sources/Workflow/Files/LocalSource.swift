import Platform
package import Vocabulary

/// Source files of reports on this machine.
package enum LocalSource {
  /// Returns the absolute path of a file; `nil` if this machine does not have it.
  ///
  /// - Parameters:
  ///   - stated: The path as a report or a symbol file states it.
  ///   - tree: The checkout, in which the file is searched first.
  package static func path(of stated: String, in tree: SourceTree?) -> String? {
    let inside = tree.flatMap { tree in tree.path(of: stated).map { tree.root + "/" + $0 } }
    for path in [inside, stated].compactMap({ $0 }) where path.hasPrefix("/") && isFile(path) { return path }
    return nil
  }

  /// Returns whether a path is that of a regular file: opening anything else could block.
  private static func isFile(_ path: String) -> Bool {
    (try? FileStatus(of: FilePath(path)))?.kind == .regular
  }
}
