import Bytes
import ModelContext
import Platform
import Vocabulary
import Workflow

/// The folders that a program may read on behalf of a caller who is not trusted with others.
///
/// The folders are opened once. Files are opened below them, so that a file which is replaced by a link while a call runs
/// leads nowhere else (`FileScope`).
package struct FolderAccess: Sendable {
  private let folders: [ContainedFolder]
  /// The files that may be opened.
  let scope: FileScope

  /// Creates an access to folders, each with everything in it. Throws if one of them does not exist.
  package init(_ texts: [String]) throws {
    folders = try FilePath.arguments(texts).map { path in
      guard let folder = try? ContainedFolder(path) else {
        throw CommandFault(.wrongUse, "--allow: \(Terminal.quotedFileName(path.text)): folder not found")
      }
      return folder
    }
    scope = FileScope(folders)
  }

  /// Returns the absolute path of a file or folder, with all links resolved, which is opened in the folders only. Throws if it
  /// is not in one of them, or does not exist; the fault is the same, so that it does not tell which files exist.
  func path(_ text: String) throws(ToolFault) -> FilePath {
    if !text.utf8.contains(0), !text.isEmpty, text.utf8.count < 4096,
      let real = Files.resolved(FilePath(text).within(scope))
    {
      return real
    }
    let names = folders.map { Terminal.quotedFileName($0.path.text) }.joined(separator: ", ")
    throw ToolFault(
      "\(Terminal.quotedFileName(String(text.prefix(characters: 300)))) does not exist, or is not in a folder that may be read: "
        + names + ". The user can allow more folders with --allow.")
  }
}
