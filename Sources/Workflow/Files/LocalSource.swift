import Foundation
import Platform
package import Vocabulary

/// Source files of reports on this machine: those in the checkout, and those at the stated path in the working directory.
///
/// A report states any path. Nothing outside of these folders is examined: the status of a file on a volume that does not
/// answer would be waited for, and a program or a document that a report names must not be opened with a click.
package struct LocalSource: Sendable {
  /// What a file is shown for.
  package enum Use: Sendable {
    /// A link, which the terminal opens with the program of the system: an executable file could be run.
    case link
    /// The editor that the user named.
    case editor
  }

  private let tree: SourceTree?
  private let workingDirectory: String

  /// Creates the files of a checkout and of a working directory.
  ///
  /// - Parameters:
  ///   - tree: The checkout, in which files are searched first.
  ///   - workingDirectory: The absolute path of the folder.
  package init(tree: SourceTree?, workingDirectory: String = FileManager.default.currentDirectoryPath) {
    self.tree = tree
    self.workingDirectory = workingDirectory
  }

  /// The extensions of source files, in lower case. Files that a system may run, such as scripts, are not among them.
  private static let extensions: Set<String> = [
    "asm", "c", "cc", "cpp", "cs", "cxx", "def", "go", "h", "hh", "hpp", "hxx", "inc", "inl", "ipp", "java", "kt", "m",
    "metal", "mm", "rs", "s", "swift", "tcc", "zig",
  ]

  /// The maximum number of folders of a path below a root.
  private static let maxDepth = 64

  /// Returns the absolute path of a source file; `nil` if these folders do not have it.
  ///
  /// - Parameter stated: The path as a report or a symbol file states it.
  package func path(of stated: String, for use: Use) -> String? {
    guard Self.isSourceFile(stated) else { return nil }
    if let tree, let path = tree.path(of: stated), Self.isFile(path.split(separator: "/"), in: tree.root, use) {
      return tree.root + "/" + path
    }
    for root in [tree?.root, workingDirectory].compactMap({ $0 }) {
      guard let path = Self.components(of: stated, below: root), Self.isFile(path, in: root, use) else { continue }
      return (root == "/" ? "" : root) + "/" + path.joined(separator: "/")
    }
    return nil
  }

  /// Returns whether a path ends with the extension of a source file.
  private static func isSourceFile(_ path: String) -> Bool {
    let name = path.split(separator: "/").last ?? ""
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return false }
    return extensions.contains(name[name.index(after: dot)...].lowercased())
  }

  /// Returns the components of an absolute path below a folder; `nil` if it is not below the folder.
  private static func components(of path: String, below root: String) -> [Substring]? {
    guard path.hasPrefix("/"), root.hasPrefix("/") else { return nil }
    let parts = path.split(separator: "/").filter { $0 != "." }
    let folders = root.split(separator: "/")
    guard parts.count > folders.count, parts.starts(with: folders) else { return nil }
    return Array(parts.dropFirst(folders.count))
  }

  /// Returns whether a path below a folder is that of a regular file. Links are not followed, because they may lead to other
  /// volumes; opening anything but a regular file could block.
  private static func isFile(_ components: [Substring], in root: String, _ use: Use) -> Bool {
    guard !components.isEmpty, components.count <= maxDepth, !components.contains("..") else { return false }
    var path = FilePath(root)
    for (index, component) in components.enumerated() {
      path = path.appending(String(component))
      guard let status = try? FileStatus(of: path, followsLinks: false) else { return false }
      guard index == components.count - 1 else {
        if status.kind != .folder { return false }
        continue
      }
      return status.kind == .regular && (use == .editor || status.permissions & 0o111 == 0)
    }
    return false
  }
}
