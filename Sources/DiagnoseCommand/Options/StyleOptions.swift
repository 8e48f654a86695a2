import ArgumentParser
import Platform
import Presentation
import Vocabulary
import Workflow

/// Options that control the appearance of text.
struct StyleOptions: ParsableArguments {
  @Option(help: ArgumentHelp("Write in color: auto, always or never.", valueName: "when"))
  var color: ColorChoice = .auto

  @Flag(help: "Write ASCII characters only.")
  var ascii = false

  @Option(help: ArgumentHelp("Wrap text at this column (default: terminal up to 100, else 80).", valueName: "n"))
  var width: Int?

  func validate() throws {
    if let width, !(20...1000).contains(width) {
      throw ValidationError("--width \(width) is not a number from 20 to 1000.")
    }
  }

  /// - Parameter stream: Where the text is written.
  func style(_ session: Session, on stream: FileDescriptor = .standardOutput) -> PresentationStyle {
    var style = PresentationStyle(color: usesColor(session, stream), ascii: ascii, width: columns(session, stream))
    if let width { style.documentWidth = width }
    return style
  }

  /// Returns whether to write in color. `auto` means a terminal that supports color, unless `NO_COLOR` (no-color.org)
  /// or `CLICOLOR_FORCE` is set.
  private func usesColor(_ session: Session, _ stream: FileDescriptor) -> Bool {
    switch color {
    case .always: return true
    case .never: return false
    case .auto:
      if session.variable("NO_COLOR") != nil { return false }
      if let forced = session.variable("CLICOLOR_FORCE"), forced != "0" { return true }
      return session.variable("TERM") != "dumb" && stream.isTerminal
    }
  }

  private func columns(_ session: Session, _ stream: FileDescriptor) -> Int {
    if let width { return width }
    if let columns = session.variable("COLUMNS").flatMap({ Int($0) }), (20...1000).contains(columns) { return columns }
    if let columns = stream.terminalColumns { return min(max(columns, 20), 100) }
    return 80
  }
}
