import ArgumentParser
import Monitoring
import Vocabulary
import Workflow

/// The option that opens a source file.
struct OpenOptions: ParsableArguments {
  @Flag(
    help: ArgumentHelp(
      "Open the first source location in the editor: VISUAL, EDITOR or, on macOS, Xcode.",
      discussion: "The file is that of the checkout, or the one at the stated path in the working directory."))
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
  /// Shows the first of the locations whose file the checkout or the working directory has.
  ///
  /// - Parameter locations: The locations as reports state them.
  func open(firstOf locations: [SourceLocation], in tree: SourceTree?) throws(CommandFault) {
    guard let stated = locations.first else {
      throw CommandFault(
        .nothingDone, "nothing to open: no source location is known",
        hint: "Files and lines come from dSYMs: --symbols FILE.")
    }
    let source = LocalSource(tree: tree)
    for location in locations {
      guard let path = source.path(of: location.file, for: .editor) else { continue }
      return try open(path, line: location.line, column: location.column)
    }
    let name = Terminal.quotedFileName(stated.file)
    throw CommandFault(
      .nothingDone, "nothing to open: \(name) is not a source file of the checkout or working directory",
      hint: "Name the checkout with --source-root, or run diagnose in it.")
  }
}
