import Bytes
import ModelContext
import Platform
import Symbolication
import Vocabulary

/// The folders that a program may read on behalf of a caller who is not trusted with others.
struct FolderAccess: Sendable {
  /// Absolute paths without links.
  let folders: [FilePath]

  /// Creates an access to folders, each with everything in it. Throws if one of them does not exist.
  init(_ texts: [String]) throws {
    folders = try FilePath.arguments(texts).map { path in
      guard Folder.isFolder(path), let real = Files.resolved(path) else {
        throw CommandFault(.wrongUse, "--allow: \(Terminal.quotedFileName(path.text)): folder not found")
      }
      return real
    }
  }

  /// Returns the absolute path of a file or folder, with all links resolved. Throws if it is not in one of the folders,
  /// or does not exist; the fault is the same, so that it does not tell which files exist.
  func path(_ text: String) throws(ToolFault) -> FilePath {
    if !text.utf8.contains(0), !text.isEmpty, text.utf8.count < 4096, let real = Files.resolved(FilePath(text)),
      allows(real)
    {
      return real
    }
    let names = folders.map { Terminal.quotedFileName($0.text) }.joined(separator: ", ")
    throw ToolFault(
      "\(Terminal.quotedFileName(String(text.prefix(characters: 300)))) does not exist, or is not in a folder that may be read: "
        + names + ". The user can allow more folders with --allow.")
  }

  /// The files to which symbol files in these folders may lead.
  var symbols: SymbolAccess {
    SymbolAccess { path in Files.resolved(path).map(allows) ?? false }
  }

  private func allows(_ path: FilePath) -> Bool {
    folders.contains { folder in
      folder.bytes == [UInt8(ascii: "/")] || path == folder
        || path.bytes.starts(with: folder.bytes + [UInt8(ascii: "/")])
    }
  }
}
