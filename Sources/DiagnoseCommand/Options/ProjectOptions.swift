import ArgumentParser
import CrashReports
import ProjectInspection
import Vocabulary
import Platform
import Workflow

/// Options that name the user's project, which confirms or refutes findings.
struct ProjectOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Check findings against the nibs and sources of this project.", valueName: "folder"), completion: .directory)
  var project: String?

  func validate() throws {
    if project == "" { throw ValidationError("--project is empty. Name a folder.") }
  }

  /// Returns the index of the project; `nil` if none was named.
  func index() throws -> ProjectIndex? { try project.map(Self.read) }

  /// Reads the project in a folder, and prints a warning for each part that could not be read.
  static func read(_ folder: String) throws -> ProjectIndex {
    guard let path = FilePath.arguments([folder]).first, Folder.isFolder(path) else {
      throw CommandFault(.nothingDone, "\(Terminal.quotedFileName(folder)): folder not found")
    }
    guard let index = ProjectIndex.read(path) else {
      throw CommandFault(.nothingDone, "\(Terminal.quotedFileName(folder)): cannot read the folder")
    }
    for note in index.notes.prefix(20) { Console.writeMessage("warning: " + Terminal.escaped(note.text)) }
    return index
  }
}
