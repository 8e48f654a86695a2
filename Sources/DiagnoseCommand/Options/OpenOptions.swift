import ArgumentParser
import Monitoring
import Vocabulary
import Workflow

/// The option that opens a source file.
struct OpenOptions: ParsableArguments {
  @Flag(
    help: ArgumentHelp(
      "Open the first source location in the editor: VISUAL, EDITOR or, on macOS, Xcode.",
      discussion: "The file is that of the checkout, or the one at the path that the report states."))
  var open = false

  /// Returns the editor; `nil` without the option. Throws if there is none.
  func editor(_ session: Session) throws(CommandFault) -> SourceEditor? {
    guard open else { return nil }
    guard let editor = SourceEditor(variable: { session.variable($0) }) else {
      throw CommandFault(
        .wrongUse, "--open has no editor", hint: "Set VISUAL or EDITOR, for example: export VISUAL=vim")
    }
    return editor
  }
}

extension SourceEditor {
  /// Shows the first of the locations whose file this machine has.
  ///
  /// - Parameter locations: The locations as reports state them.
  func open(firstOf locations: [SourceLocation], in tree: SourceTree?) throws(CommandFault) {
    guard let stated = locations.first else {
      throw CommandFault(
        .nothingDone, "nothing to open: no source location is known",
        hint: "Files and lines come from dSYMs: --symbols FILE.")
    }
    for location in locations {
      guard let path = LocalSource.path(of: location.file, in: tree) else { continue }
      return try open(path, line: location.line, column: location.column)
    }
    throw CommandFault(
      .nothingDone, "nothing to open: this machine has no file \(Terminal.quotedFileName(stated.file))",
      hint: "Name the checkout with --source-root, or run diagnose in it.")
  }
}
