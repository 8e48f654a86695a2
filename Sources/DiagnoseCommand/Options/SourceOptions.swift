import ArgumentParser
import Foundation
import Platform
import ProjectInspection
import Vocabulary
import Workflow

/// The option that names the checkout whose files findings are attached to.
struct SourceOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Resolve source files of findings in this folder (default: the git work tree).",
      discussion: """
        Formats for CI systems need the path of a file in the checkout. A path of a report or dSYM is resolved to the \
        only tracked file that ends with the same components; if several files fit, none is used. To replace the \
        prefix of another machine, set source.roots in the configuration.
        """, valueName: "folder"), completion: .directory)
  var sourceRoot: String?

  func validate() throws {
    if sourceRoot == "" { throw ValidationError("--source-root is empty. Name a folder.") }
  }

  /// Returns the checkout: the named folder, the folders of the configuration, or the git work tree of the working
  /// directory; `nil` outside of one.
  func tree(_ session: Session) throws -> SourceTree? {
    let current = FileManager.default.currentDirectoryPath
    if let sourceRoot {
      guard let tree = SourceTreeReader.tree(FilePath.arguments([sourceRoot]), workingDirectory: current) else {
        throw CommandFault(.nothingDone, "--source-root \(Terminal.quotedFileName(sourceRoot)): folder not found")
      }
      return tree
    }
    if let folders = session.settings.sourceRoots, !folders.isEmpty {
      guard let tree = SourceTreeReader.tree(folders.map { FilePath($0) }, workingDirectory: current) else {
        throw CommandFault(
          .wrongConfiguration, "source.roots: \(Terminal.quotedFileName(folders[0])): folder not found")
      }
      return tree
    }
    return SourceTreeReader.workTree(containing: current)
  }
}
