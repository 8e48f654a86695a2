import ArgumentParser
import CrashReports
import ProjectInspection
import Vocabulary
import Platform

/// The user's project, in which findings are confirmed or refuted.
struct ProjectOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Your project: the nibs and sources that a finding names are read to confirm or refute it.", valueName: "folder"))
  var project: String?

  func validate() throws {
    if project == "" { throw ValidationError("--project needs the name of a folder.") }
  }

  /// The project as it is now; `nil` where none was named.
  func index() throws -> ProjectIndex? { try project.map(Self.read) }

  /// Reads a folder that the user named, and says what of it could not be read.
  static func read(_ folder: String) throws -> ProjectIndex {
    guard let path = FilePath.arguments([folder]).first, Folder.isFolder(path) else {
      throw CommandFault(.nothingDone, "\(Terminal.quotedFileName(folder)): no such folder")
    }
    guard let index = ProjectIndex.read(path) else {
      throw CommandFault(.nothingDone, "\(Terminal.quotedFileName(folder)): cannot be read")
    }
    for note in index.notes.prefix(20) { Console.complain("warning: " + Terminal.escaped(note.text)) }
    return index
  }
}
